"""Sheets as PDF: which warbands, on which paper, with what on them; saved, and opened if wanted."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QStandardPaths, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.views import RosterView, Touched
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.card_columns import CardColumns
from mordcry_app.ui.file_names import file_name_for
from mordcry_app.ui.forms import labelled
from mordcry_app.ui.settings import PAPERS, SettingsStore
from mordcry_app.ui.widgets import (
    ActionButton,
    Banner,
    Card,
    HeaderBar,
    NumberField,
    Scroller,
    WrapLabel,
    elided,
    escaped,
)

if TYPE_CHECKING:
    from mordcry_app.sheets.options import SheetOptions

_WIDEST = 720
_SWITCHES = {
    "footnotes": ("Explain every changed value in a footnote", True),
    "attack_notes": ("Explain every attack line as well", False),
    "rules_text": ("Print what skills, injuries and gear do", False),
    "fallen": ("Name the dead", True),
}
"""Fields of `SheetOptions` that are on or off: what they are called here, and their start."""

_MOST_BLANKS = 40
_WIDEST_NAME = 280
_NOBODY = "Choose at least one warband."


class PrintPage(QWidget):
    """Remembers its choices from one time to the next."""

    def __init__(
        self, session: CampaignSession, store: SettingsStore, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.title = "Print"
        self._session = session
        self._store = store
        self._saved: Path | None = None
        self._file_dialog: QFileDialog | None = None
        self.warbands: dict[int, QCheckBox] = {}
        self.banner = Banner()
        self.banner.setMaximumWidth(_WIDEST)
        self.banner.acted.connect(self._open_saved)
        body = QWidget()
        self._body = QVBoxLayout(body)
        self._body.setContentsMargins(20, 14, 20, 20)
        self._body.setSpacing(14)
        self._body.addWidget(self.banner)
        self._columns = CardColumns()
        self._body.addWidget(self._columns)
        self._add_warbands()
        self._add_options()
        self._add_paper()
        self._body.addStretch(1)
        header = HeaderBar("Print", "roster sheets")
        self.save_button = ActionButton("Save as PDF…", kind="primary", icon_name="save")
        self.save_button.clicked.connect(self._ask_path)
        header.add_action(self.save_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(Scroller(body, self), 1)
        self.refresh(None)

    def refresh(self, touched: Touched | None) -> None:
        """Offer the warbands as they are now."""
        del touched
        rosters = self._session.campaign.rosters
        stored = self._choices().get("left_out")
        left_out = [str(name) for name in stored] if isinstance(stored, list) else []
        for roster in rosters:
            box = self.warbands.get(roster.id)
            if box is None:
                box = QCheckBox()
                box.setChecked(roster.name not in left_out or not roster.name)
                box.toggled.connect(self._follow_warbands)
                self.warbands[roster.id] = box
                self._warband_card.add(box)
            many = len(roster.members)
            people = f"{many} {'fighter' if many == 1 else 'fighters'}"
            name = elided(roster.shown_name, box.font(), _WIDEST_NAME)
            box.setText(f"{name} · {people}".replace("&", "&&"))
            box.setAccessibleName(f"{roster.shown_name} · {people}")
            box.setToolTip(escaped(roster.shown_name) if name != roster.shown_name else "")
        for roster_id in set(self.warbands) - {roster.id for roster in rosters}:
            self.warbands.pop(roster_id).deleteLater()
        self._check()

    def setFocus(self, *reason: Qt.FocusReason) -> None:
        """Give the keyboard to the main button: the last choices are usually right."""
        self.save_button.setFocus(*reason)

    def chosen(self) -> tuple[RosterView, ...]:
        """Return the warbands that are to be printed."""
        return tuple(
            roster
            for roster in self._session.campaign.rosters
            if self.warbands[roster.id].isChecked()
        )

    def options(self) -> SheetOptions:
        """Return the choices as the sheets take them."""
        from mordcry_app.sheets.options import SheetOptions

        switches = {name: box.isChecked() for name, box in self.switches.items()}
        plain = SheetOptions(
            paper="letter" if self.papers["letter"].isChecked() else "a4",
            write_in_fighters=self.blanks.value(),
        )
        return replace(plain, **switches)

    def save(self, path: Path) -> bool:
        """Write the sheets to a file; say where, or why not, and open it if that is wanted."""
        from mordcry_app.sheets.roster_sheet import roster_sheet

        self._remember()
        today = datetime.now().astimezone().date()
        try:
            data = roster_sheet(self._session.campaign, self.chosen(), self.options(), today)
            path.write_bytes(data)
        except Refusal as refusal:
            self.banner.say(refusal.sentence, "warning")
            return False
        except OSError as error:
            reason = (error.strerror or "no reason given").lower()
            self.banner.say(f"“{path.name}” cannot be written there: {reason}.", "warning")
            return False
        self._saved = path
        self._store.change(sheet_folder=str(path.parent))
        self.banner.say(f"Saved as {path}.", action="Open")
        if self._store.values.opens_sheets:
            self._open_saved()
        return True

    # ------------------------------------------------------------------ making

    def _add_warbands(self) -> None:
        self._warband_card = self._card("Warbands")
        self._nobody = WrapLabel(_NOBODY, tone="blood")
        self._warband_card.add(self._nobody)

    def _add_paper(self) -> None:
        card = self._card("Paper")
        self.papers = {value: QRadioButton(text) for value, text in PAPERS.items()}
        line = QHBoxLayout()
        line.setSpacing(18)
        for value, button in self.papers.items():
            button.setChecked(value == self._store.paper())
            button.clicked.connect(lambda _=False, v=value: self._store.change(paper=v))
            line.addWidget(button)
        line.addStretch(1)
        card.add(line)
        self._store.changed.connect(lambda _: self.papers[self._store.paper()].setChecked(True))

    def _add_options(self) -> None:
        card = self._card("On the sheet")
        choices = self._choices()
        self.switches: dict[str, QCheckBox] = {}
        for name, (text, start) in _SWITCHES.items():
            box = QCheckBox(text)
            wanted = choices.get(name, start)
            box.setChecked(wanted if isinstance(wanted, bool) else start)
            box.toggled.connect(self._remember)
            self.switches[name] = box
            card.add(box)
        self.blanks = NumberField(0, _MOST_BLANKS)
        blanks = choices.get("write_in_fighters", 0)
        self.blanks.setValue(blanks if isinstance(blanks, int) else 0)
        self.blanks.valueChanged.connect(self._remember)
        self.blanks.setMinimumWidth(90)
        self.blanks.setAlignment(Qt.AlignmentFlag.AlignRight)
        line = QHBoxLayout()
        line.addLayout(labelled("Empty blocks to fill in by hand", self.blanks))
        line.addStretch(1)
        card.add(line)
        self.opens = QCheckBox("Open the PDF after saving it")
        self.opens.setChecked(self._store.values.opens_sheets)
        self.opens.toggled.connect(lambda on: self._store.change(opens_sheets=on))
        self._store.changed.connect(
            lambda _: self.opens.setChecked(self._store.values.opens_sheets)
        )
        card.add(self.opens)

    def _card(self, title: str) -> Card:
        card = Card(title)
        self._columns.add(card)
        return card

    # ------------------------------------------------------------------ acting

    def _choices(self) -> dict[str, object]:
        return dict(self._store.values.sheet_choices)

    def _follow_warbands(self) -> None:
        self._check()
        self._remember()

    def _check(self) -> None:
        nobody = not any(box.isChecked() for box in self.warbands.values())
        self._nobody.setVisible(nobody)
        self.save_button.set_available(not nobody, _NOBODY)

    def _remember(self, *_: object) -> None:
        rosters = self._session.campaign.rosters
        left_out = [r.name for r in rosters if not self.warbands[r.id].isChecked()]
        self._store.change(
            sheet_choices={
                **{name: box.isChecked() for name, box in self.switches.items()},
                "write_in_fighters": self.blanks.value(),
                "left_out": left_out,
            }
        )

    def _ask_path(self) -> None:
        rosters = self.chosen()
        name = rosters[0].shown_name if len(rosters) == 1 else self._session.campaign.name
        dialog = QFileDialog(self, "Save the sheets", str(self._folder()), "PDF (*.pdf)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("pdf")
        dialog.selectFile(f"{file_name_for(f'{name} {self._session.campaign.after}')}.pdf")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda chosen: self.save(Path(chosen)))
        self._file_dialog = dialog
        dialog.open()

    def _folder(self) -> Path:
        last = Path(self._store.values.sheet_folder or "")
        if self._store.values.sheet_folder and last.is_dir():
            return last
        documents = QStandardPaths.writableLocation(
            QStandardPaths.StandardLocation.DocumentsLocation
        )
        return Path(documents) if documents else self._session.file.path.parent

    def _open_saved(self) -> None:
        if self._saved is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._saved)))
