"""Items that turn up: blanks, new rolls, and what comes of taking them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace

import pytest

from mordcry_app.rules.effects import Effect, Story
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import (
    Answer,
    Outcome,
    Procedure,
    Question,
    Roll,
    rolled_total,
)
from mordcry_app.rules.settle import MOST_DRAWS, Interventions, Scene
from mordcry_app.rules.state import TAKEN, Carried, State, Trait
from mordcry_app.rules.table import Table, TableRow
from mordcry_app.rulesets.mordcry import finds
from mordcry_app.rulesets.mordcry.finds import draw_item, half_price, place, take
from mordcry_app.rulesets.mordcry.helpful import ItemHelp
from tests.rulesets.mordcry.deltas import changes
from tests.rulesets.mordcry.helpers import (
    asked,
    book_with,
    campaign,
    d66,
    fighter,
    finished,
    picked,
    rolled,
)


def scene_in(state: State, **chosen: str | int) -> Scene:
    return book_with(**chosen).scene(state, 1, "find", "a test")


def drawing(scene: Scene, rarity: str) -> Callable[[], Procedure]:
    def procedure() -> Procedure:
        item, used = yield from draw_item(scene, rarity)
        return Outcome(used, (), item.id if item else "nothing")

    return procedure


def taking(scene: Scene, ref: str, member: int = 1) -> Callable[[], Procedure]:
    def procedure() -> Procedure:
        item = scene.content.items[ref]
        return Outcome((yield from take(scene, item, scene.state.members[member])))

    return procedure


def placing(scene: Scene, ref: str) -> Callable[[], Procedure]:
    def procedure() -> Procedure:
        return Outcome((yield from place(scene, scene.content.items[ref])))

    return procedure


def band() -> State:
    return campaign(fighter(1, "Ilse"), fighter(2, "Hask"))


@pytest.mark.parametrize("rarity", ["uncommon", "rare"])
def test_every_place_of_both_tables(rarity: str) -> None:
    scene = scene_in(band())
    by_place = {i.on: i.id for i in scene.content.items.values() if i.rarity == rarity}
    assert sorted(by_place, key=lambda on: on or 0) == list(
        range(1, 26 if rarity == "rare" else 37)
    )
    for number, ref in by_place.items():
        assert number is not None
        tens, units = divmod(number - 1, 6)
        answers: dict[str, Answer] = {"find/draw": rolled("d66", tens + 1, units + 1)}
        assert finished(drawing(scene, rarity), answers).summary == ref


def test_blanks_are_rolled_again_until_something_turns_up() -> None:
    scene = scene_in(band())
    answers: dict[str, Answer] = {"find/draw": d66(66), "find/draw/draw": d66(52)}
    question = asked(drawing(scene, "rare"), answers)
    assert question.key == "find/draw/draw/draw"
    answers["find/draw/draw/draw"] = d66(11)
    assert finished(drawing(scene, "rare"), answers).summary == "runescribed_greatblade"


def test_blanks_without_end_come_to_nothing() -> None:
    scene = scene_in(band())
    answers: dict[str, Answer] = {
        "find" + "/draw" * count: d66(66) for count in range(1, MOST_DRAWS + 1)
    }
    assert finished(drawing(scene, "rare"), answers).summary == "nothing"


def test_blanks_may_be_nothing() -> None:
    scene = scene_in(band(), rare_blanks="nothing")
    assert finished(drawing(scene, "rare"), {"find/draw": d66(66)}).summary == "nothing"


@dataclass(frozen=True)
class OneMore(ItemHelp):
    """Rolls every first result again, at a price."""

    def after_draw(
        self, scene: Scene, table: Table, row: TableRow
    ) -> Generator[Question, Answer, tuple[TableRow, tuple[Effect, ...]]]:
        """Roll once more, whatever has come up."""
        question = Roll(f"{scene.key}/more", table.dice, row.name)
        new = table.row_for(rolled_total(question, (yield question)))
        return new, (Story(who="member:1", text=f"Not the {row.name}."),)


def test_luck_acts_on_every_draw() -> None:
    lucky: Interventions = OneMore()
    scene = replace(scene_in(band()), interventions=lucky)
    answers: dict[str, Answer] = {
        "find/draw": d66(11),
        "find/more": d66(66),
        "find/draw/draw": d66(12),
        "find/draw/more": d66(13),
    }
    outcome = finished(drawing(scene, "rare"), answers)
    assert outcome.summary == "libram_of_lost_saints"
    assert [e.text for e in outcome.effects if isinstance(e, Story)] == [
        "Not the Runescribed Greatblade.",
        "Not the Warpstone Pendant.",
    ]


def test_bone_dice_may_be_thrown_for_a_find() -> None:
    state = campaign(fighter(1, "Ilse", carried=["bone_dice_set"]))
    question = asked(drawing(scene_in(state), "uncommon"), {"find/draw": d66(11)})
    assert question.key == "find/again-1"


def test_what_comes_of_taking_an_item_is_settled_once() -> None:
    state = band()
    scene = scene_in(state)
    for face, more in ((5, set[str]()), (6, {"Ilse int -2 while_worn"})):
        outcome = finished(
            taking(scene, "libram_of_lost_saints"), {"find/taken/0/test": rolled("d6", face)}
        )
        assert changes(state, apply_effects(state, outcome.effects)) == {
            "Ilse libram_of_lost_saints +1",
            "Ilse taken libram_of_lost_saints 1",
            *more,
        }
    known = Trait(TAKEN, "libram_of_lost_saints", "Libram of Lost Saints")
    again = state.with_member(replace(state.members[1], traits=(known,)))
    outcome = finished(taking(scene_in(again), "libram_of_lost_saints"), {})
    assert changes(again, apply_effects(again, outcome.effects)) == {
        "Ilse libram_of_lost_saints +1"
    }


def test_most_items_are_just_taken() -> None:
    state = band()
    outcome = finished(taking(scene_in(state), "dagger", 2), {})
    assert changes(state, apply_effects(state, outcome.effects)) == {"Hask dagger +1"}


def test_a_free_item_goes_to_its_finder_another_or_the_stash() -> None:
    state = band()
    for option, change in (
        ("finder", "Ilse dagger +1"),
        ("stash", "stash dagger +1"),
        ("for_2", "Hask dagger +1"),
    ):
        outcome = finished(placing(scene_in(state), "dagger"), {"find/bearer": picked(option)})
        assert changes(state, apply_effects(state, outcome.effects)) == {change}


def test_beasts_are_not_asked_and_the_dead_neither() -> None:
    state = campaign(
        fighter(1, "Ilse"),
        replace(fighter(2, "Rook"), tags=frozenset({"beast"})),
        replace(fighter(3, "Wren"), state="retired"),
    )
    question = asked(placing(scene_in(state), "dagger"), {})
    assert [option.id for option in getattr(question, "options", ())] == ["finder", "stash"]


@pytest.mark.parametrize(("price", "half"), [(0, 0), (1, 1), (10, 5), (25, 13), (35, 18)])
def test_half_a_price_is_rounded_up(price: int, half: int) -> None:
    item = book_with().content.items["dagger"].model_copy(update={"price": price})
    assert half_price(item) == half


def test_why_somebody_cannot_carry_an_item() -> None:
    content = book_with().content
    dagger = content.items["dagger"]
    assert finds.cannot_carry(fighter(1, "Ilse", carried=["dagger"]), dagger, content) == ""
    full = replace(fighter(1, "Ilse"), carried=(Carried("dagger", 2),))
    assert "two weapons at most" in finds.cannot_carry(full, dagger, content)
    hound = replace(fighter(1, "Rook"), tags=frozenset({"beast"}))
    assert finds.cannot_carry(hound, dagger, content) == "Rook is a beast and carries nothing."
