"""What “Pack for me” costs on the largest grid, 5 × 10, for things of many kinds and of few.

Each sort of question is asked many times with random things: some that leave hardly a square open,
some that have no packing though their squares would do, and some with too much. Processor time of
each question is taken, as the machine may be busy; nothing is kept from one question to the next.
The aim is 200 ms for 20 things or a proof that none fits. This prints median, 99th percentile
and the worst with its shapes, and judges nothing but that there is always an answer.
Run it by name: `pytest -n0 -s tests/bench/bench_d10_packing.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from time import process_time

from mordcry_app.rulesets.d10_pool.inventory.grid import Thing, grid_of
from mordcry_app.rulesets.d10_pool.inventory.packing import (
    NoPacking,
    Packed,
    Undecided,
    pack,
    pack_most,
)
from mordcry_app.rulesets.d10_pool.inventory.shapes import SHAPES, Shape, shape_from_rows

ROUNDS = 400
GRID = grid_of(10)
MOST_THINGS = 20
OF_THE_SOURCE = [shape for shape in SHAPES.values() if shape.id != "t3"]
BULKY = [shape for shape in OF_THE_SOURCE if shape.area > 2]
PENTOMINOES = [
    shape_from_rows(rows, *rows.split("/"))
    for rows in (
        ".XX/XX./.X.", "XXXXX", "X./X./X./XX", "XX/XX/X.", ".X/XX/X./X.", "XXX/.X./.X.",
        "X.X/XXX", "X../X../XXX", "X../XX./.XX", ".X./XXX/.X.", ".X/XX/.X/.X", "XX./.X./.XX",
    )
]  # fmt: skip

Answer = Packed | NoPacking | Undecided
Search = Callable[[Sequence[Thing]], Answer]


@dataclass(frozen=True)
class Asked:
    """One question, and how long its answer took."""

    milliseconds: float
    shapes: list[str]
    proved: bool
    """There is no packing."""
    nodes: int
    """Positions looked at for such a proof."""


def drawn(random: Random, kinds: Sequence[Shape], squares: int) -> list[Shape]:
    """Return random shapes, at most 20, that have so many squares or hardly fewer."""
    shapes: list[Shape] = []
    left = squares
    while len(shapes) < MOST_THINGS and (fitting := [s for s in kinds if s.area <= left]):
        shapes.append(random.choice(fitting))
        left -= shapes[-1].area
    return shapes


def twenty(random: Random, squares: int) -> list[Shape]:
    """Return 20 shapes of the source that have exactly so many squares."""
    while True:
        shapes = random.choices(OF_THE_SOURCE, [6, 4, *[1] * (len(OF_THE_SOURCE) - 2)], k=20)
        if sum(shape.area for shape in shapes) == squares:
            return shapes


def few_kinds(random: Random, squares: int) -> list[Shape]:
    """Return shapes of three kinds only, none of them handy: most of what cannot be packed."""
    return drawn(random, random.sample(BULKY, 3), squares)


def asked(search: Search, shapes: Sequence[Shape]) -> Asked:
    things = [Thing(f"{number}", shape.id, shape) for number, shape in enumerate(shapes)]
    started = process_time()
    answer = search(things)
    spent = 1_000 * (process_time() - started)
    assert not isinstance(answer, Undecided)
    proved = isinstance(answer, NoPacking)
    names = sorted(shape.id for shape in shapes)
    return Asked(spent, names, proved, answer.nodes if isinstance(answer, NoPacking) else 0)


def line(name: str, results: list[Asked]) -> str:
    results = sorted(results, key=lambda result: result.milliseconds)
    worst = results[-1]
    times = [result.milliseconds for result in results]
    none = sum(result.proved for result in results)
    return (
        f"{name:44} {len(results):5} {none:7} {times[len(times) // 2]:8.1f} "
        f"{times[int(0.99 * len(times))]:8.1f} {times[-1]:8.1f}  {' '.join(worst.shapes)}"
    )


def report(sorts: dict[str, Callable[[Random], list[Shape]]], search: Search) -> None:
    """Ask every sort of question, and print one line for each."""
    print(
        f"\n{'milliseconds':44} {'asked':>5} {'no way':>7} {'median':>8} {'99 %':>8} {'worst':>8}"
    )
    every: list[Asked] = []
    for name, draw in sorts.items():
        random = Random(name)
        results = [asked(search, draw(random)) for _ in range(ROUNDS)]
        print(line(name, results), flush=True)
        every += results
    print(line("all together", every))
    proofs = [one for one in every if one.nodes]
    if proofs:
        print(line("of these, no packing after a search", proofs))


SORTS: dict[str, Callable[[Random], list[Shape]]] = {
    "20 things, 50 squares": lambda random: twenty(random, 50),
    "20 things, 48 squares": lambda random: twenty(random, 48),
    "any of the source, 50 squares": lambda random: drawn(random, OF_THE_SOURCE, 50),
    "any of the source, 46 squares": lambda random: drawn(random, OF_THE_SOURCE, 46),
    "bulky, 50 squares": lambda random: drawn(random, BULKY, 50),
    "bulky, 47 squares": lambda random: drawn(random, BULKY, 47),
    "three bulky kinds, 50 squares": lambda random: few_kinds(random, 50),
    "three bulky kinds, 48 squares": lambda random: few_kinds(random, 48),
    "three bulky kinds, 44 squares": lambda random: few_kinds(random, 44),
}


def test_everything_fits_or_there_is_a_proof() -> None:
    report(SORTS, partial(pack, GRID))


def test_shapes_of_house_content() -> None:
    """Ten pentominoes without a square to spare are as hard as a grid of this size gets."""
    report(
        {
            "ten different pentominoes": lambda random: random.sample(PENTOMINOES, 10),
            "any pentominoes": lambda random: random.choices(PENTOMINOES, k=10),
            "nine pentominoes": lambda random: random.choices(PENTOMINOES, k=9),
        },
        partial(pack, GRID),
    )


def test_the_fewest_squares_outside() -> None:
    sorts: dict[str, Callable[[Random], list[Shape]]] = {
        "20 things of any squares": lambda random: random.choices(OF_THE_SOURCE, k=20),
        "bulky, 55 squares": lambda random: drawn(random, BULKY, 55),
        "three bulky kinds, 50 squares": lambda random: few_kinds(random, 50),
        "three bulky kinds, 60 squares": lambda random: few_kinds(random, 60),
    }
    for name, sticking_out in (("may stick out", True), ("left out wholly", False)):
        named = {f"{sort}, {name}": draw for sort, draw in sorts.items()}
        report(named, partial(pack_most, GRID, sticking_out=sticking_out))
