"""Engine: a position, options, weights and a search. Verbs and callbacks; no text of any protocol."""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from boyi.engines import strength
from boyi.engines.bench import BenchRun
from boyi.engines.board import Board
from boyi.engines.game import Game
from boyi.engines.jit import copy
from boyi.engines.limits import Budget, Limits
from boyi.engines.move_choice import MoveChooser, SearchRequest, budget_of
from boyi.engines.options import Options, Value
from boyi.engines.parts import FOLLOWED, Parts
from boyi.engines.play import bound_value, legal_moves, no_stop, perft, play, try_move
from boyi.engines.report import Best, Info, Memory
from boyi.engines.search.task import Remembering
from boyi.engines.search.wording import memory_of


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
        self._release = threading.Event()  # set once a best move may be reported
        self._over = True  # no search runs, or all that is left of it is to report its move
        self._changes: dict[str, Value] = {}  # of options, put off until a search has ended
        self._limits, self._budget = Limits(), Budget()
        self._perft_stop, self._bench = no_stop(), BenchRun(game)
        self._plays_own = False  # whether the last search ends with a move in the engine's own position

    # -- setting up ------------------------------------------------------------------------------

    def load(self) -> None:
        """Import and compile all that the game needs. Blocks: half a second, at first half a minute."""
        self._notation = self.game.notation
        self._board = Board(self.game, self.options)
        self._parts = Parts(self.game, self.options, self._on_note)
        self._chooser = MoveChooser(self.game, self._parts, self._on_info, self._on_note)
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
        self._board.close_game()
        self._parts.searcher.forget()

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

        `own` has the move found played in the engine's own position before `on_best`.
        """
        self._finish()
        self._parts.refresh()
        self._limits, self._plays_own = limits, own
        self._budget = budget_of(limits, self.side, self.options, self.game.ladder)
        self._release.clear()
        board, parts = self._board, self._parts
        self._parts.searcher.prepare(self._budget, parts.prices(board.pos))
        if not limits.ponder:
            self._parts.searcher.start_clock(self._budget)
            if not limits.infinite:
                self._release.set()
        pos, options = copy(board.pos), dict(self.options)
        request = SearchRequest(pos, parts.weights(), limits, self._budget, options, board.banned, own)
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
        self._parts.searcher.start_clock(self._budget)
        if self._limits.bounded:
            self._release.set()

    def stop(self) -> None:
        """End the running search soon, and a perft or bench. Does not block."""
        self._parts.searcher.stop()
        self._release.set()
        self._perft_stop[0] = 1
        self._bench.stop()

    def wait(self) -> None:
        """Block until no search runs, then take the option changes that were put off."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        changes, self._changes = self._changes, {}
        if "Evaluator" in changes:
            changes.pop("EvalFile", None)  # both mean the same choice, made from both
        for name, value in changes.items():
            self._parts.apply(name, value)

    def _finish(self) -> None:
        self.stop()
        self.wait()

    def _search(self, request: SearchRequest) -> None:
        """The search's thread: whatever happens, one best move is reported."""
        best, score = self._chooser.choose(request)
        self._release.wait()
        if score is not None:  # with the move that was waited for, a draw may be offered
            best = replace(best, answer=strength.answer_to_offer(score, self._limits.draw, request.options))
        if request.own:
            self._board.play_own(request.pos, best.turn)
            best = replace(best, ended=self._board.ended())
        self._over = True
        self._on_best(best)

    # -- looking ---------------------------------------------------------------------------------

    def appraise(self) -> int:
        """The static value of the position for the side to move."""
        return int(bound_value(copy(self._board.pos), self._parts.weights()))

    def recall(self, fen: str | None, moves: Sequence[str]) -> Memory:
        """What earlier searches remember of a position; ValueError names the fault."""
        pos = self._notation.read(fen or self.game.start, self.options)
        for name in moves:
            play(pos, self._notation.move(pos, name))
        searcher = self._parts.searcher
        found = searcher.recall(pos.key) if isinstance(searcher, Remembering) else None
        return Memory() if found is None else memory_of(self._notation, pos, found)

    def picture(self) -> str:
        """The position for a terminal."""
        return self._notation.draw(self._board.pos)

    def explain(self) -> str:
        """The static value of the position, and whose it is."""
        value = self.appraise()
        return f"{self._parts.evaluation.describe()}\nvalue {value} for the side to move"

    def perft(self, depth: int) -> Iterator[tuple[str, int]]:
        """Leaves below each move; less than one ply counts as one. Blocks between items; `stop` ends them."""
        self._perft_stop[0] = 0  # now, not with the first item: what is said from here on holds
        return self._counts(depth)

    def _counts(self, depth: int) -> Iterator[tuple[str, int]]:
        for move in legal_moves(self._board.pos):
            pos = copy(self._board.pos)
            try_move(pos, move)
            leaves = perft(pos, depth - 1, self._perft_stop)
            if self._perft_stop[0]:
                return
            yield self._notation.text(self._board.pos, move), leaves

    def bench(self) -> Iterator[str]:
        """The lines of the node signature. Blocks between lines; `stop` ends them."""
        self._bench = BenchRun(self.game)
        return self._bench.lines()
