"""A unit of work sees every write, keeps all of it or nothing, and says what it touched."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, text, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from mordcry_app.model.tables import (
    Attachment,
    Campaign,
    LedgerEntry,
    Member,
    Modifier,
    Player,
    Roster,
    Stat,
)
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.connections import connect_read_only
from mordcry_app.services.history import redo, undo
from mordcry_app.services.state_reader import current_state
from mordcry_app.services.unit_of_work import UntrackedWriteError, Work, unit_of_work
from tests.services.worlds import dump, fingerprint, ids_by_name, operations


def changes_of_last(path: Path) -> list[tuple[str, int, dict[str, object], dict[str, object]]]:
    """Return table, row, image before and image after of the newest operation, in order."""
    with closing(connect_read_only(path)) as raw:
        rows = raw.execute(
            "SELECT table_name, row_id, before, after FROM change "
            "WHERE operation_id = (SELECT max(id) FROM operation) ORDER BY sequence"
        ).fetchall()
    return [
        (name, row, json.loads(b or "null"), json.loads(a or "null")) for name, row, b, a in rows
    ]


def test_an_insert_has_an_image_after_it(file: CampaignFile) -> None:
    with unit_of_work(file, "Gave renown", "test") as work:
        entry = LedgerEntry(member_id=1, resource="renown", amount=3, reason="A song")
        row_id = work.add(entry)
    [(table, changed_id, before, after)] = changes_of_last(file.path)
    assert (table, changed_id, before) == ("ledger_entry", row_id, None)
    assert after["amount"] == 3
    assert after["reason"] == "A song"
    assert after["battle_id"] is None


def test_an_update_has_both_images(file: CampaignFile) -> None:
    with unit_of_work(file, "Renamed", "test") as work:
        work.session.get_one(Member, 1).name = "Ansgar"
    [(table, row_id, before, after)] = changes_of_last(file.path)
    assert (table, row_id) == ("member", 1)
    assert before["name"] == "Anselm"
    assert after == {**before, "name": "Ansgar"}


def test_a_delete_has_an_image_before_it(file: CampaignFile) -> None:
    with unit_of_work(file, "Removed", "test") as work:
        stat = work.session.get_one(Stat, 1)
        work.delete(stat)
    [(table, row_id, before, after)] = changes_of_last(file.path)
    assert (table, row_id, after) == ("stat", 1, None)
    assert before["member_id"] == 1


def test_each_flush_of_one_row_has_its_images(file: CampaignFile) -> None:
    start = dump(file.path)
    with unit_of_work(file, "Renamed twice", "test") as work:
        member = work.session.get_one(Member, 1)
        for name in ("One", "Two", "Two", "Three"):
            member.name = name
            work.session.flush()
        work.delete(work.session.get_one(Stat, 1))
        member.tags = ["tired"]
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
        player = Player(name="Nobody")
        work.add(player)
        player.name = "Somebody"
        work.session.flush()
        work.delete(player)
    assert [(b is None, a is None) for _, _, b, a in changes_of_last(file.path)] == [
        (True, False),
        (False, False),
        (False, True),
    ]
    assert dump(file.path) == start
    undo(file)
    redo(file)
    assert dump(file.path) == start


def test_a_changed_list_is_seen(file: CampaignFile) -> None:
    with unit_of_work(file, "Tagged", "test") as work:
        member = work.session.get_one(Member, 1)
        member.tags = [*member.tags, "brave"]
    [(_, _, before, after)] = changes_of_last(file.path)
    assert (before["tags"], after["tags"]) == ([], ["brave"])


@pytest.mark.parametrize(
    "write",
    [
        lambda work: work.session.execute(update(Member).values(name="All")),
        lambda work: work.session.execute(delete(Modifier)),
        lambda work: work.session.execute(insert(Player), [{"name": "Bulk"}]),
        lambda work: work.session.execute(text("UPDATE member SET name = 'All'")),
        lambda work: work.session.bulk_save_objects([Player(name="Bulk")]),
        lambda work: work.session.bulk_insert_mappings(Player, [{"name": "Bulk"}]),
        lambda work: work.session.bulk_update_mappings(Member, [{"id": 1, "name": "Bulk"}]),
        lambda work: work.session.begin_nested() and work.session.get_one(Member, 3),
        lambda work: work.connection.execute(update(Member).values(name="All")),
        lambda work: work.connection.execute(delete(Modifier)),
        lambda work: work.connection.execute(text("DELETE FROM modifier")),
        lambda work: work.connection.exec_driver_sql("/* sly */ DELETE FROM modifier"),
        lambda work: work.connection.exec_driver_sql("INSERT\nINTO player(name) VALUES ('x')"),
        lambda work: work.connection.exec_driver_sql("REPLACE INTO player(name) VALUES ('x')"),
        lambda work: work.connection.exec_driver_sql(
            "WITH gone AS (SELECT 1) DELETE FROM modifier"
        ),
        lambda work: work.connection.exec_driver_sql("DROP TABLE modifier"),
        lambda work: work.connection.exec_driver_sql("PRAGMA foreign_keys=OFF"),
    ],
)  # fmt: skip
def test_a_write_past_the_session_is_an_error(file: CampaignFile, write: object) -> None:
    start = dump(file.path)
    assert callable(write)

    def work_slyly() -> None:
        with unit_of_work(file, "Sly", "test") as work:
            work.session.get_one(Member, 2).name = "Changed as well"
            write(work)

    with pytest.raises(UntrackedWriteError):
        work_slyly()
    assert dump(file.path) == start
    assert len(operations(file.path)) == 1


def test_nothing_changed_is_no_operation(file: CampaignFile) -> None:
    before = fingerprint(file.path)
    with unit_of_work(file, "Renamed", "test") as work:
        member = work.session.get_one(Member, 1)
        member.name = str(member.name)
        member.tags = list(member.tags)
    assert work.touched.is_nothing
    assert len(operations(file.path)) == 1
    assert fingerprint(file.path) == before


def test_nothing_changed_keeps_what_can_be_redone(file: CampaignFile) -> None:
    with unit_of_work(file, "Renamed", "test") as work:
        work.session.get_one(Member, 1).name = "Ansgar"
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
            work.session.get_one(Member, 1).name = "Ansgar"
            work.add(Player(name="Third"))
            raise error

    with pytest.raises(type(error)):
        fail()
    assert fingerprint(file.path) == start
    with unit_of_work(file, "Works again", "test") as work:
        work.session.get_one(Member, 1).name = "Ansgar"
    assert work.touched.members == {1}


def test_a_broken_constraint_rolls_everything_back(file: CampaignFile) -> None:
    start = fingerprint(file.path)

    def fail() -> None:
        with unit_of_work(file, "Failed", "test") as work:
            work.session.get_one(Member, 1).name = "Ansgar"
            work.session.flush()
            work.session.get_one(Member, 1).state = "confused"

    with pytest.raises(IntegrityError):
        fail()
    assert fingerprint(file.path) == start


def test_a_swallowed_error_does_not_leave_half_a_change(file: CampaignFile) -> None:
    """A service that catches what the database says cannot carry on as if nothing had been."""
    start = fingerprint(file.path)

    def careless(work: Work) -> None:
        work.session.get_one(Member, 1).name = "Ansgar"
        work.session.flush()
        work.session.get_one(Member, 2).state = "confused"
        with pytest.raises(IntegrityError):
            work.session.flush()

    with pytest.raises(Exception, match=r"rolled back|closed transaction|inactive"):  # noqa: SIM117
        with unit_of_work(file, "Careless", "test") as work:
            careless(work)
    assert fingerprint(file.path) == start


def test_what_was_read_before_a_failed_write_still_holds(file: CampaignFile) -> None:
    def fail() -> None:
        with unit_of_work(file, "Failed", "test") as work:
            assert work.state().members[1].name == "Anselm"
            work.session.get_one(Member, 1).name = "Ansgar"
            assert work.state().members[1].name == "Ansgar"
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with file.reading() as connection:
        assert current_state(file, connection).members[1].name == "Anselm"


def test_touched_names_tables_members_and_rosters(file: CampaignFile) -> None:
    with unit_of_work(file, "Much", "test") as work:
        work.session.get_one(Member, 3).name = "Kuno"
        work.session.add(Modifier(member_id=4, key="ws", amount=1, source="x", ends="permanent"))
        work.session.add(LedgerEntry(roster_id=2, resource="crowns", amount=1, reason="x"))
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
        work.session.get_one(Player, 2).name = "Johanna"
    assert work.touched.rosters == {2}
    assert undo(file).rosters == {2}


def test_a_deleted_row_touches_its_member(file: CampaignFile) -> None:
    with unit_of_work(file, "Removed", "test") as work:
        query = select(Stat).where(Stat.member_id == 7).order_by(col(Stat.id))
        work.delete(work.session.scalars(query).first() or Stat())
    assert work.touched.members == {7}


def test_touched_is_not_known_before_the_end(file: CampaignFile) -> None:
    with unit_of_work(file, "Early", "test") as work, pytest.raises(RuntimeError, match="after"):
        _ = work.touched


def test_an_image_is_stored_without_being_part_of_the_log(file: CampaignFile) -> None:
    with unit_of_work(file, "Crest", "test") as work:
        picture = Attachment(sha256="0" * 64, media_type="image/png", data=b"\x89PNG")
        work.session.get_one(Roster, 1).crest_id = work.add(picture)
    assert [table for table, *_ in changes_of_last(file.path)] == ["roster"]


def test_a_long_label_is_cut(file: CampaignFile) -> None:
    with unit_of_work(file, "x" * 2000, "test") as work:
        work.session.get_one(Campaign, 1).name = "Other"
    assert operations(file.path)[-1][1] == "x" * 500


def test_the_detail_of_an_operation_is_kept(file: CampaignFile) -> None:
    with unit_of_work(file, "Detail", "test") as work:
        work.detail["answers"] = {"a": 1}
        work.session.get_one(Campaign, 1).name = "Other"
    with closing(connect_read_only(file.path)) as raw:
        [(detail,)] = raw.execute("SELECT detail FROM operation ORDER BY id DESC LIMIT 1")
    assert json.loads(detail) == {"answers": {"a": 1}}


def test_the_file_is_one_file_at_rest(file: CampaignFile) -> None:
    with unit_of_work(file, "Renamed", "test") as work:
        work.session.get_one(Member, 1).name = "Ansgar"
        work.session.flush()
        assert sorted(p.name for p in file.path.parent.iterdir()) == [
            "campaign.mordcry",
            "campaign.mordcry-journal",
        ]
    assert [p.name for p in file.path.parent.iterdir()] == ["campaign.mordcry"]


def test_ids_are_not_given_out_twice(file: CampaignFile) -> None:
    with unit_of_work(file, "First", "test") as work:
        first = work.add(Player(name="First"))
    undo(file)
    with unit_of_work(file, "Second", "test") as work:
        second = work.add(Player(name="Second"))
    assert second > first


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
