"""Checks: who rolls how many d10, which faces count, and how well that went.

A `Pool` says how a character goes about a check and who and what helps or hinders; `throw_of` turns
it into a `Throw`, the dice on the table. `successes` counts their faces, and `degree` reads the
difference to a pass threshold or to an opponent's count. The odds in `check_odds` use the same
functions, so that they cannot drift apart from what is played.

Where the rules leave a choice, it is a parameter whose default is our ruling.

Rules: d10-pool.txt, from “Checks” to “Resistance Check Outcomes”; checklist 003, Core, and gaps 5,
9, 10 and 25.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from mordcry_app.rules.derive import Part
from mordcry_app.rules.dice import Dice, check_faces
from mordcry_app.rules.refusal import Refusal

SIDES = 10
"""Sides of every die of a check."""
BASE_THRESHOLD = 8
"""The lowest face that counts where no skill is used."""
LOWEST_THRESHOLD = 3
"""How low skills can bring the dice threshold."""
MOST_DEGREES = 5
"""How many dice advantage can add, or disadvantage take away, in all and from one cause."""
HIGHEST_PASS_THRESHOLD = 10

Stat = Literal["might", "finesse", "arcana", "vitality", "speed", "perception"]
STATS: tuple[Stat, ...] = ("might", "finesse", "arcana", "vitality", "speed", "perception")

Swing = Literal["advantage", "disadvantage"]
EmptyPool = Literal["no_successes", "one_die"]
"""What a pool of no dice or fewer does: it counts nothing (gap 9), or one die is rolled anyway."""
Steps = Literal["five", "six"]
"""The scale of degrees: the common one, or with the “Near Fail” of the death tables (gap 5)."""
Resisting = Literal["anyone", "skilled"]
"""Who may resist an effect: anyone, at 8 without the skill, or only who has the skill (gap 25)."""


# ------------------------------------------------------------------------------- the pool


@dataclass(frozen=True, slots=True)
class Circumstance:
    """One named cause of advantage or disadvantage, with 1 to 5 degrees: a die each.

    Without `degrees` its size is open: a rule or a table grants it without saying how much.

    Rules: d10-pool.txt, “Advantage and Disadvantage”. Raises `Refusal` for other degrees.
    """

    reason: str
    swing: Swing
    degrees: int | None = None

    def __post_init__(self) -> None:
        if self.degrees is not None and not 1 <= self.degrees <= MOST_DEGREES:
            raise Refusal(f"{self.swing} has 1 to {MOST_DEGREES} degrees, not {self.degrees}.")

    def dice(self, unsized: int = 1) -> int:
        """Return how many dice this adds, below 0 where it takes dice away.

        `unsized` is how many degrees a cause of open size has (checklist 003, gap 10: 1).
        """
        size = unsized if self.degrees is None else self.degrees
        return size if self.swing == "advantage" else -size


def net_advantage(circumstances: Iterable[Circumstance], *, unsized: int = 1) -> int:
    """Return the dice that all causes together add or take away, from −5 to +5.

    All of them are added up first, and only the result is limited, so 7 degrees of advantage and 3
    of disadvantage are +4.

    Rules: d10-pool.txt, “Advantage and Disadvantage”, on stacking; checklist 003, Core and gap 10.
    """
    return _limited(sum(each.dice(unsized) for each in circumstances))


def _limited(degrees: int) -> int:
    return max(-MOST_DEGREES, min(MOST_DEGREES, degrees))


@dataclass(frozen=True, slots=True)
class Helper:
    """Somebody who joins in another’s check.

    `value` is what the helper effectively has in `stat`; `skills` names those with a level or more.
    """

    name: str
    stat: Stat
    value: int
    skills: frozenset[str] = frozenset()

    @property
    def dice(self) -> int:
        """Half the stat, rounded up.

        Rules: d10-pool.txt, “Helping with Checks”; checklist 003, Core.
        """
        return (max(0, self.value) + 1) // 2


@dataclass(frozen=True, slots=True)
class Pool:
    """How a character goes about one check, and all that adds or takes away dice.

    `value` is the effective stat. `skill` is the one skill that is used, by its name, and `level`
    what the character has of it, 0 or more; at level 0 it is not used. `required_skill` is set
    where the check is made with that skill or none. `more_dice` are dice that come with the action
    and are no advantage, such as those of a dodge.

    Rules: d10-pool.txt, “Making a Check” and “Helping with Checks”; checklist 003, Core.
    """

    stat: Stat
    value: int
    skill: str | None = None
    level: int = 0
    required_skill: str | None = None
    helpers: tuple[Helper, ...] = ()
    circumstances: tuple[Circumstance, ...] = ()
    more_dice: int = 0

    def __post_init__(self) -> None:
        if self.level < 0 or (self.level and self.skill is None):
            raise ValueError(f"level {self.level} of the skill {self.skill}")

    @property
    def used_skill(self) -> str | None:
        """The skill that lowers the dice threshold, if one does."""
        return self.skill if self.level else None


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice on the table: so many d10, and the lowest face that counts.

    `dice` is 0 or more, `threshold` 1 to 10.
    """

    dice: int
    threshold: int = BASE_THRESHOLD

    def __post_init__(self) -> None:
        if self.dice < 0 or not 1 <= self.threshold <= SIDES:
            raise ValueError(f"{self.dice} dice that count from {self.threshold}")

    @property
    def roll(self) -> Dice:
        """The dice as a roll to be typed or made by the program."""
        return Dice((SIDES,) * self.dice)


