"""The lines of a whole set-up: terrain, attacker, deployment, victory, twist, and the groups.

What they decide is told to the battle as facts (`words.Known`). A row that is drawn also does to
every warband what its own effects say, which is how a group’s own rows take effect.

Rules: mordcry.txt, from “Setup Battlefield and Determine Deployment Zones” to “Deploy Warbands”;
rulings 11 to 15 and 18.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from mordcry_app.rules.battle_effects import BATTLE, Fact, SetFact
from mordcry_app.rules.battle_effects import side as side_owner
from mordcry_app.rules.board import EVERYBODY, Line, LineReport, Plan
from mordcry_app.rules.procedure import Choose, Option, Outcome, Procedure, chosen
from mordcry_app.rules.state import State
from mordcry_app.rulesets.mordcry.battle import drawing
from mordcry_app.rulesets.mordcry.battle.groups import STAGE as GROUPS
from mordcry_app.rulesets.mordcry.battle.groups import group_lines, who_fights
from mordcry_app.rulesets.mordcry.battle.roll_off import roll_off
from mordcry_app.rulesets.mordcry.battle.stakes import BREAKTHROUGH, Stakes, stakes_of
from mordcry_app.rulesets.mordcry.battle.words import Known, OfSide
from mordcry_app.rulesets.mordcry.points import points_of
from mordcry_app.rulesets.mordcry.rulebook import Rulebook, warband

FIELD = "field"
BATTLE_PLAN = "battle_plan"
STAGES = (FIELD, BATTLE_PLAN, GROUPS)
"""Stages of the board, in order."""

EDGES = ("north", "east", "south", "west")
EDGE_KEPT_FREE = 4
"""Inches between the edge and where terrain meets the floor."""
FEATURES_IN_A_QUARTER = 2

_TERRAIN = "terrain"
_ATTACKER = "attacker"
_DEPLOYMENT = "deployment"
_VICTORY = "victory"
_PLACING = "placing"
_TERRITORY = "territory"
_TWIST = "twist"


def field_lines(
    book: Rulebook,
    state: State,
    battle: int,
    *,
    waits: Mapping[int, tuple[str, ...]] = MappingProxyType({}),
) -> Plan:
    """Lay out what a battle needs besides its fighters.

    `waits` names for each warband the lines that decide who of it can fight at all.
    """
    sides = tuple(state.rosters)
    if not sides:
        return
    yield _terrain_line(book)
    attacker = _fact((yield _attacker_line(book, waits)), Known.ATTACKER)
    drawn: dict[str, LineReport] = {}
    for key, label, procedure, hint in (
        (
            _DEPLOYMENT,
            "Deployment",
            drawing.deployment,
            drawing.deployment_hint(book, state),
        ),
        (_VICTORY, "Victory", drawing.victory, ""),
    ):
        drawn[key] = yield _drawing_line(book, battle, key, label, procedure, hint)
        state = drawn[key].after
    victory = _fact(drawn[_VICTORY], Known.VICTORY)
    if isinstance(victory, str):
        order = _defenders_first(sides, attacker)
        stakes = stakes_of(victory)
        if stakes.first:
            yield _placing_line(order, victory)
        if victory == BREAKTHROUGH:
            yield from _territory_lines(state, order)
    report = yield _drawing_line(book, battle, _TWIST, "Twist", drawing.twist)
    yield from group_lines(book, report.after, waits)


# -------------------------------------------------------------------------------------- terrain


def _terrain_line(book: Rulebook) -> Line:
    width, depth = book.rules.number("board_width"), book.rules.number("board_depth")
    return Line(
        _TERRAIN,
        FIELD,
        "Terrain",
        EVERYBODY,
        "",
        partial(_terrain, book),
        hint=f"{width}″ × {depth}″, {book.rules.number('terrain_pieces')} pieces",
        rule="topic:terrain",
    )


def _terrain(book: Rulebook, state: State) -> Procedure:
    """Roll off who places the first piece, and say what there is to place and where."""
    winner = yield from roll_off(
        f"{_TERRAIN}/roll",
        tuple(state.rosters),
        partial(warband, state),
        "Roll-off for the first piece of terrain",
    )
    width, depth = book.rules.number("board_width"), book.rules.number("board_depth")
    turns = ", then by turns" if len(state.rosters) > 1 else ""
    return Outcome(
        summary=f"{warband(state, winner)} places the first piece{turns}: "
        f"{book.rules.number('terrain_pieces')} in all on {width}″ × {depth}″, "
        f"{FEATURES_IN_A_QUARTER} or more in each quarter, {EDGE_KEPT_FREE}″ from every edge"
    )


# ------------------------------------------------------------------------- attacker and defender


def _attacker_line(book: Rulebook, waits: Mapping[int, tuple[str, ...]]) -> Line:
    is_by_points = book.rules["attacker"] == "weaker_picks"
    return Line(
        _ATTACKER,
        FIELD,
        "Attacker",
        EVERYBODY,
        "",
        partial(_attacker, book),
        hint="by points" if is_by_points else "by a roll-off",
        after=tuple(key for keys in waits.values() for key in keys) if is_by_points else (),
        rule="topic:attacker",
    )


def _attacker(book: Rulebook, state: State) -> Procedure:
    """Settle who attacks, by the house rule `attacker` (ruling 13)."""
    sides = tuple(state.rosters)
    name = partial(warband, state)
    reading = book.rules["attacker"]
    candidates = _weakest(book, state) if reading == "weaker_picks" else sides
    attacker = picker = yield from roll_off(
        f"{_ATTACKER}/roll", candidates, name, "Roll-off for attacker or defender"
    )
    if reading != "roll_off_attacks" and len(sides) > 1:
        others = [side for side in sides if side != picker]
        options = [Option(str(picker), f"{name(picker)} attacks")]
        if len(others) == 1:
            options.append(Option(str(others[0]), f"{name(picker)} defends"))
        else:
            options += [Option(str(other), f"{name(other)} attacks") for other in others]
        question = Choose(f"{_ATTACKER}/pick", tuple(options), f"{name(picker)} picks")
        attacker = int(chosen((yield question)))
    defenders = [name(side) for side in sides if side != attacker]
    against = f", {_listed(defenders)} {_verb('defend', defenders)}" if defenders else ""
    fact = SetFact(who=BATTLE, key=Known.ATTACKER.value, value=attacker)
    return Outcome(summary=f"{name(attacker)} attacks{against}", battle=(fact,))


def _weakest(book: Rulebook, state: State) -> tuple[int, ...]:
    """Return the warbands with the fewest points among those who can fight."""
    points = {
        side: sum(points_of(member, book.rules) for member in who_fights(state, side))
        for side in state.rosters
    }
    return tuple(side for side, worth in points.items() if worth == min(points.values()))


# ------------------------------------------------------------------------------ what is drawn


def _drawing_line(
    book: Rulebook,
    battle: int,
    key: str,
    label: str,
    procedure: drawing.Drawing,
    hint: str = "",
) -> Line:
    return Line(
        key,
        FIELD if key == _DEPLOYMENT else BATTLE_PLAN,
        label,
        EVERYBODY,
        "",
        partial(procedure, book, battle=battle, key=key),
        hint=hint or book.content.tables[key].parsed.name,
        rule=f"table:{key}",
    )


def _placing_line(order: tuple[int, ...], victory: str) -> Line:
    stakes = stakes_of(victory)
    return Line(
        _PLACING,
        BATTLE_PLAN,
        "Placing",
        EVERYBODY,
        "",
        partial(_placing, order=order, stakes=stakes),
        hint="the defender first",
        after=(_ATTACKER, _VICTORY),
        rule=f"table:{_VICTORY}/{victory}",
    )


def _placing(state: State, order: tuple[int, ...], stakes: Stakes) -> Procedure:
    """Say who puts what where; nothing is asked, for there is no map to note it on."""
    yield from ()
    defender, turns = order[0], (*order[-1:], *order[:-1])
    text = f"{warband(state, defender)} puts {stakes.first}"
    if stakes.others and (stakes.all_by_defender or len(order) == 1):
        text += f", then {stakes.others}"
    elif stakes.others:
        names = _listed([warband(state, side) for side in turns])
        text += f"; then {names} take turns with {stakes.others}"
    return Outcome(summary=text)


def _territory_lines(state: State, order: tuple[int, ...]) -> Plan:
    """Let each side pick an edge of its own, the defender first."""
    before: tuple[str, ...] = (_ATTACKER, _VICTORY)
    taken: dict[str, str] = {}
    for side in order:
        key = f"{_TERRITORY}/{side}"
        name = warband(state, side)
        report = yield Line(
            key,
            BATTLE_PLAN,
            "Territory",
            side,
            name,
            partial(_territory, side=side, taken=dict(taken), key=key),
            hint="an edge of its own",
            after=before,
            rule=f"table:{_VICTORY}/{BREAKTHROUGH}",
        )
        edge = _fact(report, OfSide.EDGE)
        if isinstance(edge, str):
            taken[edge] = name
        before = (*before, key)


def _territory(state: State, side: int, taken: Mapping[str, str], key: str) -> Procedure:
    name = warband(state, side)
    is_full = len(taken) == len(EDGES)
    options = tuple(
        Option(
            edge,
            f"{edge.capitalize()} edge",
            refused="" if is_full or edge not in taken else f"That edge is {taken[edge]}’s.",
        )
        for edge in EDGES
    )
    edge = chosen((yield Choose(f"{key}/edge", options, f"{name} picks its territory")))
    fact = SetFact(who=side_owner(side), key=OfSide.EDGE.value, value=edge)
    return Outcome(summary=f"the {edge} edge is its territory", battle=(fact,))


# --------------------------------------------------------------------------------------- helpers


def _defenders_first(sides: tuple[int, ...], attacker: Fact | None) -> tuple[int, ...]:
    """Return the sides in the order in which they place: the attacker last."""
    return tuple(sorted(sides, key=lambda side: side == attacker))


def _fact(report: LineReport, key: str) -> Fact | None:
    """Return a fact that a line has decided; none while it has not."""
    effects = report.outcome.battle if report.outcome else ()
    return next((e.value for e in effects if isinstance(e, SetFact) and e.key == key), None)


def _verb(verb: str, names: list[str]) -> str:
    return verb if len(names) > 1 else f"{verb}s"


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
