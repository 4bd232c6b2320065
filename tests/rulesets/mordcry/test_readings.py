"""The content as a campaign reads it: what house rules make of tables, injuries and prices."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from mordcry_app.rules.dice import parse_dice
from mordcry_app.rulesets.mordcry.content import BLIND_AT
from mordcry_app.rulesets.mordcry.injuries import outlook
from tests.rulesets.mordcry.helpers import mordcry, rules_with

WEIGHTS = {
    "literal": (36, [5, 2, 4, 1, 5, 1, 5, 1, 5, 1, 3, 2, 1]),
    "uniform": (56, [5, 6, 4, 5, 5, 5, 5, 5, 5, 5, 3, 2, 1]),
}
"""Ways of each row of the injury table and of all, as the checklist has them (ruling 47)."""

STACKING = (
    "seriously_wounded", "spinal_injury", "emotional_trauma", "head_wound", "nerve_damage",
)  # fmt: skip
CAPPED = ("eye_injury", "arm_or_hand_wound", "leg_or_foot_wound")


@pytest.mark.parametrize("reading", WEIGHTS)
def test_chances_of_injuries(reading: str) -> None:
    every, weights = WEIGHTS[reading]
    rules = rules_with(injury_dice=reading)
    table = mordcry().content_under(rules).tables["injury"]
    assert [chance for _, chance in table.chances()] == [Fraction(w, every) for w in weights]
    assert mordcry().rulebook(rules).outlooks["injury"] == outlook(table)
    assert dict(outlook(table))["dead"] == Fraction(weights[0], every)


def test_every_number_has_the_same_row_with_either_dice() -> None:
    literal = mordcry().content_under(rules_with()).tables["injury"]
    uniform = mordcry().content_under(rules_with(injury_dice="uniform")).tables["injury"]
    assert parse_dice(uniform.dice).totals() == tuple(range(11, 67))
    for total in parse_dice("d66").totals():
        assert literal.row_for(total) == uniform.row_for(total)
    assert uniform.row_for(27).id == "eye_injury"


@pytest.mark.parametrize(
    ("reading", "levels"),
    [
        ("four_rolls", ["Eye injury", "Lost eye", "Lost eye", "Blind"]),
        ("two_rolls", ["Eye injury", "Blind", "Blind", "Blind"]),
        ("never", ["Eye injury", "Lost eye", "Lost eye", "Lost eye"]),
    ],
)
def test_names_of_eye_injuries(reading: str, levels: list[str]) -> None:
    content = mordcry().content_under(rules_with(blindness=reading))
    injury = content.traits["injury", "eye_injury"]
    assert [injury.name_at(level) for level in (1, 2, 3, 4)] == levels


@pytest.mark.parametrize(("reading", "blind"), list(product(BLIND_AT, ["stack", "once"])))
def test_what_blindness_weighs(reading: str, blind: str) -> None:
    content = mordcry().content_under(rules_with(blindness=reading, injury_stacking=blind))
    eyes = content.traits["injury", "eye_injury"]
    for level in range(1, 6):
        weighs = [(m.stat, m.amount) for m in eyes.modifiers_at(level)]
        expected = [("bs", -1)] if level <= 2 else []
        if level == BLIND_AT[reading]:
            expected.append(("ws", -2))
        assert weighs == expected, level


@pytest.mark.parametrize("injury_id", STACKING)
def test_an_injury_without_a_limit_stacks_or_weighs_once(injury_id: str) -> None:
    stacks = mordcry().content_under(rules_with()).traits["injury", injury_id]
    once = mordcry().content_under(rules_with(injury_stacking="once")).traits["injury", injury_id]
    for level in (1, 2, 3):
        assert stacks.modifiers_at(level) == stacks.modifiers
        assert once.modifiers_at(level) == (stacks.modifiers if level == 1 else ())


@pytest.mark.parametrize("injury_id", CAPPED)
def test_a_printed_limit_holds_in_either_reading(injury_id: str) -> None:
    for reading in ("stack", "once"):
        content = mordcry().content_under(rules_with(injury_stacking=reading, blindness="never"))
        injury = content.traits["injury", injury_id]
        assert [len(injury.modifiers_at(level)) for level in (1, 2, 3, 4)] == [1, 1, 0, 0]


def test_the_price_of_the_libram() -> None:
    name = "Libram of Lost Saints"
    found = [i for i in mordcry().content.items.values() if i.name == name]
    assert [item.price for item in found] == [25]
    under = mordcry().content_under(rules_with(libram_price="likely"))
    assert under.items[found[0].id].price == 250
    others = {ref: item for ref, item in under.items.items() if ref != found[0].id}
    assert all(item == mordcry().content.items[ref] for ref, item in others.items())


def test_a_reading_is_worked_out_once() -> None:
    rules = rules_with(injury_dice="uniform")
    assert mordcry().content_under(rules) is mordcry().content_under(
        rules_with(injury_dice="uniform", most_kills="nobody")
    )
