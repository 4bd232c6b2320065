"""What is asked before a battle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mordcry_app.rules.board import Board, lay_out
from mordcry_app.rules.catalogue import CatalogueItem, ItemUse
from mordcry_app.rules.effects import (
    AddTrait,
    Await,
    Effect,
    LoseItem,
    MissNextBattle,
    Modify,
    SpendItem,
)
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import Answer, Choose, Roll
from mordcry_app.rules.ruleset import BattleRecord
from mordcry_app.rules.state import Carried, Member, Pending, State, Trait
from mordcry_app.rules.waiting import armed_by_setup
from mordcry_app.rulesets.mordcry.rulebook import Rulebook
from mordcry_app.rulesets.mordcry.setup import setup_plan
from tests.rulesets.mordcry.helpers import (
    RUIN,
    book_with,
    campaign,
    fighter,
    mordcry,
    picked,
    rolled,
    rules_with,
)

WOUND = Trait("injury", "old_battle_wound", "Old battle wound")


def hurt(member: Member, level: int = 1) -> Member:
    return replace(member, traits=(*member.traits, replace(WOUND, level=level)))


def board(
    state: State, answers: dict[str, Answer] | None = None, book: Rulebook | None = None
) -> Board:
    known = book or book_with()
    return lay_out(lambda start: setup_plan(known, start, 7), state, answers or {})


def keys(found: Board) -> list[str]:
    return [report.line.key for report in found.reports]


def test_often_there_is_nothing_to_ask() -> None:
    assert keys(board(campaign(fighter(1), fighter(2, roster_id=RUIN)))) == []


@pytest.mark.parametrize("face", range(1, 7))
def test_an_old_wound_flares_up_on_a_one(face: int) -> None:
    state = campaign(hurt(fighter(1, "Wren")), fighter(2))
    done = board(state, {"old_wound/1/1": rolled("d6", face)})
    assert done.is_complete
    missed = done.end.members[1].misses_next_battle
    assert missed == (face == 1)
    assert done.end.members[2] == state.members[2]
    if missed:
        assert done.effects == (MissNextBattle(who="member:1", source="Old wound, battle 7"),)
        outcome = done.reports[0].outcome
        assert outcome is not None
        assert outcome.story == ("An old wound kept Wren from battle 7.",)


def test_each_old_wound_is_rolled_for_until_one_flares_up() -> None:
    state = campaign(hurt(fighter(1), level=2))
    first = board(state, {"old_wound/1/1": rolled("d6", 4)})
    assert not first.is_complete
    second = board(state, {"old_wound/1/1": rolled("d6", 4), "old_wound/1/2": rolled("d6", 1)})
    assert second.end.members[1].misses_next_battle
    assert board(state, {"old_wound/1/1": rolled("d6", 1)}).is_complete


def test_who_misses_the_battle_anyway_is_not_asked() -> None:
    rests = replace(hurt(fighter(1)), pending=(Pending("misses_battle", "battle 6"),))
    assert keys(board(campaign(rests))) == []
    assert keys(board(campaign(replace(hurt(fighter(1)), state="dead")))) == []


def horn(per: str) -> CatalogueItem:
    use = ItemUse.model_validate(
        {
            "id": "blow",
            "moment": "setup",
            "does": "bonus",
            "per": per,
            "effects": [{"op": "modify", "stat": "will", "amount": 1, "ends": "battle"}],
        }
    )
    return CatalogueItem(id="horn", kind="item", name="Horn", uses=(use,))


def book_with_horn(per: str) -> Rulebook:
    book = book_with()
    content = replace(book.content, items={**book.content.items, "horn": horn(per)})
    return replace(book, content=content)


@pytest.mark.parametrize(
    ("per", "counted"),
    [
        ("battle", ()),
        ("campaign", (SpendItem(who="member:1", ref="horn"),)),
        ("once", (LoseItem(who="member:1", ref="horn"),)),
    ],
)
def test_an_item_that_acts_before_a_battle_is_offered_and_counted(
    per: str, counted: tuple[Effect, ...]
) -> None:
    state = campaign(fighter(1, "Wren", carried=["horn"]), fighter(2))
    book = book_with_horn(per)
    open_board = board(state, {}, book)
    assert keys(open_board) == ["use/1/horn/blow"]
    question = open_board.reports[0].question
    assert isinstance(question, Choose)
    assert [option.id for option in question.options] == ["keep", "use"]
    kept = board(state, {"use/1/horn/blow/use": picked("keep")}, book)
    assert kept.effects == ()
    used = board(state, {"use/1/horn/blow/use": picked("use")}, book)
    braver = Modify(who="member:1", stat="will", amount=1, source="Horn, battle 7", ends="battle")
    assert used.effects == (*counted, braver)
    assert used.end.members[2] == state.members[2]


def test_an_item_that_had_its_one_use_is_not_offered_again() -> None:
    member = replace(fighter(1), carried=(Carried("horn", spent=True),))
    assert keys(board(campaign(member), {}, book_with_horn("campaign"))) == []
    both = replace(fighter(1), carried=(Carried("horn", spent=True), Carried("horn")))
    assert keys(board(campaign(both), {}, book_with_horn("campaign"))) == ["use/1/horn/blow"]


def test_what_was_handed_over_is_tried_once() -> None:
    """The Libram tests its bearer as soon as somebody has it, also when it was given by hand."""
    state = campaign(fighter(1, carried=["libram_of_lost_saints"]))
    [key] = keys(board(state))
    assert key == "taken/1/libram_of_lost_saints"
    question = board(state).reports[0].question
    assert question is not None
    failed = board(state, {question.key: rolled("d6", 6)})
    assert failed.is_complete
    noted = [effect for effect in failed.effects if isinstance(effect, AddTrait)]
    assert [(trait.kind, trait.ref) for trait in noted] == [("taken", "libram_of_lost_saints")]
    assert keys(board(apply_effects(state, failed.effects))) == []


@pytest.mark.parametrize("face", [1, 6])
def test_what_is_felt_after_the_battle_is_asked_there_by_itself(face: int) -> None:
    """The relic that was bared at the set-up is tested for in the aftermath, and never in doubt."""
    state = campaign(fighter(1, "Wren", carried=["soot_caked_relic"]), fighter(9, roster_id=RUIN))
    used = board(state, {"use/1/soot_caked_relic/bare/use": picked("use")})
    assert Await(who="member:1", ref="used_in_battle", source="Soot-Caked Relic") in used.effects
    ready = apply_effects(used.end, armed_by_setup(used.end, used.end.rosters, book_with().content))
    record = BattleRecord(7, {1: "drew", RUIN: "drew"}, frozenset({1, 9}))
    ruleset, rules = mordcry(), rules_with()
    fought = apply_effects(ready, ruleset.after_battle_effects(ready, record))
    after = lay_out(lambda s: ruleset.aftermath_plan(s, rules, record), fought, {})
    [gear] = [report for report in after.reports if report.line.stage == "gear"]
    assert isinstance(gear.question, Roll)
    assert "Willpower test" in gear.question.why
    answers: dict[str, Answer] = {gear.question.key: rolled("d6", face)}
    tested = lay_out(lambda s: ruleset.aftermath_plan(s, rules, record), fought, answers)
    [report] = [r for r in tested.reports if r.line.stage == "gear"]
    assert report.status == "done", report.question
    assert tested.end.members[1].carries("soot_caked_relic") == (face == 1)
    assert tested.end.members[1].waiting("used_in_battle") == ()
