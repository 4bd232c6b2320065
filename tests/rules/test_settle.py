"""Settling: what effects that ask nothing of their own come to, and for whom."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import TypeAdapter

from mordcry_app.rules.effects import (
    EFFECT_TYPES,
    AddTrait,
    Effect,
    Gain,
    Kill,
    Lose,
    MissNextBattle,
    Modify,
    Story,
    WoundsNextBattle,
)
from mordcry_app.rules.procedure import Roll
from mordcry_app.rules.settle import Scene, fill, settle_without_asking
from mordcry_app.rules.state import Roster, State, Trait
from tests.rules.settling import ANNA, BERT, CORD, FIRSTS, XP, Settled

ANY: TypeAdapter[Effect] = TypeAdapter(Effect)


PLAIN: dict[str, dict[str, object]] = {
    "gain": {"resource": "xp", "amount": 2},
    "lose": {"resource": "xp", "amount": 2},
    "modify": {"stat": "might", "amount": 1},
    "unmodify": {"ends": "battle"},
    "set_stat": {"stat": "might", "value": 3},
    "add_trait": {"kind": "note", "ref": "odd", "name": "Odd"},
    "remove_trait": {"kind": "injury", "ref": "limp"},
    "gain_item": {"ref": "stick"},
    "lose_item": {"ref": "stick"},
    "spend_item": {"ref": "stick"},
    "await": {"ref": "map"},
    "spend": {"ref": "map"},
    "arm": {"ref": "map"},
    "gear_to_stash": {},
    "gear_lost": {},
    "miss_next_battle": {},
    "wounds_next_battle": {"amount": 1},
    "kill": {},
    "retire": {},
    "restore": {},
    "add_tag": {"tag": "holy"},
    "remove_tag": {"tag": "holy"},
    "story": {"text": "x"},
}
ASKING = {"choose", "test", "roll", "draw", "call"}
ONLY_FROM_FUNCTIONS = {"join"}


def test_every_operation_is_settled_in_these_tests() -> None:
    assert set(PLAIN) | ASKING | ONLY_FROM_FUNCTIONS == set(EFFECT_TYPES)


FOR_ROSTERS = ("gain", "lose", "gain_item", "lose_item", "await", "spend", "arm", "story")
TARGETS: dict[str, tuple[dict[str, int], list[str]]] = {
    "self": ({}, [ANNA]),
    "all": ({}, [ANNA, BERT, CORD]),
    "random": ({"line/0/random": 2}, [BERT]),
    "member:13": ({}, [CORD]),
    "roster": ({}, [FIRSTS]),
    "roster:2": ({}, ["roster:2"]),
}


@pytest.mark.parametrize(
    ("op", "who"),
    [
        (op, who)
        for op in PLAIN
        for who in TARGETS
        if op in FOR_ROSTERS or not who.startswith("roster")
    ],
)
def test_whom_a_plain_effect_touches(scene: Scene, op: str, who: str) -> None:
    faces, targets = TARGETS[who]
    effect = ANY.validate_python({"op": op, "who": who} | PLAIN[op])
    settled = Settled(scene, effect, faces=faces)
    assert settled.targets == [(op, target) for target in targets]
    same = {"who", "source", "reason"}
    for done in settled.effects:
        assert done.model_dump(exclude=same) == effect.model_dump(exclude=same)


def test_the_dead_are_not_among_all(scene: Scene) -> None:
    settled = Settled(scene, Kill(who=BERT), XP.model_copy(update={"who": "all"}))
    assert settled.targets == [("kill", BERT), ("gain", ANNA), ("gain", CORD)]


def test_nobody_is_drawn_where_there_is_one_or_none(scene: Scene, state: State) -> None:
    alone = State({1: Roster(1, "A")}, {11: state.members[11]})
    one = replace(scene, state=alone)
    draw = XP.model_copy(update={"who": "random"})
    assert Settled(one, draw).targets == [("gain", ANNA)]
    assert Settled(one, Kill(), draw).targets == [("kill", ANNA)]


def test_a_random_member_is_drawn_by_dice_with_as_many_sides(scene: Scene) -> None:
    effect = XP.model_copy(update={"who": "random"})
    for face, target in ((1, ANNA), (2, BERT), (3, CORD)):
        settled = Settled(scene, effect, faces={"line/0/random": face})
        assert settled.targets == [("gain", target)]
        assert settled.questions == [Roll("line/0/random", "d3", "Who: battle 6")]


@pytest.mark.parametrize(
    "effect",
    [Gain(resource="xp", amount="d3"), Lose(resource="xp", amount="d3"),
     WoundsNextBattle(amount="d3")],
    ids=lambda effect: effect.op,
)  # fmt: skip
def test_an_amount_is_rolled(scene: Scene, effect: Effect) -> None:
    settled = Settled(scene, effect, faces={"line/0/amount": 2})
    assert settled.effects[0].model_dump()["amount"] == 2
    assert settled.questions == [Roll("line/0/amount", "d3", "battle 6")]


def test_an_amount_is_rolled_for_each_of_all(scene: Scene) -> None:
    faces = {
        "line/0/amount/member:11": 1,
        "line/0/amount/member:12": 3,
        "line/0/amount/member:13": 2,
    }
    settled = Settled(scene, WoundsNextBattle(who="all", amount="d3"), faces=faces)
    assert [e.model_dump()["amount"] for e in settled.effects] == [1, 3, 2]
    assert settled.targets == [("wounds_next_battle", who) for who in (ANNA, BERT, CORD)]


def test_an_amount_is_never_below_nothing(scene: Scene) -> None:
    settled = Settled(scene, Gain(resource="xp", amount="d6-3"), faces={"line/0/amount": 1})
    assert settled.effects[0].model_dump()["amount"] == 0
    multiplied = Settled(
        scene,
        Gain(who="roster", resource="coins", amount="2d6*10"),
        faces={"line/0/amount": (3, 4)},
    )
    assert multiplied.effects == (Gain(who=FIRSTS, resource="coins", amount=70, reason="battle 6"),)


def test_what_names_no_source_gets_that_of_the_scene(scene: Scene) -> None:
    settled = Settled(
        scene,
        Gain(resource="xp", amount=1),
        Modify(stat="might", amount=1),
        Kill(source="Fell off {name}’s horse in {source}"),
        MissNextBattle(),
    )
    sources = [getattr(e, "source", "") or getattr(e, "reason", "") for e in settled.effects]
    assert sources == ["battle 6", "battle 6", "Fell off Anna’s horse in battle 6", "battle 6"]


def test_a_member_without_a_name_is_called_by_its_archetype(scene: Scene, state: State) -> None:
    nameless = replace(scene, subject=replace(state.members[11], name=""))
    assert nameless.name == "unnamed Boss"
    assert fill("{name}!", nameless) == "unnamed Boss!"


def test_what_must_not_ask_is_settled_at_once(scene: Scene) -> None:
    assert settle_without_asking((XP,), scene) == (XP.model_copy(update={"who": ANNA}),)
    with pytest.raises(RuntimeError, match="must not ask anything, but asked “line/0/amount”"):
        settle_without_asking((Gain(resource="xp", amount="d3"),), scene)


def test_texts_are_filled_in_once(scene: Scene, state: State) -> None:
    told = Settled(scene, Story(text="{name} in {source}, {battle}{{name}}"))
    assert told.effects == (Story(who=ANNA, text="Anna in battle 6, {battle}{Anna}"),)
    odd = replace(scene, subject=replace(state.members[11], name="{source}"))
    assert fill("{name}!", odd) == "{source}!"


def test_texts_that_are_filled_in_keep_to_their_limits(scene: Scene) -> None:
    long = replace(scene, source="x" * 5000)
    effects = (
        Kill(),
        Kill(source="{source}"),
        Story(text="{source}"),
        Gain(resource="xp", amount=1),
    )
    settled = Settled(long, *effects)
    for effect in settled.effects:
        assert type(effect).model_validate(effect.model_dump()) == effect


def test_a_trait_brings_its_modifiers_level_by_level(scene: Scene) -> None:
    limp = AddTrait(kind="injury", ref="limp")
    settled = Settled(scene, limp, limp, limp)
    named = AddTrait(who=ANNA, kind="injury", ref="limp", name="Limp", source="battle 6")

    def minus_one(source: str) -> Modify:
        return Modify(
            who=ANNA,
            stat="might",
            amount=-1,
            source=source,
            ends="until_removed",
            cause="injury:limp",
        )

    assert settled.effects == (
        named,
        minus_one("Limp, battle 6"),
        named,
        minus_one("Bad limp, battle 6"),
        named,
    )


def test_two_levels_at_once_bring_both(scene: Scene) -> None:
    settled = Settled(scene, AddTrait(kind="injury", ref="limp", levels=3))
    assert [e.op for e in settled.effects] == ["add_trait", "modify", "modify"]


def test_a_trait_is_counted_on_from_the_level_of_each_member(scene: Scene, state: State) -> None:
    limping = replace(state.members[12], traits=(Trait("injury", "limp", "Limp", 1),))
    here = replace(scene, state=state.with_member(limping))
    settled = Settled(here, AddTrait(who="all", kind="injury", ref="limp"))
    sources = [(e.who, e.source) for e in settled.effects if isinstance(e, Modify)]
    assert sources == [
        (ANNA, "Limp, battle 6"),
        (BERT, "Bad limp, battle 6"),
        (CORD, "Limp, battle 6"),
    ]


def test_a_trait_of_no_catalogue_brings_nothing(scene: Scene) -> None:
    settled = Settled(scene, AddTrait(kind="note", ref="odd", source="by hand"))
    assert settled.effects == (AddTrait(who=ANNA, kind="note", ref="odd", source="by hand"),)
