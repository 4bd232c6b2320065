"""The command line, run as a player would, on real files."""

import json
import sys
from pathlib import Path

import pypdf
import pytest

from mordcry_app import cli


@pytest.fixture
def run(monkeypatch, capsys):
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
def sample_file(tmp_path_factory) -> bytes:
    """The sample campaign’s bytes, made once a worker."""
    from mordcry_app.services.samples import create_sample

    path = tmp_path_factory.mktemp("sample") / "sample.mordcry"
    create_sample(path).close()
    return path.read_bytes()


@pytest.fixture
def sample(tmp_path: Path, sample_file: bytes) -> Path:
    """A sample campaign of the test’s own."""
    path = tmp_path / "The Drowned Quarter.mordcry"
    path.write_bytes(sample_file)
    return path


def test_new_founds_a_campaign_with_the_names_given(run, tmp_path):
    file = tmp_path / "ours.mordcry"
    status, out, err = run(
        *("new", str(file), "--name", "Fen War", "--player", "Ann", "--player", "Bo"),
        *("--warband", "The Herons", "--theme", "river_folk"),
    )
    assert (status, err) == (0, "")
    assert out.startswith("Fen War (Mordcry, before battle 1)")
    status, shown, _ = run("show", str(file), "--json")
    campaign = json.loads(shown)
    assert [w["player"] for w in campaign["warbands"]] == ["Ann", "Bo"]
    assert campaign["warbands"][0]["name"] == "The Herons"
    assert [len(w["fighters"]) for w in campaign["warbands"]] == [10, 10]
    names = [f["name"] for w in campaign["warbands"] for f in w["fighters"]]
    assert len(set(names)) == 20
    assert all(names)


def test_new_refuses_a_file_that_is_there(run, tmp_path):
    file = tmp_path / "there.mordcry"
    file.write_text("mine")
    status, out, err = run("new", str(file))
    assert (status, out) == (1, "")
    assert err == "There is already a file “there.mordcry” in that folder.\n"
    assert file.read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--theme", "pirates"), "There is no theme “pirates”"),
        (("--ruleset", "chess"), "There is no ruleset “chess”"),
        (("--style", "cheating"), "Warbands cannot be created like that"),
    ],
)
def test_new_refuses_what_does_not_exist(run, tmp_path, arguments, sentence):
    status, _, err = run("new", str(tmp_path / "x.mordcry"), *arguments)
    assert status == 1
    assert err.startswith(sentence)
    assert list(tmp_path.iterdir()) == []


def test_show_explains_every_changed_value(run, sample):
    status, out, _ = run("show", str(sample), "--fighter", "ilse")
    assert status == 0
    assert "Sister Ilse Varr, Captain" in out
    assert "DS 6: Base 3, Captain’s training +1, Chainmail or Half Plate +2" in out
    assert "Brother Anselm" not in out


def test_show_as_json_gives_parts_that_add_up(run, sample):
    _, out, _ = run("show", str(sample), "--json")
    for warband in json.loads(out)["warbands"]:
        for fighter in warband["fighters"] + warband["fallen"]:
            for value in fighter["values"].values():
                assert sum(part["amount"] for part in value["parts"]) == value["total"]


def test_table_lists_rows_with_their_chances(run):
    status, out, _ = run("table", "injury")
    assert status == 0
    assert len(out.splitlines()) == 14
    assert "11–15  Dead" in out
    assert "[5 in 36 · 13.9 %]" in out


def test_table_finds_the_row_of_a_roll(run):
    _, out, _ = run("table", "injury", "--roll", "66")
    assert len(out.splitlines()) == 2
    assert "[1 in 36 · 2.8 %]" in out


def test_table_refuses_a_roll_that_cannot_be(run):
    assert run("table", "injury", "--roll", "47") == (
        1,
        "",
        "47 cannot be rolled with D66.\n",
    )


