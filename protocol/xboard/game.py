"""A game over XBoard as an engine knows it: no line means anything without what came before it."""

import re
import threading

from boyi.engines.limits import Limits
from boyi.engines.report import Best, Info, Memory
from boyi.protocol import messages as msg
from boyi.protocol.text import quote
from boyi.protocol.xboard import events
from boyi.protocol.xboard.edit import Edit
from boyi.protocol.xboard.pending import PendingSearches
from boyi.protocol.xboard.time import XBoardTimeControl

NOTHING = msg.Several(())
PASSED = frozenset(
    ("xboard", "accepted", "rejected", "random", "hard", "easy", "computer", "name", "rating", "ics", "bk",
     "egtpath", ".")
)  # fmt: skip
"""Commands that ask for nothing we could do, or that a client sends blindly."""
TIMES = frozenset(("level", "st", "sd", "time", "otim"))
AMOUNTS = {"memory": "Hash", "cores": "Threads"}
MOVE = re.compile(r"[a-z]\d{1,2}[a-z]\d{1,2}[a-z]?")
"""A move without the word `usermove`."""


class XBoardGame:
    """What an engine has been told of its game. Lines and events may come from different threads."""

    def __init__(self, variant: str, usual: str) -> None:
        """Nothing is set up; XBoard calls the game `variant`, which usually starts from a position."""
        self._variant, self._usual = variant, usual
        self._lock = threading.RLock()
        self._start: str | None = None
        self._moves: list[str] = []
        self._counted = 0
        """Plies that had been played when the time control came, whose moves are counted from there."""
        self._before: tuple[str | None, list[str], int] = (None, [], 0)
        """Start, moves and plies not counted before the last position was set up."""
        self._mode = "play"
        """`play`: a move is answered; `force`: it is not; `analyze`: it is thought about."""
        self._time = XBoardTimeControl()
        self._draw = self._posting = False
        self._pending = PendingSearches()
        self._edit: Edit | None = None
        """The board while it is set up square by square."""
        self._side = ""
        """Who is to move on that board, if an old client has said so."""

    def parse_command(self, line: str) -> msg.Command:
        """What a client's line asks for; never raises."""
        with self._lock:
            if self._edit:
                return self._parse_edit(line, self._edit)
            word, *values = line.split() or [""]
            rest = line.strip()[len(word) :].strip()
            return self._parse_setting(line, word, values, rest) or self._parse_play(line, word, values, rest)

    def render_event(self, event: msg.Event) -> list[str]:
        """The lines that tell an event."""
        with self._lock:
            match event:
                case Best():
                    return self._render_best(event)
                case msg.Refused(command):
                    self._take_refusal(command)
                    return [*events.render_event(event, self._variant), *self._pending.release_pongs()]
                case msg.Ready() if pong := self._pending.pong():
                    return [pong]
                case Memory(move):
                    return [f"Hint: {move}"] if move else []
                case Info() if not (self._posting or self._mode == "analyze"):
                    return []
            return events.render_event(event, self._variant)

    # -- lines -----------------------------------------------------------------------------------

    def _parse_setting(self, line: str, word: str, values: list[str], rest: str) -> msg.Command | None:
        match word, values:
            case "protover", _:
                return msg.Hello()
            case "ping", [number]:
                return msg.IsReady() if self._pending.ping(number) else NOTHING
            case "variant", [name]:
                return (
                    NOTHING if name == self._variant else msg.Unknown(line, f"only {self._variant} is played")
                )
            case "option", [_, *_]:
                name, _, value = rest.partition("=")
                return msg.SetOption(name.strip(), value.strip() or None)
            case (("memory" | "cores"), [amount]):
                return msg.SetOption(AMOUNTS[word], amount)
            case (("post" | "nopost"), _):
                self._posting = word == "post"
                return NOTHING
            case "draw", _:
                self._draw = True
                return NOTHING
            case "quit", _:
                return msg.Quit()
            case "help", _:
                return msg.Help()
        if word in TIMES:
            time = self._time.read(word, values)
            self._time = time or self._time
            if time and word == "level":
                self._counted = len(self._moves)
            return NOTHING if time else msg.Unknown(line, "that is no time")
        return NOTHING if word in PASSED else None

    def _parse_play(self, line: str, word: str, values: list[str], rest: str) -> msg.Command:
        match word, values:
            case "new", _:
                if self._mode != "analyze":
                    self._mode = "play"
                self._time = self._time.restart()
                return self._set_up(None, msg.NewGame())
            case "setboard", [_, *_]:
                return self._set_up(rest)
            case "usermove", [move]:
                return self._answer(move)
            case "go", []:
                self._mode = "play"
                return self._think(self._end_searches())
            case (("force" | "result" | "exit"), _):
                self._mode = "force"
                self._draw = self._draw and word != "result"
                return msg.Several(self._end_searches())
            case "playother", _:
                self._mode = "play"
                return msg.Several(self._end_searches())
            case "analyze", _:
                self._mode = "analyze"
                return self._think(self._end_searches())
            case (("undo" | "remove"), _):
                return self._take_back(1 if word == "undo" else 2)
            case "?", _:
                return msg.Stop() if self._pending.move else NOTHING
            case "hint", _:
                return msg.Probe(self._start, tuple(self._moves))
            case "edit", _:
                self._edit = self._board()
                return NOTHING
            case (("white" | "black"), _):
                self._side = word[0]
                return NOTHING
            case _ if MOVE.fullmatch(word):
                return self._answer(word)
        return msg.Unknown(line, f"unknown command {quote(word)}")

    def _board(self) -> Edit:
        """The present board, to be changed; the usual one if the start makes no sense and will be refused."""
        try:
            return Edit(self._start or self._usual, self._moves, self._side)
        except ValueError:
            return Edit(self._usual, (), self._side)

    def _parse_edit(self, line: str, edit: Edit) -> msg.Command:
        """Change the board that is being set up, or play from it."""
        word = line.strip()
        if word == "quit":
            return msg.Quit()
        if word != ".":
            return NOTHING if edit.take(word) else msg.Unknown(line, "that changes no board; a dot ends edit")
        self._edit = None
        return self._set_up(edit.fen())

    def _end_searches(self) -> tuple[msg.Command, ...]:
        """End every search, whose moves are not played, and be sure of the position."""
        if not self._pending.searching:
            return ()
        self._pending.cancel()
        return msg.Stop(), msg.Position(self._start, tuple(self._moves))

    def _set_up(self, fen: str | None, *first: msg.Command) -> msg.Command:
        """Begin from a position, after some other commands; an analysis goes over to it."""
        self._before = self._start, self._moves, self._counted
        self._end_searches()
        self._start, self._moves, self._counted = fen, [], 0
        self._side, self._draw = "", False
        commands = *first, msg.Position(fen)
        if self._mode == "analyze":
            return self._think(commands)
        return msg.Several(commands) if first else msg.Position(fen)

    def _answer(self, move: str) -> msg.Command:
        """Take the opponent's move, and think as the mode says."""
        ended = self._end_searches()
        self._moves.append(move)
        self._side = ""
        if self._mode == "analyze":
            # The whole game, and no Stop: a move that can't be made then leaves the analysis as it was.
            return self._think((msg.Position(self._start, tuple(self._moves)),))
        if self._mode == "force":
            return msg.Several((*ended, msg.Advance((move,)))) if ended else msg.Advance((move,))
        return self._think((*ended, msg.Advance((move,))))

    def _take_back(self, plies: int) -> msg.Command:
        if len(self._moves) < plies:
            return msg.Unknown("undo", "there is no move to take back")
        self._end_searches()
        del self._moves[-plies:]
        self._counted = min(self._counted, len(self._moves))
        position = msg.Position(self._start, tuple(self._moves))
        return self._think((position,)) if self._mode == "analyze" else position

    def _think(self, before: tuple[msg.Command, ...]) -> msg.Command:
        """Search after other commands: for a move, or to analyse."""
        analysing = self._mode == "analyze"
        played = len(self._moves) - self._counted
        limits = Limits(infinite=True) if analysing else self._time.limits(played, self._draw)
        self._draw = False
        command = msg.Several((*before, msg.Go(limits, relative=True, own=not analysing)))
        self._pending.begin(command, wanted=not analysing)
        return command

    # -- events ----------------------------------------------------------------------------------

    def _render_best(self, best: Best) -> list[str]:
        if not self._pending.finish():
            return self._pending.release_pongs()
        if best.move:
            self._moves.append(best.move)
        return [*events.render_event(best, self._variant), *self._pending.release_pongs()]

    def _take_refusal(self, command: msg.Command) -> None:
        """Undo what a command that can't be done has changed here."""
        self._pending.drop(command)
        match events.find_fault(command):
            case msg.Advance((*_, move)) | msg.Position(_, (*_, move)) if (
                self._moves and self._moves[-1] == move
            ):
                self._moves.pop()
            case msg.Position(fen, ()) if fen == self._start and fen is not None:
                self._start, self._moves, self._counted = self._before
