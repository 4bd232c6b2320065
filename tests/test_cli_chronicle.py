"""`mordcry chronicle`, run as a player would, on a real file."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mordcry_app import cli
from mordcry_app.services import chronicle
from tests.services.told_battles import fought, picture
from tests.services.worlds import found

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command with arguments; return exit status, output and errors."""

    def go(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["mordcry", "chronicle", *arguments])
        try:
            cli.main()
            status = 0
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 0
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return go


@pytest.fixture
def told(tmp_path: Path) -> Path:
    """A campaign with two battles and a picture, not open."""
    with found(tmp_path / "told.mordcry") as file:
        battle_id = fought(file, {"Odo": "Anselm"})
        fought(file, winner=1)
        chronicle.add_picture(file, picture(), "p.png", battle_id=battle_id)
        return file.path


def test_without_a_file_it_is_printed(run: Run, told: Path) -> None:
    status, out, err = run(str(told))
    assert (status, err) == (0, "")
    assert out.startswith("# The Test of Time\n\n## Battle 1: Vigil won\n")
    assert out.index("Battle 1:") < out.index("Battle 2:")
    assert "![" not in out
    _, newest, _ = run(str(told), "--newest-first")
    assert newest.index("Battle 2:") < newest.index("Battle 1:")


def test_it_is_written_with_its_pictures(run: Run, told: Path, tmp_path: Path) -> None:
    status, out, _ = run(str(told), "-o", str(tmp_path / "story.md"))
    assert status == 0
    assert out.splitlines() == [
        f"Wrote {tmp_path / 'story.md'}",
        f"Wrote {tmp_path / 'story pictures'} (1)",
    ]
    assert len(list((tmp_path / "story pictures").iterdir())) == 1
    status, out, _ = run(str(told), "-o", str(tmp_path / "bare.md"), "--no-pictures")
    assert out == f"Wrote {tmp_path / 'bare.md'}\n"
    assert not (tmp_path / "bare pictures").exists()


def test_what_cannot_be_read_or_written_is_a_sentence(run: Run, told: Path, tmp_path: Path) -> None:
    status, out, err = run(str(tmp_path / "none.mordcry"))
    assert (status, out) == (1, "")
    assert "none.mordcry" in err
    (tmp_path / "taken.md").mkdir()
    status, _, err = run(str(told), "-o", str(tmp_path / "taken.md"))
    assert status == 1
    assert "taken.md" in err
