"""Activations: whose turn it is, who can be activated, how many actions there are, and the end."""

from __future__ import annotations

import pytest

from mordcry_app.rules.battle_effects import Afflict, BattleEffect, Hurt, Place
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.mordcry.battle import turn_order, turns
from tests.rulesets.mordcry.battle.playing import (
    Table,
    about_battle,
    about_fighter,
    about_side,
    command,
    warbands,
)
from tests.rulesets.mordcry.helpers import RUIN, VIGIL

OPEN = about_battle(phase="actions", round=2, initiative=VIGIL, turn=0, active=0, passes=0)
"""An action phase in which nobody has taken the first turn."""


def action_phase(*effects: BattleEffect, turn: int = VIGIL, **rules: str | int) -> Table:
    """Return a table in an action phase, with the turn of a side."""
    return Table.laid(warbands(), *OPEN, *about_battle(turn=turn), *effects, is_whole=True, **rules)


def status(fighter: int, ref: str, until: str = "round", **more: int) -> Afflict:
    """Return a status as an effect."""
    fields = {"fighter": fighter, "ref": ref, "until": until, "source": "a test", **more}
    return Afflict.model_validate(fields)


def turn_of(table: Table) -> int:
    """Return the side on turn."""
    return table.battle.number_of("turn")


def active(table: Table) -> int:
    """Return the active fighter."""
    return table.battle.number_of("active")


def left(table: Table, fighter: int) -> int:
    """Return how many actions a fighter has left."""
    return turns.actions_left(table.fight, table.fighter(fighter))


def finish(table: Table, fighter: int) -> None:
    """Activate a fighter and let it do nothing."""
    table.do("activate", fighter=fighter)
    table.do("end_activation")


# ------------------------------------------------------------------------- the first turn


def test_who_has_the_initiative_chooses_who_goes_first() -> None:
    table = Table.laid(warbands(), *OPEN)
    offers = table.offers("first")
    assert [offer.command.number("side") for offer in offers] == [VIGIL, RUIN]
    assert [offer.is_next for offer in offers] == [True, False]
    assert table.refusal("activate", fighter=11) == "Settle first who takes the first turn."
    table.do("first", side=RUIN)
    assert turn_of(table) == RUIN
    assert table.refusal("first", side=VIGIL) == "The first turn has been taken."


def test_the_first_turn_goes_on_from_a_side_that_has_nobody() -> None:
    gone = [Place(fighter=f.id, where="reserve") for f in action_phase().battle.of_side(VIGIL)]
    table = Table.laid(warbands(), *OPEN, *gone)
    table.do("first", side=VIGIL)
    assert turn_of(table) == RUIN
    assert table.last.story == ("The Ashen Vigil has nobody to activate and passes.",)


def test_the_first_turn_belongs_to_the_action_phase() -> None:
    table = Table.laid(warbands())
    assert table.refusal("first", side=VIGIL) == "That is settled when the action phase begins."
    with pytest.raises(Refusal, match="No such side"):
        table.refusal("first", side=9)


# ----------------------------------------------------------------------------- activating


def test_the_sides_take_turns() -> None:
    table = action_phase()
    for fighter in (11, 21, 12, 22):
        table.do("activate", fighter=fighter)
        assert active(table) == fighter
        assert table.fight.has_acted(fighter)
        assert left(table, fighter) == 2
        table.do("end_activation")
        assert active(table) == 0
    assert turn_of(table) == VIGIL


