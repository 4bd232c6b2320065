"""The search at the market: how it is made, what it finds, who buys it and who cannot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from mordcry_app.rules.effects import Gain, Lose
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import (
    Answer,
    Branch,
    Choose,
    Procedure,
    Question,
    Roll,
    every_branch,
)
from mordcry_app.rules.state import Carried, Pending, State
from mordcry_app.rulesets.mordcry.market import outlook, rarity_of, search
from tests.rulesets.mordcry.deltas import RARE_PAIR, UNCOMMON_PAIR, changes, small_book
from tests.rulesets.mordcry.helpers import (
    RUIN,
    asked,
    book_with,
    campaign,
    d66,
    fighter,
    finished,
    given,
    picked,
    rolled,
)

KEY = "market/1"
HOW, TEST, ROLL, BUY = f"{KEY}/how", f"{KEY}/test", f"{KEY}/roll", f"{KEY}/find/buy"
DRAW = f"{KEY}/find/draw"


def band(*, renown: int = 0, crowns: int = 400, **first: object) -> State:
    """Return a warband of Ilse (who searches), Hask and a hound, and a rival of another one."""
    ilse = replace(fighter(1, "Ilse", renown=renown), **first)  # type: ignore[arg-type]
    return campaign(
        ilse,
        fighter(2, "Hask", carried=["dagger", "dagger"]),
        replace(fighter(3, "Rook"), archetype="hound", tags=frozenset({"beast"})),
        replace(fighter(4, "Wren"), state="dead"),
        fighter(9, "Orla", roster_id=RUIN, renown=50),
        crowns={1: crowns, RUIN: 500},
    )


def searching(state: State, *, real: bool = False, **chosen: str | int) -> Callable[[], Procedure]:
    book = book_with(**chosen) if real else small_book(**chosen)
    return lambda: search(book, state, 1, 6, KEY)


def options(question: Question) -> dict[str, str]:
    assert isinstance(question, Choose)
    return {option.id: option.refused for option in question.options}


def question_after(state: State, answers: Mapping[str, Answer], **chosen: str | int) -> Question:
    return asked(searching(state, **chosen), answers)


def changed(state: State, answers: Mapping[str, Answer], **chosen: str | int) -> frozenset[str]:
    outcome = finished(searching(state, **chosen), answers)
    return changes(state, apply_effects(state, outcome.effects))


def found_uncommon(**more: Answer) -> dict[str, Answer]:
    """Return the answers of a search by test that finds the Bone Charm, at 40 crowns."""
    return {
        HOW: picked("test"),
        TEST: rolled("d6", 6),
        ROLL: rolled("2d6", 4, 4),
        DRAW: rolled("d2", 1),
        **more,
    }


# ------------------------------------------------------------------------------ how to search


def test_ways_to_search() -> None:
    first = question_after(band(), {})
    assert isinstance(first, Choose)
    assert first.alike == "market"
    assert [(o.id, o.label) for o in first.options] == [
        ("test", "Search, Intelligence test for +1"),
        ("no", "Do not search"),
    ]
    famous = question_after(band(renown=29), {})
    assert isinstance(famous, Choose)
    assert [(o.id, o.label) for o in famous.options] == [
        ("renown", "Search, +2 for renown"),
        ("test", "Search, Intelligence test for +1"),
        ("no", "Do not search"),
    ]


def test_not_searching_changes_nothing_and_keeps_what_waits() -> None:
    state = band(pending=(Pending("market_bonus", "Trader’s Caravan, battle 5"),))
    outcome = finished(searching(state), {HOW: picked("no")})
    assert (outcome.effects, outcome.story) == ((), ())


@pytest.mark.parametrize(("renown", "bonus"), [(9, 0), (10, 1), (19, 1), (20, 2), (35, 3)])
def test_renown_helps_and_is_kept(renown: int, bonus: int) -> None:
    state = band(renown=renown)
    assert ("renown" in options(question_after(state, {}))) == bool(bonus)
    if bonus:
        roll = question_after(state, {HOW: picked("renown")})
        assert isinstance(roll, Roll)
        assert roll.why == f"Ilse searches the market, +{bonus}"
        assert roll.chances == outlook(bonus)
        assert changed(state, {HOW: picked("renown"), ROLL: rolled("2d6", 1, 2)}) == frozenset()


def test_renown_that_is_spent() -> None:
    state = band(renown=35)
    ways = question_after(state, {}, market_renown="spent")
    assert isinstance(ways, Choose)
    assert [(o.id, o.label) for o in ways.options] == [
        ("test", "Search, Intelligence test for +1"),
        ("renown", "Search, +3 for 30 renown"),
        ("renown_2", "Search, +2 for 20 renown"),
        ("renown_1", "Search, +1 for 10 renown"),
        ("no", "Do not search"),
    ]
    for way, bonus in (("renown", 3), ("renown_2", 2), ("renown_1", 1)):
        answers: dict[str, Answer] = {HOW: picked(way), ROLL: rolled("2d6", 1, 2)}
        roll = question_after(state, {HOW: picked(way)}, market_renown="spent")
        assert isinstance(roll, Roll)
        assert roll.chances == outlook(bonus)
        paid = changed(state, answers, market_renown="spent")
        assert paid == {f"Ilse renown -{10 * bonus}"}


def test_nobody_pays_for_more_than_can_help() -> None:
    ways = options(question_after(band(renown=500), {}, market_renown="spent"))
    assert len(ways) == 2 + 9
    answers: dict[str, Answer] = {
        HOW: picked("renown"),
        ROLL: rolled("2d6", 1, 1),
        DRAW: rolled("d2", 1),
        BUY: picked("leave"),
    }
    assert changed(band(renown=500), answers, market_renown="spent") == {"Ilse renown -90"}


def test_the_renown_of_the_whole_warband_where_it_is_pooled() -> None:
    state = band(renown=4)
    pool = replace(state.rosters[1], resources={"crowns": 400, "renown": 20})
    ways = question_after(state.with_roster(pool), {}, renown_owner="warband")
    assert isinstance(ways, Choose)
    assert ways.options[0].label == "Search, +2 for renown"


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_the_intelligence_test(face: int) -> None:
    roll = question_after(band(), {HOW: picked("test"), TEST: rolled("d6", face)})
    assert isinstance(roll, Roll)
    assert roll.chances == outlook(1 if face <= 3 else 0)


def test_gloves_help_in_the_test() -> None:
    state = band(carried=(Carried("scriveners_gloves"),))
    test = question_after(state, {HOW: picked("test")})
    assert isinstance(test, Roll)
    assert dict(test.chances)["passes"] == Fraction(4, 6)
    roll = question_after(state, {HOW: picked("test"), TEST: rolled("d6", 4)})
    assert isinstance(roll, Roll)
    assert roll.chances == outlook(1)


def test_what_waits_for_the_search_is_added_and_used_up() -> None:
    bonus = Pending("market_bonus", "Trader’s Caravan, battle 5")
    state = band(renown=10, pending=(bonus, bonus, Pending("gossip", "Local Gossip, battle 5")))
    roll = question_after(state, {HOW: picked("renown")})
    assert isinstance(roll, Roll)
    assert roll.chances == outlook(4)
    answers: dict[str, Answer] = {HOW: picked("renown"), ROLL: rolled("2d6", 1, 2)}
    assert changed(state, answers) == {"Ilse waits market_bonus -2", "Ilse waits gossip -1"}


@pytest.mark.parametrize("crowns", [0, 5, 20, 21])
def test_gossip_swindles_with_a_double_one(crowns: int) -> None:
    state = band(crowns=crowns, pending=(Pending("gossip", "Local Gossip, battle 5"),))
    answers: dict[str, Answer] = {
        HOW: picked("test"),
        TEST: rolled("d6", 6),
        ROLL: rolled("2d6", 1, 1),
    }
    outcome = finished(searching(state), answers)
    after = apply_effects(state, outcome.effects)
    assert after.rosters[1].amount("crowns") == max(0, crowns - 20)
    assert outcome.story[0] == "The gossip was a trap: Ilse was relieved of 20 crowns."
    assert [e.reason for e in outcome.effects if isinstance(e, Lose)] == [
        "Ilse was swindled, after battle 6"
    ]


def test_a_double_one_without_gossip_costs_nothing() -> None:
    answers: dict[str, Answer] = {
        HOW: picked("test"),
        TEST: rolled("d6", 6),
        ROLL: rolled("2d6", 1, 1),
    }
    assert changed(band(), answers) == frozenset()


def test_the_mark_of_the_coin() -> None:
    waits = Pending("market_bonus", "Trader’s Caravan, battle 5")
    state = band(carried=(Carried("mark_of_the_coin"),), pending=(waits,))
    assert list(options(question_after(state, {}))) == ["test", "mark_of_the_coin", "no"]
    answers: dict[str, Answer] = {
        HOW: picked("mark_of_the_coin"),
        DRAW: rolled("d2", 1),
        BUY: picked("finder"),
    }
    assert changed(state, answers) == {
        "Ilse mark_of_the_coin -1",
        "Ilse bone_charm +1",
        "crowns -40",
    }


def test_luck_may_turn_a_search_that_found_nothing() -> None:
    state = band(carried=(Carried("crystal_vial_of_aether"),))
    answers: dict[str, Answer] = {
        HOW: picked("test"),
        TEST: rolled("d6", 1),
        ROLL: rolled("2d6", 2, 2),
    }
    question = question_after(state, answers)
    assert isinstance(question, Choose)
    assert question.key == f"{KEY}/help"
    stand = changed(state, {**answers, question.key: picked(question.options[0].id)})
    assert stand == frozenset()
    helped = {**answers, question.key: picked(question.options[1].id)}
    helped |= {DRAW: rolled("d2", 1), BUY: picked("leave")}
    assert changed(state, helped) == {"Ilse crystal_vial_of_aether -1"}


# ------------------------------------------------------------------------------ what is found


@pytest.mark.parametrize("bonus", [0, 1, 2, 3])
def test_the_outlook_is_exact(bonus: int) -> None:
    pairs = [a + b + bonus for a in range(1, 7) for b in range(1, 7)]
    rare = sum(total >= 11 for total in pairs)
    uncommon = sum(8 <= total <= 10 for total in pairs)
    assert dict(outlook(bonus)) == {
        "nothing": Fraction(36 - rare - uncommon, 36),
        "uncommon": Fraction(uncommon, 36),
        "rare": Fraction(rare, 36),
    }


def test_what_a_total_finds() -> None:
    assert [rarity_of(total) for total in range(2, 8)] == [""] * 6
    assert [rarity_of(total) for total in (8, 9, 10)] == ["uncommon"] * 3
    assert [rarity_of(total) for total in (11, 12, 15)] == ["rare"] * 3


@pytest.mark.parametrize("bonus", [0, 1, 2, 3])
def test_every_branch(bonus: int) -> None:
    state = band(renown=10 * bonus)
    how = "renown" if bonus else "test"
    start: dict[str, Answer] = {HOW: picked(how)}
    if not bonus:
        start[TEST] = rolled("d6", 6)
    chances = {"nothing": Fraction(0), "uncommon": Fraction(0), "rare": Fraction(0)}
    bought: set[frozenset[str]] = set()
    for branch in every_branch(given(searching(state), start)):
        check(state, branch)
        bought.add(changes(state, apply_effects(state, branch.outcome.effects)))
        if branch.answers.get(BUY, picked("leave")) == picked("leave"):
            chances[FOUND[branch.outcome.summary]] += branch.chance
    assert chances == dict(outlook(bonus))
    assert bought == EVERY_PURCHASE


FOUND = {
    "found nothing": "nothing",
    "found Bone Charm and left it": "uncommon",
    "found Hunter’s Bow and left it": "uncommon",
    "found Libram of Lost Saints and left it": "rare",
    "found Crown of Thorns and left it": "rare",
}

EVERY_PURCHASE = {
    frozenset[str](),
    *(
        frozenset({f"crowns -{price}", f"{bearer} {item} +1"})
        for item, price in (("bone_charm", 40), ("hunters_bow", 30), ("crown_of_thorns", 190))
        for bearer in ("Ilse", "Hask", "stash")
        if (bearer, item) != ("Hask", "hunters_bow")  # who has two daggers
    ),
    frozenset({"crowns -25", "stash libram_of_lost_saints +1"}),
    *(
        frozenset(
            {
                "crowns -25",
                f"{name} libram_of_lost_saints +1",
                f"{name} taken libram_of_lost_saints 1",
                *lost,
            }
        )
        for name in ("Ilse", "Hask")
        for lost in ((), (f"{name} int -2 while_worn",))
    ),
}


def check(state: State, branch: Branch) -> None:
    after = apply_effects(state, branch.outcome.effects)
    assert after.rosters[1].amount("crowns") >= 0
    for untouched in (3, 4, 9):
        assert after.members[untouched] == state.members[untouched]
    assert after.rosters[RUIN] == state.rosters[RUIN]
    assert branch.outcome.story
    assert all(line.endswith(".") and line[0].isupper() for line in branch.outcome.story)
    assert branch.outcome.summary
    for effect in branch.outcome.effects:
        if isinstance(effect, Lose) and effect.resource == "crowns":
            assert effect.reason.startswith("Bought ")
            assert effect.reason.endswith(", after battle 6")
        assert not isinstance(effect, Gain)


# --------------------------------------------------------------------------------- who buys it


def test_the_offer() -> None:
    question = question_after(band(), found_uncommon())
    assert isinstance(question, Choose)
    assert question.why == "Bone Charm for 40 crowns: does Ilse buy it?"
    assert [(o.id, o.label) for o in question.options] == [
        ("leave", "Leave it"),
        ("finder", "Buy it for Ilse (40 crowns)"),
        ("stash", "Buy it for the stash (40 crowns)"),
        ("for_2", "Buy it for Hask (40 crowns)"),
    ]


def test_many_other_fighters_are_asked_for_apart() -> None:
    crowd = band()
    for number in range(20, 28):
        crowd = crowd.with_member(fighter(number, f"F{number}"))
    question = question_after(crowd, found_uncommon())
    assert isinstance(question, Choose)
    assert list(options(question)) == ["leave", "finder", "stash", "other"]
    who = question_after(crowd, found_uncommon(**{BUY: picked("other")}))
    assert isinstance(who, Choose)
    assert who.key == f"{BUY}/who"
    assert list(options(who)) == ["for_2", *(f"for_{number}" for number in range(20, 28))]
    answers = found_uncommon(**{BUY: picked("other"), f"{BUY}/who": picked("for_21")})
    assert changed(crowd, answers) == {"crowns -40", "F21 bone_charm +1"}
    poor = crowd.with_roster(replace(crowd.rosters[1], resources={"crowns": 3}))
    refused = options(question_after(poor, found_uncommon()))
    assert refused["leave"] == ""
    assert all("It costs 40" in refused[name] for name in ("finder", "stash", "other"))


def test_nobody_else_who_can_carry_it_is_said() -> None:
    crowd = band()
    armed = [Carried("dagger", 2)]
    for number in range(20, 28):
        crowd = crowd.with_member(replace(fighter(number), carried=tuple(armed)))
    bow = found_uncommon(**{DRAW: rolled("d2", 2)})
    found = options(question_after(crowd, bow))
    assert (found["finder"], found["other"]) == ("", "Nobody else can carry it.")


def test_too_few_crowns() -> None:
    short = "It costs 40 crowns, and The Ashen Vigil has 39."
    found = options(question_after(band(crowns=39), found_uncommon()))
    assert found == {"leave": "", "finder": short, "stash": short, "for_2": short}
    exactly = changed(band(crowns=40), found_uncommon(**{BUY: picked("stash")}))
    assert exactly == {"crowns -40", "stash bone_charm +1"}


def test_full_hands_and_two_suits() -> None:
    bow = found_uncommon(**{DRAW: rolled("d2", 2)})
    found = options(question_after(band(), bow))
    assert found["finder"] == ""
    assert found["for_2"].startswith("Hask has two weapons at most, and these are 3: ")
    armoured = band(carried=(Carried("leather_armour"),))
    answers: dict[str, Answer] = {
        HOW: picked("test"),
        TEST: rolled("d6", 6),
        ROLL: rolled("2d6", 6, 6),
        DRAW: d66(23),
    }
    suit = asked(searching(armoured, real=True), answers)
    assert isinstance(suit, Choose)
    assert suit.why == "Armor of the Lost Baron for 250 crowns: does Ilse buy it?"
    assert options(suit)["finder"] == "Ilse can wear one suit of armour, not 2."
    assert options(suit)["for_2"] == ""


def test_what_is_bought_for_somebody_else_is_tried_by_that_one() -> None:
    answers: dict[str, Answer] = {
        HOW: picked("test"),
        TEST: rolled("d6", 6),
        ROLL: rolled("2d6", 6, 6),
        DRAW: rolled("d2", 1),
        BUY: picked("for_2"),
    }
    test = question_after(band(), answers)
    assert isinstance(test, Roll)
    assert test.why.startswith("Willpower test, Hask:")
    assert dict(test.chances)["passes"] == Fraction(5, 6)


def test_stories() -> None:
    bought = finished(searching(band()), found_uncommon(**{BUY: picked("for_2")}))
    assert bought.story[-1] == "Hask took the Bone Charm."
    stashed = finished(searching(band()), found_uncommon(**{BUY: picked("stash")}))
    assert stashed.story[-1] == "The Bone Charm went to the stash."
    left = finished(searching(band()), found_uncommon(**{BUY: picked("leave")}))
    assert left.summary == "found Bone Charm and left it"


def test_every_item_of_both_tables_can_be_found() -> None:
    rich = band(crowns=10_000)
    for face, rarity in ((4, "uncommon"), (6, "rare")):
        answers: dict[str, Answer] = {
            HOW: picked("test"),
            TEST: rolled("d6", 6),
            ROLL: rolled("2d6", face, face),
        }
        for place in range(36):
            total = 10 * (place // 6 + 1) + place % 6 + 1
            question = asked(searching(rich, real=True), {**answers, DRAW: d66(total)})
            if rarity == "rare" and place >= 25:
                assert isinstance(question, Roll)
                assert question.key == f"{KEY}/find/draw/draw"
            else:
                assert isinstance(question, Choose)
                assert question.key == BUY


def test_a_blank_that_is_nothing() -> None:
    answers: dict[str, Answer] = {
        HOW: picked("test"),
        TEST: rolled("d6", 6),
        ROLL: rolled("2d6", 6, 6),
        DRAW: d66(66),
    }
    outcome = finished(searching(band(), real=True, rare_blanks="nothing"), answers)
    assert outcome.effects == ()
    assert outcome.story == ("Ilse heard of something rare, but it was gone.",)


def test_the_pair_of_the_tests_is_in_the_catalogue() -> None:
    items = book_with().content.items
    assert {items[ref].rarity for ref in UNCOMMON_PAIR} == {"uncommon"}
    assert {items[ref].rarity for ref in RARE_PAIR} == {"rare"}
