"""`mordcry odds`, run as a player would."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

import pytest

from mordcry_app import cli
from mordcry_app.rules.odds.attack import attack_odds
from mordcry_app.rules.odds.numbers import AttackNumbers

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `mordcry odds` with options in one text; return exit status, output and errors."""

    def go(options: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["mordcry", "odds", *options.split()])
        try:
            cli.main()
            status = 0
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 0
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return go


BASIC = "--attacks 3 --to-hit 3 --to-wound 4 --damage 2 --wounds 3"


def test_json_holds_the_exact_odds(run: Run) -> None:
    saves = "--save 6 --shield 5 --reaction 5 --held stunned,arm-injury"
    status, out, err = run(f"{BASIC} {saves} --json")
    assert (status, err) == (0, "")
    odds = attack_odds(
        AttackNumbers(
            dice=3,
            hit_need=3,
            wound_need=4,
            damage="2",
            wounds_left=3,
            armour=6,
            shield=5,
            reaction=5,
            held=frozenset({"stunned", "arm_injury"}),
        )
    )
    assert json.loads(out) == {
        "damage": {str(damage): chance for damage, chance in odds.damage.items()},
        "p_out": odds.p_out,
        "mean_damage": odds.mean_damage,
        "p_any_critical": odds.p_any_critical,
    }


def test_one_die_by_hand(run: Run) -> None:
    """A hit on 4+, two wound dice on a 6, sixes to wound, which are not critical then."""
    _, out, _ = run("--attacks 1 --to-hit 4 --to-wound 6 --damage d3 --wounds 9 --json")
    odds = json.loads(out)
    none = 1 / 2 + 1 / 3 * 5 / 6 + 1 / 6 * 25 / 36
    assert odds["damage"]["0"] == pytest.approx(none, abs=1e-12)
    assert odds["p_any_critical"] == 0
    assert max(map(int, odds["damage"])) == 6


@pytest.mark.parametrize(
    ("given", "same_as"),
    [
        ("--ws 4 --target-ws 3 --os 3 --ds 4", "--to-hit 3 --to-wound 5"),
        ("--ws 1 --target-ws 2 --os 5 --ds 8", "--to-hit 6 --to-wound impossible"),
        ("--bs 3 --os 3 --ds 3", "--to-hit 4 --to-wound 4"),
        ("--bs 7 --to-wound 4+", "--to-hit 2+/5+ --to-wound 4"),
        ("--bs 7 --to-wound 4", "--to-hit 2 --second 5 --to-wound 4"),
        ("--to-hit 3 --to-wound 4 --armour 5", "--to-hit 3 --to-wound 4 --save 5+"),
        (
            "--to-hit 3 --to-wound 4 --held leg-injury --held stunned",
            "--to-hit 3 --to-wound 4 --held leg_injury,stunned",
        ),
    ],
)
def test_different_words_for_the_same_attack(run: Run, given: str, same_as: str) -> None:
    rest = "--attacks 3 --damage 2 --wounds 3 --json"
    status, out, _ = run(f"{given} {rest}")
    assert status == 0
    assert out == run(f"{same_as} {rest}")[1]


def test_what_cannot_wound_does_nothing(run: Run) -> None:
    _, out, _ = run("--attacks 3 --to-hit 3 --to-wound impossible --wounds 1 --json")
    nothing = {"damage": {"0": 1.0}, "p_out": 0, "mean_damage": 0, "p_any_critical": 0}
    assert json.loads(out) == nothing


def test_the_order_of_saves_matters(run: Run) -> None:
    saves = "--save 4 --shield 4 --json"
    armour_first = json.loads(run(f"{BASIC} {saves}")[1])
    shield_first = json.loads(run(f"{BASIC} {saves} --shield-first")[1])
    assert shield_first["p_out"] > armour_first["p_out"]


def test_plain_output_is_a_short_table(run: Run) -> None:
    status, out, err = run(f"{BASIC} --held stunned --save 6")
    assert (status, err) == (0, "")
    first, *lines = out.splitlines()
    assert first == "3 dice: hit on 3+, wound on 4+, damage 2, 3 wounds left, armour 6+"
    odds = json.loads(run(f"{BASIC} --held stunned --save 6 --json")[1])
    by_label = {line.rsplit("  ", 1)[0].strip(): line.split()[-2:] for line in lines if line}
    assert by_label["Out of action"] == [f"{odds['p_out'] * 100:.1f}", "%"]
    assert any(line.startswith("Leg injury") for line in lines)
    assert not any(line.startswith("Stunned") for line in lines)
    assert f"0             {odds['damage']['0'] * 100:.1f} %  100.0 %" in lines
    assert lines[-1].endswith("<0.1 %")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--to-wound 4", "Give one of --to-hit, --ws with --target-ws, or --bs."),
        ("--to-hit 3 --bs 3 --to-wound 4", "Give one of --to-hit, --ws with --target-ws, or --bs."),
        ("--ws 3 --to-wound 4", "--ws and --target-ws go together."),
        ("--bs 3 --second 4 --to-wound 4", "--second goes with --to-hit."),
        (
            "--to-hit 2/3 --second 4 --to-wound 4",
            "Give the second roll in --to-hit or in --second, not in both.",
        ),
        ("--to-hit 3", "Give either --to-wound, or --os with --ds."),
        ("--to-hit 3 --os 3", "--os and --ds go together."),
        ("--to-hit 3 --to-wound 4 --ds 3", "Give either --to-wound, or --os with --ds."),
        ("--to-hit 1 --to-wound 4", "--to-hit: “1” is not 2 to 6."),
        ("--to-hit 3 --to-wound seven", "--to-wound: “seven” is not 2 to 6."),
        ("--to-hit 3 --to-wound 4 --shield 0", "--shield: “0” is not 2 to 6."),
        ("--bs 99 --to-wound 4", "--bs: 99 is not between 0 and 20."),
        ("--to-hit 3 --to-wound 4 --damage 500", "--damage: 500 is not between 0 and 24."),
        ("--to-hit 3 --to-wound 4 --held dead", "There is no status “dead”; there are stunned, "),
        ("--to-hit 3 --to-wound 4 --damage lots", "--damage: “lots” is not dice; "),
    ],
)
def test_bad_values_are_one_sentence(run: Run, options: str, sentence: str) -> None:
    status, out, err = run(f"--attacks 2 --wounds 2 {options}")
    assert (status, out) == (1, "")
    assert err.startswith(sentence)
    assert err.count("\n") == 1


@pytest.mark.parametrize("numbers", ["--attacks 31 --wounds 1", "--attacks 1 --wounds 0"])
def test_numbers_have_their_limits(run: Run, numbers: str) -> None:
    status, _, err = run(f"{numbers} --to-hit 3 --to-wound 3")
    assert status == 1
    assert "is not between" in err


def test_help_names_the_options(run: Run) -> None:
    status, out, _ = run("--help")
    assert status == 0
    for option in ("--attacks", "--to-hit", "--target-ws", "--armour", "--held", "--json"):
        assert option in out
