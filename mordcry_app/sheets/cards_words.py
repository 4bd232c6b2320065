"""Small matters of wording that the faces of a card share."""

from __future__ import annotations

from mordcry_app.services.paper_views import MemberNews
from mordcry_app.services.views import TraitView


def in_one_line(text: str) -> str:
    """Return a player’s text of several lines as one, with dots between them."""
    return " · ".join(line.strip() for line in text.splitlines() if line.strip())


def is_new(trait: TraitView, news: MemberNews) -> bool:
    """Say whether a fighter has a trait only since the last battle."""
    return (trait.kind, trait.ref) in news.traits
