"""UciEngine: an engine as the checks speak to it, in UCI or in a dialect that is built like it.

Nothing it does wrong is mended or passed over.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from boyi.arena.compliance.check import NotOffered
from boyi.arena.compliance.interview import Fault, Heard, Interview
from boyi.arena.compliance.samples import Samples
from boyi.arena.compliance.setup import Setup, is_legal
from boyi.arena.compliance.uci_manner import UCI, Manner
from boyi.engines.game import Game
from boyi.engines.options import Option
from boyi.engines.report import Best, Info
from boyi.protocol.client import EngineSpec
from boyi.protocol.dialect import Dialect
from boyi.protocol.messages import Command, NewGame, Offered, Position
from boyi.protocol.uci_client import VARIANTS

GREETING = 4.0
"""Seconds to `uciok` and the like: what the least patient client grants."""
PATIENCE = 3.0
"""Seconds for anything else that should be short, before it counts as never."""
SHORT = 1.0
"""The same where nothing has to be thought over, and a good engine is often silent for ever."""
UNDER_WAY = 0.05
"""Seconds after which a search that was started should be under way."""


@dataclass(frozen=True)
class Search:
    """One search: where it began, what was told, and the seconds to its best move."""

    setup: Setup
    heard: Heard
    dialect: Dialect

    @property
    def best(self) -> Best:
        """Its last line."""
        best = self.dialect.parse_event(self.heard.last)
        assert isinstance(best, Best)  # that line was waited for
        return best

    @property
    def info_lines(self) -> list[str]:
        """The lines that tell of the search."""
        return [line for line in self.heard.lines if line.split(None, 1)[:1] == ["info"]]

    @property
    def infos(self) -> list[Info]:
        """What they tell, of those with a score."""
        return [event for event in map(self.dialect.parse_event, self.info_lines) if isinstance(event, Info)]


class UciEngine:
    """A conversation about one game."""

    farewell = "quit"

    def __init__(
        self, interview: Interview, spec: EngineSpec, game: Game, samples: Samples, manner: Manner = UCI
    ) -> None:
        """Nothing is said yet; the spec's options are set, and its patience granted, at the greeting."""
        self.interview = interview
        self.game = game
        self.samples = samples
        self.manner = manner
        self.dialect = manner.dialect
        """How moves are spelt; another one if the engine has a spelling for this game alone."""
        self.greeted = False
        self.greeting: tuple[str, ...] = ()
        """What it said to the first word."""
        self.offers: dict[str, Option] = {}
        """Its options by their names in lower case."""
        self._spec = spec

    def greet(self) -> None:
        """Say the first word, and wait until the engine is ready."""
        self.interview.say(self.manner.hello)
        self.greeting = self.interview.hear(self.manner.welcome, GREETING).lines
        told = map(self.dialect.parse_event, self.greeting)
        offered = [event.option for event in told if isinstance(event, Offered)]
        self.offers = {option.name.lower(): option for option in offered}
        self._choose_variant()
        if self.manner.milliseconds in self.offers:
            self.set(self.manner.milliseconds, True)
        for name, value in self._spec.options.items():
            self.set(name if name.lower() in self.offers else self.manner.called(name), value)
        self.ready(self._spec.patience)
        self.greeted = True

    def _choose_variant(self) -> None:
        """Ask an engine of many games for this one, whose moves may then be spelt otherwise."""
        variant = self.offers.get("uci_variant")
        if self.manner.variants and variant and self.game.name in variant.choices:
            if variant.default != self.game.name:
                self.set(variant.name, self.game.name)
            self.dialect = VARIANTS.get(self.game.name, self.dialect)

    def settle(self) -> None:
        """Wait until all that was said is done."""
        self.ready()

    def ready(self, patience: float = PATIENCE) -> Heard:
        """What was told until `readyok`, and how long that took."""
        self.interview.say("isready")
        return self.interview.hear("readyok", patience)

    def option(self, name: str) -> Option:
        """An option that the engine offers, by UCI's name of it; NotOffered if it does not."""
        called = self.manner.called(name)
        if called.lower() not in self.offers:
            raise NotOffered(f"no option {called}")
        return self.offers[called.lower()]

    def set(self, name: str, value: object) -> None:
        """Set an option, offered or not."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        self.interview.say(self.manner.setting(name, text))

    def new_game(self) -> None:
        """Say that a new game begins."""
        self.interview.say(self.dialect.render_command(NewGame()))

    def clocks(self, milliseconds: int) -> str:
        """The words for so much time for either side; NotOffered if the engine counts only seconds."""
        known = {"", *self.offers, *map(str.lower, self._spec.options)}
        if self.manner.milliseconds not in known:
            raise NotOffered(f"no option {self.manner.milliseconds}")
        return self.manner.clocks.format(milliseconds)

    def spelled(self, move: str) -> str:
        """A move as this engine is told it."""
        return self.position(Setup(None, (move,))).split()[-1]

    def position(self, setup: Setup) -> str:
        """The line that sets up a position."""
        command: Command = Position(setup.fen, setup.moves)
        return self.dialect.render_command(command)

    def start(self, setup: Setup, go: str) -> None:
        """Start a search."""
        self.interview.say(self.position(setup), f"go {go}")

    def ask(self) -> None:
        """Start a search without end."""
        self.start(self.samples.openings[0], "infinite")

    def answer(self, patience: float = PATIENCE) -> Heard:
        """What was told until a search has ended."""
        return self.interview.hear("|".join(self.manner.answers), patience, self.manner.answers[0])

    def finish(self, setup: Setup, patience: float = PATIENCE) -> Search:
        """A search that was started, once its best move has come; Fault unless that is legal."""
        search = Search(setup, self.answer(patience), self.dialect)
        move = search.best.move
        if move is None or not is_legal(self.game, setup, move):
            raise Fault(f"{search.heard.last!r} is no legal answer")
        return search

    def search(self, setup: Setup, go: str, patience: float = PATIENCE) -> Search:
        """A search from its start to its legal end."""
        self.start(setup, go)
        return self.finish(setup, patience)

    @contextmanager
    def thinking(self, patience: float = PATIENCE) -> Iterator[None]:
        """The engine in a search without end, which is stopped after the block."""
        self.ask()
        self.without_best(self.interview.listen(UNDER_WAY))
        yield
        self.interview.say("stop")
        self.finish(self.samples.openings[0], patience)

    def without_best(self, lines: list[str] | tuple[str, ...]) -> None:
        """Fault if a search ends in lines of an engine that was not asked for that."""
        for line in lines:
            if isinstance(self.dialect.parse_event(line), Best):
                raise Fault(f"{line!r} was not asked for")
