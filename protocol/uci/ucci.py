"""UCCI, the dialect of xiangqi programs."""

from boyi.protocol.dialect import Dialect
from boyi.protocol.uci.ucci_commands import parse_command, render_command
from boyi.protocol.uci.ucci_events import parse_event, render_event

__all__ = ["DIALECT", "parse_command", "parse_event", "render_command", "render_event"]

HELP = """\
ucci                                   who this is, and what can be set
setoption NAME [VALUE]                 set an option; newgame forgets the last game
isready                                answers readyok once all is done
position startpos|fen FEN [moves …]    set up a position
banmoves …                             moves not to be played from it
go [ponder|draw] depth N|infinite | nodes N | movetime MS
   | time T [movestogo N | increment T] [opptime T [oppmovestogo N | oppincrement T]]
                                       search; T in seconds, or milliseconds with usemillisec
go depth 0                             the static value alone
stop, ponderhit [draw]                 end the search; go on with it on our own time
probe startpos|fen FEN [moves …]       what earlier searches remember of a position
d, eval, flip, perft N, bench          draw, take apart, turn round; count lines; fixed searches
quit"""


def greets(line: str) -> bool:
    """Whether a line is UCCI's first."""
    return line.strip() == "ucci"


DIALECT = Dialect("ucci", greets, HELP, parse_command, render_event, render_command, parse_event)
