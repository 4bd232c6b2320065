"""Which line comes next: the order in which a board is worked through."""

from __future__ import annotations

from mordcry_app.services.views import BoardView, LineView, TrackView


def line_of(board: BoardView, key: str | None) -> LineView | None:
    """The line with this key, if it is on the board."""
    if key is None:
        return None
    try:
        return board.line(key)
    except KeyError:
        return None


def track_of(board: BoardView, key: str) -> TrackView | None:
    """The track that a line belongs to."""
    return next(
        (track for track in board.tracks if any(line.key == key for line in track.lines)), None
    )


def is_open(board: BoardView, key: str | None) -> bool:
    """Whether a line can be answered now."""
    line = line_of(board, key)
    return line is not None and line.status == "open"


def following(
    before: BoardView | None,
    board: BoardView,
    answered: str | None,
    current: str | None,
    order: tuple[str, ...] | None,
) -> str | None:
    """The line to go on with, after an answer in the line *answered* or another change.

    *order* is that of the printed form, for those who follow it.
    """
    if order is None:
        if answered is None:
            return after_change(before, board, current)
        return after_answer(before, board, answered, current)
    if answered is None:
        return after_change_on_form(order, before, board, current)
    return after_answer_on_form(order, before, board, answered, current)


def after_answer(
    before: BoardView | None, board: BoardView, answered: str, current: str | None
) -> str | None:
    """The line to go on with after an answer in the line *answered*.

    The same line while it asks more. Whoever works down one warband is not thrown to the other:
    the next open line of that track comes first, unless the board itself led there. After a
    correction in another line than the *current* one, the current one is gone on with.
    """
    if is_open(board, answered):
        return answered
    if current != answered and is_open(board, current):
        return current
    followed_board = before is None or before.next_line == answered
    track = track_of(board, answered)
    if not followed_board and track is not None:
        keys = [line.key for line in track.lines]
        later = keys[keys.index(answered) + 1 :]
        below = next((key for key in later if is_open(board, key)), None)
        if below is not None:
            return below
    return board.next_line


def after_change(before: BoardView | None, board: BoardView, current: str | None) -> str | None:
    """The line to go on with after something else than an answer, such as an undo.

    A line that is asked again is where the change was; else the current one stays.
    """
    reopened = _reopened(before, board)
    if reopened is not None:
        return reopened
    return current if is_open(board, current) else board.next_line


def asked_in(board: BoardView, question_key: str | None) -> str | None:
    """The key of the line in which a question is asked or was answered."""
    for track in board.tracks:
        for line in track.lines:
            if any(step.key == question_key for step in line.steps):
                return line.key
            if line.question is not None and line.question.key == question_key:
                return line.key
    return None


def first_of_stage(board: BoardView, stage: str) -> str | None:
    """The first open line of a stage, or else its first line."""
    lines = [line for track in board.tracks for line in track.lines if line.stage == stage]
    chosen = next((line for line in lines if line.status == "open"), lines[0] if lines else None)
    return chosen.key if chosen else None


def after_answer_on_form(
    order: tuple[str, ...],
    before: BoardView | None,
    board: BoardView,
    answered: str,
    current: str | None,
) -> str | None:
    """As `after_answer`, for those who follow the printed form, whose lines stand in *order*.

    The next open line further down comes next; at the end, what was skipped is asked. After a
    correction, what it opened above the *current* line comes first.
    """
    if is_open(board, answered):
        return answered
    if current is None or current == answered or not is_open(board, current):
        return next_on_form(order, board, answered)
    places = {key: place for place, key in enumerate(order)}
    between = order[places.get(answered, len(order)) : places[current]]
    return next(
        (key for key in between if is_open(board, key) and not _was_open(before, key)), current
    )


def after_change_on_form(
    order: tuple[str, ...], before: BoardView | None, board: BoardView, current: str | None
) -> str | None:
    """As `after_change`, for those who follow the printed form, whose lines stand in *order*."""
    reopened = _reopened(before, board, order)
    if reopened is not None:
        return reopened
    return current if is_open(board, current) else next_on_form(order, board, None)


def next_on_form(order: tuple[str, ...], board: BoardView, above: str | None) -> str | None:
    """The first open line below the line *above*, or else the first of all."""
    place = order.index(above) + 1 if above in order else 0
    return next((key for key in (*order[place:], *order[:place]) if is_open(board, key)), None)


def _was_open(before: BoardView | None, key: str) -> bool:
    return before is not None and is_open(before, key)


def _reopened(
    before: BoardView | None, board: BoardView, order: tuple[str, ...] | None = None
) -> str | None:
    """The first line, in an order or else track by track, that asks again what was answered."""
    if before is None or before.draft_id != board.draft_id:
        return None
    if order is None:
        order = tuple(line.key for track in board.tracks for line in track.lines)
    for key in order:
        line, old = line_of(board, key), line_of(before, key)
        if line is None or old is None or line.status != "open":
            continue
        if len(line.steps) < len(old.steps):
            return key
    return None
