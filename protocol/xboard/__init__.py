"""XBoard's protocol (CECP), version 2: the dialect of GUIs for many games, as an engine speaks it."""

from boyi.engines.game import Game
from boyi.protocol import messages as msg
from boyi.protocol.dialect import Dialect
from boyi.protocol.xboard.events import parse_event
from boyi.protocol.xboard.game import XBoardGame
from boyi.protocol.xboard.parsing import VARIANTS

HELP = """\
xboard, protover 2                     what can be done and set
new, setboard FEN, variant NAME        a game, a position
edit, then # c Pa4 xa4 .               a position square by square, in the words of old clients
usermove MOVE, undo, remove            play a move; take back one, or two
go, force, playother, ?                play the side to move, none, the other; move now
level MOVES BASE INC, st S, sd N       time for the game, for each move; depth
time CS, otim CS                       what is left on the clocks
analyze, exit                          think for ever, and end it
post, nopost, hint, draw, result R     show thinking or not; a hint; a draw is offered; the game is over
memory MB, cores N, option NAME=VALUE  set something
ping N, quit"""


def greets(line: str) -> bool:
    """Whether a line is XBoard's first."""
    return line.strip() == "xboard"


def render_command(command: msg.Command) -> str:
    """The line that asks an engine for something; empty where there is none that needs no history."""
    match command:
        case msg.Hello():
            return "protover 2"
        case msg.NewGame():
            return "new"
        case msg.Position(str(fen), ()):
            return f"setboard {fen}"
        case msg.SetOption(name, value):
            return f"option {name}" + ("" if value is None else f"={value}")
        case msg.Go():
            return "go"
        case msg.Stop():
            return "?"
        case msg.IsReady():
            return "ping 1"
        case msg.Quit():
            return "quit"
        case msg.Unknown(text):
            return text
    return ""


def dialect(game: Game) -> Dialect:
    """The dialect for one conversation about a game, of which it keeps the moves and the clocks."""
    known = XBoardGame(VARIANTS.get(game.name, game.name), game.start)
    parse, render = known.parse_command, known.render_event
    return Dialect("xboard", greets, HELP, parse, render, render_command, parse_event)
