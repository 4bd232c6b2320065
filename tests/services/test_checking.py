"""The check of a file finds what was planted, says it in sentences, and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from mordcry_app.services import roster_edits as edits
from mordcry_app.services.campaign_file import open_campaign
from mordcry_app.services.checking import check_file
from mordcry_app.services.history import undo
from mordcry_app.services.pictures import set_portrait
from tests.services.random_writers import picture
from tests.services.worlds import change_behind_our_back, fight, fingerprint, play


@pytest.fixture
def used(path: Path) -> Path:
    """A file with a bit of everything, and something undone; closed."""
    with open_campaign(path) as file:
        edits.give_item(file, "dagger", member_id=1)
        edits.add_trait(file, 1, "injury", "eye_injury")
        set_portrait(file, 1, picture("red"), "anselm.png")
        _, draft = fight(file, {"Anselm": "Krato"})
        play(file, draft)
        edits.mark_dead(file, 2)
        undo(file)
    return path


def test_a_sound_file_has_no_findings(used: Path) -> None:
    before = fingerprint(used)
    assert check_file(used) == ()
    assert fingerprint(used) == before


def test_what_is_no_campaign_is_one_finding(tmp_path: Path) -> None:
    assert check_file(tmp_path / "gone.mordcry") == (
        "There is no file “gone.mordcry” there any more.",
    )
    (tmp_path / "other.mordcry").write_text("x")
    assert check_file(tmp_path / "other.mordcry") == (
        "“other.mordcry” is not a Mordcry campaign. The file was not changed.",
    )


@pytest.mark.parametrize(
    ("sql", "finding"),
    [
        ("UPDATE possession SET ref = 'wand'", "Anselm holds the unknown item “wand”."),
        (
            "UPDATE possession SET member_id = NULL, roster_id = 2, ref = 'wand'",
            "Ruin’s stash holds the unknown item “wand”.",
        ),
        ("UPDATE trait SET ref = 'cursed'", "Anselm has the unknown injury “cursed”."),
        (
            "UPDATE member SET archetype = 'wizard' WHERE id = 3",
            "Cuno is of a kind that the rules do not know.",
        ),
        (
            "UPDATE stat SET key = 'charm' WHERE member_id = 3 AND key = 'ws'",
            "Cuno has the unknown characteristic “charm”.",
        ),
        (
            "UPDATE ledger_entry SET amount = -5 WHERE member_id = 1 AND resource = 'xp'",
            "Anselm has -5 xp.",
        ),
        ("UPDATE possession SET quantity = 5", "Anselm has two weapons at most"),
        ("UPDATE member SET name = 'X' WHERE id = 3", "A row of member was changed outside"),
        ("DELETE FROM stat WHERE id = 3", "A row of stat was removed outside the program."),
        ("INSERT INTO player(name) VALUES ('Third')", "A row of player was changed outside"),
        (
            "UPDATE change SET before = '{}' WHERE id = 1",
            "The history contradicts itself, so not everything can be undone.",
        ),
        (
            "UPDATE change SET after = '{' WHERE id = 4",
            "The history holds something that cannot be read.",
        ),
        (
            "UPDATE operation SET status = 'abandoned' WHERE id = 3",
            "was changed outside the program",
        ),
        ("UPDATE attachment SET data = x'00'", "The picture “anselm.png” is damaged."),
        ("UPDATE battle SET record = '{}'", "What was written down of this battle is damaged."),
    ],
)
def test_planted_faults_are_found(used: Path, sql: str, finding: str) -> None:
    change_behind_our_back(used, sql)
    before = fingerprint(used)
    findings = check_file(used)
    assert any(finding in found for found in findings), findings
    assert all(found.endswith(".") for found in findings)
    assert fingerprint(used) == before


def test_a_broken_reference_is_found(used: Path) -> None:
    change_behind_our_back(used, "UPDATE stat SET member_id = 77 WHERE id = 3")
    assert check_file(used) == (
        "“campaign.mordcry” is damaged and cannot be opened. The file was not changed.",
    )


def test_a_damaged_page_of_the_log_is_found(used: Path) -> None:
    content = used.read_bytes()
    used.write_bytes(content[:-4096] + bytes(4096))
    [finding] = check_file(used)
    assert "damaged" in finding


def test_an_open_file_can_be_checked(path: Path) -> None:
    with open_campaign(path) as file:
        edits.rename_member(file, 1, "Ansgar")
        assert check_file(path) == ()
        edits.rename_member(file, 1, "Anselm")
