"""How a battle stands in words: title and turn, and the marks of sides and fighters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mordcry_app.rules.battle_effects import Afflict, BattleEffect, Bend, Hurt, KnockOut, Place
from mordcry_app.rules.battle_engine import BattleStatus, DiceSet, FighterStatus, SideStatus
from mordcry_app.rulesets.mordcry.battle.fighter_marks import AILMENT_HINTS
from mordcry_app.rulesets.mordcry.battle.words import AILMENT_NAMES, Ailment
from tests.rulesets.mordcry.battle.playing import (
    Table,
    about_battle,
    about_fighter,
    about_side,
    warbands,
)
from tests.rulesets.mordcry.helpers import RUIN, VIGIL

ACTIONS = about_battle(
    phase="actions", round=2, last_round=4, initiative=VIGIL, turn=VIGIL, active=0, passes=0
)


def laid(*effects: BattleEffect, is_whole: bool = True) -> Table:
    """Return a table with players who have names."""
    state = warbands()
    for side, player in ((VIGIL, "Jon"), (RUIN, "Mira")):
        state = state.with_roster(replace(state.rosters[side], player=player))
    return Table.laid(state, *effects, is_whole=is_whole)


def shown(*effects: BattleEffect, is_whole: bool = True) -> BattleStatus:
    """Return how a battle stands after some effects."""
    table = laid(*effects, is_whole=is_whole)
    return table.engine.status(table.state, table.battle)


def fighter(status: BattleStatus, fighter_id: int) -> FighterStatus:
    """Return how a fighter stands."""
    return next(f for f in status.fighters if f.id == fighter_id)


def side(status: BattleStatus, roster_id: int) -> SideStatus:
    """Return how a side stands."""
    return next(s for s in status.sides if s.id == roster_id)


def marks(*effects: BattleEffect, of: int = 12) -> dict[str, str]:
    """Return the marks of a fighter in an action phase, each with its hint."""
    found = fighter(shown(*ACTIONS, *effects), of).marks
    assert len({mark.text for mark in found}) == len(found)
    return {mark.text: mark.hint for mark in found}


def status(fighter_id: int, ref: str, until: str = "round", **more: int | str) -> Afflict:
    """Return a status as an effect."""
    fields = {"fighter": fighter_id, "ref": ref, "until": until, "source": "a test", **more}
    return Afflict.model_validate(fields)


# ------------------------------------------------------------------------------ the battle


@pytest.mark.parametrize(
    ("effects", "title"),
    [
        ((), "Before round 1"),
        (about_battle(phase="initiative", round=1), "Round 1"),
        (ACTIONS, "Round 2 of 4"),
        (about_battle(phase="actions", round=3, last_round=10, is_capped=1), "Round 3"),
        (about_battle(phase="over", round=4), "Battle 1 is over"),
        (about_battle(phase="free", round=4), "Dice and attacks"),
    ],
)
def test_the_title(effects: tuple[BattleEffect, ...], title: str) -> None:
    assert shown(*effects).title == title


def test_the_title_without_rounds() -> None:
    found = shown(is_whole=False)
    assert (found.title, found.turn) == (
        "Dice and attacks",
        "No rounds, no turns",
    )
    assert [s.marks for s in found.sides] == [(), ()]


@pytest.mark.parametrize(
    ("effects", "turn", "side_on_turn"),
    [
        ((), "Everything is set up for the first round", 0),
        (about_battle(phase="initiative"), "Each side rolls six initiative dice", 0),
        (
            (*about_battle(phase="wild_dice", initiative=RUIN), *about_side(RUIN, wild_dice=1)),
            "Mira declares wild dice",
            RUIN,
        ),
        (
            (
                *about_battle(phase="reserves", round=2, initiative=VIGIL),
                Place(fighter=11, where="reserve"),
                *about_fighter(11, arrives=2),
            ),
            "Jon sets up reserves",
            VIGIL,
        ),
        (about_battle(phase="reserves"), "The action phase can start", 0),
        (
            (*ACTIONS, *about_battle(turn=0)),
            "Jon chooses who takes the first turn",
            VIGIL,
        ),
        (ACTIONS, "Jon to activate", VIGIL),
        (
            (*ACTIONS, *about_battle(called=12)),
            "Jon may activate Fighter 12, who was called up",
            VIGIL,
        ),
        ((*ACTIONS, *about_battle(active=12)), "Jon: Fighter 12 acts, 2 actions left", VIGIL),
        (
            (*ACTIONS, *about_battle(active=12), status(12, "actions", "activation")),
            "Jon: Fighter 12 acts, 1 action left",
            VIGIL,
        ),
        (
            (
                *ACTIONS,
                *about_battle(active=12),
                *about_side(VIGIL, sets=(63,)),
                status(12, "actions", "activation", amount=2),
            ),
            "Jon: Fighter 12 acts, an ability could follow",
            VIGIL,
        ),
        (
            (*ACTIONS, *about_battle(turn=0, passes=2)),
            "The action phase of round 2 is over",
            0,
        ),
        (about_battle(phase="round_end", round=2), "Round 2 is over; the next can begin", 0),
        (about_battle(phase="over", winner=VIGIL), "The Ashen Vigil has won", 0),
        (about_battle(phase="over", winner=0), "The battle is a draw", 0),
        (about_battle(phase="over", retreated=RUIN), "Rust & Ruin has retreated", 0),
    ],
)
def test_whose_turn_it_is(effects: tuple[BattleEffect, ...], turn: str, side_on_turn: int) -> None:
    found = shown(*effects)
    assert found.turn == turn
    assert [s.id for s in found.sides if s.is_on_turn] == ([side_on_turn] if side_on_turn else [])


def test_the_conditions_of_the_battle_are_marks_with_their_text() -> None:
    facts = about_battle(victory="leaders", twist="fog_stays", is_foggy=1, treasures=2)
    found = {mark.text: mark.hint for mark in shown(*ACTIONS, *facts).marks}
    table = laid()
    victory = next(row for row in table.fight.content.tables["victory"].rows if row.id == "leaders")
    assert found[f"Victory: {victory.name}"] == victory.text
    assert "from the first round to the last" in found["Twist: Thick fog"]
    assert found["Fog"] == "Fighters 4″ or more apart do not see each other."
    assert "2 treasures lie about" in found
    capped = shown(*about_battle(phase="actions", round=2, last_round=10, is_capped=1))
    assert [mark.text for mark in capped.marks] == ["Draw after round 10"]


def test_objectives_are_marks() -> None:
    facts = about_battle(objectives=(1, 2, 3), held=(VIGIL, 0, RUIN), awake=(1, 2))
    assert [mark.text for mark in shown(*ACTIONS, *facts).marks] == [
        "Objective 1: The Ashen Vigil",
        "Objective 2: nobody",
        "Objective 3 is dormant",
    ]


# ---------------------------------------------------------------------------------- sides


def test_the_dice_of_a_side() -> None:
    found = shown(*ACTIONS, *about_side(VIGIL, singles=(1, 4), sets=(52, 65)))
    assert side(found, VIGIL).dice == (
        DiceSet((1,)),
        DiceSet((4,)),
        DiceSet((5, 5), "double 5"),
        DiceSet((6, 6, 6, 6, 6), "quad 6"),
    )


def test_the_marks_of_a_side() -> None:
    effects = (
        *ACTIONS,
        *about_battle(attacker=RUIN, victory="blood_tally"),
        *about_side(VIGIL, extra_singles=1, wild_dice=2, points=3, exits=1, tally=40, edge="north"),
        *about_side(RUIN, wild_dice=1, points=1),
    )
    found = shown(*effects)
    assert [mark.text for mark in side(found, VIGIL).marks] == [
        "Initiative",
        "+1 single",
        "2 wild dice",
        "3 victory points",
        "1 over the enemy’s edge",
        "blood tally 40",
        "north edge",
        "defender",
    ]
    assert [mark.text for mark in side(found, RUIN).marks] == [
        "1 wild die",
        "1 victory point",
        "attacker",
    ]


def test_the_tally_is_shown_where_it_counts() -> None:
    tally = about_side(VIGIL, tally=40)
    for condition, texts in (("quarters", []), ("blood_tally", ["blood tally 40"])):
        found = shown(*ACTIONS, *about_battle(victory=condition), *tally)
        marks = [mark.text for mark in side(found, VIGIL).marks if "tally" in mark.text]
        assert marks == texts


def test_who_may_retreat() -> None:
    fallen = [KnockOut(fighter=21), status(22, "stunned", "activation")]
    found = shown(*ACTIONS, *fallen)
    assert "may retreat" in [mark.text for mark in side(found, RUIN).marks]
    assert "may retreat" not in [mark.text for mark in side(found, VIGIL).marks]
    assert "may retreat" not in [mark.text for mark in side(shown(*ACTIONS, fallen[0]), RUIN).marks]


# -------------------------------------------------------------------------------- fighters


def test_wounds_and_whose_activation_it_is() -> None:
    effects = (*ACTIONS, *about_battle(active=11), status(11, "acted"), status(21, "acted"))
    found = shown(*effects, Hurt(fighter=11, amount=2))
    assert (fighter(found, 11).wounds, fighter(found, 12).wounds) == (5, 4)
    acting, acted, fresh = (fighter(found, f) for f in (11, 21, 12))
    assert (acting.is_active, acting.has_acted) == (True, False)
    assert (acted.is_active, acted.has_acted) == (False, True)
    assert (fresh.is_active, fresh.has_acted) == (False, False)
    waits = fighter(shown(*ACTIONS, status(11, "acted"), status(11, "waiting")), 11)
    assert not waits.has_acted


@pytest.mark.parametrize("ailment", list(Ailment))
def test_every_ailment_is_a_bad_mark_with_a_hint(ailment: Ailment) -> None:
    found = fighter(shown(*ACTIONS, status(12, ailment.value, "battle")), 12).marks
    assert [(mark.text, mark.tone) for mark in found] == [(AILMENT_NAMES[ailment], "bad")]
    assert found[0].hint == AILMENT_HINTS[ailment]


@pytest.mark.parametrize(
    ("effects", "text"),
    [
        ([status(12, "acted")], "acted"),
        ([status(12, "acted"), status(12, "waiting")], "waiting"),
        ([status(12, "reacted")], "reacted"),
        ([status(12, "raised")], "raised"),
        ([status(12, "loses_activation", "battle")], "loses its next activation"),
        ([status(12, "extra_action", "activation")], "+1 action"),
        ([status(12, "charged", "activation")], "charged"),
        (about_fighter(12, carries=1), "treasure"),
        (about_fighter(12, holds=1), "holds an objective"),
        (about_side(VIGIL, bloodmarked=12), "bloodmarked"),
        (about_side(VIGIL, leader=12), "leader"),
        (
            [Place(fighter=12, where="reserve"), *about_fighter(12, arrives=3)],
            "round 3",
        ),
        ([Place(fighter=12, where="reserve")], "in reserve"),
    ],
)
def test_what_there_is_to_say_of_a_fighter(effects: list[BattleEffect], text: str) -> None:
    assert list(marks(*effects)) == [text]


def test_reactions_are_counted() -> None:
    assert "reacted 2×" in marks(status(12, "reacted", amount=2))


def test_the_captain_leads() -> None:
    assert list(marks(of=11)) == ["leader"]


def test_what_acts_on_a_fighter_says_where_it_comes_from_and_how_long_it_lasts() -> None:
    effects: list[BattleEffect] = [
        Bend(fighter=12, stat="os", amount=1, until="round", source="Fury"),
        Bend(
            fighter=12,
            stat="ws",
            amount=2,
            until="battle",
            source="Haste",
            arithmetic="multiply",
        ),
        Bend(
            fighter=12,
            stat="a",
            amount=2,
            until="activation",
            source="Slow",
            arithmetic="divide",
        ),
        Bend(
            fighter=12,
            stat="will",
            amount=-1,
            until="attack",
            source="Dread",
            condition="will_test",
        ),
    ]
    assert marks(*effects) == {
        "+1 OS": "Fury, until the round ends.",
        "WS × 2": "Haste, until the battle ends.",
        "A ÷ 2": "Slow, for an activation.",
        "−1 Will": "Dread, for its next attack. While a Willpower test is rolled.",
    }


def test_what_an_ailment_changes_is_not_said_twice() -> None:
    table = laid(*ACTIONS)
    table.do("by_hand", fighter=12, what="afflict", choice="head_injury")
    found = fighter(table.engine.status(table.state, table.battle), 12)
    assert [mark.text for mark in found.marks] == ["Head injury"]


def test_skills_and_items_that_act_are_named_and_book_keeping_is_not() -> None:
    assert list(
        marks(
            status(12, "coordinated_strike"),
            status(12, "silent_step"),
            status(12, "ready_feign_death"),
            status(12, "poisoned_short_sword", "battle"),
            status(12, "moved"),
            status(12, "bold_21", "activation"),
        )
    ) == ["Coordinated Strike", "Silent Step", "Feign Death prepared", "Poisoned short sword"]


def test_nothing_is_said_of_what_acted_on_who_is_gone() -> None:
    effects = [status(12, "stunned", "activation"), status(12, "acted"), KnockOut(fighter=12)]
    assert marks(*effects) == {}


def test_without_turns_no_turns_are_marked() -> None:
    found = shown(status(11, "acted"), status(11, "stunned", "battle"), is_whole=False)
    assert [mark.text for mark in fighter(found, 11).marks] == ["Stunned", "leader"]
    assert not fighter(found, 11).has_acted
