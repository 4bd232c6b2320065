"""Opening, locking, closing and copying campaign files, and what a killed program leaves."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import campaign_file, file_locks
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.campaign_file import (
    CampaignFile,
    copy_campaign,
    create_file,
    open_campaign,
)
from mordcry_app.services.checking import check_file
from mordcry_app.services.connections import connect_read_only, journal_of
from mordcry_app.services.history import history_view, undo
from mordcry_app.services.reading import campaign_view
from tests.services.worlds import (
    change_behind_our_back,
    child,
    copy_of,
    dump,
    fight,
    fingerprint,
    found,
    ids_by_name,
    kill,
    new_campaign,
    operations,
    wait_for_line,
)

HOLD_OPEN = """
import sys
from pathlib import Path
from mordcry_app.services.campaign_file import open_campaign
with open_campaign(Path(sys.argv[1])) as file:
    assert not file.read_only
    print("open", flush=True)
    sys.stdin.readline()
"""

DIE_WHILE_WRITING = """
import sys
from pathlib import Path
from mordcry_app.model.tables import LedgerEntry, Member
from mordcry_app.services.campaign_file import open_campaign
from mordcry_app.services.unit_of_work import unit_of_work
file = open_campaign(Path(sys.argv[1]))
with unit_of_work(file, "Never finished", "test") as work:
    if sys.argv[2] == "spilled":
        work.connection.connection.driver_connection.execute("PRAGMA cache_size=5")
    entry = {"member_id": 1, "resource": "xp", "amount": 1, "reason": "x" * 200}
    work.write(LedgerEntry, added=[entry] * 3000)
    work.change(Member, 1, name="Nobody")
    print("writing", flush=True)
    sys.stdin.readline()