@pytest.mark.parametrize(
    ("effects", "fighter", "why"),
    [
        ((), 21, "It is The Ashen Vigil’s turn."),
        ([status(11, "acted")], 11, "Fighter 11 has been activated in this round."),
        (
            [status(11, "acted"), status(11, "reacted", amount=2)],
            11,
            "Fighter 11 has reacted twice and counts as activated.",
        ),
        ([status(11, "raised")], 11, "Fighter 11 came back in this round and acts in the next."),
        ([Place(fighter=11, where="out")], 11, "Fighter 11 is out of action."),
        ([Place(fighter=11, where="left")], 11, "Fighter 11 has left the table."),
        (
            [Place(fighter=11, where="reserve"), *about_fighter(11, arrives=3)],
            11,
            "Fighter 11 is in reserve; arrives in round 3.",
        ),
        (about_battle(active=12), 11, "Finish with Fighter 12 first."),
        (about_battle(active=11), 11, "Fighter 11 is active already."),
        (
            about_battle(called=12),
            11,
            "Fighter 12 was called up and comes next, or is passed over.",
        ),
        (
            about_battle(turn=0, passes=2),
            11,
            "Both sides have passed; the action phase is over.",
        ),
        (about_battle(phase="initiative"), 11, "Fighters are activated in the action phase."),
        (
            about_battle(phase="free"),
            11,
            "Only dice and attacks are used here; nobody keeps to turns.",
        ),
    ],
)
def test_why_somebody_is_not_activated(
    effects: tuple[BattleEffect, ...], fighter: int, why: str
) -> None:
    table = action_phase(*effects)
    assert table.refusal("activate", fighter=fighter) == why
    with pytest.raises(Refusal):
        table.do("activate", fighter=fighter)


def test_nobody_at_all_is_activated() -> None:
    with pytest.raises(Refusal, match="not in this battle"):
        action_phase().refusal("activate", fighter=99)


def test_a_forced_activation_breaks_the_turn() -> None:
    table = action_phase(status(21, "acted"))
    table.do("activate", fighter=21, forced=True)
    assert (active(table), turn_of(table), left(table, 21)) == (21, RUIN, 2)
    table.apply(Place(fighter=22, where="out"))
    with pytest.raises(Refusal, match="out of action"):
        table.do("activate", fighter=22, forced=True)


def test_the_offers_say_who_can_be_activated_and_who_cannot() -> None:
    table = action_phase(status(11, "acted"), status(12, "reacted"), status(13, "waiting"))
    offers = {offer.fighter: offer for offer in table.offers("activate")}
    assert set(offers) == {11, 12, 13, 14}
    assert offers[11].refused
    assert not offers[12].refused
    assert offers[12].detail == "1 action"
    assert offers[13].detail == "has waited: 1 action"
    assert not any(offer.is_next for offer in offers.values())


def test_the_only_fighter_left_is_what_comes_next() -> None:
    table = action_phase(*(status(f, "acted") for f in (11, 12, 13)))
    offers = {offer.fighter: offer for offer in table.offers("activate")}
    assert offers[14].is_next


# ---------------------------------------------------------------------- counting actions


def test_an_activation_ends_by_itself_when_nothing_is_left() -> None:
    table = action_phase()
    table.do("activate", fighter=11)
    table.do("move", fighter=11)
    assert (active(table), left(table, 11)) == (11, 1)
    table.do("move", fighter=11)
    assert (active(table), turn_of(table)) == (0, RUIN)
    assert not table.fighter(11).has("actions")


def test_an_activation_stays_open_for_an_ability_but_holds_nobody_up() -> None:
    table = action_phase(*about_side(VIGIL, sets=(53,)))
    table.do("activate", fighter=11)
    table.do("move", fighter=11)
    table.do("move", fighter=11)
    assert (active(table), left(table, 11)) == (11, 0)
    (end,) = table.offers("end_activation")
    assert end.is_next
    assert end.detail == "an ability could follow"
    assert {offer.fighter for offer in table.offers("activate")} == {21, 22, 23, 24}
    assert table.refusal("activate", fighter=12) == "It is Rust & Ruin’s turn."
    table.do("activate", fighter=21)
    assert (active(table), turn_of(table)) == (21, RUIN)


