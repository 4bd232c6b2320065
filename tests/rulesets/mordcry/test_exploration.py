"""Every row of the exploration table, for every outcome of its dice and every choice."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from mordcry_app.rules.effects import Call, ChooseOne, Effect, RollFor, Story, Test
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import (
    every_branch,
)
from mordcry_app.rules.settle import EffectFunction, Scene, Settling
from mordcry_app.rulesets.mordcry.exploration import effect_functions
from tests.rulesets.mordcry.exploring import (
    HALF,
    LIBRAM,
    ROWS,
    SIXTH,
    THIRD,
    Way,
    band,
    exploring,
    outcomes,
    ways_of,
    ways_through,
    with_band,
)
from tests.rulesets.mordcry.helpers import (
    mordcry,
    rules_with,
)

NAMES = """The Empty Street
Collapsed Vault
Witchlight Drift
Old Bones Stirring
Mutant Beggar
Spilled Relic Crate
Broken Shrine
Crows Scatter
Merchant’s Corpse
Warped Echo
Faithful Stray
Buried Purse
(unnamed)
Local Gossip
Echo of the Bells
Stray Shot
Fungal Bloom
Collapsed Chapel
A Stranger’s Map
Spirit Well
Ashwind Gale
The Watcher’s Eye
Wandering Preacher
Hidden Cache
Poisoned Well
Flickering Relic
Grave Robbers
Trader’s Caravan
Fallen Meteor Shard
Warp-Wind Apparition
Buried Relic-Weapon
Unstable Bridge
Scavenger’s Den
War-Torn Banner
Stone of Echoes
Lost Sisterhood Shrine""".splitlines()


EXPECTED: dict[str, dict[str, Fraction]] = {
    "the_empty_street": {"nothing": Fraction(1)},
    "collapsed_vault": {
        "crowns +10": HALF,
        **{f"Ilse waits starts_wounded +{n}": SIXTH for n in (1, 2, 3)},
    },
    "witchlight_drift": {"Ilse renown +1": HALF, "Ilse waits misses_battle +1": HALF},
    "old_bones_stirring": {"crowns +20": 5 * SIXTH, "Ilse waits will -1; crowns +20": SIXTH},
    "broken_shrine": {"Ilse renown +1": HALF, "Ilse waits int -1": HALF},
    "crows_scatter": {
        "nothing": 4 * SIXTH,
        **{
            f"{name} waits starts_wounded +{n}": Fraction(1, 27)
            for name, n in product(("Ilse", "Hask", "Rook"), (1, 2, 3))
        },
    },
    "merchants_corpse": {"crowns +30": Fraction(1), "Ilse renown +1; crowns +15": Fraction(1)},
    "warped_echo": {"crowns +10": HALF, "Ilse waits will -1": HALF},
    "faithful_stray": {
        "unnamed hound joined as hound; unnamed hound owner member_1 1": Fraction(1)
    },
    "buried_purse": {
        f"crowns +{5 * total}": Fraction(6 - abs(7 - total), 36) for total in range(2, 13)
    },
    "unnamed": {
        "crowns +50": Fraction(1),
        "Ilse int +1 permanent": SIXTH,
        "nothing": 4 * SIXTH,
        "Ilse waits ws -1": SIXTH,
    },
    "local_gossip": {"Ilse waits gossip +1": Fraction(1)},
    "echo_of_the_bells": {"Ilse renown +1": HALF, "Ilse waits will -1": HALF},
    "fungal_bloom": {
        "crowns +30": Fraction(1),
        "Hask mutation pale 1; Hask waits starts_wounded -1": THIRD,
        "Hask mutation pale 1; Hask waits starts_wounded -2": 2 * THIRD,
    },
    "a_strangers_map": {"waits deployment_choice +1": Fraction(1)},
    "spirit_well": {
        "nothing": 1 + Fraction(25, 36),
        "Ilse will +1 permanent": Fraction(10, 36),
        "Ilse will -1 permanent": Fraction(1, 36),
    },
    "ashwind_gale": {
        "; ".join(
            sorted(["crowns +10", *(f"{n} waits starts_wounded +1" for n in hurt)])
        ): Fraction(1, 8)
        for hurt in (
            [name for name, is_hurt in zip(("Ilse", "Hask", "Rook"), three, strict=True) if is_hurt]
            for three in product((False, True), repeat=3)
        )
    },
    "the_watchers_eye": {"Ilse xp +1": Fraction(1)},
    "wandering_preacher": {
        "Ilse renown -1": SIXTH,
        "Hask waits will +1; Ilse waits will +1; Rook waits will +1": 5 * SIXTH,
    },
    "poisoned_well": {"nothing": HALF, "Ilse waits ws -1": HALF},
    "flickering_relic": {"waits initiative_single +1": Fraction(1)},
    "grave_robbers": {"crowns +20": HALF, "Ilse renown -1; crowns -10": HALF},
    "traders_caravan": {
        "Ilse renown +1": Fraction(1),
        "Ilse waits market_bonus +1; crowns -10": Fraction(1),
    },
    "fallen_meteor_shard": {
        "crowns +40": HALF,
        "Ilse waits mutation_to_come +1; crowns +40": HALF,
    },
    "warp_wind_apparition": {
        "Ilse renown -1": HALF,
        "Hask waits starts_wounded -1": SIXTH,
        "Hask waits starts_wounded -2": THIRD,
    },
    "unstable_bridge": {
        "Ilse waits m +1": HALF,
        **{f"Ilse waits starts_wounded +{n}": SIXTH for n in (1, 2, 3)},
    },
    "war_torn_banner": {"Ilse renown +1": Fraction(1), "crowns +25": Fraction(1)},
    "stone_of_echoes": {"Ilse xp +1": Fraction(1), "Ilse renown +1": Fraction(1)},
    "lost_sisterhood_shrine": {"nothing": Fraction(1)},
}
"""What rows without items come to, with the chance of the dice for each way to choose."""

TOUCHED = {
    "crows_scatter": {"Ilse", "Hask", "Rook"},
    "ashwind_gale": {"Ilse", "Hask", "Rook"},
    "wandering_preacher": {"Ilse", "Hask", "Rook"},
    "fungal_bloom": {"Hask"},
    "warp_wind_apparition": {"Ilse", "Hask"},
    "faithful_stray": {"unnamed"},
}
"""Whom a row may touch, where that is not its finder alone."""

OF_ITEMS = [row for row in ROWS if row not in EXPECTED]


def test_the_names_and_places() -> None:
    table = mordcry().content.tables["exploration"]
    assert [row.name for row in table.rows] == NAMES
    assert [row.on for row in table.rows] == [str(number) for number in range(1, 37)]
    assert table.row_for(11).id == "the_empty_street"
    assert table.row_for(31).id == "unnamed"
    assert table.row_for(66).id == "lost_sisterhood_shrine"
    assert {chance for _, chance in table.chances()} == {Fraction(1, 36)}


def test_the_rows_with_items_are_tested_one_by_one() -> None:
    assert OF_ITEMS == [
        "mutant_beggar",
        "spilled_relic_crate",
        "stray_shot",
        "collapsed_chapel",
        "hidden_cache",
        "buried_relic_weapon",
        "scavengers_den",
    ]


@pytest.mark.parametrize("row", ROWS)
def test_every_row_for_every_outcome_and_choice(row: str) -> None:
    ways = ways_of(row)
    if row in EXPECTED:
        assert outcomes(ways) == EXPECTED[row]
    for way in ways:
        check_touched(row, way)
        check_story(way)
        check_sources(row, way)


def check_touched(row: str, way: Way) -> None:
    """Nobody is touched whom the row does not name; Hask can be handed what is found."""
    named = {change.split(" ", 1)[0] for change in way.changed} - {"crowns", "stash", "waits"}
    assert named <= TOUCHED.get(row, {"Ilse", "Hask"} if row in OF_ITEMS else {"Ilse"})


def check_story(way: Way) -> None:
    """Everything is told in whole sentences, and none of it is left among the effects."""
    assert way.story
    for line in way.story:
        assert not line[0].islower()
        assert line.endswith(".")
        assert not {"{", "}"} & set(line)
    assert not any(isinstance(effect, Story) for effect in way.effects)


def check_sources(row: str, way: Way) -> None:
    """Whatever is entered says where it comes from: the row, and the battle before it."""
    names = NAMES if row == "mutant_beggar" else [NAMES[ROWS.index(row)]]
    ends = tuple(f"{name}, battle 6" for name in names)
    for effect in way.effects:
        entered = getattr(effect, "reason", "") or getattr(effect, "source", "")
        if entered and getattr(effect, "cause", "") not in {"training", f"item:{LIBRAM}"}:
            assert entered.endswith(ends), effect


@pytest.mark.parametrize("row", ROWS)
def test_nothing_falls_below_nothing(row: str) -> None:
    poor = with_band(band(5), resources={})
    for branch in every_branch(exploring(poor, row)):
        after = apply_effects(poor, branch.outcome.effects)
        assert all(amount >= 0 for amount in after.rosters[1].resources.values())
        assert all(a >= 0 for m in after.members.values() for a in m.resources.values())


def texts_and_functions(effects: tuple[Effect, ...]) -> Iterator[tuple[str, str]]:
    """Yield every story and every function that declared effects can come to."""
    for effect in effects:
        match effect:
            case Story():
                yield "story", effect.text.replace("{name}", "Ilse")
            case Call():
                yield "call", effect.function
            case ChooseOne():
                for option in effect.options:
                    yield from texts_and_functions(option.effects)
            case RollFor():
                for on in effect.rows:
                    yield from texts_and_functions(on.effects)
            case Test():
                yield from texts_and_functions((*effect.passed, *effect.failed))
            case _:
                pass


@pytest.mark.parametrize("row", ROWS)
def test_everything_that_a_row_says_is_carried_out(row: str) -> None:
    effects = mordcry().content.tables["exploration"].row(row).effects
    assert effects, "a row must not be text alone"
    wanted = set(texts_and_functions(effects))
    called: set[str] = set()

    def noted(name: str, function: EffectFunction) -> EffectFunction:
        def call(scene: Scene) -> Settling:
            called.add(name)
            return (yield from function(scene))

        return call

    known = effect_functions(rules_with())
    functions = {name: noted(name, known[name]) for kind, name in wanted if kind == "call"}
    ways = ways_through(band(), row, functions) if functions else ways_of(row)
    told = {line for way in ways for line in way.story}
    assert wanted <= {("story", line) for line in told} | {("call", name) for name in called}
