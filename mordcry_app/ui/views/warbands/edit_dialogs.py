"""Dialogs for changes by hand: each asks for the new value and why, and hands both on.

They know nothing of services: `accept_asked` tells that the player is done, and whoever opened the
dialog reads its answers, runs the operation and closes it, or lets it show why not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QRadioButton,
    QWidget,
)

from mordcry_app.rules.dice import SecureRandom
from mordcry_app.services.recruiting import RecruitingView
from mordcry_app.services.views import ChoiceView, MemberView, RosterView, StatColumn, ValueView
from mordcry_app.ui.dice import DiceEntry
from mordcry_app.ui.forms import labelled, number_field, text_field
from mordcry_app.ui.widgets import (
    ChoiceField,
    IconButton,
    Label,
    NumberField,
    PlainDialog,
    WrapLabel,
)

REASON = "Reason"


class ReasonDialog(PlainDialog):
    """Asks why, and nothing else; a reason may be left out."""

    def __init__(
        self,
        title: str,
        sentence: str,
        accept: str,
        *,
        danger: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, sentence, parent)
        self.reason = text_field(placeholder="As the history will tell it")
        self.add_answers()
        self.body.addLayout(labelled(REASON, self.reason))
        self.add_cancel()
        self.accept_button = self.add_accept(accept, "danger" if danger else "primary")
        self.reason.setFocus()

    def add_answers(self) -> None:
        """Add fields above the reason; there are none by default."""


class CorrectValueDialog(PlainDialog):
    """Asks what a characteristic should be. The difference becomes a modifier with the reason."""

    def __init__(self, member: MemberView, value: ValueView, parent: QWidget | None = None) -> None:
        super().__init__(
            f"Correct {value.name}",
            f"{member.shown_name} has {value.text}: {value.explanation}.",
            parent,
        )
        self.value = number_field(value.total)
        self.reason = text_field(placeholder="As the explanation will name it")
        self.body.addLayout(labelled("What it should be", self.value))
        self.body.addLayout(labelled(REASON, self.reason))
        self.add_cancel()
        self.add_accept("Correct")
        self.value.setFocus()
        self.value.selectAll()


class ModifierDialog(PlainDialog):
    """Asks for a lasting modifier: which characteristic, how much, and why."""

    def __init__(
        self,
        member: MemberView,
        stats: Sequence[StatColumn],
        stat: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            "Add a modifier",
            f"It stays with {member.shown_name} until it is removed by hand.",
            parent,
        )
        self.stat = ChoiceField([(column.name, column.stat) for column in stats])
        self.stat.setCurrentIndex(max(self.stat.findData(stat), 0))
        self.amount = number_field(1, signed=True)
        self.reason = text_field(placeholder="As the explanation will name it")
        line = QHBoxLayout()
        line.addLayout(labelled("Characteristic", self.stat), 1)
        line.addLayout(labelled("By how much", self.amount))
        self.body.addLayout(line)
        self.body.addLayout(labelled(REASON, self.reason))
        self.add_cancel()
        self.add_accept("Add")
        self.stat.setFocus()


class AmountDialog(PlainDialog):
    """Asks for a gain or loss of crowns, XP or renown, and shows what it comes to."""

    def __init__(self, whose: str, resource: str, now: int, parent: QWidget | None = None) -> None:
        super().__init__(f"{resource} by hand", f"{whose} has {now}.", parent)
        self._now = now
        self.amount = number_field(0, signed=True)
        self.after = Label()
        self.reason = text_field(placeholder="As the ledger will tell it")
        line = QHBoxLayout()
        line.addLayout(labelled("Gain, or loss with a minus", self.amount))
        line.addWidget(self.after, 1, Qt.AlignmentFlag.AlignBottom)
        self.body.addLayout(line)
        self.body.addLayout(labelled(REASON, self.reason))
        self.add_cancel()
        self.add_accept("Enter")
        self.amount.valueChanged.connect(self._show_after)
        self._show_after()
        self.amount.setFocus()
        self.amount.selectAll()

    def _show_after(self) -> None:
        self.after.setText(f"{self._now} → {self._now + self.amount.value()}")
        self.after.set_tone("blood" if self.amount.value() < 0 else "")


class ReactionsDialog(PlainDialog):
    """Asks how much XP a fighter has spent to react more freely."""

    def __init__(self, whose: str, now: int, parent: QWidget | None = None) -> None:
        super().__init__("XP spent on reactions", f"{whose} has {now} XP.", parent)
        self.amount = NumberField(1, max(now, 1), 1)
        self.body.addLayout(labelled("How much", self.amount))
        self.add_cancel()
        self.add_accept("Spend")
        self.amount.setFocus()
        self.amount.selectAll()


class DeathDialog(ReasonDialog):
    """Asks what becomes of the gear of a fighter who dies."""

    def __init__(self, member: MemberView, parent: QWidget | None = None) -> None:
        self._carries = member.carries
        super().__init__(
            f"{member.shown_name} dies",
            "The graveyard keeps the fighter with everything known, and can give it back.",
            "Mark dead",
            danger=True,
            parent=parent,
        )

    def add_answers(self) -> None:
        self.to_stash = QRadioButton("The gear goes to the stash")
        self.lost = QRadioButton("The gear is lost")
        self.as_rolled = QRadioButton("As it was rolled on a D6:")
        self.face = DiceEntry((6,), label="Gear of the dead")
        self.to_stash.setChecked(True)
        group = QButtonGroup(self)
        for button in (self.to_stash, self.lost, self.as_rolled):
            group.addButton(button)
            self.body.addWidget(button)
            button.setVisible(bool(self._carries))
        self.body.addWidget(self.face)
        self.face.setVisible(False)
        self._rolled: int | None = None
        self.as_rolled.toggled.connect(self.face.setVisible)
        self.face.roll_requested.connect(self._roll)
        if self._carries:
            self.body.insertWidget(0, WrapLabel(f"Carries {self._carries}.", tone="muted"))

    def gear_roll(self) -> int | None:
        """The face that decides on the gear; none when that is decided without one."""
        faces = self.face.faces()
        if not self.as_rolled.isChecked() or not faces:
            return None
        return faces[0]

    def is_undecided(self) -> bool:
        """Whether the roll is chosen, but no face is there yet."""
        return self.as_rolled.isChecked() and self.gear_roll() is None

    def is_typed(self) -> bool:
        """Whether the face was typed, and is not the one that the app rolled."""
        return self._rolled is None or self.gear_roll() != self._rolled

    def _roll(self) -> None:
        self._rolled = SecureRandom().face(6)
        self.face.set_faces((self._rolled,))


class DropItemDialog(ReasonDialog):
    """Asks for what an item was sold, if it was."""

    def __init__(self, item: str, whose: str, currency: str, parent: QWidget | None = None) -> None:
        self._currency = currency
        super().__init__(
            f"Drop {item}",
            f"{whose} will not have it any more, and nor will the stash.",
            "Drop",
            danger=True,
            parent=parent,
        )

    def add_answers(self) -> None:
        self.refund = number_field(0)
        self.body.addLayout(labelled(f"Sold for, in {self._currency}", self.refund))


class RecruitDialog(PlainDialog):
    """Asks who joins a warband."""

    def __init__(
        self,
        roster: RosterView,
        archetypes: Sequence[ChoiceView],
        terms: RecruitingView,
        suggest: Callable[[], str],
        currency: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Recruit a fighter", f"Joins {roster.shown_name}.", parent)
        self._suggest = suggest
        self.archetype = ChoiceField([(choice.name, choice.id) for choice in archetypes])
        self._about = WrapLabel(tone="muted")
        self._texts = [choice.text for choice in archetypes]
        if terms.archetypes:
            self.archetype.choose(terms.archetypes[0])
        self.name = text_field(suggest(), placeholder="A name, or none yet")
        roll = IconButton("dice", "Another name")
        roll.clicked.connect(self._roll_name)
        self.price = number_field(terms.price)
        name_line = QHBoxLayout()
        name_line.addLayout(labelled("Name", self.name), 1)
        name_line.addWidget(roll, 0, Qt.AlignmentFlag.AlignBottom)
        self.body.addLayout(labelled("Joins as", self.archetype))
        self.body.addWidget(self._about)
        self.body.addLayout(name_line)
        self.body.addLayout(labelled(f"Price, in {currency}", self.price))
        self.add_cancel()
        self.add_accept("Recruit")
        self.archetype.currentIndexChanged.connect(self._show_text)
        self._show_text()
        self.name.setFocus()
        self.name.selectAll()

    def _roll_name(self) -> None:
        self.name.setText(self._suggest())

    def _show_text(self) -> None:
        index = self.archetype.currentIndex()
        self._about.set_plain(self._texts[index] if index >= 0 else "")


class LineDialog(PlainDialog):
    """Asks for one line of text."""

    def __init__(
        self,
        title: str,
        name: str,
        text: str,
        accept: str,
        *,
        sentence: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, sentence, parent)
        self.line: QLineEdit = text_field(text)
        self.body.addLayout(labelled(name, self.line))
        self.add_cancel()
        self.add_accept(accept)
        self.line.setFocus()
        self.line.selectAll()


class WarbandDialog(PlainDialog):
    """Asks for what a warband is called, what it says of itself, and who plays it."""

    def __init__(
        self, roster: RosterView, themes: Sequence[ChoiceView], parent: QWidget | None = None
    ) -> None:
        super().__init__("About the warband", parent=parent)
        self.name = text_field(roster.name)
        self.motto = text_field(roster.motto, placeholder="None")
        self.player = text_field(roster.player)
        self.theme = ChoiceField([(theme.name, theme.id) for theme in themes])
        if self.theme.findData(roster.theme) < 0:
            self.theme.insertItem(0, "None", roster.theme)
        self.theme.setCurrentIndex(self.theme.findData(roster.theme))
        self.body.addLayout(labelled("Name", self.name))
        self.body.addLayout(labelled("Motto", self.motto))
        self.body.addLayout(labelled("Player", self.player))
        self.body.addLayout(labelled("Kind of names", self.theme))
        self.add_cancel()
        self.add_accept("Keep")
        self.name.setFocus()


def picture_dialog(parent: QWidget, title: str, folder: str) -> QFileDialog:
    """Return a dialog that picks a picture file; show it with `open()`."""
    dialog = QFileDialog(
        parent, title, folder, "Pictures (*.png *.jpg *.jpeg *.webp *.gif *.bmp);;All files (*)"
    )
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return dialog
