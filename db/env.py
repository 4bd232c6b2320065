"""Alembic's entry: runs migrations on a given connection, or on the URL in the environment.

The program passes its own open connection in `config.attributes["connection"]`. On the command
line, `MORDCRY_DATABASE_URL` names the database (by default a SQLite database in memory).

Rules for a migration, each of them learnt the hard way:

- Foreign keys are off while it runs, and checked at its end: with them on, rebuilding a table
  deletes the rows that refer to it.
- No `batch_alter_table`: it forgets AUTOINCREMENT and writes constraints in another order each
  time, so that no file has the recorded schema. A column is added with `op.add_column`. A table
  that must be rebuilt is created in full under another name, filled, and renamed after the old one
  was dropped; its indexes are made anew.
- Images in `change` are rows as they were. A new column may be missing there if it has a default;
  whoever renames or removes a column or table carries the images along.
"""

import os

from alembic import context
from sqlalchemy import Connection, create_engine

from mordcry_app.model.tables import Row


def migrate(connection: Connection) -> None:
    """Run the wanted migrations on an open connection."""
    context.configure(
        connection=connection,
        target_metadata=Row.metadata,
        transactional_ddl=True,
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    engine = create_engine(os.environ.get("MORDCRY_DATABASE_URL", "sqlite://"))
    with engine.connect() as opened:
        migrate(opened)
        opened.commit()
