"""Set Mordcry up on this machine and start it; only Python's standard library is needed.

    python3 packaging/start.py                  open the window
    python3 packaging/start.py FILE.mordcry     open the window on a campaign
    python3 packaging/start.py COMMAND …        any other command of mordcry, such as “demo”
    python3 packaging/start.py test [ARG …]     run the tests, with arguments for pytest

It finds uv or puts it into a private environment in the user's cache folder, installs what Qt
needs from Debian's packages where it may (and says which command does it where it may not), and
lets uv build the environment that ``uv.lock`` describes.  After the first time this takes a
fraction of a second and needs no network.  What can go wrong is said in a sentence.

The file is kept readable for Python 3.8, so that an old Python can say that it is too old.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Mapping, Sequence  # noqa: UP035 (Python 3.8)

ROOT = Path(__file__).resolve().parent.parent
OLDEST_PYTHON = (3, 11)
OLDEST_UV = (0, 5)

# Shared library → Debian package, for painting anywhere, even without a screen.
PAINTING_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libX11.so.6": "libx11-6",
}
# … and what a real window adds, on an X display and on a Wayland display.
X_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
WAYLAND_LIBRARIES = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}

NO_DISPLAY = (
    "There is no display on this machine, so no window can open: playing the sample campaign "
    "instead, with its sheets and pictures in the folder mordcry-demo."
)
# What uv says every time and nobody needs to read.
ROUTINE = ("Resolved ", "Audited ", "Checked ", "Bytecode compiled ", "Prepared ", " + ", " - ")
NETWORK_TROUBLE = re.compile(
    r"dns error|failed to fetch|error sending request|network|connection (refused|reset)"
    r"|timed? ?out|offline|tunnel|temporary failure in name resolution|no route to host",
    re.IGNORECASE,
)


class SetUpError(Exception):
    """The set-up cannot go on; the message tells the player why and what to do."""


@dataclass(frozen=True)
class Plan:
    """What is to be run, decided before anything is changed on the machine."""

    command: tuple[str, ...]
    """The program of the environment and its arguments."""
    notice: str
    """A sentence for the player beforehand, or nothing."""
    environment: dict[str, str]
    """The whole environment of the command."""
    display: str
    """What a window would open on, as display_of says."""
    developing: bool
    """Whether the tools of the tests are needed."""
    folder: Path | None
    """Where to run it; None is where the player stands."""


def plan(arguments: Sequence[str], environment: Mapping[str, str], platform: str) -> Plan:
    """Decide what these *arguments* mean on this *platform* (as in ``sys.platform``)."""
    child = {
        name: value
        for name, value in environment.items()
        # Uncompiled modules make every start slow; another environment only makes uv warn.
        if name not in ("PYTHONDONTWRITEBYTECODE", "VIRTUAL_ENV")
    }
    child["UV_COMPILE_BYTECODE"] = "1"
    display = display_of(environment, platform)

    if arguments and arguments[0] == "test":
        child["QT_QPA_PLATFORM"] = "offscreen"
        child["LC_ALL"] = "C.UTF-8"
        return Plan(("pytest", *arguments[1:]), "", child, "", True, ROOT)

    notice = ""
    screenless = display == "" and not environment.get("QT_QPA_PLATFORM")
    if not arguments and screenless:
        notice = NO_DISPLAY
        arguments = ("demo", "--out", "mordcry-demo")
    if screenless and arguments and arguments[0] == "demo":
        child["QT_QPA_PLATFORM"] = "offscreen"
    return Plan(("mordcry", *arguments), notice, child, display, False, None)


def display_of(environment: Mapping[str, str], platform: str) -> str:
    """Return what a window would open on: "native", "x", "wayland", or "" for nothing.

    Windows and macOS always have a display.  QT_QPA_PLATFORM overrules what there is.
    """
    if platform in ("win32", "cygwin", "darwin"):
        return "native"
    if forced := environment.get("QT_QPA_PLATFORM"):
        kind = forced.split(":")[0].split(";")[0]
        return "x" if kind == "xcb" else "wayland" if kind.startswith("wayland") else ""
    if environment.get("DISPLAY"):
        return "x"
    return "wayland" if environment.get("WAYLAND_DISPLAY") else ""


# ------------------------------------------------------------------------ shared libraries


def can_load(library: str) -> bool:
    """Tell whether the dynamic loader finds the shared *library*, just as it will for Qt."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing_libraries(
    display: str, platform: str, loads: Callable[[str], bool] = can_load
) -> dict[str, str]:
    """Return the shared libraries that Qt will miss, with the Debian package of each.

    Only Linux needs any: the wheels for Windows and macOS bring everything.
    """
    if not platform.startswith("linux"):
        return {}
    needed = dict(PAINTING_LIBRARIES)
    needed.update({"x": X_LIBRARIES, "wayland": WAYLAND_LIBRARIES}.get(display, {}))
    return {library: package for library, package in needed.items() if not loads(library)}


