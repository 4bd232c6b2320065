"""Differences between two states are told in short lines with old, new and tone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mordcry_app.rules.effects import (
    AddTrait,
    Effect,
    Gain,
    GainItem,
    GearToStash,
    Kill,
    Lose,
    LoseItem,
    MissNextBattle,
    Modify,
    RemoveTrait,
    Restore,
    Retire,
)
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.ruleset import Ruleset, load_ruleset
from mordcry_app.rules.state import Carried, Member, Roster, State, Trait
from mordcry_app.services.campaign_file import rulesets_folder
from mordcry_app.services.state_diff import line_changes, member_changes, roster_changes

EYE = Trait("injury", "eye_injury", "Eye injury", 1, "battle 1")
START = State(
    {1: Roster(1, "Vigil", resources={"crowns": 10}), 2: Roster(2, "")},
    {
        1: Member(1, 1, "Anselm", "captain", resources={"xp": 5}, carried=(Carried("dagger"),)),
        2: Member(2, 1, "", "youngblood", traits=(EYE,), stats={"ws": 3}),
        3: Member(3, 2, "Krato", "captain"),
    },
)


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    return load_ruleset(rulesets_folder(), "mordcry")


Told = list[tuple[str, str, str, str]]


def of_line(ruleset: Ruleset, *effects: Effect) -> Told:
    changes = line_changes(START, apply_effects(START, effects), ruleset)
    return [(c.label, c.old, c.new, c.tone) for c in changes]


@pytest.mark.parametrize(
    ("effects", "told"),
    [
        ((), []),
        (
            (Gain(who="roster:1", resource="crowns", amount=5),),
            [("Crowns", "10", "15", "good")],
        ),
        (
            (Lose(who="roster:1", resource="crowns", amount=50),),
            [("Crowns", "10", "0", "bad")],
        ),
        (
            (Gain(who="member:1", resource="xp", amount=2),),
            [("Anselm, XP", "5", "7", "good")],
        ),
        ((Gain(who="member:1", resource="advances", amount=2),), []),
        (
            (Modify(who="member:2", stat="ws", amount=-1),),
            [("Unnamed Youngblood, WS", "3", "2", "bad")],
        ),
        (
            (Modify(who="member:2", stat="ws", amount=-1, ends="next_battle"),),
            [("Unnamed Youngblood", "", "−1 WS", "bad")],
        ),
        (
            (AddTrait(who="member:1", kind="skill", ref="healing_hands"),),
            [("Anselm", "", "Healing Hands", "good")],
        ),
        (
            (AddTrait(who="member:2", kind="injury", ref="eye_injury"),),
            [("Unnamed Youngblood", "", "Lost eye", "bad")],
        ),
        (
            (RemoveTrait(who="member:2", kind="injury", ref="eye_injury"),),
            [("Unnamed Youngblood", "Eye injury", "gone", "good")],
        ),
        (
            (MissNextBattle(who="member:1"),),
            [("Anselm", "", "Misses the next battle", "bad")],
        ),
        ((Kill(who="member:1"),), [("Anselm", "", "graveyard", "bad")]),
        ((Retire(who="member:1"),), [("Anselm", "", "retired", "bad")]),
        ((Kill(who="member:1"), Restore(who="member:1")), []),
        (
            (GearToStash(who="member:1"),),
            [("Stash, Dagger", "0", "1", "good"), ("Anselm, Dagger", "1", "0", "bad")],
        ),
        (
            (GainItem(who="member:3", ref="magic_wand", quantity=2),),
            [("Krato, magic wand", "0", "2", "good")],
        ),
        (
            (LoseItem(who="member:1", ref="dagger"),),
            [("Anselm, Dagger", "1", "0", "bad")],
        ),
    ],
)
def test_what_a_line_changes(ruleset: Ruleset, effects: tuple[Effect, ...], told: Told) -> None:
    lowered = [(label.casefold(), *rest) for label, *rest in of_line(ruleset, *effects)]
    assert lowered == [(label.casefold(), *rest) for label, *rest in told]


def test_what_a_warband_has_is_added_up(ruleset: Ruleset) -> None:
    after = apply_effects(
        START,
        (
            Gain(who="member:1", resource="renown", amount=2),
            Gain(who="member:2", resource="renown", amount=1),
            Gain(who="member:3", resource="renown", amount=9),
            GainItem(who="roster:1", ref="dagger"),
        ),
    )
    told = [(c.label.casefold(), c.old, c.new) for c in roster_changes(START, after, 1, ruleset)]
    assert told == [
        ("renown", "0", "3"),
        ("stash, dagger", "0", "1"),
        ("anselm, renown", "0", "2"),
        ("unnamed youngblood, renown", "0", "1"),
    ]


def test_who_joins(ruleset: Ruleset) -> None:
    new = replace(START.members[3], id=4, name="Lene")
    [change] = member_changes(None, new, ruleset)
    assert (change.label, change.new, change.tone) == ("Lene", "joins", "good")
