"""Positions of xiangqi."""

from boyi.arena.compliance.samples import Samples
from boyi.arena.compliance.setup import Setup

ARMY = "3ak4/9/9/9/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR {} - - 0 1"
ENEMY = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/9/9/3AK4 {} - - 0 1"
MIDDLE = "2bakabr1/r8/2n1c1nc1/p1p1p3p/6p2/2P6/P3P1P1P/1CN1C1N2/R8/2BAKABR1 w - - 4 8"

XIANGQI = Samples(
    first_move="h2e2",
    illegal_move="h2i3",
    there_and_back=("h0g2", "g2h0"),
    openings=(
        Setup(None, ("h2e2", "h9g7", "h0g2")),
        Setup(MIDDLE),
        Setup(MIDDLE, ("c2d4", "a8d8")),
    ),
    unbooked=Setup(None, ("a3a4", "i6i5", "i3i4", "a6a5", "a0a1", "i9i8")),
    wins=(Setup(ARMY.format("w")), Setup(ENEMY.format("b"))),
    losses=(Setup(ARMY.format("b")), Setup(ENEMY.format("w"))),
    mates=(
        (Setup("3k5/R8/9/9/p8/9/9/9/9/4K2R1 w - - 0 1"), "h0h9"),
        (Setup("4k2r1/9/9/9/9/P8/9/9/r8/3K5 b - - 0 1"), "h9h0"),
    ),
    doomed=Setup("3k5/R8/9/9/p8/9/9/9/9/4K2R1 b - - 0 1"),
    ended=(
        Setup("3k3R1/R8/9/9/9/9/9/9/9/4K4 b - - 0 1"),
        Setup("3k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1"),
    ),
    restricted=("e9e8", "b7b0"),
    long_game_seed=0,
    impossible="9/9/9/9/9/9/9/9/9/9 w - - 0 1",
)
