"""Campaigns to test with, and ways to look at all that is stored of them."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from mordcry_app.model.tables import UNTRACKED, Row
from mordcry_app.rules.dice import RandomSource, SeededRandom
from mordcry_app.rules.procedure import (
    Answer,
    ChoiceAnswer,
    Choose,
    Pick,
    PickAnswer,
    Question,
    Roll,
    RollAnswer,
    Spread,
    SpreadAnswer,
    TextAnswer,
)
from mordcry_app.services.battle_entries import BattleEntry, SideEntry
from mordcry_app.services.battles import record_battle
from mordcry_app.services.board_view import board_view
from mordcry_app.services.boards import give_answer, give_answers, roll_all_left
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.connections import connect_read_only
from mordcry_app.services.founding import NewCampaign, NewRoster, create_campaign
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.views import BoardView, LineView, Touched

REPOSITORY = Path(__file__).parents[2]

VIGIL = ("Anselm", "Berta", "Cuno", "Dietlind", "Egon", "Frida", "Gero", "Hilde", "Imma", "Jost")
RUIN = ("Krato", "Lene", "Morgan", "Nele", "Odo", "Petra", "Quirin", "Rahel", "Seppe", "Tilda")
"""Names of the fighters, in roster order: a captain, two champions, three warriors, four young."""

Dump = dict[str, list[tuple[object, ...]]]


def new_campaign() -> NewCampaign:
    """Return two warbands of ten with printed profiles."""
    return NewCampaign(
        "The Test of Time",
        "mordcry",
        (
            NewRoster("Mira", "Vigil", "We stay awake.", "night_watch", VIGIL, "printed"),
            NewRoster("Jon", "Ruin", "", "", RUIN, "printed"),
        ),
    )


def found(path: Path) -> CampaignFile:
    """Found the campaign of `new_campaign` at a path."""
    return create_campaign(path, new_campaign())


def ids_by_name(file: CampaignFile) -> dict[str, int]:
    """Return the id of every fighter by name, the fallen too."""
    return {
        member.name: member.id
        for roster in campaign_view(file).rosters
        for member in (*roster.members, *roster.fallen)
    }


def roster_ids(file: CampaignFile) -> tuple[int, ...]:
    """Return the ids of the warbands in order."""
    return tuple(roster.id for roster in campaign_view(file).rosters)


def battle(
    file: CampaignFile,
    out: dict[str, str | None] | None = None,
    *,
    winner: int | None = 0,
    objectives: tuple[int, int] = (1, 0),
    treasures: tuple[int, int] = (0, 1),
    holders: tuple[str, ...] = (),
) -> BattleEntry:
    """Return an entry of a battle of all who stand; `out` says who was put out by whom."""
    ids = ids_by_name(file)
    out_by = {ids[name]: ids[by] if by else None for name, by in (out or {}).items()}
    sides: list[SideEntry] = []
    for number, roster in enumerate(campaign_view(file).rosters):
        took_part = frozenset(member.id for member in roster.members)
        sides.append(
            SideEntry(
                roster.id,
                "drew" if winner is None else ("won" if number == winner else "lost"),
                took_part,
                {member: by for member, by in out_by.items() if member in took_part},
                objectives[number],
                treasures[number],
                frozenset(ids[name] for name in holders) & took_part,
            )
        )
    return BattleEntry(tuple(sides))


def fight(
    file: CampaignFile, out: dict[str, str | None] | None = None, **more: object
) -> tuple[int, int]:
    """Record a battle and return the ids of the battle and of its draft."""
    touched = record_battle(file, battle(file, out, **more))  # type: ignore[arg-type]
    return touched.created["battle"], touched.created["draft"]


def answer_to(question: Question, source: RandomSource) -> Answer:
    """Return an answer that the question allows, drawn from `source`."""
    match question:
        case Roll():
            faces = question.parsed.roll(source)
            return RollAnswer(dice=question.dice, faces=faces, typed=source.face(2) == 1)
        case Choose():
            allowed = [option for option in question.options if not option.refused]
            return ChoiceAnswer(option=allowed[source.face(len(allowed)) - 1].id)
        case Spread():
            return SpreadAnswer(amounts={share.id: share.proposed for share in question.shares})
        case Pick():
            allowed = [option.id for option in question.options if not option.refused]
            count = min(max(question.least, source.face(3)), question.limit, len(allowed))
            return PickAnswer(options=tuple(allowed[:count]))
        case _:
            return TextAnswer(text=question.proposed)


def open_lines(board: BoardView) -> list[LineView]:
    """Return the lines of a board that ask something now."""
    return [line for track in board.tracks for line in track.lines if line.question is not None]


def statuses(file: CampaignFile, draft_id: int) -> dict[str, str]:
    """Return the status of every line of a board, by its key."""
    board = board_view(file, draft_id)
    return {line.key: line.status for track in board.tracks for line in track.lines}


def answer_next(file: CampaignFile, draft_id: int, source: RandomSource) -> Touched:
    """Answer the question that is asked next."""
    board = board_view(file, draft_id)
    assert board.next_line is not None
    question = board.line(board.next_line).question
    assert question is not None
    return give_answer(file, draft_id, question.key, answer_to(question, source))


def play(file: CampaignFile, draft_id: int, seed: int | str = 7) -> None:
    """Answer every question of a board."""
    source = SeededRandom(seed)
    while not (board := board_view(file, draft_id)).is_complete:
        if any(isinstance(line.question, Roll) for line in open_lines(board)):
            roll_all_left(file, draft_id, source)
        else:
            answer_next(file, draft_id, source)


def play_quietly(
    file: CampaignFile,
    draft_id: int,
    seed: int | str = 7,
    *,
    found: Mapping[str, Answer] | None = None,
) -> None:
    """Answer every question of a board; nobody searches the market, joins, or finds anything.

    `found` answers questions of these stages otherwise.
    """
    source = SeededRandom(seed)
    while not (board := board_view(file, draft_id)).is_complete:
        lines = open_lines(board)
        finds = [line for line in lines if line.stage in ("market", "replacements", "exploration")]
        if len(finds) < len(lines):
            line = next(line for line in lines if line not in finds)
            assert line.question is not None
            give_answer(file, draft_id, line.question.key, _answer_quietly(line.question, source))
            continue
        questions = [line.question for line in finds if line.question is not None]
        nothing = {question.key: _nothing(question) for question in questions}
        known = {key: answer for key, answer in (found or {}).items() if key in nothing}
        give_answers(file, draft_id, nothing | known)


def _answer_quietly(question: Question, source: RandomSource) -> Answer:
    """Return an answer drawn from `source`, but no healer and no item is asked for help."""
    if isinstance(question, Choose) and question.options[0].id == "keep":
        return ChoiceAnswer(option="keep")
    return answer_to(question, source)


def _nothing(question: Question) -> Answer:
    if isinstance(question, Roll):
        return rolled("11", question.dice)
    assert isinstance(question, Choose)
    return ChoiceAnswer(option="no" if question.alike == "market" else question.options[0].id)


def rolled(faces: str, dice: str = "d66", *, typed: bool = True) -> RollAnswer:
    """Return faces written as digits."""
    return RollAnswer(dice=dice, faces=tuple(int(face) for face in faces), typed=typed)


def dump(path: Path) -> Dump:
    """Return every row of every tracked table, as it is stored."""
    tables = [t.name for t in Row.metadata.sorted_tables if t.name not in UNTRACKED]
    with closing(connect_read_only(path)) as raw:
        return {
            name: [tuple(row) for row in raw.execute(f"SELECT * FROM {name} ORDER BY id")]
            for name in tables
        }


def operations(path: Path) -> list[tuple[str, str, str]]:
    """Return kind, label and status of every operation, oldest first."""
    with closing(connect_read_only(path)) as raw:
        return raw.execute("SELECT kind, label, status FROM operation ORDER BY id").fetchall()


def fingerprint(path: Path) -> str:
    """Return what tells whether a file has changed by a single byte."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def change_behind_our_back(path: Path, sql: str) -> None:
    """Change a file as another program would."""
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript(sql)


def copy_of(path: Path, folder: Path, name: str = "copy.mordcry") -> Path:
    """Return a copy of a file that nobody has open."""
    return Path(shutil.copy(path, folder / name))


def child(code: str, *arguments: str) -> subprocess.Popen[str]:
    """Run code in another process of the program, with the same folders."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for_line(process: subprocess.Popen[str], wanted: str) -> None:
    """Read until the process writes a line; fails with its errors when it ends before."""
    assert process.stdout is not None
    line = process.stdout.readline().strip()
    if line != wanted:
        process.kill()
        raise AssertionError(f"{line!r}, not {wanted!r}: {process.communicate()[1]}")


def kill(process: subprocess.Popen[str]) -> None:
    """End a process as a power cut would."""
    process.send_signal(signal.SIGKILL)
    process.communicate()
