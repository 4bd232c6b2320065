"""Who joins a warband after a battle, on what terms, and with what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from mordcry_app.rules.board import Board
from mordcry_app.rules.effects import Lose
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import (
    Answer,
    Ask,
    Choose,
    Procedure,
    TextAnswer,
    every_branch,
    misfit,
)
from mordcry_app.rules.ruleset import BattleRecord
from mordcry_app.rules.state import Member, State
from mordcry_app.rulesets.mordcry.recruits import recruit, replacement, room
from tests.rulesets.mordcry.helpers import (
    BASE,
    RUIN,
    VIGIL,
    aftermath,
    asked,
    book_with,
    campaign,
    fighter,
    finished,
    mordcry,
    picked,
    rolled,
    rules_with,
    value,
)

KEY = "recruit/1/1"
WHO, NAME = f"{KEY}/who", f"{KEY}/name"


def band(*kinds: str, crowns: int = 100) -> State:
    members = [fighter(n, f"Fighter {n}", archetype=kind) for n, kind in enumerate(kinds, 1)]
    rival = fighter(90, "Orla", roster_id=RUIN)
    return campaign(*members, rival, crowns={VIGIL: crowns, RUIN: 7})


def joining(state: State, **chosen: str | int) -> Callable[[], Procedure]:
    book = book_with(**chosen)
    return lambda: replacement(book, state, VIGIL, 6, KEY)


def options(state: State, **chosen: str | int) -> dict[str, tuple[str, str]]:
    question = asked(joining(state, **chosen), {})
    assert isinstance(question, Choose)
    return {option.id: (option.label, option.refused) for option in question.options}


def joined(state: State, kind: str, name: str, **chosen: str | int) -> tuple[State, Member]:
    answers: dict[str, Answer] = {WHO: picked(kind), NAME: TextAnswer(text=name)}
    outcome = finished(joining(state, **chosen), answers)
    after = apply_effects(state, outcome.effects)
    assert after.next_member == state.next_member + 1
    return after, after.members[state.next_member]


def test_a_youngblood_for_nothing_by_default() -> None:
    assert options(band("captain")) == {
        "none": ("Nobody joins", ""),
        "youngblood": ("A Youngblood joins", ""),
    }


def test_nobody_joins() -> None:
    outcome = finished(joining(band("captain")), {WHO: picked("none")})
    assert (outcome.effects, outcome.story) == ((), ())


def test_a_youngblood_joins() -> None:
    state = band("captain")
    after, new = joined(state, "youngblood", "  Ilse   of\tthe Mill ")
    assert new.name == "Ilse of the Mill"
    assert (new.archetype, new.roster_id, new.state, new.tags) == (
        "youngblood",
        VIGIL,
        "active",
        frozenset(),
    )
    assert {stat: value(new, stat) for stat in BASE} == BASE
    assert new.resources == {}
    assert after.rosters == state.rosters
    for member_id, member in state.members.items():
        assert after.members[member_id] == member


def test_the_story_and_a_fighter_without_a_name() -> None:
    state = band("captain")
    named = {WHO: picked("youngblood"), NAME: TextAnswer(text="Ilse")}
    assert finished(joining(state), named).story == (
        "Ilse, a Youngblood, joined The Ashen Vigil after battle 6.",
    )
    unnamed = {WHO: picked("youngblood"), NAME: TextAnswer(text=" ")}
    assert finished(joining(state), unnamed).story == (
        "A Youngblood without a name yet joined The Ashen Vigil after battle 6.",
    )


def test_the_name_is_asked_and_may_be_left_empty() -> None:
    question = asked(joining(band("captain")), {WHO: picked("youngblood")})
    assert isinstance(question, Ask)
    assert (question.key, question.why, question.proposed) == (
        NAME,
        "What is the new Youngblood called?",
        "",
    )
    assert not misfit(question, TextAnswer(text=""))
    assert misfit(question, TextAnswer(text="x" * 201))


def test_a_price() -> None:
    state = band("captain", crowns=40)
    assert options(state, recruit_price=40)["youngblood"] == (
        "A Youngblood joins for 40 crowns",
        "",
    )
    after, _ = joined(state, "youngblood", "Ilse", recruit_price=40)
    assert after.rosters[VIGIL].amount("crowns") == 0
    answers: dict[str, Answer] = {WHO: picked("youngblood"), NAME: TextAnswer(text="")}
    bill = finished(joining(state, recruit_price=40), answers).effects[-1]
    assert isinstance(bill, Lose)
    assert bill.reason == "Recruited a Youngblood, after battle 6"
    short = options(band("captain", crowns=39), recruit_price=40)
    assert short["youngblood"][1] == "The Ashen Vigil has 39 crowns."
    assert short["none"][1] == ""


def test_who_can_be_recruited() -> None:
    everybody = ["none", "youngblood", "warrior", "champion", "captain"]
    assert list(options(band("captain"), recruit_archetype="warrior")) == everybody[:3]
    found = options(band("captain"), recruit_archetype="any")
    assert list(found) == everybody
    assert found["captain"][1] == "The Ashen Vigil has a Captain already."
    assert found["champion"][1] == ""
    lost = options(band("warrior"), recruit_archetype="any")
    assert lost["captain"][1] == ""


@pytest.mark.parametrize("kind", ["youngblood", "warrior", "champion", "captain"])
@pytest.mark.parametrize("training", ["printed", "rolled"])
def test_a_recruit_is_like_one_by_hand(kind: str, training: str) -> None:
    chosen = {"recruit_archetype": "any", "experienced_recruits": training, "recruits_at": 20}
    _, new = joined(band("warrior"), kind, "Ilse", **chosen)
    rules = rules_with(**chosen)
    by_hand = mordcry().recruit(kind, rules)
    assert by_hand.stats == new.stats
    archetype = mordcry().content.archetypes[kind]
    assert recruit(archetype, mordcry().content, rules) == by_hand
    assert new.amount("xp") == (20 if kind == "youngblood" else archetype.xp)
    due = mordcry().advance_progress(new, rules).due
    assert bool(due) == (kind == "youngblood" or training == "rolled")


def test_every_branch_ends_with_nobody_or_one_more() -> None:
    state = band("warrior", crowns=5)
    for branch in every_branch(joining(state, recruit_archetype="any", recruit_price=5)):
        after = apply_effects(state, branch.outcome.effects)
        assert len(after.members) - len(state.members) in (0, 1)
        assert after.rosters[VIGIL].amount("crowns") in (0, 5)
        assert after.rosters[RUIN] == state.rosters[RUIN]


# ---------------------------------------------------------------------------- on the board


RECORD = BattleRecord(6, {VIGIL: "won"}, frozenset({1, 2}))


def board(state: State, answers: Mapping[str, Answer], **chosen: str | int) -> Board:
    return aftermath(state, RECORD, answers, **chosen)


def recruiting(found: Board) -> dict[str, str]:
    return {
        report.line.key: report.status
        for report in found.reports
        if report.line.stage == "replacements"
    }


def test_lines_come_one_after_the_other_up_to_the_limit() -> None:
    state = band("captain", "warrior")
    income: dict[str, Answer] = {"income/1/roll": rolled("2d6*10", 1, 1)}
    assert recruiting(board(state, {}, most_fighters=4)) == {"recruit/1/1": "waiting"}
    assert recruiting(board(state, income, most_fighters=4)) == {"recruit/1/1": "open"}
    first = {**income, WHO: picked("youngblood"), NAME: TextAnswer(text="Ann")}
    found = board(state, first, most_fighters=4)
    assert recruiting(found) == {"recruit/1/1": "done", "recruit/1/2": "open"}
    assert found.reports[-1].line.stage == "exploration"
    second = {
        **first,
        "recruit/1/2/who": picked("youngblood"),
        "recruit/1/2/name": TextAnswer(text="Bet"),
    }
    found = board(state, second, most_fighters=4)
    assert recruiting(found) == {"recruit/1/1": "done", "recruit/1/2": "done"}
    names = [member.name for member in found.end.active(VIGIL)]
    assert names == ["Fighter 1", "Fighter 2", "Ann", "Bet"]
    nobody = board(state, {**income, WHO: picked("none")}, most_fighters=4)
    assert recruiting(nobody) == {"recruit/1/1": "done"}


def test_a_full_warband_takes_nobody_on() -> None:
    assert recruiting(board(band("captain", "warrior"), {}, most_fighters=2)) == {}


def test_beasts_take_no_place() -> None:
    state = band("captain", "warrior", "warrior")
    hound = replace(state.members[3], tags=frozenset({"beast"}))
    rules = rules_with(most_fighters=2)
    assert room(state, VIGIL, rules) == 0
    assert room(state.with_member(hound), VIGIL, rules_with(most_fighters=3)) == 1
    mordcry().check_roster(state.with_member(hound), VIGIL, rules)


def test_who_has_just_joined_explores_nothing() -> None:
    state = band("captain", "warrior")
    answers: dict[str, Answer] = {
        "income/1/roll": rolled("2d6*10", 1, 1),
        WHO: picked("youngblood"),
        NAME: TextAnswer(text="Ann"),
    }
    keys = [report.line.key for report in board(state, answers).reports]
    assert [key for key in keys if key.startswith("exploration")] == [
        "exploration/1",
        "exploration/2",
    ]
