"""Items that help with a roll: every branch of every one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction

import pytest

from mordcry_app.rules.effects import Effect
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import (
    Answer,
    Choose,
    Outcome,
    Procedure,
    Roll,
    every_branch,
)
from mordcry_app.rules.settle import roll_test
from mordcry_app.rules.state import Carried, Member, Pending, State
from mordcry_app.rules.waiting import ended_by_battle
from mordcry_app.rulesets.mordcry.helpful import (
    STAND,
    USED_THIS_GAME,
    after_failed_roll,
    helps_at,
    uses_left,
)
from mordcry_app.rulesets.mordcry.wares import Moment
from tests.rulesets.mordcry.helpers import (
    VIGIL,
    asked,
    book_with,
    campaign,
    d66,
    fighter,
    finished,
    given,
    mordcry,
    picked,
    rolled,
)

PENDANT = "cracked_sigil_pendant:hold"
PIPE = "pipe_of_calm:smoke"
PAGE = "dog_eared_codex_page:look_up"
VIAL = "crystal_vial_of_aether:break"
DUST = "oblivion_dust:forget"
DICE = "bone_dice_set:cast"
TOOLS = "tinkers_toolset:tinker"


def bearer(*carried: str, pending: Iterable[Pending] = ()) -> State:
    """Return a campaign in which Ilse carries something and her friend carries it all."""
    every = [item.id for item in mordcry().content.items_of("item")]
    ilse = replace(fighter(1, "Ilse", carried=carried), pending=tuple(pending))
    return campaign(ilse, fighter(2, "Hask", carried=every))


def trial(
    state: State, stat: str = "will", bonus: int = 0, fixed: int | None = None, **chosen: str | int
) -> Callable[[], Procedure]:
    """Return a procedure that rolls a test of Ilse and says in its summary how it ends."""

    def procedure() -> Procedure:
        scene = book_with(**chosen).scene(state, 1, "t", "a test")
        passed, used = yield from roll_test(scene, stat, bonus, fixed)
        return Outcome(used, (), "passed" if passed else "failed")

    return procedure


def faced(face: int) -> dict[str, Answer]:
    return {"t/test": rolled("d6", face)}


def offered(procedure: Callable[[], Procedure], answers: dict[str, Answer]) -> list[str]:
    question = asked(procedure, answers)
    assert isinstance(question, Choose)
    assert question.options[0].id == STAND
    assert question.options[0].label == "Let it stand"
    assert question.alike == ""
    assert not any(option.refused for option in question.options)
    return [option.id for option in question.options[1:]]


def after(state: State, effects: tuple[Effect, ...]) -> Member:
    return apply_effects(state, effects).members[1]


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_nobody_is_asked_without_anything_that_helps(face: int) -> None:
    """What a friend carries helps nobody else, and an item for something else neither."""
    state = bearer("powder_flask", "iron_spikes", "mark_of_the_coin", "bone_dice_set")
    outcome = finished(trial(state), faced(face))
    assert outcome.summary == ("passed" if face <= 3 else "failed")
    assert outcome.effects == ()


@pytest.mark.parametrize("face", [1, 2, 3])
def test_nobody_is_asked_about_a_test_that_is_passed(face: int) -> None:
    state = bearer("cracked_sigil_pendant", "pipe_of_calm", "oblivion_dust")
    assert finished(trial(state), faced(face)).summary == "passed"


@pytest.mark.parametrize(
    ("item", "stat"), [("cracked_sigil_pendant", "will"), ("dog_eared_codex_page", "int")]
)
@pytest.mark.parametrize("face", [4, 5, 6])
def test_a_bonus_is_offered_when_it_turns_the_test(item: str, stat: str, face: int) -> None:
    state = bearer(item)
    other = {"will": "int", "int": "will"}[stat]
    assert finished(trial(state, other), faced(face)).summary == "failed"
    if face > 4:
        assert finished(trial(state, stat), faced(face)).summary == "failed"
        return
    assert len(offered(trial(state, stat), faced(face))) == 1


@pytest.mark.parametrize("face", [1, 2, 3])
def test_no_bonus_turns_a_test_that_names_its_face(face: int) -> None:
    state = bearer("dog_eared_codex_page")
    assert finished(trial(state, "int", fixed=4), faced(face)).summary == "failed"
    with_stat = trial(state, "int", fixed=4, fixed_tests="characteristic")
    assert finished(with_stat, faced(face)).summary == "passed"
    assert offered(with_stat, faced(4)) == [PAGE]


def test_no_bonus_turns_a_natural_six() -> None:
    state = bearer("cracked_sigil_pendant")
    plain = trial(state, bonus=2)
    assert offered(plain, faced(6)) == [PENDANT]
    naturals = trial(state, bonus=2, test_naturals="naturals")
    assert finished(naturals, faced(6)).summary == "failed"


def test_the_order_in_which_help_is_offered() -> None:
    state = bearer(
        "oblivion_dust", "crystal_vial_of_aether", "pipe_of_calm",
        "cracked_sigil_pendant", "dog_eared_codex_page",
    )  # fmt: skip
    assert offered(trial(state), faced(4)) == [PENDANT, PIPE, VIAL, DUST]
    assert offered(trial(state), faced(6)) == [PIPE, VIAL, DUST]
    assert offered(trial(state, "int"), faced(4)) == [PAGE, VIAL, DUST]
    assert offered(trial(state, "ds", fixed=4), faced(3)) == [VIAL, DUST]


@pytest.mark.parametrize(
    ("item", "option", "gone"),
    [
        ("cracked_sigil_pendant", PENDANT, False),
        ("crystal_vial_of_aether", VIAL, True),
        ("oblivion_dust", DUST, False),
    ],
)
def test_what_passes_a_test(item: str, option: str, gone: bool) -> None:
    state = bearer(item)
    answers = {**faced(4), "t/help-1": picked(option)}
    outcome = finished(trial(state), answers)
    assert outcome.summary == "passed"
    member = after(state, outcome.effects)
    assert member.carries(item) != gone
    name = mordcry().content.items[item].name
    waits = () if gone else (Pending(USED_THIS_GAME, name),)
    assert member.pending == waits
    stories = [effect.text for effect in outcome.effects if effect.op == "story"]
    assert len(stories) == 1
    assert stories[0].startswith(f"The {name} helped Ilse: ")
    left = finished(trial(state), {**faced(4), "t/help-1": picked(STAND)})
    assert (left.summary, left.effects) == ("failed", ())


def test_a_page_is_gone_with_its_test() -> None:
    state = bearer("dog_eared_codex_page", "dog_eared_codex_page")
    outcome = finished(trial(state, "int"), {**faced(4), "t/help-1": picked(PAGE)})
    assert outcome.summary == "passed"
    assert after(state, outcome.effects).carried == (Carried("dog_eared_codex_page", 1),)


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_the_pipe_rolls_again_once(face: int) -> None:
    state = bearer("pipe_of_calm")
    answers = {**faced(5), "t/help-1": picked(PIPE), "t/help-1/test": rolled("d6", face)}
    outcome = finished(trial(state), answers)
    assert outcome.summary == ("passed" if face <= 3 else "failed")
    assert after(state, outcome.effects).pending == (Pending(USED_THIS_GAME, "Pipe of Calm"),)


def test_after_the_pipe_other_help_is_offered() -> None:
    state = bearer("pipe_of_calm", "cracked_sigil_pendant", "oblivion_dust")
    answers = {**faced(6), "t/help-1": picked(PIPE), "t/help-1/test": rolled("d6", 4)}
    assert offered(trial(state), answers) == [PENDANT, DUST]
    outcome = finished(trial(state), {**answers, "t/help-2": picked(PENDANT)})
    assert outcome.summary == "passed"
    used = [pending.source for pending in after(state, outcome.effects).pending]
    assert used == ["Pipe of Calm", "Cracked Sigil Pendant"]


def test_what_was_used_this_game_is_not_offered_again_before_the_next_battle() -> None:
    used = Pending(USED_THIS_GAME, "Oblivion Dust")
    state = bearer("oblivion_dust", pending=[used])
    assert finished(trial(state), faced(6)).summary == "failed"
    second = bearer("oblivion_dust", "oblivion_dust", pending=[used])
    assert offered(trial(second), faced(6)) == [DUST]
    ended = ended_by_battle(state, [VIGIL], {1, 2}, mordcry().content)
    assert offered(trial(apply_effects(state, ended)), faced(6)) == [DUST]


def test_chances_of_a_test_with_everything() -> None:
    """Each complete way through has a chance; those with the same choices add up to 1."""
    state = bearer("pipe_of_calm", "cracked_sigil_pendant", "crystal_vial_of_aether")
    branches = list(every_branch(trial(state)))
    by_choice: dict[bool, Fraction] = {}
    for branch in branches:
        choices = [
            a
            for key, a in branch.answers.items()
            if key.startswith("t/help") and a.kind == "choice"
        ]
        if all(choice in (picked(STAND), picked(PIPE)) for choice in choices):
            first_is_pipe = not choices or choices[0] == picked(PIPE)
            rest = choices[1:] if choices else []
            if first_is_pipe and all(choice == picked(STAND) for choice in rest):
                passed = branch.outcome.summary == "passed"
                by_choice[passed] = by_choice.get(passed, Fraction(0)) + branch.chance
    assert by_choice == {True: Fraction(3, 4), False: Fraction(1, 4)}
    for branch in branches:
        member = after(state, branch.outcome.effects)
        chosen = {a.option for a in branch.answers.values() if a.kind == "choice"}
        assert (VIAL in chosen) != member.carries("crystal_vial_of_aether")
        assert len(member.pending) == len(chosen & {PIPE, PENDANT})


# ---------------------------------------------------------------- any roll that can be passed


@pytest.mark.parametrize(
    ("item", "option"), [("crystal_vial_of_aether", VIAL), ("oblivion_dust", DUST)]
)
def test_any_roll_can_be_passed(item: str, option: str) -> None:
    state = bearer(item)

    def procedure() -> Procedure:
        scene = book_with().scene(state, 1, "r", "a roll")
        passed, used = yield from after_failed_roll(scene, "It failed")
        return Outcome(used, (), "passed" if passed else "failed")

    assert offered(procedure, {}) == [option]
    assert finished(procedure, {"r/help": picked(STAND)}).summary == "failed"
    outcome = finished(procedure, {"r/help": picked(option)})
    assert outcome.summary == "passed"
    member = after(state, outcome.effects)
    assert list(helps_at(member, mordcry().content, Moment.FAILED_ROLL)) == []


def test_a_failed_roll_without_help_asks_nothing() -> None:
    state = bearer("pipe_of_calm")

    def procedure() -> Procedure:
        scene = book_with().scene(state, 1, "r", "a roll")
        passed, used = yield from after_failed_roll(scene, "It failed")
        return Outcome(used, (), "passed" if passed else "failed")

    assert finished(procedure, {}).summary == "failed"


# ---------------------------------------------------------------- rolls on a table


def drawn(state: State, table_id: str, first: int) -> Callable[[], Procedure]:
    """Return a procedure that lets Ilse change a row that she has rolled on a table."""

    def procedure() -> Procedure:
        book = book_with()
        scene = book.scene(state, 1, "x", "a find")
        table = book.content.tables[table_id]
        assert scene.interventions is not None
        row = table.row_for(first)
        row, used = yield from scene.interventions.after_draw(scene, table, row)
        return Outcome(used, (), row.id)

    return procedure


@pytest.mark.parametrize("table", ["uncommon_items", "rare_items", "injury", "exploration"])
def test_bone_dice_roll_any_d66_table_again(table: str) -> None:
    state = bearer("bone_dice_set")
    rows = mordcry().content.tables[table]
    procedure = drawn(state, table, 11)
    question = asked(procedure, {})
    assert isinstance(question, Choose)
    assert question.options[0].detail == rows.row_for(11).text
    assert offered(procedure, {}) == [DICE]
    left = finished(procedure, {"x/again-1": picked(STAND)})
    assert (left.summary, left.effects) == (rows.row_for(11).id, ())
    answers = {"x/again-1": picked(DICE), "x/again-1/roll": d66(25)}
    outcome = finished(procedure, answers)
    assert outcome.summary == rows.row_for(25).id
    assert after(state, outcome.effects).carried == (Carried("bone_dice_set", 1, spent=True),)
    spent = apply_effects(state, outcome.effects)
    assert finished(drawn(spent, table, 11), {}).summary == rows.row_for(11).id


def test_other_dice_are_not_for_the_bone_dice() -> None:
    state = bearer("bone_dice_set", "tinkers_toolset")
    assert finished(drawn(state, "mutations", 2), {}).summary == "mutation_2"


def test_tools_and_luck_are_for_exploring() -> None:
    luck = Pending("exploration_reroll", "Mutant Beggar, battle 4")
    state = bearer("tinkers_toolset", "bone_dice_set", pending=[luck])
    assert offered(drawn(state, "exploration", 12), {}) == ["exploration_reroll", TOOLS, DICE]
    assert offered(drawn(state, "uncommon_items", 12), {}) == [DICE]


def test_one_after_the_other_until_nothing_is_left() -> None:
    luck = Pending("exploration_reroll", "Mutant Beggar, battle 4")
    state = bearer("tinkers_toolset", "bone_dice_set", pending=[luck])
    procedure = drawn(state, "exploration", 12)
    answers: dict[str, Answer] = {
        "x/again-1": picked(TOOLS), "x/again-1/roll": d66(21),
        "x/again-2": picked("exploration_reroll"), "x/again-2/roll": d66(33),
        "x/again-3": picked(DICE), "x/again-3/roll": d66(44),
    }  # fmt: skip
    outcome = finished(procedure, answers)
    assert outcome.summary == mordcry().content.tables["exploration"].row_for(44).id
    member = after(state, outcome.effects)
    assert member.waiting("exploration_reroll") == ()
    assert member.waiting(USED_THIS_GAME) == (Pending(USED_THIS_GAME, "Tinker’s Toolset"),)
    assert [c for c in member.carried if c.spent] == [Carried("bone_dice_set", 1, spent=True)]
    again = drawn(apply_effects(state, outcome.effects), "exploration", 12)
    assert finished(again, {}).effects == ()


def test_every_new_roll_counts() -> None:
    state = bearer("bone_dice_set")
    procedure = drawn(state, "exploration", 11)
    used = list(every_branch(given(procedure, {"x/again-1": picked(DICE)})))
    table = mordcry().content.tables["exploration"]
    assert sum(branch.chance for branch in used) == 1
    assert {b.outcome.summary for b in used} == {row.id for row, _ in table.chances()}


def test_luck_is_used_one_at_a_time() -> None:
    luck = [Pending("exploration_reroll", f"Beggar, battle {n}") for n in (1, 2)]
    state = bearer(pending=luck)
    answers = {"x/again-1": picked("exploration_reroll"), "x/again-1/roll": d66(21)}
    outcome = finished(drawn(state, "exploration", 12), {**answers, "x/again-2": picked(STAND)})
    assert after(state, outcome.effects).waiting("exploration_reroll") == (luck[1],)


# ---------------------------------------------------------------- counting


@pytest.mark.parametrize(
    ("carried", "pending", "left"),
    [
        ((), (), 0),
        ((Carried("oblivion_dust", 2),), (), 2),
        ((Carried("oblivion_dust", 2),), (Pending(USED_THIS_GAME, "Oblivion Dust"),), 1),
        ((Carried("oblivion_dust"),), (Pending(USED_THIS_GAME, "Oblivion Dust"),), 0),
        ((Carried("oblivion_dust"),), (Pending(USED_THIS_GAME, "Pipe of Calm"),), 1),
        ((), (Pending(USED_THIS_GAME, "Oblivion Dust"),), 0),
        ((Carried("oblivion_dust"),), (Pending("used_in_battle", "Oblivion Dust"),), 0),
        ((Carried("oblivion_dust"),), (Pending(USED_THIS_GAME, "Oblivion Dust", armed=True),), 1),
    ],
)
def test_uses_left_in_a_game(
    carried: tuple[Carried, ...], pending: tuple[Pending, ...], left: int
) -> None:
    item = mordcry().content.items["oblivion_dust"]
    member = replace(fighter(1), carried=carried, pending=pending)
    assert uses_left(member, item, item.uses[0]) == left


def test_uses_left_in_a_campaign() -> None:
    item = mordcry().content.items["pilgrims_token"]
    member = fighter(1)
    for carried, left in (
        ((Carried(item.id, 2),), 2),
        ((Carried(item.id, 1), Carried(item.id, 1, spent=True)), 1),
        ((Carried(item.id, 1, spent=True),), 0),
    ):
        assert uses_left(replace(member, carried=carried), item, item.uses[0]) == left


def test_questions_say_what_they_are_about() -> None:
    state = bearer("pipe_of_calm", "bone_dice_set")
    question = asked(trial(state), faced(5))
    assert question.why == "Ilse failed a Willpower test with a 5: does anything help?"
    again = asked(trial(state), {**faced(5), "t/help-1": picked(PIPE)})
    assert isinstance(again, Roll)
    assert again.why == "Willpower test again, Ilse: 3 or less passes"
    assert dict(again.chances) == {"passes": Fraction(1, 2), "fails": Fraction(1, 2)}
    row = mordcry().content.tables["exploration"].row_for(11)
    why = asked(drawn(state, "exploration", 11), {}).why
    assert why == f"{mordcry().content.tables['exploration'].name}, Ilse: {row.name}. Roll again?"
