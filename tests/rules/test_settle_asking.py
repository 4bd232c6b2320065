"""Settling what asks: choices, tests, rolls, draws and calls, nested and for several members."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from mordcry_app.rules.catalogue import Content
from mordcry_app.rules.effects import (
    AddTrait,
    Alternative,
    Call,
    ChooseOne,
    Draw,
    Gain,
    GainItem,
    Kill,
    MissNextBattle,
    OnRoll,
    RollFor,
    Story,
    Test,
)
from mordcry_app.rules.procedure import (
    Answer,
    Choose,
    Option,
    Outcome,
    Procedure,
    Roll,
    RollAnswer,
    every_branch,
    rolled_total,
    run,
)
from mordcry_app.rules.settle import (
    MOST_DRAWS,
    EffectFunction,
    Scene,
    Settling,
    passes_test,
    settle,
    settle_row,
)
from mordcry_app.rules.state import State
from mordcry_app.rules.table import Table
from tests.rules.settling import ANNA, BERT, CORD, XP, Settled

CHOICE = ChooseOne(
    options=(
        Alternative(id="glory", label="Glory for {name}", effects=(XP,)),
        Alternative(id="nothing", label="Nothing"),
    )
)


def test_a_choice_does_what_was_chosen(scene: Scene) -> None:
    settled = Settled(scene, CHOICE, faces={"line/0/choice": "glory"})
    assert settled.targets == [("gain", ANNA)]
    options = (Option("glory", "Glory for Anna"), Option("nothing", "Nothing"))
    assert settled.questions == [Choose("line/0/choice", options, "battle 6")]
    assert Settled(scene, CHOICE, faces={"line/0/choice": "nothing"}).effects == ()


TEST = Test(stat="might", passed=(XP,), failed=(MissNextBattle(),))


@pytest.mark.parametrize("face", range(1, 7))
def test_a_test_passes_up_to_the_effective_value(scene: Scene, face: int) -> None:
    settled = Settled(scene, TEST, faces={"line/0/test": face})
    assert settled.targets == [("gain", ANNA) if face <= 4 else ("miss_next_battle", ANNA)]
    question = settled.questions[0]
    assert question == Roll(
        "line/0/test",
        "d6",
        "Might test, Anna: 4 or less passes",
        (("passes", Fraction(2, 3)), ("fails", Fraction(1, 3))),
    )


def test_a_test_sees_what_happened_before_it(scene: Scene) -> None:
    limp = AddTrait(kind="injury", ref="limp", levels=2)
    settled = Settled(scene, limp, TEST, faces={"line/1/test": 3})
    assert settled.targets[-1] == ("miss_next_battle", ANNA)


def test_a_bonus_is_added_to_the_value(scene: Scene) -> None:
    hard = Test(stat="might", bonus=-2, failed=(XP,))
    assert Settled(scene, hard, faces={"line/0/test": 3}).targets == [("gain", ANNA)]
    assert Settled(scene, hard, faces={"line/0/test": 2}).effects == ()


@pytest.mark.parametrize(
    ("needed", "naturals", "passing"),
    [
        (3, False, [1, 2, 3]),
        (3, True, [1, 2, 3]),
        (0, False, []),
        (0, True, [1]),
        (8, False, [1, 2, 3, 4, 5, 6]),
        (8, True, [1, 2, 3, 4, 5]),
    ],
)
def test_a_natural_1_and_6(needed: int, naturals: bool, passing: list[int]) -> None:
    assert [f for f in range(1, 7) if passes_test(f, needed, naturals=naturals)] == passing


def test_naturals_hold_in_a_scene(scene: Scene) -> None:
    sure = Test(stat="might", bonus=9, failed=(XP,))
    assert Settled(scene, sure, faces={"line/0/test": 6}).effects == ()
    strict = replace(scene, naturals=True)
    assert Settled(strict, sure, faces={"line/0/test": 6}).targets == [("gain", ANNA)]


ROLL = RollFor(
    dice="2d6",
    rows=(
        OnRoll(on="2", effects=(Kill(),)),
        OnRoll(on="9–12", effects=(XP, GainItem(ref="stick"))),
    ),
)


@pytest.mark.parametrize(
    ("faces", "ops"),
    [
        ((1, 1), ["kill"]),
        ((4, 4), []),
        ((4, 5), ["gain", "gain_item"]),
        ((6, 6), ["gain", "gain_item"]),
    ],
)
def test_a_roll_does_what_its_row_says_or_nothing(
    scene: Scene, faces: tuple[int, int], ops: list[str]
) -> None:
    settled = Settled(scene, ROLL, faces={"line/0/roll": faces})
    assert [effect.op for effect in settled.effects] == ops


def test_a_draw_rolls_on_the_table(scene: Scene) -> None:
    settled = Settled(
        scene, Draw(table="scar"), faces={"line/0/draw": 6, "line/0/draw/0/amount": 3}
    )
    assert settled.effects == (
        Gain(who=ANNA, resource="glory", amount=3, reason="battle 6"),
        Story(who=ANNA, text="Anna walked away from battle 6 and told everybody."),
    )
    question = settled.questions[0]
    assert isinstance(question, Roll)
    assert (question.dice, question.why) == ("d6", "Scars")
    assert question.chances == (
        ("Dead", Fraction(1, 6)),
        ("Limp", Fraction(1, 2)),
        ("Dazed", Fraction(1, 6)),
        ("A tale to tell", Fraction(1, 6)),
    )


def test_a_row_is_settled_by_itself(scene: Scene, content: Content) -> None:
    row = content.tables["scar"].row("dead")

    def procedure() -> Procedure:
        return Outcome((yield from settle_row(row, scene)))

    outcome = run(procedure, {}).outcome
    assert outcome is not None
    assert [(e.op, e.who) for e in outcome.effects] == [("gear_to_stash", ANNA), ("kill", ANNA)]


def _heals(scene: Scene) -> Settling:
    question = Roll(f"{scene.key}/heal", "d6", scene.source)
    face = rolled_total(question, (yield question))
    return (Story(who=f"member:{scene.subject.id}", text=f"{scene.subject.name} heals {face}."),)


def test_a_call_asks_the_function(scene: Scene) -> None:
    functions: dict[str, EffectFunction] = {"heal": _heals}
    here = replace(scene, functions=functions)
    settled = Settled(here, Call(function="heal"), faces={"line/0/heal": 4})
    assert settled.effects == (Story(who=ANNA, text="Anna heals 4."),)
    for_all = Call(who="all", function="heal")
    keys = {f"line/0/member-{number}/heal": number - 10 for number in (11, 12, 13)}
    assert [e.model_dump()["text"] for e in Settled(here, for_all, faces=keys).effects] == [
        "Anna heals 1.",
        "Bert heals 2.",
        "Cord heals 3.",
    ]


def test_a_test_of_all_is_rolled_for_each_with_their_own_value(scene: Scene) -> None:
    effect = TEST.model_copy(update={"who": "all"})
    keys = {f"line/0/member-{number}/test": 4 for number in (11, 12, 13)}
    settled = Settled(scene, effect, faces=keys)
    # Anna has 4, Bert 3 and a stick, Cord 3.
    assert settled.targets == [("gain", ANNA), ("gain", BERT), ("miss_next_battle", CORD)]


def test_a_choice_for_a_random_member_is_about_that_member(scene: Scene) -> None:
    effect = CHOICE.model_copy(update={"who": "random"})
    faces: dict[str, int | str | tuple[int, ...]] = {"line/0/random": 3, "line/0/choice": "glory"}
    assert Settled(scene, effect, faces=faces).targets == [("gain", CORD)]


def test_a_draw_for_a_named_member_is_about_that_member(scene: Scene) -> None:
    effect = Draw(who=BERT, table="scar")
    assert Settled(scene, effect, faces={"line/0/draw": 1}).targets == [
        ("gear_to_stash", BERT),
        ("kill", BERT),
    ]


def test_a_roll_for_all_sees_who_died_in_it(scene: Scene) -> None:
    deadly = RollFor(who="all", dice="d6", rows=(OnRoll(on="1", effects=(Kill(who="random"), XP)),))
    faces = {
        "line/0/member-11/roll": 1,
        "line/0/member-11/1/0/random": 3,
        "line/0/member-12/roll": 1,
        "line/0/member-12/1/0/random": 2,
        "line/0/member-13/roll": 6,
    }
    settled = Settled(scene, deadly, faces=faces)
    assert settled.targets == [("kill", CORD), ("gain", ANNA), ("kill", BERT), ("gain", BERT)]
    assert [q.dice for q in settled.questions if isinstance(q, Roll)] == [
        "d6", "d3", "d6", "d2", "d6",
    ]  # fmt: skip


def test_effects_inside_effects_inside_effects(scene: Scene) -> None:
    nested = RollFor(
        dice="d3",
        rows=(
            OnRoll(
                on="2-3",
                effects=(
                    Story(text="first"),
                    ChooseOne(
                        options=(
                            Alternative(
                                id="test", label="Test", effects=(TEST, Draw(table="scar"))
                            ),
                            Alternative(id="leave", label="Leave"),
                        )
                    ),
                ),
            ),
        ),
    )
    faces: dict[str, int | str | tuple[int, ...]] = {
        "line/0/roll": 3,
        "line/0/2-3/1/choice": "test",
        "line/0/2-3/1/test/0/test": 6,
        "line/0/2-3/1/test/1/draw": 5,
        "line/0/2-3/1/test/1/draw/0/test": 1,
    }
    assert Settled(scene, nested, faces=faces).targets == [
        ("story", ANNA),
        ("miss_next_battle", ANNA),
    ]


def test_every_way_through_the_table_adds_up_to_one(scene: Scene) -> None:
    def procedure() -> Procedure:
        return Outcome((yield from settle((Draw(table="scar"),), scene)))

    odds: Counter[str] = Counter()
    for branch in every_branch(procedure):
        odds[",".join(e.op for e in branch.outcome.effects)] += branch.chance  # pyright: ignore
    assert odds == {
        "gear_to_stash,kill": Fraction(1, 6),
        "add_trait,modify": Fraction(1, 2),
        "": Fraction(1, 18),
        "miss_next_battle": Fraction(1, 9),
        "gain,story": Fraction(1, 6),
    }


def test_a_table_that_sends_to_itself_comes_to_an_end(scene: Scene, content: Content) -> None:
    rows = [
        {"on": "1–5", "id": "xp", "name": "x", "text": "",
         "effects": [{"op": "gain", "resource": "xp", "amount": 1}]},
        {"on": "6", "id": "again", "name": "Again", "text": "",
         "effects": [{"op": "draw", "table": "loop"}, {"op": "draw", "table": "loop"}]},
    ]  # fmt: skip
    loop = Table.model_validate({"id": "loop", "name": "Loop", "dice": "d6", "rows": rows})
    here = replace(scene, content=replace(content, tables={"loop": loop}))

    def procedure() -> Procedure:
        return Outcome((yield from settle((Draw(table="loop"),), here)))

    class Sixes(dict[str, Answer]):
        def get(self, key: str, default: object = None) -> Answer:
            face = 6 if key.endswith("/0/draw") else 1
            return RollAnswer(dice="d6", faces=(face,), typed=True)

    outcome = run(procedure, Sixes()).outcome
    assert outcome is not None
    assert outcome.effects[0] == Story(
        who=ANNA, text=f"Loop was rolled {MOST_DRAWS} times over; the last roll does nothing more."
    )
    assert Counter(e.op for e in outcome.effects) == {"story": 2, "gain": MOST_DRAWS - 1}


def test_keys_are_all_different(scene: Scene) -> None:
    amount = Gain(resource="xp", amount="d3")
    two = Settled(scene, amount, amount, faces={"line/0/amount": 1, "line/1/amount": 2})
    assert [e.model_dump()["amount"] for e in two.effects] == [1, 2]


def test_a_scene_can_be_looked_at_from_elsewhere(scene: Scene, state: State) -> None:
    assert scene.at("injury").key == "line/injury"
    assert scene.about(12).subject == state.members[12]
    later = scene.after((Kill(who=ANNA),))
    assert later.subject.state == "dead"
    assert later.state.members[11].state == "dead"
    assert scene.subject.state == "active"
