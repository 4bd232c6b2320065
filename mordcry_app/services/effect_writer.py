"""Writes settled effects to the database: the stored counterpart of `rules.interpreter`.

One function an operation of the vocabulary. A property test holds both to the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from sqlmodel import col, func, select

from mordcry_app.model.tables import LedgerEntry, Member, Modifier, Possession, Stat, Trait
from mordcry_app.rules.effects import (
    AddTag,
    AddTrait,
    Effect,
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
from mordcry_app.rules.interpreter import pending_trait, settled_amount, state_after
from mordcry_app.services.unit_of_work import Work


class EffectWriter:
    """Writes effects inside one unit of work; `battle_id` marks what it writes, where known."""

    def __init__(self, work: Work, battle_id: int | None = None) -> None:
        self._session = work.session
        self._battle_id = battle_id
        self._handlers: dict[type, Callable[[str, int, Effect], None]] = {
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

    def write(self, effects: Iterable[Effect]) -> None:
        """Write effects in order; raises `ValueError` for one that was not settled."""
        for effect in effects:
            handler = self._handlers.get(type(effect))
            if handler is None:
                raise ValueError(f"{effect.op} asks something; settle effects before use")
            kind, owner_id = target(effect)
            handler(kind, owner_id, effect)

    def _gain(self, kind: str, owner_id: int, effect: Effect) -> None:
        effect = cast(Gain, effect)
        self._enter(kind, owner_id, effect.resource, settled_amount(effect), effect.reason)

    def _lose(self, kind: str, owner_id: int, effect: Effect) -> None:
        effect = cast(Lose, effect)
        amount = min(settled_amount(effect), max(0, self._balance(kind, owner_id, effect.resource)))
        self._enter(kind, owner_id, effect.resource, -amount, effect.reason)

    def _enter(self, kind: str, owner_id: int, resource: str, amount: int, reason: str) -> None:
        if amount == 0:
            return
        entry = LedgerEntry(
            resource=resource, amount=amount, reason=reason, battle_id=self._battle_id
        )
        if kind == "member":
            entry.member_id = owner_id
        else:
            entry.roster_id = owner_id
        self._session.add(entry)

    def _balance(self, kind: str, owner_id: int, resource: str) -> int:
        owner = LedgerEntry.member_id if kind == "member" else LedgerEntry.roster_id
        query = select(func.coalesce(func.sum(LedgerEntry.amount), 0)).where(
            col(owner) == owner_id, LedgerEntry.resource == resource
        )
        return int(self._session.scalars(query).one())

    def _modify(self, kind: str, owner_id: int, effect: Effect) -> None:
        effect = cast(Modify, effect)
        self._session.add(
            Modifier(
                member_id=_member_only(kind, owner_id, effect),
                key=effect.stat,
                amount=effect.amount,
                arithmetic=effect.arithmetic,
                source=effect.source,
                ends=effect.ends,
                cause=effect.cause,
                battle_id=self._battle_id,
            )
        )

    def _unmodify(self, kind: str, owner_id: int, effect: Effect) -> None:
        effect = cast(Unmodify, effect)
        query = select(Modifier).where(Modifier.member_id == _member_only(kind, owner_id, effect))
        if effect.cause:
            query = query.where(Modifier.cause == effect.cause)
        elif effect.ends is not None:
            query = query.where(Modifier.ends == effect.ends)
        else:
            return
        self._delete_all(self._session.scalars(query))

    def _set_stat(self, kind: str, owner_id: int, effect: Effect) -> None:
        effect = cast(SetStat, effect)
        member_id = _member_only(kind, owner_id, effect)
        query = select(Stat).where(Stat.member_id == member_id, Stat.key == effect.stat)
        stat = self._session.scalars(query).one_or_none()
        if stat is None:
            self._session.add(Stat(member_id=member_id, key=effect.stat, value=effect.value))
        else:
            stat.value = effect.value

    def _add_trait(self, kind: str, owner_id: int, effect: Effect) -> None:
        effect = cast(AddTrait, effect)
        self._raise_trait(
            _member_only(kind, owner_id, effect),
            Trait(
                member_id=owner_id,
                kind=effect.kind,
                ref=effect.ref,
                name=effect.name or effect.ref,
                level=effect.levels,
                source=effect.source,
                battle_id=self._battle_id,
            ),
        )

    def _add_pending(self, kind: str, owner_id: int, effect: Effect) -> None:
        effect = cast("MissNextBattle | WoundsNextBattle", effect)
        pending = pending_trait(effect)
        self._raise_trait(
            _member_only(kind, owner_id, effect),
            Trait(
                member_id=owner_id,
                kind=pending.kind,
                ref=pending.ref,
                name=pending.name,
                level=pending.level,
                source=pending.source,
                battle_id=self._battle_id,
            ),
        )

    def _raise_trait(self, member_id: int, added: Trait) -> None:
        query = select(Trait).where(
            Trait.member_id == member_id, Trait.kind == added.kind, Trait.ref == added.ref
        )
        present = self._session.scalars(query).one_or_none()
        if present is None:
            self._session.add(added)
            self._session.flush()
        else:
            present.level += added.level

    def _remove_trait(self, kind: str, owner_id: int, effect: Effect) -> None:
        effect = cast(RemoveTrait, effect)
        member_id = _member_only(kind, owner_id, effect)
        self._delete_all(
            self._session.scalars(
                select(Trait).where(
                    Trait.member_id == member_id,
                    Trait.kind == effect.kind,
                    Trait.ref == effect.ref,
                )
            )
        )
        cause = f"{effect.kind}:{effect.ref}"
        self._delete_all(
            self._session.scalars(
                select(Modifier).where(Modifier.member_id == member_id, Modifier.cause == cause)
            )
        )

    def _gain_item(self, kind: str, owner_id: int, effect: Effect) -> None:
        effect = cast(GainItem, effect)
        self._put(kind, owner_id, effect.ref, effect.quantity)

    def _put(self, kind: str, owner_id: int, ref: str, quantity: int) -> None:
        present = next(iter(self._possessions(kind, owner_id, ref)), None)
        if present is not None:
            present.quantity += quantity
            return
        possession = Possession(ref=ref, quantity=quantity)
        if kind == "member":
            possession.member_id = owner_id
        else:
            possession.roster_id = owner_id
        self._session.add(possession)
        self._session.flush()

    def _possessions(self, kind: str, owner_id: int, ref: str | None = None) -> list[Possession]:
        owner = Possession.member_id if kind == "member" else Possession.roster_id
        query = select(Possession).where(col(owner) == owner_id).order_by(col(Possession.id))
        if ref is not None:
            query = query.where(Possession.ref == ref)
        return list(self._session.scalars(query))

    def _lose_item(self, kind: str, owner_id: int, effect: Effect) -> None:
        effect = cast(LoseItem, effect)
        left = effect.quantity
        for possession in self._possessions(kind, owner_id, effect.ref):
            taken = min(left, possession.quantity)
            left -= taken
            if taken == possession.quantity:
                self._delete_all([possession])
            else:
                possession.quantity -= taken

    def _gear_to_stash(self, kind: str, owner_id: int, effect: Effect) -> None:
        member = self._session.get_one(Member, _member_only(kind, owner_id, effect))
        for possession in self._possessions("member", owner_id):
            ref, quantity = possession.ref, possession.quantity
            self._delete_all([possession])
            self._put("roster", member.roster_id, ref, quantity)

    def _gear_lost(self, kind: str, owner_id: int, effect: Effect) -> None:
        self._delete_all(self._possessions("member", _member_only(kind, owner_id, effect)))

    def _change_state(self, kind: str, owner_id: int, effect: Effect) -> None:
        effect = cast("Kill | Retire | Restore", effect)
        member = self._session.get_one(Member, _member_only(kind, owner_id, effect))
        member.state = state_after(effect)

    def _change_tags(self, kind: str, owner_id: int, effect: Effect) -> None:
        effect = cast("AddTag | RemoveTag", effect)
        member = self._session.get_one(Member, _member_only(kind, owner_id, effect))
        if isinstance(effect, AddTag):
            member.tags = sorted({*member.tags, effect.tag})
        else:
            member.tags = sorted(set(member.tags) - {effect.tag})

    def _nothing(self, kind: str, owner_id: int, effect: Effect) -> None:
        pass

    def _delete_all(self, rows: Iterable[object]) -> None:
        for row in list(rows):
            self._session.delete(row)
        self._session.flush()


def _member_only(kind: str, owner_id: int, effect: Effect) -> int:
    if kind != "member":
        raise ValueError(f"{effect.op} touches a member, not a roster")
    return owner_id
