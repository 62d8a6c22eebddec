"""How our xiangqi engine compares with fairy-stockfish on this machine, measured in one run.

    bin/run boyi.arena.peers_xiangqi

Counts per second of processor time; the engines take turns and the best of several turns counts.
"""

import re
import shutil
import sys
from collections.abc import Callable, Sequence

from boyi.arena.peers import GAMES_FOLDER, HASH, SEARCH_MS, Talk, by_turns

OURS = (sys.executable, "-P", "-m", "boyi.engines.xiangqi")
PEER = "fairy-stockfish"
PERFT_DEPTH = 5


def _count(command: Sequence[str], order: str, told: str, end: str) -> float:
    """What an engine counted from the start position, per processor second."""
    with Talk(command) as talk:
        settings = ["setoption name UCI_Variant value xiangqi", f"setoption name Hash value {HASH}"]
        talk.say("uci", *settings, "isready", "position startpos")
        talk.hear(r"^readyok")
        before = talk.cpu
        talk.say(order)
        counts = re.findall(told, talk.hear(end))
        return max(map(int, counts)) / (talk.cpu - before)


def perft_speed(command: Sequence[str]) -> float:
    """Leaves per processor second."""
    return _count(command, f"go perft {PERFT_DEPTH}", r"Nodes searched: *(\d+)", "Nodes searched")


def search_speed(command: Sequence[str]) -> float:
    """Nodes per processor second."""
    return _count(command, f"go movetime {SEARCH_MS}", r"nodes (\d+)", r"^bestmove")


MEASURES: dict[str, Callable[[Sequence[str]], float]] = {"perft": perft_speed, "search": search_speed}


def main() -> None:
    """Print every comparison that can be made here."""
    place = shutil.which(PEER) or shutil.which(PEER, path=GAMES_FOLDER)
    if place is None:
        print(f"{PEER} is not installed")
        return
    for what, measure in MEASURES.items():
        ours, theirs = by_turns(lambda m=measure: m(OURS), lambda m=measure: m([place]))  # type: ignore[misc]
        print(f"{what}: ours {ours / 1e6:.2f} M/s, {PEER} {theirs / 1e6:.2f} M/s, ratio {ours / theirs:.2f}")


if __name__ == "__main__":
    main()
