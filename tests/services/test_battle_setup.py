"""Battles are set up: what waits is armed, what is asked first is asked, and it can be undone."""

from __future__ import annotations

import pytest

from mordcry_app.rules.effects import Await, MissNextBattle, Modify, WoundsNextBattle
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import Modifier
from mordcry_app.services import boards
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.battle_events import open_battle
from mordcry_app.services.battle_setup import set_up_battle, setup_view
from mordcry_app.services.battles import battles_view, default_entry, record_battle
from mordcry_app.services.board_view import board_view
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.effect_writer import EffectWriter
from mordcry_app.services.history import redo, undo
from mordcry_app.services.reading import campaign_view, member_view
from mordcry_app.services.state_reader import current_state
from mordcry_app.services.unit_of_work import unit_of_work
from tests.services.worlds import battle, dump, play, roster_ids


def let_wait(file: CampaignFile) -> None:
    """Give Anselm, Berta and the Vigil something that waits for the next battle."""
    vigil = roster_ids(file)[0]
    with unit_of_work(file, "Waits", "test") as work:
        EffectWriter(work).write(
            [
                Modify(who="member:1", stat="ws", amount=-1, ends="next_battle", source="A curse"),
                WoundsNextBattle(who="member:1", amount=2, source="A fall"),
                MissNextBattle(who="member:2", source="A fever"),
                Await(who=f"roster:{vigil}", ref="deployment_choice", source="A map"),
                Await(who="member:3", ref="market_bonus", source="A caravan"),
            ]
        )


def test_before_a_battle_it_is_shown_what_waits(file: CampaignFile) -> None:
    let_wait(file)
    view = setup_view(file)
    assert (view.number, view.stage, view.battle_id, view.draft_id) == (1, "coming", None, None)
    vigil, ruin = view.sides
    assert (vigil.fit, vigil.missing, ruin.fit, ruin.pending) == (9, ("Berta",), 10, ())
    assert [(p.owner, p.words, p.source, p.armed) for p in vigil.pending] == [
        ("Vigil", "Chooses where to deploy", "A map", False),
        ("Anselm", "−1 WS", "A curse", False),
        ("Anselm", "Starts with 2 wounds taken", "A fall", False),
        ("Berta", "Misses the next battle", "A fever", False),
    ]


def test_setting_up_arms_what_waits_for_the_battle(file: CampaignFile) -> None:
    let_wait(file)
    before = dump(file.path)
    weapon_skill = member_view(file, 1).value("ws").total
    touched = set_up_battle(file)
    assert touched.label == "Set up battle 1"
    assert "draft" not in touched.created
    view = setup_view(file)
    assert (view.stage, view.battle_id) == ("ready", touched.created["battle"])
    anselm = member_view(file, 1)
    assert anselm.value("ws").total == weapon_skill - 1
    assert anselm.value("ws").explanation.endswith("A curse −1")
    assert [(p.words, p.armed) for p in anselm.pending] == [("Starts with 2 wounds taken", True)]
    assert member_view(file, 3).pending[0].armed is False
    assert battles_view(file) == ()
    assert campaign_view(file).battles_fought == 0
    after = dump(file.path)
    undo(file)
    assert {**dump(file.path), "operation": []} == {**before, "operation": []}
    redo(file)
    assert dump(file.path) == after


def test_recording_fills_the_battle_in_that_was_set_up(file: CampaignFile) -> None:
    let_wait(file)
    battle_id = set_up_battle(file).created["battle"]
    entry = default_entry(file)
    assert 2 not in entry.sides[0].took_part
    touched = record_battle(file, entry)
    assert (touched.created["battle"], touched.label) == (battle_id, "Recorded battle 1")
    assert [(b.id, b.number, b.state) for b in battles_view(file)] == [(battle_id, 1, "fought")]
    play(file, touched.created["draft"])
    boards.finish(file, touched.created["draft"])
    for number in (1, 2):
        refs = {pending.source for pending in member_view(file, number).pending}
        assert not refs & {"A curse", "A fall", "A fever"}
    assert not any(m.source == "A curse" for m in _modifiers(file, 1))
    assert not any(p.source == "A map" for p in campaign_view(file).rosters[0].pending)
    undo(file)
    assert member_view(file, 1).pending[0].source == "A fall"


def _modifiers(file: CampaignFile, member_id: int) -> tuple[Modifier, ...]:
    with file.reading() as connection:
        return current_state(file, connection).members[member_id].modifiers


