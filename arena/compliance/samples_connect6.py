"""Positions of Connect6, whose moves are single stones in UCI."""

from boyi.arena.compliance.samples import Samples
from boyi.arena.compliance.setup import Setup


def _board(rows: dict[int, str], rest: str) -> Setup:
    """A position of which some rows (0 the highest) hold stones."""
    return Setup("/".join(rows.get(row, "19") for row in range(19)) + f" {rest} 6 2")


MIDDLE = _board({7: "9w9", 8: "8w10", 9: "7wbb9", 10: "6bb11", 11: "11w7", 12: "12b6"}, "w 2")
FOURS = {6: "5bbbb10", 10: "7bbbb8", 14: "9w1w7"}
"""Two open fours of Black."""
FIVES = {3: "5bbbbb9", 8: "4bbbbb10", 14: "2w3w3w1w6"}
"""Two open fives of Black."""


def _swapped(rows: dict[int, str]) -> dict[int, str]:
    return {row: text.translate(str.maketrans("bw", "wb")) for row, text in rows.items()}


CONNECT6 = Samples(
    first_move="JJ",
    illegal_move="TT",
    openings=(Setup(None, ("JJ", "KJ", "KK")), MIDDLE, Setup(MIDDLE.fen, ("KH",))),
    wins=(_board(FOURS, "b 2"), _board(_swapped(FOURS), "w 2")),
    losses=(_board(FOURS, "w 2"), _board(_swapped(FOURS), "b 2")),
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
