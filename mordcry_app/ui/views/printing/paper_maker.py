"""Makes the PDF of what is chosen, in the background, anew after each choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QObject, QTimer, Signal

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.paper_views import PaperMaterial
from mordcry_app.services.papers import PaperWish, gather
from mordcry_app.sheets.kinds import make
from mordcry_app.ui.background import BROKEN, Job, in_background
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.views.printing.choices import PaperChoice
from mordcry_app.ui.views.printing.pdf_pages import PageSize, page_sizes

WAIT_MS = 200
"""How long a choice stands before it is acted on: whoever ticks three boxes wants one document."""


@dataclass(frozen=True)
class Made:
    """A finished document: the PDF itself, its pages, and what it was made for."""

    choice: PaperChoice
    data: bytes
    pages: tuple[PageSize, ...]


class PaperMaker(QObject):
    """Makes one document at a time; a newer wish takes the place of an older one.

    - `began`: a document is wanted that is not there yet;
    - `progressed(done, total)`: how far it is;
    - `made(Made)`, `refused(sentence)`, `stopped()`: what came of it.
    """

    began = Signal()
    progressed = Signal(int, int)
    made = Signal(object)
    refused = Signal(str)
    stopped = Signal()

    def __init__(self, session: CampaignSession, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._choice: PaperChoice | None = None
        self._job: Job | None = None
        self._finished: Made | None = None
        self._gathered: tuple[PaperWish, PaperMaterial] | None = None
        self._waiting: Callable[[Made], object] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._start)

    @property
    def is_busy(self) -> bool:
        """Whether a document is wanted that is not finished."""
        return self._timer.isActive() or self._job is not None

    @property
    def is_awaited(self) -> bool:
        """Whether something is to be done with the document as soon as it is finished."""
        return self._waiting is not None

    @property
    def finished(self) -> Made | None:
        """The document of what is chosen now, once it is finished."""
        return self._finished

    def wish(self, choice: PaperChoice, *, at_once: bool = False) -> None:
        """Make the document of a choice, a moment from now."""
        self._forget()
        self._choice = choice
        self._timer.start(0 if at_once else WAIT_MS)
        self.began.emit()

    def forget_campaign(self) -> None:
        """Read the campaign anew the next time: something in it has changed."""
        self._gathered = None

    def when_made(self, act: Callable[[Made], object]) -> None:
        """Do something with the document of what is chosen now: at once, or when it is finished.

        If it never is, because it is refused, stopped or other choices are made, nothing is done.
        """
        if self._finished is not None:
            act(self._finished)
            return
        self._waiting = act
        if self._timer.isActive():
            self._timer.stop()
            self._start()
        elif self._job is None and self._choice is not None:
            self._timer.start(0)
            self.began.emit()

    def stop(self) -> None:
        """Give up what is being made."""
        if self.is_busy:
            self._forget()
            self.stopped.emit()

    def rest(self) -> None:
        """Make nothing more, and say nothing more: nobody is looking."""
        self._forget()
        self._choice = None

    def again(self) -> None:
        """Make what was given up after all."""
        if self._choice is not None:
            self.wish(self._choice, at_once=True)

    def refuse(self, sentence: str) -> None:
        """Give up what is being made, because the choices allow no document."""
        self.rest()
        self.refused.emit(sentence)

    def _forget(self) -> None:
        self._timer.stop()
        if self._job is not None:
            self._job.cancel()
        self._job = self._finished = self._waiting = None

    def _start(self) -> None:
        choice = self._choice
        assert choice is not None
        try:
            material = self._gather(choice.wish())
        except Refusal as refusal:
            self._fail(refusal.sentence)
            return
        except Exception:
            self._fail(BROKEN)
            raise
        today = datetime.now().astimezone().date()

        def work(job: Job) -> Made:
            data = make(material, choice.options, today, job.watch)
            return Made(choice, data, page_sizes(data))

        self._job = in_background(work, self._finish, self._fail, self.progressed.emit)

    def _gather(self, wish: PaperWish) -> PaperMaterial:
        """Read what a document is made from; other options for the same need no reading."""
        if self._gathered is None or self._gathered[0] != wish:
            self._gathered = (wish, gather(self._session.file, wish))
        return self._gathered[1]

    def _finish(self, made: Made) -> None:
        self._job, self._finished = None, made
        waiting, self._waiting = self._waiting, None
        self.made.emit(made)
        if waiting is not None:
            waiting(made)

    def _fail(self, sentence: str) -> None:
        self._job = self._waiting = None
        self.refused.emit(sentence)