def test_an_old_wound_is_rolled_for_first(file: CampaignFile) -> None:
    edits.add_trait(file, 1, "injury", "old_battle_wound")
    let_wait(file)
    assert setup_view(file).asks == 1
    touched = set_up_battle(file)
    draft = touched.created["draft"]
    assert setup_view(file).asks == 0
    assert touched.label == "Began to set up battle 1"
    assert setup_view(file).stage == "asking"
    assert member_view(file, 1).pending[0].armed is False
    board = board_view(file, draft)
    assert (board.kind, board.title, board.left) == ("setup", "Set-up of battle 1", 1)
    with pytest.raises(Refusal, match="Finish setting up battle 1 first, or call it off"):
        record_battle(file, battle(file))
    boards.type_faces(file, draft, "old_wound/1/1", "1")
    assert boards.finish(file, draft).label == "Set up battle 1"
    assert setup_view(file).sides[0].missing == ("Anselm", "Berta")
    assert all(pending.armed for pending in member_view(file, 1).pending)
    undo(file)
    assert board_view(file, draft).is_complete


def test_a_set_up_can_be_called_off_while_it_asks(file: CampaignFile) -> None:
    edits.add_trait(file, 1, "injury", "old_battle_wound")
    before = dump(file.path)
    draft = set_up_battle(file).created["draft"]
    assert boards.discard_draft(file, draft).label == "Called off the set-up of battle 1"
    assert setup_view(file).stage == "coming"
    for table in ("battle", "draft", "modifier", "pending"):
        assert dump(file.path)[table] == before[table]
    assert set_up_battle(file).label == "Began to set up battle 1"


def test_one_battle_at_a_time(file: CampaignFile) -> None:
    set_up_battle(file)
    with pytest.raises(Refusal, match="Battle 1 is set up already; play it first"):
        set_up_battle(file)
    draft = record_battle(file, battle(file)).created["draft"]
    with pytest.raises(Refusal, match="Finish the aftermath of battle 1 first"):
        set_up_battle(file)
    play(file, draft)
    boards.finish(file, draft)
    assert setup_view(file).number == 2


def test_a_whole_set_up_is_kept_with_the_battle(file: CampaignFile) -> None:
    """Its board is answered like any other, and the battle begins with what it decided."""
    edits.add_trait(file, 1, "injury", "old_battle_wound")
    let_wait(file)
    touched = set_up_battle(file, is_whole=True)
    draft = touched.created["draft"]
    board = board_view(file, draft)
    assert [stage.id for stage in board.stages] == [
        "old_wounds", "field", "battle_plan", "groups",
    ]  # fmt: skip
    assert [track.roster_id for track in board.tracks] == [0, *roster_ids(file)]
    assert (board.tracks[0].name, board.tracks[0].player) == ("The battle", "")
    assert sum(len(track.lines) for track in board.tracks) == 8
    boards.type_faces(file, draft, "old_wound/1/1", "1")
    boards.type_faces(file, draft, "victory/1", "36")
    boards.type_faces(file, draft, "twist/roll", "21")
    play(file, draft)
    boards.finish(file, draft)
    with file.reading() as connection:
        battle = open_battle(file, connection).battle
    assert battle.facts.items() >= {
        "phase": "setup", "victory": "breakthrough", "twist": "flanking_reserves", "last_round": 4,
    }.items()  # fmt: skip
    assert {1, 2} & set(battle.fighters) == set()
    assert len(battle.of_side(roster_ids(file)[0])) == 8
    edges = {side.word("edge") for side in battle.sides.values()}
    assert len(edges) == 2
    assert edges <= {"north", "east", "south", "west"}
    assert all(1 <= fighter.number("group") <= 3 for fighter in battle.fighters.values())
    undo(file)
    assert board_view(file, draft).is_complete


def test_the_story_of_a_set_up_is_told_in_the_chronicle(file: CampaignFile) -> None:
    draft = set_up_battle(file, is_whole=True).created["draft"]
    boards.type_faces(file, draft, "victory/1", "11")
    boards.type_faces(file, draft, "twist/roll", "35")
    play(file, draft)
    boards.finish(file, draft)
    told = [str(value) for row in dump(file.path)["chronicle_entry"] for value in row]
    for sentence in (
        "The warbands set up at opposite edges.",
        "Five treasures had come to light, and nobody meant to share them.",
        "The fog was so thick that nobody saw farther than a few steps.",
    ):
        assert told.count(sentence) == 1
