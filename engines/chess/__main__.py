"""The chess engine on stdin and stdout, in UCI and XBoard."""

from boyi.engines.chess import GAME
from boyi.protocol import uci, xboard
from boyi.protocol.settings import from_command_line
from boyi.protocol.stdio import serve


def main() -> None:
    """Play chess with whoever speaks UCI or XBoard, until told to quit."""
    dialects = [uci.DIALECT, xboard.dialect(GAME)]
    _, settings = from_command_line(GAME, dialects)
    serve(GAME, dialects, settings=settings)


if __name__ == "__main__":
    main()
