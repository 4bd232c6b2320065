"""A campaign goes on with the content that it was played with, until its players say otherwise."""

from __future__ import annotations

import json
import shutil
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import campaign_file
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.checking import check_file
from mordcry_app.services.content_pins import (
    accept_content,
    content_changes,
    keeps_what_cannot_be_used,
    newer_content,
)
from mordcry_app.services.content_store import digest_of
from mordcry_app.services.founding import NewCampaign, NewRoster, create_campaign
from mordcry_app.services.history import history_view, redo, undo
from mordcry_app.services.house_content import save_data
from mordcry_app.services.reading import campaign_view
from tests.services.worlds import dump

DATA = Path(__file__).parents[1] / "data"


def installed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *changes: tuple[str, str, str]
) -> None:
    """Install the made-up ruleset with texts in its files replaced, as another version of it."""
    shutil.copytree(DATA / "rulesets", folder / "rulesets")
    for file, old, new in changes:
        path = folder / "rulesets" / "tiny" / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
    monkeypatch.setattr(campaign_file, "resources_folder", lambda: folder)


NEWER = (
    ("ruleset.toml", "content_version = 1", "content_version = 2"),
    ("weapons.toml", "price = 4", "price = 6"),
    ("traits.toml", 'name = "Limp"', 'name = "Hobble"'),
    ("archetypes.toml", "count = 2", "count = 3"),
    ("tables/scar.toml", 'text = "A limp."', 'text = "A hobble."'),
    ("house_rules.toml", 'name = "Loot"', 'name = "Booty"'),
)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign that was founded with the first version of a made-up ruleset; it is closed."""
    installed(tmp_path / "one", monkeypatch)
    rosters = (NewRoster("Ann", "Firsts", fighter_names=("Anna", "Bert", "Cord")),)
    path = tmp_path / "tiny.mordcry"
    with create_campaign(path, NewCampaign("Small", "tiny", rosters)) as file:
        edits.give_item(file, "stick", member_id=1)
        edits.give_item(file, "stick", roster_id=1)
    return path


@pytest.fixture
def newer(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the second version of the ruleset."""
    del path
    installed(tmp_path / "two", monkeypatch, *NEWER)


def price(file: CampaignFile) -> int:
    return file.ruleset.content.items["stick"].price


