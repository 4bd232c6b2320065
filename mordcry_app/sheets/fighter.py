"""One fighter's block: who it is and its boxes on the left, what it can do on the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mordcry_app.rules.ruleset import AttackLine
from mordcry_app.rules.state import MISSES_BATTLE, STARTS_WOUNDED
from mordcry_app.services.views import MemberView, PendingView, RosterView, TraitView, ValueView
from mordcry_app.sheets.figures import (
    AttackGrid,
    AttackMarks,
    Figure,
    FigureGrid,
    attack_explanation,
    figures_of,
)
from mordcry_app.sheets.notes import NoteBook
from mordcry_app.sheets.parts import (
    LABEL_GAP,
    Boxes,
    Column,
    Columns,
    Gap,
    Lines,
    Part,
    Pen,
    Stack,
    beside,
    paragraph,
    write_in,
)
from mordcry_app.sheets.styles import Setting, Styles
from mordcry_app.sheets.text import Line, Run, bound, dot, one_line, shortened

_MOST_WOUND_BOXES = 40
_BLANK_WOUNDS = 8
_WRITE_IN = 16.0
_WRITE_LINE = 15.0
MISSES_WORDS = "misses it"


@dataclass(frozen=True)
class Block:
    """A fighter's two columns. What flows on to another page begins with the fighter's name."""

    columns: Columns
    continued: Part

    @property
    def height(self) -> float:
        """Height in points."""
        return self.columns.height

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw both columns."""
        self.columns.draw(pen, x, top)

    def split(self, room: float) -> tuple[Part | None, Part | None]:
        """Divide both columns; the rest says whose it is."""
        first, rest = self.columns.split(room)
        if first is None or rest is None:
            return first, (self if rest is not None else None)
        return first, Block(Columns((Column(0.0, Stack((self.continued, rest))),)), self.continued)