@pytest.mark.parametrize(
    ("effects", "stays"),
    [
        (about_side(VIGIL, sets=(53,)), True),
        (about_side(VIGIL, sets=(52,)), False),
        ((*about_side(VIGIL, sets=(53,)), status(11, "ability_used", "activation")), False),
        (about_battle(twist="inspired"), True),
        ((*about_battle(twist="inspired"), *about_side(VIGIL, presence_used=1)), False),
        (about_battle(treasures=1), True),
        ((*about_battle(treasures=1), *about_fighter(11, carries=1)), False),
    ],
    ids=["triple", "double", "used", "inspired", "inspired before", "treasure", "carries one"],
)
def test_what_keeps_an_activation_open(effects: tuple[BattleEffect, ...], stays: bool) -> None:
    table = action_phase()
    table.do("activate", fighter=11)
    table.apply(*effects)
    table.do("move", fighter=11)
    table.do("move", fighter=11)
    assert (active(table) == 11) is stays


def test_a_reaction_costs_an_action_and_waiting() -> None:
    table = action_phase(status(11, "reacted"))
    table.do("activate", fighter=11)
    assert table.last.summary == "1 action"
    assert left(table, 11) == 1
    table.do("wait", fighter=11)
    assert not table.fighter(11).has("waiting")


def test_extra_actions_count() -> None:
    table = action_phase()
    table.do("activate", fighter=11)
    table.apply(status(11, "extra_action", "activation"))
    for _ in range(3):
        assert active(table) == 11
        table.do("move", fighter=11)
    assert active(table) == 0


def test_actions_are_counted_for_the_active_fighter_only() -> None:
    table = action_phase()
    fight = table.fight
    turns.count_action(fight, 11)
    assert not fight.fighter(11).has("actions")


@pytest.mark.parametrize(
    ("effects", "why"),
    [
        (about_battle(active=0), "Activate Fighter 11 first."),
        (about_battle(active=21), "It is Fighter 21 who acts now."),
        ([status(11, "actions", "activation", amount=2)], "Fighter 11 has no action left."),
        ([status(11, "stunned", "activation")], "Fighter 11 is stunned and can do nothing."),
        (about_battle(phase="round_end"), "Actions are made in the action phase."),
        ([Place(fighter=11, where="out")], "Fighter 11 is out of action."),
    ],
)
def test_why_there_is_no_action(effects: tuple[BattleEffect, ...], why: str) -> None:
    table = action_phase(*about_battle(active=11), *effects)
    assert turns.why_no_action(table.fight, 11) == why


def test_anybody_acts_where_nobody_keeps_to_turns() -> None:
    table = Table.laid(warbands(), is_whole=False)
    assert turns.why_no_action(table.fight, 11) == ""
    assert turns.why_no_action(table.fight, 99) == "Nobody like that is in this battle."


# ------------------------------------------------------------------------------- statuses


def test_a_stunned_fighter_is_picked_and_misses_its_turn() -> None:
    table = action_phase(status(11, "stunned", "activation"))
    offers = {offer.fighter: offer for offer in table.offers("activate")}
    assert offers[11].detail == "misses this turn"
    table.do("activate", fighter=11)
    assert table.last.story == ("Fighter 11 is stunned and misses this turn.",)
    assert (active(table), turn_of(table)) == (0, RUIN)
    assert not table.fighter(11).has("stunned")
    assert table.fight.has_acted(11)


def test_stunned_for_the_round_nobody_is_picked() -> None:
    table = action_phase(status(11, "stunned"), stunned="round")
    assert table.refusal("activate", fighter=11) == "Fighter 11 is stunned until the round ends."
    stunned = [status(f, "stunned") for f in (12, 13, 14)]
    table.apply(*stunned)
    (offer,) = table.offers("pass")
    assert offer.is_next
    assert not offer.refused
    table.do("pass", side=VIGIL)
    assert turn_of(table) == RUIN


def test_a_lost_activation_is_lost_once() -> None:
    table = action_phase(status(11, "loses_activation", "battle"))
    table.do("activate", fighter=11)
    assert table.last.summary == "turn lost"
    assert not table.fighter(11).has("loses_activation")
    assert turn_of(table) == RUIN


