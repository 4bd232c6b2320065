"""The whole board after a battle: its order, what waits for what, and correcting answers."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from mordcry_app.rules.anchors import known_anchors
from mordcry_app.rules.board import Board
from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import Answer, Choose, Question, Roll, TextAnswer, misfit
from mordcry_app.rules.ruleset import BattleRecord
from mordcry_app.rules.state import Member, State
from tests.rulesets.mordcry.helpers import (
    RUIN,
    VIGIL,
    Answering,
    aftermath,
    campaign,
    d66,
    fighter,
    mordcry,
    picked,
    played,
    proposed,
    rolled,
    rules_with,
)

AFOOT = [*range(101, 110), *range(201, 211)]
"""Who took part, and so searches and explores: 110 missed the battle."""
KINDS = ["captain", *["champion"] * 2, *["warrior"] * 3, *["youngblood"] * 4]
RECORD = BattleRecord(
    7,
    {VIGIL: "won", RUIN: "retreated"},
    frozenset(range(101, 110)) | frozenset(range(201, 211)),
    out_by={103: 201, 108: None, 201: 101, 204: 102, 209: 102},
    kills={101: 1, 102: 2, 201: 1},
    objectives={VIGIL: 1},
    treasures={VIGIL: 1},
    holders=frozenset({104}),
)


def warbands() -> State:
    """Return two warbands of ten; 107 and 205 are one point short of an advance."""
    members: list[Member] = []
    for roster_id in (VIGIL, RUIN):
        for number, kind in enumerate(KINDS, 1):
            member_id = roster_id * 100 + number
            short = 9 if member_id in (107, 205) else 0
            members.append(
                fighter(
                    member_id,
                    f"Fighter {member_id}",
                    roster_id=roster_id,
                    archetype=kind,
                    carried=["dagger", "medium_shield"],
                    renown=number,
                    xp=short,
                )
            )
    return campaign(*members, crowns={VIGIL: 185, RUIN: 70})


def shaken(seed: int) -> Answering:
    """Return a way to answer that depends on the seed and the question's key alone."""

    def answer(question: Question) -> Answer:
        if isinstance(question, Choose):
            open_options = [option.id for option in question.options if not option.refused]
            return picked(Random(f"{seed} {question.key}").choice(open_options))
        source = SeededRandom(f"{seed} {question.key}")
        return proposed(question, lambda roll: roll.parsed.roll(source))

    return answer


def survives(question: Question) -> Answer:
    """Recover from every injury, search for nothing, explore an empty street; else the first."""
    if question.key.startswith("market/"):
        return picked("no")
    if question.key.startswith("exploration/"):
        return d66(11)
    return proposed(question, lambda roll: (6, 4) if roll.dice == "d66" else (1, 2))


def keys(board: Board) -> list[str]:
    return [report.line.key for report in board.reports]


def statuses(board: Board) -> dict[str, str]:
    return {report.line.key: report.status for report in board.reports}


def test_the_lines_and_their_order() -> None:
    board = aftermath(warbands(), RECORD, {})
    assert keys(board) == [
        "retreat/2",
        "injury/103",
        "injury/108",
        "injury/201",
        "injury/204",
        "injury/209",
        "experience/1",
        "experience/2",
        "advance/107/1",
        "advance/205/1",
        "income/1",
        "income/2",
        *(f"market/{member_id}" for member_id in AFOOT),
        *(f"exploration/{member_id}" for member_id in AFOOT),
    ]
    stages = list(dict.fromkeys(report.line.stage for report in board.reports))
    assert stages == [
        "retreat",
        "injuries",
        "experience",
        "advances",
        "income",
        "market",
        "exploration",
    ]
    known = known_anchors(mordcry().content)
    for report in board.reports:
        assert report.line.label
        assert report.line.subject
        assert report.line.hint
        assert report.line.rule in known


def test_what_waits_and_what_is_open() -> None:
    found = statuses(aftermath(warbands(), RECORD, {}))
    waiting = {key for key, status in found.items() if status == "waiting"}
    after_income = {f"{stage}/{m}" for stage in ("market", "exploration") for m in AFOOT}
    first = {"experience/1", "experience/2", "advance/107/1", "advance/205/1"}
    assert waiting == first | after_income
    assert set(found.values()) == {"waiting", "open"}


