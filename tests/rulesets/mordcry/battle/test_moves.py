"""Actions that are no attacks: moving, charging, breaking away, waiting, treasure, getting up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from mordcry_app.rules.battle_effects import Afflict, BattleEffect, Bend, Hurt
from mordcry_app.rules.procedure import Choose
from mordcry_app.rules.state import Modifier, State, Trait
from mordcry_app.rulesets.mordcry.battle.moves import DEEDS
from mordcry_app.rulesets.mordcry.battle.reach import reach_of
from tests.rulesets.mordcry.battle.playing import (
    Scripted,
    Table,
    about_battle,
    about_fighter,
    about_side,
    warbands,
)
from tests.rulesets.mordcry.helpers import RUIN, VIGIL

ACTIVE = about_battle(
    phase="actions", round=2, initiative=VIGIL, turn=VIGIL, active=11, passes=0, treasures=0
)


def acting(*effects: BattleEffect, state: State | None = None, **rules: str | int) -> Table:
    """Return a table on which fighter 11 is active."""
    acted = status(11, "acted")
    return Table.laid(state or warbands(), *ACTIVE, acted, *effects, is_whole=True, **rules)


def status(fighter: int, ref: str, until: str = "round", **more: int) -> Afflict:
    """Return a status as an effect."""
    fields = {"fighter": fighter, "ref": ref, "until": until, "source": "a test", **more}
    return Afflict.model_validate(fields)


def with_member(fighter: int, **changes: object) -> State:
    """Return the campaign with one fighter changed."""
    state = warbands()
    return state.with_member(replace(state.members[fighter], **changes))


def detail(table: Table, kind: str) -> str:
    """Return what an offer says of itself."""
    (offer,) = table.offers(kind)
    return offer.detail


# ----------------------------------------------------------------------------------- move


def test_a_move_is_an_action_and_says_how_far() -> None:
    table = acting()
    assert detail(table, "move") == "up to 5″; not from within 1″ of an enemy"
    outcome = table.do("move", fighter=11)
    assert outcome.summary == "up to 5″"
    fighter = table.fighter(11)
    assert (fighter.level("actions"), fighter.has("moved"), fighter.has("just_moved")) == (
        1,
        True,
        True,
    )


def test_what_changes_a_move_is_named() -> None:
    bend = Bend(fighter=11, stat="m", amount=-1, until="battle", source="Leg injury")
    table = acting(bend)
    assert detail(table, "move").startswith("up to 4″ (−1 Leg injury);")


@pytest.mark.parametrize(
    ("movement", "inches", "note"), [(5, 3, "−2 treasure"), (4, 3, "−1 treasure"), (2, 2, "")]
)
def test_a_treasure_slows_but_leaves_three_inches(movement: int, inches: int, note: str) -> None:
    stats = {**warbands().members[11].stats, "m": movement}
    table = acting(*about_fighter(11, carries=1), state=with_member(11, stats=stats))
    reach = reach_of(table.fight, 11)
    assert reach.inches == inches
    assert note in " ".join(reach.notes)


@pytest.mark.parametrize(
    ("changes", "effects", "note"),
    [
        ({"tags": frozenset({"fly"})}, (), "may fly"),
        (
            {"tags": frozenset({"fly"})},
            about_fighter(11, carries=1),
            "cannot fly with the treasure",
        ),
        ({"tags": frozenset({"mount"})}, (), "cannot climb"),
        ({"traits": (Trait("injury", "leg_or_foot_wound", "Leg wound"),)}, (), "climbs 3″ at most"),
        ({}, about_battle(twist="heavy_going"), "−1 when it starts on the floor"),
        (
            {
                "modifiers": (
                    Modifier("m", 1, "Rope", "battle", "item:rope", "add", "climbing_or_jumping"),
                )
            },
            (),
            "+1 with a climb or a jump",
        ),
    ],
)
def test_what_may_count_in_a_move(
    changes: dict[str, object], effects: tuple[BattleEffect, ...], note: str
) -> None:
    table = acting(*effects, state=with_member(11, **changes))
    assert note in reach_of(table.fight, 11).notes


def test_heavy_ground_does_not_hold_up_who_flies() -> None:
    state = with_member(11, tags=frozenset({"fly"}))
    table = acting(*about_battle(twist="heavy_going"), state=state)
    assert reach_of(table.fight, 11).notes == ("may fly",)


@pytest.mark.parametrize("kind", ["move", "charge"])
@pytest.mark.parametrize(
    ("effects", "rules", "why"),
    [
        (
            [status(11, "knocked_down", "battle")],
            {},
            "Fighter 11 is knocked down and has to stand up first.",
        ),
        (
            [status(11, "pinned", "activation")],
            {"pinned": "no_move"},
            "Fighter 11 is pinned and cannot move.",
        ),
        ([status(11, "pinned", "activation")], {}, ""),
        ([status(11, "prone", "activation")], {"prone": "free"}, ""),
        (
            [status(11, "actions", "activation", amount=2)],
            {},
            "Fighter 11 has no action left.",
        ),
        (about_battle(active=12), {}, "It is Fighter 12 who acts now."),
    ],
)
def test_why_somebody_does_not_move(
    kind: str, effects: tuple[BattleEffect, ...], rules: Mapping[str, str], why: str
) -> None:
    assert acting(*effects, state=None, **rules).refusal(kind, fighter=11) == why


def test_who_is_prone_stands_up_for_nothing() -> None:
    table = acting(status(11, "prone", "activation"), prone="free")
    table.do("move", fighter=11)
    assert not table.fighter(11).has("prone")


def test_the_twist_and_the_victory_condition_see_a_move() -> None:
    weary = acting(*about_battle(twist="weary"))
    weary.do("move", fighter=11)
    assert weary.fight.value(11, "ds").total == 3
    edges = (*about_side(VIGIL, edge="north"), *about_side(RUIN, edge="south"))
    leaving = acting(*about_battle(victory="breakthrough"), *edges)
    question = leaving.asks("move", fighter=11)
    assert question.key.startswith("move/victory")
    assert isinstance(question, Choose)


# --------------------------------------------------------------------------------- charge


def test_a_charge_that_reaches_its_enemy() -> None:
    table = acting()
    assert detail(table, "charge") == "up to 5″ + D3; not from within 1″ of an enemy"
    outcome = table.do("charge", {"d3": 2, "reached": "reached"}, fighter=11)
    assert outcome.story == ("Fighter 11 charges home.",)
    assert outcome.summary == "7″"
    fighter = table.fighter(11)
    assert fighter.has("charged")
    assert fighter.has("just_moved")
    assert fighter.level("actions") == 1
    assert table.fight.value(11, "s").total == 5


@pytest.mark.parametrize(
    ("rule", "face", "told", "has_moved"),
    [
        ("half_of_all", 1, "moves 3″", True),
        ("half_of_all", 2, "moves 4″", True),
        ("half_of_movement", 3, "moves 3″", True),
        ("stays", 3, "stays where it is", False),
    ],
)
def test_a_charge_that_falls_short(rule: str, face: int, told: str, has_moved: bool) -> None:
    table = acting(failed_charge=rule)
    outcome = table.do("charge", {"d3": face, "reached": "short"}, fighter=11)
    assert outcome.story == (f"Fighter 11 falls short and {told}.",)
    fighter = table.fighter(11)
    assert not fighter.has("charged")
    assert fighter.has("moved") is has_moved
    assert fighter.level("actions") == 1


def feared(enemy: int = 21, item: str = "armor_of_the_lost_baron") -> State:
    """Return the campaign with somebody who spreads fear."""
    state = warbands("captain", "champion")
    bearer = warbands("captain", "champion", gear=(item,)).members[enemy]
    return state.with_member(bearer)


def test_nobody_is_afraid_by_default() -> None:
    table = acting(state=feared())
    table.do("charge", {"d3": 1, "reached": "reached"}, fighter=11)
    assert len(table.questions) == 2


@pytest.mark.parametrize(
    ("answers", "dares"),
    [
        ({"feared": "nobody"}, True),
        ({"feared": "21", "fear/near": "far"}, True),
        ({"feared": "21", "fear/near": "near", "fear/test/test": 1}, True),
        ({"feared": "21", "fear/near": "near", "fear/test/test": 6}, False),
    ],
)
def test_fear_has_to_be_overcome(answers: dict[str, Scripted], dares: bool) -> None:
    table = acting(state=feared(), cursed_fear="on")
    reached: dict[str, Scripted] = {"d3": 1, "reached": "reached"} if dares else {}
    table.do("charge", answers | reached, fighter=11)
    assert table.fighter(11).has("charged") is dares
    assert table.fighter(11).level("actions") == 1


# ------------------------------------------------------------------------------ disengage


@pytest.mark.parametrize(
    ("effects", "why"),
    [
        (about_fighter(11, carries=1), "Fighter 11 carries a treasure and cannot disengage."),
        ([status(11, "pinned", "activation")], "Fighter 11 is pinned and cannot disengage."),
        (
            [status(11, "knocked_down", "battle")],
            "Fighter 11 is knocked down and has to stand up first.",
        ),
        ([status(11, "actions", "activation", amount=2)], "Fighter 11 has no action left."),
    ],
)
def test_why_somebody_cannot_break_away(effects: tuple[BattleEffect, ...], why: str) -> None:
    table = acting(*effects)
    assert table.refusal("disengage", fighter=11) == why
    (offer,) = table.offers("disengage")
    assert offer.refused == why


def test_breaking_away_is_no_move_action() -> None:
    table = acting(*about_battle(twist="weary"))
    outcome = table.do("disengage", {"parting/striker": "none"}, fighter=11)
    assert outcome.summary == "up to 3″"
    fighter = table.fighter(11)
    assert (fighter.level("actions"), fighter.has("moved"), fighter.has("just_moved")) == (
        1,
        False,
        False,
    )


def test_an_enemy_strikes_at_who_breaks_away() -> None:
    table = acting()
    answers: dict[str, Scripted] = {
        "parting/striker": "21",
        "parting/cost": "action",
        "parting/roll": 5,
        "parting/weapon": "short_sword",
    }
    question = table.asks("disengage", answers, fighter=11)
    assert question.key.startswith("parting/attack/")
    answers["parting/roll"] = 4
    del answers["parting/weapon"]
    table.do("disengage", answers, fighter=11)
    assert table.last.story == ("Fighter 21 is too slow to strike Fighter 11.",)
    assert table.fighter(21).level("reacted") == 1
    assert table.last.summary == "up to 3″"


def test_what_a_strike_costs_is_said_beforehand() -> None:
    question = acting().asks("disengage", fighter=11)
    assert isinstance(question, Choose)
    assert [option.id for option in question.options] == ["none", "21", "22", "23", "24"]
    assert question.options[1].detail == "costs 1 of 2 actions, and waiting, or 1 XP"


@pytest.mark.parametrize(
    ("damage", "face", "where", "summary"),
    [
        (0, 1, "table", "does not get away"),
        (0, 2, "table", "does not get away"),
        (0, 3, "table", "up to 3″"),
        (4, 3, "out", ""),
    ],
    ids=["stunned", "knocked down", "hurt", "out of action"],
)
def test_who_is_struck_down_does_not_get_away(
    damage: int, face: int, where: str, summary: str
) -> None:
    table = acting(Hurt(fighter=11, amount=damage))
    answers: dict[str, Scripted] = {
        "parting/striker": "21",
        "parting/cost": "action",
        "parting/roll": 5,
        "parting/weapon": "short_sword",
        "parting/attack/hit": (5, 1, 1, 1),
        "parting/attack/wound": 6,
        "parting/attack/status": face,
    }
    outcome = table.do("disengage", answers, fighter=11)
    assert table.fighter(11).where == where
    assert outcome.summary == summary


@pytest.mark.parametrize(
    "effects",
    [
        [status(enemy, "stunned", "activation") for enemy in (21, 22, 23, 24)],
        [status(enemy, "knocked_down", "battle") for enemy in (21, 22, 23, 24)],
        [status(11, "silent_step")],
    ],
    ids=["stunned", "knocked down", "silent"],
)
def test_nobody_is_asked_who_could_not_strike(effects: list[BattleEffect]) -> None:
    table = acting(*effects)
    table.do("disengage", fighter=11)
    assert table.questions == ()


# ------------------------------------------------------------------------- wait, stand up


def test_waiting_first_ends_the_activation_and_keeps_an_action_for_later() -> None:
    table = acting()
    assert detail(table, "wait") == "ends this activation; 1 action later in the round"
    outcome = table.do("wait", fighter=11)
    assert outcome.summary == "waiting: 1 more action later"
    assert table.fighter(11).has("waiting")
    assert table.battle.number_of("active") == 0


def test_waiting_last_just_ends_the_activation() -> None:
    table = acting(status(11, "actions", "activation"))
    assert detail(table, "wait") == "ends this activation"
    assert table.do("wait", fighter=11).summary == "done"
    assert not table.fighter(11).has("waiting")
    assert table.battle.number_of("active") == 0


def test_waiting_is_nothing_for_in_between() -> None:
    table = acting(status(11, "actions", "activation"), status(11, "extra_action", "activation"))
    why = "Fighter 11 can wait with its first action or its last."
    assert table.refusal("wait", fighter=11) == why


def test_somebody_may_be_set_to_wait_by_hand() -> None:
    table = acting()
    table.do("wait", fighter=12, forced=True)
    assert table.fighter(12).has("waiting")
    assert table.battle.number_of("active") == 11


def test_standing_up_costs_a_move_action() -> None:
    table = acting(status(11, "knocked_down", "battle"), *about_battle(twist="weary"))
    (offer,) = table.offers("stand_up")
    assert offer.is_next
    table.do("stand_up", fighter=11)
    fighter = table.fighter(11)
    assert not fighter.has("knocked_down")
    assert fighter.level("actions") == 1
    assert table.fight.value(11, "ds").total == 3
    assert table.refusal("stand_up", fighter=11) == "Fighter 11 is on its feet."
    assert not table.offers("stand_up")


# ------------------------------------------------------------------------------- treasure


def test_a_treasure_is_picked_up_on_a_move_for_nothing() -> None:
    table = acting(*about_battle(treasures=2))
    why = "Fighter 11 picks a treasure up in a move action, within 1″ of it."
    assert table.refusal("pick_up", fighter=11) == why
    table.do("move", fighter=11)
    outcome = table.do("pick_up", fighter=11)
    assert outcome.told == ("Fighter 11 picked up a treasure.",)
    assert table.fighter(11).number("carries") == 1
    assert table.fighter(11).level("actions") == 1
    assert table.battle.number_of("treasures") == 1
    assert table.refusal("pick_up", fighter=11) == "Fighter 11 carries a treasure already."


def test_the_last_action_leaves_time_for_a_treasure() -> None:
    table = acting(*about_battle(treasures=1), status(11, "actions", "activation"))
    table.do("move", fighter=11)
    assert table.battle.number_of("active") == 11
    table.do("pick_up", fighter=11)
    assert table.battle.number_of("active") == 0


@pytest.mark.parametrize(
    ("changes", "effects", "why"),
    [
        ({}, about_battle(treasures=0), "No treasure lies on the table."),
        ({"tags": frozenset({"beast"})}, (), "Beasts and monsters carry no treasure."),
        ({"tags": frozenset({"monster"})}, (), "Beasts and monsters carry no treasure."),
        (
            {"traits": (Trait("injury", "spinal_injury", "Spinal injury"),)},
            (),
            "Fighter 11 has a spinal injury and can carry no treasure.",
        ),
    ],
)
def test_why_somebody_picks_nothing_up(
    changes: dict[str, object], effects: tuple[BattleEffect, ...], why: str
) -> None:
    table = acting(
        *about_battle(treasures=1),
        status(11, "just_moved", "activation"),
        *effects,
        state=with_member(11, **changes),
    )
    assert table.refusal("pick_up", fighter=11) == why


def test_dropping_a_treasure_is_an_action() -> None:
    table = acting(*about_fighter(11, carries=1))
    table.do("drop", fighter=11)
    assert table.last.story == ("Fighter 11 drops the treasure.",)
    assert table.fighter(11).number("carries") == 0
    assert table.fighter(11).level("actions") == 1
    assert table.battle.number_of("treasures") == 1
    assert table.refusal("drop", fighter=11) == "Fighter 11 carries no treasure."


def test_a_dropped_weapon_is_picked_up_with_an_action() -> None:
    table = acting(status(11, "disarmed", "battle"), *about_fighter(11, dropped="short_sword"))
    (offer,) = table.offers("rearm")
    assert not offer.refused
    table.carry_out(offer.command)
    fighter = table.fighter(11)
    assert not fighter.has("disarmed")
    assert "dropped" not in fighter.facts
    assert fighter.level("actions") == 1
    assert table.refusal("rearm", fighter=11) == "Fighter 11 has dropped no weapon."


def test_nothing_is_offered_where_nobody_acts() -> None:
    kinds = {deed.kind for deed in DEEDS}
    waiting = acting(*about_battle(active=0))
    free = Table.laid(warbands(), is_whole=False)
    for table in (waiting, free):
        assert not kinds & {offer.command.kind for offer in table.offers()}


def test_every_deed_says_who_does_it() -> None:
    table = acting()
    for deed in DEEDS:
        command = table.offers("move")[0].command.model_copy(update={"kind": deed.kind})
        assert deed.label(table.fight, command).startswith("Fighter 11 ")
