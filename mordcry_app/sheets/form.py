"""The aftermath form: blocks to write in, from top to bottom as the program asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from mordcry_app.days import spoken_date
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.paper_views import BlockView, FormView, PaperMaterial
from mordcry_app.sheets.blocks import block_part
from mordcry_app.sheets.document import document
from mordcry_app.sheets.flow import Item, Sheet, lay_out
from mordcry_app.sheets.heads import running_head, title_style
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.parts import (
    Gap,
    Part,
    Rule,
    Stack,
    beside,
    paragraph,
    write_in,
)
from mordcry_app.sheets.styles import BLACK, COMPACT, Setting, setting_for
from mordcry_app.sheets.text import Run, bound, dot
from mordcry_app.sheets.watching import Watch

_GUTTER = 20.0
_TITLE_SHARE = 0.5
_STRETCH = 14.0
_WRITE_IN = 4.0

_HOW_TO = (
    "Fill it in from top to bottom: the program asks in the same order, by the same numbers. "
    "Leave empty what did not happen."
)
_NOBODY = "Nobody is asked."


def make_form(
    material: PaperMaterial, options: SheetOptions, printed_on: date, watch: Watch
) -> bytes:
    """Return a PDF of the aftermath form; `watch` is told of each page.

    Of closer rows and divided blocks, as little is done as saves a page.
    Raises `Refusal` where the ruleset plans no form.
    """
    form, campaign = material.form, material.campaign
    if form is None or not form.blocks:
        raise Refusal(f"{campaign.ruleset_name} has no aftermath form.")
    setting = setting_for(options, campaign.paper)
    settings = [setting] if options.large else [setting, replace(setting, styles=COMPACT)]
    whole = [_sheet(material, form, each, printed_on) for each in settings]
    best = min(map(lay_out, (*whole, *map(_divided, whole))), key=lambda each: len(each.pages))
    subject = campaign.ruleset_name if material.is_blank else f"{campaign.name}, {campaign.after}"
    return document(form.title, subject, [best], best.sheet.setting, watch)


def _sheet(material: PaperMaterial, form: FormView, setting: Setting, printed_on: date) -> Sheet:
    """Return the form to be laid out, with blocks that stay whole."""
    return Sheet(
        title=form.title,
        items=(Item(_head(material, form, setting), kept=False), *_items(form, setting)),
        running_head=running_head(form.title, setting),
        legend=(),
        imprint=f"{material.campaign.ruleset_name} · printed {spoken_date(printed_on)}",
        setting=setting,
    )


def _divided(sheet: Sheet) -> Sheet:
    """Return a sheet whose blocks may be divided at the foot of a page."""
    return replace(sheet, items=tuple(replace(item, kept=False) for item in sheet.items))


def _head(material: PaperMaterial, form: FormView, setting: Setting) -> Part:
    """Return the title with the campaign and its warbands beside it, and how to fill it in."""
    grid, styles = setting.grid, setting.styles
    room = grid.width * _TITLE_SHARE
    style = title_style(form.title, room, styles) or styles.titles[-1]
    title = paragraph([Run(form.title, style)], room)
    aside = Stack(tuple(_aside(material, form, setting, grid.width - room - _GUTTER)))
    drop = max(title.height - aside.height - 1.0, 0.0)
    return Stack(
        (
            beside(title, Stack((Gap(drop), aside)), room + _GUTTER),
            Rule(grid.width, 8.0, line=1.4, ink=BLACK),
            paragraph([Run(_HOW_TO, styles.head)], grid.width),
        )
    )


def _aside(
    material: PaperMaterial, form: FormView, setting: Setting, width: float
) -> Iterator[Part]:
    """Yield whose form it is, or lines to write that on."""
    styles = setting.styles
    if material.is_blank:
        row = styles.head.leading + _WRITE_IN
        yield write_in(("Campaign", "Battle"), styles.head, width, row, 3.0, 1.0)
        for owner in dict.fromkeys(block.owner for block in form.blocks if block.owner):
            yield write_in((owner,), styles.head, width, row)
        return
    yield paragraph([Run(material.campaign.name, styles.head_strong)], width, "right")
    names: list[Run] = []
    for roster in material.rosters:
        if names:
            names.append(dot(styles.head))
        names.append(Run(bound(roster.shown_name), styles.head))
    yield paragraph(names, width, "right", styles.head)


def _items(form: FormView, setting: Setting) -> Iterator[Item]:
    """Yield the blocks in their order, two beside one another where the plan says so."""
    width = setting.grid.width
    before = ""
    for blocks in _pairs(form.blocks, setting):
        is_new = blocks[0].id != before
        before = blocks[0].id
        if len(blocks) == 1:
            part = _block(blocks[0], setting, width, is_new)
        else:
            half = (width - _GUTTER) / 2
            left, right = (_block(block, setting, half, is_new) for block in blocks)
            part = beside(left, right, half + _GUTTER)
        yield Item(
            part,
            setting.styles.end_gap if is_new else setting.styles.block_gap,
            _STRETCH if is_new else 0.0,
            bookmark=blocks[0].title if is_new else "",
        )


def _pairs(blocks: Sequence[BlockView], setting: Setting) -> Iterator[tuple[BlockView, ...]]:
    """Yield each block by itself, or with the next one where both may stand beside another.

    Large print has no room for that.
    """
    plan = {block.id: block.beside for block in setting.plan.blocks_of("form")}
    waiting = list(blocks)
    while waiting:
        first, *waiting = waiting
        if waiting and not setting.options.large:
            second = waiting[0]
            fit = plan.get(first.id) and plan.get(second.id)
            if fit and bool(first.owner) == bool(second.owner):
                yield first, waiting.pop(0)
                continue
        yield (first,)


def _block(block: BlockView, setting: Setting, width: float, is_new: bool) -> Part:
    """Return a block under its letter; what it is for is said with the first warband only."""
    titled = replace(block, title=f"{block.letter}. {block.title}")
    if block.rows:
        return block_part(titled if is_new else replace(titled, text=""), setting, width)
    styles = setting.styles
    return Stack(
        (
            paragraph([Run(titled.title, styles.subheading)], width, style=styles.subheading),
            paragraph([Run(_NOBODY, styles.cell_quiet)], width),
        )
    )
