"""A client's side of UCI, and of dialects that are built like it."""

import time
from collections.abc import Mapping

from boyi.engines.game import Game
from boyi.engines.options import Option
from boyi.engines.report import Best, Info
from boyi.protocol import cyclone, uci
from boyi.protocol.dialect import Dialect
from boyi.protocol.messages import (
    Go,
    Hello,
    IsReady,
    Named,
    NewGame,
    Offered,
    Position,
    Quit,
    Ready,
    SetOption,
    Stop,
    Welcome,
)
from boyi.protocol.offers import find_option
from boyi.protocol.player import EngineSpec, Reply, Turn
from boyi.protocol.wire import Wire
from boyi.protocol.words import quote

IS_READY, STOP, QUIT = (uci.render_command(command) for command in (IsReady(), Stop(), Quit()))

VARIANTS: Mapping[str, Dialect] = {"xiangqi": cyclone.VARIANT_DIALECT}
"""Games whose moves are spelt in another way by engines of which UCI_Variant asks for the game."""
REMARKS = ("info string", "info message")
XBOARD_WORDS = ("feature ", "Error (", "Illegal move")
"""What an engine that speaks XBoard says to a greeting it does not know."""


class UciTalk:
    """Speaks UCI to one engine. No search is begun before the `bestmove` of the last one has come."""

    reusable = True
    dialect = uci.DIALECT

    def __init__(self, wire: Wire, spec: EngineSpec, game: Game) -> None:
        """Nothing is said yet."""
        self._wire = wire
        self._spec = spec
        self._game = game
        self._identity = spec.name
        self._offered: dict[str, Option] = {}
        self._searching = False
        """Whether a `bestmove` is owed, by the present search or by one that was given up."""
        self._thought = ""
        """The last line of the search that told a score."""
        wire.overhear = self._hear_best

    async def greet(self) -> str:
        """The greeting, the options, `isready`; the engine's own name for itself.

        ProtocolError for an option that it does not offer, or not with such a value.
        """
        end = time.monotonic() + self._spec.patience
        hello, name = self.dialect.render_command(Hello()), self.dialect.name.upper()
        await self._wire.ask((hello,), self._hear_greeting, self._spec.patience, f"greeting in {name}")
        lines = (*self._settings(), IS_READY)
        await self._wire.ask(lines, self._hear_ready, end - time.monotonic(), "getting ready")
        return self._identity

    async def new_game(self, start: str | None, patience: float) -> None:
        """Say that it begins, and `isready` to wait for it; the position comes with each turn."""
        await self._settle(patience)
        lines = (*self._beginning(), IS_READY)
        await self._wire.ask(lines, self._hear_ready, patience, "beginning a game")

    async def play(self, turn: Turn, patience: float) -> Reply:
        """`position` and `go`; the move of `bestmove`, and the last line with a score."""
        await self._settle(patience)
        self._thought = ""
        self._searching = True
        render = self.dialect.render_command
        lines = render(self._position(turn)), render(self._go(turn))
        best = await self._wire.ask(lines, self._hear_search, patience, "searching")
        info = self.dialect.parse_event(self._thought) if self._thought else None
        seconds = self._wire.answered - self._wire.asked
        return Reply(best.move, seconds, info if isinstance(info, Info) else None, best.answer == "resign")

    def farewell(self) -> tuple[str, ...]:
        """`quit`, and `stop` before it if a search runs."""
        return (STOP, QUIT) if self._searching else (QUIT,)

    def _position(self, turn: Turn) -> Position:
        """The game so far; where chance takes part, the present position, since moves tell no dice."""
        return Position(turn.now()) if self._game.chance else Position(turn.start, turn.moves)

    def _go(self, turn: Turn) -> Go:
        return Go(turn.limits)

    def _beginning(self) -> tuple[str, ...]:
        """The lines that tell of a new game."""
        return (self.dialect.render_command(NewGame()),)

    async def _settle(self, patience: float) -> None:
        """Get the answer that is still owed, so that none can be taken for another."""
        if self._searching:
            await self._wire.ask((STOP,), self._hear_best, patience, "ending an earlier search")

    def _wanted(self) -> dict[str, str]:
        """What is to be set."""
        return dict(self._spec.options)

    def _settings(self) -> list[str]:
        wanted = self._wanted()
        variant = self._offered.get("uci_variant")
        if variant and self._game.name in variant.choices:
            asked = {name.lower(): value for name, value in wanted.items()}.get("uci_variant")
            if asked is None and self._game.name != variant.default:
                wanted = {variant.name: self._game.name, **wanted}
            if asked in (None, self._game.name):
                self._adapt()
        return [self._setting(name, value) for name, value in wanted.items()]

    def _adapt(self) -> None:
        """Spell moves as an engine does that plays many games and was asked for this one."""
        self.dialect = VARIANTS.get(self._game.name, self.dialect)

    def _setting(self, name: str, value: str) -> str:
        option = find_option(self._spec.name, self._offered, name, value)
        setting = SetOption(option.name, None if option.kind == "button" else value)
        return self.dialect.render_command(setting)

    def _hear_greeting(self, line: str) -> bool | None:
        if line.startswith(XBOARD_WORDS):
            name = self.dialect.name.upper()
            raise self._wire.lie(f"it does not speak {name}; it says {quote(line)}")
        match self.dialect.parse_event(line):
            case Named(name):
                self._identity = name or self._identity
            case Offered(option):
                self._offered[option.name.lower()] = option
            case Welcome():
                return True
        return None

    def _hear_ready(self, line: str) -> bool | None:
        if line.startswith("readyok"):
            return isinstance(self.dialect.parse_event(line), Ready) or None
        self._hear_best(line)
        return None

    def _hear_search(self, line: str) -> Best | None:
        # A busy engine tells hundreds of lines a second: only the last is worth being parsed.
        if line.startswith("info ") and " score " in line:
            if _tells_first_choice(line):
                self._thought = line
            return None
        return self._hear_best(line)

    def _hear_best(self, line: str) -> Best | None:
        """Keep account of searches that end; one that ends while none is asked for is passed over."""
        if not line.startswith(("bestmove", "nobestmove")):
            return None
        event = self.dialect.parse_event(line)
        if not isinstance(event, Best):
            return None
        self._searching = False
        return event


def _tells_first_choice(line: str) -> bool:
    if " multipv " in line and " multipv 1 " not in line:
        return False
    return not line.startswith(REMARKS)
