"""The scheduler of a cluster: it hands out the work of commands with --cluster to those who run bin/worker.

    bin/scheduler                       for this machine alone
    bin/scheduler --host 192.168.1.5    for others, too: with TLS, by a certificate that is made on the spot

Copy the certificate to the other machines. Who has it may run anything on all of them.
"""

import argparse
from pathlib import Path

from boyi.arena.farm.address import PORT
from boyi.arena.farm.running import run
from boyi.engines.command_line import add_version


def parse() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="bin/scheduler", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (%(default)s)")
    parser.add_argument("--port", type=int, default=PORT, help="%(default)s; 0 for any free one")
    parser.add_argument("--certificate", type=Path, help="made if it is not there")
    parser.add_argument("--tls", action="store_true", help="on this machine, too")
    add_version(parser)
    return parser.parse_args()


def main() -> None:
    """Serve; what is wrong is one line and exit code 2."""
    run("bin/scheduler", "boyi.arena.farm.dask_scheduler:serve", parse())


if __name__ == "__main__":
    main()
