"""Empty cards, to be filled in by hand: for campaigns on paper, and for fighters yet to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mordcry_app.rules.ruleset import AttackCell
from mordcry_app.services.views import CampaignView
from mordcry_app.sheets.blanks import progress_label
from mordcry_app.sheets.cards_attacks import has_list
from mordcry_app.sheets.cards_front import FIGURE_GAP, Front
from mordcry_app.sheets.fighter import status_rows
from mordcry_app.sheets.figures import Figure, FigureGrid
from mordcry_app.sheets.flow import Item
from mordcry_app.sheets.parts import Boxes, Gap, Part, Rule, Stack, paragraph, write_in
from mordcry_app.sheets.styles import Setting
from mordcry_app.sheets.text import Run, measure

_WEAPONS = 2
_WOUNDS = 8
_BACK = {"Gear": 2, "Skills": 3, "Injuries": 2, "Notes": 3}
"""What is written on the back, with its share of the lines."""
_FIGURES_GAP = 6.0
_SPARE = 10.0
"""Left empty on a face, at the least."""
_LEAST = 1.75
_MOST = 2.3
"""Height of a line to write on, in lines of its label."""
_ROOM = "00"
"""What can at least be written behind a label."""
_FIELD_GAP = 8.0
_NAME_SHARE = 3.0


@dataclass(frozen=True)
class _Row:
    """Labels of one row of lines to write on, and how much longer than others the first line is."""

    labels: tuple[str, ...]
    first: float = 1.0

    def part(self, setting: Setting, height: float) -> Part:
        """Return the row as a part."""
        shares = (self.first, *(1.0 for _ in self.labels[1:]))
        style, width = setting.styles.label, setting.grid.aside
        return write_in(self.labels, style, width, height, *shares)


def blank_front(campaign: CampaignView, warband: str, setting: Setting, height: float) -> Front:
    """Return the front of an empty card, `height` points high, with lines as far apart as can be.

    The warband is to be written on it unless its name is given.
    """
    leading = setting.styles.label.leading
    progress = progress_label(campaign, setting)
    whose = tuple(label for label in ("" if warband else "Warband", progress) if label)
    above = [_Row(("Name", "Rank"), _NAME_SHARE)]
    above += [_Row(whose, _NAME_SHARE)] if whose else []
    below = list(_weapon_rows(campaign, setting)) * _WEAPONS
    if not setting.options.backs:
        below.append(_Row(("Gear, skills, injuries",)))
    figures, foot = _figures(campaign, setting), _foot(setting)
    taken = figures.height + foot.height + _FIGURES_GAP + _SPARE
    line = min(max((height - taken) / len(above + below), leading * _LEAST), leading * _MOST)
    head: list[Part] = [row.part(setting, line) for row in above]
    if warband:
        head.append(paragraph([Run(warband, setting.styles.meta)], setting.grid.aside))
    items = [Item(Stack(tuple(head)))]
    items += [Item(figures, _FIGURES_GAP)] if figures.height else []
    items += [Item(row.part(setting, line)) for row in below]
    return Front(tuple(items), foot if foot.height else None)


def blank_back(setting: Setting, height: float) -> Iterator[Item]:
    """Yield lines to write on for the back of an empty card, as many as `height` points hold."""
    line = setting.styles.label.leading * _MOST
    count = max(int((height - _SPARE) / line), len(_BACK))
    shares = sum(_BACK.values())
    done, passed = 0, 0
    for label, share in _BACK.items():
        passed += share
        lines = max(round(count * passed / shares) - done, 1)
        done += lines
        for number in range(lines):
            yield Item(_Row(("" if number else label,)).part(setting, line))


def blank_headings(campaign: CampaignView, setting: Setting) -> tuple[str, ...]:
    """Return the headings of attack lines as fighters have them, or else those that have a key."""
    used = dict.fromkeys(cell.heading for cell in _cells(campaign))
    return tuple(used) or tuple(dict.fromkeys(entry.heading for entry in setting.plan.key))


def _figures(campaign: CampaignView, setting: Setting) -> Part:
    """Return the headings of characteristics with room below them."""
    width = setting.grid.aside
    figures = [Figure(column.short, "") for column in campaign.columns]
    if not figures:
        return Gap(0.0)
    return FigureGrid.for_roster([figures], width, setting.styles, FIGURE_GAP).part(figures)


def _foot(setting: Setting) -> Part:
    styles = setting.styles
    parts: list[Part] = []
    if setting.plan.profile.wounds:
        parts += [Boxes((None,) * _WOUNDS, styles.label, styles.wound_box), Gap(1.2)]
    parts += status_rows(setting)
    return Stack((Rule(setting.grid.aside, 5.0), *parts)) if parts else Gap(0.0)


def _cells(campaign: CampaignView) -> list[AttackCell]:
    return [
        cell
        for roster in campaign.rosters
        for member in roster.members
        for line in member.attacks
        for cell in line.cells
    ]


def _weapon_rows(campaign: CampaignView, setting: Setting) -> Iterator[_Row]:
    """Yield rows for what is known about a weapon: its short cells, then the lists of numbers."""
    cells = _cells(campaign)
    headings = blank_headings(campaign, setting)
    lists = tuple(heading for heading in headings if has_list(heading, cells))
    short = tuple(heading for heading in headings if heading not in lists)
    yield from _rows(("Weapon", *short), _NAME_SHARE, setting)
    if lists:
        yield from _rows(lists, 1.0, setting)


def _rows(labels: Sequence[str], first: float, setting: Setting) -> Iterator[_Row]:
    """Divide labels into rows that leave room to write behind each, most behind the first."""
    style, width = setting.styles.label, setting.grid.aside
    room = measure(_ROOM, setting.styles.value)
    row: list[str] = []
    used, share = 0.0, first
    for label in labels:
        need = measure(label, style) + _FIELD_GAP + room * (1.0 if row else share)
        if row and used + need > width:
            yield _Row(tuple(row), share)
            row, used, share = [], 0.0, 1.0
        row.append(label)
        used += need
    yield _Row(tuple(row), share)
