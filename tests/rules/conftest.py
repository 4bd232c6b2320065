"""A small world for tests of the rules: two rosters, a few members, and content to match."""

from __future__ import annotations

from pathlib import Path

import pytest

from mordcry_app.rules.catalogue import Content
from mordcry_app.rules.ruleset import Ruleset, load_ruleset
from mordcry_app.rules.settle import Scene
from mordcry_app.rules.state import Carried, Member, Roster, State

RULESETS = Path(__file__).parent.parent / "data" / "rulesets"


@pytest.fixture(scope="session")
def tiny() -> Ruleset:
    """Return the made-up ruleset; it is frozen."""
    return load_ruleset(RULESETS, "tiny")


@pytest.fixture(scope="session")
def content(tiny: Ruleset) -> Content:
    """Return the content of the made-up ruleset: might, luck, a stick, a limp, a scar table."""
    return tiny.content


@pytest.fixture
def state() -> State:
    """Return roster 1 with Anna (11), Bert (12), Cord (13) and the late Dora (14), and roster 2
    with Egon (21)."""
    return State(
        rosters={
            1: Roster(1, "Firsts", resources={"coins": 10}, stash=(Carried("stick", 2),)),
            2: Roster(2, "Seconds"),
        },
        members={
            11: Member(11, 1, "Anna", "boss", stats={"might": 4, "luck": 2}),
            12: Member(12, 1, "Bert", "scrapper", carried=(Carried("stick"),)),
            13: Member(13, 1, "Cord", "scrapper", resources={"glory": 2}),
            14: Member(14, 1, "Dora", "scrapper", state="dead"),
            21: Member(21, 2, "Egon", "boss"),
        },
    )


@pytest.fixture
def scene(state: State, content: Content) -> Scene:
    """Return a scene about Anna after battle 6."""
    return Scene(state, state.members[11], content, "line", "battle 6", {})
