"""What is drawn for a battle: deployment, victory condition and twist, outcome by outcome."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from mordcry_app.paths import resources_folder
from mordcry_app.rules.battle_effects import Fact, SetFact
from mordcry_app.rules.content_folder import HouseRow
from mordcry_app.rules.effects import Gain, Modify, Story
from mordcry_app.rules.procedure import Answer, Choose, Roll
from mordcry_app.rules.ruleset import build_ruleset
from mordcry_app.rules.schema import ContentError
from mordcry_app.rules.state import Pending, State
from mordcry_app.rulesets.mordcry.battle.stakes import FOGGY, VICTORY, Stakes, stakes_of
from mordcry_app.rulesets.mordcry.engine import Mordcry
from mordcry_app.rulesets.mordcry.rulebook import Rulebook
from tests.rulesets.mordcry.battle.setting_up import (
    answered,
    asks,
    begun,
    board,
    decided,
    line,
    outcome,
    warbands,
)
from tests.rulesets.mordcry.helpers import (
    RUIN,
    VIGIL,
    book_with,
    d66,
    mordcry,
    picked,
    rolled,
    rules_with,
)

# -------------------------------------------------------------------------------------- tables

VICTORY_ROWS: dict[str, tuple[str, dict[str, Fact]]] = {
    "five_treasures": ("5 1 4 5 3 4", {"treasures": 5, "last_round": 4}),
    "heavy_treasure": ("1 1 D6 4 3", {"treasures": 1, "last_round": 4}),
    "growing_treasure": ("1 1 D6 6 D3 1 3 4", {"treasures": 1, "last_round": 4}),
    "quarters": ("4 1", {"last_round": 4}),
    "platforms": ("2 1 4", {"last_round": 4}),
    "breakthrough": ("1 4", {"last_round": 4}),
    "blood_tally": ("1 4", {"last_round": 4}),
    "leaders": ("4", {"last_round": 10, "is_capped": 1}),
    "bloodmarked": ("4 4", {"last_round": 10, "is_capped": 1}),
    "awakening": (
        "5 1 1 1 4",
        {"objectives": (1, 2, 3, 4, 5), "held": (0,) * 5, "awake": (1,), "last_round": 4},
    ),
    "vanishing_objectives": (
        "3 1 9 6 1 2 4",
        {"objectives": (1, 2, 3), "held": (0, 0, 0), "last_round": 4},
    ),
    "late_objective": ("2 D6 1 1 2 3 4 5 6 4", {"last_round": 4}),
}
"""The rows in order: the numbers of the rules, and what is known when the battle starts."""

TWIST_ROWS: dict[str, str] = {
    "calm": "",
    "late_reserves": "D6 1",
    "flanking_reserves": "1 D6 6 3 5",
    "fog_lifts": "4 2 D6",
    "weary": "−1",
    "fog_stays": "4",
    "grim_tally": "1",
    "inspired": "",
    "stragglers": "3 D6 1 6 6",
    "heavy_going": "−1",
    "lightning": "2D6 1 10 2D6",
    "shards": "3 1",
}

OUTCOMES = [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]
"""What a D66 can show."""

_WORDS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}
_NUMBER = re.compile(r"[0-9]*D[0-9]+|−?[0-9]+")


def numbers_in(text: str) -> set[str]:
    """Return every number of a text, dice included, and those that are written as words."""
    words = {_WORDS[word] for word in re.findall(r"[a-z]+", text.lower()) if word in _WORDS}
    return set(_NUMBER.findall(text)) | words


@pytest.mark.parametrize(
    ("table_id", "rows"), [("victory", list(VICTORY_ROWS)), ("twist", list(TWIST_ROWS))]
)
def test_every_outcome_of_a_d66_has_the_row_of_the_rules(table_id: str, rows: list[str]) -> None:
    table = mordcry().content.tables[table_id]
    assert [table.row_for(total).id for total in OUTCOMES] == [row for row in rows for _ in "abc"]
    assert [chance for _, chance in table.chances()] == [Fraction(1, 12)] * 12


def test_the_rows_have_the_numbers_of_the_rules() -> None:
    tables = mordcry().content.tables
    printed = {row: numbers for row, (numbers, _) in VICTORY_ROWS.items()}
    for table, rows in (("victory", printed), ("twist", TWIST_ROWS)):
        for row_id, numbers in rows.items():
            missing = set(numbers.split()) - numbers_in(tables[table].row(row_id).text)
            assert not missing, (row_id, missing)


@pytest.mark.parametrize("table", ["victory", "twist"])
def test_no_row_is_only_text(table: str) -> None:
    stories: set[str] = set()
    for row in mordcry().content.tables[table].rows:
        [story] = row.effects
        assert isinstance(story, Story)
        assert story.who == "roster"
        stories.add(story.text)
    assert len(stories) == 12


@pytest.mark.parametrize("total", OUTCOMES)
def test_every_outcome_of_the_victory_table(total: int) -> None:
    row = mordcry().content.tables["victory"].row_for(total)
    done = answered(warbands(), {"victory/1": d66(total)})
    found = outcome(done, "victory")
    facts = dict(begun(done).facts)
    for other in ("phase", "attacker", "deployment", "twist"):
        del facts[other]
    assert facts == {"victory": row.id, **VICTORY_ROWS[row.id][1]}
    assert found.summary == f"{row.name}. {row.text}"
    assert len(found.story) == 1
    assert found.effects == ()


@pytest.mark.parametrize("total", OUTCOMES)
def test_every_outcome_of_the_twist_table(total: int) -> None:
    row = mordcry().content.tables["twist"].row_for(total)
    done = answered(warbands(), {"twist/roll": d66(total)})
    battle = begun(done)
    assert battle.word("twist") == row.id
    assert battle.number_of("is_foggy") == (row.id in ("fog_lifts", "fog_stays"))
    assert outcome(done, "twist").summary == f"{row.name}. {row.text}"
    assert len(outcome(done, "twist").story) == 1


def test_the_code_knows_every_row() -> None:
    assert list(VICTORY) == list(VICTORY_ROWS)
    assert set(TWIST_ROWS) > FOGGY


def test_a_row_is_chosen_by_typing_its_dice() -> None:
    for key in ("deployment", "victory", "twist"):
        question = asks(board(warbands()), key)
        assert isinstance(question, Roll)
        assert question.why.endswith("Roll, or type the dice of the row that you want")
        assert sum(share for _, share in question.chances) == 1


def test_a_condition_of_the_group_is_played_over_the_usual_rounds() -> None:
    row = HouseRow(
        "row:victory",
        "our_own",
        {"on": "11–13", "name": "Our own", "text": "As agreed.", "effects": []},
    )
    gone = HouseRow("row:victory", "five_treasures", {"on": "11–13", "name": "x", "text": "y"})
    with pytest.raises(ContentError, match="covered by"):
        own_rows(row, gone)
    named = HouseRow(
        "row:victory",
        "five_treasures",
        {"on": "11–13", "name": "Six chests", "text": "As agreed.", "effects": []},
    )
    done = answered(warbands(), {"victory/1": d66(11)}, own_rows(named))
    assert outcome(done, "victory").summary == "Six chests. As agreed."
    assert begun(done).number_of("treasures") == 5
    assert stakes_of("our_own") == Stakes()


def test_what_was_decided_is_all_about_the_battle() -> None:
    done = answered(warbands())
    assert done.effects == ()
    assert done.end == warbands()
    about = [effect.who for effect in decided(done) if isinstance(effect, SetFact)]
    assert about.count("battle") == 6
    assert [about.count(f"side:{side}") for side in (VIGIL, RUIN)] == [1, 1]
    assert len({who for who in about if who.startswith("fighter:")}) == 20


# ---------------------------------------------------------------------------------- deployment


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_picks_the_deployment(face: int) -> None:
    done = board(warbands(), {"deployment/roll": rolled("d6", face)})
    found = outcome(done, "deployment")
    assert begun(done).word("deployment") == f"deployment_{face}"
    assert found.summary.startswith("Opposite edges.")
    assert found.story == ("The warbands set up at opposite edges.",)


def test_without_a_table_it_is_always_opposite_edges() -> None:
    done = board(warbands(), {}, book_with(deployment="opposite_edges"))
    assert outcome(done, "deployment").summary.startswith("Opposite edges")
    assert begun(done).word("deployment") == "opposite_edges"


def with_map(state: State, *sides: int) -> State:
    for side in sides:
        roster = state.rosters[side]
        waiting = (*roster.pending, Pending("deployment_choice", "A map"))
        state = state.with_roster(replace(roster, pending=waiting))
    return state


def own_rows(*rows: HouseRow) -> Rulebook:
    loaded = build_ruleset(resources_folder() / "rulesets", "mordcry", rows).ruleset
    assert isinstance(loaded, Mordcry)
    return loaded.rulebook(rules_with())


CORNERS = HouseRow(
    "row:deployment",
    "deployment_2",
    {
        "on": "2",
        "name": "Corners",
        "text": "In two corners.",
        "effects": [
            {"op": "story", "who": "roster", "text": "They came from the corners."},
            {"op": "gain", "who": "roster", "resource": "crowns", "amount": 5, "reason": "Camps"},
            {"op": "modify", "who": "all", "stat": "m", "amount": 1, "ends": "battle"},
        ],
    },
)


def test_a_warband_with_a_map_picks_instead_of_rolling() -> None:
    state = with_map(warbands(3, 3), RUIN)
    book = own_rows(CORNERS)
    question = asks(board(state, {}, book), "deployment")
    assert isinstance(question, Choose)
    assert question.why == "Rust & Ruin picks the deployment"
    assert [(o.id, o.label) for o in question.options] == [
        ("deployment_1", "Opposite edges"),
        ("deployment_2", "Corners"),
    ]
    done = board(state, {"deployment/pick": picked("deployment_2")}, book)
    assert begun(done, book).word("deployment") == "deployment_2"


def test_a_map_of_a_table_that_says_only_one_thing_asks_nothing() -> None:
    for owners in ((VIGIL,), (VIGIL, RUIN)):
        done = board(with_map(warbands(3, 3), *owners))
        assert outcome(done, "deployment").summary.startswith("Opposite edges")


def test_of_two_maps_the_winner_of_a_roll_off_counts() -> None:
    state, book = with_map(warbands(3, 3), VIGIL, RUIN), own_rows(CORNERS)
    assert asks(board(state, {}, book), "deployment").key == "deployment/chooser/1"
    hint = line(board(state, {}, book), "deployment").line.hint
    assert hint == "several have a map: a roll-off for whose counts"
    roll: dict[str, Answer] = {"deployment/chooser/1": rolled("2d6", 2, 3)}
    assert asks(board(state, roll, book), "deployment").why == "Rust & Ruin picks the deployment"


def test_a_row_of_the_group_does_to_every_warband_what_it_says() -> None:
    state, book = warbands(2, 1), own_rows(CORNERS)
    done = board(state, {"deployment/roll": rolled("d6", 2)}, book)
    found = outcome(done, "deployment")
    assert found.story == ("They came from the corners.",)
    assert not any(isinstance(effect, Story) for effect in found.effects)
    gains = [e for e in found.effects if isinstance(e, Gain)]
    assert [(e.who, e.amount) for e in gains] == [("roster:1", 5), ("roster:2", 5)]
    faster = [e for e in found.effects if isinstance(e, Modify)]
    assert [(e.who, e.source) for e in faster] == [
        (f"member:{member}", "Corners, battle 7") for member in (100, 101, 200)
    ]
    assert done.end.rosters[VIGIL].amount("crowns") == 5


# ------------------------------------------------------------------------------------- victory


def test_a_condition_without_a_round_limit_is_capped_by_the_house_rule() -> None:
    for total in (44, 53):
        done = answered(warbands(), {"victory/1": d66(total)}, book_with(endless_battles=14))
        battle = begun(done)
        assert (battle.number_of("last_round"), battle.number_of("is_capped")) == (14, 1)
    limited = begun(answered(warbands(), {"victory/1": d66(41)}, book_with(endless_battles=14)))
    assert (limited.number_of("last_round"), limited.number_of("is_capped")) == (4, 0)


def test_high_ground_needs_a_platform_or_is_drawn_again() -> None:
    high: dict[str, Answer] = {"victory/1": d66(32)}
    question = asks(board(warbands(), high), "victory")
    assert isinstance(question, Choose)
    there = answered(warbands(), {**high, "victory/1/platform": picked("stands")})
    assert begun(there).word("victory") == "platforms"
    flat: dict[str, Answer] = {**high, "victory/1/platform": picked("none")}
    assert asks(board(warbands(), flat), "victory").key == "victory/2"
    # Drawn once more, it is known that there is none.
    flat["victory/2"] = d66(33)
    assert asks(board(warbands(), flat), "victory").key == "victory/3"
    done = board(warbands(), {**flat, "victory/3": d66(26)})
    assert begun(done).word("victory") == "quarters"
