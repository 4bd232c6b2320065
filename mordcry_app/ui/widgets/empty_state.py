"""What a page shows while it has nothing to show: why, and the way on."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.widgets.buttons import ActionButton
from mordcry_app.ui.widgets.icon_label import IconLabel
from mordcry_app.ui.widgets.labels import WrapLabel, titled


class EmptyState(QWidget):
    """An icon, an optional *title*, a *sentence* and, where there is a way on, one button.

    `activated` tells that the button was pressed. Without an *action* there is no button.
    """

    activated = Signal()

    def __init__(
        self,
        sentence: str,
        *,
        icon_name: str = "",
        title: str = "",
        action: str = "",
        key: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(title or sentence)
        middle = Qt.AlignmentFlag.AlignHCenter
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addStretch(2)
        if icon_name:
            column.addWidget(IconLabel(icon_name, side=44, tone="muted"), 0, middle)
        if title:
            heading = titled(title, TextSize.CAMPAIGN)
            heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(heading)
        self.sentence = WrapLabel(sentence, tone="muted", size=TextSize.LEAD)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.sentence.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        column.addWidget(self.sentence)
        self.button: ActionButton | None = None
        if action:
            self.button = ActionButton(action, key, kind="primary")
            self.button.clicked.connect(self.activated)
            column.addSpacing(6)
            column.addWidget(self.button, 0, middle)
        column.addStretch(3)