def test_one_that_is_stunned_while_it_acts_stops_at_once_and_misses_its_next_turn() -> None:
    table = action_phase()
    table.do("activate", fighter=11)
    table.do("by_hand", fighter=11, what="afflict", choice="stunned")
    assert active(table) == 0
    assert table.fighter(11).has("stunned")


def test_one_that_is_out_of_action_acts_no_more() -> None:
    table = action_phase()
    table.do("activate", fighter=11)
    table.do("by_hand", fighter=11, what="place", choice="out")
    assert (active(table), turn_of(table)) == (0, RUIN)


def test_what_lasts_for_an_activation_ends_with_it() -> None:
    table = action_phase()
    table.do("activate", fighter=11)
    table.apply(status(11, "charged", "activation"), status(21, "charged", "activation"))
    table.do("end_activation")
    assert not table.fighter(11).has("charged")
    assert table.fighter(21).has("charged")


def test_lightning_strikes_as_an_activation_ends() -> None:
    table = action_phase(*about_battle(twist="lightning"))
    table.do("activate", fighter=11)
    question = table.asks("end_activation")
    assert question.key.startswith("activation/over/")


# ------------------------------------------------------------------------ waiting, passing


def test_a_waiting_fighter_is_activated_once_more() -> None:
    table = action_phase()
    table.do("activate", fighter=11)
    table.do("wait", fighter=11)
    assert table.fighter(11).has("waiting")
    finish(table, 21)
    table.do("activate", fighter=11)
    assert table.last.summary == "second time, 1 action"
    assert (left(table, 11), table.fighter(11).has("waiting")) == (1, False)
    assert table.refusal("wait", fighter=11) == ""
    table.do("move", fighter=11)
    assert active(table) == 0
    finish(table, 22)
    assert table.refusal("activate", fighter=11) == "Fighter 11 has been activated in this round."


def test_whoever_can_activate_somebody_must() -> None:
    table = action_phase()
    (offer,) = table.offers("pass")
    assert offer.refused == "The Ashen Vigil must activate somebody: Fighter 11 still can."
    assert table.refusal("pass", side=RUIN) == "It is The Ashen Vigil’s turn."
    table.do("activate", fighter=11)
    assert table.refusal("pass", side=VIGIL) == "Finish with Fighter 11 first."
    assert Table.laid(warbands(), *OPEN).refusal("pass", side=VIGIL) == "It is nobody’s turn."
    assert (
        Table.laid(warbands()).refusal("pass", side=VIGIL)
        == "Turns are passed in the action phase."
    )


def test_a_side_without_anybody_passes_by_itself() -> None:
    table = action_phase(*(status(f, "acted") for f in (21, 22, 23, 24)))
    finish(table, 11)
    assert turn_of(table) == VIGIL
    assert table.last.story == ("Rust & Ruin has nobody to activate and passes.",)


def test_two_passes_in_a_row_end_the_phase() -> None:
    table = action_phase(*(status(f, "acted") for f in (12, 13, 14, 21, 22, 23, 24)))
    finish(table, 11)
    assert turn_order.is_phase_over(table.fight)
    assert turn_of(table) == 0
    assert table.last.story == ("The action phase is over.",)
    assert not table.offers("activate")
    assert not table.refusal("end_round")


def test_a_pass_by_hand_counts_too() -> None:
    table = action_phase()
    table.do("pass", side=VIGIL, forced=True)
    assert (turn_of(table), table.battle.number_of("passes")) == (RUIN, 1)
    table.do("pass", side=RUIN, forced=True)
    assert turn_order.is_phase_over(table.fight)


def test_an_activation_breaks_a_row_of_passes() -> None:
    table = action_phase(*about_battle(passes=1))
    table.do("activate", fighter=11)
    assert table.battle.number_of("passes") == 0


