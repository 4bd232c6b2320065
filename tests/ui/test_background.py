"""Work in the background comes back to the window’s thread, or not at all."""

from __future__ import annotations

import gc
import threading
from typing import NoReturn

import pytest
from pytestqt.qtbot import QtBot

from mordcry_app.rules.refusal import Refusal
from mordcry_app.ui.background import Job, in_background
from tests.ui.held_thread import held_thread

HERE = threading.main_thread()


def nobody(sentence: str) -> NoReturn:
    raise AssertionError(f"failed: {sentence}")


def test_the_result_comes_back_to_the_windows_thread(qtbot: QtBot) -> None:
    threads: list[threading.Thread] = []

    def work(job: Job) -> int:
        del job
        threads.append(threading.current_thread())
        return 6

    def done(result: int) -> None:
        threads.append(threading.current_thread())
        assert result == 6

    in_background(work, done, nobody)
    qtbot.waitUntil(lambda: len(threads) == 2)
    assert threads[0] is not HERE
    assert threads[1] is HERE


def test_a_refusal_is_its_sentence(qtbot: QtBot) -> None:
    sentences: list[str] = []

    def work(job: Job) -> None:
        raise Refusal("There is nothing to print.")

    in_background(work, nobody, sentences.append)
    qtbot.waitUntil(lambda: sentences == ["There is nothing to print."])


def test_a_mistake_is_told_and_raised_where_the_window_sees_it(qtbot: QtBot) -> None:
    sentences: list[str] = []

    def work(job: Job) -> None:
        raise ZeroDivisionError("ours")

    with qtbot.captureExceptions() as raised:
        in_background(work, nobody, sentences.append)
        qtbot.waitUntil(lambda: bool(raised))
    assert raised[0][0] is ZeroDivisionError
    assert sentences == ["The program made a mistake; nothing was printed or written."]


def test_nothing_is_heard_of_what_was_cancelled(qtbot: QtBot) -> None:
    heard: list[object] = []
    began: list[str] = []
    with held_thread(qtbot):
        early = in_background(lambda job: began.append("early"), heard.append, heard.append)
        late = in_background(lambda job: "late", heard.append, heard.append)
        early.cancel()
    qtbot.waitUntil(lambda: heard == ["late"])
    assert began == []
    assert not late.is_cancelled


def test_work_that_is_watched_ends_at_its_next_step(qtbot: QtBot) -> None:
    steps: list[int] = []
    begun, go_on, ended = threading.Event(), threading.Event(), threading.Event()

    def work(job: Job) -> None:
        try:
            for step in range(100):
                steps.append(step)
                begun.set()
                assert go_on.wait(60)
                job.watch(step, 100)
        finally:
            ended.set()

    job = in_background(work, nobody, nobody)
    qtbot.waitUntil(begun.is_set)
    job.cancel()
    go_on.set()
    qtbot.waitUntil(ended.is_set)
    assert steps == [0]


def test_progress_is_told_in_the_windows_thread(qtbot: QtBot) -> None:
    told: list[tuple[int, int, threading.Thread]] = []
    results: list[str] = []

    def work(job: Job) -> str:
        job.watch(3, 10)
        return "done"

    in_background(
        work,
        results.append,
        nobody,
        lambda done, total: told.append((done, total, threading.current_thread())),
    )
    qtbot.waitUntil(lambda: results == ["done"])
    assert told == [(3, 10, HERE)]


@pytest.mark.parametrize("collects", [True, False])
def test_the_collector_rests_while_the_thread_works(qtbot: QtBot, *, collects: bool) -> None:
    """A widget that Python throws away must not die in the thread."""
    before = gc.isenabled()
    gc.enable() if collects else gc.disable()
    try:
        with held_thread(qtbot):
            assert not gc.isenabled()
        assert gc.isenabled() is collects
    finally:
        gc.enable() if before else gc.disable()
