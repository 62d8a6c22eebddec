"""UciEngine: a UCI engine as the checks speak to it. Nothing it does wrong is mended or passed over."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from boyi.arena.compliance.check import NotOffered
from boyi.arena.compliance.interview import Fault, Heard, Interview
from boyi.arena.compliance.samples import Samples
from boyi.arena.compliance.setup import Setup, is_legal
from boyi.engines.game import Game
from boyi.engines.options import Option
from boyi.engines.report import Best, Info
from boyi.protocol.client import EngineSpec
from boyi.protocol.messages import Offered, SetOption
from boyi.protocol.uci import parse_event, render_command

GREETING = 4.0
"""Seconds to `uciok`: what the least patient client grants."""
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

    @property
    def best(self) -> Best:
        """Its last line."""
        best = parse_event(self.heard.last)
        assert isinstance(best, Best)  # that line was waited for
        return best

    @property
    def info_lines(self) -> list[str]:
        """The lines that tell of the search."""
        return [line for line in self.heard.lines if line.split(None, 1)[:1] == ["info"]]

    @property
    def infos(self) -> list[Info]:
        """What they tell, of those with a score."""
        return [event for event in map(parse_event, self.info_lines) if isinstance(event, Info)]


class UciEngine:
    """A conversation in UCI about one game."""

    def __init__(self, interview: Interview, spec: EngineSpec, game: Game, samples: Samples) -> None:
        """Nothing is said yet; the spec's options are set, and its patience granted, at the greeting."""
        self.interview = interview
        self.game = game
        self.samples = samples
        self.greeted = False
        self.greeting: tuple[str, ...] = ()
        """What it said to `uci`."""
        self.offers: dict[str, Option] = {}
        """Its options by their names in lower case."""
        self._spec = spec

    def greet(self) -> None:
        """Say `uci`, and wait until the engine is ready."""
        self.interview.say("uci")
        self.greeting = self.interview.hear("uciok", GREETING).lines
        offered = [event.option for event in map(parse_event, self.greeting) if isinstance(event, Offered)]
        self.offers = {option.name.lower(): option for option in offered}
        for name, value in self._spec.options.items():
            self.set(name, value)
        self.ready(self._spec.patience)
        self.greeted = True

    def settle(self) -> None:
        """Wait until all that was said is done."""
        self.ready()

    def ready(self, patience: float = PATIENCE) -> Heard:
        """What was told until `readyok`, and how long that took."""
        self.interview.say("isready")
        return self.interview.hear("readyok", patience)

    def option(self, name: str) -> Option:
        """An option that the engine offers; NotOffered if it does not."""
        if name.lower() not in self.offers:
            raise NotOffered(f"no option {name}")
        return self.offers[name.lower()]

    def set(self, name: str, value: object) -> None:
        """Set an option, offered or not."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        self.interview.say(render_command(SetOption(name, text)))

    def start(self, setup: Setup, go: str) -> None:
        """Start a search."""
        place = f"fen {setup.fen}" if setup.fen else "startpos"
        moves = f" moves {' '.join(setup.moves)}" if setup.moves else ""
        self.interview.say(f"position {place}{moves}", f"go {go}")

    def finish(self, setup: Setup, patience: float = PATIENCE) -> Search:
        """A search that was started, once its best move has come; Fault unless that is legal."""
        search = Search(setup, self.interview.hear("bestmove", patience))
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
        setup = self.samples.openings[0]
        self.start(setup, "infinite")
        self.without_best(self.interview.listen(UNDER_WAY))
        yield
        self.interview.say("stop")
        self.finish(setup, patience)

    def without_best(self, lines: list[str] | tuple[str, ...]) -> None:
        """Fault if there is a best move among lines of an engine that was not asked for one."""
        for line in lines:
            if isinstance(parse_event(line), Best):
                raise Fault(f"{line!r} was not asked for")
