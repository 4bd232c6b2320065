"""Alembic's entry: runs migrations on a given connection, or on the URL in the environment.

The program passes its own open connection in `config.attributes["connection"]`. On the command
line, `MORDCRY_DATABASE_URL` names the database (by default a SQLite database in memory).
Foreign keys are off while tables are rebuilt, and checked afterwards: a batch migration with them
on deletes rows through their cascades.
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
        render_as_batch=connection.dialect.name == "sqlite",
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
