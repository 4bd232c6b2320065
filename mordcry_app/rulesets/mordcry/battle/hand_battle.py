"""What can be put right by hand about one side, and about the battle as a whole."""

from __future__ import annotations

from mordcry_app.rules.battle_effects import PassTime
from mordcry_app.rules.battle_engine import Command, Correction
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle import pool
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.hand import About, Thing, at_once, choice, dice, number
from mordcry_app.rulesets.mordcry.battle.words import Known, OfSide, Phase

NOBODY = "0"
OUT_OF_PLAY = "gone"
MOST_OBJECTIVES = 5
LARGEST_SET = 9

PHASES = {
    Phase.SETUP: "Before the first round",
    Phase.INITIATIVE: "Initiative",
    Phase.WILD_DICE: "Wild dice",
    Phase.RESERVES: "Reserves",
    Phase.ACTIONS: "Actions",
    Phase.ROUND_END: "Round over",
    Phase.OVER: "Battle over",
}


# ---------------------------------------------------------------------------- one side


def _singles(fight: Fight, about: About) -> Correction:
    return dice(about, "singles", "Singles", pool.pool_of(fight, about.id).singles)


def _set_singles(fight: Fight, about: About, command: Command) -> str:
    faces = tuple(sorted(command.numbers("dice")))
    fight.about_side(about.id, OfSide.SINGLES, faces)
    return f"{fight.side_name(about.id)} has the singles {_faces(faces)}"


def _sets(fight: Fight, about: About) -> Correction:
    sets = pool.pool_of(fight, about.id).sets
    faces = tuple(face for dice_set in sets for face in pool.faces_of(dice_set))
    current = ", ".join(pool.set_name(dice_set) for dice_set in sets) or "none"
    return dice(about, "sets", "Ability dice", faces, current)


def _set_sets(fight: Fight, about: About, command: Command) -> str:
    faces = command.numbers("dice")
    counts = {face: min(faces.count(face), LARGEST_SET) for face in sorted(set(faces))}
    sets = tuple(pool.encoded(face, count) for face, count in counts.items() if count > 1)
    fight.about_side(about.id, OfSide.SETS, sets)
    names = ", ".join(pool.set_name(dice_set) for dice_set in sets)
    return f"{fight.side_name(about.id)} has {names or 'no sets of ability dice'}"


def _number(key: OfSide, label: str, sentence: str, *, always: bool = True) -> Thing:
    """Return a number of a side; one that is not `always` shown only where it is known."""

    def shown(fight: Fight, about: About) -> Correction | None:
        side = fight.battle.sides[about.id]
        if not always and key not in side.facts:
            return None
        return number(about, key.value, label, side.number(key))

    def done(fight: Fight, about: About, command: Command) -> str:
        amount = command.number("number")
        fight.about_side(about.id, key, amount)
        return sentence.format(side=fight.side_name(about.id), amount=amount)

    return Thing(key.value, shown, at_once(done))


SIDE_THINGS: tuple[Thing, ...] = (
    _number(OfSide.POINTS, "Victory points", "{side} has {amount} victory points"),
    _number(OfSide.WILD_DICE, "Wild dice in hand", "{side} has {amount} wild dice in hand"),
    Thing("singles", _singles, at_once(_set_singles)),
    Thing("sets", _sets, at_once(_set_sets)),
    _number(OfSide.EXTRA_SINGLES, "Further singles", "{side} counts {amount} further singles"),
    _number(
        OfSide.EXITS,
        "Gone over the enemy’s edge",
        "{side} has {amount} fighters over the enemy’s edge",
        always=False,
    ),
    _number(
        OfSide.TALLY,
        "Points of enemies out in this round",
        "{side} has put enemies of {amount} points out of action in this round",
        always=False,
    ),
    _number(
        OfSide.KNOCK_OUTS,
        "Enemies out in this round",
        "{side} has put {amount} enemies out of action in this round",
        always=False,
    ),
)