class FighterBlocks:
    """Makes the blocks of one roster on one grid, with marks from one book of notes."""

    def __init__(self, roster: RosterView, setting: Setting, notes: NoteBook) -> None:
        grid, styles, options = setting.grid, setting.styles, setting.options
        self._setting = setting
        self._grid = grid
        self._styles = styles
        self._options = options
        self._notes = notes
        lines = [line for member in roster.members for line in member.attacks]
        self._marks_attacks = options.footnotes and options.attack_notes
        self._known = frozenset(entry.heading for entry in options.attack_key)
        self._attack_grid = AttackGrid.for_roster(lines, grid.main, styles, self._marks_attacks)
        measured = [
            [Figure(v.short, v.text, "²²" if options.footnotes else "") for v in member.values]
            for member in roster.members
        ]
        self._figure_grid = FigureGrid.for_roster(measured, grid.main, styles)

    def block(self, member: MemberView) -> Block:
        """Return the block of one fighter."""
        style, width = self._styles.name, self._grid.width
        whose = shortened(member.shown_name or member.archetype_name, style, width * 0.8)
        continued = beside(
            Lines((whose,), style, width),
            paragraph([Run(", continued", self._styles.meta)], width, style=style),
            whose.width,
        )
        return Block(
            beside(self._aside(member), self._main(member), self._grid.main_offset), continued
        )

    # ------------------------------------------------------------------ who the fighter is

    def _aside(self, member: MemberView) -> Part:
        styles, width = self._styles, self._grid.aside
        parts: list[Part] = []
        if member.name.strip():
            parts.append(paragraph([Run(member.name, styles.name)], width))
        else:
            parts.append(write_in([""], styles.meta, width, _WRITE_IN))
        parts.append(Gap(0.6))
        parts.append(paragraph(self._meta(member), width, style=styles.meta))
        parts.append(Gap(1.0))
        wounds = next((v for v in member.values if v.stat == self._options.wounds_stat), None)
        if wounds is not None:
            parts.extend(self._wounds(wounds, starts_with(member, wounds.total)))
            parts.append(Gap(1.2))
        parts.extend(status_rows(self._setting))
        return Stack(tuple(parts))

    def _meta(self, member: MemberView) -> list[Run]:
        """Word rank, progress and what else counts: `Captain, leads · XP 158/170 · 12 renown`."""
        styles = self._styles
        rank = f"{member.archetype_name}, leads" if member.leads else member.archetype_name
        if not member.name.strip() and member.archetype_name not in member.shown_name:
            rank = f"{member.shown_name} · {rank}"
        runs = [Run(bound(rank), styles.meta)]

        def add(text: str, strong: bool = False) -> None:
            if runs[-1].text:
                runs.append(dot(styles.meta))
            runs.append(Run(bound(text), styles.meta_strong if strong else styles.meta))

        if member.misses_next_battle:
            add("misses the next battle", strong=True)
        progress = self._options.progress_resource
        for amount in sorted(member.amounts, key=lambda amount: amount.resource != progress):
            if amount.resource == progress:
                add(f"{amount.short} {amount.amount}/{member.next_advance_at}")
            elif amount.amount:
                add(f"{amount.amount} {amount.short}")
        if member.advances_due:
            due = "advance" if member.advances_due == 1 else "advances"
            add(f"{member.advances_due} {due} to roll", strong=True)
        return runs

    def _wounds(self, wounds: ValueView, taken: int) -> list[Part]:
        """Return a box for each wound, those already taken crossed out."""
        styles, width = self._styles, self._grid.aside
        label = one_line(wounds.name.lower(), styles.meta)
        if wounds.total > _MOST_WOUND_BOXES:
            text = f"{wounds.total} {wounds.name.lower()}, lost"
            return [write_in([text], styles.meta, width, _WRITE_IN)]
        count = max(wounds.total, 0)
        box = styles.wound_box
        per_row = int((width + box.gap) / (box.side + box.gap))
        rows: list[Part] = []
        for start in range(0, count, per_row):
            boxes = min(per_row, count - start)
            crossed = min(max(taken - start, 0), boxes)
            rows.append(Boxes((None,) * boxes, styles.label, box, crossed))
        last = count - (len(rows) - 1) * per_row if rows else 0
        used = last * (box.side + box.gap)
        if rows and used + LABEL_GAP + label.width <= width:
            text = Lines((label,), styles.meta, width)
            low = (box.row - styles.meta.leading) / 2
            rows[-1] = beside(rows[-1], Stack((Gap(low), text)), used + LABEL_GAP)
        else:
            rows.append(paragraph([Run(wounds.name.lower(), styles.meta)], width))
        return rows

    # ------------------------------------------------------------------ what the fighter can do

    def _main(self, member: MemberView) -> Part:
        styles, width = self._styles, self._grid.main
        parts: list[Part] = []
        if member.values:
            parts.append(self._figure_grid.part(figures_of(member.values, self._notes)))
            parts.append(Gap(1.8))
        parts.extend(
            self._attack_grid.part(line, self._attack_marks(line)) for line in member.attacks
        )
        details = (gear_and_skills(member, styles), hardships(member, styles, self._notes))
        parts.extend(paragraph(runs, width, style=styles.detail) for runs in details if runs)
        notes = " · ".join(line.strip() for line in member.notes.splitlines() if line.strip())
        if notes:
            runs = [Run("Note ", styles.detail_quiet), Run(notes, styles.detail)]
            parts.append(paragraph(runs, width, style=styles.detail))
        return Stack(tuple(parts))

    def _attack_marks(self, line: AttackLine) -> AttackMarks:
        """Mark the whole line where all are to be explained, and otherwise its exceptions."""
        if not self._marks_attacks:
            exceptions = [cell for cell in line.cells if cell.exception and cell.note]
            return AttackMarks(
                cells={
                    cell.heading: self._notes.mark(
                        f"{line.name}, {cell.heading} {cell.text}", cell.note
                    )
                    for cell in exceptions
                }
            )
        explanation = attack_explanation(line, self._known)
        return AttackMarks(self._notes.mark(line.name, explanation) if explanation else "")


def gear_and_skills(member: MemberView, styles: Styles) -> list[Run]:
    """Word gear and skills: `Medium Shield — T Unbowed`.

    What has an attack line of its own is named there and not again.
    """
    named = {line.name for line in member.attacks}
    gear = ", ".join(bound(item.label) for item in member.items if item.label not in named)
    runs = [Run(gear, styles.detail)] if gear else []
    for number, skill in enumerate(member.skills):
        if number:
            runs.append(dot(styles.detail))
        elif runs:
            runs.append(Run("\u00a0— ", styles.detail))
        if skill.cost:
            runs.append(Run(f"{cost_letter(skill.cost)}\u00a0", styles.detail_strong))
        runs.append(Run(bound(levelled(skill)), styles.detail))
    return runs


