"""The menus of a fighter: one place for all that can be done, wherever the menu is opened."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from mordcry_app.services.views import ItemView, MemberView, RosterView, TraitView
from mordcry_app.ui.theme import icon
from mordcry_app.ui.views.warbands.edits import RosterEdits


def fill_member_menu(
    menu: QMenu,
    edits: RosterEdits,
    roster: RosterView,
    member: MemberView,
    rename: Callable[[], object],
) -> None:
    """Fill *menu* with everything that can be done with an active fighter."""
    _add(menu, "Rename", rename, "edit")
    if member.advances_due:
        _add(menu, "Roll the advances that are due…", edits.start_muster, "dice")
    menu.addSeparator()
    for amount in member.amounts:
        _add(
            menu,
            f"{amount.name} by hand…",
            lambda r=amount.resource: edits.adjust_member(member, r),
        )
    if edits.can_spend_on_reactions():
        _add(menu, "XP spent on reactions…", lambda: edits.spend_on_reactions(member))
    _add(menu, "Add a modifier…", lambda: edits.add_modifier(member))
    _add(menu, "Add a skill…", lambda: edits.add_trait(member, "skill"))
    _add(menu, "Add a lasting injury…", lambda: edits.add_trait(member, "injury"))
    _add(menu, "Add an item…", lambda: edits.give_item(roster, member))
    menu.addSeparator()
    fill_portrait_menu(menu, edits, member)
    _add(menu, "Tags…", lambda: edits.edit_tags(member))
    places = [m.id for m in roster.members]
    place = places.index(member.id) if member.id in places else -1
    menu.addSeparator()
    up = _add(menu, "Move up", lambda: edits.move_member(roster, member.id, -1))
    down = _add(menu, "Move down", lambda: edits.move_member(roster, member.id, 1))
    up.setEnabled(place > 0)
    down.setEnabled(0 <= place < len(places) - 1)
    menu.addSeparator()
    _add(menu, "Retire…", lambda: edits.retire(member))
    _add(menu, "Mark dead…", lambda: edits.mark_dead(member), "skull")


def fill_portrait_menu(menu: QMenu, edits: RosterEdits, member: MemberView) -> None:
    """Fill *menu* with what can be done about a fighter's picture."""
    has_one = member.portrait is not None
    text = "Change the picture…" if has_one else "Add a picture…"
    _add(menu, text, lambda: edits.pick_portrait(member), "portrait")
    if has_one:
        _add(menu, "Remove the picture", lambda: edits.remove_portrait(member))


def fill_item_menu(
    menu: QMenu, edits: RosterEdits, roster: RosterView, item: ItemView, member: MemberView | None
) -> None:
    """Fill *menu* with where an item can go; without a member it lies in the stash."""
    giver = member.id if member is not None else None
    if member is not None:
        _add(
            menu,
            "To the stash",
            lambda: edits.move_item(roster.id, item, giver=giver, taker=None),
        )
    others = [m for m in roster.members if m.id != giver]
    if others:
        submenu = menu.addMenu("Give to")
        for other in others:
            _add(
                submenu,
                other.shown_name,
                lambda taker=other.id: edits.move_item(roster.id, item, giver=giver, taker=taker),
            )
    _add(menu, "Drop or sell…", lambda: edits.drop_item(roster, item, member))


def fill_trait_menu(menu: QMenu, edits: RosterEdits, member: MemberView, trait: TraitView) -> None:
    """Fill *menu* with what can be done about a skill or an injury."""
    _add(menu, "Remove…", lambda: edits.remove_trait(member, trait))


def fill_warband_menu(menu: QMenu, edits: RosterEdits, roster: RosterView) -> None:
    """Fill *menu* with everything that can be done with a warband and the campaign."""
    _add(menu, "Name, motto, player…", lambda: edits.edit_warband(roster), "edit")
    _add(
        menu,
        "Change the crest…" if roster.crest else "Add a crest…",
        lambda: edits.pick_crest(roster),
        "portrait",
    )
    if roster.crest:
        _add(menu, "Remove the crest", lambda: edits.remove_crest(roster))
    menu.addSeparator()
    own = roster.amounts[0] if roster.amounts else None
    if own is not None:
        _add(
            menu,
            f"{own.name} by hand…",
            lambda: edits.adjust_roster(roster, own.resource),
            "crown",
        )
    _add(menu, "Add an item to the stash…", lambda: edits.give_item(roster))
    menu.addSeparator()
    _add(menu, "Rename the campaign…", edits.rename_campaign)


def _add(menu: QMenu, text: str, act: Callable[[], object], icon_name: str = "") -> QAction:
    action = menu.addAction(text.replace("&", "&&"))
    if icon_name:
        action.setIcon(icon(icon_name))
    action.triggered.connect(lambda _checked=False: act())
    return action
