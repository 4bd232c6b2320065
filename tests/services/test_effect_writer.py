"""Effects written to the database lead to the same state as effects applied to the pure state."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mordcry_app.rules import effects as vocabulary
from mordcry_app.rules.effects import (
    AddTag,
    AddTrait,
    Arm,
    Await,
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
    RemoveTag,
    RemoveTrait,
    Restore,
    Retire,
    SetStat,
    Spend,
    SpendItem,
    Story,
    Unmodify,
    WoundsNextBattle,
)
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import State
from mordcry_app.services.boards import finish, type_faces
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.connections import connect_read_only
from mordcry_app.services.effect_writer import EffectWriter
from mordcry_app.services.history import jump_to
from mordcry_app.services.reading import member_view
from mordcry_app.services.state_reader import read_state
from mordcry_app.services.unit_of_work import unit_of_work
from tests.services.worlds import dump, fight, fingerprint, play

MEMBERS = [f"member:{number}" for number in (1, 2, 11)]
ROSTERS = ["roster:1", "roster:2"]

member = st.sampled_from(MEMBERS)
anybody = st.sampled_from(MEMBERS + ROSTERS)
word = st.sampled_from(["ale", "bread", "coin"])
stat = st.sampled_from(["ws", "a", "sv"])
cause = st.sampled_from(["", "injury:ale", "skill:bread", "item:bread", "by_hand"])
amount = st.integers(0, 40)
ends = st.sampled_from(["permanent", "until_removed", "battle", "while_worn"])
lasts = st.one_of(ends, st.just("next_battle"))
condition = st.sampled_from(["", "storm"])
waiting = st.sampled_from(["ale", "bread", "modifier", "starts_wounded", "misses_battle"])

SETTLED: dict[type, st.SearchStrategy[Effect]] = {
    Gain: st.builds(Gain, who=anybody, resource=word, amount=amount, reason=word),
    Lose: st.builds(Lose, who=anybody, resource=word, amount=amount, reason=word),
    Modify: st.one_of(
        st.builds(
            Modify,
            who=member,
            stat=stat,
            amount=st.integers(-9, 9),
            ends=lasts,
            cause=cause,
            when=condition,
        ),
        st.builds(
            Modify,
            who=member,
            stat=stat,
            amount=st.integers(1, 3),
            arithmetic=st.sampled_from(["multiply", "divide"]),
        ),
    ),
    Unmodify: st.builds(Unmodify, who=member, cause=cause, ends=st.one_of(st.none(), ends)),
    SetStat: st.builds(SetStat, who=member, stat=stat, value=st.integers(0, 999)),
    AddTrait: st.builds(
        AddTrait,
        who=member,
        kind=st.sampled_from(["injury", "skill", "taken"]),
        ref=word,
        name=st.one_of(st.none(), word),
        levels=st.integers(1, 9),
    ),
    RemoveTrait: st.builds(
        RemoveTrait, who=member, kind=st.sampled_from(["injury", "skill", "pending"]), ref=word
    ),
    GainItem: st.builds(
        GainItem, who=anybody, ref=word, quantity=st.integers(1, 5), spent=st.booleans()
    ),
    LoseItem: st.builds(
        LoseItem, who=anybody, ref=word, quantity=st.integers(1, 5), spent=st.booleans()
    ),
    SpendItem: st.builds(SpendItem, who=member, ref=word),
    GearToStash: st.builds(GearToStash, who=member),
    GearLost: st.builds(GearLost, who=member),
    MissNextBattle: st.builds(MissNextBattle, who=member, source=word),
    WoundsNextBattle: st.builds(WoundsNextBattle, who=member, amount=st.integers(0, 3)),
    Await: st.builds(Await, who=anybody, ref=waiting, amount=st.integers(1, 4), source=word),
    Spend: st.builds(Spend, who=anybody, ref=waiting, amount=st.one_of(st.none(), amount)),
    Arm: st.builds(Arm, who=anybody, ref=waiting),
    Join: st.builds(
        Join,
        who=st.sampled_from(ROSTERS),
        member=st.just(1),
        archetype=word,
        name=word,
        tags=st.lists(word, max_size=2).map(tuple),
    ),
    Kill: st.builds(Kill, who=member),
    Retire: st.builds(Retire, who=member),
    Restore: st.builds(Restore, who=member),
    AddTag: st.builds(AddTag, who=member, tag=word),
    RemoveTag: st.builds(RemoveTag, who=member, tag=word),
    Story: st.builds(Story, who=anybody, text=word),
}


def test_every_operation_that_can_be_settled_is_tried() -> None:
    asking = {vocabulary.ChooseOne, vocabulary.Test, vocabulary.RollFor, Draw, vocabulary.Call}
    assert set(SETTLED) == set(vocabulary.EFFECT_TYPES.values()) - asking


def without_zeros(state: State) -> State:
    """Return the state without resources that somebody has 0 of: the ledger has no such entry."""

    def held(resources):
        return {resource: has for resource, has in resources.items() if has}

    return State(
        {r.id: replace(r, resources=held(r.resources)) for r in state.rosters.values()},
        {m.id: replace(m, resources=held(m.resources)) for m in state.members.values()},
        state.next_member,
    )


def with_new_ids(start: State, series: list[list[Effect]]) -> list[list[Effect]]:
    """Return the effects with the ids that those who join will have; later ones touch them too."""
    free = start.next_member
    made: list[list[Effect]] = []
    for effects in series:
        made.append([])
        for effect in effects:
            if isinstance(effect, Join):
                made[-1].append(effect.model_copy(update={"member": free}))
                made[-1].append(Gain(who=f"member:{free}", resource="ale", amount=1))
                made[-1].append(Retire(who=f"member:{free}"))
                free += 1
            else:
                made[-1].append(effect)
    return made


def stored(file: CampaignFile) -> State:
    """Return the state as it is stored, read afresh."""
    with file.reading() as connection:
        return read_state(connection)


@given(st.lists(st.lists(st.one_of(*SETTLED.values()), max_size=12), min_size=1, max_size=3))
@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_both_lead_to_the_same_state(file: CampaignFile, series: list[list[Effect]]) -> None:
    """Also when one writer writes several series, and when it is all taken back."""
    start, before = stored(file), dump(file.path)
    series = with_new_ids(start, series)
    with unit_of_work(file, "Effects", "test") as work:
        writer = EffectWriter(work)
        for effects in series:
            writer.write(effects)
    try:
        expected = apply_effects(start, [effect for effects in series for effect in effects])
        found = stored(file)
        assert without_zeros(found) == without_zeros(expected)
        assert found.next_member == expected.next_member
    finally:
        jump_to(file, 1)
    assert dump(file.path) == before


def test_what_has_to_be_settled_first_is_not_written(file: CampaignFile) -> None:
    before = fingerprint(file.path)
    for effect in (
        Gain(who="member:1", resource="xp", amount="d6"),
        Gain(who="self", resource="xp", amount=1),
        Draw(who="member:1", table="injury"),
        WoundsNextBattle(who="member:1", amount="d3"),
    ):
        with (
            pytest.raises(ValueError, match="settle effects before use"),
            unit_of_work(file, "Unsettled", "test") as work,
        ):
            EffectWriter(work).write([effect])
    assert fingerprint(file.path) == before


def test_who_is_not_there_is_not_touched(file: CampaignFile) -> None:
    with (
        pytest.raises(ValueError, match="no member 99"),
        unit_of_work(file, "Nobody", "test") as work,
    ):
        EffectWriter(work).write([Kill(who="member:99")])


def test_no_owner_gets_more_than_fits(file: CampaignFile) -> None:
    many = [GainItem(who="roster:1", ref="dagger", quantity=99)] * 101
    with pytest.raises(Refusal, match="9,999 at most"), unit_of_work(file, "Much", "test") as work:
        EffectWriter(work).write([*many, GainItem(who="roster:1", ref="dagger", quantity=1)])
    levels = [AddTrait(who="member:1", kind="injury", ref="eye_injury", levels=99)] * 102
    with pytest.raises(Refusal, match="9,999 at most"), unit_of_work(file, "Much", "test") as work:
        EffectWriter(work).write(levels)


def test_what_an_aftermath_writes_names_its_battle(file: CampaignFile) -> None:
    battle_id, draft = fight(file, {"Anselm": None, "Berta": None}, winner=1)
    type_faces(file, draft, "injury/1/roll", "13")
    type_faces(file, draft, "injury/2/roll", "26")
    play(file, draft)
    finish(file, draft)
    with closing(connect_read_only(file.path)) as raw:
        for table in ("ledger_entry", "modifier", "trait", "chronicle_entry", "roll"):
            named = raw.execute(f"SELECT count(*) FROM {table} WHERE battle_id = ?", (battle_id,))
            assert named.fetchone()[0] > 0, table
    assert member_view(file, 1).fell_in_battle == 1
    with unit_of_work(file, "Back", "test") as work:
        EffectWriter(work).write([Restore(who="member:1")])
    assert member_view(file, 1).fell_in_battle is None
