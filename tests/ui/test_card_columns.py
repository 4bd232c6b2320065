"""Cards are shared out among columns, hidden ones take no place, and a card may grow later."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from mordcry_app.ui.card_columns import CardColumns
from mordcry_app.ui.widgets import Card, WrapLabel
from tests.ui.conftest import ShowInWindow


def cards(count: int) -> tuple[CardColumns, list[Card]]:
    columns = CardColumns()
    made = [Card(f"Card {number}") for number in range(count)]
    for card in made:
        card.add(WrapLabel("A few words."))
        columns.add(card)
    return columns, made


def lefts(shown: list[Card]) -> list[int]:
    return [card.x() for card in shown]


def test_two_columns_where_there_is_room(qtbot: QtBot, show_in_window: ShowInWindow) -> None:
    columns, made = cards(3)
    show_in_window(columns, width=1000)
    qtbot.waitUntil(lambda: len(set(lefts(made))) == 2)
    assert made[0].x() == made[2].x() == 0
    made[1].hide()
    columns.arrange()
    qtbot.waitUntil(lambda: made[2].x() > made[0].x())
    made[2].hide()
    columns.arrange()
    qtbot.waitUntil(lambda: made[0].width() == 640)
    assert made[0].x() == 0, "a single card stays at the left"


def test_a_card_that_grows_gets_its_room_in_either_number_of_columns(
    qtbot: QtBot, show_in_window: ShowInWindow
) -> None:
    columns, made = cards(4)
    window = show_in_window(columns, width=1000, height=900)
    qtbot.waitUntil(lambda: made[1].x() > 0)
    for width in (500, 1000, 500):
        window.resize(width, 900)
        qtbot.waitUntil(lambda: (made[1].x() == 0) == (columns.width() < 820))
        grown = WrapLabel("One more. " * 60)
        made[0].add(grown)
        qtbot.waitUntil(lambda: made[0].height() >= made[0].layout().minimumSize().height())
        assert is_whole(grown)


def is_whole(label: QWidget) -> bool:
    return label.height() >= label.heightForWidth(label.width())
