"""What stands in the way of a correction is said in sentences that name it."""

from __future__ import annotations

import pytest

from mordcry_app.model.tables import Battle, Draft
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import boards
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.amending import start_amending
from mordcry_app.services.amending_checks import can_amend
from mordcry_app.services.board_view import board_view
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.history import undo
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.unit_of_work import unit_of_work
from tests.services.corrections import (
    INJURIES,
    amend,
    amending,
    finish_battle,
    give_crowns,
    keep_quiet,
    state_of,
)
from tests.services.worlds import dump, fight, roster_ids

ODO, ANSELM, BERTA = 15, 1, 2
HURT = {**INJURIES, "injury/15/roll": "31"}
DEAD = {**INJURIES, "injury/15/roll": "11"}


def reasons(file: CampaignFile, battle_id: int = 1) -> tuple[str, ...]:
    """Return why an aftermath cannot be opened again, after trying to."""
    check = can_amend(file, battle_id)
    assert check.possible is not bool(check.reasons)
    if not check.possible:
        before = dump(file.path)
        with pytest.raises(Refusal) as refusal:
            start_amending(file, battle_id)
        assert refusal.value.sentence == " ".join(check.reasons)
        assert dump(file.path) == before
    return check.reasons


# ---------------------------------------------------------------------------- opening again


def test_nothing_stands_in_the_way_at_first(closed: CampaignFile) -> None:
    assert reasons(closed) == ()


def test_a_battle_that_is_not_there(closed: CampaignFile) -> None:
    assert reasons(closed, 99) == ("That battle is no longer there.",)


def test_an_aftermath_that_is_still_open(file: CampaignFile) -> None:
    battle_id, _ = fight(file)
    assert reasons(file, battle_id) == ("Finish the aftermath of battle 1 first.",)


def test_another_correction_is_open(closed: CampaignFile) -> None:
    start_amending(closed, 1)
    assert reasons(closed) == (
        "Commit the correction of battle 1 first, or leave the battle as it was.",
    )


def test_a_later_battle(closed: CampaignFile) -> None:
    _, draft = fight(closed)
    keep_quiet(closed, draft)
    boards.finish(closed, draft)
    assert reasons(closed) == (
        "Battle 2 was fought since; it stands on how this aftermath came out.",
    )
    assert can_amend(closed, 2).possible
    while not can_amend(closed, 1).possible:
        undo(closed)
    assert reasons(closed, 2) == ("That battle is no longer there.",)


def test_many_later_battles(closed: CampaignFile) -> None:
    for number in range(2, 7):
        _, draft = fight(closed)
        with unit_of_work(closed, "Closed", "test") as work:
            work.remove(Draft, draft)
        if number == 3:
            assert reasons(closed) == (
                "Battles 2 and 3 were fought since; they stand on how this aftermath came out.",
            )
    assert reasons(closed) == (
        "Battles 2, 3, 4 and 2 more were fought since; they stand on how this aftermath came out.",
    )


def test_a_later_battle_that_is_set_up(closed: CampaignFile) -> None:
    with unit_of_work(closed, "Set up", "test") as work:
        work.add(Battle, number=2, state="set_up")
    assert reasons(closed) == (
        "Battle 2 was set up already; it stands on how this aftermath came out.",
    )


def test_gear_that_was_saved_and_then_given_away(file: CampaignFile) -> None:
    edits.give_item(file, "long_sword", member_id=ODO)
    _, draft = fight(file, {"Odo": "Anselm"})
    boards.type_faces(file, draft, "injury/15/roll", "11")
    question = board_view(file, draft).line("injury/15").question
    assert question is not None
    boards.type_faces(file, draft, question.key, "2")
    keep_quiet(file, draft)
    boards.finish(file, draft)
    if not any(item.ref == "long_sword" for item in state_of(file).rosters[2].stash):
        pytest.fail("the gear of the dead was to be saved with a 2")
    edits.move_item(file, "long_sword", roster_id=2, to_member=12)
    [reason] = reasons(file)
    assert reason.startswith("“Long Sword: from Ruin’s stash to Lene”")
    assert reason.endswith("the last operation, changed what this aftermath wrote.")


def test_an_injury_that_was_taken_away_by_hand(file: CampaignFile) -> None:
    finish_battle(file, HURT)
    edits.remove_trait(file, ODO, "injury", "arm_or_hand_wound", "it was a scratch")
    edits.set_notes(file, ODO, "fine again")
    [reason] = reasons(file)
    assert "2 operations ago, changed what this aftermath wrote." in reason
    assert reason.startswith("“")
    undo(file)
    undo(file)
    assert reasons(file) == ()