def dice_threshold(level: int, base: int = BASE_THRESHOLD) -> int:
    """Return the lowest face that counts with `level` levels in the skill that is used.

    Each level lowers it by 1, down to 3. A base that is below 3 already stays.

    Rules: d10-pool.txt, “Making a Check” and “Key Distinctions”.
    """
    return max(min(base, LOWEST_THRESHOLD), base - level)


def dice_parts(
    pool: Pool, *, unsized: int = 1, empty_pool: EmptyPool = "no_successes"
) -> tuple[Part, ...]:
    """Return where the dice of a pool come from; the amounts add up to those of `throw_of`."""
    parts = [Part(stat_name(pool.stat), pool.value, "base")]
    if pool.more_dice:
        parts.append(Part("Dice of the action", pool.more_dice))
    parts += (Part(f"Help of {helper.name}", helper.dice) for helper in pool.helpers)
    parts += (Part(each.reason, each.dice(unsized)) for each in pool.circumstances)
    swings = sum(each.dice(unsized) for each in pool.circumstances)
    if swings != _limited(swings):
        parts.append(Part(f"At most {MOST_DEGREES} degrees", _limited(swings) - swings))
    dice = sum(part.amount for part in parts)
    fewest = 1 if empty_pool == "one_die" else 0
    if dice < fewest:
        parts.append(Part(f"No fewer than {fewest}", fewest - dice))
    return tuple(parts)


def threshold_parts(pool: Pool) -> tuple[Part, ...]:
    """Return where the dice threshold of a pool comes from; the amounts add up to it."""
    parts = [Part("Dice threshold", BASE_THRESHOLD, "base")]
    if pool.used_skill is not None:
        parts.append(Part(f"{pool.skill} {pool.level}", -pool.level))
        unused = dice_threshold(pool.level) - (BASE_THRESHOLD - pool.level)
        if unused:
            parts.append(Part(f"No lower than {LOWEST_THRESHOLD}", unused))
    return tuple(parts)


def throw_of(pool: Pool, *, unsized: int = 1, empty_pool: EmptyPool = "no_successes") -> Throw:
    """Return the dice that a pool comes to and the threshold from which they count.

    A pool of no dice is rolled, too: it counts nothing. `unsized` and `empty_pool` are house rules
    (checklist 003, gaps 10 and 9). Raises `Refusal` where `why_no_check` has a reason.
    """
    refusal = why_no_check(pool)
    if refusal is not None:
        raise Refusal(refusal)
    parts = dice_parts(pool, unsized=unsized, empty_pool=empty_pool)
    return Throw(sum(part.amount for part in parts), dice_threshold(pool.level))


# ------------------------------------------------------------------------------- who may not


def why_no_check(pool: Pool) -> str | None:
    """Return why a pool may not be rolled, in a sentence for the player, or None if it may.

    A stat of 0 cannot be tried, a check that is made with one skill takes no other, and every
    helper has to be able to help.

    Rules: d10-pool.txt, “When to Call for Checks”, “Making a Check” and “Helping with Checks”.
    """
    if pool.value <= 0:
        stat = stat_name(pool.stat)
        return f"A character with {stat} 0 cannot try anything that takes {stat}."
    if pool.required_skill is not None and pool.used_skill not in (None, pool.required_skill):
        return f"This check is made with {pool.required_skill} or no skill, not with {pool.skill}."
    refusals = (why_no_help(pool, helper) for helper in pool.helpers)
    return next((refusal for refusal in refusals if refusal is not None), None)


