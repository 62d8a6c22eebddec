"""A game that is being played: who watches it, what its engine thinks, and the state that all are sent."""

import asyncio
import time

import msgspec
from msgspec import UNSET

from boyi.arena.game.rules import Rulebook
from boyi.server.games.boards import Boards
from boyi.server.games.game import LiveGame
from boyi.server.games.state import (
    BoardView,
    GameState,
    OffersView,
    PlyView,
    Thinking,
    view_board,
    view_player,
    view_ply,
)
from boyi.server.games.watchers import Audience


class Table:
    """A game with all that is not kept on the disk."""

    def __init__(self, game: LiveGame) -> None:
        """Nobody watches yet."""
        self.game = game
        self.lock = asyncio.Lock()
        """Held from a wish to what has become of it."""
        self.audience = Audience()
        self.timer: asyncio.TimerHandle | None = None
        self.driver: asyncio.Task[None] | None = None
        """What asks the engine that is to move."""
        self.flag: asyncio.Task[None] | None = None
        """What ends the game when the time is up."""
        self.thinking: Thinking | None = None
        self.revision = 0
        self._view: tuple[int, int, BoardView] | None = None
        self._plies: list[PlyView] = []

    def state(self, rules: Rulebook, boards: Boards, now: float) -> GameState:
        """All that everybody may see of it."""
        game, begun = self.game, self.game.begun
        view = self._board(rules, boards)
        sides = self.audience.sides()
        del self._plies[len(game.plies) :]
        self._plies += [view_ply(game, number) for number in range(len(self._plies), len(game.plies))]
        first, second = game.clock.faces(now)
        return GameState(
            game.id,
            begun.game,
            begun.start,
            self.revision,
            (view_player(game, 0, 0 in sides), view_player(game, 1, 1 in sides)),
            self._plies,
            view.position,
            view.side,
            view.die,
            [] if game.result else view.legal,
            view.check,
            (None if first is None else round(first), None if second is None else round(second)),
            game.clock.increment,
            game.clock.running,
            round(1000 * time.time()),
            game.result,
            OffersView(game.draw_offer, game.takeback_offer),
            game.rematch,
            begun.dice,
            self.thinking,
            begun.at,
            begun.consent,
            UNSET if begun.shape is None else begun.shape,
        )

    def tell(self, rules: Rulebook, boards: Boards, now: float) -> None:
        """Offer the present state to all who watch."""
        self.revision += 1
        if len(self.audience):
            self.audience.tell(msgspec.json.encode(self.state(rules, boards, now)).decode())

    def forget_views(self) -> None:
        """Work out everything anew: something was taken back."""
        self._view, self._plies = None, []

    def stop_timer(self) -> None:
        """Let nothing happen when the time is up."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def stop_driver(self) -> None:
        """Ask no engine any more."""
        if self.driver is not None and self.driver is not asyncio.current_task():
            self.driver.cancel()
            self.driver = None

    def _board(self, rules: Rulebook, boards: Boards) -> BoardView:
        """What the rules say of the position, worked out once for each."""
        game = self.game
        if self._view is None or self._view[:2] != (len(game.plies), game.die):
            self._view = (len(game.plies), game.die, view_board(rules, boards, game))
        return self._view[2]
