"""The command line: `mordcry [FILE]` opens the window, everything else is a command.

Only what decides between the two is imported here, because the window’s first paint waits for it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mordcry_app import quick_start
from mordcry_app.rules.refusal import Refusal

REFUSED = 1
NO_DISPLAY = 3
CAMPAIGN_SUFFIX = ".mordcry"


def main() -> None:
    """Run the program with the arguments that it was started with."""
    arguments = sys.argv[1:]
    if not arguments or is_file(arguments[0]):
        sys.exit(open_window(Path(arguments[0]) if arguments else None))
    from mordcry_app.commands import commands

    try:
        commands()
    except Refusal as refusal:
        sys.stderr.write(f"{refusal.sentence}\n")
        sys.exit(REFUSED)


def is_file(argument: str) -> bool:
    """Say whether an argument names a campaign to be shown, rather than a command or an option."""
    if argument.startswith("-"):
        return False
    path = Path(argument)
    return path.suffix == CAMPAIGN_SUFFIX or path.name != argument or path.is_file()


def open_window(path: Path | None) -> int:
    """Show the window; without a display, say so instead of crashing."""
    if not has_display():
        sys.stderr.write(
            "There is no display to show a window on. See mordcry --help for what works without "
            "one; mordcry demo shows what the program can do.\n"
        )
        return NO_DISPLAY
    quick_start.begin()
    from mordcry_app.app import run

    return run(path)


def has_display() -> bool:
    """Say whether a window can be shown here."""
    if os.environ.get("QT_QPA_PLATFORM") or not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


if __name__ == "__main__":
    main()
