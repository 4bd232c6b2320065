"""Plays a battle without a player: whatever is offered may be done, with dice from a source.

The demonstration is played like this, and whole evenings in tests. Nothing here knows a ruleset:
the engine’s offers and the questions of an event say all that is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mordcry_app.rules.battle_engine import Command, CommandValue, Offer
from mordcry_app.rules.dice import RandomSource
from mordcry_app.services.autoplay import automatic_answer, play_board
from mordcry_app.services.battle_play import answer_event, do_command
from mordcry_app.services.battle_setup import set_up_battle
from mordcry_app.services.battle_table import (
    BattleTableView,
    attack_form,
    battle_table,
    refusal,
)
from mordcry_app.services.boards import finish
from mordcry_app.services.campaign_file import CampaignFile

MOST_STEPS = 3_000

LEAVES = frozenset({"free", "end_battle", "fall"})
"""Kinds of commands that are not for a battle to take its course: they would end its rounds, or the
battle, before their time, or are mishaps."""


def set_up_by_dice(file: CampaignFile, random: RandomSource) -> None:
    """Set the next battle up as a whole, with every answer drawn."""
    draft_id = set_up_battle(file, is_whole=True).created["draft"]
    play_board(file, draft_id, random)
    finish(file, draft_id)


def play_on(
    file: CampaignFile,
    random: RandomSource,
    until: Callable[[BattleTableView], bool],
    most: int = MOST_STEPS,
) -> BattleTableView:
    """Play on, one operation at a time, until something is so or the battle is over.

    Returns the table as it stands then. Raises `RuntimeError` when there is no battle, nothing is
    offered, or it did not come about in so many steps.
    """
    for _ in range(most):
        table = battle_table(file)
        if table is None:
            raise RuntimeError("no battle is under way")
        if table.is_over or until(table):
            return table
        if table.open_event is not None:
            question = table.open_event.question
            answer_event(file, question.key, automatic_answer(question, random))
        else:
            do_command(file, next_command(file, table, random))
    raise RuntimeError(f"nothing of the kind came in {most} steps")


def next_command(file: CampaignFile, table: BattleTableView, random: RandomSource) -> Command:
    """Return something that is offered; what is usual comes a little more often."""
    offers = [o for o in table.offers if not o.refused and o.command.kind not in LEAVES]
    usual = [offer for offer in offers if offer.is_next]
    plain = [offer for offer in offers if not offer.opens_form]
    offer = _one_of(usual if usual and random.face(3) == 1 else offers, random)
    if offer.opens_form:
        return random_attack(file, offer.command, random) or _one_of(plain, random).command
    return offer.command


def random_attack(file: CampaignFile, command: Command, random: RandomSource) -> Command | None:
    """Return an attack of the attacker of a command on anybody, or none that is allowed."""
    form = attack_form(file, command)
    attackers = [option.id for option in form.attackers if not option.refused]
    if not form.targets and attackers:
        attacker = int(attackers[random.face(len(attackers)) - 1])
        values: dict[str, CommandValue] = {**form.command.values, "attacker": attacker}
        form = attack_form(file, form.command.model_copy(update={"values": values}))
    targets = [option.id for option in form.targets if not option.refused]
    weapons = [option.id for option in form.weapons if not option.refused]
    if not targets or not weapons:
        return None
    values = {
        **form.command.values,
        "weapon": weapons[random.face(len(weapons)) - 1],
        "targets": (int(targets[random.face(len(targets)) - 1]),),
        "dice": (),
    }
    form = attack_form(file, form.command.model_copy(update={"values": values}))
    return None if form.refused or refusal(file, form.command) else form.command


def _one_of(offers: Sequence[Offer], random: RandomSource) -> Offer:
    if not offers:
        raise RuntimeError("nothing is offered, and the battle is not over")
    return offers[random.face(len(offers)) - 1]
