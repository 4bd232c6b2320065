"""A whole aftermath from a file: right answers are taken, wrong ones change nothing at all."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest

from mordcry_app.rules.procedure import Choose
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.answer_files import commit, prepare, read_answers
from mordcry_app.services.answer_templates import template
from mordcry_app.services.battles import battle_entry, battles_view
from mordcry_app.services.boards import type_faces
from mordcry_app.services.history import history_view, undo
from mordcry_app.services.reading import campaign_view, rolls_view
from tests.services.worlds import dump, fight, fingerprint, ids_by_name


@pytest.fixture
def write(tmp_path: Path):
    """Write an answers file and return its path."""

    def go(text: str | bytes) -> Path:
        path = tmp_path / "answers.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return go


@pytest.fixture
def ids(file):
    return ids_by_name(file)


@pytest.fixture
def board(file, ids):
    """An aftermath in which Odo and Gero were put out of action."""
    edits.adjust_resource(file, "crowns", 60, "found", roster_id=1)
    return fight(file, {"Gero": "Krato", "Odo": "Anselm"})[1]


def taken(file, path: Path, seed: str = "7"):
    return prepare(file, read_answers(path), seed)


def refusal(file, path: Path) -> str:
    """Return why a file is refused; nothing at all is changed by that."""
    before = fingerprint(file.path)
    with pytest.raises(Refusal) as refused:
        commit(file, taken(file, path))
    assert fingerprint(file.path) == before
    sentence = refused.value.sentence
    assert "\n" not in sentence
    assert len(sentence) < 1000
    return sentence


def test_a_whole_aftermath_is_taken(file, ids, board, write):
    path = write(f"""
        otherwise = "first"
        [answers]
        "injury/{ids["Gero"]}/roll" = "31"
        "injury/{ids["Gero"]}/healer" = "reroll_crowns"
        "injury/{ids["Gero"]}/reroll" = [6, 6]
        "injury/{ids["Odo"]}/roll" = 36
        "income/1/roll" = "4 5"
        "income/2/roll" = "roll"
    """)
    prepared = taken(file, path)
    view = prepared.view
    assert (view.typed, view.open, view.unused) == (4, (), ())
    assert view.rolled > 15, "the income of the other warband, and explorations"
    assert view.board.is_complete
    assert not view.records_battle
    before = dump(file.path)
    gero = view.board.line(f"injury/{ids['Gero']}")
    assert any("Gero, XP" in change.label for change in gero.changes)
    assert dump(file.path) == before
    assert commit(file, prepared).label == "Finished the aftermath of battle 1"
    typed = {r.purpose: (r.faces, r.typed) for r in rolls_view(file) if r.dice == "2d6*10"}
    assert typed["Income, Vigil"] == ((4, 5), True)
    assert typed["Income, Ruin"][1] is False
    undo(file)
    undo(file)
    undo(file)
    assert battles_view(file) == ()


def test_labels_do_as_well_as_ids(file, ids, board, write):
    path = write(f"""
        otherwise = "first"
        [answers]
        "injury/{ids["Gero"]}/roll" = "31"
        "injury/{ids["Gero"]}/healer" = "ROLL AGAIN FOR 60 CROWNS"
        "injury/{ids["Gero"]}/reroll" = "66"
        "injury/{ids["Odo"]}/roll" = "36"
    """)
    assert taken(file, path).view.open == ()


def test_what_is_left_over_is_rolled_but_never_chosen(file, ids, board, write):
    path = write(f"""
        otherwise = "roll"
        [answers]
        "injury/{ids["Gero"]}/roll" = "31"
    """)
    left = taken(file, path).view.open
    healer = next(q for q in left if q.key == f"injury/{ids['Gero']}/healer")
    assert healer.valid[0].startswith("keep: ")
    assert all(isinstance(question.question, Choose) for question in left)
    assert "still open" in refusal(file, path)


def test_the_same_seed_rolls_the_same(file, board, write):
    path = write('otherwise = "roll"')
    boards = [taken(file, path, seed).view.board for seed in ("a", "a", "b", "c")]
    assert boards[0] == boards[1]
    assert len({str(board) for board in boards}) > 1


def test_with_nothing_given_everything_is_open(file, ids, board, write):
    view = taken(file, write("")).view
    assert {question.key for question in view.open} >= {
        f"injury/{ids['Gero']}/roll",
        f"injury/{ids['Odo']}/roll",
        "income/1/roll",
        "income/2/roll",
    }
    left = f"{view.board.left} lines are still open, the first is injury/{ids['Gero']}/roll"
    assert refusal(file, write("")).startswith(left)


def test_a_stored_answer_is_corrected_but_not_rolled_anew(file, ids, board, write):
    type_faces(file, board, "income/1/roll", "11")
    type_faces(file, board, "income/2/roll", "11")
    path = write(f"""
        otherwise = "first"
        [answers]
        "injury/{ids["Gero"]}/roll" = "66"
        "injury/{ids["Odo"]}/roll" = "66"
        "income/1/roll" = "66"
        "income/2/roll" = "roll"
    """)
    view = taken(file, path).view
    incomes = [view.board.line(f"income/{roster}").steps[0].dice for roster in (1, 2)]
    assert [dice.faces for dice in incomes if dice] == [(6, 6), (1, 1)]


BATTLE = """
    otherwise = "first"
    [battle]
    note = "In the rain"
    [[battle.side]]
    warband = "vigil"
    result = "won"
    absent = ["Jost"]
    out = { Gero = "", "frida" = "Krato" }
    objectives = 2
    holders = ["Anselm"]
    extra_kills = { Berta = 1 }
    [[battle.side]]
    warband = "Ruin"
    result = "lost"
    out = { "#11" = "Anselm" }
    [answers]
