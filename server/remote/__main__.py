"""bin/remote HOST:PORT ENGINE: an engine of a server, which any program takes for an engine of this machine.

ENGINE is a game, for our engine of it, or a name of the server's own list. Lines go to the server as they
come, and its answers back.
"""

import argparse
import os
import ssl
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from boyi.engines import platforms
from boyi.engines.command_line import add_version
from boyi.protocol.dialects import DIALECTS
from boyi.server.remote.bridge import Bridge
from boyi.server.remote.link import Target

SYSTEM = "system"
"""What `--tls` means without a file: the certificates that the system trusts."""


def main(words: Sequence[str] | None = None) -> NoReturn:
    """Be an engine until told to end."""
    platforms.speak_plainly()
    code = Bridge(read_target(words)).run()
    sys.stdout.flush()
    os._exit(code)  # a thread may still wait for input


def read_target(words: Sequence[str] | None = None) -> Target:
    """What the command line says; a fault ends the process with one line and code 2."""
    parser = argparse.ArgumentParser(prog="bin/remote", description=__doc__.partition(":")[2])
    parser.add_argument("place", metavar="HOST:PORT", help="the gate of a server")
    parser.add_argument("engine", metavar="ENGINE", help="a game, or an engine's name")
    parser.add_argument("--dialect", choices=[name for name, entry in DIALECTS.items() if not entry.tcp])
    parser.add_argument("--token-file", type=Path, help="where the server's token is; else BOYI_TOKEN has it")
    parser.add_argument(
        "--tls",
        nargs="?",
        const=SYSTEM,
        metavar="CERTIFICATE",
        help="speak TLS; with a file, trust the certificate in it",
    )
    add_version(parser)
    arguments = parser.parse_args(words)
    host, _, port = arguments.place.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        parser.error(f"expected HOST:PORT, not {arguments.place[:60]!r}")
    try:
        token = (
            arguments.token_file.read_text("ascii") if arguments.token_file else os.environ.get("BOYI_TOKEN")
        )
        context = _context(arguments.tls)
    except (OSError, ValueError) as error:
        parser.error(f"{getattr(error, 'filename', None) or 'the token'}: {error}")
    return Target(
        host.strip("[]"), int(port), arguments.engine, arguments.dialect or "", (token or "").strip(), context
    )


def _context(trusted: str | None) -> ssl.SSLContext | None:
    if trusted is None:
        return None
    if trusted == SYSTEM:
        return ssl.create_default_context()
    if not Path(trusted).is_file():
        raise ValueError(f"there is no certificate {trusted}")
    try:
        return ssl.create_default_context(cafile=trusted)
    except ssl.SSLError:
        raise ValueError(f"{trusted} is no certificate") from None


if __name__ == "__main__":
    main()
