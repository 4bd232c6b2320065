"""What it costs to save an aftermath, to undo it, and to handle a click on an open board.

Saving and undoing stand against a raw `executemany` of the same rows into the same schema on the
same disk, interleaved in one run, medians. Targets: saving with its undo images at most 4 × the
raw rows, undoing at most 4 × the saving; any click within 50 ms at the 99th percentile.
Run it by name: `pytest -n0 -s tests/bench/bench_services.py`.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.services import boards
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.board_view import board_view
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.connections import connect_writable
from mordcry_app.services.history import history_view, redo, undo
from mordcry_app.services.reading import campaign_view
from tests.services.worlds import answer_next, fight, found, play

ROUNDS = 60
OUT = {
    "Dietlind": "Krato",
    "Frida": None,
    "Gero": "Lene",
    "Morgan": "Anselm",
    "Odo": "Anselm",
    "Quirin": "Cuno",
}


@pytest.fixture
def file(tmp_path: Path) -> Iterator[CampaignFile]:
    """A campaign of two warbands of ten, whose second aftermath is answered but not finished."""
    with found(tmp_path / "bench") as opened:
        for _ in range(2):
            _, draft = fight(opened, {k: v for k, v in OUT.items() if _stands(opened, k)})
            play(opened, draft, "bench")
            boards.finish(opened, draft)
        undo(opened)
        yield opened


def _stands(file: CampaignFile, name: str) -> bool:
    return any(m.name == name for r in campaign_view(file).rosters for m in r.members)


def timed(call: Callable[[], object]) -> float:
    """Return how long a call takes, in ms."""
    start = perf_counter()
    call()
    return 1000 * (perf_counter() - start)


class RawRows:
    """The rows that finishing an aftermath writes, written by hand with `executemany`."""

    def __init__(self, file: CampaignFile) -> None:
        """Read the rows off the log of the operation that was undone last."""
        self.path = file.path.with_name("raw.mordcry")
        shutil.copy(file.path, self.path)
        with closing(sqlite3.connect(self.path)) as raw:
            query = "SELECT max(id) FROM operation WHERE status = 'undone'"
            (self.operation,) = raw.execute(query).fetchone()
            self.changes = raw.execute(
                "SELECT table_name, row_id, before, after FROM change WHERE operation_id = ? "
                "ORDER BY sequence",
                (self.operation,),
            ).fetchall()
            self.images = raw.execute(
                "SELECT operation_id + 1000, sequence, table_name, row_id, member_id, before, "
                "after FROM change WHERE operation_id = ?",
                (self.operation,),
            ).fetchall()
        self.statements = self._statements()
        self.connection = connect_writable(self.path)
        self.connection.execute("PRAGMA synchronous=EXTRA")

    def _statements(self) -> list[tuple[str, list[tuple[object, ...]]]]:
        grouped: dict[str, list[tuple[object, ...]]] = {}
        for table, row_id, before, after in self.changes:
            values = {
                name: json.dumps(value) if isinstance(value, dict | list) else value
                for name, value in json.loads(after or before).items()
            }
            if after is None:
                sql, row = f"DELETE FROM {table} WHERE id = ?", (row_id,)
            elif before is None:
                columns = ", ".join(f'"{name}"' for name in values)
                marks = ", ".join("?" * len(values))
                sql, row = f"INSERT INTO {table} ({columns}) VALUES ({marks})", (*values.values(),)
            else:
                columns = ", ".join(f'"{name}" = ?' for name in values)
                sql, row = f"UPDATE {table} SET {columns} WHERE id = ?", (*values.values(), row_id)
            grouped.setdefault(sql, []).append(row)
        return list(grouped.items())

    def write(self, *, with_images: bool) -> None:
        """Write the rows, and the images as well, in one transaction."""
        self.connection.execute("BEGIN IMMEDIATE")
        for sql, rows in self.statements:
            self.connection.executemany(sql, rows)
        if with_images:
            self.connection.execute(
                "INSERT INTO operation VALUES (?, 'finish', 'Finished', '', '', 'done', '{}')",
                (self.operation + 1000,),
            )
            self.connection.executemany(
                "INSERT INTO change (operation_id, sequence, table_name, row_id, member_id, "
                "before, after) VALUES (?, ?, ?, ?, ?, ?, ?)",
                self.images,
            )
        self.connection.execute("COMMIT")

    def reset(self, file: CampaignFile) -> None:
        """Start from the file as it is before the aftermath is finished."""
        self.connection.close()
        shutil.copy(file.path, self.path)
        with self.path.open("rb") as copy:
            os.fsync(copy.fileno())  # or the first commit would have to wait for the whole copy
        self.connection = connect_writable(self.path)
        self.connection.execute("PRAGMA synchronous=EXTRA")
        self.connection.execute("SELECT count(*) FROM member").fetchone()


def test_saving_and_undoing_an_aftermath(file: CampaignFile) -> None:
    """Print the ratios; the file is the same before each round."""
    raw = RawRows(file)
    draft = campaign_view(file).drafts[0].id
    times: dict[str, list[float]] = {}

    def note(what: str, call: Callable[[], object]) -> None:
        times.setdefault(what, []).append(timed(call))

    for _ in range(ROUNDS):
        board_view(file, draft)
        raw.reset(file)
        note("raw rows", lambda: raw.write(with_images=False))
        raw.reset(file)
        note("raw rows and images", lambda: raw.write(with_images=True))
        note("finish", lambda: boards.finish(file, draft))
        note("undo", lambda: undo(file))
        note("redo", lambda: redo(file))
        undo(file)
    middle = {what: median(values[5:]) for what, values in times.items()}
    print(f"\n{len(raw.changes)} rows and their images")
    for what, value in middle.items():
        print(f"{what:22} {value:7.2f} ms")
    print(f"finish / raw rows            {middle['finish'] / middle['raw rows']:.1f} × (target 4)")
    print(f"finish / raw rows and images {middle['finish'] / middle['raw rows and images']:.1f} ×")
    print(f"undo / finish                {middle['undo'] / middle['finish']:.1f} × (target 4)")


def percentile(values: list[float], share: float) -> float:
    """Return the value below which a share of all values lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def test_clicks_of_an_evening(tmp_path: Path) -> None:
    """Print how long each kind of click takes, with everything that a window reads after it."""
    times: dict[str, list[float]] = {}

    with found(tmp_path / "evening") as file:

        def click(what: str, call: Callable[[], object], draft: int | None = None) -> None:
            def handled() -> None:
                call()
                if draft is not None:
                    board_view(file, draft)
                campaign_view(file)
                history_view(file)

            times.setdefault(what, []).append(timed(handled))

        source = SeededRandom("evening")
        for number in range(6):
            out = {name: by for name, by in OUT.items() if _stands(file, name)}
            out = {n: by if by and _stands(file, by) else None for n, by in out.items()}
            click("record a battle", lambda o=out: fight(file, o))
            draft = campaign_view(file).drafts[0].id
            while not board_view(file, draft).is_complete:
                click("answer", lambda d=draft: answer_next(file, d, source), draft)
            click("take an answer back", lambda d=draft: boards.take_back(file, d), draft)
            click("redo", lambda: redo(file), draft)
            click("finish", lambda d=draft: boards.finish(file, d))
            click("undo the finish", lambda: undo(file), draft)
            click("redo the finish", lambda: redo(file))
            member = campaign_view(file).rosters[0].members[0].id
            click("edit", lambda m=member, n=number: edits.rename_member(file, m, f"Anselm {n}"))
            click("edit", lambda m=member: edits.give_item(file, "dagger", member_id=m))
            click("edit", lambda m=member: edits.drop_item(file, "dagger", member_id=m))
        path = file.path
    for _ in range(5):
        times.setdefault("open", []).append(timed(lambda: _open_and_show(path)))
    every = [value for what, values in times.items() if what != "open" for value in values]
    print()
    for what, values in (*times.items(), ("all clicks", every)):
        print(
            f"{what:20} {len(values):4} × median {median(values):6.1f} ms, "
            f"99 % {percentile(values, 0.99):6.1f} ms, most {max(values):6.1f} ms"
        )


def _open_and_show(path: Path) -> None:
    with open_campaign(path) as file:
        campaign_view(file)
