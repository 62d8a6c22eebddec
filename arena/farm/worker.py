"""A machine that works for a cluster: a process for each processor, until it is interrupted.

    bin/worker tcp://127.0.0.1:8786
    bin/worker 'tls://192.168.1.5:8786?certificate=cluster.pem' --processes 8

It joins only a cluster of the very same sources and versions, compiles before it takes work, and tells how
fast it is. Interrupted, it gives back what it is busy with.
"""

import argparse
import os

from boyi.arena.farm.running import run
from boyi.engines import GAMES
from boyi.engines.command_line import add_version


def parse() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="bin/worker", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("address", help="of the scheduler, as it printed it")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="%(default)s")
    parser.add_argument("--games", nargs="*", choices=GAMES, default=list(GAMES), help="to be compiled; all")
    add_version(parser)
    return parser.parse_args()


def main() -> None:
    """Work; what is wrong is one line and exit code 2."""
    run("bin/worker", "boyi.arena.farm.dask_worker:join", parse())


if __name__ == "__main__":
    main()
