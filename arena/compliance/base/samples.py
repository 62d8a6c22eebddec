"""Positions of each game in which an engine's answers can be judged: what UCI and XBoard ask about."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from boyi.arena.compliance.base.position import Setup


@dataclass(frozen=True)
class SamplePositions:
    """What the checks need to know of a game beside its rules."""

    first_move: str
    """Legal at the usual start."""
    illegal_move: str
    """Looks like a move, but is not legal there."""
    openings: tuple[Setup, ...]
    """Quiet positions, for searches of any kind; the first from the usual start, either side to move."""
    wins: tuple[Setup, ...]
    """The side to move is far ahead."""
    losses: tuple[Setup, ...]
    """The side to move is far behind."""
    mates: tuple[tuple[Setup, str], ...]
    """One move wins at once: the only one."""
    doomed: Setup
    """Whatever is played, the opponent's next move wins."""
    ended: tuple[Setup, ...]
    """No legal move."""
    restricted: tuple[str, ...]
    """Moves of the first opening of which none would be chosen freely."""
    long_game_seed: int
    """A random game from this seed is not over after `long_game_plies`."""
    impossible: str
    """Looks like a position, but can't be one."""
    long_game_plies: int = 400
    there_and_back: tuple[str, str] = ("", "")
    """A move from the usual start that can be taken back by the next, whatever is answered."""
    unbooked: Setup = field(default_factory=Setup)
    """From the usual start by moves that no opening book has."""
    special: Mapping[str, tuple[Setup, ...]] = field(default_factory=dict)
    """Kind of unusual move -> games that just had one; whoever misread it is led to an illegal reply."""
    shuffled: tuple[Setup, ...] = ()
    """Chess960: castling from other squares, written as the king taking the rook."""

    @property
    def opening(self) -> Setup:
        """The first of the openings."""
        return self.openings[0]


CHESS_ARMY = "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR {} KQ - 0 1"
CHESS_ENEMY = "rnbqkbnr/pppppppp/8/8/8/8/8/4K3 {} kq - 0 1"

CHESS = SamplePositions(
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
    wins=(Setup(CHESS_ARMY.format("w")), Setup(CHESS_ENEMY.format("b"))),
    losses=(Setup(CHESS_ARMY.format("b")), Setup(CHESS_ENEMY.format("w"))),
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

XIANGQI_ARMY = "3ak4/9/9/9/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR {} - - 0 1"
XIANGQI_ENEMY = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/9/9/3AK4 {} - - 0 1"
XIANGQI_MIDDLE = "2bakabr1/r8/2n1c1nc1/p1p1p3p/6p2/2P6/P3P1P1P/1CN1C1N2/R8/2BAKABR1 w - - 4 8"

XIANGQI = SamplePositions(
    first_move="h2e2",
    illegal_move="h2i3",
    there_and_back=("h0g2", "g2h0"),
    openings=(
        Setup(None, ("h2e2", "h9g7", "h0g2")),
        Setup(XIANGQI_MIDDLE),
        Setup(XIANGQI_MIDDLE, ("c2d4", "a8d8")),
    ),
    unbooked=Setup(None, ("a3a4", "i6i5", "i3i4", "a6a5", "a0a1", "i9i8")),
    wins=(Setup(XIANGQI_ARMY.format("w")), Setup(XIANGQI_ENEMY.format("b"))),
    losses=(Setup(XIANGQI_ARMY.format("b")), Setup(XIANGQI_ENEMY.format("w"))),
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


def _board(rows: dict[int, str], rest: str) -> Setup:
    """A position of which some rows (0 the highest) hold stones."""
    return Setup("/".join(rows.get(row, "19") for row in range(19)) + f" {rest} 6 2")


CONNECT6_MIDDLE = _board({7: "9w9", 8: "8w10", 9: "7wbb9", 10: "6bb11", 11: "11w7", 12: "12b6"}, "w 2")
FOURS = {6: "5bbbb10", 10: "7bbbb8", 14: "9w1w7"}
"""Two open fours of Black."""
FIVES = {3: "5bbbbb9", 8: "4bbbbb10", 14: "2w3w3w1w6"}
"""Two open fives of Black."""


def _swap_colours(rows: dict[int, str]) -> dict[int, str]:
    return {row: text.translate(str.maketrans("bw", "wb")) for row, text in rows.items()}


CONNECT6 = SamplePositions(
    first_move="JJ",
    illegal_move="TT",
    openings=(Setup(None, ("JJ", "KJ", "KK")), CONNECT6_MIDDLE, Setup(CONNECT6_MIDDLE.fen, ("KH",))),
    wins=(_board(FOURS, "b 2"), _board(_swap_colours(FOURS), "w 2")),
    losses=(_board(FOURS, "w 2"), _board(_swap_colours(FOURS), "b 2")),
    mates=(
        (_board({9: "4wbbbbb9", 12: "3w4w10"}, "b 1"), "KJ"),
        (_board({9: "4bwwwww9", 12: "3b4b10"}, "w 1"), "KJ"),
    ),
    doomed=_board(FIVES, "w 1"),
    ended=(_board({9: "5bbbbbb8", 12: "3ww2ww10"}, "w 2"), _board({9: "5wwwwww8", 12: "3bb2bb10"}, "b 2")),
    restricted=("AA", "SS"),
    long_game_seed=7,
    long_game_plies=270,
    impossible="/".join(["bbbbbb13", *["19"] * 17, "wwwwww13"]) + " b 2 6 2",
)

EINSTEIN_MIDDLE = "24 19 15 23 20 0 1 8 3 6 0 12 r 4"

EINSTEIN = SamplePositions(
    first_move="6:15-9",
    illegal_move="6:15-16",
    openings=(
        Setup(None, ("6:15-14", "6:11-12", "1:25-20")),
        Setup("24 19 15 23 20 0 1 8 3 6 0 12 b 4"),
        Setup(EINSTEIN_MIDDLE, ("4:6-7",)),
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

SAMPLES: Mapping[str, SamplePositions] = {
    "chess": CHESS,
    "xiangqi": XIANGQI,
    "connect6": CONNECT6,
    "einstein": EINSTEIN,
}
"""By the game's name."""
