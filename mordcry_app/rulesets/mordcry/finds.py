"""Items that turn up: how one is drawn, who takes it, and what comes of taking it.

The market, exploration and everything else that finds an item go through here.
Rules: mordcry.txt, "Search the Shops" and "Exploration Phase"; rulings 55 to 57.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from mordcry_app.rules.catalogue import CatalogueItem, Content
from mordcry_app.rules.effects import AddTrait, Draw, Effect, GainItem, Lose, Story
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.effects import roster as roster_target
from mordcry_app.rules.procedure import Answer, Choose, Option, Question, Roll, chosen, rolled_total
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.settle import MOST_DRAWS, Scene, Settling, settle
from mordcry_app.rules.state import TAKEN, Member, add_carried
from mordcry_app.rulesets.mordcry.beasts import fighters
from mordcry_app.rulesets.mordcry.carrying import check_carried
from mordcry_app.rulesets.mordcry.content import CROWNS
from mordcry_app.rulesets.mordcry.rulebook import warband
from mordcry_app.rulesets.mordcry.wares import item_on, table_id

LEAVE = "leave"
STASH = "stash"
FINDER = "finder"
OTHER = "other"
MOST_AT_ONCE = 6
"""Options of one question; where there are more, the other fighters are asked for apart."""
FOR = "for_"
"""Begins the option for another fighter: `for_103`."""

Drawing = Generator[Question, Answer, tuple[CatalogueItem | None, tuple[Effect, ...]]]
"""A procedure that comes to an item, or none, and to what was used up on the way to it."""


def draw_item(scene: Scene, rarity: str) -> Drawing:
    """Draw an item of a rarity by D66; blanks are rolled again or are nothing (ruling 56)."""
    table = scene.content.tables[table_id(rarity)]
    chances = tuple((row.name, chance) for row, chance in table.chances())
    used: tuple[Effect, ...] = ()
    for _ in range(MOST_DRAWS):
        question = Roll(f"{scene.key}/draw", table.dice, table.name, chances)
        answer = yield question
        row = table.row_for(rolled_total(question, answer))
        if scene.interventions is not None:
            row, spent = yield from scene.interventions.after_draw(scene, table, row)
            used = (*used, *spent)
            scene = scene.after(spent)
        ref = item_on(row)
        if ref is not None:
            return scene.content.items[ref], used
        if not any(isinstance(effect, Draw) for effect in row.effects):
            break
        scene = scene.at("draw")
    return None, used


def take(scene: Scene, item: CatalogueItem, member: Member) -> Settling:
    """Give an item to a fighter and settle what comes of taking it, which is noted."""
    who = member_target(member.id)
    gained: tuple[Effect, ...] = (GainItem(who=who, ref=item.id),)
    came_of_it = yield from taken(scene.after(gained).about(member.id), item)
    return (*gained, *came_of_it)


def taken(scene: Scene, item: CatalogueItem) -> Settling:
    """Settle what comes of taking an item that the subject has, once, and note that it is done."""
    if not item.when_taken or scene.subject.trait(TAKEN, item.id) is not None:
        return ()
    who = member_target(scene.subject.id)
    noted = AddTrait(who=who, kind=TAKEN, ref=item.id, name=item.name, source=scene.source)
    bearer = replace(scene.after((noted,)), source=f"{item.name}, {scene.source}")
    came_of_it = yield from settle(item.when_taken, bearer.at("taken"))
    return (noted, *came_of_it)


def place(scene: Scene, item: CatalogueItem) -> Settling:
    """Ask who takes an item that is free: its finder, another fighter, or the stash."""
    own = _bearer(scene, item, scene.subject)
    stash = Option(STASH, "To the stash", _says(item))
    first = (stash, own) if own.refused else (own, stash)
    others = tuple(_bearer(scene, item, other) for other in _others(scene))
    elsewhere = Option(OTHER, "To another fighter")
    why = f"Who takes the {item.name}?"
    picked = yield from _picked(f"{scene.key}/bearer", first, others, elsewhere, why)
    return (yield from _handed(scene, item, picked))


def buy(scene: Scene, item: CatalogueItem, price: int, bill: str) -> Settling:
    """Ask for whom an item is bought, if at all; `bill` is the reason in the ledger."""
    held = scene.state.rosters[scene.subject.roster_id].amount(CROWNS)
    short = ""
    if held < price:
        short = f"It costs {price} crowns, and {_warband(scene)} has {held}."

    def offer(member: Member) -> Option:
        option = _bearer(scene, item, member)
        label = f"Buy it for {_called(scene, member)} ({price} crowns)"
        return replace(option, label=label, detail="", refused=short or option.refused)

    first = (
        Option(LEAVE, "Leave it", _says(item)),
        offer(scene.subject),
        Option(STASH, f"Buy it for the stash ({price} crowns)", refused=short),
    )
    others = tuple(offer(other) for other in _others(scene))
    elsewhere = Option(OTHER, f"Buy it for another fighter ({price} crowns)", refused=short)
    why = f"{item.name} for {price} crowns: does {scene.name} buy it?"
    picked = yield from _picked(f"{scene.key}/buy", first, others, elsewhere, why)
    if picked == LEAVE:
        return ()
    paid: tuple[Effect, ...] = ()
    if price:
        who = roster_target(scene.subject.roster_id)
        paid = (Lose(who=who, resource=CROWNS, amount=price, reason=bill[:200]),)
    return (*paid, *(yield from _handed(scene.after(paid), item, picked)))


def _picked(
    key: str, first: tuple[Option, ...], others: tuple[Option, ...], elsewhere: Option, why: str
) -> Generator[Question, Answer, str]:
    """Ask for one of the first options or of the others; many others are asked for apart."""
    if len(first) + len(others) <= MOST_AT_ONCE:
        return chosen((yield Choose(key, (*first, *others), why)))
    if not any(not option.refused for option in others) and not elsewhere.refused:
        elsewhere = replace(elsewhere, refused="Nobody else can carry it.")
    picked = chosen((yield Choose(key, (*first, elsewhere), why)))
    if picked != OTHER:
        return picked
    return chosen((yield Choose(f"{key}/who", others, why)))


def half_price(item: CatalogueItem) -> int:
    """Return half the price of an item, in crowns, rounded up."""
    return -(-item.price // 2)


def cannot_carry(member: Member, item: CatalogueItem, content: Content) -> str:
    """Say in a sentence why a fighter cannot carry an item as well, or nothing."""
    try:
        check_carried(replace(member, carried=add_carried(member.carried, item.id, 1)), content)
    except Refusal as refusal:
        return refusal.sentence
    return ""


def told(effects: tuple[Effect, ...]) -> tuple[str, ...]:
    """Return the story lines among settled effects, each with a capital at its beginning."""
    return tuple(sentence(effect.text) for effect in effects if isinstance(effect, Story))


def sentence(text: str) -> str:
    """Return a text that begins with a capital, even where somebody without a name does it."""
    return text[:1].upper() + text[1:]


def happened(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Return what is no story line among settled effects."""
    return tuple(effect for effect in effects if not isinstance(effect, Story))


