"""What a warband owns and what it came by: the stash and the ledger."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from mordcry_app.services.ledgers import ledger_view
from mordcry_app.services.views import (
    AmountView,
    CampaignView,
    LedgerView,
    MemberView,
    RosterView,
)
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.help_anchors import set_help_anchor
from mordcry_app.ui.qt_models.campaign_lists import LedgerModel, StashModel
from mordcry_app.ui.qt_models.rows import RowsModel
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.views.warbands.edits import RosterEdits
from mordcry_app.ui.views.warbands.fighter_panel import popup_below
from mordcry_app.ui.views.warbands.member_menus import fill_item_menu
from mordcry_app.ui.widgets import (
    ActionButton,
    Card,
    ChoiceField,
    EmptyState,
    Label,
    TableView,
    WrapLabel,
)

_WIDEST_COLUMN = 300  # logical pixels
_PAGE = 200  # entries of a ledger that are read at once
_MEASURED_ROWS = 60  # a ledger may have thousands; what is wider below is elided


class ListTable(TableView):
    """A table of whole rows. Enter and a double click do the same as the main button beside it."""

    def __init__(self, model: RowsModel, name: str, stretched: int) -> None:
        super().__init__(flush=True, stretched=stretched)
        self.setModel(model)
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        columns = self.horizontalHeader()
        columns.setMaximumSectionSize(_WIDEST_COLUMN)
        columns.setResizeContentsPrecision(_MEASURED_ROWS)
        self.fit_columns()
        model.modelReset.connect(self.fit_columns)

    def current_row(self) -> int:
        """Return the row at hand, or −1."""
        return self.currentIndex().row()

    def take_first(self) -> None:
        """Put the first row at hand where none is."""
        if self.model().rowCount() and not self.currentIndex().isValid():
            self.setCurrentIndex(self.model().index(0, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.doubleClicked.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


class ListTab(QWidget):
    """A card with a line of buttons, and the table or what to say while it is empty."""

    def __init__(self, table: ListTable, empty: EmptyState, parent: QWidget) -> None:
        super().__init__(parent)
        self.table = table
        self._empty = empty
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(20, 0, 20, 16)
        self.card = Card(flush=True, parent=self)
        self.bar = QHBoxLayout()
        self.bar.setContentsMargins(12, 8, 12, 8)
        self.bar.setSpacing(10)
        self.card.add(self.bar)
        self.card.add(table, 1)
        self.card.add(empty, 1)
        self.column.addWidget(self.card)
        self.setFocusProxy(table)

    def show_emptiness(self, *, is_empty: bool) -> None:
        self.table.setVisible(not is_empty)
        self._empty.setVisible(is_empty)
        if not is_empty:
            self.table.take_first()


class StashTab(ListTab):
    """What a warband owns and nobody carries."""

    def __init__(self, session: CampaignSession, edits: RosterEdits, parent: QWidget) -> None:
        self._model = StashModel()
        super().__init__(
            ListTable(self._model, "Stash", 3),
            EmptyState(
                "The stash is empty. Gear of the fallen comes here, and whatever is found.",
                icon_name="campaign",
            ),
            parent,
        )
        set_help_anchor(self, "rule:carrying")
        self._session = session
        self._edits = edits
        self._roster: RosterView | None = None
        self.add_button = ActionButton("Add an item…", icon_name="add")
        self.add_button.clicked.connect(self._add)
        self.give_button = ActionButton("Give or drop…")
        self.give_button.clicked.connect(self._open_menu)
        self._about = WrapLabel(tone="muted", size=TextSize.SMALL)
        self.bar.addWidget(self._about, 1)
        self.bar.addWidget(self.give_button)
        self.bar.addWidget(self.add_button)
        self.table.doubleClicked.connect(lambda _: self._open_menu())

    def show_roster(self, campaign: CampaignView, roster: RosterView) -> None:
        """Show the stash of a warband."""
        self._roster = roster
        self._model.set_rows(roster.stash)
        units = sum(item.quantity for item in roster.stash)
        self._about.set_plain(
            f"{units} {'item' if units == 1 else 'items'} that nobody carries." if units else ""
        )
        self.show_emptiness(is_empty=not roster.stash)
        reason = campaign.read_only
        self.add_button.set_available(not reason, reason)
        self.give_button.set_available(
            bool(roster.stash) and not reason, reason or "The stash is empty."
        )

    def _add(self) -> None:
        if self._roster is not None:
            self._edits.give_item(self._roster)

    def _open_menu(self) -> None:
        item = self._model.row_view(self.table.current_row())
        if item is None or self._roster is None or self._session.file.read_only:
            return
        menu = QMenu(self)
        fill_item_menu(menu, self._edits, self._roster, item, None)
        popup_below(menu, self.give_button)


class LedgerTab(ListTab):
    """Every crown, every point of experience and renown: when, whose, why, and what it came to."""

    def __init__(self, session: CampaignSession, edits: RosterEdits, parent: QWidget) -> None:
        self._model = LedgerModel()
        super().__init__(
            ListTable(self._model, "Ledger", 6),
            EmptyState("No entry yet that fits. Battles fill the ledger.", icon_name="crown"),
            parent,
        )
        set_help_anchor(self, "rule:income")
        self._session = session
        self._edits = edits
        self._roster: RosterView | None = None
        self.what = ChoiceField()
        self.what.setAccessibleName("What")
        self.whose = ChoiceField()
        self.whose.setAccessibleName("Whose")
        self.enter_button = ActionButton("Enter by hand…", icon_name="add")
        self.enter_button.clicked.connect(self._open_menu)
        for label, field in (("What", self.what), ("Whose", self.whose)):
            self.bar.addWidget(Label(label, tone="muted"))
            self.bar.addWidget(field)
            field.currentIndexChanged.connect(lambda _: self._fill())
        self.bar.addStretch(1)
        self.bar.addWidget(self.enter_button)

    def show_roster(self, campaign: CampaignView, roster: RosterView) -> None:
        """Show the ledger of a warband; the filters stay where they still fit."""
        self._roster = roster
        people = (*roster.members, *roster.fallen)
        amounts = {a.resource: a for m in people for a in m.amounts}
        amounts |= {a.resource: a for a in roster.amounts}
        named = [(amount.name, amount.resource) for amount in amounts.values()]
        _refill(self.what, [("Everything", None), *named])
        _refill(
            self.whose,
            [("Everybody", None), *((m.shown_name, m.id) for m in people)],
        )
        self.enter_button.set_available(not campaign.read_only, campaign.read_only)
        self._fill()

    def _fill(self) -> None:
        if self._roster is None:
            return
        which = (self._roster.id, self.what.currentData(), self.whose.currentData())

        def page(after: LedgerView | None = None) -> tuple[LedgerView, ...]:
            before = after.id if after is not None else None
            return ledger_view(self._session.file, *which, before=before, count=_PAGE)

        lines = page()
        self._model.set_newest(lines, page)
        self.show_emptiness(is_empty=not lines)

    def _open_menu(self) -> None:
        """Offer what can be entered: the warband's own, or the chosen fighter's."""
        roster = self._roster
        if roster is None:
            return
        menu = QMenu(self)
        member = next((m for m in roster.members if m.id == self.whose.currentData()), None)
        if member is not None:
            for amount in member.amounts:
                self._offer(menu, member, amount)
        else:
            for amount in roster.amounts[:1]:
                menu.addAction(f"{amount.name} of the warband…").triggered.connect(
                    lambda _=False, r=amount.resource: self._edits.adjust_roster(roster, r)
                )
            for fighter in roster.members:
                submenu = menu.addMenu(fighter.shown_name.replace("&", "&&"))
                for amount in fighter.amounts:
                    self._offer(submenu, fighter, amount)
        popup_below(menu, self.enter_button)

    def _offer(self, menu: QMenu, member: MemberView, amount: AmountView) -> None:
        menu.addAction(f"{amount.name}…").triggered.connect(
            lambda _=False, r=amount.resource: self._edits.adjust_member(member, r)
        )


def _refill(box: ChoiceField, entries: Sequence[tuple[str, object]]) -> None:
    """Offer other entries in a box, with the same one chosen where it is still there."""
    before = box.currentData()
    shown = [(box.itemText(i), box.itemData(i)) for i in range(box.count())]
    if shown == list(entries):
        return
    box.blockSignals(True)
    box.set_choices(entries)
    place = next((i for i, (_, data) in enumerate(entries) if data == before), 0)
    box.setCurrentIndex(place)
    box.blockSignals(False)
