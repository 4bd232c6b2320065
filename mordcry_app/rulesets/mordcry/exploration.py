"""What a fighter finds while exploring: the roll, and the rows that dice and data cannot say alone.

Rules: mordcry.txt, "Exploration Phase"; rulings 54, 58, 59 and 61 to 66.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from mordcry_app.rules.catalogue import CatalogueItem, HouseRules
from mordcry_app.rules.effects import (
    AddTrait,
    Await,
    Draw,
    Effect,
    Gain,
    Lose,
    Modify,
    Spend,
    Story,
    Test,
    WoundsNextBattle,
)
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.effects import roster as roster_target
from mordcry_app.rules.procedure import (
    Answer,
    Choose,
    Option,
    Outcome,
    Procedure,
    Question,
    Roll,
    chosen,
    rolled_total,
)
from mordcry_app.rules.settle import (
    MOST_DRAWS,
    EffectFunction,
    Scene,
    Settling,
    fill,
    roll_test,
    settle,
    settle_row,
)
from mordcry_app.rules.state import STARTS_WOUNDED, Member, State
from mordcry_app.rules.table import TableRow
from mordcry_app.rulesets.mordcry import finds
from mordcry_app.rulesets.mordcry.content import CROWNS, MUTATION, RENOWN
from mordcry_app.rulesets.mordcry.market import AT_MARKET, MARKET_BONUS
from mordcry_app.rulesets.mordcry.recruits import hound_joins
from mordcry_app.rulesets.mordcry.rulebook import Rulebook, warband
from mordcry_app.rulesets.mordcry.wares import RARE, UNCOMMON

TABLE = "exploration"
MUTATIONS = "mutations"
INITIATIVE = "initiative_single"
REROLL = "exploration_reroll"
"""What waits for a fighter who has paid a beggar for later."""
PRICE_OF_LUCK = 10
PRICE_OF_TIP = 10
WORTH_IN_CACHE = 20
SPORES = 30
SALVAGE = 10
PASSES_GALE = 4
CURSED_WEAPON = "cursed_weapon"
PALE = "pale"
FEMALE = "female"

LEAVE = "leave"


def explore(book: Rulebook, state: State, member_id: int, battle: int, key: str) -> Procedure:
    """Roll what a fighter finds and carry it out."""
    scene = book.scene(
        state, member_id, key, f"Exploration, battle {battle}", conditions=frozenset({AT_MARKET})
    )
    row, used = yield from _rolled(scene, f"What does {scene.name} find?")
    settled = (*used, *(yield from _carried_out(scene.after(used), row)))
    if book.rules["carried_wounds"] == "none":
        settled = tuple(e for e in settled if not isinstance(e, WoundsNextBattle))
    return Outcome(finds.happened(settled), finds.told(settled))


def effect_functions(rules: HouseRules) -> Mapping[str, EffectFunction]:
    """Return the functions that finds and items call, in the reading of the house rules."""
    return {
        "apparition_heals": _apparition_heals,
        "ashwind_gale": _by(rules, _ashwind_gale),
        "fungal_bloom": _fungal_bloom,
        "find_cursed_weapon": _find_cursed_weapon,
        "find_d3_uncommon": _find_d3_uncommon,
        "find_rare": lambda scene: _find(scene, RARE),
        "find_uncommon": lambda scene: _find(scene, UNCOMMON),
        "flickering_relic": _by(rules, _flickering_relic),
        "hidden_cache": _by(rules, _hidden_cache),
        "hound_joins": hound_joins(rules),
        "keep_crystal_bud": _by(rules, _keep_crystal_bud),
        "mutant_beggar": _mutant_beggar,
        "mutation": _by(rules, mutate),
        "scavengers_den": _scavengers_den,
        "sisterhood_blesses": _by(rules, _sisterhood_blesses),
        "traders_caravan": _traders_caravan,
        "two_uncommon_keep_one": _two_uncommon_keep_one,
    }


def mutate(scene: Scene, rules: HouseRules) -> Settling:
    """Mutate the subject: weaker in the next battle, or by a table of the group (ruling 59)."""
    if rules["mutations"] == "own_table":
        return (yield from settle((Draw(table=MUTATIONS),), scene.at("mutation")))
    return (
        _next_battle(scene, "ws", -1, f"Mutation: {scene.source}"),
        _story(scene, "{name} began to change, and it showed in every swing."),
    )


def _by(rules: HouseRules, function: Callable[[Scene, HouseRules], Settling]) -> EffectFunction:
    """Return a function that reads the house rules as one that content can call."""
    return lambda scene: function(scene, rules)


def _rolled(
    scene: Scene, why: str
) -> Generator[Question, Answer, tuple[TableRow, tuple[Effect, ...]]]:
    """Roll on the table; return the row that stands, and what was used up for it."""
    table = scene.content.tables[TABLE]
    chances = tuple((row.name, chance) for row, chance in table.chances())
    question = Roll(f"{scene.key}/roll", table.dice, why, chances)
    answer = yield question
    row = table.row_for(rolled_total(question, answer))
    if scene.interventions is None:
        return row, ()
    return (yield from scene.interventions.after_draw(scene, table, row))


def _carried_out(scene: Scene, row: TableRow) -> Settling:
    """Carry a row out; its effects come from `Collapsed Vault, battle 6`."""
    source = f"{row.name}, {_moment(scene)}"
    return (yield from settle_row(row, replace(scene.at(row.id), source=source)))


def _moment(scene: Scene) -> str:
    """Return the end of the source, `battle 6`, without the name of what was found."""
    return scene.source.rpartition(", ")[2]


# ----------------------------------------------------------------------------- people and places


def _mutant_beggar(scene: Scene) -> Settling:
    """Pay for a new roll now or later, or be talked about."""
    short = _short(scene, PRICE_OF_LUCK)
    rolled_often = scene.key.split("/").count("again") >= MOST_DRAWS
    enough = "The beggar has had enough of this." if rolled_often else ""
    options = (
        Option("again", f"Pay {PRICE_OF_LUCK} crowns and roll again now", "", short or enough),
        Option("later", f"Pay {PRICE_OF_LUCK} crowns and keep the new roll for later", "", short),
        Option("refuse", "Give nothing: −1 renown"),
    )
    picked = yield from _picked(scene, options, f"A mutant beggar offers {scene.name} luck")
    who = member_target(scene.subject.id)
    if picked == "refuse":
        return (
            Lose(who=who, resource=RENOWN, amount=1, reason=scene.source),
            _story(scene, "{name} gave a beggar nothing, and the whole quarter heard of it."),
        )
    paid = _paid(scene, PRICE_OF_LUCK)
    if picked == "later":
        promise = Await(who=who, ref=REROLL, source=scene.source)
        return (paid, promise, _story(scene, "{name} paid a beggar for luck on another day."))
    bought = (paid, _story(scene, "{name} paid a beggar, who pointed down another street."))
    here = scene.after(bought).at("again")
    row, used = yield from _rolled(here, f"What does {scene.name} find instead?")
    return (*bought, *used, *(yield from _carried_out(here.after(used), row)))


def _traders_caravan(scene: Scene) -> Settling:
    """Pay for a better search at the market, or let the caravan pass."""
    options = (
        Option("ignore", "Let them pass: +1 renown"),
        Option(
            "pay",
            f"Pay {PRICE_OF_TIP} crowns: +1 on the next search at the market",
            "",
            _short(scene, PRICE_OF_TIP),
        ),
    )
    picked = yield from _picked(scene, options, f"Traders offer {scene.name} a word in private")
    who = member_target(scene.subject.id)
    if picked == "ignore":
        return (
            Gain(who=who, resource=RENOWN, amount=1, reason=scene.source),
            _story(scene, "{name} waved a caravan through and asked for nothing."),
        )
    return (
        _paid(scene, PRICE_OF_TIP),
        Await(who=who, ref=MARKET_BONUS, source=scene.source),
        _story(scene, "{name} paid a caravan master for the name of a good shop."),
    )


def _scavengers_den(scene: Scene) -> Settling:
    """Buy an uncommon item at half its price, or a drawn rare one at twice its price."""
    options = (
        Option(LEAVE, "Leave them alone"),
        Option(UNCOMMON, "Buy one uncommon item at half its price"),
        Option(RARE, "See one rare item, for twice its price"),
    )
    picked = yield from _picked(scene, options, f"Scavengers deal with {scene.name}")
    if picked == LEAVE:
        return (_story(scene, "{name} looked into a scavengers’ den and backed out again."),)
    if picked == RARE:
        item, used = yield from finds.draw_item(scene.at("rare"), RARE)
        price = 2 * item.price if item else 0
    else:
        item, used = (yield from _picked_ware(scene)), ()
        price = finds.half_price(item) if item else 0
    if item is None:
        return (*used, _story(scene, "The scavengers had nothing that {name} could use."))
    bill = f"Bought {item.name} in the {scene.source}"
    bought = yield from finds.buy(scene.after(used).at(picked), item, price, bill)
    deal = f"struck a bargain over the {item.name}" if bought else f"left the {item.name} there"
    return (*used, _story(scene, "{name} " + deal + " in a scavengers’ den."), *bought)


def _picked_ware(scene: Scene) -> Generator[Question, Answer, CatalogueItem | None]:
    wares = {
        item.id: item
        for item in sorted(scene.content.items.values(), key=lambda item: item.on or 0)
        if item.rarity == UNCOMMON
    }
    options = [Option(LEAVE, "None of them")]
    for item in wares.values():
        price = finds.half_price(item)
        label = f"{item.name} ({price} crowns)"
        options.append(Option(item.id, label, item.text, _short(scene, price)))
    answer = yield Choose(f"{scene.key}/ware", tuple(options), "Which of the scavengers’ wares?")
    return wares.get(chosen(answer))


def _sisterhood_blesses(scene: Scene, rules: HouseRules) -> Settling:
    """Bless the fighters with the tag, or by a house rule the whole warband (ruling 62)."""
    blessed = [
        member
        for member in scene.state.active(scene.subject.roster_id)
        if rules["sisterhood"] == "warband" or FEMALE in member.tags
    ]
    tale = "{name} found a shrine where names are whispered, and remembered them all."
    effects = [_next_battle(scene, "will", 1, member=member) for member in blessed]
    return (yield from settle((*effects, _story(scene, tale)), scene))


# ------------------------------------------------------------------------------------- treasures


def _find(scene: Scene, rarity: str) -> Settling:
    """Draw an item that is free and hand it out."""
    item, used = yield from finds.draw_item(scene, rarity)
    if item is None:
        return (*used, _story(scene, "{name} found nothing that was worth carrying."))
    handed = yield from finds.place(scene.after(used), item)
    return (*used, _story(scene, "{name} found the " + item.name + "."), *handed)


def _find_cursed_weapon(scene: Scene) -> Settling:
    """Hand out the weapon that is cursed (ruling 60)."""
    item = scene.content.items[CURSED_WEAPON]
    return (yield from finds.place(scene, item))


def _find_d3_uncommon(scene: Scene) -> Settling:
    question = Roll(f"{scene.key}/number", "d3", "How many uncommon items?", _EACH_OF_THREE)
    answer = yield question
    return (yield from _find_several(scene, rolled_total(question, answer)))


def _find_several(scene: Scene, number: int) -> Settling:
    found: tuple[Effect, ...] = ()
    for count in range(1, number + 1):
        found = (*found, *(yield from _find(scene.after(found).at(f"item-{count}"), UNCOMMON)))
    return found


def _two_uncommon_keep_one(scene: Scene) -> Settling:
    """Draw two items and keep one of them."""
    first, used = yield from finds.draw_item(scene.at("first"), UNCOMMON)
    second, more = yield from finds.draw_item(scene.after(used).at("second"), UNCOMMON)
    used = (*used, *more)
    items = [item for item in (first, second) if item is not None]
    if not items:
        return (*used, _story(scene, "{name} found a crate that somebody else had emptied."))
    kept = items[0]
    if len(items) == 2 and items[0].id != items[1].id:
        options = tuple(Option(item.id, item.name, item.text) for item in items)
        answer = yield Choose(f"{scene.key}/keep", options, f"Which does {scene.name} keep?")
        kept = next(item for item in items if item.id == chosen(answer))
    handed = yield from finds.place(scene.after(used), kept)
    tale = _story(scene, "{name} came upon a spilled crate and kept the " + kept.name + ".")
    return (*used, tale, *handed)


def _hidden_cache(scene: Scene, rules: HouseRules) -> Settling:
    """Open a cache of D3 things: crowns or, by a house rule, items; one may be rare (ruling 63)."""
    counted = Roll(f"{scene.key}/number", "d3", "How many things lie in the cache?", _EACH_OF_THREE)
    number = rolled_total(counted, (yield counted))
    looked = Roll(f"{scene.key}/rare", "d6", "Is one of them rare? 6: it is", _ON_SIX)
    has_rare = rolled_total(looked, (yield looked)) == 6
    number -= has_rare
    found: tuple[Effect, ...] = ()
    if rules["hidden_cache"] == "items":
        found = yield from _find_several(scene, number)
    elif number:
        who = roster_target(scene.subject.roster_id)
        crowns = number * WORTH_IN_CACHE
        found = (Gain(who=who, resource=CROWNS, amount=crowns, reason=scene.source),)
    tale = _story(scene, "{name} pried up a floorboard and whistled.")
    if has_rare:
        found = (*found, *(yield from _find(scene.after(found).at("rare-item"), RARE)))
    return (tale, *found)


def _flickering_relic(scene: Scene, rules: HouseRules) -> Settling:
    """Let the warband start quicker, or by a house rule its finder (ruling 61)."""
    tale = _story(scene, "{name} picked up a relic that flickers when somebody is near.")
    who = roster_target(scene.subject.roster_id)
    found: Effect = Await(who=who, ref=INITIATIVE, source=scene.source)
    if rules["initiative_finds"] == "speed":
        found = _next_battle(scene, "s", 1)
    return (yield from settle((found, tale), scene))


def _keep_crystal_bud(scene: Scene, rules: HouseRules) -> Settling:
    """Find out what a crystal bud does to its keeper (ruling 64)."""
    used: tuple[Effect, ...] = ()
    withered = "The crystal bud that {name} kept crumbled to dust."
    if rules["crystal_bud"] == "willpower":
        passed, used = yield from roll_test(scene, "will")
        if not passed:
            return (*used, _story(scene, withered))
        scene = scene.after(used)
    question = Roll(f"{scene.key}/bud", "d6", f"The bud: 6 teaches {scene.name}, 1 twists", _BUD)
    face = rolled_total(question, (yield question))
    if face == 1:
        tale = _story(scene, "The crystal bud opened overnight, in {name}’s hand.")
        return (*used, tale, *(yield from scene.functions["mutation"](scene)))
    if face < 6:
        return (*used, _story(scene, withered))
    wiser = Modify(who=member_target(scene.subject.id), stat="int", amount=1, source=scene.source)
    return (*used, wiser, _story(scene, "The crystal bud showed {name} how things fit together."))


# ------------------------------------------------------------------------------ wounds and healing


def _ashwind_gale(scene: Scene, rules: HouseRules) -> Settling:
    """Test everybody, wound those who fail, and bring the salvage home (rulings 58 and 63)."""
    one_wound = WoundsNextBattle(amount=1)
    gale = Test(who="all", stat="ds", fixed=PASSES_GALE, failed=(one_wound,))
    hurt = yield from settle((gale,), scene.at("gale"))
    tested = len(scene.state.active(scene.subject.roster_id))
    unhurt = tested - sum(isinstance(effect, WoundsNextBattle) for effect in hurt)
    shares = unhurt if rules["ashwind_crowns"] == "each" else 1
    salvage: tuple[Effect, ...] = ()
    if shares:
        who = roster_target(scene.subject.roster_id)
        amount = shares * SALVAGE
        salvage = (Gain(who=who, resource=CROWNS, amount=amount, reason=scene.source),)
    tale = "A gale of ash caught {name} and the others in the open"
    tale += "." if unhurt == tested else f", and {tested - unhurt} of them bled for it."
    return (*hurt, *salvage, _story(scene, tale))


def _fungal_bloom(scene: Scene) -> Settling:
    """Sell spores, or feed them to somebody who would start the next battle wounded."""
    patients = _wounded(scene)
    options = [Option("sell", f"Sell the spores for {SPORES} crowns")]
    options += [
        Option(f"feed_{member.id}", f"Feed {_called(scene, member)}", _wounds(member))
        for member in patients
    ]
    if not patients:
        nobody = "Nobody in the warband starts the next battle wounded."
        options.append(Option("feed", "Feed somebody who is wounded", "", nobody))
    picked = yield from _picked(scene, options, f"Strange spores: what does {scene.name} do?")
    if picked == "sell":
        who = roster_target(scene.subject.roster_id)
        return (
            Gain(who=who, resource=CROWNS, amount=SPORES, reason=scene.source),
            _story(scene, "{name} scraped glowing spores into a jar and sold it unopened."),
        )
    patient = scene.state.members[int(picked.removeprefix("feed_"))]
    healed = yield from _healed(scene, patient)
    paler: tuple[Effect, ...] = ()
    if patient.trait(MUTATION, PALE) is None:
        turned = (AddTrait(kind=MUTATION, ref=PALE),)
        paler = yield from settle(turned, scene.after(healed).about(patient.id).at("pale"))
    ate = _called(scene, patient)
    return (*healed, *paler, _story(scene, "{name} found spores. " + ate + " ate them all."))


def _apparition_heals(scene: Scene) -> Settling:
    """Heal wounds that wait for one fighter of the warband; the player says whose."""
    patients = _wounded(scene)
    if not patients:
        return (_story(scene, "A ghost drifted past {name} and found nobody to heal."),)
    own_first = sorted(patients, key=lambda member: member.id != scene.subject.id)
    patient = own_first[0]
    if len(patients) > 1:
        options = tuple(Option(str(m.id), _called(scene, m), _wounds(m)) for m in own_first)
        why = "Whom does the apparition heal?"
        answer = yield Choose(f"{scene.key}/patient", options, why)
        patient = scene.state.members[int(chosen(answer))]
    healed = yield from _healed(scene, patient)
    tale = "A ghost drifted past {name} and laid a hand on " + _called(scene, patient) + "."
    return (*healed, _story(scene, tale))


def _healed(scene: Scene, patient: Member) -> Settling:
    question = Roll(
        f"{scene.key}/heal", "d3", f"How many wounds of {_called(scene, patient)} heal?",
        _EACH_OF_THREE,
    )  # fmt: skip
    amount = rolled_total(question, (yield question))
    return (Spend(who=member_target(patient.id), ref=STARTS_WOUNDED, amount=amount),)


def _wounded(scene: Scene) -> tuple[Member, ...]:
    active = scene.state.active(scene.subject.roster_id)
    return tuple(member for member in active if member.waiting(STARTS_WOUNDED))


def _wounds(member: Member) -> str:
    number = sum(entry.amount for entry in member.waiting(STARTS_WOUNDED))
    return f"Starts the next battle with {number} {'wound' if number == 1 else 'wounds'}."


# ------------------------------------------------------------------------------------------ words

_EACH_OF_THREE = tuple((str(face), Fraction(1, 3)) for face in range(1, 4))
_ON_SIX = (("one is rare", Fraction(1, 6)), ("none is", Fraction(5, 6)))
_BUD = (
    ("+1 Intelligence", Fraction(1, 6)),
    ("nothing", Fraction(4, 6)),
    ("a mutation", Fraction(1, 6)),
)


def _picked(scene: Scene, options: Iterable[Option], why: str) -> Generator[Question, Answer, str]:
    """Ask, with what can be chosen before what cannot; return the id that was chosen."""
    ordered = sorted(options, key=lambda option: bool(option.refused))
    return chosen((yield Choose(f"{scene.key}/choice", tuple(ordered), why)))


def _short(scene: Scene, price: int) -> str:
    """Say in a sentence that there are too few crowns, or nothing."""
    held = scene.state.rosters[scene.subject.roster_id].amount(CROWNS)
    name = warband(scene.state, scene.subject.roster_id)
    return "" if held >= price else f"{name} has {held} crowns."


def _paid(scene: Scene, price: int) -> Lose:
    who = roster_target(scene.subject.roster_id)
    return Lose(who=who, resource=CROWNS, amount=price, reason=scene.source[:200])


def _next_battle(
    scene: Scene, stat: str, amount: int, source: str = "", member: Member | None = None
) -> Modify:
    return Modify(
        who=member_target((member or scene.subject).id),
        stat=stat,
        amount=amount,
        source=(source or scene.source)[:200],
        ends="next_battle",
    )


def _story(scene: Scene, text: str) -> Story:
    """Return a line for the chronicle, with the subject’s name in its place."""
    return Story(who=member_target(scene.subject.id), text=fill(text, scene)[:2000])


def _called(scene: Scene, member: Member) -> str:
    return scene.content.called(member.name, member.archetype)
