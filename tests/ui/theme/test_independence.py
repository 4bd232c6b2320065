"""What theme, widgets and dice may not do: load the rest of the house, or choose own colours."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import mordcry_app.ui

_UI = Path(mordcry_app.ui.__file__).parent
_COLOUR = re.compile(
    r"""["']\#[0-9a-fA-F]{3,8}["']      # "#8E2B23"
    | QColor\(\s*["'\d]                 # QColor("red"), QColor(1, 2, 3)
    | GlobalColor\.(?!transparent)      # Qt.GlobalColor.red
    | \brgba?\(                         # rgb(1, 2, 3) in a style sheet
    """,
    re.VERBOSE,
)
_FILES = sorted(file for file in _UI.rglob("*.py") if "theme" not in file.relative_to(_UI).parts)


@pytest.mark.parametrize("file", _FILES, ids=lambda file: str(file.relative_to(_UI)))
def test_colours_are_written_in_the_theme_only(file: Path) -> None:
    assert _COLOUR.findall(file.read_text(encoding="utf-8")) == []


def test_the_search_for_colours_finds_them() -> None:
    for line in ('x = "#8E2B23"', 'QColor("red")', "Qt.GlobalColor.red", "color: rgb(1, 2, 3)"):
        assert _COLOUR.search(line), line
    for line in ("QColor(palette.ink)", "Qt.GlobalColor.transparent", "issue #12"):
        assert not _COLOUR.search(line), line


def test_the_foundation_loads_only_qt_and_the_standard_library() -> None:
    script = (
        "import sys; before = set(sys.modules)\n"
        "import mordcry_app.ui.theme, mordcry_app.ui.widgets, mordcry_app.ui.dice\n"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "sys.stdout.write(' '.join(sorted(new - set(sys.stdlib_module_names))))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    of_qt = {"PySide6", "shiboken6", "shibokensupport", "signature_bootstrap", "__feature__"}
    assert set(run.stdout.split()) <= {"mordcry_app", *of_qt}
