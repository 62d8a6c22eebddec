"""A fake engine: it keeps every promise of the real one, knows no rules, and is ready at once.

Run as a program it serves UCI on stdin and stdout; its arguments are fields of `Habits`, as name=value.
"""

import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from boyi.engines.game import Game
from boyi.engines.limits import Limits
from boyi.engines.options import PLATFORM, Option, Options
from boyi.engines.report import Best, Info, Memory, Score
from boyi.protocol import uci
from boyi.protocol.serving.engine_api import EngineMaker
from boyi.protocol.serving.stdio import serve

START = "8/8/8/8/8/8/8/8 w"
MOVE = re.compile(r"[a-h][1-8][a-h][1-8]")
GAME = Game(
    name="fake",
    title="Fake 1",
    start=START,
    evaluators={"plain": "", "fancy": ""},
    costs={"Check Cost": 0},
    settings=(*PLATFORM, Option("Style", "combo", "Calm", choices=("Calm", "Very Wild"))),
)


@dataclass(frozen=True)
class Habits:
    """How the fake behaves; times are seconds."""

    find: float = 0
    """To import its class."""
    load: float = 0
    fails: bool = False
    """Whether loading ends in an error."""
    stop: float = 0
    """From `stop` to the end of the search."""
    flood: bool = False
    """Whether a search tells of itself without end."""


class FakeEngine:
    """Searches by sleeping; a move is legal if it looks like one, and the first of a list is best."""

    def __init__(
        self,
        habits: Habits,
        game: Game,
        options: Options,
        on_info: Callable[[Info], None],
        on_best: Callable[[Best], None],
        on_note: Callable[[str], None],
    ) -> None:
        self.habits, self.options = habits, options
        self.on_info, self.on_best, self.on_note = on_info, on_best, on_note
        self.loaded_with = dict(options)
        self.changes: list[tuple[str, object]] = []
        self.limits = Limits()
        self.fen = START
        self.moves: list[str] = []
        self.banned: list[str] = []
        self.own = self._plays_own = False
        self._stop, self._told = threading.Event(), threading.Event()
        self._thread = threading.Thread()
        options.on_change = lambda name, value: self.changes.append((name, value))

    def load(self) -> None:
        time.sleep(self.habits.load)
        if self.habits.fails:
            raise OSError("no kernels on this disk")

    def new_game(self) -> None:
        self.wait()
        self.set_position(None, ())

    def set_position(self, fen: str | None, moves: Sequence[str]) -> None:
        fields = (fen or START).split()
        if fields[0].count("/") != 7 or fields[1:2] not in (["w"], ["b"]):
            raise ValueError(f"bad FEN {fen!r}")
        if self._plays_own:
            self.stop()
            self.wait()
        self.fen, self.moves, self.banned, self.own = " ".join(fields), [], [], False
        for move in moves:
            if not MOVE.fullmatch(move):
                raise ValueError(f"illegal move {move[:20]!r}")
            self.moves.append(move)

    def advance(self, moves: Sequence[str], whole: bool = False, side: int | None = None) -> None:
        self.set_position(self.fen, (*self.moves, *moves))

    def reject(self) -> None:
        if not self.own:
            raise ValueError("nothing to take back")
        self.banned.append(self.moves.pop())
        self.own = False

    def place(self, side: int) -> tuple[str, ...]:
        return (f"{'ah'[side]}1", f"{'ah'[side]}2")

    def ban(self, moves: Sequence[str]) -> None:
        self.banned = list(moves)

    def go(self, limits: Limits, own: bool = False) -> None:
        self.stop()
        self.wait()
        self.limits, self._plays_own = limits, own
        self._stop, self._told = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._search, args=(limits, own, self._stop), daemon=True)
        self._thread.start()

    def _search(self, limits: Limits, own: bool, stop: threading.Event) -> None:
        best = next(move for move in (*limits.moves, "e2e4", "d2d4", "c2c4") if move not in self.banned)
        info = Info(limits.depth or 1, 2, 1, Score(13), 100, 1000, 1, 0, 5, (best, "e7e5"))
        self.on_info(info)
        self._told.set()
        while self.habits.flood and not stop.is_set():
            self.on_info(info)
        stop.wait(self._seconds(limits))
        time.sleep(self.habits.stop)
        if own:
            self.moves.append(best)
            self.own = True
        self.on_best(Best(best, "e7e5"))

    def _seconds(self, limits: Limits) -> float | None:
        if not limits.bounded or limits.mate:
            return None
        return (limits.movetime if limits.movetime is not None else limits.depth or 0) / 1000

    def ponder_hit(self, draw: bool = False) -> None:
        if self.searching:
            self.stop()

    def stop(self) -> None:
        self._stop.set()

    def wait(self) -> None:
        if self.searching:
            self._thread.join()

    def catch_up(self) -> None:
        """Nothing is ever put off."""

    def settle(self) -> None:
        """Block until a search has told of itself, and until its end if that is in sight."""
        if self.searching:
            self._told.wait()
        if self.bounded or self._stop.is_set():
            self.wait()

    @property
    def searching(self) -> bool:
        return self._thread.is_alive()

    @property
    def bounded(self) -> bool:
        return self.limits.bounded

    @property
    def side(self) -> int:
        return (self.fen.endswith("b") + len(self.moves)) % 2

    def appraise(self) -> int:
        return 7

    def recall(self, fen: str | None, moves: Sequence[str]) -> Memory:
        return Memory(next(iter(moves), None), (1, 2), None)

    def picture(self) -> str:
        return f"{self.fen}\n  {' '.join(self.moves)}"

    def explain(self) -> str:
        raise RuntimeError("nothing\nto explain")

    def perft(self, depth: int) -> Iterator[tuple[str, int]]:
        for move in ("a2a3", "b2b3"):
            time.sleep(depth / 100)
            yield move, depth

    def bench(self) -> Iterator[str]:
        for number in range(3):
            time.sleep(0.01)
            yield f"position {number}"

    def flip(self) -> None:
        self.fen = self.fen.translate(str.maketrans("wb", "bw"))


def find(habits: Habits) -> Callable[..., FakeEngine]:
    time.sleep(habits.find)
    return partial(FakeEngine, habits)


def main() -> None:
    fields = dict(argument.split("=") for argument in sys.argv[1:])
    habits = Habits(**{name: float(value) for name, value in fields.items()})  # type: ignore[arg-type]
    find_engine: Callable[[], EngineMaker] = partial(find, habits)
    serve(GAME, [uci.DIALECT], find_engine)


if __name__ == "__main__":
    main()
