"""The vocabulary is closed, and what it cannot mean is refused."""

from __future__ import annotations

from typing import get_args

import pytest
from pydantic import TypeAdapter, ValidationError

from mordcry_app.rules import effects as vocabulary
from mordcry_app.rules.effects import (
    EFFECT_TYPES,
    AddTrait,
    ChooseOne,
    Effect,
    Gain,
    Kill,
    Modify,
    OnRoll,
    RollFor,
    Story,
    member,
    roster,
    target,
)

ANY: TypeAdapter[Effect] = TypeAdapter(Effect)


def test_the_vocabulary_is_closed() -> None:
    assert list(EFFECT_TYPES) == [
        "gain", "lose", "modify", "unmodify", "set_stat", "add_trait", "remove_trait", "gain_item",
        "lose_item", "spend_item", "gear_to_stash", "gear_lost", "miss_next_battle",
        "wounds_next_battle", "await", "spend", "arm", "join", "kill", "retire", "restore",
        "add_tag", "remove_tag", "choose", "test", "roll", "draw", "call", "story",
    ]  # fmt: skip


def test_every_effect_of_the_module_is_in_the_vocabulary() -> None:
    defined = {
        value
        for value in vars(vocabulary).values()
        if isinstance(value, type) and "op" in getattr(value, "model_fields", {})
    }
    assert defined == set(EFFECT_TYPES.values())


@pytest.mark.parametrize("op", EFFECT_TYPES)
def test_every_effect_survives_being_stored(op: str) -> None:
    needed = {
        "resource": "xp", "amount": 2, "stat": "ws", "value": 4, "kind": "injury", "ref": "eye",
        "tag": "holy", "dice": "d6", "table": "injury", "function": "heal", "text": "x",
        "member": 31, "archetype": "hound",
        "rows": [{"on": "1–3", "effects": [{"op": "kill"}]}],
        "options": [{"id": "a", "label": "A", "effects": [{"op": "kill"}]},
                    {"id": "b", "label": "B"}],
    }  # fmt: skip
    fields = EFFECT_TYPES[op].model_fields
    given = {"op": op, "who": "roster" if op == "join" else "self"} | {
        k: v for k, v in needed.items() if k in fields and fields[k].is_required()
    }
    effect = ANY.validate_python(given)
    assert type(effect) is EFFECT_TYPES[op]
    assert ANY.validate_python(effect.model_dump(mode="json")) == effect
    assert ANY.validate_json(effect.model_dump_json()) == effect


@pytest.mark.parametrize(
    ("amount", "kept"),
    [(3, 3), ("3", 3), ("d3", "d3"), ("2d6*10", "2d6*10"), (0, 0), (1_000_000, 1_000_000)],
)
def test_amounts(amount: int | str, kept: int | str) -> None:
    assert Gain(resource="xp", amount=amount).amount == kept


@pytest.mark.parametrize("amount", [-1, "-1", 1_000_001, True, 2.0, None, [], "", "d", "3 xp"])
def test_amounts_that_cannot_be(amount: object) -> None:
    with pytest.raises(ValidationError):
        ANY.validate_python({"op": "gain", "resource": "xp", "amount": amount})


@pytest.mark.parametrize("who", ["self", "all", "random", "member:7"])
def test_every_effect_can_be_meant_for_members(who: str) -> None:
    assert Kill(who=who).who == who
    assert Gain(who=who, resource="xp", amount=1).who == who


def test_only_what_a_roster_has_can_be_meant_for_a_roster() -> None:
    for_rosters = [op for op, kind in EFFECT_TYPES.items() if getattr(kind, "for_rosters")]  # noqa: B009
    assert for_rosters == [
        "gain", "lose", "gain_item", "lose_item", "await", "spend", "arm", "join", "story",
    ]  # fmt: skip
    for who in ("roster", "roster:3"):
        assert Story(who=who, text="x").who == who
        with pytest.raises(
            ValidationError, match=f"“{who}” is a roster, and this touches a member"
        ):
            Kill(who=who)


@pytest.mark.parametrize("who", ["", "member", "member:", "member:-1", "them", "self ", "member:x"])
def test_nobody_else_can_be_meant(who: str) -> None:
    with pytest.raises(ValidationError):
        Kill(who=who)


@pytest.mark.parametrize(
    ("arithmetic", "amount"), [("divide", 0), ("divide", -2), ("multiply", -1)]
)
def test_a_value_is_not_divided_by_zero(arithmetic: str, amount: int) -> None:
    given = {"op": "modify", "stat": "ws", "amount": amount, "arithmetic": arithmetic}
    with pytest.raises(ValidationError, match="cannot"):
        ANY.validate_python(given)
    assert ANY.validate_python(given | {"arithmetic": "add"}).op == "modify"


def test_only_a_roster_is_joined() -> None:
    with pytest.raises(ValidationError, match="must be a roster"):
        ANY.validate_python({"op": "join", "member": 31, "archetype": "hound"})


def test_only_what_is_added_waits_for_a_battle() -> None:
    given = {"op": "modify", "stat": "ws", "amount": 2, "ends": "next_battle"}
    assert ANY.validate_python(given).op == "modify"
    with pytest.raises(ValidationError, match="only what is added can wait for a battle"):
        ANY.validate_python(given | {"arithmetic": "multiply"})


def test_types_are_strict() -> None:
    for wrong in ({"levels": "2"}, {"levels": True}, {"levels": 0}, {"levels": 1.0}, {"name": 3}):
        with pytest.raises(ValidationError):
            ANY.validate_python({"op": "add_trait", "kind": "injury", "ref": "eye"} | wrong)
    assert AddTrait(kind="injury", ref="eye", levels=2).levels == 2


def test_effects_do_not_change() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Modify(stat="ws", amount=1).amount = 2


def test_rows_of_a_roll_cover_their_totals() -> None:
    row = OnRoll(on="4–6")
    assert [total for total in range(1, 8) if row.covers(total)] == [4, 5, 6]
    assert OnRoll(on="66").covers(66)
    assert not OnRoll(on="66").covers(6)
    RollFor(dice="2d6", rows=(OnRoll(on="2"), OnRoll(on="9–12")))


def test_a_choice_has_options_to_choose_from() -> None:
    with pytest.raises(ValidationError, match="at least 2"):
        ChooseOne(options=())


def test_targets_of_settled_effects() -> None:
    assert target(Kill(who=member(7))) == ("member", 7)
    assert target(Gain(who=roster(3), resource="coins", amount=1)) == ("roster", 3)


@pytest.mark.parametrize("who", ["self", "roster", "all", "random"])
def test_an_effect_that_was_not_settled_has_no_target(who: str) -> None:
    with pytest.raises(ValueError, match=f"gain still says “{who}”; settle effects before use"):
        target(Gain(who=who, resource="coins", amount=1))


def test_the_union_is_told_apart_by_op() -> None:
    union, _ = get_args(Effect)
    assert len(get_args(union)) == len(EFFECT_TYPES)
