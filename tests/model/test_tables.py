"""What must never be is forbidden by the database itself, whoever writes."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from sqlalchemy import JSON, Float, create_engine

from mordcry_app.model.tables import JSON_SHAPE, UNTRACKED, Row, now
from mordcry_app.services.schema import upgrade

BASIS = """
INSERT INTO player VALUES (1, 'Mira');
INSERT INTO roster(id, player_id, name, motto, theme, position) VALUES (1, 1, 'Vigil', '', '', 0);
INSERT INTO member(id, roster_id, name, archetype, state, position, tags, notes)
  VALUES (1, 1, 'Anselm', 'captain', 'active', 0, '[]', '');
INSERT INTO battle VALUES (1, 1, 'fought', '{}', '{}', '2026-01-01T00:00:00Z');
INSERT INTO operation VALUES (1, 'test', 'Test', '', '', 'done', '{}');
"""

CAMPAIGN = "INSERT INTO campaign VALUES ({id}, {name}, {ruleset}, 1, '{{}}', '')"
MEMBER = (
    "INSERT INTO member(roster_id, name, archetype, state, position, tags, notes) "
    "VALUES ({roster}, {name}, 'captain', {state}, 0, '[]', {notes})"
)
STAT = "INSERT INTO stat(member_id, key, value) VALUES (1, 'ws', {value})"
MODIFIER = (
    "INSERT INTO modifier(member_id, key, amount, arithmetic, source, ends, cause, condition) "
    "VALUES (1, 'ws', {amount}, {arithmetic}, '', {ends}, '', '')"
)
TRAIT = (
    "INSERT INTO trait(member_id, kind, ref, name, level, source, data) "
    "VALUES (1, 'skill', 'x', 'X', {level}, '', '{{}}')"
)
POSSESSION = (
    "INSERT INTO possession(member_id, roster_id, ref, slot, quantity, state) "
    "VALUES ({member}, {roster}, 'dagger', '', {quantity}, '{{}}')"
)
LEDGER = (
    "INSERT INTO ledger_entry(member_id, roster_id, resource, amount, reason, at) "
    "VALUES ({member}, {roster}, 'xp', {amount}, '', '')"
)
BATTLE = (
    "INSERT INTO battle(number, state, setup, record, at) "
    "VALUES ({number}, {state}, '{{}}', '{{}}', '')"
)
DRAFT = (
    "INSERT INTO draft(kind, battle_id, answers, about) VALUES ({kind}, {battle}, '{{}}', '{{}}')"
)
CHRONICLE = (
    "INSERT INTO chronicle_entry(text, written_by, at, kind, title, pictures) "
    "VALUES ({text}, {by}, '', {kind}, {title}, '[]')"
)
PENDING = (
    "INSERT INTO pending(member_id, roster_id, ref, amount, stat, condition, source, armed) "
    "VALUES ({member}, {roster}, 'gossip', {amount}, '', '', 'a tavern', 0)"
)
OPERATION = (
    "INSERT INTO operation(kind, label, group_key, at, status, detail) "
    "VALUES ('', '', '', '', {status}, '{{}}')"
)
LONG = "printf('%.*c', {}, 'x')".format


@pytest.fixture
def database() -> Iterator[sqlite3.Connection]:
    """A database in memory with the newest schema and one of each."""
    raw = sqlite3.connect(":memory:", isolation_level=None)
    engine = create_engine("sqlite://", creator=lambda: raw)
    with engine.connect() as connection:
        upgrade(connection)
        connection.commit()
        raw.executescript(BASIS)
        raw.execute("PRAGMA foreign_keys=ON")
        yield raw
    engine.dispose()
    raw.close()


ALLOWED = [
    CAMPAIGN.format(id=1, name="'A'", ruleset="'mordcry'"),
    CAMPAIGN.format(id=1, name=LONG(200), ruleset=LONG(64)),
    MEMBER.format(roster=1, name="''", state="'dead'", notes=LONG(20_000)),
    MEMBER.format(roster=1, name=LONG(200), state="'retired'", notes="''"),
    STAT.format(value=0),
    STAT.format(value=999),
    MODIFIER.format(amount=-999, arithmetic="'add'", ends="'permanent'"),
    MODIFIER.format(amount=1, arithmetic="'divide'", ends="'while_worn'"),
    MODIFIER.format(amount=0, arithmetic="'multiply'", ends="'battle'"),
    TRAIT.format(level=1),
    TRAIT.format(level=9999),
    POSSESSION.format(member=1, roster="NULL", quantity=1),
    POSSESSION.format(member="NULL", roster=1, quantity=9999),
    LEDGER.format(member=1, roster="NULL", amount=-1_000_000_000),
    LEDGER.format(member="NULL", roster=1, amount=1_000_000_000),
    BATTLE.format(number=2, state="'set_up'"),
    DRAFT.format(kind="'aftermath'", battle=1),
    DRAFT.format(kind="'muster'", battle="NULL"),
    CHRONICLE.format(text="'A'", by="'player'", kind="'entry'", title="'B'"),
    DRAFT.format(kind="'setup'", battle=1),
    DRAFT.format(kind="'amend'", battle=1),
    PENDING.format(member=1, roster="NULL", amount=-2),
    PENDING.format(member="NULL", roster=1, amount=9999),
    OPERATION.format(status="'abandoned'"),
]

FORBIDDEN = {
    "a second campaign": CAMPAIGN.format(id=2, name="'A'", ruleset="'mordcry'"),
    "a campaign without a name": CAMPAIGN.format(id=1, name="''", ruleset="'mordcry'"),
    "a campaign with too long a name": CAMPAIGN.format(id=1, name=LONG(201), ruleset="'m'"),
    "a campaign without a ruleset": CAMPAIGN.format(id=1, name="'A'", ruleset="''"),
    "a ruleset with too long a name": CAMPAIGN.format(id=1, name="'A'", ruleset=LONG(65)),
    "a member in no known state": MEMBER.format(roster=1, name="''", state="'lost'", notes="''"),
    "a member of no roster": MEMBER.format(roster=9, name="''", state="'active'", notes="''"),
    "a name too long": MEMBER.format(roster=1, name=LONG(201), state="'active'", notes="''"),
    "notes too long": MEMBER.format(roster=1, name="''", state="'active'", notes=LONG(20_001)),
    "a name that is none": MEMBER.format(roster=1, name="NULL", state="'active'", notes="''"),
    "a base value below 0": STAT.format(value=-1),
    "a base value above 999": STAT.format(value=1000),
    "a modifier above 999": MODIFIER.format(amount=1000, arithmetic="'add'", ends="'battle'"),
    "a division by 0": MODIFIER.format(amount=0, arithmetic="'divide'", ends="'battle'"),
    "a product below 0": MODIFIER.format(amount=-1, arithmetic="'multiply'", ends="'battle'"),
    "an unknown arithmetic": MODIFIER.format(amount=1, arithmetic="'power'", ends="'battle'"),
    "an end that is not known": MODIFIER.format(amount=1, arithmetic="'add'", ends="'never'"),
    "a trait without a level": TRAIT.format(level=0),
    "a trait of too high a level": TRAIT.format(level=10_000),
    "a possession of nobody": POSSESSION.format(member="NULL", roster="NULL", quantity=1),
    "a possession of two owners": POSSESSION.format(member=1, roster=1, quantity=1),
    "no units of a possession": POSSESSION.format(member=1, roster="NULL", quantity=0),
    "a possession of nobody there": POSSESSION.format(member=9, roster="NULL", quantity=1),
    "a ledger entry of nobody": LEDGER.format(member="NULL", roster="NULL", amount=1),
    "a ledger entry of two owners": LEDGER.format(member=1, roster=1, amount=1),
    "too much at once": LEDGER.format(member=1, roster="NULL", amount=1_000_000_001),
    "a battle with the number of another": BATTLE.format(number=1, state="'fought'"),
    "a battle without a number": BATTLE.format(number=0, state="'fought'"),
    "a battle in no known state": BATTLE.format(number=2, state="'lost'"),
    "a board of no known kind": DRAFT.format(kind="'party'", battle="NULL"),
    "a board of no battle": DRAFT.format(kind="'aftermath'", battle=9),
    "a line of story without words": CHRONICLE.format(
        text="''", by="'program'", kind="'line'", title="''"
    ),
    "a line of story by nobody": CHRONICLE.format(
        text="'A'", by="'somebody'", kind="'line'", title="''"
    ),
    "an entry of no known kind": CHRONICLE.format(
        text="'A'", by="'player'", kind="'song'", title="''"
    ),
    "an entry with an endless title": CHRONICLE.format(
        text="'A'", by="'player'", kind="'entry'", title=LONG(201)
    ),
    "a modifier that waits": MODIFIER.format(amount=1, arithmetic="'add'", ends="'next_battle'"),
    "something that waits for two": PENDING.format(member=1, roster=1, amount=1),
    "something that waits for nobody": PENDING.format(member="NULL", roster="NULL", amount=1),
    "something endless that waits": PENDING.format(member=1, roster="NULL", amount=10_000),
    "an operation in no known state": OPERATION.format(status="'lost'"),
    "a change of no operation": (
        "INSERT INTO change(operation_id, sequence, table_name, row_id) VALUES (9, 0, 'member', 1)"
    ),
    "a member that is still referred to, deleted": "DELETE FROM roster WHERE id = 1",
}


@pytest.mark.parametrize("statement", ALLOWED)
def test_what_may_be(database: sqlite3.Connection, statement: str) -> None:
    assert database.execute(statement).rowcount == 1


@pytest.mark.parametrize("statement", FORBIDDEN.values(), ids=FORBIDDEN.keys())
def test_what_must_never_be(database: sqlite3.Connection, statement: str) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        database.execute(statement)


@pytest.mark.parametrize(
    ("statement", "twice"),
    [
        (STAT.format(value=3), "UNIQUE constraint failed: stat.member_id, stat.key"),
        (TRAIT.format(level=1), "UNIQUE constraint failed: trait.member_id, trait.kind, trait.ref"),
        (DRAFT.format(kind="'aftermath'", battle=1), "UNIQUE constraint failed: draft"),
    ],
)
def test_what_there_is_once(database: sqlite3.Connection, statement: str, twice: str) -> None:
    database.execute(statement)
    with pytest.raises(sqlite3.IntegrityError, match=re.escape(twice)):
        database.execute(statement)


def test_tracked_columns_hold_what_images_restore_exactly() -> None:
    """No floats, and JSON that says what it holds."""
    for table in Row.metadata.sorted_tables:
        for column in table.columns:
            assert not isinstance(column.type, Float)
            assert isinstance(column.type, JSON) == (JSON_SHAPE in column.info)
            if table.name not in UNTRACKED:
                assert column.type.python_type is not bytes, f"{table.name}.{column.name}"


def test_every_reference_to_a_member_or_battle_is_found_quickly(
    database: sqlite3.Connection,
) -> None:
    """One member’s rows among many: 148 times slower without an index."""
    for query in (
        "SELECT * FROM modifier WHERE member_id = 1",
        "SELECT * FROM stat WHERE member_id = 1",
        "SELECT * FROM trait WHERE member_id = 1",
        "SELECT * FROM possession WHERE member_id = 1",
        "SELECT * FROM possession WHERE roster_id = 1",
        "SELECT * FROM ledger_entry WHERE member_id = 1 AND resource = 'xp'",
        "SELECT * FROM ledger_entry WHERE roster_id = 1",
        "SELECT * FROM ledger_entry WHERE battle_id = 1",
        "SELECT * FROM chronicle_entry WHERE member_id = 1",
        "SELECT * FROM change WHERE member_id = 1",
        "SELECT * FROM change WHERE operation_id = 1 ORDER BY sequence",
        "SELECT * FROM operation WHERE status = 'done' ORDER BY id DESC LIMIT 1",
        "SELECT * FROM roll WHERE battle_id = 1",
    ):
        [(*_, plan)] = database.execute(f"EXPLAIN QUERY PLAN {query}").fetchall()
        assert "USING INDEX" in plan, query


def test_the_present_is_written_to_the_second() -> None:
    moment = datetime.strptime(now(), "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    assert abs((datetime.now(UTC) - moment).total_seconds()) < 5