def hardships(member: MemberView, styles: Styles, notes: NoteBook) -> list[Run]:
    """Word a fighter's lasting injuries, its other traits and its tags.

    What an injury or trait does in play is a footnote.
    """
    runs: list[Run] = []
    for label, traits in (("Injuries ", member.injuries), ("Also ", member.other_traits)):
        if not traits:
            continue
        if runs:
            runs.append(dot(styles.detail))
        runs.append(Run(label, styles.detail_quiet))
        for number, trait in enumerate(traits):
            if number:
                runs.append(Run(", ", styles.detail))
            runs.append(Run(bound(levelled(trait)), styles.detail))
            if trait.text:
                runs.append(Run(notes.mark(trait.name, trait.text), styles.small_mark))
            if trait.effect:
                runs.append(Run(f" ({trait.effect})", styles.detail))
    if member.tags:
        if runs:
            runs.append(dot(styles.detail))
        runs.append(Run("Tags ", styles.detail_quiet))
        runs.append(Run(", ".join(member.tags), styles.detail))
    return runs


def levelled(trait: TraitView) -> str:
    """Return a trait's name with its level, unless its effect tells how often it was gained."""
    return trait.name if trait.level <= 1 or trait.effect else f"{trait.name} ×{trait.level}"


def cost_letter(cost: str) -> str:
    """Return a cost as it stands before a skill: `D` for a double."""
    return cost[:1].upper()


def starts_with(member: MemberView, wounds: int) -> int:
    """Return how many wounds a fighter has taken before the next battle begins: one is left."""
    taken = sum(pending.amount for pending in member.pending if pending.ref == STARTS_WOUNDED)
    return min(taken, max(wounds - 1, 0))


def pending_words(pending: PendingView) -> str:
    """Word what waits for a fighter, to stand behind its name."""
    words = f"– {pending.words}"
    if pending.ref == MISSES_BATTLE:
        words = MISSES_WORDS
    elif pending.ref == STARTS_WOUNDED:
        words = pending.words[:1].lower() + pending.words[1:]
    return sourced(words, pending)


def sourced(words: str, pending: PendingView) -> str:
    """Return words about something that waits, with its source behind them."""
    return f"{words} ({pending.source})" if pending.source else words


def status_rows(setting: Setting) -> list[Part]:
    """Return the boxes to tick in a battle, in as many rows as their labels need."""
    box, style = setting.styles.status_box, setting.styles.label
    rows: list[list[Line]] = []
    used = 0.0
    for status in setting.options.status_boxes:
        label = one_line(status.label, style)
        need = box.side + LABEL_GAP + label.width
        if not rows or used + need > setting.grid.aside:
            rows.append([])
            used = 0.0
        rows[-1].append(label)
        used += need + box.gap
    return [Boxes(tuple(row), style, box) for row in rows]


def blank_block(shorts: Sequence[str], setting: Setting) -> Part:
    """Return an empty block in which a fighter is entered by hand."""
    grid, styles = setting.grid, setting.styles
    aside: list[Part] = [
        write_in([""], styles.meta, grid.aside, _WRITE_IN),
        write_in(["Rank", "XP"], styles.meta, grid.aside, _WRITE_LINE, 3.0, 1.0),
        Gap(2.5),
        Boxes((None,) * _BLANK_WOUNDS, styles.label, styles.wound_box),
        Gap(1.2),
        *status_rows(setting),
    ]
    main: list[Part] = []
    if shorts:
        figures = [Figure(short, "") for short in shorts]
        main.append(FigureGrid.for_roster([figures], grid.main, styles).part(figures))
    main.append(Gap(1.0))
    main.extend(
        write_in([label], styles.label, grid.main, _WRITE_LINE)
        for label in ("Attacks", "Gear, skills")
    )
    return Block(beside(Stack(tuple(aside)), Stack(tuple(main)), grid.main_offset), Gap(0.0))
