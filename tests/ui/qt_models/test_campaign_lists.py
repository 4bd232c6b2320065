"""Stash, ledger and graveyard as table models."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from mordcry_app.services.views import ItemView, LedgerView
from mordcry_app.ui.qt_models.campaign_lists import GraveyardModel, LedgerModel, StashModel
from mordcry_app.ui.qt_models.rows import ROW, RowsModel
from mordcry_app.ui.theme import PARCHMENT, Theme

SPEAR = ItemView("spear", "weapon", "Spear", "<b>Keeps</b> the enemy at a distance.", 2)


def line(amount: int, battle: int | None = None) -> LedgerView:
    return LedgerView(1, "2026-11-29T21:14:05Z", "Wren", 7, "Crowns", amount, "Sold", battle, 30)


def texts(model: RowsModel, row: int = 0) -> list[str]:
    return [model.index(row, column).data() for column in range(model.columnCount())]


@pytest.mark.parametrize("kind", [StashModel, LedgerModel, GraveyardModel])
def test_an_empty_table_is_a_proper_one(kind: type[RowsModel], qapp: object) -> None:
    del qapp
    model = kind()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    model.set_rows([])
    assert model.rowCount() == 0
    assert model.row_view(0) is None
    assert model.row_view(-1) is None


def test_the_stash_says_what_things_do(qapp: object) -> None:
    del qapp
    model = StashModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    model.set_rows([SPEAR])
    assert texts(model) == ["Spear", "Weapon", "2", SPEAR.text]
    assert model.index(0, 0).data(ROW) is SPEAR
    tooltip = model.index(0, 3).data(Qt.ItemDataRole.ToolTipRole)
    assert tooltip.startswith("&lt;b&gt;Keeps")


def test_gains_and_losses_differ_in_sign_and_colour(theme: Theme) -> None:
    del theme
    model = LedgerModel()
    model.set_rows([line(5, battle=3), line(-5)])
    assert texts(model, 0)[1:] == ["3", "Wren", "Crowns", "+5", "30", "Sold"]
    assert texts(model, 1)[1:5] == ["", "Wren", "Crowns", "−5"]
    colours = [
        model.index(row, LedgerModel.AMOUNT).data(Qt.ItemDataRole.ForegroundRole).name().upper()
        for row in range(2)
    ]
    assert colours == [PARCHMENT.verdigris, PARCHMENT.blood]


def test_other_rows_take_the_place_of_those_before(qapp: object) -> None:
    del qapp
    model = LedgerModel()
    model.set_rows([line(5)])
    assert texts(model)[4] == "+5"
    model.set_rows([line(7)])
    assert texts(model)[4] == "+7"


def test_older_entries_are_read_when_they_are_scrolled_to(qapp: object) -> None:
    del qapp
    pages = {5: [line(4), line(3)], 3: [line(2)], 2: []}
    asked: list[int] = []

    def older(after: LedgerView) -> list[LedgerView]:
        asked.append(after.amount)
        return pages[after.amount]

    model = LedgerModel()
    assert not model.canFetchMore(QModelIndex())
    QAbstractItemModelTester(model)
    model.set_newest([line(5)], older)
    while model.canFetchMore(QModelIndex()):
        model.fetchMore(QModelIndex())
    assert [row.amount for row in model.rows()] == [5, 4, 3, 2]
    assert asked == [5, 3, 2]
    assert texts(model, 3)[4] == "+2"