def test_the_dead_who_was_brought_back(file: CampaignFile) -> None:
    finish_battle(file, DEAD)
    edits.restore(file, ODO, "he only slept")
    [reason] = reasons(file)
    assert "the last operation, changed what this aftermath wrote" in reason


def test_who_joined_in_it_and_was_given_something(file: CampaignFile) -> None:
    battle_id, draft = fight(file, {"Odo": "Anselm"})
    boards.type_faces(file, draft, "injury/15/roll", "11")
    before = set(state_of(file).members)
    keep_quiet(file, draft, choices={"recruit/2/1/who": "youngblood"})
    boards.finish(file, draft)
    [joined] = [
        member.id
        for member in state_of(file).members.values()
        if member.id not in before and member.archetype == "youngblood"
    ]
    edits.rename_member(file, joined, "Newt")
    assert reasons(file, battle_id) == ()
    edits.give_item(file, "dagger", member_id=joined)
    [reason] = reasons(file, battle_id)
    assert reason.endswith("the last operation, is about a fighter who joined in this aftermath.")


def test_advances_that_were_taken_since(closed: CampaignFile) -> None:
    edits.adjust_resource(closed, "xp", 60, "a long march", member_id=BERTA)
    draft = boards.start_muster(closed).created["draft"]
    assert "Finish the open advances first." in reasons(closed)
    keep_quiet(closed, draft)
    boards.finish(closed, draft)
    [reason] = reasons(closed)
    assert reason == (
        "“Took the advances that were due”, the last operation, builds on the experience that this "
        "aftermath gave."
    )


def test_many_contradictions_are_counted(file: CampaignFile) -> None:
    finish_battle(file, DEAD)
    for _ in range(4):
        edits.restore(file, ODO, "no")
        edits.mark_dead(file, ODO, reason="yes")
    assert len(reasons(file)) == 5
    assert reasons(file)[-1] == "And 4 more."


def test_what_was_undone_contradicts_nothing(file: CampaignFile) -> None:
    finish_battle(file, DEAD)
    edits.restore(file, ODO, "he only slept")
    undo(file)
    assert reasons(file) == ()


# ---------------------------------------------------------------------------- committing


def test_crowns_that_were_spent_since(closed: CampaignFile) -> None:
    has = state_of(closed).rosters[1].amount("crowns")
    edits.give_item(closed, "long_sword", member_id=BERTA, price=has - 5)
    edits.rename_member(closed, BERTA, "Berta the Rich")
    draft = amend(closed, 1, {"income/1/roll": "11"})
    [refused] = amending(closed, draft).refused
    assert refused.startswith("Vigil would have −")
    assert " crowns, spent since: “" in refused
    assert "Long Sword" in refused
    assert "operations ago" in refused
    before = dump(closed.path)
    with pytest.raises(Refusal) as refusal:
        boards.finish(closed, draft)
    assert refusal.value.sentence == refused
    assert dump(closed.path) == before
    give_crowns(closed, 500)
    assert amending(closed, draft).refused == ()
    boards.finish(closed, draft)
    assert state_of(closed).rosters[1].amount("crowns") >= 0


def test_gear_bought_for_a_fighter_who_would_be_dead(closed: CampaignFile) -> None:
    give_crowns(closed, 100, 2)
    edits.give_item(closed, "long_sword", member_id=ODO, price=50)
    draft = amend(closed, 1, {"injury/15/roll": "11"})
    [refused] = amending(closed, draft).refused
    assert "Long Sword" in refused
    assert refused.endswith("stands on the aftermath as it was; undo that first.")
    with pytest.raises(Refusal, match="Long Sword"):
        boards.finish(closed, draft)


def test_a_skill_that_was_also_given_by_hand(closed: CampaignFile) -> None:
    edits.add_trait(closed, ODO, "injury", "arm_or_hand_wound", "an old one")
    draft = amend(closed, 1, {"injury/15/roll": "31"})
    [refused] = amending(closed, draft).refused
    assert "stands on the aftermath as it was" in refused


def test_more_fighters_than_the_house_rule_allows(file: CampaignFile) -> None:
    finish_battle(file, DEAD)
    while len(state_of(file).active(2)) < 10:
        edits.recruit(file, 2, "youngblood", "Newt")
    draft = amend(file, 1, {"injury/15/roll": "36"})
    refused = amending(file, draft).refused
    assert any("10 fighters at most" in sentence for sentence in refused)
    with pytest.raises(Refusal, match="10 fighters at most"):
        boards.finish(file, draft)
    set_house_rule(file, "most_fighters", 12)
    assert amending(file, draft).refused == ()
    keep_quiet(file, draft)
    boards.finish(file, draft)
    assert len(state_of(file).active(roster_ids(file)[1])) == 11
    assert state_of(file).members[ANSELM].state == "active"
