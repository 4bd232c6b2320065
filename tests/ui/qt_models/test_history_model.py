"""The history as a tree."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from mordcry_app.services.views import DraftView, HistoryView, OperationView
from mordcry_app.ui.qt_models.history_model import (
    IS_HERE,
    Group,
    HistoryModel,
    grouped,
    is_undone,
)


def operation(
    number: int, label: str, group: str = "", status: str = "done", kind: str = "edit"
) -> OperationView:
    return OperationView(number, kind, label, "2026-11-29T21:14:05Z", status, group)  # type: ignore[arg-type]


FOUNDED = operation(1, "Founded", kind="founding")
RECORDED = operation(2, "Recorded battle 1", kind="battle")
ANSWERS = tuple(operation(n, f"Injury: {n}", "draft:7", kind="answer") for n in (5, 4, 3))
FINISHED = operation(6, "Finished the aftermath of battle 1", kind="finish")


def history(*operations: OperationView) -> HistoryView:
    return HistoryView(operations, "", "")


def test_answers_are_named_by_what_finished_them() -> None:
    entries = grouped(history(FINISHED, *ANSWERS, RECORDED, FOUNDED), ())
    assert [entry.label for entry in entries] == [
        "Finished the aftermath of battle 1",
        "Aftermath of battle 1 · 3 answers",
        "Recorded battle 1",
        "Founded",
    ]


@pytest.mark.parametrize(
    "label", ["Corrected the aftermath of battle 1", "Left the aftermath of battle 1 as it was"]
)
def test_answers_of_a_correction_are_named_by_what_ended_it(label: str) -> None:
    entries = grouped(history(operation(6, label, kind="amend"), *ANSWERS, RECORDED), ())
    assert [entry.label for entry in entries[:2]] == [label, "Correction of battle 1 · 3 answers"]


def test_an_open_board_gives_its_own_title() -> None:
    draft = DraftView(7, "aftermath", "Aftermath of battle 9", 9, 4)
    entries = grouped(history(*ANSWERS[:1], RECORDED), (draft,))
    assert entries[0].label == "Aftermath of battle 9 · 1 answer"


def test_without_either_they_are_just_answers() -> None:
    assert grouped(history(*ANSWERS, RECORDED), ())[0].label == "Answers · 3 answers"


def test_a_change_between_answers_parts_the_group() -> None:
    between = operation(9, "Renamed")
    entries = grouped(history(ANSWERS[0], between, *ANSWERS[1:]), ())
    assert [isinstance(entry, Group) for entry in entries] == [True, False, True]


def test_it_is_a_proper_tree_that_knows_where_we_are(qapp: object) -> None:
    del qapp
    model = HistoryModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    undone = operation(8, "Renamed", status="undone")
    newest = operation(5, "Injury: 5", "draft:7", status="undone", kind="answer")
    model.show_history(history(undone, newest, *ANSWERS[1:], RECORDED, FOUNDED), ())
    assert model.rowCount() == 4
    group = model.index(1, 0)
    assert model.rowCount(group) == 3
    here = model.here()
    assert here.parent() == group
    assert here.data() == "Injury: 4"
    assert group.data(IS_HERE)
    entry = model.entry(model.index(0, 0, group))
    assert entry is not None
    assert is_undone(entry)
    assert not is_undone(model.entry(group))  # type: ignore[arg-type]
    spoken = here.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.endswith("you are here")


def test_nothing_is_nowhere(qapp: object) -> None:
    del qapp
    model = HistoryModel()
    model.show_history(history(), ())
    assert model.here() == QModelIndex()
    assert model.entry(QModelIndex()) is None
