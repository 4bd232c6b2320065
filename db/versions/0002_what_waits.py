"""What waits for the next battle has a table of its own; entries of the chronicle.

Also: conditions of modifiers, and boards before a battle and of amended aftermaths. Revision 0002,
after 0001. Tables whose constraints change are made anew, with their ids and the count of ids.
"""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

PENDING = "pending"


def upgrade() -> None:
    """Bring the schema to this revision."""
    _make_pending()
    _remake_draft()
    _remake_chronicle()
    _remake_modifier()
    _move_pending_traits()


def _make_pending() -> None:
    op.create_table(
        "pending",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=True),
        sa.Column("roster_id", sa.Integer(), nullable=True),
        sa.Column("ref", sa.String(), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("stat", sa.String(), nullable=False),
        sa.Column("condition", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("armed", sa.Boolean(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "(member_id IS NULL) <> (roster_id IS NULL)", name=op.f("ck_pending_one_owner")
        ),
        sa.CheckConstraint("amount BETWEEN -9999 AND 9999", name=op.f("ck_pending_amount_range")),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_pending_battle_id")),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"], name=op.f("fk_pending_member_id")),
        sa.ForeignKeyConstraint(["roster_id"], ["roster.id"], name=op.f("fk_pending_roster_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pending")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_pending_member_id"), "pending", ["member_id"])
    op.create_index(op.f("ix_pending_roster_id"), "pending", ["roster_id"])


def _remake_draft() -> None:
    used = _set_aside("draft")
    op.create_table(
        "draft",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=True),
        sa.Column("answers", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("about", sa.JSON(none_as_null=True), nullable=False),
        sa.CheckConstraint(
            "kind IN ('aftermath', 'muster', 'setup', 'amend')", name=op.f("ck_draft_kind_known")
        ),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_draft_battle_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_draft")),
        sa.UniqueConstraint("kind", "battle_id", name=op.f("uq_draft_kind_battle_id")),
        sqlite_autoincrement=True,
    )
    _bring_back("draft", used, "id, kind, battle_id, answers, about")


def _remake_chronicle() -> None:
    used = _set_aside("chronicle_entry", "battle_id", "member_id", "roster_id")
    op.create_table(
        "chronicle_entry",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("written_by", sa.String(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=True),
        sa.Column("roster_id", sa.Integer(), nullable=True),
        sa.Column("member_id", sa.Integer(), nullable=True),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("pictures", sa.JSON(none_as_null=True), nullable=False),
        sa.CheckConstraint(
            "written_by IN ('program', 'player')", name=op.f("ck_chronicle_entry_written_by_known")
        ),
        sa.CheckConstraint("kind IN ('line', 'entry')", name=op.f("ck_chronicle_entry_kind_known")),
        sa.CheckConstraint(
            "length(text) BETWEEN 1 AND 20000", name=op.f("ck_chronicle_entry_text_length")
        ),
        sa.CheckConstraint(
            "length(title) BETWEEN 0 AND 200", name=op.f("ck_chronicle_entry_title_length")
        ),
        sa.ForeignKeyConstraint(
            ["battle_id"], ["battle.id"], name=op.f("fk_chronicle_entry_battle_id")
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["member.id"], name=op.f("fk_chronicle_entry_member_id")
        ),
        sa.ForeignKeyConstraint(
            ["roster_id"], ["roster.id"], name=op.f("fk_chronicle_entry_roster_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chronicle_entry")),
        sqlite_autoincrement=True,
    )
    _bring_back(
        "chronicle_entry",
        used,
        "id, text, written_by, battle_id, roster_id, member_id, at",
        {"kind": "'line'", "title": "''", "pictures": "'[]'"},
    )
    for column in ("battle_id", "member_id", "roster_id"):
        op.create_index(op.f(f"ix_chronicle_entry_{column}"), "chronicle_entry", [column])


def _remake_modifier() -> None:
    used = _set_aside("modifier", "member_id")
    op.create_table(
        "modifier",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("arithmetic", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("ends", sa.String(), nullable=False),
        sa.Column("cause", sa.String(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=True),
        sa.Column("condition", sa.String(), nullable=False),
        sa.CheckConstraint(
            "arithmetic IN ('add', 'multiply', 'divide')", name=op.f("ck_modifier_arithmetic_known")
        ),
        sa.CheckConstraint(
            "arithmetic <> 'divide' OR amount > 0", name=op.f("ck_modifier_divides")
        ),
        sa.CheckConstraint(
            "arithmetic <> 'multiply' OR amount >= 0", name=op.f("ck_modifier_multiplies")
        ),
        sa.CheckConstraint(
            "ends IN ('permanent', 'until_removed', 'battle', 'round', 'activation', 'while_worn')",
            name=op.f("ck_modifier_ends_known"),
        ),
        sa.CheckConstraint("amount BETWEEN -999 AND 999", name=op.f("ck_modifier_amount_range")),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_modifier_battle_id")),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"], name=op.f("fk_modifier_member_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_modifier")),
        sqlite_autoincrement=True,
    )
    _bring_back(
        "modifier",
        used,
        "id, member_id, key, amount, arithmetic, source, ends, cause, battle_id",
        {"condition": "''"},
    )
    op.create_index(op.f("ix_modifier_member_id"), "modifier", ["member_id"])


def _set_aside(table: str, *indexed: str) -> int:
    """Rename a table so that its name is free; return the highest id that it ever gave out."""
    query = sa.text("SELECT seq FROM sqlite_sequence WHERE name = :table")
    used = op.get_bind().execute(query, {"table": table}).scalar_one_or_none()
    for column in indexed:
        op.drop_index(op.f(f"ix_{table}_{column}"), table)
    op.rename_table(table, f"old_{table}")
    return int(used or 0)


def _bring_back(table: str, used: int, columns: str, new: dict[str, str] | None = None) -> None:
    """Copy the rows that were set aside, and go on counting ids where the old table was."""
    new = new or {}
    targets = ", ".join([columns, *new])
    values = ", ".join([columns, *new.values()])
    op.execute(f"INSERT INTO {table} ({targets}) SELECT {values} FROM old_{table} ORDER BY id")
    op.drop_table(f"old_{table}")
    op.execute(f"DELETE FROM sqlite_sequence WHERE name = '{table}'")
    if used:
        op.execute(f"INSERT INTO sqlite_sequence (name, seq) VALUES ('{table}', {used})")


def _move_pending_traits() -> None:
    """Move what waits for the next battle to its own table, in the log of operations, too.

    Until now these were traits of the kind “pending”. Ids stay, and no later one is given twice.
    """
    bind = op.get_bind()
    traits = bind.execute(
        sa.text(
            "SELECT id, member_id, ref, level, source, battle_id FROM trait WHERE kind = :kind"
        ),
        {"kind": PENDING},
    ).mappings()
    insert = sa.text(
        "INSERT INTO pending (id, member_id, roster_id, ref, amount, stat, condition, source, "
        "armed, battle_id) VALUES (:id, :member_id, NULL, :ref, :amount, '', '', :source, 0, "
        ":battle_id)"
    )
    for trait in traits.all():
        bind.execute(insert, {**trait, "amount": trait["level"]})
        bind.execute(sa.text("DELETE FROM trait WHERE id = :id"), {"id": trait["id"]})
    changes = bind.execute(
        sa.text('SELECT id, row_id, "before", "after" FROM change WHERE table_name = \'trait\'')
    ).all()
    used = 0
    rewrite = sa.text(
        'UPDATE change SET table_name = \'pending\', "before" = :before, "after" = :after '
        "WHERE id = :id"
    )
    for change_id, row_id, before, after in changes:
        images = [json.loads(image) if image else None for image in (before, after)]
        if any(image is not None and image.get("kind") == PENDING for image in images):
            old, new = (_as_pending(image) for image in images)
            bind.execute(rewrite, {"id": change_id, "before": old, "after": new})
            used = max(used, row_id)
    if used:
        bind.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = 'pending'"))
        bind.execute(
            sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES ('pending', :used)"),
            {"used": used},
        )


def _as_pending(trait: dict[str, Any] | None) -> str | None:
    if trait is None:
        return None
    return json.dumps(
        {
            "id": trait["id"],
            "member_id": trait["member_id"],
            "roster_id": None,
            "ref": trait["ref"],
            "amount": trait["level"],
            "stat": "",
            "condition": "",
            "source": trait["source"],
            "armed": False,
            "battle_id": trait["battle_id"],
        }
    )
