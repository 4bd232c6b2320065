"""What can be put right by hand about one fighter."""

from __future__ import annotations

from mordcry_app.rules.battle_effects import (
    BATTLE,
    AddFact,
    Bend,
    Heal,
    Hurt,
    PassTime,
    Place,
    Relieve,
    Unbend,
    Until,
    Where,
)
from mordcry_app.rules.battle_engine import Command, Correction
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.attack_gear import signed
from mordcry_app.rulesets.mordcry.battle import critical, damage, treasures, turns
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.hand import (
    CAUSE,
    SOURCE,
    About,
    Thing,
    at_once,
    choice,
    click,
    number,
)
from mordcry_app.rulesets.mordcry.battle.words import (
    AILMENT_NAMES,
    Ailment,
    Doing,
    Known,
    OfFighter,
    OfSide,
    Phase,
)

MOST_BENT = 9
MOST_REACTIONS = 2

PLACES: dict[Where, str] = {
    "table": "On the table",
    "reserve": "In reserve",
    "left": "Left the table unhurt",
}
OUT = "out"
OUT_UNHURT = "out_unhurt"
OUT_BY = "out_by_"
"""Begins the option that says by whom a fighter was put out of action: `out_by_21`."""

FRESH, ACTED, WAITING = "fresh", "acted", "waiting"
TURNS = {FRESH: "Not activated yet", ACTED: "Activated", WAITING: "Waiting"}

ENDS: dict[str, tuple[Until, str]] = {
    "bend_round": ("round", "to the end of the round"),
    "bend_battle": ("battle", "to the end of the battle"),
}


# ---------------------------------------------------------------------- damage and place


def _damage(fight: Fight, about: About) -> Correction:
    wounds = fight.wounds(about.id)
    now = fight.fighter(about.id).damage
    current = f"{now} of {wounds}"
    return number(about, "damage", "Damage", now, most=max(now, wounds), current=current)


def _set_damage(fight: Fight, about: About, command: Command) -> str:
    amount = command.number("number")
    _to_damage(fight, about.id, amount)
    return f"{fight.name(about.id)} has {amount or 'no'} damage"


def _to_damage(fight: Fight, fighter_id: int, amount: int) -> None:
    now = fight.fighter(fighter_id).damage
    if amount > now:
        fight.do(Hurt(fighter=fighter_id, amount=amount - now))
    elif amount < now:
        fight.do(Heal(fighter=fighter_id, amount=now - amount))


def _place(fight: Fight, about: About) -> Correction:
    fighter = fight.fighter(about.id)
    injured = "its injury is rolled for all the same" if fighter.was_out else ""
    options = [
        Option(where, label, injured if where == "table" else "") for where, label in PLACES.items()
    ]
    options.append(Option(OUT, "Out of action, by nobody"))
    options.append(Option(OUT_UNHURT, "Out of action, no injury to roll for"))
    options.extend(
        Option(f"{OUT_BY}{enemy.id}", f"Out of action, by {fight.name(enemy.id)}")
        for enemy in fight.battle.fighters.values()
        if enemy.side != fighter.side
    )
    now = str(fighter.where)
    if now == OUT and fighter.out_by is not None:
        now = f"{OUT_BY}{fighter.out_by}"
    elif now == OUT and fighter.spared:
        now = OUT_UNHURT
    return choice(about, "place", "Where it is", options, now)


def _set_place(fight: Fight, about: About, command: Command) -> Asking[str]:
    chosen, name = command.word("choice"), fight.name(about.id)
    for where, label in PLACES.items():
        if chosen == where:
            if where == "table":
                _to_damage(fight, about.id, min(_most_standing(fight, about), _now(fight, about)))
            fight.do(Place(fighter=about.id, where=where))
            return f"{name}: {label[:1].lower()}{label[1:]}"
    by = int(chosen.removeprefix(OUT_BY)) if chosen.startswith(OUT_BY) else None
    if fight.fighter(about.id).where == OUT:
        fight.do(Place(fighter=about.id, where="table"))
    yield from damage.knock_out(fight, about.id, by, key="out", injury=chosen != OUT_UNHURT)
    if fight.fighter(about.id).where != OUT:
        return f"{name} stays on the table after all"
    by_whom = f" by {fight.name(by)}" if by else ""
    spared = ", with no injury to roll for" if chosen == OUT_UNHURT else ""
    return f"{name} is out of action{by_whom}{spared}"


def _now(fight: Fight, about: About) -> int:
    return fight.fighter(about.id).damage


def _most_standing(fight: Fight, about: About) -> int:
    return max(0, fight.wounds(about.id) - 1)


