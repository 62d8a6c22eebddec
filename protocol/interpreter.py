"""Interpreter: what each command means to an engine, and how its answers are told."""

import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import replace

from boyi.engines.game import Game
from boyi.engines.limits import Limits
from boyi.engines.options import MILLISECONDS, Options
from boyi.engines.report import Best, Info, Score
from boyi.protocol.dialect import Dialect
from boyi.protocol.lengthy import Lengthy, counts
from boyi.protocol.messages import (
    Advance,
    Appraise,
    Authored,
    Ban,
    Bench,
    Command,
    Debug,
    Event,
    Explain,
    Flip,
    Go,
    Hello,
    Help,
    Idle,
    IsReady,
    Named,
    NewGame,
    Note,
    Offered,
    Perft,
    Place,
    Placed,
    PonderHit,
    Position,
    Probe,
    Quit,
    Ready,
    Refused,
    Reject,
    SetOption,
    Several,
    Show,
    Stop,
    Text,
    Unknown,
    Version,
    Versioned,
    Welcome,
)
from boyi.protocol.pace import Pace
from boyi.protocol.settings import Settings
from boyi.protocol.teller import Teller
from boyi.protocol.verbs import EngineMaker, Verbs
from boyi.protocol.words import shorten

AUTHOR = "the boyi developers"


def _version() -> str:
    from importlib import metadata  # noqa: PLC0415  slow to import, hardly ever asked for

    return metadata.version("boyi")


