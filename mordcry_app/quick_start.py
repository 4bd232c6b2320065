"""What makes the window start quickly, in one place; nothing here changes what the program does.

The command line calls `begin` before Qt is imported. Until the window has loaded, the garbage
collector rests, because start-up makes hardly anything but what stays: classes, modules, content.
"""

from __future__ import annotations

import builtins
import gc
from collections.abc import Iterator
from contextlib import contextmanager

_PLAIN_IMPORT = builtins.__import__


def begin() -> None:
    """Let the garbage collector rest until `loading` is over."""
    gc.disable()


@contextmanager
def loading() -> Iterator[None]:
    """Load inside this: imports are Python’s own, and afterwards the collector works again.

    PySide6 puts a function of its own in the place of Python’s import, to offer other spellings of
    Qt’s names, which nothing here uses. It makes imports a fifth slower, and loading is mostly
    imports. What has been made by then is left out of later collections.
    """
    theirs = builtins.__import__
    builtins.__import__ = _PLAIN_IMPORT
    try:
        yield
    finally:
        builtins.__import__ = theirs
        gc.freeze()
        gc.enable()
