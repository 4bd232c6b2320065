"""The commands that play a campaign on: simulations, and whole aftermaths from a file.

They are registered in `mordcry_app.commands`. Services are imported inside, as there.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mordcry_app.rules.refusal import Refusal

if TYPE_CHECKING:
    from mordcry_app.services.answer_files_views import AnsweredView
    from mordcry_app.services.simulating_views import SimulationView, WarbandRunView
    from mordcry_app.services.views import LineView

SHOW_ALL_UP_TO = 20
"""A longer simulation shows only every tenth battle."""

CampaignPath = Annotated[Path, typer.Argument(metavar="FILE", help="A campaign file.")]


def simulate(
    file: CampaignPath,
    battles: Annotated[int, typer.Option(help="How many battles to play.")] = 20,
    seed: Annotated[
        str, typer.Option(help="What the dice depend on: the same again plays the same again.")
    ] = "",
    rule: Annotated[
        list[str] | None,
        typer.Option(help="A house rule for this run, such as healer=again; as often as needed."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Keep the campaign as played on, as a new file."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, with every battle.")] = False,
) -> None:
    """Play random battles and aftermaths on a copy, and say what becomes of the warbands.

    FILE itself is never changed.
    """
    from mordcry_app.services.campaign_file import SUFFIX
    from mordcry_app.services.simulating import any_seed, simulate_copy

    with _progress(battles, "Battles") as step:
        view = simulate_copy(file, battles, seed or any_seed(), rule or [], output, step)
    if as_json:
        print(json.dumps(asdict(view), ensure_ascii=False, indent=2))
    else:
        _print_simulation(view)
        if output is not None:
            is_named = output.suffix.casefold() == SUFFIX
            print(f"\nWrote {output if is_named else f'{output}{SUFFIX}'}")


def aftermath(
    file: CampaignPath,
    answers: Annotated[
        Path | None, typer.Option(help="A TOML file with the answers; see --template.")
    ] = None,
    commit: Annotated[
        bool, typer.Option("--commit", help="Write it; otherwise it is only shown.")
    ] = False,
    seed: Annotated[
        str, typer.Option(help="What the program’s own rolls depend on, to get the same again.")
    ] = "",
    template: Annotated[
        bool, typer.Option("--template", help="Print an answers file with every open question.")
    ] = False,
) -> None:
    """Answer a whole aftermath from a file, and the battle before it if the file tells of one."""
    from mordcry_app.services import answer_files
    from mordcry_app.services.answer_templates import template as template_of
    from mordcry_app.services.campaign_file import open_campaign
    from mordcry_app.services.simulating import any_seed

    if template == (answers is not None):
        raise Refusal("Give either --answers with a file, or --template.")
    with open_campaign(file) as opened:
        if answers is None:
            print(template_of(opened), end="")
            return
        given = answer_files.read_answers(answers)
        prepared = answer_files.prepare(opened, given, seed or any_seed())
        _print_prepared(prepared.view)
        if commit:
            print(f"\n{answer_files.commit(opened, prepared).label}")
        else:
            print("\nNothing was written; --commit writes it.")


def _print_prepared(view: AnsweredView) -> None:
    from mordcry_app.services.answer_templates import question_lines

    print(view.board.title + (" (the battle is recorded first)" if view.records_battle else ""))
    rolls = f"{view.typed} typed rolls, {view.rolled} rolled by the program"
    print(rolls + (f" with the seed {view.seed}" if view.rolled else ""))
    for track in view.board.tracks:
        print(f"\n{track.name}")
        for line in track.lines:
            _print_line(line)
    if view.open:
        print("\nStill open:")
        for question in view.open:
            print("\n".join(question_lines(question)))
    if view.unused:
        print(f"\nNot asked so far: {', '.join(view.unused)}")


def _print_line(line: LineView) -> None:
    rolled = "; ".join(step.text for step in line.steps if step.text)
    print(f"  {line.label}, {line.subject}: " + (f"[{rolled}] " if rolled else "") + line.text)
    for change in line.changes:
        old = f"{change.old} → " if change.old else ""
        print(f"    {change.label}: {old}{change.new}")


@contextmanager
def _progress(length: int, label: str) -> Generator[Callable[[int], None]]:
    """Show a bar on a terminal; the function that is given moves it on by one."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with typer.progressbar(length=length, label=label, file=sys.stderr) as bar:
        yield lambda _: bar.update(1)


def _print_simulation(view: SimulationView) -> None:
    times = f"{view.battles} {'battle' if view.battles == 1 else 'battles'}"
    print(f"{view.campaign} ({view.ruleset}): {times} simulated with the seed {view.seed}")
    for house_rule in view.house_rules:
        print(f"House rule {house_rule}")
    for warband in view.warbands:
        print(f"\n{warband.name}")
        headings = ("after", "standing", "won", "deaths", "retired", "joined", "advances")
        resources = (name.lower() for name in view.resources)
        _print_columns((*headings, *resources), _standing_rows(warband))
    print()
    for stage in view.stages:
        print(f"{stage.name}: {stage.count:,}")
    for table in view.tables:
        print(f"\n{table.name}: {table.total:,} rolls, {table.reached} of {len(table.rows)} rows")
        for row in table.rows:
            print(f"{row.on:>7}  {row.count:>6}  {row.name}")
    if view.ended:
        print(f"\n{view.ended}")


def _standing_rows(warband: WarbandRunView) -> Iterable[tuple[str, ...]]:
    last = len(warband.standings) - 1
    step = 1 if last <= SHOW_ALL_UP_TO else 10
    for place, here in enumerate(warband.standings):
        if place % step == 0 or place == last:
            counts = (here.standing, here.won, here.deaths, here.retirements, here.joined)
            numbers = (*counts, here.advances, *here.amounts)
            yield (f"battle {here.number}" if here.number else "start", *map(str, numbers))


def _print_columns(headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    lines = [headings, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        print("  ".join(text.rjust(width) for text, width in zip(line, widths, strict=True)))
