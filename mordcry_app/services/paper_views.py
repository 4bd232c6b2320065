"""Frozen views of all that paper shows beyond the warbands themselves.

They are complete and already worded: sheets only lay them out. What is known is filled in, and what
is not leaves room to write.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from mordcry_app.rules.topics import Grid
from mordcry_app.services.campaign_page_views import PlotView
from mordcry_app.services.chronicle_views import TellingView
from mordcry_app.services.views import CampaignView, MemberView, RosterView

PaperKind = Literal["roster", "cards", "battle", "form", "reference", "booklet"]


@dataclass(frozen=True)
class FieldView:
    """Something to write, tick or circle; `text` is what is known and so printed there.

    `dice` names a box for each die (`D6`, `D66` is two boxes `D6`), `ticks` counts boxes to tick,
    `options` are words to circle. With none of these it is a line to write on, or a box for a
    number where it `is_number`. `after` stands behind boxes (`× 10`). `share` is its part of the
    width.
    """

    label: str
    text: str = ""
    dice: tuple[str, ...] = ()
    ticks: int = 0
    options: tuple[str, ...] = ()
    is_number: bool = False
    share: int = 1
    after: str = ""


@dataclass(frozen=True)
class RowView:
    """One row of a block: its number on the form, whom it is about, and its fields.

    An empty `name` leaves room for one. `roster_id` is 0 for a row that belongs to the battle. Rows
    one below the other with the same `lead`, such as the number of a round, belong together.
    """

    fields: tuple[FieldView, ...]
    name: str = ""
    number: str = ""
    member_id: int | None = None
    roster_id: int = 0
    lead: str = ""


@dataclass(frozen=True)
class BlockView:
    """A block to write in: a title, a hint, and rows that all have the same fields.

    `has_names` says that its rows begin with whom or what they are about, under `names_heading`.
    `roster_id` is 0 for a block that belongs to the battle, or is blank; `owner` is what the
    warband is called. On the form, numbers of its rows begin with its `letter`; a block without
    rows says that nobody is asked.
    """

    id: str
    title: str
    text: str
    rows: tuple[RowView, ...]
    has_names: bool = False
    roster_id: int = 0
    stage: str = ""
    owner: str = ""
    names_heading: str = ""
    letter: str = ""


@dataclass(frozen=True)
class FactLine:
    """Something known about a battle before it begins: a label, what it is, what it does."""

    label: str
    text: str
    detail: str = ""


@dataclass(frozen=True)
class BattleFighterSheet:
    """One fighter on the battle sheet: wounds already taken, and how it stands by now, in words.

    Nothing is said of one before a battle has begun.
    """

    member_id: int
    taken: int = 0
    now: str = ""


@dataclass(frozen=True)
class BattleSideSheet:
    """One warband on the battle sheet: who fights, and its blocks.

    Blocks of fighters have a row for each of them, then rows without names. There is room to write
    at least `blanks` fighters in. `now` says how the side stands once the battle has begun.
    """

    roster_id: int
    owner: str
    fighters: tuple[BattleFighterSheet, ...]
    blocks: tuple[BlockView, ...]
    blanks: int = 0
    now: tuple[str, ...] = ()


@dataclass(frozen=True)
class BattleSheetView:
    """Everything on the battle sheet of the next battle, or of an empty one.

    `facts` are what the set-up decided; what it has not is left to the `blocks`. `rounds` is how
    many rounds there is room for.
    """

    title: str
    number: int | None
    facts: tuple[FactLine, ...]
    blocks: tuple[BlockView, ...]
    sides: tuple[BattleSideSheet, ...]
    rounds: int


@dataclass(frozen=True)
class FormView:
    """The aftermath form: blocks in exactly the order in which the program asks.

    Blocks of the battle come first, then stage after stage those of each warband.
    """

    title: str
    number: int | None
    blocks: tuple[BlockView, ...]

    def number_of(self, stage: str, roster_id: int, member_id: int | None, nth: int = 1) -> str:
        """Return the number of the row that the `nth` line of a stage about somebody is written in.

        Where a warband has fewer rows, further lines share the last of them. A fighter who has no
        row is written in the first one without a name. The number is empty where the form does not
        have the stage, or not for that warband.
        """
        rows = [
            row
            for block in self.blocks
            if block.stage == stage
            for row in block.rows
            if row.roster_id == roster_id and row.number
        ]
        own = [row for row in rows if row.member_id == member_id]
        if not own and member_id is not None:
            own = [row for row in rows if row.member_id is None][:1] or rows[-1:]
        return own[min(max(nth, 1), len(own)) - 1].number if own else ""


@dataclass(frozen=True)
class RuleInForce:
    """A house rule as the campaign has it.

    `changes` says what that means; `usual` is the default, which stands where `is_changed` is not.
    The setting of one that `is_number` stands nowhere else in the rules.
    """

    name: str
    topic: str
    setting: str
    changes: str = ""
    usual: str = ""
    is_changed: bool = False
    is_number: bool = False


@dataclass(frozen=True)
class ReferenceRow:
    """One row of a table or a list, as it is read at the table.

    `mark` is what is rolled or paid for it, `detail` a price or the like. `rules` are house rules
    for this row that were changed or are numbers. Where `section` changes, a heading stands above.
    `is_house` says that the group has added it.
    """

    name: str
    text: str
    mark: str = ""
    detail: str = ""
    rules: tuple[RuleInForce, ...] = ()
    section: str = ""
    is_house: bool = False


@dataclass(frozen=True)
class ReferenceEntry:
    """One page of the rules on the quick reference, under the title that it has there.

    `dice` are those of a table. `notes` are texts for rows of the `grid`, by their headings.
    `rules` are house rules for the page that were changed.
    """

    title: str
    dice: str = ""
    paragraphs: tuple[str, ...] = ()
    rows: tuple[ReferenceRow, ...] = ()
    grid: Grid | None = None
    notes: Mapping[str, str] = field(default_factory=dict[str, str])
    rules: tuple[RuleInForce, ...] = ()


@dataclass(frozen=True)
class ReferenceSection:
    """Pages that are needed at one time; the heading may be empty."""

    title: str
    entries: tuple[ReferenceEntry, ...]


@dataclass(frozen=True)
class ReferenceView:
    """The quick reference: tables and lists for these warbands, and the house rules in force."""

    title: str
    sections: tuple[ReferenceSection, ...]
    house_rules: tuple[RuleInForce, ...]


@dataclass(frozen=True)
class BookSide:
    """One warband in a battle of the booklet: how it fared, and what else was written down of it.

    `result` is a word (`won`, `retreated`), `facts` are short phrases (`9 took part`).
    """

    name: str
    result: str
    facts: tuple[str, ...] = ()


@dataclass(frozen=True)
class ChapterView:
    """One entry of the chronicle as a chapter.

    `lead` says where it stands (`Battle 3`, `After battle 3`), `title` what it is called beyond
    that, which may be nothing. `on` is the day on the clock of this machine, where it means
    something.
    """

    telling: TellingView
    lead: str
    title: str
    on: date | None = None
    sides: tuple[BookSide, ...] = ()

    @property
    def name(self) -> str:
        """The whole name, for contents and bookmarks; a player’s own title goes without a lead."""
        if self.telling.kind == "battle":
            return f"{self.lead}: {self.title}" if self.title else self.lead
        return self.title or self.lead


@dataclass(frozen=True)
class Moment:
    """What is told of a fighter at one time: `when` is `Battle 3` or what lies between battles."""

    when: str
    text: str


@dataclass(frozen=True)
class FallenPage:
    """One fighter who fell or retired: who it was at the end, and its story from the beginning.

    `end` is a sentence about how it left. `carried` are its possessions right before that, `facts`
    pairs of a label and a number or phrase (`Battles`, `7`).
    """

    member: MemberView
    roster_name: str
    battle_number: int | None
    by: str
    end: str
    carried: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    story: tuple[Moment, ...]


@dataclass(frozen=True)
class BookTable:
    """A table at the end of the booklet: headings, and rows of texts.

    A row of a single text is a heading across the columns.
    """

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class BookletView:
    """The chronicle as a book: chapters in order, those who fell, plots, and tables.

    `first_on` and `last_on` are the days of the first and the last battle, `battles` counts them.
    """

    title: str
    subtitle: str
    battles: int
    first_on: date | None
    last_on: date | None
    chapters: tuple[ChapterView, ...]
    fallen: tuple[FallenPage, ...]
    plots: tuple[PlotView, ...]
    tables: tuple[BookTable, ...]


@dataclass(frozen=True)
class MemberNews:
    """What has changed about one fighter since the last battle began.

    `values` are the characteristics that moved, with what they were, as written. `traits` are new
    or have a higher level, by kind and reference; of the `items` the fighter has more than before.
    `gone` names traits and items that it no longer has, or has fewer of. `amounts` are gains and
    losses by resource. Who has `joined` is new as a whole, and nothing else is told of it.
    """

    joined: bool = False
    values: Mapping[str, str] = field(default_factory=dict[str, str])
    traits: frozenset[tuple[str, str]] = frozenset()
    items: frozenset[str] = frozenset()
    amounts: Mapping[str, int] = field(default_factory=dict[str, int])
    gone: tuple[str, ...] = ()

    @property
    def is_nothing(self) -> bool:
        """Whether nothing has changed."""
        return self == MemberNews()


@dataclass(frozen=True)
class PaperMaterial:
    """All that one kind of paper is made from; what the kind does not need is left empty.

    `item_uses` words, by item, what it does in battle; `news` has what changed, by member.
    """

    kind: PaperKind
    campaign: CampaignView
    rosters: tuple[RosterView, ...]
    is_blank: bool = False
    item_uses: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    news: Mapping[int, MemberNews] = field(default_factory=dict[int, MemberNews])
    battle: BattleSheetView | None = None
    form: FormView | None = None
    reference: ReferenceView | None = None
    booklet: BookletView | None = None
