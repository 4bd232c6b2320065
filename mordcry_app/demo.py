"""The demonstration: plays the sample campaign on, and shows what the program makes of it.

It needs no display. It uses the same services, screens and sheets as the window, keeps its settings
apart from the player’s, and writes everything into one folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from mordcry_app.paths import HOME_VARIABLE
from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.procedure import Roll
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.autoplay import play_board
from mordcry_app.services.battle_table import BattleTableView
from mordcry_app.services.board_view import board_view
from mordcry_app.services.boards import finish, type_faces
from mordcry_app.services.campaign_file import SUFFIX, CampaignFile
from mordcry_app.services.papers import PaperWish, gather
from mordcry_app.services.playing_battles import play_on, set_up_by_dice
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.samples import create_sample, load_sample, play_battle
from mordcry_app.sheets.kinds import KINDS, kind_of, make
from mordcry_app.sheets.options import Paper, SheetOptions
from mordcry_app.sheets.saving import save_document

TYPED = ((3, 6), (2, 4))
"""Faces that are typed into the first rolls of the demonstration’s aftermath."""

PAPERS: tuple[Paper, ...] = ("a4", "letter")

EVENTS_BEFORE_THE_PICTURE = 40
"""How far the next battle has come at least when it is pictured."""


def run_demo(out: Path) -> Iterator[str]:
    """Play and write everything; yield a line for each file as it is written.

    Raises `Refusal` when the folder cannot be written. Files of an earlier demonstration are
    replaced.
    """
    out = out.expanduser().absolute()
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(f"“{out}” cannot be made: {error.strerror}.") from None
    with TemporaryDirectory(prefix="mordcry-demo-") as home, _settings_in(Path(home)):
        campaign = out / f"{load_sample().name}{SUFFIX}"
        campaign.unlink(missing_ok=True)
        file = create_sample(campaign)
        yield f"{campaign.name}: the sample campaign"
        try:
            draft_id = play_battle(file, load_sample().next_battle).created["draft"]
            _type_first_rolls(file, draft_id)
        finally:
            file.close()
        yield from _pictures(campaign, out, draft_id)
        yield from _sheets(campaign, out)


def _type_first_rolls(file: CampaignFile, draft_id: int) -> None:
    for faces in TYPED:
        board = board_view(file, draft_id)
        questions = [line.question for track in board.tracks for line in track.lines]
        rolls = (q for q in questions if isinstance(q, Roll) and len(q.parsed.sides) == len(faces))
        question = next(rolls, None)
        if question is not None:
            type_faces(file, draft_id, question.key, faces)


def _pictures(campaign: Path, out: Path, draft_id: int) -> Iterator[str]:
    """Yield a line for each picture; in between, the aftermath ends and the next battle begins."""
    from mordcry_app.ui.pictures import PictureTaker

    with PictureTaker(out) as taker:
        yield from taker.take_welcome()
        taker.open_campaign(campaign)
        yield from taker.take("aftermath", "aftermath-under-way")
        play_board(taker.file, draft_id, SeededRandom("demonstration"))
        taker.refresh()
        yield from taker.take("aftermath", "aftermath-answered")
        finish(taker.file, draft_id)
        taker.refresh()
        yield from taker.take_every_page()
        _begin_battle(taker.file)
        taker.refresh()
        yield from taker.take("battle", "battle-under-way")


def _begin_battle(file: CampaignFile) -> None:
    """Set the next battle up and play it to the middle of an attack in its second round."""
    random = SeededRandom("demonstration")
    set_up_by_dice(file, random)
    play_on(file, random, _is_mid_attack)


def _is_mid_attack(table: BattleTableView) -> bool:
    opened = table.open_event
    is_late = len(table.events) > EVENTS_BEFORE_THE_PICTURE
    return is_late and opened is not None and opened.forecast is not None and len(opened.steps) > 1


def _sheets(campaign: Path, out: Path) -> Iterator[str]:
    """Yield a line for each PDF: every kind of paper, roster sheets one by one, and blank ones."""
    from mordcry_app.services.campaign_file import open_campaign

    with open_campaign(campaign) as file:
        for paper in PAPERS:
            for roster in campaign_view(file).rosters:
                name = re.sub(r"[^\w&’' -]", "", roster.shown_name).strip() or "warband"
                wish = PaperWish("roster", (roster.id,))
                yield _paper(file, wish, paper, out / f"{name} ({paper}).pdf")
            for kind in KINDS:
                if kind.id != "roster":
                    wish = PaperWish(kind.id)
                    yield _paper(file, wish, paper, out / f"{kind.name} ({paper}).pdf")
        for kind in KINDS:
            if kind.may_be_blank:
                wish = PaperWish(kind.id, is_blank=True)
                yield _paper(file, wish, "a4", out / f"{kind.name} (blank).pdf")


def _paper(file: CampaignFile, wish: PaperWish, paper: Paper, target: Path) -> str:
    """Write one PDF, and return its line."""
    today = datetime.now().astimezone().date()
    save_document(make(gather(file, wish), SheetOptions(paper=paper), today), target)
    name = kind_of(wish.kind).name.lower()
    return f"{target.name}: {name}{', blank' if wish.is_blank else ''}"


@contextmanager
def _settings_in(folder: Path) -> Iterator[None]:
    """Keep the demonstration’s settings and locks in a folder of their own."""
    before = os.environ.get(HOME_VARIABLE)
    os.environ[HOME_VARIABLE] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ[HOME_VARIABLE]
        else:
            os.environ[HOME_VARIABLE] = before
