"""What a ruleset says about its paper: boxes, keys, blocks to write in, and tables to look up.

Layouts know no ruleset. They print a roster, a battle sheet, a form or a reference from what stands
in `sheet.toml` of a ruleset, and from the views of a campaign. A ruleset without that file has
plain sheets: characteristics, attack lines, gear and traits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, field_validator, model_validator

from mordcry_app.rules.content_folder import ContentFolder
from mordcry_app.rules.dice import parse_real_dice
from mordcry_app.rules.schema import (
    Anchor,
    Identifier,
    LongText,
    OptionalIdentifier,
    Record,
    RecordError,
    ShortText,
)

FILE = "sheet.toml"

Label = Annotated[str, Field(max_length=60)]


class Profile(Record):
    """How a profile is printed.

    `wounds` is the characteristic that is drawn as a row of boxes, `progress` the resource that
    leads to the next advance; either may be empty for none. `rounds` is how many rounds a battle
    sheet has room for.
    """

    wounds: OptionalIdentifier = ""
    progress: OptionalIdentifier = ""
    rounds: int = Field(default=6, ge=0, le=20)


class Short(Record):
    """What is printed of a fighter in short: characteristics, and headings of attack lines.

    Where nothing is named all of them are.
    """

    values: tuple[Identifier, ...] = ()
    attacks: tuple[ShortText, ...] = ()


class TickBox(Record):
    """A box that is ticked during a battle: a label of a few letters and, if need be, its meaning.

    Meanings are printed once, at the foot of each page. Where a sheet counts rounds, one that is
    ticked in `each_round` has a box for each of them.
    """

    id: Identifier
    label: ShortText
    text: LongText = ""
    each_round: bool = False


class KeyEntry(Record):
    """A heading of attack lines and what its cells say, printed once at the foot of a page."""

    id: Identifier
    heading: ShortText
    text: ShortText


FieldKind = Literal["line", "number", "dice", "ticks", "pick"]
Scope = Literal["battle", "roster", "member", "round"]

SHOWS: Mapping[Scope, frozenset[str]] = {
    "battle": frozenset(),
    "round": frozenset(),
    "roster": frozenset({"name", "player", "strength"}),
    "member": frozenset(
        {"archetype", "progress", "next_advance", "advances_due", "wounds"}
        | {"arrives", "out_by", "hint"}
    ),
}
"""What a field may show, by the scope of its block.