def test_table_names_the_tables_there_are(run):
    status, _, err = run("table", "weather")
    assert status == 1
    assert "injury" in err


def test_sheet_writes_the_warbands_that_were_asked_for(run, sample, tmp_path):
    target = tmp_path / "out" / "rust.pdf"
    status, out, _ = run(
        "sheet", str(sample), "-o", str(target), "--warband", "rust", "--paper", "letter"
    )
    assert (status, out) == (0, f"Wrote {target}\n")
    pdf = pypdf.PdfReader(target)
    text = pdf.pages[0].extract_text()
    assert "Ruta the Red" in text
    assert "Ilse" not in text
    assert [round(float(x)) for x in pdf.pages[0].mediabox[2:]] == [612, 792]


def test_sheet_refuses_a_warband_that_is_not_there(run, sample, tmp_path):
    status, _, err = run("sheet", str(sample), "-o", str(tmp_path / "x.pdf"), "--warband", "zzz")
    assert status == 1
    assert err == ("No warband is called that; there are The Ashen Vigil, Rust & Ruin.\n")


def test_undo_takes_back_and_history_says_so(run, sample):
    before = json.loads(run("show", str(sample), "--json")[1])
    assert run("undo", str(sample))[1] == "Undone: Finished the aftermath of battle 3\n"
    after = json.loads(run("show", str(sample), "--json")[1])
    assert after != before
    first = run("history", str(sample))[1].splitlines()[0]
    assert first.endswith("Finished the aftermath of battle 3 (undone)")


def test_check_calls_a_sound_file_sound(run, sample):
    assert run("check", str(sample)) == (0, "The Drowned Quarter.mordcry is sound.\n", "")


def test_check_names_what_is_wrong(run, tmp_path):
    file = tmp_path / "notes.mordcry"
    file.write_text("shopping list")
    status, out, _ = run("check", str(file))
    assert status == 1
    assert out == "“notes.mordcry” is not a Mordcry campaign. The file was not changed.\n"


def test_without_a_display_the_window_is_refused_in_a_sentence(run, monkeypatch, sample):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    status, out, err = run(str(sample))
    assert (status, out) == (3, "")
    assert err.startswith("There is no display to show a window on.")


def test_a_missing_file_is_a_sentence(run, tmp_path):
    status, out, err = run("show", str(tmp_path / "gone.mordcry"))
    assert (status, out) == (1, "")
    assert err == "There is no file “gone.mordcry” there any more.\n"


