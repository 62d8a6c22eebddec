"""Random conversations with a real engine: what a client might say, right or wrong, in any order."""

import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.support.protocol.talking import Talk

JUNK = (
    "",
    " ",
    "\t",
    "\x00",
    "\x7f",
    "é",
    "棋",
    "\ufeff",
    "%s%n",
    "-1",
    "0",
    "1e9",
    "NaN",
    "9" * 40,
    "x" * 5000,
)
PATIENCE = 60.0
"""Seconds that an engine may take for an answer, also while it loads."""
BURST = 12
"""Lines at most between two looks at what the engine does."""


@dataclass(frozen=True)
class Wording:
    """A dialect as a fuzzer speaks it."""

    name: str
    command: tuple[str, ...]
    lines: Sequence[str]
    """What may be said; `{n}` is a small number, `{m}` one or more moves."""
    moves: Sequence[str]
    greeting: tuple[str, ...] = ()
    ping: tuple[str, str] = ("", "")
    """What is said to hear that all before is done, and a pattern of the answer; none if there is no such."""
    probe: tuple[Sequence[str], str] = ((), "")
    """Lines that any state leaves answerable, and a pattern of the answer."""


@dataclass
class Fuzzer:
    """Talks to one engine and keeps count."""

    wording: Wording
    seed: int
    said: int = 0
    heard: list[str] = field(default_factory=list)
    last: list[str] = field(default_factory=list)
    """The lines since the last look, for whoever reads of a failure."""

    def __post_init__(self) -> None:
        """Chance depends on the seed alone."""
        self._rng = random.Random(f"{self.wording.name} {self.seed}")

    def talk(self, until: Callable[[], bool]) -> None:
        """Talk until told to end; AssertionError if the engine dies, hangs, or forgets what it was told."""
        with Talk(self.wording.command, loading=PATIENCE) as engine:
            engine.say(*self.wording.greeting)
            self._settle(engine)
            while not until():
                self.last = [self._line() for _ in range(self._rng.randint(1, BURST))]
                engine.say(*self.last)
                self.said += len(self.last)
                if self._rng.random() < 0.3:
                    time.sleep(self._rng.random() * 0.05)
                self._settle(engine)
                self._probe(engine)
            self._end(engine)

    def _line(self) -> str:
        """Something to say: mostly right, often wrong, sometimes nonsense."""
        rng, kind = self._rng, self._rng.random()
        line = rng.choice(self.wording.lines)
        line = line.replace("{n}", str(rng.randint(-1, 6)))
        line = re.sub(
            r"\{m\}", lambda _: " ".join(rng.choices(self.wording.moves, k=rng.randint(1, 6))), line
        )
        words = line.split(" ")
        if kind < 0.6:
            return line
        place = rng.randrange(len(words))
        if kind < 0.7:
            del words[place]
        elif kind < 0.8:
            words.insert(place, rng.choice(JUNK))
        elif kind < 0.9:
            words[place] = rng.choice(" ".join(self.wording.lines).split())
        else:
            rng.shuffle(words)
        mixed = " ".join(words)
        # These end the process, take minutes by right, or greet in another dialect: `{` in Botzone's,
        # `name` and a lone 1 in those of connect6 and EinStein, in which nobody answers `isready` any more.
        barred = r"quit|exit|perft|bench|hash|memory|threads|cores|^\s*(\{|name(\s|$)|1\s*$)"
        return "" if re.search(barred, mixed, re.I) else mixed

    def _settle(self, engine: Talk) -> None:
        asked, answer = self.wording.ping
        if asked:
            engine.say(asked)
            self.heard = self._hear(engine, answer)
        assert engine.process.poll() is None, f"it ended: {self.last}"

    def _probe(self, engine: Talk) -> None:
        lines, answer = self.wording.probe
        if lines and self._rng.random() < 0.3:
            engine.say(*lines)
            assert self._hear(engine, answer), self.last

    def _hear(self, engine: Talk, answer: str) -> list[str]:
        """What is told up to an answer; a failure names what was said."""
        try:
            return engine.hear(answer)
        except (AssertionError, EOFError) as error:
            raise AssertionError(f"{error} after {self.last}") from None

    def _end(self, engine: Talk) -> None:
        """Its last word: exit code 0, and nothing on stderr that tells of an error in Python."""
        engine.say("quit")
        _, errors = engine.process.communicate(timeout=PATIENCE)
        assert engine.process.returncode == 0, self.last
        assert b"Traceback" not in errors, errors.decode(errors="replace")[-2000:]
