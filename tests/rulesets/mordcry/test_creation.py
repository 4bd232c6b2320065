"""Starting warbands by the printed spread and by experience, and their advances."""

from __future__ import annotations

import pytest

from mordcry_app.rules.board import Board, lay_out
from mordcry_app.rules.derive import TRAINING, profile
from mordcry_app.rules.procedure import Answer, Question, Roll
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import Member
from mordcry_app.rulesets.mordcry.thresholds import thresholds_within
from tests.rulesets.mordcry.helpers import (
    BASE,
    campaign,
    fighter,
    mordcry,
    proposed,
    rules_with,
    settled,
)

PRINTED = {
    "youngblood": (0, (5, 3, 3, 3, 3, 3, 2, 1, 3, 3, 0)),
    "warrior": (30, (5, 4, 3, 3, 3, 3, 3, 2, 3, 3, 0)),
    "champion": (60, (5, 5, 3, 3, 3, 4, 4, 2, 3, 3, 0)),
    "captain": (150, (5, 6, 4, 4, 4, 5, 5, 3, 4, 4, 0)),
}
KINDS = ["captain", *["champion"] * 2, *["warrior"] * 3, *["youngblood"] * 4]


def warband(style: str) -> list[Member]:
    recruits = mordcry().starting_roster(style, rules_with())
    assert [recruit.archetype for recruit in recruits] == KINDS
    return [
        fighter(number, archetype=recruit.archetype, style=style)
        for number, recruit in enumerate(recruits, 1)
    ]


def test_printed_profiles() -> None:
    members = warband("printed")
    for member in members:
        xp, values = PRINTED[member.archetype]
        found = {stat: value.total for stat, value in profile(member, mordcry().content).items()}
        assert found == dict(zip(BASE, values, strict=True))
        assert member.amount("xp") == xp
        assert mordcry().advance_progress(member, rules_with()).due == 0
    assert sum(member.amount("xp") for member in members) == 360


def test_training_counts_as_what_the_fighter_started_with() -> None:
    captain = fighter(1, archetype="captain")
    skill = profile(captain, mordcry().content)["ws"]
    assert (skill.base, skill.change) == (6, 0)
    assert [(part.label, part.amount) for part in skill.parts] == [
        ("Base", 3),
        ("Captain’s training", 3),
    ]
    assert skill.parts[1].kind == TRAINING


@pytest.mark.parametrize("reading", ["converted", "restart", "current"])
def test_printed_profiles_owe_no_advance_in_any_reading(reading: str) -> None:
    rules = rules_with(advance_thresholds=reading)
    for recruit in mordcry().starting_roster("printed", rules):
        used = [e.amount for e in recruit.effects if e.op == "gain" and e.resource == "advances"]
        xp = [e.amount for e in recruit.effects if e.op == "gain" and e.resource == "xp"]
        member = Member(
            1,
            1,
            "",
            recruit.archetype,
            resources={
                "xp": sum(a for a in xp if isinstance(a, int)),
                "advances": sum(a for a in used if isinstance(a, int)),
            },
        )
        assert mordcry().advance_progress(member, rules).due == 0


def test_rolled_warbands_have_base_profiles_and_owe_every_advance() -> None:
    due = {"captain": 9, "champion": 5, "warrior": 3, "youngblood": 0}
    for member in warband("rolled"):
        found = {stat: value.total for stat, value in profile(member, mordcry().content).items()}
        assert found == dict(zip(BASE, PRINTED["youngblood"][1], strict=True))
        progress = mordcry().advance_progress(member, rules_with())
        assert progress.due == due[member.archetype]


def ones_and_two(question: Roll) -> tuple[int, ...]:
    return (1, 2)


def answering(question: Question) -> Answer:
    return proposed(question, ones_and_two)


