"""Experience and renown that a warband earns with a battle.

Rules: mordcry.txt, "Experience, Leveling, and Renown": +1 XP and +1 renown each for taking
part, for the most kills in the own warband, for winning, and for holding an objective or
treasure. The dead and those who missed the battle earn nothing (rulings 53 and 54).
"""

from __future__ import annotations

from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.effects import Effect, Gain
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.procedure import Choose, Option, Outcome, Procedure, chosen
from mordcry_app.rules.ruleset import BattleRecord
from mordcry_app.rules.state import Member, State
from mordcry_app.rulesets.mordcry.beasts import fighters, is_beast
from mordcry_app.rulesets.mordcry.content import RENOWN, XP
from mordcry_app.rulesets.mordcry.rulebook import Rulebook, warband


def experience(
    book: Rulebook, state: State, roster_id: int, record: BattleRecord, key: str
) -> Procedure:
    """Hand out the experience of one warband; asks only about a tie for most kills."""
    tied = tied_for_kills(state, roster_id, record)
    bloodiest = undisputed(tied, book.rules)
    if len(tied) > 1 and book.rules["most_kills"] == "pick_one":
        options = tuple(Option(str(member.id), book.called(member)) for member in tied)
        kills = record.kills[tied[0].id]
        answer = yield Choose(f"{key}/kills", options, f"Most kills, {kills} each: who earns it?")
        bloodiest = tuple(member for member in tied if str(member.id) == chosen(answer))
    effects = rewards(state, roster_id, record, bloodiest)
    story = _story(book, state, roster_id, record, bloodiest)
    return Outcome(effects, story, summary(book, state, roster_id, record, bloodiest))


def forecast(
    state: State, roster_id: int, record: BattleRecord, rules: HouseRules
) -> tuple[Effect, ...]:
    """Return what the warband will earn as far as it is known before the line is done."""
    tied = tied_for_kills(state, roster_id, record)
    return rewards(state, roster_id, record, undisputed(tied, rules))


def rewards(
    state: State, roster_id: int, record: BattleRecord, bloodiest: tuple[Member, ...]
) -> tuple[Effect, ...]:
    """Return the ledger entries of every fighter who earns something."""
    effects: list[Effect] = []
    for member in earners(state, roster_id, record):
        reasons = [f"Took part in battle {record.number}"]
        if member in bloodiest:
            reasons.append(f"Most kills in battle {record.number}")
        if record.results.get(roster_id) == "won":
            reasons.append(f"Won battle {record.number}")
        if member.id in record.holders:
            reasons.append(f"Held an objective or treasure in battle {record.number}")
        for reason in reasons:
            who = member_target(member.id)
            effects.append(Gain(who=who, resource=XP, amount=1, reason=reason))
            effects.append(Gain(who=who, resource=RENOWN, amount=1, reason=reason))
    return tuple(effects)


def earners(state: State, roster_id: int, record: BattleRecord) -> tuple[Member, ...]:
    """Return the fighters who took part and are alive; beasts learn nothing."""
    return tuple(member for member in fighters(state, roster_id) if member.id in record.took_part)


def tied_for_kills(state: State, roster_id: int, record: BattleRecord) -> tuple[Member, ...]:
    """Return the living fighters with the most kills of their warband, at least one.

    The kills of the dead count in the comparison: whoever killed most and died earns nothing,
    and nobody earns it instead.
    """
    fought = [
        member
        for member in state.of_roster(roster_id)
        if member.id in record.took_part and not is_beast(member)
    ]
    most = max((record.kills.get(member.id, 0) for member in fought), default=0)
    if most < 1:
        return ()
    living = earners(state, roster_id, record)
    return tuple(member for member in living if record.kills.get(member.id, 0) == most)


def undisputed(tied: tuple[Member, ...], rules: HouseRules) -> tuple[Member, ...]:
    """Return who earns the most kills without being asked about, by the house rule."""
    return tied if len(tied) <= 1 or rules["most_kills"] == "all_tied" else ()


def summary(
    book: Rulebook,
    state: State,
    roster_id: int,
    record: BattleRecord,
    bloodiest: tuple[Member, ...] | None = None,
) -> str:
    """Return in short what the warband earns: `9 took part · won · most kills: Anselm (3)`.

    `bloodiest` are those who earn it for most kills, once that is decided.
    """
    fought = earners(state, roster_id, record)
    parts = [f"{len(fought)} took part"]
    if record.results.get(roster_id) == "won":
        parts.append("won")
    tied = tied_for_kills(state, roster_id, record) if bloodiest is None else bloodiest
    if tied and (len(tied) == 1 or book.rules["most_kills"] != "nobody"):
        names = ", ".join(book.called(member) for member in tied)
        parts.append(f"most kills: {names} ({record.kills[tied[0].id]})")
    held = [book.called(member) for member in fought if member.id in record.holders]
    if held:
        parts.append(f"held: {', '.join(held)}")
    return " · ".join(parts)


def _story(
    book: Rulebook,
    state: State,
    roster_id: int,
    record: BattleRecord,
    bloodiest: tuple[Member, ...],
) -> tuple[str, ...]:
    lines: list[str] = []
    if record.results.get(roster_id) == "won":
        lines.append(f"{warband(state, roster_id)} won battle {record.number}.")
    for member in bloodiest:
        kills = record.kills[member.id]
        enemies = "one enemy" if kills == 1 else f"{kills} enemies"
        name = book.called(member)
        lines.append(f"{name} put {enemies} out of action in battle {record.number}.")
    lines.extend(
        f"{book.called(member)} held an objective or treasure in battle {record.number}."
        for member in earners(state, roster_id, record)
        if member.id in record.holders
    )
    return tuple(lines)
