"""How fast our xiangqi engine searches beside fairy-stockfish on this machine, measured in one run.

    bin/run boyi.arena.tools.peers_xiangqi

Nodes per second of processor time; the engines take turns and the best of several turns counts.
"""

import argparse
import shutil
import sys
from collections.abc import Sequence

from boyi.arena.tools.peers import GAMES_FOLDER, HASH, TimedEngine, best_of_turns
from boyi.engines.command_line import add_version

OURS = (sys.executable, "-P", "-m", "boyi.engines.xiangqi")
PEER = "fairy-stockfish"
NODES = 3_000_000
"""That we search; the peer gets a sixth of it, for about the same time."""


def search_speed(command: Sequence[str], nodes: int) -> float:
    """Nodes per processor second from the start position."""
    with TimedEngine(command) as talk:
        settings = ["setoption name UCI_Variant value xiangqi", f"setoption name Hash value {HASH}"]
        talk.say("uci", *settings, "isready", "position startpos")
        talk.hear(r"^readyok")
        before = talk.cpu
        # not a time, since the last count printed lags behind the nodes that were searched
        talk.say(f"go nodes {nodes}")
        talk.hear(r"^bestmove")
        return nodes / (talk.cpu - before)


def main() -> None:
    """Print the comparison, if it can be made here."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_version(parser)
    parser.parse_args()
    place = shutil.which(PEER) or shutil.which(PEER, path=GAMES_FOLDER)
    if place is None:
        print(f"{PEER} is not installed")
        return
    ours, theirs = best_of_turns(lambda: search_speed(OURS, NODES), lambda: search_speed([place], NODES // 6))
    print(f"search: ours {ours / 1e6:.2f} M/s, {PEER} {theirs / 1e6:.2f} M/s, ratio {ours / theirs:.2f}")


if __name__ == "__main__":
    main()
