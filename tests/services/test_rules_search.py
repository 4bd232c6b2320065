"""A search finds words wherever they stand, the best places first."""

from __future__ import annotations

import pytest

from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.ruleset import load_ruleset
from mordcry_app.services.campaign_file import rulesets_folder
from mordcry_app.services.rules_library import build_library
from mordcry_app.services.rules_library_views import LibraryEntry, LibraryRow, RulesLibrary
from mordcry_app.services.rules_search import MOST_HITS, RulesSearch, folded, found_spans


def page(title: str, text: str = "", also: tuple[str, ...] = ()) -> LibraryEntry:
    return LibraryEntry(f"topic:{title}", title, "Topic", "topic", (text,) if text else (), also)


def search_in(*entries: LibraryEntry) -> RulesSearch:
    return RulesSearch(RulesLibrary({entry.anchor: entry for entry in entries}, ()))


def titles(search: RulesSearch, wanted: str) -> list[str]:
    return [hit.title for hit in search.find(wanted)]


@pytest.fixture(scope="module")
def mordcry() -> RulesSearch:
    ruleset = load_ruleset(rulesets_folder(), "mordcry")
    return RulesSearch(build_library(ruleset, HouseRules(ruleset.content.house_rules)))


def test_the_order_is_name_beginning_word_and_text() -> None:
    search = search_in(
        page("Sheath", "It holds what was heated."),
        page("Rest", "Here they heal."),
        page("Theatre", "Nothing is played."),
        page("Doctor", "Costs crowns.", ("heat stroke",)),
        page("Red heat", "Glows."),
        page("Heat wave", "Warm."),
        page("Heat"),
        page("Fire", "There is heat in it."),
    )
    assert titles(search, "heat") == [
        "Heat",
        "Heat wave",
        "Red heat",
        "Sheath",
        "Theatre",
        "Doctor",
        "Fire",
    ]


def test_another_name_counts_like_a_name() -> None:
    search = search_in(page("WS tables"), page("Weapon Skill", "Hits.", ("WS",)))
    assert titles(search, "ws") == ["Weapon Skill", "WS tables"]


def test_every_word_must_stand_somewhere() -> None:
    search = search_in(page("Healer", "Costs 60 crowns."), page("Crowns", "Money."))
    assert titles(search, "crowns healer") == ["Healer"]
    assert titles(search, "crowns dragon") == []


def test_a_short_word_inside_another_is_worth_less_than_one_of_its_own() -> None:
    search = search_in(page("What follows"), page("Injury", "−1 WS for good."))
    assert titles(search, "ws") == ["Injury", "What follows"]


def test_nothing_typed_finds_nothing() -> None:
    assert search_in(page("Heat")).find("") == ()
    assert search_in(page("Heat")).find("  \t ") == ()


def test_rows_are_found_by_themselves_and_lists_once() -> None:
    rows = (
        LibraryRow("table:finds/purse", "Purse", "Ten crowns."),
        LibraryRow("item:club", "Club", "Heavy.", is_page=True),
    )
    table = LibraryEntry("table:finds", "Finds", "Table", "table", rows=rows)
    search = search_in(table)
    [purse] = search.find("purse")
    assert (purse.anchor, purse.where, purse.excerpt) == (
        "table:finds/purse",
        "Finds",
        "Ten crowns.",
    )
    assert search.find("club") == ()


def test_the_passage_begins_a_little_before_what_was_found() -> None:
    long = "One two three four five six seven eight nine ten eleven twelve thirteen dragon rises."
    [hit] = search_in(page("Tale", long)).find("dragon")
    assert hit.excerpt == "…twelve thirteen dragon rises."
    [near] = search_in(page("Tale", "A dragon rises.")).find("dragon")
    assert near.excerpt == "A dragon rises."


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("−1 WS", "-1 ws"),
        ("Captain’s 5″", "captain's 5\""),
        ("2D6 × 10", "2d6 x 10"),
        ("Éowyn", "eowyn"),
        ("Straße", "strasse"),
    ],
)
def test_how_text_is_compared(text: str, plain: str) -> None:
    assert folded(text) == plain


@pytest.mark.parametrize(
    ("text", "wanted", "spans"),
    [
        ("−1 WS and −1 BS", "-1", ((0, 2), (10, 12))),
        ("Healer", "heal ale", ((0, 5),)),
        ("Éowyn eats", "e", ((0, 1), (6, 7))),
        ("Straße", "strasse", ((0, 6),)),
        ("Nothing", "zebra", ()),
        ("Nothing", "", ()),
    ],
)
def test_where_words_stand(text: str, wanted: str, spans: tuple[tuple[int, int], ...]) -> None:
    assert found_spans(text, wanted) == spans


@pytest.mark.parametrize(
    ("wanted", "first"),
    [
        ("dead", "table:injury/dead"),
        ("ws", "stat:ws"),
        ("weapon skill", "stat:ws"),
        ("healer", "topic:healer"),
        ("the healer", "topic:healer"),
        ("spear", "item:spear"),
        ("hit table", "topic:hitting"),
        ("level up", "topic:advances"),
        ("blind", "trait:injury/eye_injury"),
        ("recruiting", "topic:recruiting"),
    ],
)
def test_what_players_look_for_comes_first(mordcry: RulesSearch, wanted: str, first: str) -> None:
    hits = mordcry.find(wanted)
    assert first in [hit.anchor for hit in hits[:2]], hits[:5]


def test_what_effects_do_is_found(mordcry: RulesSearch) -> None:
    found = [hit.anchor for hit in mordcry.find("misses the next battle")]
    assert "table:injury/grievously_wounded" in found


def test_there_is_an_end_to_what_is_found(mordcry: RulesSearch) -> None:
    assert len(mordcry.find("e")) == MOST_HITS
