"""The window's hold on a campaign: what it runs, tells and reads anew."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from mordcry_app.services.battles import default_entry, record_battle
from mordcry_app.services.boards import roll_for
from mordcry_app.services.campaign_file import open_campaign
from mordcry_app.services.roster_edits import rename_campaign, rename_member
from mordcry_app.ui.campaign_session import CampaignSession


@pytest.fixture
def session(founded: Path, tmp_path: Path, qapp: object) -> Iterator[CampaignSession]:
    """A session on a campaign of its own."""
    path = tmp_path / "session.mordcry"
    shutil.copy(founded, path)
    session = CampaignSession(open_campaign(path))
    yield session
    session.close()


def test_a_change_is_told_after_it_is_on_disk(session: CampaignSession) -> None:
    member = session.campaign.rosters[0].members[0]
    told: list[str] = []
    session.touched.connect(lambda t: told.append(session.campaign.rosters[0].members[0].name))
    touched = session.run(lambda: rename_member(session.file, member.id, "Anna"))
    assert touched is not None
    assert touched.members == {member.id}
    assert told == ["Anna"]


def test_a_refusal_is_a_sentence_and_changes_nothing(session: CampaignSession) -> None:
    before = session.campaign
    sentences: list[str] = []
    session.refused.connect(sentences.append)
    assert session.run(lambda: rename_campaign(session.file, "")) is None
    assert sentences == ["A campaign needs a name."]
    assert session.campaign is before


def test_an_answer_reads_only_the_boards_anew(session: CampaignSession) -> None:
    touched = session.run(lambda: record_battle(session.file, default_entry(session.file)))
    assert touched is not None
    draft = touched.created["draft"]
    before = session.campaign
    income = before.rosters[0].id
    session.run(lambda: roll_for(session.file, draft, f"income/{income}/roll"))
    after = session.campaign
    assert after.drafts[0].left == before.drafts[0].left - 1
    assert after.rosters is before.rosters
    session.undo()
    assert session.campaign.drafts[0].left == before.drafts[0].left


def test_undo_and_redo_read_everything_anew(session: CampaignSession) -> None:
    name = session.campaign.name
    session.run(lambda: rename_campaign(session.file, "Another"))
    session.undo()
    assert session.campaign.name == name
    session.redo()
    assert session.campaign.name == "Another"
