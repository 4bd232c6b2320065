"""What long campaigns cost: opening, every page’s query, saving and undoing a whole aftermath.

Every target is a ratio within one run, of medians. One campaign is simulated for 200 battles, with
a copy after ten; the campaign of a thousand battles holds everything that was written of those 200
five times over. Building them takes a few minutes.
Run it by name: `pytest -n0 -s tests/bench/bench_campaigns.py`.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.autoplay import play_board, random_battle
from mordcry_app.services.battle_setup import setup_view
from mordcry_app.services.battles import battles_view, record_battle
from mordcry_app.services.board_view import board_view
from mordcry_app.services.boards import finish, roll_all_left
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.campaign_page import campaign_page_view
from mordcry_app.services.chronicle_reading import chronicle_view
from mordcry_app.services.history import history_view, redo, undo
from mordcry_app.services.ledgers import ledger_view
from mordcry_app.services.reading import campaign_view, rolls_view
from mordcry_app.services.simulating import simulate
from tests.bench.bench_services import RawRows, timed
from tests.services.worlds import found

SHORT, LONG, LONGEST = 10, 200, 1_000
ROUNDS = 15
STANDING = 9

Times = dict[str, list[float]]


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[int, Path]]:
    """Campaign files by how many battles were played in them."""
    folder = tmp_path_factory.mktemp("campaigns")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MORDCRY_HOME", str(folder / "home"))
        with found(folder / "played") as file:
            path = file.path
        files: dict[int, Path] = {}
        played = 0
        for wanted in (SHORT, LONG):
            started = perf_counter()
            with open_campaign(path) as file:
                view = simulate(file, wanted - played, f"bench {wanted}")
            spent = perf_counter() - started
            played += view.battles
            files[wanted] = Path(shutil.copy(path, folder / f"{wanted}.mordcry"))
            print(f"\n{played} battles: {1000 * spent / view.battles:.0f} ms a battle", end="")
        files[LONGEST] = Path(shutil.copy(path, folder / f"{LONGEST}.mordcry"))
        _multiply(files[LONGEST], LONGEST // LONG)
        for battles, file_path in files.items():
            print(f"\n{battles} battles: {file_path.stat().st_size / 1e6:.1f} MB", end="")
        print()
        yield files


_GROWS = ("battle", "roll", "chronicle_entry", "ledger_entry", "operation", "change")
"""Tables that grow with every battle, in the order in which their rows refer to each other."""

_FALLEN = ("stat", "modifier", "trait", "pending")
"""What belongs to members; those who have left are multiplied with it."""


def _multiply(path: Path, times: int) -> None:
    """Write all that was written of the battles of a campaign again, as of later battles."""
    with closing(sqlite3.connect(path)) as raw:
        names = ("member", *_GROWS, *_FALLEN)
        highest = {n: raw.execute(f"SELECT max(id) FROM {n}").fetchone()[0] or 0 for n in names}
        left = "(SELECT id FROM member WHERE state <> 'active' AND id <= :members)"
        for number in range(1, times):
            by = {name: number * value for name, value in highest.items()}
            values = {"members": highest["member"]}
            shifted = {"battle_id": by["battle"], "operation_id": by["operation"]}
            for table in names:
                columns = [row[1] for row in raw.execute(f"PRAGMA table_info({table})")]
                moved = {"id": by[table], **shifted}
                if table == "battle":
                    moved["number"] = by["battle"]
                if table in ("member", *_FALLEN):
                    moved |= {"member_id": by["member"], "left_battle_id": by["battle"]}
                taken = ", ".join(f"{c} + {moved[c]}" if c in moved else c for c in columns)
                where = f"id <= {highest[table]}"
                if table == "member":
                    where += f" AND id IN {left}"
                elif table in _FALLEN:
                    where += f" AND member_id IN {left}"
                raw.execute(
                    f"INSERT INTO {table} ({', '.join(columns)}) "
                    f"SELECT {taken} FROM {table} WHERE {where}",
                    values if ":members" in where else {},
                )
        raw.commit()


def test_opening(campaigns: Mapping[int, Path]) -> None:
    """Print how much longer the longest campaign takes to open than a short one.

    It was opened before: a file that is not known is searched from end to end. To show it is to
    read everybody who ever fought, so that takes longer the more there were.
    """
    times: Times = {}
    for _ in range(ROUNDS):
        for battles in (SHORT, LONGEST):
            note(times, f"open, {battles} battles", lambda b=battles: _open(campaigns[b]))
            show = f"open and show, {battles} battles"
            note(times, show, lambda b=battles: _open(campaigns[b], show=True))
    compare(times, f"open, {LONGEST} battles", f"open, {SHORT} battles", 1.15)
    compare(times, f"open and show, {LONGEST} battles", f"open and show, {SHORT} battles")


def test_pages(campaigns: Mapping[int, Path], tmp_path: Path) -> None:
    """Print how much longer each page’s query takes in a long campaign, right after a change."""
    times: Times = {}
    for battles in (SHORT, LONG):
        path = Path(shutil.copy(campaigns[battles], tmp_path / f"{battles}.mordcry"))
        with open_campaign(path) as file:
            _dismiss_all_but(file, STANDING)
            first = campaign_view(file).rosters[0]
            member, roster = (*first.members, *first.fallen)[0].id, first.id
            pages: dict[str, Callable[[], object]] = {
                "campaign": lambda f=file: campaign_view(f),
                "what to do next": lambda f=file: campaign_page_view(f),
                "before a battle": lambda f=file: setup_view(f),
                "ledger": lambda f=file, r=roster: ledger_view(f, r, count=200),
                "battles": lambda f=file: battles_view(f),
                "chronicle": lambda f=file: chronicle_view(f, count=20),
                "history": lambda f=file: history_view(f),
                "rolls": lambda f=file: rolls_view(f),
            }
            for page, query in pages.items():
                _after_changes(file, member, times, f"{page}, {battles} battles", query)
            draft = record_battle(file, random_battle(file, SeededRandom("page"))).created["draft"]
            what = f"aftermath, {battles} battles"
            _after_changes(file, member, times, what, lambda f=file, d=draft: board_view(f, d))
    for page in (*pages, "aftermath"):
        compare(times, f"{page}, {LONG} battles", f"{page}, {SHORT} battles", 1.5)


def _dismiss_all_but(file: CampaignFile, most: int) -> None:
    """Leave as many fighters on each roster: it is the length of a campaign that is compared."""
    for roster in campaign_view(file).rosters:
        for member in roster.members[most:]:
            edits.retire(file, member.id, "bench")


def _after_changes(
    file: CampaignFile, member: int, times: Times, what: str, query: Callable[[], object]
) -> None:
    """Note how long a query takes right after a change."""
    query()
    for number in range(ROUNDS):
        edits.adjust_resource(file, "xp", 1, f"bench {number}", member_id=member)
        note(times, what, query)


def test_a_whole_aftermath(campaigns: Mapping[int, Path], tmp_path: Path) -> None:
    """Print what committing costs against the raw rows, and undoing against committing."""
    times: Times = {}
    with open_campaign(Path(shutil.copy(campaigns[SHORT], tmp_path / "a.mordcry"))) as file:
        random = SeededRandom("aftermath")
        draft = record_battle(file, random_battle(file, random)).created["draft"]
        play_board(file, draft, random)
        finish(file, draft)
        undo(file)
        raw = RawRows(file)
        for _ in range(2 * ROUNDS):
            board_view(file, draft)
            raw.reset(file)
            note(times, "raw rows", lambda: raw.write(with_images=False))
            note(times, "commit", lambda: finish(file, draft))
            note(times, "undo", lambda: undo(file))
            note(times, "redo", lambda: redo(file))
            undo(file)
    print(f"\n{len(raw.changes)} rows")
    compare(times, "commit", "raw rows", 4)
    compare(times, "undo", "commit", 4)


def test_rolling_everything(tmp_path: Path) -> None:
    """Print how long it takes to roll all that is left for twenty fighters, and to show it."""
    times: Times = {}
    for number in range(ROUNDS):
        with found(tmp_path / f"{number}.mordcry") as file:
            entry = random_battle(file, SeededRandom(number))
            draft = record_battle(file, entry).created["draft"]
            board_view(file, draft)

            def roll(file: CampaignFile = file, draft: int = draft, number: int = number) -> None:
                roll_all_left(file, draft, SeededRandom(number))
                board_view(file, draft)

            note(times, "roll everything", roll)
    values = times["roll everything"]
    print(f"\nroll everything: median {median(values):.0f} ms, most {max(values):.0f} (target 300)")


def note(times: Times, what: str, call: Callable[[], object]) -> None:
    """Keep how long a call takes."""
    times.setdefault(what, []).append(timed(call))


def compare(times: Times, what: str, than: str, target: float | None = None) -> None:
    """Print two medians and their ratio; the first round, which warms up, does not count."""
    one, other = median(times[what][1:]), median(times[than][1:])
    ratio = one / other
    aim = f" (target {target})" if target is not None else ""
    print(f"{what:32} {one:8.2f} ms, {than:30} {other:8.2f} ms: {ratio:5.2f} ×{aim}")


def _open(path: Path, *, show: bool = False) -> None:
    with open_campaign(path) as file:
        if show:
            campaign_view(file)
