"""How a board is worded on screen: what a line says, the chances of a roll, old → new."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from mordcry_app.rules.procedure import Ask, Choose, Pick, Question, Roll, Spread
from mordcry_app.services.views import BoardView, ChangeLine, LineView
from mordcry_app.ui.theme import colours
from mordcry_app.ui.widgets import bold, escaped

MOST_NAMED = 2
"""More fighters than this with the same gain are counted, not named."""

MOST_NUMBERED = 9
"""More options than this have no number key and are searched in a list."""

MOST_CHANGES = 3
"""More changes than this of one line are put together where they are alike."""

LONGEST_UNBROKEN = 24
"""Characters that are kept on one line in a preview."""

_LOOSE, _TIGHT = 7, 1  # logical pixels between two entries of the preview

_NUMBER = re.compile(r"^(\d+)″?$")
_MARKS = {"good": "▲", "bad": "▼", "plain": ""}
_SPOKEN_STATUS = {"done": "done", "open": "to be answered", "waiting": "waiting"}

_NO_BREAK = "\u00a0"
"""A space at which no line is broken: a number keeps its sign."""


def line_markup(line: LineView, text: str, track_name: str) -> str:
    """*text* of a line as rich text, with whom it is about in bold before it or inside it."""
    subject = line.subject
    if not subject or subject == track_name:
        return escaped(text)
    if text.startswith(subject):
        return bold(subject) + escaped(text[len(subject) :])
    return f"{bold(subject)} — {escaped(text)}" if text else bold(subject)


def question_text(line: LineView, question: Question) -> str:
    """What is asked, as far as the line’s own text does not say it yet."""
    is_obvious = isinstance(question, Roll) and not line.steps and bool(line.text)
    return "" if is_obvious else question.why


MOST_RESULTS = 12
"""Results that a line has room for."""


def chances_text(question: Roll) -> str:
    """The outlook of a roll: `2–4 characteristic 17 % · 5–9 skill 67 % · …`.

    More than a line has room for are only counted: `36 results, 3 % each`.
    """
    shares = {share for _, share in question.chances}
    if len(question.chances) > MOST_RESULTS and len(shares) == 1:
        return f"{len(question.chances)} results, {percentage(shares.pop())} each"
    return " · ".join(f"{name} {percentage(share)}" for name, share in question.chances)


def percentage(share: Fraction) -> str:
    """A chance in whole per cent; never 0 % or 100 % for what may or may not happen."""
    percent = round(float(share) * 100)
    if percent == 0 and share > 0:
        return f"<1{_NO_BREAK}%"
    if percent == 100 and share < 1:
        return f">99{_NO_BREAK}%"
    return f"{percent}{_NO_BREAK}%"


def dice_name(dice: str) -> str:
    """Dice as players write them: `2D6 × 10`."""
    return Roll("", dice, "").parsed.name


def about(line: LineView, track_name: str) -> str:
    """Whom and what a line is about, in short: `Wren, advance`."""
    return f"{line.subject or track_name}, {line.label.lower()}"


def spoken_line(line: LineView, track_name: str) -> str:
    """A whole line in words, for screen readers."""
    parts = [
        f"{line.label}, {line.subject or track_name}",
        _SPOKEN_STATUS[line.status],
        line.text,
        line.question.why if line.question else "",
        f"Asked again: {line.refused}" if line.refused else "",
        was_text(line),
    ]
    return ". ".join(part.rstrip(".") for part in parts if part)


def was_text(line: LineView) -> str:
    """On the board of a correction: what a line that differs was committed as."""
    if line.was is None:
        return ""
    return f"Was: {line.was}" if line.was else "New: it was not there before."


def answer_hint(question: Question, *, waits_for_enter: bool = False) -> str:
    """How a question is answered from the keyboard."""
    then = ", then Enter" if waits_for_enter else ""
    match question:
        case Roll():
            most = max(question.parsed.sides, default=0)
            faces = f"1–{most}" if most != 10 else "1–9, 0 for 10"
            return f"type {faces}{then}, or"
        case Choose():
            count = len(question.options)
            return f"press 1–{count}{then}" if count <= MOST_NUMBERED else "type to find one"
        case Spread():
            return "Tab goes on, Enter takes the amounts"
        case Ask():
            return "type, then Enter"
        case Pick():
            return "Space picks, Enter takes"


def all_answered(board: BoardView) -> str:
    """What to do once every line of a board is done."""
    if board.amending is None:
        return "Everything is answered. Finish writes it into the campaign."
    if board.amending.is_as_committed:
        return "Everything stands as it was committed. Choose an answer to correct it."
    return "Everything is answered. Commit writes what differs into the campaign."


def change_markup(change: ChangeLine) -> str:
    """One change as rich text: label, old → new, with a mark and a colour for good and bad."""
    new = _toned(change.new, change.tone)
    if not change.old:
        return f"{escaped(change.label)} → {new}" if change.label else new
    label = f"{_unbroken(change.label)}\N{NO-BREAK SPACE}" if change.label else ""
    return f"{label}{_unbroken(change.old)}\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}{new}"


def changes_markup(changes: Iterable[ChangeLine]) -> str:
    """Changes as rich text, one below the other; those of one fighter stand below its name."""
    parts: list[str] = []
    for who, own in _by_owner(changes):
        shown = " · ".join(change_markup(change) for change in own)
        above = _TIGHT if parts and not who else _LOOSE
        text = f"{escaped(who)}<br>{shown}" if who else shown
        parts.append(f'<p style="margin:{above}px 0 0 0">{text}</p>')
    return "".join(parts)


def short_changes_markup(line: LineView) -> str:
    """What one line changes, in one row of text, as far as its own text does not say it.

    Changes of its own subject go without the name. Equal gains of many are put together:
    `+1 XP, +1 renown: 8 fighters`.
    """
    said = line.text.casefold()
    changes = [c for c in line.changes if c.old or c.new.casefold() not in said]
    subject = line.subject
    parts: list[str] = []
    alike: dict[tuple[tuple[str, int], ...], list[str]] = {}
    for who, own in _by_owner(changes):
        amounts = [(change.label, _difference(change)) for change in own]
        if who == subject or len(changes) <= MOST_CHANGES or any(n is None for _, n in amounts):
            shown = " · ".join(change_markup(change) for change in own)
            parts.append(f"{escaped(who)}: {shown}" if who and who != subject else shown)
        else:
            gains = tuple((what, amount or 0) for what, amount in amounts)
            alike.setdefault(gains, []).append(who)
    parts.extend(_gain_markup(gains, names) for gains, names in alike.items())
    return " · ".join(parts)


def spoken_changes(changes: Iterable[ChangeLine]) -> str:
    """Changes in words, for tooltips and screen readers."""
    return "\n".join(
        f"{change.label}: {f'{change.old} → ' if change.old else ''}{change.new}"
        for change in changes
    )


def _by_owner(changes: Iterable[ChangeLine]) -> list[tuple[str, list[ChangeLine]]]:
    """Changes of one fighter after the other, without its name.

    Two unnamed fighters are called the same: what would change twice belongs to the next one.
    """
    owners: list[tuple[str, list[ChangeLine]]] = []
    for change in changes:
        who, _, what = change.label.rpartition(", ")
        if not who:
            who, what = (change.label, "") if not change.old else ("", change.label)
        own = ChangeLine(what, change.old, change.new, change.tone)
        last = owners[-1] if owners else None
        is_same = last is not None and last[0] == who and bool(who)
        if last is not None and is_same and (not what or what not in {c.label for c in last[1]}):
            last[1].append(own)
        else:
            owners.append((who, [own]))
    return owners


def _gain_markup(gains: tuple[tuple[str, int], ...], names: list[str]) -> str:
    gain = ", ".join(
        _toned(f"{'+' if amount > 0 else '−'}{abs(amount)} {what}", _tone_of(amount), mark=False)
        for what, amount in gains
    )
    who = ", ".join(names) if len(names) <= MOST_NAMED else f"{len(names)} fighters"
    return f"{gain}: {escaped(who)}" if who else gain


def _difference(change: ChangeLine) -> int | None:
    old, new = _NUMBER.match(change.old), _NUMBER.match(change.new)
    return int(new[1]) - int(old[1]) if old and new else None


def _tone_of(amount: int) -> str:
    return "good" if amount > 0 else "bad"


def _toned(text: str, tone: str, *, mark: bool = True) -> str:
    palette = colours()
    colour = {"good": palette.verdigris, "bad": palette.blood}.get(tone, palette.ink)
    sign = f"\N{NO-BREAK SPACE}{_MARKS[tone]}" if mark and _MARKS.get(tone) else ""
    return f'<span style="color:{colour}; font-weight:600">{_unbroken(text)}{sign}</span>'


def _unbroken(text: str) -> str:
    """*text* as rich text that stays on one line, as long as it is no longer than a few words."""
    shown = escaped(text)
    return shown.replace(" ", "\N{NO-BREAK SPACE}") if len(text) <= LONGEST_UNBROKEN else shown