def _arrives(fight: Fight, about: About) -> Correction | None:
    fighter = fight.fighter(about.id)
    if fighter.where != "reserve":
        return None
    return number(about, "arrives", "Arrives in round", fighter.number(OfFighter.ARRIVES), least=1)


def _set_arrives(fight: Fight, about: About, command: Command) -> str:
    round_number = command.number("number")
    fight.about_fighter(about.id, OfFighter.ARRIVES, round_number)
    return f"{fight.name(about.id)} arrives in round {round_number}"


# ------------------------------------------------------------------ statuses and modifiers


def _afflict(fight: Fight, about: About) -> Correction:
    fighter = fight.fighter(about.id)
    options = [
        Option(ailment.value, name)
        for ailment, name in AILMENT_NAMES.items()
        if not fighter.has(ailment)
    ]
    return choice(about, "afflict", "Give a status", options)


def _set_afflict(fight: Fight, about: About, command: Command) -> str:
    ailment = Ailment(command.word("choice"))
    critical.afflict(fight, about.id, ailment, SOURCE)
    return f"{fight.name(about.id)} gets the status “{AILMENT_NAMES[ailment]}”"


def _relieve(fight: Fight, about: About) -> Correction | None:
    options = [
        Option(ailment.value, AILMENT_NAMES[ailment])
        for ailment in critical.ailments_of(fight, about.id)
    ]
    return choice(about, "relieve", "Take a status away", options) if options else None


def _set_relieve(fight: Fight, about: About, command: Command) -> str:
    ailment = Ailment(command.word("choice"))
    critical.relieve(fight, about.id, ailment)
    return f"{fight.name(about.id)} loses the status “{AILMENT_NAMES[ailment]}”"


def _bend(thing: str, label: str) -> Thing:
    until, words = ENDS[thing]

    def shown(fight: Fight, about: About) -> Correction:
        options = tuple(
            Option(stat.id, f"{stat.name} ({stat.short})", _now_at(fight, about, stat.id))
            for stat in fight.content.characteristics.values()
        )
        command = about.command(thing)
        return Correction(
            thing,
            label,
            "choice_and_number",
            command,
            options=options,
            number=1,
            least=-MOST_BENT,
            most=MOST_BENT,
        )

    def done(fight: Fight, about: About, command: Command) -> str:
        stat, amount = command.word("choice"), command.number("number")
        fight.do(
            Bend(
                fighter=about.id,
                stat=stat,
                amount=amount,
                until=until,
                source=SOURCE,
                cause=CAUSE,
            )
        )
        short = fight.content.characteristics[stat].short
        return f"{fight.name(about.id)} has {signed(amount)} {short} {words}"

    return Thing(thing, shown, at_once(done))


def _now_at(fight: Fight, about: About, stat: str) -> str:
    written = fight.content.characteristics[stat].written(fight.value(about.id, stat).total)
    return f"now {written}"


def _unbend(fight: Fight, about: About) -> Correction | None:
    bent = [
        f"{signed(m.amount)} {fight.content.characteristics[m.stat].short}"
        for m in fight.fighter(about.id).modifiers
        if m.cause == CAUSE
    ]
    if not bent:
        return None
    return click(about, "unbend", "Take away what was added by hand", ", ".join(bent))


def _set_unbend(fight: Fight, about: About, command: Command) -> str:
    del command
    fight.do(Unbend(fighter=about.id, cause=CAUSE))
    return f"{fight.name(about.id)} loses what was added by hand"


# ---------------------------------------------------------------------- turns and actions


def _acted(fight: Fight, about: About) -> Correction | None:
    if fight.is_free:
        return None
    fighter = fight.fighter(about.id)
    now = WAITING if fighter.has(Doing.WAITING) else ACTED if fighter.has(Doing.ACTED) else FRESH
    options = [Option(key, label) for key, label in TURNS.items()]
    return choice(about, "acted", "In this round", options, now)


def _set_acted(fight: Fight, about: About, command: Command) -> str:
    chosen, name = command.word("choice"), fight.name(about.id)
    for ref in (Doing.ACTED, Doing.WAITING, Doing.RAISED):
        fight.do(Relieve(fighter=about.id, ref=ref.value))
    if chosen == FRESH:
        return f"{name} has not been activated in this round"
    fight.mark(about.id, Doing.ACTED, "round", SOURCE)
    if chosen == WAITING:
        fight.mark(about.id, Doing.WAITING, "round", SOURCE)
        return f"{name} waits"
    return f"{name} counts as activated"


def _reacted(fight: Fight, about: About) -> Correction | None:
    if fight.is_free:
        return None
    now = fight.fighter(about.id).level(Doing.REACTED)
    return number(about, "reacted", "Actions given up for reactions", now, most=MOST_REACTIONS)


