"""The program finds its own files in a checkout and in a wheel, and the player's anywhere."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mordcry_app import paths

ROOT = Path(__file__).resolve().parents[1]


def test_in_a_checkout_the_folders_stand_beside_the_package() -> None:
    assert paths.resources_folder() == ROOT / "resources"
    assert paths.database_folder() == ROOT / "db"
    assert (paths.resources_folder() / "fonts").is_dir()


def ask_installed(site: Path) -> subprocess.CompletedProcess[str]:
    """Ask a copy of the package in *site* where its resources are."""
    shutil.copy(ROOT / "mordcry_app" / "__init__.py", site / "mordcry_app")
    shutil.copy(ROOT / "mordcry_app" / "paths.py", site / "mordcry_app")
    question = "from mordcry_app import paths; print(paths.resources_folder())"
    return subprocess.run(
        [sys.executable, "-S", "-c", question],
        cwd=site,
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_installed_package_carries_its_folders(tmp_path: Path) -> None:
    carried = tmp_path / "mordcry_app" / "_data" / "resources"
    carried.mkdir(parents=True)
    (tmp_path / "resources").mkdir()  # another package's: there is no project file beside it

    assert ask_installed(tmp_path).stdout.strip() == str(carried)


def test_a_broken_installation_is_named(tmp_path: Path) -> None:
    (tmp_path / "mordcry_app").mkdir()

    answer = ask_installed(tmp_path)

    assert answer.returncode == 1
    assert "FileNotFoundError: the program's folder “resources” is missing" in answer.stderr


@pytest.mark.parametrize("kind", ["data", "state", "config"])
def test_tests_and_sticks_have_a_home_of_their_own(kind: str, mordcry_home: Path) -> None:
    folder = getattr(paths, f"{kind}_folder")()

    assert folder == mordcry_home / kind
    assert folder.is_dir()


def test_without_a_home_of_its_own_the_system_decides(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(paths.HOME_VARIABLE)
    monkeypatch.setattr(
        "platformdirs.PlatformDirs.user_data_path", property(lambda self: tmp_path / self.appname)
    )

    assert paths.data_folder() == tmp_path / "mordcry"
    assert paths.data_folder().is_dir()


def test_asking_for_paths_loads_nothing_heavy() -> None:
    question = "import sys; from mordcry_app import paths; print(*sys.modules)"

    loaded = subprocess.run(
        [sys.executable, "-c", question], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()

    assert "mordcry_app.paths" in loaded
    assert {"platformdirs", "PySide6", "sqlmodel", "pydantic"}.isdisjoint(loaded)
