"""What waits for a battle is armed for it, and gone after it."""

from __future__ import annotations

from dataclasses import replace

from mordcry_app.rules.catalogue import Content, PendingDefinition
from mordcry_app.rules.effects import Arm, Spend, Unmodify
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.state import Modifier, Pending, State
from mordcry_app.rules.waiting import armed_by_setup, ended_by_battle, waits_for_battle

MISSES = Pending("misses_battle", "battle 1")
HURT = Pending("starts_wounded", "A fall", 2)
BRAVE = Pending("modifier", "A toast", 1, "might")
BONUS = Pending("market_bonus", "A caravan")


def with_definitions(content: Content) -> Content:
    bonus = PendingDefinition(id="market_bonus", name="Bonus", until="market")
    return replace(content, pending={"market_bonus": bonus})


def waiting(state: State) -> State:
    state = state.with_member(replace(state.members[11], pending=(HURT, BRAVE, BONUS)))
    state = state.with_member(replace(state.members[12], pending=(MISSES,)))
    state = state.with_member(replace(state.members[21], pending=(BRAVE,)))
    return state.with_roster(replace(state.rosters[1], pending=(Pending("map", "A stranger"),)))


def test_what_the_content_does_not_know_waits_for_a_battle(content: Content) -> None:
    content = with_definitions(content)
    assert waits_for_battle("modifier", content)
    assert not waits_for_battle("market_bonus", content)


def test_a_set_up_battle_arms_what_waits_for_it(state: State, content: Content) -> None:
    content = with_definitions(content)
    state = waiting(state)
    effects = armed_by_setup(state, [1], content)
    assert effects == (
        Arm(who="roster:1", ref="map"),
        Arm(who="member:11", ref="starts_wounded"),
        Arm(who="member:11", ref="modifier"),
        Arm(who="member:12", ref="misses_battle"),
    )
    armed = apply_effects(state, effects)
    assert armed.members[11].pending == (replace(HURT, armed=True), BONUS)
    assert armed.members[11].modifiers == (Modifier("might", 1, "A toast", "battle"),)
    assert armed.members[21] == state.members[21]
    assert armed_by_setup(armed, [1], content) == ()


def test_a_battle_ends_what_was_for_it_alone(state: State, content: Content) -> None:
    content = with_definitions(content)
    state = waiting(state)
    armed = apply_effects(state, armed_by_setup(state, [1], content))
    effects = ended_by_battle(armed, [1], {11}, content)
    assert effects == (
        Spend(who="roster:1", ref="map"),
        Spend(who="member:11", ref="starts_wounded"),
        Unmodify(who="member:11", ends="battle"),
        Spend(who="member:12", ref="misses_battle"),
    )
    after = apply_effects(armed, effects)
    assert after.members[11].pending == (BONUS,)
    assert after.members[11].modifiers == ()
    assert after.members[12].pending == ()
    assert after.members[21] == state.members[21]


def test_a_rest_that_was_not_taken_is_still_owed(state: State, content: Content) -> None:
    effects = ended_by_battle(waiting(state), [1], {11, 12}, content)
    assert not any(effect.who == "member:12" for effect in effects)


def test_a_battle_that_was_not_set_up_uses_it_up_as_well(state: State, content: Content) -> None:
    state = waiting(state)
    after = apply_effects(state, ended_by_battle(state, [2], {21}, content))
    assert after.members[21].pending == ()
    assert after.members[11] == state.members[11]
