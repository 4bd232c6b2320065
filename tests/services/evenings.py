"""Battles played through the services, as the window plays them, by a bot."""

from __future__ import annotations

from collections.abc import Callable

from mordcry_app.rules.battle_engine import Command, CommandValue, Offer
from mordcry_app.rules.dice import RandomSource
from mordcry_app.services.autoplay import play_board
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
from tests.services.worlds import answer_to

LEAVES = frozenset({"free", "end_battle"})
"""Kinds of commands that would end a battle early."""


def set_up_by_dice(file: CampaignFile, source: RandomSource) -> None:
    """Set the next battle up as a whole, with every answer drawn."""
    draft = set_up_battle(file, is_whole=True).created["draft"]
    play_board(file, draft, source)
    finish(file, draft)


def play_on(
    file: CampaignFile,
    source: RandomSource,
    until: Callable[[BattleTableView], bool],
    most: int = 3_000,
) -> BattleTableView:
    """Play on, one operation at a time, until something is so or the battle is over."""
    for _ in range(most):
        table = battle_table(file)
        assert table is not None
        if table.is_over or until(table):
            return table
        if table.open_event is not None:
            question = table.open_event.question
            answer_event(file, question.key, answer_to(question, source))
        else:
            do_command(file, next_command(file, table, source))
    raise AssertionError(f"nothing of the kind came in {most} steps")


def next_command(file: CampaignFile, table: BattleTableView, source: RandomSource) -> Command:
    """Return something that is offered; what is usual comes a little more often."""
    offers = [
        offer for offer in table.offers if not offer.refused and offer.command.kind not in LEAVES
    ]
    usual = [offer for offer in offers if offer.is_next]
    plain = [offer for offer in offers if not offer.opens_form]
    offer = _one_of(usual if usual and source.face(3) == 1 else offers, source)
    if offer.opens_form:
        return _attack(file, offer, source) or _one_of(plain, source).command
    return offer.command


def _attack(file: CampaignFile, offer: Offer, source: RandomSource) -> Command | None:
    form = attack_form(file, offer.command)
    targets = [option.id for option in form.targets if not option.refused]
    weapons = [option.id for option in form.weapons if not option.refused]
    if not targets or not weapons:
        return None
    values: dict[str, CommandValue] = {
        **form.command.values,
        "weapon": weapons[source.face(len(weapons)) - 1],
        "targets": (int(targets[source.face(len(targets)) - 1]),),
        "dice": (),
    }
    command = form.command.model_copy(update={"values": values})
    form = attack_form(file, command)
    return None if form.refused or refusal(file, form.command) else form.command


def _one_of(offers: list[Offer], source: RandomSource) -> Offer:
    return offers[source.face(len(offers)) - 1]
