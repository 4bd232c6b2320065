"""The pure state: who stands where, and what is carried."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from mordcry_app.rules.effects import Arithmetic
from mordcry_app.rules.state import (
    MISSES_BATTLE,
    Carried,
    Modifier,
    Pending,
    State,
    Trait,
    add_carried,
    remove_carried,
    spend_pending,
)


def test_members_of_a_roster_keep_their_order(state: State) -> None:
    assert [m.name for m in state.of_roster(1)] == ["Anna", "Bert", "Cord", "Dora"]
    assert [m.name for m in state.active(1)] == ["Anna", "Bert", "Cord"]
    assert [m.name for m in state.active(2)] == ["Egon"]
    assert state.of_roster(3) == ()


def test_a_change_makes_a_new_state(state: State) -> None:
    changed = state.with_member(replace(state.members[11], name="Hanna"))
    assert changed.members[11].name == "Hanna"
    assert state.members[11].name == "Anna"
    assert list(changed.members) == list(state.members)
    richer = state.with_roster(replace(state.rosters[1], resources={"coins": 99}))
    assert (richer.rosters[1].amount("coins"), state.rosters[1].amount("coins")) == (99, 10)
    with pytest.raises(FrozenInstanceError):
        state.members[11].name = "Hanna"  # pyright: ignore[reportAttributeAccessIssue]


def test_what_was_never_had_counts_zero(state: State) -> None:
    assert state.members[13].amount("glory") == 2
    assert state.members[11].amount("glory") == 0
    assert state.rosters[2].amount("coins") == 0


def test_traits_are_found_by_kind_and_reference(state: State) -> None:
    eye = Trait("injury", "eye", "Eye injury")
    keen = Trait("skill", "eye", "Keen eye")
    member = replace(state.members[11], traits=(eye, keen))
    assert member.trait("skill", "eye") is keen
    assert member.trait("skill", "ear") is None
    assert member.traits_of("injury") == (eye,)
    assert eye.cause == "injury:eye"


def test_who_misses_the_next_battle(state: State) -> None:
    member = state.members[11]
    assert not member.misses_next_battle
    rests = Pending(MISSES_BATTLE, "battle 2")
    assert replace(member, pending=(rests,)).misses_next_battle
    assert replace(member, pending=(rests,)).waiting(MISSES_BATTLE) == (rests,)


@pytest.mark.parametrize(
    ("arithmetic", "amount"), [("divide", 0), ("divide", -1), ("multiply", -1)]
)
def test_a_modifier_that_cannot_be_worked_out_is_an_error(
    arithmetic: Arithmetic, amount: int
) -> None:
    with pytest.raises(ValueError, match=f"{amount} cannot {arithmetic}"):
        Modifier("might", amount, "x", arithmetic=arithmetic)


def test_things_of_one_kind_are_listed_once() -> None:
    assert add_carried((), "rope", 2) == (Carried("rope", 2),)
    assert add_carried((Carried("rope"), Carried("hat")), "rope", 2) == (
        Carried("rope", 3),
        Carried("hat"),
    )
    assert remove_carried((Carried("rope", 3), Carried("hat")), "rope", 1) == (
        Carried("rope", 2),
        Carried("hat"),
    )
    assert remove_carried((Carried("rope", 3),), "rope", 3) == ()
    assert remove_carried((Carried("rope", 3),), "rope", 4) == ()
    assert remove_carried((Carried("rope", 3),), "hat", 1) == (Carried("rope", 3),)


def test_what_is_spent_lies_apart(state: State) -> None:
    used = add_carried((Carried("rope"),), "rope", 1, spent=True)
    assert used == (Carried("rope"), Carried("rope", 1, spent=True))
    assert remove_carried(used, "rope", 1) == (Carried("rope", 1, spent=True),)
    assert remove_carried(used, "rope", 1, spent=True) == (Carried("rope"),)
    member = replace(state.members[11], carried=used)
    assert member.carries("rope")
    assert not replace(member, carried=used[1:]).carries("rope")


def test_what_waits_is_used_up_oldest_first() -> None:
    waiting = (Pending("hurt", "a", 2), Pending("map", "b"), Pending("hurt", "c", 2))
    assert spend_pending(waiting, "hurt", 3) == (waiting[1], Pending("hurt", "c", 1))
    assert spend_pending(waiting, "hurt", None) == (waiting[1],)
    assert spend_pending(waiting, "hurt", 0) == waiting
