"""Initiative and ability dice where nobody keeps to rounds and turns.

Players who only want the dice roll them here for each round, declare wild dice in any order, and
give up a set whenever they have used an ability. Rolling anew begins another round: what lasted for
the one before ends. Rules: mordcry.txt, “Initiative Phase” and “Wild Dice”.
"""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.battle_effects import PassTime
from mordcry_app.rules.battle_engine import Command, Offer
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.mordcry.battle import damage, initiative, item_uses, pool
from mordcry_app.rulesets.mordcry.battle.fight import Deed, Fight
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Known, OfSide, Phase

ROUNDS_ARE_KEPT = "Rounds are kept in this battle."


def pass_round(fight: Fight, key: str) -> Asking[None]:
    """Let everything end that lasts for an activation or a round, and what burns deal damage."""
    yield from item_uses.at_round_end(fight, f"{key}/items")
    yield from damage.burn(fight, f"{key}/burning")
    fight.do(PassTime(what="activation"), PassTime(what="round"))


# ---------------------------------------------------------------------------- rounds


def _roll(fight: Fight, command: Command) -> Asking[str]:
    """Roll the initiative dice of another round; the dice of the one before are gone."""
    del command
    if _dice_lie(fight):
        yield from pass_round(fight, "passing")
    fight.about_battle(Known.ROUND, fight.round + 1)
    initiative.forget(fight, fight.battle.sides)
    done = yield from initiative.roll_initiative(fight, "initiative")
    fight.about_battle(Known.PHASE, Phase.FREE.value)
    return done


def _round_passes(fight: Fight, command: Command) -> Asking[str]:
    del command
    yield from pass_round(fight, "round")
    return ""


def _only_free(fight: Fight, command: Command) -> str:
    del command
    return "" if fight.is_free else ROUNDS_ARE_KEPT


def _dice_lie(fight: Fight) -> bool:
    return any(side.number(OfSide.HAS_ROLLED) for side in fight.battle.sides.values())


def _something_lasts(fight: Fight) -> bool:
    """Say whether anything on the table ends with an activation or a round, or hurts then."""
    return any(
        lasting.until in ("activation", "round")
        for fighter in fight.battle.on_table()
        for lasting in (*fighter.statuses, *fighter.bent)
    ) or any(fighter.has(Ailment.ON_FIRE) for fighter in fight.battle.on_table())


# ---------------------------------------------------------------------------- wild dice and sets


def _wild(fight: Fight, command: Command) -> Asking[str]:
    side = fight.side_of(command)
    use = command.word("use")
    if not use:
        options = initiative.wild_options(fight, side)
        use = yield from fight.choose("use", options, f"A wild die of {fight.player(side)}")
    done = initiative.use_wild_die(fight, side, use)
    if all(each.number(OfSide.HAS_DECLARED) for each in fight.battle.sides.values()):
        yield from initiative.seize(fight, "seize")
    return done


def _no_wild(fight: Fight, command: Command) -> str:
    side = fight.battle.sides[fight.side_of(command)]
    if not fight.is_free:
        return ROUNDS_ARE_KEPT
    if not side.number(OfSide.HAS_ROLLED):
        return "Roll the initiative dice first."
    if side.number(OfSide.HAS_DECLARED):
        return f"{fight.player(side.id)} has declared already."
    return ""


def _spend(fight: Fight, command: Command) -> Asking[str]:
    yield from ()
    side, dice = fight.side_of(command), command.number("set")
    if dice not in pool.sets_for(fight, side, "double"):
        raise Refusal(f"{fight.player(side)} has no such dice.")
    pool.spend_set(fight, side, dice)
    fight.tell(f"{fight.player(side)} gives up a {pool.set_name(dice)}.")
    return ""


# ---------------------------------------------------------------------------- words


def _wild_label(fight: Fight, command: Command) -> str:
    return initiative.wild_label(fight, fight.side_of(command), command.word("use"))


def _spend_label(fight: Fight, command: Command) -> str:
    name = pool.set_name(command.number("set"))
    return f"{fight.player(fight.side_of(command))}: {name} is used"


DEEDS: tuple[Deed, ...] = (
    Deed(
        "free_dice",
        lambda fight, command: f"Initiative of round {fight.round + 1}",
        _only_free,
        _roll,
    ),
    Deed("round_passes", lambda fight, command: "A round passes", _only_free, _round_passes),
    Deed("free_wild", _wild_label, _no_wild, _wild),
    Deed("free_spend", _spend_label, _only_free, _spend),
)


def offers(fight: Fight) -> Iterator[Offer]:
    """Yield the dice of a round, what can be done with them, and that a round passes."""
    if not fight.is_free:
        return
    dice_lie = _dice_lie(fight)
    yield Offer(
        "free_dice",
        "round",
        f"Roll initiative dice for round {fight.round + 1}",
        Command(kind="free_dice"),
        "Six for each side; what lasts for a round ends" if dice_lie else "Six for each side",
    )
    for side in fight.sides:
        yield from _dice_offers(fight, side)
    if _something_lasts(fight) and not dice_lie:
        yield Offer(
            "round_passes",
            "round",
            "A round passes",
            Command(kind="round_passes"),
            "What lasts for a round or an activation ends",
        )


def _dice_offers(fight: Fight, side: int) -> Iterator[Offer]:
    player = fight.player(side)
    if not _no_wild(fight, Command(kind="free_wild", values={"side": side})):
        for option in initiative.wild_options(fight, side):
            yield Offer(
                f"free_wild/{side}/{option.id}",
                "round",
                initiative.wild_label(fight, side, option.id),
                Command(kind="free_wild", values={"side": side, "use": option.id}),
                "Declares nothing more" if option.id == initiative.KEEP else "",
            )
    for dice in pool.sets_for(fight, side, "double"):
        yield Offer(
            f"free_spend/{side}/{dice}",
            "round",
            f"{player}: use the {pool.set_name(dice)}",
            Command(kind="free_spend", values={"side": side, "set": dice}),
            "For an ability; the dice are gone then",
        )
