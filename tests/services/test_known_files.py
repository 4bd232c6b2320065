"""Files that need no check from end to end: exactly as they were left, and nothing else."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from mordcry_app.paths import state_folder
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import campaign_file, known_files
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.campaign_file import open_campaign
from tests.services.worlds import change_behind_our_back


@pytest.fixture(autouse=True)
def _times_settle_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that a test has only just written count as settled."""
    monkeypatch.setattr(known_files, "SETTLED_AFTER", 0)


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files whose values are checked, in order."""
    found: list[Path] = []
    check = campaign_file.check_values

    def noting(path: Path) -> None:
        found.append(path)
        check(path)

    monkeypatch.setattr(campaign_file, "check_values", noting)
    return found


def test_a_file_is_checked_once(path, checked):
    for _ in range(3):
        open_campaign(path).close()
    assert checked == [path]


def test_a_file_that_this_program_wrote_is_known(path, checked):
    for name in ("One", "Two"):
        with open_campaign(path) as file:
            edits.rename_campaign(file, name)
    assert checked == [path]


def test_a_file_that_was_changed_behind_our_back_is_checked(path, checked):
    open_campaign(path).close()
    change_behind_our_back(path, "UPDATE campaign SET name = 'Other'")
    open_campaign(path).close()
    assert checked == [path, path]


def test_damage_behind_our_back_is_found(path):
    open_campaign(path).close()
    change_behind_our_back(path, "UPDATE member SET tags = '{'")
    with pytest.raises(Refusal, match="damaged"):
        open_campaign(path)


def test_a_file_that_was_replaced_is_checked_even_with_the_same_times(path, tmp_path, checked):
    open_campaign(path).close()
    other = Path(shutil.copy2(path, tmp_path / "other.mordcry"))
    change_behind_our_back(other, "UPDATE campaign SET name = 'The Test of Tims'")
    times = path.stat()
    os.utime(other, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert other.stat().st_size == times.st_size
    other.replace(path)
    open_campaign(path).close()
    assert len(checked) == 2


def test_another_program_that_wrote_meanwhile_is_noticed(path, checked):
    with open_campaign(path) as file:
        edits.rename_campaign(file, "Ours")
        change_behind_our_back(path, "UPDATE campaign SET name = 'Theirs'")
    open_campaign(path).close()
    assert checked == [path, path]


def test_every_file_is_checked_once_in_a_while(path, checked, monkeypatch):
    open_campaign(path).close()
    later = time.time() + known_files.CHECKED_AGAIN_AFTER + 1
    with monkeypatch.context() as patch:
        patch.setattr(known_files.time, "time", lambda: later)
        open_campaign(path).close()
    assert checked == [path, path]


def test_a_clock_that_was_set_back_has_the_file_checked(path, checked, monkeypatch):
    open_campaign(path).close()
    earlier = time.time() - 1_000
    with monkeypatch.context() as patch:
        patch.setattr(known_files.time, "time", lambda: earlier)
        open_campaign(path).close()
    assert checked == [path, path]


def test_a_file_that_has_only_just_changed_is_not_noted(path, checked, monkeypatch):
    monkeypatch.setattr(known_files, "SETTLED_AFTER", 3_600 * 10**9)
    for _ in range(2):
        open_campaign(path).close()
    assert checked == [path, path]


@pytest.mark.parametrize("note", ["", "[", "[]", '{"a": 1}', "9" * 5_000, "[" * 1_900])
def test_a_broken_note_counts_as_none(path, checked, note):
    open_campaign(path).close()
    (stored,) = (state_folder() / "checked").iterdir()
    stored.write_text(note)
    assert not known_files.is_known(path)
    open_campaign(path).close()
    assert checked == [path, path]
    assert known_files.is_known(path)


def test_a_file_that_is_gone_is_not_known(path):
    open_campaign(path).close()
    path.unlink()
    assert not known_files.is_known(path)
    known_files.note_checked(path)
    assert not known_files.is_known(path)


def test_without_a_folder_of_our_own_every_file_is_checked(path, checked, monkeypatch, tmp_path):
    blocked = tmp_path / "no folder"
    blocked.write_text("")
    monkeypatch.setenv("MORDCRY_HOME", str(blocked))
    for _ in range(2):
        open_campaign(path).close()
    assert checked == [path, path]
