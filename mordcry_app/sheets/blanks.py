"""What is filled in by hand on a roster sheet: its head, fighters, the stash, and notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mordcry_app.services.views import CampaignView
from mordcry_app.sheets.fighter import status_rows
from mordcry_app.sheets.figures import Figure, FigureGrid
from mordcry_app.sheets.parts import (
    Boxes,
    Gap,
    Lines,
    Part,
    Rule,
    Stack,
    beside,
    paragraph,
    write_in,
)
from mordcry_app.sheets.styles import BLACK, Setting
from mordcry_app.sheets.text import Run, measure, one_line

_NAME_SHARE = 0.52
_GUTTER = 18.0
_WOUNDS = 8
_LINE = 1.9
"""Height of a line to write on, in sizes of its label."""
_SIGNATURE = 2.4
_NAME_WEIGHT = 3.0
_LIST_WEIGHT = 2.4
_SHORT_WEIGHT = 1.0
_FIELD_GAP = 8.0
_LEAST_SHARE = 14.0
"""How long the shortest line for a number is at least where all stand in one row, in points."""


def blank_title(campaign: CampaignView, setting: Setting) -> Part:
    """Return the head of a sheet for a warband that is not known: lines for all that it has."""
    grid, styles = setting.grid, setting.styles
    left = grid.width * _NAME_SHARE
    right = grid.width - left - _GUTTER
    style = styles.head
    height = style.size * _SIGNATURE
    amounts = [amount.short for roster in campaign.rosters[:1] for amount in roster.amounts]
    lines = Stack(
        (
            write_in(["Player"], style, right, height),
            write_in([*amounts, "won", "of"], style, right, height),
        )
    )
    name = Stack(
        (
            Gap(lines.height - 2 * height),
            write_in(["Warband"], styles.head_strong, left, height),
            write_in(["Motto"], style, left, height),
        )
    )
    where = paragraph([Run(campaign.name, styles.head_strong)], grid.width, "right")
    return Stack(
        (
            where,
            beside(name, lines, left + _GUTTER),
            Rule(grid.width, 9.0, line=1.4, ink=BLACK),
            write_in(["Stash"], styles.detail, grid.width, styles.detail.size * _LINE),
        )
    )


def progress_label(campaign: CampaignView, setting: Setting) -> str:
    """Return the short name of what leads to the next advance, where some fighter has it."""
    resource = setting.plan.profile.progress
    amounts = (
        amount
        for roster in campaign.rosters
        for member in (*roster.members, *roster.fallen)
        for amount in member.amounts
    )
    return next((amount.short for amount in amounts if amount.resource == resource), "")


def blank_block(
    shorts: Sequence[str], headings: Sequence[str], progress: str, setting: Setting
) -> Part:
    """Return an empty block in which a fighter is entered by hand.

    `shorts` head its values, `headings` the cells of an attack; `progress` is what leads to the
    next advance, if anything does.
    """
    grid, styles = setting.grid, setting.styles
    line = styles.label.size * _LINE
    aside: list[Part] = [
        write_in([""], styles.meta, grid.aside, styles.name.leading + 2.0),
        _rank(progress, line, setting),
        Gap(2.5),
        Boxes((None,) * _WOUNDS, styles.label, styles.wound_box),
        Gap(1.2),
        *status_rows(setting),
    ]
    main: list[Part] = []
    if shorts:
        figures = [Figure(short, "") for short in shorts]
        main.append(FigureGrid.for_roster([figures], grid.main, styles).part(figures))
    main.append(Gap(1.0))
    main.extend(_attack_lines(headings, setting))
    main.append(write_in(["Gear, skills"], styles.label, grid.main, line))
    return beside(Stack(tuple(aside)), Stack(tuple(main)), grid.main_offset)


def _rank(progress: str, height: float, setting: Setting) -> Part:
    """Return lines for rank and progress; rank alone where nothing leads to an advance."""
    style, width = setting.styles.meta, setting.grid.aside
    if not progress:
        return write_in(["Rank"], style, width, height)
    return write_in(["Rank", progress], style, width, height, _NAME_WEIGHT, _SHORT_WEIGHT)


def _attack_lines(headings: Sequence[str], setting: Setting) -> Iterator[Part]:
    """Yield lines for one attack: those of lists of numbers below the others where it is narrow."""
    style, width = setting.styles.label, setting.grid.main
    height = style.size * _LINE
    lists = [heading for heading in headings if _is_list(heading, setting)]
    short = [heading for heading in headings if heading not in lists]
    shares = {"Attack": _NAME_WEIGHT, **dict.fromkeys(lists, _LIST_WEIGHT)}
    every = ["Attack", *headings]
    room = width - sum(measure(label, style) + _FIELD_GAP for label in every)
    is_wide = room >= _LEAST_SHARE * sum(shares.get(label, 1.0) for label in every)
    for row in [every] if is_wide else [["Attack", *short], lists]:
        if row:
            yield write_in(row, style, width, height, *(shares.get(label, 1.0) for label in row))


def note_lines(count: int, setting: Setting) -> Part:
    """Return lines to write notes on, the first of them labelled."""
    styles, width = setting.styles, setting.grid.width
    height = styles.body.size * _LINE
    label = Lines((one_line("Notes", styles.detail_strong),), styles.detail_strong, width)
    lines = (write_in([""], styles.body, width, height) for _ in range(count))
    return Stack((label, *lines))


def _is_list(heading: str, setting: Setting) -> bool:
    """Say whether the cells of a heading need a key, for they hold several numbers."""
    return any(e.heading == heading and "–" in e.text for e in setting.plan.key)