"""

KEEP_BUSY = """
import sqlite3, sys
raw = sqlite3.connect(sys.argv[1], isolation_level=None)
raw.execute(sys.argv[2])
raw.execute("SELECT * FROM member").fetchone()
print("busy", flush=True)
sys.stdin.readline()
"""


def files_beside(path: Path) -> list[str]:
    return sorted(p.name for p in path.parent.iterdir())


# ---------------------------------------------------------------------------- opening


def test_a_campaign_is_one_file_while_open_and_at_rest(path: Path) -> None:
    with open_campaign(path) as file:
        edits.rename_member(file, 1, "Ansgar")
        assert files_beside(path) == ["campaign.mordcry"]
    assert files_beside(path) == ["campaign.mordcry"]


def test_opening_and_closing_changes_nothing(path: Path) -> None:
    before = fingerprint(path)
    with open_campaign(path) as file:
        campaign_view(file)
        history_view(file)
    assert fingerprint(path) == before


def test_a_closed_file_is_neither_read_nor_written(path: Path) -> None:
    file = open_campaign(path)
    file.close()
    file.close()
    with pytest.raises(RuntimeError, match="was closed"):
        campaign_view(file)
    with pytest.raises(RuntimeError, match="was closed"):
        edits.rename_campaign(file, "Other")
    with open_campaign(path) as again:
        assert not again.read_only


@pytest.mark.parametrize(
    "name",
    [
        "with spaces and .dots.mordcry",
        "50% done?#now&then.mordcry",
        "%41%42.mordcry",
        "Żółw 山田 😀.mordcry",
        "'quotes' \"double\".mordcry",
        "a" * 239 + ".mordcry",
        "-journal.mordcry",
        "new\nline.mordcry",
    ],
)
def test_odd_names(template: Path, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "odd % folder?#"
    folder.mkdir()
    path = copy_of(template, folder, name)
    with open_campaign(path) as file:
        assert not file.read_only
        edits.rename_campaign(file, "Odd")
        with pytest.raises(Refusal, match="already a file"):
            copy_campaign(file, path)
    assert check_file(path) == ()
    assert files_beside(path) == [name]


def test_a_name_too_long_for_a_journal(template: Path, tmp_path: Path) -> None:
    """SQLite could read such a file and never write it."""
    name = "ä" * 123 + ".mordcry"
    with open_campaign(copy_of(template, tmp_path, name)) as file:
        assert file.read_only_reason == (
            "The name of this file is too long, so it is open to read only."
        )
        with pytest.raises(Refusal, match="too long for a file"):
            copy_campaign(file, tmp_path / ("b" * 240))
    assert files_beside(file.path) == [name]


def test_a_name_that_is_no_unicode(template: Path, tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe.mordcry"))
    path.write_bytes(template.read_bytes())
    with open_campaign(path) as file:
        edits.rename_campaign(file, "Odd")
        with pytest.raises(Refusal, match="cannot be written there"):
            copy_campaign(file, path.with_name("\udcff copy"))
    assert len(list(tmp_path.iterdir())) == 1


def test_a_relative_path_and_a_link(
    path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(path.parent)
    (tmp_path / "link.mordcry").symlink_to(path)
    with open_campaign(Path("campaign.mordcry")) as file:
        assert file.path == path
        with open_campaign(Path("link.mordcry")) as linked:
            assert "is open in another window" in linked.read_only_reason


def test_two_slashes_in_front(path: Path) -> None:
    with open_campaign(Path(f"/{path}")) as file:
        edits.rename_campaign(file, "Slashes")


# ---------------------------------------------------------------------------- locks


def test_a_second_window_only_reads_and_says_so(path: Path) -> None:
    with open_campaign(path) as first, open_campaign(path) as second:
        assert not first.read_only
        assert second.read_only_reason == (
            "“campaign.mordcry” is open in another window; here it can be read but not changed."
        )
        assert campaign_view(second).read_only == second.read_only_reason
        before = fingerprint(path)
        with pytest.raises(Refusal, match="open in another window"):
            edits.rename_campaign(second, "Other")
        with pytest.raises(Refusal, match="open in another window"):
            undo(second)
        assert fingerprint(path) == before
        edits.rename_member(first, 1, "Ansgar")
        assert "Ansgar" in ids_by_name(second)
    with open_campaign(path) as third:
        assert not third.read_only


def test_another_process_holds_the_lock_until_it_dies(path: Path) -> None:
    process = child(HOLD_OPEN, str(path))
    try:
        wait_for_line(process, "open")
        with open_campaign(path) as file:
            assert "open in another window" in file.read_only_reason
            assert len(campaign_view(file).rosters) == 2
    finally:
        kill(process)
    with open_campaign(path) as file:
        assert not file.read_only
        edits.rename_campaign(file, "Ours again")


def test_a_refused_file_is_not_held(path: Path) -> None:
    change_behind_our_back(path, "UPDATE alembic_version SET version_num = '0099'")
    with pytest.raises(Refusal):
        open_campaign(path)
    change_behind_our_back(path, "UPDATE alembic_version SET version_num = '0002'")
    with open_campaign(path) as file:
        assert not file.read_only


@pytest.fixture(params=["file", "folder"])
def protected(path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign that the system says cannot be written; tests may run as root, who always can."""
    refused = path if request.param == "file" else path.parent
    access = os.access

    def played(asked: Path, mode: int) -> bool:
        return access(asked, mode) and not (mode == os.W_OK and Path(asked) == refused)

    monkeypatch.setattr(file_locks.os, "access", played)
    return path


def test_a_protected_file_is_open_to_read(protected: Path) -> None:
    before = fingerprint(protected)
    with open_campaign(protected) as file:
        assert file.read_only_reason.endswith("is write-protected, so it is open to read only.")
        assert len(campaign_view(file).rosters) == 2
        with pytest.raises(Refusal, match="write-protected"):
            edits.rename_campaign(file, "Other")
        with file.reading() as connection, pytest.raises(Exception, match="readonly"):
            connection.exec_driver_sql("UPDATE campaign SET name = 'Other'")
        copy = copy_campaign(file, protected.with_name("copy"))
    assert fingerprint(protected) == before
    assert dump(copy) == dump(protected)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_without_the_right_to_write(path: Path) -> None:
    path.chmod(0o444)
    with open_campaign(path) as file:
        assert "write-protected" in file.read_only_reason


