"""The commands that write paper as PDF: sheets, cards, forms, the quick reference, the booklet.

They are registered in `mordcry_app.commands`. Services and layouts are imported inside, as there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from mordcry_app.rules.refusal import Refusal

if TYPE_CHECKING:
    from mordcry_app.services.campaign_file import CampaignFile
    from mordcry_app.services.paper_views import PaperKind

CampaignPath = Annotated[Path, typer.Argument(metavar="FILE", help="A campaign file.")]
Output = Annotated[Path, typer.Option("-o", "--output", help="The PDF to write.")]
Warbands = Annotated[
    list[str] | None,
    typer.Option(help="Only warbands with this in their name; as often as needed."),
]
Paper = Annotated[Literal["a4", "letter"], typer.Option(help="The paper.")]
Large = Annotated[bool, typer.Option("--large", help="All text at 11 points or more.")]
Blank = Annotated[bool, typer.Option("--blank", help="For nobody: to fill in by hand.")]
News = Annotated[bool, typer.Option(help="Mark what has changed since the last battle.")]
Portraits = Annotated[bool, typer.Option(help="Pictures of fighters and warbands.")]
Lines = Annotated[int, typer.Option(min=0, max=40, help="Lines for notes after each warband.")]


def sheet(
    file: CampaignPath,
    output: Output,
    warband: Warbands = None,
    paper: Paper = "a4",
    large: Large = False,
    blank: Blank = False,
    footnotes: Annotated[bool, typer.Option(help="Explain every changed value.")] = True,
    attack_notes: Annotated[
        bool, typer.Option("--attack-notes", help="Explain every attack line as well.")
    ] = False,
    rules_text: Annotated[
        bool, typer.Option("--rules", help="Print what skills, injuries and gear do.")
    ] = False,
    news: News = True,
    fallen: Annotated[bool, typer.Option(help="Name the dead.")] = True,
    portraits: Portraits = True,
    empty_blocks: Annotated[
        int, typer.Option(min=0, max=40, help="Empty blocks for fighters after each warband.")
    ] = 0,
    note_lines: Lines = 0,
) -> None:
    """Write roster sheets as PDF: a warband at a glance."""
    _write(
        "roster",
        file,
        output,
        warband,
        blank,
        paper=paper,
        large=large,
        footnotes=footnotes,
        attack_notes=attack_notes,
        rules_text=rules_text,
        news=news,
        fallen=fallen,
        portraits=portraits,
        write_in_fighters=empty_blocks,
        write_in_notes=note_lines,
    )


def cards(
    file: CampaignPath,
    output: Output,
    warband: Warbands = None,
    paper: Paper = "a4",
    large: Large = False,
    blank: Blank = False,
    news: News = True,
    portraits: Portraits = True,
    backs: Annotated[bool, typer.Option(help="Backs, to print on both sides.")] = True,
) -> None:
    """Write fighter cards as PDF, eight to a page, to cut out."""
    _write(
        "cards",
        file,
        output,
        warband,
        blank,
        paper=paper,
        large=large,
        news=news,
        portraits=portraits,
        backs=backs,
    )


def battle_sheet(
    file: CampaignPath,
    output: Output,
    warband: Warbands = None,
    paper: Paper = "a4",
    large: Large = False,
    blank: Blank = False,
) -> None:
    """Write the battle sheet as PDF: set-up, rounds, dice and the warbands in short."""
    _write("battle", file, output, warband, blank, paper=paper, large=large)


def form(
    file: CampaignPath,
    output: Output,
    warband: Warbands = None,
    paper: Paper = "a4",
    large: Large = False,
    blank: Blank = False,
) -> None:
    """Write the aftermath form as PDF: boxes in the order in which the program asks."""
    _write("form", file, output, warband, blank, paper=paper, large=large)


def reference(
    file: CampaignPath,
    output: Output,
    warband: Warbands = None,
    paper: Paper = "a4",
    large: Large = False,
) -> None:
    """Write the quick reference as PDF: tables, skills and house rules of these warbands."""
    _write("reference", file, output, warband, paper=paper, large=large)


def booklet(
    file: CampaignPath,
    output: Output,
    paper: Paper = "a4",
    large: Large = False,
    pictures: Annotated[bool, typer.Option(help="Pictures of battles and fighters.")] = True,
) -> None:
    """Write the chronicle as an illustrated booklet, as PDF."""
    _write("booklet", file, output, paper=paper, large=large, pictures=pictures)


def _write(
    kind: PaperKind,
    file: Path,
    output: Path,
    warbands: list[str] | None = None,
    is_blank: bool = False,
    **options: Any,
) -> None:
    """Write one kind of paper; raises `Refusal` where there is nothing to print, or no room."""
    from datetime import datetime

    from mordcry_app.services.campaign_file import open_campaign
    from mordcry_app.services.papers import PaperWish, gather
    from mordcry_app.sheets.kinds import kind_of, make
    from mordcry_app.sheets.options import SheetOptions
    from mordcry_app.sheets.saving import save_document

    if is_blank and warbands:
        raise Refusal("Blank paper is for nobody: leave out --blank or --warband.")
    with open_campaign(file) as opened:
        ids = _ids(opened, warbands or [])
        material = gather(opened, PaperWish(kind, ids, is_blank))
    today = datetime.now().astimezone().date()
    with _progress(kind_of(kind).name) as watch:
        data = make(material, SheetOptions(**options), today, watch)
    save_document(data, output)
    print(f"Wrote {output}")


def _ids(file: CampaignFile, parts: list[str]) -> tuple[int, ...]:
    """Return the ids of the warbands with one of some texts in their names.

    Without any text there are none, which stands for all; raises `Refusal` when no name fits.
    """
    from mordcry_app.services.reading import campaign_view

    if not parts:
        return ()
    rosters = campaign_view(file).rosters
    found = tuple(
        roster.id
        for roster in rosters
        if any(part.casefold() in roster.shown_name.casefold() for part in parts)
    )
    if not found:
        names = ", ".join(roster.shown_name for roster in rosters)
        raise Refusal(f"No warband is called that; there are {names}.")
    return found


@contextmanager
def _progress(label: str) -> Generator[Callable[[int, int], None]]:
    """Show a bar on a terminal, for those who look on; standard output stays for results."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    with typer.progressbar(length=100, label=label, file=sys.stderr) as bar:

        def show(done: int, total: int) -> None:
            bar.update(max(100 * done // max(total, 1) - bar.pos, 0))

        yield show
        bar.update(100 - bar.pos)
