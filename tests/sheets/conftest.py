"""What tests of sheets share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mordcry_app.sheets import fonts, glyphs, text

CACHES = (
    glyphs.legible,
    glyphs._written,
    glyphs._distant_face,
    glyphs.pieces,
    text.measure,
)


@pytest.fixture
def forget_glyphs() -> Iterator[None]:
    """Forget before and after a test which face has which glyph."""
    for cached in CACHES:
        cached.cache_clear()
    yield
    for cached in CACHES:
        cached.cache_clear()


@pytest.fixture
def no_system_fonts(monkeypatch: pytest.MonkeyPatch, forget_glyphs: None) -> None:
    """Find no fonts on the system, so that results do not depend on the machine."""
    monkeypatch.setattr(fonts, "system_font_folders", tuple)
