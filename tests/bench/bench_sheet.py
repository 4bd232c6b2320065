"""How long a roster of ten takes against a bare canvas that writes the same strings.

Both sides run in turn in one process; what counts is the ratio of the medians. Run by name:
`pytest -n0 -s tests/bench/bench_sheet.py`.
"""

from __future__ import annotations

from datetime import date
from statistics import median

from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.roster_sheet import make_roster_sheets
from tests.bench.bare_canvas import bare_canvas, forget_text, seconds, written_by
from tests.sheets.printing import NEWS, USES
from tests.sheets.warbands import ashen_vigil, material

ROUNDS = 40
MOST = 3.0
MOST_BYTES = 200 * 1024


def test_a_roster_of_ten_takes_at_most_three_bare_canvases() -> None:
    warband = material(ashen_vigil(), news=NEWS, item_uses=USES)

    def sheet() -> bytes:
        return make_roster_sheets(warband, SheetOptions(), date(2026, 11, 29))

    first = seconds(sheet)
    strings = written_by(sheet)
    bare_canvas(strings)
    ours: list[float] = []
    fresh: list[float] = []
    bare: list[float] = []
    for _ in range(ROUNDS):
        bare.append(seconds(lambda: bare_canvas(strings)))
        ours.append(seconds(sheet))
        forget_text()
        fresh.append(seconds(sheet))
    count = sum(string is not None for string in strings)
    ratio = median(fresh) / median(bare)
    print(
        f"\nroster of ten: {median(fresh) * 1000:.1f} ms (again: {median(ours) * 1000:.1f} ms), "
        f"bare canvas {median(bare) * 1000:.1f} ms for its {count} strings: "
        f"ratio {ratio:.2f} (again: {median(ours) / median(bare):.2f}); first of a process, "
        f"fonts included, {first * 1000:.0f} ms; {len(sheet()) / 1024:.0f} KB"
    )
    assert ratio <= MOST
    assert len(sheet()) <= MOST_BYTES
