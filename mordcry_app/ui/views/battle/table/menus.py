"""The menus of the table: all that can be done with a fighter, and what else there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from textwrap import wrap

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from mordcry_app.rules.battle_engine import Offer
from mordcry_app.services.battle_table import BattleTableView
from mordcry_app.ui.shortcuts import keys_of
from mordcry_app.ui.views.battle.table.wording import FORCE
from mordcry_app.ui.widgets import key_text

_LINE = 60  # letters of a reason in one line of a menu

Act = Callable[[], object]
OnOffer = Callable[[Offer], object]


def fighter_menu(
    offers: Iterable[Offer],
    choose: OnOffer,
    force: OnOffer,
    extra: Iterable[tuple[str, Act]],
    parent: QWidget,
) -> QMenu:
    """Return the menu of one fighter: its offers, those refused with the reason, and the rest."""
    menu = _menu(parent)
    for offer in sorted(offers, key=lambda offer: bool(offer.refused)):
        if offer.refused:
            _add_refused(menu, offer, force)
        else:
            add_entry(menu, offer.label).triggered.connect(_once(choose, offer))
    if menu.actions():
        menu.addSeparator()
    for text, act in extra:
        add_entry(menu, text).triggered.connect(_ignoring_checked(act))
    return menu


def more_menu(
    view: BattleTableView,
    choose: OnOffer | None,
    force: OnOffer | None,
    entries: Iterable[tuple[str, str, Act]],
    by_hand: Iterable[tuple[str, Act]],
    parent: QWidget,
) -> QMenu:
    """Return the menu of a battle: entries by text and key, corrections, and the offers to end it.

    Those are left out while nothing can be done.
    """
    menu = _menu(parent)
    for text, shortcut_id, act in entries:
        keys = key_text(keys_of(shortcut_id)) if shortcut_id else ""
        add_entry(menu, text, keys).triggered.connect(_ignoring_checked(act))
    if choose is None or force is None:
        return menu
    corrections = menu.addMenu("By hand")
    for text, act in by_hand:
        add_entry(corrections, text).triggered.connect(_ignoring_checked(act))
    ends = [offer for offer in view.offers if offer.group == "end"]
    if ends:
        menu.addSeparator()
    for offer in ends:
        if offer.refused:
            _add_refused(menu, offer, force)
        else:
            add_entry(menu, offer.label).triggered.connect(_once(choose, offer))
    return menu


def force_menu(offer: Offer, force: OnOffer, parent: QWidget) -> QMenu:
    """Return the menu of a refused offer: why it is refused, and to do it all the same."""
    menu = _menu(parent)
    _add_reason(menu, offer)
    action = add_entry(menu, FORCE)
    action.triggered.connect(_once(force, offer))
    menu.setActiveAction(action)
    return menu


def add_entry(menu: QMenu, text: str, keys: str = "") -> QAction:
    """Add an entry to a menu, with its text as it is; its key is only shown beside it."""
    shown = text.replace("&", "&&")
    return menu.addAction(f"{shown}\t{keys}" if keys else shown)


def _add_refused(menu: QMenu, offer: Offer, force: OnOffer) -> None:
    below = menu.addMenu(offer.label.replace("&", "&&"))
    _add_reason(below, offer)
    add_entry(below, FORCE).triggered.connect(_once(force, offer))


def _add_reason(menu: QMenu, offer: Offer) -> None:
    for line in wrap(offer.refused, _LINE):
        add_entry(menu, line).setEnabled(False)


def _menu(parent: QWidget) -> QMenu:
    menu = QMenu(parent)
    menu.aboutToHide.connect(menu.deleteLater)
    return menu


def _once(act: OnOffer, offer: Offer) -> Callable[[bool], None]:
    def call(_checked: bool = False) -> None:
        act(offer)

    return call


def _ignoring_checked(act: Act) -> Callable[[bool], None]:
    def call(_checked: bool = False) -> None:
        act()

    return call