def apt_command(packages: Sequence[str], is_root: bool) -> str:
    """Return the one line that installs these Debian *packages*."""
    sudo = "" if is_root else "sudo "
    names = " ".join(sorted(set(packages)))
    return f"{sudo}apt-get update && {sudo}apt-get install -y --no-install-recommends {names}"


def provide_packages(packages: Sequence[str], what: str) -> None:
    """Install Debian *packages* when we are root; otherwise say how, in a SetUpError.

    *what* completes the sentence “… is missing”.
    """
    if not shutil.which("apt-get"):
        raise SetUpError(
            f"{what} missing. Please install it with your system's package manager "
            f"(Debian calls the packages {', '.join(sorted(set(packages)))}), then start again."
        )
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    command = apt_command(packages, is_root)
    if not is_root:
        raise SetUpError(
            f"{what} missing. This command installs it, then start again:\n  {command}"
        )
    say(f"Installing Debian packages: {' '.join(sorted(set(packages)))}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        ["/bin/sh", "-c", command], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise SetUpError(
            f"{what} missing and could not be installed ({' '.join(last)}). "
            f"This command shows the whole story:\n  {command}"
        )


def provide_libraries(display: str) -> None:
    """See to it that Qt can be loaded, or raise SetUpError with what to do."""
    missing = missing_libraries(display, sys.platform)
    if not missing:
        return
    names = ", ".join(sorted(missing))
    provide_packages(list(missing.values()), f"What Qt paints with ({names}) is")
    still = missing_libraries(display, sys.platform)
    if still:
        raise SetUpError(f"These shared libraries are still missing: {', '.join(sorted(still))}.")


# ------------------------------------------------------------------------ uv


def cache_folder(environment: Mapping[str, str], platform: str) -> Path:
    """Return the folder below the user's caches that belongs to Mordcry."""
    if platform == "win32":
        local = environment.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "mordcry" / "Cache"
    if platform == "darwin":
        return Path.home() / "Library" / "Caches" / "mordcry"
    caches = environment.get("XDG_CACHE_HOME")
    return (Path(caches) if caches else Path.home() / ".cache") / "mordcry"


