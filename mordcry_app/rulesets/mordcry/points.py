"""What a fighter is worth in points, by the house rule `fighter_points` (ruling 17)."""

from __future__ import annotations

from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.state import Member
from mordcry_app.rulesets.mordcry.content import XP

POINTS_OF_A_FIGHTER = 10


def points_of(member: Member, rules: HouseRules | None = None) -> int:
    """Return a fighter’s points: 10 + XP by default, so that beginners count as well."""
    reading = rules["fighter_points"] if rules else "ten_and_xp"
    points = 0 if reading == "xp" else POINTS_OF_A_FIGHTER
    return points if reading == "heads" else points + member.amount(XP)
