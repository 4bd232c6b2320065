"""Playing without a player: battles that could have been, and answers that questions allow."""

from __future__ import annotations

from collections import Counter

import pytest

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.procedure import (
    Ask,
    ChoiceAnswer,
    Choose,
    Option,
    Roll,
    RollAnswer,
    Share,
    Spread,
    SpreadAnswer,
    TextAnswer,
    misfit,
)
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import boards
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.answering import answered, new_answers
from mordcry_app.services.autoplay import automatic_answer, drawn, play_board, random_battle
from mordcry_app.services.battle_entries import check_entry
from mordcry_app.services.battles import record_battle
from mordcry_app.services.board_layout import open_board
from mordcry_app.services.board_view import board_view
from mordcry_app.services.history import history_view
from mordcry_app.services.reading import campaign_view, rolls_view
from mordcry_app.services.state_reader import current_state
from tests.services.worlds import copy_of, dump, fight, ids_by_name, operations


class Fixed:
    """A source that always shows the same face, as far as a die has it."""

    def __init__(self, face: int) -> None:
        self._face = face

    def face(self, sides: int) -> int:
        return min(self._face, sides)


def options(*ids: str, refused: tuple[str, ...] = ()) -> Choose:
    """Return a choice with these options."""
    return Choose(
        "line/choice",
        tuple(Option(i, i.capitalize(), "", "Not now." if i in refused else "") for i in ids),
        "Which?",
    )


def picks(question: Choose, times: int = 400) -> Counter[str]:
    """Return how often each option is picked."""
    source = SeededRandom(5)
    answers = [automatic_answer(question, source) for _ in range(times)]
    assert all(not misfit(question, answer) for answer in answers)
    return Counter(answer.option for answer in answers if isinstance(answer, ChoiceAnswer))


def test_an_option_that_leaves_things_is_taken_every_other_time():
    found = picks(options("keep", "spend", "gamble"))
    assert 160 < found["keep"] < 240
    assert found["spend"] > 70
    assert found["gamble"] > 70


def test_without_such_an_option_all_are_alike():
    found = picks(options("north", "keep", "south"))
    assert all(90 < found[name] < 180 for name in ("north", "keep", "south"))


def test_a_refused_option_is_never_taken():
    assert set(picks(options("keep", "spend", "gamble", refused=("keep",)))) == {"spend", "gamble"}
    assert set(picks(options("keep", "spend", refused=("spend",)))) == {"keep"}


def test_a_choice_with_no_way_out_is_a_fault():
    with pytest.raises(RuntimeError, match="line/choice"):
        automatic_answer(options("one", "two", refused=("one", "two")), Fixed(1))


def test_dice_amounts_and_texts():
    roll = automatic_answer(Roll("r", "2d6*10", "Income"), SeededRandom(1))
    assert isinstance(roll, RollAnswer)
    assert not roll.typed
    spread = Spread("s", 25, (Share("4", "Odo", 30, 20), Share("7", "Gero", 9, 5)), "Who pays?")
    assert automatic_answer(spread, Fixed(1)) == SpreadAnswer(amounts={"4": 20, "7": 5})
    assert automatic_answer(Ask("n", "Name?", "Ulf"), Fixed(1)) == TextAnswer(text="Ulf")


def test_drawn_goes_by_weight():
    source = SeededRandom(3)
    found = Counter(drawn({1: 1, 2: 3}, source) for _ in range(400))
    assert 70 < found[1] < 130
    assert [drawn({4: 2, 9: 5}, Fixed(face)) for face in range(1, 8)] == [4, 4, 9, 9, 9, 9, 9]


def test_every_random_battle_can_be_recorded(file):
    edits.retire(file, ids_by_name(file)["Odo"], "left")
    edits.mark_dead(file, ids_by_name(file)["Gero"], reason="fell")
    results: Counter[str] = Counter()
    out = 0
    with file.reading() as connection:
        state = current_state(file, connection)
    for seed in range(150):
        entry = random_battle(file, SeededRandom(seed))
        check_entry(state, file.ruleset, entry)
        results.update(side.result for side in entry.sides)
        out += sum(len(side.out_by) for side in entry.sides)
        for side in entry.sides:
            assert not side.holders & side.out_by.keys()
            assert len(side.holders) <= side.objectives + side.treasures
    assert results["won"] > 100
    assert min(results["lost"], results["drew"], results["retreated"]) > 10
    assert 2 < out / 150 < 8


def test_the_stronger_warband_wins_more_often(file):
    for name in ("Anselm", "Berta", "Cuno"):
        edits.adjust_resource(file, "xp", 400, "veterans", member_id=ids_by_name(file)[name])
    sides = [random_battle(file, SeededRandom(seed)).sides for seed in range(120)]
    won = Counter(number for side in sides for number in (0, 1) if side[number].result == "won")
    assert won[0] > 2 * won[1]


