"""The running preview: everything that finishing the board will change, as old → new."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mordcry_app.services.views import ChangeLine, TrackView
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.views.aftermath.scrolling import UpAndDown
from mordcry_app.ui.views.aftermath.wording import changes_markup, spoken_changes
from mordcry_app.ui.widgets import ElidedLabel, WrapLabel

_FOOTNOTE = (
    "Nothing is final before Finish. Every answer is saved; close the campaign whenever you like."
)


class ChangesList(UpAndDown):
    """The changes of every warband. Losses are marked ▼ and gains ▲, besides their colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(content, parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # so that arrow keys scroll it
        self.setAccessibleName("What will change")
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(0, 0, 4, 0)
        self._column.setSpacing(2)
        self._shown: dict[int, _RosterChanges] = {}
        self._footnote = WrapLabel(_FOOTNOTE, tone="muted", size=TextSize.SMALL)
        self._column.addSpacing(10)
        self._column.addWidget(self._footnote)
        self._column.addStretch(1)

    def set_tracks(self, tracks: tuple[TrackView, ...]) -> None:
        """Show what the board as it stands will change."""
        wanted = {track.roster_id for track in tracks}
        for roster_id in [key for key in self._shown if key not in wanted]:
            part = self._shown.pop(roster_id)
            self._column.removeWidget(part)
            part.hide()
            part.deleteLater()
        for place, track in enumerate(tracks):
            part = self._shown.get(track.roster_id)
            if part is None:
                part = self._shown[track.roster_id] = _RosterChanges()
                self._column.insertWidget(place, part)
            part.show_track(track)

    def set_correcting(self, is_correcting: bool) -> None:
        """Say what ends the board: a correction is committed, anything else is finished."""
        end = "Commit" if is_correcting else "Finish"
        self._footnote.set_plain(_FOOTNOTE.replace("Finish", end))

    def texts(self) -> tuple[str, ...]:
        """What is shown for each warband, in words."""
        return tuple(part.spoken() for part in self._shown.values())


class _RosterChanges(QWidget):
    """The changes of one warband."""

    def __init__(self) -> None:
        super().__init__()
        self._changes: tuple[ChangeLine, ...] | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(3)
        self._name = ElidedLabel(tone="muted")
        self._list = WrapLabel()
        column.addWidget(self._name)
        column.addWidget(self._list)

    def show_track(self, track: TrackView) -> None:
        self._name.setText(track.name)
        if track.changes != self._changes:
            self._changes = track.changes
            self._write()

    def spoken(self) -> str:
        return spoken_changes(self._changes or ())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._changes:
            self._write()

    def _write(self) -> None:
        if self._changes:
            self._list.set_rich(changes_markup(self._changes))
        else:
            self._list.set_plain("nothing yet")
        self._list.set_tone("" if self._changes else "muted")
        self._list.setAccessibleName(self.spoken() or "nothing yet")
