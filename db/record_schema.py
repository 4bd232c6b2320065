"""Records the schema that the migrations lead to, in `schemas/`, for the check at opening.

Run it after adding a migration: `python db/record_schema.py`. A test fails while it is missing.
"""

import json
import sqlite3

from sqlalchemy import create_engine

from mordcry_app.services.schema import read_schema, schemas_folder, upgrade


def main() -> None:
    """Write the schema of the newest revision."""
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        upgrade(connection)
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        (revision,) = raw.execute("SELECT version_num FROM alembic_version").fetchone()
        rows = read_schema(raw)
    target = schemas_folder() / f"{revision}.json"
    target.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