# ---------------------------------------------------------------------- the whole battle


def _phase(fight: Fight, about: About) -> Correction:
    options = [Option(phase.value, label) for phase, label in PHASES.items()]
    return choice(about, "phase", "Phase", options, fight.phase.value)


def _set_phase(fight: Fight, about: About, command: Command) -> str:
    del about
    phase = Phase(command.word("choice"))
    _break_off(fight)
    fight.about_battle(Known.PHASE, phase.value)
    fight.about_battle(Known.PASSES, 0)
    if phase != Phase.ACTIONS:
        fight.about_battle(Known.TURN, 0)
    return f"the phase is “{PHASES[phase]}”"


def _round(fight: Fight, about: About) -> Correction:
    return number(about, "round", "Round", fight.round)


def _set_round(fight: Fight, about: About, command: Command) -> str:
    del about
    fight.about_battle(Known.ROUND, command.number("number"))
    return f"it is round {fight.round}"


def _last_round(fight: Fight, about: About) -> Correction:
    now = fight.battle.number_of(Known.LAST_ROUND)
    current = str(now) if now else "no limit"
    return number(about, "last_round", "Last round (0 for no limit)", now, current=current)


def _set_last_round(fight: Fight, about: About, command: Command) -> str:
    del about
    last = command.number("number")
    fight.about_battle(Known.LAST_ROUND, last)
    return f"the battle ends after round {last}" if last else "the battle has no last round"


def _sides(fight: Fight) -> list[Option]:
    return [Option(str(side), fight.side_name(side)) for side in fight.battle.sides]


def _initiative(fight: Fight, about: About) -> Correction:
    return choice(about, "initiative", "Initiative", _sides(fight), str(fight.initiative))


def _set_initiative(fight: Fight, about: About, command: Command) -> str:
    del about
    side = int(command.word("choice"))
    fight.about_battle(Known.INITIATIVE, side)
    return f"{fight.side_name(side)} has the initiative"


def _turn(fight: Fight, about: About) -> Correction | None:
    if fight.phase != Phase.ACTIONS:
        return None
    options = [Option(NOBODY, "Nobody’s: the first turn is open"), *_sides(fight)]
    return choice(about, "turn", "Turn", options, str(fight.battle.number_of(Known.TURN)))


def _set_turn(fight: Fight, about: About, command: Command) -> str:
    del about
    side = int(command.word("choice"))
    _break_off(fight)
    fight.about_battle(Known.TURN, side)
    fight.about_battle(Known.PASSES, 0)
    fight.about_battle(Known.CALLED, 0)
    if not side:
        return "the first turn is open"
    return f"it is the turn of {fight.side_name(side)}"


def _break_off(fight: Fight) -> None:
    """Let an activation end that is under way, without what happens at its end."""
    active = fight.active
    if active is not None:
        fight.do(PassTime(what="activation", fighter=active.id))
        fight.about_battle(Known.ACTIVE, 0)


def _treasures(fight: Fight, about: About) -> Correction:
    now = fight.battle.number_of(Known.TREASURES)
    return number(about, "treasures", "Treasures that lie on the table", now)


def _set_treasures(fight: Fight, about: About, command: Command) -> str:
    del about
    amount = command.number("number")
    fight.about_battle(Known.TREASURES, amount)
    what = "1 treasure lies" if amount == 1 else f"{amount or 'no'} treasures lie"
    return f"{what} on the table"


def _fog(fight: Fight, about: About) -> Correction:
    options = [Option("0", "Clear"), Option("1", "Fog: nobody sees 4″ far")]
    now = str(fight.battle.number_of(Known.IS_FOGGY))
    return choice(about, "fog", "Sight", options, now)


def _set_fog(fight: Fight, about: About, command: Command) -> str:
    del about
    is_foggy = int(command.word("choice"))
    fight.about_battle(Known.IS_FOGGY, is_foggy)
    return "fog lies on the table" if is_foggy else "the table is free of fog"


