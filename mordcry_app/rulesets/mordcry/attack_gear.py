"""What a fighter's gear adds to its attacks with one weapon, and what it adds at times only.

Rules: mordcry.txt, "Search the Shops" (the two item tables); ruling 67.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

from mordcry_app.rules.catalogue import CatalogueItem
from mordcry_app.rules.derive import worn_modifiers
from mordcry_app.rules.state import Member, Modifier
from mordcry_app.rulesets.mordcry.content import Weapon
from mordcry_app.rulesets.mordcry.rulebook import Rulebook
from mordcry_app.rulesets.mordcry.wares import AttackBonus, Does, Moment, bonuses_of

UNARMED_ID = "unarmed"
THIS_WEAPON = "this_weapon"
"""The condition of what a weapon changes while it is the one that attacks."""


@dataclass(frozen=True)
class AttackGear:
    """What counts in the attacks of one fighter with one weapon, or with bare hands."""

    book: Rulebook
    member: Member
    weapon: Weapon

    def added(self, of: str) -> tuple[tuple[int, str], ...]:
        """Return what always counts for one part of an attack (“dice”): each amount, its source."""
        return tuple(
            (bonus.amount, item.name) for item, bonus in self._bonuses(of) if not bonus.when
        )

    @property
    def has_conditions(self) -> bool:
        """Whether anything that is carried counts under a condition only."""
        return any(bonus.when for item in self._items() for bonus in bonuses_of(item))

    def added_under(self, of: str, conditions: Set[str]) -> tuple[tuple[int, str], ...]:
        """Return what counts for one part of an attack only because a condition holds."""
        return tuple(
            (bonus.amount, item.name)
            for item, bonus in self._bonuses(of)
            if bonus.when in conditions or (bonus.when == THIS_WEAPON and item.id == self.weapon.id)
        )

    def of_this_weapon(self) -> tuple[Modifier, ...]:
        """Return the modifiers that act because this weapon attacks."""
        return tuple(
            Modifier(m.stat, m.amount, self.weapon.name, "while_worn", arithmetic=m.arithmetic)
            for m in self.weapon.modifiers
            if m.when == THIS_WEAPON
        )

    def at_times(self, of: str, *stats: str) -> tuple[str, ...]:
        """Return in words what counts under a condition: `+1 WS in the first round: Warpaint`."""
        every = (*self.member.modifiers, *worn_modifiers(self.member, self.book.content))
        values = tuple(
            f"{signed(m.amount)} {self.book.content.characteristics[m.stat].short}"
            f"{self._when(m.condition)}: {m.source}"
            for m in every
            if m.stat in stats and m.condition not in ("", THIS_WEAPON) and m.arithmetic == "add"
        )
        return values + tuple(
            f"{signed(bonus.amount)} {of}{self._when(bonus.when)}: {item.name}"
            for item, bonus in self._bonuses(of)
            if bonus.when
        )

    def punch(self) -> tuple[str, str] | None:
        """Return the damage dice of bare hands and the item they come from, if there is one."""
        if self.weapon.id != UNARMED_ID:
            return None
        for item in self._items():
            for use in item.uses:
                if use.moment == Moment.UNARMED and use.does == Does.DAMAGE and use.dice:
                    return use.dice.upper(), item.name
        return None

    def _bonuses(self, of: str) -> Iterator[tuple[CatalogueItem, AttackBonus]]:
        for item in self._items():
            for bonus in bonuses_of(item):
                if bonus.of == of and self._suits(item, bonus):
                    yield item, bonus

    def _suits(self, item: CatalogueItem, bonus: AttackBonus) -> bool:
        match bonus.only:
            case "any":
                return True
            case "this":
                return item.id == self.weapon.id
            case "unarmed":
                return self.weapon.id == UNARMED_ID
            case "ranged":
                return self.weapon.is_ranged
            case "melee":
                return not self.weapon.is_ranged and self.weapon.id != UNARMED_ID

    def _items(self) -> Iterator[CatalogueItem]:
        """Yield what is carried, each kind of item once: it acts once, however many there are."""
        for ref in dict.fromkeys(carried.ref for carried in self.member.carried):
            item = self.book.content.items.get(ref)
            if item is not None:
                yield item

    def _when(self, condition: str) -> str:
        known = self.book.content.conditions.get(condition)
        name = known.name if known else condition.replace("_", " ")
        return f" {name[:1].lower()}{name[1:]}"


def signed(amount: int) -> str:
    """Return a number with its sign, as it is written in print."""
    return f"+{amount}" if amount >= 0 else f"−{-amount}"
