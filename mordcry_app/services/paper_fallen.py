"""Pages for those who fell or retired: who they were, what they carried, and their story.

What a fighter carried is taken from it when it leaves; the log still has it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from mordcry_app.model.tables import Battle, Change, ChronicleEntry, Member, Operation
from mordcry_app.rules.ruleset import Ruleset
from mordcry_app.services.chronicle_lines import (
    LineFacts,
    listed,
    predicate_of,
    told,
    without_battle,
)
from mordcry_app.services.chronicle_reading import BEFORE
from mordcry_app.services.chronicle_words import ALSO_IN_RECORD
from mordcry_app.services.fighter_records import FighterRecord
from mordcry_app.services.paper_views import FallenPage, Moment
from mordcry_app.services.shown import as_sentence, shown_item_name
from mordcry_app.services.state_reader import table_of
from mordcry_app.services.views import CampaignView, MemberView

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from mordcry_app.services.campaign_file import CampaignFile


@dataclass(frozen=True)
class _Place:
    """A time in the campaign: a battle with its aftermath, or what came after that."""

    battle: int
    is_between: bool = False

    @property
    def name(self) -> str:
        if self.is_between:
            return f"After battle {self.battle}" if self.battle else BEFORE
        return f"Battle {self.battle}"

    @property
    def order(self) -> tuple[int, bool]:
        return self.battle, self.is_between


@dataclass(frozen=True)
class _Line:
    """A line that was noted about a fighter, and where it belongs."""

    place: _Place
    text: str


def fallen_pages(
    file: CampaignFile, campaign: CampaignView, records: Mapping[int, FighterRecord]
) -> tuple[FallenPage, ...]:
    """Return a page for each of those who fell or retired, in the order in which they left."""
    gone = [(roster, member) for roster in campaign.rosters for member in roster.fallen]
    if not gone:
        return ()
    ids = [member.id for _, member in gone]
    with file.reading() as connection:
        left = _left_after(connection, ids)
        lines = _lines(connection, ids)
        carried = _carried_to_the_end(connection, ids, file.ruleset)
    names = {m.id: m.shown_name for r in campaign.rosters for m in (*r.members, *r.fallen)}
    pages: list[FallenPage] = []
    for roster, member in gone:
        record = records.get(member.id, FighterRecord())
        number = left.get(member.id)
        by = record.beaten_by.get(number or 0)
        pages.append(
            FallenPage(
                member=member,
                roster_name=roster.shown_name,
                battle_number=number,
                by=names.get(by or 0, ""),
                end=_end(member, number, record, names),
                carried=tuple(item.label for item in member.items) or carried.get(member.id, ()),
                facts=tuple(_facts(record)),
                story=_story(member, record, lines.get(member.id, ()), names),
            )
        )
    last = max((page.battle_number or 0 for page in pages), default=0) + 1
    return tuple(sorted(pages, key=lambda page: (page.battle_number or last, page.member.id)))


# ---------------------------------------------------------------------- how it ended


def _end(
    member: MemberView, number: int | None, record: FighterRecord, names: Mapping[int, str]
) -> str:
    """Return a sentence about how a fighter left."""
    word = member.fate or "Gone"
    if number is None:
        return f"{word}."
    if member.state != "dead":
        return f"{word} after battle {number}."
    if number not in record.beaten_by:
        return f"Died after battle {number}."
    by = names.get(record.beaten_by[number] or 0, "")
    return f"{word} in battle {number}{f', by the hand of {by}' if by else ''}."


def _facts(record: FighterRecord) -> Iterator[tuple[str, str]]:
    """Yield what can be counted about a fighter’s battles."""
    yield "Battles", str(len(record.battles))
    yield "Enemies put out of action", str(record.put_out)
    yield "Times out of action", str(len(record.beaten_by))


# ---------------------------------------------------------------------- the story


def _story(
    member: MemberView, record: FighterRecord, lines: Sequence[_Line], names: Mapping[int, str]
) -> tuple[Moment, ...]:
    by_place: dict[_Place, list[LineFacts]] = defaultdict(list)
    for number in record.battles:
        by_place[_Place(number)].extend(_deeds(member, record, number, names))
    for line in lines:
        facts = _facts_of(member, line)
        if not (by_place[line.place] and _is_known(facts)):
            by_place[line.place].append(facts)
    return tuple(
        Moment(place.name, " ".join(told(by_place[place])))
        for place in sorted(by_place, key=lambda place: place.order)
        if by_place[place]
    )


def _deeds(
    member: MemberView, record: FighterRecord, number: int, names: Mapping[int, str]
) -> Iterator[LineFacts]:
    """Yield what the record of a battle says of a fighter, as lines about it."""
    name = member.shown_name
    victims = [names[victim] for victim in record.victims.get(number, ()) if victim in names]
    if others := record.others.get(number, 0):
        victims.append("another" if others == 1 else f"{others} others")
    said: list[str] = []
    if victims:
        said.append(f"put {listed(victims)} out of action")
    if number in record.beaten_by:
        by = names.get(record.beaten_by[number] or 0, "")
        said.append(f"was put out of action{f' by {by}' if by else ''}")
    for predicate in said:
        yield LineFacts(f"{as_sentence(name)} {predicate}.", name, member.id, member.id)


def _facts_of(member: MemberView, line: _Line) -> LineFacts:
    """Return a line with the fighter as its subject where it begins with its name."""
    text = line.text if line.place.is_between else without_battle(line.text, line.place.battle)
    if text.startswith(f"{as_sentence(member.shown_name)} "):
        return LineFacts(text, member.shown_name, member.id, member.id)
    return LineFacts(text, about=member.id)


def _is_known(line: LineFacts) -> bool:
    """Say whether the record of the battle says the same, more exactly."""
    found = ALSO_IN_RECORD.fullmatch(predicate_of(line))
    return found is not None and found.lastgroup == "kills"


# ---------------------------------------------------------------------- reading


def _left_after(connection: Connection, ids: Iterable[int]) -> dict[int, int]:
    """Return the number of the battle that took each fighter, where one did."""
    member, battle = table_of(Member), table_of(Battle)
    query = (
        select(member.c.id, battle.c.number)
        .join(battle, battle.c.id == member.c.left_battle_id)
        .where(member.c.id.in_(list(ids)))
    )
    return {row.id: row.number for row in connection.execute(query)}


def _lines(connection: Connection, ids: Iterable[int]) -> dict[int, list[_Line]]:
    """Return the lines noted about some fighters, oldest first.

    Ids of lines rise with time, so a line that belongs to no battle stands after the last one that
    had begun by then.
    """
    entry, battle = table_of(ChronicleEntry), table_of(Battle)
    begins = (
        select(battle.c.number, func.min(entry.c.id).label("begin"))
        .join(battle, battle.c.id == entry.c.battle_id)
        .where(entry.c.kind == "line")
        .group_by(battle.c.number)
    )
    first = {row.number: row.begin for row in connection.execute(begins)}
    query = (
        select(entry.c.id, entry.c.member_id, entry.c.text, battle.c.number)
        .join(battle, battle.c.id == entry.c.battle_id, isouter=True)
        .where(entry.c.kind == "line", entry.c.member_id.in_(list(ids)))
        .order_by(entry.c.id)
    )
    found: dict[int, list[_Line]] = defaultdict(list)
    for row in connection.execute(query):
        place = _Place(row.number or 0)
        if row.number is None:
            before = (number for number, begin in first.items() if begin < row.id)
            place = _Place(max(before, default=0), is_between=True)
        found[row.member_id].append(_Line(place, row.text))
    return found


def _carried_to_the_end(
    connection: Connection, ids: Iterable[int], ruleset: Ruleset
) -> dict[int, tuple[str, ...]]:
    """Return what was taken from fighters by the operation that last took them off the roster."""
    change, operation = table_of(Change).c, table_of(Operation).c
    query = (
        select(
            change.operation_id, change.table_name, change.member_id, change.before, change.after
        )
        .join(table_of(Operation), operation.id == change.operation_id)
        .where(
            operation.status == "done",
            change.member_id.in_(list(ids)),
            change.table_name.in_(["member", "possession"]),
            change.before.is_not(None),
        )
        .order_by(change.operation_id, change.sequence)
    )
    rows = connection.execute(query).all()
    leaving = {row.member_id: row.operation_id for row in rows if _leaves(row)}
    found: dict[int, list[str]] = defaultdict(list)
    for row in rows:
        if row.table_name != "possession" or leaving.get(row.member_id) != row.operation_id:
            continue
        if row.after is not None and row.after.get("member_id") == row.member_id:
            continue
        name, taken = shown_item_name(row.before["ref"], ruleset), row.before["quantity"]
        found[row.member_id].append(name if taken == 1 else f"{name} ×{taken}")
    return {member_id: tuple(names) for member_id, names in found.items()}


def _leaves(row: Any) -> bool:
    """Say whether a change takes a member off its roster."""
    return (
        row.table_name == "member"
        and row.after is not None
        and row.before["state"] == "active"
        and row.after["state"] != "active"
    )
