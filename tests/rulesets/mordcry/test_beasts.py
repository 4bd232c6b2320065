"""Hounds: what they do not do, to whom they belong, and the grief when one dies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import Answer, Procedure, Roll, TextAnswer, every_branch
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import BattleRecord
from mordcry_app.rules.state import Carried, Member, State, Trait
from mordcry_app.rulesets.mordcry.beasts import OWNER, fighters, is_beast, owner_of
from mordcry_app.rulesets.mordcry.exploration import explore
from mordcry_app.rulesets.mordcry.injuries import injury
from tests.rulesets.mordcry.deltas import changes
from tests.rulesets.mordcry.helpers import (
    VIGIL,
    aftermath,
    asked,
    book_with,
    campaign,
    d66,
    fighter,
    finished,
    mordcry,
    rolled,
    rules_with,
)

HOUND = 10
ROLL = f"injury/{HOUND}/roll"
TEST = f"injury/{HOUND}/dead/3/grief/test"


def band() -> State:
    """Return Ilse with a hound that she found, and Hask."""
    state = campaign(*(fighter(n, name) for n, name in enumerate(("Ilse", "Hask"), 1)))
    state = replace(state, next_member=HOUND)
    answers: dict[str, Answer] = {
        "exploration/1/roll": d66(25),
        "exploration/1/faithful_stray/0/name": TextAnswer(text="Tom"),
    }
    outcome = finished(lambda: explore(book_with(), state, 1, 5, "exploration/1"), answers)
    return apply_effects(state, outcome.effects)


def hurt(state: State, **chosen: str | int) -> Callable[[], Procedure]:
    book = book_with(**chosen)
    return lambda: injury(book, state, HOUND, 6, f"injury/{HOUND}")


def test_a_hound_belongs_to_its_finder() -> None:
    state = band()
    hound = state.members[HOUND]
    assert (hound.name, hound.archetype, is_beast(hound)) == ("Tom", "hound", True)
    owner = owner_of(hound, state)
    assert owner is not None
    assert owner.name == "Ilse"
    tie = hound.traits_of(OWNER)[0]
    assert (tie.name, tie.source) == ("Follows Ilse", "Faithful Stray, battle 5")
    assert [member.name for member in fighters(state, VIGIL)] == ["Ilse", "Hask"]


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_its_owner_grieves_when_it_dies(face: int) -> None:
    state = band()
    question = asked(hurt(state), {ROLL: d66(11)})
    assert isinstance(question, Roll)
    assert question.key == TEST
    assert question.why == "Willpower test, Ilse: 3 or less passes"
    outcome = finished(hurt(state), {ROLL: d66(11), TEST: rolled("d6", face)})
    found = changes(state, apply_effects(state, outcome.effects))
    assert found == {"Tom is dead"} | (set() if face <= 3 else {"Ilse waits ws -1"})
    assert outcome.story[0] == "Tom died of wounds taken in battle 6."
    after = apply_effects(state, outcome.effects)
    waiting = [entry.source for entry in after.members[1].pending]
    assert waiting == ([] if face <= 3 else ["Grief for Tom, battle 6"])


def test_nobody_grieves_when_the_owner_is_gone() -> None:
    state = band()
    for gone in ("dead", "retired"):
        alone = state.with_member(replace(state.members[1], state=gone))
        outcome = finished(hurt(alone), {ROLL: d66(11)})
        assert changes(alone, apply_effects(alone, outcome.effects)) == {"Tom is dead"}


def test_nobody_grieves_for_a_fighter_in_this_way() -> None:
    state = band()
    tied = replace(state.members[2], traits=(Trait(OWNER, "member_1", "Follows Ilse"),))
    state = state.with_member(tied)
    book = book_with()
    outcome = finished(lambda: injury(book, state, 2, 6, "injury/2"), {"injury/2/roll": d66(11)})
    assert changes(state, apply_effects(state, outcome.effects)) == {"Hask is dead"}


def test_a_tie_that_names_nobody() -> None:
    state = band()
    for ref in ("member_99", "member_", "somebody"):
        lost = replace(state.members[HOUND], traits=(Trait(OWNER, ref, "Follows nobody"),))
        assert owner_of(lost, state) is None


def test_whatever_else_happens_to_a_hound() -> None:
    state = band()
    for branch in every_branch(hurt(state)):
        for change in changes(state, apply_effects(state, branch.outcome.effects)):
            assert change.startswith("Tom ") or change == "Ilse waits ws -1"


def test_a_hound_searches_explores_and_learns_nothing() -> None:
    record = BattleRecord(
        6, {VIGIL: "won"}, frozenset({1, 2, HOUND}), kills={1: 1, HOUND: 3}, holders={HOUND}
    )  # type: ignore[arg-type]
    board = aftermath(band(), record, {})
    keys = {report.line.key for report in board.reports}
    assert {"market/1", "market/2", "exploration/1", "exploration/2"} <= keys
    assert not any(key.endswith(f"/{HOUND}") for key in keys)
    assert board.end.members[HOUND].amount("xp") == 0
    # The most kills among fighters count: a beast takes nobody's place.
    assert board.end.members[1].amount("xp") == 3
    assert board.end.members[1].amount("renown") == 3


def test_a_hound_carries_nothing() -> None:
    hound: Member = replace(band().members[HOUND], carried=(Carried("bone_charm"),))
    with pytest.raises(Refusal, match="Tom is a beast and carries nothing"):
        mordcry().check_carried(hound, rules_with())
    mordcry().check_carried(band().members[HOUND], rules_with())


def test_a_hound_is_none_of_the_ten() -> None:
    state = band()
    assert mordcry().content.archetypes["hound"].count == 0
    mordcry().check_roster(state, VIGIL, rules_with(most_fighters=2))
    with pytest.raises(Refusal):
        mordcry().check_roster(state, VIGIL, rules_with(most_fighters=1))
    archetypes = {r.archetype for r in mordcry().starting_roster("printed", rules_with())}
    assert "hound" not in archetypes
    assert "hound" not in mordcry().joining(rules_with(recruit_archetype="any")).archetypes
