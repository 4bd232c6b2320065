"""What waits for its moment, and who has fallen: rows of short lines with links."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mordcry_app.services.campaign_page_views import GraveView, OwnerView, WaitingView
from mordcry_app.ui.forms import clear
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.views.campaign.links import LinkLabel, link, to_member, to_roster
from mordcry_app.ui.widgets import ActionButton, Card, Chip, Hairline, WrapLabel, bold, escaped

_FIRST_ROWS = 8

_UNTIL = {
    "battle": "until the next battle is over",
    "market": "until the next search at the market",
    "aftermath": "until the next aftermath",
    "used": "until it is used",
}


class _RowsCard(Card):
    """A card of rows with hairlines between them; a long list shows its first rows until asked."""

    place_asked = Signal(str)

    def __init__(self, title: str, nothing: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent=parent)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(6)
        self.add(self._rows)
        self.nothing = WrapLabel(nothing, tone="muted")
        self.add(self.nothing)
        self.more = ActionButton(kind="quiet")
        self.more.clicked.connect(self._show_all)
        self.body.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addStretch(1)
        self._entries: tuple[object, ...] = ()
        self._is_whole = False
        self._labels: list[LinkLabel] = []

    def set_entries(self, entries: Sequence[object]) -> None:
        """Show other entries."""
        if tuple(entries) == self._entries and self._rows.count():
            return
        self._entries = tuple(entries)
        self._fill()

    def texts(self) -> list[str]:
        """What the rows say, without markup."""
        return [label.accessibleName() for label in self._labels]

    def _row(self, entry: object) -> QWidget:
        raise NotImplementedError

    def _show_all(self) -> None:
        self._is_whole = True
        self._fill()

    def _fill(self) -> None:
        clear(self._rows)
        self._labels.clear()
        shown = self._entries if self._is_whole else self._entries[:_FIRST_ROWS]
        for place, entry in enumerate(shown):
            if place:
                self._rows.addWidget(Hairline())
            self._rows.addWidget(self._row(entry))
        left = len(self._entries) - len(shown)
        self.nothing.setVisible(not self._entries)
        self.more.setVisible(left > 0)
        self.more.set_text(f"Show {left} more")

    def _line(self, markup: str, plain: str, about: str, chip: Chip | None = None) -> QWidget:
        """Return a row: a line with links, what there is to say about it, and a chip."""
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(10)
        words = QVBoxLayout()
        words.setSpacing(0)
        label = LinkLabel()
        label.set_links(markup)
        label.setAccessibleName(plain)
        label.chosen.connect(self.place_asked)
        self._labels.append(label)
        words.addWidget(label)
        if about:
            words.addWidget(WrapLabel(about, tone="muted", size=TextSize.SMALL))
        line.addLayout(words, 1)
        if chip is not None:
            line.addWidget(chip, 0, Qt.AlignmentFlag.AlignTop)
        return row


class WaitingCard(_RowsCard):
    """What waits for a battle or another moment, warband by warband."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Waiting for its moment", "Nothing waits for the next battle.", parent)

    def _row(self, entry: object) -> QWidget:
        assert isinstance(entry, WaitingView)
        links = [_to_owner(owner) for owner in entry.owners]
        names = [owner.name for owner in entry.owners]
        cause = f"{entry.source}; " if entry.source else ""
        until = f"{cause}{_UNTIL[entry.until]}."
        about = [entry.text] if entry.text else []
        about.append(until[:1].upper() + until[1:])
        return self._line(
            f"{_listed(links)} – {bold(entry.words)}",
            f"{_listed(names)}: {entry.words}",
            " ".join(about),
            Chip("armed", "gold") if entry.armed else Chip("waiting"),
        )


class GraveyardCard(_RowsCard):
    """Who fell, in which battle, by whom; newest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Graveyard", "Nobody has fallen yet.", parent)

    def _row(self, entry: object) -> QWidget:
        assert isinstance(entry, GraveView)
        number = entry.battle_number
        battle = link(f"chronicle#battle:{number}", f"battle {number}") if number else ""
        fate = f"{entry.fate.lower()} in {battle}" if battle else entry.fate.lower()
        by = f", put out of action by {entry.by}" if entry.by else ""
        plain = f"{entry.name} {entry.fate.lower()}" + (f" in battle {number}" if number else "")
        return self._line(
            f"{to_member(entry.member_id, entry.name)} {fate}{escaped(by)}.",
            f"{plain}{by}",
            f"{entry.archetype_name} of {entry.roster_name}",
        )


def _to_owner(owner: OwnerView) -> str:
    if owner.member_id is not None:
        return to_member(owner.member_id, owner.name)
    return to_roster(owner.roster_id, owner.name)


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
