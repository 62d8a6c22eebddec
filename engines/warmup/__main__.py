"""Compiles the kernels of a game for those that wait: GAME EVALUATOR ORDERING MARK FOLDER ROLE."""

import sys
from pathlib import Path

from boyi.engines.warmup.background import CompileJob, work

if __name__ == "__main__":
    game, evaluator, ordering, mark, folder, chosen = sys.argv[1:]
    work(CompileJob(game, evaluator, ordering, mark, Path(folder)), chosen)
