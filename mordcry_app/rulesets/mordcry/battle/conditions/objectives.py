"""Victory by objectives: ones that wake, ones that vanish, and one that comes late.

A side gains an objective by having more fighters within 3″ of it as a round ends, and keeps it
until another does. Rules: mordcry.txt, “Controlling Objectives”.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle.conditions.condition import (
    Condition,
    has_no_initiative,
    points,
    score_points,
)
from mordcry_app.rulesets.mordcry.battle.conditions.ground import QUARTERS
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.roll_off import roll_off
from mordcry_app.rulesets.mordcry.battle.words import Known

NONE = "none"
CENTRE = 1
"""The number of the objective at the centre; those of the quarters follow."""
ARRIVES_IN_ROUND = 2
VANISH_IN_ROUNDS = (1, 2)


def holder_of(fight: Fight, objective: int) -> int:
    """Return the side that controls an objective; 0 for nobody."""
    held = dict(
        zip(
            fight.battle.numbers(Known.OBJECTIVES),
            fight.battle.numbers(Known.HELD),
            strict=False,
        )
    )
    return held.get(objective, 0)


def hold(fight: Fight, objective: int, side: int) -> None:
    """Give a side control of an objective."""
    objectives = fight.battle.numbers(Known.OBJECTIVES)
    holders = [side if o == objective else holder_of(fight, o) for o in objectives]
    fight.about_battle(Known.HELD, tuple(holders))


def control(
    fight: Fight, key: str, objectives: Sequence[int], names: Mapping[int, str]
) -> Asking[None]:
    """Ask which objectives each side gains as a round ends; the rest stays with whom it was."""
    left = list(objectives)
    for side in fight.sides:
        if not fight.battle.on_table(side):
            continue
        options = [Option(str(o), names[o], _held_words(fight, o)) for o in left]
        question = f"Where does {fight.side_name(side)} have more fighters within 3″?"
        gained = yield from fight.pick(f"{key}/control/{side}", options, question)
        for objective in map(int, gained):
            left.remove(objective)
            if holder_of(fight, objective) != side:
                hold(fight, objective, side)
                fight.tell(f"{fight.side_name(side)} takes {names[objective]}.")


def _held_words(fight: Fight, objective: int) -> str:
    holder = holder_of(fight, objective)
    return f"held by {fight.side_name(holder)}" if holder else "held by nobody"


class Objectives(Condition):
    """The side that controls more of the objectives in play wins."""

    counts = "objectives held"

    def names(self, fight: Fight) -> dict[int, str]:
        """Return what the objectives in play are called."""
        return {o: f"objective {o}" for o in fight.battle.numbers(Known.OBJECTIVES)}

    def at_round_end(self, fight: Fight, key: str) -> Asking[None]:
        """Ask who controls what."""
        objectives = fight.battle.numbers(Known.OBJECTIVES)
        yield from control(fight, key, objectives, self.names(fight))

    def scores(self, fight: Fight) -> Mapping[int, int]:
        """Return how many objectives each side controls."""
        held = fight.battle.numbers(Known.HELD)
        return {side: held.count(side) for side in fight.battle.sides}


class Awakening(Objectives):
    """Five objectives, of which only the awakened ones count (rows 54–56)."""

    counts = "victory points"

    def names(self, fight: Fight) -> dict[int, str]:
        """Return what the objectives are called, by where they lie."""
        return {o: place_name(o) for o in fight.battle.numbers(Known.OBJECTIVES)}

    def at_action_phase(self, fight: Fight, key: str) -> Asking[None]:
        """Let the side without the initiative wake an objective."""
        awake, names = fight.battle.numbers(Known.AWAKE), self.names(fight)
        dormant = [o for o in names if o not in awake]
        if not dormant:
            return
        side = has_no_initiative(fight)
        options = [Option(NONE, "None"), *(Option(str(o), _capital(names[o])) for o in dormant)]
        chosen = yield from fight.choose(
            f"{key}/awake", options, f"{fight.player(side)} may wake an objective"
        )
        if chosen != NONE:
            fight.about_battle(Known.AWAKE, (*awake, int(chosen)))
            fight.tell(f"{fight.side_name(side)} wakes {names[int(chosen)]}.")

    def at_round_end(self, fight: Fight, key: str) -> Asking[None]:
        """Ask who controls the awakened objectives, and score."""
        awake = fight.battle.numbers(Known.AWAKE)
        yield from control(fight, key, awake, self.names(fight))
        for side in fight.sides:
            count = sum(1 for objective in awake if holder_of(fight, objective) == side)
            noun = "objective" if count == 1 else "objectives"
            score_points(fight, side, count, f"{count} awakened {noun}")

    def scores(self, fight: Fight) -> Mapping[int, int]:
        """Return the victory points."""
        return points(fight)


class Vanishing(Objectives):
    """Three objectives, two of which are taken out of play (rows 61–63)."""

    counts = "the last objective"

    def at_round_end(self, fight: Fight, key: str) -> Asking[None]:
        """Let one side remove an objective, then ask who controls the others."""
        objectives = fight.battle.numbers(Known.OBJECTIVES)
        if fight.round in VANISH_IN_ROUNDS and len(objectives) > 1:
            yield from self._remove(fight, key, objectives)
        yield from super().at_round_end(fight, key)

    def _remove(self, fight: Fight, key: str, objectives: Sequence[int]) -> Asking[None]:
        before = fight.battle.number_of(Known.REMOVED_BY)
        if before:
            side = fight.enemy_of(before)
        else:
            why = "Who removes an objective"
            side = yield from roll_off(f"{key}/remove", fight.sides, fight.side_name, why)
            fight.about_battle(Known.REMOVED_BY, side)
        names = self.names(fight)
        options = [Option(str(o), _capital(names[o]), _held_words(fight, o)) for o in objectives]
        chosen = yield from fight.choose(
            f"{key}/removed", options, f"{fight.player(side)} takes an objective out of play"
        )
        gone = int(chosen)
        left = tuple(objective for objective in objectives if objective != gone)
        held = tuple(holder_of(fight, objective) for objective in left)
        fight.about_battle(Known.OBJECTIVES, left)
        fight.about_battle(Known.HELD, held)
        fight.tell(f"{fight.side_name(side)} takes {names[gone]} out of play.")


class LateObjective(Objectives):
    """One objective, which appears in the second round (rows 64–66)."""

    counts = "the objective"

    def names(self, fight: Fight) -> dict[int, str]:
        """Return where the objective lies."""
        return {o: place_name(o) for o in fight.battle.numbers(Known.OBJECTIVES)}

    def at_action_phase(self, fight: Fight, key: str) -> Asking[None]:
        """Roll where the objective appears, in the second round."""
        if fight.round < ARRIVES_IN_ROUND or fight.battle.numbers(Known.OBJECTIVES):
            return
        face = yield from fight.total(
            f"{key}/objective",
            "d6",
            f"{fight.player(fight.sides[0])} rolls where the objective appears: "
            "1–4 a quarter, 5–6 the centre",
        )
        objective = face + 1 if face <= len(QUARTERS) else CENTRE
        fight.about_battle(Known.OBJECTIVES, (objective,))
        fight.about_battle(Known.HELD, (0,))
        told = f"The objective appeared {_at(objective)}."
        fight.tell(f"The objective appears {_at(objective)}: put it within 1″.", told=told)


def place_name(objective: int) -> str:
    """Return what an objective is called by where it lies: `objective 2 (top left)`."""
    if objective == CENTRE or objective > len(QUARTERS) + 1:
        return f"objective {objective} (centre)"
    return f"objective {objective} ({QUARTERS[objective - 2]})"


def _at(objective: int) -> str:
    if objective == CENTRE:
        return "at the centre of the table"
    return f"at the centre of the {QUARTERS[objective - 2]} quarter"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