def test_the_same_seed_draws_the_same_battle(file):
    assert random_battle(file, SeededRandom("a")) == random_battle(file, SeededRandom("a"))
    assert random_battle(file, SeededRandom("a")) != random_battle(file, SeededRandom("b"))


def test_a_warband_without_anybody_does_not_win(file):
    ruin = campaign_view(file).rosters[1]
    for member in ruin.members:
        edits.retire(file, member.id, "gone")
    for seed in range(20):
        vigil, other = random_battle(file, SeededRandom(seed)).sides
        assert (vigil.result, other.result) == ("won", "lost")
        assert vigil.out_by == {}
        assert other.objectives == other.treasures == 0


def test_with_nobody_at_all_the_battle_cannot_be_recorded(file):
    for roster in campaign_view(file).rosters:
        for member in roster.members:
            edits.retire(file, member.id, "gone")
    entry = random_battle(file, SeededRandom(1))
    assert [side.result for side in entry.sides] == ["drew", "drew"]
    with pytest.raises(Refusal, match="Nobody took part"):
        record_battle(file, entry)


def test_a_board_is_played_as_one_operation(file):
    _, draft = fight(file, {"Odo": "Anselm", "Gero": "Krato"})
    before = len(history_view(file).operations)
    board = play_board(file, draft, SeededRandom(4))
    assert board.is_complete
    assert board_view(file, draft).is_complete
    assert len(history_view(file).operations) == before + 1
    rolls = [step for r in board.reports if r.progress for step in r.progress.steps]
    rolls = [step for step in rolls if isinstance(step.answer, RollAnswer)]
    assert len(rolls_view(file)) == len(rolls)
    boards.finish(file, draft)


def test_the_same_seed_plays_the_same_board(path, tmp_path):
    from mordcry_app.services.campaign_file import open_campaign

    dumps = []
    for name in ("one.mordcry", "two.mordcry"):
        copy = copy_of(path, tmp_path, name)
        with open_campaign(copy) as file:
            _, draft = fight(file, {"Odo": "Anselm", "Gero": "Krato", "Nele": None})
            play_board(file, draft, SeededRandom(9))
            boards.finish(file, draft)
        dumps.append({name: _timeless(rows) for name, rows in dump(copy).items()})
    assert dumps[0] == dumps[1]


def _timeless(rows: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Return rows without their times, which differ from run to run."""
    return [tuple(v for v in row if not (isinstance(v, str) and v.endswith("Z"))) for row in rows]


def test_a_board_that_is_answered_already_stays_as_it_is(file):
    _, draft = fight(file)
    play_board(file, draft, SeededRandom(1))
    before = operations(file.path)
    play_board(file, draft, SeededRandom(2))
    assert operations(file.path) == before


def test_what_is_left_open_stays_open(file):
    _, draft = fight(file, {"Odo": "Anselm"})
    with file.reading() as connection:
        start = open_board(file, connection, draft)
    assert answered(start, lambda _: None) is start
    rolled = answered(
        start, lambda q: automatic_answer(q, Fixed(3)) if isinstance(q, Roll) else None
    )
    assert rolled.board.asked_keys() > start.board.asked_keys()
    assert new_answers(start, rolled).keys() == rolled.board.asked_keys()
    assert board_view(file, draft).last_answer is None


def test_an_answer_that_does_not_fit_is_asked_again_by_whoever_looks_next(file):
    _, draft = fight(file, {"Odo": "Anselm"})
    with file.reading() as connection:
        start = open_board(file, connection, draft)
    wrong = RollAnswer(dice="d4", faces=(1,), typed=True)
    board = answered(start, lambda _: wrong).board
    assert not board.is_complete
    assert board.asked_keys() == frozenset()
    source = SeededRandom(1)
    mended = answered(answered(start, lambda _: wrong), lambda q: automatic_answer(q, source))
    assert mended.board.is_complete


def test_answers_are_given_together_or_not_at_all(file):
    _, draft = fight(file, {"Odo": "Anselm"})
    odo = ids_by_name(file)["Odo"]
    good = RollAnswer(dice="d66", faces=(6, 6), typed=True)
    before = dump(file.path)
    with pytest.raises(Refusal, match="Income"):
        boards.give_answers(
            file,
            draft,
            {f"injury/{odo}/roll": good, "income/1/roll": good},
        )
    with pytest.raises(Refusal, match="not asked"):
        boards.give_answers(file, draft, {f"injury/{odo}/roll": good, "injury/999/roll": good})
    assert dump(file.path) == before
    touched = boards.give_answers(file, draft, {f"injury/{odo}/roll": good})
    assert touched.label == "Answered 1 question"
    assert board_view(file, draft).last_answer == f"injury/{odo}/roll"
