"""Positions of EinStein. Where the die is not told, any piece may move."""

from boyi.arena.compliance.samples import Samples
from boyi.arena.compliance.setup import Setup

MIDDLE = "24 19 15 23 20 0 1 8 3 6 0 12 r 4"

EINSTEIN = Samples(
    first_move="6:15-9",
    illegal_move="6:15-16",
    openings=(
        Setup(None, ("6:15-14", "6:11-12", "1:25-20")),
        Setup("24 19 15 23 20 0 1 8 3 6 0 12 b 4"),
        Setup(MIDDLE, ("4:6-7",)),
    ),
    wins=(Setup("0 0 8 0 0 0 0 0 0 1 0 0 b 3"), Setup("25 0 0 0 0 0 0 18 0 0 0 0 r 2")),
    losses=(Setup("0 0 0 0 25 0 0 0 18 0 0 0 b 5"), Setup("0 0 8 0 0 0 0 0 0 1 0 0 r 4")),
    mates=(
        (Setup("0 0 7 0 21 0 0 0 24 10 0 4 b 3"), "3:7-1"),
        (Setup("0 0 7 0 21 0 0 0 19 10 0 4 r 3"), "3:19-25"),
    ),
    doomed=Setup("0 0 0 0 9 0 0 0 24 0 0 0 b 5"),
    ended=(Setup("1 0 0 0 0 0 0 0 8 0 0 0 r 3"), Setup("0 0 0 0 0 0 0 0 8 0 0 0 b 3")),
    restricted=("1:1-2", "1:1-6"),
    long_game_seed=18,
    long_game_plies=30,
    impossible="25 25 23 20 19 15 1 2 3 6 7 11 b 3",
)
