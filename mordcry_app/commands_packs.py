"""The commands for packs of house content: out of a campaign, and into one.

They are registered in `mordcry_app.commands`. Services are imported inside, as there.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from mordcry_app.services.house_content_views import PackEntryView, PackView

pack = typer.Typer(help="Take house content out of a campaign, or into it, as a TOML file.")

CampaignPath = Annotated[Path, typer.Argument(metavar="FILE", help="A campaign file.")]
PackPath = Annotated[Path, typer.Argument(metavar="PACK", help="A pack, a TOML file.")]

_TITLES = {
    "new": "New",
    "changes": "Changed by the pack",
    "conflict": "You have your own of these",
    "same": "Here already",
}


@pack.command("export")
def export_command(
    file: CampaignPath,
    output: Annotated[Path, typer.Option("-o", "--output", help="The pack to write.")],
    name: Annotated[str, typer.Option(help="What it is called; else as the campaign.")] = "",
    by: Annotated[str, typer.Option(help="Who made it.")] = "",
    text: Annotated[str, typer.Option(help="What it is about.")] = "",
) -> None:
    """Write all house content of a campaign as a pack."""
    from mordcry_app.services.campaign_file import open_campaign
    from mordcry_app.services.packs import export_pack, write_pack
    from mordcry_app.services.reading import campaign_view

    with open_campaign(file) as opened:
        title = name or campaign_view(opened).name
        written = write_pack(output, export_pack(opened, title, by=by, text=text))
    print(f"Wrote {written}")


@pack.command("import")
def import_command(
    file: CampaignPath,
    source: PackPath,
    yes: Annotated[bool, typer.Option("--yes", help="Do it; without this, only look.")] = False,
    theirs: Annotated[
        bool, typer.Option("--theirs", help="Replace what you have changed yourself, too.")
    ] = False,
) -> None:
    """Say what a pack would do to a campaign and, with --yes, do it."""
    from mordcry_app.services.campaign_file import open_campaign
    from mordcry_app.services.packs import import_pack, pack_view, read_pack

    with open_campaign(file) as opened:
        found = read_pack(opened, source)
        view = pack_view(opened, found)
        _print_preview(view)
        if not yes:
            print("\nNothing was changed; say --yes to import it.")
            return
        take = {(entry.kind, entry.ref) for entry in view.of("conflict")} if theirs else None
        print(f"\n{import_pack(opened, found, take).label}")


def _print_preview(view: PackView) -> None:
    by = f" by {view.by}" if view.by else ""
    print(f"{view.name}{by} (content version {view.content_version})")
    if view.text:
        print(view.text)
    for status, title in _TITLES.items():
        entries = view.of(status)
        if entries:
            print(f"\n{title}: {len(entries)}")
            for entry in entries:
                _print_entry(entry)


def _print_entry(entry: PackEntryView) -> None:
    print(f"  {entry.name} ({entry.noun})")
    for change in entry.changes:
        print(f"    {change.label}: {change.old} → {change.new}")
    if entry.touches:
        print(f"    {entry.touches}")
