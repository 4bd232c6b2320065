"""The battle that is under way, as screens see it: how it stands, what can be done, the log.

Everything is already worded by the ruleset’s engine; nothing here knows one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mordcry_app.rules.battle_effects import BATTLE, AddFact, SetFact
from mordcry_app.rules.battle_engine import (
    AttackForm,
    BattleStatus,
    Command,
    Correction,
    FighterStatus,
    Forecast,
    Mark,
    MatrixRow,
    Offer,
    SideStatus,
)
from mordcry_app.rules.procedure import Progress, Question, Roll, RollAnswer, Step
from mordcry_app.services.battle_events import (
    OpenBattle,
    OpenEvent,
    PlayedEvent,
    find_open_battle,
    open_battle,
)
from mordcry_app.services.boards import answer_text
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.shown import as_sentence, shown_member_name, shown_roster_name

ROUND = "round"
"""The fact about a battle under which a ruleset that counts rounds has the number of this one."""

_ROUND_FACT = (BATTLE, ROUND)
_NEWEST_ROLLS = 200  # an event rolls far fewer times, corrections included


@dataclass(frozen=True)
class TableFighterView:
    """A fighter on the table: what it is called, where it is, its damage, and its marks."""

    id: int
    name: str
    archetype: str
    where: str
    wounds: int
    damage: int
    out_by: str
    marks: tuple[Mark, ...]
    is_active: bool
    has_acted: bool


@dataclass(frozen=True)
class TableSideView:
    """A side at the table: its name and player, its dice and marks, and its fighters."""

    id: int
    name: str
    player: str
    status: SideStatus
    fighters: tuple[TableFighterView, ...]


@dataclass(frozen=True)
class StepView:
    """One question of an event with its answer; `faces` are those of a roll.

    `need` and `critical` say which of them succeed and which do more, where that is so.
    """

    key: str
    why: str
    answer: str
    faces: tuple[int, ...] = ()
    need: int | None = None
    critical: int | None = None
    question: Question | None = None


@dataclass(frozen=True)
class EventView:
    """An event in the log: what was done, and what came of it in sentences.

    `by_hand` marks what the rules would not have allowed. `round` is the round that it belongs to;
    0 before the first, or where a ruleset counts none.
    """

    id: int
    sequence: int
    label: str
    story: tuple[str, ...]
    summary: str
    by_hand: bool
    round: int = 0


@dataclass(frozen=True)
class OpenEventView:
    """The event that is worked out: what it is, what was answered, and what is asked now.

    For an attack, `forecast` is what it was worth before its first die.
    """

    label: str
    kind: str
    by_hand: bool
    steps: tuple[StepView, ...]
    question: Question
    refused: str
    forecast: Forecast | None = None


@dataclass(frozen=True)
class BattleTableView:
    """The whole table. Events are the newest last; with an open event, nothing else is offered.

    `last_rolls` are the dice of the newest event.
    """

    battle_id: int
    number: int
    is_whole: bool
    is_over: bool
    status: BattleStatus
    sides: tuple[TableSideView, ...]
    offers: tuple[Offer, ...]
    events: tuple[EventView, ...]
    open_event: OpenEventView | None
    last_rolls: tuple[StepView, ...] = ()


def battle_table(file: CampaignFile) -> BattleTableView | None:
    """Return the battle under way, or none."""
    with file.reading() as connection:
        table = find_open_battle(file, connection)
        if table is None:
            return None
        last_rolls = _last_rolls(table)
    status = table.engine.status(table.state, table.battle)
    opened = _open(table, table.open_event) if table.open_event else None
    offers = () if opened else table.engine.offers(table.state, table.battle)
    return BattleTableView(
        battle_id=table.id,
        number=table.number,
        is_whole=table.is_whole,
        is_over=table.engine.is_over(table.battle),
        status=status,
        sides=tuple(_side(file, table, side, status) for side in table.battle.sides),
        offers=offers,
        events=_log(file, table.events),
        open_event=opened,
        last_rolls=last_rolls,
    )


def is_under_way(file: CampaignFile) -> bool:
    """Say whether a battle is set up, asked about no more, and not recorded yet."""
    with file.reading() as connection:
        return find_open_battle(file, connection) is not None


def round_under_way(file: CampaignFile) -> int | None:
    """Return the round of the battle under way, 0 where none is counted; none without one."""
    with file.reading() as connection:
        table = find_open_battle(file, connection)
    return table.battle.number_of(ROUND) if table is not None else None


def attack_form(file: CampaignFile, command: Command) -> AttackForm:
    """Return what can be chosen for an attack, given what has been chosen so far."""
    with file.reading() as connection:
        table = open_battle(file, connection)
    return table.engine.attack_form(table.state, table.battle, command)


def forecast(file: CampaignFile, command: Command) -> Forecast | None:
    """Return what an attack is worth, or none while it has no weapon or target."""
    with file.reading() as connection:
        table = open_battle(file, connection)
    return table.engine.forecast(table.state, table.battle, command)


def attack_matrix(file: CampaignFile, side: int) -> tuple[MatrixRow, ...]:
    """Return what every attack of a side on every enemy on the table is worth."""
    with file.reading() as connection:
        table = open_battle(file, connection)
    return table.engine.matrix(table.state, table.battle, side)


def attack_plan(file: CampaignFile, attacks: Sequence[Command]) -> tuple[float, ...]:
    """Return how likely the target is out of action after each of several attacks on it."""
    with file.reading() as connection:
        table = open_battle(file, connection)
    return table.engine.plan(table.state, table.battle, attacks)


def corrections(
    file: CampaignFile, *, fighter: int | None = None, side: int | None = None
) -> tuple[Correction, ...]:
    """Return what can be put right by hand: about a fighter, a side, or else the battle."""
    with file.reading() as connection:
        table = open_battle(file, connection)
    return table.engine.corrections(table.state, table.battle, fighter=fighter, side=side)


def command_label(file: CampaignFile, command: Command) -> str:
    """Return a command in words: `Anselm strikes Ruta`."""
    with file.reading() as connection:
        table = open_battle(file, connection)
    return as_sentence(table.engine.label(table.state, table.battle, command))


def refusal(file: CampaignFile, command: Command) -> str:
    """Return why a command is not allowed now, or nothing."""
    with file.reading() as connection:
        table = open_battle(file, connection)
    return table.engine.refusal(table.state, table.battle, command)


def _side(
    file: CampaignFile, table: OpenBattle, roster_id: int, status: BattleStatus
) -> TableSideView:
    roster = table.state.rosters[roster_id]
    of_side = next((side for side in status.sides if side.id == roster_id), SideStatus(roster_id))
    known = {fighter.id: fighter for fighter in status.fighters}
    return TableSideView(
        id=roster_id,
        name=shown_roster_name(roster),
        player=roster.player,
        status=of_side,
        fighters=tuple(
            _fighter(file, table, fighter.id, known.get(fighter.id, FighterStatus(fighter.id, 0)))
            for fighter in table.battle.of_side(roster_id)
        ),
    )


def _fighter(
    file: CampaignFile, table: OpenBattle, fighter_id: int, status: FighterStatus
) -> TableFighterView:
    fighter, member = table.battle.fighters[fighter_id], table.state.members[fighter_id]
    by = table.state.members.get(fighter.out_by or 0)
    archetype = file.ruleset.content.archetypes.get(member.archetype)
    return TableFighterView(
        id=fighter_id,
        name=as_sentence(shown_member_name(member, file.ruleset)),
        archetype=archetype.name if archetype else member.archetype,
        where=fighter.where,
        wounds=status.wounds,
        damage=fighter.damage,
        out_by=shown_member_name(by, file.ruleset) if by else "",
        marks=status.marks,
        is_active=status.is_active,
        has_acted=status.has_acted,
    )


def _log(file: CampaignFile, events: tuple[PlayedEvent, ...]) -> tuple[EventView, ...]:
    """Return the events that are done, each with its round; most are known from the last time."""
    known = file.remembered.get("event views", frozenset(), _KnownEvents)
    done = [event for event in events if event.stored.outcome is not None]
    count = 0
    for old, event in zip(known.events, done, strict=False):
        if old is not event:
            break
        count += 1
    del known.events[count:], known.views[count:]
    number = known.views[-1].round if known.views else 0
    for event in done[count:]:
        for effect in event.stored.outcome.battle if event.stored.outcome else ():
            if isinstance(effect, SetFact | AddFact) and (effect.who, effect.key) == _ROUND_FACT:
                number = _round_after(number, effect)
        known.events.append(event)
        known.views.append(_event(event, number))
    return tuple(known.views)


def _round_after(number: int, effect: SetFact | AddFact) -> int:
    if isinstance(effect, AddFact):
        return number + effect.amount
    return effect.value if isinstance(effect.value, int) else 0


@dataclass
class _KnownEvents:
    """What was shown of a battle before: events that are done do not change."""

    events: list[PlayedEvent] = field(default_factory=list[PlayedEvent])
    views: list[EventView] = field(default_factory=list[EventView])


def _event(event: PlayedEvent, round_number: int) -> EventView:
    stored, outcome = event.stored, event.stored.outcome
    return EventView(
        id=event.id,
        sequence=event.sequence,
        label=as_sentence(stored.label),
        story=tuple(as_sentence(line) for line in outcome.story) if outcome else (),
        summary=outcome.summary if outcome else "",
        by_hand=stored.command.forced or stored.command.kind == "by_hand",
        round=round_number,
    )


def _last_rolls(table: OpenBattle) -> tuple[StepView, ...]:
    """Return the dice of the newest event that is done, each with what it was rolled for."""
    if table.open_event is not None or not table.events:
        return ()
    outcome = table.events[-1].stored.outcome
    return tuple(
        StepView(roll.key, roll.why, str(roll.total), roll.faces, roll.need, roll.critical)
        for roll in (outcome.rolls if outcome else ())
    )


def _open(table: OpenBattle, opened: OpenEvent) -> OpenEventView | None:
    progress: Progress = opened.progress
    if progress.question is None:
        return None
    stored = opened.event.stored
    return OpenEventView(
        label=as_sentence(stored.label),
        kind=stored.command.kind,
        by_hand=stored.command.forced,
        steps=tuple(_step(step) for step in progress.steps),
        question=progress.question,
        refused=progress.refused,
        forecast=table.engine.forecast(table.state, table.battle, stored.command),
    )


def _step(step: Step) -> StepView:
    question, answer = step.question, answer_text(step.question, step.answer)
    if isinstance(question, Roll) and isinstance(step.answer, RollAnswer):
        faces, need, critical = step.answer.faces, question.need, question.critical
        return StepView(question.key, question.why, answer, faces, need, critical, question)
    return StepView(question.key, question.why, answer, question=question)
