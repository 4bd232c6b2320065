"""Suggested names are new, can be re-rolled, and come from the themes that are installed."""

from __future__ import annotations

import pytest

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.naming import (
    suggest_campaign,
    suggest_fighter,
    suggest_motto,
    suggest_warband,
    themes,
)
from mordcry_app.services.text_checks import clean_name


def test_there_are_themes_with_names_of_their_own() -> None:
    found = themes()
    assert len(found) >= 2
    assert len({theme.id for theme in found}) == len(found)
    assert all(theme.name and theme.text for theme in found)


@pytest.mark.parametrize("theme", [theme.id for theme in themes()])
def test_two_warbands_of_ten_have_twenty_names(theme: str) -> None:
    taken: list[str] = []
    for _ in range(20):
        name = suggest_fighter(theme, taken)
        assert name == clean_name(name)
        assert name not in taken
        taken.append(name)
    first = suggest_warband(theme)
    assert suggest_warband(theme, [first]) != first
    assert suggest_motto(theme)


def test_a_seed_gives_the_same_names() -> None:
    theme = themes()[0].id
    for suggest in (suggest_fighter, suggest_warband, suggest_motto):
        assert suggest(theme, (), SeededRandom(4)) == suggest(theme, (), SeededRandom(4))
    assert suggest_campaign((), SeededRandom(4)) == suggest_campaign((), SeededRandom(4))


def test_a_campaign_that_is_taken_is_not_suggested() -> None:
    name = suggest_campaign((), SeededRandom(4))
    assert suggest_campaign([name], SeededRandom(4)) != name


def test_an_unknown_theme() -> None:
    with pytest.raises(Refusal, match="no names of the kind “pirates”"):
        suggest_fighter("pirates")
