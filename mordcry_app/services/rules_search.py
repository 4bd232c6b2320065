"""Finds words in the rules: in names, texts and what effects do, best first.

Case, accents and typographic signs do not matter: “-1 ws” finds “−1 WS”. Every word that was typed
must stand somewhere; the more of them stand in the name, the further up.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mordcry_app.services.rules_library_views import (
    START,
    Hit,
    LibraryEntry,
    LibraryRow,
    RulesLibrary,
)

MOST_HITS = 120
"""As many results as are shown; nobody reads further."""
_LONG_ENOUGH = 3  # letters of a word that may stand inside another
_BEFORE = 20  # letters of a passage shown before the first word found in it
_PLAIN = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "–": "-", "—": "-", "″": '"', "×": "x"}
)


@dataclass(frozen=True)
class _Document:
    """Something that can be found, with everything that is searched already folded."""

    anchor: str
    title: str
    where: str
    passages: tuple[str, ...]
    folded_title: str
    folded_also: tuple[str, ...]
    folded_text: str


class RulesSearch:
    """Searches one library; made anew when the library is."""

    def __init__(self, library: RulesLibrary) -> None:
        self._documents = tuple(_documents(library))

    def find(self, text: str) -> tuple[Hit, ...]:
        """Return what the words of `text` find, best first, 120 at most; nothing for no words."""
        wanted = " ".join(folded(text).split())
        words = wanted.split()
        if not words:
            return ()
        ranked = sorted(
            (rank, place)
            for place, document in enumerate(self._documents)
            if (rank := _rank(document, wanted, words)) is not None
        )
        return tuple(_hit(self._documents[place], words) for _, place in ranked[:MOST_HITS])


def folded(text: str) -> str:
    """Return a text as it is compared: small letters, no accents, plain signs."""
    return _fold(text)[0]


def found_spans(text: str, wanted: str) -> tuple[tuple[int, int], ...]:
    """Return where the words of `wanted` stand in a text, as start and end, in order.

    Words that overlap are joined.
    """
    if not wanted:
        return ()
    plain, places = _fold(text)
    marked = [False] * len(text)
    for word in set(folded(wanted).split()):
        start = plain.find(word)
        while start >= 0:
            for letter in range(start, start + len(word)):
                marked[places[letter]] = True
            start = plain.find(word, start + 1)
    spans: list[tuple[int, int]] = []
    for place, is_marked in enumerate(marked):
        if is_marked and spans and spans[-1][1] == place:
            spans[-1] = (spans[-1][0], place + 1)
        elif is_marked:
            spans.append((place, place + 1))
    return tuple(spans)


def _fold(text: str) -> tuple[str, Sequence[int]]:
    """Return the folded text and, for each of its letters, where that stood before."""
    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(text.translate(_PLAIN)):
        for part in unicodedata.normalize("NFKD", letter):
            if not unicodedata.combining(part):
                small = part.casefold()
                letters.append(small)
                places.extend([place] * len(small))
    return "".join(letters), places


def _documents(library: RulesLibrary) -> Iterator[_Document]:
    for entry in library.entries.values():
        if entry.anchor == START:
            continue
        yield _document(entry.anchor, entry.title, entry.kind, entry.also, _passages(entry))
        for row in entry.rows:
            if not row.is_page:
                yield _document(row.anchor, row.name, entry.title, (), _row_passages(row))


def _document(
    anchor: str, title: str, where: str, also: Iterable[str], passages: Iterable[str]
) -> _Document:
    kept = tuple(passage for passage in passages if passage)
    names = tuple(map(folded, also))
    title_folded = folded(title)
    text = "\n".join((title_folded, folded(where), *names, *map(folded, kept)))
    return _Document(anchor, title, where, kept, title_folded, names, text)


def _passages(entry: LibraryEntry) -> Iterator[str]:
    yield from entry.paragraphs
    yield from (line.text for line in entry.does)
    yield from (f"{fact.label}: {fact.text}" for fact in entry.facts)
    for option in entry.options:
        yield f"{option.label}: {option.changes}" if option.changes else option.label


def _row_passages(row: LibraryRow) -> Iterator[str]:
    yield row.text
    yield from (line.text for line in row.does)
    yield row.mark


def _rank(document: _Document, wanted: str, words: Sequence[str]) -> int | None:
    """Return how good a document is, 0 the best, or nothing where a word is missing."""
    text = document.folded_text
    if not all(word in text for word in words):
        return None
    title, also = document.folded_title, document.folded_also
    if title == wanted:
        return 0
    if wanted in also:
        return 1
    if title.startswith(wanted):
        return 2
    if all(_begins_a_word(title, word) for word in words):
        return 3
    if all(word in title and len(word) >= _LONG_ENOUGH for word in words):
        return 4
    if any(all(_begins_a_word(name, word) for word in words) for name in also):
        return 5
    return 6 if all(_begins_a_word(text, word) for word in words) else 7


def _begins_a_word(text: str, word: str) -> bool:
    place = text.find(word)
    while place >= 0:
        if place == 0 or not text[place - 1].isalnum():
            return True
        place = text.find(word, place + 1)
    return False


def _hit(document: _Document, words: Sequence[str]) -> Hit:
    missing = [word for word in words if word not in document.folded_title]
    found = _excerpt(document.passages, missing) if missing else ""
    first = next(iter(document.passages), "")
    return Hit(document.anchor, document.title, document.where, found or first)


def _excerpt(passages: Iterable[str], words: Sequence[str]) -> str:
    """Return the passage with the most of the words, from a little before the first of them."""
    best, count = "", 0
    for passage in passages:
        plain = folded(passage)
        found = sum(word in plain for word in words)
        if found > count:
            best, count = passage, found
    if not best:
        return ""
    spans = found_spans(best, " ".join(words))
    start = spans[0][0] - _BEFORE
    if start <= 0:
        return best
    start = best.find(" ", start) + 1
    return f"…{best[start:]}" if start else best
