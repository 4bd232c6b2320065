"""Checks a campaign file from end to end and says what it finds, in sentences."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from mordcry_app.model.tables import UNTRACKED, Attachment, Change, Operation, Row
from mordcry_app.rules.derive import profile
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import Carried, Member, State
from mordcry_app.services.board_layout import open_board
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.connections import connect_read_only, left_unfinished
from mordcry_app.services.file_checks import (
    LOG,
    check_before_opening,
    check_mark,
    values_are_sound,
)
from mordcry_app.services.history import is_as_left
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.schema import newest_revision
from mordcry_app.services.shown import shown_member_name, shown_roster_name
from mordcry_app.services.state_reader import current_state, table_of

if TYPE_CHECKING:
    from sqlalchemy import Connection


def check_file(path: Path) -> tuple[str, ...]:
    """Return every finding; none means that the file is sound. The file is not changed.

    Checked are the pages, references, constraints and values of the database, every reference
    into the ruleset’s content, what fighters carry, that no ledger is below zero, that the log of
    operations leads to what is stored, and that pictures are whole.
    """
    try:
        check_mark(path)
        if left_unfinished(path):
            return ("The file was not closed properly; open it once, and that is put right.",)
        if check_before_opening(path) != newest_revision():
            return ("The file is sound, of an older version; it is converted when it is opened.",)
        with open_campaign(path) as file:
            return tuple(_findings(file))
    except Refusal as refusal:
        return (refusal.sentence,)


def _findings(file: CampaignFile) -> Iterator[str]:
    with closing(connect_read_only(file.path)) as raw:
        damage = _damage(raw)
        if damage:
            yield from damage
            return
    with file.reading() as connection:
        state = current_state(file, connection)
        yield from _in_state(file, connection, state)
        yield from _in_log(connection)
        yield from _in_pictures(connection)
        drafts = connection.execute(select(Row.metadata.tables["draft"].c.id)).scalars().all()
        for draft_id in drafts:
            open_board(file, connection, draft_id)
    campaign_view(file)
    yield from file.content.troubles


def _damage(raw: sqlite3.Connection) -> list[str]:
    """Return what makes it useless to look any further."""
    try:
        rows = raw.execute("PRAGMA integrity_check").fetchall()
    except sqlite3.DatabaseError as error:
        return [f"The database is damaged: {error}."]
    found = [f"The database is damaged: {row[0]}." for row in rows if row[0] != "ok"]
    if not all(values_are_sound(raw, Row.metadata.tables[name]) for name in LOG):
        found.append("The history holds something that cannot be read.")
    return found


def _in_state(file: CampaignFile, connection: Connection, state: State) -> Iterator[str]:
    rules = file.house_rules(connection)
    for member in state.members.values():
        name = shown_member_name(member, file.ruleset)
        yield from _in_member(file, member, name)
        yield from _unknown_items(file, name, member.carried)
        yield from _below_zero(name, member.resources)
        try:
            file.ruleset.check_carried(member, rules)
        except Refusal as refusal:
            yield refusal.sentence
    for roster in state.rosters.values():
        yield from _unknown_items(file, f"{shown_roster_name(roster)}’s stash", roster.stash)
        yield from _below_zero(shown_roster_name(roster), roster.resources)


def _in_member(file: CampaignFile, member: Member, name: str) -> Iterator[str]:
    content = file.ruleset.content
    listed = {kind for kind, _ in content.traits}
    if member.archetype not in content.archetypes:
        yield f"{name} is of a kind that the rules do not know."
    for trait in member.traits:
        if trait.kind in listed and content.trait(trait.kind, trait.ref) is None:
            yield f"{name} has the unknown {trait.kind} “{trait.ref}”."
    for stat in {*member.stats, *(modifier.stat for modifier in member.modifiers)}:
        if stat not in content.characteristics:
            yield f"{name} has the unknown characteristic “{stat}”."
    for value in profile(member, content).values():
        if sum(part.amount for part in value.parts) != value.total:
            yield f"{name}: the parts of {value.stat} do not add up."


def _unknown_items(file: CampaignFile, name: str, items: tuple[Carried, ...]) -> Iterator[str]:
    for item in items:
        if item.ref not in file.ruleset.content.items:
            yield f"{name} holds the unknown item “{item.ref}”."


def _below_zero(name: str, resources: Mapping[str, int]) -> Iterator[str]:
    for resource, amount in resources.items():
        if amount < 0:
            yield f"{name} has {amount} {resource}."


def _in_log(connection: Connection) -> Iterator[str]:
    """Replay the log from nothing: it has to lead to what is stored, or undo cannot work."""
    change, operation = table_of(Change), table_of(Operation)
    query = (
        select(change.c.table_name, change.c.row_id, change.c.before, change.c.after)
        .join(operation, operation.c.id == change.c.operation_id)
        .where(operation.c.status == "done")
        .order_by(change.c.operation_id, change.c.sequence)
    )
    rows: dict[tuple[str, int], dict[str, Any]] = {}
    for table, row_id, before, after in connection.execute(query):
        if not is_as_left(rows.pop((table, row_id), None), before):
            yield "The history contradicts itself, so not everything can be undone."
            return
        if after is not None:
            rows[table, row_id] = after
    for table in Row.metadata.sorted_tables:
        if table.name in UNTRACKED:
            continue
        for row in connection.execute(select(table)).mappings():
            if not is_as_left(dict(row), rows.pop((table.name, row["id"]), None)):
                yield f"A row of {table.name} was changed outside the program."
    for table, _ in sorted(rows):
        yield f"A row of {table} was removed outside the program."


def _in_pictures(connection: Connection) -> Iterator[str]:
    attachment = table_of(Attachment).c
    for name, digest, data in connection.execute(
        select(attachment.name, attachment.sha256, attachment.data)
    ):
        if hashlib.sha256(data).hexdigest() != digest:
            yield f"The picture “{name}” is damaged."
