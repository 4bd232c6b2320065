"""A fighter's search for something to buy after a battle.

Rules: mordcry.txt, "Search the Shops"; rulings 52, 54 to 57.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction

from mordcry_app.rules.derive import effective
from mordcry_app.rules.dice import parse_dice
from mordcry_app.rules.effects import Effect, Lose, LoseItem, Spend, Story
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.effects import roster as roster_target
from mordcry_app.rules.procedure import (
    Answer,
    Choose,
    Option,
    Outcome,
    Procedure,
    Question,
    Roll,
    RollAnswer,
    chosen,
)
from mordcry_app.rules.settle import Scene, roll_test
from mordcry_app.rules.state import Member, State
from mordcry_app.rulesets.mordcry.content import CROWNS, RENOWN
from mordcry_app.rulesets.mordcry.finds import buy, draw_item, happened, sentence, told
from mordcry_app.rulesets.mordcry.helpful import after_failed_roll
from mordcry_app.rulesets.mordcry.renown import renown_behind
from mordcry_app.rulesets.mordcry.rulebook import Outlook, Rulebook
from mordcry_app.rulesets.mordcry.wares import RARE, UNCOMMON

DICE = "2d6"
UNCOMMON_FROM = 8
RARE_FROM = 11
RENOWN_FOR_ONE = 10
MOST_USEFUL = RARE_FROM - 2
"""A bonus with which even a double 1 finds something rare; nobody pays for more."""
SWINDLE = 20
"""Crowns that a double 1 costs whoever followed gossip."""

MARKET_BONUS = "market_bonus"
GOSSIP = "gossip"
AT_MARKET = "market_or_exploration"
"""The condition under which some items help here."""
COIN = "mark_of_the_coin"
"""The item that finds something without a roll and is then gone."""

RENOWNED = "renown"
TEST = "test"
STAY = "no"
"""Ways to search, and not to; `renown_2` uses less renown than there is, where it has a price."""


_NOTHING = (
    "{name} went from stall to stall and came back with nothing.",
    "{name} found nothing worth a second look at the market.",
    "The shops had nothing that {name} was after.",
    "{name} haggled all day and had nothing to show for it.",
    "Nobody had anything to sell that {name} wanted.",
    "{name} came too late: the good things were gone.",
)
_BOUGHT = (
    "{name} found the {item} and paid for it.",
    "{name} brought home the {item}.",
    "A trader parted with the {item}, and {name} paid the price.",
)
_LEFT = (
    "{name} turned the {item} over twice and put it back.",
    "{name} found the {item} and left it where it was.",
    "{name} looked at the {item} for a while and walked on.",
)


def search(book: Rulebook, state: State, member_id: int, battle: int, key: str) -> Procedure:
    """Ask how a fighter searches, roll, draw what there is, and ask for whom it is bought."""
    scene = book.scene(
        state, member_id, key, f"after battle {battle}", conditions=frozenset({AT_MARKET})
    )
    options = ways(book, state, scene.subject)
    why = f"Does {scene.name} search the market?"
    picked = chosen((yield Choose(f"{key}/how", options, why, "market")))
    if picked == STAY:
        return Outcome((), (), "did not search")
    looked = yield from _looked(book, scene, picked)
    scene = scene.after(looked.effects)
    if not looked.rarity:
        tale = _told_of(_NOTHING, looked.total, scene)
        return Outcome(happened(looked.effects), (*told(looked.effects), tale), "found nothing")
    item, used = yield from draw_item(scene.at("find"), looked.rarity)
    effects = (*looked.effects, *used)
    if item is None:
        tale = sentence(f"{scene.name} heard of something {looked.rarity}, but it was gone.")
        return Outcome(happened(effects), (*told(effects), tale), "found nothing")
    bill = f"Bought {item.name}, after battle {battle}"
    bought = yield from buy(scene.after(used).at("find"), item, item.price, bill)
    tale = _told_of(_BOUGHT if bought else _LEFT, looked.total, scene, item.name)
    lines = (*told(effects), tale, *told(bought))
    verb = "bought" if bought else "left"
    return Outcome(happened((*effects, *bought)), lines, f"found {item.name} and {verb} it")


def ways(book: Rulebook, state: State, member: Member) -> tuple[Option, ...]:
    """Return how a fighter can search, the usual way first."""
    options = [Option(TEST, "Search, Intelligence test for +1")]
    bonus = renown_behind(state, member, book.rules) // RENOWN_FOR_ONE
    if bonus and book.rules["market_renown"] == "spent":
        most = min(bonus, MOST_USEFUL)
        options += [_paid(RENOWNED, most)]
        options += [_paid(f"{RENOWNED}_{less}", less) for less in range(most - 1, 0, -1)]
    elif bonus:
        options.insert(0, Option(RENOWNED, f"Search, +{bonus} for renown"))
    if COIN in book.content.items and member.carries(COIN):
        name = book.content.items[COIN].name
        detail = "An uncommon find without a roll; it is gone then."
        options.append(Option(COIN, f"Search with the {name}", detail))
    return (*options, Option(STAY, "Do not search"))


def hint(book: Rulebook, state: State, member: Member) -> str:
    """Return what helps a fighter in its search: `12 renown, +1 waits, Intelligence 3`."""
    renown = renown_behind(state, member, book.rules)
    wits = effective(member, "int", book.content, conditions={AT_MARKET, "int_test"}).total
    parts = [f"{renown} renown", f"Intelligence {wits}"]
    waiting = _waiting(member)
    if waiting:
        parts.append(f"+{waiting} waits")
    return " · ".join(parts)


def outlook(bonus: int) -> Outlook:
    """Return the exact chances of 2D6 with a bonus."""
    ways_by_total = parse_dice(DICE).ways()
    every = sum(ways_by_total.values())
    found = {"nothing": 0, UNCOMMON: 0, RARE: 0}
    for total, count in ways_by_total.items():
        found[rarity_of(total + bonus) or "nothing"] += count
    return tuple((name, Fraction(count, every)) for name, count in found.items())


def rarity_of(total: int) -> str:
    """Return what a total finds: an uncommon item from 8 on, a rare one from 11 on, or nothing."""
    if total >= RARE_FROM:
        return RARE
    return UNCOMMON if total >= UNCOMMON_FROM else ""


@dataclass(frozen=True)
class _Looked:
    """What a search came to: the rarity of what is there, the total, and what it used up."""

    rarity: str
    total: int
    effects: tuple[Effect, ...] = ()


def _looked(book: Rulebook, scene: Scene, picked: str) -> Generator[Question, Answer, _Looked]:
    who = member_target(scene.subject.id)
    if picked == COIN:
        return _Looked(UNCOMMON, UNCOMMON_FROM, (LoseItem(who=who, ref=COIN),))
    bonus, effects = yield from _bonus(book, scene, picked)
    bonus += _waiting(scene.subject)
    hears_gossip = bool(scene.subject.waiting(GOSSIP))
    effects += tuple(
        Spend(who=who, ref=ref) for ref in (MARKET_BONUS, GOSSIP) if scene.subject.waiting(ref)
    )
    added = f", +{bonus}" if bonus else ""
    question = Roll(
        f"{scene.key}/roll", DICE, f"{scene.name} searches the market{added}", outlook(bonus)
    )
    answer = yield question
    if not isinstance(answer, RollAnswer):
        raise TypeError("a roll is answered by faces")
    if hears_gossip and answer.faces == (1, 1):
        effects += _swindled(scene)
    total = question.parsed.total(answer.faces) + bonus
    rarity = rarity_of(total)
    if not rarity:
        what = f"{scene.name} found nothing at the market"
        passed, used = yield from after_failed_roll(scene.after(effects), what)
        rarity, effects = UNCOMMON if passed else "", (*effects, *used)
    return _Looked(rarity, total, effects)


def _bonus(
    book: Rulebook, scene: Scene, picked: str
) -> Generator[Question, Answer, tuple[int, tuple[Effect, ...]]]:
    """Return what renown or a test adds to the roll, and what it cost."""
    if picked == TEST:
        passed, used = yield from roll_test(scene, "int")
        return int(passed), used
    bonus = renown_behind(scene.state, scene.subject, book.rules) // RENOWN_FOR_ONE
    if book.rules["market_renown"] != "spent":
        return bonus, ()
    _, _, less = picked.partition("_")
    bonus = int(less) if less else min(bonus, MOST_USEFUL)
    paid = Lose(
        who=member_target(scene.subject.id),
        resource=RENOWN,
        amount=bonus * RENOWN_FOR_ONE,
        reason=f"Searched the market, {scene.source}"[:200],
    )
    return bonus, (paid,)


def _swindled(scene: Scene) -> tuple[Effect, ...]:
    return (
        Lose(
            who=roster_target(scene.subject.roster_id),
            resource=CROWNS,
            amount=SWINDLE,
            reason=f"{scene.name} was swindled, {scene.source}"[:200],
        ),
        Story(
            who=member_target(scene.subject.id),
            text=f"The gossip was a trap: {scene.name} was relieved of {SWINDLE} crowns.",
        ),
    )


def _waiting(member: Member) -> int:
    """Return what waits for the next search of a fighter and is added to its roll."""
    return sum(entry.amount for ref in (MARKET_BONUS, GOSSIP) for entry in member.waiting(ref))


def _paid(option_id: str, bonus: int) -> Option:
    price = bonus * RENOWN_FOR_ONE
    return Option(option_id, f"Search, +{bonus} for {price} renown", "The renown is spent.")


def _told_of(tales: tuple[str, ...], total: int, scene: Scene, item: str = "") -> str:
    """Return a tale; which one depends on the dice alone, so that it never changes again."""
    tale = tales[(total + scene.subject.id) % len(tales)]
    return sentence(tale.format(name=scene.name, item=item))
