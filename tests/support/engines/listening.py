"""An engine in the test's own process, and everything it tells."""

import threading
import time
from collections.abc import Callable
from typing import Any

from boyi.engines.engine import Engine
from boyi.engines.game import Game
from boyi.engines.limits import Limits
from boyi.engines.options import Options
from boyi.engines.report import Best, Info

PATIENCE = 120.0


class Listener:
    """A loaded engine; `infos`, `bests` and `notes` grow as it speaks, but for how far compiling is."""

    def __init__(self, game: Game, **settings: Any) -> None:
        """Load an engine with some options set beforehand; underscores in names stand for spaces."""
        self.infos: list[Info] = []
        self.bests: list[Best] = []
        self.notes: list[str] = []
        self._heard = threading.Condition()
        self.options = Options(game.options)
        for name, value in {"Hash": 1, **settings}.items():
            self.options.set(name, str(value))
        self.engine = Engine(
            game, self.options, self._hear(self.infos), self._hear(self.bests), self._hear(self.notes)
        )
        self.engine.load()

    def _hear(self, heard: list[Any]) -> Callable[[Any], None]:
        def take(item: Any) -> None:
            with self._heard:
                if not str(item).startswith("compiling "):
                    heard.append(item)
                self._heard.notify_all()

        return take

    def until(self, truth: Callable[[], bool]) -> None:
        """Block until something comes true of what was heard."""
        with self._heard:
            assert self._heard.wait_for(truth, PATIENCE), (self.bests, self.notes)

    def go(self, **limits: Any) -> None:
        """Start a search."""
        self.engine.go(Limits(**limits))

    def best(self, **limits: Any) -> Best:
        """Search and wait; exactly one best move is told."""
        before = len(self.bests)
        self.go(**limits)
        self.engine.wait()
        assert len(self.bests) == before + 1
        return self.bests[-1]

    def seconds(self, **limits: Any) -> float:
        """How long a search takes until its best move is told."""
        start = time.monotonic()
        self.best(**limits)
        return time.monotonic() - start

    def close(self) -> None:
        """End whatever runs."""
        self.engine.stop()
        self.engine.wait()
