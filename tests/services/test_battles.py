"""Battles are recorded as they can have been, and corrected while their aftermath is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import boards
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.battle_entries import (
    BattleEntry,
    SideEntry,
    battle_record,
    entry_from_json,
    record_json,
)
from mordcry_app.services.battles import (
    battle_entry,
    battles_view,
    default_entry,
    record_battle,
    revise_battle,
)
from mordcry_app.services.board_view import board_view
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.history import undo
from mordcry_app.services.reading import campaign_view
from tests.services.worlds import battle, dump, fight, fingerprint, play

Change = Callable[[BattleEntry], BattleEntry]


def side(number: int, **changes: object) -> Change:
    """Return a change of one side of an entry."""

    def change(entry: BattleEntry) -> BattleEntry:
        sides = list(entry.sides)
        sides[number] = replace(sides[number], **changes)  # type: ignore[arg-type]
        return replace(entry, sides=tuple(sides))

    return change


def test_the_entry_to_start_from_has_everybody_who_can_fight(file: CampaignFile) -> None:
    edits.mark_dead(file, 10)
    entry = default_entry(file)
    assert [s.roster_id for s in entry.sides] == [1, 2]
    assert entry.sides[0].took_part == set(range(1, 10))
    assert entry.sides[1].took_part == set(range(11, 21))
    assert {s.result for s in entry.sides} == {"drew"}


def test_a_recorded_battle_is_shown_and_can_be_read_back(file: CampaignFile) -> None:
    entry = replace(
        battle(file, {"Anselm": "Krato", "Odo": None}, holders=("Berta",)),
        note="  Fog\r\nall day.\x07",
    )
    touched = record_battle(file, entry)
    assert touched.label == "Recorded battle 1"
    assert touched.tables == {"battle", "draft"}
    assert battle_entry(file, touched.created["battle"]) == replace(entry, note="  Fog\nall day.")
    [view] = battles_view(file)
    assert (view.number, view.state, view.note) == (1, "fought", "  Fog\nall day.")
    assert [(s.roster_name, s.result, s.took_part) for s in view.sides] == [
        ("Vigil", "won", 10),
        ("Ruin", "lost", 10),
    ]
    assert [[(o.name, o.by) for o in s.out] for s in view.sides] == [
        [("Anselm", "Krato")],
        [("Odo", "")],
    ]
    assert [(s.objectives, s.treasures) for s in view.sides] == [(1, 0), (0, 1)]


def test_battles_are_numbered_and_counted(file: CampaignFile) -> None:
    for winner in (0, 1, None):
        _, draft = fight(file, winner=winner)
        play(file, draft)
        boards.finish(file, draft)
    assert [(b.number, b.state) for b in battles_view(file)] == [
        (3, "closed"),
        (2, "closed"),
        (1, "closed"),
    ]
    vigil, ruin = campaign_view(file).rosters
    assert [(r.fought, r.won, r.lost, r.drawn) for r in (vigil, ruin)] == [(3, 1, 1, 1)] * 2
    assert campaign_view(file).after == "after battle 3"


def test_a_number_is_used_again_after_an_undo(file: CampaignFile) -> None:
    fight(file)
    undo(file)
    assert battles_view(file) == ()
    assert record_battle(file, battle(file)).label == "Recorded battle 1"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda e: replace(e, sides=e.sides[:1]), "Every warband of the campaign needs its side"),
        (lambda e: replace(e, sides=e.sides[::-1]), "Every warband of the campaign needs its side"),
        (lambda e: replace(e, sides=()), "Every warband of the campaign needs its side"),
        (
            lambda e: replace(e, sides=tuple(replace(s, took_part=frozenset()) for s in e.sides)),
            "Nobody took part in this battle",
        ),
        (side(0, took_part=frozenset({1, 11})), "Krato does not stand on that roster"),
        (side(0, took_part=frozenset({1, 99})), "Somebody does not stand on that roster"),
        (side(0, took_part=frozenset({1, 10})), "Jost does not stand on that roster"),
        (
            side(0, took_part=frozenset({1}), out_by={2: None}),
            "Berta was not in this battle, so cannot be out of action",
        ),
        (
            side(0, out_by={2: 10}),
            "Jost was not in this battle, so put nobody out of action",
        ),
        (side(0, out_by={2: 99}), "Somebody was not in this battle, so put nobody"),
        (side(0, out_by={2: 2}), "Berta cannot be put out of action by itself"),
        (side(0, holders=frozenset({10})), "Jost was not in this battle, so held nothing"),
        (side(0, extra_kills={10: 1}), "Jost was not in this battle, so put nobody out"),
        (side(0, extra_kills={1: 100}), "The number of further knock-outs goes from 0 to 99"),
        (side(0, extra_kills={1: -1}), "The number of further knock-outs goes from 0 to 99"),
        (side(0, objectives=21), "The number of objectives goes from 0 to 20"),
        (side(0, objectives=-1), "The number of objectives goes from 0 to 20"),
        (side(0, treasures=10**30), "The number of treasures goes from 0 to 20"),
        (side(1, result="won"), "Only one warband can win a battle"),
        (side(0, result="lost"), "Say who won, or that the battle was drawn"),
        (side(0, result="retreated"), "Say who won, or that the battle was drawn"),
        (side(1, result="drew"), "A battle that somebody won was not drawn"),
        (lambda e: replace(e, note="x" * 20_001), "At most 20,000 letters fit here"),
    ],
)
def test_a_battle_that_cannot_have_been(file: CampaignFile, change: Change, sentence: str) -> None:
    edits.mark_dead(file, 10)
    before = fingerprint(file.path)
    with pytest.raises(Refusal, match=sentence):
        record_battle(file, change(battle(file)))
    assert fingerprint(file.path) == before


def test_a_retreat_against_a_winner_can_have_been(file: CampaignFile) -> None:
    record_battle(file, side(1, result="retreated")(battle(file)))
    [view] = battles_view(file)
    assert [s.result for s in view.sides] == ["won", "retreated"]


def test_one_battle_at_a_time(file: CampaignFile) -> None:
    fight(file)
    before = fingerprint(file.path)
    with pytest.raises(Refusal, match="Finish the aftermath of battle 1 first"):
        record_battle(file, battle(file))
    assert fingerprint(file.path) == before


def test_a_correction_keeps_the_answers_that_still_fit(file: CampaignFile) -> None:
    battle_id, draft = fight(file, {"Anselm": "Krato", "Odo": "Anselm"})
    boards.type_faces(file, draft, "injury/1/roll", "31")
    boards.type_faces(file, draft, "income/1/roll", "34")
    entry = battle_entry(file, battle_id)
    without_anselm = side(0, out_by={2: 11})(entry)
    assert revise_battle(file, battle_id, without_anselm).label == "Corrected battle 1"
    board = board_view(file, draft)
    keys = {line.key: line.status for track in board.tracks for line in track.lines}
    assert "injury/1" not in keys
    assert keys["injury/2"] == "open"
    assert keys["income/1"] == "done"
    revise_battle(file, battle_id, entry)
    assert board_view(file, draft).line("injury/1").steps[0].text == "3 1"
    undo(file)
    assert "injury/2" in {line.key for line in board_view(file, draft).tracks[0].lines}


def test_a_correction_that_cannot_be(file: CampaignFile) -> None:
    battle_id, draft = fight(file)
    entry = battle_entry(file, battle_id)
    before = dump(file.path)
    with pytest.raises(Refusal, match="Only one warband can win"):
        revise_battle(file, battle_id, side(1, result="won")(entry))
    assert revise_battle(file, battle_id, entry).is_nothing
    assert dump(file.path) == before
    play(file, draft)
    boards.finish(file, draft)
    with pytest.raises(Refusal, match="aftermath of battle 1 is finished; amend it"):
        revise_battle(file, battle_id, entry)


def test_a_battle_that_is_not_there(file: CampaignFile) -> None:
    for ask in (lambda: battle_entry(file, 9), lambda: revise_battle(file, 9, battle(file))):
        with pytest.raises(Refusal, match="no longer there"):
            ask()


def test_kills_are_counted_from_who_put_whom_out() -> None:
    entry = BattleEntry(
        (
            SideEntry(1, "won", frozenset({1, 2}), {2: None}, extra_kills={1: 2, 2: 0}),
            SideEntry(2, "lost", frozenset({11, 12}), {11: 1, 12: 1}, objectives=1),
        )
    )
    record = battle_record(4, entry)
    assert record.number == 4
    assert record.kills == {1: 4, 2: 0}
    assert record.out_by == {2: None, 11: 1, 12: 1}
    assert record.took_part == {1, 2, 11, 12}
    assert record.objectives == {1: 0, 2: 1}


def test_what_is_stored_of_a_battle_is_in_order_whatever_the_order_of_entering() -> None:
    one = BattleEntry((SideEntry(1, "won", frozenset({3, 1, 2}), {3: None, 1: 9}),))
    two = BattleEntry((SideEntry(1, "won", frozenset({2, 3, 1}), {1: 9, 3: None}),))
    assert str(record_json(one)) == str(record_json(two))
    assert entry_from_json(record_json(one)) == one


def test_battles_are_shown_as_everybody_is_called_now(file: CampaignFile) -> None:
    battle_id, draft = fight(file, {"Odo": "Anselm"})
    before = battles_view(file)
    assert battles_view(file)[0] is before[0]
    edits.rename_member(file, before[0].sides[1].out[0].member_id, "Odo the Lame")
    edits.edit_roster(file, 2, name="Ruin and Rust")
    ((_, theirs),) = (view.sides for view in battles_view(file))
    assert (theirs.roster_name, theirs.out[0].name) == ("Ruin and Rust", "Odo the Lame")
    revise_battle(file, battle_id, replace(battle_entry(file, battle_id), note="In the rain"))
    assert battles_view(file)[0].note == "In the rain"
    play(file, draft)
    boards.finish(file, draft)
    assert [view.state for view in battles_view(file)] == ["closed"]
    undo(file)
    assert [view.state for view in battles_view(file)] == ["fought"]
