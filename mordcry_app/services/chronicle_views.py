"""Frozen views of the chronicle: what is told, entry by entry, and what can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mordcry_app.services.views import ChoiceView


@dataclass(frozen=True)
class PictureView:
    """A stored picture: a PNG or a JPEG of at most 800 pixels a side."""

    id: int
    name: str
    media_type: str
    data: bytes

    @property
    def suffix(self) -> str:
        """The suffix of a file with this picture."""
        return ".png" if self.media_type == "image/png" else ".jpg"


@dataclass(frozen=True)
class TellingView:
    """One entry of the chronicle.

    `kind` is a battle, what happened before the first one, or an entry of a player’s own. A battle
    whose text a player wrote `is_retold`; otherwise the program tells it, afresh each time.
    `after_battle` is the number of the battle after which an entry stands, 0 before the first.
    """

    key: str
    kind: Literal["battle", "before", "own"]
    title: str
    paragraphs: tuple[str, ...]
    at: str
    after_battle: int
    battle_id: int | None = None
    entry_id: int | None = None
    is_retold: bool = False
    is_open: bool = False
    pictures: tuple[PictureView, ...] = ()

    @property
    def text(self) -> str:
        """The whole text; empty lines part its paragraphs."""
        return "\n\n".join(self.paragraphs)


@dataclass(frozen=True)
class ChronicleFilter:
    """Which entries are wanted: all that are not ruled out by what is set here.

    `words` must all stand somewhere in the title or the text, in any case and order.
    """

    battle_id: int | None = None
    roster_id: int | None = None
    member_id: int | None = None
    words: str = ""

    @property
    def is_nothing(self) -> bool:
        """Whether every entry is wanted."""
        return self == ChronicleFilter() or not (
            self.battle_id or self.roster_id or self.member_id or self.words.split()
        )


@dataclass(frozen=True)
class ChronicleView:
    """Some entries of the chronicle in the order wanted.

    `found` counts all that fit the filter; `keys` are those of all there are. Ids of choices are
    those of the database, as text.
    """

    tellings: tuple[TellingView, ...]
    found: int
    keys: frozenset[str]
    battles: tuple[ChoiceView, ...]
    rosters: tuple[ChoiceView, ...]
    members: tuple[ChoiceView, ...]
    read_only: str = ""
