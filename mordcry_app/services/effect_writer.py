"""Writes settled effects to the database: the stored counterpart of `rules.interpreter`.

One function an operation of the vocabulary. A property test holds both to the same result. The
rows that effects may change are read once for all whom they touch, changed in memory, and written
together, table by table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import cast

from sqlalchemy import ColumnElement, func, or_, select

from mordcry_app.model.tables import (
    LedgerEntry,
    Member,
    Modifier,
    Pending,
    Possession,
    Row,
    Stat,
    Trait,
)
from mordcry_app.rules import state as pure
from mordcry_app.rules.effects import (
    AddTag,
    AddTrait,
    Arm,
    Await,
    Effect,
    Gain,
    GainItem,
    GearLost,
    GearToStash,
    Join,
    Kill,
    Lose,
    LoseItem,
    MissNextBattle,
    Modify,
    RemoveTag,
    RemoveTrait,
    Restore,
    Retire,
    SetStat,
    Spend,
    SpendItem,
    Story,
    Unmodify,
    WoundsNextBattle,
    target,
)
from mordcry_app.rules.interpreter import (
    armed_modifier,
    item_cause,
    modifier_of,
    pending_of,
    settled_amount,
    spent_amount,
    state_after,
    trait_of,
)
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.state_reader import SPENT, table_of
from mordcry_app.services.unit_of_work import Values, Work

MOST_OF_A_KIND = 9_999
"""The most units of one item that one owner can have, and the highest level of a trait."""

Owner = tuple[str, int]
"""A member or a roster: the word and the id."""


class EffectWriter:
    """Writes effects inside one unit of work; `battle_id` marks what it writes, where known."""

    def __init__(self, work: Work, battle_id: int | None = None) -> None:
        self._work = work
        self._battle_id = battle_id
        self._rows = _Rows(work, ())
        self._handlers: dict[type, Callable[[Owner, Effect], None]] = {
            Gain: self._gain,
            Lose: self._lose,
            Modify: self._modify,
            Unmodify: self._unmodify,
            SetStat: self._set_stat,
            AddTrait: self._add_trait,
            RemoveTrait: self._remove_trait,
            GainItem: self._gain_item,
            LoseItem: self._lose_item,
            GearToStash: self._gear_to_stash,
            GearLost: self._gear_lost,
            MissNextBattle: self._add_pending,
            WoundsNextBattle: self._add_pending,
            Await: self._add_pending,
            Spend: self._spend,
            Arm: self._arm,
            SpendItem: self._spend_item,
            Kill: self._change_state,
            Retire: self._change_state,
            Restore: self._change_state,
            AddTag: self._change_tags,
            RemoveTag: self._change_tags,
            Story: self._nothing,
        }

    def write(self, effects: Sequence[Effect]) -> None:
        """Write effects in order.

        Raises `ValueError` for one that was not settled or that touches a roster where only
        members can be touched, and `Refusal` where more than 9,999 of a kind would come together.
        """
        owners = [target(effect) for effect in effects]
        self._rows = _Rows(self._work, owners)
        for effect in effects:
            if isinstance(effect, Join):
                self._rows.write()
                self._join(effect)
                self._rows = _Rows(self._work, owners)
                continue
            handler = self._handlers.get(type(effect))
            if handler is None:
                raise ValueError(f"{effect.op} asks something; settle effects before use")
            owner = target(effect)
            if owner[0] == "roster" and not effect.for_rosters:
                raise ValueError(f"{effect.op} touches a member, not a roster")
            handler(owner, effect)
        self._rows.write()

    def _join(self, effect: Join) -> None:
        roster_id = target(effect)[1]
        member = table_of(Member).c
        query = select(func.max(member.position)).where(member.roster_id == roster_id)
        last = self._work.connection.execute(query).scalar_one()
        self._work.add(
            Member,
            id=effect.member,
            roster_id=roster_id,
            name=effect.name,
            archetype=effect.archetype,
            tags=sorted(set(effect.tags)),
            position=0 if last is None else last + 1,
        )

    def _gain(self, owner: Owner, effect: Effect) -> None:
        effect = cast(Gain, effect)
        self._enter(owner, effect.resource, settled_amount(effect), effect.reason)

    def _lose(self, owner: Owner, effect: Effect) -> None:
        effect = cast(Lose, effect)
        has = max(0, self._rows.balance(owner, effect.resource))
        self._enter(owner, effect.resource, -min(settled_amount(effect), has), effect.reason)

    def _enter(self, owner: Owner, resource: str, amount: int, reason: str) -> None:
        if amount != 0:
            self._rows.enter(
                owner,
                {
                    "resource": resource,
                    "amount": amount,
                    "reason": reason,
                    "battle_id": self._battle_id,
                },
            )

    def _modify(self, owner: Owner, effect: Effect) -> None:
        if pending_of(effect) is not None:
            self._add_pending(owner, effect)
        else:
            self._add_modifier(owner, modifier_of(cast(Modify, effect)))

    def _add_modifier(self, owner: Owner, modifier: pure.Modifier) -> None:
        self._rows.of(Modifier).add(
            owner,
            {
                "key": modifier.stat,
                "amount": modifier.amount,
                "arithmetic": modifier.arithmetic,
                "source": modifier.source,
                "ends": modifier.ends,
                "cause": modifier.cause,
                "condition": modifier.condition,
                "battle_id": self._battle_id,
            },
        )

    def _unmodify(self, owner: Owner, effect: Effect) -> None:
        effect = cast(Unmodify, effect)
        if effect.cause:
            self._rows.of(Modifier).remove(owner, lambda row: row["cause"] == effect.cause)
        elif effect.ends is not None:
            self._rows.of(Modifier).remove(owner, lambda row: row["ends"] == effect.ends)

    def _set_stat(self, owner: Owner, effect: Effect) -> None:
        effect = cast(SetStat, effect)
        stats = self._rows.of(Stat)
        present = stats.find(owner, lambda row: row["key"] == effect.stat)
        if present is None:
            stats.add(owner, {"key": effect.stat, "value": effect.value})
        else:
            stats.change(present, value=effect.value)

    def _add_trait(self, owner: Owner, effect: Effect) -> None:
        self._raise_trait(owner, trait_of(cast(AddTrait, effect)))

    def _add_pending(self, owner: Owner, effect: Effect) -> None:
        pending = pending_of(effect)
        if pending is not None:
            self._rows.of(Pending).add(
                owner,
                {
                    "ref": pending.ref,
                    "amount": pending.amount,
                    "stat": pending.stat,
                    "condition": pending.condition,
                    "source": pending.source,
                    "armed": pending.armed,
                    "battle_id": self._battle_id,
                },
            )

    def _spend(self, owner: Owner, effect: Effect) -> None:
        effect = cast(Spend, effect)
        waiting = self._rows.of(Pending)
        left = spent_amount(effect)
        for row in [row for row in waiting.all(owner) if row["ref"] == effect.ref]:
            used = row["amount"] if left is None else min(left, row["amount"])
            left = None if left is None else left - used
            if used == row["amount"]:
                waiting.remove(owner, lambda other, gone=row: other is gone)
            else:
                waiting.change(row, amount=row["amount"] - used)

    def _arm(self, owner: Owner, effect: Effect) -> None:
        effect = cast(Arm, effect)
        waiting = self._rows.of(Pending)
        acts_now = effect.ref == pure.WAITING_MODIFIER and owner[0] == "member"
        for row in [row for row in waiting.all(owner) if row["ref"] == effect.ref]:
            if acts_now:
                self._add_modifier(owner, armed_modifier(_pending_in(row)))
                waiting.remove(owner, lambda other, gone=row: other is gone)
            else:
                waiting.change(row, armed=True)

    def _raise_trait(self, owner: Owner, added: pure.Trait) -> None:
        traits = self._rows.of(Trait)
        present = traits.find(owner, lambda row: _is_trait(row, added.kind, added.ref))
        if present is not None:
            traits.change(present, level=_at_most(present["level"] + added.level, added.name))
            return
        traits.add(
            owner,
            {
                "kind": added.kind,
                "ref": added.ref,
                "name": added.name,
                "level": _at_most(added.level, added.name),
                "source": added.source,
                "battle_id": self._battle_id,
            },
        )

    def _remove_trait(self, owner: Owner, effect: Effect) -> None:
        effect = cast(RemoveTrait, effect)
        cause = f"{effect.kind}:{effect.ref}"
        self._rows.of(Trait).remove(owner, lambda row: _is_trait(row, effect.kind, effect.ref))
        self._rows.of(Modifier).remove(owner, lambda row: row["cause"] == cause)

    def _gain_item(self, owner: Owner, effect: Effect) -> None:
        effect = cast(GainItem, effect)
        self._put(owner, effect.ref, effect.quantity, spent=effect.spent)

    def _put(self, owner: Owner, ref: str, quantity: int, *, spent: bool) -> None:
        items = self._rows.of(Possession)
        present = items.find(owner, lambda row: row["ref"] == ref and _is_spent(row) == spent)
        if present is None:
            state = {SPENT: True} if spent else {}
            items.add(owner, {"ref": ref, "quantity": _at_most(quantity, ref), "state": state})
        else:
            items.change(present, quantity=_at_most(present["quantity"] + quantity, ref))

    def _lose_item(self, owner: Owner, effect: Effect) -> None:
        effect = cast(LoseItem, effect)
        had = self._refs(owner)
        self._take(owner, effect.ref, effect.quantity, spent=effect.spent)
        self._forget_gear(owner, had)

    def _spend_item(self, owner: Owner, effect: Effect) -> None:
        effect = cast(SpendItem, effect)
        if self._take(owner, effect.ref, 1, spent=False):
            self._put(owner, effect.ref, 1, spent=True)

    def _take(self, owner: Owner, ref: str, quantity: int, *, spent: bool) -> bool:
        """Take units of an item away, and say whether there were any."""
        items = self._rows.of(Possession)
        left = quantity
        for row in [
            row for row in items.all(owner) if row["ref"] == ref and _is_spent(row) == spent
        ]:
            taken = min(left, row["quantity"])
            left -= taken
            if taken == row["quantity"]:
                items.remove(owner, lambda other, gone=row: other is gone)
            else:
                items.change(row, quantity=row["quantity"] - taken)
        return left < quantity

    def _refs(self, owner: Owner) -> set[str]:
        return {row["ref"] for row in self._rows.of(Possession).all(owner)}

    def _forget_gear(self, owner: Owner, had: set[str]) -> None:
        """Remove what came with gear that a member no longer has."""
        if owner[0] != "member":
            return
        gone = had - self._refs(owner)
        if gone:
            causes = {item_cause(ref) for ref in gone}
            self._rows.of(Modifier).remove(owner, lambda row: row["cause"] in causes)
            self._rows.of(Trait).remove(
                owner, lambda row: row["kind"] == pure.TAKEN and row["ref"] in gone
            )

    def _gear_to_stash(self, owner: Owner, effect: Effect) -> None:
        stash = ("roster", int(self._rows.member(owner)["roster_id"]))
        for row in self._rows.of(Possession).all(owner):
            self._put(stash, row["ref"], row["quantity"], spent=_is_spent(row))
        self._gear_lost(owner, effect)

    def _gear_lost(self, owner: Owner, effect: Effect) -> None:
        had = self._refs(owner)
        self._rows.of(Possession).remove(owner, lambda _: True)
        self._forget_gear(owner, had)

    def _change_state(self, owner: Owner, effect: Effect) -> None:
        effect = cast("Kill | Retire | Restore", effect)
        self._rows.of(Member).change(
            self._rows.member(owner),
            state=state_after(effect),
            left_battle_id=None if isinstance(effect, Restore) else self._battle_id,
        )

    def _change_tags(self, owner: Owner, effect: Effect) -> None:
        effect = cast("AddTag | RemoveTag", effect)
        member = self._rows.member(owner)
        tags = set(member["tags"]) - {effect.tag}
        if isinstance(effect, AddTag):
            tags.add(effect.tag)
        self._rows.of(Member).change(member, tags=sorted(tags))

    def _nothing(self, owner: Owner, effect: Effect) -> None:
        pass


class _Rows:
    """Rows of those whom effects touch, a table at a time, read when they are first asked for."""

    def __init__(self, work: Work, owners: Iterable[Owner]) -> None:
        self._work = work
        self._owners = set(owners)
        self._tables: dict[type[Row], _TableRows] = {}
        self._balances: dict[Owner, dict[str, int]] | None = None

    def of(self, model: type[Row]) -> _TableRows:
        """Return the rows of one table."""
        if model not in self._tables:
            self._tables[model] = _TableRows(self._work, model, self._owners)
        return self._tables[model]

    def member(self, owner: Owner) -> Values:
        """Return the row of a member; raises `ValueError` when there is none."""
        member = self.of(Member).find(owner, lambda _: True)
        if member is None:
            raise ValueError(f"no member {owner[1]}")
        return member

    def enter(self, owner: Owner, entry: Values) -> None:
        """Add a ledger entry, and count it in."""
        self.of(LedgerEntry).add(owner, entry)
        if self._balances is not None:
            has = self._balances[owner]
            has[entry["resource"]] = has.get(entry["resource"], 0) + entry["amount"]

    def balance(self, owner: Owner, resource: str) -> int:
        """Return what an owner has of a resource."""
        if self._balances is None:
            self._balances = self._read_balances()
        return self._balances[owner].get(resource, 0)

    def write(self) -> None:
        """Write everything that has changed."""
        for rows in self._tables.values():
            rows.write()

    def _read_balances(self) -> dict[Owner, dict[str, int]]:
        entry = table_of(LedgerEntry).c
        query = (
            select(entry.member_id, entry.roster_id, entry.resource, func.sum(entry.amount))
            .where(_owned_by(LedgerEntry, self._owners))
            .group_by(entry.member_id, entry.roster_id, entry.resource)
        )
        balances: dict[Owner, dict[str, int]] = defaultdict(dict)
        for member_id, roster_id, resource, amount in self._work.connection.execute(query):
            owner = ("member", member_id) if roster_id is None else ("roster", roster_id)
            balances[owner][resource] = int(amount)
        for row in self.of(LedgerEntry).new:
            has = balances[_owner_of(row)]
            has[row["resource"]] = has.get(row["resource"], 0) + row["amount"]
        return balances


class _TableRows:
    """The rows of one table that belong to some owners, and what becomes of them."""

    def __init__(self, work: Work, model: type[Row], owners: set[Owner]) -> None:
        self.new: list[Values] = []
        self._work = work
        self._model = model
        self._owners = owners
        self._by_owner: dict[Owner, list[Values]] | None = None
        self._before: dict[int, tuple[Values, Values]] = {}
        self._removed: list[Values] = []

    def all(self, owner: Owner) -> list[Values]:
        """Return what an owner has, oldest first."""
        return list(self._present(owner))

    def find(self, owner: Owner, is_meant: Callable[[Values], bool]) -> Values | None:
        """Return the first row of an owner that is meant."""
        return next((row for row in self._present(owner) if is_meant(row)), None)

    def add(self, owner: Owner, values: Values) -> None:
        """Add a row for an owner."""
        row = {**values, f"{owner[0]}_id": owner[1]}
        self.new.append(row)
        if self._by_owner is not None:
            self._by_owner[owner].append(row)

    def change(self, row: Values, **values: object) -> None:
        """Change a row that is there or new."""
        if "id" in row:
            self._before.setdefault(row["id"], (dict(row), row))
        row.update(values)

    def remove(self, owner: Owner, goes: Callable[[Values], bool]) -> None:
        """Remove rows of an owner, those that were there and new ones."""
        present = self._present(owner)
        gone = [row for row in present if goes(row)]
        present[:] = [row for row in present if not goes(row)]
        for row in gone:
            if "id" in row:
                before, _ = self._before.pop(row["id"], (row, row))
                self._removed.append(before)
            else:
                self.new = [other for other in self.new if other is not row]

    def write(self) -> None:
        """Write what has changed."""
        changed = list(self._before.values())
        self._work.write(self._model, removed=self._removed, changed=changed, added=self.new)

    def _present(self, owner: Owner) -> list[Values]:
        if self._by_owner is None:
            self._by_owner = self._read()
        return self._by_owner[owner]

    def _read(self) -> dict[Owner, list[Values]]:
        table = table_of(self._model)
        query = select(table).where(_owned_by(self._model, self._owners)).order_by(table.c.id)
        found: dict[Owner, list[Values]] = defaultdict(list)
        for mapping in self._work.connection.execute(query).mappings():
            row = dict(mapping)
            found[("member", row["id"]) if self._model is Member else _owner_of(row)].append(row)
        for row in self.new:
            found[_owner_of(row)].append(row)
        return found


def _owned_by(model: type[Row], owners: Iterable[Owner]) -> ColumnElement[bool]:
    """Return the condition that a row belongs to one of these members, or to any roster.

    What a member leaves goes to the stash of its roster, which no effect has named.
    """
    columns = table_of(model).c
    members = [owner_id for kind, owner_id in owners if kind == "member"]
    belongs = (columns.id if model is Member else columns.member_id).in_(members)
    if model in (Possession, LedgerEntry, Pending):
        return or_(belongs, columns.roster_id.is_not(None))
    return belongs


def _owner_of(row: Values) -> Owner:
    if row.get("member_id") is not None:
        return "member", row["member_id"]
    return "roster", row["roster_id"]


def _is_trait(row: Values, kind: str, ref: str) -> bool:
    return row["kind"] == kind and row["ref"] == ref


def _is_spent(row: Values) -> bool:
    return bool(row.get("state", {}).get(SPENT))


def _pending_in(row: Values) -> pure.Pending:
    return pure.Pending(row["ref"], row["source"], row["amount"], row["stat"], row["condition"])


def _at_most(amount: int, name: str) -> int:
    if amount > MOST_OF_A_KIND:
        raise Refusal(f"There can be {MOST_OF_A_KIND:,} at most of one kind: {name}.")
    return amount