def why_no_help(pool: Pool, helper: Helper) -> str | None:
    """Return why somebody cannot help with a check, in a sentence for the player, or None.

    A helper uses the same stat, and has the skill that the check is made with and the one that
    lowers its dice threshold, at whatever level.

    Rules: d10-pool.txt, “Helping with Checks”; checklist 003, Core.
    """
    stat = stat_name(pool.stat)
    if helper.stat != pool.stat:
        return (
            f"{helper.name} would help with {stat_name(helper.stat)}, but this check takes {stat}."
        )
    if helper.value <= 0:
        return f"{helper.name} has {stat} 0 and cannot help with {stat}."
    if pool.required_skill is not None and pool.required_skill not in helper.skills:
        return f"{helper.name} cannot help: this check is made with {pool.required_skill}."
    if pool.used_skill is not None and pool.used_skill not in helper.skills:
        return f"{helper.name} cannot help without {pool.skill}, which is used for this check."
    return None


def why_no_resistance(resister: Pool, *, resisting: Resisting = "anyone") -> str | None:
    """Return why an effect cannot be resisted with this pool, in a sentence, or None if it can.

    The rules let only those with the skill resist, and name the same skill as one that may be tried
    without any level of it. The house rule `resisting` decides; by default anyone may try.

    Rules: d10-pool.txt, “Making a Check” and “Resistance Check Outcomes”; checklist 003, gap 25.
    """
    if resisting == "skilled" and resister.used_skill is None:
        skill = resister.required_skill or "the skill for it"
        return f"Without {skill} this effect cannot be resisted."
    return why_no_check(resister)


def why_approach_stays(*, contested: bool, rolled: bool) -> str | None:
    """Return why stat and skill can no longer be changed, in a sentence, or None if they can.

    In a threshold check they can until dice are rolled, also after the pass threshold is known; in
    a contest what was declared stands.

    Rules: d10-pool.txt, “Changing Your Approach”.
    """
    if contested:
        return "In a contest the approach that was declared stands."
    if rolled:
        return "The dice have been rolled: the approach stands."
    return None


def change_approach(
    pool: Pool,
    stat: Stat,
    value: int,
    skill: str | None = None,
    level: int = 0,
    *,
    helpers: tuple[Helper, ...] = (),
    contested: bool,
    rolled: bool,
) -> Pool:
    """Return the pool of the same check, gone about with another stat or skill.

    What helps or hinders stays. Helpers say anew how they help: those of before used another stat
    or skill. Raises `Refusal` where `why_approach_stays` has a reason.
    """
    refusal = why_approach_stays(contested=contested, rolled=rolled)
    if refusal is not None:
        raise Refusal(refusal)
    return replace(pool, stat=stat, value=value, skill=skill, level=level, helpers=helpers)


def stat_name(stat: Stat) -> str:
    """Return the printed name of a stat."""
    return stat.capitalize()


# ------------------------------------------------------------------------------- counting


def counts(face: int, threshold: int) -> bool:
    """Return whether a die counts."""
    return face >= threshold


def successes(throw: Throw, faces: tuple[int, ...]) -> int:
    """Return how many of the faces count; the ten is typed as 10.

    Raises `Refusal` for faces that these dice cannot show.
    """
    if faces and not throw.dice:
        raise Refusal("This pool has no dice: nothing is rolled, and nothing counts.")
    check_faces(throw.roll, faces)
    return sum(counts(face, throw.threshold) for face in faces)


# ------------------------------------------------------------------------------- degrees

DegreeKey = Literal["overwhelming", "success", "pass", "near_fail", "failure", "catastrophic"]
DEGREE_NAMES: Mapping[DegreeKey, str] = MappingProxyType(
    {
        "overwhelming": "Overwhelming Success",
        "success": "Success",
        "pass": "Pass",
        "near_fail": "Near Fail",
        "failure": "Failure",
        "catastrophic": "Catastrophic Failure",
    }
)
SCALES: Mapping[Steps, tuple[DegreeKey, ...]] = MappingProxyType(
    {
        "five": ("overwhelming", "success", "pass", "failure", "catastrophic"),
        "six": ("overwhelming", "success", "pass", "near_fail", "failure", "catastrophic"),
    }
)
"""The degrees of each scale, best first: one for each difference from +2 downwards."""
_BEST = 2


@dataclass(frozen=True, slots=True)
class Degree:
    """How well a check went.

    `opponent_succeeds` is None where there is no opponent. A “Near Fail” has not succeeded; what it
    brings nevertheless, its table says.
    """

    key: DegreeKey
    succeeds: bool
    opponent_succeeds: bool | None = None

    @property
    def name(self) -> str:
        """The printed name."""
        return DEGREE_NAMES[self.key]


