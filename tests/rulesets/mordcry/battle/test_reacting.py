"""Reactions: who may react, to what, and what it costs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mordcry_app.rules.battle_effects import Afflict, BattleEffect, Place
from mordcry_app.rules.procedure import Choose, Outcome, Procedure, run
from mordcry_app.rules.state import State
from mordcry_app.rulesets.mordcry.battle import reacting
from mordcry_app.rulesets.mordcry.battle.attacking import plan_of
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from tests.rulesets.mordcry.battle.playing import Table, about_battle, answer_to, warbands
from tests.rulesets.mordcry.helpers import VIGIL

ACTING = about_battle(phase="actions", round=2, initiative=VIGIL, turn=VIGIL, active=11, passes=0)


def status(fighter: int, ref: str, until: str = "round", **more: int) -> Afflict:
    """Return a status as an effect."""
    fields = {"fighter": fighter, "ref": ref, "until": until, "source": "a test", **more}
    return Afflict.model_validate(fields)


def fight_with(*effects: BattleEffect, state: State | None = None, **rules: str | int) -> Fight:
    """Return a battle in which fighter 11 acts."""
    return Table.laid(state or warbands(), *ACTING, *effects, is_whole=True, **rules).fight


def changed(fighter: int, **stats: int) -> State:
    """Return the campaign with other base values of a fighter."""
    state = warbands(gear=("short_sword", "shortbow"))
    member = state.members[fighter]
    return state.with_member(replace(member, stats={**member.stats, **stats}))


def poor(fighter: int) -> State:
    """Return the campaign with a fighter that has no XP."""
    state = warbands()
    return state.with_member(replace(state.members[fighter], resources={"xp": 0}))


def options(
    fight: Fight, weapon: str, target: int = 21, switches: tuple[str, ...] = ()
) -> dict[str, str]:
    """Return the reactions to an attack by fighter 11, each with why it is refused."""
    plan = plan_of(fight, 11, weapon, target, switches)
    return {option.id: option.refused for option in reacting.reactions_to(fight, plan)}


# -------------------------------------------------------------------------- who may react


@pytest.mark.parametrize(
    ("effects", "why"),
    [
        ([], ""),
        ([status(21, "reacted")], ""),
        ([status(21, "acted"), status(21, "waiting")], ""),
        ([status(21, "acted")], ""),
        ([status(21, "stunned", "activation")], "Fighter 21 is stunned."),
        ([status(21, "knocked_down", "battle")], "Fighter 21 is knocked down."),
        (
            [status(21, "raised")],
            "Fighter 21 came back in this round and cannot react yet.",
        ),
        ([Place(fighter=21, where="out")], "Fighter 21 is out of action."),
        (
            about_battle(active=21),
            "Fighter 21 is acting; reactions are made while an enemy acts.",
        ),
    ],
)
def test_who_may_react(effects: list[BattleEffect], why: str) -> None:
    assert reacting.may_react(fight_with(*effects), 21) == why


def test_without_xp_only_what_is_left_of_the_round_pays() -> None:
    state = poor(21)
    why = "Fighter 21 has been activated and has no XP to spend on a reaction."
    assert reacting.may_react(fight_with(status(21, "acted"), state=state), 21) == why
    assert reacting.may_react(fight_with(state=state), 21) == ""
    waiting = (status(21, "acted"), status(21, "waiting"))
    assert reacting.may_react(fight_with(*waiting, state=state), 21) == ""


def test_anybody_reacts_where_nobody_keeps_to_turns() -> None:
    fight = Table.laid(poor(21), status(21, "acted"), is_whole=False).fight
    assert reacting.may_react(fight, 21) == ""
    assert reacting.price_of_reacting(fight, 21) == ""


@pytest.mark.parametrize(
    ("effects", "price"),
    [
        ([], "1 of 2 actions, and waiting, or 1 XP"),
        ([status(21, "reacted")], "its last action, and so its activation, or 1 XP"),
        ([status(21, "acted"), status(21, "waiting")], "its second activation, or 1 XP"),
        ([status(21, "acted")], "1 XP"),
    ],
)
def test_the_price_is_said(effects: list[BattleEffect], price: str) -> None:
    assert reacting.price_of_reacting(fight_with(*effects), 21) == price


# -------------------------------------------------------------------------- how they react


def test_a_blow_is_parried_or_countered() -> None:
    assert options(fight_with(), "short_sword") == {"none": "", "parry": "", "counter": ""}


def test_a_poor_swordsman_cannot_parry() -> None:
    found = options(fight_with(), "short_sword", target=24)
    assert found["parry"] == "Fighter 24 has Weapon Skill 3; a parry needs 4."
    assert found["counter"] == ""


@pytest.mark.parametrize(
    ("strength", "defence", "why"),
    [(6, 3, ""), (7, 3, "A strength of 7 is more than twice Fighter 21’s 3 DS.")],
)
def test_too_hard_a_blow_is_not_parried(strength: int, defence: int, why: str) -> None:
    state = changed(21, ds=defence - 1)
    member = state.members[11]
    state = state.with_member(replace(member, stats={**member.stats, "os": strength - 1}))
    fight = fight_with(state=state)
    assert fight.value(11, "os").total == strength
    assert fight.value(21, "ds").total == defence
    assert options(fight, "short_sword")["parry"] == why


def test_a_shot_is_dodged_or_taken_in_cover() -> None:
    fight = fight_with(state=warbands(gear=("shortbow",)))
    found = options(fight, "shortbow")
    assert found == {"none": "", "dodge": "", "take_cover": "Fighter 21 is not in cover."}
    assert options(fight, "shortbow", switches=("cover",))["take_cover"] == ""


def test_who_is_slow_does_not_dodge() -> None:
    fight = fight_with(state=warbands(gear=("shortbow",)))
    found = options(fight, "shortbow", target=24, switches=("cover",))
    assert found["dodge"] == "Fighter 24 has Speed 3; a dodge needs 4."
    assert options(fight, "shortbow", target=24) == {}


def test_what_cannot_be_reacted_to() -> None:
    silent = fight_with(status(11, "silent_step"))
    plan = plan_of(silent, 11, "short_sword", 21)
    plan.no_reactions = False
    assert reacting.reactions_to(silent, plan) == ()
    fight = fight_with()
    plan = plan_of(fight, 11, "short_sword", 21)
    assert reacting.reactions_to(fight, plan)
    plan.no_reactions = True
    assert reacting.reactions_to(fight, plan) == ()
    stunned = fight_with(status(21, "stunned", "activation"))
    plan = plan_of(stunned, 11, "short_sword", 21)
    assert reacting.reactions_to(stunned, plan) == ()


def test_each_reaction_says_what_it_does_and_costs() -> None:
    fight = fight_with(status(21, "acted"))
    plan = plan_of(fight, 11, "short_sword", 21)
    details = {option.id: option.detail for option in reacting.reactions_to(fight, plan)}
    assert details == {
        "none": "",
        "parry": "5+ for each wound; costs 1 XP",
        "counter": "strikes back at the same time; costs 1 XP",
    }
    assert reacting.NEEDS == {"parry": 5, "dodge": 5, "take_cover": 4}


# ---------------------------------------------------------------------------- what it costs


def paid(fight: Fight, answer: str = "") -> tuple[Fight, Outcome]:
    """Let fighter 21 pay for a reaction; without an answer, nothing may be asked."""

    def procedure() -> Procedure:
        return _paying(Fight(fight.book, fight.state, fight.battle))

    progress = run(procedure, {})
    if answer:
        assert isinstance(progress.question, Choose)
        progress = run(procedure, {"react/cost": answer_to(progress.question, answer)})
    assert progress.outcome is not None, progress.question
    after = Fight(fight.book, fight.state, fight.battle)
    after.do(*progress.outcome.battle)
    after.write(*progress.outcome.effects)
    return after, progress.outcome


def _paying(fight: Fight) -> Procedure:
    yield from reacting.react_cost(fight, 21, "react")
    return fight.outcome()


def test_a_reaction_costs_an_action() -> None:
    after, _ = paid(fight_with(), "action")
    assert after.fighter(21).level("reacted") == 1
    assert not after.has_acted(21)


def test_a_second_reaction_costs_the_activation() -> None:
    after, _ = paid(fight_with(status(21, "reacted")), "action")
    assert after.fighter(21).level("reacted") == 2
    assert after.has_acted(21)


def test_who_waits_gives_up_the_second_activation() -> None:
    after, _ = paid(fight_with(status(21, "acted"), status(21, "waiting")), "action")
    assert not after.fighter(21).has("waiting")
    assert not after.fighter(21).has("reacted")


def test_without_xp_nothing_is_asked() -> None:
    after, _ = paid(fight_with(state=poor(21)))
    assert after.fighter(21).level("reacted") == 1


@pytest.mark.parametrize("effects", [[], [status(21, "acted")]], ids=["a choice", "no choice"])
def test_xp_is_spent_in_place_of_an_action(effects: list[BattleEffect]) -> None:
    fight = fight_with(*effects)
    before = fight.member(21).amount("xp")
    after, outcome = paid(fight, "" if effects else "xp")
    member = after.member(21)
    assert (member.amount("xp"), member.amount("spent_xp")) == (before - 1, 1)
    assert outcome.story == ("Fighter 21 spends 1 XP to react.",)
    assert not after.fighter(21).has("reacted")


def test_reactions_are_free_where_nobody_keeps_to_turns() -> None:
    fight = Table.laid(warbands(), is_whole=False).fight
    after, outcome = paid(fight)
    assert outcome.battle == ()
    assert after.member(21).amount("spent_xp") == 0
