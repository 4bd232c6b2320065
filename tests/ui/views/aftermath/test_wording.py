"""How a board is worded: chances, changes put together, names as they are."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from mordcry_app.rules.procedure import Ask, Choose, Option, Roll, Spread
from mordcry_app.services.views import ChangeLine, LineView
from mordcry_app.ui.views.aftermath.wording import (
    answer_hint,
    chances_text,
    changes_markup,
    line_markup,
    percentage,
    short_changes_markup,
    spoken_line,
)


def line(text: str, changes: tuple[ChangeLine, ...] = (), subject: str = "Wren") -> LineView:
    return LineView("k", "injuries", "Injury", subject, 1, "done", text, (), None, "", changes)


def plain(markup: str) -> str:
    return re.sub(r"<[^>]*>", "", markup).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (Fraction(5, 36), "14\u00a0%"),
        (Fraction(1, 1000), "<1\u00a0%"),
        (Fraction(999, 1000), ">99\u00a0%"),
        (Fraction(1), "100\u00a0%"),
        (Fraction(0), "0\u00a0%"),
    ],
)
def test_a_chance_is_never_rounded_to_certainty(share: Fraction, text: str) -> None:
    assert percentage(share) == text


def test_the_outlook_names_every_result() -> None:
    roll = Roll("k", "2d6", "", (("2–4 characteristic", Fraction(1, 6)), ("5–9", Fraction(2, 3))))
    assert chances_text(roll) == "2–4 characteristic 17\u00a0% · 5–9 67\u00a0%"


def test_many_results_alike_are_counted() -> None:
    every = tuple((f"Result {number}", Fraction(1, 36)) for number in range(1, 37))
    roll = Roll("exploration/1/roll", "d66", "What does Ilse find?", every)
    assert chances_text(roll) == "36 results, 3\u00a0% each"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Wren was hurt.", "<b>Wren</b> was hurt."),
        ("put out of action by <b>", "<b>Wren</b> — put out of action by &lt;b&gt;"),
        ("", "<b>Wren</b>"),
    ],
)
def test_a_line_names_its_fighter_once(text: str, shown: str) -> None:
    assert line_markup(line(text), text, "The Vigil") == shown


def test_a_line_about_the_warband_does_not_repeat_its_name() -> None:
    shown = line_markup(line("earned 90 crowns", subject="The Vigil"), "earned 90", "The Vigil")
    assert shown == "earned 90"


def test_few_changes_are_shown_one_by_one_without_the_own_name() -> None:
    changes = (
        ChangeLine("Wren, Int", "3", "2", "bad"),
        ChangeLine("Wren", "", "Head wound", "bad"),
    )
    shown = plain(short_changes_markup(line("Wren was hurt.", changes)))
    assert shown == "Int 3 → 2 ▼ · Head wound ▼"


def test_what_the_text_says_is_not_said_twice() -> None:
    changes = (ChangeLine("Wren", "", "Sweeping Blow", "good"),)
    assert short_changes_markup(line("Wren learned Sweeping Blow.", changes)) == ""


def test_equal_gains_of_many_are_put_together() -> None:
    changes = tuple(
        change
        for name, xp in (("A", 2), ("B", 2), ("C", 2), ("D", 4))
        for change in (
            ChangeLine(f"{name}, renown", "0", str(xp), "good"),
            ChangeLine(f"{name}, XP", "8", str(8 + xp), "good"),
        )
    )
    shown = plain(short_changes_markup(line("won", changes, subject="The Vigil")))
    assert shown == "+2 renown, +2 XP: 3 fighters · +4 renown, +4 XP: D"


def test_two_fighters_of_one_name_stay_two() -> None:
    changes = (
        ChangeLine("Crowns", "0", "90", "good"),
        ChangeLine("unnamed, XP", "8", "10", "good"),
        ChangeLine("unnamed, XP", "3", "4", "good"),
    )
    shown = plain(changes_markup(changes).replace("</p>", "|").replace("<br>", ": "))
    assert shown == "Crowns 0 → 90 ▲|unnamed: XP 8 → 10 ▲|unnamed: XP 3 → 4 ▲|"


def test_losses_and_gains_have_a_mark_beside_their_colour() -> None:
    shown = plain(changes_markup((ChangeLine("Hask", "", "graveyard", "bad"),)))
    assert "graveyard ▼" in shown


def test_every_kind_of_question_says_how_it_is_answered() -> None:
    options = tuple(Option(str(n), str(n)) for n in range(12))
    assert answer_hint(Roll("k", "2d6", "")) == "type 1–6, or"
    assert answer_hint(Roll("k", "d10", "")) == "type 1–9, 0 for 10, or"
    assert answer_hint(Choose("k", options[:4], "")) == "press 1–4"
    assert answer_hint(Choose("k", options, "")) == "type to find one"
    assert "Enter" in answer_hint(Spread("k", 1, (), ""))
    assert "Enter" in answer_hint(Ask("k", ""))


def test_a_line_is_spoken_as_a_whole() -> None:
    assert spoken_line(line("Wren was hurt."), "Vigil") == "Injury, Wren. done. Wren was hurt"
