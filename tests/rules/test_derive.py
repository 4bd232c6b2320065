"""Effective values: the order of arithmetic, the floor, and parts that add up to the total."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordcry_app.rules.catalogue import CatalogueItem, Characteristic, Content, WornModifier
from mordcry_app.rules.derive import TRAINING, Part, effective, profile, worn_modifiers
from mordcry_app.rules.effects import Arithmetic, Ends
from mordcry_app.rules.state import Carried, Member, Modifier

CONTENT = Content(
    characteristics={
        "ws": Characteristic(id="ws", name="Weapon Skill", short="WS", base=3, floor=1),
        "sv": Characteristic(id="sv", name="Save", short="Sv", base=0, style="save"),
    },
    resources={},
    archetypes={},
    traits={},
    items={
        "vest": CatalogueItem(
            kind="item",
            id="vest",
            name="Scrapmail Vest",
            modifiers=(WornModifier(stat="ws", amount=1), WornModifier(stat="sv", amount=6)),
        ),
        "cap": CatalogueItem(kind="item", id="cap", name="Cap"),
    },
    tables={},
    house_rules={},
)
ANNA = Member(1, 1, "Anna", "boss")


def change(
    amount: int, source: str = "x", arithmetic: Arithmetic = "add", ends: Ends = "permanent",
    cause: str = "", stat: str = "ws",
) -> Modifier:  # fmt: skip
    return Modifier(stat, amount, source, ends, cause, arithmetic)


def total(start: int, *modifiers: Modifier) -> int:
    member = replace(ANNA, stats={"ws": start}, modifiers=modifiers)
    return effective(member, "ws", CONTENT).total


def test_a_value_explains_itself() -> None:
    member = replace(
        ANNA,
        modifiers=(
            change(1, "Captain’s training", cause=TRAINING),
            change(1, "Advance after battle 4"),
            change(-1, "Eye injury, battle 6", ends="until_removed", cause="injury:eye"),
        ),
        carried=(Carried("vest"),),
    )
    value = effective(member, "ws", CONTENT)
    assert value.parts == (
        Part("Base", 3, "base"),
        Part("Captain’s training", 1, "training"),
        Part("Advance after battle 4", 1, "modifier"),
        Part("Eye injury, battle 6", -1, "modifier"),
        Part("Scrapmail Vest", 1, "modifier"),
    )
    assert (value.stat, value.base, value.total, value.change) == ("ws", 4, 5, 1)


def test_the_stored_base_comes_before_that_of_the_characteristic() -> None:
    assert effective(ANNA, "ws", CONTENT).total == 3
    assert effective(replace(ANNA, stats={"ws": 5}), "ws", CONTENT).total == 5


@pytest.mark.parametrize(
    ("modifiers", "expected"),
    [
        ((change(2, arithmetic="divide"),), 4),  # 7 ÷ 2 = 3½
        ((change(2, arithmetic="multiply"),), 14),
        ((change(1), change(2, arithmetic="multiply")), 15),
        ((change(1), change(2, arithmetic="divide")), 5),
        ((change(-3), change(2, arithmetic="divide"), change(1)), 2),
        ((change(2, arithmetic="multiply"), change(2, arithmetic="divide")), 7),
        ((change(3, arithmetic="multiply"), change(2, arithmetic="divide")), 11),  # 10½
        ((change(2, arithmetic="divide"), change(2, arithmetic="divide")), 2),  # 1¾
        ((change(2, arithmetic="divide"), change(-1), change(3, arithmetic="divide")), 1),
        ((change(0, arithmetic="multiply"), change(2)), 2),
    ],
)
def test_divide_then_multiply_then_add_and_subtract(
    modifiers: tuple[Modifier, ...], expected: int
) -> None:
    assert total(7, *modifiers) == expected


def test_a_fraction_is_rounded_up_once_and_at_the_end() -> None:
    halved_and_doubled = (change(2, "Cut", "divide"), change(2, "Doubled", "multiply"))
    member = replace(ANNA, stats={"ws": 5}, modifiers=halved_and_doubled)
    value = effective(member, "ws", CONTENT)
    assert value.total == 5
    assert value.parts == (
        Part("Base", 5, "base"),
        Part("Cut (÷ 2)", -2),
        Part("Doubled (× 2)", 2),
    )


def test_the_floor_is_a_part_of_the_explanation() -> None:
    member = replace(ANNA, modifiers=(change(-5, "Despair"),))
    value = effective(member, "ws", CONTENT)
    assert value.total == 1
    assert value.parts[-1] == Part("never below 1", 3)


def test_a_modifier_with_a_condition_acts_under_it_alone() -> None:
    member = replace(
        ANNA, modifiers=(replace(change(2, "A storm cloak"), condition="storm"), change(1))
    )
    assert effective(member, "ws", CONTENT).total == 4
    value = effective(member, "ws", CONTENT, conditions={"storm", "night"})
    assert value.total == 6
    assert Part("A storm cloak", 2) in value.parts
    assert effective(member, "ws", CONTENT, conditions={"night"}).total == 4


def test_what_acts_now_is_added_and_not_stored() -> None:
    charge = (change(1, "Charge"), change(9, stat="sv"))
    assert effective(ANNA, "ws", CONTENT, extra=charge).parts[-1] == Part("Charge", 1)
    assert effective(ANNA, "ws", CONTENT).total == 3


def test_things_act_once_each_while_they_are_worn() -> None:
    wearing = replace(ANNA, carried=(Carried("vest", 3), Carried("cap"), Carried("unknown")))
    assert effective(wearing, "ws", CONTENT).total == 4
    assert worn_modifiers(wearing, CONTENT) == [
        Modifier("ws", 1, "Scrapmail Vest", "while_worn", "item:vest"),
        Modifier("sv", 6, "Scrapmail Vest", "while_worn", "item:vest"),
    ]
    assert worn_modifiers(ANNA, CONTENT) == []


def test_a_profile_has_every_characteristic() -> None:
    wearing = replace(ANNA, carried=(Carried("vest"),))
    values = profile(wearing, CONTENT)
    assert {stat: value.total for stat, value in values.items()} == {"ws": 4, "sv": 6}


def test_a_characteristic_that_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        effective(ANNA, "charm", CONTENT)


_MODIFIERS = st.lists(
    st.one_of(
        st.builds(change, st.integers(1, 9), arithmetic=st.just("divide")),
        st.builds(change, st.integers(0, 9), arithmetic=st.just("multiply")),
        st.builds(change, st.integers(-9, 9), cause=st.sampled_from(["", TRAINING, "injury:eye"])),
    ),
    max_size=8,
)


@given(st.integers(0, 99), _MODIFIERS)
def test_parts_always_add_up_to_the_total(start: int, modifiers: list[Modifier]) -> None:
    member = replace(ANNA, stats={"ws": start}, modifiers=tuple(modifiers))
    value = effective(member, "ws", CONTENT)
    assert sum(part.amount for part in value.parts) == value.total
    assert value.total >= 1
    assert value.parts[0] == Part("Base", start, "base")
    trained = sum(part.amount for part in value.parts if part.kind == TRAINING)
    assert value.base == start + trained


@given(st.integers(0, 99), _MODIFIERS, st.randoms(use_true_random=False))
def test_the_order_in_which_modifiers_came_does_not_matter(
    start: int, modifiers: list[Modifier], random: Random
) -> None:
    shuffled = list(modifiers)
    random.shuffle(shuffled)
    assert total(start, *modifiers) == total(start, *shuffled)


@given(st.integers(0, 99), _MODIFIERS)
def test_the_total_is_what_the_rules_say(start: int, modifiers: list[Modifier]) -> None:
    exact = Fraction(start)
    for modifier in modifiers:
        if modifier.arithmetic == "divide":
            exact /= modifier.amount
        elif modifier.arithmetic == "multiply":
            exact *= modifier.amount
    added = sum(m.amount for m in modifiers if m.arithmetic == "add")
    assert total(start, *modifiers) == max(1, ceil(exact + added))
