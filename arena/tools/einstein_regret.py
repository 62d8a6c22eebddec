"""What players' choices give away, by a set of positions with the chance of every move.

    bin/run boyi.arena.tools.einstein_regret expectimax@50ms "expectimax@50ms?Evaluator=race" mcts@50ms

Players are described as for `boyi.arena.inprocess.match`; the set is made by
`boyi.arena.tools.einstein_positions`.
Regret is the chance of winning that a move gives away. Error bars are of 95 %, and so are those of each
player's difference to the first one, position by position.
"""

import math
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boyi.arena.inprocess.engine_player import EnginePlayer
from boyi.arena.tools.einstein_positions import JudgedPosition, default_path, read_positions
from boyi.engines import load_game
from boyi.engines.einstein import notation

SAME = 1e-6
"""A regret below this is none."""
GROUPS = ((7, 8), (9, 10), (11, 12))
"""Numbers of pieces for which the mean is shown apart."""


@dataclass(frozen=True)
class RegretReport:
    """What one player gave away, position by position."""

    name: str
    regrets: np.ndarray

    @property
    def mean(self) -> float:
        """The mean regret."""
        return float(self.regrets.mean())

    @property
    def best(self) -> float:
        """How often the best move was chosen."""
        return float((self.regrets < SAME).mean())


def error_of(values: np.ndarray) -> float:
    """Half the width of a mean's 95 % bounds."""
    return 1.96 * float(values.std()) / math.sqrt(max(len(values) - 1, 1))


def measure(player: EnginePlayer, positions: Sequence[JudgedPosition]) -> RegretReport:
    """What a player gives away, its memory emptied before each position. Blocks."""
    regrets = np.zeros(len(positions))
    player.warm_up(notation.read(positions[0].text))
    for number, judged in enumerate(positions):
        pos = notation.read(judged.text)
        player.forget()
        regrets[number] = judged.regret(notation.text(pos, player.think(pos).moves[0]))
    return RegretReport(player.name, regrets)


def table(reports: Sequence[RegretReport], positions: Sequence[JudgedPosition]) -> list[str]:
    """The reports as a page's table."""
    pieces, first = np.array([judged.pieces for judged in positions]), reports[0]
    groups = [(f"{few}-{many}", (pieces >= few) & (pieces <= many)) for few, many in GROUPS]
    groups = [(name, chosen) for name, chosen in groups if chosen.any()]
    head = ["player", "regret", "best move", *(f"{name} pieces" for name, _ in groups), "less than the first"]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for report in reports:
        less = first.regrets - report.regrets
        share = f" ({100 * float(less.mean()) / first.mean:.0f} %)" if first.mean else ""
        cells = [
            report.name,
            f"{report.mean:.5f} ± {error_of(report.regrets):.5f}",
            f"{report.best:.1%}",
            *(f"{report.regrets[chosen].mean():.5f}" for _, chosen in groups),
            f"{less.mean():.5f} ± {error_of(less):.5f}{share}" if report is not first else "–",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the mean regret of each player."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="+")
    parser.add_argument("--positions", type=int, help="the first so many; all if left out")
    parser.add_argument("--file", type=Path, help="instead of the one in the user's data folder")
    args = parser.parse_args(arguments)
    try:
        positions = read_positions(args.file or default_path())[: args.positions]
        game = load_game("einstein")
        players = [EnginePlayer(game, text) for text in args.players]
    except (OSError, RuntimeError, ValueError) as error:
        print(f"einstein_regret: {error}", file=sys.stderr)
        return 2
    reports = [measure(player, positions) for player in players]
    exact = sum(judged.exact for judged in positions)
    depth = np.mean([judged.depth for judged in positions if not judged.exact] or [0])
    print(f"{len(positions)} positions, {exact} of them exact, the others {depth:.1f} plies deep")
    print("\n".join(table(reports, positions)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
