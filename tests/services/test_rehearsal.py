"""Another outcome is acted out in memory; the campaign itself is only read."""

from __future__ import annotations

from pathlib import Path

import pytest

from mordcry_app.model.tables import Member, Possession, Trait
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import boards
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.amending import start_amending
from mordcry_app.services.board_view import board_view
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.rehearsal import Rehearsal, rehearsal_of
from mordcry_app.services.unit_of_work import Work
from tests.services.corrections import amend, amending, keep_quiet, state_of
from tests.services.worlds import change_behind_our_back, fight, fingerprint

ODO = 15


def rehearse(file: CampaignFile, battle_id: int = 1) -> Rehearsal:
    with file.reading() as connection:
        return rehearsal_of(file, connection, battle_id)


def test_it_begins_where_the_aftermath_had_not_been_committed(answered_path: Path) -> None:
    with open_campaign(answered_path) as file:
        before = state_of(file)
        boards.finish(file, campaign_view(file).drafts[0].id)
        assert state_of(file) != before
        assert rehearse(file).state == before
        edits.rename_member(file, ODO, "Odo the Lame")
        edits.set_tags(file, 2, ("holy",))
        rehearsal = rehearse(file)
        assert rehearsal.state.members[ODO].name == "Odo the Lame"
        assert rehearsal.state.members[2].tags == before.members[2].tags
        assert rehearsal.state_as_named == before


def test_a_battle_that_nothing_is_known_of(file: CampaignFile) -> None:
    battle_id, _ = fight(file)
    for unknown in (battle_id, 99):
        with pytest.raises(Refusal, match="not known any more"):
            rehearse(file, unknown)


def test_acting_leaves_the_campaign_and_what_is_remembered_alone(closed: CampaignFile) -> None:
    rehearsal = rehearse(closed)
    before, state = fingerprint(closed.path), state_of(closed)

    def perform(work: Work) -> None:
        work.add(Possession, member_id=2, ref="dagger", quantity=3)

    result = rehearsal.act(perform)
    assert result.state.members[2].carries("dagger")
    assert not rehearsal.state.members[2].carries("dagger")
    assert not rehearsal.act(lambda _: None).state.members[2].carries("dagger")
    assert fingerprint(closed.path) == before
    assert state_of(closed) is state
    assert rehearse(closed) is rehearsal


def test_an_outcome_that_fails_leaves_nothing_behind(closed: CampaignFile) -> None:
    rehearsal = rehearse(closed)

    def perform(work: Work) -> None:
        work.add(Possession, member_id=2, ref="dagger", quantity=3)
        raise Refusal("no")

    with pytest.raises(Refusal):
        rehearsal.act(perform)
    assert not rehearsal.act(lambda _: None).state.members[2].carries("dagger")


def test_without_an_outcome_the_aftermath_is_taken_back(closed: CampaignFile) -> None:
    edits.adjust_resource(closed, "crowns", 7, "found", roster_id=1)
    rehearsal = rehearse(closed)
    result = rehearsal.act(lambda _: None)
    then = rehearsal.state.rosters[1].amount("crowns")
    assert result.state.rosters[1].amount("crowns") == then + 7
    assert result.conflicts == ()


def test_what_was_done_since_to_a_row_that_is_not_there_is_a_conflict(
    closed: CampaignFile,
) -> None:
    edits.adjust_resource(closed, "xp", 5, "a lesson", member_id=ODO)
    edits.give_item(closed, "dagger", member_id=ODO)
    rehearsal = rehearse(closed)

    def perform(work: Work) -> None:
        work.change(Member, ODO, state="dead")

    result = rehearsal.act(perform)
    labels = [operation.label for operation in result.conflicts]
    assert any("Dagger" in label for label in labels)
    assert all(operation.kind == "edit" for operation in result.conflicts)
    assert not result.state.members[ODO].carries("dagger")


def test_a_changed_value_that_was_changed_since_as_well_is_a_conflict(
    closed: CampaignFile,
) -> None:
    edits.set_tags(closed, ODO, ("holy",))
    rehearsal = rehearse(closed)

    def perform(work: Work) -> None:
        work.change(Member, ODO, tags=["undead"])

    result = rehearsal.act(perform)
    assert len(result.conflicts) == 1
    assert result.state.members[ODO].tags == {"undead"}


def test_rows_that_can_be_there_once_only(closed: CampaignFile) -> None:
    edits.add_trait(closed, ODO, "injury", "arm_or_hand_wound", "an old one")
    rehearsal = rehearse(closed)

    def perform(work: Work) -> None:
        work.add(Trait, member_id=ODO, kind="injury", ref="arm_or_hand_wound", name="Arm")

    assert len(rehearsal.act(perform).conflicts) == 1


def test_those_who_join_keep_their_ids(file: CampaignFile) -> None:
    """One recruit joined each warband; when the first does not, the second is still the second."""
    battle_id, draft = fight(file, {"Anselm": "Krato", "Odo": "Anselm"})
    for key in ("injury/1/roll", "injury/15/roll"):
        boards.type_faces(file, draft, key, "11")
    choices = {"recruit/1/1/who": "youngblood", "recruit/2/1/who": "youngblood"}
    keep_quiet(file, draft, choices=choices)
    boards.finish(file, draft)
    joined = {
        roster: next(m.id for m in state_of(file).active(roster) if m.id > 20 and not m.tags)
        for roster in (1, 2)
    }
    edits.rename_member(file, joined[1], "Newt")
    edits.rename_member(file, joined[2], "Asp")
    again = amend(file, battle_id, {"injury/1/roll": "36"})
    boards.finish(file, again)
    members = state_of(file).members
    assert joined[1] not in members
    assert members[joined[2]].name == "Asp"
    assert members[joined[2]].roster_id == 2
    third = start_amending(file, battle_id).created["draft"]
    assert amending(file, third).is_as_committed
    assert board_view(file, third).is_complete


def test_a_log_that_is_older_than_a_column(closed_path: Path) -> None:
    change_behind_our_back(
        closed_path,
        "UPDATE change SET before = json_remove(before, '$.condition'),"
        " after = json_remove(after, '$.condition') WHERE table_name = 'modifier';"
        "UPDATE change SET before = json_remove(before, '$.kind', '$.title', '$.pictures'),"
        " after = json_remove(after, '$.kind', '$.title', '$.pictures')"
        " WHERE table_name = 'chronicle_entry';",
    )
    with open_campaign(closed_path) as file:
        draft = start_amending(file, 1).created["draft"]
        assert amending(file, draft).is_as_committed
        boards.type_faces(file, draft, "injury/15/roll", "31")
        keep_quiet(file, draft)
        boards.finish(file, draft)
        assert state_of(file).members[ODO].modifiers[-1].amount == -1
