"""Paper from the command line: every kind, its options, and what is refused."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest

from mordcry_app import cli, commands_paper

Run = Callable[..., tuple[int, str, str]]

FOR_WARBANDS = ("sheet", "cards", "battle-sheet", "form", "reference")
MAY_BE_BLANK = ("sheet", "cards", "battle-sheet", "form")
EVERY = (*FOR_WARBANDS, "booklet")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the program with arguments; return exit status, output and errors."""

    def go(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["mordcry", *arguments])
        try:
            cli.main()
            status = 0
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 0
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return go


@pytest.fixture(scope="session")
def sample_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample campaign, made once a worker; nothing here may change it."""
    from mordcry_app.services.samples import create_sample

    path = tmp_path_factory.mktemp("sample") / "sample.mordcry"
    create_sample(path).close()
    return path


@pytest.fixture
def sample(sample_file: Path, tmp_path: Path) -> Path:
    path = tmp_path / "sample.mordcry"
    path.write_bytes(sample_file.read_bytes())
    return path


def text_of(path: Path) -> str:
    return " ".join(page.extract_text() for page in pypdf.PdfReader(path).pages)


def size_of(path: Path) -> tuple[int, int]:
    box = pypdf.PdfReader(path).pages[0].mediabox
    return round(float(box[2])), round(float(box[3]))


@pytest.mark.parametrize("command", EVERY)
def test_every_kind_is_written_and_the_campaign_stays_as_it_is(
    run: Run, sample: Path, tmp_path: Path, command: str
) -> None:
    before, target = sample.read_bytes(), tmp_path / "out" / "x.pdf"
    assert run(command, str(sample), "-o", str(target)) == (0, f"Wrote {target}\n", "")
    assert size_of(target) == (595, 842)
    assert len(text_of(target)) > 300
    assert sample.read_bytes() == before
    assert [path.name for path in target.parent.iterdir()] == ["x.pdf"]


@pytest.mark.parametrize("command", EVERY)
def test_every_kind_takes_paper_and_large_print(
    run: Run, sample: Path, tmp_path: Path, command: str
) -> None:
    target = tmp_path / "x.pdf"
    status, _, err = run(command, str(sample), "-o", str(target), "--paper", "letter", "--large")
    assert (status, err) == (0, "")
    assert size_of(target) == (612, 792)


@pytest.mark.parametrize("command", FOR_WARBANDS)
def test_only_the_warbands_asked_for_are_on_it(
    run: Run, sample: Path, tmp_path: Path, command: str
) -> None:
    one, both = tmp_path / "one.pdf", tmp_path / "both.pdf"
    run(command, str(sample), "-o", str(one), "--warband", "RUST")
    run(command, str(sample), "-o", str(both), "--warband", "rust", "--warband", "vigil")
    # The reference names nobody: what only the other warband uses is missing.
    assert len(text_of(one)) < len(text_of(both))
    if command != "reference":
        assert "Anselm" not in text_of(one)
        assert "Anselm" in text_of(both)


@pytest.mark.parametrize("command", MAY_BE_BLANK)
def test_blank_paper_names_nobody(run: Run, sample: Path, tmp_path: Path, command: str) -> None:
    target = tmp_path / "x.pdf"
    status, _, err = run(command, str(sample), "-o", str(target), "--blank")
    assert (status, err) == (0, "")
    text = text_of(target)
    assert "Anselm" not in text
    assert "Rust & Ruin" not in text


@pytest.mark.parametrize(
    ("option", "word"),
    [
        ("--no-footnotes", "Captain’s training"),
        ("--no-fallen", "Katrin Moor"),
        ("--no-news", "new since"),
    ],
)
def test_a_sheet_leaves_out_what_is_not_wanted(
    run: Run, sample: Path, tmp_path: Path, option: str, word: str
) -> None:
    usual, without = tmp_path / "usual.pdf", tmp_path / "without.pdf"
    run("sheet", str(sample), "-o", str(usual))
    run("sheet", str(sample), "-o", str(without), option)
    assert word in text_of(usual)
    assert word not in text_of(without)


@pytest.mark.parametrize("option", ["--attack-notes", "--rules"])
def test_a_sheet_says_more_where_it_is_wanted(
    run: Run, sample: Path, tmp_path: Path, option: str
) -> None:
    usual, more = tmp_path / "usual.pdf", tmp_path / "more.pdf"
    run("sheet", str(sample), "-o", str(usual))
    run("sheet", str(sample), "-o", str(more), option)
    assert len(text_of(more)) > len(text_of(usual)) + 100


def test_cards_without_backs_take_half_the_paper(run: Run, sample: Path, tmp_path: Path) -> None:
    both, fronts = tmp_path / "both.pdf", tmp_path / "fronts.pdf"
    run("cards", str(sample), "-o", str(both))
    run("cards", str(sample), "-o", str(fronts), "--no-backs")
    assert len(pypdf.PdfReader(fronts).pages) * 2 == len(pypdf.PdfReader(both).pages)


@pytest.mark.parametrize("command", FOR_WARBANDS)
def test_a_warband_that_is_not_there_is_refused(
    run: Run, sample: Path, tmp_path: Path, command: str
) -> None:
    target = tmp_path / "x.pdf"
    status, out, err = run(command, str(sample), "-o", str(target), "--warband", "zzz")
    assert (status, out) == (1, "")
    assert err == "No warband is called that; there are The Ashen Vigil, Rust & Ruin.\n"
    assert not target.exists()


def test_blank_paper_is_for_no_warband(run: Run, sample: Path, tmp_path: Path) -> None:
    arguments = ("form", str(sample), "-o", str(tmp_path / "x.pdf"), "--blank", "--warband", "rust")
    assert run(*arguments) == (
        1,
        "",
        "Blank paper is for nobody: leave out --blank or --warband.\n",
    )


def test_the_campaign_is_never_written_over(run: Run, sample: Path) -> None:
    before = sample.read_bytes()
    status, out, err = run("sheet", str(sample), "-o", str(sample))
    assert (status, out) == (1, "")
    assert err == "“sample.mordcry” is there already and is no PDF; it was left as it is.\n"
    assert sample.read_bytes() == before


@pytest.mark.parametrize("command", EVERY)
def test_a_file_that_is_no_campaign_is_a_sentence(run: Run, tmp_path: Path, command: str) -> None:
    file = tmp_path / "notes.mordcry"
    file.write_text("shopping list")
    status, out, err = run(command, str(file), "-o", str(tmp_path / "x.pdf"))
    assert (status, out) == (1, "")
    assert err == "“notes.mordcry” is not a Mordcry campaign. The file was not changed.\n"
    assert not (tmp_path / "x.pdf").exists()


def test_a_place_that_cannot_be_written_is_a_sentence(
    run: Run, sample: Path, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    status, _, err = run("form", str(sample), "-o", str(blocked / "x.pdf"), "--blank")
    assert status == 1
    assert err.startswith("“x.pdf” cannot be written there: ")
    assert err.count("\n") == 1


def test_a_number_of_lines_out_of_range_is_refused(run: Run, sample: Path, tmp_path: Path) -> None:
    status, _, err = run("sheet", str(sample), "-o", str(tmp_path / "x.pdf"), "--note-lines", "400")
    assert status == 2
    assert "--note-lines" in err
    assert not (tmp_path / "x.pdf").exists()


def test_a_terminal_sees_how_far_the_booklet_is(
    run: Run, sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    target = tmp_path / "x.pdf"
    status, out, err = run("booklet", str(sample), "-o", str(target))
    assert (status, out) == (0, f"Wrote {target}\n")
    assert "Chronicle booklet" in err
    assert "100%" in err


def test_every_option_of_a_kind_is_one_of_its_command() -> None:
    from inspect import signature

    from mordcry_app.sheets.kinds import KINDS

    commands = {
        "roster": commands_paper.sheet,
        "cards": commands_paper.cards,
        "battle": commands_paper.battle_sheet,
        "form": commands_paper.form,
        "reference": commands_paper.reference,
        "booklet": commands_paper.booklet,
    }
    other_names = {"write_in_fighters": "empty_blocks", "write_in_notes": "note_lines"}
    for kind in KINDS:
        known = set(signature(commands[kind.id]).parameters)
        assert {other_names.get(name, name) for name in kind.options} <= known
        assert ("warband" in known) is kind.for_warbands
        assert ("blank" in known) is kind.may_be_blank
