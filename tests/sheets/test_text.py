from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordcry_app.sheets.glyphs import legible
from mordcry_app.sheets.styles import Styles, TextStyle
from mordcry_app.sheets.text import Line, Run, bound, listed, measure, shortened, wrap

STYLE = TextStyle("SourceSans3-Regular", 10, 12)
STRONG = TextStyle("SourceSans3-SemiBold", 10, 12)


def read(line: Line) -> str:
    return "".join(glyphs.text for glyphs in line.glyphs).replace("\u00a0", " ")


def broken(text: str, width: float) -> list[str]:
    return [read(line) for line in wrap([Run(text, STYLE)], width)]


def test_text_is_broken_at_spaces() -> None:
    assert broken("the quick brown fox", measure("brown fox", STYLE)) == ["the quick", "brown fox"]


def test_no_text_gives_no_lines() -> None:
    assert wrap([Run("", STYLE), Run("  ", STYLE)], 100) == ()


def test_a_word_wider_than_the_line_goes_on_in_the_next_one() -> None:
    lines = broken("W" * 200, 100)
    assert "".join(lines) == "W" * 200
    assert all(measure(line, STYLE) <= 100.01 for line in lines)


def test_accents_stay_with_their_letters() -> None:
    word = "q\u0323\u0302" * 30  # cannot be composed
    assert all(line[0] == "q" for line in broken(word, 40))


def test_numbers_keep_their_signs() -> None:
    text = "hand wound −1 WS, half plate +2, 6+ save, 5″, Hit 2–6"
    for width in range(20, 200, 4):
        for line in broken(text, width):
            for piece in line.split():
                assert piece not in {"−", "+", "1", "2–", "″"}, (width, line)


def test_hyphens_and_dashes_between_letters_may_end_a_line() -> None:
    width = measure("Featherstonehaugh-", STYLE)
    assert broken("Featherstonehaugh-Cholmondeley", width)[0] == "Featherstonehaugh-"


def test_chinese_and_japanese_break_between_characters_but_not_before_a_full_stop() -> None:
    lines = broken("日本語のとても長い名前。", measure("日本語のとても長い名前", STYLE))
    assert lines == ["日本語のとても長い名", "前。"]


def test_no_break_spaces_hold_words_together() -> None:
    assert broken(f"aaa {bound('bbb ccc')}", measure("aaa bbb", STYLE)) == ["aaa", "bbb ccc"]


def test_a_separator_is_left_out_at_the_end_of_a_line_only() -> None:
    runs = listed(["aaa", "bbb", "ccc"], STYLE)
    lines = wrap(runs, measure("aaa · bbb ·", STYLE))
    assert [read(line) for line in lines] == ["aaa · bbb", "ccc"]
    assert "·" in read(wrap([Run("a ·", STYLE)], 100)[0])


def test_runs_in_several_styles_share_a_line_and_keep_together_without_a_space() -> None:
    runs = [Run("Hammer", STRONG), Run("²", STYLE), Run(" dice", STYLE)]
    (line,) = wrap(runs, 200)
    assert [glyphs.text for glyphs in line.glyphs] == ["Hammer", "² dice"]
    assert line.glyphs[1].x == pytest.approx(measure("Hammer", STRONG))
    first, second = wrap(runs, measure("Hammer", STRONG) + measure("²", STYLE) + 1)
    assert (read(first), read(second)) == ("Hammer²", "dice")


def test_a_line_end_in_the_text_begins_a_new_line() -> None:
    assert broken("one\ntwo\n\nthree", 200) == ["one", "two", "three"]


def test_shortened_says_so_with_an_ellipsis() -> None:
    assert read(shortened("Short", STYLE, 100)) == "Short"
    line = shortened("W" * 300, STYLE, 100)
    assert read(line).endswith("…")
    assert line.width <= 100


@given(
    st.lists(st.text(alphabet="ab −+-/山田ąЖ☠🐉1″\u00a0\u0301", max_size=40), max_size=4),
    st.floats(min_value=25, max_value=300),
)
def test_nothing_is_lost_and_nothing_is_wider_than_its_line(texts: list[str], width: float) -> None:
    styles = (Styles().detail, Styles().detail_strong)
    runs = [Run(text, styles[number % 2]) for number, text in enumerate(texts)]
    lines = wrap(runs, width)
    assert all(line.width <= width + 0.02 for line in lines)
    expected = "".join("".join(legible(text).split()) for text in texts)
    assert "".join("".join(read(line).split()) for line in lines) == expected


@pytest.mark.parametrize("words", ["−1 WS", "+2 XP", "−25 crown"])
def test_a_signed_number_stays_with_the_short_word_behind_it(words: str) -> None:
    width = measure(f"a word and {words.split(maxsplit=1)[0]}", STYLE) + 0.5
    assert broken(f"a word and {words}", width) == ["a word and", words]


def test_a_signed_number_before_a_long_word_may_be_left_by_it() -> None:
    width = measure("a word and +1", STYLE) + 0.5
    assert broken("a word and +1 Intelligence", width) == ["a word and +1", "Intelligence"]
