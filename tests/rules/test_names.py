"""Invented names: what the shipped lists hold, and how names are drawn from them."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from mordcry_app.paths import resources_folder
from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.names import (
    CampaignNames,
    Gender,
    NameTheme,
    campaign_name,
    load_campaign_names,
    load_themes,
)
from mordcry_app.rules.schema import ContentError

FOLDER = resources_folder() / "names"
THEMES = ["night_watch", "river_folk", "scavengers", "sellswords", "wild_hunters", "zealots"]


@pytest.fixture(scope="module")
def themes() -> dict[str, NameTheme]:
    """Return the shipped themes."""
    return load_themes(FOLDER)


def test_the_shipped_themes(themes: dict[str, NameTheme]) -> None:
    assert list(themes) == THEMES
    names = [theme.name for theme in themes.values()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("theme_id", THEMES)
def test_a_shipped_theme_is_rich_and_fits_a_sheet(
    themes: dict[str, NameTheme], theme_id: str
) -> None:
    theme = themes[theme_id]
    assert len(theme.given()) >= 40
    assert len(set(theme.given())) == len(theme.given())
    assert len(theme.bynames) >= 25
    assert len(theme.first) >= 20
    assert len(theme.second) >= 20
    assert len(theme.mottos) >= 12
    fighters = [f"{given} {byname}" for given, byname in product(theme.given(), theme.bynames)]
    assert max(map(len, fighters)) <= 32
    warbands = [
        pattern.format(first=first, second=second)
        for pattern in theme.warband_patterns
        for first, second in product(theme.first, theme.second)
    ]
    assert max(map(len, warbands)) <= 40
    words = [*theme.given(), *theme.bynames, *theme.first, *theme.second]
    assert all(re.fullmatch(r"[A-Za-z’' -]+", word) for word in words)
    assert all(motto.endswith((".", "!", "?")) and len(motto) <= 60 for motto in theme.mottos)


def test_themes_do_not_share_their_words(themes: dict[str, NameTheme]) -> None:
    given = [name for theme in themes.values() for name in theme.given()]
    assert sorted({name for name in given if given.count(name) > 1}) == []
    mottos = [motto for theme in themes.values() for motto in theme.mottos]
    assert len(set(mottos)) == len(mottos)


def test_a_warband_of_ten_has_ten_different_names_of_both_kinds(
    themes: dict[str, NameTheme],
) -> None:
    random = SeededRandom("ten")
    for theme in themes.values():
        taken: list[str] = []
        for _ in range(10):
            taken.append(theme.fighter(random, taken))
        firsts = [name.split(" ", 1)[0] for name in taken]
        rests = [name.split(" ", 1)[1] for name in taken]
        assert len(set(firsts)) == 10
        assert len(set(rests)) == 10
        assert set(firsts) <= set(theme.given())
        assert set(rests) <= set(theme.bynames)


def test_the_same_seed_gives_the_same_names_and_another_re_rolls(
    themes: dict[str, NameTheme],
) -> None:
    theme = themes["zealots"]
    one, same, other = (SeededRandom(seed) for seed in ("a", "a", "b"))
    first = [theme.fighter(one, ()), theme.warband(one, ()), theme.motto(one)]
    assert [theme.fighter(same, ()), theme.warband(same, ()), theme.motto(same)] == first
    assert [theme.fighter(other, ()), theme.warband(other, ()), theme.motto(other)] != first


@pytest.mark.parametrize("gender", ["masculine", "feminine", "neutral"])
def test_given_names_follow_the_wish(themes: dict[str, NameTheme], gender: Gender) -> None:
    random = SeededRandom(gender)
    for theme in themes.values():
        drawn = {theme.fighter(random, (), gender).split(" ", 1)[0] for _ in range(40)}
        assert drawn <= set(theme.given(gender))
        assert set(theme.neutral) <= set(theme.given(gender))


def letters(count: int, start: str) -> list[str]:
    return [start + chr(ord("a") + n // 26) + chr(ord("a") + n % 26) for n in range(count)]


SMALL: dict[str, Any] = {
    "id": "small",
    "name": "Small",
    "text": "",
    "masculine": letters(5, "M"),
    "feminine": letters(5, "F"),
    "neutral": letters(5, "N"),
    "bynames": letters(25, "the "),
    "warband_patterns": ["{first} {second}"],
    "first": letters(20, "A"),
    "second": letters(20, "B"),
    "mottos": letters(12, "Motto "),
}


def test_a_name_that_is_taken_is_not_given_again_whatever_its_capitals() -> None:
    theme = NameTheme.model_validate(SMALL)
    every = [f"{given} {byname}" for given, byname in product(theme.neutral, theme.bynames)]
    free = every.pop(77)
    taken = [name.upper() for name in every]
    for seed in range(5):
        assert theme.fighter(SeededRandom(seed), taken, "neutral") == free


def test_when_all_names_are_taken_a_number_follows() -> None:
    theme = NameTheme.model_validate(SMALL)
    taken = [f"{given} {byname}" for given, byname in product(theme.neutral, theme.bynames)]
    second = theme.fighter(SeededRandom(1), taken, "neutral")
    assert second.endswith(" 2")
    assert second.removesuffix(" 2") in taken
    third = theme.fighter(SeededRandom(1), [*taken, second], "neutral")
    assert third == second.removesuffix(" 2") + " 3"


def test_given_names_are_shared_only_when_there_are_no_others() -> None:
    theme = NameTheme.model_validate(SMALL)
    random = SeededRandom(5)
    taken: list[str] = []
    for _ in range(15):
        taken.append(theme.fighter(random, taken))
    assert len({name.split(" ", 1)[0] for name in taken}) == 15
    taken.append(theme.fighter(random, taken))
    assert len({name.split(" ", 1)[0] for name in taken}) == 15
    assert len({name.split(" ", 1)[1] for name in taken}) == 16


def test_warbands_and_mottos_do_not_repeat_themselves() -> None:
    theme = NameTheme.model_validate(SMALL)
    random = SeededRandom(3)
    warbands: list[str] = []
    for _ in range(400):
        warbands.append(theme.warband(random, warbands))
    assert len(set(warbands)) == 400
    assert theme.warband(random, warbands).endswith(" 2")
    mottos: list[str] = []
    for _ in range(12):
        mottos.append(theme.motto(random, mottos))
    assert sorted(mottos) == sorted(theme.mottos)
    assert theme.motto(random, mottos) in theme.mottos


def test_names_of_campaigns() -> None:
    names = load_campaign_names(FOLDER)
    random = SeededRandom(2)
    taken: list[str] = []
    for _ in range(100):
        taken.append(campaign_name(names, random, taken))
    assert len(set(taken)) == 100
    assert all("{" not in name and len(name) <= 40 for name in taken)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"bynames": letters(24, "x")}, "at least 25"),
        ({"first": letters(19, "x")}, "at least 20"),
        ({"mottos": letters(11, "x")}, "at least 12"),
        ({"neutral": letters(4, "x")}, "at least 5"),
        ({"bynames": [*letters(25, "x"), "xaa"]}, "“xaa” stands twice"),
        ({"warband_patterns": []}, "at least 1"),
        ({"warband_patterns": ["The {first}"]}, "needs {first} and {second}, once each"),
        ({"warband_patterns": ["{first} {first} {second}"]}, "once each"),
        ({"warband_patterns": ["{first} {second} {third}"]}, "once each"),
        ({"masculine": letters(5, "F")}, "“Faa” is also among the masculine names"),
        ({"titles": ["x"]}, "Extra inputs are not permitted"),
    ],
)
def test_a_theme_that_is_too_poor_is_refused(fields: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        NameTheme.model_validate(SMALL | fields)


def test_a_theme_is_called_after_its_file(tmp_path: Path) -> None:
    (tmp_path / "themes").mkdir()
    source = (FOLDER / "themes" / "zealots.toml").read_text(encoding="utf-8")
    (tmp_path / "themes" / "saints.toml").write_text(source, encoding="utf-8")
    with pytest.raises(ContentError, match=r"^themes/saints\.toml, id: must be the file's name"):
        load_themes(tmp_path)


def test_a_folder_without_themes_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="themes: holds no theme"):
        load_themes(tmp_path)
    with pytest.raises(ContentError, match=r"campaign\.toml: the file is missing"):
        load_campaign_names(tmp_path)


def test_campaign_names_need_both_parts() -> None:
    good = {"patterns": ["{first} of {second}"], "first": SMALL["first"], "second": SMALL["second"]}
    assert campaign_name(CampaignNames.model_validate(good), SeededRandom(1)).startswith("A")
    with pytest.raises(ValidationError, match="once each"):
        CampaignNames.model_validate(good | {"patterns": ["{second}"]})
