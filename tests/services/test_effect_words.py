"""Every operation of the vocabulary can be said in a short plain sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from mordcry_app.rules.catalogue import (
    Condition,
    Content,
    ItemUse,
    PendingDefinition,
    TraitDefinition,
    WornModifier,
)
from mordcry_app.rules.effects import EFFECT_TYPES, Effect
from mordcry_app.rules.ruleset import load_ruleset
from mordcry_app.rules.topics import Topic
from mordcry_app.services.effect_words import (
    NOTHING,
    EffectLine,
    effect_lines,
    effect_words,
    function_words,
    modifier_words,
    trait_lines,
    use_words,
)

RULESETS = Path(__file__).parent.parent / "data" / "rulesets"
_EFFECT: TypeAdapter[Effect] = TypeAdapter(Effect)


@pytest.fixture(scope="module")
def content() -> Content:
    """The made-up ruleset with something to wait for, a condition and a topic."""
    topic = Topic(
        id="naps", title="Naps", group="Camp", text=("Sleep.",), functions={"doze": "Sleeps."}
    )
    return replace(
        load_ruleset(RULESETS, "tiny").content,
        pending={
            "luck": PendingDefinition(id="luck", name="A bit of luck", counts=True),
            "rest": PendingDefinition(id="rest", name="Has to rest"),
        },
        conditions={"rain": Condition(id="rain", name="In the rain")},
        topics={"naps": topic},
    )


def effect(**fields: object) -> Effect:
    return _EFFECT.validate_python(fields)


PLAIN: list[tuple[dict[str, object], str]] = [
    ({"op": "gain", "resource": "glory", "amount": 1}, "The fighter gains 1 glory."),
    (
        {"op": "gain", "who": "roster", "resource": "coins", "amount": "2d6*10"},
        "The warband gains 2D6 × 10 coins.",
    ),
    (
        {"op": "gain", "who": "roster:1", "resource": "coins", "amount": 1},
        "The warband gains 1 coin.",
    ),
    (
        {"op": "lose", "who": "all", "resource": "glory", "amount": "d3"},
        "Each fighter loses D3 glory.",
    ),
    (
        {"op": "modify", "stat": "might", "amount": -1, "ends": "next_battle"},
        "The fighter has −1 Might in the next battle.",
    ),
    (
        {"op": "modify", "stat": "luck", "amount": 2, "when": "rain", "ends": "until_removed"},
        "The fighter has +2 Luck in the rain until it is removed.",
    ),
    (
        {"op": "modify", "stat": "might", "amount": 2, "arithmetic": "divide", "ends": "round"},
        "The fighter has Might ÷ 2 until the round ends.",
    ),
    (
        {"op": "unmodify", "cause": "injury:limp"},
        "The fighter loses every modifier that comes of “Limp”.",
    ),
    (
        {"op": "unmodify", "cause": "item:stick"},
        "The fighter loses every modifier that comes of “Stick”.",
    ),
    (
        {"op": "unmodify", "ends": "battle"},
        "The fighter loses every modifier that acts until the battle ends.",
    ),
    (
        {"op": "set_stat", "stat": "might", "value": 4},
        "The fighter’s base Might becomes 4.",
    ),
    (
        {"op": "add_trait", "kind": "injury", "ref": "limp"},
        "The fighter gets the injury “Limp”: −1 Might.",
    ),
    (
        {"op": "add_trait", "kind": "note", "ref": "owes_money", "name": "Owes money"},
        "The fighter gets the note “Owes money”.",
    ),
    (
        {"op": "remove_trait", "kind": "injury", "ref": "limp"},
        "The fighter loses the injury “Limp” and all that it changed.",
    ),
    (
        {"op": "gain_item", "who": "roster", "ref": "stick", "quantity": 2},
        "The warband gets “Stick” ×2.",
    ),
    (
        {"op": "gain_item", "ref": "stick", "spent": True},
        "The fighter gets “Stick”, its use of this campaign gone.",
    ),
    ({"op": "lose_item", "ref": "stick"}, "The fighter loses “Stick”."),
    ({"op": "spend_item", "ref": "stick"}, "“Stick” has had its use of this campaign."),
    ({"op": "gear_to_stash"}, "All that the fighter carries goes to the stash."),
    ({"op": "gear_lost", "who": "all"}, "All that each fighter carries is lost."),
    ({"op": "miss_next_battle"}, "The fighter misses the next battle."),
    (
        {"op": "wounds_next_battle", "who": "random", "amount": "d3"},
        "One fighter, drawn by dice, starts the next battle with D3 points of damage.",
    ),
    (
        {"op": "wounds_next_battle", "amount": 1},
        "The fighter starts the next battle with 1 point of damage.",
    ),
    ({"op": "await", "ref": "rest"}, "The fighter has something waiting: “Has to rest”."),
    (
        {"op": "await", "who": "roster", "ref": "luck"},
        "The warband has something waiting: “A bit of luck” 1.",
    ),
    ({"op": "spend", "ref": "luck"}, "The fighter uses up all of “A bit of luck”."),
    ({"op": "spend", "ref": "luck", "amount": 2}, "The fighter uses up 2 of “A bit of luck”."),
    ({"op": "arm", "ref": "rest"}, "“Has to rest” acts in this battle."),
    (
        {"op": "join", "who": "roster", "member": 9, "archetype": "scrapper", "tags": ("undead",)},
        "A Scrapper (undead) joins the warband.",
    ),
    (
        {"op": "join", "who": "roster", "member": 9, "archetype": "scrapper", "name": "Rex"},
        "A Scrapper, Rex, joins the warband.",
    ),
    ({"op": "kill"}, "The fighter dies."),
    ({"op": "retire"}, "The fighter leaves the warband for good, alive."),
    ({"op": "restore"}, "The fighter stands on the roster again."),
    ({"op": "add_tag", "tag": "undead"}, "The fighter counts as undead from now on."),
    ({"op": "remove_tag", "tag": "undead"}, "The fighter no longer counts as undead."),
    ({"op": "story", "text": "It rained."}, "The chronicle tells of it."),
    (
        {"op": "draw", "table": "scar"},
        "Roll on the table “Scars” and carry it out.",
    ),
    ({"op": "call", "function": "doze"}, "Sleeps."),
    ({"op": "call", "who": "all", "function": "doze"}, "Each fighter: sleeps."),
    ({"op": "call", "function": "count_sheep"}, "Carry out: count sheep."),
]

BRANCHING: list[tuple[dict[str, object], tuple[EffectLine, ...]]] = [
    (
        {
            "op": "test",
            "stat": "luck",
            "bonus": -1,
            "failed": ({"op": "kill"}, {"op": "story", "text": "Gone."}),
        },
        (
            EffectLine("The fighter takes a Luck test with −1."),
            EffectLine("Passed: nothing.", 1),
            EffectLine("Failed: the fighter dies.", 1),
        ),
    ),
    (
        {"op": "test", "who": "all", "stat": "might", "fixed": 4, "passed": ({"op": "retire"},)},
        (
            EffectLine("Each fighter takes a Might test, a D6 of 4+ passes."),
            EffectLine("Passed: the fighter leaves the warband for good, alive.", 1),
            EffectLine("Failed: nothing.", 1),
        ),
    ),
    (
        {
            "op": "choose",
            "options": (
                {"id": "stay", "label": "{name} stays"},
                {
                    "id": "gamble",
                    "label": "Gamble",
                    "effects": (
                        {
                            "op": "roll",
                            "dice": "d6",
                            "rows": ({"on": "1–3", "effects": ({"op": "kill"},)},),
                        },
                    ),
                },
            ),
        },
        (
            EffectLine("The player chooses:"),
            EffectLine("the fighter stays: nothing.", 1),
            EffectLine("Gamble:", 1),
            EffectLine("Roll a D6:", 2),
            EffectLine("On 1–3: the fighter dies.", 3),
            EffectLine("Otherwise: nothing.", 3),
        ),
    ),
    (
        {
            "op": "roll",
            "who": "random",
            "dice": "2d6",
            "rows": ({"on": "2–12", "effects": ({"op": "draw", "table": "scar"},)},),
        },
        (
            EffectLine("Roll 2D6, for one fighter drawn by dice:"),
            EffectLine("On 2–12: roll on the table “Scars” and carry it out.", 1),
        ),
    ),
]


def test_the_examples_know_every_operation() -> None:
    said = {fields["op"] for fields, _ in [*PLAIN, *BRANCHING]}
    assert said == set(EFFECT_TYPES)


@pytest.mark.parametrize(("fields", "sentence"), PLAIN, ids=lambda v: str(v)[:40])
def test_what_an_effect_does(content: Content, fields: dict[str, object], sentence: str) -> None:
    assert effect_words(effect(**fields), content) == sentence


@pytest.mark.parametrize(("fields", "lines"), BRANCHING, ids=lambda v: str(v)[:40])
def test_what_an_effect_asks(
    content: Content, fields: dict[str, object], lines: tuple[EffectLine, ...]
) -> None:
    assert effect_lines([effect(**fields)], content) == lines
    assert effect_words(effect(**fields), content) == " ".join(line.text for line in lines)


def test_only_a_story_changes_nothing(content: Content) -> None:
    story = effect(op="story", text="It rained.")
    assert effect_lines([story], content) == (EffectLine(NOTHING),)
    assert effect_lines([], content) == (EffectLine(NOTHING),)
    assert effect_lines([story, effect(op="kill")], content) == (EffectLine("The fighter dies."),)


def test_what_is_not_in_the_content_goes_by_its_id(content: Content) -> None:
    for fields, sentence in (
        ({"op": "gain", "resource": "fame", "amount": 2}, "The fighter gains 2 fame."),
        ({"op": "gain_item", "ref": "big_stick"}, "The fighter gets “big stick”."),
        ({"op": "test", "stat": "wit"}, "The fighter takes a wit test."),
        ({"op": "draw", "table": "odd_finds"}, "Roll on the table odd finds and carry it out."),
        ({"op": "await", "ref": "odd"}, "The fighter has something waiting: “odd”."),
        ({"op": "modify", "stat": "wit", "amount": 1}, "The fighter has +1 wit for good."),
    ):
        assert effect_words(effect(**fields), content).startswith(sentence)


def test_what_a_trait_changes(content: Content) -> None:
    limp = content.traits["injury", "limp"]
    assert trait_lines(limp, content) == (EffectLine("−1 Might, twice at most."),)
    odd = TraitDefinition(
        kind="injury",
        id="odd",
        name="Odd",
        text="",
        most_levels=99,
        modifiers=(
            WornModifier(stat="might", amount=-1),
            WornModifier(stat="luck", amount=1, when="rain"),
        ),
        at_level={"3": (WornModifier(stat="might", amount=-2),)},
        level_names={"3": "Odder"},
    )
    assert trait_lines(odd, content) == (
        EffectLine("−1 Might and +1 Luck in the rain, and the same again each further time."),
        EffectLine("Odder, the 3rd time: −2 Might more."),
    )


def test_a_save_is_written_as_one(content: Content) -> None:
    characteristics = {
        **content.characteristics,
        "sv": content.characteristics["luck"].model_copy(
            update={"id": "sv", "name": "Armour Save", "style": "save"}
        ),
    }
    mail = WornModifier(stat="sv", amount=5)
    with_save = replace(content, characteristics=characteristics)
    assert modifier_words(mail, with_save) == "an armour save of 5+"


def test_how_an_item_is_used(content: Content) -> None:
    use = ItemUse(id="throw", moment="attack", does="hit_hard", per="battle")
    assert use_words(use, content) == "Once a battle: hit hard."
    told = use.model_copy(update={"text": "Throw it at somebody.", "per": "any"})
    assert use_words(told, content) == "Throw it at somebody."
    harmful = use.model_copy(update={"per": "once", "effects": (effect(op="kill"),)})
    assert use_words(harmful, content) == "Once, then it is gone: the fighter dies."


def test_what_functions_do_is_said_by_topics(content: Content) -> None:
    assert function_words("doze", content) == "Sleeps."
    assert function_words("count_sheep", content) == "Carry out: count sheep."