def test_muster_takes_every_advance_that_is_due() -> None:
    members = warband("rolled")
    state = campaign(*members)
    rules = rules_with()
    chosen = frozenset(member.id for member in members if member.archetype != "champion")

    def plan(answers: dict[str, Answer]) -> Board:
        return lay_out(lambda now: mordcry().muster_plan(now, rules, chosen), state, answers)

    answers: dict[str, Answer] = {}
    board = plan(answers)
    captain = [report.line for report in board.reports if report.line.member_id == 1]
    assert [line.key for line in captain] == [f"advance/1/{number}" for number in range(1, 10)]
    assert [line.hint for line in captain][:6] == [
        f"reaches {xp} XP" for xp in (10, 20, 30, 40, 50, 70)
    ]
    assert [report.status for report in board.reports if report.line.member_id == 1] == [
        "open",
        *["waiting"] * 8,
    ]
    while (report := board.next) is not None:
        assert report.question is not None
        answers[report.question.key] = answering(report.question)
        board = plan(answers)
    assert board.is_complete
    for member in board.end.members.values():
        due = mordcry().advance_progress(member, rules).due
        assert due == (5 if member.archetype == "champion" else 0)
    first = board.end.members[1].modifiers[0]
    assert (first.stat, first.amount, first.source) == ("m", 1, "Advance at 10 XP")


def test_an_unknown_style_is_refused() -> None:
    with pytest.raises(Refusal, match="printed, rolled"):
        mordcry().starting_roster("drawn", rules_with())


def test_the_styles_begin_with_the_quick_start() -> None:
    assert [style.id for style in mordcry().creation_styles] == ["printed", "rolled"]


@pytest.mark.parametrize("crowns", [0, 250])
def test_starting_crowns_follow_the_house_rule(crowns: int) -> None:
    rules = rules_with(starting_crowns=crowns)
    assert mordcry().starting_resources(rules) == {"crowns": crowns}


@pytest.mark.parametrize(
    ("reading", "young", "captain"),
    [("ten_and_xp", 10, 160), ("xp", 0, 150), ("heads", 10, 10)],
)
def test_points_of_a_fighter(reading: str, young: int, captain: int) -> None:
    rules = rules_with(fighter_points=reading)
    assert mordcry().strength(Member(1, 1, "Eel", "youngblood"), rules) == young
    ilse = Member(1, 1, "Ilse", "captain", resources={"xp": 150})
    assert mordcry().strength(ilse, rules) == captain
    assert mordcry().strength(ilse) == 160


@pytest.mark.parametrize("reading", ["printed", "rolled"])
@pytest.mark.parametrize("archetype", ["warrior", "champion", "captain"])
def test_training_of_those_who_join_later(reading: str, archetype: str) -> None:
    rules = rules_with(experienced_recruits=reading, recruits_at=40)
    recruit = mordcry().recruit(archetype, rules)
    expected = {r.archetype: r for r in mordcry().starting_roster(reading, rules)}[archetype]
    assert recruit == expected


@pytest.mark.parametrize("xp", [0, 9, 10, 40, 150])
@pytest.mark.parametrize("reading", ["printed", "rolled"])
def test_a_recruited_youngblood_may_bring_xp(xp: int, reading: str) -> None:
    rules = rules_with(recruits_at=xp, experienced_recruits=reading)
    recruit = mordcry().recruit("youngblood", rules)
    member = settled(Member(1, 1, "Eel", "youngblood", stats=recruit.stats), recruit.effects)
    assert member.amount("xp") == xp
    due = mordcry().advance_progress(member, rules).due
    assert due == thresholds_within(xp, rules)


@pytest.mark.parametrize(
    ("reading", "kinds"),
    [
        ("youngblood", ("youngblood",)),
        ("warrior", ("youngblood", "warrior")),
        ("any", ("youngblood", "warrior", "champion", "captain")),
    ],
)
@pytest.mark.parametrize("price", [0, 15])
def test_who_joins_and_for_how_much(reading: str, kinds: tuple[str, ...], price: int) -> None:
    joining = mordcry().joining(rules_with(recruit_archetype=reading, recruit_price=price))
    assert (joining.archetypes, joining.price) == (kinds, price)


@pytest.mark.parametrize("reading", ["free", "paid"])
@pytest.mark.parametrize("fought", [False, True])
@pytest.mark.parametrize("ref", ["hammer", "heavy_shield", "cloth_armour"])
def test_prices_of_ordinary_gear(ref: str, fought: bool, reading: str) -> None:
    item = mordcry().content.items[ref].model_copy(update={"price": 30})
    asked = mordcry().asking_price(item, rules_with(starting_gear=reading), fought=fought)
    assert asked == (0 if reading == "free" and not fought else 30)


def test_what_is_found_has_its_price_from_the_start() -> None:
    found = [item for item in mordcry().content.items.values() if item.rarity]
    assert found
    for item in found:
        assert mordcry().asking_price(item, rules_with(), fought=False) == item.price