def uv_version(uv: Path) -> tuple[int, ...] | None:
    """Return the version of this *uv*, or None when it is not a working uv."""
    try:
        words = subprocess.run(
            [str(uv), "--version"], capture_output=True, text=True, check=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    found = re.search(r"\b(\d+)\.(\d+)(?:\.(\d+))?", words)
    return tuple(int(number) for number in found.groups() if number) if found else None


def find_uv(environment: Mapping[str, str], platform: str) -> Path | None:
    """Return a uv that is new enough: the user's own, or the one we installed before."""
    on_path = shutil.which("uv", path=environment.get("PATH"))
    for uv in (Path(on_path) if on_path else None, private_uv(environment, platform)):
        if uv is not None and (uv_version(uv) or ()) >= OLDEST_UV:
            return uv
    return None


def private_uv(environment: Mapping[str, str], platform: str) -> Path:
    """Return where our own uv stands, or would stand."""
    tools = cache_folder(environment, platform) / "tools"
    return tools / ("Scripts/uv.exe" if platform == "win32" else "bin/uv")


def install_uv(environment: Mapping[str, str], platform: str) -> Path:
    """Put uv into a private environment and return it: Debian's Python refuses a bare pip."""
    uv = private_uv(environment, platform)
    tools = uv.parent.parent
    say("Fetching uv, which sets up the rest …")
    make = [sys.executable, "-m", "venv", "--clear", str(tools)]
    done = subprocess.run(make, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        if "ensurepip" not in done.stdout + done.stderr:
            raise SetUpError(
                f"A private environment could not be made in {tools}: "
                f"{last_line(done.stderr or done.stdout)}"
            )
        provide_packages(["python3-venv"], "Python's venv module is")
        subprocess.run(make, capture_output=True, text=True, check=True)
    pip = [str(uv.parent / "python"), "-m", "pip", "--quiet", "install", "--upgrade", "uv"]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    if done.returncode != 0 or uv_version(uv) is None:
        raise SetUpError(
            "uv could not be fetched. Is this machine connected to the internet? "
            f"pip says: {last_line(done.stderr)}"
        )
    return uv


# ------------------------------------------------------------------------ the environment


def provide_python(uv: Path, environment: Mapping[str, str]) -> list[str]:
    """Return uv's options for a Python that is new enough; raise SetUpError without one.

    An environment that exists keeps its Python.  Otherwise the one that runs this file is used
    if it will do, then any other on this machine, then one that uv fetches.
    """
    if (ROOT / ".venv" / "pyvenv.cfg").is_file():
        return []
    if sys.version_info >= OLDEST_PYTHON and sys.executable:
        return ["--python", sys.executable]
    wanted = ">=" + ".".join(map(str, OLDEST_PYTHON))
    for command in (["python", "find", "--no-python-downloads"], ["python", "install"]):
        done = subprocess.run(
            [str(uv), *command, wanted],
            env=dict(environment),
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0:
            return ["--python", wanted]
    raise SetUpError(
        "Mordcry needs Python {}.{} or newer; this one is {}.{}, no other was found and none could "
        "be fetched. Please install a newer Python, then start again.".format(
            *OLDEST_PYTHON, *sys.version_info[:2]
        )
    )


def synchronise(uv: Path, environment: Mapping[str, str], developing: bool) -> None:
    """Bring the environment to what uv.lock says; raise SetUpError where that fails."""
    command = [str(uv), "sync", "--project", str(ROOT), "--locked", "--inexact"]
    command += [] if developing else ["--no-dev"]
    command += provide_python(uv, environment)
    if not (ROOT / ".venv").exists():
        say("Setting up Mordcry; the first time takes a minute or two …")
    spoken: list[str] = []
    with subprocess.Popen(
        command, env=dict(environment), stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            spoken.append(line)
            if not line.startswith(ROUTINE):
                sys.stderr.write(line)
                sys.stderr.flush()
    if process.returncode != 0:
        raise SetUpError(explain_failure("".join(spoken)))


def explain_failure(spoken: str) -> str:
    """Return one sentence for what uv has *spoken* when it could not build the environment."""
    if NETWORK_TROUBLE.search(spoken):
        return (
            "What Mordcry needs could not be fetched: is this machine connected to the internet? "
            "Nothing was lost; start again when it is."
        )
    if "lockfile" in spoken and "--locked" in spoken:
        return (
            "uv.lock does not match pyproject.toml here: either one of them was edited (then run "
            "“uv lock”), or uv is set up on this machine to use another package index."
        )
    if "No space left on device" in spoken:
        return "The disk is full: Mordcry needs about 500 MB. Nothing of yours was touched."
    return "Mordcry could not be set up; uv's own words above say why."


def last_line(text: str) -> str:
    """Return the last line of *text*, or a dash."""
    return (text.strip().splitlines() or ["–"])[-1]


def say(sentence: str) -> None:
    """Tell the player something about the set-up: on stderr, as stdout is the program's."""
    print(sentence, file=sys.stderr, flush=True)


def run(what: Plan) -> int:
    """Carry the plan out and return the exit status of its command."""
    if what.notice:
        say(what.notice)
    provide_libraries(what.display)
    uv = find_uv(os.environ, sys.platform) or install_uv(os.environ, sys.platform)
    synchronise(uv, what.environment, what.developing)
    command = [str(uv), "run", "--project", str(ROOT), "--no-sync", "--", *what.command]
    return subprocess.call(command, env=what.environment, cwd=what.folder)


def main(arguments: Sequence[str]) -> int:
    """Set up, run, and return the exit status: 1 when the set-up failed, else the program's."""
    try:
        return run(plan(arguments, os.environ, sys.platform))
    except SetUpError as error:
        say(str(error))
    except (OSError, subprocess.SubprocessError) as error:
        say(f"Mordcry could not be set up: {error}")
    except KeyboardInterrupt:
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
