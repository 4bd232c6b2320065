"""How one warband stands: battles, what it has, who can fight."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from mordcry_app.services.campaign_page_views import StandingView
from mordcry_app.ui.theme import TextSize, body_font
from mordcry_app.ui.views.campaign.links import LinkLabel, to_member
from mordcry_app.ui.views.warbands.portrait import Portrait
from mordcry_app.ui.widgets import Card, ElidedLabel, FlowLayout, Hairline, Label, escaped, titled

_CREST = 40


class StandingCard(Card):
    """Shows a warband. `place_asked(str)` asks for it, or for one of its fighters."""

    place_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._place = ""
        self._shown: tuple[StandingView, int] | None = None
        head = QHBoxLayout()
        head.setSpacing(12)
        self.crest = Portrait(_CREST)
        self.crest.clicked.connect(lambda: self.place_asked.emit(self._place))
        names = QVBoxLayout()
        names.setSpacing(0)
        self._name = titled("")
        self._player = ElidedLabel(tone="muted", size=TextSize.SMALL)
        names.addWidget(self._name)
        names.addWidget(self._player)
        head.addWidget(self.crest)
        head.addLayout(names, 1)
        self.add(head)
        self._figures = QWidget()
        self._flow = FlowLayout(self._figures, gap=20)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._figures.setSizePolicy(policy)
        self.add(self._figures)
        self.add(Hairline())
        self.ready = LinkLabel()
        self.ready.chosen.connect(self.place_asked)
        self.add(self.ready)
        self.body.addStretch(1)

    def show_standing(self, standing: StandingView, next_battle: int) -> None:
        """Show how a warband stands before a battle."""
        if (standing, next_battle) == self._shown:
            return
        self._shown = (standing, next_battle)
        self._place = f"warbands#roster:{standing.roster_id}"
        self._name.setText(standing.name)
        self._player.setText(standing.player)
        self._player.setVisible(bool(standing.player))
        self.setAccessibleName(standing.name)
        self.crest.show_picture(standing.crest, standing.name, f"Show {standing.name}")
        figures = [
            ("won", standing.won),
            ("lost", standing.lost),
            ("drawn", standing.drawn),
            *((amount.short, amount.amount) for amount in standing.amounts),
            ("strength", standing.strength),
        ]
        self.setAccessibleDescription(", ".join(f"{value} {name}" for name, value in figures))
        self._flow.clear()
        for name, value in figures:
            self._flow.addWidget(_figure(name, value))
        self.ready.set_links(_ready(standing, next_battle))
        self.ready.setToolTip(
            "<br>".join(
                escaped(f"{missing.name}: {missing.source}")
                for missing in standing.missing
                if missing.source
            )
        )


def _figure(name: str, value: int) -> QWidget:
    figure = QWidget()
    column = QVBoxLayout(figure)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    number = Label(f"{value:,}".replace("-", "−"))
    number.setFont(body_font(TextSize.CAMPAIGN, semibold=True))
    column.addWidget(number)
    column.addWidget(Label(name, tone="muted", size=TextSize.SMALL))
    figure.setAccessibleName(f"{value:,} {name}")
    if name == "strength":
        figure.setToolTip("10 and the experience of each fighter, added up")
    number.setAlignment(Qt.AlignmentFlag.AlignLeft)
    return figure


def _ready(standing: StandingView, next_battle: int) -> str:
    """Return who can fight in the next battle and who misses it, with links, as markup."""
    fit = standing.fit
    if not fit and not standing.missing:
        return "Nobody stands on its roster."
    fighters = "1 fighter is" if fit == 1 else f"{fit} fighters are"
    ready = f"{fighters if fit else 'Nobody is'} fit for battle {next_battle}."
    if not standing.missing:
        return ready
    names = [to_member(missing.member_id, missing.name) for missing in standing.missing]
    listed = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    miss = "misses" if len(names) == 1 else "miss"
    return f"{ready} {listed} {miss} it."
