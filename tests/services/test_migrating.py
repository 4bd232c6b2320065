"""An older file is backed up, migrated and checked; a migration that fails leaves it as it was."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from mordcry_app.paths import data_folder, database_folder
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import file_locks, migrating, schema
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.campaign_file import open_campaign
from mordcry_app.services.checking import check_file
from mordcry_app.services.connections import connect_read_only
from mordcry_app.services.history import redo, undo
from mordcry_app.services.reading import campaign_view
from tests.services.worlds import (
    change_behind_our_back,
    copy_of,
    dump,
    fight,
    fingerprint,
    found,
    ids_by_name,
)

MIGRATION = '''
"""A made-up third revision."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade():
{body}
'''

GOOD = """
    op.execute(
        "CREATE TABLE new_member ("
        "id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, roster_id INTEGER NOT NULL, "
        "name VARCHAR NOT NULL, nickname VARCHAR DEFAULT '' NOT NULL, archetype VARCHAR NOT NULL, "
        "state VARCHAR NOT NULL, position INTEGER NOT NULL, tags JSON NOT NULL, "
        "notes VARCHAR NOT NULL, portrait_id INTEGER, left_battle_id INTEGER, "
        "CONSTRAINT fk_member_roster_id FOREIGN KEY(roster_id) REFERENCES roster (id))"
    )
    op.execute("INSERT INTO new_member SELECT id, roster_id, name, 'Old ' || name, archetype, "
               "state, position, tags, notes, portrait_id, left_battle_id FROM member")
    op.drop_table("member")
    op.rename_table("new_member", "member")
    op.create_index("ix_member_roster_id", "member", ["roster_id"])
    op.add_column("roster", sa.Column("colour", sa.String(), server_default="red"))
"""
FAILS = GOOD + '    raise RuntimeError("a bug")\n'
BREAKS = GOOD + '    op.execute("DELETE FROM roster WHERE id = 1")\n'
STRAYS = GOOD + '    op.execute("CREATE TABLE left_over (id INTEGER)")\n'

NewProgram = Callable[[str], None]


@pytest.fixture
def new_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NewProgram]:
    """Turn the program into one that knows a third revision."""
    folder = tmp_path / "db"
    shutil.copytree(database_folder(), folder, ignore=shutil.ignore_patterns("__pycache__"))

    def install(body: str) -> None:
        monkeypatch.setattr(schema, "database_folder", lambda: folder)
        migration = folder / "versions" / "0003_made_up.py"
        migration.write_text(MIGRATION.format(body=GOOD), encoding="utf-8")
        engine = create_engine("sqlite://")
        with engine.connect() as connection:
            schema.upgrade(connection)
            raw = connection.connection.driver_connection
            recorded = schema.read_schema(raw)  # type: ignore[arg-type]
        engine.dispose()
        (folder / "schemas" / "0003.json").write_text(json.dumps(recorded), encoding="utf-8")
        migration.write_text(MIGRATION.format(body=body), encoding="utf-8")
        schema.known_revisions.cache_clear()
        schema.expected_schema.cache_clear()

    yield install
    monkeypatch.undo()
    schema.known_revisions.cache_clear()
    schema.expected_schema.cache_clear()


def nicknames(path: Path) -> list[str]:
    with closing(connect_read_only(path)) as raw:
        return [row[0] for row in raw.execute("SELECT nickname FROM member ORDER BY id")]


def backups() -> list[Path]:
    return sorted((data_folder() / "backups").glob("*"))


def test_an_older_file_is_backed_up_migrated_and_checked(
    path: Path, new_program: NewProgram
) -> None:
    with open_campaign(path) as file:
        fight(file, {"Anselm": "Krato"})
    before = dump(path)
    new_program(GOOD)
    with open_campaign(path) as file:
        assert not file.read_only
        assert campaign_view(file).drafts[0].title == "Aftermath of battle 1"
        assert len(campaign_view(file).rosters[0].members) == 10
    assert nicknames(path)[:2] == ["Old Anselm", "Old Berta"]
    after = dump(path)
    rebuilt = {"member", "roster"}
    assert {name: rows for name, rows in after.items() if name not in rebuilt} == {
        name: rows for name, rows in before.items() if name not in rebuilt
    }
    [backup] = backups()
    assert backup.name == "campaign-before-update-1.mordcry"
    assert dump(backup) == before
    assert sorted(p.name for p in path.parent.iterdir()) == ["campaign.mordcry", "db"]


def test_the_second_opening_has_nothing_to_do(path: Path, new_program: NewProgram) -> None:
    new_program(GOOD)
    open_campaign(path).close()
    after = fingerprint(path)
    open_campaign(path).close()
    assert fingerprint(path) == after
    assert len(backups()) == 1


def test_files_of_one_name_have_backups_of_their_own(
    path: Path, template: Path, tmp_path: Path, new_program: NewProgram
) -> None:
    (tmp_path / "other").mkdir()
    other = copy_of(template, tmp_path / "other", path.name)
    long = copy_of(template, tmp_path, "ä" * 110 + ".mordcry")
    new_program(GOOD)
    for each in (path, other, long):
        open_campaign(each).close()
    names = [backup.name for backup in backups()]
    assert names[:2] == ["campaign-before-update-1.mordcry", "campaign-before-update-2.mordcry"]
    assert names[2].startswith("ä" * 70)


def test_what_was_done_before_can_still_be_taken_back(path: Path, new_program: NewProgram) -> None:
    """Images of old rows lack the new column; what they do not know is left alone."""
    with open_campaign(path) as file:
        edits.rename_member(file, 1, "Ansgar")
        edits.set_notes(file, 2, "Limps.")
    new_program(GOOD)
    with open_campaign(path) as file:
        undo(file)
        undo(file)
        assert "Anselm" in ids_by_name(file)
        redo(file)
        redo(file)
        edits.rename_member(file, 3, "Conrad")
    assert nicknames(path)[:3] == ["Old Ansgar", "Old Berta", "Old Cuno"]
    assert check_file(path) == ()


def test_a_new_campaign_has_the_new_schema(tmp_path: Path, new_program: NewProgram) -> None:
    new_program(GOOD)
    with found(tmp_path / "new") as file:
        assert nicknames(file.path) == [""] * 20


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (FAILS, "a bug"),
        (BREAKS, "broken references"),
        (STRAYS, "did not lead to the recorded schema"),
    ],
)
def test_a_migration_that_fails_leaves_the_file_as_it_was(
    path: Path, new_program: NewProgram, body: str, error: str
) -> None:
    before = fingerprint(path)
    new_program(body)
    with pytest.raises(RuntimeError, match=error):
        open_campaign(path)
    assert fingerprint(path) == before
    assert sorted(p.name for p in path.parent.iterdir()) == ["campaign.mordcry", "db"]
    new_program(GOOD)
    with open_campaign(path) as file:
        assert not file.read_only


def test_without_a_backup_there_is_no_migration(
    path: Path, new_program: NewProgram, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    new_program(GOOD)
    before = fingerprint(path)
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setattr(migrating, "data_folder", lambda: tmp_path / "file")
    with pytest.raises(Refusal, match="no backup of it could be written"):
        open_campaign(path)
    assert fingerprint(path) == before


def test_an_older_file_that_cannot_be_written_is_refused(
    path: Path, new_program: NewProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_program(GOOD)
    before = fingerprint(path)
    monkeypatch.setattr(file_locks.os, "access", lambda *_: False)
    with pytest.raises(
        Refusal, match=r"older version and must be converted first.*write-protected"
    ):
        open_campaign(path)
    assert fingerprint(path) == before
    assert backups() == []


def test_a_check_converts_nothing(path: Path, new_program: NewProgram) -> None:
    new_program(GOOD)
    before = fingerprint(path)
    [finding] = check_file(path)
    assert finding.startswith("The file is sound, of an older version")
    assert fingerprint(path) == before


def test_a_planted_trigger_in_an_older_file_is_found_before_it_acts(
    path: Path, new_program: NewProgram
) -> None:
    change_behind_our_back(
        path, "CREATE TRIGGER wipe AFTER UPDATE ON member BEGIN DELETE FROM stat; END"
    )
    new_program(GOOD)
    before = fingerprint(path)
    with pytest.raises(Refusal, match="not built like a campaign"):
        open_campaign(path)
    assert fingerprint(path) == before
