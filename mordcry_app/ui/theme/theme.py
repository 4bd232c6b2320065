"""Which colours are shown: the player's choice, or what the system asks for.

Fusion is the one style of Qt that takes its colours from us on every platform. A theme sets
Fusion's palette and the program's style sheet together; widgets that paint themselves ask
`colours()` while painting and are repainted by Qt when the palette changes.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTemporaryDir, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QToolTip

from mordcry_app.ui.theme.fonts import TextSize, body_font
from mordcry_app.ui.theme.glyphs import write_glyphs
from mordcry_app.ui.theme.palette import NIGHT, PARCHMENT, Palette
from mordcry_app.ui.theme.stylesheet import stylesheet


class ThemeMode(StrEnum):
    """What the player can choose; the values are what settings store."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


_shown: Palette = PARCHMENT


def colours() -> Palette:
    """The palette on screen now. Ask at each painting; never keep it."""
    return _shown


class Theme(QObject):
    """Dresses *application* for as long as the program runs. Make one, before any window.

    `changed` tells that other colours are on screen. Widgets need it only where they keep
    something coloured, such as a rendered plot.
    """

    changed = Signal()

    def __init__(self, application: QApplication, mode: ThemeMode | str = ThemeMode.SYSTEM) -> None:
        super().__init__(application)
        self._application = application
        self._mode = ThemeMode(mode)
        self._glyph_folder = QTemporaryDir()
        self._dressed_in: Palette | None = None
        application.setStyle("Fusion")
        application.setFont(body_font())
        QToolTip.setFont(body_font(TextSize.SMALL))
        application.styleHints().colorSchemeChanged.connect(self._follow_system)
        self._tell_system()
        self._show(self._wanted(application.styleHints().colorScheme()))

    @property
    def mode(self) -> ThemeMode:
        """What the player chose."""
        return self._mode

    def set_mode(self, mode: ThemeMode | str) -> None:
        """Choose `system`, `light` or `dark`. Raises ValueError for another word."""
        self._mode = ThemeMode(mode)
        self._tell_system()
        self._show(self._wanted(self._application.styleHints().colorScheme()))

    def _tell_system(self) -> None:
        """Ask the system for a matching window frame, where it can give one."""
        hints = self._application.styleHints()
        match self._mode:
            case ThemeMode.SYSTEM:
                hints.unsetColorScheme()
            case ThemeMode.LIGHT:
                hints.setColorScheme(Qt.ColorScheme.Light)
            case ThemeMode.DARK:
                hints.setColorScheme(Qt.ColorScheme.Dark)

    def _follow_system(self, scheme: Qt.ColorScheme) -> None:
        self._show(self._wanted(scheme))

    def _wanted(self, scheme: Qt.ColorScheme) -> Palette:
        match self._mode:
            case ThemeMode.LIGHT:
                return PARCHMENT
            case ThemeMode.DARK:
                return NIGHT
        return NIGHT if scheme == Qt.ColorScheme.Dark else PARCHMENT

    def _show(self, palette: Palette) -> None:
        global _shown  # noqa: PLW0603 - one process shows one palette
        is_news = palette != self._dressed_in
        _shown = palette
        # A change of the system's scheme resets the palette behind our back, so set it always.
        self._application.setPalette(qt_palette(palette))
        if self._dressed_in != palette:
            self._dressed_in = palette
            self._application.setStyleSheet(stylesheet(palette, self._glyphs(palette)))
        # A new style or style sheet forgets the fonts of single classes.
        # (PySide6's stubs ask for bytes, its code for text.)
        headings = body_font(TextSize.TINY, semibold=True)
        self._application.setFont(headings, "QHeaderView")  # pyright: ignore[reportArgumentType]
        if is_news:
            self.changed.emit()

    def _glyphs(self, palette: Palette) -> dict[str, str]:
        if not self._glyph_folder.isValid():
            return {}
        try:
            return write_glyphs(palette, Path(self._glyph_folder.path()))
        except OSError:
            return {}


def qt_palette(palette: Palette) -> QPalette:
    """Fusion's palette for ours, for what no style sheet reaches."""
    roles = {
        QPalette.ColorRole.Window: palette.ground,
        QPalette.ColorRole.WindowText: palette.ink,
        QPalette.ColorRole.Base: palette.surface,
        QPalette.ColorRole.AlternateBase: palette.hover,
        QPalette.ColorRole.Text: palette.ink,
        QPalette.ColorRole.PlaceholderText: palette.muted,
        QPalette.ColorRole.Button: palette.surface,
        QPalette.ColorRole.ButtonText: palette.ink,
        QPalette.ColorRole.BrightText: palette.blood,
        QPalette.ColorRole.Highlight: palette.verdigris,
        QPalette.ColorRole.HighlightedText: palette.on_accent,
        QPalette.ColorRole.Accent: palette.verdigris,
        QPalette.ColorRole.ToolTipBase: palette.surface,
        QPalette.ColorRole.ToolTipText: palette.ink,
        QPalette.ColorRole.Link: palette.verdigris,
        QPalette.ColorRole.LinkVisited: palette.verdigris,
        QPalette.ColorRole.Light: palette.surface,
        QPalette.ColorRole.Midlight: palette.hover,
        QPalette.ColorRole.Mid: palette.hairline,
        QPalette.ColorRole.Dark: palette.control,
        QPalette.ColorRole.Shadow: palette.shadow,
    }
    result = QPalette()
    for role, colour in roles.items():
        result.setColor(role, QColor(colour))
    for role in (
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.Text,
        QPalette.ColorRole.ButtonText,
    ):
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(palette.control))
    return result
