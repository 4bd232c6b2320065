"""The shared tables of every ruleset; the ruleset gives them meaning.

One campaign is one database. Effective values are never stored: they are derived from `stat`,
`modifier`, `possession` and the content. Sums of crowns, renown and XP are sums over
`ledger_entry`. Tracked columns hold integers, text and JSON only, so that the images in `change`
restore them exactly. Names and ranges that must never be are held by CHECK constraints.
"""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sqlalchemy import JSON, CheckConstraint, Column, Index, LargeBinary, MetaData, UniqueConstraint
from sqlmodel import Field, SQLModel

LONGEST_NAME = 200
LONGEST_TEXT = 20_000
MOST = 1_000_000_000
"""No amount of anything is larger than this, up or down."""

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


JSON_SHAPE = "json_shape"
"""Key in the `info` of a JSON column that says what it holds."""

JsonShape = Literal["object", "array"]


def now() -> str:
    """Return the present moment as text: UTC, to the second, `2026-11-29T21:14:05Z`."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _json(shape: JsonShape, *, nullable: bool = False) -> Any:
    """Return a JSON column; an image from before it was there comes back with an empty value."""
    empty = None if nullable else {"object": dict, "array": list}[shape]
    return Column(
        JSON(none_as_null=True), default=empty, nullable=nullable, info={JSON_SHAPE: shape}
    )


def _length(column: str, most: int, least: int = 0) -> CheckConstraint:
    return CheckConstraint(f"length({column}) BETWEEN {least} AND {most}", name=f"{column}_length")


def _range(column: str, least: int, most: int) -> CheckConstraint:
    return CheckConstraint(f"{column} BETWEEN {least} AND {most}", name=f"{column}_range")


def _one_of(column: str, *values: str) -> CheckConstraint:
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=f"{column}_known")


def _one_owner() -> CheckConstraint:
    return CheckConstraint("(member_id IS NULL) <> (roster_id IS NULL)", name="one_owner")


_KEEP_IDS = {"sqlite_autoincrement": True}
"""Ids are never given out twice: an undone row may come back."""


class Row(SQLModel):
    """Base of every table: a whole-number id that is never reused."""

    if TYPE_CHECKING:
        __tablename__: ClassVar[str]  # pyright: ignore[reportIncompatibleVariableOverride]
    metadata: ClassVar[MetaData] = MetaData(  # pyright: ignore[reportIncompatibleVariableOverride]
        naming_convention=NAMING
    )

    id: int | None = Field(default=None, primary_key=True)


class Campaign(Row, table=True):
    """The campaign itself: a single row."""

    __tablename__ = "campaign"
    __table_args__ = (
        _length("name", LONGEST_NAME, 1),
        _length("ruleset", 64, 1),
        CheckConstraint("id = 1", name="single"),
        _KEEP_IDS,
    )

    name: str
    ruleset: str
    content_version: int
    house_rules: dict[str, Any] = Field(default_factory=dict, sa_column=_json("object"))
    created_at: str = Field(default_factory=now)


class Player(Row, table=True):
    """Somebody at the table."""

    __tablename__ = "player"
    __table_args__ = (_length("name", LONGEST_NAME), _KEEP_IDS)

    name: str


class Roster(Row, table=True):
    """A warband or a party."""

    __tablename__ = "roster"
    __table_args__ = (
        _length("name", LONGEST_NAME),
        _length("motto", LONGEST_NAME),
        _length("theme", 64),
        _KEEP_IDS,
    )

    player_id: int = Field(foreign_key="player.id", index=True)
    name: str
    motto: str = ""
    theme: str = ""
    position: int = 0
    crest_id: int | None = Field(default=None, foreign_key="attachment.id")


class Member(Row, table=True):
    """A fighter or a character; `left_battle_id` names the battle whose aftermath took it away."""

    __tablename__ = "member"
    __table_args__ = (
        _length("name", LONGEST_NAME),
        _length("notes", LONGEST_TEXT),
        _one_of("state", "active", "dead", "retired"),
        _KEEP_IDS,
    )

    roster_id: int = Field(foreign_key="roster.id", index=True)
    name: str
    archetype: str
    state: str = "active"
    position: int = 0
    tags: list[str] = Field(default_factory=list, sa_column=_json("array"))
    notes: str = ""
    portrait_id: int | None = Field(default=None, foreign_key="attachment.id")
    left_battle_id: int | None = Field(default=None, foreign_key="battle.id")


class Stat(Row, table=True):
    """The base value of one characteristic of one member."""

    __tablename__ = "stat"
    __table_args__ = (UniqueConstraint("member_id", "key"), _range("value", 0, 999), _KEEP_IDS)

    member_id: int = Field(foreign_key="member.id")
    key: str
    value: int


class Modifier(Row, table=True):
    """One amount that changes one characteristic, with its source and when it ends."""

    __tablename__ = "modifier"
    __table_args__ = (
        _range("amount", -999, 999),
        _one_of("arithmetic", "add", "multiply", "divide"),
        CheckConstraint("arithmetic <> 'divide' OR amount > 0", name="divides"),
        CheckConstraint("arithmetic <> 'multiply' OR amount >= 0", name="multiplies"),
        _one_of(
            "ends",
            "permanent",
            "until_removed",
            "battle",
            "round",
            "activation",
            "while_worn",
        ),
        _KEEP_IDS,
    )

    member_id: int = Field(foreign_key="member.id", index=True)
    key: str
    amount: int
    arithmetic: str = "add"
    source: str
    ends: str
    cause: str = ""
    battle_id: int | None = Field(default=None, foreign_key="battle.id")
    condition: str = ""


class Pending(Row, table=True):
    """Something that waits for its moment, such as the next battle; spent rows are removed."""

    __tablename__ = "pending"
    __table_args__ = (
        _one_owner(),
        _range("amount", -9999, 9999),
        Index("ix_pending_member_id", "member_id"),
        Index("ix_pending_roster_id", "roster_id"),
        _KEEP_IDS,
    )

    member_id: int | None = Field(default=None, foreign_key="member.id")
    roster_id: int | None = Field(default=None, foreign_key="roster.id")
    ref: str
    amount: int = 1
    stat: str = ""
    condition: str = ""
    source: str
    armed: bool = False
    battle_id: int | None = Field(default=None, foreign_key="battle.id")


class Trait(Row, table=True):
    """A skill, injury, pending effect or condition of a member, with its level."""

    __tablename__ = "trait"
    __table_args__ = (
        UniqueConstraint("member_id", "kind", "ref"),
        _range("level", 1, 9999),
        _KEEP_IDS,
    )

    member_id: int = Field(foreign_key="member.id")
    kind: str
    ref: str
    name: str
    level: int = 1
    source: str = ""
    battle_id: int | None = Field(default=None, foreign_key="battle.id")
    data: dict[str, Any] = Field(default_factory=dict, sa_column=_json("object"))


class Possession(Row, table=True):
    """Some units of a catalogue item, carried by a member or kept in a roster's stash."""

    __tablename__ = "possession"
    __table_args__ = (
        _one_owner(),
        _range("quantity", 1, 9999),
        Index("ix_possession_member_id_ref", "member_id", "ref"),
        Index("ix_possession_roster_id_ref", "roster_id", "ref"),
        _KEEP_IDS,
    )

    member_id: int | None = Field(default=None, foreign_key="member.id")
    roster_id: int | None = Field(default=None, foreign_key="roster.id")
    ref: str
    slot: str = ""
    quantity: int = 1
    state: dict[str, Any] = Field(default_factory=dict, sa_column=_json("object"))
    grid_x: int | None = None
    grid_y: int | None = None


