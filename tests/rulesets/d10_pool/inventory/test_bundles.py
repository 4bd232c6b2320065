"""Bundles: every rule of the source with full and partial squares, the purse and the belt."""

from __future__ import annotations

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.d10_pool.inventory.bundles import (
    TIED_TOGETHER,
    BundleRule,
    Goods,
    belt_load,
    bundles_for_grid,
    check_belt,
    coin_purse,
)
from mordcry_app.rulesets.d10_pool.inventory.shapes import SHAPES, SINGLE

RATIONS = Goods("ration", "Rations", bundle="rations")


def goods(ref: str, quantity: int, bundle: str = "", **more: object) -> Goods:
    return Goods(ref, ref.replace("_", " ").title(), quantity, bundle=bundle, **more)  # type: ignore[arg-type]


def units(*carried: Goods) -> list[int]:
    """The units in each square."""
    return [sum(count for _, count in bundle.contents) for bundle in bundles_for_grid(carried)]


@pytest.mark.parametrize(
    ("bundle", "most"),
    [("rations", 5), ("potions", 5), ("ammunition", 20), ("rope", 10), ("small_weapons", 5)],
)
def test_how_much_goes_into_a_square(bundle: str, most: int) -> None:
    for quantity in range(1, 3 * most + 2):
        bundles = bundles_for_grid([goods("thing", quantity, bundle)])
        assert len(bundles) == -(-quantity // most)
        assert all(each.thing.shape == SINGLE for each in bundles)
        counts = [sum(count for _, count in each.contents) for each in bundles]
        assert counts[:-1] == [most] * (len(bundles) - 1)
        assert sum(counts) == quantity
        assert [each.room for each in bundles] == [most - count for count in counts]


def test_days_of_different_rations_share_a_square() -> None:
    assert units(goods("bread", 3, "rations"), goods("jerky", 4, "rations")) == [5, 2]
    first, second = bundles_for_grid([goods("bread", 3, "rations"), goods("jerky", 4, "rations")])
    assert first.contents == (("bread", 3), ("jerky", 2))
    assert second.contents == (("jerky", 2),)
    assert (first.thing.name, second.thing.name) == ("Rations (5 days)", "Jerky (2 days)")
    assert bundles_for_grid([RATIONS])[0].thing.name == "Rations (1 day)"


def test_daggers_and_throwing_knives_share_a_square() -> None:
    carried = [goods("dagger", 2, "small_weapons"), goods("throwing_knife", 4, "small_weapons")]
    first, second = bundles_for_grid(carried)
    assert first.contents == (("dagger", 2), ("throwing_knife", 3))
    assert (first.thing.name, second.thing.name) == ("Small weapons (5)", "Throwing Knife")


@pytest.mark.parametrize("bundle", ["potions", "ammunition", "rope"])
def test_only_like_things_share_a_square(bundle: str) -> None:
    assert units(goods("one", 2, bundle), goods("other", 2, bundle)) == [2, 2]
    assert units(goods("one", 2, bundle), goods("one", 2, bundle)) == [4]


def test_the_tools_of_a_set_share_a_square() -> None:
    picks = goods("pick", 12, "tools", tool_set="Thieves’ Tools")
    file = goods("file", 1, "tools", tool_set="Thieves’ Tools")
    awl = goods("awl", 1, "tools", tool_set="Repair Kit")
    first, second = bundles_for_grid([picks, awl, file])
    assert first.contents == (("pick", 12), ("file", 1))
    assert (first.thing.name, first.room) == ("Thieves’ Tools", 0)
    assert (second.thing.name, second.contents) == ("Repair Kit", (("awl", 1),))
    with pytest.raises(ValueError, match="“pick” is bundled by set, but belongs to none"):
        bundles_for_grid([goods("pick", 1, "tools")])


def test_what_is_not_tied_together_takes_its_own_shape_each() -> None:
    bundles = bundles_for_grid([goods("bow", 2, shape=SHAPES["2x1"]), goods("torch", 3)])
    assert [each.thing.shape.area for each in bundles] == [2, 2, 1, 1, 1]
    assert [each.thing.id for each in bundles] == [
        "bow:1",
        "bow:2",
        "torch:1",
        "torch:2",
        "torch:3",
    ]
    assert all(each.contents == ((each.thing.id.split(":")[0], 1),) for each in bundles)


def test_only_what_is_not_worn_held_or_on_the_belt_needs_room() -> None:
    plate = [
        goods("plate", 1, shape=SHAPES["2x2"], place=place)
        for place in ("worn", "held", "belt", "grid")
    ]
    assert len(bundles_for_grid(plate)) == 1
    split = [goods("potion", 4, "potions", place="belt"), goods("potion", 3, "potions")]
    assert units(*split) == [3]


def test_ids_stay_while_things_are_used_up() -> None:
    def ids(days: int) -> list[str]:
        return [each.thing.id for each in bundles_for_grid([goods("bread", days, "rations")])]

    assert ids(12) == ["rations::1", "rations::2", "rations::3"]
    for days in range(1, 12):
        assert ids(days) == ids(12)[: len(ids(days))]
    every = [
        goods("a", 7, "potions"),
        goods("b", 7, "potions"),
        goods("c", 7),
        goods("d", 7, "rope"),
    ]
    all_ids = [each.thing.id for each in bundles_for_grid(every)]
    assert len(set(all_ids)) == len(all_ids) == 12


def test_house_content_may_tie_other_things_together() -> None:
    rules = {**TIED_TOGETHER, "furs": BundleRule("furs", "Furs", 3, "all")}
    bundles = bundles_for_grid([goods("fox", 2, "furs"), goods("wolf", 2, "furs")], rules)
    assert [each.thing.name for each in bundles] == ["Furs (3)", "Wolf"]
    with pytest.raises(ValueError, match="“fox” names an unknown way to bundle, “furs”"):
        bundles_for_grid([goods("fox", 2, "furs")])


def test_goods_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="0 of “torch” cannot be carried"):
        goods("torch", 0)
    with pytest.raises(ValueError, match="“pole” takes more than one square"):
        goods("pole", 1, "rope", shape=SHAPES["3x1"])


