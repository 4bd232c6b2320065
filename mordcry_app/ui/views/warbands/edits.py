"""Everything that can be changed by hand about a fighter or a warband: asks, then runs the service.

All of it goes through the session, so each is one operation that can be taken back, and a refusal
is shown in the dialog that asked.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal
from PySide6.QtWidgets import QWidget

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import naming, pictures, reading, roster_edits
from mordcry_app.services.boards import start_muster
from mordcry_app.services.reactions import XP, can_spend_on_reactions, spend_on_reactions
from mordcry_app.services.recruiting import recruiting_view
from mordcry_app.services.views import ItemView, MemberView, RosterView, Touched, TraitView
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.views.warbands import edit_dialogs as dialogs
from mordcry_app.ui.views.warbands.pick_dialog import PickDialog
from mordcry_app.ui.widgets import PlainDialog

_LARGEST_PICTURE = 60_000_000  # bytes; the service refuses smaller ones already, with a sentence


class RosterEdits(QObject):
    """Opens the dialogs of the page and runs what they ask for.

    `recruited(member id)` tells who has just joined, so that the page can show the fighter;
    `muster_started` that a board of advances is open.
    """

    recruited = Signal(int)
    muster_started = Signal()

    def __init__(self, session: CampaignSession, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._window = window

    # ------------------------------------------------------------------ fighters

    def rename_member(self, member_id: int, name: str) -> bool:
        """Give a fighter another name; return whether it was taken."""
        done = self._run(lambda: roster_edits.rename_member(self._file, member_id, name))
        return done is not None

    def correct_value(self, member: MemberView, stat: str) -> None:
        """Ask what a characteristic should be."""
        dialog = dialogs.CorrectValueDialog(member, member.value(stat), self._window)
        self._open(
            dialog,
            lambda: roster_edits.correct_stat(
                self._file, member.id, stat, dialog.value.value(), dialog.reason.text()
            ),
        )

    def add_modifier(self, member: MemberView, stat: str = "") -> None:
        """Ask for a lasting modifier."""
        columns = self._session.campaign.columns
        dialog = dialogs.ModifierDialog(member, columns, stat, self._window)
        self._open(
            dialog,
            lambda: roster_edits.add_modifier(
                self._file,
                member.id,
                dialog.stat.currentData(),
                dialog.amount.value(),
                dialog.reason.text(),
            ),
        )

    def remove_modifier(self, member: MemberView, stat: str, source: str) -> None:
        """Take away a modifier that was entered by hand."""
        self._run(lambda: roster_edits.remove_modifier(self._file, member.id, stat, source))

    def adjust_member(self, member: MemberView, resource: str) -> None:
        """Ask for a gain or loss of XP or renown."""
        amount = next(a for a in member.amounts if a.resource == resource)
        dialog = dialogs.AmountDialog(member.shown_name, amount.name, amount.amount, self._window)
        self._open(
            dialog,
            lambda: roster_edits.adjust_resource(
                self._file,
                resource,
                dialog.amount.value(),
                dialog.reason.text(),
                member_id=member.id,
            ),
        )

    def can_spend_on_reactions(self) -> bool:
        """Say whether fighters pay for reactions with XP in these rules."""
        return can_spend_on_reactions(self._file)

    def spend_on_reactions(self, member: MemberView) -> None:
        """Ask how much XP a fighter spent on reactions."""
        has = next((a.amount for a in member.amounts if a.resource == XP), 0)
        dialog = dialogs.ReactionsDialog(member.shown_name, has, self._window)
        self._open(dialog, lambda: spend_on_reactions(self._file, member.id, dialog.amount.value()))

    def add_trait(self, member: MemberView, kind: str) -> None:
        """Ask for a skill, ability or injury to add."""
        word = kind.replace("_", " ")
        dialog = PickDialog(
            f"Add {'an' if word[0] in 'aeiou' else 'a'} {word}",
            f"For {member.shown_name}.",
            reading.trait_choices(self._file, kind),
            "Add",
            parent=self._window,
        )

        def add() -> Touched | None:
            choice = dialog.chosen()
            if choice is None:
                return None
            return roster_edits.add_trait(
                self._file, member.id, kind, choice.id, dialog.reason.text()
            )

        self._open(dialog, add)

    def remove_trait(self, member: MemberView, trait: TraitView) -> None:
        """Ask why a skill or injury goes, and take it away with all that it changed."""
        effect = f" With it goes {trait.effect}." if trait.effect else ""
        dialog = dialogs.ReasonDialog(
            f"Remove {trait.name}",
            f"{member.shown_name} will not have it any more.{effect}",
            "Remove",
            danger=True,
            parent=self._window,
        )
        self._open(
            dialog,
            lambda: roster_edits.remove_trait(
                self._file, member.id, trait.kind, trait.ref, dialog.reason.text()
            ),
        )

    def set_notes(self, member_id: int, text: str) -> None:
        """Keep a fighter's notes."""
        self._run(lambda: roster_edits.set_notes(self._file, member_id, text))

    def edit_tags(self, member: MemberView) -> None:
        """Ask for a fighter's tags."""
        dialog = dialogs.LineDialog(
            f"Tags of {member.shown_name}",
            "Words with commas between them",
            ", ".join(member.tags),
            "Keep",
            sentence="Tags are your own marks, such as painted, archer or favourite.",
            parent=self._window,
        )
        self._open(
            dialog,
            lambda: roster_edits.set_tags(self._file, member.id, dialog.line.text().split(",")),
        )

    def move_member(self, roster: RosterView, member_id: int, step: int) -> None:
        """Move a fighter up (−1) or down (1) on its roster."""
        ids = [member.id for member in roster.members]
        place = ids.index(member_id) + step
        if 0 <= place < len(ids):
            self._run(lambda: roster_edits.move_member(self._file, member_id, place))

    def retire(self, member: MemberView) -> None:
        """Ask why a fighter leaves alive."""
        dialog = dialogs.ReasonDialog(
            f"{member.shown_name} retires",
            "The fighter leaves the roster alive; the gear goes to the stash.",
            "Retire",
            danger=True,
            parent=self._window,
        )
        self._open(dialog, lambda: roster_edits.retire(self._file, member.id, dialog.reason.text()))

    def mark_dead(self, member: MemberView) -> None:
        """Ask what becomes of the gear, and send a fighter to the graveyard."""
        dialog = dialogs.DeathDialog(member, self._window)

        def die() -> Touched | None:
            if dialog.is_undecided():
                raise Refusal("Type the face of the D6, or let the app roll it with R.")
            return roster_edits.mark_dead(
                self._file,
                member.id,
                gear_lost=dialog.lost.isChecked(),
                gear_roll=dialog.gear_roll(),
                typed=dialog.is_typed(),
                reason=dialog.reason.text(),
            )

        self._open(dialog, die)

    def restore(self, member: MemberView) -> None:
        """Ask why somebody comes back from the graveyard."""
        dialog = dialogs.ReasonDialog(
            f"{member.shown_name} comes back",
            "The fighter stands on the roster again, without gear.",
            "Restore",
            parent=self._window,
        )
        self._open(
            dialog, lambda: roster_edits.restore(self._file, member.id, dialog.reason.text())
        )

    def pick_portrait(self, member: MemberView) -> None:
        """Ask for a picture of a fighter."""
        self._pick_picture(
            f"A picture of {member.shown_name}",
            lambda data, name: pictures.set_portrait(self._file, member.id, data, name),
        )

    def remove_portrait(self, member: MemberView) -> None:
        """Take a fighter's picture away."""
        self._run(lambda: pictures.set_portrait(self._file, member.id, None))

    # ------------------------------------------------------------------ gear

    def give_item(self, roster: RosterView, member: MemberView | None = None) -> None:
        """Ask for an item to give to a fighter, or to put into the stash."""
        whose = member.shown_name if member is not None else "the stash"
        dialog = PickDialog(
            "Add an item",
            f"For {whose}. A price is paid from the warband’s {purse(roster)}.",
            reading.item_choices(
                self._file,
                member_id=member.id if member is not None else None,
                roster_id=None if member is not None else roster.id,
            ),
            "Add",
            price_in=purse(roster),
            parent=self._window,
        )

        def give() -> Touched | None:
            choice = dialog.chosen()
            if choice is None:
                return None
            return roster_edits.give_item(
                self._file,
                choice.id,
                member_id=member.id if member is not None else None,
                roster_id=None if member is not None else roster.id,
                price=dialog.price.value(),
                reason=dialog.reason.text(),
            )

        self._open(dialog, give)

    def move_item(
        self, roster_id: int, item: ItemView, *, giver: int | None, taker: int | None
    ) -> None:
        """Move an item between two fighters of a warband, or to and from its stash (none)."""
        self._run(
            lambda: roster_edits.move_item(
                self._file,
                item.ref,
                roster_id,
                from_member=giver,
                to_member=taker,
                spent=item.spent,
            )
        )

    def drop_item(self, roster: RosterView, item: ItemView, member: MemberView | None) -> None:
        """Ask for what an item was sold, and take it out of the campaign."""
        whose = member.shown_name if member is not None else roster.shown_name
        dialog = dialogs.DropItemDialog(item.name, whose, purse(roster), self._window)
        self._open(
            dialog,
            lambda: roster_edits.drop_item(
                self._file,
                item.ref,
                member_id=member.id if member is not None else None,
                roster_id=None if member is not None else roster.id,
                refund=dialog.refund.value(),
                reason=dialog.reason.text(),
                spent=item.spent,
            ),
        )

    # ------------------------------------------------------------------ warbands

    def recruit(self, roster: RosterView) -> None:
        """Ask who joins a warband."""
        taken = [m.name for r in self._session.campaign.rosters for m in (*r.members, *r.fallen)]
        dialog = dialogs.RecruitDialog(
            roster,
            reading.archetype_choices(self._file),
            recruiting_view(self._file),
            lambda: suggest_name(roster.theme, taken),
            purse(roster),
            self._window,
        )

        def join() -> Touched:
            return roster_edits.recruit(
                self._file,
                roster.id,
                dialog.archetype.currentData(),
                dialog.name.text(),
                dialog.price.value(),
            )

        self._open(dialog, join, lambda touched: self.recruited.emit(touched.created["member"]))

    def adjust_roster(self, roster: RosterView, resource: str) -> None:
        """Ask for a gain or loss of crowns."""
        amount = next(a for a in roster.amounts if a.resource == resource)
        dialog = dialogs.AmountDialog(roster.shown_name, amount.name, amount.amount, self._window)
        self._open(
            dialog,
            lambda: roster_edits.adjust_resource(
                self._file,
                resource,
                dialog.amount.value(),
                dialog.reason.text(),
                roster_id=roster.id,
            ),
        )

    def edit_warband(self, roster: RosterView) -> None:
        """Ask for a warband's name, motto, player and theme."""
        dialog = dialogs.WarbandDialog(roster, naming.themes(), self._window)

        def keep() -> Touched | None:
            wanted = {
                "name": dialog.name.text(),
                "motto": dialog.motto.text(),
                "theme": str(dialog.theme.currentData()),
                "player": dialog.player.text(),
            }
            edits = {key: text for key, text in wanted.items() if text != getattr(roster, key)}
            return roster_edits.edit_roster(self._file, roster.id, **edits) if edits else None

        self._open(dialog, keep)

    def pick_crest(self, roster: RosterView) -> None:
        """Ask for a picture of a warband's crest."""
        self._pick_picture(
            f"The crest of {roster.shown_name}",
            lambda data, name: pictures.set_crest(self._file, roster.id, data, name),
        )

    def remove_crest(self, roster: RosterView) -> None:
        """Take a warband's crest away."""
        self._run(lambda: pictures.set_crest(self._file, roster.id, None))

    def rename_campaign(self) -> None:
        """Ask for the campaign's name."""
        dialog = dialogs.LineDialog(
            "Rename the campaign",
            "Name",
            self._session.campaign.name,
            "Rename",
            sentence="The file keeps its own name.",
            parent=self._window,
        )
        self._open(dialog, lambda: roster_edits.rename_campaign(self._file, dialog.line.text()))

    def start_muster(self) -> None:
        """Open the board on which the advances that are due are taken."""
        if self._session.campaign.drafts or self._run(lambda: start_muster(self._file)):
            self.muster_started.emit()

    # ------------------------------------------------------------------ inside

    @property
    def _file(self):
        return self._session.file

    def _run(self, operation: Callable[[], Touched]) -> Touched | None:
        return self._session.run(operation)

    def _open(
        self,
        dialog: PlainDialog,
        operation: Callable[[], Touched | None],
        then: Callable[[Touched], object] | None = None,
    ) -> None:
        """Show a dialog; run the operation when it is accepted, and close it if that went well."""

        def accept() -> None:
            touched = self._session.run(lambda: operation() or Touched())
            if touched is None:
                return
            dialog.accept()
            if then is not None:
                then(touched)

        dialog.accept_asked.connect(accept)
        dialog.finished.connect(lambda _: dialog.deleteLater())
        dialog.open()

    def _pick_picture(self, title: str, keep: Callable[[bytes, str], Touched]) -> None:
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
        dialog = dialogs.picture_dialog(self._window, title, folder)

        def read(name: str) -> None:
            try:
                with Path(name).open("rb") as file:
                    data = file.read(_LARGEST_PICTURE)
            except OSError:
                self._session.refused.emit("That file cannot be read.")
                return
            self._run(lambda: keep(data, Path(name).name))

        dialog.fileSelected.connect(read)
        dialog.open()


def suggest_name(theme: str, taken: list[str]) -> str:
    """Return a name for a fighter; of the first theme where the warband has none."""
    known = [choice.id for choice in naming.themes()]
    return naming.suggest_fighter(theme if theme in known else known[0], taken)


def purse(roster: RosterView) -> str:
    """Return what a warband pays with: `crowns`."""
    return roster.amounts[0].short if roster.amounts else "coins"
