"""What has changed about each fighter since the last battle began, for paper to mark.

The last battle is the newest whose aftermath is closed. The log has the image of every row that was
written since that battle was first noted; put back in memory, over the rows as they stand, they
give the fighters as they were then. Both are worked out by the rules of today.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sqlalchemy import select

from mordcry_app.model import tables
from mordcry_app.rules import state as pure
from mordcry_app.rules.derive import effective
from mordcry_app.services.committed import together
from mordcry_app.services.paper_views import MemberNews
from mordcry_app.services.shown import shown_item_name
from mordcry_app.services.state_reader import SPENT, STATE_TABLES, current_state, table_of
from mordcry_app.services.unit_of_work import Image, Values, blank_row

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from mordcry_app.rules.catalogue import Content
    from mordcry_app.rules.ruleset import Ruleset
    from mordcry_app.services.campaign_file import CampaignFile

_OWNED: Mapping[str, type[tables.Row]] = {
    model.__tablename__: model
    for model in (tables.Stat, tables.Modifier, tables.Trait, tables.Possession)
}
"""Tables whose rows belong to members and are read as they stand; sums need their images only."""
_LEDGER = tables.LedgerEntry.__tablename__
_MEMBER = tables.Member.__tablename__

_Images = Mapping[tuple[str, int], Image]


@dataclass(frozen=True)
class _Then:
    """The rows of some members as they were, by table and member, each in the order of its ids."""

    rows: Mapping[str, Mapping[int, list[Values]]]

    def of(self, model: type[tables.Row], member_id: int) -> list[Values]:
        """Return the rows of one member."""
        return self.rows[model.__tablename__].get(member_id, [])


def news_since_last_battle(file: CampaignFile) -> Mapping[int, MemberNews]:
    """Return what has changed about the fighters on the rosters, by id; only of those with news.

    There is none before the first aftermath is closed.
    """

    def work_out() -> Mapping[int, MemberNews]:
        first = _first_operation(connection)
        if first is None:
            return {}
        return dict(_news(file, connection, first))

    with file.reading() as connection:
        return file.remembered.get("news", STATE_TABLES | {"battle", "campaign"}, work_out)


def _first_operation(connection: Connection) -> int | None:
    """Return the operation in which the last battle that is over was first noted."""
    battle, change = table_of(tables.Battle).c, table_of(tables.Change).c
    last = select(battle.id).where(battle.state == "closed").order_by(battle.number.desc()).limit(1)
    query = select(change.operation_id).where(
        change.table_name == tables.Battle.__tablename__,
        change.row_id == last.scalar_subquery(),
        change.before.is_(None),
    )
    return connection.execute(query.order_by(change.operation_id.desc()).limit(1)).scalar()


def _news(
    file: CampaignFile, connection: Connection, first: int
) -> Iterator[tuple[int, MemberNews]]:
    images = _images_since(connection, first)
    now = current_state(file, connection)
    touched = {
        values["id"] if image.table == _MEMBER else values.get("member_id")
        for image in images.values()
        for values in (image.before, image.after)
        if values is not None
    }
    there = [member for key, member in now.members.items() if key in touched]
    here = [member for member in there if member.state == "active"]
    then = _rows_then(connection, images, [member.id for member in here])
    content = file.ruleset.content_under(file.house_rules(connection))
    for member in here:
        row = images.get((_MEMBER, member.id))
        if row is not None and (row.before is None or row.before["state"] != "active"):
            yield member.id, MemberNews(joined=True)
            continue
        news = _difference(_as_then(member, then), member, content, file.ruleset)
        if not news.is_nothing:
            yield member.id, news


def _images_since(connection: Connection, first: int) -> _Images:
    """Return what was done to each row about members since an operation, itself included."""
    operation, change = table_of(tables.Operation).c, table_of(tables.Change).c
    query = (
        select(change.table_name, change.row_id, change.before, change.after)
        .join(table_of(tables.Operation), operation.id == change.operation_id)
        .where(
            operation.id >= first,
            operation.status == "done",
            change.table_name.in_((*_OWNED, _LEDGER, _MEMBER)),
        )
        .order_by(change.operation_id, change.sequence)
    )
    return together(Image(*row) for row in connection.execute(query))


def _rows_then(connection: Connection, images: _Images, members: list[int]) -> _Then:
    """Return the rows that some members had: what stands now, with the images put back."""
    result: dict[str, dict[int, list[Values]]] = {_LEDGER: defaultdict(list)}
    for name, model in _OWNED.items():
        table = table_of(model)
        standing = connection.execute(select(table).where(table.c.member_id.in_(members)))
        rows = {row["id"]: dict(row) for row in standing.mappings()}
        blank = blank_row(model)
        for (place, row_id), image in images.items():
            if place != name:
                continue
            if image.before is None:
                rows.pop(row_id, None)
            else:  # an old image has no columns that came later
                rows[row_id] = {**blank, **image.before}
        result[name] = defaultdict(list)
        for row_id in sorted(rows):
            result[name][rows[row_id]["member_id"]].append(rows[row_id])
    for (place, _), image in images.items():
        if place == _LEDGER:
            for values, sign in ((image.before, 1), (image.after, -1)):
                if values is not None and values["member_id"] is not None:
                    undone = {**values, "amount": sign * values["amount"]}
                    result[_LEDGER][values["member_id"]].append(undone)
    return _Then(result)


def _as_then(member: pure.Member, then: _Then) -> pure.Member:
    """Return a member as it was, as far as news are about it."""
    resources = dict(member.resources)
    for entry in then.of(tables.LedgerEntry, member.id):
        resources[entry["resource"]] = resources.get(entry["resource"], 0) + entry["amount"]
    return replace(
        member,
        stats={row["key"]: row["value"] for row in then.of(tables.Stat, member.id)},
        modifiers=tuple(
            pure.Modifier(
                row["key"],
                row["amount"],
                row["source"],
                row["ends"],
                row["cause"],
                row["arithmetic"],
                row["condition"],
            )
            for row in then.of(tables.Modifier, member.id)
        ),
        traits=tuple(
            pure.Trait(row["kind"], row["ref"], row["name"], row["level"], row["source"])
            for row in then.of(tables.Trait, member.id)
        ),
        carried=tuple(
            pure.Carried(row["ref"], row["quantity"], bool(row["state"].get(SPENT)))
            for row in then.of(tables.Possession, member.id)
        ),
        resources=resources,
    )


def _difference(
    old: pure.Member, new: pure.Member, content: Content, ruleset: Ruleset
) -> MemberNews:
    values: dict[str, str] = {}
    for stat, characteristic in content.characteristics.items():
        was = effective(old, stat, content).total
        if was != effective(new, stat, content).total:
            values[stat] = characteristic.written(was)
    levels = {(trait.kind, trait.ref): trait.level for trait in old.traits}
    traits = {(t.kind, t.ref) for t in new.traits if t.level > levels.get((t.kind, t.ref), 0)}
    had, has = _units(old.carried), _units(new.carried)
    amounts = {
        resource.id: new.amount(resource.id) - old.amount(resource.id)
        for resource in content.resources.values()
        if not resource.hidden
    }
    return MemberNews(
        values=values,
        traits=frozenset(pair for pair in traits if pair[0] != pure.TAKEN),
        items=frozenset(ref for ref, count in has.items() if count > had.get(ref, 0)),
        amounts={resource: amount for resource, amount in amounts.items() if amount},
        gone=(
            *(_trait_name(trait, content) for trait in old.traits if _is_gone(trait, new)),
            *(shown_item_name(ref, ruleset) for ref in had if has.get(ref, 0) < had[ref]),
        ),
    )


def _is_gone(trait: pure.Trait, member: pure.Member) -> bool:
    return trait.kind != pure.TAKEN and member.trait(trait.kind, trait.ref) is None


def _trait_name(trait: pure.Trait, content: Content) -> str:
    definition = content.trait(trait.kind, trait.ref)
    return definition.name_at(trait.level) if definition else trait.name


def _units(carried: Iterable[pure.Carried]) -> dict[str, int]:
    units: dict[str, int] = {}
    for item in carried:
        units[item.ref] = units.get(item.ref, 0) + item.quantity
    return units
