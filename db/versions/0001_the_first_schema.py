"""The first schema.

Revision 0001, after none.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema to this revision."""
    op.create_table(
        "attachment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("media_type", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attachment")),
        sa.UniqueConstraint("sha256", name=op.f("uq_attachment_sha256")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "battle",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("setup", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("record", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.CheckConstraint(
            "state IN ('set_up', 'fought', 'closed')", name=op.f("ck_battle_state_known")
        ),
        sa.CheckConstraint("number BETWEEN 1 AND 1000000", name=op.f("ck_battle_number_range")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_battle")),
        sa.UniqueConstraint("number", name=op.f("uq_battle_number")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "campaign",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("content_version", sa.Integer(), nullable=False),
        sa.Column("house_rules", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("created_at", sa.String(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_campaign_single")),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 200", name=op.f("ck_campaign_name_length")),
        sa.CheckConstraint(
            "length(ruleset) BETWEEN 1 AND 64", name=op.f("ck_campaign_ruleset_length")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaign")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "custom_row",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("ref", sa.String(), nullable=False),
        sa.Column("data", sa.JSON(none_as_null=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_custom_row")),
        sa.UniqueConstraint("kind", "ref", name=op.f("uq_custom_row_kind_ref")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "operation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("group_key", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("detail", sa.JSON(none_as_null=True), nullable=False),
        sa.CheckConstraint(
            "status IN ('done', 'undone', 'abandoned')", name=op.f("ck_operation_status_known")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_operation")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_operation_status_id", "operation", ["status", "id"])

    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.CheckConstraint("length(name) BETWEEN 0 AND 200", name=op.f("ck_player_name_length")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "battle_event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("data", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["battle_id"], ["battle.id"], name=op.f("fk_battle_event_battle_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_battle_event")),
        sa.UniqueConstraint(
            "battle_id", "sequence", name=op.f("uq_battle_event_battle_id_sequence")
        ),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "change",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("operation_id", sa.Integer(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("table_name", sa.String(), nullable=False),
        sa.Column("row_id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=True),
        sa.Column("before", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("after", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["operation_id"], ["operation.id"], name=op.f("fk_change_operation_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_change")),
        sa.UniqueConstraint(
            "operation_id", "sequence", name=op.f("uq_change_operation_id_sequence")
        ),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_change_member_id"), "change", ["member_id"])

    op.create_table(
        "draft",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=True),
        sa.Column("answers", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("about", sa.JSON(none_as_null=True), nullable=False),
        sa.CheckConstraint("kind IN ('aftermath', 'muster')", name=op.f("ck_draft_kind_known")),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_draft_battle_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_draft")),
        sa.UniqueConstraint("kind", "battle_id", name=op.f("uq_draft_kind_battle_id")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "roll",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("dice", sa.String(), nullable=False),
        sa.Column("faces", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("typed", sa.Boolean(), nullable=False),
        sa.Column("purpose", sa.String(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=True),
        sa.Column("at", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_roll_battle_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_roll")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_roll_battle_id", "roll", ["battle_id"])

    op.create_table(
        "roster",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("motto", sa.String(), nullable=False),
        sa.Column("theme", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("crest_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("length(motto) BETWEEN 0 AND 200", name=op.f("ck_roster_motto_length")),
        sa.CheckConstraint("length(name) BETWEEN 0 AND 200", name=op.f("ck_roster_name_length")),
        sa.CheckConstraint("length(theme) BETWEEN 0 AND 64", name=op.f("ck_roster_theme_length")),
        sa.ForeignKeyConstraint(["crest_id"], ["attachment.id"], name=op.f("fk_roster_crest_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_roster_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_roster")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_roster_player_id"), "roster", ["player_id"])

    op.create_table(
        "member",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("roster_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("archetype", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("tags", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("notes", sa.String(), nullable=False),
        sa.Column("portrait_id", sa.Integer(), nullable=True),
        sa.Column("left_battle_id", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "state IN ('active', 'dead', 'retired')", name=op.f("ck_member_state_known")
        ),
        sa.CheckConstraint("length(name) BETWEEN 0 AND 200", name=op.f("ck_member_name_length")),
        sa.CheckConstraint(
            "length(notes) BETWEEN 0 AND 20000", name=op.f("ck_member_notes_length")
        ),
        sa.ForeignKeyConstraint(
            ["portrait_id"], ["attachment.id"], name=op.f("fk_member_portrait_id")
        ),
        sa.ForeignKeyConstraint(
            ["left_battle_id"], ["battle.id"], name=op.f("fk_member_left_battle_id")
        ),
        sa.ForeignKeyConstraint(["roster_id"], ["roster.id"], name=op.f("fk_member_roster_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_member")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_member_roster_id"), "member", ["roster_id"])

    op.create_table(
        "chronicle_entry",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("written_by", sa.String(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=True),
        sa.Column("roster_id", sa.Integer(), nullable=True),
        sa.Column("member_id", sa.Integer(), nullable=True),
        sa.Column("at", sa.String(), nullable=False),
        sa.CheckConstraint(
            "written_by IN ('program', 'player')", name=op.f("ck_chronicle_entry_written_by_known")
        ),
        sa.CheckConstraint(
            "length(text) BETWEEN 1 AND 20000", name=op.f("ck_chronicle_entry_text_length")
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
    op.create_index(op.f("ix_chronicle_entry_battle_id"), "chronicle_entry", ["battle_id"])
    op.create_index(op.f("ix_chronicle_entry_member_id"), "chronicle_entry", ["member_id"])
    op.create_index(op.f("ix_chronicle_entry_roster_id"), "chronicle_entry", ["roster_id"])

    op.create_table(
        "ledger_entry",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=True),
        sa.Column("roster_id", sa.Integer(), nullable=True),
        sa.Column("resource", sa.String(), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=True),
        sa.Column("at", sa.String(), nullable=False),
        sa.CheckConstraint(
            "(member_id IS NULL) <> (roster_id IS NULL)", name=op.f("ck_ledger_entry_one_owner")
        ),
        sa.CheckConstraint(
            "amount BETWEEN -1000000000 AND 1000000000", name=op.f("ck_ledger_entry_amount_range")
        ),
        sa.ForeignKeyConstraint(
            ["battle_id"], ["battle.id"], name=op.f("fk_ledger_entry_battle_id")
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["member.id"], name=op.f("fk_ledger_entry_member_id")
        ),
        sa.ForeignKeyConstraint(
            ["roster_id"], ["roster.id"], name=op.f("fk_ledger_entry_roster_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger_entry")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_ledger_entry_battle_id"), "ledger_entry", ["battle_id"])
    op.create_index("ix_ledger_entry_member_id_resource", "ledger_entry", ["member_id", "resource"])
    op.create_index("ix_ledger_entry_roster_id_resource", "ledger_entry", ["roster_id", "resource"])

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
            "ends IN ('permanent', 'until_removed', 'next_battle', 'battle', 'round', "
            "'activation', 'while_worn')",
            name=op.f("ck_modifier_ends_known"),
        ),
        sa.CheckConstraint("amount BETWEEN -999 AND 999", name=op.f("ck_modifier_amount_range")),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_modifier_battle_id")),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"], name=op.f("fk_modifier_member_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_modifier")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_modifier_member_id"), "modifier", ["member_id"])

    op.create_table(
        "possession",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=True),
        sa.Column("roster_id", sa.Integer(), nullable=True),
        sa.Column("ref", sa.String(), nullable=False),
        sa.Column("slot", sa.String(), nullable=False),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("state", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("grid_x", sa.Integer(), nullable=True),
        sa.Column("grid_y", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "(member_id IS NULL) <> (roster_id IS NULL)", name=op.f("ck_possession_one_owner")
        ),
        sa.CheckConstraint(
            "quantity BETWEEN 1 AND 9999", name=op.f("ck_possession_quantity_range")
        ),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"], name=op.f("fk_possession_member_id")),
        sa.ForeignKeyConstraint(["roster_id"], ["roster.id"], name=op.f("fk_possession_roster_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_possession")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_possession_member_id_ref", "possession", ["member_id", "ref"])
    op.create_index("ix_possession_roster_id_ref", "possession", ["roster_id", "ref"])

    op.create_table(
        "stat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.CheckConstraint("value BETWEEN 0 AND 999", name=op.f("ck_stat_value_range")),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"], name=op.f("fk_stat_member_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_stat")),
        sa.UniqueConstraint("member_id", "key", name=op.f("uq_stat_member_id_key")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "trait",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("ref", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=True),
        sa.Column("data", sa.JSON(none_as_null=True), nullable=False),
        sa.CheckConstraint("level BETWEEN 1 AND 9999", name=op.f("ck_trait_level_range")),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_trait_battle_id")),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"], name=op.f("fk_trait_member_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trait")),
        sa.UniqueConstraint("member_id", "kind", "ref", name=op.f("uq_trait_member_id_kind_ref")),
        sqlite_autoincrement=True,
    )
