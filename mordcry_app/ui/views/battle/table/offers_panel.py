"""What can be done now, in groups, each with its key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mordcry_app.rules.battle_engine import Offer
from mordcry_app.ui.theme import TextSize, body_font, colours
from mordcry_app.ui.views.battle.table.menus import force_menu
from mordcry_app.ui.views.battle.table.offer_button import OfferButton
from mordcry_app.ui.views.battle.table.wording import GROUPS, grouped

_KEYS = "123456789"
_GAP, _ABOVE_HEADING, _BELOW_HEADING = 5, 6, 3  # logical pixels
_LEAST_WIDTH = 180


class OffersPanel(QWidget):
    """Shows offers as buttons; digits press the first nine, arrows move between them.

    - `chosen(Offer)` an offer was chosen
    - `forced(Offer)` a refused one is to be done all the same
    """

    chosen = Signal(object)
    forced = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("What can be done now")
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._made: list[OfferButton] = []
        self._counts: dict[str, int] = {}
        self._headings: list[tuple[str, QRect]] = []
        self.buttons: list[OfferButton] = []

    def set_offers(self, offers: Sequence[Offer], *, is_read_only: bool = False) -> None:
        """Show other offers; those that can be done now come first in their group."""
        groups = grouped(offers)
        wanted = [offer for group in groups.values() for offer in group]
        while len(self._made) < len(wanted):
            self._made.append(self._new_button())
        self.buttons = self._made[: len(wanted)]
        number = 0
        for button, offer in zip(self.buttons, wanted, strict=True):
            has_key = not offer.refused and number < len(_KEYS)
            number += has_key
            button.set_offer(offer, number if has_key else 0)
            button.setEnabled(not is_read_only)
        self._arrange({group: len(own) for group, own in groups.items()})

    def button_of(self, offer_id: str) -> OfferButton | None:
        """Return the button of an offer that is shown."""
        return next((b for b in self.buttons if b.offer.id == offer_id), None)

    def sizeHint(self) -> QSize:
        width = self.width() if self.testAttribute(Qt.WidgetAttribute.WA_Resized) else 320
        return QSize(320, self._place(move=False, width=width))

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST_WIDTH, self.heightForWidth(max(self.width(), _LEAST_WIDTH)))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(move=False, width=width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place(move=True)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setFont(body_font(TextSize.SMALL))
        painter.setPen(QColor(colours().muted))
        for text, area in self._headings:
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._take(event, -1):
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Buttons would use the arrow keys themselves.
        is_key = event.type() == QEvent.Type.KeyPress and watched in self.buttons
        if is_key and isinstance(event, QKeyEvent):
            at = self.buttons.index(cast("OfferButton", watched))
            return self._take(event, at)
        return super().eventFilter(watched, event)

    def _take(self, event: QKeyEvent, at: int) -> bool:
        """Use a key that came while the button number *at* had the keyboard, −1 for none."""
        meant = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        if event.modifiers() & meant:
            return False
        if event.key() == Qt.Key.Key_Down:
            self._move(at + 1)
        elif event.key() == Qt.Key.Key_Up and at > 0:
            self._move(at - 1)
        elif event.text() and event.text() in _KEYS:
            for button in self.buttons:
                if button.number == int(event.text()):
                    button.click()
        else:
            return False
        return True

    def _move(self, place: int) -> None:
        if place < len(self.buttons):
            self.buttons[place].setFocus(Qt.FocusReason.TabFocusReason)

    def _new_button(self) -> OfferButton:
        button = OfferButton(self)
        button.installEventFilter(self)
        button.clicked.connect(self._choose_of(button))
        return button

    def _choose_of(self, button: OfferButton) -> Callable[[], None]:
        def choose() -> None:
            if not button.offer.refused:
                self.chosen.emit(button.offer)
                return
            menu = force_menu(button.offer, self.forced.emit, button)
            menu.popup(button.mapToGlobal(QPoint(40, button.height() - 2)))

        return choose

    def _arrange(self, counts: dict[str, int]) -> None:
        """Put the buttons below each other, each group under its heading."""
        self._counts = counts
        for place, button in enumerate(self._made):
            is_shown = place < len(self.buttons)
            if button.isHidden() == is_shown:
                button.setVisible(is_shown)
        self._place(move=True)
        self.updateGeometry()
        self.update()

    def _place(self, *, move: bool, width: int | None = None) -> int:
        """Return the height that is needed; with *move*, put everything where it belongs.

        A layout of Qt would weigh every button several times, and this is done with every click.
        """
        room = self.width() if width is None else width
        line = QFontMetrics(body_font(TextSize.SMALL)).height()
        buttons = iter(self.buttons)
        headings: list[tuple[str, QRect]] = []
        top = 0
        for group, count in self._counts.items():
            if len(self._counts) > 1:
                top += _ABOVE_HEADING if headings else 0
                headings.append((GROUPS[group], QRect(2, top, room - 2, line)))
                top += line + _BELOW_HEADING
            for _ in range(count):
                button = next(buttons)
                height = button.heightForWidth(room)
                if move:
                    button.setGeometry(0, top, room, height)
                top += height + _GAP
        if move:
            self._headings = headings
        return max(top - _GAP, 0)
