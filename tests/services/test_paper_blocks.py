"""Blocks to write in: what a plan becomes for the warbands that are there."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from mordcry_app.rules.paper import SHOWS, PaperBlock, PaperField, PaperPlan, Profile
from mordcry_app.services.paper_blocks import BLANK_OWNERS, BLANK_ROWS, blocks_for, of_member
from mordcry_app.services.paper_views import BlockView
from mordcry_app.services.views import RosterView
from tests.sheets.warbands import ashen_vigil, fighter, roster

PROFILE = Profile(wounds="w", progress="xp", rounds=3)


def others() -> RosterView:
    """Return a second warband, of two."""
    members = [fighter(101, "Ruta"), fighter(102, "Vetch", "Champion", xp=60, next_at=70)]
    return roster(members, id=2, shown_name="Rust & Ruin", player="Jon", strength=70)


def block(scope: str = "battle", **fields: object) -> PaperBlock:
    """Return a block of the battle sheet with one line to write on."""
    whole = {"id": scope, "sheet": "battle", "title": scope, "scope": scope}
    return PaperBlock.model_validate({**whole, "fields": [{"label": "x"}], **fields})


def expanded(*blocks: PaperBlock, **options: object) -> tuple[BlockView, ...]:
    """Return blocks for the Ashen Vigil and Rust & Ruin."""
    rosters = (ashen_vigil(), others())
    plan = PaperPlan(profile=PROFILE, blocks=blocks)
    return blocks_for(plan, "battle", rosters, **options)  # type: ignore[arg-type]


def texts(view: BlockView) -> list[list[str]]:
    return [[field.text for field in row.fields] for row in view.rows]


def test_blocks_come_one_after_the_other_and_those_of_warbands_once_for_each() -> None:
    form = PaperBlock(id="form", sheet="form", title="Form", fields=(PaperField(),))
    views = expanded(block("roster"), form, block("battle"), block("member"))
    assert [(view.id, view.roster_id, view.owner) for view in views] == [
        ("roster", 1, "The Ashen Vigil"),
        ("roster", 2, "Rust & Ruin"),
        ("battle", 0, ""),
        ("member", 1, "The Ashen Vigil"),
        ("member", 2, "Rust & Ruin"),
    ]


def test_rows_are_counted_by_the_scope() -> None:
    battle, of_roster, _, members, _, rounds = expanded(
        block("battle", rows=2, extra=1),
        block("roster", rows=3),
        block("member", extra=2),
        block("round"),
    )
    assert len(battle.rows) == 3
    assert len(of_roster.rows) == 3
    assert not of_roster.has_names
    assert len(members.rows) == 12
    assert members.has_names
    assert [row.name for row in members.rows[-3:]] == ["unnamed Youngblood", "", ""]
    assert [row.member_id for row in members.rows[-3:]] == [10, None, None]
    assert [row.lead for row in rounds.rows] == ["1", "2", "3"]
    assert not rounds.has_names


def test_a_block_for_each_round_may_have_a_row_for_each_warband() -> None:
    (view,) = expanded(block("round", by_side=True), rounds=2)
    assert [(row.lead, row.name) for row in view.rows] == [
        ("1", "The Ashen Vigil"),
        ("1", "Rust & Ruin"),
        ("2", "The Ashen Vigil"),
        ("2", "Rust & Ruin"),
    ]
    assert view.names_heading == "Round"


def test_without_rounds_there_is_no_block_for_them() -> None:
    assert expanded(block("round"), rounds=0) == ()


def test_blank_blocks_have_room_for_two_warbands_nobody_knows() -> None:
    shows = {"fields": [{"label": "x", "shows": "archetype"}]}
    plan = PaperPlan(profile=PROFILE, blocks=(block("member", **shows), block("roster")))
    views = blocks_for(plan, "battle", (), is_blank=True)
    assert [(view.owner, view.roster_id) for view in views] == [
        *((owner, 0) for owner in BLANK_OWNERS),
        *((owner, 0) for owner in BLANK_OWNERS),
    ]
    assert len(views[0].rows) == BLANK_ROWS
    assert all(row.name == "" and row.fields[0].text == "" for row in views[0].rows)


def test_fields_say_what_is_written_ticked_or_circled() -> None:
    fields = [
        {"label": "a", "kind": "dice", "dice": "2d6*10"},
        {"label": "b", "kind": "dice", "dice": "d66"},
        {"label": "c", "kind": "dice", "dice": "d3+1"},
        {"label": "d", "kind": "ticks", "count": 4},
        {"label": "e", "kind": "pick", "options": ["yes", "no"]},
        {"label": "f", "kind": "number"},
        {"label": "g", "share": 3},
    ]
    (view,) = expanded(block("battle", fields=fields))
    a, b, c, d, e, f, g = view.rows[0].fields
    assert (a.dice, a.after) == (("D6", "D6"), "× 10")
    assert (b.dice, b.after) == (("D6", "D6"), "")
    assert (c.dice, c.after) == (("D3",), "+ 1")
    assert d.ticks == 4
    assert e.options == ("yes", "no")
    assert f.is_number
    assert (g.ticks, g.dice, g.options, g.is_number, g.share) == (0, (), (), False, 3)


def test_fields_show_what_is_known_of_fighters() -> None:
    shows = [
        *("archetype", "progress", "next_advance", "advances_due", "wounds"),
        *("amount:renown", "value:ws", "value:nothing"),
    ]
    _, view = expanded(block("member", fields=[{"shows": each} for each in shows]))
    assert texts(view)[1] == ["Champion", "60", "70", "", "4", "0", "5", ""]


def test_fields_show_what_is_known_of_warbands() -> None:
    shows = ("name", "player", "strength", "amount:crowns", "amount:nothing")
    _, view = expanded(block("roster", fields=[{"shows": each} for each in shows]))
    assert texts(view) == [["Rust & Ruin", "Jon", "70", "185", ""]]


def test_callers_bring_what_only_they_know() -> None:
    fields = [{"shows": "arrives"}, {"shows": "out_by"}]
    known = {of_member("arrives", 101): "2", of_member("out_by", 102): "Pell"}
    _, view = expanded(block("member", fields=fields), known=known)
    assert texts(view) == [["2", ""], ["", "Pell"]]


@pytest.mark.parametrize("scope", ["battle", "roster", "member", "round"])
def test_a_plan_that_shows_what_nobody_knows_is_refused_with_what_is_known(scope: str) -> None:
    with pytest.raises(ValidationError) as caught:
        block(scope, fields=[{"shows": "colour"}])
    message = str(caught.value)
    assert f"a field of a block for each {scope} cannot show “colour”" in message
    assert "none is known" in message or "valid are" in message


@pytest.mark.parametrize("shows", ["value:ws", "amount:crowns:x", "Wounds", "value:"])
def test_names_of_what_is_shown_are_checked(shows: str) -> None:
    with pytest.raises(ValidationError):
        block("roster", fields=[{"shows": shows}])


def test_every_name_that_a_plan_may_show_can_be_shown() -> None:
    by_caller = {"arrives", "out_by", "hint"}
    known = {of_member(name, 102): f"known {name}" for name in by_caller}
    for scope in ("roster", "member"):
        names = sorted(SHOWS[scope])
        view = expanded(block(scope, fields=[{"shows": name} for name in names]), known=known)[-1]
        found = dict(zip(names, texts(view)[-1], strict=True))
        assert {name for name, text in found.items() if not text} <= {"advances_due"}
    due = roster([fighter(1, "Wren", advances_due=2)])
    plan = PaperPlan(blocks=(block("member", fields=[{"shows": "advances_due"}]),))
    (view,) = blocks_for(plan, "battle", (due,))
    assert texts(view) == [["2"]]
