"""A document is written wholly or not at all, and never over anything else."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.sheets.saving import save_document

PDF = b"%PDF-1.4 a document"


def test_it_is_there_and_nothing_beside_it(tmp_path: Path) -> None:
    target = tmp_path / "new" / "sheet.pdf"
    assert save_document(PDF, target) == target
    assert target.read_bytes() == PDF
    assert list(target.parent.iterdir()) == [target]


def test_an_earlier_one_is_replaced(tmp_path: Path) -> None:
    target = tmp_path / "sheet.pdf"
    save_document(b"%PDF-1.4 old", target)
    save_document(PDF, target)
    assert target.read_bytes() == PDF


@pytest.mark.parametrize("name", ["campaign.mordcry", "notes.txt"])
def test_what_is_no_pdf_is_left_alone(tmp_path: Path, name: str) -> None:
    target = tmp_path / name
    target.write_bytes(b"SQLite format 3\0")
    with pytest.raises(Refusal) as refused:
        save_document(PDF, target)
    assert refused.value.sentence == (
        f"“{name}” is there already and is no PDF; it was left as it is."
    )
    assert target.read_bytes() == b"SQLite format 3\0"


def test_an_empty_file_may_be_filled(tmp_path: Path) -> None:
    target = tmp_path / "made-by-a-dialog.pdf"
    target.touch()
    save_document(PDF, target)
    assert target.read_bytes() == PDF


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="is a folder"):
        save_document(PDF, tmp_path)


def test_where_nothing_can_be_written_the_earlier_one_stays(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(PDF)
    with pytest.raises(Refusal, match=r"“sheet.pdf” cannot be written there: .*\.$"):
        save_document(PDF, blocked / "sheet.pdf")
    assert blocked.read_bytes() == PDF
    assert list(tmp_path.iterdir()) == [blocked]


def test_a_name_that_no_system_can_write_is_a_sentence(tmp_path: Path) -> None:
    for name in ("x" * 300 + ".pdf", "nul\0.pdf"):
        with pytest.raises(Refusal):
            save_document(PDF, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.pdf", tmp_path / "link.pdf"
    real.write_bytes(b"%PDF-1.4 old")
    link.symlink_to(real)
    save_document(PDF, link)
    assert link.is_symlink()
    assert real.read_bytes() == PDF


@pytest.mark.skipif(sys.platform == "win32", reason="devices are no files there")
def test_a_device_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(Refusal, match="left as it is"):
        save_document(PDF, pipe)
    assert pipe.is_fifo()
