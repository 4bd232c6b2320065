"""Plays without a player: draws battles, and answers whole boards, through the ordinary services.

The sample campaign, the demonstration and simulations are played like this. Nothing here knows a
ruleset: a board’s questions say all that is needed. An option that is refused is never taken, and
where the first option leaves things as they are, it is taken every other time.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from mordcry_app.rules.board import Board
from mordcry_app.rules.dice import RandomSource
from mordcry_app.rules.procedure import (
    Answer,
    ChoiceAnswer,
    Choose,
    Pick,
    PickAnswer,
    Question,
    Roll,
    RollAnswer,
    Spread,
    SpreadAnswer,
    TextAnswer,
)
from mordcry_app.rules.ruleset import Ruleset
from mordcry_app.rules.ruleset_words import BattleResult
from mordcry_app.rules.state import State
from mordcry_app.services.answering import further_answers
from mordcry_app.services.battle_entries import BattleEntry, SideEntry
from mordcry_app.services.battles import default_entry
from mordcry_app.services.board_layout import open_board
from mordcry_app.services.boards import give_answers
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.state_reader import current_state

LEAVES_IT = frozenset({"keep", "leave", "none", "nothing", "no", "pass", "skip", "stop", "decline"})
"""Ids of first options that leave things as they are."""

_OUT_PERCENT: Mapping[BattleResult, int] = {"won": 15, "drew": 22, "lost": 30, "retreated": 35}
"""How likely a fighter is put out of action among equals, by what came of the battle."""
_LEAST_PERCENT, _MOST_PERCENT = 5, 80


def play_board(file: CampaignFile, draft_id: int, random: RandomSource) -> Board:
    """Answer every question of a board that has none yet, as one operation; return the board."""
    with file.reading() as connection:
        start = open_board(file, connection, draft_id)
    new = further_answers(start, lambda question: automatic_answer(question, random))
    if not new:
        return start.board
    give_answers(file, draft_id, new)
    with file.reading() as connection:
        return open_board(file, connection, draft_id).board


def automatic_answer(question: Question, random: RandomSource) -> Answer:
    """Return an answer that the question allows, with the dice and choices drawn from `random`.

    Amounts and texts are taken as proposed. Raises `RuntimeError` for a choice whose every option
    is refused, where a player would be stuck.
    """
    match question:
        case Roll():
            faces = question.parsed.roll(random)
            return RollAnswer(dice=question.dice, faces=faces, typed=False)
        case Choose():
            return ChoiceAnswer(option=_chosen(question, random))
        case Spread():
            return SpreadAnswer(amounts={share.id: share.proposed for share in question.shares})
        case Pick():
            return PickAnswer(options=_some(question, random))
        case _:
            return TextAnswer(text=question.proposed)


def random_battle(file: CampaignFile, random: RandomSource) -> BattleEntry:
    """Return a battle that could have been: everyone takes part who does not miss it.

    The stronger a warband is, the likelier it wins; the stronger the enemy and the weaker the
    fighter, the likelier the fighter is put out of action. One battle in ten is drawn; one loser in
    four retreats.
    """
    start = default_entry(file)
    with file.reading() as connection:
        state = current_state(file, connection)
    strength = _strengths(state, file.ruleset, start)
    totals = [sum(strength[member] for member in side.took_part) for side in start.sides]
    results = _results(totals, random)
    sides = tuple(
        _fought(side, results[place], start, strength, random)
        for place, side in enumerate(start.sides)
    )
    return BattleEntry(_holding(sides, strength, random))


def drawn(weights: Mapping[int, int], random: RandomSource) -> int:
    """Return one of the keys, each as likely as its weight; weights are whole and at least 1."""
    place = random.face(sum(weights.values()))
    for key, weight in weights.items():
        place -= weight
        if place <= 0:
            return key
    raise ValueError("weights must be 1 and more")


def _some(question: Pick, random: RandomSource) -> tuple[str, ...]:
    """Return as many options as may be picked at the least, and each further one by a toss."""
    allowed = [option.id for option in question.options if not option.refused]
    if len(allowed) < question.least:
        raise RuntimeError(f"the question “{question.key}” allows no answer")
    picked: list[str] = []
    while len(picked) < question.limit and allowed:
        if len(picked) >= question.least and random.face(2) == 1:
            break
        picked.append(allowed.pop(random.face(len(allowed)) - 1))
    return tuple(picked)


def _chosen(question: Choose, random: RandomSource) -> str:
    allowed = [option.id for option in question.options if not option.refused]
    if not allowed:
        raise RuntimeError(f"the question “{question.key}” allows no answer")
    if len(allowed) > 1 and allowed[0] == question.options[0].id and allowed[0] in LEAVES_IT:
        if random.face(2) == 1:
            return allowed[0]
        allowed = allowed[1:]
    return allowed[random.face(len(allowed)) - 1]


def _strengths(state: State, ruleset: Ruleset, entry: BattleEntry) -> dict[int, int]:
    present = sorted(member for side in entry.sides for member in side.took_part)
    return {member: max(1, ruleset.strength(state.members[member])) for member in present}


def _results(totals: list[int], random: RandomSource) -> list[BattleResult]:
    """Return what came of the battle for each side; a side with nobody there does not win."""
    present = {place: total for place, total in enumerate(totals) if total}
    if not present or (len(present) > 1 and random.face(10) == 1):
        return ["drew"] * len(totals)
    winner = drawn(present, random)
    return [
        "won" if place == winner else ("retreated" if total and random.face(4) == 1 else "lost")
        for place, total in enumerate(totals)
    ]


def _fought(
    side: SideEntry,
    result: BattleResult,
    entry: BattleEntry,
    strength: Mapping[int, int],
    random: RandomSource,
) -> SideEntry:
    """Return a side with its result, and with who was put out of action by whom."""
    own = sorted(side.took_part)
    enemies = {
        member: strength[member]
        for other in entry.sides
        if other.roster_id != side.roster_id
        for member in sorted(other.took_part)
    }
    out_by: dict[int, int | None] = {}
    for member in own if enemies else ():
        if random.face(100) <= _out_percent(member, own, enemies, result, strength):
            out_by[member] = None if random.face(10) == 1 else drawn(enemies, random)
    extra: dict[int, int] = {}
    if own and random.face(8) == 1:
        extra[drawn({member: strength[member] for member in own}, random)] = 1
    return replace(side, result=result, out_by=out_by, extra_kills=extra)


def _out_percent(
    member: int,
    own: Collection[int],
    enemies: Mapping[int, int],
    result: BattleResult,
    strength: Mapping[int, int],
) -> int:
    """Return how likely, of 100, a fighter is put out of action."""
    total = sum(strength[other] for other in own)
    percent = _OUT_PERCENT[result]
    percent = percent * _between(100 * sum(enemies.values()) // total, 50, 200) // 100
    percent = percent * _between(100 * total // (len(own) * strength[member]), 50, 150) // 100
    return _between(percent, _LEAST_PERCENT, _MOST_PERCENT)


def _holding(
    sides: tuple[SideEntry, ...], strength: Mapping[int, int], random: RandomSource
) -> tuple[SideEntry, ...]:
    """Return the sides with what each held at the end, and by which of those still standing."""
    held = {side.roster_id: {"objectives": 0, "treasures": 0} for side in sides}
    standing = {side.roster_id: sorted(side.took_part - side.out_by.keys()) for side in sides}
    claims = {
        side.roster_id: 3 if side.result == "won" else 1
        for side in sides
        if standing[side.roster_id] and side.result != "retreated"
    }
    for what in ("objectives", "treasures"):
        for _ in range(random.face(4) - 1 if claims else 0):
            held[drawn(claims, random)][what] += 1
    return tuple(
        replace(
            side,
            **held[side.roster_id],
            holders=_holders(
                standing[side.roster_id], sum(held[side.roster_id].values()), strength, random
            ),
        )
        for side in sides
    )


def _holders(
    standing: list[int], held: int, strength: Mapping[int, int], random: RandomSource
) -> frozenset[int]:
    """Return who held something: one fighter for each thing, as far as they go round."""
    left = {member: strength[member] for member in standing}
    holders: set[int] = set()
    for _ in range(min(held, len(left))):
        holder = drawn(left, random)
        del left[holder]
        holders.add(holder)
    return frozenset(holders)


def _between(value: int, least: int, most: int) -> int:
    return max(least, min(most, value))
