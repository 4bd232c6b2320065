"""Tables at the end of the booklet: standings, battles, values battle by battle, all who served."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mordcry_app.days import day_of, spoken_date
from mordcry_app.services.campaign_page_views import PlotView
from mordcry_app.services.chronicle_lines import listed
from mordcry_app.services.fighter_records import FighterRecord
from mordcry_app.services.paper_views import BookTable
from mordcry_app.services.views import AmountView, BattleView, CampaignView, MemberView

_MOST_COLUMNS = 6
"""How many columns of values stand beside one another; more become a table for each resource."""


def book_tables(
    campaign: CampaignView,
    battles: Sequence[BattleView],
    plots: Sequence[PlotView],
    records: Mapping[int, FighterRecord],
) -> tuple[BookTable, ...]:
    """Return every table that has rows. `battles` are oldest first; `records` go by fighter."""
    fought = BookTable(
        "The battles",
        ("Battle", "Day", "Result", "Out of action"),
        tuple(_battle(battle) for battle in battles),
    )
    tables = (_standings(campaign), fought, *_values(plots), _all_who_served(campaign, records))
    return tuple(table for table in tables if table.rows)


# ---------------------------------------------------------------------- warbands and battles


def _standings(campaign: CampaignView) -> BookTable:
    rosters = campaign.rosters
    shorts = _shorts([amount for roster in rosters for amount in roster.amounts])
    has_strength = any(roster.strength for roster in rosters)
    headings = ["Warband", "Player", "Fought", "Won", "Lost", "Drawn", "Fighters", "Fallen"]
    headings += shorts.values()
    if has_strength:
        headings.append("Strength")
    rows: list[tuple[str, ...]] = []
    for roster in rosters:
        counts = (roster.fought, roster.won, roster.lost, roster.drawn, len(roster.members))
        fallen = sum(member.state == "dead" for member in roster.fallen)
        amounts = [roster.amount(resource) for resource in shorts]
        figures = [*counts, fallen, *amounts, *([roster.strength] if has_strength else [])]
        rows.append((roster.shown_name, roster.player, *(_figure(n) for n in figures)))
    return BookTable("How they stand", tuple(headings), tuple(rows))


def _battle(battle: BattleView) -> tuple[str, ...]:
    day = day_of(battle.at)
    return (
        str(battle.number),
        spoken_date(day) if day else "",
        ", ".join(f"{side.roster_name} {side.result}" for side in battle.sides),
        "; ".join(_out(battle)) or "nobody",
    )


def _out(battle: BattleView) -> Iterator[str]:
    """Yield who was put out of action by whom, those of one hand together."""
    by_hand: dict[str, list[str]] = {}
    for side in battle.sides:
        for out in side.out:
            by_hand.setdefault(out.by, []).append(out.name)
    for by, names in by_hand.items():
        yield f"{listed(names)} by {by}" if by else listed(names)


def _values(plots: Sequence[PlotView]) -> Iterator[BookTable]:
    """Yield what every warband had after each battle, in one table if it is not too wide."""
    columns = [(plot, line) for plot in plots for line in plot.lines]
    if not columns:
        return
    if len(columns) <= _MOST_COLUMNS:
        headings = [f"{line.name}: {plot.name.lower()}" for plot, line in columns]
        lines = [line.values for _, line in columns]
        yield _by_battle("After each battle", plots[0], headings, lines)
        return
    for plot in plots:
        headings = [line.name for line in plot.lines]
        lines = [line.values for line in plot.lines]
        yield _by_battle(f"{plot.name} after each battle", plot, headings, lines)


def _by_battle(
    title: str, plot: PlotView, headings: Sequence[str], lines: Sequence[tuple[int, ...]]
) -> BookTable:
    return BookTable(
        title,
        ("Battle", *headings),
        tuple(
            (str(number) if number else "start", *(_figure(values[step]) for values in lines))
            for step, number in enumerate(plot.battles)
        ),
    )


# ---------------------------------------------------------------------- fighters


def _all_who_served(campaign: CampaignView, records: Mapping[int, FighterRecord]) -> BookTable:
    """Return every fighter that ever stood on a roster, below the name of its warband."""
    shorts = _shorts(
        [
            amount
            for roster in campaign.rosters
            for member in (*roster.members, *roster.fallen)
            for amount in member.amounts
        ]
    )
    rows: list[tuple[str, ...]] = []
    for roster in campaign.rosters:
        members = (*roster.members, *roster.fallen)
        if members:
            rows.append((roster.shown_name,))
        rows.extend(
            _served(member, records.get(member.id, FighterRecord()), list(shorts))
            for member in members
        )
    headings = ("Name", "Kind", "Fate", "Battles", "Put out", "Was out", *shorts.values())
    return BookTable("All who served", headings, tuple(rows))


def _served(member: MemberView, record: FighterRecord, resources: Sequence[str]) -> tuple[str, ...]:
    counts = (len(record.battles), record.put_out, len(record.beaten_by))
    fate = member.fate.lower() or "serves"
    if member.fell_in_battle is not None:
        word = "fell in" if member.fell_in_battle in record.beaten_by else "died after"
        fate = f"{word} battle {member.fell_in_battle}"
    figures = (*counts, *(member.amount(resource) for resource in resources))
    return (
        member.shown_name,
        member.archetype_name,
        fate,
        *(_figure(number) for number in figures),
    )


def _shorts(amounts: Sequence[AmountView]) -> dict[str, str]:
    """Return what resources are called in short, by id and each once."""
    return {amount.resource: _as_heading(amount.short) for amount in amounts}


def _as_heading(short: str) -> str:
    return short[:1].upper() + short[1:]


def _figure(number: int) -> str:
    return f"{number:,}".replace("-", "−")
