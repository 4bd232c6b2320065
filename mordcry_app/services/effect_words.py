"""What effects do, in plain words: every operation of the vocabulary as a short sentence.

The rules screen shows these beside a table row's own text, so that what the program will do is
never a matter of trust. Effects that ask (a choice, a test, a roll) become several lines, the
branches one step further in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from mordcry_app.rules.catalogue import Content, ItemUse, TraitDefinition, WornModifier
from mordcry_app.rules.dice import parse_dice
from mordcry_app.rules.effects import (
    AddTag,
    AddTrait,
    Arithmetic,
    Arm,
    Await,
    Call,
    ChooseOne,
    Draw,
    Effect,
    Gain,
    GainItem,
    GearLost,
    GearToStash,
    Interactive,
    Join,
    Kill,
    Lasts,
    Lose,
    LoseItem,
    MissNextBattle,
    Modify,
    RemoveTag,
    RemoveTrait,
    Restore,
    Retire,
    RollFor,
    SetStat,
    Spend,
    SpendItem,
    Story,
    Test,
    Unmodify,
    WoundsNextBattle,
)

NOTHING = "Nothing changes."

_UNTIL: dict[Lasts, str] = {
    "permanent": "for good",
    "until_removed": "until it is removed",
    "next_battle": "in the next battle",
    "battle": "until the battle ends",
    "round": "until the round ends",
    "activation": "until the activation ends",
    "while_worn": "while it is worn",
}
_PER = {
    "any": "",
    "round": "Once a round",
    "battle": "Once a battle",
    "campaign": "Once a campaign",
    "once": "Once, then it is gone",
}


@dataclass(frozen=True)
class EffectLine:
    """One line of what effects do; `depth` says how many steps further in it stands."""

    text: str
    depth: int = 0


def effect_lines(effects: Iterable[Effect], content: Content) -> tuple[EffectLine, ...]:
    """Return what effects do, line by line; lines for the chronicle alone change nothing."""
    lines = tuple(
        line
        for effect in effects
        if not isinstance(effect, Story)
        for line in _lines(effect, content, 0)
    )
    return lines or (EffectLine(NOTHING),)


def effect_words(effect: Effect, content: Content) -> str:
    """Return one effect in plain words, all of its branches in a row."""
    return " ".join(line.text for line in _lines(effect, content, 0))


def modifier_words(modifier: WornModifier, content: Content) -> str:
    """Return what a worn item or a held trait changes: `−1 Speed`, `+1 WS in the first round`."""
    change = _change(modifier.stat, modifier.amount, modifier.arithmetic, content)
    return change + _condition(modifier.when, content)


def trait_lines(trait: TraitDefinition, content: Content) -> tuple[EffectLine, ...]:
    """Return what having a trait changes, and what further levels of it do."""
    lines: list[EffectLine] = []
    if trait.modifiers:
        lines.append(EffectLine(_listed(trait.modifiers, content) + _each_time(trait)))
    for level, modifiers in trait.at_level.items():
        lines.append(
            EffectLine(
                f"{trait.name_at(int(level))}, the {_ordinal(int(level))} time: "
                f"{_listed(modifiers, content)} more."
            )
        )
    return tuple(lines)


def use_words(use: ItemUse, content: Content) -> str:
    """Return how often an item can be used, and what it does then."""
    often = _PER[use.per]
    does = [use.text] if use.text else []
    does += [effect_words(effect, content) for effect in (*use.effects, *use.afterwards)]
    said = " ".join(does) or f"{_readable(use.does).capitalize()}."
    return f"{often}: {_lowered(said)}" if often else said


def function_words(function: str, content: Content) -> str:
    """Return what a named function of the ruleset does, as one of its topics says it."""
    for topic in content.topics.values():
        if function in topic.functions:
            return topic.functions[function]
    return f"Carry out: {_readable(function)}."


def stat_name(stat: str, content: Content) -> str:
    """Return what a characteristic is called beside a number: `WS`, but `Movement`."""
    known = content.characteristics.get(stat)
    if known is None:
        return stat
    return known.short if len(known.short) > 1 and known.short.isupper() else known.name


def signed(amount: int) -> str:
    """Return a number with its sign, as it is written in print: `+1`, `−2`."""
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


# ---------------------------------------------------------------- effects that ask


def _lines(effect: Effect, content: Content, depth: int) -> Iterator[EffectLine]:
    if not isinstance(effect, Interactive):
        yield EffectLine(_sentence(effect, content), depth)
        return
    yield EffectLine(_question(effect, content), depth)
    for label, effects in _branches(effect):
        yield from _branch(label, effects, content, depth + 1)


def _branch(
    label: str, effects: tuple[Effect, ...], content: Content, depth: int
) -> Iterator[EffectLine]:
    """One outcome: in a single line where nothing inside it asks, otherwise with lines below."""
    told = [effect for effect in effects if not isinstance(effect, Story)]
    if not told:
        yield EffectLine(f"{label}: nothing.", depth)
    elif any(isinstance(effect, ChooseOne | Test | RollFor) for effect in told):
        yield EffectLine(f"{label}:", depth)
        for effect in told:
            yield from _lines(effect, content, depth + 1)
    else:
        words = " ".join(line.text for effect in told for line in _lines(effect, content, 0))
        yield EffectLine(f"{label}: {_lowered(words)}", depth)


def _question(effect: Interactive, content: Content) -> str:
    match effect:
        case ChooseOne():
            return (
                "The player chooses:"
                if effect.who == "self"
                else _for_whom(effect.who, "The player chooses") + ":"
            )
        case Test():
            name = (
                content.characteristics[effect.stat].name
                if (effect.stat in content.characteristics)
                else effect.stat
            )
            how = f", a D6 of {effect.fixed}+ passes" if effect.fixed else ""
            bonus = f" with {signed(effect.bonus)}" if effect.bonus else ""
            return f"{_subject(effect.who)} takes a {name} test{bonus}{how}."
        case RollFor():
            return _for_whom(effect.who, f"Roll {_dice(effect.dice)}") + ":"
        case Draw():
            table = content.tables.get(effect.table)
            where = f"“{table.name}”" if table else _readable(effect.table)
            return _for_whom(effect.who, f"Roll on the table {where} and carry it out") + "."
        case Call():
            words = function_words(effect.function, content)
            return words if effect.who == "self" else f"{_subject(effect.who)}: {_lowered(words)}"


def _branches(effect: Interactive) -> Iterator[tuple[str, tuple[Effect, ...]]]:
    match effect:
        case ChooseOne():
            for option in effect.options:
                yield option.label.replace("{name}", "the fighter"), option.effects
        case Test():
            yield "Passed", effect.passed
            yield "Failed", effect.failed
        case RollFor():
            for row in effect.rows:
                yield f"On {row.on}", row.effects
            totals = parse_dice(effect.dice).totals()
            if any(not any(row.covers(total) for row in effect.rows) for total in totals):
                yield "Otherwise", ()
        case Draw() | Call():
            return


# ---------------------------------------------------------------- effects that just happen


def _sentence(effect: Effect, content: Content) -> str:
    who = _subject(effect.who)
    match effect:
        case Gain():
            return f"{who} gains {_amount_of(effect, content)}."
        case Lose():
            return f"{who} loses {_amount_of(effect, content)}."
        case Modify() | Unmodify() | SetStat():
            return _about_values(effect, who, content)
        case AddTrait() | RemoveTrait():
            return _about_traits(effect, who, content)
        case GainItem() | LoseItem() | SpendItem() | GearToStash() | GearLost():
            return _about_gear(effect, who, content)
        case MissNextBattle() | WoundsNextBattle() | Await() | Spend() | Arm():
            return _about_later(effect, who, content)
        case Join() | Kill() | Retire() | Restore() | AddTag() | RemoveTag():
            return _about_standing(effect, who, content)
        case Story():
            return "The chronicle tells of it."
        case ChooseOne() | Test() | RollFor() | Draw() | Call():
            return _question(effect, content)
        case _:
            assert_never(effect)


def _about_values(effect: Modify | Unmodify | SetStat, who: str, content: Content) -> str:
    match effect:
        case Modify():
            change = _change(effect.stat, effect.amount, effect.arithmetic, content)
            return f"{who} has {change}{_condition(effect.when, content)} {_UNTIL[effect.ends]}."
        case SetStat():
            return f"{_whose(who)} base {stat_name(effect.stat, content)} becomes {effect.value}."
        case Unmodify():
            if effect.cause:
                return (
                    f"{who} loses every modifier that comes of “{_cause(effect.cause, content)}”."
                )
            lasting = f" that acts {_UNTIL[effect.ends]}" if effect.ends else ""
            return f"{who} loses every modifier{lasting}."


def _about_traits(effect: AddTrait | RemoveTrait, who: str, content: Content) -> str:
    definition = content.trait(effect.kind, effect.ref)
    known = definition.name if definition else _readable(effect.ref)
    kind = _readable(effect.kind)
    if isinstance(effect, RemoveTrait):
        return f"{who} loses the {kind} “{known}” and all that it changed."
    levels = f", {effect.levels} levels of it" if effect.levels > 1 else ""
    brings = definition.modifiers_at(1) if definition else ()
    changes = f": {_listed(brings, content)}" if brings else ""
    return f"{who} gets the {kind} “{effect.name or known}”{levels}{changes}."


def _about_gear(
    effect: GainItem | LoseItem | SpendItem | GearToStash | GearLost, who: str, content: Content
) -> str:
    match effect:
        case GearToStash():
            return f"All that {_lowered(who)} carries goes to the stash."
        case GearLost():
            return f"All that {_lowered(who)} carries is lost."
        case SpendItem():
            return f"{_item(effect.ref, content)} has had its use of this campaign."
        case GainItem() | LoseItem():
            verb = "gets" if isinstance(effect, GainItem) else "loses"
            times = f" ×{effect.quantity}" if effect.quantity > 1 else ""
            spent = ", its use of this campaign gone" if effect.spent else ""
            return f"{who} {verb} {_item(effect.ref, content)}{times}{spent}."


def _about_later(
    effect: MissNextBattle | WoundsNextBattle | Await | Spend | Arm, who: str, content: Content
) -> str:
    match effect:
        case MissNextBattle():
            return f"{who} misses the next battle."
        case WoundsNextBattle():
            one = effect.amount == 1
            points = "1 point" if one else f"{_amount(effect.amount)} points"
            return f"{who} starts the next battle with {points} of damage."
        case Await():
            return f"{who} has something waiting: {_waiting(effect.ref, effect.amount, content)}."
        case Spend():
            amount = "all" if effect.amount is None else _amount(effect.amount)
            return f"{who} uses up {amount} of “{_pending(effect.ref, content)}”."
        case Arm():
            return f"“{_pending(effect.ref, content)}” acts in this battle."


def _about_standing(
    effect: Join | Kill | Retire | Restore | AddTag | RemoveTag, who: str, content: Content
) -> str:
    match effect:
        case Join():
            known = content.archetypes.get(effect.archetype)
            kind = known.name if known else _readable(effect.archetype)
            name = f", {effect.name}," if effect.name else ""
            tags = f" ({', '.join(map(_readable, effect.tags))})" if effect.tags else ""
            return f"{_with_article(kind)}{tags}{name} joins the warband."
        case Kill():
            return f"{who} dies."
        case Retire():
            return f"{who} leaves the warband for good, alive."
        case Restore():
            return f"{who} stands on the roster again."
        case AddTag():
            return f"{who} counts as {_readable(effect.tag)} from now on."
        case RemoveTag():
            return f"{who} no longer counts as {_readable(effect.tag)}."


# ---------------------------------------------------------------- words


def _subject(who: str) -> str:
    match who:
        case "roster":
            return "The warband"
        case "all":
            return "Each fighter"
        case "random":
            return "One fighter, drawn by dice,"
        case _:
            return "The warband" if who.startswith("roster:") else "The fighter"


def _whose(who: str) -> str:
    return f"{who.rstrip(',')}’s"


def _for_whom(who: str, sentence: str) -> str:
    match who:
        case "all":
            return f"{sentence}, for each fighter"
        case "random":
            return f"{sentence}, for one fighter drawn by dice"
        case "roster":
            return f"{sentence}, for the warband"
        case _:
            return sentence


def _change(stat: str, amount: int, arithmetic: Arithmetic, content: Content) -> str:
    name = stat_name(stat, content)
    if arithmetic == "multiply":
        return f"{name} × {amount}"
    if arithmetic == "divide":
        return f"{name} ÷ {amount}"
    known = content.characteristics.get(stat)
    if known is not None and known.style == "save" and amount > 0:
        return f"{_with_article(known.name).lower()} of {known.written(amount)}"
    return f"{signed(amount)} {name}"


def _condition(when: str, content: Content) -> str:
    if not when:
        return ""
    known = content.conditions.get(when)
    return f" {_lowered(known.name)}" if known else f" ({_readable(when)})"


def _listed(modifiers: Iterable[WornModifier], content: Content) -> str:
    words = [modifier_words(modifier, content) for modifier in modifiers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _each_time(trait: TraitDefinition) -> str:
    if trait.most_levels == 1:
        return "."
    if trait.most_levels is None or trait.most_levels > 9:
        return ", and the same again each further time."
    most = "twice" if trait.most_levels == 2 else f"{trait.most_levels} times"
    return f", {most} at most."


def _amount(amount: int | str) -> str:
    return parse_dice(amount).name if isinstance(amount, str) else f"{amount:,}"


def _amount_of(effect: Gain | Lose, content: Content) -> str:
    known = content.resources.get(effect.resource)
    unit = known.short if known else _readable(effect.resource)
    if effect.amount == 1 and unit.islower():
        unit = unit.removesuffix("s")
    return f"{_amount(effect.amount)} {unit}"


def _dice(dice: str) -> str:
    name = parse_dice(dice).name
    return f"a {name}" if name.startswith("D") else name


def _item(ref: str, content: Content) -> str:
    known = content.items.get(ref)
    return f"“{known.name if known else _readable(ref)}”"


def _pending(ref: str, content: Content) -> str:
    known = content.pending.get(ref)
    return known.name if known else _readable(ref)


def _waiting(ref: str, amount: int, content: Content) -> str:
    known = content.pending.get(ref)
    counted = f" {amount}" if amount > 1 or (known is not None and known.counts) else ""
    return f"“{_pending(ref, content)}”{counted}"


def _cause(cause: str, content: Content) -> str:
    kind, _, ref = cause.partition(":")
    trait = content.trait(kind, ref)
    if trait is not None:
        return trait.name
    item = content.items.get(ref) if kind == "item" else None
    return item.name if item is not None else _readable(ref or kind)


def _readable(ref: str) -> str:
    return ref.replace("_", " ")


def _with_article(noun: str) -> str:
    return f"{'An' if noun[:1].lower() in 'aeiou' else 'A'} {noun}"


def _ordinal(number: int) -> str:
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ends.get(number % 10, 'th')}"


def _lowered(text: str) -> str:
    """Return a text with its first letter small, for a place inside a sentence."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
