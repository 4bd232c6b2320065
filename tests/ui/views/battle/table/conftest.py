"""A battle under way on the page of battles, played with the real rules."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mordcry_app.rules.battle_engine import Offer
from mordcry_app.rules.dice import SeededRandom
from mordcry_app.services import battle_play, roster_edits
from mordcry_app.services.battle_setup import set_up_battle
from mordcry_app.services.battle_table import BattleTableView, TableFighterView, battle_table
from mordcry_app.services.board_view import board_view
from mordcry_app.services.boards import finish, give_answer
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.founding import NewCampaign, NewRoster, create_campaign
from mordcry_app.services.reading import campaign_view
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.views.battle import BattlePage
from mordcry_app.ui.views.battle.table import TableScreen
from tests.ui.views.battle.table.answers import plain_answer

VIGIL = ("Ilse Varr", "Anselm", "Old Tam", "Katrin", "Jorun", "Pell", "Wren", "Dobrin", "Osk", "Io")
RUIN = ("Ruta", "Hask", "Vetch", "Brannoc", "Una", "Dov", "Erk", "Fen", "Gost", "Hela")


@dataclass
class Sitting:
    """An open campaign with a battle under way, and the screen that plays it."""

    file: CampaignFile
    session: CampaignSession
    refusals: list[str] = field(default_factory=list)
    pages_wanted: list[str] = field(default_factory=list)
    page: BattlePage = field(init=False)

    @property
    def screen(self) -> TableScreen:
        screen = self.page.door.screen
        assert screen is not None, "the table was never shown"
        return screen

    @property
    def view(self) -> BattleTableView:
        view = battle_table(self.file)
        assert view is not None, "no battle is under way"
        return view

    def fighter(self, name: str) -> TableFighterView:
        everybody = [fighter for side in self.view.sides for fighter in side.fighters]
        return next(fighter for fighter in everybody if fighter.name == name)

    def fighter_name(self, fighter_id: int) -> str:
        everybody = [fighter for side in self.view.sides for fighter in side.fighters]
        return next(fighter.name for fighter in everybody if fighter.id == fighter_id)

    def offer(self, kind: str, **values: object) -> Offer:
        """The first offer of this kind that can be made now."""
        return next(
            offer
            for offer in self.view.offers
            if offer.command.kind == kind
            and not offer.refused
            and all(offer.command.values.get(key) == value for key, value in values.items())
        )

    def do(self, kind: str) -> None:
        """Do the first such offer, with plain answers to what it asks."""
        command = self.offer(kind).command
        self.session.run(lambda: battle_play.do_command(self.file, command))
        answer_all(self.file)
        self.page.refresh(None)


def answer_all(file: CampaignFile, seed: int = 4) -> None:
    """Answer everything that the open event asks, if one is open."""
    random = SeededRandom(seed)
    for _ in range(100):
        view = battle_table(file)
        if view is None or view.open_event is None:
            return
        answer = plain_answer(view.open_event.question, random)
        battle_play.answer_event(file, view.open_event.question.key, answer)
    raise AssertionError("the event never came to an end")


def set_up(file: CampaignFile, *, is_whole: bool) -> None:
    """Set a battle up with plain answers."""
    draft_id = set_up_battle(file, is_whole=is_whole).created.get("draft")
    random = SeededRandom(3)
    for _ in range(300):
        if draft_id is None:
            return
        lines = [line for track in board_view(file, draft_id).tracks for line in track.lines]
        asked = next((line.question for line in lines if line.question is not None), None)
        if asked is None:
            finish(file, draft_id)
            return
        give_answer(file, draft_id, asked.key, plain_answer(asked, random))
    raise AssertionError("the set-up never came to an end")


def play_to_the_actions(file: CampaignFile) -> None:
    """Do what is next until fighters can be activated."""
    for _ in range(30):
        view = battle_table(file)
        assert view is not None
        free = [offer for offer in view.offers if not offer.refused and offer.group != "end"]
        if any(offer.command.kind == "activate" for offer in free):
            return
        offer = next((offer for offer in free if offer.is_next), free[0])
        battle_play.do_command(file, offer.command, rolls=True, random=SeededRandom(2))
        answer_all(file)
    raise AssertionError("nobody could ever be activated")


@pytest.fixture(scope="session")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Campaigns with a battle at three points, made once; tests copy them."""
    folder = tmp_path_factory.mktemp("tables")
    rosters = (
        NewRoster("Mira", "The Ashen Vigil", fighter_names=VIGIL),
        NewRoster("Jon", "Rust & Ruin", fighter_names=RUIN),
    )
    founded = folder / "founded.mordcry"
    with create_campaign(founded, NewCampaign("The Quarter", "mordcry", rosters)) as file:
        for roster in campaign_view(file).rosters:
            for member in roster.members:
                roster_edits.give_item(file, "hammer", member_id=member.id)
    places = {"founded": founded}
    for name, is_whole in (("before", True), ("free", False)):
        places[name] = Path(shutil.copy(founded, folder / f"{name}.mordcry"))
        with open_campaign(places[name]) as file:
            set_up(file, is_whole=is_whole)
    places["actions"] = Path(shutil.copy(places["before"], folder / "actions.mordcry"))
    with open_campaign(places["actions"]) as file:
        play_to_the_actions(file)
    return places


OpenTable = Callable[..., Sitting]


@pytest.fixture
def open_table(
    qtbot: QtBot, tmp_path: Path, campaigns: dict[str, Path], theme: object
) -> Iterator[OpenTable]:
    """Show a battle at one of its points in an active window, with the keyboard."""
    del theme
    opened: list[CampaignFile] = []

    def show(
        at: str = "actions", *, path: Path | None = None, width: int = 1112, height: int = 755
    ) -> Sitting:
        copy = path or Path(shutil.copy(campaigns[at], tmp_path / "table.mordcry"))
        file = open_campaign(copy)
        opened.append(file)
        session = CampaignSession(file)
        sitting = Sitting(file, session)
        session.refused.connect(sitting.refusals.append)
        page = BattlePage(session, SettingsStore())
        page.navigate.connect(sitting.pages_wanted.append)
        session.touched.connect(page.refresh)
        sitting.page = page
        qtbot.addWidget(page)
        page.resize(width, height)
        with qtbot.waitActive(page):
            page.show()
            page.activateWindow()
        page.setFocus(Qt.FocusReason.OtherFocusReason)
        QApplication.processEvents()
        return sitting

    yield show
    for file in opened:
        file.close()
