"""What was read is kept until something is written that it came from, and never during a write."""

from __future__ import annotations

from itertools import count

from mordcry_app.services.remembered import Remembered

A, B = frozenset({"a"}), frozenset({"b", "c"})


def test_it_is_read_once() -> None:
    remembered, reads = Remembered(), count()
    assert [remembered.get("x", A, lambda: next(reads)) for _ in range(3)] == [0, 0, 0]
    assert remembered.get("y", A, lambda: next(reads)) == 1


def test_what_came_from_a_written_table_is_forgotten() -> None:
    remembered = Remembered()
    remembered.keep("x", A, 1)
    remembered.keep("y", B, 2)
    remembered.forget({"c", "d"})
    assert remembered.get("x", A, lambda: 10) == 1
    assert remembered.get("y", B, lambda: 20) == 20
    remembered.forget(())
    assert remembered.get("x", A, lambda: 10) == 1
    remembered.forget()
    assert remembered.get("x", A, lambda: 10) == 10


def test_what_came_from_no_table_is_kept_for_good() -> None:
    remembered = Remembered()
    remembered.keep("x", frozenset(), 1)
    remembered.forget({"a", "b"})
    assert remembered.get("x", frozenset(), lambda: 10) == 1


def test_during_a_write_everything_is_read_afresh_and_nothing_kept() -> None:
    remembered, reads = Remembered(), count(1)
    remembered.keep("x", A, 0)
    remembered.pause()
    assert [remembered.get("x", A, lambda: next(reads)) for _ in range(2)] == [1, 2]
    assert remembered.get("new", A, lambda: "uncommitted") == "uncommitted"
    remembered.resume()
    assert remembered.get("x", A, lambda: next(reads)) == 0
    assert remembered.get("new", A, lambda: "committed") == "committed"
