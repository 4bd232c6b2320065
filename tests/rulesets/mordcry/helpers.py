"""Small warbands to test with, and ways to answer what procedures ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from mordcry_app.paths import resources_folder
from mordcry_app.rules.board import Board, lay_out
from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.derive import effective
from mordcry_app.rules.effects import Effect
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import (
    Answer,
    Ask,
    ChoiceAnswer,
    Choose,
    Outcome,
    Pick,
    PickAnswer,
    Procedure,
    Progress,
    Question,
    Roll,
    RollAnswer,
    Spread,
    SpreadAnswer,
    TextAnswer,
    run,
)
from mordcry_app.rules.ruleset import BattleRecord, load_ruleset
from mordcry_app.rules.settle import Scene, settle
from mordcry_app.rules.state import Carried, Member, Roster, State
from mordcry_app.rulesets.mordcry.engine import Mordcry
from mordcry_app.rulesets.mordcry.rulebook import Rulebook

VIGIL, RUIN = 1, 2

BASE = {
    "m": 5, "ws": 3, "bs": 3, "os": 3, "ds": 3, "s": 3,
    "w": 2, "a": 1, "will": 3, "int": 3, "sv": 0,
}  # fmt: skip
"""The base profile, in the order in which it is printed."""

Answering = Callable[[Question], Answer]


def content_folder() -> Path:
    """Return the folder with Mordcry's content."""
    return resources_folder() / "rulesets" / "mordcry"


def mordcry() -> Mordcry:
    """Return the engine as the program loads it."""
    ruleset = load_ruleset(resources_folder() / "rulesets", "mordcry")
    assert isinstance(ruleset, Mordcry)
    return ruleset


def rules_with(**chosen: str | int) -> HouseRules:
    """Return house rules with some of them switched."""
    known = mordcry().content.house_rules
    for rule_id, value in chosen.items():
        assert not known[rule_id].problem_with(value), rule_id
    return HouseRules(known, chosen)


def book_with(**chosen: str | int) -> Rulebook:
    """Return the rulebook of a campaign with some house rules switched."""
    return mordcry().rulebook(rules_with(**chosen))


def fighter(
    member_id: int,
    name: str = "",
    *,
    roster_id: int = VIGIL,
    archetype: str = "youngblood",
    carried: Iterable[str] = (),
    style: str = "printed",
    **resources: int,
) -> Member:
    """Return a new fighter as the program creates it; resources are added to the starting ones."""
    ruleset = mordcry()
    kinds = {r.archetype: r for r in ruleset.starting_roster(style, rules_with())}
    recruit = kinds[archetype]
    member = Member(
        member_id, roster_id, name or f"Fighter {member_id}", archetype, stats=recruit.stats
    )
    member = settled(member, recruit.effects)
    total = {**member.resources}
    for resource, amount in resources.items():
        total[resource] = total.get(resource, 0) + amount
    items: dict[str, int] = {}
    for ref in carried:
        items[ref] = items.get(ref, 0) + 1
    return Member(
        member.id,
        roster_id,
        member.name,
        archetype,
        stats=member.stats,
        modifiers=member.modifiers,
        resources=total,
        carried=tuple(Carried(ref, quantity) for ref, quantity in items.items()),
    )


def settled(member: Member, effects: tuple[Effect, ...]) -> Member:
    """Return the member after declared effects that ask nothing."""
    state = State({member.roster_id: Roster(member.roster_id, "")}, {member.id: member})
    scene = Scene(state, member, mordcry().content, "test", "a test", {})
    settling = settle(effects, scene)
    try:
        question = next(settling)
    except StopIteration as finished:
        return apply_effects(state, finished.value).members[member.id]
    raise AssertionError(f"asked {question}")


def campaign(
    *members: Member,
    crowns: Mapping[int, int] | None = None,
    names: Mapping[int, str] | None = None,
) -> State:
    """Return a campaign of two warbands with these fighters."""
    purse = crowns or {}
    called = names or {VIGIL: "The Ashen Vigil", RUIN: "Rust & Ruin"}
    rosters = {
        roster_id: Roster(roster_id, name, resources={"crowns": purse.get(roster_id, 0)})
        for roster_id, name in called.items()
    }
    after = max((member.id for member in members), default=0) + 1
    return State(rosters, {member.id: member for member in members}, next_member=after)


def rolled(dice: str, *faces: int) -> RollAnswer:
    """Return typed faces."""
    return RollAnswer(dice=dice, faces=faces, typed=True)


def d66(total: int) -> RollAnswer:
    """Return the typed faces of a D66."""
    return rolled("d66", *divmod(total, 10))


def picked(option: str) -> ChoiceAnswer:
    """Return a chosen option."""
    return ChoiceAnswer(option=option)


def spread(amounts: Mapping[int, int]) -> SpreadAnswer:
    """Return amounts by member."""
    return SpreadAnswer(amounts={str(member_id): given for member_id, given in amounts.items()})


def finished(procedure: Callable[[], Procedure], answers: Mapping[str, Answer]) -> Outcome:
    """Run a procedure to its end; it must ask for nothing else and use every answer."""
    progress = run(procedure, answers)
    assert progress.outcome is not None, progress.question
    assert {step.question.key for step in progress.steps} == set(answers)
    return progress.outcome


def asked(procedure: Callable[[], Procedure], answers: Mapping[str, Answer]) -> Question:
    """Run a procedure to its first question without an answer."""
    progress: Progress = run(procedure, answers)
    assert not progress.refused, progress.refused
    assert progress.question is not None
    return progress.question


def given(
    procedure: Callable[[], Procedure], answers: Mapping[str, Answer]
) -> Callable[[], Procedure]:
    """Return the procedure with some of its questions answered already."""

    def rest() -> Procedure:
        inner = procedure()
        try:
            question = next(inner)
            while True:
                known = answers.get(question.key)
                question = inner.send((yield question) if known is None else known)
        except StopIteration as finished:
            return finished.value

    return rest


def proposed(question: Question, faces: Callable[[Roll], tuple[int, ...]]) -> Answer:
    """Answer with given faces, the first open option, or the proposal."""
    match question:
        case Roll():
            return RollAnswer(dice=question.dice, faces=faces(question), typed=False)
        case Choose():
            return picked(next(option.id for option in question.options if not option.refused))
        case Spread():
            return SpreadAnswer(amounts={share.id: share.proposed for share in question.shares})
        case Pick():
            return PickAnswer(options=question.proposed)
        case Ask():
            return TextAnswer(text=question.proposed)


def aftermath(
    state: State, record: BattleRecord, answers: Mapping[str, Answer], **chosen: str | int
) -> Board:
    """Return the board after a battle."""
    rules = rules_with(**chosen)
    return lay_out(lambda now: mordcry().aftermath_plan(now, rules, record), state, answers)


def played(
    state: State, record: BattleRecord, answering: Answering, **chosen: str | int
) -> tuple[Board, dict[str, Answer]]:
    """Answer a whole board: all that is open at once, then what comes of it, until it is done."""
    answers: dict[str, Answer] = {}
    board = aftermath(state, record, answers, **chosen)
    while not board.is_complete:
        questions = [report.question for report in board.reports if report.question is not None]
        answers |= {question.key: answering(question) for question in questions}
        board = aftermath(state, record, answers, **chosen)
    return board, answers


def value(member: Member, stat: str) -> int:
    """Return an effective characteristic."""
    return effective(member, stat, mordcry().content).total