def _handed(scene: Scene, item: CatalogueItem, picked: str) -> Settling:
    if picked == FINDER:
        return (yield from take(scene, item, scene.subject))
    finder = member_target(scene.subject.id)
    if picked == STASH:
        stashed = GainItem(who=roster_target(scene.subject.roster_id), ref=item.id)
        return (stashed, Story(who=finder, text=f"The {item.name} went to the stash."))
    bearer = scene.state.members[int(picked.removeprefix(FOR))]
    passed_on = Story(who=finder, text=f"{_called(scene, bearer)} took the {item.name}.")
    return (passed_on, *(yield from take(scene, item, bearer)))


def _others(scene: Scene) -> tuple[Member, ...]:
    return tuple(
        member
        for member in fighters(scene.state, scene.subject.roster_id)
        if member.id != scene.subject.id
    )


def _bearer(scene: Scene, item: CatalogueItem, member: Member) -> Option:
    own = member.id == scene.subject.id
    refused = cannot_carry(member, item, scene.content)
    option_id = FINDER if own else f"{FOR}{member.id}"
    return Option(option_id, _called(scene, member), _says(item) if own else "", refused)


def _called(scene: Scene, member: Member) -> str:
    return scene.content.called(member.name, member.archetype)


def _warband(scene: Scene) -> str:
    return warband(scene.state, scene.subject.roster_id)


def _says(item: CatalogueItem) -> str:
    return item.text