def test_the_experience_of_a_warband_waits_for_its_own_injuries_only() -> None:
    answers: dict[str, Answer] = {
        "injury/103/roll": d66(64),
        "injury/108/roll": d66(65),
    }
    found = statuses(aftermath(warbands(), RECORD, answers))
    assert found["experience/1"] == "done"
    assert found["advance/107/1"] == "open"
    assert found["experience/2"] == "waiting"
    assert found["injury/201"] == "open"


def test_the_hints() -> None:
    board = aftermath(warbands(), RECORD, {})
    hints = {report.line.key: report.line.hint for report in board.reports}
    assert hints["market/102"] == "2 renown · Intelligence 3"
    assert hints["market/210"] == "10 renown · Intelligence 3"
    assert hints["exploration/101"] == "D66"
    early = {key: h for key, h in hints.items() if not key.startswith(("market", "exploration"))}
    assert early == {
        "retreat/2": "25 renown to The Ashen Vigil",
        "injury/103": "put out of action by Fighter 201",
        "injury/108": "put out of action",
        "injury/201": "put out of action by Fighter 101",
        "injury/204": "put out of action by Fighter 102",
        "injury/209": "put out of action by Fighter 102",
        "experience/1": "9 took part · won · most kills: Fighter 102 (2) · held: Fighter 104",
        "experience/2": "10 took part · most kills: Fighter 201 (1)",
        "advance/107/1": "reaches 10 XP",
        "advance/205/1": "reaches 40 XP",
        "income/1": "2D6 × 10 crowns, +10 for 1 objective held, +20 for 1 treasure held",
        "income/2": "2D6 × 10 crowns",
    }


def test_the_dead_take_no_advance() -> None:
    state = warbands()
    state = state.with_member(replace(state.members[108], resources={"xp": 9}))
    record = replace(RECORD, out_by={108: None})
    board = aftermath(state, record, {})
    assert "advance/108/1" in keys(board)
    dead: dict[str, Answer] = {
        "injury/108/roll": d66(11),
        "injury/108/healer": picked("keep"),
        "injury/108/dead/2/gear": rolled("d6", 2),
    }
    board = aftermath(state, record, dead)
    assert "advance/108/1" not in keys(board)
    assert board.end.members[108].state == "dead"
    assert board.end.members[108].amount("xp") == 9


def test_a_miracle_may_bring_an_advance_that_nobody_foresaw() -> None:
    state = warbands()
    state = state.with_member(replace(state.members[108], resources={"xp": 7}))
    record = replace(RECORD, out_by={108: None})
    assert "advance/108/1" not in keys(aftermath(state, record, {}))
    board = aftermath(state, record, {"injury/108/roll": d66(66)})
    assert "advance/108/1" in keys(board)


def test_several_advances_wait_for_one_another() -> None:
    state = warbands()
    state = state.with_member(replace(state.members[107], resources={"xp": 29}))
    record = replace(RECORD, out_by={}, results={VIGIL: "won", RUIN: "lost"})
    lines = ["advance/107/1", "advance/107/2", "advance/107/3"]
    board = aftermath(state, record, {})
    assert [key for key in keys(board) if key.startswith("advance/107")] == lines
    found = statuses(board)
    assert [found[key] for key in lines] == ["open", "waiting", "waiting"]
    hints = [r.line.hint for r in board.reports if r.line.key in lines]
    assert hints == ["reaches 10 XP", "reaches 20 XP", "reaches 30 XP"]
    first: dict[str, Answer] = {
        "advance/107/1/roll": rolled("2d6", 3, 3),
        "advance/107/1/skill/0/skill": picked("stun"),
    }
    board = aftermath(state, record, first)
    assert [statuses(board)[key] for key in lines] == ["done", "open", "waiting"]
    repeated: dict[str, Answer] = {
        **first,
        "advance/107/2/roll": rolled("2d6", 3, 3),
        "advance/107/2/skill/0/skill": picked("stun"),
    }
    report = next(r for r in aftermath(state, record, repeated).reports if r.line.key == lines[1])
    assert report.progress is not None
    assert report.progress.refused == "Fighter 107 knows Stun already."


