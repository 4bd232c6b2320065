"""Frozen views of the rules as a whole: pages, the groups they stand in, and what a search finds.

A page is anything that has a place in the rules of its own: a table, a skill, a topic, a house
rule. Rows of tables are parts of their table's page, and found by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mordcry_app.rules.topics import Grid
from mordcry_app.services.effect_words import EffectLine

START = "rules:start"
"""The page that a reader sees first: what there is, group by group."""

PRICE, FOUND_AS, OUR_DEFAULT = "Price", "Found as", "Our default"
"""Labels of facts that paper looks up: about items, and about a house rule."""


@dataclass(frozen=True)
class LinkView:
    """A way to another page."""

    anchor: str
    text: str


@dataclass(frozen=True)
class SettingView:
    """A house rule that touches what is shown, and how this campaign has it."""

    anchor: str
    name: str
    setting: str
    is_changed: bool
    at_table: bool = False


@dataclass(frozen=True)
class FactView:
    """One plain fact: `Range` `18″`."""

    label: str
    text: str


@dataclass(frozen=True)
class OptionView:
    """One setting that a house rule has, and what changes with it."""

    label: str
    changes: str
    is_set: bool
    is_default: bool


@dataclass(frozen=True)
class LibraryRow:
    """One row of a table or a list.

    `mark` is what stands before it: the faces that find it, or what a skill costs. `chance` is
    written as people read it, `share` the same from 0 to 1. `does` is what the program carries
    out. Where `section` changes from one row to the next, a heading stands between them. `is_page`
    says that the row's anchor is a page of its own.
    """

    anchor: str
    name: str
    text: str = ""
    mark: str = ""
    chance: str = ""
    share: float = 0.0
    does: tuple[EffectLine, ...] = ()
    settings: tuple[SettingView, ...] = ()
    links: tuple[LinkView, ...] = ()
    section: str = ""
    is_house: bool = False
    is_page: bool = False


@dataclass(frozen=True)
class LibraryEntry:
    """One page of the rules.

    `kind` says in a word or two what it is. `also` are further names for it. `comes_up` leads to
    whatever brings it about or speaks of it, `see` to what its author points at.
    """

    anchor: str
    title: str
    kind: str
    group: str
    paragraphs: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    dice: str = ""
    facts: tuple[FactView, ...] = ()
    does: tuple[EffectLine, ...] = ()
    rows: tuple[LibraryRow, ...] = ()
    grid: Grid | None = None
    options: tuple[OptionView, ...] = ()
    settings: tuple[SettingView, ...] = ()
    see: tuple[LinkView, ...] = ()
    comes_up: tuple[LinkView, ...] = ()
    comes_up_heading: str = "Comes up in"
    is_house: bool = False


@dataclass(frozen=True)
class LibraryGroup:
    """A heading of the contents; `anchor` is the page of the whole list."""

    anchor: str
    name: str
    entries: tuple[str, ...]


@dataclass(frozen=True)
class Place:
    """Where an anchor leads: a page and, on it, perhaps a row."""

    entry: str
    row: str = ""


@dataclass(frozen=True)
class RulesLibrary:
    """Every page of a ruleset under the house rules of one campaign."""

    entries: Mapping[str, LibraryEntry]
    groups: tuple[LibraryGroup, ...]
    places: Mapping[str, Place] = field(default_factory=dict[str, Place])

    def place(self, anchor: str) -> Place | None:
        """Return where an anchor leads, or nothing where it means nothing here."""
        if anchor in self.entries:
            return Place(anchor)
        return self.places.get(anchor)

    def entry(self, anchor: str) -> LibraryEntry:
        """Return the page that an anchor leads to; raises `KeyError`."""
        place = self.place(anchor)
        if place is None:
            raise KeyError(anchor)
        return self.entries[place.entry]


@dataclass(frozen=True)
class Hit:
    """Something that a search found: where it leads, what it is called, and where it stands.

    `excerpt` is the passage in which the words stand or, when they are all in the title, the first.
    """

    anchor: str
    title: str
    where: str
    excerpt: str