def test_who_was_called_up_comes_next_on_the_same_side() -> None:
    table = action_phase()
    table.do("activate", fighter=11)
    table.apply(*about_battle(called=13))
    table.do("end_activation")
    assert turn_of(table) == VIGIL
    assert {o.fighter for o in table.offers("activate") if not o.refused} == {13}
    table.do("activate", fighter=13)
    assert table.battle.number_of("called") == 0
    table.do("end_activation")
    assert turn_of(table) == RUIN


def test_who_was_called_up_may_be_passed_over() -> None:
    table = action_phase()
    table.do("activate", fighter=11)
    table.apply(*about_battle(called=13))
    table.do("end_activation")
    (offer,) = table.offers("pass")
    assert (offer.label, offer.refused) == ("Pass over Fighter 13", "")
    table.do("pass", side=VIGIL)
    assert (turn_of(table), table.battle.number_of("passes")) == (RUIN, 0)
    assert not turn_order.why_not_activated(table.fight, table.fighter(13))


def test_ending_what_has_not_begun() -> None:
    table = action_phase()
    assert table.refusal("end_activation") == "Nobody is being activated."
    with pytest.raises(Refusal):
        table.do("end_activation", forced=True)


def test_a_whole_action_phase() -> None:
    table = Table.laid(warbands(), *OPEN)
    table.do("first", side=RUIN)
    order: list[int] = []
    while not turn_order.is_phase_over(table.fight):
        able = [o for o in table.offers("activate") if not o.refused]
        order.append(able[0].command.number("fighter"))
        table.carry_out(able[0].command)
        table.do("move", fighter=order[-1])
        if order[-1] == 11 and order.count(11) == 1:
            table.do("end_activation")
        else:
            table.do("move", fighter=order[-1])
    assert order == [21, 11, 22, 12, 23, 13, 24, 14]
    assert table.log[-1] == "The action phase is over."
    table.do("end_round")
    assert not table.fight.has_acted(11)
    assert table.battle.word("phase") == "round_end"


# ------------------------------------------------------------------------ dice and attacks


def test_a_group_may_stop_keeping_to_rounds_and_take_them_up_again() -> None:
    table = action_phase(Hurt(fighter=11, amount=1))
    (offer,) = table.offers("free")
    assert offer.label == "Dice and attacks only"
    table.carry_out(offer.command)
    assert table.fight.is_free
    assert not table.offers("activate")
    (offer,) = table.offers("free")
    assert offer.label == "Play rounds from here"
    table.carry_out(offer.command)
    assert (table.battle.word("phase"), table.battle.number_of("round")) == ("actions", 2)
    assert turn_of(table) == VIGIL
    assert table.refusal("free", on=False) == "It is played like that already."


def test_a_battle_without_a_set_up_can_begin_its_first_round() -> None:
    table = Table.laid(warbands(), is_whole=False)
    table.carry_out(table.offers("free")[0].command)
    assert table.battle.word("phase") == "setup"
    assert not table.refusal("start_round")


def test_a_battle_that_is_over_is_played_like_nothing_any_more() -> None:
    table = Table.laid(warbands(), *about_battle(phase="over"))
    assert table.refusal("free", on=True) == "The battle is over."
    assert not table.offers("free")


def test_labels_read_like_a_story() -> None:
    table = action_phase()
    engine, state, battle = table.engine, table.state, table.battle
    labels = [
        engine.label(state, battle, todo)
        for todo in (
            command("first", side=RUIN),
            command("activate", fighter=11),
            command("pass", side=VIGIL),
            command("end_activation"),
        )
    ]
    assert labels == [
        "Rust & Ruin takes the first turn",
        "Fighter 11 is activated",
        "The Ashen Vigil passes",
        "An activation ends",
    ]


def test_with_three_warbands_the_turn_goes_round() -> None:
    three = warbands("captain", sides=3)
    table = Table.laid(three, *OPEN, *about_battle(turn=VIGIL))
    order = [turn_of(table)]
    for side in (1, 2, 3):
        finish(table, 10 * side + 1)
        order.append(turn_of(table))
    assert order == [1, 2, 3, 0]
    assert turn_order.is_phase_over(table.fight)
