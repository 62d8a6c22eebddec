"""The connect6 engine on stdin and stdout, for platforms that tell their dialect by their first line."""

import os
import sys

from boyi.engines.connect6 import GAME
from boyi.protocol.dialects import load_served
from boyi.protocol.serving.settings import from_command_line
from boyi.protocol.serving.stdio import serve


def main() -> None:
    """Play connect6 with a platform, until told to quit."""
    dialects = load_served(GAME)
    _, settings = from_command_line(GAME, dialects)
    if not sys.stdin.isatty():
        # platforms read stderr as if it were stdout, so that not even a compiler's progress may be told
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  for as long as the process lives
    serve(GAME, dialects, settings=settings)


if __name__ == "__main__":
    main()
