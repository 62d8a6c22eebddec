"""An engine as the checks speak to it, in UCI or in a dialect that is built like it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from boyi.arena.compliance.base.check import NotOffered
from boyi.arena.compliance.base.engine import ExaminedEngine
from boyi.arena.compliance.base.position import Setup, is_legal
from boyi.arena.compliance.base.process import ExaminedProcess, Fault, Replies
from boyi.arena.compliance.base.samples import SAMPLES
from boyi.arena.compliance.uci.wording import UCI
from boyi.engines.game import Game
from boyi.engines.options import Option
from boyi.engines.report import Best, Info
from boyi.protocol.dialect import Dialect
from boyi.protocol.driving.spec import EngineSpec
from boyi.protocol.messages import Command, NewGame, OptionOffer, Position
from boyi.protocol.uci.client import VARIANTS

GREETING = 4.0
"""Seconds to `uciok` and the like: what the least patient client grants."""
PATIENCE = 3.0
"""Seconds for anything else that should be short, before it counts as never."""
SHORT = 1.0
"""Seconds for what needs no thought, or where a good engine is often silent for ever."""
UNDER_WAY = 0.05
"""Seconds after which a search that was started should be under way."""


@dataclass(frozen=True)
class SearchTranscript:
    """One search: where it began, what was told, and the seconds to its best move."""

    setup: Setup
    heard: Replies
    dialect: Dialect

    @property
    def best(self) -> Best:
        """The move with which the search ended."""
        best = self.dialect.parse_event(self.heard.last)
        assert isinstance(best, Best)  # that line was waited for
        return best

    @property
    def info_lines(self) -> list[str]:
        """The lines that tell of the search."""
        return [line for line in self.heard.lines if line.split(None, 1)[:1] == ["info"]]

    @property
    def infos(self) -> list[Info]:
        """What the lines of the search tell, of those with a score."""
        return [event for event in map(self.dialect.parse_event, self.info_lines) if isinstance(event, Info)]


class UciEngine(ExaminedEngine):
    """A conversation about one game."""

    wording = UCI

    def __init__(self, process: ExaminedProcess, spec: EngineSpec, game: Game) -> None:
        """Nothing is said yet; the spec's options are set, and its patience granted, at the greeting.

        The dialect becomes another one if the engine has a spelling of moves for this game alone.
        """
        super().__init__(process, spec, game)
        self.samples = SAMPLES[game.name]
        self.greeting: tuple[str, ...] = ()
        """What it said to the first word."""
        self.options: dict[str, Option] = {}
        """Its options by their names in lower case."""

    def greet(self) -> None:
        """Say the first word, and wait until the engine is ready."""
        self.process.say(self.wording.hello)
        self.greeting = self.process.hear(self.wording.welcome, GREETING).lines
        told = map(self.dialect.parse_event, self.greeting)
        offered = [event.option for event in told if isinstance(event, OptionOffer)]
        self.options = {option.name.lower(): option for option in offered}
        self._choose_variant()
        if self.wording.milliseconds in self.options:
            self.set(self.wording.milliseconds, True)
        for name, value in self.spec.options.items():
            self.set(name if name.lower() in self.options else self.wording.option_name(name), value)
        self.ready(self.spec.patience)
        self.greeted = True

    def _choose_variant(self) -> None:
        """Ask an engine of many games for this one, whose moves may then be spelt otherwise."""
        variant = self.options.get("uci_variant")
        if self.wording.variants and variant and self.game.name in variant.choices:
            if variant.default != self.game.name:
                self.set(variant.name, self.game.name)
            self.dialect = VARIANTS.get(self.game.name, self.dialect)

    def settle(self) -> None:
        """Wait until all that was said is done."""
        self.ready()

    def ready(self, patience: float = PATIENCE) -> Replies:
        """What was told until `readyok`, and how long that took."""
        self.process.say("isready")
        return self.process.hear("readyok", patience)

    def option(self, name: str) -> Option:
        """An option that the engine offers, by UCI's name of it; NotOffered if it does not."""
        option_name = self.wording.option_name(name)
        if option_name.lower() not in self.options:
            raise NotOffered(f"no option {option_name}")
        return self.options[option_name.lower()]

    def set(self, name: str, value: object) -> None:
        """Set an option, offered or not."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        self.process.say(self.wording.setting(name, text))

    def new_game(self) -> None:
        """Say that a new game begins."""
        self.process.say(self.dialect.render_command(NewGame()))

    def clocks(self, milliseconds: int) -> str:
        """The words for so much time for either side; NotOffered if the engine counts only seconds."""
        known = {"", *self.options, *map(str.lower, self.spec.options)}
        if self.wording.milliseconds not in known:
            raise NotOffered(f"no option {self.wording.milliseconds}")
        return self.wording.clocks.format(milliseconds)

    def spelled(self, move: str) -> str:
        """A move as this engine is told it."""
        return self.position(Setup(None, (move,))).split()[-1]

    def position(self, setup: Setup) -> str:
        """The line that sets up a position."""
        command: Command = Position(setup.fen, setup.moves)
        return self.dialect.render_command(command)

    def start(self, setup: Setup, go: str) -> None:
        """Start a search."""
        self.process.say(self.position(setup), f"go {go}")

    def ask(self) -> None:
        """Start a search without end."""
        self.start(self.samples.opening, "infinite")

    def answer(self, patience: float = PATIENCE) -> Replies:
        """What was told until a search has ended."""
        return self.process.hear("|".join(self.wording.answers), patience, self.wording.answers[0])

    def finish(self, setup: Setup, patience: float = PATIENCE) -> SearchTranscript:
        """A search that was started, once its best move has come; Fault unless that is legal."""
        search = SearchTranscript(setup, self.answer(patience), self.dialect)
        move = search.best.move
        if move is None or not is_legal(self.game, setup, move):
            raise Fault(f"{search.heard.last!r} is no legal answer")
        return search

    def search(self, setup: Setup, go: str, patience: float = PATIENCE) -> SearchTranscript:
        """A search from its start to its legal end."""
        self.start(setup, go)
        return self.finish(setup, patience)

    @contextmanager
    def thinking(self, patience: float = PATIENCE) -> Iterator[None]:
        """The engine in a search without end, which is stopped after the block."""
        self.ask()
        self.expect_no_best(self.process.listen(UNDER_WAY))
        yield
        self.process.say("stop")
        self.finish(self.samples.opening, patience)

    def expect_no_best(self, lines: list[str] | tuple[str, ...]) -> None:
        """Fault if a search ends in lines of an engine that was not asked for that."""
        for line in lines:
            if isinstance(self.dialect.parse_event(line), Best):
                raise Fault(f"{line!r} was not asked for")
