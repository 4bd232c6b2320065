"""Dialogs for packs: what an exported one is called, and what an imported one would do."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QPlainTextEdit, QVBoxLayout, QWidget

from mordcry_app.services.house_content_views import FieldChange, PackEntryView, PackView
from mordcry_app.ui.forms import labelled, text_field
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.widgets import Label, PlainDialog, Scroller, WrapLabel, titled

_TITLES = (
    ("conflict", "You have your own of these"),
    ("changes", "Changed by the pack"),
    ("new", "New"),
    ("same", "Here already"),
)


class ExportDialog(PlainDialog):
    """Asks what a pack is called and whose it is."""

    def __init__(self, campaign: str, count: int, parent: QWidget | None = None) -> None:
        things = "1 thing" if count == 1 else f"{count} things"
        super().__init__(
            "Export house content",
            f"{things} of your own go into a TOML file, for another campaign or another group.",
            parent,
        )
        self.name = text_field(campaign)
        self.by = text_field("", placeholder="Nobody")
        self.text = QPlainTextEdit()
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(84)
        self.body.addLayout(labelled("Name of the pack", self.name))
        self.body.addLayout(labelled("Made by", self.by))
        self.body.addLayout(labelled("What it is about", self.text))
        self.add_cancel()
        self.add_accept("Choose where…")
        self.name.setFocus()
        self.name.selectAll()


class ImportDialog(PlainDialog):
    """Shows what importing a pack would do, and asks about what the group has changed itself."""

    def __init__(self, pack: PackView, parent: QWidget | None = None) -> None:
        by = f" by {pack.by}" if pack.by else ""
        super().__init__(f"Import “{pack.name}”{by}?", pack.text, parent)
        self.setMinimumWidth(560)
        self.takes: dict[tuple[str, str], QCheckBox] = {}
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 10, 0)
        column.setSpacing(6)
        for status, title in _TITLES:
            entries = pack.of(status)
            if entries:
                column.addWidget(titled(f"{title} · {len(entries)}", TextSize.LEAD))
                for entry in entries:
                    self._add(column, entry)
        column.addStretch(1)
        scroller = Scroller(inner)
        scroller.setAccessibleName("What the pack would do")
        self.body.addWidget(scroller, 1)
        self.add_cancel()
        count = len(pack.of("new")) + len(pack.of("changes"))
        self.accept_button = self.add_accept("Import")
        conflicts = bool(pack.of("conflict"))
        reason = "" if count or conflicts else "All of this pack is here already."
        self.accept_button.set_available(not reason, reason)
        self.resize(600, min(inner.sizeHint().height() + 190, 620))

    def chosen(self) -> set[tuple[str, str]]:
        """Return which of the group's own things the pack's are to replace."""
        return {key for key, box in self.takes.items() if box.isChecked()}

    def _add(self, column: QVBoxLayout, entry: PackEntryView) -> None:
        name = f"{entry.name} ({entry.noun})"
        if entry.status == "conflict":
            box = QCheckBox(f"{name}: take the one of the pack".replace("&", "&&"))
            self.takes[entry.kind, entry.ref] = box
            column.addWidget(box)
        else:
            column.addWidget(WrapLabel(name))
        add_changes(column, entry.changes)
        if entry.touches:
            column.addWidget(WrapLabel(entry.touches, tone="muted", size=TextSize.SMALL))


def add_changes(column: QVBoxLayout, changes: tuple[FieldChange, ...]) -> None:
    """Add what changes, field by field, as old → new."""
    for change in changes:
        line = WrapLabel(f"{change.label}: {change.old} → {change.new}", size=TextSize.SMALL)
        line.setContentsMargins(18, 0, 0, 0)
        column.addWidget(line)


class RemoveDialog(PlainDialog):
    """Asks before something goes that somebody has."""

    def __init__(self, name: str, touches: str, parent: QWidget | None = None) -> None:
        super().__init__(
            f"Remove “{name}”?",
            f"{touches} They keep it, but the rules do not know it any more: it does nothing. "
            "It can be brought back with Undo.",
            parent,
        )
        self.add_cancel("Keep it")
        self.add_accept("Remove", kind="danger")


class NewerContentDialog(PlainDialog):
    """Shows what newer shipped content would change, and asks whether to go on with it."""

    def __init__(self, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__("Newer content", sentence, parent)
        self.setMinimumWidth(560)
        self._inner = QWidget()
        self.column = QVBoxLayout(self._inner)
        self.column.setContentsMargins(0, 0, 10, 0)
        self.column.setSpacing(6)
        scroller = Scroller(self._inner)
        scroller.setAccessibleName("What would change")
        self.body.addWidget(scroller, 1)
        self.add_cancel("Not now")
        self.accept_button = self.add_accept("Go on with the newer content")

    def add_entry(
        self, title: str, changes: tuple[FieldChange, ...], notes: tuple[str, ...]
    ) -> None:
        """Add one thing that would change."""
        self.column.addWidget(Label(title, bold=True))
        add_changes(self.column, changes)
        for note in notes:
            self.column.addWidget(WrapLabel(note, tone="muted", size=TextSize.SMALL))

    def fit(self) -> None:
        """Be as high as what there is to say, up to a limit."""
        self.column.addStretch(1)
        self.resize(600, min(self._inner.sizeHint().height() + 190, 620))
