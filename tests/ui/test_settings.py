"""Settings come back as they were, whatever happened to their file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mordcry_app import paths
from mordcry_app.ui import settings
from mordcry_app.ui.settings import Preferences, SettingsStore, read_preferences


def test_what_was_changed_is_there_for_the_next_run(mordcry_home: Path) -> None:
    SettingsStore().change(theme="dark", roster_split=(700, 300), sheet_choices={"fallen": False})
    values = SettingsStore().values
    assert (values.theme, values.roster_split) == ("dark", (700, 300))
    assert values.sheet_choices == {"fallen": False}
    assert (mordcry_home / "config" / settings.FILE_NAME).is_file()


def test_a_change_tells_which_fields_are_new_and_only_then() -> None:
    store, told = SettingsStore(), []
    store.changed.connect(told.append)
    store.change(theme="dark", opens_sheets=True)
    store.change(theme="dark")
    assert told == [frozenset({"theme"})]


def test_a_field_that_does_not_exist_is_our_mistake() -> None:
    with pytest.raises(TypeError):
        SettingsStore().change(colour="green")


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "null", '"text"', "\ud800", "[" * 100_000, "x" * 1_000_001],
    ids=["empty", "cut off", "list", "null", "text", "surrogate", "deep", "huge"],
)
def test_a_broken_file_costs_only_the_settings(content: str) -> None:
    file = paths.config_folder() / settings.FILE_NAME
    file.write_bytes(content.encode("utf-8", "surrogatepass"))
    assert read_preferences(file) == Preferences()
    SettingsStore().change(theme="light")
    assert SettingsStore().values.theme == "light"


def test_what_does_not_fit_its_field_takes_the_default_and_the_rest_stays() -> None:
    stored = {
        "theme": "purple",
        "paper": 4,
        "opens_sheets": "yes",
        "roster_split": [1, True],
        "places": {"a": {"page": "battle"}, "b": 3},
        "sheet_choices": [],
        "geometry": "00ff",
        "of another version": 1,
    }
    file = paths.config_folder() / settings.FILE_NAME
    file.write_text(json.dumps(stored))
    assert read_preferences(file) == Preferences(geometry="00ff", places={"a": {"page": "battle"}})


def test_two_windows_do_not_undo_each_others_settings() -> None:
    one, other = SettingsStore(), SettingsStore()
    one.change(theme="dark")
    other.change(paper="letter")
    assert (SettingsStore().values.theme, SettingsStore().values.paper) == ("dark", "letter")


def test_where_nothing_can_be_written_changes_hold_and_a_sentence_says_so(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    store = SettingsStore(blocked / "settings.json")
    store.change(theme="dark")
    assert store.values.theme == "dark"
    assert "cannot be saved" in store.problem


def test_places_are_kept_by_campaign_and_the_oldest_go(tmp_path: Path) -> None:
    store = SettingsStore()
    for number in range(40):
        store.remember_place(tmp_path / f"{number}.mordcry", page="battle")
    store.remember_place(tmp_path / "39.mordcry", roster=7)
    assert store.place(tmp_path / "39.mordcry") == {"page": "battle", "roster": 7}
    assert store.place(tmp_path / "0.mordcry") == {}
    assert len(SettingsStore().values.places) == 30


def test_new_campaigns_go_to_the_home_that_is_carried_along(mordcry_home: Path) -> None:
    assert SettingsStore().campaign_folder() == mordcry_home.resolve() / "campaigns"


def test_without_a_carried_home_they_go_to_the_documents(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    store = SettingsStore()
    monkeypatch.delenv(paths.HOME_VARIABLE)
    assert store.campaign_folder().name == "Mordcry"
    store.change(campaign_folder=str(tmp_path))
    assert store.campaign_folder() == tmp_path


def test_paper_is_the_usual_one_until_it_is_chosen() -> None:
    store = SettingsStore()
    assert store.paper() in settings.PAPERS
    store.change(paper="letter")
    assert store.paper() == "letter"
