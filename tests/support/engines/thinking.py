"""One search, set up in a line: what the tests of the search have in common."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.game import Game
from boyi.engines.jit import Record, copy
from boyi.engines.limits import Budget
from boyi.engines.play import legal_moves, play
from boyi.engines.search.task import Line, Task, Thinker


@dataclass(frozen=True)
class Thought:
    """What a search found and told, and the searcher that did it."""

    best: Line
    told: list[Line]
    searcher: Thinker
    pos: Record
    names: tuple[str, ...]
    """The best line as text."""

    @property
    def last(self) -> list[Line]:
        """The last complete line of each rank."""
        newest = {line.rank: line for line in self.told if line.bound == "exact"}
        return [newest[rank] for rank in sorted(newest)]


def position(game: Game, text: str, moves: Sequence[str] = ()) -> Record:
    """A position and moves played from it."""
    pos = game.notation.read(text or game.start, {})
    for name in moves:
        play(pos, game.notation.move(pos, name))
    return pos


@functools.cache
def _weights(name: str) -> Record:
    """A game's default weights, read once: an engine has them before its first search."""
    return Evaluation(load_game(name)).weights


def think(
    game: Game,
    pos: Record | str,
    budget: Budget,
    *,
    lines: int = 1,
    threads: int = 1,
    only: Sequence[str] = (),
    costs: Mapping[str, int] | None = None,
) -> Thought:
    """Search a position with an empty table of 4 MB. Blocks."""
    if isinstance(pos, str):
        pos = position(game, pos)
    searcher, told = game.thinker(), list[Line]()
    searcher.resize(4)
    searcher.set_threads(threads)
    legal = legal_moves(pos)
    roots = [game.notation.move(pos, name) for name in only] or legal
    searcher.prepare(budget, tuple({**game.costs, **(costs or {})}.values()))
    searcher.start_clock(budget)
    best = searcher.think(Task(pos, _weights(game.name), tuple(roots), not only, budget, lines, told.append))
    return Thought(best, told, searcher, pos, names(game, pos, best.moves))


def names(game: Game, pos: Record, moves: Sequence[int]) -> tuple[str, ...]:
    """A line as text; every move of it must be legal."""
    own, found = copy(pos), list[str]()
    for move in moves:
        assert move in legal_moves(own), f"{move} after {found}"
        found.append(game.notation.text(own, move))
        play(own, move)
    return tuple(found)
