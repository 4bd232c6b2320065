"""The start script decides rightly, and says what is wrong in a sentence."""

from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "packaging" / "start.py"


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mordcry_start", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look themselves up there
    spec.loader.exec_module(module)
    return module


start = load()


def refuse_to_run(*_: object, **__: object) -> None:
    raise AssertionError("nothing may be started here")


# ------------------------------------------------------------------------ what is to be run


def test_without_a_display_the_sample_is_played_and_said_in_one_sentence() -> None:
    plan = start.plan([], {"HOME": "/home/mira"}, "linux")

    assert plan.command == ("mordcry", "demo", "--out", "mordcry-demo")
    assert plan.notice.startswith("There is no display")
    assert plan.notice.count(".") == 1
    assert plan.environment["QT_QPA_PLATFORM"] == "offscreen"
    assert plan.display == ""
    assert plan.folder is None, "the demonstration goes where the player stands"


@pytest.mark.parametrize(
    ("environment", "display"),
    [
        ({"DISPLAY": ":0"}, "x"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "wayland"),
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, "x"),
        ({"QT_QPA_PLATFORM": "xcb"}, "x"),
        ({"QT_QPA_PLATFORM": "wayland;xcb"}, "wayland"),
        ({"QT_QPA_PLATFORM": "vnc:size=1280x800"}, ""),
    ],
)
def test_with_a_display_or_a_platform_of_ones_own_the_window_opens(
    environment: dict[str, str], display: str
) -> None:
    plan = start.plan([], environment, "linux")

    assert plan.command == ("mordcry",)
    assert plan.notice == ""
    assert plan.display == display
    assert plan.environment.get("QT_QPA_PLATFORM") == environment.get("QT_QPA_PLATFORM")


def test_an_empty_display_variable_is_no_display() -> None:
    assert start.plan([], {"DISPLAY": ""}, "linux").notice


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_windows_and_macos_have_a_display_and_need_no_libraries(platform: str) -> None:
    plan = start.plan([], {}, platform)

    assert plan.command == ("mordcry",)
    assert start.missing_libraries(plan.display, platform, lambda _: False) == {}


def test_other_arguments_pass_through_untouched() -> None:
    arguments = ["show", "The Drowned Quarter.mordcry", "--json"]

    plan = start.plan(arguments, {}, "linux")

    assert plan.command == ("mordcry", *arguments)
    assert plan.notice == ""
    assert "QT_QPA_PLATFORM" not in plan.environment


def test_a_demonstration_asked_for_needs_no_display() -> None:
    plan = start.plan(["demo", "--out", "elsewhere"], {}, "linux")

    assert plan.command == ("mordcry", "demo", "--out", "elsewhere")
    assert plan.environment["QT_QPA_PLATFORM"] == "offscreen"


def test_tests_run_offscreen_in_the_checkout_with_the_tools() -> None:
    environment = {"DISPLAY": ":0", "LC_ALL": "de_DE", "QT_QPA_PLATFORM": "xcb"}

    plan = start.plan(["test", "-k", "dice"], environment, "linux")

    assert plan.command == ("pytest", "-k", "dice")
    assert plan.environment["QT_QPA_PLATFORM"] == "offscreen"
    assert plan.environment["LC_ALL"] == "C.UTF-8"
    assert plan.folder == ROOT
    assert plan.developing
    assert plan.display == ""


def test_the_program_runs_compiled_and_in_its_own_environment() -> None:
    environment = {
        "PYTHONDONTWRITEBYTECODE": "1",
        "VIRTUAL_ENV": "/elsewhere",
        "HOME": "/home/mira",
    }

    plan = start.plan(["show"], environment, "linux")

    assert plan.environment == {"HOME": "/home/mira", "UV_COMPILE_BYTECODE": "1"}
    assert not plan.developing


# ------------------------------------------------------------------------ shared libraries


def test_missing_libraries_are_found_by_trying_to_load_them() -> None:
    def loads(library: str) -> bool:
        return library not in ("libEGL.so.1", "libxcb-cursor.so.0")

    assert start.missing_libraries("", "linux", loads) == {"libEGL.so.1": "libegl1"}
    assert start.missing_libraries("x", "linux", loads) == {
        "libEGL.so.1": "libegl1",
        "libxcb-cursor.so.0": "libxcb-cursor0",
    }


def test_a_library_that_is_not_there_does_not_load() -> None:
    assert not start.can_load("libno-such-thing.so.9")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux needs libraries")
