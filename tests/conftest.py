"""What holds for every test: no screen, no player's files, no dialog that waits for a click."""

from __future__ import annotations

import os

# Before anything imports Qt: pytest-qt does so as soon as the first worker starts.
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["LC_ALL"] = "C.UTF-8"

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import settings

# The machine may be busy: a slow example is no failure.  CI takes hypothesis' own CI profile.
if "CI" not in os.environ:
    settings.register_profile("mordcry", deadline=None)
    settings.load_profile("mordcry")

_homes = itertools.count()

# Each of them blocks until somebody clicks, which nobody does in a test.
_BLOCKING = {
    "QDialog": ("exec",),
    "QMessageBox": ("about", "aboutQt", "critical", "exec", "information", "question", "warning"),
    "QFileDialog": (
        "exec",
        "getExistingDirectory",
        "getExistingDirectoryUrl",
        "getOpenFileName",
        "getOpenFileNames",
        "getOpenFileUrl",
        "getOpenFileUrls",
        "getSaveFileName",
        "getSaveFileUrl",
    ),
    "QInputDialog": ("exec", "getDouble", "getInt", "getItem", "getMultiLineText", "getText"),
    "QColorDialog": ("exec", "getColor"),
    "QFontDialog": ("exec", "getFont"),
}


class BlockingDialogError(AssertionError):
    """The program opened something that waits for a click: use ``open()`` and its signals."""


@pytest.fixture(scope="session")
def _homes_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(autouse=True)
def mordcry_home(_homes_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a home of its own for settings, backups and logs; made when first used."""
    home = _homes_folder / str(next(_homes))
    monkeypatch.setenv("MORDCRY_HOME", str(home))
    return home


@pytest.fixture(scope="session", autouse=True)
def _no_blocking_dialogs() -> Iterator[None]:
    """Let whatever waits for a click raise instead; a test may patch one with its own answer.

    pytest-qt has loaded Qt by now; without it (``-p no:pytest-qt``) the tests at hand are pure
    and there is nothing to guard.
    """
    widgets = sys.modules.get("PySide6.QtWidgets")
    with pytest.MonkeyPatch.context() as patch:
        for class_name, methods in _BLOCKING.items() if widgets else ():
            for method in methods:
                blocked = _refusal_of(f"{class_name}.{method}")
                patch.setattr(getattr(widgets, class_name), method, blocked)
        yield


def _refusal_of(name: str) -> staticmethod[..., NoReturn]:
    def blocked(*_arguments: object, **_options: object) -> NoReturn:
        raise BlockingDialogError(f"{name} waits for a click: use open() and its signals")

    return staticmethod(blocked)
