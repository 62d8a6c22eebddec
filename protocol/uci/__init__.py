"""UCI, the dialect of chess programs."""

from boyi.protocol.dialect import Dialect
from boyi.protocol.uci.commands import parse_command, render_command
from boyi.protocol.uci.events import parse_event, render_event

__all__ = ["DIALECT", "parse_command", "parse_event", "render_command", "render_event"]

HELP = """\
uci                                    who this is, and what can be set
setoption name NAME [value VALUE]      set an option
isready                                answers readyok once all is done
ucinewgame                             forget the last game
position startpos|fen FEN [moves …]    set up a position
go [wtime btime winc binc movestogo MS] [movetime MS] [depth N] [nodes N] [mate N]
   [infinite] [ponder] [searchmoves …] search
go perft N                             count the positions N plies ahead
stop, ponderhit                        end the search; go on with it on our own time
d, eval, flip                          draw, take apart, turn round the position
bench                                  fixed searches and their number of nodes
quit"""


def greets(line: str) -> bool:
    """Whether a line is UCI's first."""
    return line.strip() == "uci"


DIALECT = Dialect("uci", greets, HELP, parse_command, render_event, render_command, parse_event)
