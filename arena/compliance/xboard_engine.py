"""XBoardEngine: an XBoard engine as the checks speak to it. Nothing it does wrong is mended."""

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from boyi.arena.compliance.check import NotOffered
from boyi.arena.compliance.interview import Fault, Heard, Interview
from boyi.arena.compliance.samples import Samples
from boyi.arena.compliance.setup import Setup, is_legal, replay
from boyi.engines.game import Game
from boyi.protocol.client import EngineSpec
from boyi.protocol.xboard_features import Features
from boyi.protocol.xboard_words import MOVES, USUAL, VARIANTS, parse_answer, read_move, spell

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


class Moved(NamedTuple):
    """A move in the game's notation, and what was told up to it."""

    move: str
    heard: Heard


class XBoardEngine:
    """A conversation in XBoard's protocol, version 2, about one game."""

    farewell = "quit"

    def __init__(self, interview: Interview, spec: EngineSpec, game: Game, samples: Samples) -> None:
        """Nothing is said yet; the spec's options are set at the greeting."""
        self.interview = interview
        self.game = game
        self.samples = samples
        variant = VARIANTS.get(game.name, game.name)
        self.opening = ("new",) if variant == USUAL else ("new", f"variant {variant}")
        """The lines that begin a game."""
        self.greeted = False
        self.features = Features()
        self._spec = spec
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
            self._hear_features(self._spec.patience)
        self.say(*(f"option {name}={value}" for name, value in self._spec.options.items()))
        self.settle(self._spec.patience)
        self.greeted = True

    def _hear_features(self, patience: float) -> None:
        """Take features, and answer them, until the engine says that these were all."""
        deadline = time.monotonic() + patience
        while not self.features.has("done"):
            heard = self.interview.hear("feature ", max(0.0, deadline - time.monotonic()))
            self.say(*self.features.take(heard.last, () if self.game.name == "chess" else ("san",)))

    def say(self, *lines: str) -> None:
        """Send lines one after the other."""
        for line in lines:
            self.interview.say(line)
            time.sleep(PACE)

    def settle(self, patience: float = PATIENCE) -> None:
        """Wait until all that was said is done, if the engine can tell."""
        if self.features.has("ping"):
            self.ping(patience)

    def ping(self, patience: float = PATIENCE) -> Heard:
        """What was told until the `pong`, and how long that took; NotOffered if there is none."""
        self.need("ping")
        self._pings += 1
        self.interview.say(f"ping {self._pings}")
        return self.interview.hear(f"pong {self._pings}$", patience, "pong")

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

    def move(self, setup: Setup) -> Moved:
        """The move that the engine owes; Fault unless that is legal."""
        heard = self.interview.hear(MOVE, PATIENCE, "move")
        told = parse_answer(heard.last)
        move = (
            read_move(told.move, lambda: self._now(setup), self.game.name == "chess")
            if told and told.move
            else ""
        )
        if not is_legal(self.game, setup, move):
            raise Fault(f"{heard.last!r} is no legal move")
        return Moved(move, heard)

    def _now(self, setup: Setup) -> str:
        return self.game.notation.write(replay(self.game, setup))

    def play(self, setup: Setup, *control: str) -> Moved:
        """A game up to the engine's move for the side that is to move."""
        self.set_up(setup, *(control or QUICK))
        self.say("go")
        return self.move(setup)

    def ask(self) -> None:
        """Have it think over a move, which is not waited for."""
        self.set_up(self.samples.openings[0], *SLOW)
        self.say("go")

    def silent(self, seconds: float = 0.1) -> None:
        """Fault if the engine, which is not asked to, makes a move."""
        for line in self.interview.listen(seconds):
            answer = parse_answer(line)
            if answer and answer.move:
                raise Fault(f"{line!r} was not asked for")
