"""The chess engine on stdin and stdout, in UCI."""

from boyi.engines.chess import GAME
from boyi.protocol import uci
from boyi.protocol.stdio import serve


def main() -> None:
    """Play chess with whoever speaks UCI, until told to quit."""
    serve(GAME, [uci.DIALECT])


if __name__ == "__main__":
    main()
