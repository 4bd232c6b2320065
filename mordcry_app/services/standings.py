"""What each warband had after each battle: experience, renown, crowns.

Sums are made by the database, battle by battle, and kept: a battle is summed anew only when its
entries are others than before. A campaign of 200 battles thus costs hardly more than one of ten.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from mordcry_app.model.tables import Battle, LedgerEntry, Member
from mordcry_app.rules.state import State
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.campaign_page_views import PlotLine, PlotView
from mordcry_app.services.shown import shown_roster_name
from mordcry_app.services.state_reader import current_state, table_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

_TABLES = frozenset({"player", "roster", "member", "battle", "ledger_entry"})

_Account = tuple[int, str]
"""A roster by id, and a resource."""

_Steps = dict[_Account, list[int]]
"""What came and went in each account: before the first battle, and with and after each one."""

_Mark = tuple[int, int]
"""How many entries a battle has, and the sum of their ids. An id is never given out twice, so
another set of entries has another mark."""


_OWNED = table_of(LedgerEntry).join(
    table_of(Member), table_of(Member).c.id == table_of(LedgerEntry).c.member_id, isouter=True
)
_ROSTER = func.coalesce(table_of(LedgerEntry).c.roster_id, table_of(Member).c.roster_id)
"""The roster that an entry belongs to, itself or through one of its members."""


@dataclass
class _Sums:
    """What was summed before: of each battle, and the entries that belong to no battle.

    `whole` and `newest` are the mark and the largest id of all entries, `begins` the first of each
    battle.
    """

    whole: _Mark = (0, 0)
    newest: int = 0
    marks: dict[int | None, _Mark] = field(default_factory=dict[int | None, _Mark])
    begins: dict[int, int] = field(default_factory=dict[int, int])
    by_battle: dict[int, dict[_Account, int]] = field(
        default_factory=dict[int, dict[_Account, int]]
    )
    between: tuple[tuple[int, _Account, int], ...] = ()
    steps_of: tuple[int, ...] | None = None
    """The battles that `steps` were put together for; none when they are out of date."""
    steps: _Steps = field(default_factory=dict[_Account, list[int]])


def plots_view(file: CampaignFile) -> tuple[PlotView, ...]:
    """Return, for each resource, what every warband had before and after each finished battle.

    A value counts who stood on the roster then: those whom a battle took are gone with it. Who was
    dismissed by hand is gone from the last battle that he earned something in. The last value is
    what the warband has now.
    """
    with file.reading() as connection:
        return file.remembered.get("plots", _TABLES, lambda: _plots(file, connection))


def _plots(file: CampaignFile, connection: Connection) -> tuple[PlotView, ...]:
    state = current_state(file, connection)
    numbers = file.remembered.get(
        "numbers of closed battles", frozenset({"battle"}), lambda: _closed_battles(connection)
    )
    steps = _steps(file, connection, tuple(numbers))
    _subtract_leavers(connection, state, numbers, steps)
    nothing = [0] * (len(numbers) + 1)
    return tuple(
        PlotView(
            resource=resource.id,
            name=resource.name,
            battles=(0, *numbers.values()),
            lines=tuple(
                PlotLine(
                    roster_id,
                    shown_roster_name(roster),
                    tuple(accumulate(steps.get((roster_id, resource.id), nothing))),
                )
                for roster_id, roster in state.rosters.items()
            ),
        )
        for resource in file.ruleset.content.resources.values()
        if not resource.hidden
    )


def _closed_battles(connection: Connection) -> dict[int, int]:
    """Return the numbers of the battles whose aftermath is finished, by id and in order."""
    battle = table_of(Battle).c
    query = select(battle.id, battle.number).where(battle.state == "closed")
    rows = connection.execute(query.order_by(battle.number))
    return {row.id: row.number for row in rows}


def _steps(file: CampaignFile, connection: Connection, battle_ids: tuple[int, ...]) -> _Steps:
    """Return what came and went in every account."""
    sums = file.remembered.get("plot sums", frozenset(), _Sums)
    _bring_up_to_date(connection, sums)
    if sums.steps_of != battle_ids:
        sums.steps = _put_together(sums.by_battle, battle_ids)
        sums.steps_of = battle_ids
    steps = {account: list(amounts) for account, amounts in sums.steps.items()}
    # What happened between two battles counts with the one before.
    firsts = _first_entries(battle_ids, sums.begins)
    for entry_id, account, amount in sums.between:
        if account not in steps:
            steps[account] = [0] * (len(battle_ids) + 1)
        steps[account][bisect_right(firsts, entry_id)] += amount
    return steps


def _put_together(
    by_battle: Mapping[int, Mapping[_Account, int]], battle_ids: Sequence[int]
) -> _Steps:
    """Return the sums of battles account by account; those of open battles come last."""
    places = {battle_id: place for place, battle_id in enumerate(battle_ids, 1)}
    steps: _Steps = defaultdict(lambda: [0] * (len(battle_ids) + 1))
    for battle_id, gains in by_battle.items():
        for account, amount in gains.items():
            steps[account][places.get(battle_id, -1)] += amount
    return dict(steps)


def _bring_up_to_date(connection: Connection, sums: _Sums) -> None:
    """Sum anew what is other than before.

    Mostly entries have only been added; what was taken away or put back in between shows in the
    mark of the whole, and then every battle is looked at.
    """
    entry = table_of(LedgerEntry).c
    query = select(func.count(), func.coalesce(func.sum(entry.id), 0))
    count, ids = connection.execute(query).one()
    whole = (int(count), int(ids))
    if whole == sums.whole:
        return
    marks, begins = _marks_after(connection, sums.newest)
    added = (sum(mark[0] for mark in marks.values()), sum(mark[1] for mark in marks.values()))
    if whole == _added(sums.whole, added):
        later = {b: _added(sums.marks.get(b, (0, 0)), mark) for b, mark in marks.items()}
        marks, begins = sums.marks | later, begins | sums.begins
        _read_between(connection, sums, sums.newest)
    else:
        marks, begins = _marks_after(connection, 0)
        sums.between = ()
        _read_between(connection, sums, 0)
    _sum_anew(connection, sums, marks)
    sums.whole, sums.marks, sums.begins = whole, marks, begins
    sums.newest = connection.execute(select(func.coalesce(func.max(entry.id), 0))).scalar_one()


def _marks_after(
    connection: Connection, newest: int
) -> tuple[dict[int | None, _Mark], dict[int, int]]:
    """Return the mark of each battle, and its first entry, counting entries after an id."""
    entry = table_of(LedgerEntry).c
    query = select(entry.battle_id, func.count(), func.sum(entry.id), func.min(entry.id))
    query = query.group_by(entry.battle_id)
    if newest:
        query = query.where(entry.id > newest)
    marks: dict[int | None, _Mark] = {}
    begins: dict[int, int] = {}
    for battle_id, count, ids, first in connection.execute(query):
        marks[battle_id] = (count, ids)
        if battle_id is not None:
            begins[battle_id] = first
    return marks, begins


def _added(one: _Mark, other: _Mark) -> _Mark:
    return (one[0] + other[0], one[1] + other[1])


def _sum_anew(connection: Connection, sums: _Sums, marks: Mapping[int | None, _Mark]) -> None:
    """Sum the battles anew whose entries are others than before."""
    changed = [b for b, mark in marks.items() if b is not None and sums.marks.get(b) != mark]
    gone = [battle_id for battle_id in sums.marks if battle_id and battle_id not in marks]
    for battle_id in (*gone, *changed):
        sums.by_battle.pop(battle_id, None)
        sums.steps_of = None
    if not changed:
        return
    entry = table_of(LedgerEntry).c
    query = select(entry.battle_id, _ROSTER, entry.resource, func.sum(entry.amount))
    query = query.select_from(_OWNED).group_by(entry.battle_id, _ROSTER, entry.resource)
    if len(changed) < len(marks) // 2:
        query = query.where(entry.battle_id.in_(changed))
    else:
        query = query.where(entry.battle_id.is_not(None))
    wanted = set(changed)
    for battle_id, roster_id, resource, amount in connection.execute(query):
        if battle_id in wanted:
            sums.by_battle.setdefault(battle_id, {})[roster_id, resource] = int(amount)


def _read_between(connection: Connection, sums: _Sums, newest: int) -> None:
    """Add the entries after an id that belong to no battle."""
    entry = table_of(LedgerEntry).c
    query = select(entry.id, _ROSTER, entry.resource, entry.amount).select_from(_OWNED)
    query = query.where(entry.battle_id.is_(None), entry.id > newest).order_by(entry.id)
    rows = connection.execute(query)
    sums.between += tuple((i, (owner, resource), amount) for i, owner, resource, amount in rows)


def _subtract_leavers(
    connection: Connection, state: State, numbers: Mapping[int, int], steps: _Steps
) -> None:
    """Take away, from when they left, what those had who stand on no roster any more."""
    member, entry = table_of(Member).c, table_of(LedgerEntry).c
    gone = connection.execute(
        select(member.id, member.left_battle_id).where(member.state != "active")
    ).all()
    by_hand = [row.id for row in gone if row.left_battle_id is None]
    last: dict[int | None, int | None] = {}
    if by_hand:
        query = select(entry.member_id, func.max(entry.battle_id).label("last")).where(
            entry.member_id.in_(by_hand), entry.battle_id.is_not(None)
        )
        rows = connection.execute(query.group_by(entry.member_id))
        last = {row.member_id: row.last for row in rows}
    places = {battle_id: place for place, battle_id in enumerate(numbers, 1)}
    for member_id, taken_by in gone:
        former = state.members[member_id]
        left = taken_by if taken_by is not None else last.get(member_id)
        place = places.get(left, -1) if left is not None else 0
        for resource, amount in former.resources.items():
            if amount:
                steps[former.roster_id, resource][place] -= amount


def _first_entries(battle_ids: Sequence[int], begins: Mapping[int, int]) -> list[int]:
    """Return where the entries of each battle begin; one that brought nothing, where the next does.

    Ids of entries rise with time.
    """
    firsts: list[int] = []
    begin = sys.maxsize
    for battle_id in reversed(battle_ids):
        begin = min(begin, begins.get(battle_id, begin))
        firsts.append(begin)
    return firsts[::-1]
