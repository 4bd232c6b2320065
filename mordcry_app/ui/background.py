"""The one thread for work that would make the window wait, such as laying out a booklet.

There is only one, because PDFium may be used by one thread at a time; what is asked for is done in
turn. Results come back to the thread of the window.

Python may throw away circles of dead objects in whichever thread makes new ones, and Qt’s widgets
must not die outside the window’s thread. So the garbage collector rests while the thread works.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from time import monotonic
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QObject, Signal

from mordcry_app.rules.refusal import Refusal
from mordcry_app.sheets.watching import Cancelled

Result = TypeVar("Result")
Progress = Callable[[int, int], object]

_BETWEEN_REPORTS = 0.05  # seconds
BROKEN = "The program made a mistake; nothing was printed or written."
"""What is said of work that broke, besides the report of the mistake."""


class Job:
    """Something asked of the thread. Once cancelled, nothing is heard of it any more."""

    def __init__(self, progress: Progress | None = None) -> None:
        self._cancelled = threading.Event()
        self._progress = progress
        self._last_report = 0.0

    @property
    def is_cancelled(self) -> bool:
        """Whether its result is no longer wanted."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Let the result be dropped, and the work end at its next step."""
        self._cancelled.set()

    def watch(self, done: int, total: int) -> None:
        """Report a step, from inside the work; raises `Cancelled` when the job is."""
        if self.is_cancelled:
            raise Cancelled
        now, progress = monotonic(), self._progress
        if progress is not None and now - self._last_report > _BETWEEN_REPORTS:
            self._last_report = now
            _post_office().post(self, lambda: progress(done, total))


def in_background(
    work: Callable[[Job], Result],
    done: Callable[[Result], object],
    failed: Callable[[str], object],
    progress: Progress | None = None,
) -> Job:
    """Let the thread do some work; call this from the window’s thread.

    Then either `done` gets the result, or `failed` a sentence when the work was refused or broke;
    both run in the window’s thread, as `progress` does for steps that the work reports. None of
    them is called once the job is cancelled. A mistake of ours is raised there, too.
    """
    job = Job(progress)
    office = _post_office()
    office.begin()
    _thread().submit(_work, job, work, done, failed, office)
    return job


def _work(
    job: Job,
    work: Callable[[Job], Result],
    done: Callable[[Result], object],
    failed: Callable[[str], object],
    office: _PostOffice,
) -> None:
    """Do the work, in the thread, and send what comes of it."""
    try:
        if job.is_cancelled:
            raise Cancelled
        result = work(job)
        office.post(job, lambda: done(result), is_last=True)
    except Cancelled:
        office.post(job, lambda: None, is_last=True)
    except Refusal as refusal:
        sentence = refusal.sentence
        office.post(job, lambda: failed(sentence), is_last=True)
    except Exception as error:  # noqa: BLE001 (raised again below)
        broken = error

        def tell() -> None:
            failed(BROKEN)
            raise broken

        office.post(job, tell, is_last=True)


class _PostOffice(QObject):
    """Lives in the window’s thread and does there what is sent to it."""

    _arrived = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._running = 0
        self._collects = False
        self._arrived.connect(self._deliver)

    def begin(self) -> None:
        """Count a job; the collector rests from the first on."""
        if not self._running:
            self._collects = gc.isenabled()
            gc.disable()
        self._running += 1

    def post(self, job: Job, act: Callable[[], object], *, is_last: bool = False) -> None:
        """Send something to be done for a job; may be called from any thread."""
        self._arrived.emit((job, act, is_last))

    def _deliver(self, letter: tuple[Job, Callable[[], object], bool]) -> None:
        job, act, is_last = letter
        if is_last:
            self._end()
        if not job.is_cancelled:
            act()

    def _end(self) -> None:
        self._running -= 1
        if not self._running and self._collects:
            gc.collect(1)  # here and now, not at the thread’s next breath
            gc.enable()


@cache
def _post_office() -> _PostOffice:
    application = QCoreApplication.instance()
    assert application is not None
    return _PostOffice(application)


@cache
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "background")
