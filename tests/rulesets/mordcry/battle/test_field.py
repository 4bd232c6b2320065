"""The lines of a whole set-up that are about the field and the sides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mordcry_app.rules.anchors import known_anchors
from mordcry_app.rules.board import EVERYBODY, LineReport
from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.procedure import Answer, Choose, Question, Roll, Step
from mordcry_app.rules.state import State
from mordcry_app.rulesets.mordcry.setup import STAGES
from tests.rulesets.mordcry.battle.setting_up import (
    answered,
    asks,
    begun,
    board,
    line,
    outcome,
    warbands,
)
from tests.rulesets.mordcry.helpers import (
    RUIN,
    VIGIL,
    book_with,
    campaign,
    d66,
    fighter,
    mordcry,
    picked,
    proposed,
    rolled,
)
from tests.rulesets.mordcry.test_setup import WOUND


def keys(state: State, answers: dict[str, Answer] | None = None) -> list[str]:
    return [report.line.key for report in board(state, answers).reports]


def test_a_whole_set_up_asks_for_all_that_a_battle_needs() -> None:
    assert keys(warbands()) == [
        "terrain", "attacker", "deployment", "victory", "twist", "groups/1", "groups/2",
    ]  # fmt: skip
    done = answered(warbands())
    stages = [report.line.stage for report in done.reports]
    assert [stage for stage in STAGES if stage in stages] == list(dict.fromkeys(stages))
    assert {report.line.rule for report in done.reports} <= known_anchors(mordcry().content)
    assert all(report.outcome and report.outcome.summary for report in done.reports)
    columns = [report.line.roster_id for report in done.reports]
    assert columns == [*[EVERYBODY] * 6, VIGIL, RUIN]
    assert begun(done).facts == {
        "phase": "setup",
        "attacker": VIGIL,
        "deployment": "deployment_1",
        "victory": "five_treasures",
        "last_round": 4,
        "treasures": 5,
        "twist": "calm",
    }


def test_every_question_can_be_answered_in_any_order() -> None:
    """However the dice fall, the board comes to an end and everybody is in one group."""
    for seed in range(60):
        source = SeededRandom(seed)

        def drawn(question: Question, source: SeededRandom = source) -> Answer:
            if isinstance(question, Choose):
                free = [option.id for option in question.options if not option.refused]
                return picked(free[source.face(len(free)) - 1])
            return proposed(question, lambda roll: roll.parsed.roll(source))

        state = warbands(*(7, 11, 4, 9)[: 1 + seed % 4])
        battle = begun(answered(state, answering=drawn))
        assert set(battle.fighters) == set(state.members)
        for found in battle.fighters.values():
            group = found.number("group")
            assert 1 <= group <= 3
            assert found.where == ("table" if group == 1 else "reserve")
            assert found.number("arrives") == (0 if group == 1 else group)
        assert battle.word("victory")
        assert battle.word("twist")
        assert battle.number_of("attacker") in battle.sides


@pytest.mark.parametrize("sides", [0, 1, 3])
def test_any_number_of_warbands_can_be_set_up(sides: int) -> None:
    done = answered(warbands(*[5] * sides) if sides else State({}, {}))
    assert done.is_complete
    groups = [report for report in done.reports if report.line.stage == "groups"]
    assert len(groups) == sides
    if sides == 1:
        asked = [step.question.key for report in done.reports for step in _steps(report)]
        assert not [key for key in asked if key.startswith(("terrain", "attacker"))]
        assert outcome(done, "attacker").summary == "The Ashen Vigil attacks"
        assert begun(done).number_of("attacker") == 1


def _steps(report: LineReport) -> tuple[Step, ...]:
    return report.progress.steps if report.progress else ()


# -------------------------------------------------------------------------------------- terrain


def test_the_highest_of_a_roll_off_places_first_and_ties_roll_again() -> None:
    question = asks(board(warbands()), "terrain")
    assert isinstance(question, Roll)
    assert question.dice == "2d6"
    assert question.why.endswith("The Ashen Vigil, then Rust & Ruin")
    for faces, winner in (((2, 5), "Rust & Ruin"), ((6, 5), "The Ashen Vigil")):
        done = board(warbands(), {"terrain/roll/1": rolled("2d6", *faces)})
        assert outcome(done, "terrain").summary.startswith(f"{winner} places the first piece")
    tied = {"terrain/roll/1": rolled("2d6", 4, 4)}
    again = asks(board(warbands(), tied), "terrain")
    assert (again.key, again.why[:6]) == ("terrain/roll/2", "A tie.")
    done = board(warbands(), {**tied, "terrain/roll/2": rolled("2d6", 1, 3)})
    assert outcome(done, "terrain").summary.startswith("Rust & Ruin")


def test_only_those_who_tie_for_the_most_roll_again() -> None:
    state = warbands(3, 3, 3)
    tied: dict[str, Answer] = {"terrain/roll/1": rolled("3d6", 5, 2, 5)}
    again = asks(board(state, tied), "terrain")
    assert isinstance(again, Roll)
    assert again.dice == "2d6"
    assert again.why.endswith("The Ashen Vigil, then The Third")
    done = board(state, {**tied, "terrain/roll/2": rolled("2d6", 1, 2)})
    assert outcome(done, "terrain").summary.startswith("The Third places")


@pytest.mark.parametrize(
    ("rule", "value", "said"),
    [
        ("board_width", 48, "on 48″ × 22″"),
        ("board_depth", 44, "on 30″ × 44″"),
        ("terrain_pieces", 12, "12 in all"),
        ("board_width", 30, "8 in all on 30″ × 22″, 2 or more in each quarter, 4″ from every edge"),
    ],
)
def test_the_table_has_the_size_and_the_terrain_of_the_house_rules(
    rule: str, value: int, said: str
) -> None:
    done = answered(warbands(), book=book_with(**{rule: value}))
    assert said in outcome(done, "terrain").summary
    assert str(value) in line(done, "terrain").line.hint


# ------------------------------------------------------------------------- attacker and defender


@pytest.mark.parametrize(("pick", "attacker"), [(RUIN, RUIN), (VIGIL, VIGIL)])
def test_the_winner_of_the_roll_off_picks(pick: int, attacker: int) -> None:
    roll: dict[str, Answer] = {"attacker/roll/1": rolled("2d6", 1, 6)}
    question = asks(board(warbands(), roll), "attacker")
    assert isinstance(question, Choose)
    assert [(o.id, o.label) for o in question.options] == [
        (str(RUIN), "Rust & Ruin attacks"),
        (str(VIGIL), "Rust & Ruin defends"),
    ]
    done = answered(warbands(), {**roll, "attacker/pick": picked(str(pick))})
    assert begun(done).number_of("attacker") == attacker
    names = ["The Ashen Vigil", "Rust & Ruin"]
    summary = f"{names[attacker - 1]} attacks, {names[2 - attacker]} defends"
    assert outcome(done, "attacker").summary == summary


def test_the_winner_of_the_roll_off_attacks() -> None:
    book = book_with(attacker="roll_off_attacks")
    done = board(warbands(), {"attacker/roll/1": rolled("2d6", 1, 6)}, book)
    assert outcome(done, "attacker").summary == "Rust & Ruin attacks, The Ashen Vigil defends"


def test_the_weaker_warband_picks_and_equals_roll_off() -> None:
    book = book_with(attacker="weaker_picks")
    unequal = asks(board(warbands(5, 4), {}, book), "attacker")
    assert isinstance(unequal, Choose)
    assert unequal.options[0].label == "Rust & Ruin attacks"
    equal = asks(board(warbands(4, 4), {}, book), "attacker")
    assert isinstance(equal, Roll)
    heads = book_with(attacker="weaker_picks", fighter_points="heads")
    others = campaign(
        fighter(11, archetype="captain"), fighter(21, roster_id=RUIN), fighter(22, roster_id=RUIN)
    )
    richer, more = (
        asks(board(others, {}, book), "attacker"),
        asks(board(others, {}, heads), "attacker"),
    )
    assert isinstance(richer, Choose)
    assert isinstance(more, Choose)
    assert richer.options[0].label == "Rust & Ruin attacks"
    assert more.options[0].label == "The Ashen Vigil attacks"


def test_who_misses_the_battle_adds_no_points() -> None:
    """Whom an old wound keeps away does not count, so the points wait for it."""
    book = book_with(attacker="weaker_picks")
    hurt = fighter(201, roster_id=RUIN)
    hurt = replace(hurt, traits=(*hurt.traits, WOUND))
    state = campaign(fighter(101), hurt, fighter(202, roster_id=RUIN))
    waiting = line(board(state, {}, book), "attacker")
    assert waiting.status == "waiting"
    for face, asked_for in ((1, Roll), (6, Choose)):
        found = board(state, {"old_wound/201/1": rolled("d6", face)}, book)
        assert isinstance(asks(found, "attacker"), asked_for)


def test_of_three_warbands_the_winner_says_who_attacks() -> None:
    state = warbands(3, 3, 3)
    roll: dict[str, Answer] = {"attacker/roll/1": rolled("3d6", 1, 6, 2)}
    question = asks(board(state, roll), "attacker")
    assert isinstance(question, Choose)
    assert [option.label for option in question.options] == [
        "Rust & Ruin attacks", "The Ashen Vigil attacks", "The Third attacks",
    ]  # fmt: skip
    done = board(state, {**roll, "attacker/pick": picked("3")})
    summary = "The Third attacks, The Ashen Vigil and Rust & Ruin defend"
    assert outcome(done, "attacker").summary == summary


# --------------------------------------------------------------------- placing, and territories


FIVE = (
    "Rust & Ruin puts the first of five treasures within 1″ of the centre; then The Ashen Vigil "
    "and Rust & Ruin take turns with the other four, within 5″ of the centre and more than 3″ "
    "from each other"
)
ONE = "Rust & Ruin puts the treasure within 1″ of the centre"
AWAKENING = (
    "Rust & Ruin puts objective 1 within 1″ of the centre, then objectives 2 to 5 within 1″ of "
    "the centre of a quarter: top left, top right, bottom left, bottom right"
)
VANISHING = (
    "Rust & Ruin puts objective 1 within 1″ of the centre; then The Ashen Vigil and Rust & Ruin "
    "take turns with objectives 2 and 3 on the floor, within 9″ of the centre and more than 6″ "
    "apart"
)


@pytest.mark.parametrize(
    ("total", "said"), [(11, FIVE), (14, ONE), (23, ONE), (54, AWAKENING), (61, VANISHING)]
)
def test_it_is_said_who_places_what_and_where(total: int, said: str) -> None:
    done = answered(warbands(), {"victory/1": d66(total)})
    assert begun(done).number_of("attacker") == VIGIL
    assert outcome(done, "placing").summary == said


def test_who_places_waits_for_the_attacker() -> None:
    assert line(board(warbands(), {"victory/1": d66(11)}), "placing").status == "waiting"
    assert "placing" not in keys(warbands(), {"victory/1": d66(24)})


def test_each_side_picks_an_edge_of_its_own_the_defender_first() -> None:
    answers: dict[str, Answer] = {
        "victory/1": d66(34),
        "attacker/roll/1": rolled("2d6", 6, 1),
        "attacker/pick": picked(str(VIGIL)),
    }
    found = board(warbands(), answers)
    assert [k for k in keys(warbands(), answers) if "territory" in k] == [
        "territory/2",
        "territory/1",
    ]
    assert line(found, "territory/1").status == "waiting"
    answers["territory/2/edge"] = picked("south")
    question = asks(board(warbands(), answers), "territory/1")
    assert isinstance(question, Choose)
    assert [o.id for o in question.options if not o.refused] == ["north", "east", "west"]
    taken = question.option("south")
    assert taken is not None
    assert taken.refused == "That edge is Rust & Ruin’s."
    battle = begun(board(warbands(), {**answers, "territory/1/edge": picked("north")}))
    assert [battle.sides[side].word("edge") for side in (VIGIL, RUIN)] == ["north", "south"]


def test_an_edge_that_was_taken_is_asked_anew_when_sides_change() -> None:
    """A corrected answer leaves no two sides at one edge."""
    answers: dict[str, Answer] = {
        "victory/1": d66(34),
        "attacker/roll/1": rolled("2d6", 6, 1),
        "attacker/pick": picked(str(VIGIL)),
        "territory/2/edge": picked("south"),
        "territory/1/edge": picked("north"),
    }
    assert line(board(warbands(), answers), "territory/1").status == "done"
    answers["territory/2/edge"] = picked("north")
    found = line(board(warbands(), answers), "territory/1")
    assert found.status == "open"
    assert found.progress is not None
    assert found.progress.refused == "That edge is Rust & Ruin’s."
