"""What the program remembers between two runs: choices of the player and where things stood.

One JSON file in the configuration folder. A file that is missing, damaged or written by another
version costs nothing but the choices in it: whatever does not read as it should takes its default.
Campaigns themselves hold no settings, so this file can always be thrown away.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLocale, QObject, QStandardPaths, Signal

from mordcry_app import paths

FILE_NAME = "settings.json"
_LARGEST_FILE = 1_000_000  # bytes; ours are some hundred
_MOST_PLACES = 30

PAPERS = {"a4": "A4", "letter": "Letter"}
_LETTER_COUNTRIES = frozenset(
    {
        QLocale.Country.UnitedStates,
        QLocale.Country.Canada,
        QLocale.Country.Mexico,
        QLocale.Country.Philippines,
        QLocale.Country.Chile,
        QLocale.Country.Colombia,
        QLocale.Country.Venezuela,
        QLocale.Country.PuertoRico,
    }
)


@dataclass(frozen=True)
class Preferences:
    """Everything that is remembered. Texts are empty, and lists too, while nothing was chosen."""

    theme: str = "system"
    """`system`, `light` or `dark`."""
    paper: str = ""
    """`a4` or `letter`; empty is the usual paper of the country."""
    campaign_folder: str = ""
    """Where new campaigns go; empty is the program's own folder in the player's documents."""
    open_folder: str = ""
    """Where the last campaign was opened."""
    sheet_folder: str = ""
    """Where the last sheets, chronicle or pack were saved."""
    opens_sheets: bool = True
    """Whether a saved PDF is opened."""
    reopens_campaign: bool = True
    """Whether the program starts with the campaign that was open when it was closed."""
    open_campaign: str = ""
    """The campaign that is open, or was when the program was closed."""
    open_campaign_name: str = ""
    """Its name, to be shown while it is still being read."""
    geometry: str = ""
    """Size and place of the window, as Qt writes them, in hexadecimal digits."""
    roster_split: tuple[int, ...] = ()
    """Widths of the roster table and the fighter panel, in logical pixels."""
    follows_form: bool = False
    """Whether an aftermath is entered in the order of the printed form."""
    sheet_choices: dict[str, Any] = field(default_factory=dict[str, Any])
    """What was last chosen on the page for printing: the kind of paper, and for each kind what."""
    places: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    """By campaign file: the `page`, `roster` and `member` that were last on screen."""


class SettingsStore(QObject):
    """Keeps the preferences and writes each change at once.

    `changed` names the fields that have another value now. Where the file cannot be written, the
    changes hold for this run and `problem` says so in a sentence.
    """

    changed = Signal(frozenset)

    def __init__(self, file: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = file if file is not None else paths.config_folder() / FILE_NAME
        self._values = read_preferences(self._file)
        self.problem = ""

    @property
    def values(self) -> Preferences:
        """What is remembered now."""
        return self._values

    def change(self, **changes: Any) -> None:
        """Remember other values for the named fields; raises `TypeError` for a field not ours."""
        before = self._values
        wanted = replace(before, **changes)
        changed = frozenset(name for name in changes if getattr(before, name) != changes[name])
        if not changed:
            return
        self._values = wanted
        # Another window may have written since: only what changed here is put over its file.
        on_disk = read_preferences(self._file)
        merged = replace(on_disk, **{name: getattr(wanted, name) for name in changed})
        try:
            _write(self._file, merged)
            self.problem = ""
        except OSError:
            self.problem = "Settings cannot be saved on this machine; they hold until you quit."
        self.changed.emit(changed)

    def place(self, campaign: Path | None) -> dict[str, Any]:
        """Return what was last on screen for a campaign; empty where nothing is known."""
        return dict(self._values.places.get(str(campaign), {}))

    def remember_place(self, campaign: Path | None, **place: Any) -> None:
        """Remember what is on screen for a campaign; the oldest of more than 30 are forgotten."""
        if campaign is None:
            return
        places = dict(self._values.places)
        merged = {**places.pop(str(campaign), {}), **place}
        places[str(campaign)] = merged
        self.change(places=dict(list(places.items())[-_MOST_PLACES:]))

    def paper(self) -> str:
        """Return the paper to print on: as chosen, or the usual one of the country."""
        if self._values.paper in PAPERS:
            return self._values.paper
        return "letter" if QLocale.system().territory() in _LETTER_COUNTRIES else "a4"

    def campaign_folder(self) -> Path:
        """Return where new campaigns go; it need not exist yet."""
        chosen = self._values.campaign_folder
        return Path(chosen) if chosen else default_campaign_folder()

    def sheet_folder(self, beside: Path) -> Path:
        """Return where to suggest saving: where it was last, else the documents, else *beside*."""
        last = self._values.sheet_folder
        if last and Path(last).is_dir():
            return Path(last)
        return _documents() or beside


def default_campaign_folder() -> Path:
    """Return the program's folder in the player's documents, or in `$MORDCRY_HOME` where set."""
    if home := os.environ.get(paths.HOME_VARIABLE):
        return Path(home).expanduser().resolve() / "campaigns"
    return (_documents() or Path.home()) / "Mordcry"


def _documents() -> Path | None:
    """Return the player's folder for documents, where the system has one."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return Path(folder) if folder else None


def read_preferences(file: Path) -> Preferences:
    """Read the preferences; whatever cannot be read takes its default."""
    try:
        if file.stat().st_size > _LARGEST_FILE:
            return Preferences()
        stored: object = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Preferences()
    if not isinstance(stored, dict):
        return Preferences()
    found: dict[str, Any] = {}
    for known in fields(Preferences):
        if known.name in stored:
            value = _fitting(known.name, stored[known.name])
            if value is not None:
                found[known.name] = value
    return Preferences(**found)


def _fitting(name: str, value: object) -> object:
    """Return a stored value as its field wants it, or none when it does not fit."""
    match getattr(Preferences(), name):
        case bool():
            return value if isinstance(value, bool) else None
        case str():
            if name == "theme" and value not in ("system", "light", "dark"):
                return None
            return value if isinstance(value, str) else None
        case tuple():
            is_widths = isinstance(value, list) and all(type(width) is int for width in value)
            return tuple(value) if isinstance(value, list) and is_widths else None
        case _ if name == "places":
            if not isinstance(value, dict):
                return None
            return {key: place for key, place in value.items() if isinstance(place, dict)}
        case _:
            return value if isinstance(value, dict) else None


def _write(file: Path, preferences: Preferences) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}.new")
    try:
        draft.write_text(json.dumps(asdict(preferences), indent=1), encoding="utf-8")
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