def test_nothing_that_qt_paints_with_is_missing_where_these_tests_run() -> None:
    assert start.missing_libraries("", sys.platform) == {}


def test_the_command_is_one_line_without_repeats() -> None:
    packages = ["libglib2.0-0", "libegl1", "libglib2.0-0"]

    assert start.apt_command(packages, is_root=False) == (
        "sudo apt-get update && "
        "sudo apt-get install -y --no-install-recommends libegl1 libglib2.0-0"
    )
    assert "sudo" not in start.apt_command(packages, is_root=True)


def test_who_is_not_root_is_told_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start.shutil, "which", lambda *_, **__: "/usr/bin/apt-get")
    monkeypatch.setattr(start.os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setattr(start, "missing_libraries", lambda *_: {"libEGL.so.1": "libegl1"})
    monkeypatch.setattr(start.subprocess, "run", refuse_to_run)

    with pytest.raises(start.SetUpError) as refusal:
        start.provide_libraries("x")

    assert "libEGL.so.1" in str(refusal.value)
    assert "sudo apt-get install -y --no-install-recommends libegl1" in str(refusal.value)


def test_root_installs_what_is_missing_and_checks_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter([{"libEGL.so.1": "libegl1"}, {}])
    commands: list[list[str]] = []

    def run(command: list[str], **_: object) -> SimpleNamespace:
        commands.append(command)
        return SimpleNamespace(returncode=0, stdout="", stderr="")

    monkeypatch.setattr(start.shutil, "which", lambda *_, **__: "/usr/bin/apt-get")
    monkeypatch.setattr(start.os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(start, "missing_libraries", lambda *_: next(answers))
    monkeypatch.setattr(start.subprocess, "run", run)

    start.provide_libraries("")

    assert commands == [["/bin/sh", "-c", start.apt_command(["libegl1"], is_root=True)]]
    assert next(answers, "asked twice") == "asked twice"
    assert "libegl1" in capsys.readouterr().err


def test_a_failed_installation_gives_the_last_word_of_apt(monkeypatch: pytest.MonkeyPatch) -> None:
    said = SimpleNamespace(returncode=100, stdout="", stderr="Err:1\nE: Unable to fetch archives\n")
    monkeypatch.setattr(start.shutil, "which", lambda *_, **__: "/usr/bin/apt-get")
    monkeypatch.setattr(start.os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(start.subprocess, "run", lambda *_, **__: said)

    with pytest.raises(start.SetUpError, match="Unable to fetch archives"):
        start.provide_packages(["libegl1"], "What Qt paints with is")


def test_a_linux_without_apt_is_told_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start.shutil, "which", lambda *_, **__: None)

    with pytest.raises(start.SetUpError, match=r"package manager \(Debian .* libegl1\)"):
        start.provide_packages(["libegl1"], "What Qt paints with (libEGL.so.1) is")


# ------------------------------------------------------------------------ uv


def fake_uv(folder: Path, version: str) -> Path:
    uv = folder / "uv"
    uv.parent.mkdir(parents=True, exist_ok=True)
    uv.write_text(f"#!/bin/sh\necho 'uv {version} (x86_64)'\n")
    uv.chmod(0o755)
    return uv


posix_only = pytest.mark.skipif(os.name != "posix", reason="stands in for uv with a shell script")


@posix_only
def test_the_users_own_uv_is_preferred(tmp_path: Path) -> None:
    theirs = fake_uv(tmp_path / "theirs", "0.9.4")
    fake_uv(tmp_path / "cache" / "mordcry" / "tools" / "bin", "0.9.9")
    environment = {"PATH": str(theirs.parent), "XDG_CACHE_HOME": str(tmp_path / "cache")}

    assert start.find_uv(environment, "linux") == theirs


@posix_only
def test_a_uv_that_is_too_old_gives_way_to_ours(tmp_path: Path) -> None:
    theirs = fake_uv(tmp_path / "theirs", "0.4.30")
    ours = fake_uv(tmp_path / "cache" / "mordcry" / "tools" / "bin", "0.10.1")
    environment = {"PATH": str(theirs.parent), "XDG_CACHE_HOME": str(tmp_path / "cache")}

    assert start.find_uv(environment, "linux") == ours


def test_no_uv_at_all_is_noticed(tmp_path: Path) -> None:
    environment = {"PATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}

    assert start.find_uv(environment, "linux") is None


@posix_only
def test_a_broken_uv_is_no_uv(tmp_path: Path) -> None:
    broken = fake_uv(tmp_path, "0.9.0")
    broken.write_text("#!/bin/sh\nexit 3\n")

    assert start.uv_version(broken) is None
    assert start.uv_version(tmp_path / "missing") is None


def test_each_system_has_its_cache_folder(tmp_path: Path) -> None:
    local = {"LOCALAPPDATA": str(tmp_path)}

    assert start.private_uv(local, "win32") == tmp_path / "mordcry/Cache/tools/Scripts/uv.exe"
    assert start.cache_folder({}, "darwin") == Path.home() / "Library" / "Caches" / "mordcry"
    assert start.cache_folder({}, "linux") == Path.home() / ".cache" / "mordcry"


def test_an_unreachable_index_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter([(0, ""), (1, "noise\nERROR: No matching distribution found for uv")])

    def run(*_: object, **__: object) -> SimpleNamespace:
        status, words = next(answers)
        return SimpleNamespace(returncode=status, stdout="", stderr=words)

    monkeypatch.setattr(start.subprocess, "run", run)

    with pytest.raises(start.SetUpError, match="connected to the internet"):
        start.install_uv({"XDG_CACHE_HOME": str(tmp_path)}, "linux")
    assert "uv" in capsys.readouterr().err


# ------------------------------------------------------------------------ Python and failures


def test_the_running_python_is_used_for_a_new_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "ROOT", tmp_path)
    monkeypatch.setattr(start.subprocess, "run", refuse_to_run)

    assert start.provide_python(Path("uv"), {}) == ["--python", sys.executable]


def test_an_environment_that_exists_keeps_its_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "pyvenv.cfg").touch()
    monkeypatch.setattr(start, "ROOT", tmp_path)

    assert start.provide_python(Path("uv"), {}) == []


def test_an_old_python_without_another_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "ROOT", tmp_path)
    monkeypatch.setattr(start.sys, "version_info", (3, 8, 10))
    monkeypatch.setattr(start.subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=2))

    with pytest.raises(start.SetUpError, match=r"needs Python 3\.11 or newer; this one is 3\.8"):
        start.provide_python(Path("uv"), {})


