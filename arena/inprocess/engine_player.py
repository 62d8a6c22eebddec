"""A game's engine as a player of this process, described by its options."""

from collections.abc import Callable, Mapping, Sequence

from boyi.arena.inprocess.game import Choice
from boyi.engines.evaluation import choice_of
from boyi.engines.game import Game
from boyi.engines.jit import Record, copy
from boyi.engines.limits import MS, Budget
from boyi.engines.options import Options, Value
from boyi.engines.play import legal_moves, play
from boyi.engines.search.task import Line, Task, Thinker

SECOND = Budget(hard=1000 * MS)
WARM_UP = Budget(nodes=100)


def search_once(
    thinker: Thinker,
    pos: Record,
    weights: Record,
    budget: Budget,
    *,
    options: Mapping[str, Value] | None = None,
    costs: Sequence[int] = (),
    roots: Sequence[int] | None = None,
    lines: int = 1,
    tell: Callable[[Line], None] = lambda line: None,
) -> Line:
    """What a thinker finds in a position, among some of its moves or all. Blocks."""
    thinker.prepare(budget, costs)
    thinker.start_clock(budget)
    moves = tuple(legal_moves(pos) if roots is None else roots)
    return thinker.think(Task(pos, weights, moves, roots is None, budget, lines, tell, options or {}))


class EnginePlayer:
    """An engine whose options were set once.

    A text describes it: "mcts" or "mcts?Playout=stepwise&Threads=2" for the option `Player` and others;
    "mcts@20000" thinks so many nodes a turn, "mcts@100ms" so many milliseconds.
    """

    def __init__(self, game: Game, text: str, budget: Budget = SECOND, weights: Record | None = None) -> None:
        """`budget` is for a text that names none, `weights` replace those that the options choose.

        ValueError names an option or weights that can't be had.
        """
        self.name = text
        named, _, query = text.partition("?")
        player, _, limit = named.partition("@")
        self._budget = _budget_of(limit) if limit else budget
        self._options = Options(game.options)
        for name, _, value in (item.partition("=") for item in f"Player={player}&{query}".split("&") if item):
            self._options.set(name, value)
        chosen = choice_of(game, self._options.string("Evaluator"), self._options.string("EvalFile"))
        self._weights = chosen.weights if weights is None else weights
        self._thinker = game.thinker()
        self._thinker.set_threads(self._options.number("Threads"))
        self._thinker.resize(self._options.number("Hash"))

    def forget(self) -> None:
        """Lose all that earlier searches found."""
        self._thinker.forget()

    def think(self, pos: Record) -> Choice:
        """The turn to play, and its value. Blocks."""
        return self._think(pos, self._budget)

    def warm_up(self, pos: Record) -> None:
        """Compile and load what the first move would have to wait for. Blocks."""
        self._think(pos, WARM_UP if self._budget.nodes is None else self._budget)

    def _think(self, pos: Record, budget: Budget) -> Choice:
        line = search_once(self._thinker, pos, self._weights, budget, options=dict(self._options))
        return Choice(turn_of(pos, line.moves), line.score)


def _budget_of(limit: str) -> Budget:
    return Budget(hard=int(limit[:-2]) * MS) if limit.endswith("ms") else Budget(nodes=int(limit))


def turn_of(pos: Record, line: tuple[int, ...]) -> tuple[int, ...]:
    """The moves of a line until the other side is to move."""
    scratch, count = copy(pos), 0
    while count < len(line) and scratch.side == pos.side:
        play(scratch, line[count])
        count += 1
    return line[:count]
