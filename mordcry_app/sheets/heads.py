"""The head of a roster sheet: name, standing, stash, and what waits for the next battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mordcry_app.services.views import CampaignView, MemberView, PendingView, RosterView
from mordcry_app.sheets.fighter import pending_words, sourced
from mordcry_app.sheets.parts import (
    Framed,
    Gap,
    Lines,
    Part,
    Rule,
    Stack,
    beside,
    paragraph,
    write_in,
)
from mordcry_app.sheets.picture import Picture, fitted
from mordcry_app.sheets.styles import BLACK, Setting, Styles, TextStyle
from mordcry_app.sheets.text import Run, bound, dot, listed, one_line, shortened, wrap

_NAME_SHARE = 0.56
_GUTTER = 14.0
_TITLE_LINES = 2
_CREST_GAP = 9.0
_WIDEST_CREST = 1.6
"""How wide a crest may be for its height."""
_WRITE_IN = 34.0
_BOX = "☐\u00a0"
_BETWEEN = "\u00a0\u00a0 "


def title_block(campaign: CampaignView, roster: RosterView, setting: Setting) -> Part:
    """Return crest, name and motto on the left, campaign and standing on the right, over a rule.

    A name too long for its column runs over the whole width instead, above the rest.
    """
    grid, styles = setting.grid, setting.styles
    crest = _crest(roster, setting)
    indent = crest.width + _CREST_GAP if crest else 0.0
    left_width = grid.width * _NAME_SHARE - indent
    right_width = grid.width - left_width - indent - _GUTTER
    style = title_style(roster.name.strip(), left_width, styles)
    parts: list[Part] = []
    left: list[Part] = []
    if style is None:
        style = title_style(roster.name.strip(), grid.width, styles) or styles.titles[-1]
        parts.append(paragraph([Run(roster.name.strip(), style)], grid.width))
    elif roster.name.strip():
        left.append(paragraph([Run(roster.name.strip(), style)], left_width))
    else:
        left.append(write_in([""], styles.head, left_width * 0.8, _WRITE_IN))
    if roster.motto.strip():
        left.append(paragraph([Run(f"“{roster.motto.strip()}”", styles.motto)], left_width))
    aside: Part = Stack(tuple(left))
    if crest:
        room = max(crest.height - aside.height, 0.0) / 2
        aside = beside(crest, Stack((Gap(room), aside)), indent)
    right = _standing(campaign, roster, right_width, styles)
    drop = max(aside.height - right.height - 2.0, 0.0)
    parts.append(beside(aside, Stack((Gap(drop), right)), indent + left_width + _GUTTER))
    parts.append(Rule(grid.width, 7.0, line=1.4, ink=BLACK))
    if roster.stash:
        stash = ", ".join(bound(item.label) for item in roster.stash)
        runs = [Run("Stash ", styles.detail_strong), Run(stash, styles.detail)]
        parts.append(paragraph(runs, grid.width))
    return Stack(tuple(parts))


def _crest(roster: RosterView, setting: Setting) -> Picture | None:
    if not roster.crest or not setting.options.portraits:
        return None
    side = setting.styles.titles[0].leading + setting.styles.motto.leading
    return fitted(roster.crest, side * _WIDEST_CREST, side)


def title_style(name: str, width: float, styles: Styles) -> TextStyle | None:
    """Return the largest title style in which a name needs no more than two lines, if any."""
    for style in styles.titles:
        if len(wrap([Run(name, style)], width)) <= _TITLE_LINES:
            return style
    return None


def _standing(campaign: CampaignView, roster: RosterView, width: float, styles: Styles) -> Part:
    where = [bound(campaign.after)]
    if roster.player.strip():
        where.append(roster.player.strip())
    lines: list[list[Run]] = [
        [
            Run(campaign.name, styles.head_strong),
            dot(styles.head),
            *listed(where, styles.head),
        ]
    ]
    facts = [f"{amount.amount} {amount.short}" for amount in roster.amounts]
    facts.append(record(roster))
    if roster.strength:
        facts.append(f"strength {roster.strength}")
    lines.append(listed([bound(fact, 60) for fact in facts], styles.head))
    return Stack(tuple(paragraph(runs, width, "right", styles.head) for runs in lines))


def record(roster: RosterView) -> str:
    """Word how a warband has fared: `won 4 of 6, 1 drawn`."""
    if not roster.fought:
        return "no battle yet"
    drawn = f", {roster.drawn} drawn" if roster.drawn else ""
    return f"won {roster.won} of {roster.fought}{drawn}"


def banner(roster: RosterView, setting: Setting) -> Part | None:
    """Return what waits, each with a box to tick: for the next battle, then for later moments.

    Nothing is returned where nothing waits.
    """
    grid, styles = setting.grid, setting.styles
    waiting = list(waiting_of(roster))
    runs = [Run(words, styles.head) for words, is_battle in waiting if is_battle]
    later = [Run(words, styles.head) for words, is_battle in waiting if not is_battle]
    title = "Next battle" if runs else "Later"
    if not runs and not later:
        return None
    if runs and later:
        runs.append(Run(f"Later{_BETWEEN}", styles.head_strong))
    runs += later
    lead = one_line(title, styles.head_strong)
    indent = lead.width + 9.0
    inner = grid.width - 4 * styles.banner_padding
    body = paragraph(runs, inner - indent, style=styles.head)
    columns = beside(Lines((lead,), styles.head, indent), body, indent)
    return Framed(columns, grid.width, styles.banner_padding)


def waiting_of(roster: RosterView) -> Iterable[tuple[str, bool]]:
    """Yield each entry in words, and whether it is for the next battle; the warband’s own first.

    What several fighters wait for is told once, with a box for each of them.
    """
    for pending in roster.pending:
        words = sourced(pending.words, pending)
        yield f"{_BOX}{words}{_BETWEEN}", pending.until == "battle"
    alike: dict[tuple[str, bool], list[tuple[MemberView, PendingView]]] = {}
    for member in roster.members:
        for pending in member.pending:
            key = sourced(pending.words, pending), pending.until == "battle"
            alike.setdefault(key, []).append((member, pending))
    for (words, is_battle), those in alike.items():
        if len(those) == 1:
            member, pending = those[0]
            yield f"{_BOX}{member.shown_name}{pending_words(pending)}{_BETWEEN}", is_battle
            continue
        times = Counter(member.id for member, _ in those)
        names = {member.id: member.shown_name for member, _ in those}
        boxes = [
            _BOX + bound(f"{names[member_id]} ×{count}" if count > 1 else names[member_id])
            for member_id, count in times.items()
        ]
        yield f"{words}: {_BETWEEN.join(boxes)}{_BETWEEN}", is_battle


def running_head(title: str, setting: Setting) -> Part:
    """Return the head of the pages after the first."""
    grid, style = setting.grid, setting.styles.running_head
    right = paragraph([Run("continued", setting.styles.head)], 60.0, "right", style)
    name = shortened(title, style, grid.width - 74.0)
    line = beside(Lines((name,), style, grid.width - 74.0), right, grid.width - 60.0)
    return Stack((line, Rule(grid.width, 6.0, line=1.0, ink=BLACK), Gap(4.0)))