def test_the_script_can_be_read_by_an_old_python() -> None:
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 8))


@pytest.mark.parametrize(
    ("spoken", "sentence"),
    [
        ("  cause: error sending request for url\n  cause: dns error: …", "internet"),
        ("Network connectivity is disabled, but the cache is empty", "internet"),
        ("The lockfile at `uv.lock` needs to be updated, but `--locked` was provided", "uv.lock"),
        ("error: failed to write: No space left on device (os error 28)", "disk is full"),
        ("error: something new", "own words"),
    ],
)
def test_a_failed_set_up_is_explained(spoken: str, sentence: str) -> None:
    assert sentence in start.explain_failure(spoken)


@posix_only
def test_a_failed_set_up_ends_with_a_sentence_and_no_traceback(tmp_path: Path) -> None:
    """The script itself, started as a player starts it, with a uv that cannot fetch anything."""
    uv = fake_uv(tmp_path, "0.99.0")
    uv.write_text(
        "#!/bin/sh\n"
        'if [ "$1" = --version ]; then echo "uv 0.99.0"; exit 0; fi\n'
        'echo "Resolved 50 packages in 2ms" >&2\n'
        'echo "error: Failed to fetch: dns error" >&2\n'
        "exit 2\n"
    )
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}

    done = subprocess.run(
        [sys.executable, str(SCRIPT), "show"],
        env={**environment, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert "connected to the internet" in done.stderr.splitlines()[-1]
    assert "Resolved" not in done.stderr


@posix_only
def test_the_status_of_the_program_is_handed_on(tmp_path: Path) -> None:
    uv = fake_uv(tmp_path, "0.99.0")
    uv.write_text(
        "#!/bin/sh\n"
        'if [ "$1" = --version ]; then echo "uv 0.99.0"; exit 0; fi\n'
        'if [ "$1" = run ]; then shift 5; echo "ran: $*"; exit 7; fi\n'
    )
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}

    done = subprocess.run(
        [sys.executable, str(SCRIPT), "history", "a b.mordcry"],
        env={**environment, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout) == (7, "ran: mordcry history a b.mordcry\n")
