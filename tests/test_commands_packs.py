"""Packs on the command line, as a player would run it, on real files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mordcry_app import cli
from mordcry_app.services.campaign_file import open_campaign
from mordcry_app.services.house_content import save_data
from tests.services.worlds import fingerprint, found

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the program with arguments; return exit status, output and errors."""

    def go(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["mordcry", *map(str, arguments)])
        try:
            cli.main()
            status = 0
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 0
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return go


def test_a_pack_goes_from_one_campaign_to_another(run: Run, tmp_path: Path) -> None:
    first, second, pack = tmp_path / "a.mordcry", tmp_path / "b.mordcry", tmp_path / "crows.toml"
    with found(first) as file:
        save_data(file, "item", "crow_banner", {"name": "Crow Banner", "price": 40})
    with found(second) as file:
        save_data(file, "item", "crow_banner", {"name": "My Banner", "price": 40})
        save_data(file, "item", "nest", {"name": "Nest"})
    status, out, err = run("pack", "export", first, "-o", pack, "--name", "Crows", "--by", "Mira")
    assert (status, out, err) == (0, f"Wrote {pack}\n", "")

    before = fingerprint(second)
    status, out, err = run("pack", "import", second, pack)
    assert (status, err) == (0, "")
    assert out.startswith("Crows by Mira (content version ")
    assert "You have your own of these: 1\n  Crow Banner (item)\n" in out
    assert "    Name: My Banner → Crow Banner\n" in out
    assert out.endswith("Nothing was changed; say --yes to import it.\n")
    assert fingerprint(second) == before

    status, out, err = run("pack", "import", second, pack, "--yes")
    assert (status, err) == (1, "Nothing was changed: all of this pack is here already.\n")
    status, out, err = run("pack", "import", second, pack, "--yes", "--theirs")
    assert (status, err) == (0, "")
    assert out.endswith("House content: imported the pack “Crows”\n")
    with open_campaign(second) as file:
        assert file.ruleset.content.items["crow_banner"].name == "Crow Banner"
        assert "nest" in file.ruleset.content.items


def test_nothing_to_export_and_a_bad_pack_are_sentences(run: Run, tmp_path: Path) -> None:
    path, pack = tmp_path / "a.mordcry", tmp_path / "bad.toml"
    found(path).close()
    status, _, err = run("pack", "export", path, "-o", pack)
    assert (status, err) == (1, "There is no house content to export yet.\n")
    pack.write_text("x = ", encoding="utf-8")
    before = fingerprint(path)
    status, _, err = run("pack", "import", path, pack, "--yes")
    assert status == 1
    assert err.startswith("The pack cannot be used. bad.toml: not valid TOML: ")
    assert fingerprint(path) == before