@lru_cache(maxsize=512)
def degree(difference: int, contested: bool = False, *, steps: Steps = "five") -> Degree:
    """Return the degree of a difference: own count less the pass threshold or the other count.

    On five steps +2 and more is overwhelming and −2 and less catastrophic. On six, −1 is a “Near
    Fail”, −2 a failure and −3 and less catastrophic (checklist 003, gap 5). In a contest a
    difference of 0 lets both sides succeed.

    Rules: d10-pool.txt, “Degrees of Success”.
    """
    scale = SCALES[steps]
    place = max(0, min(len(scale) - 1, _BEST - difference))
    return Degree(scale[place], difference >= 0, difference <= 0 if contested else None)


def threshold_degree(count: int, pass_threshold: int, *, steps: Steps = "five") -> Degree:
    """Return how well `count` dice that counted do against a pass threshold.

    Rules: d10-pool.txt, “Threshold Checks”.
    """
    return degree(count - pass_threshold, steps=steps)


def contested_degrees(count: int, other: int, *, steps: Steps = "five") -> tuple[Degree, Degree]:
    """Return how well each of two sides does whose dice counted so often.

    Rules: d10-pool.txt, “Contested Checks”.
    """
    difference = count - other
    return degree(difference, True, steps=steps), degree(-difference, True, steps=steps)


def contest_of_many(
    tallies: Mapping[str, int], *, every_pair: bool = False
) -> Mapping[str, Mapping[str, Degree]]:
    """Return how well contestants do against each of the others, by their names.

    `tallies` is how many dice of each one counted. By default only the highest roller is compared
    with the others (or all who share the highest count); with `every_pair` everybody is.

    Rules: d10-pool.txt, “Contested Checks”, on more than two parties.
    """
    highest = max(tallies.values(), default=0)
    return {
        name: {
            other: degree(count - other_count, True)
            for other, other_count in tallies.items()
            if other != name
        }
        for name, count in tallies.items()
        if every_pair or count == highest
    }


Difficulty = Literal["easy", "moderate", "hard", "very_hard", "nearly_impossible"]
_DIFFICULTIES: tuple[tuple[int, Difficulty], ...] = (
    (2, "easy"),
    (4, "moderate"),
    (6, "hard"),
    (8, "very_hard"),
    (HIGHEST_PASS_THRESHOLD, "nearly_impossible"),
)


def difficulty(pass_threshold: int) -> Difficulty:
    """Return how hard a task of this pass threshold is called; 0 is easy, as 1 is.

    Rules: d10-pool.txt, “Threshold Checks”. Raises `Refusal` for thresholds that are not 0 to 10.
    """
    if not 0 <= pass_threshold <= HIGHEST_PASS_THRESHOLD:
        raise Refusal(f"A pass threshold is 0 to {HIGHEST_PASS_THRESHOLD}, not {pass_threshold}.")
    return next(name for highest, name in _DIFFICULTIES if pass_threshold <= highest)


# ------------------------------------------------------------------------------- resistance

Placing = Literal["enhanced", "placed", "reduced", "complicated", "backfires"]
Resisted = Literal["with_benefit", "resisted", "weakened", "full", "worse"]
_PLACING: Mapping[DegreeKey, Placing] = MappingProxyType(
    {
        "overwhelming": "enhanced",
        "success": "placed",
        "pass": "reduced",
        "failure": "complicated",
        "catastrophic": "backfires",
    }
)
_RESISTED: Mapping[DegreeKey, Resisted] = MappingProxyType(
    {
        "overwhelming": "with_benefit",
        "success": "resisted",
        "pass": "weakened",
        "failure": "full",
        "catastrophic": "worse",
    }
)


@dataclass(frozen=True, slots=True)
class ResistanceOutcome:
    """What becomes of an effect, in both columns of the table.

    `placing` is the row of the placer’s degree: the effect is stronger or lasts longer, as meant,
    weaker or shorter, brings the placer trouble, or turns against the placer. `resisted` is the row
    of the resister’s: nothing happens and there may be a boon, nothing much happens, the effect is
    weaker, full, or worse than meant.
    """

    placer: Degree
    resister: Degree
    placing: Placing
    resisted: Resisted


def resistance_outcome(difference: int) -> ResistanceOutcome:
    """Return what becomes of an effect; `difference` is the placer’s count less the resister’s.

    Each side reads its own column, the resister with the sign turned round.

    Rules: d10-pool.txt, “Resistance Check Outcomes”.
    """
    placer, resister = degree(difference, True), degree(-difference, True)
    return ResistanceOutcome(placer, resister, _PLACING[placer.key], _RESISTED[resister.key])
