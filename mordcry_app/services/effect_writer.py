"""Writes settled effects to the database: the stored counterpart of `rules.interpreter`.

One function an operation of the vocabulary. A property test holds both to the same result. Rows
that effects may change are read once for all their owners, not once an effect.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar, cast

from sqlalchemy import func, select
from sqlmodel import col

from mordcry_app.model.tables import (
    LedgerEntry,
    Member,
    Modifier,
    Possession,
    Row,
    Stat,
    Trait,
)
from mordcry_app.rules import state as pure
from mordcry_app.rules.effects import (
    AddTag,
    AddTrait,
    Arithmetic,
    Effect,
    Ends,
    Gain,
    GainItem,
    GearLost,
    GearToStash,
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
    Story,
    Unmodify,
    WoundsNextBattle,
    target,
)
from mordcry_app.rules.interpreter import (
    is_unmodified_by,
    modifier_of,
    pending_trait,
    settled_amount,
    state_after,
    trait_of,
)
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.unit_of_work import Work

MOST_OF_A_KIND = 9_999
"""The most units of one item that one owner can have, and the highest level of a trait."""

_Owner = tuple[str, int]
_Owned = TypeVar("_Owned", Modifier, Possession, Stat, Trait)


class EffectWriter:
    """Writes effects inside one unit of work; `battle_id` marks what it writes, where known."""

    def __init__(self, work: Work, battle_id: int | None = None) -> None:
        self._session = work.session
        self._battle_id = battle_id
        self._rows = _RowsAtHand(work)
        self._handlers: dict[type, Callable[[_Owner, Effect], None]] = {
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
        self._rows.expect(effects)
        with self._session.no_autoflush:
            for effect in effects:
                handler = self._handlers.get(type(effect))
                if handler is None:
                    raise ValueError(f"{effect.op} asks something; settle effects before use")
                owner = target(effect)
                if owner[0] == "roster" and not effect.for_rosters:
                    raise ValueError(f"{effect.op} touches a member, not a roster")
                handler(owner, effect)
        self._session.flush()

    def _gain(self, owner: _Owner, effect: Effect) -> None:
        effect = cast(Gain, effect)
        self._enter(owner, effect.resource, settled_amount(effect), effect.reason)

    def _lose(self, owner: _Owner, effect: Effect) -> None:
        effect = cast(Lose, effect)
        has = max(0, self._rows.balance(owner, effect.resource))
        self._enter(owner, effect.resource, -min(settled_amount(effect), has), effect.reason)

    def _enter(self, owner: _Owner, resource: str, amount: int, reason: str) -> None:
        if amount == 0:
            return
        entry = LedgerEntry(
            resource=resource, amount=amount, reason=reason, battle_id=self._battle_id
        )
        _own(entry, owner)
        self._session.add(entry)
        self._rows.note_entry(owner, resource, amount)

    def _modify(self, owner: _Owner, effect: Effect) -> None:
        modifier = modifier_of(cast(Modify, effect))
        row = Modifier(
            member_id=owner[1],
            key=modifier.stat,
            amount=modifier.amount,
            arithmetic=modifier.arithmetic,
            source=modifier.source,
            ends=modifier.ends,
            cause=modifier.cause,
            battle_id=self._battle_id,
        )
        self._rows.modifiers(owner).append(row)
        self._session.add(row)

    def _unmodify(self, owner: _Owner, effect: Effect) -> None:
        effect = cast(Unmodify, effect)
        self._delete_from(
            self._rows.modifiers(owner), lambda row: is_unmodified_by(effect, _as_pure(row))
        )

    def _set_stat(self, owner: _Owner, effect: Effect) -> None:
        effect = cast(SetStat, effect)
        stats = self._rows.stats(owner)
        present = next((stat for stat in stats if stat.key == effect.stat), None)
        if present is not None:
            present.value = effect.value
            return
        stat = Stat(member_id=owner[1], key=effect.stat, value=effect.value)
        stats.append(stat)
        self._session.add(stat)

    def _add_trait(self, owner: _Owner, effect: Effect) -> None:
        self._raise_trait(owner, trait_of(cast(AddTrait, effect)))

    def _add_pending(self, owner: _Owner, effect: Effect) -> None:
        pending = pending_trait(cast("MissNextBattle | WoundsNextBattle", effect))
        if pending.level:
            self._raise_trait(owner, pending)

    def _raise_trait(self, owner: _Owner, added: pure.Trait) -> None:
        traits = self._rows.traits(owner)
        present = next((t for t in traits if (t.kind, t.ref) == (added.kind, added.ref)), None)
        if present is not None:
            present.level = _at_most(present.level + added.level, present.name)
            return
        trait = Trait(
            member_id=owner[1],
            kind=added.kind,
            ref=added.ref,
            name=added.name,
            level=_at_most(added.level, added.name),
            source=added.source,
            battle_id=self._battle_id,
        )
        traits.append(trait)
        self._session.add(trait)

    def _remove_trait(self, owner: _Owner, effect: Effect) -> None:
        effect = cast(RemoveTrait, effect)
        key = (effect.kind, effect.ref)
        self._delete_from(self._rows.traits(owner), lambda trait: (trait.kind, trait.ref) == key)
        cause = f"{effect.kind}:{effect.ref}"
        self._delete_from(self._rows.modifiers(owner), lambda modifier: modifier.cause == cause)

    def _gain_item(self, owner: _Owner, effect: Effect) -> None:
        effect = cast(GainItem, effect)
        self._put(owner, effect.ref, effect.quantity)

    def _put(self, owner: _Owner, ref: str, quantity: int) -> None:
        possessions = self._rows.possessions(owner)
        present = next((item for item in possessions if item.ref == ref), None)
        if present is not None:
            present.quantity = _at_most(present.quantity + quantity, ref)
            return
        possession = Possession(ref=ref, quantity=_at_most(quantity, ref))
        _own(possession, owner)
        possessions.append(possession)
        self._session.add(possession)

    def _lose_item(self, owner: _Owner, effect: Effect) -> None:
        effect = cast(LoseItem, effect)
        left = effect.quantity
        possessions = self._rows.possessions(owner)
        for possession in [item for item in possessions if item.ref == effect.ref]:
            taken = min(left, possession.quantity)
            left -= taken
            if taken == possession.quantity:
                self._delete_from(possessions, lambda item, gone=possession: item is gone)
            else:
                possession.quantity -= taken

    def _gear_to_stash(self, owner: _Owner, effect: Effect) -> None:
        member = self._rows.member(owner)
        for possession in list(self._rows.possessions(owner)):
            self._put(("roster", member.roster_id), possession.ref, possession.quantity)
        self._gear_lost(owner, effect)

    def _gear_lost(self, owner: _Owner, effect: Effect) -> None:
        self._delete_from(self._rows.possessions(owner), lambda _: True)

    def _change_state(self, owner: _Owner, effect: Effect) -> None:
        effect = cast("Kill | Retire | Restore", effect)
        member = self._rows.member(owner)
        member.state = state_after(effect)
        member.left_battle_id = None if isinstance(effect, Restore) else self._battle_id

    def _change_tags(self, owner: _Owner, effect: Effect) -> None:
        effect = cast("AddTag | RemoveTag", effect)
        member = self._rows.member(owner)
        others = set(member.tags) - {effect.tag}
        member.tags = sorted(others | {effect.tag} if isinstance(effect, AddTag) else others)

    def _nothing(self, owner: _Owner, effect: Effect) -> None:
        pass

    def _delete_from(self, rows: list[_Owned], goes: Callable[[_Owned], bool]) -> None:
        """Delete the rows that go; a trait at once, because the same one may come back."""
        gone = [row for row in rows if goes(row)]
        if any(row.id is None for row in gone):
            self._session.flush()
        rows[:] = [row for row in rows if not any(row is other for other in gone)]
        for row in gone:
            self._session.delete(row)
        if gone and isinstance(gone[0], Trait):
            self._session.flush()


class _RowsAtHand:
    """The rows of the owners that effects touch, read when they are first asked for."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._owners: set[_Owner] = set()
        self._owned: dict[type[Row], dict[_Owner, list[Row]]] = {}
        self._balances: dict[_Owner, dict[str, int]] | None = None

    def expect(self, effects: Iterable[Effect]) -> None:
        """Look ahead at effects: the rows of all whom they touch are read together."""
        for effect in effects:
            owner = target(effect)
            self._include(owner)
            if isinstance(effect, GearToStash) and owner[0] == "member":
                self._include(("roster", self.member(owner).roster_id))

    def _include(self, owner: _Owner) -> None:
        if owner not in self._owners:
            self._owners.add(owner)
            self._owned.clear()
            self._balances = None

    def member(self, owner: _Owner) -> Member:
        """Return one member; raises `ValueError` when there is none."""
        member = self._work.session.get(Member, owner[1])
        if member is None:
            raise ValueError(f"no member {owner[1]}")
        return member

    def modifiers(self, owner: _Owner) -> list[Modifier]:
        """Return the modifiers of a member, oldest first."""
        return self._of(Modifier, owner)

    def stats(self, owner: _Owner) -> list[Stat]:
        """Return the base values of a member."""
        return self._of(Stat, owner)

    def traits(self, owner: _Owner) -> list[Trait]:
        """Return the traits of a member, oldest first."""
        return self._of(Trait, owner)

    def possessions(self, owner: _Owner) -> list[Possession]:
        """Return what a member carries or a roster keeps in its stash, oldest first."""
        return self._of(Possession, owner)

    def balance(self, owner: _Owner, resource: str) -> int:
        """Return what an owner has of a resource."""
        if self._balances is None:
            self._balances = self._read_balances()
        return self._balances[owner].get(resource, 0)

    def note_entry(self, owner: _Owner, resource: str, amount: int) -> None:
        """Count a new ledger entry in."""
        if self._balances is not None:
            has = self._balances[owner]
            has[resource] = has.get(resource, 0) + amount

    def _of(self, model: type[_Owned], owner: _Owner) -> list[_Owned]:
        if model not in self._owned:
            self._owned[model] = self._read(model)
        return cast("list[_Owned]", self._owned[model][owner])

    def _read(self, model: type[_Owned]) -> dict[_Owner, list[Row]]:
        self._work.session.flush()
        owned: dict[_Owner, list[Row]] = defaultdict(list)
        wanted = col(model.member_id).in_(self._ids("member"))
        if model is Possession:
            wanted |= col(Possession.roster_id).in_(self._ids("roster"))
        for row in self._work.session.scalars(select(model).where(wanted).order_by(col(model.id))):
            owned[_owner_of(row)].append(row)
        return owned

    def _read_balances(self) -> dict[_Owner, dict[str, int]]:
        self._work.session.flush()
        balances: dict[_Owner, dict[str, int]] = defaultdict(dict)
        query = (
            select(
                col(LedgerEntry.member_id),
                col(LedgerEntry.roster_id),
                col(LedgerEntry.resource),
                func.sum(LedgerEntry.amount),
            )
            .where(
                col(LedgerEntry.member_id).in_(self._ids("member"))
                | col(LedgerEntry.roster_id).in_(self._ids("roster"))
            )
            .group_by(
                col(LedgerEntry.member_id), col(LedgerEntry.roster_id), col(LedgerEntry.resource)
            )
        )
        for member_id, roster_id, resource, amount in self._work.connection.execute(query):
            owner = _owner(member_id, roster_id)
            balances[owner][resource] = int(amount)
        return balances

    def _ids(self, kind: str) -> list[int]:
        return sorted(owner_id for owner_kind, owner_id in self._owners if owner_kind == kind)


def _own(row: LedgerEntry | Possession, owner: _Owner) -> None:
    kind, owner_id = owner
    if kind == "member":
        row.member_id = owner_id
    else:
        row.roster_id = owner_id


def _owner_of(row: Modifier | Possession | Stat | Trait) -> _Owner:
    return _owner(row.member_id, row.roster_id if isinstance(row, Possession) else None)


def _owner(member_id: int | None, roster_id: int | None) -> _Owner:
    if member_id is not None:
        return "member", member_id
    assert roster_id is not None
    return "roster", roster_id


def _as_pure(row: Modifier) -> pure.Modifier:
    return pure.Modifier(
        row.key,
        row.amount,
        row.source,
        cast(Ends, row.ends),
        row.cause,
        cast(Arithmetic, row.arithmetic),
    )


def _at_most(amount: int, name: str) -> int:
    if amount > MOST_OF_A_KIND:
        raise Refusal(f"There can be {MOST_OF_A_KIND:,} at most of one kind: {name}.")
    return amount
