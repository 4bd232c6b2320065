"""Undo, redo and jumps, in words, across restarts, and never over a change from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.boards import finish, type_faces
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.history import history_view, jump_to, member_operations, redo, undo
from mordcry_app.services.reading import campaign_view, member_view
from tests.services.worlds import (
    change_behind_our_back,
    dump,
    fight,
    fingerprint,
    ids_by_name,
    operations,
    play,
)


@pytest.fixture
def edited(file: CampaignFile) -> CampaignFile:
    """A campaign with three edits on top of its founding."""
    edits.rename_member(file, 1, "Ansgar")
    edits.add_modifier(file, 2, "ws", 1, "a blessing")
    edits.set_notes(file, 3, "Owes Anselm a drink.")
    return file


def labels(file: CampaignFile) -> list[tuple[str, str]]:
    return [(o.label, o.status) for o in history_view(file).operations]


def test_the_history_is_told_in_words_newest_first(edited: CampaignFile) -> None:
    view = history_view(edited)
    assert labels(edited) == [
        ("Cuno: notes changed", "done"),
        ("Berta: +1 WS", "done"),
        ("Renamed Anselm to “Ansgar”", "done"),
        ("Founded “The Test of Time”", "done"),
    ]
    assert (view.undo_label, view.redo_label) == ("Cuno: notes changed", "")
    assert [o.is_founding for o in view.operations] == [False, False, False, True]


def test_undo_and_redo_go_one_operation_at_a_time(edited: CampaignFile) -> None:
    touched = undo(edited)
    assert (touched.label, touched.members) == ("Undone: Cuno: notes changed", {3})
    assert member_view(edited, 3).notes == ""
    assert history_view(edited).redo_label == "Cuno: notes changed"
    undo(edited)
    assert history_view(edited).redo_label == "Berta: +1 WS"
    assert history_view(edited).undo_label == "Renamed Anselm to “Ansgar”"
    assert redo(edited).label == "Done again: Berta: +1 WS"
    assert redo(edited).tables == {"member"}
    assert member_view(edited, 3).notes == "Owes Anselm a drink."
    with pytest.raises(Refusal, match="nothing to redo"):
        redo(edited)


def test_the_founding_cannot_be_taken_back(edited: CampaignFile) -> None:
    for _ in range(3):
        undo(edited)
    before = fingerprint(edited.path)
    with pytest.raises(Refusal, match="this is where the campaign begins"):
        undo(edited)
    assert history_view(edited).undo_label == ""
    assert fingerprint(edited.path) == before


def test_a_new_operation_sets_aside_what_was_undone(edited: CampaignFile) -> None:
    undo(edited)
    undo(edited)
    edits.rename_member(edited, 4, "Dietmar")
    assert history_view(edited).redo_label == ""
    with pytest.raises(Refusal, match="nothing to redo"):
        redo(edited)
    assert [label for label, _ in labels(edited)] == [
        "Renamed Dietlind to “Dietmar”",
        "Renamed Anselm to “Ansgar”",
        "Founded “The Test of Time”",
    ]
    assert [status for *_, status in operations(edited.path)] == [
        "done",
        "done",
        "abandoned",
        "abandoned",
        "done",
    ]
    undo(edited)
    assert history_view(edited).redo_label == "Renamed Dietlind to “Dietmar”"


def test_a_jump_goes_to_the_state_right_after_an_operation(edited: CampaignFile) -> None:
    states = {4: dump(edited.path)}
    for operation_id in (3, 2, 1):
        undo(edited)
        states[operation_id] = dump(edited.path)
    for aim in (4, 2, 3, 1, 3, 4):
        touched = jump_to(edited, aim)
        assert dump(edited.path) == states[aim]
        assert touched.everything
        assert [o.status for o in reversed(history_view(edited).operations)] == ["done"] * aim + [
            "undone"
        ] * (4 - aim)


def test_a_jump_to_where_one_is_does_nothing(edited: CampaignFile) -> None:
    before = fingerprint(edited.path)
    assert jump_to(edited, 4).is_nothing
    assert fingerprint(edited.path) == before


@pytest.mark.parametrize("aim", [99, 0, -1])
def test_a_jump_to_nowhere_is_refused(edited: CampaignFile, aim: int) -> None:
    with pytest.raises(Refusal, match="no longer there"):
        jump_to(edited, aim)


def test_a_jump_to_what_was_set_aside_is_refused(edited: CampaignFile) -> None:
    undo(edited)
    edits.rename_member(edited, 1, "Other")
    with pytest.raises(Refusal, match="no longer there"):
        jump_to(edited, 4)


def test_everything_works_across_restarts(path: Path) -> None:
    start = dump(path)
    with open_campaign(path) as file:
        edits.rename_member(file, 1, "Ansgar")
        edits.mark_dead(file, 2, reason="Fell off a roof")
    end = dump(path)
    with open_campaign(path) as file:
        undo(file)
    with open_campaign(path) as file:
        assert history_view(file).redo_label == "Berta died (Fell off a roof)"
        undo(file)
    assert dump(path) == start
    with open_campaign(path) as file:
        redo(file)
    with open_campaign(path) as file:
        redo(file)
    assert dump(path) == end


def test_an_aftermath_with_a_death_and_gear_comes_back_whole(file: CampaignFile) -> None:
    edits.give_item(file, "long_sword", member_id=1)
    states = [dump(file.path)]
    _, draft = fight(file, {"Anselm": "Krato", "Cuno": "Krato", "Lene": None}, winner=1)
    type_faces(file, draft, "injury/1/roll", "13")
    play(file, draft)
    states.append(dump(file.path))
    finish(file, draft)
    states.append(dump(file.path))
    vigil, _ = campaign_view(file).rosters
    assert [(m.name, m.state, m.items) for m in vigil.fallen] == [("Anselm", "dead", ())]
    undo(file)
    assert dump(file.path) == states[1]
    redo(file)
    assert dump(file.path) == states[2]
    jump_to(file, 2)
    assert dump(file.path) == states[0]
    assert [item.name for item in member_view(file, 1).items] == ["Long Sword"]


@pytest.mark.parametrize(
    ("sql", "table"),
    [
        ("UPDATE member SET name = 'Somebody' WHERE id = 1", "member"),
        ("DELETE FROM modifier WHERE source = 'a blessing'", "modifier"),
    ],
)
def test_an_undo_that_a_change_from_elsewhere_contradicts_is_refused(
    path: Path, sql: str, table: str
) -> None:
    with open_campaign(path) as file:
        edits.add_modifier(file, 2, "ws", 1, "a blessing")
        edits.rename_member(file, 1, "Ansgar")
        undo(file)
        redo(file)
    change_behind_our_back(path, sql)
    with open_campaign(path) as file:
        before = fingerprint(path)
        if table == "modifier":
            undo(file)
            before = fingerprint(path)
        with pytest.raises(Refusal, match=f"changed the same {table}"):
            undo(file)
        assert fingerprint(path) == before
        with pytest.raises(Refusal, match=f"changed the same {table}"):
            jump_to(file, 1)
        assert fingerprint(path) == before


def test_a_redo_onto_a_row_that_is_there_again_is_refused(path: Path) -> None:
    with open_campaign(path) as file:
        edits.adjust_resource(file, "xp", 5, "taught", member_id=1)
        undo(file)
    change_behind_our_back(
        path,
        "INSERT INTO ledger_entry(id, member_id, resource, amount, reason, at) "
        "SELECT row_id, 1, 'xp', 1, 'sly', '' FROM change ORDER BY id DESC LIMIT 1",
    )
    with open_campaign(path) as file, pytest.raises(Refusal, match="same ledger entry"):
        redo(file)


def test_the_operations_of_one_fighter(edited: CampaignFile) -> None:
    ids = ids_by_name(edited)
    edits.give_item(edited, "dagger", member_id=ids["Berta"])
    edits.give_item(edited, "club", member_id=ids["Jost"])
    assert [o.label for o in member_operations(edited, ids["Berta"])] == [
        "Berta: received Dagger",
        "Berta: +1 WS",
        "Founded “The Test of Time”",
    ]
    undo(edited)
    undo(edited)
    assert [o.label for o in member_operations(edited, ids["Berta"])] == [
        "Berta: +1 WS",
        "Founded “The Test of Time”",
    ]


def test_answers_of_one_board_belong_together(file: CampaignFile) -> None:
    _, draft = fight(file, {"Anselm": "Krato"})
    play(file, draft)
    keys = {o.group_key for o in history_view(file).operations if o.kind == "answer"}
    assert keys == {f"draft:{draft}"}


def test_a_file_of_another_program_is_not_written_over(file: CampaignFile) -> None:
    edits.rename_member(file, 1, "Ansgar")
    change_behind_our_back(file.path, "UPDATE campaign SET name = 'Elsewhere'")
    before = fingerprint(file.path)
    for attempt in (
        lambda: undo(file),
        lambda: redo(file),
        lambda: jump_to(file, 1),
        lambda: edits.rename_member(file, 1, "Other"),
    ):
        with pytest.raises(Refusal, match="Another program has changed this campaign"):
            attempt()
    assert fingerprint(file.path) == before
    assert campaign_view(file).name == "Elsewhere"


def test_what_was_read_before_is_only_brought_up_to_date(path: Path) -> None:
    with open_campaign(path) as file, open_campaign(path) as other:
        for step in ("a", "b", "undo", "undo", "redo", "c", "undo", "redo", "d", "undo", "e"):
            if step in ("undo", "redo"):
                (undo if step == "undo" else redo)(file)
            else:
                edits.rename_campaign(file, step)
            history_view(other)
            fresh = file.remembered
            before = history_view(file)
            fresh.forget()
            assert history_view(file) == before == history_view(other)
