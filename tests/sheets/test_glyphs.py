from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordcry_app.sheets.fonts import FaceName, bundled_face
from mordcry_app.sheets.glyphs import legible, pieces


def faces_of(text: str, face: FaceName = "EBGaramond-Bold") -> list[tuple[str, str]]:
    return [(piece.face.name, piece.text) for piece in pieces(legible(text), face)]


def test_plain_text_stays_as_it_is_in_the_face_asked_for() -> None:
    assert legible("Żółw, 5″ – ½") == "Żółw, 5″ – ½"
    assert faces_of("Żółw Жнец") == [("Mordcry-EBGaramond-Bold", "Żółw Жнец")]


def test_a_run_that_the_face_lacks_is_set_in_dejavu_sans() -> None:
    assert faces_of("a☠⚔b") == [
        ("Mordcry-EBGaramond-Bold", "a"),
        ("Mordcry-DejaVuSans-Bold", "☠⚔"),
        ("Mordcry-EBGaramond-Bold", "b"),
    ]
    assert faces_of("☠", "SourceSans3-Regular") == [("Mordcry-DejaVuSans", "☠")]


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("山田", "HeiseiMin-W3"),
        ("ひらがな", "HeiseiMin-W3"),
        ("汉语", "STSong-Light"),
        ("한글", "HYSMyeongJo-Medium"),
    ],
)
def test_cjk_is_set_in_a_face_that_covers_the_whole_run(
    text: str, face: str, no_system_fonts: None
) -> None:
    assert faces_of(text) == [(face, text)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("🐉", "[dragon]"),
        ("🐉🗡", "[dragon, dagger knife]"),
        ("Ann 🐉 Lee", "Ann [dragon] Lee"),
        ("👩\u200d👧", "[woman, girl]"),
        ("🇬🇧", "[flag GB]"),
        ("⚔\ufe0f", "⚔"),
        ("\ue000", "[U+E000]"),
        ("a\ud800b", "a[U+D800]b"),
        ("\U00020000", "[cjk unified ideograph-20000]"),
        ("𝔊𝔯𝔦𝔪", "Grim"),
        ("e\u0301", "é"),
        ("a\x00b\tc", "a b c"),
        ("a\u200bb\u00adc", "abc"),
    ],
)
def test_what_no_face_has_is_said_in_words(text: str, words: str, no_system_fonts: None) -> None:
    assert legible(text) == words


@given(st.text(alphabet=st.characters(codec="utf-16", exclude_categories=["Cs"]), max_size=20))
def test_every_legible_text_can_be_set_whole(text: str) -> None:
    shown = legible(text).replace("\n", " ")
    set_pieces = pieces(shown, "SourceSans3-Regular")
    assert "".join(piece.text for piece in set_pieces) == shown
    assert all(piece.face.covers_all(piece.text) for piece in set_pieces)
    assert all(piece.width >= 0 for piece in set_pieces)


@given(st.text(max_size=12))
def test_text_is_legible_once_and_for_all(text: str) -> None:
    assert legible(legible(text)) == unicodedata.normalize("NFC", legible(text))


def test_widths_are_those_of_the_font() -> None:
    face = bundled_face("SourceSans3-Regular")
    assert face.width("0123456789") == pytest.approx(10 * 497)
