"""How a board is worded on screen: what a line says, the chances of a roll, old → new."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from mordcry_app.rules.procedure import Ask, Choose, Question, Roll, Spread
from mordcry_app.services.views import ChangeLine, LineView
from mordcry_app.ui.theme import colours
from mordcry_app.ui.widgets import bold, escaped

MOST_NAMED = 2
"""More fighters than this with the same gain are counted, not named."""

_NUMBER = re.compile(r"^(\d+)″?$")
_MARKS = {"good": "▲", "bad": "▼", "plain": ""}
_SPOKEN_STATUS = {"done": "done", "open": "to be answered", "waiting": "waiting"}


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


def chances_text(question: Roll) -> str:
    """The outlook of a roll: `2–4 characteristic 17 % · 5–9 skill 67 % · …`."""
    return " · ".join(f"{name} {percentage(share)}" for name, share in question.chances)


def percentage(share: Fraction) -> str:
    """A chance in whole per cent; never 0 % or 100 % for what may or may not happen."""
    percent = round(float(share) * 100)
    if percent == 0 and share > 0:
        return "<1 %"
    if percent == 100 and share < 1:
        return ">99 %"
    return f"{percent} %"


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
    ]
    return ". ".join(part.rstrip(".") for part in parts if part)


def answer_hint(question: Question) -> str:
    """How a question is answered from the keyboard."""
    match question:
        case Roll():
            most = max(question.parsed.sides, default=0)
            return f"type 1–{most}, or" if most != 10 else "type 1–9, 0 for 10, or"
        case Choose():
            return f"press 1–{len(question.options)}" if len(question.options) < 10 else "type to find"
        case Spread():
            return "Tab goes on, Enter takes the amounts"
        case Ask():
            return "type, then Enter"


def change_markup(change: ChangeLine) -> str:
    """One change as rich text: label, old → new, with a mark and a colour for good and bad."""
    old = f"{escaped(change.old)} " if change.old else ""
    return f"{escaped(change.label)} {old}→ {_toned(change.new, change.tone)}"


def changes_markup(changes: Iterable[ChangeLine]) -> str:
    """Changes as rich text, one below the other."""
    return "<br>".join(change_markup(change) for change in changes)


def short_changes_markup(changes: tuple[ChangeLine, ...], subject: str) -> str:
    """What one line changes, in one row of text.

    Changes of its own *subject* go without the name. Equal gains of many are put together:
    `+1 XP, +1 Ren: 8 fighters`.
    """
    if len(changes) <= 3:
        return " · ".join(change_markup(_without(subject, change)) for change in changes)
    single: list[str] = []
    gains: dict[str, list[tuple[str, int]]] = {}
    for change in changes:
        who, _, what = change.label.rpartition(", ")
        amount = _difference(change)
        if who and amount is not None:
            gains.setdefault(who, []).append((what, amount))
        else:
            single.append(change_markup(_without(subject, change)))
    alike: dict[tuple[tuple[str, int], ...], list[str]] = {}
    for who, amounts in gains.items():
        alike.setdefault(tuple(amounts), []).append(who)
    grouped = [_group_markup(amounts, names, subject) for amounts, names in alike.items()]
    return " · ".join([*grouped, *single])


def spoken_changes(changes: Iterable[ChangeLine]) -> str:
    """Changes in words, for tooltips and screen readers."""
    return "\n".join(
        f"{change.label}: {f'{change.old} → ' if change.old else ''}{change.new}"
        for change in changes
    )


def _group_markup(amounts: tuple[tuple[str, int], ...], names: list[str], subject: str) -> str:
    gain = ", ".join(
        _toned(f"{'+' if amount > 0 else '−'}{abs(amount)} {what}", _tone_of(amount), mark=False)
        for what, amount in amounts
    )
    if names == [subject]:
        return gain
    who = ", ".join(names) if len(names) <= MOST_NAMED else f"{len(names)} fighters"
    return f"{gain}: {escaped(who)}"


def _difference(change: ChangeLine) -> int | None:
    old, new = _NUMBER.match(change.old), _NUMBER.match(change.new)
    return int(new[1]) - int(old[1]) if old and new else None


def _without(subject: str, change: ChangeLine) -> ChangeLine:
    if subject and change.label == subject:
        return ChangeLine("", change.old, change.new, change.tone)
    if subject and change.label.startswith(f"{subject}, "):
        label = change.label[len(subject) + 2 :]
        return ChangeLine(label, change.old, change.new, change.tone)
    return change


def _tone_of(amount: int) -> str:
    return "good" if amount > 0 else "bad"


def _toned(text: str, tone: str, *, mark: bool = True) -> str:
    palette = colours()
    colour = {"good": palette.verdigris, "bad": palette.blood}.get(tone, palette.ink)
    sign = f" {_MARKS[tone]}" if mark and _MARKS.get(tone) else ""
    return f'<span style="color:{colour}; font-weight:600">{escaped(text)}{sign}</span>'
