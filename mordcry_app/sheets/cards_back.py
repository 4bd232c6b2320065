"""The back of a fighter's card: skills and injuries in full, notes, and what marks stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mordcry_app.services.paper_views import MemberNews
from mordcry_app.services.views import MemberView, RosterView, TraitView
from mordcry_app.sheets.fighter import levelled
from mordcry_app.sheets.figures import led
from mordcry_app.sheets.flow import Item
from mordcry_app.sheets.notes import NoteBook, NoteColumns
from mordcry_app.sheets.parts import Column, Columns, Lines, Part, Rule, Stack, paragraph
from mordcry_app.sheets.styles import Setting
from mordcry_app.sheets.text import Run, one_line, shortened
from mordcry_app.sheets.wording import in_one_line, is_new, key_runs

_ENTRY_GAP = 1.6
_GROUP_GAP = 5.0
_HEAD_GAP = 8.0
_MARKS = "Marks on the front"
_WARBAND_SHARE = 0.45


def head(member: MemberView, roster: RosterView, setting: Setting, extra: str = "") -> Part:
    """Return the head of every face but the first: whose it is, in short.

    Name and warband stand in full on the front.
    """
    styles, width = setting.styles, setting.grid.aside
    tail = one_line(extra, styles.meta)
    warband = one_line("", styles.meta)
    if not extra:
        warband = shortened(
            roster.name.strip() or roster.shown_name, styles.meta, width * _WARBAND_SHARE
        )
    name = member.shown_name or member.archetype_name
    whose = shortened(name, styles.name, width - tail.width - warband.width - _HEAD_GAP)
    style = styles.name
    return Columns(
        (
            Column(0.0, Lines((whose,), style, width)),
            Column(whose.width, Lines((tail,), style, width)),
            Column(0.0, Lines((warband,), style, width, "right")),
        )
    )


def items(
    member: MemberView, notes: NoteBook, news: MemberNews, setting: Setting
) -> Iterator[Item]:
    """Yield what stands on the back, group after group."""
    styles, width = setting.styles, setting.grid.aside

    def headed(label: str, parts: Iterable[Part], *, kept: bool) -> Iterator[Item]:
        title = paragraph([Run(label, styles.detail_quiet)], width)
        yield Item(title, _GROUP_GAP, leads=True)
        for part in parts:
            yield Item(part, _ENTRY_GAP, kept=kept)

    for label, traits in (
        ("Skills", member.skills),
        ("Injuries", member.injuries),
        ("Also", member.other_traits),
    ):
        if traits:
            entries = [list(_trait(trait, news, setting)) for trait in traits]
            texts = [paragraph(runs, width, style=styles.detail) for runs in entries]
            yield from headed(label, texts, kept=True)
    for label, text in (("Tags", ", ".join(member.tags)), ("Notes", in_one_line(member.notes))):
        if text:
            part = paragraph([Run(text, styles.detail)], width)
            yield from headed(label, [part], kept=False)
    if notes.notes:
        columns = NoteColumns(notes.notes, width, styles)
        yield from headed(_MARKS, [columns], kept=False)


def _trait(trait: TraitView, news: MemberNews, setting: Setting) -> Iterator[Run]:
    """Yield a skill or injury: its name, what it costs, and what it does."""
    styles = setting.styles
    yield Run(led(levelled(trait), is_new(trait, news)), styles.detail_strong)
    if trait.cost:
        yield Run(f" {trait.cost}", styles.detail_quiet)
    if trait.effect and not all(part in trait.text for part in trait.effect.split(", ")):
        yield Run(f" ({trait.effect})", styles.detail)
    if trait.text:
        yield Run(f" {trait.text}", styles.detail)


def key(
    setting: Setting, headings: Iterable[str], marks: Iterable[tuple[str, str]] = ()
) -> Part | None:
    """Return what boxes, headings of attack lines and other marks on a card mean, if need be."""
    plan = setting.plan
    known = frozenset(headings)
    entries = [(box.label, box.text) for box in plan.boxes if box.text]
    entries += [(entry.heading, entry.text) for entry in plan.key if entry.heading in known]
    entries += marks
    if not entries:
        return None
    styles, width = setting.styles, setting.grid.aside
    runs = list(key_runs(entries, styles))
    return Stack((Rule(width, 5.0), paragraph(runs, width, style=styles.foot)))
