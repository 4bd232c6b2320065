"""What an attack comes to once every characteristic, skill and item has been looked up.

These are pure numbers, without fighters or content. A ruleset works them out; the exact odds and
the real resolution both read them, through the functions of `steps`.

Rules: mordcry.txt, "Attack Action", its headings 2 to 4; rulings 27 and 30 to 40.
"""

from __future__ import annotations

from dataclasses import dataclass

from mordcry_app.rules.dice import Dice, parse_dice

STATUSES = ("stunned", "knocked_down", "head_injury", "leg_injury", "arm_injury")
"""The temporary statuses by the face that brings them: a D6 of 1 to 5. A 6 is 1 more damage."""

NEVER = 7
"""A need that no die reaches. `None` means the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackNumbers:
    """Everything that decides what the dice of one attack do to one target.

    A *need* is the lowest face of a D6 that succeeds, 2 to 6; `None` is the lack of it: the attack
    cannot hit or wound, the target has no such save. Raises `ValueError` for numbers that make no
    sense, because whoever works them out has a bug then.

    The attack:

    - `dice`: how many dice are rolled to hit, 0 or more.
    - `hit_need`: what each needs. 1 is a hit whatever is rolled, 7 or `None` is a miss whatever is
      rolled; 6 is a critical hit only when it hits.
    - `hit_second`: what a natural 1 to hit needs when it is rolled again (BS 6 and more).
    - `hits_automatically`: each die is a hit, none is rolled, and so none is critical.
    - `reroll_ones`: each 1 to hit that misses and each 1 to wound that fails is rolled again. No
      die is rolled again twice: with `hit_second` as well, the one re-roll has the easier need.
    - `wound_need`: what each wound die needs.
    - `wound_criticals`: whether wounds can be critical at all (not those of a fall). A natural 6
      is then critical, unless the need is 6.
    - `all_critical`: each wound is critical, also when the need is 6.

    The damage of one wound, in the order of arithmetic (divide, multiply, add, subtract):

    - `damage`: a number or dice, such as `2`, `d3` or `d3+1`.
    - `halved` (rounded up), then `doubled`, then doubled (again) by `double_on_six` when its die
      to wound shows a 6.
    - `damage_bonus`: is added then, for each wound; below 0 it lessens the damage, to 0 at least.

    The target:

    - `wounds_left`: how much damage puts it out of action, 1 or more.
    - `less`: each wound deals so much less, but at least 1 if it dealt any.
    - `critical_less`: a critical wound deals so much less after that, and may deal nothing.
    - `reaction`, `armour`: needs of the saves that each wound is tried with.
    - `shield`: need of the save that only the first wound still standing is tried with.
    - `shield_first`: the shield is tried before the armour (house rule).
    - `ignores_first`: the first wound that all of these let through is ignored.
    - `ward`: need of a save that only the first wound still standing then is tried with.
    - `ignores_critical`: the first critical wound that still stands after all that is ignored.
    - `held`: the statuses of `STATUSES` that it has already.
    - `saved_criticals_count`: a critical wound that a save stops brings its status all the same
      (house rule); one that is ignored brings none.
    - `only_criticals_kill`: only critical wounds and their statuses can put it out of action;
      other damage leaves 1 wound.
    """

    dice: int
    hit_need: int | None
    wound_need: int | None
    wounds_left: int
    hit_second: int | None = None
    hits_automatically: bool = False
    reroll_ones: bool = False
    wound_criticals: bool = True
    all_critical: bool = False
    damage: str = "1"
    damage_bonus: int = 0
    halved: bool = False
    doubled: bool = False
    double_on_six: bool = False
    less: int = 0
    critical_less: int = 0
    reaction: int | None = None
    armour: int | None = None
    shield: int | None = None
    shield_first: bool = False
    ignores_first: bool = False
    ward: int | None = None
    ignores_critical: bool = False
    held: frozenset[str] = frozenset()
    saved_criticals_count: bool = False
    only_criticals_kill: bool = False

    def __post_init__(self) -> None:
        if self.dice < 0:
            raise ValueError(f"dice: {self.dice} is below 0")
        if self.wounds_left < 1:
            raise ValueError(f"wounds_left: {self.wounds_left} is below 1")
        for name in ("less", "critical_less"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name}: {getattr(self, name)} is below 0")
        for name in (
            "hit_need",
            "hit_second",
            "wound_need",
            "reaction",
            "armour",
            "shield",
            "ward",
        ):
            need = getattr(self, name)
            if need is not None and not (1 if name == "hit_need" else 2) <= need <= NEVER:
                raise ValueError(f"{name}: {need} is no need of a D6")
        if not self.held.issubset(STATUSES):
            raise ValueError(f"held: {', '.join(sorted(self.held.difference(STATUSES)))}")
        if self.all_critical and not self.wound_criticals:
            raise ValueError("all_critical: there are no critical wounds")
        parse_dice(self.damage)

    @property
    def damage_dice(self) -> Dice:
        """The dice of `damage`; a plain number is dice without any die."""
        return parse_dice(self.damage)
