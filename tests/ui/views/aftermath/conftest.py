"""A campaign of ten a side with an aftermath open, and the page that fills it in."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from mordcry_app.rules.procedure import ChoiceAnswer, Choose, Question, Roll, RollAnswer
from mordcry_app.services.battle_entries import BattleEntry, SideEntry
from mordcry_app.services.battles import default_entry, record_battle
from mordcry_app.services.board_view import board_view
from mordcry_app.services.boards import answer_alike, give_answers
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.founding import NewCampaign, NewRoster, create_campaign
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.views import BoardView, LineView, MemberView
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.views.aftermath import AftermathPage
from mordcry_app.ui.views.aftermath.line_row import LineRow

VIGIL = (
    "Ilse Varr",
    "Brother Anselm",
    "Old Tam",
    "Katrin Moor",
    "Jorun Half-Ear",
    "Pell",
    "Wren",
    "Dobrin",
    "Little Osk",
    "Gerrit",
)
RUIN = ("Ruta the Red", "Hask", "Vetch", "Brannoc")

NOTHING_FOUND = RollAnswer(dice="d66", faces=(1, 1), typed=False)


@dataclass
class Evening:
    """An open campaign, its page in a window, and what a test asks about them."""

    file: CampaignFile
    session: CampaignSession
    refusals: list[str] = field(default_factory=list)
    pages_wanted: list[str] = field(default_factory=list)
    store: SettingsStore = field(default_factory=SettingsStore)
    page: AftermathPage = field(init=False)

    def member(self, name: str) -> MemberView:
        for roster in campaign_view(self.file).rosters:
            for member in (*roster.members, *roster.fallen):
                if member.name == name:
                    return member
        raise KeyError(name)

    def roster_id(self, place: int) -> int:
        return campaign_view(self.file).rosters[place].id

    def fight(
        self,
        out_of_vigil: tuple[str, ...] = (),
        out_of_ruin: tuple[str, ...] = (),
        results: tuple[str, str] = ("won", "lost"),
        *,
        treasures: int = 0,
    ) -> int:
        """Record a battle in which Ruta and Anselm did all the harm; return the draft’s id."""
        ruta, anselm = self.member("Ruta the Red").id, self.member("Brother Anselm").id
        one, other = default_entry(self.file).sides
        touched = record_battle(
            self.file,
            BattleEntry(
                (
                    SideEntry(
                        one.roster_id,
                        results[0],
                        one.took_part,
                        {self.member(name).id: ruta for name in out_of_vigil},
                        treasures=treasures,
                    ),
                    SideEntry(
                        other.roster_id,
                        results[1],
                        other.took_part,
                        {self.member(name).id: anselm for name in out_of_ruin},
                    ),
                )
            ),
        )
        return touched.created["draft"]

    def stored(self) -> BoardView:
        """The board as the services have it, whatever the page shows."""
        draft = campaign_view(self.file).drafts[0]
        return board_view(self.file, draft.id)

    def find_nothing(self) -> None:
        """Answer the market and what follows: nobody searches, joins, or finds anything."""
        draft_id = self.stored().draft_id
        for _ in range(40):
            lines = [line for track in self.stored().tracks for line in track.lines]
            asked = [line.question for line in lines if line.question is not None]
            if not asked:
                return
            question = asked[0]
            if isinstance(question, Choose):
                option = "no" if question.alike == "market" else question.options[0].id
                answer = ChoiceAnswer(option=option)
                self.session.run(
                    lambda key=question.key, answer=answer: answer_alike(
                        self.file, draft_id, key, answer
                    )
                )
            else:
                nothing = {q.key: NOTHING_FOUND for q in asked if isinstance(q, Roll)}
                self.session.run(lambda given=nothing: give_answers(self.file, draft_id, given))
        raise AssertionError("the board never came to an end")

    def key_of(self, stage: str, name: str) -> str:
        """The key of a fighter’s line, such as its injury."""
        return f"{stage}/{self.member(name).id}"

    def line(self, key: str) -> LineView:
        return self.stored().line(key)

    def row(self, key: str) -> LineRow:
        rows = [row for row in self.page.findChildren(LineRow) if row.line.key == key]
        return rows[-1]


@pytest.fixture(scope="session")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign of two warbands of ten, founded once for all tests; they copy it."""
    rosters = (
        NewRoster("Mira", "The Ashen Vigil", fighter_names=VIGIL),
        NewRoster("Jon", "Rust & Ruin", fighter_names=RUIN),
    )
    path = tmp_path_factory.mktemp("founded") / "campaign.mordcry"
    create_campaign(path, NewCampaign("The Drowned Quarter", "mordcry", rosters)).close()
    return path


@pytest.fixture
def evening(tmp_path: Path, founded: Path, theme: object) -> Iterator[Evening]:
    """A campaign of two warbands of ten, before its first battle."""
    del theme
    file = open_campaign(Path(shutil.copy(founded, tmp_path)))
    session = CampaignSession(file)
    evening = Evening(file, session)
    session.refused.connect(evening.refusals.append)
    yield evening
    file.close()


@pytest.fixture
def open_page(qtbot: QtBot, evening: Evening) -> Callable[..., AftermathPage]:
    """Show the page in an active window, as the frame would, and give it the keyboard."""

    def show(width: int = 1112, height: int = 755) -> AftermathPage:
        page = AftermathPage(evening.session, evening.store)
        page.navigate.connect(evening.pages_wanted.append)
        evening.session.touched.connect(page.refresh)
        qtbot.addWidget(page)
        page.resize(width, height)
        with qtbot.waitActive(page):
            page.show()
            page.activateWindow()
        page.setFocus(Qt.FocusReason.OtherFocusReason)
        evening.page = page
        return page

    return show


@pytest.fixture
def press(qtbot: QtBot) -> Callable[..., None]:
    """Send keys to whatever has the keyboard, one after the other: texts are typed."""

    def send(*keys: str | Qt.Key, modifier: Qt.KeyboardModifier | None = None) -> None:
        for key in keys:
            for each in key if isinstance(key, str) else (key,):
                target = QApplication.focusWidget()
                assert isinstance(target, QWidget), "nothing has the keyboard"
                if isinstance(each, str):
                    qtbot.keyClicks(target, each)
                elif modifier is not None:
                    qtbot.keyClick(target, each, modifier)
                else:
                    qtbot.keyClick(target, each)
                QApplication.processEvents()

    return send


@pytest.fixture
def answer_everything(evening: Evening) -> Callable[..., int]:
    """Answer question after question by keyboard until none is left; return the keys it took."""

    def answer(press: Callable[..., None], dice: str) -> int:
        count = 0
        for _ in range(200):
            key = evening.page.current_line
            if key is None:
                return count
            keys = _keys_for(evening.line(key).question, dice)
            press(*keys)
            count += len(keys)
        raise AssertionError("the board never came to an end")

    return answer


def _keys_for(question: Question | None, dice: str) -> tuple[str | Qt.Key, ...]:
    match question:
        case Roll():
            return tuple(dice[: len(question.parsed.sides)])
        case Choose() if len(question.options) > 9:
            return (Qt.Key.Key_Down, Qt.Key.Key_Return)
        case Choose():
            return ("1",)
        case _:
            return (Qt.Key.Key_Return,)
