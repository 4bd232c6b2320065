"""Which offers belong where: to the centre, to a fighter, to nobody."""

from __future__ import annotations

from dataclasses import replace

from mordcry_app.rules.battle_engine import Offer
from mordcry_app.services.battle_table import BattleTableView, TableFighterView


def fighters_of(view: BattleTableView) -> dict[int, TableFighterView]:
    """Return all fighters by id."""
    return {fighter.id: fighter for side in view.sides for fighter in side.fighters}


def active_fighter(view: BattleTableView) -> TableFighterView | None:
    """Return the fighter whose activation it is, if it is anybody’s."""
    return next((f for f in fighters_of(view).values() if f.is_active), None)


def side_on_turn(view: BattleTableView) -> int:
    """Return the side whose turn it is; 0 for none."""
    return next((side.id for side in view.sides if side.status.is_on_turn), 0)


def about(view: BattleTableView, fighter_id: int) -> tuple[Offer, ...]:
    """Return the offers of one fighter."""
    return tuple(offer for offer in view.offers if offer.fighter == fighter_id)


def picks_a_fighter(view: BattleTableView) -> bool:
    """Say whether what comes next is to pick a fighter of the side on turn."""
    turn = side_on_turn(view)
    own = {f.id for side in view.sides if side.id == turn for f in side.fighters}
    return any(offer.fighter in own and not offer.refused for offer in view.offers)


def in_the_centre(view: BattleTableView, looked_at: int | None) -> tuple[Offer, ...]:
    """Return the offers that the centre shows.

    Those of the fighter that is looked at; else those of the active fighter with what is about
    nobody; else what is about nobody, with the turns that can be taken. What ends the battle is in
    a menu, unless it is all that there is, or next.
    """
    if looked_at is not None:
        return about(view, looked_at)
    active = active_fighter(view)
    kept: list[Offer] = []
    for offer in view.offers:
        is_own = active is not None and offer.fighter == active.id
        if offer.group == "end" and not offer.is_next:
            continue
        if offer.fighter is None or is_own:
            kept.append(offer)
        elif active is None and not offer.refused:
            kept.append(_named(offer, fighters_of(view).get(offer.fighter)))
    return tuple(kept)


def _named(offer: Offer, fighter: TableFighterView | None) -> Offer:
    """Return an offer that says whose it is, where it stands among those of others."""
    if fighter is None or fighter.name.casefold() in offer.label.casefold():
        return offer
    return replace(offer, label=f"{fighter.name}: {offer.label}")


def attack_of_anybody(view: BattleTableView) -> Offer | None:
    """Return the offer of an attack by whomever is chosen, where there is one."""
    free = (offer for offer in view.offers if offer.opens_form and not offer.refused)
    return next((offer for offer in free if offer.fighter is None), None)


def what_a_click_does(offers: tuple[Offer, ...]) -> Offer | None:
    """Return the one thing that choosing a fighter means, if there is just one."""
    free = [offer for offer in offers if not offer.refused]
    turns = [offer for offer in free if offer.group == "turn"]
    if len(turns) == 1 and len(free) == 1:
        return turns[0]
    return free[0] if len(free) == 1 else None
