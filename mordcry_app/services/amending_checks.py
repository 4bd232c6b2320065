"""Whether an aftermath that was committed can be amended, and what contradicts a correction.

Two questions: whether it can be opened again at all (`can_amend`: does anything that was done
since stand on it?), and whether a correction can be committed as it is (`refused_by`: does what
was done since still fit?). Both answer in sentences that name the operations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sqlalchemy import select

from mordcry_app.model.tables import Battle
from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import Ruleset
from mordcry_app.rules.state import State
from mordcry_app.services.amending_views import AmendCheck
from mordcry_app.services.battles import refuse_open_board
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.committed import (
    FINISH,
    Committed,
    LaterOperation,
    changed_columns,
    operations_ago,
    read_committed,
)
from mordcry_app.services.rehearsal import Rehearsed
from mordcry_app.services.shown import shown_member_name, shown_roster_name
from mordcry_app.services.state_reader import current_state, table_of
from mordcry_app.services.text_checks import written
from mordcry_app.services.unit_of_work import Image

if TYPE_CHECKING:
    from sqlalchemy import Connection

_MOST_NAMED = 3
"""More battles or operations than this are counted in a sentence, not named."""


def can_amend(file: CampaignFile, battle_id: int) -> AmendCheck:
    """Say whether the aftermath of a battle can be opened again, and if not, why."""
    with file.reading() as connection:
        return check_amend(file, connection, battle_id)


def check_amend(file: CampaignFile, connection: Connection, battle_id: int) -> AmendCheck:
    """Say the same inside a transaction."""
    if file.read_only_reason:
        return AmendCheck.of((file.read_only_reason,))
    battle = table_of(Battle).c
    row = connection.execute(
        select(battle.number, battle.state).where(battle.id == battle_id)
    ).one_or_none()
    if row is None:
        return AmendCheck.of(("That battle is no longer there.",))
    try:
        refuse_open_board(connection)
    except Refusal as refusal:
        return AmendCheck.of((refusal.sentence,))
    newer = select(battle.number, battle.state).where(battle.number > row.number)
    since = connection.execute(newer.order_by(battle.number)).all()
    if since:
        is_fought = any(other.state != "set_up" for other in since)
        return AmendCheck.of((_battles_since([other.number for other in since], is_fought),))
    committed = read_committed(connection, battle_id)
    if committed is None:
        return AmendCheck.of(("How its aftermath was answered is not known any more.",))
    return AmendCheck.of(tuple(_contradictions(connection, committed)))


def _battles_since(numbers: Sequence[int], is_fought: bool) -> str:
    many = len(numbers) > 1
    named = ", ".join(str(number) for number in numbers[:_MOST_NAMED])
    if len(numbers) > _MOST_NAMED:
        named += f" and {len(numbers) - _MOST_NAMED} more"
    else:
        named = " and ".join(named.rsplit(", ", 1))
    done = "fought since" if is_fought else "set up already"
    return (
        f"{'Battles' if many else 'Battle'} {named} {'were' if many else 'was'} {done}; "
        f"{'they stand' if many else 'it stands'} on how this aftermath came out."
    )


def _contradictions(connection: Connection, committed: Committed) -> Iterator[str]:
    """Yield a sentence for each later operation that stands on the aftermath, newest first."""
    for operation in reversed(committed.later):
        why = _contradicts(operation, committed)
        if why:
            yield f"{_named(connection, operation)}, {why}."


def _contradicts(operation: LaterOperation, committed: Committed) -> str:
    """Return how an operation stands on what an aftermath wrote; nothing when it does not."""
    if operation.kind == FINISH:
        return "builds on the experience that this aftermath gave"
    joined = committed.added("member")
    for image in operation.images:
        columns = changed_columns(image)
        wrote = committed.rows.get((image.table, image.row_id))
        if not columns or image.table == "chronicle_entry":
            continue
        if wrote is not None and _overlaps(image, wrote, columns):
            return "changed what this aftermath wrote"
        if image.member_id in joined:
            return "is about a fighter who joined in this aftermath"
    return ""


def _overlaps(image: Image, wrote: Image, columns: set[str]) -> bool:
    """Say whether a change touches what was written; more of the same item does not."""
    if image.after is None or wrote.before is None or wrote.after is None:
        is_more = (
            image.table == "possession"
            and columns == {"quantity"}
            and image.before is not None
            and image.after is not None
            and image.after["quantity"] > image.before["quantity"]
        )
        return not is_more
    common = columns & changed_columns(wrote)
    if image.table == "possession" and common == {"quantity"} and image.before is not None:
        return image.after["quantity"] < image.before["quantity"]
    return bool(common)


def refused_by(
    file: CampaignFile, connection: Connection, committed: Committed, correction: Rehearsed
) -> tuple[str, ...]:
    """Return why a correction contradicts what was done since, in sentences."""
    reasons = [
        f"{_named(connection, operation)}, stands on the aftermath as it was; undo that first."
        for operation in reversed(correction.conflicts)
    ]
    before = current_state(file, connection)
    reasons.extend(_overdrawn(file, connection, committed, before, correction.state))
    rules = file.house_rules(connection)
    broken = set(_broken_rules(file.ruleset, rules, before))
    reasons.extend(
        sentence
        for sentence in _broken_rules(file.ruleset, rules, correction.state)
        if sentence not in broken
    )
    return tuple(reasons)


def _broken_rules(ruleset: Ruleset, rules: HouseRules, state: State) -> Iterator[str]:
    """Yield what the rules of rosters and gear have against a state."""
    for roster_id in state.rosters:
        try:
            ruleset.check_roster(state, roster_id, rules)
        except Refusal as refusal:
            yield refusal.sentence
    for member in state.members.values():
        if member.state == "active":
            try:
                ruleset.check_carried(member, rules)
            except Refusal as refusal:
                yield refusal.sentence


def _overdrawn(
    file: CampaignFile,
    connection: Connection,
    committed: Committed,
    before: State,
    after: State,
) -> Iterator[str]:
    """Yield a sentence for whatever would be below zero, with who has spent it since."""
    owners = [
        *(("roster_id", r.id, shown_roster_name(r), r.resources) for r in after.rosters.values()),
        *(
            ("member_id", m.id, shown_member_name(m, file.ruleset), m.resources)
            for m in after.members.values()
        ),
    ]
    for column, owner_id, name, resources in owners:
        here = before.rosters if column == "roster_id" else before.members
        for resource, amount in resources.items():
            if amount >= 0 or (owner_id in here and here[owner_id].amount(resource) <= amount):
                continue
            definition = file.ruleset.content.resources.get(resource)
            short = definition.short if definition else resource
            spenders = [
                _named(connection, operation)
                for operation in reversed(committed.later)
                if any(_spends(image, column, owner_id, resource) for image in operation.images)
            ]
            more = len(spenders) - _MOST_NAMED
            who = "; ".join(spenders[:_MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")
            since = f", spent since: {who}" if spenders else ""
            yield f"{name} would have {written(amount)} {short}{since}."


def _spends(image: Image, column: str, owner_id: int, resource: str) -> bool:
    entry = image.after if image.table == "ledger_entry" else None
    return (
        entry is not None
        and entry[column] == owner_id
        and entry["resource"] == resource
        and entry["amount"] < 0
    )


def _named(connection: Connection, operation: LaterOperation) -> str:
    ago = operations_ago(connection, operation.id)
    when = "the last operation" if ago == 1 else f"{ago} operations ago"
    return f"“{operation.label}”, {when}"