`progress` and `wounds` are what the profile says; `arrives` is the round in which a fighter comes
into a battle, 1 for one that starts on the table, and `out_by` who put it out of action there;
`hint` is what the board says about a fighter in the stage of its block. Fields of warbands and
fighters may show any `amount:<resource>`, those of fighters any `value:<characteristic>`, too.
"""

_SHOWN = re.compile(r"[a-z][a-z0-9_]{0,63}|(amount|value):[a-z][a-z0-9_]{0,63}")


def _is_shown(text: str) -> str:
    if text and not _SHOWN.fullmatch(text):
        raise ValueError("valid are a word such as wounds, amount:<resource>, value:<stat>")
    return text


Shown = Annotated[str, AfterValidator(_is_shown)]
"""The name of what a field shows, or nothing."""


class PaperField(Record):
    """Something to write, tick or circle.

    A `line` is written on, a `number` is a wider box, `dice` are a box for each die, `ticks` are
    `count` boxes to tick, and one of the `options` of a `pick` is circled. `share` is its part of
    the width beside others. `shows` names what is known and printed there already, see `SHOWS`.
    """

    label: Label = ""
    kind: FieldKind = "line"
    dice: str = Field(default="", max_length=20)
    count: int = Field(default=1, ge=1, le=60)
    options: tuple[ShortText, ...] = Field(default=(), max_length=12)
    share: int = Field(default=1, ge=1, le=24)
    shows: Shown = ""

    @field_validator("dice")
    @classmethod
    def _dice_can_be_read(cls, value: str) -> str:
        if value:
            parse_real_dice(value)
        return value

    @model_validator(mode="after")
    def _has_what_its_kind_needs(self) -> PaperField:
        if (self.kind == "dice") != bool(self.dice):
            raise RecordError("dice and the kind dice come together", field="dice")
        if (self.kind == "pick") != bool(self.options):
            raise RecordError("options and the kind pick come together", field="options")
        return self


class PaperBlock(Record):
    """A block to write in, on the battle sheet or on the aftermath form, in the order of the file.

    `scope` says what it has rows for: `rows` for the battle, `rows` for each warband, one for
    each fighter, or one for each round, which `by_side` has one for each warband in each round.
    `extra` rows without a name follow. On blank paper, where no fighter is known, each warband has
    `rows` if they are several, and ten rows otherwise.

    A block of the form carries out the `stage` of the board with that id; one of the battle sheet
    is left out once the set-up has decided what `stage` names, and where it has drawn one of the
    rows `not_for`. Where `asked_in` names stages, it has rows for those fighters only whom one of
    them can ask. Two blocks of the form that follow each other stand `beside` one another where
    there is room.
    """

    id: Identifier
    sheet: Literal["battle", "form"]
    title: ShortText
    text: LongText = ""
    scope: Scope = "battle"
    rows: int = Field(default=1, ge=1, le=30)
    extra: int = Field(default=0, ge=0, le=30)
    by_side: bool = False
    stage: OptionalIdentifier = ""
    not_for: tuple[Identifier, ...] = ()
    asked_in: tuple[Identifier, ...] = ()
    beside: bool = False
    fields: tuple[PaperField, ...] = Field(min_length=1, max_length=16)

    @model_validator(mode="after")
    def _shows_what_its_scope_has(self) -> PaperBlock:
        allowed = SHOWS[self.scope]
        prefixes = {"roster": ("amount",), "member": ("amount", "value")}.get(self.scope, ())
        for shows in (field.shows for field in self.fields):
            kind = shows.partition(":")[0] if ":" in shows else ""
            if shows and shows not in allowed and kind not in prefixes:
                listed = [*sorted(allowed), *(f"{prefix}:…" for prefix in prefixes)]
                what = f"valid are {', '.join(listed)}" if listed else "none is known"
                raise RecordError(
                    f"a field of a block for each {self.scope} cannot show “{shows}”; {what}",
                    field="shows",
                )
        return self


class ReferencePart(Record):
    """A page of the rules that the quick reference prints, in the order of the file.

    `place` is where it is found: a table, a topic with numbers, a whole list. Neighbours of one
    `section` stand below one heading. With `used_only` only those entries of a list are printed
    that fighters of the warbands have; with `if_changed` the page is left out unless a house rule
    for it is changed. It prints `all` of a page, or no more than its `words` or its `numbers`.
    """

    id: Identifier
    place: Anchor
    title: Label = ""
    section: Label = ""
    used_only: bool = False
    if_changed: bool = False
    prints: Literal["all", "words", "numbers"] = "all"


PLAIN_PROFILE = Profile()
"""How a profile is printed where the ruleset does not say."""
ALL_IN_SHORT = Short()
"""What is printed of a fighter in short where the ruleset does not say: everything."""


class PaperPlan(Record):
    """All that a ruleset says about its paper."""

    profile: Profile = PLAIN_PROFILE
    short: Short = ALL_IN_SHORT
    boxes: tuple[TickBox, ...] = Field(default=(), max_length=12)
    key: tuple[KeyEntry, ...] = ()
    blocks: tuple[PaperBlock, ...] = ()
    reference: tuple[ReferencePart, ...] = ()

    def blocks_of(self, sheet: Literal["battle", "form"]) -> tuple[PaperBlock, ...]:
        """Return the blocks of one sheet, in their order."""
        return tuple(block for block in self.blocks if block.sheet == sheet)


PLAIN_PAPER = PaperPlan()
"""The paper of a ruleset that says nothing about it."""


def load_paper(folder: ContentFolder) -> PaperPlan:
    """Return what a ruleset's folder says about paper, or a plain plan where it says nothing.

    Raises `ContentError`.
    """
    if not (folder.path / FILE).exists():
        return PLAIN_PAPER
    return folder.record(FILE, PaperPlan)
