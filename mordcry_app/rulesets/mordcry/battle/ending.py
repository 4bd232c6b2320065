"""How a battle ends: who has won, and what each side holds.

A side that retreats keeps nothing of what the victory condition gives. Rules: mordcry.txt,
“Determine Victory, Loss, or Retreat” and “Determine Income”.
"""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.battle import Fighter
from mordcry_app.rules.battle_engine import Command, Ending, Offer
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset_words import BattleResult
from mordcry_app.rulesets.mordcry.battle import victory
from mordcry_app.rulesets.mordcry.battle.conditions.condition import carriers
from mordcry_app.rulesets.mordcry.battle.fight import Deed, Fight
from mordcry_app.rulesets.mordcry.battle.finishing import finish
from mordcry_app.rulesets.mordcry.battle.words import Known, OfFighter, Phase

DRAW = "draw"


def ending_of(fight: Fight) -> Ending:
    """Return what the battle comes to if it ends now."""
    fled = fight.battle.number_of(Known.RETREATED)
    stayed = [side for side in fight.battle.sides if side != fled]
    held = fight.battle.numbers(Known.HELD)
    holders = [fighter for side in stayed for fighter in _holders(fight, side)]
    return Ending(
        _results(fight),
        objectives={side: held.count(side) for side in stayed if side in held},
        treasures={side: count for side in stayed if (count := carriers(fight, side))},
        holders=frozenset(fighter.id for fighter in holders),
    )


def _results(fight: Fight) -> dict[int, BattleResult]:
    fled = fight.battle.number_of(Known.RETREATED)
    winner = fight.battle.number_of(Known.WINNER)
    if fight.phase != Phase.OVER:
        winner = victory.standing(fight)
    results: dict[int, BattleResult] = {}
    for side in fight.battle.sides:
        if side == fled:
            results[side] = "retreated"
        elif winner:
            results[side] = "won" if side == winner else "lost"
        else:
            results[side] = "drew"
    return results


def _holders(fight: Fight, side: int) -> Iterator[Fighter]:
    for fighter in fight.battle.of_side(side):
        if fighter.where != "out" and (
            fighter.number(OfFighter.CARRIES) or fighter.number(OfFighter.HOLDS)
        ):
            yield fighter


def _end(fight: Fight, command: Command) -> Asking[str]:
    """End the battle as the players say."""
    if "winner" in command.values:
        winner = command.number("winner")
    else:
        chosen = yield from fight.choose("winner", _winners(fight), "Who has won?")
        winner = 0 if chosen == DRAW else int(chosen)
    if winner and winner not in fight.battle.sides:
        raise Refusal("No such side is in this battle.")
    yield from finish(fight, winner, "ended by hand", key="end")
    return f"{fight.side_name(winner)} wins" if winner else "a draw"


def _winners(fight: Fight) -> list[Option]:
    """Return who may have won, as it stands first."""
    ahead = victory.standing(fight)
    options = [Option(str(side), fight.side_name(side)) for side in fight.sides]
    options.append(Option(DRAW, "Nobody: a draw"))
    first = str(ahead) if ahead else DRAW
    return sorted(options, key=lambda option: option.id != first)


def _end_refusal(fight: Fight, command: Command) -> str:
    del command
    return "The battle is over." if fight.phase == Phase.OVER else ""


DEEDS: tuple[Deed, ...] = (
    Deed("end_battle", lambda fight, command: "The battle is ended by hand", _end_refusal, _end),
)


def offers(fight: Fight) -> Iterator[Offer]:
    """Yield the end of the battle by hand."""
    if fight.phase != Phase.OVER:
        yield Offer(
            id="end_battle",
            group="end",
            label="End the battle now",
            command=Command(kind="end_battle"),
            detail="Says who has won, and goes on to the aftermath",
        )
