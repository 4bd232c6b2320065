"""What is being written and not kept in the chronicle yet; it outlives the program.

It lies in the folder of what may be lost, not in the campaign: the history holds what was kept.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from mordcry_app.ui.views.battle import unfinished
from mordcry_app.ui.views.chronicle.editor import Draft

NEW = "new"
"""Key of an entry that is not in the chronicle yet; others go by the key of their entry."""

_KIND = "chronicle"


class Drafts:
    """Drafts by the key of their entry, read once and written when `save` is called."""

    def __init__(self, campaign: Path) -> None:
        self._campaign = campaign
        stored = unfinished.kept(campaign, _KIND) or {}
        read = {str(key): Draft.from_json(value) for key, value in stored.items()}
        self._drafts = {key: draft for key, draft in read.items() if draft is not None}
        self._saved = dict(self._drafts)

    def get(self, key: str) -> Draft | None:
        """Return the draft for an entry, if there is one."""
        return self._drafts.get(key)

    def put(self, key: str, draft: Draft) -> None:
        """Remember a draft."""
        self._drafts[key] = draft

    def drop(self, key: str) -> None:
        """Forget a draft, also on the disk."""
        self._drafts.pop(key, None)
        self.save()

    def adopt_orphans(self, keys: Collection[str]) -> None:
        """Turn a draft whose entry has gone (an undo took it) into one of a new entry."""
        for key in [key for key in self._drafts if key != NEW and key not in keys]:
            if NEW not in self._drafts:
                self._drafts[NEW] = self._drafts.pop(key)

    def save(self) -> None:
        """Write what has changed to the disk."""
        if self._drafts == self._saved:
            return
        self._saved = dict(self._drafts)
        if self._drafts:
            stored = {key: draft.to_json() for key, draft in self._drafts.items()}
            unfinished.keep(self._campaign, stored, _KIND)
        else:
            unfinished.forget(self._campaign, _KIND)
