"""The chess engine on stdin and stdout, in UCI and XBoard."""

from boyi.engines.chess import GAME
from boyi.protocol import uci, xboard
from boyi.protocol.stdio import serve


def main() -> None:
    """Play chess with whoever speaks UCI or XBoard, until told to quit."""
    serve(GAME, [uci.DIALECT, xboard.dialect(GAME)])


if __name__ == "__main__":
    main()
