"""How long the program takes to its first paint and until a campaign is on screen, and its memory.

Each against a bare PySide6 window in the same run, interleaved, medians. Targets: first paint at
most 1.5 ×, usable at most 4 ×, memory at most 2.3 ×.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

DRIVER = Path(__file__).with_name("start_driver.py")
ROUNDS = 9


def test_start(tmp_path: Path) -> None:
    """Print the three ratios."""
    from mordcry_app.services.samples import create_sample

    campaign = tmp_path / "sample.mordcry"
    create_sample(campaign).close()
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "MORDCRY_HOME": str(tmp_path)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["PYTHONPATH"] = str(DRIVER.parents[2])
    bare, app = [], []
    for _ in range(ROUNDS + 1):
        bare.append(_run(environment, "bare"))
        app.append(_run(environment, "app", str(campaign)))

    def middle(runs: list[dict[str, float]], what: str) -> float:
        return median(run[what] for run in runs[1:])

    base, weight = middle(bare, "paint"), middle(bare, "memory")
    print(f"\nbare window: paint {base:.3f} s, {weight:.0f} MB")
    for what, unit, against, target in (
        ("paint", "s", base, 1.5),
        ("usable", "s", base, 4.0),
        ("memory", "MB", weight, 2.3),
    ):
        value = middle(app, what)
        print(f"app {what}: {value:.3f} {unit} = {value / against:.2f} × (target {target} ×)")


def _run(environment: dict[str, str], *arguments: str) -> dict[str, float]:
    result = subprocess.run(
        [sys.executable, str(DRIVER), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return json.loads(result.stdout.strip().splitlines()[-1])
