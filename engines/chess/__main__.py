"""The chess engine on stdin and stdout, in UCI and XBoard."""

from boyi.engines.chess import GAME
from boyi.protocol import uci, xboard
from boyi.protocol.settings import from_command_line
from boyi.protocol.stdio import serve

DIALECTS = [uci.DIALECT, xboard.dialect(GAME)]


def main() -> None:
    """Play chess with whoever speaks UCI or XBoard, until told to quit."""
    _, settings = from_command_line(GAME, DIALECTS)
    serve(GAME, DIALECTS, settings=settings)


if __name__ == "__main__":
    main()
