"""Checks a campaign file from end to end and says what it finds, in sentences."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from mordcry_app.rules.derive import profile
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import open_campaign
from mordcry_app.services.file_checks import connect_read_only
from mordcry_app.services.reading import shown_member_name
from mordcry_app.services.state_reader import read_state


def check_file(path: Path) -> tuple[str, ...]:
    """Return every finding; none means that the file is sound. The file is not changed.

    Checked are the pages, references and constraints of the database, every reference into the
    ruleset’s content, what fighters carry, and that no ledger is below zero.
    """
    try:
        file = open_campaign(path)
    except Refusal as refusal:
        return (refusal.sentence,)
    findings: list[str] = []
    with file:
        with closing(connect_read_only(file.path)) as raw:
            findings += [
                str(row[0]) for row in raw.execute("PRAGMA integrity_check") if row[0] != "ok"
            ]
            findings += _broken_references(raw)
        with file.reading() as connection:
            state = read_state(connection)
            rules = file.house_rules(connection)
        content = file.ruleset.content
        for member in state.members.values():
            name = shown_member_name(member, file.ruleset)
            if member.archetype not in content.archetypes:
                findings.append(f"{name} is of a kind that the rules do not know.")
            findings += [
                f"{name} has the unknown {trait.kind} “{trait.ref}”."
                for trait in member.traits
                if trait.kind != "pending" and content.trait(trait.kind, trait.ref) is None
            ]
            findings += [
                f"{name} carries the unknown item “{item.ref}”."
                for item in member.carried
                if item.ref not in content.items
            ]
            findings += [
                f"{name} has {amount} {resource}."
                for resource, amount in member.resources.items()
                if amount < 0
            ]
            for value in profile(member, content).values():
                if sum(part.amount for part in value.parts) != value.total:
                    findings.append(f"{name}: the parts of {value.stat} do not add up.")
            try:
                file.ruleset.check_carried(member, rules)
            except Refusal as refusal:
                findings.append(refusal.sentence)
        for roster in state.rosters.values():
            findings += [
                f"{roster.name} has {amount} {resource}."
                for resource, amount in roster.resources.items()
                if amount < 0
            ]
    return tuple(findings)


def _broken_references(raw: sqlite3.Connection) -> list[str]:
    rows = raw.execute("PRAGMA foreign_key_check").fetchall()
    return [f"A row of {row[0]} points to a missing row of {row[2]}." for row in rows]