def _row(known: Known, label: str) -> Thing:
    """Return the row of a table that the set-up has drawn: the victory condition, the twist."""

    def shown(fight: Fight, about: About) -> Correction | None:
        table = fight.content.tables.get(known.value)
        if table is None:
            return None
        options = [Option(row.id, row.name, row.text) for row in table.rows]
        return choice(about, known.value, label, options, fight.battle.word(known))

    def done(fight: Fight, about: About, command: Command) -> str:
        del about
        row_id = command.word("choice")
        fight.about_battle(known, row_id)
        rows = fight.content.tables[known.value].rows
        name = next(row.name for row in rows if row.id == row_id)
        return f"{label[:1].lower()}{label[1:]}: {name}"

    return Thing(known.value, shown, at_once(done))


def _objective(place: int) -> Thing:
    thing = f"objective_{place}"

    def shown(fight: Fight, about: About) -> Correction | None:
        in_play = fight.battle.numbers(Known.OBJECTIVES)
        if place > max((*in_play, 1)):
            return None
        options = [
            Option(OUT_OF_PLAY, "Not in play"),
            Option(NOBODY, "Held by nobody"),
            *(Option(o.id, f"Held by {o.label}") for o in _sides(fight)),
        ]
        now = str(holders(fight).get(place, 0)) if place in in_play else OUT_OF_PLAY
        return choice(about, thing, f"Objective {place}", options, now)

    def done(fight: Fight, about: About, command: Command) -> str:
        del about
        chosen = command.word("choice")
        held = holders(fight)
        held.pop(place, None)
        if chosen != OUT_OF_PLAY:
            held[place] = int(chosen)
        numbers = tuple(sorted(held))
        fight.about_battle(Known.OBJECTIVES, numbers)
        fight.about_battle(Known.HELD, tuple(held[number] for number in numbers))
        if chosen == OUT_OF_PLAY:
            return f"objective {place} is not in play"
        holder = fight.side_name(held[place]) if held[place] else "nobody"
        return f"objective {place} is held by {holder}"

    return Thing(thing, shown, at_once(done))


def holders(fight: Fight) -> dict[int, int]:
    """Return who holds each objective in play, by its number; 0 for nobody."""
    numbers = fight.battle.numbers(Known.OBJECTIVES)
    held = fight.battle.numbers(Known.HELD)
    return {number: held[i] if i < len(held) else 0 for i, number in enumerate(numbers)}


def _awake(fight: Fight, about: About) -> Correction | None:
    if Known.AWAKE not in fight.battle.facts:
        return None
    return dice(about, "awake", "Objectives that are awake", fight.battle.numbers(Known.AWAKE))


def _set_awake(fight: Fight, about: About, command: Command) -> str:
    del about
    in_play = fight.battle.numbers(Known.OBJECTIVES)
    awake = tuple(n for n in sorted(set(command.numbers("dice"))) if n in in_play)
    fight.about_battle(Known.AWAKE, awake)
    return f"the objectives that are awake: {_faces(awake)}"


def _faces(faces: tuple[int, ...]) -> str:
    return ", ".join(map(str, faces)) or "none"


BATTLE_THINGS: tuple[Thing, ...] = (
    Thing("round", _round, at_once(_set_round)),
    Thing("phase", _phase, at_once(_set_phase)),
    Thing("initiative", _initiative, at_once(_set_initiative)),
    Thing("turn", _turn, at_once(_set_turn)),
    Thing("last_round", _last_round, at_once(_set_last_round)),
    Thing("treasures", _treasures, at_once(_set_treasures)),
    *(_objective(place) for place in range(1, MOST_OBJECTIVES + 1)),
    Thing("awake", _awake, at_once(_set_awake)),
    Thing("fog", _fog, at_once(_set_fog)),
    _row(Known.VICTORY, "Victory condition"),
    _row(Known.TWIST, "Twist"),
)
