"""The choice of the root move: which moves may be played, what book and tables say of them, else a search."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from boyi.engines import strength
from boyi.engines.game import Game, Keeper, Oracle
from boyi.engines.jit import Record
from boyi.engines.limits import Budget, Limits
from boyi.engines.options import Options, Value
from boyi.engines.parts import Parts
from boyi.engines.play import legal_moves
from boyi.engines.report import Best, Info
from boyi.engines.search.task import Line, Task
from boyi.engines.search.threads import UNLIMITED
from boyi.engines.search.wording import InfoWriter, best_of


@dataclass(frozen=True)
class SearchRequest:
    """What a search works from; later changes of position, options or bans are none of its business."""

    pos: Record
    weights: Record
    limits: Limits
    budget: Budget
    options: Mapping[str, Value]
    banned: tuple[str, ...]
    own: bool
    """Whether the move found is played in the engine's own position."""


def budget_of(
    limits: Limits, side: int, options: Options, ladder: strength.Ladder = strength.LADDER
) -> Budget:
    """What a search by these limits may use; with fewer nodes where strength is limited."""
    budget = Budget.of(limits, side, options.number("Move Overhead"))
    elo = strength.limited_elo(options)
    if elo is not None and not limits.infinite:
        budget = replace(budget, nodes=min(budget.nodes or UNLIMITED, strength.nodes(elo, ladder)))
    return budget


class MoveChooser:
    """Chooses moves with an engine's parts; callbacks come from the thread that calls `choose`."""

    def __init__(
        self, game: Game, parts: Parts, on_info: Callable[[Info], None], on_note: Callable[[str], None]
    ) -> None:
        """A chooser that has nothing to do yet."""
        self._game, self._notation, self._parts = game, game.notation, parts
        self._on_info, self._on_note = on_info, on_note
        self._rng = random.Random()

    def choose(self, request: SearchRequest) -> tuple[Best, int | None]:
        """The turn to play, and its score if it was searched. Blocks.

        Whatever goes wrong, it is noted, and a legal move is there to be played if the position has one.
        """
        best = Best(None)
        try:
            legal = legal_moves(request.pos)
            best = self._begin_turn(request.pos, legal)
            roots = self._root_moves(request, legal)
            if turn := self._ask_book(request, roots):
                best = self._begin_turn(request.pos, turn)
            elif roots:
                return self._search(request, self._keep_result(request, roots), legal)
        except Exception as error:  # a GUI waits for its move, whatever went wrong
            self._on_note(f"search failed: {error!r}")
        return best, None

    def _begin_turn(self, pos: Record, moves: Sequence[int]) -> Best:
        """The turn that moves begin with, without a thought; no more of them than a turn can have."""
        return replace(best_of(self._notation, pos, tuple(moves[:2])), ponder=None)

    def _read_moves(self, pos: Record, names: Sequence[str]) -> set[int]:
        """The legal moves among some texts."""
        moves = set()
        for name in names:
            try:
                moves.add(self._notation.move(pos, name))
            except ValueError as error:
                self._on_note(str(error))
        return moves

    def _root_moves(self, request: SearchRequest, legal: list[int]) -> list[int]:
        """The moves to choose from: those asked for, without the banned ones, as long as any are left."""
        asked = self._read_moves(request.pos, request.limits.moves)
        banned = self._read_moves(request.pos, request.banned)
        allowed = [move for move in legal if not asked or move in asked]
        return [move for move in allowed if move not in banned] or allowed

    def _ask_book(self, request: SearchRequest, roots: list[int]) -> list[int]:
        """What book or tables would play of these, if it is to be played; an analysis asks no book."""
        if not roots or not request.limits.bounded:
            return []
        own_book = request.options["OwnBook"] and not request.options.get("UCI_AnalyseMode")
        asked = ("book", "tables") if own_book else ("tables",)
        advice = (self._consult(name, lambda oracle: oracle.advise(request.pos, roots)) for name in asked)
        return next(filter(None, advice), [])

    def _keep_result(self, request: SearchRequest, roots: list[int]) -> list[int]:
        """The moves that give nothing away, where tables know; else all."""

        def question(oracle: Oracle) -> list[int]:
            return oracle.keeping(request.pos, roots) if isinstance(oracle, Keeper) else []

        return self._consult("tables", question) or roots

    def _consult(self, name: str, question: Callable[[Oracle], list[int]]) -> list[int]:
        """What book or tables answer, nothing without them; they are closed if they fail."""
        oracle = self._parts.oracles.get(name)
        if oracle is None:
            return []
        try:
            return question(oracle)
        except Exception as error:  # a damaged file shows only when it is read, and then as anything
            self._parts.oracles.pop(name)
            self._on_note(f"{name} closed: {error!r}")
            return []

    def _seen(self, request: SearchRequest, roots: list[int]) -> list[int]:
        """The moves that a player of the strength asked for does not overlook."""
        share = strength.overlooked(request.options, self._game.ladder)
        return strength.seen(roots, share, self._rng) if share and not request.limits.infinite else roots

    def _search(self, request: SearchRequest, roots: list[int], legal: list[int]) -> tuple[Best, int]:
        options, searcher = request.options, self._parts.searcher
        shown = int(options["MultiPV"])
        wdl = self._game.wdl if options.get("UCI_ShowWDL") else None
        writer = InfoWriter(self._notation, request.pos, wdl)
        latest: dict[int, Line] = {}

        def on_line(line: Line) -> None:
            latest[line.rank] = line
            if line.rank < shown:
                self._on_info(writer.info(line, searcher.nodes, searcher.fullness))

        scatter = 0.0 if request.limits.infinite else strength.scatter(options, self._game.ladder)
        roots = self._seen(request, roots)
        lines = max(shown, strength.CANDIDATES) if scatter else shown
        pos, weights, whole = request.pos, request.weights, len(roots) == len(legal)
        task = Task(pos, weights, tuple(roots), whole, request.budget, lines, on_line, options)
        line = searcher.think(task)
        if writer.lags(searcher.nodes):
            on_line(line)  # broken off: the line that is played, and all the nodes it took
        if scatter and latest:
            ranked = [latest[rank] for rank in sorted(latest)]
            line = ranked[strength.pick([found.score for found in ranked], scatter, self._rng)]
        return writer.best(line), line.score
