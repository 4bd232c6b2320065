"""Items, beggars, house rules and luck while exploring, one by one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import (
    Answer,
    Ask,
    Choose,
    Procedure,
    Roll,
    TextAnswer,
    run,
)
from mordcry_app.rules.state import Carried, Pending
from mordcry_app.rulesets.mordcry.exploration import explore
from tests.rulesets.mordcry.deltas import changes, small_book
from tests.rulesets.mordcry.exploring import (
    HALF,
    KEEP,
    KEY,
    LIBRAM,
    PAIR,
    PURSE,
    ROLL,
    ROWS,
    SIXTH,
    THIRD,
    WOUNDED,
    band,
    exploring,
    gained,
    outcomes,
    place,
    ways_of,
    ways_through,
    with_answers,
    with_band,
)
from tests.rulesets.mordcry.helpers import (
    asked,
    book_with,
    finished,
    mordcry,
    picked,
    rolled,
    rules_with,
    value,
)

# ------------------------------------------------------------------------------- items


def test_a_stray_shot() -> None:
    found = outcomes(ways_of("stray_shot"))
    assert found["nothing"] == 4 * SIXTH
    assert found["Ilse waits starts_wounded +2"] == SIXTH * THIRD
    assert found["stash crown_of_thorns +1"] == SIXTH / 2
    calm = "Ilse libram_of_lost_saints +1; Ilse taken libram_of_lost_saints 1"
    assert found[calm] == SIXTH / 2 * 5 * SIXTH
    mad = (
        "Hask int -2 while_worn; Hask libram_of_lost_saints +1; Hask taken libram_of_lost_saints 1"
    )
    # Willpower 3, and the Libram’s 2 count: only a 6 fails.
    assert found[mad] == SIXTH / 2 * SIXTH


def test_two_items_of_which_one_is_kept() -> None:
    found = {(way.choices, way.changed) for way in ways_of("spilled_relic_crate")}
    expected: set[tuple[tuple[str, ...], frozenset[str]]] = set()
    for first, second in product(PAIR, repeat=2):
        for kept in {first, second}:
            for bearer in KEEP:
                choices = (bearer,) if first == second else (kept, bearer)
                expected.add((choices, gained(((kept, bearer),))))
    assert found == expected


def test_a_reliquary_left_shut_or_opened() -> None:
    found = {way.changed for way in ways_of("collapsed_chapel")}
    haunted = "Ilse waits will in will_test -2"
    expected: set[frozenset[str]] = {frozenset()}
    for number in (1, 2, 3):
        for items in product(PAIR, repeat=number):
            for bearers in product(KEEP, repeat=number):
                if [*zip(items, bearers, strict=True)].count(("hunters_bow", "finder")) > 2:
                    continue
                if sum(p == ("hunters_bow", "for_2") for p in zip(items, bearers, strict=True)) > 1:
                    continue  # Hask carries a dagger, and two weapons are the most
                taken = gained(tuple(zip(items, bearers, strict=True)))
                expected.add(taken | {haunted})
    assert found == expected


def test_a_cache_of_crowns() -> None:
    found = outcomes(ways_of("hidden_cache"))
    for number in (1, 2, 3):
        assert found[f"crowns +{20 * number}"] == 5 * SIXTH * THIRD
    assert found["stash crown_of_thorns +1"] == SIXTH * THIRD / 2
    for crowns in (20, 40):
        assert found[f"crowns +{crowns}; stash crown_of_thorns +1"] == SIXTH * THIRD / 2


def test_a_cache_of_items() -> None:
    cache = with_answers("hidden_cache", hidden_cache="items")
    cache = cache.then("0/number", rolled("d3", 2)).then("0/rare", rolled("d6", 6))
    cache = cache.then("0/item-1/draw", rolled("d2", 1)).then("0/item-1/bearer", picked("stash"))
    cache = cache.then("0/rare-item/draw", rolled("d2", 2))
    cache = cache.then("0/rare-item/bearer", picked("for_2"))
    assert cache.changed == {"stash bone_charm +1", "Hask crown_of_thorns +1"}
    plain = with_answers("hidden_cache", hidden_cache="items")
    plain = plain.then("0/number", rolled("d3", 1)).then("0/rare", rolled("d6", 5))
    plain = plain.then("0/item-1/draw", rolled("d2", 2)).then("0/item-1/bearer", picked("finder"))
    assert plain.changed == {"Ilse hunters_bow +1"}


def test_a_buried_weapon() -> None:
    found = outcomes(ways_of("buried_relic_weapon"))
    for who in KEEP.values():
        assert found[f"{who} cursed_weapon +1"] == SIXTH
        assert found[f"{who} bone_charm +1"] == HALF / 2
    assert found["stash crown_of_thorns +1"] == THIRD / 2


def test_who_cannot_carry_a_find_says_why_and_the_stash_comes_first() -> None:
    full = with_band(band(), carried=(Carried("dagger", 2),))
    row = with_answers("buried_relic_weapon", full).then("0/roll", rolled("d6", 6))
    assert list(row.options) == ["stash", "finder", "for_2"]
    assert row.options["finder"].startswith("Ilse has two weapons at most, and these are 3:")
    assert row.options["stash"] == row.options["for_2"] == ""


def test_the_scavengers() -> None:
    den = with_answers("scavengers_den")
    assert den.options == {"leave": "", "uncommon": "", "rare": ""}
    assert den.then("0/choice", picked("leave")).changed == frozenset()
    half = den.then("0/choice", picked("uncommon"))
    wares = half.question
    assert isinstance(wares, Choose)
    assert len(wares.options) == 37
    prices = {option.id: option.label for option in wares.options}
    assert prices["leave"] == "None of them"
    assert prices["bone_charm"] == "Bone Charm (20 crowns)"
    assert prices["charm_of_warding"] == "Charm of Warding (18 crowns)"
    bought = half.then("0/ware", picked("charm_of_warding"))
    assert bought.then("0/uncommon/buy", picked("for_2")).changed == {
        "crowns -18",
        "Hask charm_of_warding +1",
    }
    assert bought.then("0/uncommon/buy", picked("leave")).changed == frozenset()
    rare = den.then("0/choice", picked("rare")).then("0/rare/draw", rolled("d2", 1))
    assert rare.then("0/rare/buy", picked("stash")).changed == {
        "crowns -50",
        f"stash {LIBRAM} +1",
    }
    dear = den.then("0/choice", picked("rare")).then("0/rare/draw", rolled("d2", 2))
    short = "It costs 380 crowns, and The Ashen Vigil has 60."
    assert dear.options == {"leave": "", "finder": short, "stash": short, "for_2": short}


def test_the_poor_can_only_look_at_the_scavengers_wares() -> None:
    den = with_answers("scavengers_den", band(5)).then("0/choice", picked("uncommon"))
    open_ones = [ware for ware, refused in den.options.items() if not refused]
    assert open_ones == ["leave", "blessed_rope", "dog_eared_codex_page"]
    assert den.options["bone_charm"] == "The Ashen Vigil has 5 crowns."


# ------------------------------------------------------------------------------ beggars


def test_a_beggar() -> None:
    row = with_answers("mutant_beggar")
    assert list(row.options) == ["again", "later", "refuse"]
    assert row.then("0/choice", picked("refuse")).changed == {"Ilse renown -1"}
    assert row.then("0/choice", picked("later")).changed == {
        "crowns -10",
        "Ilse waits exploration_reroll +1",
    }
    short = "The Ashen Vigil has 9 crowns."
    poor = with_answers("mutant_beggar", band(9))
    assert poor.options == {"refuse": "", "again": short, "later": short}
    assert list(poor.options) == ["refuse", "again", "later"]


@pytest.mark.parametrize("row", ROWS)
def test_a_beggar_leads_on_to_any_other_row(row: str) -> None:
    state = band()
    book = small_book()
    again = f"{KEY}/mutant_beggar/0/again"
    answers = {
        ROLL: place("mutant_beggar"),
        f"{KEY}/mutant_beggar/0/choice": picked("again"),
        f"{again}/roll": place(row),
    }

    def second() -> Procedure:
        return explore(book, state, 1, 6, KEY)

    def first() -> Procedure:
        paid = state.with_roster(replace(state.rosters[1], resources={"crowns": PURSE - 10}))
        return explore(book, paid, 1, 6, KEY)

    one, two = run(first, {ROLL: place(row)}), run(second, answers)
    if one.outcome is not None:
        assert two.outcome is not None
        paid, *rest = two.outcome.effects
        assert paid.op == "lose"
        assert tuple(rest) == one.outcome.effects
    else:
        assert one.question is not None
        assert two.question is not None
        assert two.question == replace(one.question, key=one.question.key.replace(KEY, again, 1))


def test_beggars_come_to_an_end() -> None:
    answers: dict[str, Answer] = {ROLL: place("mutant_beggar")}
    key = KEY
    for _ in range(20):
        key += "/mutant_beggar/0"
        answers[f"{key}/choice"] = picked("again")
        key += "/again"
        answers[f"{key}/roll"] = place("mutant_beggar")
    rich = band(1000)
    question = asked(lambda: explore(small_book(), rich, 1, 6, KEY), answers)
    assert isinstance(question, Choose)
    assert {o.id: o.refused for o in question.options} == {
        "later": "",
        "refuse": "",
        "again": "The beggar has had enough of this.",
    }


def test_the_beggars_promise_is_kept() -> None:
    promised = Pending("exploration_reroll", "Mutant Beggar, battle 5")
    state = with_band(band(), pending=(promised,))
    question = asked(lambda: explore(small_book(), state, 1, 6, KEY), {ROLL: place("unnamed")})
    assert isinstance(question, Choose)
    assert question.options[0].id == "stand"
    answers: dict[str, Answer] = {
        ROLL: place("unnamed"),
        question.key: picked("exploration_reroll"),
        f"{question.key}/roll": place("the_watchers_eye"),
    }
    outcome = finished(lambda: explore(small_book(), state, 1, 6, KEY), answers)
    after = apply_effects(state, outcome.effects)
    assert changes(state, after) == {"Ilse xp +1", "Ilse waits exploration_reroll -1"}


# -------------------------------------------------------------------------- house rules


def test_the_crystal_bud_with_a_test_first() -> None:
    ways = ways_through(band(), "unnamed", crystal_bud="willpower")
    assert outcomes(ways) == {
        "crowns +50": Fraction(1),
        "Ilse int +1 permanent": HALF * SIXTH,
        "nothing": HALF + HALF * 4 * SIXTH,
        "Ilse waits ws -1": HALF * SIXTH,
    }


def test_mutations_of_the_groups_own() -> None:
    ways = ways_through(band(), "unnamed", mutations="own_table")
    assert outcomes(ways)["Ilse waits ws -1"] == SIXTH
    keep = [way for way in ways if way.choices == ("keep",)]
    assert len(keep) == 5 + 6


def test_fixed_tests_of_the_characteristic() -> None:
    tough = replace(band().members[1], stats={**band().members[1].stats, "ds": 5, "int": 2})
    state = band().with_member(tough)
    well = outcomes(ways_through(state, "poisoned_well", fixed_tests="characteristic"))
    assert well == {"nothing": 5 * SIXTH, "Ilse waits ws -1": SIXTH}
    bridge = outcomes(ways_through(state, "unstable_bridge", fixed_tests="characteristic"))
    assert bridge["Ilse waits m +1"] == 2 * SIXTH
    gale = outcomes(ways_through(state, "ashwind_gale", fixed_tests="characteristic"))
    assert gale["crowns +10"] == 5 * SIXTH * HALF * HALF


def test_salvage_for_each_who_comes_through_the_gale() -> None:
    found = outcomes(ways_through(band(), "ashwind_gale", ashwind_crowns="each"))
    assert found["crowns +30"] == Fraction(1, 8)
    assert found["Hask waits starts_wounded +1; crowns +20"] == Fraction(1, 8)
    everybody = [f"{name} waits starts_wounded +1" for name in ("Hask", "Ilse", "Rook")]
    assert found["; ".join(everybody)] == Fraction(1, 8)


def test_a_relic_that_quickens_its_finder() -> None:
    ways = ways_through(band(), "flickering_relic", initiative_finds="speed")
    assert outcomes(ways) == {"Ilse waits s +1": Fraction(1)}


def test_whom_the_sisterhood_blesses() -> None:
    state = band()
    woman = replace(state.members[2], tags=frozenset({"female"}))
    tagged = ways_through(state.with_member(woman), "lost_sisterhood_shrine")
    assert outcomes(tagged) == {"Hask waits will +1": Fraction(1)}
    every = ways_through(state, "lost_sisterhood_shrine", sisterhood="warband")
    assert outcomes(every) == {
        "Hask waits will +1; Ilse waits will +1; Rook waits will +1": Fraction(1)
    }


def test_wounds_that_heal_before_the_next_battle() -> None:
    ways = ways_through(band(), "collapsed_vault", carried_wounds="none")
    assert outcomes(ways) == {"crowns +10": HALF, "nothing": HALF}


def test_a_hound_by_the_house_rule() -> None:
    state = band()
    answers: dict[str, Answer] = {f"{KEY}/faithful_stray/0/name": TextAnswer(text="  Old \n Tom ")}
    outcome = finished(exploring(state, "faithful_stray", hound_profile=5), answers)
    hound = apply_effects(state, outcome.effects).members[state.next_member]
    assert hound.name == "Old Tom"
    assert hound.tags == {"beast"}
    assert outcome.story == (
        "A stray followed Ilse home and would not be sent away; it answers to Old Tom now.",
    )
    expected = dict.fromkeys(("ws", "bs", "os", "ds", "s", "will", "int"), 5)
    assert {stat: value(hound, stat) for stat in hound.stats} == {
        **expected, "m": 6, "w": 4, "a": 2, "sv": 0,
    }  # fmt: skip


def test_the_profile_of_a_hound() -> None:
    state = band()
    outcome = finished(exploring(state, "faithful_stray"), {
        f"{KEY}/faithful_stray/0/name": TextAnswer(text=""),
    })  # fmt: skip
    hound = apply_effects(state, outcome.effects).members[state.next_member]
    assert {stat: value(hound, stat) for stat in hound.stats} == {
        "m": 6, "ws": 3, "bs": 3, "os": 3, "ds": 3, "s": 3,
        "w": 4, "a": 2, "will": 3, "int": 3, "sv": 0,
    }  # fmt: skip
    assert mordcry().recruit("hound", rules_with()).stats == hound.stats


# ------------------------------------------------------------------------ tests and luck


def test_gloves_help_with_a_find() -> None:
    gloved = with_band(band(), carried=(Carried("scriveners_gloves"),))
    echo = outcomes(ways_through(gloved, "warped_echo"))
    assert echo == {"crowns +10": 4 * SIXTH, "Ilse waits will -1": 2 * SIXTH}


def test_the_apparition_heals_whom_the_player_picks() -> None:
    state = with_band(band(), pending=(replace(WOUNDED, amount=1),))
    ways = ways_through(state, "warp_wind_apparition")
    assert {way.choices for way in ways} == {(), ("1",), ("2",)}
    assert outcomes(ways)["Ilse waits starts_wounded -1"] == HALF
    nobody = state.with_member(replace(state.members[2], pending=()))
    nobody = with_band(nobody, pending=())
    assert outcomes(ways_through(nobody, "warp_wind_apparition")) == {
        "nothing": HALF,
        "Ilse renown -1": HALF,
    }


def test_spores_are_no_use_to_the_healthy() -> None:
    state = band().with_member(replace(band().members[2], pending=()))
    bloom = with_answers("fungal_bloom", state)
    assert bloom.options == {
        "sell": "",
        "feed": "Nobody in the warband starts the next battle wounded.",
    }


def test_who_is_pale_already_turns_no_paler() -> None:
    once = apply_effects(
        band(), next(w for w in ways_of("fungal_bloom") if w.choices == ("feed_2",)).effects
    )
    hungry = once.with_member(replace(once.members[2], pending=(WOUNDED,)))
    ways = ways_through(hungry, "fungal_bloom")
    fed = {way.changed for way in ways if way.choices == ("feed_2",)}
    assert fed == {
        frozenset({"Hask waits starts_wounded -1"}),
        frozenset({"Hask waits starts_wounded -2"}),
    }


def test_the_roll_says_what_it_is_for_and_how_likely_each_find_is() -> None:
    question = asked(lambda: explore(book_with(), band(), 1, 6, KEY), {})
    assert isinstance(question, Roll)
    assert question.key == ROLL
    assert question.dice == "d66"
    assert question.why == "What does Ilse find?"
    rows = mordcry().content.tables["exploration"].rows
    assert [name for name, _ in question.chances] == [row.name for row in rows]
    assert sum(chance for _, chance in question.chances) == 1


def test_a_hound_is_named_by_a_text() -> None:
    question = asked(exploring(band(), "faithful_stray"), {})
    assert isinstance(question, Ask)
    assert question.why == "What does Ilse call the hound?"


def test_somebody_without_a_name_begins_a_sentence_with_a_capital() -> None:
    state = with_band(band(), name="")
    outcome = finished(exploring(state, "the_watchers_eye"), {})
    assert outcome.story[0].startswith("A ball of light hung before unnamed Youngblood")
    outcome = finished(exploring(state, "local_gossip"), {})
    assert outcome.story[0].startswith("Unnamed Youngblood stood somebody a drink")
