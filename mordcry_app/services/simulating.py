"""Plays a campaign on by itself: random battles and whole aftermaths, through the same services.

Players see what a house rule does to a campaign; we find what breaks after a hundred battles.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import select

from mordcry_app.model.tables import Battle, Campaign, Draft
from mordcry_app.rules.board import Board
from mordcry_app.rules.dice import RandomSource, SecureRandom, SeededRandom
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import Ruleset
from mordcry_app.rules.state import State
from mordcry_app.services.autoplay import play_board, random_battle
from mordcry_app.services.battle_setup import set_up_battle, setup_view
from mordcry_app.services.battles import record_battle
from mordcry_app.services.boards import finish
from mordcry_app.services.campaign_file import SUFFIX, CampaignFile, copy_unopened, open_campaign
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.shown import roster_amount, shown_roster_name
from mordcry_app.services.simulating_views import (
    SimulationView,
    StageCountView,
    StandingView,
    WarbandRunView,
)
from mordcry_app.services.state_reader import current_state, table_of
from mordcry_app.services.table_counts import rows_rolled, table_counts

MOST_BATTLES = 10_000
ADVANCES = "advances"
"""The stage of a board whose lines are advances."""

_NUMBER = re.compile(r"[-−]?[0-9]{1,9}")

OnBattle = Callable[[int], None]


def simulate_copy(
    path: Path,
    battles: int,
    seed: str,
    settings: Iterable[str] = (),
    keep_as: Path | None = None,
    on_battle: OnBattle = lambda _: None,
) -> SimulationView:
    """Simulate a campaign on a copy; its own file is left exactly as it is.

    `settings` are house rules for the run, written as `healer=again`. The copy that was played on
    is kept as a new file, or thrown away. Raises `Refusal` for what cannot be; nothing is left
    behind then.
    """
    with _copied(path, keep_as) as file:
        set_rules(file, settings)
        return simulate(file, battles, seed, on_battle)


def any_seed() -> str:
    """Return a short seed to note down, for a simulation that was given none."""
    source = SecureRandom()
    return "".join(str(source.face(10) - 1) for _ in range(6))


def set_rules(file: CampaignFile, settings: Iterable[str]) -> None:
    """Set house rules written as `healer=again`; raises `Refusal` with what would be valid."""
    rules = file.ruleset.content.house_rules
    for setting in settings:
        rule_id, separator, value = (part.strip() for part in setting.partition("="))
        if not separator or not value:
            raise Refusal(f"“{setting[:60]}” sets no house rule; write it as healer=again.")
        rule = rules.get(rule_id)
        if rule is None:
            known = ", ".join(rules)
            raise Refusal(f"There is no house rule “{rule_id[:60]}”; there are {known}.")
        is_number = not rule.options and _NUMBER.fullmatch(value)
        set_house_rule(file, rule_id, int(value.replace("−", "-")) if is_number else value[:60])


def simulate(
    file: CampaignFile, battles: int, seed: str, on_battle: OnBattle = lambda _: None
) -> SimulationView:
    """Play a number of random battles with their aftermaths, and return what came of them.

    The same campaign, seed and house rules come to the same result on every machine. A board that
    is open is played to its end first. The run ends early when nobody can fight any more.
    `on_battle` is told after each battle how many have been played. Raises `Refusal` for a number
    of battles that is not 1 to 10,000.
    """
    if not 1 <= battles <= MOST_BATTLES:
        raise Refusal(f"A simulation has 1 to {MOST_BATTLES:,} battles.")
    random = SeededRandom(seed)
    run = _Run(file)
    run.finish_open_boards(random)
    run.note_standings(0)
    ended = ""
    for done in range(battles):
        if not run.play_battle(random):
            ended = f"Nobody could fight any more after {done} battles."
            break
        on_battle(done + 1)
    return run.view(seed, ended)


@contextmanager
def _copied(path: Path, keep_as: Path | None) -> Generator[CampaignFile]:
    """Open a copy of a campaign; it goes away again, or stays when all goes well."""
    with TemporaryDirectory(prefix="mordcry-simulation-") as folder:
        copy = copy_unopened(path, keep_as or Path(folder) / f"copy{SUFFIX}")
        try:
            with open_campaign(copy) as file:
                yield file
        except BaseException:
            copy.unlink(missing_ok=True)
            raise


@dataclass
class _Warband:
    """What is counted of one warband; `before` are its members by state before the run."""

    name: str
    before: Counter[str]
    won: int = 0
    advances: int = 0
    standings: list[StandingView] = field(default_factory=list[StandingView])


class _Run:
    """A simulation under way, and all that is counted in it."""

    def __init__(self, file: CampaignFile) -> None:
        self._file = file
        self._resources = [
            resource
            for resource in file.ruleset.content.resources.values()
            if not resource.hidden and (resource.owner == "roster" or resource.summed)
        ]
        state = self._state()
        self._warbands = {
            roster_id: _Warband(shown_roster_name(roster), _states(state, roster_id))
            for roster_id, roster in state.rosters.items()
        }
        self._rows: Counter[tuple[str, str]] = Counter()
        self._stages: Counter[str] = Counter()
        self._battles = 0

    def finish_open_boards(self, random: RandomSource) -> None:
        """Play what is under way to its end."""
        draft = table_of(Draft)
        with self._file.reading() as connection:
            draft_ids = connection.scalars(select(draft.c.id).order_by(draft.c.id)).all()
        for draft_id in draft_ids:
            self._play_board(draft_id, random)

    def play_battle(self, random: RandomSource) -> bool:
        """Set a battle up, record it and play its aftermath; say whether anybody could fight."""
        if not any(member.state == "active" for member in self._state().members.values()):
            return False
        if setup_view(self._file).stage == "coming":
            draft_id = set_up_battle(self._file).created.get("draft")
            if draft_id is not None:
                self._play_board(draft_id, random)
        entry = random_battle(self._file, random)
        if not any(side.took_part for side in entry.sides):
            return False
        created = record_battle(self._file, entry).created
        for side in entry.sides:
            self._warbands[side.roster_id].won += side.result == "won"
        self._play_board(created["draft"], random)
        self._battles += 1
        with self._file.reading() as connection:
            battle = table_of(Battle).c
            query = select(battle.number).where(battle.id == created["battle"])
            number = connection.execute(query).scalar_one()
        self.note_standings(number)
        return True

    def note_standings(self, number: int) -> None:
        """Count how everybody stands after the battle with this number."""
        state = self._state()
        for roster_id, warband in self._warbands.items():
            now = _states(state, roster_id)
            warband.standings.append(
                StandingView(
                    number=number,
                    standing=now["active"],
                    won=warband.won,
                    deaths=now["dead"] - warband.before["dead"],
                    retirements=now["retired"] - warband.before["retired"],
                    joined=now.total() - warband.before.total(),
                    advances=warband.advances,
                    amounts=tuple(roster_amount(state, roster_id, r) for r in self._resources),
                )
            )

    def view(self, seed: str, ended: str) -> SimulationView:
        """Return what has been counted."""
        ruleset = self._file.ruleset
        with self._file.reading() as connection:
            name = connection.execute(select(table_of(Campaign).c.name)).scalar_one()
            changed = self._file.house_rules(connection).changed()
        return SimulationView(
            campaign=name,
            ruleset=ruleset.manifest.name,
            seed=seed,
            battles=self._battles,
            house_rules=_in_words(ruleset, changed),
            resources=tuple(resource.name for resource in self._resources),
            warbands=tuple(
                WarbandRunView(warband.name, tuple(warband.standings))
                for warband in self._warbands.values()
            ),
            stages=tuple(
                StageCountView(stage, stage.replace("_", " ").capitalize(), count)
                for stage, count in self._stages.items()
            ),
            tables=table_counts(ruleset.content, self._rows),
            ended=ended,
        )

    def _play_board(self, draft_id: int, random: RandomSource) -> None:
        self._note_board(play_board(self._file, draft_id, random))
        finish(self._file, draft_id)

    def _note_board(self, board: Board) -> None:
        """Count the lines of a board, and the rows of tables that came up."""
        for report in board.reports:
            self._stages[report.line.stage] += 1
            if report.line.stage == ADVANCES:
                self._warbands[report.line.roster_id].advances += 1
            self._rows.update(rows_rolled(report, self._file.ruleset.content))

    def _state(self) -> State:
        with self._file.reading() as connection:
            return current_state(self._file, connection)


def _states(state: State, roster_id: int) -> Counter[str]:
    return Counter(member.state for member in state.of_roster(roster_id))


def _in_words(ruleset: Ruleset, changed: Mapping[str, str | int]) -> tuple[str, ...]:
    """Return the house rules that differ from the default: “Healer: can be asked again”."""
    rules = ruleset.content.house_rules
    return tuple(
        f"{rules[rule_id].name}: "
        + next((o.label for o in rules[rule_id].options if o.id == value), str(value))
        for rule_id, value in changed.items()
    )
