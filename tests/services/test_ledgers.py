"""Every crown, renown and XP with its reason and the balance after it."""

from __future__ import annotations

import pytest

from mordcry_app.services import boards
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.ledgers import ledger_view
from mordcry_app.services.reading import campaign_view
from tests.services.worlds import fight, play


def test_a_purse_with_the_balance_after_each_entry(file: CampaignFile) -> None:
    edits.adjust_resource(file, "crowns", 50, "found", roster_id=1)
    edits.give_item(file, "dagger", member_id=1, price=12)
    edits.adjust_resource(file, "crowns", 99, "elsewhere", roster_id=2)
    entries = ledger_view(file, 1, "crowns")
    assert [(e.owner, e.member_id, e.resource, e.amount, e.balance) for e in entries] == [
        ("Vigil", None, "Crowns", -12, 38),
        ("Vigil", None, "Crowns", 50, 50),
    ]
    assert [e.battle_number for e in entries] == [None, None]


def test_a_warband_shows_its_fighters_entries_each_with_its_own_balance(
    file: CampaignFile,
) -> None:
    edits.adjust_resource(file, "renown", 3, "a song", member_id=1)
    edits.adjust_resource(file, "renown", 4, "a song", member_id=2)
    edits.adjust_resource(file, "renown", -1, "a scandal", member_id=1)
    assert [(e.owner, e.amount, e.balance) for e in ledger_view(file, 1, "renown")] == [
        ("Anselm", -1, 2),
        ("Berta", 4, 4),
        ("Anselm", 3, 3),
    ]
    assert [e.amount for e in ledger_view(file, 1, "renown", 2)] == [4]


def test_hidden_book_keeping_is_not_shown(file: CampaignFile) -> None:
    assert {e.resource for e in ledger_view(file, 1)} == {"Experience"}


@pytest.mark.parametrize("seed", range(3))
def test_the_last_balance_is_what_the_views_show(file: CampaignFile, seed: int) -> None:
    set_house_rule(file, "most_fighters", 20)
    edits.adjust_resource(file, "crowns", 200, "found", roster_id=1)
    for _ in range(2):
        _, draft = fight(file, {"Berta": "Krato", "Odo": "Anselm", "Jost": None})
        play(file, draft, seed)
        boards.finish(file, draft)
        if any(m.id == 10 for m in campaign_view(file).rosters[0].fallen):
            edits.restore(file, 10)
    for roster in campaign_view(file).rosters:
        entries = ledger_view(file, roster.id, "crowns")
        assert entries[0].balance == roster.amount("crowns") == sum(e.amount for e in entries)
        for member in (*roster.members, *roster.fallen):
            for resource in ("xp", "renown"):
                own = ledger_view(file, roster.id, resource, member.id)
                assert sum(e.amount for e in own) == member.amount(resource)
                assert not own or own[0].balance == member.amount(resource)


def test_what_a_battle_brought_names_it(file: CampaignFile) -> None:
    _, draft = fight(file)
    play(file, draft)
    boards.finish(file, draft)
    assert {e.battle_number for e in ledger_view(file, 1, "crowns")} == {1}
    assert [e.reason for e in ledger_view(file, 1, "xp", 1)] == [
        "Won battle 1",
        "Took part in battle 1",
        "Starting experience",
    ]


def test_a_ledger_of_nobody_is_empty(file: CampaignFile) -> None:
    assert ledger_view(file, 99) == ()
    assert ledger_view(file, 1, "luck") == ()


@pytest.mark.parametrize("which", [(1, None, None), (1, "xp", None), (1, None, 3), (1, "xp", 3)])
def test_a_long_ledger_is_read_page_by_page(
    file: CampaignFile, which: tuple[int, str | None, int | None]
) -> None:
    for number in range(4):
        edits.adjust_resource(file, "xp", number + 1, "deeds", member_id=3)
        edits.adjust_resource(file, "xp", number + 2, "deeds", member_id=4)
        edits.adjust_resource(file, "renown", 1, "a song", member_id=3)
        edits.adjust_resource(file, "crowns", 5, "found", roster_id=1)
        edits.adjust_resource(file, "crowns", -3, "lost", roster_id=1)
    whole = ledger_view(file, *which)
    pages = [ledger_view(file, *which, count=3)]
    while pages[-1]:
        pages.append(ledger_view(file, *which, before=pages[-1][-1].id, count=3))
    assert max(len(page) for page in pages) <= 3
    assert tuple(entry for page in pages for entry in page) == whole
    assert len(whole) > 6 or which == (1, "xp", 3)
