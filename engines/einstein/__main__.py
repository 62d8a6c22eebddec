"""The EinStein engine: on a platform's stdin and stdout, on a server, or for people at a terminal."""

import os
from pathlib import Path
from typing import NoReturn

from boyi.engines import interrupts
from boyi.engines.einstein import GAME
from boyi.protocol.dialects import load_served
from boyi.protocol.serving import settings
from boyi.protocol.serving.stdio import serve


def main() -> None:
    """Play EinStein with whoever asks, until told to end."""
    dialects = load_served(GAME)
    parser = settings.parser(GAME, dialects)
    parser.add_argument(
        "--build-tables", type=int, nargs="?", const=4, choices=(4, 5, 6), metavar="4|5|6",
        help="build the endgame tables of up to so many pieces and end",
    )  # fmt: skip
    parser.add_argument("--connect", metavar="HOST:PORT", help="play on a server of Nanjing's dialect")
    parser.add_argument("--hand", choices=("A", "B"), help="a match by hand at this terminal, as A or B")
    arguments, given = settings.from_command_line(GAME, dialects, parser)
    if arguments.build_tables or arguments.connect or arguments.hand:
        interrupts.restore()
    if arguments.build_tables:
        GAME.part("boyi.engines.einstein.endgame.store:build_loudly")(arguments.build_tables)
    elif arguments.connect:
        _connect(arguments.connect, given)
    elif arguments.hand:
        from boyi.protocol.einstein import manual_terminal  # noqa: PLC0415  hardly ever asked for

        manual_terminal.operate(given.limit(GAME), given, arguments.hand, Path.cwd())
    else:
        serve(GAME, dialects, settings=given)


def _connect(place: str, given: settings.StartSettings) -> NoReturn:
    host, _, port = place.rpartition(":")
    if not host or not port.isdecimal():
        settings.fail(GAME, f"--connect wants HOST:PORT, not {place[:60]!r}")
    from boyi.protocol.einstein import nanjing_client  # noqa: PLC0415  hardly ever asked for

    try:
        nanjing_client.connect(given.limit(GAME), host, int(port), given)
    except (OSError, OverflowError) as error:
        settings.fail(GAME, f"{place}: {error}")
    # At once, as on stdin: the interpreter's own end would wait for kernels that nobody needs any more.
    os._exit(0)


if __name__ == "__main__":
    main()
