"""The roster as a table model: what is marked, what is said, what stays in place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from mordcry_app.services.campaign_file import open_campaign
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.views import CampaignView, PartView, ValueView
from mordcry_app.ui.qt_models.roster_model import (
    MARK_BOTH,
    MARK_DOWN,
    MARK_UP,
    RosterModel,
    badges,
    change_mark,
    explanation_markup,
)


@pytest.fixture
def campaign(campaign_path: Path) -> CampaignView:
    with open_campaign(campaign_path) as file:
        return campaign_view(file)


@pytest.fixture
def model(campaign: CampaignView, qapp: object) -> RosterModel:
    del qapp
    model = RosterModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    model.show_roster(campaign.rosters[0], campaign.columns, locked=False)
    return model


def value(total: int, *parts: PartView) -> ValueView:
    return ValueView("ws", "WS", "Weapon Skill", str(total), total, 3, parts)


@pytest.mark.parametrize(
    ("shown", "mark"),
    [
        (value(3, PartView("Base", 3, "base")), ""),
        (value(3, PartView("Base", 1, "base"), PartView("Training", 2, "training")), ""),
        (value(4, PartView("Base", 3, "base"), PartView("Advance", 1)), MARK_UP),
        (value(2, PartView("Base", 3, "base"), PartView("Wound", -1)), MARK_DOWN),
        (
            value(3, PartView("Base", 3, "base"), PartView("Advance", 1), PartView("Wound", -1)),
            MARK_BOTH,
        ),
    ],
)
def test_a_value_is_marked_when_anything_changed_it(shown: ValueView, mark: str) -> None:
    assert change_mark(shown) == mark


def test_an_explanation_takes_no_name_for_markup() -> None:
    shown = value(3, PartView("<b>R&D</b>", 3, "base"))
    assert "&lt;b&gt;R&amp;D&lt;/b&gt;" in explanation_markup(shown)


def test_badges_say_what_must_not_be_overlooked(campaign: CampaignView) -> None:
    member = campaign.rosters[0].members[0]
    assert badges(member) == ()
    assert badges(replace(member, advances_due=1)) == (("advance to roll", "gold"),)
    both = replace(member, advances_due=3, misses_next_battle=True)
    assert badges(both) == (("3 advances", "gold"), ("misses next battle", "bad"))


def test_it_has_a_column_for_every_characteristic_and_ledger(
    model: RosterModel, campaign: CampaignView
) -> None:
    headings = [column.heading for column in model.columns()]
    shorts = [stat.short for stat in campaign.columns]
    assert headings == ["Fighter", *shorts, "XP", "Ren", "Carries"]
    assert (
        model.headerData(2, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        == campaign.columns[1].name
    )


def test_the_same_fighters_keep_their_rows(
    model: RosterModel, campaign: CampaignView, qtbot: QtBot
) -> None:
    roster = campaign.rosters[0]
    changed = replace(
        roster, members=(replace(roster.members[0], notes="new"), *roster.members[1:])
    )
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.show_roster(changed, campaign.columns, locked=False)
    fewer = replace(roster, members=roster.members[1:])
    with qtbot.waitSignal(model.modelReset):
        model.show_roster(fewer, campaign.columns, locked=False)
    assert model.row_of(roster.members[0].id) == -1
    assert model.row_of(roster.members[1].id) == 0


def test_typing_over_a_name_asks_and_changes_nothing_by_itself(
    model: RosterModel, campaign: CampaignView, qtbot: QtBot
) -> None:
    index = model.index(0, 0)
    with qtbot.waitSignal(model.rename_asked) as asked:
        model.setData(index, "Another")
    assert asked.args == [campaign.rosters[0].members[0].id, "Another"]
    assert index.data() == "Ilse"
    with qtbot.assertNotEmitted(model.rename_asked):
        model.setData(index, "Ilse")


def test_only_names_are_edited_in_place_and_none_where_locked(
    model: RosterModel, campaign: CampaignView
) -> None:
    editable = [
        bool(model.flags(model.index(0, c)) & Qt.ItemFlag.ItemIsEditable)
        for c in range(model.columnCount())
    ]
    assert editable == [True] + [False] * (model.columnCount() - 1)
    model.show_roster(campaign.rosters[0], campaign.columns, locked=True)
    assert not model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsEditable


def test_no_roster_is_an_empty_table(model: RosterModel, campaign: CampaignView) -> None:
    model.show_roster(None, campaign.columns, locked=False)
    assert model.rowCount() == 0
    assert not model.index(0, 0).isValid()
