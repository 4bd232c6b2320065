"""Rounds: initiative and its ties, wild dice in order, seizing, reserves, the end of a round."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mordcry_app.rules.battle_effects import Afflict, BattleEffect, Bend, Hurt, Place
from mordcry_app.rules.procedure import Roll
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import Pending
from mordcry_app.rulesets.mordcry.battle import critical, pool
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Known, OfSide, Phase
from tests.rulesets.mordcry.battle.playing import (
    Table,
    about_battle,
    about_fighter,
    about_side,
    warbands,
)
from tests.rulesets.mordcry.helpers import RUIN, VIGIL

BOTH = (VIGIL, RUIN)
FIVE_SINGLES = (1, 2, 3, 4, 6, 6)
THREE_SINGLES = (1, 2, 3, 5, 5, 5)


def rolled(
    vigil: tuple[int, ...], ruin: tuple[int, ...], table: Table | None = None, *roll_offs: object
) -> Table:
    """Return a battle after the initiative dice of both sides."""
    table = table or Table.laid(warbands("captain", "youngblood"))
    answers: dict[str, object] = {"initiative/1": vigil, "initiative/2": ruin}
    for number, faces in enumerate(roll_offs, start=1):
        answers[f"initiative/roll_off/{number}"] = faces
    table.do("roll_initiative", answers)  # type: ignore[arg-type]
    return table


def in_reserve(*fighters: int, arrives: int = 2, group: int = 2) -> tuple[BattleEffect, ...]:
    """Return effects that put fighters into reserve."""
    return tuple(
        effect
        for fighter in fighters
        for effect in (
            Place(fighter=fighter, where="reserve"),
            *about_fighter(fighter, arrives=arrives, group=group),
        )
    )


def where(table: Table, *fighters: int) -> list[str]:
    return [table.fighter(fighter).where for fighter in fighters]


def keep(table: Table, *sides: int) -> None:
    for side in sides:
        table.do("wild_dice", side=side, use="keep")


def end_round(table: Table, **more: object) -> None:
    """End the round as if both had passed."""
    table.apply(*about_battle(passes=2))
    table.do("end_round", more.pop("answers", None))  # type: ignore[arg-type]


# ------------------------------------------------------------------------- initiative


def test_the_first_round_begins_with_the_initiative_dice() -> None:
    table = Table.laid(warbands("captain"))
    (offer,) = [offer for offer in table.offers("roll_initiative") if not offer.refused]
    assert (offer.label, offer.is_next) == ("Start round 1", True)
    question = table.asks("roll_initiative")
    assert isinstance(question, Roll)
    assert question.dice == "6d6"


def test_more_singles_have_the_initiative_and_each_side_gets_a_wild_die() -> None:
    table = rolled(THREE_SINGLES, FIVE_SINGLES)
    fight = table.fight
    assert (fight.round, fight.phase, fight.initiative) == (1, Phase.WILD_DICE, RUIN)
    assert fight.sides == (RUIN, VIGIL)
    assert [pool.wild_dice(fight, side) for side in BOTH] == [1, 1]
    assert pool.pool_of(fight, VIGIL) == pool.Pool((1, 2, 3), (53,))
    assert table.log[-1] == "Rust & Ruin has the initiative, 4 singles to 3."


def test_equal_singles_are_rolled_off_until_somebody_wins() -> None:
    table = rolled(THREE_SINGLES, (4, 5, 6, 1, 1, 1), None, (4, 4), (2, 5))
    assert table.fight.initiative == RUIN
    assert table.log[-1] == "Rust & Ruin wins the roll-off for the initiative, 3 singles to 3."


def test_start_round_and_roll_initiative_can_be_done_one_after_the_other() -> None:
    table = Table.laid(warbands("captain"))
    table.do("start_round")
    assert (table.fight.phase, table.fight.round) == (Phase.INITIATIVE, 1)
    assert table.refusal("start_round") == "Finish this round first."
    rolled(THREE_SINGLES, FIVE_SINGLES, table)
    assert table.fight.round == 1
    assert table.refusal("roll_initiative") == "The initiative of this round has been rolled."


def test_what_waits_adds_singles_in_the_first_round_only() -> None:
    state = warbands("captain", "youngblood")
    relic = Pending("initiative_single", "Flickering relic", armed=True)
    idle = Pending("initiative_single", "Another", armed=False)
    roster = replace(state.rosters[VIGIL], pending=(relic, idle))
    finder = replace(state.members[12], pending=(replace(relic, amount=2),))
    state = state.with_roster(roster).with_member(finder)
    table = rolled(THREE_SINGLES, FIVE_SINGLES, Table.laid(state))
    assert pool.count_singles(table.fight, VIGIL) == 3 + 1 + 2
    assert table.fight.initiative == VIGIL
    keep(table, VIGIL, RUIN)
    end_round(table)
    rolled(THREE_SINGLES, FIVE_SINGLES, table)
    assert pool.count_singles(table.fight, VIGIL) == 3
    assert table.fight.initiative == RUIN


# ------------------------------------------------------------------------- wild dice


def test_the_initiative_declares_first() -> None:
    table = rolled(FIVE_SINGLES, THREE_SINGLES)
    assert table.refusal("wild_dice", side=RUIN, use="keep") == ("The Ashen Vigil declares first.")
    keep(table, VIGIL)
    assert table.refusal("wild_dice", side=VIGIL, use="keep") == (
        "The Ashen Vigil has declared already."
    )
    assert not table.refusal("wild_dice", side=RUIN, use="keep")


def test_every_use_of_a_wild_die_is_offered() -> None:
    table = rolled((1, 2, 3, 4, 6, 6), (5, 5, 5, 2, 2, 1))
    offers = [offer for offer in table.offers("wild_dice") if not offer.refused]
    assert [offer.label for offer in offers] == [
        "The Ashen Vigil: keep 1 wild die",
        "The Ashen Vigil: one more single",
        *(f"The Ashen Vigil: single {face} → double {face}" for face in (1, 2, 3, 4)),
        "The Ashen Vigil: double 6 → triple 6",
    ]
    assert [offer.is_next for offer in offers] == [True, *[False] * 6]
    assert [o.refused for o in table.offers("wild_dice") if o.refused] == [
        "The Ashen Vigil declares first."
    ]


def test_a_use_that_is_not_named_is_asked_for() -> None:
    table = rolled(FIVE_SINGLES, THREE_SINGLES)
    table.do("wild_dice", {"use": "raise_6"}, side=VIGIL)
    assert pool.pool_of(table.fight, VIGIL).sets == (63,)


def test_with_more_wild_dice_one_is_declared_after_the_other() -> None:
    setup = about_side(VIGIL, wild_dice=2)
    table = rolled(FIVE_SINGLES, THREE_SINGLES, Table.laid(warbands("captain"), *setup))
    table.do("wild_dice", side=VIGIL, use="raise_6")
    assert table.refusal("wild_dice", side=VIGIL, use="raise_6") == (
        "The Ashen Vigil cannot use a wild die like that."
    )
    table.do("wild_dice", side=VIGIL, use="raise_1")
    assert not table.fight.battle.sides[VIGIL].number(OfSide.HAS_DECLARED)
    keep(table, VIGIL)
    assert table.fight.battle.sides[VIGIL].number(OfSide.HAS_DECLARED)
    assert pool.wild_dice(table.fight, VIGIL) == 1


@pytest.mark.parametrize("use", ["raise_x", "raise", "sell"])
def test_nonsense_is_refused_even_when_it_is_forced(use: str) -> None:
    table = rolled(FIVE_SINGLES, THREE_SINGLES)
    with pytest.raises(Refusal):
        table.do("wild_dice", side=VIGIL, use=use, forced=True)


# ------------------------------------------------------------------------- seizing


def test_who_is_strictly_ahead_seizes_the_initiative() -> None:
    table = rolled((1, 2, 3, 5, 5, 5), (1, 2, 3, 4, 6, 6))
    table.apply(*about_side(VIGIL, wild_dice=2))
    keep(table, RUIN)
    table.do("wild_dice", side=VIGIL, use="single")
    table.do("wild_dice", side=VIGIL, use="single")
    assert table.fight.initiative == VIGIL
    assert "The Ashen Vigil seizes the initiative." in table.log


def test_a_new_tie_is_rolled_off() -> None:
    table = rolled((1, 2, 3, 5, 5, 5), (1, 2, 3, 4, 6, 6))
    keep(table, RUIN)
    table.do("wild_dice", {"seize/1": (5, 2)}, side=VIGIL, use="single")
    assert table.fight.initiative == RUIN
    assert "Rust & Ruin keeps the initiative." in table.log


def test_raising_a_single_can_lose_the_initiative() -> None:
    table = rolled((1, 2, 3, 5, 5, 5), (1, 2, 3, 4, 6, 6))
    table.do("wild_dice", side=RUIN, use="raise_4")
    table.do("wild_dice", {"seize/1": (1, 6)}, side=VIGIL, use="keep")
    assert table.fight.initiative == VIGIL


def test_a_tie_that_was_there_before_changes_nothing() -> None:
    table = rolled(THREE_SINGLES, THREE_SINGLES, None, (6, 1))
    table.do("wild_dice", side=VIGIL, use="single")
    table.do("wild_dice", side=RUIN, use="single")
    assert (table.fight.initiative, table.fight.phase) == (VIGIL, Phase.ACTIONS)


# ------------------------------------------------------------------------- reserves


def test_without_reserves_the_action_phase_follows_at_once() -> None:
    table = rolled(FIVE_SINGLES, THREE_SINGLES)
    keep(table, *BOTH)
    assert table.fight.phase == Phase.ACTIONS
    assert table.refusal("start_actions")
    numbers = [table.battle.facts[k] for k in (Known.TURN, Known.ACTIVE, Known.PASSES)]
    assert numbers == [0, 0, 0]


def in_round_two(*setup: BattleEffect) -> Table:
    """Return a battle whose second round has its initiative, before the reserves arrive."""
    table = Table.laid(warbands("captain", "warrior", "youngblood"), *setup)
    table.start_round()
    end_round(table)
    assert table.fight.phase == Phase.ROUND_END
    rolled(FIVE_SINGLES, THREE_SINGLES, table)
    keep(table, *BOTH)
    return table


def test_groups_arrive_in_their_round_the_initiative_first() -> None:
    setup = (*in_reserve(12, 22), *in_reserve(13, 23, arrives=3, group=3))
    table = in_round_two(*setup)
    assert table.fight.phase == Phase.RESERVES
    assert table.refusal("reserves", side=RUIN) == "The Ashen Vigil sets up first."
    table.do("reserves", side=VIGIL)
    assert table.refusal("reserves", side=VIGIL) == (
        "The reserves of The Ashen Vigil have been seen to."
    )
    table.do("reserves", side=RUIN)
    assert where(table, 12, 22, 13, 23) == ["table", "table", "reserve", "reserve"]
    assert table.fight.phase == Phase.ACTIONS
    assert "Fighter 12 arrives, within 3″ of the deployment point." in table.log


def test_reserves_can_be_held_back_and_only_one_group_comes_in_a_round() -> None:
    table = in_round_two(*in_reserve(12), *in_reserve(13, arrives=3, group=3))
    table.do("start_actions")
    assert where(table, 12, 13) == ["reserve", "reserve"]
    end_round(table)
    rolled(FIVE_SINGLES, THREE_SINGLES, table)
    keep(table, *BOTH)
    table.do("reserves", {"reserves/group": "3"}, side=VIGIL)
    assert where(table, 12, 13) == ["reserve", "table"]


# ------------------------------------------------------------------------- the end


def test_a_round_ends_when_both_have_passed() -> None:
    table = rolled(FIVE_SINGLES, THREE_SINGLES)
    assert table.refusal("end_round") == "A round ends after its action phase."
    keep(table, *BOTH)
    assert table.refusal("end_round") == (
        "The action phase goes on until both sides pass one after the other."
    )
    (offer,) = table.offers("end_round")
    assert offer.refused
    assert not offer.is_next
    table.apply(*about_battle(passes=2))
    (offer,) = table.offers("end_round")
    assert offer.is_next
    table.do("end_round")
    assert (table.fight.phase, table.fight.round) == (Phase.ROUND_END, 1)
    (offer,) = table.offers("roll_initiative")
    assert offer.label == "Start round 2"


def test_dice_of_the_round_are_gone_and_wild_dice_kept() -> None:
    table = rolled(FIVE_SINGLES, THREE_SINGLES)
    table.do("wild_dice", side=VIGIL, use="raise_6")
    keep(table, RUIN)
    end_round(table)
    fight = table.fight
    for side in BOTH:
        assert pool.pool_of(fight, side) == pool.Pool()
    assert [pool.wild_dice(fight, side) for side in BOTH] == [0, 1]
    rolled(THREE_SINGLES, FIVE_SINGLES, table)
    assert [pool.wild_dice(table.fight, side) for side in BOTH] == [1, 2]


def test_what_lasts_for_a_round_ends_with_it() -> None:
    table = rolled(FIVE_SINGLES, THREE_SINGLES)
    keep(table, *BOTH)
    table.apply(
        Afflict(fighter=11, ref="acted", until="round", source="Activated"),
        Bend(fighter=11, stat="ds", amount=1, until="round", source="Endless Fortitude"),
        Bend(fighter=11, stat="bs", amount=-1, until="battle", source="Head injury"),
    )
    end_round(table)
    fighter = table.fighter(11)
    assert not fighter.has("acted")
    assert [modifier.stat for modifier in fighter.modifiers] == ["bs"]


@pytest.mark.parametrize(
    ("ailment", "chosen", "damage"),
    [
        (Ailment.ON_FIRE, {}, [1, 2]),
        (Ailment.ON_FIRE, {"on_fire": "one_round"}, [1, 1]),
        (Ailment.ON_FIRE, {"on_fire": "ignored"}, [0, 0]),
        (Ailment.POISONED, {}, [0, 0]),
        (Ailment.POISONED, {"poisoned": "damage"}, [1, 2]),
    ],
)
def test_fire_and_poison_hurt_as_a_round_ends(
    ailment: Ailment, chosen: dict[str, Any], damage: list[int]
) -> None:
    table = Table.laid(warbands("captain"), **chosen)
    table.start_round()
    fight = table.fight
    critical.afflict(fight, 11, ailment, "a bomb")
    table.battle = fight.battle
    end_round(table)
    found = [table.fighter(11).damage]
    table.start_round()
    end_round(table)
    assert [*found, table.fighter(11).damage] == damage
    assert table.fighter(21).damage == 0


def test_who_burns_to_death_counts_in_that_round() -> None:
    table = Table.laid(warbands("captain", "youngblood"), *about_battle(victory="blood_tally"))
    table.start_round()
    table.apply(
        Hurt(fighter=12, amount=table.fight.wounds_left(12) - 1),
        Afflict(fighter=12, ref="on_fire", until="battle", source="a bomb"),
    )
    end_round(table)
    assert table.fighter(12).where == "out"
    assert table.battle.sides[RUIN].number(OfSide.POINTS) == 1


def test_the_last_round_ends_the_battle() -> None:
    table = Table.laid(warbands("captain"), *about_battle(last_round=2))
    for _ in range(2):
        table.start_round()
        end_round(table)
    assert table.engine.is_over(table.battle)
    for kind in ("roll_initiative", "end_round", "start_actions", "end_battle", "start_round"):
        assert table.refusal(kind) == "The battle is over."
    assert not [offer for offer in table.offers() if offer.group in ("round", "end")]


def test_a_battle_of_dice_and_attacks_knows_no_rounds() -> None:
    table = Table.laid(warbands("captain"), is_whole=False)
    for kind in ("roll_initiative", "end_round", "start_actions"):
        assert table.refusal(kind) == "Rounds are not kept in this battle."
    assert [offer.id for offer in table.offers() if offer.group == "round"] == ["free_dice"]


# ------------------------------------------------------------------------- how many sides


def test_one_side_alone_can_go_through_a_round() -> None:
    table = Table.laid(warbands("captain", sides=1), *about_battle(last_round=1))
    table.do("roll_initiative", {"initiative/1": THREE_SINGLES})
    assert table.fight.initiative == VIGIL
    keep(table, VIGIL)
    end_round(table)
    assert table.engine.is_over(table.battle)


def test_three_sides_roll_off_among_those_who_tie() -> None:
    table = Table.laid(warbands("captain", sides=3))
    answers = {
        "initiative/1": THREE_SINGLES,
        "initiative/2": FIVE_SINGLES,
        "initiative/3": FIVE_SINGLES,
        "initiative/roll_off/1": (2, 5),
    }
    table.do("roll_initiative", answers)
    assert table.fight.initiative == 3
    assert table.fight.sides == (3, 1, 2)
    table.do("wild_dice", side=3, use="raise_1")
    table.do("wild_dice", side=1, use="keep")
    table.do("wild_dice", side=2, use="keep")
    assert table.fight.initiative == 2