class LedgerEntry(Row, table=True):
    """One gain or loss of one resource; balances are sums of these."""

    __tablename__ = "ledger_entry"
    __table_args__ = (
        _one_owner(),
        _range("amount", -MOST, MOST),
        Index("ix_ledger_entry_member_id_resource", "member_id", "resource"),
        Index("ix_ledger_entry_roster_id_resource", "roster_id", "resource"),
        _KEEP_IDS,
    )

    member_id: int | None = Field(default=None, foreign_key="member.id")
    roster_id: int | None = Field(default=None, foreign_key="roster.id")
    resource: str
    amount: int
    reason: str
    battle_id: int | None = Field(default=None, foreign_key="battle.id", index=True)
    at: str = Field(default_factory=now)


class Battle(Row, table=True):
    """A battle: what was set up and what came of it."""

    __tablename__ = "battle"
    __table_args__ = (
        UniqueConstraint("number"),
        _range("number", 1, 1_000_000),
        _one_of("state", "set_up", "fought", "closed"),
        _KEEP_IDS,
    )

    number: int
    state: str = "fought"
    setup: dict[str, Any] = Field(default_factory=dict, sa_column=_json("object"))
    record: dict[str, Any] = Field(default_factory=dict, sa_column=_json("object"))
    at: str = Field(default_factory=now)


