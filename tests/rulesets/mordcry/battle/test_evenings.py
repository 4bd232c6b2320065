"""Whole battles of ten against ten, played by a bot: every victory condition and every twist.

Each evening has its own dice, gear, skills and house rules. After every event the battle has to
hold together, and at the end the fold of all that was stored has to be the battle that was played.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from mordcry_app.rules.battle import Battle, apply_battle
from mordcry_app.rules.battle_effects import BATTLE_EFFECTS, BattleEffect
from mordcry_app.rules.board import lay_out
from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.procedure import Answer, Roll, RollAnswer
from mordcry_app.rules.state import Carried, State, Trait
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Known
from mordcry_app.services.autoplay import automatic_answer
from tests.rulesets.mordcry.battle.bot import Evening, evening
from tests.rulesets.mordcry.battle.playing import ruleset, warbands
from tests.rulesets.mordcry.helpers import rules_with

TEN = (
    "captain", "champion", "champion", "warrior", "warrior", "warrior",
    "youngblood", "youngblood", "youngblood", "youngblood",
)  # fmt: skip

FACES = [(tens, units) for tens in range(1, 7) for units in (1, 4)]
"""A face of each of the twelve rows of a table of three faces a row."""


def equipped(seed: int) -> State:
    """Return two warbands of ten with gear, items and skills drawn from a seed."""
    random, content = Random(seed), ruleset().content
    of_kind = {
        kind: [item.id for item in content.items.values() if item.kind == kind]
        for kind in ("weapon", "shield", "armour", "item")
    }
    skills = content.traits_of("skill")
    state = warbands(*TEN)
    for member in list(state.members.values()):
        carried = [random.choice(of_kind["weapon"]), *random.sample(of_kind["item"], 3)]
        carried += [
            random.choice(of_kind[k]) for k in ("shield", "armour") if random.random() < 0.4
        ]
        learnt = tuple(Trait("skill", s.id, s.name) for s in random.sample(list(skills), 3))
        state = state.with_member(
            replace(
                member,
                carried=tuple(Carried(ref) for ref in carried),
                traits=(*member.traits, *learnt),
                resources={**member.resources, "xp": 4},
            )
        )
    return state


def set_up(
    state: State, rules: HouseRules, seed: int, rows: dict[str, tuple[int, int]]
) -> tuple[State, tuple[BattleEffect, ...]]:
    """Answer a whole set-up; `rows` names the faces with which the tables are rolled."""
    answers: dict[str, Answer] = {}
    source = SeededRandom(seed)
    while True:
        board = lay_out(
            lambda start: ruleset().setup_plan(start, rules, 1, is_whole=True), state, answers
        )
        if board.next is None:
            break
        question = board.next.question
        assert question is not None
        answer = automatic_answer(question, source)
        faces = rows.get(board.next.line.key)
        if faces and isinstance(question, Roll) and question.dice == "d66":
            answer = RollAnswer(dice="d66", faces=faces, typed=True)
        answers[question.key] = answer
    reports = [report.outcome for report in board.reports if report.outcome is not None]
    return board.end, tuple(effect for outcome in reports for effect in outcome.battle)


def begun(seed: int, *, rows: dict[str, tuple[int, int]], **chosen: str | int) -> Evening:
    """Return a battle that has just been set up."""
    rules = rules_with(**chosen)
    state, effects = set_up(equipped(seed), rules, seed, rows)
    engine = ruleset().battle_engine(rules)
    return evening(engine, state, engine.begin(state, 1, effects, is_whole=True), seed)


def holds_together(evening: Evening) -> None:
    """Check what has to be so after every event."""
    state, battle = evening.state, evening.battle
    fight = Fight(ruleset().rulebook(rules_with()), state, battle)
    done = evening.done[-1]
    assert done.label
    assert evening.engine.status(state, battle).title
    for fighter in battle.fighters.values():
        if fighter.is_on_table:
            assert fighter.damage < fight.wounds(fighter.id), (fighter, done.command)
        if fighter.where == "out":
            assert fighter.was_out
    if fight.active is not None:
        assert fight.active.is_on_table, done.command
    assert battle.number_of(Known.TREASURES) >= 0


@pytest.mark.parametrize("place", range(12))
def test_every_condition_and_twist_is_played_to_its_end(place: int) -> None:
    rows = {"victory": FACES[place], "twist": FACES[(5 * place + 3) % 12]}
    played = begun(100 + place, rows=rows)
    start = played.battle
    assert start.word(Known.VICTORY)
    assert start.word(Known.TWIST)
    played.play(holds_together)
    ending = played.engine.ending(played.state, played.battle)
    assert set(ending.results) == {1, 2}
    results = sorted(ending.results.values())
    assert results in (["drew", "drew"], ["lost", "won"], ["retreated", "won"])
    assert ending.holders <= set(played.battle.fighters)
    assert refolded(start, played) == played.battle


def refolded(start: Battle, played: Evening) -> Battle:
    """Return what the stored events of an evening fold to."""
    battle = start
    for done in played.done:
        stored = BATTLE_EFFECTS.dump_json(done.outcome.battle)
        battle = apply_battle(battle, BATTLE_EFFECTS.validate_json(stored))
    return battle


@pytest.mark.parametrize(
    "chosen",
    [
        {"attack_order": "speed", "natural_hits": "plain", "pinned": "no_move"},
        {"attack_order": "counter_by_speed", "save_order": "shield_first", "stunned": "round"},
        {"saved_criticals": "status", "shield_use": "activation", "poisoned": "damage"},
        {"reactive_skills": "prepared", "falls_near_edges": "critical", "disarmed": "critical"},
        {"cursed_fear": "on", "on_fire": "one_round", "prone": "free", "annihilation": "plays_on"},
        {"minimum_attack_dice": "none", "hit_table": "smooth", "wound_table": "pattern"},
    ],
)
def test_house_rules_of_the_table_are_played_to_the_end(chosen: dict[str, str]) -> None:
    played = begun(len(str(chosen)), rows={}, **chosen)
    played.play(holds_together)


@pytest.mark.parametrize("seed", [1, 2])
def test_events_can_be_replayed_from_any_point(seed: int) -> None:
    """Whatever is taken back and done again from its stored effects, the battle is the same."""
    played = begun(seed, rows={})
    played.play(most=400)
    random = Random(seed)
    for _ in range(20):
        place = random.randrange(len(played.done))
        battle = played.done[place].before
        for done in played.done[place:]:
            assert battle == done.before
            battle = apply_battle(battle, done.outcome.battle)
        assert battle == played.battle