def _set_reacted(fight: Fight, about: About, command: Command) -> str:
    amount = command.number("number")
    fight.do(Relieve(fighter=about.id, ref=Doing.REACTED.value))
    if amount:
        fight.mark(about.id, Doing.REACTED, "round", SOURCE, amount=amount)
    if amount >= MOST_REACTIONS and not fight.has_acted(about.id):
        fight.mark(about.id, Doing.ACTED, "round", SOURCE)
    actions = "1 action" if amount == 1 else f"{amount or 'no'} actions"
    return f"{fight.name(about.id)} has given up {actions} for reactions"


def _active(fight: Fight, about: About) -> Correction | None:
    fighter = fight.fighter(about.id)
    if fight.phase != Phase.ACTIONS or not fighter.is_on_table or turns.is_active(fight, about.id):
        return None
    return click(about, "active", "It is this fighter’s activation")


def _set_active(fight: Fight, about: About, command: Command) -> str:
    del command
    before = fight.active
    if before is not None:
        fight.do(PassTime(what="activation", fighter=before.id))
    turns.begin(fight, fight.fighter(about.id))
    return f"it is the activation of {fight.name(about.id)}"


def _actions(fight: Fight, about: About) -> Correction | None:
    if not turns.is_active(fight, about.id):
        return None
    left = turns.actions_left(fight, fight.fighter(about.id))
    return number(about, "actions", "Actions left", left, most=9)


def _set_actions(fight: Fight, about: About, command: Command) -> str:
    left = command.number("number")
    for ref in (Doing.ACTIONS, Doing.EXTRA_ACTION):
        fight.do(Relieve(fighter=about.id, ref=ref.value))
    allowed = turns.actions_allowed(fight, fight.fighter(about.id))
    used, extra = max(0, allowed - left), max(0, left - allowed)
    if used:
        fight.mark(about.id, Doing.ACTIONS, "activation", SOURCE, amount=used)
    if extra:
        fight.mark(about.id, Doing.EXTRA_ACTION, "activation", SOURCE, amount=extra)
    return f"{fight.name(about.id)} has {turns.actions_in_words(left)} left"


# ------------------------------------------------------------------ treasure and bloodmark


def _treasure(fight: Fight, about: About) -> Correction | None:
    if not fight.fighter(about.id).is_on_table:
        return None
    if treasures.carries_treasure(fight, about.id):
        return click(about, "treasure", "Take the treasure away", "carries a treasure")
    return click(about, "treasure", "Give it a treasure")


def _set_treasure(fight: Fight, about: About, command: Command) -> str:
    del command
    name = fight.name(about.id)
    if treasures.carries_treasure(fight, about.id):
        fight.about_fighter(about.id, OfFighter.CARRIES, None)
        fight.do(AddFact(who=BATTLE, key=Known.TREASURES.value, amount=1))
        return f"{name} carries no treasure any more; it lies on the table"
    fight.about_fighter(about.id, OfFighter.CARRIES, 1)
    if fight.battle.number_of(Known.TREASURES) > 0:
        fight.do(AddFact(who=BATTLE, key=Known.TREASURES.value, amount=-1))
    return f"{name} carries a treasure"


def _bloodmark(fight: Fight, about: About) -> Correction | None:
    side = fight.fighter(about.id).side
    if not fight.battle.sides[side].number(OfSide.BLOODMARKED):
        return None
    if fight.battle.sides[side].number(OfSide.BLOODMARKED) == about.id:
        return None
    return click(about, "bloodmark", "This fighter is the bloodmarked one")


def _set_bloodmark(fight: Fight, about: About, command: Command) -> str:
    del command
    fight.about_side(fight.fighter(about.id).side, OfSide.BLOODMARKED, about.id)
    return f"{fight.name(about.id)} is bloodmarked"


THINGS: tuple[Thing, ...] = (
    Thing("damage", _damage, at_once(_set_damage)),
    Thing("place", _place, _set_place),
    Thing("arrives", _arrives, at_once(_set_arrives)),
    Thing("afflict", _afflict, at_once(_set_afflict)),
    Thing("relieve", _relieve, at_once(_set_relieve)),
    _bend("bend_round", "Change a characteristic for this round"),
    _bend("bend_battle", "Change a characteristic for this battle"),
    Thing("unbend", _unbend, at_once(_set_unbend)),
    Thing("acted", _acted, at_once(_set_acted)),
    Thing("reacted", _reacted, at_once(_set_reacted)),
    Thing("active", _active, at_once(_set_active)),
    Thing("actions", _actions, at_once(_set_actions)),
    Thing("treasure", _treasure, at_once(_set_treasure)),
    Thing("bloodmark", _bloodmark, at_once(_set_bloodmark)),
)
