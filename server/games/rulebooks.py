"""The rules of all games, loaded when first asked for: kernels take a second, and longer if compiled."""

import asyncio
import random
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from boyi.arena.game.rules import Rulebook
from boyi.engines import GAMES, load_game
from boyi.engines.connect6.shape import Shape
from boyi.engines.einstein.placement import HOMES
from boyi.engines.jit import copy
from boyi.engines.play import legal_moves, play, result
from boyi.protocol.records.wording import in_words
from boyi.server.games.boards import GameBoard
from boyi.server.games.events import Begun, ShapeWish
from boyi.server.refusal import Refusal

T = TypeVar("T")


class Rulebooks:
    """One rulebook for each game. They belong to one event loop: a rulebook has scratch space.

    What blocks runs in one thread, after what it needs was loaded there: two threads must not compile the
    same kernel, nor one use what another compiles.
    """

    def __init__(self) -> None:
        """None is loaded yet."""
        self._loading: dict[str, asyncio.Future[Rulebook]] = {}
        self._thread = ThreadPoolExecutor(1, "rules")

    async def run(self, name: str, work: Callable[[], T]) -> T:
        """What some work on positions of a game returns, which is done in the thread of all such work."""
        await self.of(name)
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        """Take no more work."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def loaded(self, name: str) -> Rulebook | None:
        """The rules of a game if they are there."""
        task = self._loading.get(name)
        return task.result() if task is not None and task.done() else None

    async def of(self, name: str) -> Rulebook:
        """The rules of a game, loaded in a thread if need be; Refusal if there is no such game."""
        if (found := self.loaded(name)) is not None:
            return found
        if name not in GAMES:
            raise Refusal(400, f"there is no game {name[:40]!r}, but {', '.join(GAMES)}")
        if name not in self._loading:
            loop = asyncio.get_running_loop()
            self._loading[name] = loop.run_in_executor(self._thread, load_rules, name)
        return await asyncio.shield(self._loading[name])

    def draw_start(self, rules: Rulebook, begun: Begun) -> str | None:
        """Where a rematch begins: drawn anew in games that draw their start, else as before."""
        if not rules.game.starts or begun.start is None:
            return begun.start
        draw = rules.game.part(rules.game.starts)
        start: str = draw(random.Random(secrets.randbits(64)))
        return start


def load_rules(name: str) -> Rulebook:
    """The rules of a game, with all kernels that a board, a record or a walk will call."""
    game = load_game(name)
    rules = Rulebook(game)
    board = GameBoard(rules, None, True, 1)
    if game.chance:
        board.referee.enter_die(1)
    pos = copy(board.referee.pos)
    in_words(game, pos, rules.notation.move(pos, board.referee.legal[0]))
    board.play(board.referee.legal[0])
    board.referee.ended()
    game.notation.read(board.referee.now(), {})
    play(pos, legal_moves(pos)[0])
    result(pos)
    return rules


def start_of_shape(wish: ShapeWish) -> str:
    """The empty board of a Connect(m, n, k, p, q); Refusal if it can't be played here."""
    try:
        return Shape(wish.width, wish.height, wish.in_a_row, wish.turn, wish.first).start
    except ValueError as error:
        raise Refusal(400, str(error)) from None


def start_of_layouts(layouts: tuple[tuple[int, ...], tuple[int, ...]]) -> str:
    """Where a game of EinStein begins whose pieces were placed freely; Refusal if they stand elsewhere."""
    for side, (layout, home) in enumerate(zip(layouts, HOMES, strict=True)):
        if sorted(layout) != sorted(home):
            squares = ", ".join(map(str, sorted(home)))
            raise Refusal(400, f"the six pieces of {('blue', 'red')[side]} stand on {squares}")
    return " ".join(map(str, [*layouts[0], *layouts[1], "b", 0]))
