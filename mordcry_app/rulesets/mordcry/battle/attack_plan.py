"""An attack before it is rolled: who, with what, on whom, and everything that counts in it.

The plan is filled in three steps: what was chosen, what skills and items on either side make of it
(`in_attack.bend_plan`), and the numbers that follow (`attack_numbers.numbers_of`).
Rules: mordcry.txt, “Attack Action”.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mordcry_app.rules.state import Modifier
from mordcry_app.rulesets.mordcry.content import Weapon


@dataclass
class AttackPlan:
    """One attack on one target.

    Bonuses to hit make the number needed lower. `notes` say in words what counts besides the
    characteristics: `+2 to hit, Furious Charge`.
    """

    attacker: int
    target: int
    weapon: Weapon
    with_second: bool = False
    """Whether a second one-handed weapon adds a die."""
    dice: int | None = None
    """How many dice go to this target; none for all of them."""
    switches: frozenset[str] = frozenset()
    """What was switched on: `charged`, `cover`, `far`, `near_edge`, and ids of skills and items."""
    is_bonus: bool = False
    """An attack beside the actions of an activation: a counter, a parting blow, a skill."""

    conditions: set[str] = field(default_factory=set[str])
    """Conditions that hold for the attacker, besides those that follow from the target."""
    target_conditions: set[str] = field(default_factory=set[str])
    extra: list[Modifier] = field(default_factory=list[Modifier])
    """Modifiers of the attacker in this attack only."""
    target_extra: list[Modifier] = field(default_factory=list[Modifier])

    dice_bonus: int = 0
    hit_bonus: int = 0
    damage_bonus: int = 0
    doubles_damage: bool = False
    halves_damage: bool = False
    double_on_six: bool = False
    hits_automatically: bool = False
    all_critical: bool = False
    rerolls_ones: bool = False
    ignores_shield: bool = False
    ignores_cover: bool = False
    no_reactions: bool = False
    is_called_off: bool = False
    """The attack is not made after all: nothing is rolled."""

    less: int = 0
    critical_less: int = 0
    ignores_first: bool = False
    ignores_critical: bool = False
    ward: int | None = None
    only_criticals_kill: bool = False
    reaction: int | None = None
    """What each wound needs on the target’s reaction (Parry, Dodge, Take Cover); none without."""
    reaction_name: str = ""

    notes: list[str] = field(default_factory=list[str])

    @property
    def is_ranged(self) -> bool:
        """Whether it is a shot."""
        return self.weapon.is_ranged