@pytest.mark.parametrize(
    ("argument", "is_file"),
    [
        ("ours.mordcry", True),
        ("./show", True),
        ("/tmp/anything", True),
        ("show", False),
        ("--help", False),
        ("nosuch", False),
    ],
)
def test_what_is_a_file_and_what_a_command(argument, is_file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.is_file(argument) == is_file


def test_a_file_without_a_suffix_is_a_file_where_it_exists(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "campaign").write_text("")
    assert cli.is_file("campaign")


def test_the_version_is_said(run):
    status, out, _ = run("--version")
    assert status == 0
    assert out.startswith("mordcry ")


def test_a_command_that_does_not_exist_is_named(run):
    status, _, err = run("nosuch")
    assert status == 2
    assert "nosuch" in err


def test_simulate_says_what_becomes_of_the_warbands(run, sample):
    before = sample.read_bytes()
    arguments = ("simulate", str(sample), "--battles", "2", "--seed", "7", "--rule", "healer=again")
    status, out, err = run(*arguments)
    assert (status, err) == (0, "")
    assert out.startswith("The Drowned Quarter (Mordcry): 2 battles simulated with the seed 7\n")
    assert "House rule " in out
    assert "The Ashen Vigil" in out
    headings = next(line for line in out.splitlines() if "standing" in line).split()
    assert headings[:7] == ["after", "standing", "won", "deaths", "retired", "joined", "advances"]
    rows = [line.split() for line in out.splitlines() if line.startswith(("   start", "battle "))]
    assert [row[:2] for row in rows if row[0] == "battle"] == [["battle", "4"], ["battle", "5"]] * 2
    assert "Lasting injuries: " in out
    assert run(*arguments) == (0, out, "")
    assert sample.read_bytes() == before


def test_a_long_simulation_shows_every_tenth_battle():
    from mordcry_app.commands_playing import _standing_rows
    from mordcry_app.services.simulating_views import StandingView, WarbandRunView

    standings = tuple(StandingView(n, 9, 0, 0, 0, 0, 0, (5,)) for n in range(26))
    rows = list(_standing_rows(WarbandRunView("Vigil", standings)))
    assert [row[0] for row in rows] == ["start", "battle 10", "battle 20", "battle 25"]
    assert rows[1][1:] == ("9", "0", "0", "0", "0", "0", "5")


def test_simulate_as_json_and_kept(run, sample, tmp_path):
    kept = tmp_path / "kept"
    status, out, _ = run(
        *("simulate", str(sample), "--battles", "1", "--seed", "x", "--json", "-o", str(kept))
    )
    assert status == 0
    view = json.loads(out)
    assert (view["battles"], view["seed"]) == (1, "x")
    assert [len(warband["standings"]) for warband in view["warbands"]] == [2, 2]
    assert run("check", str(tmp_path / "kept.mordcry"))[0] == 0
    status, _, err = run("simulate", str(sample), "--battles", "1", "-o", str(kept))
    assert (status, err) == (1, "There is already a file “kept.mordcry” in that folder.\n")


def test_simulate_refuses_in_a_sentence(run, sample):
    assert run("simulate", str(sample), "--rule", "healer=maybe")[0] == 1
    assert run("simulate", str(sample), "--battles", "0") == (
        1,
        "",
        "A simulation has 1 to 10,000 battles.\n",
    )


def test_an_aftermath_is_taken_from_a_file(run, sample, tmp_path):
    before = sample.read_bytes()
    status, template, _ = run("aftermath", str(sample), "--template")
    assert status == 0
    answers = tmp_path / "answers.toml"
    answers.write_text(template.replace('otherwise = "stop"', 'otherwise = "first"'), "utf-8")
    given = ("aftermath", str(sample), "--answers", str(answers), "--seed", "3")
    status, dry, err = run(*given)
    assert (status, err) == (0, "")
    assert dry.startswith("Aftermath of battle 4 (the battle is recorded first)\n")
    assert "rolled by the program with the seed 3" in dry
    assert " → " in dry
    assert dry.endswith("Nothing was written; --commit writes it.\n")
    assert sample.read_bytes() == before
    status, wet, _ = run(*given, "--commit")
    assert status == 0
    assert wet.splitlines()[:-1] == dry.splitlines()[:-1]
    assert wet.endswith("\nFinished the aftermath of battle 4\n")
    assert run("check", str(sample))[0] == 0
    assert "after battle 4" in run("show", str(sample))[1]


def test_what_an_aftermath_still_asks_is_listed(run, sample, tmp_path):
    answers = tmp_path / "answers.toml"
    answers.write_text(run("aftermath", str(sample), "--template")[1], "utf-8")
    status, out, _ = run("aftermath", str(sample), "--answers", str(answers))
    assert status == 0
    assert "\nStill open:\n" in out
    assert '# "income/1/roll" = "roll"' in out
    before = sample.read_bytes()
    status, _, err = run("aftermath", str(sample), "--answers", str(answers), "--commit")
    assert status == 1
    assert "still open" in err
    assert sample.read_bytes() == before


def test_an_aftermath_needs_answers_or_a_template(run, sample):
    sentence = "Give either --answers with a file, or --template.\n"
    assert run("aftermath", str(sample)) == (1, "", sentence)
    assert run("aftermath", str(sample), "--template", "--answers", "x")[2] == sentence
