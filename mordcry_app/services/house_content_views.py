"""Frozen views of house content: what there is, the form to change it, packs and newer content."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

EntryState = Literal["shipped", "changed", "own", "blank", "left_out"]
"""As shipped, shipped but changed by the group, the group’s own, an empty place in a table of
finds, or the group’s own but wrong, so that the program goes on without it."""

FieldStyle = Literal["line", "text", "number", "flag", "choice", "words", "modifiers", "toml"]

FormValue = str | int | bool | tuple[str, ...] | tuple["ModifierValue", ...] | None
"""What a field of the form holds: TOML is text, an empty number is none."""


@dataclass(frozen=True)
class ModifierValue:
    """One line of a list of modifiers; `when` is the id of a condition or empty."""

    stat: str
    amount: int
    arithmetic: str = "add"
    when: str = ""


@dataclass(frozen=True)
class FieldView:
    """One field of the form, made from the schema of the record.

    `choices` are values with their words; `most` of a text is its length.
    """

    name: str
    label: str
    style: FieldStyle
    required: bool = False
    least: int | None = None
    most: int | None = None
    choices: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    default: FormValue = None


@dataclass(frozen=True)
class HouseKindView:
    """Something that house content can be: `title` heads the list, `noun` names one of them."""

    kind: str
    title: str
    noun: str
    fields: tuple[FieldView, ...]


@dataclass(frozen=True)
class HouseEntryView:
    """One thing in the list; `place` says where in a table it stands, if it does."""

    kind: str
    ref: str
    name: str
    state: EntryState
    place: str = ""


@dataclass(frozen=True)
class HouseContentView:
    """Everything that house content can change, in the order of the ruleset.

    `stats` and `conditions` are what modifiers choose from; `troubles` are sentences about content
    that could not be used.
    """

    kinds: tuple[HouseKindView, ...]
    entries: tuple[HouseEntryView, ...]
    stats: tuple[tuple[str, str], ...]
    conditions: tuple[tuple[str, str], ...]
    troubles: tuple[str, ...]

    def kind(self, kind: str) -> HouseKindView:
        """Return one kind; raises `KeyError`."""
        for view in self.kinds:
            if view.kind == kind:
                return view
        raise KeyError(kind)

    @property
    def own(self) -> tuple[HouseEntryView, ...]:
        """What is the group’s own or was changed by it."""
        return tuple(e for e in self.entries if e.state in ("own", "changed", "left_out"))


@dataclass(frozen=True)
class HouseRecordView:
    """One thing with the values of its form, what it does in words, and whom it touches."""

    kind: str
    ref: str
    name: str
    state: EntryState
    values: Mapping[str, FormValue]
    does: tuple[tuple[str, int], ...]
    """Lines of words, each with how far it is indented."""
    touches: str


@dataclass(frozen=True)
class FieldChange:
    """One field that differs, in words."""

    label: str
    old: str
    new: str


@dataclass(frozen=True)
class PackEntryView:
    """One thing in a pack, compared with the campaign.

    A `conflict` is one that the group has changed itself, and otherwise than the pack.
    """

    kind: str
    ref: str
    name: str
    noun: str
    status: Literal["new", "changes", "same", "conflict"]
    changes: tuple[FieldChange, ...]
    touches: str = ""


@dataclass(frozen=True)
class PackView:
    """What a pack says of itself, and what importing it would do."""

    name: str
    by: str
    text: str
    content_version: int
    entries: tuple[PackEntryView, ...]

    def of(self, status: str) -> tuple[PackEntryView, ...]:
        """Return the entries with one status."""
        return tuple(entry for entry in self.entries if entry.status == status)


@dataclass(frozen=True)
class ContentChangeView:
    """One thing that newer shipped content would change, add or take away.

    `is_kept` says that the group has its own version of it, which stays.
    """

    kind: str
    ref: str
    name: str
    noun: str
    status: Literal["new", "changes", "goes"]
    changes: tuple[FieldChange, ...]
    touches: str = ""
    is_kept: bool = False


@dataclass(frozen=True)
class NewerContentView:
    """The content that the campaign is played with and the one that is shipped now."""

    version: int
    shipped_version: int
    changes: tuple[ContentChangeView, ...]

    @property
    def sentence(self) -> str:
        """What stands above the list."""
        count = len(self.changes)
        things = "1 thing would change" if count == 1 else f"{count} things would change"
        return f"Newer content is available: {things}."

    @property
    def explanation(self) -> str:
        """What is compared with what."""
        newer = "a later state of it is here"
        if self.version != self.shipped_version:
            newer = f"version {self.shipped_version} is here"
        return (
            f"This campaign is played with version {self.version} of the printed content; {newer}. "
            "Nothing changes by itself."
        )