class Interpreter:
    """Acts on commands, one at a time, and writes what is to be told, in one dialect."""

    def __init__(
        self, game: Game, dialect: Dialect, write: Callable[[str], None], aside: Callable[[str], None]
    ) -> None:
        """`write` takes one or more whole lines for the client, `aside` for stderr, from any thread."""
        self.options = Options(game.options)
        self.engine: Verbs | None = None
        """None until it is ready to play, and for ever if it could not be made so."""
        self._game = game
        self._teller, self._pace = Teller(dialect, write, aside), Pace()
        self._lengthy = Lengthy(self.tell)
        self._abandoning = False
        """Whether the search that is being ended has nobody who waits for its move."""
        self._hunting = False
        """Whether nothing but a mate, which there may not be, ends the search."""

    def load(self, make_engine: EngineMaker) -> None:
        """Make the engine and get it ready, which may take seconds."""
        engine = make_engine(self._game, self.options, self.tell, self.tell, self.remark)
        engine.load()
        self.engine = engine

    @property
    def dialect(self) -> Dialect:
        """In which commands are heard and events are told."""
        return self._teller.dialect

    @dialect.setter
    def dialect(self, dialect: Dialect) -> None:
        self._teller.dialect = dialect

    def tell(self, *events: Event) -> None:
        """Put events into words; a move ends the time that it was granted, and is not told if abandoned."""
        if any(isinstance(event, Best) for event in events):
            self._pace.rest()
            if self._abandoning:
                return
        self._teller.tell(*events)

    def hear(self, line: str) -> None:
        """Keep a client's line in the log, if there is one."""
        self._teller.log.write(">", line)

    def prepare(self, settings: Settings) -> None:
        """Take the settings of the start; ValueError names a fault."""
        for complaint in settings.apply(self.options):
            self.remark(complaint)
        self._reopen()

    def remark(self, text: str) -> None:
        """Tell the user something, if there is anything to tell."""
        self._teller.remark(text)

    def obey(self, command: Command) -> None:
        """Act on a command; if that can't be done, say why, and the conversation goes on."""
        try:
            self.perform(command)
        except ValueError as error:
            self._refuse(command, str(error))
        except Exception as error:
            self._fail(error)

    def try_to(self, action: Callable[[], None], failure: str = "") -> None:
        """Do something; whatever goes wrong becomes one remark, and the conversation goes on."""
        try:
            action()
        except Exception as error:
            self._fail(error, failure)

    def _refuse(self, command: Command, reason: str) -> None:
        self.tell(Refused(command, shorten(reason)))

    def _fail(self, error: Exception, failure: str = "") -> None:
        """Tell what went wrong: a ValueError is the user's and speaks for itself, others give their name."""
        name = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
        self.remark(f"{failure}{name}{error}")
        if os.environ.get("BOYI_DEBUG"):
            traceback.print_exc(file=sys.stderr)

    def break_off(self) -> None:
        """End the search, and a bench or perft after its present line; returns at once, from any thread."""
        self._lengthy.break_off()
        if self.engine:
            self.engine.stop()

    @property
    def endless(self) -> bool:
        """Whether the search that was last asked for may never end by itself."""
        return not self._loaded().bounded or self._hunting

    @property
    def lengthy(self) -> bool:
        """Whether a bench or perft is under way, which no command in turn could end."""
        return self._lengthy.under_way

    def perform(self, command: Command) -> None:
        """Act on a command; ValueError if it can't be done."""
        match command:
            case Hello():
                offers = map(Offered, self._game.options)
                self.tell(Named(self._game.title), Authored(AUTHOR), *offers, Welcome())
            case IsReady():
                self._loaded().catch_up()
                self.tell(Ready())
            case SetOption(name, value):
                self.remark(self.options.set(name, value or ""))
                self._reopen()
            case NewGame(abandon):
                self._begin(abandon)
            case Position(fen, moves):
                self._loaded().set_position(fen, moves)
            case Advance(moves, whole, side):
                self._loaded().advance(moves, whole, side)
            case Place(side):
                self.tell(Placed(self._loaded().place(side)))
            case Ban(moves):
                self._loaded().ban(moves)
            case Go():
                self._go(command)
            case Reject():
                self._loaded().reject()
                self._go(Go(Limits(), own=True))
            case Appraise():
                self._appraise()
            case Probe(fen, moves):
                self.tell(self._loaded().recall(fen, moves))
            case PonderHit(draw):
                self._loaded().ponder_hit(draw)
            case Stop():
                self._stop()
            case Show():
                self.tell(Text(self._loaded().picture()))
            case Explain():
                self.tell(Text(self._loaded().explain()))
            case Flip():
                self._loaded().flip()
            case Perft(depth):
                self._lengthy.run(counts(self._loaded().perft(depth)))
            case Bench():
                self._lengthy.run(map(Text, self._loaded().bench()))
            case Version():
                self.tell(Versioned(_version()))
            case Help():
                settings = [f"{option.name}: {option.help}" for option in self._game.options if option.help]
                self.tell(Text("\n".join([self.dialect.help, "", *settings])))
            case Unknown(_, reason):
                self._refuse(command, reason)
            case Several(commands):
                for part in commands:
                    self.perform(part)
            case Debug() | Quit():
                pass  # nothing that an engine could do

    def _loaded(self) -> Verbs:
        if self.engine is None:
            raise ValueError("the engine could not be loaded; only setoption and quit are of use")
        return self.engine

    def _begin(self, abandon: bool) -> None:
        """Another game; returns when the search of the last one has ended."""
        engine = self._loaded()
        self._abandoning = abandon
        try:
            engine.stop()
            engine.new_game()
        finally:
            self._abandoning = False
        self._pace.begin()

    def _go(self, command: Go) -> None:
        engine, limits = self._loaded(), command.limits
        self.tell(*(Note(shorten(note)) for note in command.notes))
        if command.relative and engine.side == 1:
            mine, theirs = limits.clocks
            limits = replace(limits, clocks=(theirs, mine))
        if command.coarse and not self.options.get(MILLISECONDS):
            limits = limits.scaled(1000)
        self._hunting = limits.mate is not None and replace(limits, mate=None, ponder=False).silent
        engine.go(self._pace.grant(limits, self.options), command.own)

    def _reopen(self) -> None:
        """Write the log where the options say."""
        self._teller.log.name(str(self.options.get("Log File", "")))

    def _appraise(self) -> None:
        engine = self._loaded()
        engine.stop()
        engine.wait()
        self.tell(Info(0, 0, 1, Score(engine.appraise()), 0, 0, 0, 0, 0, ()), Best(None))

    def _stop(self) -> None:
        engine = self._loaded()
        if engine.searching:
            engine.stop()
        else:
            self.tell(Idle())
