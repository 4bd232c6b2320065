"""Writes the chronicle: a player’s telling of a battle, own entries, and their pictures.

The program’s own text of a battle is never stored. A player’s stands in its place and can be taken
back at any time (`tell_anew`). Where a battle has pictures but no text of a player, its row is
marked as written by the program, and its text is passed over.
"""

from __future__ import annotations

from sqlalchemy import select

from mordcry_app.model.tables import Battle, ChronicleEntry, now
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.edit_helpers import EDIT
from mordcry_app.services.pictures import small_picture, store_picture
from mordcry_app.services.state_reader import table_of
from mordcry_app.services.text_checks import clean_name, clean_text
from mordcry_app.services.unit_of_work import Values, Work, unit_of_work
from mordcry_app.services.views import Touched

MOST_PICTURES = 20
"""How many pictures one entry can have."""

LATEST = -1
"""Place of an entry that stands after whatever has happened so far."""

BEFORE_ALL = "1970-01-01T00:00:00Z"
"""The moment of an entry that stands before the first battle."""

_NO_TEXT = "(told by the program)"
"""What is stored as the text of a battle that the program tells; nobody ever sees it."""


def tell_battle(file: CampaignFile, battle_id: int, title: str, text: str) -> Touched:
    """Put a player’s text in place of what the program tells of a battle.

    Without a title, the entry keeps the program’s. Raises `Refusal` for an empty text.
    """
    title, text = _checked(title, text)
    with unit_of_work(file, "Told a battle", EDIT) as work:
        number = _battle(work, battle_id)["number"]
        row = _row_of_battle(work, battle_id)
        values = {"title": title, "text": text, "written_by": "player"}
        if row is None:
            work.add(ChronicleEntry, kind="entry", battle_id=battle_id, **values)
        else:
            work.change(ChronicleEntry, row["id"], **values)
        work.label = f"Told battle {number} in your own words"
    return work.touched


def tell_anew(file: CampaignFile, battle_id: int) -> Touched:
    """Let the program tell a battle again; its pictures stay."""
    with unit_of_work(file, "Told a battle anew", EDIT) as work:
        number = _battle(work, battle_id)["number"]
        row = _row_of_battle(work, battle_id)
        if row is None or row["written_by"] != "player":
            raise Refusal(f"The program tells battle {number} already.")
        _write_pictures(work, row, row["pictures"], told_by_program=True)
        work.label = f"Told battle {number} anew from its record"
    return work.touched


def write_entry(
    file: CampaignFile, title: str, text: str, *, after_battle: int = LATEST
) -> Touched:
    """Write an entry of one’s own; `created["entry"]` holds its id.

    It stands after the battle with this number, 0 before the first, or after all so far.
    """
    title, text = _checked(title, text)
    with unit_of_work(file, "Wrote in the chronicle", EDIT) as work:
        at = now() if after_battle == LATEST else _moment(work, after_battle)
        entry_id = work.add(
            ChronicleEntry, kind="entry", title=title, text=text, written_by="player", at=at
        )
        work.created["entry"] = entry_id
        work.label = f"Wrote {_called(title)}"
    return work.touched


def edit_entry(
    file: CampaignFile, entry_id: int, title: str, text: str, *, after_battle: int | None = None
) -> Touched:
    """Change an entry of one’s own, and its place where one is given."""
    title, text = _checked(title, text)
    with unit_of_work(file, "Changed an entry", EDIT) as work:
        row = _own_row(work, entry_id)
        at = row["at"]
        if after_battle is not None:
            at = now() if after_battle == LATEST else _moment(work, after_battle)
        work.change(ChronicleEntry, row["id"], title=title, text=text, at=at)
        work.label = f"Changed {_called(title)}"
    return work.touched


def delete_entry(file: CampaignFile, entry_id: int) -> Touched:
    """Take an entry of one’s own out of the chronicle."""
    with unit_of_work(file, "Deleted an entry", EDIT) as work:
        row = _own_row(work, entry_id)
        work.remove(ChronicleEntry, row["id"])
        work.label = f"Deleted {_called(row['title'])}"
    return work.touched


