"""The connect6 engine on stdin and stdout, for platforms that tell their dialect by their first line."""

import os
import sys

from boyi.engines.connect6 import GAME
from boyi.protocol import botzone, cloudict, sau, uci
from boyi.protocol.settings import from_command_line
from boyi.protocol.stdio import serve

DIALECTS = [sau.DIALECT, cloudict.DIALECT, botzone.DIALECT, uci.DIALECT]


def main() -> None:
    """Play connect6 with a platform, until told to quit."""
    _, settings = from_command_line(GAME, DIALECTS)
    if not sys.stdin.isatty():
        # platforms read stderr as if it were stdout, so that not even a compiler's progress may be told
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115, PTH123  for as long as the process lives
    serve(GAME, DIALECTS, settings=settings)


if __name__ == "__main__":
    main()
