"""Records battles: who won, who took part, who was put out of action and by whom.

Recording a battle opens its aftermath, a board of questions (`services.boards`). While that board
is open, the record can be corrected; answers that still fit are kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import func, select

from mordcry_app.model.tables import Battle, Draft
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import State
from mordcry_app.services.battle_entries import (
    BattleEntry,
    SideEntry,
    check_entry,
    entry_from_json,
    record_json,
)
from mordcry_app.services.board_layout import JOINING
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.committed import AMEND, RECORD
from mordcry_app.services.fought_battles import FoughtBattle, fought_battles
from mordcry_app.services.rehearsal import rehearsal_of
from mordcry_app.services.shown import shown_member_name, shown_roster_name
from mordcry_app.services.state_reader import current_state, table_of
from mordcry_app.services.unit_of_work import Values, Work, unit_of_work
from mordcry_app.services.views import BattleSideView, BattleView, OutView, Touched

if TYPE_CHECKING:
    from sqlalchemy import Connection


def default_entry(file: CampaignFile) -> BattleEntry:
    """Return an entry to start from: all who do not miss the battle take part; nobody won yet."""
    with file.reading() as connection:
        state = current_state(file, connection)
    return BattleEntry(
        tuple(
            SideEntry(
                roster_id,
                "drew",
                frozenset(m.id for m in state.active(roster_id) if not m.misses_next_battle),
            )
            for roster_id in state.rosters
        )
    )


def record_battle(file: CampaignFile, entry: BattleEntry) -> Touched:
    """Record a battle and open its aftermath.

    `created` of the result holds the ids of the “battle” and the “draft”. Raises `Refusal` when
    the entry contradicts itself or another board is still open.
    """
    with unit_of_work(file, "Recorded a battle", "battle") as work:
        refuse_open_board(work.connection)
        check_entry(work.state(), file.ruleset, entry)
        waiting = waiting_battle(work.connection)
        if waiting is None:
            number = next_battle_number(work.connection)
            battle_id = work.add(Battle, number=number, record=record_json(entry))
        else:
            number, battle_id = waiting.number, waiting.id
            work.change(Battle, battle_id, state="fought", record=record_json(entry))
        about = {JOINING: work.state().next_member}
        draft_id = work.add(Draft, kind="aftermath", battle_id=battle_id, about=about)
        work.created.update(battle=battle_id, draft=draft_id)
        work.label = f"Recorded battle {number}"
    return work.touched


def revise_battle(file: CampaignFile, battle_id: int, entry: BattleEntry) -> Touched:
    """Correct the record of a battle whose aftermath is open, for the first time or again.

    While a committed aftermath is amended, the new record waits in the draft of the correction.
    Raises `Refusal` for a battle whose aftermath is not open.
    """
    with unit_of_work(file, "Corrected a battle", "battle") as work:
        battle = work.find(Battle, battle_id)
        if battle is None:
            raise Refusal("That battle is no longer there.")
        number = battle["number"]
        if battle["state"] == "closed":
            _revise_closed(work, battle, entry)
        else:
            check_entry(work.state(), file.ruleset, entry)
            work.change(Battle, battle_id, record=record_json(entry))
        work.label = f"Corrected battle {number}"
    return work.touched


def battle_entry(file: CampaignFile, battle_id: int) -> BattleEntry:
    """Return a recorded battle as an entry, to be corrected; as it is corrected to, if it is."""
    battle = table_of(Battle)
    with file.reading() as connection:
        record = connection.execute(
            select(battle.c.record).where(battle.c.id == battle_id)
        ).scalar_one_or_none()
        correction = _correction(connection, battle_id)
    if record is None:
        raise Refusal("That battle is no longer there.")
    return entry_from_json(correction.about.get(RECORD, record) if correction else record)


def battles_view(file: CampaignFile) -> tuple[BattleView, ...]:
    """Return every battle, newest first."""
    with file.reading() as connection:
        state = current_state(file, connection)
        fought = fought_battles(file, connection)
    seen = file.remembered.get("battle views", frozenset(), _Seen)
    seen.forget_unless_called(_called(file, state))
    return tuple(seen.view(battle) for battle in reversed(fought))


def refuse_open_board(connection: Connection) -> None:
    """Raise `Refusal` while a board of any kind is open."""
    draft, battle = table_of(Draft), table_of(Battle)
    row = connection.execute(
        select(draft.c.kind, battle.c.number).join(
            battle, battle.c.id == draft.c.battle_id, isouter=True
        )
    ).first()
    if row is None:
        return
    if row.kind == "aftermath":
        raise Refusal(f"Finish the aftermath of battle {row.number} first.")
    if row.kind == "setup":
        raise Refusal(f"Finish setting up battle {row.number} first, or call it off.")
    if row.kind == AMEND:
        raise Refusal(
            f"Commit the correction of battle {row.number} first, or leave the battle as it was."
        )
    raise Refusal("Finish the open advances first.")


def _revise_closed(work: Work, battle: Values, entry: BattleEntry) -> None:
    """Note another record in the open correction of a battle."""
    correction = _correction(work.connection, battle["id"])
    if correction is None:
        raise Refusal(
            f"The aftermath of battle {battle['number']} is finished; amend it to correct the "
            "battle."
        )
    state = rehearsal_of(work.file, work.connection, battle["id"]).state
    check_entry(state, work.file.ruleset, entry)
    about = {name: value for name, value in correction.about.items() if name != RECORD}
    record = record_json(entry)
    if record != battle["record"]:
        about[RECORD] = record
    work.change(Draft, correction.id, about=about)


def _correction(connection: Connection, battle_id: int) -> Any:
    """Return the draft of the open correction of a battle: its id and `about`; or none."""
    draft = table_of(Draft).c
    query = select(draft.id, draft.about).where(draft.kind == AMEND, draft.battle_id == battle_id)
    return connection.execute(query).one_or_none()


_Called = dict[tuple[str, int], str]
"""What members and rosters are called where battles are shown."""


@dataclass
class _Seen:
    """Views of battles, and what everybody was called when they were made."""

    called: _Called = field(default_factory=dict[tuple[str, int], str])
    views: dict[int, tuple[FoughtBattle, BattleView]] = field(
        default_factory=dict[int, tuple[FoughtBattle, BattleView]]
    )

    def forget_unless_called(self, called: _Called) -> None:
        """Forget the views when somebody is called otherwise; those who are new do not matter."""
        if not self.called.items() <= called.items():
            self.views.clear()
        self.called = called

    def view(self, battle: FoughtBattle) -> BattleView:
        """Return the view of a battle, made anew only when something about it has changed."""
        seen = self.views.get(battle.id)
        if seen is None or seen[0].entry is not battle.entry or seen[0][:-1] != battle[:-1]:
            seen = self.views[battle.id] = (battle, _battle_view(self, battle))
        return seen[1]

    def member(self, member_id: int | None) -> str:
        """Return what a member is called; nothing for nobody."""
        return self.called.get(("member", member_id or 0), "")


def _called(file: CampaignFile, state: State) -> _Called:
    members = state.members.values()
    called = {("member", member.id): shown_member_name(member, file.ruleset) for member in members}
    return called | {("roster", r.id): shown_roster_name(r) for r in state.rosters.values()}


def _battle_view(seen: _Seen, battle: FoughtBattle) -> BattleView:
    return BattleView(
        id=battle.id,
        number=battle.number,
        at=battle.at,
        state="closed" if battle.is_closed else "fought",
        sides=tuple(
            BattleSideView(
                roster_id=side.roster_id,
                roster_name=seen.called["roster", side.roster_id],
                result=side.result,
                took_part=len(side.took_part),
                out=tuple(
                    OutView(member, seen.member(member), seen.member(by))
                    for member, by in side.out_by.items()
                ),
                objectives=side.objectives,
                treasures=side.treasures,
            )
            for side in battle.entry.sides
            if ("roster", side.roster_id) in seen.called
        ),
        note=battle.entry.note,
    )


class WaitingBattle(NamedTuple):
    """A battle that is set up and not fought yet."""

    id: int
    number: int


def waiting_battle(connection: Connection) -> WaitingBattle | None:
    """Return the battle that is set up and not fought yet, if any."""
    battle = table_of(Battle).c
    query = select(battle.id, battle.number).where(battle.state == "set_up")
    row = connection.execute(query).one_or_none()
    return WaitingBattle(row.id, row.number) if row else None


def next_battle_number(connection: Connection) -> int:
    """Return the number of the battle that is recorded next."""
    battle = table_of(Battle)
    newest = connection.execute(select(func.max(battle.c.number))).scalar_one()
    return int(newest or 0) + 1
