"""A unit of work sees every write, keeps all of it or nothing, and says what it touched."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from mordcry_app.model.tables import (
    Attachment,
    Campaign,
    LedgerEntry,
    Member,
    Modifier,
    Player,
    Possession,
    Roster,
    Stat,
    Trait,
)
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.connections import connect_read_only
from mordcry_app.services.history import redo, undo
from mordcry_app.services.state_reader import current_state
from mordcry_app.services.unit_of_work import UntrackedWriteError, Work, blank_row, unit_of_work
from tests.services.worlds import dump, fingerprint, ids_by_name, operations

Changes = list[tuple[str, int, dict[str, object], dict[str, object]]]


def changes_of_last(path: Path) -> Changes:
    """Return table, row, image before and image after of the newest operation, in order."""
    with closing(connect_read_only(path)) as raw:
        rows = raw.execute(
            "SELECT table_name, row_id, before, after FROM change "
            "WHERE operation_id = (SELECT max(id) FROM operation) ORDER BY sequence"
        ).fetchall()
    return [
        (name, row_id, json.loads(before or "null"), json.loads(after or "null"))
        for name, row_id, before, after in rows
    ]


# ---------------------------------------------------------------------------- what is kept


def test_a_new_row_has_an_image_after_it(file: CampaignFile) -> None:
    with unit_of_work(file, "Gave renown", "test") as work:
        row_id = work.add(LedgerEntry, member_id=1, resource="renown", amount=3, reason="A song")
    [(table, changed_id, before, after)] = changes_of_last(file.path)
    assert (table, changed_id, before) == ("ledger_entry", row_id, None)
    assert after["amount"] == 3
    assert after["reason"] == "A song"
    assert after["battle_id"] is None
    assert str(after["at"]).endswith("Z")


def test_a_changed_row_has_both_images(file: CampaignFile) -> None:
    with unit_of_work(file, "Renamed", "test") as work:
        work.change(Member, 1, name="Ansgar")
    [(table, row_id, before, after)] = changes_of_last(file.path)
    assert (table, row_id) == ("member", 1)
    assert before["name"] == "Anselm"
    assert after == {**before, "name": "Ansgar"}


def test_a_removed_row_has_an_image_before_it(file: CampaignFile) -> None:
    with unit_of_work(file, "Removed", "test") as work:
        work.remove(Stat, 1)
    [(table, row_id, before, after)] = changes_of_last(file.path)
    assert (table, row_id, after) == ("stat", 1, None)
    assert before["member_id"] == 1


def test_each_change_of_one_row_has_its_images(file: CampaignFile) -> None:
    start = dump(file.path)
    with unit_of_work(file, "Renamed twice", "test") as work:
        for name in ("One", "Two", "Two", "Three"):
            work.change(Member, 1, name=name)
        work.remove(Stat, 1)
        work.change(Member, 1, tags=["tired"])
    names = [(b["name"], a["name"]) for table, _, b, a in changes_of_last(file.path) if a]
    assert names == [("Anselm", "One"), ("One", "Two"), ("Two", "Three"), ("Three", "Three")]
    end = dump(file.path)
    undo(file)
    assert dump(file.path) == start
    redo(file)
    assert dump(file.path) == end


def test_a_row_that_comes_and_goes_leaves_nothing(file: CampaignFile) -> None:
    start = dump(file.path)
    with unit_of_work(file, "Came and went", "test") as work:
        player = work.add(Player, name="Nobody")
        work.change(Player, player, name="Somebody")
        work.remove(Player, player)
    assert [(b is None, a is None) for _, _, b, a in changes_of_last(file.path)] == [
        (True, False),
        (False, False),
        (False, True),
    ]
    assert dump(file.path) == start
    undo(file)
    redo(file)
    assert dump(file.path) == start


def test_many_rows_are_written_at_once_the_new_ones_last(file: CampaignFile) -> None:
    """A new row may take the place of one that goes: a trait is there once."""
    with unit_of_work(file, "Hurt", "test") as work:
        old = work.add(Trait, member_id=1, kind="injury", ref="x", name="X")
    start = dump(file.path)
    with unit_of_work(file, "Hurt anew", "test") as work:
        gone = work.get(Trait, old)
        other = work.get(Member, 2)
        work.write(Member, changed=[(other, {**other, "notes": "Saw it."}), (other, other)])
        [new] = work.write(
            Trait,
            removed=[gone],
            added=[{"member_id": 1, "kind": "injury", "ref": "x", "name": "X", "level": 3}],
        )
    assert new == old + 1
    assert [(t, i, b is None, a is None) for t, i, b, a in changes_of_last(file.path)] == [
        ("member", 2, False, False),
        ("trait", old, False, True),
        ("trait", new, True, False),
    ]
    end = dump(file.path)
    undo(file)
    assert dump(file.path) == start
    redo(file)
    assert dump(file.path) == end


def test_what_is_not_given_has_its_default(file: CampaignFile) -> None:
    with unit_of_work(file, "Gave", "test") as work:
        row_id = work.add(Possession, member_id=1, ref="dagger")
        assert work.get(Possession, row_id) == {
            "id": row_id,
            "member_id": 1,
            "roster_id": None,
            "ref": "dagger",
            "slot": "",
            "quantity": 1,
            "state": {},
            "grid_x": None,
            "grid_y": None,
        }
    assert blank_row(Trait)["data"] is not blank_row(Trait)["data"]


def test_rows_that_are_not_there(file: CampaignFile) -> None:
    with unit_of_work(file, "Nobody", "test") as work:
        assert work.find(Member, 99) is None
        for call in (work.get, work.change, work.remove):
            with pytest.raises(LookupError, match="no member 99"):
                call(Member, 99)
    assert work.touched.is_nothing


def test_an_unknown_column_is_an_error(file: CampaignFile) -> None:
    def misspell() -> None:
        with unit_of_work(file, "Misspelt", "test") as work:
            work.change(Member, 1, nmae="Ansgar")

    with pytest.raises(LookupError, match="member has other columns: nmae"):
        misspell()
    assert len(operations(file.path)) == 1


# ---------------------------------------------------------------------------- what is an error


def in_bulk(work: Work, statement: object) -> None:
    Session(bind=work.connection).execute(statement)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "write",
    [
        lambda work: work.connection.execute(update(Member).values(name="All")),
        lambda work: work.connection.execute(delete(Modifier)),
        lambda work: work.connection.execute(insert(Player), [{"name": "Bulk"}]),
        lambda work: work.connection.execute(text("UPDATE member SET name = 'All'")),
        lambda work: work.connection.execute(text("DELETE FROM modifier")),
        lambda work: in_bulk(work, update(Member).values(name="All")),
        lambda work: in_bulk(work, insert(Player).values(name="Bulk")),
        lambda work: Session(bind=work.connection).bulk_save_objects([Player(name="Bulk")]),
        lambda work: work.connection.begin_nested(),
        lambda work: work.connection.exec_driver_sql("/* sly */ DELETE FROM modifier"),
        lambda work: work.connection.exec_driver_sql("INSERT\nINTO player(name) VALUES ('x')"),
        lambda work: work.connection.exec_driver_sql("REPLACE INTO player(name) VALUES ('x')"),
        lambda work: work.connection.exec_driver_sql("WITH a AS (SELECT 1) DELETE FROM modifier"),
        lambda work: work.connection.exec_driver_sql("DROP TABLE modifier"),
        lambda work: work.connection.exec_driver_sql("PRAGMA foreign_keys=OFF"),
    ],
)
def test_a_write_past_the_unit_of_work_is_an_error(
    file: CampaignFile, write: Callable[[Work], object]
) -> None:
    start = dump(file.path)

    def work_slyly() -> None:
        with unit_of_work(file, "Sly", "test") as work:
            work.change(Member, 2, name="Changed as well")
            write(work)

    with pytest.raises(UntrackedWriteError):
        work_slyly()
    assert dump(file.path) == start
    assert len(operations(file.path)) == 1


def test_queries_are_no_error(file: CampaignFile) -> None:
    with unit_of_work(file, "Looked", "test") as work:
        assert work.connection.execute(select(Member.name)).first() == ("Anselm",)
        assert work.connection.exec_driver_sql(" select 1").scalar_one() == 1


# ---------------------------------------------------------------------------- all or nothing


def test_nothing_changed_is_no_operation(file: CampaignFile) -> None:
    before = fingerprint(file.path)
    with unit_of_work(file, "Renamed", "test") as work:
        work.change(Member, 1, name="Anselm", tags=[])
        work.write(Member)
    assert work.touched.is_nothing
    assert len(operations(file.path)) == 1
    assert fingerprint(file.path) == before


def test_nothing_changed_keeps_what_can_be_redone(file: CampaignFile) -> None:
    with unit_of_work(file, "Renamed", "test") as work:
        work.change(Member, 1, name="Ansgar")
    undo(file)
    with unit_of_work(file, "Nothing", "test"):
        pass
    redo(file)
    assert "Ansgar" in ids_by_name(file)


@pytest.mark.parametrize("error", [Refusal("No."), RuntimeError("bug"), KeyboardInterrupt()])
def test_an_exception_rolls_everything_back(file: CampaignFile, error: BaseException) -> None:
    start = fingerprint(file.path)

    def fail() -> None:
        with unit_of_work(file, "Failed", "test") as work:
            work.change(Member, 1, name="Ansgar")
            work.add(Player, name="Third")
            raise error

    with pytest.raises(type(error)):
        fail()
    assert fingerprint(file.path) == start
    with unit_of_work(file, "Works again", "test") as work:
        work.change(Member, 1, name="Ansgar")
    assert work.touched.members == {1}


def test_a_broken_constraint_rolls_everything_back(file: CampaignFile) -> None:
    start = fingerprint(file.path)

    def fail() -> None:
        with unit_of_work(file, "Failed", "test") as work:
            work.change(Member, 1, name="Ansgar")
            work.change(Member, 1, state="confused")

    with pytest.raises(IntegrityError):
        fail()
    assert fingerprint(file.path) == start


def test_a_broken_reference_rolls_everything_back(file: CampaignFile) -> None:
    start = fingerprint(file.path)

    def fail() -> None:
        with unit_of_work(file, "Failed", "test") as work:
            work.add(Stat, member_id=99, key="ws", value=3)

    with pytest.raises(IntegrityError):
        fail()
    assert fingerprint(file.path) == start


def test_a_refused_row_that_somebody_swallows_is_not_in_the_log(file: CampaignFile) -> None:
    """SQLite takes the one statement back; what was written before it stays, log and all."""
    with unit_of_work(file, "Careless", "test") as work:
        work.change(Member, 1, name="Ansgar")
        with pytest.raises(IntegrityError):
            work.change(Member, 2, state="confused")
    assert [(t, i) for t, i, *_ in changes_of_last(file.path)] == [("member", 1)]
    undo(file)
    assert "Anselm" in ids_by_name(file)


def test_what_was_read_before_a_failed_write_still_holds(file: CampaignFile) -> None:
    def fail() -> None:
        with unit_of_work(file, "Failed", "test") as work:
            assert work.state().members[1].name == "Anselm"
            work.change(Member, 1, name="Ansgar")
            assert work.state().members[1].name == "Ansgar"
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with file.reading() as connection:
        assert current_state(file, connection).members[1].name == "Anselm"


# ---------------------------------------------------------------------------- what is told


def test_touched_names_tables_members_and_rosters(file: CampaignFile) -> None:
    with unit_of_work(file, "Much", "test") as work:
        work.change(Member, 3, name="Kuno")
        work.add(Modifier, member_id=4, key="ws", amount=1, source="x", ends="permanent")
        work.add(LedgerEntry, roster_id=2, resource="crowns", amount=1, reason="x")
        work.created["thing"] = 5
        work.label = "Much was done"
    touched = work.touched
    assert touched.label == "Much was done"
    assert touched.tables == {"member", "modifier", "ledger_entry"}
    assert touched.members == {3, 4}
    assert touched.rosters == {1, 2}
    assert touched.created == {"thing": 5}
    assert touched.operation_id == 2
    assert not touched.everything
    assert operations(file.path)[-1] == ("test", "Much was done", "done")


def test_a_player_touches_the_warband_that_shows_its_name(file: CampaignFile) -> None:
    with unit_of_work(file, "Renamed a player", "test") as work:
        work.change(Player, 2, name="Johanna")
    assert work.touched.rosters == {2}
    assert undo(file).rosters == {2}


def test_a_removed_row_touches_its_member(file: CampaignFile) -> None:
    with unit_of_work(file, "Removed", "test") as work:
        of_seven = select(Stat.id).where(Stat.member_id == 7)  # type: ignore[arg-type]
        work.remove(Stat, work.connection.execute(of_seven).scalars().first() or 0)
    assert work.touched.members == {7}


def test_touched_is_not_known_before_the_end(file: CampaignFile) -> None:
    with unit_of_work(file, "Early", "test") as work, pytest.raises(RuntimeError, match="after"):
        _ = work.touched


def test_an_image_is_stored_without_being_part_of_the_log(file: CampaignFile) -> None:
    with unit_of_work(file, "Crest", "test") as work:
        picture = work.add(Attachment, sha256="0" * 64, media_type="image/png", data=b"\x89PNG")
        work.change(Roster, 1, crest_id=picture)
    assert [table for table, *_ in changes_of_last(file.path)] == ["roster"]


def test_a_long_label_is_cut(file: CampaignFile) -> None:
    with unit_of_work(file, "X" * 2000, "test") as work:
        work.change(Campaign, 1, name="Other")
    assert operations(file.path)[-1][1] == "X" * 500


def test_the_detail_of_an_operation_is_kept(file: CampaignFile) -> None:
    with unit_of_work(file, "Detail", "test") as work:
        work.detail["answers"] = {"a": 1}
        work.change(Campaign, 1, name="Other")
    with closing(connect_read_only(file.path)) as raw:
        [(detail,)] = raw.execute("SELECT detail FROM operation ORDER BY id DESC LIMIT 1")
    assert json.loads(detail) == {"answers": {"a": 1}}


# ---------------------------------------------------------------------------- the file


def test_the_file_is_one_file_at_rest(file: CampaignFile) -> None:
    with unit_of_work(file, "Renamed", "test") as work:
        work.change(Member, 1, name="Ansgar")
        assert sorted(p.name for p in file.path.parent.iterdir()) == [
            "campaign.mordcry",
            "campaign.mordcry-journal",
        ]
    assert [p.name for p in file.path.parent.iterdir()] == ["campaign.mordcry"]


def test_ids_are_not_given_out_twice(file: CampaignFile) -> None:
    """Not even when the row that had the last one was removed, undone or never committed."""
    with unit_of_work(file, "First", "test") as work:
        first = work.add(Player, name="First")
    undo(file)
    with unit_of_work(file, "Second", "test") as work:
        second = work.add(Player, name="Second")
        work.remove(Player, second)
        third = work.add(Player, name="Third")
    assert first < second < third


def test_the_connection_is_as_it_should_be(file: CampaignFile) -> None:
    with file.reading() as connection:

        def pragma(name: str) -> object:
            return connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()

        assert pragma("journal_mode") == "delete"
        assert pragma("synchronous") == 3  # EXTRA
        assert pragma("foreign_keys") == 1
        assert pragma("trusted_schema") == 0


def test_what_is_written_while_reading_is_rolled_back(file: CampaignFile) -> None:
    start = fingerprint(file.path)
    with file.reading() as connection:
        connection.execute(update(Member).values(name="All"))
    assert fingerprint(file.path) == start


def test_sqlite_is_not_older_than_what_we_rely_on() -> None:
    assert sqlite3.sqlite_version_info >= (3, 37)
