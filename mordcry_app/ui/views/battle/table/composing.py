"""An attack that is put together: what is chosen so far, as a command.

What a form’s command holds is the same for every ruleset: `attacker` and `targets` are fighters,
`weapon` and `switches` ids of the form’s options, `dice` how many go to each target.
"""

from __future__ import annotations

from collections.abc import Mapping

from mordcry_app.rules.battle_engine import AttackForm, Command, CommandValue

ATTACK = "attack"
ATTACKER, WEAPON, TARGETS, DICE, SWITCHES = "attacker", "weapon", "targets", "dice", "switches"


def attack_command(attacker: int = 0, weapon: str = "", targets: tuple[int, ...] = ()) -> Command:
    """Return an attack with what is given chosen and the rest left to the form."""
    values: dict[str, CommandValue] = {}
    if attacker:
        values[ATTACKER] = attacker
    if weapon:
        values[WEAPON] = weapon
    if targets:
        values[TARGETS] = targets
    return Command(kind=ATTACK, values=values)


def with_values(command: Command, values: Mapping[str, CommandValue | None]) -> Command:
    """Return the attack with some things chosen otherwise; none takes a choice back."""
    kept = {key: value for key, value in command.values.items() if key not in values}
    chosen = {key: value for key, value in values.items() if value is not None}
    return command.model_copy(update={"values": {**kept, **chosen}})


def with_attacker(command: Command, attacker: int) -> Command:
    """Return the attack made by somebody else; weapon and switches are chosen anew."""
    dropped = dict.fromkeys((WEAPON, SWITCHES, DICE))
    return with_values(command, {**dropped, ATTACKER: attacker})


def with_target(command: Command, target: int) -> Command:
    """Return the attack on one target, with all its dice."""
    return with_values(command, {TARGETS: (target,), DICE: None})


def with_split(command: Command, shares: Mapping[int, int]) -> Command:
    """Return the attack with its dice shared out among targets; those without any are left out."""
    given = {target: dice for target, dice in shares.items() if dice}
    return with_values(
        command, {TARGETS: tuple(given), DICE: tuple(given.values()) if len(given) > 1 else None}
    )


def with_switch(form: AttackForm, switch_id: str, *, is_on: bool) -> Command:
    """Return the attack of a form with one switch turned."""
    on = [switch.id for switch in form.switches if switch.is_on and switch.id != switch_id]
    if is_on:
        on.append(switch_id)
    return with_values(form.command, {SWITCHES: tuple(on)})


def is_complete(form: AttackForm) -> bool:
    """Say whether an attack has all that it needs to be rolled."""
    command = form.command
    return bool(command.number(ATTACKER) and command.word(WEAPON) and command.numbers(TARGETS))
