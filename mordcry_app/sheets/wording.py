"""Small matters of wording that several kinds of paper share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mordcry_app.services.paper_views import MemberNews
from mordcry_app.services.views import RosterView, TraitView
from mordcry_app.sheets.styles import Styles
from mordcry_app.sheets.text import Run, bound, dot


def capitalised(text: str) -> str:
    """Return a text with a capital, such as “Unnamed Youngblood”, and the rest as it is."""
    return text[:1].upper() + text[1:]


def in_one_line(text: str) -> str:
    """Return a player’s text of several lines as one, with dots between them."""
    return " · ".join(line.strip() for line in text.splitlines() if line.strip())


def is_new(trait: TraitView, news: MemberNews) -> bool:
    """Say whether a fighter has a trait only since the last battle."""
    return (trait.kind, trait.ref) in news.traits


def title_of(roster: RosterView) -> str:
    """Return what a document about a warband is called; never nothing."""
    return roster.name.strip() or roster.shown_name.strip() or "Unnamed warband"


def key_runs(entries: Iterable[tuple[str, str]], styles: Styles) -> Iterator[Run]:
    """Yield marks and short words, each with its meaning, with dots between them."""
    for number, (label, meaning) in enumerate(entries):
        if number:
            yield dot(styles.foot)
        yield Run(f"{label}\u00a0", styles.foot_strong)
        yield Run(bound(meaning, 40), styles.foot)
