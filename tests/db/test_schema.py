"""The migrations, the recorded schemas and the model say the same."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine

from mordcry_app.model.tables import Row
from mordcry_app.paths import database_folder
from mordcry_app.services.schema import (
    expected_schema,
    known_revisions,
    newest_revision,
    read_schema,
    schemas_folder,
    upgrade,
)


@contextmanager
def migrated(revision: str = "head") -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        upgrade(connection, revision)
        yield connection
    engine.dispose()


def raw_of(connection: Connection) -> sqlite3.Connection:
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw


def parts(sql: str) -> tuple[str, frozenset[str]]:
    """Return what a statement makes, and its columns and constraints in any order."""
    head, bracket, body = sql.partition("(")
    if not bracket:
        return sql, frozenset()
    found: list[str] = []
    depth, text = 0, ""
    for letter in body.rstrip().removesuffix(")"):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            found.append(text)
            text = ""
        else:
            text += letter
    return head.strip(), frozenset(re.sub(r"\s+", " ", part).strip() for part in [*found, text])


@pytest.mark.parametrize("revision", known_revisions())
def test_the_recorded_schema_is_what_the_migrations_lead_to(revision: str) -> None:
    with migrated(revision) as connection:
        assert read_schema(raw_of(connection)) == expected_schema(revision)


def test_every_migration_has_a_recorded_schema_and_there_is_one_line_of_them() -> None:
    scripts = ScriptDirectory(str(database_folder()))
    assert scripts.get_current_head() == newest_revision()
    revisions = [script.revision for script in scripts.walk_revisions()]
    assert list(reversed(revisions)) == list(known_revisions())
    assert sorted(path.stem for path in schemas_folder().iterdir()) == sorted(revisions)


def test_alembic_finds_nothing_that_the_migrations_lack() -> None:
    with migrated() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Row.metadata) == []


def test_the_model_makes_the_same_tables_with_the_same_constraints() -> None:
    """Alembic compares neither constraints nor AUTOINCREMENT."""
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        Row.metadata.create_all(connection)
        of_model = {row[:2]: parts(row[3]) for row in read_schema(raw_of(connection))}
    engine.dispose()
    of_migrations = {
        row[:2]: parts(row[3])
        for row in expected_schema(newest_revision())
        if "alembic_version" not in row[2]
    }
    assert of_model == of_migrations


def test_every_table_keeps_its_ids() -> None:
    tables = [row for row in expected_schema(newest_revision()) if row[0] == "table"]
    ours = [row for row in tables if row[1] in Row.metadata.tables]
    assert len(ours) == len(Row.metadata.tables) == 19
    assert all("PRIMARY KEY AUTOINCREMENT" in sql for *_, sql in ours)


def test_nothing_in_the_schema_acts_by_itself() -> None:
    assert {row[0] for row in expected_schema(newest_revision())} == {"table", "index"}
    assert not any("CASCADE" in row[3].upper() for row in expected_schema(newest_revision()))


def test_migrations_lead_to_the_same_schema_each_time() -> None:
    """A migration that writes constraints in any order would leave files that nobody opens."""
    found: list[object] = []
    for _ in range(3):
        with migrated() as connection:
            found.append(read_schema(raw_of(connection)))
    assert found[0] == found[1] == found[2]


def test_migrations_can_be_run_a_second_time() -> None:
    with migrated() as connection:
        before = read_schema(raw_of(connection))
        upgrade(connection)
        assert read_schema(raw_of(connection)) == before


def test_alembic_runs_on_the_command_line_on_a_database_in_memory(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    from alembic import command
    from alembic.config import Config

    database = tmp_path_factory.mktemp("alembic") / "database.sqlite"
    monkeypatch.setenv("MORDCRY_DATABASE_URL", f"sqlite:///{database}")
    config = Config()
    config.set_main_option("script_location", str(database_folder()))
    command.upgrade(config, "head")
    with closing(sqlite3.connect(database)) as raw:
        assert read_schema(raw) == expected_schema(newest_revision())