class BattleEvent(Row, table=True):
    """One event of a battle that is under way."""

    __tablename__ = "battle_event"
    __table_args__ = (UniqueConstraint("battle_id", "sequence"), _KEEP_IDS)

    battle_id: int = Field(foreign_key="battle.id")
    sequence: int
    kind: str
    data: dict[str, Any] = Field(default_factory=dict, sa_column=_json("object"))


class Draft(Row, table=True):
    """A board of questions under way, with the answers that it has so far."""

    __tablename__ = "draft"
    __table_args__ = (
        _one_of("kind", "aftermath", "muster", "setup", "amend"),
        UniqueConstraint("kind", "battle_id"),
        _KEEP_IDS,
    )

    kind: str
    battle_id: int | None = Field(default=None, foreign_key="battle.id")
    answers: dict[str, Any] = Field(default_factory=dict, sa_column=_json("object"))
    about: dict[str, Any] = Field(default_factory=dict, sa_column=_json("object"))


class DiceRoll(Row, table=True):
    """One roll of the campaign: its faces, and whether they were typed or rolled."""

    __tablename__ = "roll"
    __table_args__ = (Index("ix_roll_battle_id", "battle_id"), _KEEP_IDS)

    dice: str
    faces: list[int] = Field(default_factory=list, sa_column=_json("array"))
    total: int
    typed: bool
    purpose: str
    question: str = ""
    battle_id: int | None = Field(default=None, foreign_key="battle.id")
    at: str = Field(default_factory=now)


class ChronicleEntry(Row, table=True):
    """A line of the campaign's story, or an entry that is told as a whole.

    Lines are what the program noted of a battle. An entry is a text of a player: its own, or, with
    a battle, the telling that stands in place of the program's. `pictures` are attachment ids.
    """

    __tablename__ = "chronicle_entry"
    __table_args__ = (
        _length("text", LONGEST_TEXT, 1),
        _length("title", LONGEST_NAME),
        _one_of("written_by", "program", "player"),
        _one_of("kind", "line", "entry"),
        _KEEP_IDS,
    )

    text: str
    written_by: str = "program"
    battle_id: int | None = Field(default=None, foreign_key="battle.id", index=True)
    roster_id: int | None = Field(default=None, foreign_key="roster.id", index=True)
    member_id: int | None = Field(default=None, foreign_key="member.id", index=True)
    at: str = Field(default_factory=now)
    kind: str = "line"
    title: str = ""
    pictures: list[int] = Field(default_factory=list, sa_column=_json("array"))


class CustomRow(Row, table=True):
    """House content: a table row, item, skill or filled-in blank of this campaign."""

    __tablename__ = "custom_row"
    __table_args__ = (UniqueConstraint("kind", "ref"), _KEEP_IDS)

    kind: str
    ref: str
    data: dict[str, Any] = Field(default_factory=dict, sa_column=_json("object"))


class Attachment(Row, table=True):
    """An image, stored once by its content; it is never changed and never removed."""

    __tablename__ = "attachment"
    __table_args__ = (UniqueConstraint("sha256"), _KEEP_IDS)

    sha256: str
    media_type: str
    name: str = ""
    data: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class Operation(Row, table=True):
    """One change that a user made, in words; `group_key` joins the answers of one board."""

    __tablename__ = "operation"
    __table_args__ = (
        _one_of("status", "done", "undone", "abandoned"),
        Index("ix_operation_status_id", "status", "id"),
        _KEEP_IDS,
    )

    kind: str
    label: str
    group_key: str = ""
    at: str = Field(default_factory=now)
    status: str = "done"
    detail: dict[str, Any] = Field(default_factory=dict, sa_column=_json("object"))


class Change(Row, table=True):
    """The image of one row before and after an operation; no image means no row.

    `member_id` is the member that the row is about, so that a member’s history is found at once.
    """

    __tablename__ = "change"
    __table_args__ = (
        UniqueConstraint("operation_id", "sequence"),
        _KEEP_IDS,
    )

    operation_id: int = Field(foreign_key="operation.id")
    sequence: int
    table_name: str
    row_id: int
    member_id: int | None = Field(default=None, index=True)
    before: dict[str, Any] | None = Field(default=None, sa_column=_json("object", nullable=True))
    after: dict[str, Any] | None = Field(default=None, sa_column=_json("object", nullable=True))


UNTRACKED = frozenset({"operation", "change", "attachment"})
"""Tables outside the operation log: the log itself, and images, which are only ever added."""
