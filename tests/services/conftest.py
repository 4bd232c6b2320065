"""Campaigns for the tests of the services: one is founded for all, each test has its own copy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mordcry_app.services import campaign_file
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.boards import finish
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.reading import campaign_view
from tests.services.corrections import OUT, answered_battle
from tests.services.worlds import copy_of, fight, found


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a campaign that was just founded; never open it, copy it."""
    folder = tmp_path_factory.mktemp("template")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MORDCRY_HOME", str(folder / "home"))
        with found(folder / "template.mordcry") as file:
            return file.path


@pytest.fixture(scope="session")
def answered_template(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a campaign with battle 1, its aftermath answered and not finished."""
    folder = tmp_path_factory.mktemp("answered")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MORDCRY_HOME", str(folder / "home"))
        with open_campaign(copy_of(template, folder, "answered.mordcry")) as file:
            answered_battle(file)
            return file.path


@pytest.fixture(scope="session")
def closed_template(answered_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a campaign with battle 1, its aftermath committed."""
    folder = tmp_path_factory.mktemp("closed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MORDCRY_HOME", str(folder / "home"))
        with open_campaign(copy_of(answered_template, folder, "closed.mordcry")) as file:
            finish(file, campaign_view(file).drafts[0].id)
            return file.path


@pytest.fixture
def answered_path(answered_template: Path, tmp_path: Path) -> Path:
    """A campaign with an answered aftermath, of this test’s own, that is not open."""
    return copy_of(answered_template, tmp_path, "answered.mordcry")


@pytest.fixture
def closed_path(closed_template: Path, tmp_path: Path) -> Path:
    """A campaign with a committed aftermath, of this test’s own, that is not open."""
    return copy_of(closed_template, tmp_path, "closed.mordcry")


@pytest.fixture
def closed(closed_path: Path) -> Iterator[CampaignFile]:
    """A campaign whose first battle has a committed aftermath, open; the battle has the id 1."""
    with open_campaign(closed_path) as opened:
        yield opened


@pytest.fixture
def path(template: Path, tmp_path: Path) -> Path:
    """A campaign file of this test’s own that is not open."""
    return copy_of(template, tmp_path, "campaign.mordcry")


@pytest.fixture
def file(path: Path) -> Iterator[CampaignFile]:
    """A campaign of this test’s own, open."""
    with open_campaign(path) as opened:
        yield opened


@pytest.fixture
def draft(file: CampaignFile) -> int:
    """The board after a battle in which members 1, 4 and 15 were put out; roster 1 can pay."""
    edits.adjust_resource(file, "crowns", 200, "found", roster_id=1)
    return fight(file, OUT)[1]


@pytest.fixture
def with_tiny_ruleset(monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a made-up ruleset in the place of those of the program; returns its folder."""
    folder = Path(__file__).parents[1] / "data"
    monkeypatch.setattr(campaign_file, "resources_folder", lambda: folder)
    return folder / "rulesets"
