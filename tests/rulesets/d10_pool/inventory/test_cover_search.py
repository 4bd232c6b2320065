"""The search behind “Pack for me”, on made-up boards, against one that remembers nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random

import pytest

from mordcry_app.rulesets.d10_pool.inventory.cover_search import CoverSearch, Kind, Laid

SQUARES_OF_A_BOARD = 11


def fewest_open(rest: int, to_cover: int, kinds: Sequence[tuple[int, Sequence[int]]]) -> int:
    """The fewest squares left open, by laying every kind in every way or no more of it."""
    best = (rest & to_cover).bit_count()
    for index, (count, ways) in enumerate(kinds):
        if count:
            others = [(count - 1, ways), *kinds[index + 1 :]]
            laid = (fewest_open(rest ^ w, to_cover, others) for w in ways if w & rest == w)
            best = min([best, *laid])
    return best


def made_up(random: Random) -> tuple[int, int, list[tuple[int, list[int]]]]:
    """A board with squares to cover and squares beside them, and kinds with their ways."""
    board = (1 << SQUARES_OF_A_BOARD) - 1
    to_cover = random.choice((board, random.getrandbits(SQUARES_OF_A_BOARD)))
    kinds: list[tuple[int, list[int]]] = []
    for _ in range(random.randint(1, 4)):
        area = random.randint(1, 4)
        masks = [
            sum(1 << square for square in random.sample(range(SQUARES_OF_A_BOARD), area))
            for _ in range(random.randint(1, 7))
        ]
        kinds.append((random.randint(1, 2), [mask for mask in masks if mask & to_cover]))
    return to_cover, board & ~to_cover, kinds


def kind(count: int, masks: Sequence[int], to_cover: int) -> Kind:
    ways: defaultdict[int, list[int]] = defaultdict(list)
    for mask in masks:
        covers = mask & to_cover
        ways[covers & -covers].append(mask)
    return Kind(count, max((mask.bit_count() for mask in masks), default=1), ways)


def assert_laid(laid: Sequence[Laid], board: int, kinds: Sequence[tuple[int, list[int]]]) -> int:
    """See that pieces lie beside each other, each in a way of its kind; return their squares."""
    taken = 0
    for piece in laid:
        assert piece.mask in kinds[piece.kind][1]
        assert piece.mask & taken == 0
        taken |= piece.mask
    assert taken & ~board == 0
    for index, (count, _) in enumerate(kinds):
        assert sum(piece.kind == index for piece in laid) <= count
    return taken


@pytest.mark.parametrize("seed", range(20))
def test_against_a_search_without_a_memory(seed: int) -> None:
    random = Random(seed)
    for _ in range(60):
        to_cover, beside, kinds = made_up(random)
        fewest = fewest_open(to_cover | beside, to_cover, kinds)
        pieces = [kind(count, masks, to_cover) for count, masks in kinds]
        search = CoverSearch(to_cover, beside, pieces, lambda: None)
        for most_open in range(fewest):
            assert search.leaving(most_open) is None
        laid = search.leaving(fewest)
        assert laid is not None
        taken = assert_laid(laid, to_cover | beside, kinds)
        assert (to_cover & ~taken).bit_count() == fewest
        afresh = CoverSearch(to_cover, beside, pieces, lambda: None)
        assert afresh.leaving(fewest) is not None


def test_dead_ends_are_kept_between_tries() -> None:
    to_cover = (1 << 10) - 1
    pieces = [kind(5, [0b1001 << shift for shift in range(7)], to_cover)]
    search = CoverSearch(to_cover, 0, pieces, lambda: None)
    assert search.leaving(1) is None
    nodes = search.nodes
    assert nodes > 1
    assert search.leaving(1) is None
    assert search.nodes == nodes
