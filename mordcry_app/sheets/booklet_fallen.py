"""Pages for those who fell or retired: portrait, who they were, and their story.

Everybody who fell has a page, those with a name first; those who retired share pages behind them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mordcry_app.services.paper_views import FallenPage, Moment
from mordcry_app.services.views import TraitView
from mordcry_app.sheets.booklet_parts import (
    Labelled,
    lines_of,
    measured,
    opening,
    prose,
    text_width,
)
from mordcry_app.sheets.flow import Item
from mordcry_app.sheets.parts import Column, Columns, Gap, Part, Rule, Stack, paragraph
from mordcry_app.sheets.picture import fitted
from mordcry_app.sheets.styles import HAIR, Setting
from mordcry_app.sheets.text import Run, bound, dot, measure
from mordcry_app.sheets.wording import capitalised

_BETWEEN = 44.0
_ABOVE_SHARE = 0.25
_MOST_ABOVE = 110.0
_PORTRAIT = (150.0, 180.0)
_LABELS = 84.0
_LARGE_LABELS = 110.0
_GUTTER = 12.0
_CELL_GAP = 6.0
_ROW_GAP = 4.0
_MOMENT_GAP = 5.0


def pages(
    views: Sequence[FallenPage], room: float, setting: Setting, step: Callable[[], None]
) -> Iterator[Item]:
    """Yield those who are gone; `room` is the height that a page has, `step` is called after each.

    A long story goes on over other pages, time by time.
    """
    fallen = sum(view.member.state == "dead" for view in views)
    for number, view in enumerate(sorted(views, key=_place)):
        whole = Stack((_who(view, setting), *_story(view.story, setting)))
        if number < fallen:
            spare = max(room - whole.height, 0.0)
            whole = Stack((Gap(min(spare * _ABOVE_SHARE, _MOST_ABOVE)), whole))
        name = name_of(view)
        if not view.member.name.strip() and view.battle_number is not None:
            name = f"{name}, battle {view.battle_number}"
        yield Item(
            whole,
            gap=_BETWEEN,
            kept=True,
            starts_page=number <= fallen,
            bookmark=name,
            subject=name,
        )
        step()


def _place(view: FallenPage) -> tuple[bool, bool]:
    """Return what sorts those who are gone; the order of the view holds among equals."""
    return view.member.state != "dead", not view.member.name.strip()


def name_of(view: FallenPage) -> str:
    """Return what somebody is called in titles: the name, or “Unnamed Youngblood”."""
    return view.member.name.strip() or capitalised(view.member.shown_name)


def _who(view: FallenPage, setting: Setting) -> Part:
    """Return everything but the story."""
    member, styles, width = view.member, setting.styles, text_width(setting)
    above: list[Part] = []
    if setting.options.pictures and member.portrait is not None:
        portrait = fitted(member.portrait, *_PORTRAIT)
        if portrait is not None:
            middle = Column((width - portrait.width) / 2, portrait)
            above = [Columns((middle,)), Gap(10.0)]
    kind = f"{member.archetype_name} of {view.roster_name}"
    parts: list[Part] = [opening(kind, name_of(view), view.end, setting, above)]
    if member.values:
        parts += [measured(_values(view, width, setting), setting), Gap(7.0)]
    counted = [*view.facts, *((capitalised(a.short), f"{a.amount:,}") for a in member.amounts)]
    runs: list[Run] = []
    for label, value in counted:
        if runs:
            runs.append(dot(styles.body))
        runs += [Run(f"{label}\u00a0", styles.meta), Run(value.replace("-", "−"), styles.body)]
    if runs:
        parts.append(measured(paragraph(runs, width, "centre", styles.body), setting))
    parts.append(Gap(10.0))
    for label, text in _rows(view):
        parts += [measured(_row(label, text, setting), setting), Gap(_ROW_GAP)]
    parts.append(Gap(6.0))
    return Stack(tuple(parts))


def _values(view: FallenPage, width: float, setting: Setting) -> Part:
    """Return the characteristics at the end in even columns, between hairlines."""
    styles, values = setting.styles, view.member.values
    widest = max(
        max(measure(value.short, styles.label), measure(value.text, styles.value))
        for value in values
    )
    most = max(1, min(len(values), int(width // (widest + _CELL_GAP))))
    across = -(-len(values) // -(-len(values) // most))
    room = width / across
    parts: list[Part] = [Rule(width, 4.0, 0.4, HAIR)]
    for first in range(0, len(values), across):
        columns: list[Column] = []
        for place, value in enumerate(values[first : first + across]):
            head = lines_of(value.short, styles.label, room)
            columns.append(
                Column(place * room, Stack((head, lines_of(value.text, styles.value, room))))
            )
        parts.append(Columns(tuple(columns)))
    parts.append(Rule(width, 6.0, 0.4, HAIR))
    return Stack(tuple(parts))


# ---------------------------------------------------------------------- what it had


def _rows(view: FallenPage) -> Iterator[tuple[str, str]]:
    """Yield labelled lists: what it carried, had learned, suffered from, and notes about it."""
    member = view.member
    lists = (
        ("Carried", view.carried),
        ("Learned", tuple(_named(trait) for trait in member.skills)),
        ("Injuries", tuple(_named(trait) for trait in member.injuries)),
        ("Marked by", tuple(_named(trait) for trait in member.other_traits)),
    )
    for label, texts in lists:
        if texts:
            yield label, ", ".join(texts)
    if member.notes.strip():
        yield "Notes", member.notes.strip()


def _named(trait: TraitView) -> str:
    effect = ", ".join(bound(part) for part in trait.effect.split(", "))
    return f"{trait.name} ({effect})" if effect else trait.name


def _row(label: str, text: str, setting: Setting) -> Part:
    """Return a label and what belongs to it."""
    styles = setting.styles
    aside = _aside(setting)
    name = paragraph([Run(label, styles.body_strong)], aside - _GUTTER, "right", styles.prose)
    return Labelled(name, prose(text, text_width(setting) - aside, styles.prose), aside)


def _story(story: Sequence[Moment], setting: Setting) -> Iterator[Part]:
    """Yield what is told of it, time by time."""
    styles = setting.styles
    aside = _aside(setting)
    for number, moment in enumerate(story):
        if number:
            yield Gap(_MOMENT_GAP)
        when = paragraph([Run(moment.when, styles.prose_quiet)], aside - _GUTTER, "right")
        text = prose(moment.text, text_width(setting) - aside, styles.prose)
        yield measured(Labelled(when, text, aside), setting)


def _aside(setting: Setting) -> float:
    return _LARGE_LABELS if setting.options.large else _LABELS