"""


def test_a_file_can_tell_of_the_battle_too(file, ids, write):
    answers = "".join(f'"injury/{ids[name]}/roll" = "66"\n' for name in ("Gero", "Frida", "Krato"))
    prepared = taken(file, write(BATTLE + answers))
    assert prepared.view.records_battle
    assert battles_view(file) == ()
    commit(file, prepared)
    (battle,) = battles_view(file)
    assert (battle.number, battle.state, battle.note) == (1, "closed", "In the rain")
    ours, theirs = battle_entry(file, battle.id).sides
    assert (ours.result, theirs.result) == ("won", "lost")
    assert ours.out_by == {ids["Gero"]: None, ids["Frida"]: ids["Krato"]}
    assert theirs.out_by == {ids["Krato"]: ids["Anselm"]}
    assert (ours.objectives, ours.treasures) == (2, 0)
    assert ours.holders == {ids["Anselm"]}
    assert ours.extra_kills == {ids["Berta"]: 1}
    assert ids["Jost"] not in ours.took_part
    assert len(ours.took_part) == 9


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"vigil"', '"Nobody"', "Battle: “Nobody” names no single warband"),
        ('"vigil"', '"Ruin"', "Battle: Ruin has two sides"),
        ('"won"', '"lost"', "Battle: Say who won"),
        ('"won"', '"beaten"', "side 1"),
        ('["Jost"]', '["Krato"]', "Battle: Nobody who stands is called “Krato”"),
        ('["Jost"]', '["Gero"]', "Battle: Gero was not in this battle"),
        ('["Jost"]', '"Jost"', "absent"),
        ('"Krato" }', '"Frida" }', "Battle: Frida cannot be put out of action by itself"),
        ("objectives = 2", "objectives = 99", "Battle: The number of objectives goes from"),
        ("objectives = 2", 'objectives = "two"', "objectives"),
        ("objectives = 2", "objectives = 2\nsize = 3", "size: unknown field"),
        ('["Anselm"]', '["Jost"]', "Battle: Jost was not in this battle, so held nothing"),
        ("Berta = 1", "Berta = -1", "Battle: The number of further knock-outs"),
    ],
)
def test_a_battle_that_cannot_have_been_is_refused(file, write, old, new, sentence):
    assert old in BATTLE
    assert sentence in refusal(file, write(BATTLE.replace(old, new, 1)))


def test_two_of_one_name_are_told_apart_by_number(file, ids, write):
    edits.rename_member(file, ids["Egon"], "Gero")
    assert f"say which: #{ids['Egon']}, #{ids['Gero']}" in refusal(file, write(BATTLE))
    prepared = taken(file, write(BATTLE.replace("Gero =", f'"#{ids["Gero"]}" =')))
    assert prepared.battle is not None
    assert ids["Gero"] in prepared.battle.sides[0].out_by


def test_a_battle_and_an_open_board_do_not_go_together(file, board, write):
    assert "A board is still open" in refusal(file, write(BATTLE))


def test_without_a_board_and_a_battle_there_is_nothing_to_answer(file, write):
    assert "No board is open" in refusal(file, write("[answers]"))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('"injury/ODO/roll" = "37"', "37 cannot be rolled with D66"),
        ('"injury/ODO/roll" = "3"', "D66 needs 2 dice, not 1"),
        ('"injury/ODO/roll" = [3, 6, 1]', "D66 needs 2 dice, not 3"),
        ('"injury/ODO/roll" = [3, "6"]', "D66 is rolled here"),
        ('"injury/ODO/roll" = [true, false]', "D66 is rolled here"),
        ('"injury/ODO/roll" = 3.5', "D66 is rolled here"),
        ('"injury/ODO/roll" = 1979-05-27', "D66 is rolled here"),
        ('"injury/ODO/roll" = "high"', "Type the faces of D66"),
        ('"injury/ODO/roll" = -36', "Type the faces of D66"),
        ('"injury/ODO/roll" = { a = 1 }', "D66 is rolled here"),
        ('"injury/ODO/roll" = ' + "9" * 4000, "D66 is rolled here"),
        ('"injury/GERO/roll" = "31"\n"injury/GERO/healer" = "magic"', "“magic” cannot be chosen"),
        ('"injury/GERO/roll" = "31"\n"injury/GERO/healer" = "roll"', "“roll” cannot be chosen"),
        ('"injury/GERO/roll" = "31"\n"injury/GERO/healer" = 1', "id or the label of an option"),
    ],
)
def test_an_answer_that_cannot_be_is_refused(file, ids, board, write, line, sentence):
    line = line.replace("ODO", str(ids["Odo"])).replace("GERO", str(ids["Gero"]))
    found = refusal(file, write(f"[answers]\n{line}"))
    assert sentence in found
    assert found.startswith("Answers, “injury/")


def test_a_key_that_nothing_asks_is_refused(file, ids, board, write):
    text = f"""
        otherwise = "first"
        [answers]
        "injury/{ids["Odo"]}/roll" = "66"
        "injury/{ids["Gero"]}/roll" = "66"
        "injury/999/roll" = "66"
    """
    assert refusal(file, write(text)) == (
        "Answers, “injury/999/roll”: nothing asks this on this board."
    )
    odd = taken(file, write('[answers]\n"injury/999/roll" = "66"')).view
    assert odd.unused == ("injury/999/roll",)


def test_payers_are_named_by_number_or_name(file, ids, write):
    for name in ("Anselm", "Berta"):
        edits.adjust_resource(file, "renown", 20, "deeds", member_id=ids[name])
    from mordcry_app.services.battle_entries import BattleEntry, SideEntry
    from mordcry_app.services.battles import record_battle

    everyone = [
        frozenset(member.id for member in roster.members) for roster in campaign_view(file).rosters
    ]
    record_battle(
        file,
        BattleEntry((SideEntry(1, "retreated", everyone[0]), SideEntry(2, "won", everyone[1]))),
    )
    base = 'otherwise = "first"\n[answers]\n"retreat/1/payment" = '
    for wrong, sentence in (
        ("{ Anselm = 30 }", "Anselm has 20"),
        ("{ Anselm = 10 }", "25 must be spread, not 10"),
        ("{ Krato = 25 }", "“Krato” cannot pay here"),
        ('{ Anselm = "all" }', "must be a whole number"),
        (f'{{ Anselm = 5, "{ids["Anselm"]}" = 20 }}', "Anselm pays twice"),
        ('"Anselm"', "a table of amounts"),
    ):
        assert sentence in refusal(file, write(base + wrong))
    view = taken(file, write(base + f'{{ anselm = 5, "{ids["Berta"]}" = 20 }}')).view
    changes = {c.label: (c.old, c.new) for c in view.board.line("retreat/1").changes}
    assert changes["Anselm, renown"] == ("20", "15")
    assert changes["Berta, renown"] == ("20", "0")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("otherwise = 3", "otherwise"),
        ('otherwise = "guess"', "otherwise"),
        ("anwers = 1", "anwers: unknown field"),
        ("answers = 1", "answers: must be a table"),
        ("answers = [1]", "answers: must be a table"),
        ("battle = 1", "battle: must be a table"),
        ("[battle]", "side"),
        ("battle = {side = []}", "side"),
        ("[answers", "not valid TOML"),
        ('[answers]\n"a" = 1\n"a" = 2', "not valid TOML"),
        ("a = " + "[" * 900 + "]" * 900, "nested"),
        ("a = " + "[" * 9000, "nested"),
        ("x." * 4000 + "y = 1", "nested"),
        ("x = " + "9" * 5000, "not valid TOML"),
        ("x" * 20_000 + " = 1", "longer than"),
        (b"\xff\xfe[answers]", "not UTF-8"),
        (b"answers = {\x00}", "not valid TOML"),
        ("#" * 100 + "\n" + "# x\n" * 600_000, "larger than 2 MB"),
        ("[answers]\n" + "".join(f'"k{n}" = "roll"\n' for n in range(5_001)), "answers"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_its_place(file, board, write, text, sentence):
    found = refusal(file, write(text))
    assert sentence in found
    assert "answers.toml" in found


def test_only_files_are_read(file, tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    for path in (tmp_path / "gone.toml", tmp_path, tmp_path / "pipe.toml", Path("/dev/zero")):
        with pytest.raises(Refusal, match="There is no file"):
            read_answers(path)


def test_a_byte_order_mark_does_no_harm(file, board, write):
    bare = taken(file, write(b"[answers]\n")).view
    assert taken(file, write(b"\xef\xbb\xbf[answers]\n")).view == bare


def test_the_template_lists_every_open_question_and_is_valid(file, ids, board, write):
    text = template(file)
    assert tomllib.loads(text) == {"otherwise": "stop", "answers": {}}
    answered = re.sub('^# "', '"', text, flags=re.MULTILINE)
    view = taken(file, write(text)).view
    assert tomllib.loads(answered)["answers"] == {q.key: q.example for q in view.open}
    assert tomllib.loads(answered)["answers"][f"injury/{ids['Odo']}/roll"] == "roll"
    assert taken(file, write(answered)).view.rolled >= 4
    assert "# Injury, Odo: How badly is Odo hurt?" in text
    assert "the faces of D66" in text


def test_the_template_without_a_board_tells_of_a_battle(file, write):
    edits.edit_roster(file, 1, name='“Vigil” \\ """" # no')
    text = template(file)
    part = tomllib.loads(text)["battle"]
    assert [side["warband"] for side in part["side"]] == ['“Vigil” \\ """" # no', "Ruin"]
    assert "Anselm (#1)" in text
    prepared = taken(file, write(text.replace('otherwise = "stop"', 'otherwise = "first"')))
    assert prepared.view.records_battle
    commit(file, prepared)
    assert [b.state for b in battles_view(file)] == ["closed"]


def test_names_cannot_break_out_of_the_template(file, ids, write):
    edits.rename_member(file, ids["Odo"], 'x"]\n[battle] = 3 #')
    fight(file, {})
    tomllib.loads(template(file))


def test_when_writing_fails_what_was_written_is_taken_back(file, board, write, monkeypatch):
    from mordcry_app.services import answer_files

    def refuse(*_: object) -> None:
        raise Refusal("There can be 9,999 at most of one kind: dagger.")

    ids = ids_by_name(file)
    text = "\n".join(f'"injury/{ids[name]}/roll" = "66"' for name in ("Gero", "Odo"))
    prepared = taken(file, write(f'otherwise = "first"\n[answers]\n{text}'))
    monkeypatch.setattr(answer_files, "finish", refuse)
    before = dump(file.path)
    with pytest.raises(Refusal, match="9,999"):
        commit(file, prepared)
    assert dump(file.path) == before
    assert history_view(file).undo_label == "Recorded battle 1"
