"""The list of recent campaigns is kept, survives anything, and never stops the program."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mordcry_app.paths import config_folder
from mordcry_app.services import recent
from mordcry_app.services.recent import MOST, forget, recent_campaigns, remember


def stored() -> Path:
    return config_folder() / "recent.json"


def test_the_newest_comes_first_and_each_once(tmp_path: Path) -> None:
    one, two = tmp_path / "one.mordcry", tmp_path / "two.mordcry"
    one.write_text("x")
    remember(one, "One", "Mordcry", "before battle 1")
    remember(two, "Two", "Mordcry", "after battle 3")
    remember(one, "One again", "Mordcry", "after battle 1")
    assert [(r.path, r.name, r.ruleset_name, r.after, r.exists) for r in recent_campaigns()] == [
        (one, "One again", "Mordcry", "after battle 1", True),
        (two, "Two", "Mordcry", "after battle 3", False),
    ]
    assert recent_campaigns()[0].at.endswith("Z")


def test_the_list_has_an_end(tmp_path: Path) -> None:
    for number in range(MOST + 5):
        remember(tmp_path / f"{number}.mordcry", str(number), "", "")
    assert [r.name for r in recent_campaigns()] == [
        str(number) for number in range(MOST + 4, 4, -1)
    ]


def test_a_campaign_can_be_taken_off(tmp_path: Path) -> None:
    remember(tmp_path / "one.mordcry", "One", "", "")
    remember(tmp_path / "two.mordcry", "Two", "", "")
    forget(tmp_path / "one.mordcry")
    forget(tmp_path / "three.mordcry")
    assert [r.name for r in recent_campaigns()] == ["Two"]


def test_any_name_is_kept(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe.mordcry"))
    remember(path, 'Żółw 山田 😀 "x"', "", "")
    assert [(r.path, r.name) for r in recent_campaigns()] == [(path, 'Żółw 山田 😀 "x"')]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[",
        b"{}",
        b"null",
        b'"text"',
        b'[1, null, [], {}, {"path": 5}]',
        b"\xff\xfe",
        b"[" * 100_000,
        b" " * 300_000 + b"[]",
    ],
    ids=lambda content: repr(content[:12]),
)
def test_a_broken_list_counts_as_none(content: bytes, tmp_path: Path) -> None:
    stored().write_bytes(content)
    assert recent_campaigns() == ()
    remember(tmp_path / "one.mordcry", "One", "", "")
    assert [r.name for r in recent_campaigns()] == ["One"]


def test_entries_without_everything_are_shown_as_far_as_they_go() -> None:
    stored().write_text('[{"path": "/nowhere/old.mordcry"}, {"path": "x\\u0000y", "name": 7}]')
    assert [(r.name, r.after, r.exists) for r in recent_campaigns()] == [
        ("old", "", False),
        ("7", "", False),
    ]


def test_a_folder_that_cannot_be_used_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("MORDCRY_HOME", str(tmp_path / "file"))
    remember(tmp_path / "one.mordcry", "One", "", "")
    forget(tmp_path / "one.mordcry")
    assert recent_campaigns() == ()


def test_a_place_that_cannot_be_looked_at_counts_as_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Path) -> bool:
        raise PermissionError

    remember(tmp_path / "one.mordcry", "One", "", "")
    monkeypatch.setattr(recent.Path, "is_file", refuse)
    assert [r.exists for r in recent_campaigns()] == [False]
