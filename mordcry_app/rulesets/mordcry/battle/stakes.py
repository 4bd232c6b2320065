"""What each victory condition and twist puts on the table before a battle starts.

Keyed by the rows of the tables; a row that a group has added itself puts nothing there and ends
after the usual number of rounds. Rules: mordcry.txt, “Victory Conditions Table” and “Twist Table”.
"""

from __future__ import annotations

from dataclasses import dataclass

USUAL_ROUNDS = 4

PLATFORMS = "platforms"
"""The condition that needs a platform at least 2″ above the floor; else another one is drawn."""
BREAKTHROUGH = "breakthrough"
"""The condition for which each side picks an edge as its territory."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """What lies on the table when the battle starts, and whether its rounds are limited.

    `objectives` counts them, `awake` names those that count from the start where only some do.
    `first` says where the defender puts the first one, `others` where the rest goes by turns, the
    attacker first; `all_by_defender` puts the rest into the defender’s hands, too.
    """

    treasures: int = 0
    objectives: int = 0
    awake: tuple[int, ...] = ()
    is_endless: bool = False
    first: str = ""
    others: str = ""
    all_by_defender: bool = False


_CENTRE = "within 1″ of the centre"

VICTORY: dict[str, Stakes] = {
    "five_treasures": Stakes(
        treasures=5,
        first=f"the first of five treasures {_CENTRE}",
        others="the other four, within 5″ of the centre and more than 3″ from each other",
    ),
    "heavy_treasure": Stakes(treasures=1, first=f"the treasure {_CENTRE}"),
    "growing_treasure": Stakes(treasures=1, first=f"the treasure {_CENTRE}"),
    "quarters": Stakes(),
    PLATFORMS: Stakes(),
    BREAKTHROUGH: Stakes(),
    "blood_tally": Stakes(),
    "leaders": Stakes(is_endless=True),
    "bloodmarked": Stakes(is_endless=True),
    "awakening": Stakes(
        objectives=5,
        awake=(1,),
        first=f"objective 1 {_CENTRE}",
        others="objectives 2 to 5 within 1″ of the centre of a quarter: top left, top right, "
        "bottom left, bottom right",
        all_by_defender=True,
    ),
    "vanishing_objectives": Stakes(
        objectives=3,
        first=f"objective 1 {_CENTRE}",
        others="objectives 2 and 3 on the floor, within 9″ of the centre and more than 6″ apart",
    ),
    "late_objective": Stakes(),
}

FOGGY = frozenset({"fog_lifts", "fog_stays"})
"""The twists with which a battle starts in fog."""


def stakes_of(victory: str) -> Stakes:
    """Return what a victory condition puts on the table."""
    return VICTORY.get(victory, Stakes())
