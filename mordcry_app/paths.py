"""Where the program's own files lie, and where the player's files go.

The program is used from a checkout (``resources/`` and ``db/`` stand beside the package) and
from an installed wheel (the same two folders travel inside it as ``_data/``).  Callers ask here
and never look beside ``__file__`` themselves.

Everything that the program writes of its own accord goes below three folders of the operating
system's choosing, or below ``$MORDCRY_HOME`` where that is set: tests and people who carry the
program on a stick use it.  Campaign files lie where the player puts them.

Only the standard library is imported at module level, because this module is needed before the
first paint.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

APPLICATION_NAME = "mordcry"
HOME_VARIABLE = "MORDCRY_HOME"

_PACKAGE = Path(__file__).resolve().parent


@cache
def _program_folder(name: str) -> Path:
    """Return the folder *name* of the checkout or, failing that, of the installed package.

    A checkout is known by the project file beside the package: in an installed program the
    neighbours belong to other packages, and one of them may well be called ``resources``.
    Raises FileNotFoundError where neither place has it, which means a broken installation.
    """
    in_checkout = _PACKAGE.parent / name
    if (_PACKAGE.parent / "pyproject.toml").is_file() and in_checkout.is_dir():
        return in_checkout
    in_package = _PACKAGE / "_data" / name
    if in_package.is_dir():
        return in_package
    raise FileNotFoundError(f"the program's folder “{name}” is missing: please install it again")


def resources_folder() -> Path:
    """Return the folder of rulesets, fonts, icons, themes, samples and names."""
    return _program_folder("resources")


def database_folder() -> Path:
    """Return the folder with Alembic's ``env.py`` and the migrations."""
    return _program_folder("db")


def data_folder() -> Path:
    """Return the folder for what should be kept: backups and portraits.  It exists."""
    return _user_folder("data")


def state_folder() -> Path:
    """Return the folder for what may be lost: logs, crash reports, window state.  It exists."""
    return _user_folder("state")


def config_folder() -> Path:
    """Return the folder for the player's settings.  It exists."""
    return _user_folder("config")


def _user_folder(kind: str) -> Path:
    """Return the user's folder of this *kind* (data, state or config), made if need be.

    The variable is read at each call: tests set it for one test at a time.
    """
    if home := os.environ.get(HOME_VARIABLE):
        folder = Path(home).expanduser().resolve() / kind
    else:
        from platformdirs import PlatformDirs

        folders = PlatformDirs(APPLICATION_NAME, appauthor=False)
        folder = {
            "data": folders.user_data_path,
            "state": folders.user_state_path,
            "config": folders.user_config_path,
        }[kind]
    folder.mkdir(parents=True, exist_ok=True)
    return folder
