"""Every settled effect, applied to the pure state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from mordcry_app.rules.effects import (
    EFFECT_TYPES,
    AddTag,
    AddTrait,
    Alternative,
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
    Join,
    Kill,
    Lose,
    LoseItem,
    MissNextBattle,
    Modify,
    OnRoll,
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
from mordcry_app.rules.interpreter import apply_effect, apply_effects
from mordcry_app.rules.state import Carried, Member, Modifier, Pending, Roster, State, Trait

EYE = "injury:eye"
BEFORE = Member(
    id=11,
    roster_id=1,
    name="Anna",
    archetype="boss",
    stats={"might": 4},
    modifiers=(
        Modifier("might", -1, "Eye injury, battle 1", "until_removed", EYE),
        Modifier("might", 1, "A toast", "battle"),
    ),
    traits=(Trait("injury", "eye", "Eye injury", 1, "battle 1"), Trait("skill", "eye", "Keen eye")),
    resources={"glory": 2},
    carried=(Carried("stick", 2), Carried("rope")),
    tags=frozenset({"holy"}),
    pending=(
        Pending("starts_wounded", "A fall", 2),
        Pending("modifier", "A curse", -1, "luck", "storm"),
        Pending("starts_wounded", "A brawl", 3),
    ),
)
ROSTER = Roster(
    1,
    "Firsts",
    resources={"coins": 10},
    stash=(Carried("stick", 1),),
    pending=(Pending("map", "A stranger"),),
)
STATE = State({1: ROSTER, 2: Roster(2, "Seconds")}, {11: BEFORE, 12: replace(BEFORE, id=12)}, 13)
FALL, CURSE, BRAWL = BEFORE.pending

ANNA = "member:11"
FIRSTS = "roster:1"


def changed(**fields: object) -> State:
    return STATE.with_member(replace(BEFORE, **fields))


CASES: list[tuple[Effect, State]] = [
    (Gain(who=ANNA, resource="glory", amount=3), changed(resources={"glory": 5})),
    (Gain(who=ANNA, resource="xp", amount=3), changed(resources={"glory": 2, "xp": 3})),
    (
        Gain(who=FIRSTS, resource="coins", amount=5),
        STATE.with_roster(replace(ROSTER, resources={"coins": 15})),
    ),
    (Lose(who=ANNA, resource="glory", amount=1), changed(resources={"glory": 1})),
    (Lose(who=ANNA, resource="glory", amount=9), changed(resources={"glory": 0})),
    (
        Lose(who=FIRSTS, resource="coins", amount=25),
        STATE.with_roster(replace(ROSTER, resources={"coins": 0})),
    ),
    (
        Modify(
            who=ANNA, stat="luck", amount=2, source="Charm", ends="while_worn", cause="item:charm"
        ),
        changed(
            modifiers=(*BEFORE.modifiers, Modifier("luck", 2, "Charm", "while_worn", "item:charm"))
        ),
    ),
    (
        Modify(who=ANNA, stat="might", amount=2, arithmetic="divide"),
        changed(
            modifiers=(
                *BEFORE.modifiers,
                Modifier("might", 2, "modifier", "permanent", "", "divide"),
            )
        ),
    ),
    (Unmodify(who=ANNA, ends="battle"), changed(modifiers=BEFORE.modifiers[:1])),
    (Unmodify(who=ANNA, cause=EYE), changed(modifiers=BEFORE.modifiers[1:])),
    (Unmodify(who=ANNA, cause=EYE, ends="battle"), changed(modifiers=BEFORE.modifiers[1:])),
    (
        Modify(who=ANNA, stat="luck", amount=1, source="A dream", ends="next_battle", when="storm"),
        changed(pending=(*BEFORE.pending, Pending("modifier", "A dream", 1, "luck", "storm"))),
    ),
    (
        Await(who=ANNA, ref="map", amount=2, source="A stranger"),
        changed(pending=(*BEFORE.pending, Pending("map", "A stranger", 2))),
    ),
    (
        Await(who=FIRSTS, ref="map", source="Luck"),
        STATE.with_roster(replace(ROSTER, pending=(*ROSTER.pending, Pending("map", "Luck")))),
    ),
    (Spend(who=ANNA, ref="starts_wounded"), changed(pending=(CURSE,))),
    (Spend(who=ANNA, ref="starts_wounded", amount=2), changed(pending=(CURSE, BRAWL))),
    (
        Spend(who=ANNA, ref="starts_wounded", amount=4),
        changed(pending=(CURSE, replace(BRAWL, amount=1))),
    ),
    (Spend(who=ANNA, ref="starts_wounded", amount=9), changed(pending=(CURSE,))),
    (Spend(who=ANNA, ref="map"), STATE),
    (Spend(who=FIRSTS, ref="map"), STATE.with_roster(replace(ROSTER, pending=()))),
    (
        Arm(who=ANNA, ref="starts_wounded"),
        changed(pending=(replace(FALL, armed=True), CURSE, replace(BRAWL, armed=True))),
    ),
    (
        Arm(who=ANNA, ref="modifier"),
        changed(
            pending=(FALL, BRAWL),
            modifiers=(
                *BEFORE.modifiers,
                Modifier("luck", -1, "A curse", "battle", condition="storm"),
            ),
        ),
    ),
    (
        Arm(who=FIRSTS, ref="map"),
        STATE.with_roster(replace(ROSTER, pending=(Pending("map", "A stranger", armed=True),))),
    ),
    (
        Join(who=FIRSTS, member=13, archetype="hound", name="Rex", tags=("beast",)),
        STATE.with_member(Member(13, 1, "Rex", "hound", tags=frozenset({"beast"}))),
    ),
    (
        SpendItem(who=ANNA, ref="stick"),
        changed(carried=(Carried("stick"), Carried("rope"), Carried("stick", spent=True))),
    ),
    (SpendItem(who=ANNA, ref="hat"), STATE),
    (
        GainItem(who=ANNA, ref="rope", spent=True),
        changed(carried=(*BEFORE.carried, Carried("rope", spent=True))),
    ),
    (LoseItem(who=ANNA, ref="rope", spent=True), STATE),
    (Unmodify(who=ANNA), STATE),
    (SetStat(who=ANNA, stat="might", value=7), changed(stats={"might": 7})),
    (SetStat(who=ANNA, stat="luck", value=1), changed(stats={"might": 4, "luck": 1})),
    (
        AddTrait(who=ANNA, kind="skill", ref="dodge", name="Dodge", levels=2, source="an advance"),
        changed(traits=(*BEFORE.traits, Trait("skill", "dodge", "Dodge", 2, "an advance"))),
    ),
    (
        AddTrait(who=ANNA, kind="skill", ref="dodge"),
        changed(traits=(*BEFORE.traits, Trait("skill", "dodge", "dodge", 1, "added"))),
    ),
    (
        AddTrait(who=ANNA, kind="injury", ref="eye", levels=2, source="battle 6"),
        changed(traits=(Trait("injury", "eye", "Eye injury", 3, "battle 1"), BEFORE.traits[1])),
    ),
    (
        RemoveTrait(who=ANNA, kind="injury", ref="eye"),
        changed(traits=BEFORE.traits[1:], modifiers=BEFORE.modifiers[1:]),
    ),
    (RemoveTrait(who=ANNA, kind="injury", ref="ear"), STATE),
    (
        GainItem(who=ANNA, ref="stick", quantity=2),
        changed(carried=(Carried("stick", 4), Carried("rope"))),
    ),
    (GainItem(who=ANNA, ref="hat"), changed(carried=(*BEFORE.carried, Carried("hat")))),
    (
        GainItem(who=FIRSTS, ref="stick"),
        STATE.with_roster(replace(ROSTER, stash=(Carried("stick", 2),))),
    ),
    (LoseItem(who=ANNA, ref="stick"), changed(carried=(Carried("stick", 1), Carried("rope")))),
    (LoseItem(who=ANNA, ref="stick", quantity=9), changed(carried=(Carried("rope"),))),
    (LoseItem(who=ANNA, ref="hat"), STATE),
    (LoseItem(who=FIRSTS, ref="stick"), STATE.with_roster(replace(ROSTER, stash=()))),
    (
        GearToStash(who=ANNA),
        changed(carried=()).with_roster(
            replace(ROSTER, stash=(Carried("stick", 3), Carried("rope")))
        ),
    ),
    (GearLost(who=ANNA), changed(carried=())),
    (
        MissNextBattle(who=ANNA, source="battle 6"),
        changed(pending=(*BEFORE.pending, Pending("misses_battle", "battle 6"))),
    ),
    (
        WoundsNextBattle(who=ANNA, amount=2, source="a fall"),
        changed(pending=(*BEFORE.pending, Pending("starts_wounded", "a fall", 2))),
    ),
    (WoundsNextBattle(who=ANNA, amount=0, source="a fall"), STATE),
    (Kill(who=ANNA), changed(state="dead")),
    (Retire(who=ANNA), changed(state="retired")),
    (Restore(who=ANNA), STATE),
    (AddTag(who=ANNA, tag="undead"), changed(tags=frozenset({"holy", "undead"}))),
    (AddTag(who=ANNA, tag="holy"), STATE),
    (RemoveTag(who=ANNA, tag="holy"), changed(tags=frozenset())),
    (RemoveTag(who=ANNA, tag="undead"), STATE),
    (Story(who=ANNA, text="Once."), STATE),
    (Story(who=FIRSTS, text="Once."), STATE),
]

INTERACTIVE: list[Effect] = [
    ChooseOne(who=ANNA, options=(Alternative(id="a", label="A"), Alternative(id="b", label="B"))),
    Test(who=ANNA, stat="might"),
    RollFor(who=ANNA, dice="d6", rows=(OnRoll(on="1"),)),
    Draw(who=ANNA, table="scar"),
    Call(who=ANNA, function="heal"),
]


@pytest.mark.parametrize(("effect", "after"), CASES, ids=[f"{e.op}-{e.who}" for e, _ in CASES])
def test_an_effect_changes_this_and_nothing_else(effect: Effect, after: State) -> None:
    assert apply_effect(STATE, effect) == after


def test_every_operation_is_applied_or_asks() -> None:
    assert {e.op for e, _ in CASES} | {e.op for e in INTERACTIVE} == set(EFFECT_TYPES)


@pytest.mark.parametrize("effect", INTERACTIVE, ids=[e.op for e in INTERACTIVE])
def test_what_asks_is_not_applied(effect: Effect) -> None:
    with pytest.raises(ValueError, match=f"{effect.op} asks something; settle effects before use"):
        apply_effect(STATE, effect)


@pytest.mark.parametrize(
    "effect",
    [Gain(who=ANNA, resource="xp", amount="d3"), Lose(who=FIRSTS, resource="coins", amount="d6"),
     WoundsNextBattle(who=ANNA, amount="d3")],
    ids=lambda effect: effect.op,
)  # fmt: skip
def test_dice_are_not_applied(effect: Effect) -> None:
    with pytest.raises(ValueError, match=f"{effect.op} still has dice “d[36]”"):
        apply_effect(STATE, effect)


@pytest.mark.parametrize("who", ["self", "all", "random"])
def test_words_are_not_applied(who: str) -> None:
    with pytest.raises(ValueError, match=f"kill still says “{who}”"):
        apply_effect(STATE, Kill(who=who))


@pytest.mark.parametrize(
    ("who", "problem"), [("member:99", "no member 99"), ("roster:9", "no roster 9")]
)
def test_nobody_is_an_error(who: str, problem: str) -> None:
    with pytest.raises(ValueError, match=f"^{problem}$"):
        apply_effect(STATE, Gain(who=who, resource="xp", amount=1))


def test_an_effect_for_members_is_refused_by_a_roster() -> None:
    unchecked = Kill(who=ANNA).model_copy(update={"who": FIRSTS})
    with pytest.raises(ValueError, match="kill touches a member, not a roster"):
        apply_effect(STATE, unchecked)


@pytest.mark.parametrize(("first", "second"), [(Kill, Restore), (Retire, Restore)])
def test_a_member_can_be_restored(
    first: Callable[..., Effect], second: Callable[..., Effect]
) -> None:
    gone = apply_effect(STATE, first(who=ANNA))
    assert gone.members[11].state != "active"
    assert [m.id for m in gone.active(1)] == [12]
    assert apply_effect(gone, second(who=ANNA)) == STATE


def test_effects_are_applied_in_order() -> None:
    effects = (
        Gain(who=ANNA, resource="glory", amount=1),
        Lose(who=ANNA, resource="glory", amount=5),
    )
    assert apply_effects(STATE, effects).members[11].amount("glory") == 0
    assert apply_effects(STATE, effects[::-1]).members[11].amount("glory") == 1
    assert apply_effects(STATE, ()) is STATE


def test_each_cause_of_wounds_waits_by_itself() -> None:
    effects = [WoundsNextBattle(who=ANNA, amount=n, source=f"fall {n}") for n in (1, 0, 2)]
    start = STATE.with_member(replace(BEFORE, pending=()))
    waiting = apply_effects(start, effects).members[11].waiting("starts_wounded")
    assert [(p.amount, p.source) for p in waiting] == [(1, "fall 1"), (2, "fall 2")]


def test_what_came_with_an_item_goes_with_the_last_of_it() -> None:
    noted = replace(
        BEFORE,
        traits=(*BEFORE.traits, Trait("taken", "stick", "Stick"), Trait("taken", "rope", "Rope")),
        modifiers=(*BEFORE.modifiers, Modifier("luck", -2, "Stick", "permanent", "item:stick")),
    )
    state = STATE.with_member(noted)
    one_less = apply_effect(state, LoseItem(who=ANNA, ref="stick")).members[11]
    assert (one_less.modifiers, one_less.traits) == (noted.modifiers, noted.traits)
    for effect in (
        LoseItem(who=ANNA, ref="stick", quantity=2),
        GearLost(who=ANNA),
        GearToStash(who=ANNA),
    ):
        left = apply_effect(state, effect).members[11]
        assert left.modifiers == BEFORE.modifiers
        kept = 1 if isinstance(effect, LoseItem) else 0
        assert left.traits == (*BEFORE.traits, *[Trait("taken", "rope", "Rope")] * kept)


def test_gear_keeps_what_is_spent_when_it_goes_to_the_stash() -> None:
    spent = apply_effects(STATE, [SpendItem(who=ANNA, ref="stick"), GearToStash(who=ANNA)])
    assert spent.rosters[1].stash == (
        Carried("stick", 2), Carried("rope"), Carried("stick", spent=True),
    )  # fmt: skip


def test_who_joins_has_an_id_of_their_own() -> None:
    joined = apply_effect(STATE, Join(who=FIRSTS, member=13, archetype="hound"))
    assert (joined.next_member, list(joined.members)) == (14, [11, 12, 13])
    with pytest.raises(ValueError, match="there is a member 13 already"):
        apply_effect(joined, Join(who=FIRSTS, member=13, archetype="hound"))


def test_gear_of_a_member_without_a_roster_is_an_error() -> None:
    lost = STATE.with_member(replace(BEFORE, roster_id=7))
    with pytest.raises(ValueError, match="no roster 7"):
        apply_effect(lost, GearToStash(who=ANNA))
