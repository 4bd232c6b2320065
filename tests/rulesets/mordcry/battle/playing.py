"""Plays battles in tests: commands with scripted answers, or with drawn ones.

A `Table` holds a campaign and a battle and carries commands out as the program does: refused ones
raise, and what a command does to the campaign and the battle is there for the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random

from mordcry_app.rules.battle import Battle, Fighter, apply_battle
from mordcry_app.rules.battle_effects import BATTLE, BattleEffect, Fact, SetFact
from mordcry_app.rules.battle_effects import fighter as fighter_owner
from mordcry_app.rules.battle_effects import side as side_owner
from mordcry_app.rules.battle_engine import BattleEngine, Command, CommandValue, Offer
from mordcry_app.rules.dice import RandomSource, SeededRandom
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import (
    Answer,
    Ask,
    ChoiceAnswer,
    Choose,
    Outcome,
    Pick,
    PickAnswer,
    Progress,
    Question,
    Roll,
    RollAnswer,
    Spread,
    SpreadAnswer,
    TextAnswer,
    run,
)
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import Member, State
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.engine import Mordcry
from tests.rulesets.mordcry.helpers import RUIN, VIGIL, campaign, fighter, mordcry, rules_with

Scripted = Answer | tuple[int, ...] | list[int] | int | str
"""An answer as a test writes it: faces of dice, one face, the fighters picked, or an option."""

Answering = Callable[[Question], Answer]


@cache
def ruleset() -> Mordcry:
    """Return Mordcry, loaded once."""
    return mordcry()


@cache
def sample_fighter(
    member_id: int, archetype: str, roster_id: int, carried: tuple[str, ...]
) -> Member:
    """Return a fighter of a kind, made once."""
    return fighter(member_id, archetype=archetype, roster_id=roster_id, carried=carried)


def warbands(*kinds: str, gear: Iterable[str] = ("short_sword",), sides: int = 2) -> State:
    """Return a campaign of warbands with the same fighters: 11, 12, … and 21, 22, …

    Without kinds, each has a Captain, a Champion, a Warrior and a Youngblood.
    """
    carried = tuple(gear)
    members = [
        sample_fighter(10 * roster_id + place, kind, roster_id, carried)
        for roster_id in range(1, sides + 1)
        for place, kind in enumerate(
            kinds or ("captain", "champion", "warrior", "youngblood"), start=1
        )
    ]
    names = {VIGIL: "The Ashen Vigil", RUIN: "Rust & Ruin", 3: "The Third"}
    return campaign(*members, names={side: names[side] for side in range(1, sides + 1)})


def about_battle(**facts: Fact | None) -> tuple[BattleEffect, ...]:
    """Return facts about the battle as effects."""
    return tuple(SetFact(who=BATTLE, key=key, value=value) for key, value in facts.items())


def about_side(roster_id: int, **facts: Fact | None) -> tuple[BattleEffect, ...]:
    """Return facts about a side as effects."""
    owner = side_owner(roster_id)
    return tuple(SetFact(who=owner, key=key, value=value) for key, value in facts.items())


def about_fighter(member_id: int, **facts: Fact | None) -> tuple[BattleEffect, ...]:
    """Return facts about a fighter as effects."""
    owner = fighter_owner(member_id)
    return tuple(SetFact(who=owner, key=key, value=value) for key, value in facts.items())


def command(kind: str, **values: CommandValue) -> Command:
    """Return a command."""
    return Command(kind=kind, values=values)


def answer_to(question: Question, scripted: Scripted) -> Answer:
    """Return what a test has written as an answer to a question."""
    if not isinstance(scripted, int | str | tuple | list):
        return scripted
    match question:
        case Roll():
            faces = (scripted,) if isinstance(scripted, int) else tuple(scripted)
            return RollAnswer(
                dice=question.dice, faces=tuple(int(face) for face in faces), typed=True
            )
        case Pick():
            many = scripted if isinstance(scripted, tuple | list) else (scripted,)
            return PickAnswer(options=tuple(str(option) for option in many))
        case Choose():
            return ChoiceAnswer(option=str(scripted))
        case _:
            return TextAnswer(text=str(scripted))


def drawn(source: RandomSource, chooser: Random | None = None) -> Answering:
    """Return a way to answer anything: dice from a source; the rest proposed, or drawn."""

    def answering(question: Question) -> Answer:
        match question:
            case Roll():
                faces = question.parsed.roll(source)
                return RollAnswer(dice=question.dice, faces=faces, typed=False)
            case Choose():
                options = [option.id for option in question.options if not option.refused]
                return ChoiceAnswer(option=chooser.choice(options) if chooser else options[0])
            case Pick():
                return PickAnswer(options=_drawn_picks(question, chooser))
            case Spread():
                return SpreadAnswer(amounts={s.id: s.proposed for s in question.shares})
            case Ask():
                return TextAnswer(text=question.proposed)

    return answering


def _drawn_picks(question: Pick, chooser: Random | None) -> tuple[str, ...]:
    options = [option.id for option in question.options if not option.refused]
    most = min(question.limit, len(options))
    if chooser is None:
        return question.proposed or tuple(options[: question.least])
    return tuple(chooser.sample(options, chooser.randint(question.least, most)))


@dataclass(frozen=True)
class Played:
    """A campaign and a battle after a command, and what the command came to."""

    state: State
    battle: Battle
    outcome: Outcome
    questions: tuple[Question, ...] = ()

    def __iter__(self):
        """Unpack to state, battle and outcome."""
        return iter((self.state, self.battle, self.outcome))


def play(
    engine: BattleEngine,
    state: State,
    battle: Battle,
    todo: Command,
    answers: Mapping[str, Scripted] | None = None,
    *,
    source: RandomSource | None = None,
    chooser: Random | None = None,
) -> Played:
    """Carry a command out to its end.

    What is in `answers` is answered by it, and all of them must be asked for; everything else comes
    from the source and the chooser. Without a source, a question without an answer fails the test.
    Raises `Refusal` for a command that is refused and not forced.
    """
    refused = engine.refusal(state, battle, todo)
    if refused and not todo.forced:
        raise Refusal(refused)
    assert engine.label(state, battle, todo)
    scripted = dict(answers or {})
    given: dict[str, Answer] = {}
    answering = drawn(source, chooser) if source is not None else None
    while True:
        progress: Progress = run(lambda: engine.procedure(state, battle, todo), given)
        assert not progress.refused, (progress.question, progress.refused)
        if progress.outcome is not None:
            break
        question = progress.question
        assert question is not None
        if question.key in scripted:
            given[question.key] = answer_to(question, scripted[question.key])
        else:
            assert answering is not None, f"nobody answers {question}"
            given[question.key] = answering(question)
    asked = {step.question.key for step in progress.steps}
    assert asked >= set(scripted), f"never asked: {set(scripted) - asked}; asked: {asked}"
    outcome = progress.outcome
    return Played(
        apply_effects(state, outcome.effects),
        apply_battle(battle, outcome.battle),
        outcome,
        tuple(step.question for step in progress.steps),
    )


@dataclass
class Table:
    """A campaign with a battle on the table, played command by command."""

    state: State
    engine: BattleEngine
    battle: Battle
    last: Outcome = field(default_factory=Outcome)
    questions: tuple[Question, ...] = ()
    log: list[str] = field(default_factory=list[str])

    @classmethod
    def laid(
        cls,
        state: State | None = None,
        *setup: BattleEffect,
        is_whole: bool = True,
        **house_rules: str | int,
    ) -> Table:
        """Return a battle as it begins, under house rules, after some effects of its set-up."""
        campaign_now = state or warbands()
        engine = ruleset().battle_engine(rules_with(**house_rules))
        battle = engine.begin(campaign_now, 1, setup, is_whole=is_whole)
        return cls(campaign_now, engine, battle)

    @property
    def fight(self) -> Fight:
        """The battle as it stands, to be looked at."""
        engine = self.engine
        return Fight(engine._book, self.state, self.battle)  # type: ignore[attr-defined]

    def fighter(self, member_id: int) -> Fighter:
        """Return a fighter as it stands."""
        return self.battle.fighters[member_id]

    def apply(self, *effects: BattleEffect) -> None:
        """Let something happen on the table without a command."""
        self.battle = apply_battle(self.battle, effects)

    def do(
        self,
        kind: str,
        answers: Mapping[str, Scripted] | None = None,
        *,
        source: RandomSource | None = None,
        chooser: Random | None = None,
        forced: bool = False,
        **values: CommandValue,
    ) -> Outcome:
        """Carry a command out, and keep what comes of it."""
        todo = Command(kind=kind, values=values, forced=forced)
        return self.carry_out(todo, answers, source=source, chooser=chooser)

    def carry_out(
        self,
        todo: Command,
        answers: Mapping[str, Scripted] | None = None,
        *,
        source: RandomSource | None = None,
        chooser: Random | None = None,
    ) -> Outcome:
        """Carry a command out that was put together elsewhere."""
        played = play(
            self.engine, self.state, self.battle, todo, answers, source=source, chooser=chooser
        )
        self.state, self.battle, self.last = played.state, played.battle, played.outcome
        self.questions = played.questions
        self.log.extend(played.outcome.story)
        return self.last

    def asks(
        self, kind: str, answers: Mapping[str, Scripted] | None = None, **values: CommandValue
    ) -> Question:
        """Return the first question of a command that the answers do not answer."""
        todo = Command(kind=kind, values=values)
        given: dict[str, Answer] = {}
        while True:
            progress = run(lambda: self.engine.procedure(self.state, self.battle, todo), given)
            assert progress.question is not None, "nothing is asked"
            if progress.question.key not in (answers or {}):
                return progress.question
            given[progress.question.key] = answer_to(
                progress.question, (answers or {})[progress.question.key]
            )

    def refusal(self, kind: str, **values: CommandValue) -> str:
        """Return why a command is not allowed now, or nothing."""
        return self.engine.refusal(self.state, self.battle, Command(kind=kind, values=values))

    def offers(self, kind: str = "") -> tuple[Offer, ...]:
        """Return what is offered now, of one kind of command or of all."""
        return tuple(
            offer
            for offer in self.engine.offers(self.state, self.battle)
            if kind in ("", offer.command.kind)
        )

    def start_round(self, first: int = VIGIL) -> None:
        """Play the initiative of a round with dice that give it to a side, up to the actions.

        The first has singles 2 to 5 and a double 1; others have a double 6, a double 5 and two
        singles. Nobody uses wild dice, and whatever else is asked is answered as proposed.
        """
        others = [side for side in self.battle.sides if side != first]
        answers: dict[str, Scripted] = {f"initiative/{first}": (1, 1, 2, 3, 4, 5)}
        answers |= {f"initiative/{side}": (6, 6, 5, 5, 1, 2) for side in others}
        self.do("roll_initiative", answers)
        for side in (first, *others):
            if not self.refusal("wild_dice", side=side, use="keep"):
                self.do("wild_dice", side=side, use="keep", source=SeededRandom(7))
        for side in (first, *others):
            if not self.refusal("reserves", side=side):
                self.do("reserves", side=side, source=SeededRandom(7))
        if not self.refusal("start_actions"):
            self.do("start_actions", source=SeededRandom(7))
