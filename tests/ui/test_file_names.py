"""Campaigns may be called anything; their files may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from mordcry_app.ui.file_names import file_name_for, free_path


@pytest.mark.parametrize(
    ("name", "file_name"),
    [
        ("The Drowned Quarter", "The Drowned Quarter"),
        ("Żółw, Жнец & 山田", "Żółw, Жнец & 山田"),
        ('a/b\\c:d*e?f"g<h>i|j', "a b c d e f g h i j"),
        ("  ..dots.. ", "dots"),
        ("", "Campaign"),
        ("???", "Campaign"),
        ("\u200b\u202e", "Campaign"),
        ("con", "con campaign"),
        ("LPT1", "LPT1 campaign"),
        ("x" * 300, "x" * 80),
    ],
)
def test_a_file_name_says_the_name_and_can_be_written(
    name: str, file_name: str, tmp_path: Path
) -> None:
    assert file_name_for(name) == file_name
    (tmp_path / f"{file_name}.mordcry").write_text("")


def test_a_name_that_is_taken_gets_a_number(tmp_path: Path) -> None:
    first = free_path(tmp_path, "Vigil")
    first.write_text("")
    second = free_path(tmp_path, "Vigil")
    second.write_text("")
    names = [path.name for path in (first, second, free_path(tmp_path, "Vigil"))]
    assert names == ["Vigil.mordcry", "Vigil 2.mordcry", "Vigil 3.mordcry"]
