"""Which offers stand in the centre, and how they say whose they are."""

from __future__ import annotations

from mordcry_app.rules.battle_engine import BattleStatus, Command, Offer, SideStatus
from mordcry_app.services.battle_table import BattleTableView, TableFighterView, TableSideView
from mordcry_app.ui.views.battle.table.which_offers import (
    in_the_centre,
    picks_a_fighter,
    what_a_click_does,
)

STRIKE = Command(kind="strike")


def fighter(fighter_id: int, name: str, *, is_active: bool = False) -> TableFighterView:
    return TableFighterView(fighter_id, name, "Scrapper", "table", 2, 0, "", (), is_active, False)


def view(*offers: Offer, active: int = 0, turn: int = 1) -> BattleTableView:
    sides = tuple(
        TableSideView(
            side,
            name,
            name,
            SideStatus(side, is_on_turn=side == turn),
            (fighter(10 * side + 1, f"{name} the First", is_active=active == 10 * side + 1),),
        )
        for side, name in ((1, "Ann"), (2, "Ben"))
    )
    status = BattleStatus("Round 1", "")
    return BattleTableView(1, 1, True, False, status, sides, offers, (), None)


def offer(label: str, fighter_id: int | None = None, **more: object) -> Offer:
    values = {"group": "ability", "command": STRIKE, "fighter": fighter_id, **more}
    return Offer(id=label, label=label, **values)  # type: ignore[arg-type]


def test_offers_of_different_fighters_say_whose_they_are() -> None:
    offers = (
        offer("Leap", 11),
        offer("Leap", 21),
        offer("Activate Ben the First", 21),
        offer("Roll"),
        offer("Hidden", 11, refused="Not now."),
    )
    labels = [shown.label for shown in in_the_centre(view(*offers), None)]
    assert labels == [
        "Ann the First: Leap",
        "Ben the First: Leap",
        "Activate Ben the First",
        "Roll",
    ]


def test_those_of_the_active_fighter_go_without_a_name() -> None:
    offers = (offer("Leap", 11), offer("Wait", 11, refused="Too late."), offer("Leap", 21))
    shown = in_the_centre(view(*offers, active=11), None)
    assert [each.label for each in shown] == ["Leap", "Wait"]
    looked_at = in_the_centre(view(*offers, active=11), 21)
    assert [each.label for each in looked_at] == ["Leap"]


def test_a_fighter_is_picked_where_the_side_on_turn_has_offers_of_its_own() -> None:
    assert picks_a_fighter(view(offer("Activate", 11)))
    assert not picks_a_fighter(view(offer("Activate", 21)))
    assert not picks_a_fighter(view(offer("Activate", 11, refused="Not now.")))
    assert not picks_a_fighter(view(offer("Keep the wild die")))
    assert not picks_a_fighter(view(offer("Activate", 11), turn=0))


def test_a_click_does_the_only_thing_there_is() -> None:
    turn = offer("Activate", 11, group="turn")
    assert what_a_click_does((turn, offer("Leap", 11, refused="No."))) == turn
    assert what_a_click_does((turn, offer("Leap", 11))) is None
    assert what_a_click_does(()) is None
