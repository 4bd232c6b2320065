"""What carried items can do about a roll that lies: pass it, change it, or roll it again.

An item helps its own bearer only, and nobody is asked about one that would change nothing.
Rules: mordcry.txt, "Search the Shops" (the two item tables); ruling 68.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import count

from mordcry_app.rules.catalogue import CatalogueItem, Content, ItemUse
from mordcry_app.rules.dice import parse_dice
from mordcry_app.rules.effects import Await, Effect, LoseItem, Spend, SpendItem, Story
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.procedure import Answer, Choose, Option, Question, Roll, chosen, rolled_total
from mordcry_app.rules.settle import Scene, Settling, TestRoll, settle
from mordcry_app.rules.state import Member
from mordcry_app.rules.table import Table, TableRow
from mordcry_app.rulesets.mordcry.wares import Does, Moment

STAND = "stand"
"""The option that changes nothing."""
LET_IT_STAND = "Let it stand"

USED_THIS_GAME = "used_this_game"
"""What waits for a fighter for each use after a battle that it has once a game: gone with the next
battle. The use is known by the name of its item, the source of what waits."""
USED_IN_BATTLE = "used_in_battle"
"""What waits for a fighter who is known to have used an item in the battle, named as above, until
its gear has been seen to."""
EXPLORATION = "exploration"
"""The table whose rolls some items, and the beggar’s luck, make anew."""
EXPLORATION_REROLL = "exploration_reroll"
"""What waits for a fighter who has paid the beggar."""

_D66 = parse_dice("d66")

Helped = Generator[Question, Answer, tuple[bool, tuple[Effect, ...]]]
"""A procedure that comes to whether a roll passes after all, and to what that used up."""


@dataclass(frozen=True)
class Help:
    """One use of one item that a fighter carries."""

    item: CatalogueItem
    use: ItemUse

    @property
    def id(self) -> str:
        """What the use is called among options."""
        return f"{self.item.id}:{self.use.id}"


class ItemHelp:
    """The `Interventions` of Mordcry: what the subject of a scene carries."""

    def after_failed_test(self, scene: Scene, test: TestRoll, face: int) -> Helped:
        """Offer what turns a failed test, until something does or it is left to stand."""
        used: tuple[Effect, ...] = ()
        for attempt in count(1):
            helps = tuple(_helps_with_test(scene, test, face))
            if not helps:
                break
            key = f"{scene.key}/help-{attempt}"
            stat = scene.content.characteristics[test.stat].name
            why = f"{scene.name} failed a {stat} test with a {face}: does anything help?"
            picked = yield from _picked(key, helps, why)
            if picked is None:
                break
            done = yield from carried_out(scene.at(f"help-{attempt}"), picked)
            used, scene = (*used, *done), scene.after(done)
            if picked.use.does != Does.REROLL:
                return True, used
            how, chances = test.question
            question = Roll(f"{key}/test", "d6", f"{stat} test again, {scene.name}: {how}", chances)
            face = rolled_total(question, (yield question))
            if test.passes(face):
                return True, used
        return False, used

    def after_draw(
        self, scene: Scene, table: Table, row: TableRow
    ) -> Generator[Question, Answer, tuple[TableRow, tuple[Effect, ...]]]:
        """Offer to roll on a table again, until that is left or nothing is there for it."""
        used: tuple[Effect, ...] = ()
        for attempt in count(1):
            helps = tuple(_rolls_again(scene, table))
            lucky = table.id == EXPLORATION and bool(scene.subject.waiting(EXPLORATION_REROLL))
            if not helps and not lucky:
                break
            name = f"again-{attempt}"
            why = f"{table.name}, {scene.name}: {row.name}. Roll again?"
            luck = _luck(scene) if lucky else ()
            options = (Option(STAND, LET_IT_STAND, row.text), *luck, *map(option_for, helps))
            picked = chosen((yield Choose(f"{scene.key}/{name}", options, why)))
            if picked == STAND:
                break
            if picked == EXPLORATION_REROLL:
                who = member_target(scene.subject.id)
                done: tuple[Effect, ...] = (Spend(who=who, ref=EXPLORATION_REROLL, amount=1),)
            else:
                used_one = next(one for one in helps if one.id == picked)
                done = yield from carried_out(scene.at(name), used_one)
            used, scene = (*used, *done), scene.after(done)
            row = yield from _rolled_again(f"{scene.key}/{name}/roll", table)
        return row, used


def after_failed_roll(scene: Scene, what: str) -> Helped:
    """Offer what passes any roll of the subject; `what` says in words which one has failed."""
    helps = tuple(helps_at(scene.subject, scene.content, Moment.FAILED_ROLL))
    if not helps:
        return False, ()
    picked = yield from _picked(f"{scene.key}/help", helps, f"{what}: does anything help?")
    if picked is None:
        return False, ()
    return True, (yield from carried_out(scene.at("help"), picked))


def helps_at(member: Member, content: Content, *moments: Moment) -> Iterator[Help]:
    """Yield the uses that a fighter has left at some moments, in the order of the moments."""
    refs = {carried.ref for carried in member.carried}
    places = content.item_places
    items = [content.items[ref] for ref in sorted(refs & places.keys(), key=places.__getitem__)]
    for moment in moments:
        for item in items:
            for use in item.uses:
                if use.moment == moment and uses_left(member, item, use):
                    yield Help(item, use)


def uses_left(member: Member, item: CatalogueItem, use: ItemUse) -> int:
    """Return how often a fighter can still use an item in this way in this game.

    A game is a battle with what follows it, up to the set-up of the next one. What needs no
    counting counts as one use for each unit.
    """
    held = sum(
        carried.quantity
        for carried in member.carried
        if carried.ref == item.id and not (carried.spent and use.per == "campaign")
    )
    if use.per in ("any", "round"):
        return held
    used = sum(
        pending.amount
        for pending in (*member.waiting(USED_THIS_GAME), *member.waiting(USED_IN_BATTLE))
        if pending.source == item.name and not pending.armed
    )
    return max(0, held - used)


def counted_use(member: Member, helped: Help) -> tuple[Effect, ...]:
    """Return the effects that count a use: one that is gone, spent, or done for this game."""
    who = member_target(member.id)
    match helped.use.per:
        case "once":
            whole = member.carries(helped.item.id)
            return (LoseItem(who=who, ref=helped.item.id, spent=not whole),)
        case "campaign":
            return (SpendItem(who=who, ref=helped.item.id),)
        case "battle":
            return (Await(who=who, ref=USED_THIS_GAME, source=helped.item.name),)
        case "round" | "any":
            return ()


def carried_out(scene: Scene, helped: Help) -> Settling:
    """Count a use, tell of it, and settle the effects that it has."""
    counted = counted_use(scene.subject, helped)
    story = Story(
        who=member_target(scene.subject.id),
        text=f"The {helped.item.name} helped {scene.name}: {_lowered(helped.use.text)}"
        if helped.use.text
        else f"The {helped.item.name} helped {scene.name}.",
    )
    settled = yield from settle(helped.use.effects, scene.after(counted).at(helped.use.id))
    return (*counted, story, *settled)


def option_for(helped: Help) -> Option:
    """Return a use as it is offered."""
    does = _DOES.get(helped.use.does, "")
    if helped.use.does == Does.BONUS:
        does = f": +{helped.use.amount}"
    return Option(helped.id, f"{helped.item.name}{does}", helped.use.text or helped.item.text)


_DOES: dict[str, str] = {
    Does.REROLL: ": roll again",
    Does.SUCCEED: ": it counts as passed",
    Does.IGNORE: ": it does not count",
}


def _picked(
    key: str, helps: tuple[Help, ...], why: str
) -> Generator[Question, Answer, Help | None]:
    options = (Option(STAND, LET_IT_STAND), *map(option_for, helps))
    picked = chosen((yield Choose(key, options, why)))
    return next((one for one in helps if one.id == picked), None)


def _helps_with_test(scene: Scene, test: TestRoll, face: int) -> Iterator[Help]:
    """Yield what can turn a test that has failed with this face."""
    moments = [*_TESTS.get(test.stat, ()), Moment.FAILED_TEST, Moment.FAILED_ROLL]
    for helped in helps_at(scene.subject, scene.content, *moments):
        if helped.use.does == Does.BONUS and not test.passes(face, helped.use.amount):
            continue
        yield helped


_TESTS: dict[str, tuple[Moment, ...]] = {
    "will": (Moment.WILL_TEST, Moment.FAILED_WILL_TEST),
    "int": (Moment.INT_TEST, Moment.FAILED_INT_TEST),
}


def _rolls_again(scene: Scene, table: Table) -> Iterator[Help]:
    if table.id == EXPLORATION:
        yield from helps_at(scene.subject, scene.content, Moment.EXPLORATION_ROLL)
    if table.parsed == _D66:
        yield from helps_at(scene.subject, scene.content, Moment.ANY_D66_TABLE)


def _luck(scene: Scene) -> tuple[Option, ...]:
    waiting = scene.subject.waiting(EXPLORATION_REROLL)[0]
    label = "Use the luck that was paid for: roll again"
    return (Option(EXPLORATION_REROLL, label, waiting.source),)


def _rolled_again(key: str, table: Table) -> Generator[Question, Answer, TableRow]:
    chances = tuple((row.name, chance) for row, chance in table.chances())
    question = Roll(key, table.dice, f"{table.name}, again", chances)
    return table.row_for(rolled_total(question, (yield question)))


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]
