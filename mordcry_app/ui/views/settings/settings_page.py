"""Settings: the look, paper and folders of this machine, and the file of this campaign."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFileDialog,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from mordcry_app import __version__, paths
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import copy_campaign
from mordcry_app.services.roster_edits import rename_campaign
from mordcry_app.services.views import Touched
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.card_columns import CardColumns
from mordcry_app.ui.file_names import SUFFIX, free_path
from mordcry_app.ui.forms import labelled, text_field
from mordcry_app.ui.settings import PAPERS, SettingsStore, default_campaign_folder
from mordcry_app.ui.widgets import (
    ActionButton,
    Banner,
    Card,
    ElidedLabel,
    FlowLayout,
    HeaderBar,
    Scroller,
    WrapLabel,
)

_WIDEST = 720
_THEMES = {
    "system": "As the system has it",
    "light": "Parchment (light)",
    "dark": "Night (dark)",
}


class SettingsPage(QWidget):
    """Every change holds at once; there is nothing to save."""

    def __init__(
        self, session: CampaignSession, store: SettingsStore, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.title = "Settings"
        self._session = session
        self._store = store
        self._file_dialog: QFileDialog | None = None
        body = QWidget()
        self._body = QVBoxLayout(body)
        self._body.setContentsMargins(20, 14, 20, 20)
        self._body.setSpacing(14)
        self.banner = Banner()
        self.banner.setMaximumWidth(_WIDEST)
        self._body.addWidget(self.banner)
        self._columns = CardColumns()
        self._body.addWidget(self._columns)
        self._add_look()
        self._add_paper()
        self._add_start()
        self._add_campaign()
        self._add_about()
        self._body.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(HeaderBar("Settings"))
        column.addWidget(Scroller(body, self), 1)
        store.changed.connect(self._show_settings)
        self._show_settings()
        self.refresh(None)

    def refresh(self, touched: Touched | None) -> None:
        """Show what the campaign and its file are called."""
        del touched
        campaign = self._session.campaign
        if not self.name.hasFocus():
            self.name.setText(campaign.name)
        self.name.setReadOnly(bool(campaign.read_only))
        self._path.setText(str(self._session.file.path))

    def setFocus(self, *reason: Qt.FocusReason) -> None:
        """Give the keyboard to the first setting."""
        self.themes[self._store.values.theme].setFocus(*reason)

    # ------------------------------------------------------------------ making

    def _add_look(self) -> None:
        card = self._card("Look")
        self.themes = self._choices(card, _THEMES, lambda value: self._store.change(theme=value))

    def _add_paper(self) -> None:
        card = self._card("Paper")
        self.papers = self._choices(card, PAPERS, lambda value: self._store.change(paper=value))
        self.opens_sheets = QCheckBox("Open a PDF after saving it")
        self.opens_sheets.toggled.connect(lambda on: self._store.change(opens_sheets=on))
        card.add(self.opens_sheets)

    def _add_start(self) -> None:
        card = self._card("Campaigns on this machine")
        self.reopens = QCheckBox("Start with the campaign that was open last")
        self.reopens.toggled.connect(lambda on: self._store.change(reopens_campaign=on))
        card.add(self.reopens)
        self._folder = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        change = ActionButton("Change…", kind="quiet")
        change.clicked.connect(self._ask_folder)
        self._usual = ActionButton("Back to the usual one", kind="quiet")
        self._usual.clicked.connect(lambda: self._store.change(campaign_folder=""))
        line = QHBoxLayout()
        line.addLayout(labelled("New campaigns go to", self._folder), 1)
        for button in (self._usual, change):
            line.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        card.add(line)

    def _add_campaign(self) -> None:
        card = self._card("This campaign")
        self.name = text_field()
        self.name.editingFinished.connect(self._rename)
        card.add(labelled("Name", self.name))
        self._path = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        card.add(labelled("File", self._path))
        show = ActionButton("Show in its folder", kind="quiet")
        show.clicked.connect(self._show_folder)
        copy = ActionButton("Save a copy as…", icon_name="save")
        copy.clicked.connect(self._ask_copy)
        line = QHBoxLayout()
        line.addWidget(copy)
        line.addWidget(show)
        line.addStretch(1)
        card.add(line)

    def _add_about(self) -> None:
        card = self._card("About")
        card.add(WrapLabel(f"Mordcry campaign manager {__version__}"))
        card.add(
            WrapLabel(
                "Every change is written to the campaign’s file at once and can be taken back at "
                "any time. Reports of mistakes in the program lie on this machine and are sent "
                "nowhere.",
                tone="muted",
            )
        )
        reports = ActionButton("Show the program’s own files", kind="quiet")
        reports.clicked.connect(
            lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(paths.state_folder())))
        )
        line = QHBoxLayout()
        line.addWidget(reports)
        line.addStretch(1)
        card.add(line)

    def _card(self, title: str) -> Card:
        card = Card(title)
        self._columns.add(card)
        return card

    def _choices(
        self, card: Card, choices: Mapping[str, str], take: Callable[[str], object]
    ) -> dict[str, QRadioButton]:
        group = QButtonGroup(self)
        buttons: dict[str, QRadioButton] = {}
        holder = QWidget()
        line = FlowLayout(holder, gap=14)
        for value, text in choices.items():
            button = QRadioButton(text)
            button.clicked.connect(lambda _=False, v=value: take(v))
            group.addButton(button)
            line.addWidget(button)
            buttons[value] = button
        card.add(holder)
        return buttons

    # ------------------------------------------------------------------ showing and acting

    def _show_settings(self, *_: object) -> None:
        values = self._store.values
        self.themes[values.theme].setChecked(True)
        self.papers[self._store.paper()].setChecked(True)
        self.opens_sheets.setChecked(values.opens_sheets)
        self.reopens.setChecked(values.reopens_campaign)
        folder = self._store.campaign_folder()
        self._folder.setText(str(folder))
        self._usual.setVisible(folder != default_campaign_folder())
        if self._store.problem:
            self.banner.say(self._store.problem, "warning")

    def _rename(self) -> None:
        name = self.name.text()
        if name != self._session.campaign.name and not self.name.isReadOnly():
            done = self._session.run(lambda: rename_campaign(self._session.file, name))
            if done is None:
                self.name.setText(self._session.campaign.name)

    def _ask_folder(self) -> None:
        folder = self._store.campaign_folder()
        start = next((p for p in (folder, *folder.parents) if p.is_dir()), Path.home())
        dialog = QFileDialog(self, "Where new campaigns go", str(start))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self._store.change(campaign_folder=name))
        self._file_dialog = dialog
        dialog.open()

    def _ask_copy(self) -> None:
        path = self._session.file.path
        dialog = QFileDialog(
            self, "Save a copy of the campaign", str(path.parent), f"Campaigns (*{SUFFIX})"
        )
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX[1:])
        dialog.selectFile(free_path(path.parent, f"{path.stem} copy").name)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.save_copy(Path(name)))
        self._file_dialog = dialog
        dialog.open()

    def save_copy(self, path: Path) -> None:
        """Save a copy of the campaign, and say where, or why not."""
        try:
            written = copy_campaign(self._session.file, path)
        except Refusal as refusal:
            self.banner.say(refusal.sentence, "warning")
            return
        self.banner.say(f"A copy was saved as {written}.")

    def _show_folder(self) -> None:
        folder = self._session.file.path.parent
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