def add_picture(
    file: CampaignFile,
    data: bytes,
    filename: str = "",
    *,
    battle_id: int | None = None,
    entry_id: int | None = None,
) -> Touched:
    """Add a picture to a battle or to an entry of one’s own; it is made small first.

    `created["picture"]` holds its id. Raises `Refusal` when it cannot be read, is there already, or
    the entry has 20 pictures.
    """
    small = small_picture(data)
    with unit_of_work(file, "Added a picture", EDIT) as work:
        row, called = _entry(work, battle_id, entry_id)
        present: list[int] = row["pictures"] if row else []
        if len(present) >= MOST_PICTURES:
            raise Refusal(f"An entry can have at most {MOST_PICTURES} pictures.")
        picture_id = store_picture(work, small, filename)
        if picture_id in present:
            raise Refusal("That picture is there already.")
        if row is None:
            work.add(
                ChronicleEntry,
                kind="entry",
                battle_id=battle_id,
                text=_NO_TEXT,
                pictures=[picture_id],
            )
        else:
            work.change(ChronicleEntry, row["id"], pictures=[*present, picture_id])
        work.created["picture"] = picture_id
        work.label = f"Added a picture to {called}"
    return work.touched


def remove_picture(
    file: CampaignFile,
    picture_id: int,
    *,
    battle_id: int | None = None,
    entry_id: int | None = None,
) -> Touched:
    """Take a picture out of an entry."""
    with unit_of_work(file, "Removed a picture", EDIT) as work:
        row, called = _entry(work, battle_id, entry_id)
        if row is None or picture_id not in row["pictures"]:
            raise Refusal("That picture is no longer there.")
        left = [other for other in row["pictures"] if other != picture_id]
        _write_pictures(work, row, left, told_by_program=row["written_by"] == "program")
        work.label = f"Removed a picture from {called}"
    return work.touched


def _write_pictures(work: Work, row: Values, pictures: list[int], *, told_by_program: bool) -> None:
    """Write the pictures of an entry; one with neither pictures nor a player’s text goes."""
    if told_by_program and not pictures:
        work.remove(ChronicleEntry, row["id"])
    elif told_by_program:
        values = {"title": "", "text": _NO_TEXT, "written_by": "program"}
        work.change(ChronicleEntry, row["id"], pictures=pictures, **values)
    else:
        work.change(ChronicleEntry, row["id"], pictures=pictures)


def _entry(work: Work, battle_id: int | None, entry_id: int | None) -> tuple[Values | None, str]:
    """Return the row of an entry, if it has one, and what it is called."""
    if battle_id is not None:
        number = _battle(work, battle_id)["number"]
        return _row_of_battle(work, battle_id), f"battle {number}"
    row = _own_row(work, entry_id or 0)
    return row, _called(row["title"])


def _battle(work: Work, battle_id: int) -> Values:
    battle = work.find(Battle, battle_id)
    if battle is None:
        raise Refusal("That battle is no longer there.")
    return battle


def _row_of_battle(work: Work, battle_id: int) -> Values | None:
    entry = table_of(ChronicleEntry)
    query = select(entry).where(entry.c.battle_id == battle_id, entry.c.kind == "entry")
    row = work.connection.execute(query.order_by(entry.c.id)).mappings().first()
    return dict(row) if row is not None else None


def _own_row(work: Work, entry_id: int) -> Values:
    row = work.find(ChronicleEntry, entry_id)
    if row is None or row["kind"] != "entry" or row["battle_id"] is not None:
        raise Refusal("That entry is no longer there.")
    return row


def _moment(work: Work, number: int) -> str:
    """Return the moment at which an entry stands right after a battle, or before all of them."""
    battle = table_of(Battle).c
    if number == 0:
        return BEFORE_ALL
    query = select(battle.at).where(battle.number == number)
    at = work.connection.execute(query).scalar_one_or_none()
    if at is None:
        raise Refusal(f"There is no battle {number}.")
    return str(at)


def _checked(title: str, text: str) -> tuple[str, str]:
    title = clean_name(title, "A title")
    text = clean_text(text).strip()
    if not text:
        raise Refusal("An entry needs some text.")
    return title, text


def _called(title: str) -> str:
    return f"“{title}”" if title else "an entry of the chronicle"