@pytest.mark.parametrize("coins", [0, 1, 9_999_999])
def test_the_purse_is_one_square_however_much_is_in_it(coins: int) -> None:
    (purse,) = coin_purse(coins)
    assert (purse.thing.shape, purse.thing.name) == (SINGLE, "Coin Purse")
    assert purse.contents == ((("coins", coins),) if coins else ())


def test_an_empty_purse_may_take_no_square_by_a_house_rule() -> None:
    assert coin_purse(0, empty_counts=False) == ()
    assert len(coin_purse(1, empty_counts=False)) == 1


def on_belt(ref: str, quantity: int = 1, bundle: str = "", **more: object) -> Goods:
    return goods(ref, quantity, bundle, place="belt", **more)


def test_what_counts_on_the_belt() -> None:
    sword = on_belt("sword", is_weapon=True)
    assert belt_load([]) == (0, 0)
    assert belt_load([sword, goods("axe", 3, is_weapon=True), on_belt("lamp", 2)]) == (1, 2)
    knives = on_belt("dagger", 3, "small_weapons", is_weapon=True)
    assert belt_load([sword, knives]) == (4, 0)
    assert belt_load([on_belt("healing", 2, "potions"), on_belt("haste", 1, "potions")]) == (0, 3)
    assert belt_load([on_belt("bread", 3, "rations")]) == (0, 3)
    assert belt_load([on_belt("arrow", 20, "ammunition"), on_belt("bolt", 1, "ammunition")]) == (
        0,
        2,
    )
    assert belt_load([on_belt("arrow", 21, "ammunition"), on_belt("cord", 11, "rope")]) == (0, 4)
    picks = on_belt("pick", 9, "tools", tool_set="Thieves’ Tools")
    assert belt_load([picks]) == (0, 1)


def test_the_belt_holds_two_weapons_and_three_items() -> None:
    full = [on_belt("sword", 2, is_weapon=True), on_belt("lamp", 3)]
    check_belt("Wren", full)
    with pytest.raises(Refusal) as refused:
        check_belt("Wren", [*full, on_belt("axe", is_weapon=True)])
    assert refused.value.sentence == "The belt of Wren holds 2 weapons, not 3."
    with pytest.raises(Refusal) as refused:
        check_belt("Wren", [*full, on_belt("rope")])
    assert refused.value.sentence == "The belt of Wren holds 3 items, not 4."
    check_belt("Wren", [*full, on_belt("rope")], most_items=4)
    with pytest.raises(Refusal):
        check_belt("Wren", full, most_weapons=1)
