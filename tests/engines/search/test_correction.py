"""Correction history: what positions share entries, and what is learned is used."""

import numpy as np
import pytest

from boyi.engines import load_game
from boyi.engines.jit import Int, Record, Word, entry
from boyi.engines.rules import placement


@entry
def _placement(pos: Record, group: Int) -> Word:
    return np.uint64(placement(pos, group))


WHITE, BLACK, LESSER, GREATER = range(4)
CHANGED = {
    "a knight": (
        "chess",
        "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1",
        "4k3/8/8/8/8/2N5/8/R3K3 w - - 0 1",
        {WHITE, LESSER},
    ),
    "a rook": (
        "chess",
        "r3k3/8/8/8/8/8/8/1N2K3 w - - 0 1",
        "1r2k3/8/8/8/8/8/8/1N2K3 w - - 0 1",
        {BLACK, GREATER},
    ),
    "a king": (
        "chess",
        "r3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "r3k3/8/8/8/8/8/8/3K4 w - - 0 1",
        {WHITE, LESSER, GREATER},
    ),
    "a pawn": ("chess", "r3k3/8/8/8/8/P7/8/4K3 w - - 0 1", "r3k3/8/8/8/P7/8/8/4K3 w - - 0 1", set()),
    "a cannon": ("xiangqi", "4k4/9/9/9/9/9/9/9/9/C2K5 w", "4k4/9/9/9/9/9/9/9/9/1C1K5 w", {WHITE}),
}


@pytest.mark.parametrize("name", CHANGED)
def test_groups_change_with_their_own_pieces(name):
    game, before, after, changed = CHANGED[name]
    one, other = (load_game(game).notation.read(text, {}) for text in (before, after))
    assert {
        group
        for group in range(4 if game == "chess" else 2)
        if _placement(one, group) != _placement(other, group)
    } == changed