def test_no_folder_for_locks(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "no folder").write_text("a file stands where the folder should be")
    monkeypatch.setenv("MORDCRY_HOME", str(tmp_path / "no folder"))
    with open_campaign(path) as file:
        assert "cannot write to its own folder" in file.read_only_reason


# ---------------------------------------------------------------------------- killed programs


@pytest.mark.parametrize("how", ["in memory", "spilled"])
def test_a_program_that_is_killed_while_it_writes_loses_nothing(path: Path, how: str) -> None:
    """With a small cache, half of the write is in the file itself when the program dies."""
    start, before = dump(path), path.read_bytes()
    process = child(DIE_WHILE_WRITING, str(path), how)
    try:
        wait_for_line(process, "writing")
        assert journal_of(path).stat().st_size > 0
        if how == "in memory":
            with open_campaign(path) as meanwhile:
                assert "open in another window" in meanwhile.read_only_reason
                assert "Anselm" in ids_by_name(meanwhile)
    finally:
        kill(process)
    assert journal_of(path).exists()
    assert (path.read_bytes() != before) == (how == "spilled")
    if how == "spilled":
        assert check_file(path) == (
            "The file was not closed properly; open it once, and that is put right.",
        )
    with open_campaign(path) as file:
        assert not file.read_only
        assert dump(path) == start
        edits.rename_member(file, 1, "Ansgar")
    assert files_beside(path) == ["campaign.mordcry"]
    assert check_file(path) == ()
    assert [label for _, label, _ in operations(path)] == [
        "Founded “The Test of Time”",
        "Renamed Anselm to “Ansgar”",
    ]


def test_an_unfinished_write_on_a_protected_disk_is_a_sentence(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = child(DIE_WHILE_WRITING, str(path), "spilled")
    wait_for_line(process, "writing")
    kill(process)
    before = fingerprint(path)
    with monkeypatch.context() as patch:
        patch.setattr(file_locks.os, "access", lambda *_: False)
        with pytest.raises(Refusal, match=r"not closed properly.*copy it to another folder"):
            open_campaign(path)
    assert fingerprint(path) == before
    open_campaign(path).close()


def test_a_journal_beside_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.mordcry"
    path.write_bytes(b"SQLite format 3\x00" + bytes(8000))
    journal_of(path).write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(1000))
    before = fingerprint(journal_of(path))
    with pytest.raises(Refusal, match="not a Mordcry campaign"):
        open_campaign(path)
    assert fingerprint(journal_of(path)) == before


