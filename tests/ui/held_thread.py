"""Holds the thread of the background, so that a test can look at what waits for it."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager

from pytestqt.qtbot import QtBot

from mordcry_app.ui.background import Job, in_background


@contextmanager
def held_thread(qtbot: QtBot) -> Generator[None]:
    """Keep the thread busy inside this; afterwards it does what was asked of it meanwhile."""
    begun, go_on, results = threading.Event(), threading.Event(), []

    def work(job: Job) -> None:
        del job
        begun.set()
        assert go_on.wait(60)

    in_background(work, lambda _: results.append("done"), results.append)
    qtbot.waitUntil(begun.is_set)
    try:
        yield
    finally:
        go_on.set()
    qtbot.waitUntil(lambda: results == ["done"])
