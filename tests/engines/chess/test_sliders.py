"""Both ways of finding sliding attacks against a plain walk over the board."""

import random

import numpy as np
import pytest

from boyi.engines.chess import sliders
from boyi.engines.chess.squares import STEPS, opposite, walk
from boyi.engines.jit import Int, Word, entry
from boyi.engines.jit.intrinsics import GATHERS, gather, scatter


@entry
def _obstructed(square: Int, occupied: Word, straight: Int) -> Word:
    if straight:
        return sliders.obstruction_rook(square, occupied)
    return sliders.obstruction_bishop(square, occupied)


@entry
def _gathered(square: Int, occupied: Word, straight: Int) -> Word:
    if straight:
        return sliders.pext_rook(square, occupied)
    return sliders.pext_bishop(square, occupied)


def _walked(square: int, occupied: int, straight: bool) -> int:
    reach = 0
    for step in STEPS[:2] if straight else STEPS[2:]:
        for way in (walk(square, step), walk(square, opposite(step))):
            for place in way:
                reach |= 1 << place
                if occupied >> place & 1:
                    break
    return reach


METHODS = [
    pytest.param(_obstructed, id="obstruction difference"),
    pytest.param(
        _gathered,
        id="gathered bits",
        marks=pytest.mark.skipif(not GATHERS, reason="this processor has no such instruction"),
    ),
]


@pytest.mark.parametrize("attacks", METHODS)
@pytest.mark.parametrize("straight", [True, False], ids=["rook", "bishop"])
def test_attacks_end_at_the_first_blocker(attacks, straight):
    rng = random.Random(5)
    for square in range(64):
        for density in (0.1, 0.3, 0.6) * 8:
            occupied = sum(1 << place for place in range(64) if rng.random() < density)
            found = attacks(square, np.uint64(occupied), int(straight))
            assert int(found) == _walked(square, occupied, straight), (square, hex(occupied))


def test_gathering_undoes_scattering():
    rng = random.Random(6)
    for _ in range(100):
        mask, bits = rng.getrandbits(64), rng.getrandbits(64)
        short = bits & (1 << mask.bit_count()) - 1
        spread = scatter(np.uint64(bits), np.uint64(mask))
        assert int(spread) & ~mask == 0
        assert int(gather(spread, np.uint64(mask))) == short
