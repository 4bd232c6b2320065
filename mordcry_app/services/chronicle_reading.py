"""Reads the chronicle: an entry a battle, as the program or a player tells it, and own entries.

What the program tells is composed when it is asked for (`services.chronicle_words`), and only for
the entries that are asked for: a long campaign opens as quickly as a short one.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from mordcry_app.model.tables import Attachment, ChronicleEntry
from mordcry_app.rules.state import State
from mordcry_app.services.battle_entries import BattleEntry, SideEntry
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.chronicle_lines import LineFacts, told
from mordcry_app.services.chronicle_views import (
    ChronicleFilter,
    ChronicleView,
    PictureView,
    TellingView,
)
from mordcry_app.services.chronicle_words import (
    BattleFacts,
    OutFacts,
    SideFacts,
    tell,
    title_of,
)
from mordcry_app.services.fought_battles import fought_battles
from mordcry_app.services.shown import as_sentence, shown_member_name, shown_roster_name
from mordcry_app.services.state_reader import current_state, table_of
from mordcry_app.services.views import ChoiceView

if TYPE_CHECKING:
    from sqlalchemy import Connection

BEFORE = "Before the first battle"
"""The title of what happened before the first battle."""


@dataclass(frozen=True)
class _Fought:
    """A battle with how the campaign stood after it."""

    id: int
    number: int
    at: str
    is_closed: bool
    entry: BattleEntry
    won: Mapping[int, int]
    row: Mapping[int, int]
    fought: int
    drawn: int


@dataclass(frozen=True)
class _Slot:
    """A place in the chronicle before its text is known."""

    after: int
    battle: _Fought | None = None
    row: Any = None

    @property
    def key(self) -> str:
        if self.battle is not None:
            return f"battle:{self.battle.id}"
        return f"entry:{self.row.id}" if self.row is not None else "before"


def chronicle_view(
    file: CampaignFile,
    wanted: ChronicleFilter | None = None,
    *,
    newest_first: bool = True,
    first: int = 0,
    count: int | None = None,
) -> ChronicleView:
    """Return the entries that fit a filter: `count` of them from the `first` on, or all."""
    wanted = wanted or ChronicleFilter()
    with file.reading() as connection:
        chronicle = _Chronicle(file, connection)
        if wanted.words.split():
            chronicle.read_ahead(chronicle.slots)
        slots = [slot for slot in chronicle.slots if chronicle.fits(slot, wanted)]
        if newest_first:
            slots.reverse()
        shown = slots[first:] if count is None else slots[first : first + count]
        return ChronicleView(
            tellings=chronicle.tellings(shown),
            found=len(slots),
            keys=frozenset(slot.key for slot in chronicle.slots),
            battles=chronicle.battle_choices(),
            rosters=tuple(
                ChoiceView(str(r.id), shown_roster_name(r))
                for r in chronicle.state.rosters.values()
            ),
            members=chronicle.member_choices(),
            read_only=file.read_only_reason,
        )


class _Chronicle:
    """The chronicle while it is being read."""

    def __init__(self, file: CampaignFile, connection: Connection) -> None:
        self._file = file
        self._connection = connection
        self.state: State = current_state(file, connection)
        self.battles = file.remembered.get(
            "chronicle battles", frozenset({"battle"}), lambda: _fought(file, connection)
        )
        entry = table_of(ChronicleEntry).c
        rows = connection.execute(select(*entry).where(entry.kind == "entry").order_by(entry.id))
        own: list[Any] = []
        self._retold: dict[int, Any] = {}
        for row in rows.all():
            if row.battle_id is None:
                own.append(row)
            else:
                self._retold[row.battle_id] = row
        self._between = self._read_between()
        self.slots = self._in_order(own)

    # ------------------------------------------------------------------ places

    def _in_order(self, own: Iterable[Any]) -> list[_Slot]:
        """Return every place, oldest first."""
        slots = [_Slot(0)] if self._between.get(0) else []
        slots += [_Slot(battle.number, battle) for battle in self.battles]
        slots += [_Slot(self._number_before(row.at), row=row) for row in own]
        return sorted(slots, key=_place)

    def _number_before(self, at: str) -> int:
        """Return the number of the last battle that was recorded at a moment or before."""
        return max((battle.number for battle in self.battles if battle.at <= at), default=0)

    def _read_between(self) -> dict[int, list[Any]]:
        """Return the lines that belong to no battle, by the number of the battle before them.

        Ids of lines rise with time, so the first line of each battle tells where it begins.
        """
        entry = table_of(ChronicleEntry).c
        query = select(*entry).where(entry.battle_id.is_(None), entry.kind == "line")
        rows = self._connection.execute(query.order_by(entry.id)).all()
        if not rows:
            return {}
        begin = func.min(entry.id).label("begin")
        begins = select(entry.battle_id, begin).where(entry.battle_id.is_not(None))
        found = self._connection.execute(begins.group_by(entry.battle_id))
        first = {row.battle_id: row.begin for row in found}
        between: dict[int, list[Any]] = defaultdict(list)
        for row in rows:
            before = (b.number for b in self.battles if b.id in first and first[b.id] < row.id)
            between[max(before, default=0)].append(row)
        return between

    # ------------------------------------------------------------------ what is wanted

    def fits(self, slot: _Slot, wanted: ChronicleFilter) -> bool:
        """Say whether an entry is wanted."""
        if wanted.battle_id is not None and not self._is_of_battle(slot, wanted.battle_id):
            return False
        if wanted.roster_id is not None and not self._is_of_roster(slot, wanted.roster_id):
            return False
        if wanted.member_id is not None and not self._is_of_member(slot, wanted.member_id):
            return False
        words = wanted.words.casefold().split()
        if not words:
            return True
        title, paragraphs = self._text(slot)
        text = "\n".join((title, *paragraphs)).casefold()
        return all(word in text for word in words)

    def _is_of_battle(self, slot: _Slot, battle_id: int) -> bool:
        number = next((b.number for b in self.battles if b.id == battle_id), None)
        return number is not None and slot.after == number

    def _is_of_roster(self, slot: _Slot, roster_id: int) -> bool:
        roster = self.state.rosters.get(roster_id)
        if roster is None:
            return False
        if slot.battle is not None:
            sides = slot.battle.entry.sides
            return any(side.roster_id == roster_id and side.took_part for side in sides)
        if slot.row is None:
            return any(row.roster_id == roster_id for row in self._between[0])
        names = [shown_roster_name(roster)]
        names += [self._name(m.id) for m in self.state.of_roster(roster_id)]
        return _names_any(slot.row, names)

    def _is_of_member(self, slot: _Slot, member_id: int) -> bool:
        if slot.row is not None:
            return _names_any(slot.row, [self._name(member_id)])
        if slot.battle is None:
            return any(row.member_id == member_id for row in self._between[0])
        later = self._between.get(slot.battle.number, ())
        retold = self._retold.get(slot.battle.id)
        return (
            any(_did_something(side, member_id) for side in slot.battle.entry.sides)
            or slot.battle.id in self._battles_of(member_id)
            or any(row.member_id == member_id for row in later)
            or (retold is not None and _names_any(retold, [self._name(member_id)]))
        )

    def _battles_of(self, member_id: int) -> Collection[int]:
        entry = table_of(ChronicleEntry).c

        def read() -> frozenset[int]:
            query = select(entry.battle_id).where(
                entry.member_id == member_id, entry.battle_id.is_not(None)
            )
            return frozenset(self._connection.scalars(query))

        key = ("chronicle battles of", member_id)
        return self._file.remembered.get(key, frozenset({"chronicle_entry"}), read)

    def battle_choices(self) -> tuple[ChoiceView, ...]:
        """Return every battle, newest first, with how it ended."""
        return self._file.remembered.get(
            "chronicle choices",
            frozenset({"battle", "roster"}),
            lambda: tuple(
                ChoiceView(str(battle.id), title_of(self.battle_facts(battle, (), ())))
                for battle in reversed(self.battles)
            ),
        )

    def member_choices(self) -> tuple[ChoiceView, ...]:
        """Return every fighter that ever stood on a roster, by warband."""
        return tuple(
            ChoiceView(str(member.id), self._name(member.id), shown_roster_name(roster))
            for roster in self.state.rosters.values()
            for member in self.state.of_roster(roster.id)
        )

    # ------------------------------------------------------------------ telling

    def tellings(self, slots: Sequence[_Slot]) -> tuple[TellingView, ...]:
        """Return entries with their texts and pictures."""
        rows = {slot.key: self._row(slot) for slot in slots}
        wanted = {i for row in rows.values() if row is not None for i in row.pictures}
        pictures = read_pictures(self._file, self._connection, wanted)
        self.read_ahead(slots)
        return tuple(self._telling(slot, rows[slot.key], pictures) for slot in slots)

    def _telling(self, slot: _Slot, row: Any, pictures: Mapping[int, PictureView]) -> TellingView:
        title, paragraphs = self._text(slot)
        shown = tuple(pictures[i] for i in row.pictures if i in pictures) if row else ()
        battle = slot.battle
        return TellingView(
            key=slot.key,
            kind="battle" if battle else ("own" if row else "before"),
            title=title,
            paragraphs=paragraphs,
            at=battle.at if battle else (row.at if row else ""),
            after_battle=slot.after,
            battle_id=battle.id if battle else None,
            entry_id=row.id if row else None,
            is_retold=battle is not None and row is not None and row.written_by == "player",
            is_open=battle is not None and not battle.is_closed,
            pictures=shown,
        )

    def _row(self, slot: _Slot) -> Any:
        return self._retold.get(slot.battle.id) if slot.battle else slot.row

    def _text(self, slot: _Slot) -> tuple[str, tuple[str, ...]]:
        """Return title and paragraphs of an entry."""
        row = self._row(slot)
        if row is not None and (slot.battle is None or row.written_by == "player"):
            title = row.title
            if not title and slot.battle is not None:
                title = title_of(self.battle_facts(slot.battle, (), ()))
            return title, _paragraphs(row.text)
        composed = self._composed()
        if slot.key not in composed:
            composed[slot.key] = self._compose(slot)
        return composed[slot.key]

    def _composed(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        """Return what was told before and still holds; it is filled as it is asked for."""
        tables = frozenset({"chronicle_entry", "battle", "member", "roster"})
        return self._file.remembered.get("composed", tables, dict[str, tuple[str, tuple[str, ...]]])

    def _compose(self, slot: _Slot) -> tuple[str, tuple[str, ...]]:
        if slot.battle is None:
            return BEFORE, tuple(told(self._line(row) for row in self._between[0]))
        rows = self._lines_of([slot.battle.id])[slot.battle.id]
        facts = self.battle_facts(slot.battle, rows, self._between.get(slot.battle.number, ()))
        return title_of(facts), tell(facts)

    def read_ahead(self, slots: Iterable[_Slot]) -> None:
        """Compose what is about to be shown, with the lines of all of it read together."""
        composed = self._composed()
        missing = [
            slot.battle
            for slot in slots
            if slot.battle is not None and slot.key not in composed and not self._is_retold(slot)
        ]
        lines = self._lines_of([battle.id for battle in missing])
        for battle in missing:
            later = self._between.get(battle.number, ())
            facts = self.battle_facts(battle, lines[battle.id], later)
            composed[f"battle:{battle.id}"] = (title_of(facts), tell(facts))

    def _is_retold(self, slot: _Slot) -> bool:
        row = self._row(slot)
        return row is not None and row.written_by == "player"

    def _lines_of(self, battle_ids: list[int]) -> dict[int, list[Any]]:
        entry = table_of(ChronicleEntry).c
        lines: dict[int, list[Any]] = defaultdict(list)
        if battle_ids:
            query = select(*entry).where(entry.battle_id.in_(battle_ids), entry.kind == "line")
            for row in self._connection.execute(query.order_by(entry.id)):
                lines[row.battle_id].append(row)
        return lines

    def battle_facts(
        self, battle: _Fought, lines: Sequence[Any], later: Sequence[Any]
    ) -> BattleFacts:
        """Return all that is known of a battle; without lines, enough for its title."""
        by_roster: dict[int | None, list[LineFacts]] = defaultdict(list)
        for row in lines:
            by_roster[row.roster_id].append(self._line(row))
        sides = tuple(
            self._side(battle, side, tuple(by_roster.pop(side.roster_id, ())))
            for side in battle.entry.sides
            if side.roster_id in self.state.rosters
        )
        return BattleFacts(
            number=battle.number,
            sides=sides,
            note=battle.entry.note,
            course=battle.entry.course,
            fought=battle.fought,
            drawn=battle.drawn,
            is_open=not battle.is_closed,
            loose=tuple(line for rest in by_roster.values() for line in rest),
            later=tuple(self._line(row) for row in later),
        )

    def _side(self, battle: _Fought, side: SideEntry, lines: tuple[LineFacts, ...]) -> SideFacts:
        return SideFacts(
            name=shown_roster_name(self.state.rosters[side.roster_id]),
            result=side.result,
            out=tuple(OutFacts(self._name(m), self._name(by)) for m, by in side.out_by.items()),
            objectives=side.objectives,
            treasures=side.treasures,
            holders=tuple(self._name(m) for m in sorted(side.holders)),
            extra=tuple((self._name(m), extra) for m, extra in side.extra_kills.items() if extra),
            lines=lines,
            won=battle.won.get(side.roster_id, 0),
            row=battle.row.get(side.roster_id, 0),
        )

    def _line(self, row: Any) -> LineFacts:
        """Return a line with the name that it begins with, if it is that of somebody known."""
        members = self.state.of_roster(row.roster_id) if row.roster_id is not None else ()
        names = [(self._name(member.id), member.id) for member in members]
        if row.member_id in self.state.members:
            names.append((self._name(row.member_id), row.member_id))
        roster = self.state.rosters.get(row.roster_id or 0)
        every: list[tuple[str, int | None]] = [*names]
        if roster is not None:
            every.append((shown_roster_name(roster), None))
        found: tuple[str, int | None] = ("", None)
        for name, who in every:
            is_longer = len(name) > len(found[0]) or (name == found[0] and who == row.member_id)
            if is_longer and row.text.startswith(f"{as_sentence(name)} "):
                found = (name, who)
        return LineFacts(row.text, *found, about=row.member_id)

    def _name(self, member_id: int | None) -> str:
        member = self.state.members.get(member_id) if member_id is not None else None
        return shown_member_name(member, self._file.ruleset) if member else ""


def read_pictures(
    file: CampaignFile, connection: Connection, ids: Collection[int]
) -> dict[int, PictureView]:
    """Return pictures by id; one that was damaged on the disk counts as none.

    A picture never changes once it is stored, so it is read once.
    """
    known = file.remembered.get("chronicle pictures", frozenset(), dict[int, PictureView])
    missing = sorted(set(ids) - known.keys())
    if missing:
        attachment = table_of(Attachment).c
        for row in connection.execute(select(*attachment).where(attachment.id.in_(missing))):
            if hashlib.sha256(row.data).hexdigest() == row.sha256:
                known[row.id] = PictureView(row.id, row.name, row.media_type, row.data)
    return {i: known[i] for i in ids if i in known}


def _fought(file: CampaignFile, connection: Connection) -> tuple[_Fought, ...]:
    """Return every battle, oldest first, with how the campaign stood after it."""
    won: dict[int, int] = defaultdict(int)
    row_of: dict[int, int] = defaultdict(int)
    drawn = 0
    found: list[_Fought] = []
    for place, row in enumerate(fought_battles(file, connection), 1):
        entry = row.entry
        for side in entry.sides:
            is_won = side.result == "won"
            won[side.roster_id] += is_won
            row_of[side.roster_id] = row_of[side.roster_id] + 1 if is_won else 0
        drawn += all(side.result == "drew" for side in entry.sides)
        found.append(
            _Fought(
                row.id,
                row.number,
                row.at,
                row.is_closed,
                entry,
                dict(won),
                dict(row_of),
                place,
                drawn,
            )
        )
    return tuple(found)


def _place(slot: _Slot) -> tuple[int, int, str, int]:
    if slot.row is None:
        return (slot.after, 0, "", 0)
    return (slot.after, 1, slot.row.at, slot.row.id)


def _did_something(side: SideEntry, member_id: int) -> bool:
    return (
        member_id in side.out_by
        or member_id in side.out_by.values()
        or member_id in side.holders
        or bool(side.extra_kills.get(member_id))
    )


def _names_any(row: Any, names: Iterable[str]) -> bool:
    """Say whether an entry names somebody, as a whole word in any case."""
    text = f" {row.title}\n{row.text} ".casefold()
    return any(_stands_in(name.casefold(), text) for name in names if name)


def _stands_in(name: str, text: str) -> bool:
    start = text.find(name)
    while start >= 0:
        before, after = text[start - 1], text[start + len(name)]
        if not (before.isalnum() or after.isalnum()):
            return True
        start = text.find(name, start + 1)
    return False


def _paragraphs(text: str) -> tuple[str, ...]:
    """Return a player’s text in paragraphs; empty lines part them."""
    parts: list[list[str]] = [[]]
    for line in text.split("\n"):
        if line.strip():
            parts[-1].append(line.rstrip())
        elif parts[-1]:
            parts.append([])
    return tuple("\n".join(part) for part in parts if part)
