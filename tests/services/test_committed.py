"""What the log tells of an aftermath that was committed."""

from __future__ import annotations

from mordcry_app.services import boards
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.committed import (
    Committed,
    changed_columns,
    operations_ago,
    read_committed,
    together,
)
from mordcry_app.services.history import undo
from mordcry_app.services.unit_of_work import Image
from tests.services.corrections import amend
from tests.services.worlds import fight

ODO = 15


def read(file: CampaignFile, battle_id: int = 1) -> Committed | None:
    with file.reading() as connection:
        return read_committed(connection, battle_id)


def known(file: CampaignFile) -> Committed:
    committed = read(file)
    assert committed is not None
    return committed


def test_changes_of_a_row_are_put_together() -> None:
    images = [
        Image("stat", 1, None, {"id": 1, "value": 2}),
        Image("stat", 2, {"id": 2, "value": 5}, {"id": 2, "value": 6}),
        Image("stat", 1, {"id": 1, "value": 2}, {"id": 1, "value": 3}),
        Image("stat", 3, None, {"id": 3, "value": 1}),
        Image("stat", 2, {"id": 2, "value": 6}, None),
        Image("stat", 3, {"id": 3, "value": 1}, None),
    ]
    assert together(images) == {
        ("stat", 1): Image("stat", 1, None, {"id": 1, "value": 3}),
        ("stat", 2): Image("stat", 2, {"id": 2, "value": 5}, None),
    }


def test_names_and_notes_are_no_change_for_rules() -> None:
    before = {"id": 1, "name": "Odo", "notes": "", "state": "active"}
    assert (
        changed_columns(Image("member", 1, before, {**before, "name": "O", "notes": "x"})) == set()
    )
    assert changed_columns(Image("member", 1, before, {**before, "state": "dead"})) == {"state"}
    assert changed_columns(Image("stat", 1, {"id": 1, "name": "a"}, {"id": 1, "name": "b"})) == {
        "name"
    }


def test_what_finished_it_and_what_came_after(closed: CampaignFile) -> None:
    edits.rename_member(closed, ODO, "Odo the Lame")
    committed = known(closed)
    assert (committed.battle_id, committed.number) == (1, 1)
    assert len(committed.operations) == 1
    assert [operation.kind for operation in committed.later] == ["edit"]
    assert committed.answers["injury/15/roll"]["faces"] == [3, 6]
    assert committed.asked["injury/15/roll"] == "Injury, Odo"
    assert ("battle", 1) in committed.rows
    assert all(image.table != "draft" for image in committed.images)
    with closed.reading() as connection:
        assert operations_ago(connection, committed.later[0].id) == 1
        assert operations_ago(connection, committed.operations[0]) == 2


def test_corrections_are_commits_of_the_same_battle(closed: CampaignFile) -> None:
    edits.rename_member(closed, ODO, "Odo the Lame")
    boards.finish(closed, amend(closed, 1, {"injury/15/roll": "31"}))
    committed = known(closed)
    assert len(committed.operations) == 2
    assert [operation.kind for operation in committed.later] == ["edit"]
    assert committed.answers["injury/15/roll"]["faces"] == [3, 1]
    undo(closed)
    assert len(known(closed).operations) == 1
    assert known(closed).answers["injury/15/roll"]["faces"] == [3, 6]


def test_a_battle_whose_aftermath_is_open_has_none(file: CampaignFile) -> None:
    battle_id, _ = fight(file)
    assert read(file, battle_id) is None
    assert read(file, 99) is None
