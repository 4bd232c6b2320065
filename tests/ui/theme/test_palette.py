"""Colours: the ones that the design names, and readable in every combination."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from mordcry_app.ui.theme import NIGHT, PARCHMENT, Palette, contrast
from mordcry_app.ui.theme.palette import MINIMUM_CONTRAST, text_pairs

BOTH = pytest.mark.parametrize("palette", [PARCHMENT, NIGHT], ids=lambda palette: palette.name)


def test_contrast_is_the_one_of_wcag() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#123456", "#123456") == pytest.approx(1)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)
    assert contrast("#FFFFFF", "#777777") == pytest.approx(contrast("#777777", "#FFFFFF"))


@pytest.mark.parametrize(
    ("palette", "text", "ground"),
    [(palette, *pair) for palette in (PARCHMENT, NIGHT) for pair in text_pairs(palette)],
    ids=lambda value: value.name if isinstance(value, Palette) else value,
)
def test_every_text_can_be_read_on_every_ground(palette: Palette, text: str, ground: str) -> None:
    measured = contrast(getattr(palette, text), getattr(palette, ground))
    assert measured >= MINIMUM_CONTRAST, f"{text} on {ground}: {measured:.2f}"


def test_the_pairs_leave_no_text_and_no_ground_out() -> None:
    texts = {text for text, _ in text_pairs(PARCHMENT)}
    grounds = {ground for _, ground in text_pairs(PARCHMENT)}
    assert texts == {"ink", "muted", "blood", "verdigris", "gold", "on_accent"}
    assert grounds >= {"ground", "surface", "hover", "selection", "accent_soft"}
    assert len(list(text_pairs(PARCHMENT))) == 5 * 5 + 4


@BOTH
def test_outlines_and_the_ring_of_the_keyboard_can_be_seen(palette: Palette) -> None:
    for ground in (palette.ground, palette.surface, palette.selection, palette.hover):
        assert contrast(palette.focus, ground) >= 3
    for ground in (palette.ground, palette.surface):
        assert contrast(palette.control, ground) >= 3


@BOTH
def test_every_colour_is_six_digits(palette: Palette) -> None:
    for field in fields(palette):
        value = getattr(palette, field.name)
        if field.name not in ("name", "is_dark"):
            assert re.fullmatch("#[0-9A-F]{6}", value), field.name


def test_the_colours_are_those_of_the_design() -> None:
    named = ("ground", "surface", "ink", "muted", "blood", "verdigris", "gold")
    assert [getattr(PARCHMENT, name) for name in named] == [
        "#F4EFE4", "#FBF8F1", "#231F1A", "#6B6255", "#8E2B23", "#2F6B5E", "#8A6412",
    ]  # fmt: skip
    assert [getattr(NIGHT, name) for name in named] == [
        "#15130F", "#1F1C17", "#EDE6D8", "#A79C8A", "#E0694F", "#6FB8A5", "#D9A441",
    ]  # fmt: skip
    assert NIGHT.is_dark
    assert not PARCHMENT.is_dark
