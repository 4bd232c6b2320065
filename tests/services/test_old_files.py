"""Campaigns that earlier versions wrote are opened and show what they showed then."""

from __future__ import annotations

from pathlib import Path

import pytest

from mordcry_app.services.battles import battles_view
from mordcry_app.services.board_view import board_view
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.checking import check_file
from mordcry_app.services.history import history_view, redo, undo
from mordcry_app.services.ledgers import ledger_view
from mordcry_app.services.reading import campaign_view, member_story, member_view, rolls_view
from mordcry_app.services.rules_views import house_rules_view
from mordcry_app.services.schema import known_revisions
from tests.services.worlds import copy_of, dump

SCHEMAS = Path(__file__).parents[1] / "data" / "schemas"


def test_there_is_a_file_of_every_schema() -> None:
    assert sorted(path.stem for path in SCHEMAS.glob("*.mordcry")) == list(known_revisions())


@pytest.fixture(params=known_revisions())
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a file that was written when its schema was new."""
    name = f"{request.param}.mordcry"
    return copy_of(SCHEMAS / name, tmp_path, name)


def test_it_opens_and_shows_what_it_should(old: Path) -> None:
    with open_campaign(old) as file:
        assert not file.read_only
        campaign = campaign_view(file)
        assert (campaign.name, campaign.after) == ("The Test of Time", "after battle 2")
        vigil, ruin = campaign.rosters
        assert [(r.name, r.player, r.fought, r.won, r.lost, r.strength) for r in (vigil, ruin)] == [
            ("Vigil", "Mira", 2, 1, 1, 448),
            ("Ruin", "Jon", 2, 1, 1, 460),
        ]
        assert (vigil.amount("crowns"), vigil.amount("renown")) == (150, 19)
        assert [item.name for item in ruin.stash] == ["Dagger"]
        assert [(m.name, m.state, m.fell_in_battle) for m in (*vigil.fallen, *ruin.fallen)] == [
            ("Dietlind", "dead", 1),
            ("Tilda", "retired", None),
        ]
        _check_fighters(file)
        rules = {rule.id: rule.value for rule in house_rules_view(file)}
        assert rules["most_fighters"] == 12


def _check_fighters(file: CampaignFile) -> None:
    anselm, berta, cuno = (member_view(file, number) for number in (1, 2, 3))
    assert anselm.carries == "Long Sword, Chainmail or Half Plate"
    assert anselm.portrait is not None
    assert (anselm.amount("xp"), anselm.amount("renown")) == (153, 3)
    assert berta.value("ws").explanation == ("Base 3, Champion’s training +2, A duelling school +1")
    assert (cuno.notes, cuno.tags) == ("Owes Anselm a drink.", ("reliable",))
    hilde, lene, odo = (member_view(file, number) for number in (8, 12, 15))
    assert [(s.name, s.source) for s in hilde.skills] == [
        ("Healing Hands", "Advance after battle 1")
    ]
    assert [(i.name, i.effect) for i in lene.injuries] == [("Eye injury", "−1 BS")]
    assert odo.value("ws").total == 3
    assert member_story(file, 12)[-1].text == "Lene was hurt in the eye in battle 1."


def test_its_ledgers_battles_and_rolls_are_there(old: Path) -> None:
    with open_campaign(old) as file:
        assert [(e.amount, e.balance, e.reason) for e in ledger_view(file, 1, "crowns")] == [
            (10, 150, "1 objective held in battle 1"),
            (70, 140, "Income after battle 1"),
            (-30, 70, "Bought Long Sword"),
            (100, 100, "A rich aunt"),
        ]
        assert [(b.number, b.state) for b in battles_view(file)] == [(2, "fought"), (1, "closed")]
        rolls = [roll for roll in rolls_view(file) if not roll.purpose.startswith("Exploration")]
        assert [roll.total for roll in rolls][:3] == [31, 12, 50]


def test_its_open_board_has_its_answer(old: Path) -> None:
    with open_campaign(old) as file:
        [draft] = campaign_view(file).drafts
        board = board_view(file, draft.id)
        assert (draft.title, draft.left, board.left) == ("Aftermath of battle 2", 44, 44)
        assert (board.next_line, board.last_answer) == ("injury/2", "injury/2/roll")
        assert [step.text for step in board.line("injury/2").steps] == ["3 1"]


def test_its_history_goes_back_and_forth(old: Path) -> None:
    with open_campaign(old) as file:
        assert history_view(file).redo_label == "Renamed the campaign to “Never mind”"
        undo(file)  # from its first change on, a campaign keeps the content that it is played with
        redo(file)
        start = dump(old)
        done = 0
        while history_view(file).undo_label:
            undo(file)
            done += 1
        assert done == {"0001": 22, "0002": 28}[old.stem]
        assert campaign_view(file).battles_fought == 0
        for _ in range(done):
            redo(file)
        assert dump(old) == start
    assert check_file(old) == ()
