"""Positions of chess."""

from boyi.arena.compliance.samples import Samples
from boyi.arena.compliance.setup import Setup

ARMY = "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR {} KQ - 0 1"
ENEMY = "rnbqkbnr/pppppppp/8/8/8/8/8/4K3 {} kq - 0 1"

CHESS = Samples(
    first_move="e2e4",
    illegal_move="e2e5",
    there_and_back=("g1f3", "f3g1"),
    openings=(
        Setup(None, ("e2e4", "e7e5", "g1f3")),
        Setup("r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQkq - 4 8"),
        Setup("r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQkq - 4 8", ("e1g1", "c5d4")),
    ),
    unbooked=Setup(None, ("a2a3", "h7h6", "h2h3", "a7a6", "e2e3", "e7e6", "f2f3", "f7f6")),
    special={
        "castling": (
            Setup("4rk2/4p1p1/8/8/8/8/8/4K2R w K - 0 1", ("e1g1",)),
            Setup("2rk4/2p1p3/8/8/8/8/8/R3K3 w Q - 0 1", ("e1c1",)),
            Setup("4k2r/8/8/8/8/8/4P1P1/4RK2 b k - 0 1", ("e8g8",)),
            Setup("r3k3/8/8/8/8/8/2P1P3/2RK4 b q - 0 1", ("e8c8",)),
        ),
        "en passant": (
            Setup("7k/6pp/8/8/r2p3K/7P/4P3/1R6 w - - 0 1", ("e2e4", "d4e3")),
            Setup("1r6/4p3/7p/R2P3k/8/8/6PP/7K b - - 0 1", ("e7e5", "d5e6")),
        ),
        "promotion": (
            Setup("7k/P5p1/8/8/8/8/8/K7 w - - 0 1", ("a7a8q",)),
            Setup("7k/8/8/8/8/8/p5P1/7K b - - 0 1", ("a2a1r",)),
            Setup("8/3P1k2/4rpp1/6p1/8/8/8/K7 w - - 0 1", ("d7d8n",)),
            Setup("1n5k/P5p1/6Pp/8/8/8/8/K7 w - - 0 1", ("a7b8b",)),
        ),
    },
    wins=(Setup(ARMY.format("w")), Setup(ENEMY.format("b"))),
    losses=(Setup(ARMY.format("b")), Setup(ENEMY.format("w"))),
    mates=(
        (Setup("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"), "a1a8"),
        (Setup("r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1"), "a8a1"),
    ),
    doomed=Setup("7k/8/6K1/8/8/8/8/R7 b - - 0 1"),
    ended=(Setup("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"), Setup("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1")),
    restricted=("d8h4", "f7f6"),
    long_game_seed=0,
    impossible="8/8/8/8/8/8/8/8 w - - 0 1",
    shuffled=(
        Setup("4rk2/4p1p1/8/8/8/8/8/4K2R w K - 0 1", ("e1h1",)),
        Setup("2rk4/2p1p3/8/8/8/8/8/1R4K1 w Q - 0 1", ("g1b1",)),
    ),
)
