"""Makes an opening book by search: the best turns from the start, their best answers, and so on.

bin/run boyi.arena.tools.connect6_book >books/connect6.book
"""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator

from boyi.arena.inprocess.engine_player import search_once
from boyi.engines.command_line import add_version
from boyi.engines.connect6 import GAME, notation
from boyi.engines.connect6.book import Board, canonical, stones_on
from boyi.engines.evaluation import Evaluation
from boyi.engines.jit import Record, copy
from boyi.engines.limits import Budget
from boyi.engines.play import play
from boyi.engines.search.task import Line

LINES = (1, 4, 3, 2, 2)
"""Turns kept of a position, by how many turns were played before it."""
WORSE = 400
"""A turn is kept if its score is at most so much below the best, in units of the road evaluation."""
SIDE = 19


def best_lines(pos: Record, count: int, nodes: int) -> list[Line]:
    """The best turns of a position that are nearly as good as the very best."""
    thinker, found = GAME.thinker(), dict[int, Line]()
    thinker.resize(16)

    def keep(line: Line) -> None:
        found[line.rank] = line

    search_once(thinker, pos, Evaluation(GAME).weights, Budget(nodes=nodes), lines=count, tell=keep)
    lines = [found[rank] for rank in sorted(found)]
    return [line for line in lines if line.score >= lines[0].score - WORSE]


def turn_text(pos: Record, line: Line) -> str:
    """The turn that a line begins with, as books write it."""
    names = [notation.text(pos, move) for move in line.moves[: int(pos.left)]]
    return f"{''.join(names):@<4}"


def book_lines(nodes: int) -> Iterator[str]:
    """The lines of the book, shorter ones first; positions that are images of others come once."""
    level, seen = [(notation.read(GAME.start), "")], set[object]()
    for count in LINES:
        following = []
        for pos, before in level:
            for line in best_lines(pos, count, nodes):
                turn = turn_text(pos, line)
                yield f"{before.strip()} | {turn} {count - line.rank}".strip()
                child = copy(pos)
                for move in line.moves[: int(pos.left)]:
                    play(child, move)
                key = _image(stones_on(child))
                if key not in seen:
                    seen.add(key)
                    following.append((child, f"{before} {turn}"))
        level = following


def _image(board: Board) -> object:
    return canonical(board, SIDE)[0]


def main() -> None:
    """Print a book."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    add_version(parser)
    parser.add_argument("--nodes", type=int, default=40_000, help="nodes of each search")
    arguments = parser.parse_args()
    print(f"# Connect6 openings found by search, {arguments.nodes} nodes a position")
    for line in book_lines(arguments.nodes):
        print(line, flush=True)


if __name__ == "__main__":
    main()