def test_an_advance_owed_from_before_is_offered_to_those_who_missed_the_battle() -> None:
    state = warbands()
    state = state.with_member(replace(state.members[110], resources={"xp": 10}))
    assert 110 not in RECORD.took_part
    assert "advance/110/1" in keys(aftermath(state, RECORD, {}))


def test_a_whole_board() -> None:
    state = warbands()
    board, _ = played(state, RECORD, survives)
    end = board.end
    assert end.rosters[VIGIL].amount("crowns") == 185 + 30 + 10 + 20
    assert end.rosters[RUIN].amount("crowns") == 70 + 30
    assert end.members[102].amount("xp") == 60 + 3
    assert end.members[104].amount("xp") == 30 + 3
    assert end.members[110].amount("xp") == 0
    assert end.members[101].amount("renown") == 1 + 25 + 2
    assert sum(m.amount("renown") for m in end.of_roster(RUIN)) == 55 - 25 + 10 + 1
    assert mordcry().advance_progress(end.members[107], rules_with()).due == 0
    assert apply_effects(state, board.effects) == end
    told = [line for report in board.reports if report.outcome for line in report.outcome.story]
    assert all(line.endswith(".") for line in told)
    assert len(told) >= len(RECORD.out_by) + 5


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_answers_makes_no_difference(seed: int) -> None:
    state = warbands()
    board, answers = played(state, RECORD, shaken(seed))
    order = Random(seed)
    given: dict[str, Answer] = {}
    other = aftermath(state, RECORD, given)
    while not other.is_complete:
        ready = [r.question for r in other.reports if r.question is not None]
        fitting = [q for q in ready if q.key in answers and not misfit(q, answers[q.key])]
        some = order.sample(fitting, order.randint(1, len(fitting)))
        given |= {question.key: answers[question.key] for question in some}
        other = aftermath(state, RECORD, given)
    assert other.end == board.end
    assert other.effects == board.effects


@pytest.mark.parametrize("seed", range(6))
def test_every_board_comes_to_an_end_that_its_effects_lead_to(seed: int) -> None:
    state = warbands()
    board, answers = played(state, RECORD, shaken(1000 + seed))
    assert apply_effects(state, board.effects) == board.end
    assert board.asked_keys() <= set(answers)
    for member in board.end.members.values():
        if member.state == "active":
            assert mordcry().advance_progress(member, rules_with()).due == 0


def test_correcting_an_early_answer_keeps_the_later_ones() -> None:
    state = warbands()
    answers: dict[str, Answer] = {
        "retreat/2/payment": proposed(first_question(state), no_dice),
        "injury/103/roll": d66(31),
        "injury/103/healer": picked("recovery_crowns"),
        "injury/103/recovery": rolled("d6", 5),
        "injury/108/roll": d66(64),
        "advance/107/1/roll": rolled("2d6", 1, 1),
        "advance/107/1/characteristic/0/stat": picked("ws"),
        "income/1/roll": rolled("2d6*10", 4, 4),
    }
    before = aftermath(state, RECORD, answers)
    assert statuses(before)["advance/107/1"] == "done"
    assert before.end.rosters[VIGIL].amount("crowns") == 185 - 120 + 80 + 30

    corrected = aftermath(state, RECORD, {**answers, "injury/103/roll": d66(51)})
    assert statuses(corrected) == statuses(before)
    assert corrected.end == before.end

    spared = aftermath(state, RECORD, {**answers, "injury/103/roll": d66(64)})
    assert statuses(spared)["advance/107/1"] == "done"
    assert spared.end.rosters[VIGIL].amount("crowns") == 185 + 80 + 30

    skill = aftermath(state, RECORD, {**answers, "advance/107/1/roll": rolled("2d6", 3, 4)})
    report = next(r for r in skill.reports if r.line.key == "advance/107/1")
    assert report.question is not None
    assert report.question.key == "advance/107/1/skill/0/skill"
    assert statuses(skill)["income/1"] == "done"
    back = aftermath(state, RECORD, answers)
    assert back.end == before.end


