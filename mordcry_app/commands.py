"""The commands that need no window, on the same services as the window.

A `Refusal` ends a command; the command line turns it into its sentence. Services and libraries are
imported inside the commands, so that `--help` answers at once.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mordcry_app import (
    __version__,
    commands_odds,
    commands_packs,
    commands_paper,
    commands_playing,
)
from mordcry_app.rules.refusal import Refusal

if TYPE_CHECKING:
    from mordcry_app.services.views import CampaignView

REFUSED = 1

commands = typer.Typer(
    name="mordcry",
    help="A campaign manager for linked skirmish games. Without a command it opens the window, "
    "with a campaign file if one is named: mordcry [FILE].",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
)

CampaignPath = Annotated[Path, typer.Argument(metavar="FILE", help="A campaign file.")]
Style = Annotated[str, typer.Option(help="How starting warbands are made: printed or rolled.")]


def _say_version(wanted: bool) -> None:
    if wanted:
        print(f"mordcry {__version__}")
        raise typer.Exit


@commands.callback()
def _program(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_say_version, is_eager=True, help="Say which version."),
    ] = False,
) -> None:
    pass


@commands.command()
def new(
    file: CampaignPath,
    name: Annotated[str, typer.Option(help="The campaign’s name; invented if left out.")] = "",
    player: Annotated[
        list[str] | None, typer.Option(help="A player’s name; once for each warband.")
    ] = None,
    warband: Annotated[
        list[str] | None, typer.Option(help="A warband’s name, in the order of the players.")
    ] = None,
    theme: Annotated[
        list[str] | None, typer.Option(help="A warband’s theme for names, in the same order.")
    ] = None,
    style: Style = "printed",
    ruleset: Annotated[str, typer.Option(help="The ruleset.")] = "mordcry",
) -> None:
    """Found a campaign; names that are not given are invented."""
    from mordcry_app.services.founding import NewCampaign, create_campaign
    from mordcry_app.services.naming import suggest_campaign
    from mordcry_app.services.reading import campaign_view

    players = player or ["Player 1", "Player 2"]
    taken: list[str] = []
    rosters = tuple(
        _new_roster(name, number, warband or [], theme or [], style, ruleset, taken)
        for number, name in enumerate(players)
    )
    campaign = NewCampaign(name or suggest_campaign(), ruleset, rosters)
    with create_campaign(file, campaign) as opened:
        _print_campaign(campaign_view(opened))


@commands.command()
def sample(file: CampaignPath) -> None:
    """Make the sample campaign, three battles in."""
    from mordcry_app.services.reading import campaign_view
    from mordcry_app.services.samples import create_sample

    with create_sample(file) as opened:
        _print_campaign(campaign_view(opened))


@commands.command()
def demo(
    out: Annotated[Path, typer.Option(help="The folder to write to.")] = Path("mordcry-demo"),
) -> None:
    """Play the sample campaign through a battle and its aftermath; write sheets and pictures."""
    from mordcry_app.demo import run_demo

    for line in run_demo(out):
        print(line)


@commands.command()
def show(
    file: CampaignPath,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, with every part.")] = False,
    fighter: Annotated[str, typer.Option(help="Only fighters with this in their name.")] = "",
) -> None:
    """Show everything effective, with where it comes from."""
    from mordcry_app.services.as_json import campaign_as_json
    from mordcry_app.services.campaign_file import open_campaign
    from mordcry_app.services.reading import campaign_view

    with open_campaign(file) as opened:
        view = campaign_view(opened)
    if as_json:
        print(json.dumps(campaign_as_json(view, fighter), ensure_ascii=False, indent=2))
    else:
        _print_campaign(view, fighter)


@commands.command()
def table(
    table_id: Annotated[str, typer.Argument(metavar="ID", help="A table, such as injury.")],
    roll: Annotated[int | None, typer.Option(help="Show only what this roll finds.")] = None,
    ruleset: Annotated[str, typer.Option(help="The ruleset.")] = "mordcry",
) -> None:
    """Show a table of the rules with the chance of each row."""
    from mordcry_app.rules.ruleset import load_ruleset
    from mordcry_app.services.campaign_file import rulesets_folder
    from mordcry_app.services.rules_views import tables_view

    content = load_ruleset(rulesets_folder(), ruleset).content
    if table_id not in content.tables:
        raise Refusal(f"There is no table “{table_id}”; there are {', '.join(content.tables)}.")
    found = content.tables[table_id]
    view = next(view for view in tables_view(content) if view.id == table_id)
    wanted = None
    if roll is not None:
        if roll not in found.parsed.totals():
            raise Refusal(f"{roll} cannot be rolled with {view.dice}.")
        wanted = found.row_for(roll).on
    print(f"{view.name} ({view.dice})")
    for row in view.rows:
        if wanted in (None, row.on):
            print(f"{row.on:>7}  {row.name}: {row.text}  [{row.chance}]")


@commands.command()
def chronicle(
    file: CampaignPath,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The Markdown file to write.")
    ] = None,
    pictures: Annotated[
        bool, typer.Option(help="Write the pictures into a folder beside the file.")
    ] = True,
    newest_first: Annotated[bool, typer.Option(help="The newest entry first.")] = False,
) -> None:
    """Write the chronicle as Markdown; without a file to write, print it without pictures."""
    from mordcry_app.services.campaign_file import open_campaign
    from mordcry_app.services.chronicle_markdown import as_markdown, export_markdown
    from mordcry_app.services.chronicle_reading import chronicle_view
    from mordcry_app.services.reading import campaign_view

    with open_campaign(file) as opened:
        if output is None:
            tellings = chronicle_view(opened, newest_first=newest_first).tellings
            print(as_markdown(campaign_view(opened).name, tellings), end="")
            return
        done = export_markdown(opened, output, newest_first=newest_first, with_pictures=pictures)
    print(f"Wrote {done.path}")
    if done.folder is not None:
        print(f"Wrote {done.folder} ({done.pictures})")


@commands.command()
def history(file: CampaignPath) -> None:
    """List what was done, newest first."""
    from mordcry_app.services.campaign_file import open_campaign
    from mordcry_app.services.history import history_view

    with open_campaign(file) as opened:
        view = history_view(opened)
    for operation in view.operations:
        mark = " (undone)" if operation.status == "undone" else ""
        print(f"{operation.at}  {operation.label}{mark}")


@commands.command()
def undo(file: CampaignPath) -> None:
    """Take the last operation back."""
    from mordcry_app.services.campaign_file import open_campaign
    from mordcry_app.services.history import undo as undo_last

    with open_campaign(file) as opened:
        print(undo_last(opened).label)


@commands.command()
def check(file: CampaignPath) -> None:
    """Check a campaign file from end to end; it is not changed."""
    from mordcry_app.services.checking import check_file

    findings = check_file(file)
    for finding in findings:
        print(finding)
    if findings:
        raise typer.Exit(REFUSED)
    print(f"{file.name} is sound.")


for each in (
    commands_paper.sheet,
    commands_paper.cards,
    commands_paper.battle_sheet,
    commands_paper.form,
    commands_paper.reference,
    commands_paper.booklet,
):
    commands.command()(each)
commands.command()(commands_playing.simulate)
commands.command()(commands_playing.aftermath)
commands.command()(commands_odds.odds)
commands.add_typer(commands_packs.pack, name="pack")


def _new_roster(
    player: str,
    number: int,
    warbands: list[str],
    themes: list[str],
    style: str,
    ruleset: str,
    taken: list[str],
):
    from mordcry_app.services.founding import NewRoster, installed_rulesets
    from mordcry_app.services.naming import (
        suggest_fighter,
        suggest_motto,
        suggest_warband,
    )
    from mordcry_app.services.naming import themes as known_themes

    known = [theme.id for theme in known_themes()]
    theme = themes[number] if number < len(themes) else known[number % len(known)]
    if theme not in known:
        raise Refusal(f"There is no theme “{theme}”; there are {', '.join(known)}.")
    choice = next((c for c in installed_rulesets() if c.id == ruleset), None)
    if choice is None:
        ids = ", ".join(c.id for c in installed_rulesets())
        raise Refusal(f"There is no ruleset “{ruleset}”; there are {ids}.")
    names: list[str] = []
    for _ in choice.slots:
        names.append(suggest_fighter(theme, taken))
        taken.append(names[-1])
    name = warbands[number] if number < len(warbands) else suggest_warband(theme)
    return NewRoster(player, name, suggest_motto(theme), theme, tuple(names), style)


def _print_campaign(view: CampaignView, fighter: str = "") -> None:
    print(f"{view.name} ({view.ruleset_name}, {view.after})")
    for roster in view.rosters:
        amounts = ", ".join(f"{a.amount} {a.short}" for a in roster.amounts)
        player = f" ({roster.player})" if roster.player else ""
        print(f"\n{roster.shown_name}{player}: {amounts}, won {roster.won} of {roster.fought}")
        for member in (*roster.members, *roster.fallen):
            if fighter.casefold() not in member.shown_name.casefold():
                continue
            values = "  ".join(f"{value.short} {value.text}" for value in member.values)
            fate = f" – {member.fate.lower()}" if member.fate else ""
            print(f"  {member.shown_name}, {member.archetype_name}{fate}")
            print(f"    {values}")
            owned = "  ".join(f"{a.short} {a.amount}" for a in member.amounts)
            print(f"    {owned}" + (f"  {member.carries}" if member.carries else ""))
            for trait in (*member.skills, *member.injuries):
                effect = f" ({trait.effect})" if trait.effect else ""
                print(f"    {trait.name}{effect}")
            for pending in member.pending:
                print(f"    {pending.words} ({pending.source})")
            for value in member.values:
                if value.change:
                    print(f"    {value.short} {value.text}: {value.explanation}")
