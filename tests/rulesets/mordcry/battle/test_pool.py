"""Initiative dice: what is a single and a set, what pays for what, and that no die gets lost."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.mordcry.battle import pool
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import OfSide
from tests.rulesets.mordcry.battle.playing import Table, about_side, warbands
from tests.rulesets.mordcry.helpers import VIGIL

FACES = st.lists(st.integers(1, 6), min_size=6, max_size=6)


def dealt(*faces: int, wild: int = 0, extra: int = 0) -> Fight:
    """Return a battle in which one side has rolled its dice."""
    fight = Table.laid(warbands("captain"), *about_side(VIGIL, wild_dice=wild)).fight
    pool.deal(fight, VIGIL, faces, extra_singles=extra)
    return fight


@pytest.mark.parametrize(
    ("faces", "singles", "sets"),
    [
        ((1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6), ()),
        ((5, 2, 5, 1, 5, 1), (2,), ("double 1", "triple 5")),
        ((4, 4, 4, 4, 2, 2), (), ("double 2", "quad 4")),
        ((3, 3, 3, 3, 3, 6), (6,), ("quad 3",)),
        ((6, 6, 6, 6, 6, 6), (), ("quad 6",)),
    ],
)
def test_a_roll_falls_into_singles_and_sets(
    faces: tuple[int, ...], singles: tuple[int, ...], sets: tuple[str, ...]
) -> None:
    found = pool.grouped(faces)
    assert found.singles == singles
    assert tuple(pool.set_name(dice_set) for dice_set in found.sets) == sets


def test_a_quad_keeps_all_its_dice() -> None:
    (quad,) = pool.grouped((3, 3, 3, 3, 3)).sets
    assert (pool.size_of(quad), pool.value_of(quad)) == (4, 3)
    assert pool.faces_of(quad) == (3, 3, 3, 3, 3)


def test_a_bigger_set_may_pay_and_the_cheapest_comes_first() -> None:
    fight = dealt(6, 6, 2, 2, 2, 1)
    assert [pool.set_name(s) for s in pool.sets_for(fight, VIGIL, "double")] == [
        "double 6",
        "triple 2",
    ]
    assert [pool.set_name(s) for s in pool.sets_for(fight, VIGIL, "triple")] == ["triple 2"]
    assert pool.sets_for(fight, VIGIL, "quad") == ()


def test_of_two_like_sets_the_lower_one_is_the_cheaper() -> None:
    assert pool.sets_for(dealt(6, 6, 2, 2, 4, 4), VIGIL, "double") == (22, 42, 62)


def test_a_spent_set_is_gone_with_all_its_dice() -> None:
    fight = dealt(6, 6, 2, 2, 2, 1)
    pool.spend_set(fight, VIGIL, 23)
    assert pool.pool_of(fight, VIGIL) == pool.Pool((1,), (62,))
    with pytest.raises(Refusal, match="The Ashen Vigil has no triple 2"):
        pool.spend_set(fight, VIGIL, 23)


def test_a_wild_die_counts_as_a_single() -> None:
    fight = dealt(1, 2, 3, 5, 5, 5, wild=2)
    pool.use_as_single(fight, VIGIL)
    pool.use_as_single(fight, VIGIL)
    assert pool.count_singles(fight, VIGIL) == 5
    with pytest.raises(Refusal, match="no wild die"):
        pool.use_as_single(fight, VIGIL)


def test_a_single_raised_to_a_double_is_a_single_no_more() -> None:
    fight = dealt(1, 2, 3, 5, 5, 5, wild=1)
    assert pool.raised_name(fight, VIGIL, 2) == "single 2 → double 2"
    pool.use_to_raise(fight, VIGIL, 2)
    assert pool.count_singles(fight, VIGIL) == 2
    assert pool.pool_of(fight, VIGIL) == pool.Pool((1, 3), (22, 53))


@pytest.mark.parametrize(
    ("face", "name", "sets"),
    [(1, "double 1 → triple 1", (13, 23)), (2, "triple 2 → quad 2", (12, 24))],
)
def test_a_wild_die_raises_a_set_by_one_step(face: int, name: str, sets: tuple[int, ...]) -> None:
    fight = dealt(1, 1, 2, 2, 2, 4, wild=1)
    assert pool.raised_name(fight, VIGIL, face) == name
    pool.use_to_raise(fight, VIGIL, face)
    assert pool.pool_of(fight, VIGIL) == pool.Pool((4,), sets)


def test_one_wild_die_at_most_joins_a_set_and_none_a_quad() -> None:
    fight = dealt(1, 1, 2, 2, 2, 2, wild=3)
    assert pool.raisable(fight, VIGIL) == (1,)
    pool.use_to_raise(fight, VIGIL, 1)
    assert pool.raisable(fight, VIGIL) == ()
    for face in (1, 2, 6):
        with pytest.raises(Refusal, match="No wild die can join"):
            pool.use_to_raise(fight, VIGIL, face)


def test_dice_are_discarded_and_wild_dice_kept() -> None:
    fight = dealt(1, 1, 2, 3, 4, 5, wild=2, extra=1)
    pool.use_to_raise(fight, VIGIL, 1)
    pool.discard(fight, VIGIL)
    assert pool.pool_of(fight, VIGIL) == pool.Pool()
    assert (pool.count_singles(fight, VIGIL), pool.wild_dice(fight, VIGIL)) == (0, 1)
    assert fight.battle.sides[VIGIL].numbers(OfSide.WILD_SETS) == ()


def lying(fight: Fight) -> Counter[int]:
    """Return the faces of all dice that lie before a side."""
    found = pool.pool_of(fight, VIGIL)
    return Counter(found.singles) + Counter(f for s in found.sets for f in pool.faces_of(s))


@given(faces=FACES, wild=st.integers(0, 5), draws=st.data())
def test_ability_dice_are_conserved(faces: list[int], wild: int, draws: st.DataObject) -> None:
    fight = dealt(*faces, wild=wild)
    added: Counter[int] = Counter()
    spent: Counter[int] = Counter()
    as_singles = 0
    for _ in range(draws.draw(st.integers(0, 10))):
        ways: list[tuple[str, int]] = [("spend", s) for s in pool.pool_of(fight, VIGIL).sets]
        if pool.wild_dice(fight, VIGIL):
            ways += [("raise", face) for face in pool.raisable(fight, VIGIL)] + [("single", 0)]
        if not ways:
            break
        way, which = draws.draw(st.sampled_from(ways))
        if way == "spend":
            pool.spend_set(fight, VIGIL, which)
            spent.update(pool.faces_of(which))
        elif way == "raise":
            pool.use_to_raise(fight, VIGIL, which)
            added[which] += 1
        else:
            pool.use_as_single(fight, VIGIL)
            as_singles += 1
        assert lying(fight) + spent == Counter(faces) + added
        assert pool.wild_dice(fight, VIGIL) + added.total() + as_singles == wild
        found = pool.pool_of(fight, VIGIL)
        assert all(2 <= pool.size_of(s) <= 4 for s in found.sets)
        on_show = [*found.singles, *(pool.value_of(s) for s in found.sets)]
        assert len(on_show) == len(set(on_show))
        assert pool.count_singles(fight, VIGIL) == len(found.singles) + as_singles
