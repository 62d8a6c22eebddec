"""An XBoard engine as the checks speak to it."""

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from boyi.arena.compliance.base.check import NotOffered
from boyi.arena.compliance.base.engine import ExaminedEngine
from boyi.arena.compliance.base.position import Setup, is_legal, replay
from boyi.arena.compliance.base.process import ExaminedProcess, Fault, Replies
from boyi.arena.compliance.base.samples import SAMPLES
from boyi.engines.game import Game
from boyi.protocol.driving.spec import EngineSpec
from boyi.protocol.xboard.client_features import Features
from boyi.protocol.xboard.parsing import MOVES, USUAL, VARIANTS, parse_answer, read_move, spell

MOVE = "|".join(pattern.pattern.replace("(", "(?:") for pattern in MOVES)
"""How a line begins that tells a move."""
FEATURES = 2.0
"""Seconds for the first feature: after that a client takes it that there are none."""
NUDGE = 0.7
PATIENCE, SHORT = 4.0, 1.0
"""Seconds for a move, and for what needs no thought, before they count as never."""
PACE = 0.002
"""Seconds between lines: there are engines that lose the second of two that come together."""
UNDER_WAY = 0.1
QUICK = ("level 0 0:10 0", "time 100", "otim 100")
"""A time control for moves that need not be good: one second is left."""
SLOW = ("level 0 10 0", "time 60000", "otim 60000")
"""One under which an engine thinks for seconds."""


class XBoardReply(NamedTuple):
    """A move in the game's notation, and what was told up to it."""

    move: str
    heard: Replies


class XBoardEngine(ExaminedEngine):
    """A conversation in XBoard's protocol, version 2, about one game."""

    def __init__(self, process: ExaminedProcess, spec: EngineSpec, game: Game) -> None:
        """Nothing is said yet; the spec's options are set at the greeting."""
        super().__init__(process, spec, game)
        self.samples = SAMPLES[game.name]
        variant = VARIANTS.get(game.name, game.name)
        self.opening = ("new",) if variant == USUAL else ("new", f"variant {variant}")
        """The lines that begin a game."""
        self.features = Features()
        self._pings = 0

    def greet(self) -> None:
        """`xboard`, `protover`, and all features; an engine that tells none is one of version 1."""
        self.say("xboard", "protover 2")
        with suppress(Fault):
            self._hear_features(NUDGE)
        if not self.features.told:
            self.say("")
            with suppress(Fault):
                self._hear_features(FEATURES - NUDGE)
        if self.features["done"] == "0":
            self._hear_features(self.spec.patience)
        self.say(*(f"option {name}={value}" for name, value in self.spec.options.items()))
        self.settle(self.spec.patience)
        self.greeted = True

    def _hear_features(self, patience: float) -> None:
        """Take features, and answer them, until the engine says that these were all."""
        deadline = time.monotonic() + patience
        while not self.features.has("done"):
            heard = self.process.hear("feature ", max(0.0, deadline - time.monotonic()))
            self.say(*self.features.take(heard.last, () if self.game.name == "chess" else ("san",)))

    def say(self, *lines: str) -> None:
        """Send lines one after the other."""
        for line in lines:
            self.process.say(line)
            time.sleep(PACE)

    def settle(self, patience: float = PATIENCE) -> None:
        """Wait until all that was said is done, if the engine can tell."""
        if self.features.has("ping"):
            self.ping(patience)

    def ping(self, patience: float = PATIENCE) -> Replies:
        """What was told until the `pong`, and how long that took; NotOffered if there is none."""
        self.need("ping")
        self._pings += 1
        self.process.say(f"ping {self._pings}")
        return self.process.hear(f"pong {self._pings}$", patience, "pong")

    def need(self, feature: str) -> None:
        """NotOffered unless the engine has a feature."""
        if not self.features.has(feature):
            raise NotOffered(f"no feature {feature}=1")

    def set_up(self, setup: Setup, *control: str) -> None:
        """Begin a game and lead it to a position, in force mode."""
        if setup.fen:
            self.need("setboard")
        board = [f"setboard {setup.fen}"] if setup.fen else []
        self.say(*self.opening, "force", "easy", "nopost", *board, *control, *self.spelled(setup))

    def spelled(self, setup: Setup) -> list[str]:
        """The moves of a setup as this engine wants to be told them."""
        words: Sequence[str] = spell(setup.fen, setup.moves) if self.features.has("san") else setup.moves
        return [f"usermove {word}" if self.features.has("usermove") else word for word in words]

    def move(self, setup: Setup) -> XBoardReply:
        """The move that the engine owes; Fault unless that is legal."""
        heard = self.process.hear(MOVE, PATIENCE, "move")
        told = parse_answer(heard.last)
        move = (
            read_move(told.move, lambda: self._now(setup), self.game.name == "chess")
            if told and told.move
            else ""
        )
        if not is_legal(self.game, setup, move):
            raise Fault(f"{heard.last!r} is no legal move")
        return XBoardReply(move, heard)

    def _now(self, setup: Setup) -> str:
        return self.game.notation.write(replay(self.game, setup))

    def play(self, setup: Setup, *control: str) -> XBoardReply:
        """A game up to the engine's move for the side that is to move."""
        self.set_up(setup, *(control or QUICK))
        self.say("go")
        return self.move(setup)

    def ask(self) -> None:
        """Have it think over a move, which is not waited for."""
        self.set_up(self.samples.opening, *SLOW)
        self.say("go")

    def silent(self, seconds: float = 0.1) -> None:
        """Fault if the engine, which is not asked to, makes a move."""
        for line in self.process.listen(seconds):
            answer = parse_answer(line)
            if answer and answer.move:
                raise Fault(f"{line!r} was not asked for")