def test_a_later_payment_is_asked_again_when_an_earlier_one_took_the_money() -> None:
    state = warbands()
    late: dict[str, Answer] = {
        "injury/108/roll": d66(51),
        "injury/108/healer": picked("recovery_crowns"),
        "injury/108/recovery": rolled("d6", 6),
    }
    assert statuses(aftermath(state, RECORD, late))["injury/108"] == "done"
    early: dict[str, Answer] = {
        "injury/103/roll": d66(51),
        "injury/103/healer": picked("recovery_crowns"),
        "injury/103/recovery": rolled("d6", 1),
    }
    board = aftermath(state, RECORD, {**late, **early})
    report = next(r for r in board.reports if r.line.key == "injury/108")
    assert report.status == "open"
    assert report.progress is not None
    assert report.progress.refused == "The Ashen Vigil has 65 crowns."


def test_the_dead_and_retired_of_earlier_battles_are_left_alone() -> None:
    state = warbands()
    state = state.with_member(replace(state.members[103], state="dead"))
    state = state.with_member(replace(state.members[108], state="retired"))
    board, _ = played(state, RECORD, survives)
    assert "injury/103" not in keys(board)
    assert "injury/108" not in keys(board)
    assert board.end.members[103] == state.members[103]
    assert board.end.members[108] == state.members[108]


def test_only_warbands_that_fought_are_on_the_board() -> None:
    record = BattleRecord(8, {VIGIL: "drew"}, frozenset({101}))
    assert keys(aftermath(warbands(), record, {})) == [
        "experience/1",
        "income/1",
        "market/101",
        "exploration/101",
    ]


def test_a_fighter_unknown_by_now_may_have_done_it() -> None:
    record = replace(RECORD, out_by={103: 999})
    board = aftermath(warbands(), record, {})
    hints = {report.line.key: report.line.hint for report in board.reports}
    assert hints["injury/103"] == "put out of action"


def test_a_winner_that_has_left_the_campaign() -> None:
    record = BattleRecord(8, {99: "won", RUIN: "retreated"}, frozenset({201}))
    board, _ = played(warbands(), record, survives)
    assert board.reports[0].line.hint == "25 renown"
    assert sum(m.amount("renown") for m in board.end.of_roster(RUIN)) == 55 - 25 + 1


def no_dice(question: Roll) -> tuple[int, ...]:
    raise AssertionError(question)


def first_question(state: State) -> Question:
    report = aftermath(state, RECORD, {}).next
    assert report is not None
    assert report.question is not None
    return report.question


# --------------------------------------------------------- market, replacements, exploration


def with_income(**more: Answer) -> dict[str, Answer]:
    """Return the answers with which the first warband has its income, and these."""
    start: dict[str, Answer] = {
        "retreat/2/payment": proposed(first_question(warbands()), no_dice),
        "injury/103/roll": d66(64),
        "injury/108/roll": d66(65),
        "income/1/roll": rolled("2d6*10", 4, 4),
        "advance/107/1/roll": rolled("2d6", 1, 1),
        "advance/107/1/characteristic/0/stat": picked("int"),
    }
    return {**start, **more}


def test_market_and_exploration_wait_for_experience_income_and_the_own_advance() -> None:
    found = statuses(aftermath(warbands(), RECORD, with_income()))
    for stage in ("market", "exploration"):
        assert all(found[f"{stage}/{m}"] == "open" for m in AFOOT if m < 200)
        assert all(found[f"{stage}/{m}"] == "waiting" for m in AFOOT if m > 200)
    early = with_income()
    del early["advance/107/1/roll"]
    found = statuses(aftermath(warbands(), RECORD, early))
    waiting = {key for key, s in found.items() if s == "waiting" and "/10" in key}
    assert waiting == {"market/107", "exploration/107"}


def test_an_advance_helps_at_the_market_at_once() -> None:
    board = aftermath(warbands(), RECORD, with_income())
    hints = {report.line.key: report.line.hint for report in board.reports}
    assert hints["market/107"] == "9 renown · Intelligence 4"


