"""Whatever is done, in whatever order: undone it equals the start, redone it equals the end."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.checking import check_file
from mordcry_app.services.history import history_view, jump_to, redo, undo
from mordcry_app.services.views import Touched
from tests.services.random_writers import Writers
from tests.services.worlds import Dump, copy_of, dump

MOVES = ("reopen", "undo", "undo", "redo", "jump")
BOARDS = ("record_battle", *["answer"] * 8, "roll_all_left", "finish", "start_muster")
STEPS = st.lists(st.sampled_from([*BOARDS, *Writers.names(), *MOVES]), min_size=1, max_size=20)


class Journey:
    """A campaign with every state that it has been in, as far as it can be gone back to."""

    def __init__(self, path: Path, random: Random) -> None:
        self.path = path
        self.random = random
        self.file: CampaignFile = open_campaign(path)
        self.states: list[tuple[int, Dump]] = [(1, dump(path))]
        self.place = 0

    def go(self, step: str) -> None:
        """Take one step; a refusal must change nothing."""
        try:
            if step in MOVES:
                getattr(self, step)()
                return
            touched = getattr(Writers(self.file, self.random), step)()
        except Refusal:
            touched = Touched()
        if touched.label.startswith("Undone: "):
            self.arrive(self.place - 1)
        elif touched.operation_id is None:
            self.arrive(self.place)
        else:
            del self.states[self.place + 1 :]
            self.states.append((touched.operation_id, dump(self.path)))
            self.place += 1

    def arrive(self, place: int) -> None:
        """Check that the campaign is as it was at a place."""
        self.place = place
        assert dump(self.path) == self.states[place][1]

    def reopen(self) -> None:
        self.file.close()
        self.file = open_campaign(self.path)

    def undo(self) -> None:
        undo(self.file)
        self.arrive(self.place - 1)

    def redo(self) -> None:
        redo(self.file)
        self.arrive(self.place + 1)

    def jump(self) -> None:
        place = self.random.randrange(len(self.states))
        jump_to(self.file, self.states[place][0])
        self.arrive(place)

    def back_and_forth(self) -> None:
        """Undo everything and redo everything, one by one, reopening the file on the way."""
        last = len(self.states) - 1
        while self.place < last:
            self.redo()
        end = dump(self.path)
        while self.place > 0:
            if self.random.random() < 0.1:
                self.reopen()
            self.undo()
        with pytest.raises(Refusal):
            undo(self.file)
        while self.place < last:
            if self.random.random() < 0.1:
                self.reopen()
            self.redo()
        assert dump(self.path) == end
        assert len(history_view(self.file).operations) == len(self.states)


@given(steps=STEPS, seed=st.integers(0, 2**32))
@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_undo_all_equals_the_start_and_redo_all_the_end(
    template: Path, steps: list[str], seed: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        journey = Journey(copy_of(template, Path(folder)), Random(seed))
        try:
            for step in steps:
                journey.go(step)
            journey.back_and_forth()
        finally:
            journey.file.close()
        assert check_file(journey.path) == ()


@pytest.mark.parametrize("seed", range(2))
def test_a_long_campaign_goes_back_and_forth(template: Path, tmp_path: Path, seed: int) -> None:
    """Battles in a row, with edits between: longer than what hypothesis tries."""
    random = Random(seed)
    journey = Journey(copy_of(template, tmp_path), random)
    for _ in range(70):
        journey.go(random.choice([*BOARDS * 3, *Writers.names()]))
    assert len(journey.states) > 12
    journey.back_and_forth()
    journey.file.close()
    assert check_file(journey.path) == ()
