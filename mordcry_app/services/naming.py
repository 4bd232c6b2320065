"""Suggests names for campaigns, warbands and fighters from the themes that are installed."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from mordcry_app.paths import resources_folder
from mordcry_app.rules.dice import RandomSource, SecureRandom
from mordcry_app.rules.names import (
    CampaignNames,
    NameTheme,
    campaign_name,
    load_campaign_names,
    load_themes,
)
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.views import ChoiceView


def themes() -> tuple[ChoiceView, ...]:
    """Return the themes that warbands may have."""
    return tuple(ChoiceView(theme.id, theme.name, theme.text) for theme in _themes().values())


def suggest_campaign(taken: Collection[str] = (), random: RandomSource | None = None) -> str:
    """Return a name for a campaign."""
    return campaign_name(_campaign_names(), random or SecureRandom(), taken)


def suggest_warband(
    theme: str, taken: Collection[str] = (), random: RandomSource | None = None
) -> str:
    """Return a name for a warband of a theme that is not in `taken`."""
    return _theme(theme).warband(random or SecureRandom(), taken)


def suggest_fighter(
    theme: str, taken: Collection[str] = (), random: RandomSource | None = None
) -> str:
    """Return a name for a fighter of a theme that is not in `taken`."""
    return _theme(theme).fighter(random or SecureRandom(), taken)


def suggest_motto(
    theme: str, taken: Collection[str] = (), random: RandomSource | None = None
) -> str:
    """Return a motto for a warband of a theme."""
    return _theme(theme).motto(random or SecureRandom(), taken)


@lru_cache(maxsize=1)
def _themes() -> dict[str, NameTheme]:
    return load_themes(resources_folder() / "names")


@lru_cache(maxsize=1)
def _campaign_names() -> CampaignNames:
    return load_campaign_names(resources_folder() / "names")


def _theme(theme: str) -> NameTheme:
    found = _themes().get(theme)
    if found is None:
        raise Refusal(f"There are no names of the kind “{theme}”.")
    return found
