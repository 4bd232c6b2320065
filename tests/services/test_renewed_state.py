"""A state that is brought up to date is the state that is stored, whatever was written."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from mordcry_app.model.tables import Member
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import roster_edits as edits
from mordcry_app.services import state_reader
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.history import history_view, jump_to, redo, undo
from mordcry_app.services.remembered import Owners, Remembered
from mordcry_app.services.state_reader import current_state, read_state
from mordcry_app.services.unit_of_work import Image, Work, owners_of, unit_of_work
from tests.services.random_writers import Writers
from tests.services.worlds import copy_of, ids_by_name

BOARDS = ("record_battle", *["answer"] * 4, "roll_all_left", "finish", "undo", "redo", "jump")


def _check(file: CampaignFile) -> None:
    with file.reading() as connection:
        assert current_state(file, connection) == read_state(connection)


@pytest.mark.parametrize("seed", range(4))
def test_after_anything_at_all(
    template: Path, tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = Work.state

    def checked(work: Work):
        found = state(work)
        assert found == read_state(work.connection)
        return found

    monkeypatch.setattr(Work, "state", checked)
    random = Random(seed)
    with open_campaign(copy_of(template, tmp_path)) as file:
        _check(file)
        for _ in range(60):
            step = random.choice([*BOARDS * 3, *Writers.names()])
            try:
                if step == "jump":
                    jump_to(file, random.choice(history_view(file).operations).id)
                elif step in ("undo", "redo"):
                    (undo if step == "undo" else redo)(file)
                else:
                    getattr(Writers(file, random), step)()
            except Refusal:
                pass
            if random.random() < 0.7:
                _check(file)


def test_only_those_who_were_written_about_are_read(file: CampaignFile) -> None:
    ids = ids_by_name(file)
    with file.reading() as connection:
        before = current_state(file, connection)
    edits.adjust_resource(file, "xp", 3, "deeds", member_id=ids["Odo"])
    edits.adjust_resource(file, "crowns", 3, "found", roster_id=1)
    with file.reading() as connection:
        after = current_state(file, connection)
    changed = {i for i, member in after.members.items() if member is not before.members[i]}
    assert changed == {ids["Odo"]}
    assert after.rosters[1] is not before.rosters[1]
    assert after.rosters[2] is before.rosters[2]


def test_a_player_is_renamed(file: CampaignFile) -> None:
    with file.reading() as connection:
        before = current_state(file, connection)
    edits.rename_player(file, 1, "Somebody else")
    with file.reading() as connection:
        after = current_state(file, connection)
    assert after.rosters[1].player == "Somebody else"
    assert after.members[1] is before.members[1]


def test_many_are_read_at_once(file: CampaignFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state_reader, "MOST_RENEWED", 1)
    ids = ids_by_name(file)
    with file.reading() as connection:
        current_state(file, connection)
    for name in ("Odo", "Gero"):
        edits.adjust_resource(file, "xp", 3, "deeds", member_id=ids[name])
    _check(file)


def test_a_write_that_fails_leaves_the_state_as_it_was(file: CampaignFile) -> None:
    def fail() -> None:
        with unit_of_work(file, "Fail", "edit") as work:
            work.state()
            work.change(Member, 1, name="Nobody")
            assert work.state() == read_state(work.connection)
            assert work.state().members[1].name == "Nobody"
            raise ZeroDivisionError

    with file.reading() as connection:
        before = current_state(file, connection)
    with pytest.raises(ZeroDivisionError):
        fail()
    with file.reading() as connection:
        assert current_state(file, connection) is before


def test_owners_are_those_before_and_those_after() -> None:
    moved = Image("possession", 5, {"member_id": 3, "roster_id": None}, {"roster_id": 2})
    images = [moved, Image("member", 9, None, {"roster_id": 1}), Image("roster", 4, {}, {})]
    assert owners_of(images) == Owners(frozenset({3, 9}), frozenset({1, 2, 4}))


TABLES = frozenset({"a"})


def test_what_can_be_renewed_ages_until_it_is_asked_for() -> None:
    remembered = Remembered()
    asked: list[tuple[int, Owners]] = []

    def value() -> int:
        def renewed(old: int, owners: Owners) -> int:
            asked.append((old, owners))
            return old + 1

        return remembered.renew("x", TABLES, lambda: 10, renewed)

    one, two = Owners(frozenset({1})), Owners(frozenset({2}), frozenset({7}))
    assert value() == value() == 10
    remembered.forget({"other"}, one)
    assert value() == 10
    remembered.forget({"a"}, one)
    remembered.forget({"a"}, two)
    assert value() == value() == 11
    assert asked == [(10, one | two)]
    remembered.forget({"a"}, one)
    remembered.forget({"a"})
    assert value() == 10
    remembered.forget({"a"}, one)
    remembered.forget()
    assert value() == 10
    assert len(asked) == 1
