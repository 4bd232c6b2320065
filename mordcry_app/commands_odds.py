"""The command that works out what one attack of Mordcry is worth, without a campaign.

It is registered in `mordcry_app.commands`. What it needs is imported inside, as there.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from mordcry_app.rules.refusal import Refusal

if TYPE_CHECKING:
    from mordcry_app.rules.catalogue import HouseRules
    from mordcry_app.rules.odds.attack import AttackOdds
    from mordcry_app.rules.odds.numbers import AttackNumbers

MOST_DICE = 30
MOST_DAMAGE = 24
MOST_WOUNDS = 99
MOST_SKILL = 20
BEST_NEED, WORST_NEED = 2, 6
IMPOSSIBLE = ("impossible", "none", "-", "–")
SMALL = 0.0005
"""Chances below this would be shown as nothing, and are put together."""


def odds(
    attacks: Annotated[int, typer.Option(help="How many dice are rolled to hit.")],
    wounds: Annotated[int, typer.Option(help="The wounds that the target has left.")],
    damage: Annotated[
        str, typer.Option(help="The damage of each wound: a number or dice, such as 2 or d3+1.")
    ] = "1",
    to_hit: Annotated[
        str | None,
        typer.Option(metavar="N", help="What each die needs to hit; 2/6 with a second roll."),
    ] = None,
    second: Annotated[
        str | None,
        typer.Option(metavar="N", help="What a 1 to hit needs when it is rolled again."),
    ] = None,
    ws: Annotated[int | None, typer.Option(help="The attacker’s WS, for a blow.")] = None,
    target_ws: Annotated[int | None, typer.Option(help="The target’s WS.")] = None,
    bs: Annotated[int | None, typer.Option(help="The attacker’s BS, for a shot.")] = None,
    to_wound: Annotated[
        str | None,
        typer.Option(metavar="N", help="What each die needs to wound, or “impossible”."),
    ] = None,
    strength: Annotated[
        int | None, typer.Option("--os", help="The attacker’s OS with its weapon.")
    ] = None,
    defence: Annotated[int | None, typer.Option("--ds", help="The target’s DS.")] = None,
    save: Annotated[
        str | None,
        typer.Option("--save", "--armour", metavar="N", help="What armour needs to stop a wound."),
    ] = None,
    shield: Annotated[
        str | None, typer.Option(metavar="N", help="What the shield needs; it is tried once.")
    ] = None,
    reaction: Annotated[
        str | None, typer.Option(metavar="N", help="What a dodge, parry or cover needs.")
    ] = None,
    shield_first: Annotated[
        bool, typer.Option("--shield-first", help="Try the shield before the armour.")
    ] = False,
    held: Annotated[
        list[str] | None,
        typer.Option(help="Statuses that the target has already, such as stunned,arm-injury."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, with full precision.")] = False,
) -> None:
    """Say what one attack is worth: the exact chance of each damage, and more.

    Give what the dice need, or characteristics to look it up by:
    --ws and --target-ws for a blow, --bs for a shot, --os and --ds to wound.
    """
    from mordcry_app.rules.odds.attack import attack_odds
    from mordcry_app.rules.odds.numbers import AttackNumbers

    _check("--attacks", attacks, 0, MOST_DICE)
    _check("--wounds", wounds, 1, MOST_WOUNDS)
    hit_need, hit_second = _to_hit(to_hit, second, ws, target_ws, bs)
    numbers = AttackNumbers(
        dice=attacks,
        hit_need=hit_need,
        hit_second=hit_second,
        wound_need=_to_wound(to_wound, strength, defence),
        damage=_damage(damage),
        wounds_left=wounds,
        armour=_save("--save", save),
        shield=_save("--shield", shield),
        reaction=_save("--reaction", reaction),
        shield_first=shield_first,
        held=_statuses(held or []),
    )
    found = attack_odds(numbers)
    if as_json:
        print(json.dumps(_as_json(found), indent=2))
    else:
        print("\n".join(_lines(numbers, found)))


def _to_hit(
    to_hit: str | None, second: str | None, ws: int | None, target_ws: int | None, bs: int | None
) -> tuple[int, int | None]:
    """Return what each die needs to hit and what a natural 1 needs when it is rolled again."""
    from mordcry_app.rulesets.mordcry.lookups import hit_need, ranged_need

    ways = (to_hit is not None, ws is not None or target_ws is not None, bs is not None)
    if sum(ways) != 1:
        raise Refusal("Give one of --to-hit, --ws with --target-ws, or --bs.")
    if to_hit is None and second is not None:
        raise Refusal("--second goes with --to-hit.")
    if to_hit is not None:
        first, _, again = to_hit.partition("/")
        if again and second is not None:
            raise Refusal("Give the second roll in --to-hit or in --second, not in both.")
        again = again or second
        return _need("--to-hit", first), _need("--second", again) if again else None
    if bs is not None:
        need = ranged_need(_skill("--bs", bs))
        return need.first, need.second
    if ws is None or target_ws is None:
        raise Refusal("--ws and --target-ws go together.")
    own, other = _skill("--ws", ws), _skill("--target-ws", target_ws)
    return hit_need(own, other, _rules_as_printed()), None


def _to_wound(to_wound: str | None, strength: int | None, defence: int | None) -> int | None:
    from mordcry_app.rulesets.mordcry.lookups import wound_need

    if (to_wound is None) == (strength is None and defence is None):
        raise Refusal("Give either --to-wound, or --os with --ds.")
    if to_wound is not None:
        return None if to_wound.strip().lower() in IMPOSSIBLE else _need("--to-wound", to_wound)
    if strength is None or defence is None:
        raise Refusal("--os and --ds go together.")
    return wound_need(_skill("--os", strength), _skill("--ds", defence), _rules_as_printed())


def _rules_as_printed() -> HouseRules:
    from mordcry_app.rules.catalogue import HouseRules
    from mordcry_app.rules.ruleset import load_ruleset
    from mordcry_app.services.campaign_file import rulesets_folder

    return HouseRules(load_ruleset(rulesets_folder(), "mordcry").content.house_rules)


def _damage(text: str) -> str:
    from mordcry_app.rules.dice import parse_dice

    try:
        totals = parse_dice(text).totals()
    except ValueError as error:
        raise Refusal(f"--damage: {error}.") from None
    if min(totals) < 0 or max(totals) > MOST_DAMAGE:
        raise Refusal(f"--damage: {text} is not between 0 and {MOST_DAMAGE}.")
    return text


def _statuses(given: list[str]) -> frozenset[str]:
    from mordcry_app.rules.odds.numbers import STATUSES

    known = {status.replace("_", "-"): status for status in STATUSES}
    found: set[str] = set()
    for name in ",".join(given).split(","):
        word = name.strip().lower().replace("_", "-").replace(" ", "-")
        if word and word not in known:
            raise Refusal(f"There is no status “{name.strip()}”; there are {', '.join(known)}.")
        if word:
            found.add(known[word])
    return frozenset(found)


def _save(option: str, text: str | None) -> int | None:
    return None if text is None else _need(option, text)


def _need(option: str, text: str) -> int:
    """Read what a die needs, such as `4` or `4+`."""
    digits = text.strip().removesuffix("+")
    if not digits.isdecimal() or not BEST_NEED <= int(digits) <= WORST_NEED:
        raise Refusal(f"{option}: “{text}” is not {BEST_NEED} to {WORST_NEED}.")
    return int(digits)


def _skill(option: str, value: int) -> int:
    _check(option, value, 0, MOST_SKILL)
    return value


def _check(option: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise Refusal(f"{option}: {value} is not between {least} and {most}.")


def _as_json(found: AttackOdds) -> dict[str, object]:
    return {
        "damage": {str(damage): chance for damage, chance in found.damage.items()},
        "p_out": found.p_out,
        "mean_damage": found.mean_damage,
        "p_any_critical": found.p_any_critical,
    }


def _lines(numbers: AttackNumbers, found: AttackOdds) -> list[str]:
    rows = [
        ("Out of action", _percent(found.p_out)),
        ("Any damage", _percent(found.p_any_damage)),
        ("Mean damage", f"{found.mean_damage:.2f}"),
        ("Any critical wound", _percent(found.p_any_critical)),
        *(
            (status.replace("_", " ").capitalize(), _percent(chance))
            for status, chance in found.statuses.items()
            if status not in numbers.held
        ),
    ]
    lines = [_summary(numbers), ""]
    lines += [f"{label:<20}{value:>8}" for label, value in rows]
    lines += ["", f"{'Damage':<12}{'exactly':>8}{'or more':>9}"]
    or_more = 1.0
    for damage, chance in found.damage.items():
        if or_more < SMALL:
            lines.append(f"{f'{damage} or more':<12}{'':>8}{_percent(or_more):>9}")
            break
        lines.append(f"{damage:<12}{_percent(chance):>8}{_percent(or_more):>9}")
        or_more -= chance
    return lines


def _summary(numbers: AttackNumbers) -> str:
    dice = f"{numbers.dice} {'die' if numbers.dice == 1 else 'dice'}"
    again = f" (a 1 again: {numbers.hit_second}+)" if numbers.hit_second else ""
    wound = f"wound on {numbers.wound_need}+" if numbers.wound_need else "cannot wound"
    left = f"{numbers.wounds_left} {'wound' if numbers.wounds_left == 1 else 'wounds'} left"
    saves = (("reaction", numbers.reaction), ("armour", numbers.armour), ("shield", numbers.shield))
    stops = [f"{name} {need}+" for name, need in saves if need]
    parts = [f"{dice}: hit on {numbers.hit_need}+{again}", wound, f"damage {numbers.damage}", left]
    return ", ".join(parts + stops)


def _percent(chance: float) -> str:
    if 0 < chance < SMALL:
        return "<0.1 %"
    return f"{chance * 100:.1f} %"