def sql(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(statement, values)


def test_with_the_content_that_is_shipped_nothing_is_unpacked(path: Path) -> None:
    with open_campaign(path) as file:
        assert file.ruleset is file.shipped.ruleset
        assert newer_content(file) is None
        with pytest.raises(Refusal, match="plays with the newest content already"):
            accept_content(file)
    assert check_file(path) == ()


@pytest.mark.usefixtures("newer")
def test_newer_content_changes_nothing_by_itself(path: Path) -> None:
    with open_campaign(path) as file:
        assert price(file) == 4
        assert not keeps_what_cannot_be_used(file)
        assert file.ruleset.content.trait("injury", "limp") is not None
        assert file.ruleset.content.house_rules["loot"].name == "Booty", "the engine’s own"
        assert file.ruleset.manifest.content_version == 2
        newer = newer_content(file)
        assert newer is not None
        assert (newer.version, newer.shipped_version) == (1, 2)
        assert newer.sentence == "Newer content is available: 4 things would change."
        found = {(c.kind, c.ref): c for c in newer.changes}
        assert list(found) == [
            ("trait", "limp"), ("archetype", "scrapper"), ("weapon", "stick"), ("row:scar", "limp"),
        ]  # fmt: skip
        stick = found["weapon", "stick"]
        assert [(c.label, c.old, c.new) for c in stick.changes] == [("Price", "4", "6")]
        assert stick.touches == "Anna and the stash of Firsts have it."
        assert found["archetype", "scrapper"].touches == "Bert and Cord are such."
        assert found["trait", "limp"].touches == ""
        assert price(file) == 4
    assert check_file(path) == ()


@pytest.mark.usefixtures("newer")
def test_accepting_is_one_operation_that_can_be_taken_back(path: Path) -> None:
    with open_campaign(path) as file:
        start = dump(path)
        touched = accept_content(file)
        assert touched.label == "House content: went on to version 2 of the printed content"
        assert price(file) == 6
        assert file.ruleset is file.shipped.ruleset
        assert content_changes(file) == ()
        end = dump(path)
        undo(file)
        assert price(file) == 4
        assert dump(path) == start
        redo(file)
        assert price(file) == 6
        assert dump(path) == end
    with open_campaign(path) as file:
        assert price(file) == 6
    assert check_file(path) == ()


@pytest.mark.usefixtures("newer")
def test_house_content_lies_over_kept_content(path: Path) -> None:
    own = {"kind": "weapon", "name": "Pole", "damage": 3, "price": 11}
    with open_campaign(path) as file:
        save_data(file, "weapon", "stick", own)
        assert price(file) == 11
        [stick] = [c for c in content_changes(file) if c.ref == "stick"]
        assert stick.is_kept
        accept_content(file)
        assert price(file) == 11
        assert file.ruleset.content.traits["injury", "limp"].name == "Hobble"


def test_house_content_that_does_not_fit_newer_content_is_said_first(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_campaign(path) as file:
        row = {"on": "2–4", "name": "Limp", "text": "", "effects": []}
        save_data(file, "row:scar", "limp", row)
    installed(
        tmp_path / "two", monkeypatch, ("tables/scar.toml", 'on = "2–4"', 'on = "2–3"'),
        ("tables/scar.toml", 'on = "5"', 'on = "4–5"'),
    )  # fmt: skip
    with open_campaign(path) as file:
        before = dump(path)
        with pytest.raises(Refusal, match=r"does not fit the newer content: House content, table"):
            accept_content(file)
        assert dump(path) == before


def test_things_that_come_and_go(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path / "two", monkeypatch, ("weapons.toml", 'id = "stick"', 'id = "pole"'))
    with open_campaign(path) as file:
        found = {change.ref: change for change in content_changes(file)}
        assert {ref: change.status for ref, change in found.items()} == {
            "pole": "new",
            "stick": "goes",
        }
        assert found["stick"].touches == "Anna and the stash of Firsts have it."
        accept_content(file)
        campaign_view(file)


def test_a_campaign_from_before_pins_keeps_content_from_its_first_change_on(path: Path) -> None:
    sql(path, "DELETE FROM change WHERE table_name = 'custom_row'")
    sql(path, "DELETE FROM custom_row")
    sql(path, "DELETE FROM attachment")
    with open_campaign(path) as file:
        assert file.content.stored.pin is None
        operations = len(history_view(file).operations)
        edits.rename_campaign(file, "Other")
        assert len(history_view(file).operations) == operations + 1
        undo(file)
    assert check_file(path) == ()
    with open_campaign(path) as file:
        assert file.content.stored.pin is not None
        while history_view(file).undo_label:
            undo(file)
    with open_campaign(path) as file:
        assert file.content.stored.pin is not None


@pytest.mark.usefixtures("newer")
def test_content_that_does_not_fit_the_engine_any_more_is_said(path: Path) -> None:
    files = {"weapons.toml": "[[weapon]]\nid = 'stick'\n"}
    keep(path, files)
    with open_campaign(path) as file:
        assert price(file) == 6
        [trouble] = file.content.troubles
        assert trouble.startswith("The content that this campaign was played with does not fit")
        assert "Content of this campaign/weapons.toml, weapon 1 (stick)" in trouble
        assert keeps_what_cannot_be_used(file)
        accept_content(file)
        assert file.content.troubles == ()


def keep(path: Path, files: object, digest: str | None = None) -> None:
    """Make a campaign keep some files, as somebody might who means harm."""
    data = zlib.compress(json.dumps(files).encode())
    sql(path, "UPDATE attachment SET data = ?", data)
    digest = digest_of(files) if digest is None and isinstance(files, dict) else digest
    sql(path, "UPDATE custom_row SET data = json_set(data, '$.sha256', ?)", digest or "0")


@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"ruleset.toml": "engine = 'os:system'"}, "holds a file that is no content"),
        ({"../weapons.toml": ""}, "holds a file that is no content"),
        ({"a/b/c.toml": ""}, "holds a file that is no content"),
        ({"/etc/passwd": ""}, "holds a file that is no content"),
        ({"weapons.py": ""}, "holds a file that is no content"),
        ({f"a{n}.toml": "" for n in range(300)}, "is damaged"),
        ({"weapons.toml": "#" * 3_000_000}, "is too large or cut off"),
        (["weapons.toml"], "is damaged"),
        (3, "is damaged"),
    ],
)
def test_kept_files_are_hostile_until_they_were_looked_at(
    path: Path, files: object, reason: str
) -> None:
    keep(path, files)
    with open_campaign(path) as file:
        assert price(file) == 6, "the shipped content stands in"
        [trouble] = file.content.troubles
        assert trouble.startswith("The content that this campaign has kept cannot be used: it ")
        assert reason in trouble


@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE attachment SET data = x'00ff'",
        "UPDATE attachment SET data = substr(data, 1, length(data) - 9)",
        "UPDATE custom_row SET data = json_set(data, '$.attachment', 99)",
        "UPDATE custom_row SET data = json_remove(data, '$.attachment')",
        "UPDATE custom_row SET data = json_set(data, '$.sha256', 'x')",
        "UPDATE custom_row SET data = json_set(data, '$.content_version', 'one')",
        "UPDATE custom_row SET data = '{}'",
    ],
)
def test_a_pin_that_was_tampered_with_is_not_used(path: Path, statement: str) -> None:
    sql(path, statement)
    with open_campaign(path) as file:
        assert price(file) == 6
        assert len(file.content.troubles) == 1
        accept_content(file)
        assert file.content.troubles == ()
        assert price(file) == 6
