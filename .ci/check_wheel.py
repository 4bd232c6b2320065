"""Check that a built wheel carries every file of resources/ and db/, and that paths.py finds them.

check_wheel.py WHEEL FOLDER     unpacks the wheel into FOLDER and asks the program in there
"""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
QUESTION = "from mordcry_app import paths; print(paths.resources_folder(), paths.database_folder())"


def main(wheel: Path, folder: Path) -> int:
    """Return 0 when the wheel is whole."""
    with zipfile.ZipFile(wheel) as archive:
        carried = set(archive.namelist())
        archive.extractall(folder)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "mordcry_app", "resources", "db"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    tracked = [name for name in listed.split("\0") if name]
    expected = {
        name if name.startswith("mordcry_app/") else f"mordcry_app/_data/{name}" for name in tracked
    }
    if missing := sorted(expected - carried):
        print("missing in the wheel:", *missing, sep="\n  ")
        return 1

    found = subprocess.run(
        [sys.executable, "-c", QUESTION],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    data = folder.resolve() / "mordcry_app" / "_data"
    if found != [str(data / "resources"), str(data / "db")]:
        print("the unpacked program looks for its files elsewhere:", *found)
        return 1
    print(f"the wheel carries all {len(expected)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
