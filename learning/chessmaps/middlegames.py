"""Middle games of our own making, over which orders of moves are compared: two sets of ten for each game.

bin/run boyi.learning.chessmaps.middlegames chess >learning/chessmaps/middlegames_chess.fen

They come from games of the engine with itself from random openings: the position after 24
moves, if there are more than twenty pieces, a choice of 25 moves or more, no check, and neither side is far
ahead. No order was tried in them before they were kept.
"""

import argparse
from collections.abc import Iterator
from importlib.resources import files

from boyi.arena.inprocess.quick_search import evaluation_of
from boyi.engines import load_game
from boyi.engines.command_line import add_version
from boyi.engines.jit import Bool, Record, entry
from boyi.engines.play import legal_moves, pieces, play
from boyi.engines.rules import in_check
from boyi.learning.data.games import SEARCHED
from boyi.learning.data.selfplay import SelfPlayer

SIZE = 10
"""Positions of a set."""
SETS = 2
MOVES, FEWEST_PIECES, FEWEST_MOVES, LEVEL = 24, 21, 25, 150
NODES, SEED = 2000, 11


def middle_games(game: str) -> tuple[tuple[str, ...], ...]:
    """The sets of a game."""
    name = f"middlegames_{game}.fen"
    lines = files("boyi.learning.chessmaps").joinpath(name).read_text("utf-8").splitlines()
    return tuple(tuple(lines[first : first + SIZE]) for first in range(0, SETS * SIZE, SIZE))


@entry
def _in_check(pos: Record) -> Bool:
    return in_check(pos)


def has_choice(pos: Record) -> bool:
    """Whether there is enough to choose from."""
    return pieces(pos) >= FEWEST_PIECES and len(legal_moves(pos)) >= FEWEST_MOVES and not _in_check(pos)


def generate_positions(name: str, seed: int) -> Iterator[str]:
    """Middle games, one after another, for ever."""
    game = load_game(name)
    player = SelfPlayer(game, evaluation_of(game).weights, NODES, seed)
    while True:
        start, moves = player.record_game()
        if len(moves) <= MOVES or abs(moves[MOVES][1]) >= LEVEL:
            continue
        pos = game.notation.read(start, {})
        for text, _ in moves[:MOVES]:
            play(pos, game.notation.move(pos, text))
        if has_choice(pos):
            yield game.notation.write(pos)


def main() -> None:
    """Print the positions of a game."""
    parser = argparse.ArgumentParser(prog="middlegames")
    add_version(parser)
    parser.add_argument("game", choices=SEARCHED)
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args()
    source = generate_positions(args.game, args.seed)
    for _ in range(SETS * SIZE):
        print(next(source), flush=True)


if __name__ == "__main__":
    main()
