"""Blocks to write in: what a ruleset plans for paper, expanded for the warbands that are there.

What fields can show of warbands and fighters is listed in `rules/paper.SHOWS`; what only the caller
knows comes in as `known`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal

from mordcry_app.rules.dice import Dice, parse_real_dice
from mordcry_app.rules.paper import PaperBlock, PaperField, PaperPlan
from mordcry_app.services.paper_views import BlockView, FieldView, RowView
from mordcry_app.services.views import AmountView, MemberView, RosterView

BLANK_ROWS = 10
"""Fighters that a block has room for on blank paper."""

BLANK_OWNERS = ("First warband", "Second warband")
"""What the warbands of blank paper are called."""

_NOTHING_KNOWN: Mapping[str, str] = MappingProxyType({})


def of_member(name: str, member_id: int) -> str:
    """Return the key in `known` of something about one fighter."""
    return f"member {member_id} {name}"


def blocks_for(
    plan: PaperPlan,
    sheet: Literal["battle", "form"],
    rosters: tuple[RosterView, ...],
    *,
    known: Mapping[str, str] = _NOTHING_KNOWN,
    is_blank: bool = False,
    rounds: int | None = None,
) -> tuple[BlockView, ...]:
    """Return the blocks of one sheet, one after the other, those of warbands once for each.

    Fighters come in the order of their rosters, all of them; `known` has what else is known, by the
    name that a field shows or, about a fighter, by `of_member`. Blank paper has two warbands
    without names and with ten rows for fighters each. `rounds` is how many rounds a block for each
    round has, by default as many as the plan says.
    """
    owners: tuple[RosterView | None, ...] = (None, None) if is_blank else rosters
    count = plan.profile.rounds if rounds is None else rounds
    blocks: list[BlockView] = []
    for block in plan.blocks_of(sheet):
        if block.scope == "round":
            blocks.append(_of_rounds(block, known, count, owners))
        elif block.scope == "battle":
            blocks.append(_of_battle(block, known))
        else:
            blocks.extend(
                _of_warband(block, plan, roster, owner_name(roster, place), known)
                for place, roster in enumerate(owners)
            )
    return tuple(block for block in blocks if block.rows)


def owner_name(roster: RosterView | None, place: int) -> str:
    """Return what a warband is called on paper; one that is not known by its place."""
    return roster.shown_name if roster else BLANK_OWNERS[place]


def _of_battle(block: PaperBlock, known: Mapping[str, str]) -> BlockView:
    row = RowView(_fields(block, known))
    return BlockView(
        id=block.id,
        title=block.title,
        text=block.text,
        rows=(row,) * (block.rows + block.extra),
        stage=block.stage,
    )


def _of_rounds(
    block: PaperBlock,
    known: Mapping[str, str],
    rounds: int,
    owners: tuple[RosterView | None, ...],
) -> BlockView:
    fields = _fields(block, known)
    names = [owner_name(roster, place) for place, roster in enumerate(owners)]
    rows = [
        RowView(fields, name, lead=str(number))
        for number in range(1, rounds + 1)
        for name in (names if block.by_side else [""])
    ]
    return BlockView(
        id=block.id,
        title=block.title,
        text=block.text,
        rows=(*rows, *[RowView(fields)] * block.extra),
        has_names=block.by_side,
        stage=block.stage,
        names_heading="Round",
    )


def _of_warband(
    block: PaperBlock,
    plan: PaperPlan,
    roster: RosterView | None,
    owner: str,
    known: Mapping[str, str],
) -> BlockView:
    return BlockView(
        id=block.id,
        title=block.title,
        text=block.text,
        rows=tuple(_rows_of_roster(block, plan, roster, known)),
        has_names=block.scope == "member",
        roster_id=roster.id if roster else 0,
        stage=block.stage,
        owner=owner,
    )


def _fields(block: PaperBlock, known: Mapping[str, str]) -> tuple[FieldView, ...]:
    return tuple(_field(field, known.get(field.shows, "")) for field in block.fields)


def _rows_of_roster(
    block: PaperBlock, plan: PaperPlan, roster: RosterView | None, known: Mapping[str, str]
) -> Iterator[RowView]:
    """Yield the rows of a block for one warband, or for one that is not known."""
    empty = RowView(tuple(_field(field) for field in block.fields))
    if block.scope == "member":
        for member in roster.members if roster else ():
            fields = (
                _field(field, _shown_of_fighter(field.shows, member, plan, known))
                for field in block.fields
            )
            yield RowView(tuple(fields), member.shown_name, member_id=member.id)
        if roster is None:
            yield from [empty] * (block.rows if block.rows > 1 else BLANK_ROWS)
    else:
        shown = (_field(f, _shown_of_warband(f.shows, roster, known)) for f in block.fields)
        yield from [RowView(tuple(shown))] * block.rows
    yield from [empty] * block.extra


def _field(field: PaperField, text: str = "") -> FieldView:
    dice = parse_real_dice(field.dice) if field.dice else None
    return FieldView(
        label=field.label,
        text=text,
        dice=tuple(f"D{sides}" for sides in dice.sides) if dice else (),
        ticks=field.count if field.kind == "ticks" else 0,
        options=field.options,
        is_number=field.kind == "number",
        share=field.share,
        after=_after(dice) if dice else "",
    )


def _after(dice: Dice) -> str:
    """Return what is done with the sum of dice: `× 10`, `+ 1`."""
    words = [f"× {dice.factor}"] if dice.factor != 1 else []
    if dice.bonus:
        words.append(f"{'+' if dice.bonus > 0 else '−'} {abs(dice.bonus)}")
    return " ".join(words)


def _shown_of_warband(shows: str, roster: RosterView | None, known: Mapping[str, str]) -> str:
    if roster is None or not shows:
        return ""
    kind, _, name = shows.partition(":")
    match kind:
        case "name":
            return roster.shown_name
        case "player":
            return roster.player
        case "strength":
            return str(roster.strength) if roster.strength else ""
        case "amount":
            return _amount(name, roster.amounts)
        case _:
            return known.get(shows, "")


def _shown_of_fighter(
    shows: str, member: MemberView, plan: PaperPlan, known: Mapping[str, str]
) -> str:
    kind, _, name = shows.partition(":")
    match kind:
        case "archetype":
            return member.archetype_name
        case "progress":
            return _amount(plan.profile.progress, member.amounts)
        case "next_advance":
            return str(member.next_advance_at) if plan.profile.progress else ""
        case "advances_due":
            return str(member.advances_due) if member.advances_due else ""
        case "wounds":
            return _value(plan.profile.wounds, member)
        case "amount":
            return _amount(name, member.amounts)
        case "value":
            return _value(name, member)
        case _:
            return known.get(of_member(shows, member.id), "")


def _amount(resource: str, amounts: tuple[AmountView, ...]) -> str:
    return next((str(amount.amount) for amount in amounts if amount.resource == resource), "")


def _value(stat: str, member: MemberView) -> str:
    return next((value.text for value in member.values if value.stat == stat), "")
