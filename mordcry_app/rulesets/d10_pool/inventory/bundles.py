"""What needs room in the grid at all, and what is tied together into one square.

Rules: d10-pool.txt, “What Counts as Inventory” (worn, held and belt are free, the coin purse),
“Bundling”, and “Belt” in the combat part. Our rulings, where these are silent:

- Days of rations and small weapons of different kinds go together; potions, ammunition and rope
  only with their like. Tools go together that belong to one set (`Goods.tool_set`).
- On the belt, what has a holder of its own is one item: a quiver, a coil, a set of tools. Potions,
  rations and small weapons are counted one by one there.
- A purse takes its square even when it is empty.

Part of a bundle takes the whole square. `TIED_TOGETHER` is the default; house content may hand in
rules of its own for other goods that are alike (“Other materials”).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.d10_pool.inventory.grid import Thing
from mordcry_app.rulesets.d10_pool.inventory.shapes import SINGLE, Shape

BELT_WEAPONS = 2
BELT_ITEMS = 3

Place = Literal["grid", "belt", "worn", "held"]
"""Where something is carried; all but the grid is free of squares."""


@dataclass(frozen=True)
class BundleRule:
    """How much of one kind of goods goes into a single square."""

    id: str
    name: str
    most: int | None
    """The most in one square, counted as the goods are (days, pieces, metres); none for a set."""
    together: Literal["all", "like", "set"]
    """Whether all such goods share squares, only those of one ref, or those of one set."""
    unit: tuple[str, str] = ("", "")
    """What is counted, one and several, where it is not pieces."""
    one_on_belt: bool = False
    """Whether a bundle counts as one item on the belt."""


TIED_TOGETHER: dict[str, BundleRule] = {
    rule.id: rule
    for rule in (
        BundleRule("rations", "Rations", 5, "all", unit=("day", "days")),
        BundleRule("potions", "Potions", 5, "like"),
        BundleRule("ammunition", "Ammunition", 20, "like", one_on_belt=True),
        BundleRule("rope", "Rope", 10, "like", unit=("m", "m"), one_on_belt=True),
        BundleRule("tools", "Tool set", None, "set", one_on_belt=True),
        BundleRule("small_weapons", "Small weapons", 5, "all"),
    )
}
"""The bundles of the source, by id, each of one square (“Bundling”)."""


@dataclass(frozen=True)
class Goods:
    """Some units of one item of the catalogue, carried in one place.

    `ref` says which item; units of one ref are alike. `quantity` is 1 or more: pieces, days of
    rations, metres of rope. `bundle` names a rule of bundling; it is empty for what is not tied
    together, such as a whole set of tools that is one item of the catalogue.

    Raises `ValueError` for a quantity below 1, and for a bundle of larger things.
    """

    ref: str
    name: str
    quantity: int = 1
    shape: Shape = SINGLE
    bundle: str = ""
    tool_set: str = ""
    """The name of the set that a tool belongs to, such as “Thieves’ Tools”."""
    is_weapon: bool = False
    place: Place = "grid"

    def __post_init__(self) -> None:
        """See that the goods can be carried like this."""
        if self.quantity < 1:
            raise ValueError(f"{self.quantity} of “{self.ref}” cannot be carried")
        if self.bundle and self.shape.area > 1:
            raise ValueError(f"“{self.ref}” takes more than one square and cannot be bundled")


@dataclass(frozen=True)
class Bundle:
    """Something that takes up room, and what is in it."""

    thing: Thing
    contents: tuple[tuple[str, int], ...]
    """The refs of what is in it, each with its units."""
    room: int = 0
    """How many more units would fit without another square."""


def coin_purse(coins: int, *, empty_counts: bool = True) -> tuple[Bundle, ...]:
    """Return the purse as it lies in the grid: always one square, however many coins it holds.

    With `empty_counts` off (a house rule) an empty purse takes none. Coins that must be carried in
    a chest or sack are not in the purse but goods with a shape.
    """
    if not coins and not empty_counts:
        return ()
    contents = (("coins", coins),) if coins else ()
    return (Bundle(Thing("purse", "Coin Purse", SINGLE), contents),)


def bundles_for_grid(
    carried: Iterable[Goods], rules: Mapping[str, BundleRule] = TIED_TOGETHER
) -> tuple[Bundle, ...]:
    """Return what the grid must hold, tied together as tightly as the rules allow.

    Ids stay the same while things are used up, so that places can be kept: the last bundle of its
    sort is the one that empties. Raises `ValueError` for an unknown rule of bundling, and for a
    tool that should be bundled but belongs to no set.
    """
    in_grid = [goods for goods in carried if goods.place == "grid"]
    return tuple(bundle for _, bundle in _tied(in_grid, rules))


def belt_load(
    carried: Iterable[Goods], rules: Mapping[str, BundleRule] = TIED_TOGETHER
) -> tuple[int, int]:
    """Return how many weapons and how many other items hang on the belt."""
    on_belt = [goods for goods in carried if goods.place == "belt"]
    weapons = [goods for goods in on_belt if goods.is_weapon]
    items = [goods for goods in on_belt if not goods.is_weapon]
    return _hanging(weapons, rules), _hanging(items, rules)


def check_belt(
    name: str,
    carried: Iterable[Goods],
    rules: Mapping[str, BundleRule] = TIED_TOGETHER,
    *,
    most_weapons: int = BELT_WEAPONS,
    most_items: int = BELT_ITEMS,
) -> None:
    """Raise `Refusal` when more hangs on the belt of the character `name` than it holds."""
    weapons, items = belt_load(carried, rules)
    if weapons > most_weapons:
        raise Refusal(f"The belt of {name} holds {most_weapons} weapons, not {weapons}.")
    if items > most_items:
        raise Refusal(f"The belt of {name} holds {most_items} items, not {items}.")


def _hanging(goods: list[Goods], rules: Mapping[str, BundleRule]) -> int:
    return sum(
        1 if rule is None or rule.one_on_belt else sum(units for _, units in bundle.contents)
        for rule, bundle in _tied(goods, rules)
    )


def _tied(
    carried: Iterable[Goods], rules: Mapping[str, BundleRule]
) -> Iterator[tuple[BundleRule | None, Bundle]]:
    """Yield bundles and single things, sorts in the order in which they first come up."""
    sorts: defaultdict[tuple[str, str], list[Goods]] = defaultdict(list)
    for goods in carried:
        if goods.bundle and goods.bundle not in rules:
            raise ValueError(f"“{goods.ref}” names an unknown way to bundle, “{goods.bundle}”")
        rule = rules.get(goods.bundle)
        sorts[goods.bundle, _shared_by(goods, rule)].append(goods)
    for (rule_id, sort), alike in sorts.items():
        if rule_id:
            rule = rules[rule_id]
            for number, contents in enumerate(_filled(alike, rule.most), start=1):
                yield rule, _bundle(f"{rule_id}:{sort}:{number}", rule, alike, contents)
        else:
            units = (goods for goods in alike for _ in range(goods.quantity))
            for number, goods in enumerate(units, start=1):
                thing = Thing(f"{sort}:{number}", goods.name, goods.shape)
                yield None, Bundle(thing, ((goods.ref, 1),))


def _shared_by(goods: Goods, rule: BundleRule | None) -> str:
    """Return what goods have in common that may share a square."""
    if rule is None or rule.together == "like":
        return goods.ref
    if rule.together == "all":
        return ""
    if not goods.tool_set:
        raise ValueError(f"“{goods.ref}” is bundled by set, but belongs to none")
    return goods.tool_set


def _filled(alike: Iterable[Goods], most: int | None) -> Iterator[dict[str, int]]:
    """Yield the contents of one square after the other, each full before the next is begun."""
    contents: dict[str, int] = {}
    for goods in alike:
        left = goods.quantity
        while left:
            room = left if most is None else most - sum(contents.values())
            if not room:
                yield contents
                contents = {}
                continue
            taken = min(left, room)
            contents[goods.ref] = contents.get(goods.ref, 0) + taken
            left -= taken
    yield contents


def _bundle(
    bundle_id: str, rule: BundleRule, alike: list[Goods], contents: dict[str, int]
) -> Bundle:
    """Return a bundle under a name that says what is in it, and how many."""
    names = {goods.ref: goods.name for goods in alike}
    count = sum(contents.values())
    name = rule.name
    if rule.together == "set":
        name = alike[0].tool_set
    elif len(contents) == 1:
        name = names[next(iter(contents))]
    unit = rule.unit[count > 1]
    if rule.together != "set" and (count > 1 or unit):
        name += f" ({count} {unit})" if unit else f" ({count})"
    room = 0 if rule.most is None else rule.most - count
    return Bundle(Thing(bundle_id, name, SINGLE), tuple(contents.items()), room)
