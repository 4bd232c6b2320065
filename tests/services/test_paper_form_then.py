"""The form of a battle whose aftermath is corrected has the rows and numbers of then."""

from __future__ import annotations

from pathlib import Path

import pytest

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.autoplay import play_board
from mordcry_app.services.boards import finish
from mordcry_app.services.paper_form import form_view
from mordcry_app.services.paper_form_then import form_then
from mordcry_app.services.paper_views import FormView
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.samples import create_sample, load_sample, play_battle


def numbers_of(form: FormView) -> dict[tuple[str, int], str]:
    """The number of each row about a fighter, by block and fighter."""
    return {
        (block.id, row.member_id): row.number
        for block in form.blocks
        for row in block.rows
        if row.member_id is not None
    }


def test_every_number_is_that_of_the_form_of_then(tmp_path: Path) -> None:
    with create_sample(tmp_path / "sample.mordcry") as file:
        number = campaign_view(file).battles_fought + 1
        printed = form_view(file, ())
        draft = play_battle(file, load_sample().next_battle).created["draft"]
        play_board(file, draft, SeededRandom(3))
        finish(file, draft)
        then = form_then(file, number)
        assert then.title == printed.title
        letters = {block.id: block.letter for block in printed.blocks}
        assert letters
        assert {block.id: block.letter for block in then.blocks} == letters
        of_then = numbers_of(then)
        for row, printed_number in numbers_of(printed).items():
            assert of_then[row] == printed_number
        fighters = {member_id for _, member_id in of_then}
        stages = [block.id for block in then.blocks if block.id == "form_injuries"]
        assert stages
        assert all(("form_injuries", member_id) in of_then for member_id in fighters)


def test_there_is_no_form_of_a_battle_that_was_not_fought(tmp_path: Path) -> None:
    with create_sample(tmp_path / "sample.mordcry") as file, pytest.raises(Refusal):
        form_then(file, 99)
