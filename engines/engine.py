"""Engine: a position, options, weights and a search. Verbs and callbacks; no text of any protocol."""

import random
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from boyi.engines import bench, strength
from boyi.engines.board import Board
from boyi.engines.game import Game, Keeper, Oracle
from boyi.engines.jit import Record, copy
from boyi.engines.limits import Budget, Limits
from boyi.engines.options import Options, Value
from boyi.engines.outfit import FOLLOWED, Outfit
from boyi.engines.perft import perft
from boyi.engines.play import bound_value, legal_moves, play, try_move
from boyi.engines.report import Best, Info, Memory
from boyi.engines.search.task import Line, Remembering, Task
from boyi.engines.telling import Teller, best_of, remembered


@dataclass(frozen=True)
class Request:
    """What a search works from; later changes of position, options or bans are none of its business."""

    pos: Record
    weights: Record
    limits: Limits
    budget: Budget
    options: Mapping[str, Value]
    banned: tuple[str, ...]
    own: bool


class Engine:
    """One player of one game. Verbs are called from one thread at a time; callbacks come from another."""

    def __init__(
        self,
        game: Game,
        options: Options,
        on_info: Callable[[Info], None],
        on_best: Callable[[Best], None],
        on_note: Callable[[str], None],
    ) -> None:
        """Make an engine that still has to `load`."""
        self.game, self.options = game, options
        self._on_info, self._on_best, self._on_note = on_info, on_best, on_note
        self._thread: threading.Thread | None = None
        self._release = threading.Event()  # set once a best move may be told
        self._over = True  # no search runs, or all that is left of it is to tell its move
        self._changes: dict[str, Value] = {}  # of options, put off until a search has ended
        self._limits, self._budget = Limits(), Budget()
        self._plays_own = False  # whether the last search ends with a move in the engine's own position
        self._lot = random.Random()

    # -- setting up ------------------------------------------------------------------------------

    def load(self) -> None:
        """Import and compile all that the game needs. Blocks: half a second, at first half a minute."""
        self._notation = self.game.notation
        self._board = Board(self.game, self.options)
        self._outfit = Outfit(self.game, self.options, self._on_note)
        defaults = Options(self.game.options)
        self.options.on_change = self._on_change
        self._changes |= {
            name: value
            for name, value in self.options.items()
            if value != defaults[name] and name not in FOLLOWED
        }
        self.wait()

    def _on_change(self, name: str, value: Value) -> None:
        """Take a new value now, or when the running search has ended."""
        self._board.lose_track()  # the options may say otherwise
        self._changes[name] = value
        self.catch_up()

    def catch_up(self) -> None:
        """Take the option changes that were put off, unless a search still runs. May block meanwhile."""
        if self._over:
            self.wait()

    # -- the position ----------------------------------------------------------------------------

    @property
    def side(self) -> int:
        """Who is to move: 0 the first player, 1 the second."""
        return self._board.side

    def new_game(self) -> None:
        """Forget what earlier games taught. Blocks until a running search has ended."""
        self._finish()
        self._outfit.searcher.forget()

    def set_position(self, fen: str | None, moves: Sequence[str]) -> None:
        """Take up a position as `Board.set` does.

        May be called during a search, which goes on with its own position, unless it is to play its move
        here: then it is ended first.
        """
        if self._plays_own:
            self._finish()
        self._board.set(fen, moves)

    def advance(self, moves: Sequence[str], whole: bool = False, side: int | None = None) -> None:
        """Play moves from the present position, as `Board.advance` does; a running search is ended first."""
        self._finish()
        self._board.advance(moves, whole, side)

    def reject(self) -> None:
        """Take back the turn that `go` played for its own, and ban it; ValueError if there is none."""
        self._finish()
        self._board.reject()

    def place(self, side: int) -> tuple[str, ...]:
        """Where the pieces of a side start; ValueError in a game that leaves no choice."""
        if not self.game.placement:
            raise ValueError(f"{self.game.name} always starts the same way")
        squares: tuple[str, ...] = self.game.part(self.game.placement)(side, self.options)
        return squares

    def ban(self, moves: Sequence[str]) -> None:
        """Moves not to be played from here, until the next `set_position`."""
        self._board.banned = tuple(moves)

    def flip(self) -> None:
        """Exchange the two sides."""
        self._board.flip()

    # -- searching -------------------------------------------------------------------------------

    @property
    def searching(self) -> bool:
        """Whether a search runs."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def bounded(self) -> bool:
        """Whether the running search ends by itself."""
        return self._limits.bounded

    def go(self, limits: Limits, own: bool = False) -> None:
        """Start a search and return; exactly one `on_best` follows. A running search is ended first.

        `own` has the move found played in the engine's own position before it is told.
        """
        self._finish()
        self._outfit.refresh()
        self._limits, self._plays_own = limits, own
        self._budget = self._grant(limits)
        self._release.clear()
        board, outfit = self._board, self._outfit
        self._outfit.searcher.prepare(self._budget, outfit.prices(board.pos))
        if not limits.ponder:
            self._outfit.searcher.allow(self._budget)
            if not limits.infinite:
                self._release.set()
        pos, options = copy(board.pos), dict(self.options)
        request = Request(pos, outfit.weights(), limits, self._budget, options, board.banned, own)
        self._over = False
        self._thread = threading.Thread(target=self._search, args=(request,), daemon=True)
        self._thread.start()

    def ponder_hit(self, draw: bool = False) -> None:
        """The move pondered on was played, perhaps with the offer of a draw: from now on the clock runs.

        Nothing happens without pondering.
        """
        if not self._limits.ponder:
            return
        self._limits = replace(self._limits, ponder=False, draw=draw or self._limits.draw)
        self._outfit.searcher.allow(self._budget)
        if self._limits.bounded:
            self._release.set()

    def stop(self) -> None:
        """End the running search soon. Does not block."""
        self._outfit.searcher.stop()
        self._release.set()

    def wait(self) -> None:
        """Block until no search runs, then take the option changes that were put off."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        changes, self._changes = self._changes, {}
        if "Evaluator" in changes:
            changes.pop("EvalFile", None)  # both mean the same choice, made from both
        for name, value in changes.items():
            self._outfit.apply(name, value)

    def _finish(self) -> None:
        self.stop()
        self.wait()

    def _grant(self, limits: Limits) -> Budget:
        budget = Budget.of(limits, self.side, self.options.number("Move Overhead"))
        elo = strength.wanted(self.options)
        if elo is not None and not limits.infinite:
            budget = replace(budget, nodes=min(budget.nodes or 1 << 62, strength.nodes(elo)))
        return budget

    def _search(self, request: Request) -> None:
        """The search's thread: whatever happens, one best move is told."""
        best = Best(None)
        try:
            legal = legal_moves(request.pos)
            best = self._at_hand(request.pos, tuple(legal))
            roots = self._allowed(request, legal)
            turn = self._known(request, roots)
            if turn:
                best = self._at_hand(request.pos, tuple(turn))
            elif roots:
                best = self._think(request, self._kept(request, roots), legal)
        except Exception as error:  # a GUI waits for its move, whatever went wrong
            self._on_note(f"search failed: {error!r}")
        self._release.wait()
        if request.own:
            self._board.play_own(request.pos, best.turn)
            best = replace(best, ended=self._board.ended())
        self._over = True
        self._on_best(best)

    def _at_hand(self, pos: Record, moves: tuple[int, ...]) -> Best:
        """The turn that moves begin with, without a thought; no more of them than a turn can have."""
        return replace(best_of(self._notation, pos, moves[:2]), ponder=None)

    def _meant(self, pos: Record, names: Sequence[str]) -> set[int]:
        """The legal moves among some texts."""
        moves = set()
        for name in names:
            try:
                moves.add(self._notation.move(pos, name))
            except ValueError as error:
                self._on_note(str(error))
        return moves

    def _allowed(self, request: Request, legal: list[int]) -> list[int]:
        """The moves to choose from: those asked for, without the banned ones, as long as any are left."""
        asked = self._meant(request.pos, request.limits.moves)
        banned = self._meant(request.pos, request.banned)
        allowed = [move for move in legal if not asked or move in asked]
        return [move for move in allowed if move not in banned] or allowed

    def _known(self, request: Request, roots: list[int]) -> list[int]:
        """What book or tables would play of these, if it is to be played; an analysis asks no book."""
        if not roots or not request.limits.bounded:
            return []
        own_book = request.options["OwnBook"] and not request.options.get("UCI_AnalyseMode")
        asked = ("book", "tables") if own_book else ("tables",)
        advice = (self._consult(name, lambda oracle: oracle.advise(request.pos, roots)) for name in asked)
        return next(filter(None, advice), [])

    def _kept(self, request: Request, roots: list[int]) -> list[int]:
        """Those of some moves that give nothing away, where tables know; else all."""

        def question(oracle: Oracle) -> list[int]:
            return oracle.keeping(request.pos, roots) if isinstance(oracle, Keeper) else []

        return self._consult("tables", question) or roots

    def _consult(self, name: str, question: Callable[[Oracle], list[int]]) -> list[int]:
        """What book or tables answer, nothing without them; they are closed if they fail."""
        oracle = self._outfit.oracles.get(name)
        if oracle is None:
            return []
        try:
            return question(oracle)
        except Exception as error:  # a damaged file shows only when it is read, and then as anything
            self._outfit.oracles.pop(name)
            self._on_note(f"{name} closed: {error!r}")
            return []

    def _think(self, request: Request, roots: list[int], legal: list[int]) -> Best:
        options = request.options
        shown = int(options["MultiPV"])
        wdl = self.game.wdl if options.get("UCI_ShowWDL") else None
        teller = Teller(self._notation, request.pos, wdl)
        latest: dict[int, Line] = {}

        def tell(line: Line) -> None:
            latest[line.rank] = line
            if line.rank < shown:
                self._on_info(teller.info(line, self._outfit.searcher.nodes, self._outfit.searcher.fullness))

        scatter = 0.0 if request.limits.infinite else strength.scatter(options)
        lines = max(shown, strength.CANDIDATES) if scatter else shown
        whole = len(roots) == len(legal)
        task = Task(request.pos, request.weights, tuple(roots), whole, request.budget, lines, tell, options)
        line = self._outfit.searcher.think(task)
        if teller.lags(self._outfit.searcher.nodes):
            tell(line)  # broken off: the line that is played, and all the nodes it took
        if scatter and latest:
            ranked = [latest[rank] for rank in sorted(latest)]
            line = ranked[strength.pick([found.score for found in ranked], scatter, self._lot)]
        self._release.wait()  # with the move that was waited for, a draw may be offered
        return replace(teller.best(line), answer=strength.answer(line.score, self._limits.draw, options))

    # -- looking ---------------------------------------------------------------------------------

    def appraise(self) -> int:
        """The static value of the position for the side to move."""
        return int(bound_value(copy(self._board.pos), self._outfit.weights()))

    def recall(self, fen: str | None, moves: Sequence[str]) -> Memory:
        """What earlier searches remember of a position; ValueError names the fault."""
        pos = self._notation.read(fen or self.game.start, self.options)
        for name in moves:
            play(pos, self._notation.move(pos, name))
        found = (
            self._outfit.searcher.recall(pos.key) if isinstance(self._outfit.searcher, Remembering) else None
        )
        return Memory() if found is None else remembered(self._notation, pos, found)

    def picture(self) -> str:
        """The position for a terminal."""
        return self._notation.draw(self._board.pos)

    def explain(self) -> str:
        """The static value of the position, and whose it is."""
        value = self.appraise()
        return f"{self._outfit.evaluation.describe()}\nvalue {value} for the side to move"

    def perft(self, depth: int) -> Iterator[tuple[str, int]]:
        """Leaves below each move; less than one ply counts as one. Blocks between items."""
        for move in legal_moves(self._board.pos):
            pos = copy(self._board.pos)
            try_move(pos, move)
            yield self._notation.text(self._board.pos, move), perft(pos, depth - 1)

    def bench(self) -> Iterator[str]:
        """The lines of the node signature. Blocks between lines."""
        return bench.lines(self.game)