def test_the_dead_neither_search_nor_explore_and_may_be_replaced() -> None:
    answers = with_income()
    answers |= {
        "injury/103/roll": d66(11),
        "injury/103/healer": picked("keep"),
        "injury/103/dead/2/gear": rolled("d6", 6),
    }
    found = statuses(aftermath(warbands(), RECORD, answers))
    assert "market/103" not in found
    assert "exploration/103" not in found
    assert found["recruit/1/1"] == "open"
    assert "recruit/2/1" not in found


def test_a_purchase_is_asked_again_when_an_earlier_one_took_the_crowns() -> None:
    state = warbands()
    buying: dict[str, Answer] = {}
    for member_id in (101, 102):
        key = f"market/{member_id}"
        buying |= {
            f"{key}/how": picked("renown" if member_id == 101 else "test"),
            f"{key}/test": rolled("d6", 6),
            f"{key}/roll": rolled("2d6", 6, 6),
            f"{key}/find/draw": d66(12),
            f"{key}/find/buy": picked("stash"),
        }
    only_second = {key: a for key, a in buying.items() if key.startswith("market/102")}
    board = aftermath(state, RECORD, with_income(**only_second))
    # 185 crowns, 80 + 30 of income, and a Warpstone Pendant for 250.
    assert board.end.rosters[VIGIL].amount("crowns") == 45
    board = aftermath(state, RECORD, with_income(**buying))
    report = next(r for r in board.reports if r.line.key == "market/102")
    assert report.status == "open"
    assert report.progress is not None
    assert report.progress.refused == "It costs 250 crowns, and The Ashen Vigil has 45."


def test_gossip_from_exploring_is_for_the_market_after_the_next_battle() -> None:
    answers = with_income(**{"exploration/101/roll": d66(32)})
    board = aftermath(warbands(), RECORD, answers)
    assert [p.ref for p in board.end.members[101].pending] == ["gossip"]
    hints = {report.line.key: report.line.hint for report in board.reports}
    assert "waits" not in hints["market/101"]
    later = aftermath(board.end, replace(RECORD, number=8), {})
    hints = {report.line.key: report.line.hint for report in later.reports}
    assert hints["market/101"].endswith(" · +1 waits")


def test_a_hound_that_was_found_neither_explores_nor_takes_a_place() -> None:
    answers = with_income(
        **{
            "exploration/101/roll": d66(25),
            "exploration/101/faithful_stray/0/name": TextAnswer(text="Tom"),
        }
    )
    board = aftermath(warbands(), RECORD, answers)
    hound = board.end.members[board.start.next_member]
    assert (hound.name, hound.archetype) == ("Tom", "hound")
    assert not any(str(hound.id) in key for key in keys(board))
    mordcry().check_roster(board.end, VIGIL, rules_with())


@pytest.mark.parametrize("seed", range(4))
def test_nothing_falls_below_nothing_and_all_can_be_carried(seed: int) -> None:
    board, _ = played(warbands(), RECORD, shaken(2000 + seed), recruit_price=30)
    for report in board.reports:
        for roster in report.after.rosters.values():
            assert all(amount >= 0 for amount in roster.resources.values())
        for member in report.after.members.values():
            assert all(amount >= 0 for amount in member.resources.values())
    for member in board.end.members.values():
        mordcry().check_carried(member, rules_with())
    for roster_id in (VIGIL, RUIN):
        mordcry().check_roster(board.end, roster_id, rules_with())


def test_whom_no_injury_is_rolled_for_was_out_all_the_same() -> None:
    """It costs nothing but the roll: kills count, and it earns, searches and explores."""
    spared = replace(RECORD, unhurt=frozenset({103, 204}))
    board, _ = played(warbands(), spared, survives)
    stages = {"injuries", "market", "exploration"}
    lines = {(r.line.stage, r.line.member_id) for r in board.reports if r.line.stage in stages}
    rolled_for = {member for stage, member in lines if stage == "injuries"}
    assert rolled_for == {108, 201, 209}
    assert {("market", 103), ("exploration", 103), ("market", 204), ("exploration", 204)} <= lines
    everybody, _ = played(warbands(), RECORD, survives)
    for member in (102, 103, 204):
        assert board.end.members[member] == everybody.end.members[member]