def test_a_file_that_another_program_left_in_wal_mode_becomes_one_file_again(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA journal_mode=WAL")
        raw.execute("UPDATE member SET notes = 'from elsewhere' WHERE id = 1")
        wal = path.with_name(path.name + "-wal").read_bytes()
        content = path.read_bytes()
    path.write_bytes(content)
    path.with_name(path.name + "-wal").write_bytes(wal)
    with open_campaign(path) as file:
        assert not file.read_only
        assert campaign_view(file).rosters[0].members[0].notes == "from elsewhere"
        edits.rename_member(file, 2, "Bertram")
        assert files_beside(path) == ["campaign.mordcry"]


# ---------------------------------------------------------------------------- other programs


def test_what_another_program_wrote_is_not_written_over(file: CampaignFile) -> None:
    """Also when it wrote before our first write, and although its write can be read."""
    change_behind_our_back(file.path, "UPDATE member SET name = 'Elsewhere' WHERE id = 1")
    before = fingerprint(file.path)
    with pytest.raises(Refusal, match="close it and open it again to go on"):
        edits.rename_member(file, 2, "Other")
    assert fingerprint(file.path) == before
    assert "Elsewhere" in ids_by_name(file)
    file.close()
    with open_campaign(file.path) as again:
        edits.rename_member(again, 2, "Other")


def test_what_was_remembered_is_forgotten_when_another_program_writes(file: CampaignFile) -> None:
    assert campaign_view(file).rosters[0].name == "Vigil"
    change_behind_our_back(file.path, "UPDATE roster SET name = 'Elsewhere' WHERE id = 1")
    assert campaign_view(file).rosters[0].name == "Elsewhere"


@pytest.mark.parametrize("how", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE", "BEGIN"])
def test_a_file_that_another_program_keeps_busy(file: CampaignFile, how: str) -> None:
    """The last one only reads, but what is read cannot be written."""
    process = child(KEEP_BUSY, str(file.path), how)
    try:
        wait_for_line(process, "busy")
        before = fingerprint(file.path)
        with pytest.raises(Refusal, match=r"Another program is using “campaign\.mordcry”"):
            edits.rename_campaign(file, "Other")
        assert fingerprint(file.path) == before
        if how == "BEGIN EXCLUSIVE":
            with pytest.raises(Refusal, match="It could not be read"):
                campaign_view(file)
            with pytest.raises(Refusal, match="being written by another program"):
                open_campaign(file.path)
        else:
            assert campaign_view(file).name == "The Test of Time"
            file.close()
            with (
                open_campaign(file.path) as again,
                pytest.raises(Refusal, match="Another program is using"),
            ):
                edits.rename_campaign(again, "Other")
            assert fingerprint(file.path) == before
    finally:
        kill(process)
    file.close()
    with open_campaign(file.path) as again:
        edits.rename_campaign(again, "Free again")
        assert campaign_view(again).name == "Free again"


def test_a_file_that_is_deleted_while_open(file: CampaignFile, tmp_path: Path) -> None:
    edits.rename_member(file, 1, "Ansgar")
    file.path.unlink()
    with pytest.raises(Refusal, match="moved, deleted or replaced while it was open"):
        edits.rename_member(file, 1, "Lost")
    assert "Ansgar" in ids_by_name(file)
    saved = copy_campaign(file, tmp_path / "saved")
    with open_campaign(saved) as again:
        assert "Ansgar" in ids_by_name(again)


def test_a_file_that_is_replaced_while_open(file: CampaignFile, template: Path) -> None:
    edits.rename_member(file, 1, "Ansgar")
    copy_of(template, file.path.parent).replace(file.path)
    before = fingerprint(file.path)
    with pytest.raises(Refusal, match="moved, deleted or replaced while it was open"):
        edits.rename_member(file, 1, "Lost")
    assert fingerprint(file.path) == before


def test_a_full_disk_changes_nothing(file: CampaignFile) -> None:
    start = dump(file.path)
    with file.reading() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    def fill() -> None:
        for number in range(100):
            edits.set_notes(file, 1, f"{number}" * 15_000)

    with pytest.raises(Refusal, match=r"The disk is full\. Nothing was changed\."):
        fill()
    with file.reading() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count=1000000")
    while history_view(file).undo_label:
        undo(file)
    assert dump(file.path) == start


def test_a_campaign_may_be_used_from_another_thread(file: CampaignFile) -> None:
    """One after the other, not at the same time: a window may write from a worker."""
    thread = threading.Thread(target=edits.rename_member, args=(file, 1, "Ansgar"))
    thread.start()
    thread.join()
    assert "Ansgar" in ids_by_name(file)


# ---------------------------------------------------------------------------- founding


def test_a_new_file_gets_its_ending_and_its_folders(tmp_path: Path) -> None:
    with found(tmp_path / "new" / "folder" / "My.Campaign") as file:
        assert file.path == tmp_path / "new" / "folder" / "My.Campaign.mordcry"
        assert not file.read_only
        assert files_beside(file.path) == ["My.Campaign.mordcry"]
    with found(tmp_path / "Other.MORDCRY") as file:
        assert file.path.name == "Other.MORDCRY"


def test_a_file_that_is_there_is_not_written_over(path: Path) -> None:
    before = fingerprint(path)
    with pytest.raises(Refusal, match=r"already a file “campaign\.mordcry” in that folder"):
        found(path)
    with pytest.raises(Refusal, match="already a file"):
        found(path.with_suffix(""))
    assert fingerprint(path) == before


@pytest.mark.parametrize(
    "name", ["a" * 300, "nul\x00byte", "no/such\x00/x", "folder/" + "b" * 300, "folder/x\x00y"]
)
def test_a_name_that_cannot_be(tmp_path: Path, name: str) -> None:
    with pytest.raises(Refusal, match=r"cannot be written there|too long for a file"):
        found(tmp_path / name)
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == []


def test_a_place_without_a_name() -> None:
    with pytest.raises(Refusal, match="needs a name"):
        found(Path("/"))


def test_a_file_in_the_place_of_the_folder(path: Path) -> None:
    with pytest.raises(Refusal, match="cannot be written there"):
        found(path / "inside")


def test_an_unknown_home_is_taken_literally(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with found(Path("~nobody-of-that-name")) as file:
        assert file.path == tmp_path / "~nobody-of-that-name.mordcry"


def test_nothing_is_left_when_the_schema_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Path) -> None:
        raise RuntimeError("a bug in a migration")

    monkeypatch.setattr(campaign_file, "migrate", fail)
    with pytest.raises(RuntimeError):
        create_file(tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------------------- copies


def test_a_copy_is_whole_while_the_campaign_is_open(file: CampaignFile, tmp_path: Path) -> None:
    edits.rename_member(file, 1, "Ansgar")
    _, draft = fight(file, {"Ansgar": "Krato"})
    copy = copy_campaign(file, tmp_path / "copies" / "evening")
    assert copy.name == "evening.mordcry"
    assert dump(copy) == dump(file.path)
    assert operations(copy) == operations(file.path)
    assert check_file(copy) == ()
    with open_campaign(copy) as opened:
        assert not opened.read_only
        undo(opened)
        undo(opened)
        assert "Anselm" in ids_by_name(opened)
        assert campaign_view(opened).drafts == ()
    assert campaign_view(file).drafts[0].id == draft


def test_a_copy_is_not_written_over_anything(file: CampaignFile, tmp_path: Path) -> None:
    other = tmp_path / "precious.mordcry"
    other.write_text("precious")
    with pytest.raises(Refusal, match="already a file"):
        copy_campaign(file, other)
    assert other.read_text() == "precious"


def test_a_copy_that_fails_leaves_nothing(
    file: CampaignFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: CampaignFile, path: Path) -> None:
        path.write_bytes(b"half of it")
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(CampaignFile, "copy_into", fail)
    with pytest.raises(Refusal, match="cannot be written there: database or disk is full"):
        copy_campaign(file, tmp_path / "copy")
    assert files_beside(file.path) == ["campaign.mordcry"]


def test_the_mark_is_kept_in_a_copy(file: CampaignFile, tmp_path: Path) -> None:
    with closing(connect_read_only(copy_campaign(file, tmp_path / "copy"))) as raw:
        assert raw.execute("PRAGMA application_id").fetchone() == (0x4D524443,)


def test_the_test_campaign_is_what_tests_take_it_for(file: CampaignFile) -> None:
    names = [[m.name for m in roster.members] for roster in campaign_view(file).rosters]
    assert [tuple(n) for n in names] == [r.fighter_names for r in new_campaign().rosters]
    assert [list(range(1, 11)), list(range(11, 21))] == [
        [m.id for m in roster.members] for roster in campaign_view(file).rosters
    ]
