"""What gear does after a battle: every line, every face and every choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from mordcry_app.rules.board import Board
from mordcry_app.rules.effects import LoseItem
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import (
    Answer,
    Ask,
    Choose,
    Outcome,
    Procedure,
    Question,
    Roll,
    TextAnswer,
    every_branch,
)
from mordcry_app.rules.ruleset import BattleRecord
from mordcry_app.rules.settle import settle_without_asking
from mordcry_app.rules.state import Carried, Pending, State, Trait
from mordcry_app.rulesets.mordcry.gear import gear, usable_in_battle
from mordcry_app.rulesets.mordcry.wares import AFTER_BATTLE_ONLY
from tests.rulesets.mordcry.helpers import (
    RUIN,
    VIGIL,
    aftermath,
    asked,
    book_with,
    campaign,
    d66,
    fighter,
    finished,
    mordcry,
    picked,
    played,
    proposed,
    rolled,
    value,
)

SNAP = "tarnished_blade:snap"
USED_UP = {
    "tarnished_blade": (SNAP, "The Tarnished Blade of Ilse broke in battle 6."),
    "hexed_musket": ("hexed_musket:explode", "The Hexed Musket of Ilse broke in battle 6."),
    "potion_of_vigor": (
        "potion_of_vigor:drink",
        "Ilse used up the Potion of Vigor in battle 6.",
    ),
    "dog_eared_codex_page": (
        "dog_eared_codex_page:look_up",
        "Ilse used up the Dog-Eared Codex Page in battle 6.",
    ),
    "silver_ammo": ("silver_ammo:fire", "Ilse used up the Silver Ammo in battle 6."),
    "witch_oil_bombs": (
        "witch_oil_bombs:throw",
        "Ilse used up the Witch Oil Bombs in battle 6.",
    ),
    "crystal_vial_of_aether": (
        "crystal_vial_of_aether:break",
        "Ilse used up the Crystal Vial of Aether in battle 6.",
    ),
    "chains_of_the_faithless": (
        "chains_of_the_faithless:bind",
        "Ilse used up the Chains of the Faithless in battle 6.",
    ),
}
"""What is gone once it has been used, without more: its use and what is told of it."""

KEPT = ("bone_dice_set",)
"""What is spent for the campaign."""
WITH_MORE = ("soulflask", "ghoulblood_tonic", "soot_caked_relic")
"""What brings something after the battle in which it was used."""
BY_ITSELF = ("warpstone_pendant",)
TRIED = ("libram_of_lost_saints",)


def band(*carried: str, pending: tuple[Pending, ...] = (), traits: tuple[Trait, ...] = ()) -> State:
    ilse = replace(fighter(1, "Ilse", carried=carried), pending=pending, traits=traits)
    return campaign(ilse, fighter(2, "Hask"), fighter(3, "Orla", roster_id=RUIN))


def procedure(state: State, *, fought: bool = True, **chosen: str | int) -> Callable[[], Procedure]:
    book = book_with(**chosen)
    return lambda: gear(book, state, 1, fought, 6, "gear/1")


def done(state: State, answers: dict[str, Answer], **chosen: str | int) -> tuple[State, Outcome]:
    book = book_with(**chosen)
    outcome = finished(lambda: gear(book, state, 1, True, 6, "gear/1"), answers)
    assert not any(effect.op == "story" for effect in outcome.effects)
    return apply_effects(state, outcome.effects), outcome


def record(*fought: int, out: Iterable[int] = ()) -> BattleRecord:
    return BattleRecord(
        6,
        {VIGIL: "won", RUIN: "lost"},
        frozenset(fought),
        out_by=dict.fromkeys(out),
    )


def lines(board: Board) -> list[str]:
    return [r.line.key for r in board.reports if r.line.stage == "gear"]


def used(option: str) -> dict[str, Answer]:
    return {"gear/1/used": picked(option)}


# ---------------------------------------------------------------- which lines there are


def test_every_item_that_needs_a_line_is_known_here() -> None:
    needing = {
        item.id
        for item in mordcry().content.items.values()
        if list(usable_in_battle(fighter(1, carried=[item.id]), mordcry().content))
        or item.after_battle
        or item.when_taken
    }
    assert needing == {*USED_UP, *KEPT, *WITH_MORE, *BY_ITSELF, *TRIED}


@pytest.mark.parametrize("item", [*USED_UP, *KEPT, *WITH_MORE, *BY_ITSELF, *TRIED])
def test_one_line_for_a_fighter(item: str) -> None:
    state = band(item)
    board = aftermath(state, record(1, 2, 3), {})
    assert lines(board) == ["gear/1"]
    line = next(r.line for r in board.reports if r.line.stage == "gear")
    assert (line.label, line.subject, line.member_id) == ("Gear", "Ilse", 1)
    assert line.hint == mordcry().content.items[item].name
    assert line.rule == f"item:{item}"
    assert line.after == ()


def test_fighters_without_anything_of_the_kind_have_no_line() -> None:
    plain = [
        item.id
        for item in mordcry().content.items.values()
        if item.id not in {*USED_UP, *KEPT, *WITH_MORE, *BY_ITSELF, *TRIED}
    ]
    assert lines(aftermath(band(*plain), record(1, 2, 3), {})) == []


def test_who_was_not_there_used_nothing_up() -> None:
    every = (*USED_UP, *KEPT, *WITH_MORE, *BY_ITSELF)
    assert lines(aftermath(band(*every), record(2, 3), {})) == []


def test_the_line_waits_for_the_injury_and_goes_with_the_dead() -> None:
    state = band("potion_of_vigor")
    battle = record(1, 2, 3, out=[1, 2])
    board = aftermath(state, battle, {})
    line = next(r for r in board.reports if r.line.stage == "gear")
    assert (line.line.after, line.status) == (("injury/1",), "waiting")
    answers: dict[str, Answer] = {"injury/1/roll": d66(11), "injury/1/dead/2/gear": rolled("d6", 6)}
    assert lines(aftermath(state, battle, answers)) == []
    alive = aftermath(state, battle, {"injury/1/roll": d66(64)})
    assert next(r for r in alive.reports if r.line.stage == "gear").status == "open"


def test_lines_stand_between_injuries_and_experience() -> None:
    state = band("potion_of_vigor")
    orla = fighter(3, "Orla", roster_id=RUIN, carried=["warpstone_pendant"])
    board = aftermath(state.with_member(orla), record(1, 2, 3, out=[2]), {})
    stages = [report.line.stage for report in board.reports]
    assert stages[:4] == ["injuries", "gear", "gear", "experience"]
    experience = next(r.line for r in board.reports if r.line.key == f"experience/{VIGIL}")
    assert set(experience.after) == {"injury/2", "gear/1"}


# ---------------------------------------------------------------- what was used up


@pytest.mark.parametrize("item", [*USED_UP, *KEPT, *WITH_MORE])
def test_nothing_is_the_first_answer(item: str) -> None:
    state = band(item)
    question = asked(procedure(state), {})
    assert isinstance(question, Choose)
    assert question.key == "gear/1/used"
    assert question.alike == "used_up"
    assert question.why == "Ilse: was anything used up in battle 6?"
    assert [option.label for option in question.options] == [
        "Nothing",
        mordcry().content.items[item].name,
    ]
    after, outcome = done(state, used("nothing"))
    assert after == state
    assert outcome == Outcome((), (), "nothing came of it")


@pytest.mark.parametrize("item", USED_UP)
def test_what_was_used_up_is_gone(item: str) -> None:
    option, story = USED_UP[item]
    after, outcome = done(band(item), used(option))
    assert after.members[1].carried == ()
    assert outcome.story == (story,)
    two, _ = done(band(item, item), {**used(option), "gear/1/used-2": picked("nothing")})
    assert two.members[1].carried == (Carried(item, 1),)


def test_bone_dice_are_spent_for_the_campaign() -> None:
    state = band("bone_dice_set")
    after, outcome = done(state, used("bone_dice_set:cast"))
    assert after.members[1].carried == (Carried("bone_dice_set", 1, spent=True),)
    assert outcome.story == ("Ilse used the Bone Dice Set in battle 6.",)
    assert lines(aftermath(after, record(1, 2, 3), {})) == []


def test_one_thing_after_the_other() -> None:
    state = band("potion_of_vigor", "silver_ammo", "tarnished_blade")
    answers = used("silver_ammo:fire")
    question = asked(procedure(state), answers)
    assert isinstance(question, Choose)
    assert (question.key, question.alike) == ("gear/1/used-2", "")
    assert question.why == "Ilse: was anything else used up in battle 6?"
    assert [o.label for o in question.options] == [
        "Nothing else",
        "Potion of Vigor",
        "Tarnished Blade",
    ]
    answers |= {"gear/1/used-2": picked(SNAP), "gear/1/used-3": picked("potion_of_vigor:drink")}
    after, outcome = done(state, answers)
    assert after.members[1].carried == ()
    assert len(outcome.story) == 3


def test_the_blade_takes_its_bonus_with_it() -> None:
    state = band("tarnished_blade")
    assert value(state.members[1], "ws") == 4
    after, _ = done(state, used(SNAP))
    assert value(after.members[1], "ws") == 3


def test_a_soulflask_teaches_everybody_who_stands() -> None:
    fallen = replace(fighter(4, "Wren"), state="dead")
    state = band("soulflask").with_member(fallen)
    after, outcome = done(state, used("soulflask:capture"))
    assert {m.id: m.amount("xp") for m in after.members.values()} == {1: 1, 2: 1, 3: 0, 4: 0}
    assert after.members[1].carried == (Carried("soulflask", 1, spent=True),)
    assert {e.reason for e in outcome.effects if e.op == "gain"} == {"Soulflask of Ilse"}
    assert len(outcome.story) == 1


@pytest.mark.parametrize("wounds", [1, 2, 3])
def test_the_tonic_is_paid_for_in_the_next_battle(wounds: int) -> None:
    state = band("ghoulblood_tonic")
    answers = used("ghoulblood_tonic:drink")
    question = asked(procedure(state), answers)
    assert isinstance(question, Roll)
    assert (question.dice, question.why) == ("d3", "Ghoulblood Tonic, battle 6")
    after, outcome = done(state, {**answers, question.key: rolled("d3", wounds)})
    waits = (Pending("starts_wounded", "Ghoulblood Tonic, battle 6", wounds),)
    assert (after.members[1].pending, after.members[1].carried) == (waits, ())
    assert outcome.story == ("Ilse drank the Ghoulblood Tonic and paid for it.",)
    healed, _ = done(state, {**answers, question.key: rolled("d3", wounds)}, carried_wounds="none")
    assert (healed.members[1].pending, healed.members[1].carried) == ((), ())


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("known", [False, True])
def test_the_relic_may_slip_away_when_it_was_bared(known: bool, face: int) -> None:
    """It is asked about, unless it is known from before the battle that it was bared."""
    noted = (Pending("used_in_battle", "Soot-Caked Relic"),) if known else ()
    state = band("soot_caked_relic", pending=noted)
    answers: dict[str, Answer] = {} if known else used("soot_caked_relic:bare")
    question = asked(procedure(state), answers)
    assert isinstance(question, Roll)
    after, outcome = done(state, {**answers, question.key: rolled("d6", face)})
    kept = face <= 3
    assert after.members[1].carries("soot_caked_relic") == kept
    assert after.members[1].pending == ()
    assert len(outcome.story) == 1


@pytest.mark.parametrize("fought", [False, True])
def test_a_use_that_was_noted_in_the_battle_counts_on(fought: bool) -> None:
    """Who has smoked the pipe in the battle cannot do so again before the next one."""
    noted = Pending("used_in_battle", "Pipe of Calm")
    state = band("pipe_of_calm", "charm_of_warding", pending=(noted,))
    line = next(
        r.line for r in aftermath(state, record(2, 3), {}).reports if r.line.stage == "gear"
    )
    assert (line.rule, line.hint) == ("pending:used_in_battle", "Pipe of Calm")
    after = apply_effects(state, finished(procedure(state, fought=fought), {}).effects).members[1]
    assert after.pending == (Pending("used_this_game", "Pipe of Calm"),)
    warded = band("charm_of_warding", pending=(Pending("used_in_battle", "Charm of Warding"),))
    outcome = finished(procedure(warded), {})
    assert apply_effects(warded, outcome.effects).members[1].pending == ()


def test_what_is_noted_as_used_up_is_gone_without_a_question() -> None:
    noted = tuple(Pending("used_in_battle", name) for name in ("Potion of Vigor", "Soulflask"))
    state = band("potion_of_vigor", "soulflask", pending=noted)
    after, outcome = done(state, {})
    assert after.members[1].carried == (Carried("soulflask", 1, spent=True),)
    assert after.members[1].pending == ()
    assert [after.members[n].amount("xp") for n in (1, 2)] == [1, 1]
    assert outcome.story == (
        "Ilse used up the Potion of Vigor in battle 6.",
        "Ilse caught a soul in the Soulflask, and the whole warband learned from it.",
    )


def test_baring_the_relic_before_a_battle() -> None:
    """Its use gives the Willpower; that it was used is noted where it is used, at the set-up."""
    use = mordcry().content.items["soot_caked_relic"].uses[0]
    state = band("soot_caked_relic")
    scene = book_with().scene(state, 1, "use", "Soot-Caked Relic, battle 6")
    after = apply_effects(state, settle_without_asking(use.effects, scene)).members[1]
    assert value(after, "will") == value(state.members[1], "will") + 1
    assert [modifier.ends for modifier in after.modifiers] == ["battle"]
    assert after.pending == ()


def test_the_relic_is_asked_about_once() -> None:
    state = band("soot_caked_relic", "potion_of_vigor")
    answers = used("soot_caked_relic:bare")
    roll = asked(procedure(state), answers)
    answers |= {roll.key: rolled("d6", 1)}
    question = asked(procedure(state), answers)
    assert isinstance(question, Choose)
    assert [o.label for o in question.options] == ["Nothing else", "Potion of Vigor"]


# ---------------------------------------------------------------- what happens by itself


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_the_warpstone_mutates_on_a_one(face: int) -> None:
    state = band("warpstone_pendant")
    question = asked(procedure(state), {})
    assert isinstance(question, Roll)
    assert (question.dice, question.why) == ("d6", "Warpstone Pendant, battle 6")
    after, outcome = done(state, {question.key: rolled("d6", face)})
    waits = (Pending("modifier", "Mutation: Warpstone Pendant, battle 6", -1, "ws"),)
    assert after.members[1].pending == (waits if face == 1 else ())
    assert after.members[1].carries("warpstone_pendant")
    assert bool(outcome.story) == (face == 1)


def test_mutations_by_a_table_of_the_group() -> None:
    state = band("warpstone_pendant")
    first = asked(procedure(state, mutations="own_table"), {})
    answers: dict[str, Answer] = {first.key: rolled("d6", 1)}
    question = asked(procedure(state, mutations="own_table"), answers)
    assert isinstance(question, Roll)
    for face in range(1, 7):
        after, _ = done(state, {**answers, question.key: rolled("d6", face)}, mutations="own_table")
        assert [(p.stat, p.amount) for p in after.members[1].pending] == [("ws", -1)]


@pytest.mark.parametrize("fought", [False, True])
def test_a_mutation_that_was_to_come(fought: bool) -> None:
    shard = Pending("mutation_to_come", "Fallen Meteor Shard, battle 5")
    state = band(pending=(shard,))
    battle = record(1, 2, 3) if fought else record(2, 3)
    line = next(r.line for r in aftermath(state, battle, {}).reports if r.line.key == "gear/1")
    assert (line.rule, line.hint) == ("pending:mutation_to_come", "Will mutate")
    outcome = finished(procedure(state, fought=fought), {})
    after = apply_effects(state, outcome.effects).members[1]
    assert after.pending == (Pending("modifier", f"Mutation: {shard.source}", -1, "ws"),)
    assert len(outcome.story) == 1


def test_each_mutation_that_waits_comes() -> None:
    shards = tuple(Pending("mutation_to_come", f"Shard, battle {n}") for n in (4, 5))
    after, _ = done(band(pending=shards), {})
    assert [p.source for p in after.members[1].pending] == [f"Mutation: {s.source}" for s in shards]


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("fought", [False, True])
def test_a_libram_that_was_handed_over_is_tried_once(face: int, fought: bool) -> None:
    """Willpower 3 and the +2 of the book itself: a 6 fails."""
    state = band("libram_of_lost_saints")
    question = asked(procedure(state, fought=fought), {})
    assert isinstance(question, Roll)
    assert question.why == "Willpower test, Ilse: 5 or less passes"
    answers: dict[str, Answer] = {question.key: rolled("d6", face)}
    outcome = finished(procedure(state, fought=fought), answers)
    after = apply_effects(state, outcome.effects)
    ilse = after.members[1]
    assert value(ilse, "int") == (3 if face <= 5 else 1)
    assert value(ilse, "will") == 5
    assert lines(aftermath(after, record(1, 2, 3), {})) == []
    assert all(m.cause == "item:libram_of_lost_saints" for m in ilse.modifiers)


def test_a_libram_that_was_tried_is_not_tried_again() -> None:
    tried = Trait("taken", "libram_of_lost_saints", "Libram of Lost Saints")
    state = band("libram_of_lost_saints", traits=(tried,))
    assert lines(aftermath(state, record(1, 2, 3), {})) == []


def test_the_libram_takes_its_price_with_it() -> None:
    state = band("libram_of_lost_saints")
    question = asked(procedure(state), {})
    after, _ = done(state, {question.key: rolled("d6", 6)})
    free = apply_effects(after, (LoseItem(who="member:1", ref="libram_of_lost_saints"),)).members[1]
    assert (free.modifiers, free.traits, value(free, "int")) == ((), (), 3)


# ---------------------------------------------------------------- all together


def test_every_way_through_everything() -> None:
    """Chances add up for each way to choose; nothing is lost but what was used."""
    carried = ["warpstone_pendant", "potion_of_vigor", "soulflask", "soot_caked_relic", "dagger"]
    state = band(*carried)
    by_choice: dict[tuple[str, ...], Fraction] = {}
    for branch in every_branch(procedure(state)):
        choices = tuple(a.option for a in branch.answers.values() if a.kind == "choice")
        by_choice[choices] = by_choice.get(choices, Fraction(0)) + branch.chance
        after = apply_effects(state, branch.outcome.effects)
        lost = {ref for ref in carried if not any(c.ref == ref for c in after.members[1].carried)}
        assert lost <= {choice.split(":")[0] for choice in choices} & {
            "potion_of_vigor",
            "soot_caked_relic",
        }
        assert ("potion_of_vigor:drink" in choices) == ("potion_of_vigor" in lost)
        xp = 1 if "soulflask:capture" in choices else 0
        assert [after.members[n].amount("xp") for n in (1, 2, 3)] == [xp, xp, 0]
        assert replace(after.members[2], resources={}) == replace(state.members[2], resources={})
        assert after.members[3] == state.members[3]
    assert set(by_choice.values()) == {Fraction(1)}
    assert len(by_choice) == 16


def test_what_was_used_up_is_counted_before_the_market() -> None:
    """A page that was used in the battle is not offered in the aftermath."""
    state = band("dog_eared_codex_page")
    answers = used("dog_eared_codex_page:look_up")
    board = aftermath(state, record(1, 2, 3), answers)
    assert not any(c.ref == "dog_eared_codex_page" for c in board.end.members[1].carried)


def test_no_moment_after_the_battle_is_asked_about_here() -> None:
    for item in mordcry().content.items.values():
        for helped in usable_in_battle(fighter(1, carried=[item.id]), mordcry().content):
            assert helped.use.moment not in AFTER_BATTLE_ONLY


@pytest.mark.parametrize("seed", range(4))
def test_whole_aftermaths_of_fighters_laden_with_finds(seed: int) -> None:
    """Whatever is rolled and chosen, the board comes to its end, and nothing is used twice."""
    random = Random(seed)
    trinkets = [item.id for item in mordcry().content.items_of("item")]
    members = [
        replace(
            fighter(number, roster_id=VIGIL if number < 4 else RUIN, carried=trinkets),
            pending=(Pending("mutation_to_come", "Shard"), Pending("exploration_reroll", "Beggar")),
        )
        for number in range(1, 7)
    ]
    state = campaign(*members, crowns={VIGIL: 300, RUIN: 300})

    def answering(question: Question) -> Answer:
        if isinstance(question, Choose):
            return picked(random.choice([o.id for o in question.options if not o.refused]))
        if isinstance(question, Ask):
            return TextAnswer(text=question.proposed)
        return proposed(
            question, lambda roll: tuple(random.randint(1, sides) for sides in roll.parsed.sides)
        )

    board, _ = played(state, record(*range(1, 7), out=range(1, 7)), answering)
    assert board.is_complete
    for member in board.end.members.values():
        for spent in (carried for carried in member.carried if carried.spent):
            assert any(use.per == "campaign" for use in mordcry().content.items[spent.ref].uses)


def test_after_a_battle_that_was_played_here_nobody_is_asked_what_was_used() -> None:
    known = replace(record(1, 2, 3), uses_are_known=True)
    assert lines(aftermath(band("potion_of_vigor", "soulflask"), known, {})) == []
    noted = (Pending("used_in_battle", "Soulflask"),)
    board = aftermath(band("potion_of_vigor", "soulflask", pending=noted), known, {})
    assert lines(board) == ["gear/1"]
    report = next(r for r in board.reports if r.line.stage == "gear")
    assert report.question is None
    assert report.line.hint == "Soulflask"


def test_what_gear_does_by_itself_is_asked_after_every_battle() -> None:
    known = replace(record(1, 2, 3), uses_are_known=True)
    assert lines(aftermath(band("warpstone_pendant"), known, {})) == ["gear/1"]
