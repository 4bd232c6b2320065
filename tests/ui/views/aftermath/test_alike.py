"""One key gives the same answer to every question of a warband that is alike."""

from __future__ import annotations

from collections.abc import Callable

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.procedure import Choose
from mordcry_app.services.boards import roll_all_left
from mordcry_app.services.roster_edits import adjust_resource
from mordcry_app.ui.views.aftermath.option_buttons import OptionButtons

Press = Callable[..., None]


def at_the_market(evening, open_page):
    evening.fight(())
    roll_all_left(evening.file, evening.stored().draft_id, SeededRandom(3))
    return open_page()


def searching(evening, place: int) -> list[str]:
    """The lines of a warband that ask whether somebody searches."""
    track = evening.stored().tracks[place]
    return [
        line.key
        for line in track.lines
        if isinstance(line.question, Choose) and line.question.alike == "market"
    ]


def test_a_choice_that_is_alike_offers_to_answer_the_others(
    evening, open_page, press: Press
) -> None:
    page = at_the_market(evening, open_page)
    editor = evening.row(page.current_line).editor
    assert isinstance(editor, OptionButtons)
    others = len(searching(evening, 0)) - 1
    assert editor.for_all.text() == f"The same for the other {others}"
    assert not editor.for_all.isChecked()
    last = str(len(editor.buttons))
    press("a")
    assert editor.for_all.isChecked()
    press(last)
    assert searching(evening, 0) == []
    assert searching(evening, 1) != []
    assert all(
        line.status == "done" for line in evening.stored().tracks[0].lines if line.stage == "market"
    )


def test_one_by_one_is_the_rule(evening, open_page, press: Press) -> None:
    page = at_the_market(evening, open_page)
    before = len(searching(evening, 0))
    first = page.current_line
    last = str(len(evening.row(first).editor.buttons))
    press(last)
    assert len(searching(evening, 0)) == before - 1
    assert page.current_line != first
    press("a")
    press("a")
    press(last)
    assert len(searching(evening, 0)) == before - 2


def test_a_choice_that_is_like_no_other_offers_nothing(evening, open_page, press: Press) -> None:
    evening.fight(("Katrin Moor",))
    adjust_resource(evening.file, "crowns", 200, "A loan", roster_id=evening.roster_id(0))
    page = open_page()
    press("16")
    editor = evening.row(page.current_line).editor
    assert isinstance(editor, OptionButtons)
    assert not editor.for_all.isVisible()
    press("a")
    assert evening.line(page.current_line).status == "open"
