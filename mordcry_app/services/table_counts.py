"""Counts which rows of the rules’ tables came up on boards: the list of what has been executed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mordcry_app.rules.board import LineReport
from mordcry_app.rules.catalogue import Content
from mordcry_app.rules.procedure import Roll, RollAnswer
from mordcry_app.rules.table import Table
from mordcry_app.services.simulating_views import RowCountView, TableCountView


def rows_rolled(report: LineReport, content: Content) -> Iterator[tuple[str, str]]:
    """Yield table and row, by id, for every roll on a table that a line has made."""
    for step in report.progress.steps if report.progress else ():
        if isinstance(step.question, Roll) and isinstance(step.answer, RollAnswer):
            table = _table_of(step.question, report.line.rule, content)
            if table is not None:
                total = step.question.parsed.total(step.answer.faces)
                yield table.id, table.row_for(total).id


def table_counts(
    content: Content, counted: Mapping[tuple[str, str], int]
) -> tuple[TableCountView, ...]:
    """Return every table with how often each of its rows came up."""
    return tuple(
        TableCountView(
            table.id,
            table.name,
            tuple(
                RowCountView(row.id, row.on, row.name, counted.get((table.id, row.id), 0))
                for row in table.rows
            ),
        )
        for table in content.tables.values()
    )


def _table_of(question: Roll, rule: str, content: Content) -> Table | None:
    """Return the table that a roll is made on, if any: one with this outlook, or the line’s own."""
    outlook = [name for name, _ in question.chances]
    for table in content.tables.values():
        if table.parsed == question.parsed and [row.name for row in table.rows] == outlook:
            return table
    own = content.tables.get(rule.removeprefix("table:")) if rule.startswith("table:") else None
    return own if own is not None and own.parsed == question.parsed else None
