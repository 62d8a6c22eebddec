"""A client's side of UCI, and of dialects that are built like it."""

import time
from collections.abc import Callable, Mapping

from boyi.engines.game import Game
from boyi.engines.options import Option
from boyi.engines.report import Best, Info
from boyi.protocol import messages as msg
from boyi.protocol import uci
from boyi.protocol.dialect import Dialect
from boyi.protocol.driving.conversation import Conversation
from boyi.protocol.driving.driver import FOREVER, Driver
from boyi.protocol.driving.options import find_option
from boyi.protocol.driving.spec import Reply, Turn
from boyi.protocol.text import quote
from boyi.protocol.uci import cyclone

IS_READY, STOP, QUIT = (uci.render_command(command) for command in (msg.IsReady(), msg.Stop(), msg.Quit()))

VARIANTS: Mapping[str, Dialect] = {"xiangqi": cyclone.VARIANT_DIALECT}
"""Games whose moves are spelt in another way by engines of which UCI_Variant asks for the game."""
REMARKS = ("info string", "info message")
XBOARD_WORDS = ("feature ", "Error (", "Illegal move")
"""What an engine that speaks XBoard says to a greeting it does not know."""


class UciDriver(Driver):
    """Speaks UCI to one engine. No search is begun before the `bestmove` of the last one has come."""

    dialect = uci.DIALECT

    def __init__(self, conversation: Conversation, game: Game) -> None:
        """Nothing is said yet."""
        super().__init__(conversation, game)
        self._identity = self._spec.name
        self._offered: dict[str, Option] = {}
        self._last_score = ""
        """The last line of the search that told a score."""
        conversation.overhear = self._hear_best

    async def greet(self) -> str:
        """The greeting, the options, `isready`; the engine's own name for itself."""
        end = time.monotonic() + self._spec.patience
        hello, state = self.dialect.render_command(msg.Hello()), f"greeting in {self.dialect.name.upper()}"
        await self._conversation.ask((hello,), self._hear_greeting, self._spec.patience, state)
        lines = (*self._settings(), IS_READY)
        await self._conversation.ask(lines, self._hear_ready, end - time.monotonic(), "getting ready")
        return self._identity

    async def new_game(self, start: str | None) -> None:
        """Say that it begins, and `isready` to wait for it; the position comes with each turn."""
        await self._end_search(self._new_game_patience)
        lines = (*self._new_game_lines(), IS_READY)
        await self._conversation.ask(lines, self._hear_ready, self._new_game_patience, "beginning a game")

    async def play(self, turn: Turn, patience: float) -> Reply:
        """`position` and `go`; the move of `bestmove`, and the last line with a score."""
        return await self._search(turn, self._hear_search, patience)

    async def analyse(self, turn: Turn, hear: Callable[[Info], None], patience: float | None) -> Reply:
        """`position` and `go`; every line with a score is parsed and passed on at once, all of MultiPV's."""

        def hear_all(line: str) -> Best | None:
            best = self._hear_search(line)
            if best is None and line.startswith("info ") and not line.startswith(REMARKS):
                event = self.dialect.parse_event(line)
                if isinstance(event, Info) and event.pv:
                    hear(event)
            return best

        return await self._search(turn, hear_all, FOREVER if patience is None else patience)

    @property
    def offered(self) -> tuple[Option, ...]:
        """The options of its greeting."""
        return tuple(self._offered.values())

    def stop(self) -> None:
        """`stop`, if a search runs."""
        if self._pending:
            self._conversation.say(STOP)

    async def _search(self, turn: Turn, hear: Callable[[str], Best | None], patience: float) -> Reply:
        await self._end_search(min(patience, self._spec.patience))
        self._last_score = ""
        self._pending = True
        render = self.dialect.render_command
        lines = render(self._position(turn)), render(self._go(turn))
        best = await self._conversation.ask(lines, hear, patience, "searching")
        info = self.dialect.parse_event(self._last_score) if self._last_score else None
        seconds = self._conversation.seconds
        return Reply(best.move, seconds, info if isinstance(info, Info) else None, best.answer == "resign")

    def farewell(self) -> tuple[str, ...]:
        """`quit`, and `stop` before it if a search runs."""
        return (STOP, QUIT) if self._pending else (QUIT,)

    def _position(self, turn: Turn) -> msg.Position:
        """The game so far; where chance takes part, the present position, since moves tell no dice."""
        return msg.Position(turn.now()) if self._game.chance else msg.Position(turn.start, turn.moves)

    def _go(self, turn: Turn) -> msg.Go:
        return msg.Go(turn.limits)

    def _new_game_lines(self) -> tuple[str, ...]:
        """The lines that tell of a new game."""
        return (self.dialect.render_command(msg.NewGame()),)

    async def _end_search(self, patience: float) -> None:
        """Get the answer that is still owed, so that none can be taken for another."""
        if self._pending:
            await self._conversation.ask((STOP,), self._hear_best, patience, "ending an earlier search")

    def _options(self) -> dict[str, str]:
        """What is to be set."""
        return dict(self._spec.options)

    def _settings(self) -> list[str]:
        wanted = self._options()
        variant = self._offered.get("uci_variant")
        if variant and self._game.name in variant.choices:
            asked = {name.lower(): value for name, value in wanted.items()}.get("uci_variant")
            if asked is None and self._game.name != variant.default:
                wanted = {variant.name: self._game.name, **wanted}
            if asked in (None, self._game.name):
                self._choose_variant()
        return [self._setting(name, value) for name, value in wanted.items()]

    def _choose_variant(self) -> None:
        """Spell moves as an engine does that plays many games and was asked for this one."""
        self.dialect = VARIANTS.get(self._game.name, self.dialect)

    def _setting(self, name: str, value: str) -> str:
        option = find_option(self._spec.name, self._offered, name, value)
        setting = msg.SetOption(option.name, None if option.kind == "button" else value)
        return self.dialect.render_command(setting)

    def _hear_greeting(self, line: str) -> bool | None:
        if line.startswith(XBOARD_WORDS):
            name = self.dialect.name.upper()
            raise self._conversation.lie(f"it does not speak {name}; it says {quote(line)}")
        match self.dialect.parse_event(line):
            case msg.EngineName(name):
                self._identity = name or self._identity
            case msg.OptionOffer(option):
                self._offered[option.name.lower()] = option
            case msg.Welcome():
                return True
        return None

    def _hear_ready(self, line: str) -> bool | None:
        if line.startswith("readyok"):
            return isinstance(self.dialect.parse_event(line), msg.Ready) or None
        self._hear_best(line)
        return None

    def _hear_search(self, line: str) -> Best | None:
        # A busy engine tells hundreds of lines a second: only the last is worth being parsed.
        if line.startswith("info ") and " score " in line:
            if _tells_first_choice(line):
                self._last_score = line
            return None
        return self._hear_best(line)

    def _hear_best(self, line: str) -> Best | None:
        """Keep account of searches that end; one that ends while none is asked for is passed over."""
        if not line.startswith(("bestmove", "nobestmove")):
            return None
        event = self.dialect.parse_event(line)
        if not isinstance(event, Best):
            return None
        self._pending = False
        return event


def _tells_first_choice(line: str) -> bool:
    if " multipv " in line and " multipv 1 " not in line:
        return False
    return not line.startswith(REMARKS)
