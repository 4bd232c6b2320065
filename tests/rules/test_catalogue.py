"""Content schemas: limits that make sense, levels of traits, and house rules."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from mordcry_app.rules.catalogue import (
    Archetype,
    CatalogueItem,
    Characteristic,
    Content,
    HouseRule,
    HouseRules,
    SwitchOption,
    TraitDefinition,
    WornModifier,
)

WS = Characteristic(id="ws", name="Weapon Skill", short="WS", base=3, floor=1, advance_cap=8)
RULES = {
    "coins": HouseRule(
        id="coins",
        topic="Money",
        name="Coins",
        rules_say="-",
        why="-",
        default=10,
        least=0,
        most=50,
    ),
    "ties": HouseRule(
        id="ties",
        topic="Experience",
        name="Ties",
        rules_say="-",
        why="-",
        default="all",
        options=(SwitchOption(id="all", label="All"), SwitchOption(id="none", label="None")),
    ),
}


@pytest.mark.parametrize(
    ("unit", "style", "value", "text"),
    [("″", "number", 5, "5″"), ("", "number", 3, "3"), ("", "save", 6, "6+"), ("", "save", 0, "–")],
)
def test_values_are_written_as_players_do(unit: str, style: str, value: int, text: str) -> None:
    fields = {"id": "m", "name": "M", "short": "M", "base": 5, "unit": unit, "style": style}
    assert Characteristic.model_validate(fields).written(value) == text


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"base": 0}, "0 is below the floor, 1"),
        ({"advance_cap": 1, "floor": 2}, "1 is below the floor, 2"),
        ({"base": "3"}, "valid integer"),
        ({"base": True}, "valid integer"),
        ({"short": ""}, "at least 1"),
        ({"id": "WS"}, "“WS” is not an id"),
    ],
)
def test_a_characteristic_that_makes_no_sense(fields: dict[str, object], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        Characteristic.model_validate(WS.model_dump() | fields)


def test_training_is_bounded() -> None:
    fields = {"id": "captain", "name": "Captain", "count": 1, "training": {"ws": 3}}
    assert Archetype.model_validate(fields).training == {"ws": 3}
    for training in ({"ws": 100}, {"ws": "3"}, {"W S": 1}):
        with pytest.raises(ValidationError):
            Archetype.model_validate(fields | {"training": training})


def limp(**fields: object) -> TraitDefinition:
    given = {"kind": "injury", "id": "limp", "name": "Limp", "text": ""} | fields
    return TraitDefinition.model_validate(given)


def test_modifiers_come_with_each_level_up_to_the_most() -> None:
    minus = WornModifier(stat="m", amount=-1)
    blind = WornModifier(stat="ws", amount=-2)
    trait = limp(modifiers=[minus], most_levels=2, at_level={"4": [blind]})
    assert [trait.modifiers_at(level) for level in range(1, 6)] == [
        (minus,),
        (minus,),
        (),
        (blind,),
        (),
    ]
    endless = limp(modifiers=[minus], most_levels=None)
    assert endless.modifiers_at(50) == (minus,)
    assert limp(modifiers=[minus]).modifiers_at(2) == ()


def test_a_trait_is_renamed_at_a_level() -> None:
    """A name holds until the next level that has one."""
    trait = limp(level_names={"2": "Lost leg"})
    assert [trait.name_at(level) for level in (1, 2, 3)] == ["Limp", "Lost leg", "Lost leg"]


@pytest.mark.parametrize("level", ["", "0", "01", "100", "-1", "two", "²"])
def test_levels_are_1_to_99(level: str) -> None:
    with pytest.raises(ValidationError, match="is not a level; valid are 1 to 99"):
        limp(level_names={level: "x"})
    with pytest.raises(ValidationError, match="is not a level; valid are 1 to 99"):
        limp(at_level={level: []})


def test_worn_modifiers_can_be_worked_out() -> None:
    for wrong in ({"amount": 0, "arithmetic": "divide"}, {"amount": -1, "arithmetic": "multiply"}):
        with pytest.raises(ValidationError, match="cannot"):
            WornModifier.model_validate({"stat": "m"} | wrong)
    assert WornModifier(stat="m", amount=2, arithmetic="divide").amount == 2


def test_members_without_a_name_are_called_by_their_archetype() -> None:
    captain = Archetype(id="captain", name="Captain", count=1)
    content = Content({}, {}, {"captain": captain}, {}, {}, {}, {})
    assert content.called("Anna", "captain") == "Anna"
    assert content.called("", "captain") == "unnamed Captain"
    assert content.called("", "gone") == "unnamed fighter"


def test_content_is_found_by_kind() -> None:
    stick = CatalogueItem(kind="weapon", id="stick", name="Stick")
    hat = CatalogueItem(kind="armour", id="hat", name="Hat")
    trait = limp()
    content = Content({}, {}, {}, {("injury", "limp"): trait}, {"stick": stick, "hat": hat}, {}, {})
    assert content.trait("injury", "limp") is trait
    assert content.trait("skill", "limp") is None
    assert content.traits_of("injury") == (trait,)
    assert content.traits_of("skill") == ()
    assert content.items_of("armour") == (hat,)


def test_house_rules_stand_at_their_default_until_they_are_switched() -> None:
    rules = HouseRules(RULES)
    assert (rules["coins"], rules["ties"], rules.changed()) == (10, "all", {})
    switched = HouseRules(RULES, {"coins": 0, "ties": "all"})
    assert switched.number("coins") == 0
    assert switched.changed() == {"coins": 0}


@pytest.mark.parametrize("value", [-1, 51, "10", True])
def test_a_setting_that_does_not_fit_counts_as_the_default(value: int | str) -> None:
    rules = HouseRules(RULES, {"coins": value, "gone": 3})
    assert rules["coins"] == 10
    assert rules.changed() == {}
    assert RULES["coins"].problem_with(value) == f"{value} is not a number from 0 to 50."


def test_a_switch_is_one_of_its_options() -> None:
    assert RULES["ties"].problem_with("none") == ""
    assert RULES["ties"].problem_with("some") == "some is not one of all, none."
    assert RULES["ties"].problem_with(3) == "3 is not one of all, none."
    with pytest.raises(TypeError, match="the house rule ties is not a number"):
        HouseRules(RULES).number("ties")
    with pytest.raises(KeyError):
        HouseRules(RULES)["luck"]


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"default": 51}, "51 is not a number from 0 to 50"),
        ({"least": None}, "needs either options, or a least and a most number"),
        ({"options": [{"id": "a", "label": "A"}]}, "needs either options, or a least and a most"),
        (
            {
                "least": None,
                "most": None,
                "default": "a",
                "options": [{"id": "a", "label": "A"}, {"id": "a", "label": "B"}],
            },
            "an id stands twice: a, a",
        ),
        (
            {
                "least": None,
                "most": None,
                "default": "b",
                "options": [{"id": "a", "label": "A"}, {"id": "c", "label": "C"}],
            },
            "b is not one of a, c",
        ),
    ],
)
def test_a_house_rule_that_cannot_be_switched(fields: dict[str, object], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        HouseRule.model_validate(RULES["coins"].model_dump() | fields)
