"""The shortcuts of start-up leave everything as they found it."""

import builtins
import gc

import pytest

from mordcry_app import quick_start


@pytest.fixture(autouse=True)
def collector():
    """Leave the collector as it was."""
    yield
    gc.unfreeze()
    gc.enable()


def test_the_collector_rests_until_loading_is_over():
    quick_start.begin()
    assert not gc.isenabled()
    with quick_start.loading():
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0


def test_imports_are_put_back_even_after_an_error(monkeypatch):
    plain = builtins.__import__

    def theirs(*arguments: object, **named: object) -> object:
        raise AssertionError("nothing is imported while this stands in")

    monkeypatch.setattr(builtins, "__import__", theirs)
    inside: list[object] = []

    def load() -> None:
        with quick_start.loading():
            inside.append(builtins.__import__)
            raise KeyError

    with pytest.raises(KeyError):
        load()
    assert inside == [plain]
    assert builtins.__import__ is theirs
    assert gc.isenabled()
