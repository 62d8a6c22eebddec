"""A chessmap to look at: who controls each square of a position, and which sectors matter most.

bin/run boyi.learning.chessmaps.show chess "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
"""

import argparse
import sys
from collections.abc import Sequence

import numpy as np

from boyi.engines import load_game
from boyi.engines.chessmaps.control import compute_control, new_control_map, rank_sectors, relative_square
from boyi.engines.command_line import add_version
from boyi.engines.jit import Record, entry
from boyi.learning.chessmaps.sectors import map_of
from boyi.learning.data.games import SEARCHED

SIGNS = {1: "+", -1: "-", 0: "."}
"""Of squares that the first player controls, the second one, and nobody."""


@entry
def _enter_map(pos: Record, control_map: Record, places: np.ndarray) -> None:
    """Enter control and ranking, and where each square stands in them."""
    compute_control(pos, control_map)
    rank_sectors(control_map)
    for square in range(places.size):
        places[square] = relative_square(pos, np.int64(square))


def draw(name: str, text: str) -> str:
    """Control, and the rank of each square's sector, beside each other; ValueError if that is no position."""
    game, chosen = load_game(name), map_of(name)
    pos = game.notation.read(text or game.start, {})
    net = chosen.CHESSMAPS.network
    control_map = new_control_map(net, chosen.WORDS)
    places = np.zeros(net.sector.size, np.int64)
    _enter_map(pos, control_map, places)
    sign = -1 if pos.side else 1
    control = [SIGNS[sign * int(control_map.inputs[place])] for place in places]
    ranks = np.argsort(control_map.ranking)[net.sector[places]] + 1
    width = 9 if len(control) == 90 else 8
    left, right = _rows(control, width), _rows([f"{rank:2d}" for rank in ranks], width)
    head = "+ controlled by the first player, - by the second, . by nobody; ranks of sectors, 1 matters most"
    return "\n".join([head, *(f"{one}    {two}" for one, two in zip(left, right, strict=True))])


def _rows(cells: Sequence[str], width: int) -> list[str]:
    """Rows of a board, the last one on top."""
    return [" ".join(cells[first : first + width]) for first in range(len(cells) - width, -1, -width)]


def main() -> None:
    """Print the map of a position; bad input is one line on stderr."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    add_version(parser)
    parser.add_argument("game", choices=SEARCHED)
    parser.add_argument("position", nargs="?", default="", help="the start if there is none")
    asked = parser.parse_args()
    try:
        print(draw(asked.game, asked.position))
    except ValueError as error:
        print(f"show: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
