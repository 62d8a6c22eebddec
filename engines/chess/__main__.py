"""The chess engine on stdin and stdout, in UCI and XBoard."""

from boyi.engines.chess import GAME
from boyi.protocol.dialects import load_served
from boyi.protocol.serving.settings import from_command_line
from boyi.protocol.serving.stdio import serve


def main() -> None:
    """Play chess with whoever speaks UCI or XBoard, until told to quit."""
    dialects = load_served(GAME)
    _, settings = from_command_line(GAME, dialects)
    serve(GAME, dialects, settings=settings)


if __name__ == "__main__":
    main()
