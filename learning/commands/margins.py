"""Find the margins by which search prunes, reduces and learns, by having it play with neighbours of itself.

bin/train margins chess FOLDER --rounds 400 --processes 2

Broken off, the same call goes on and ends with the same margins, whatever the processes. They are told at the
end; the search has them compiled in, so they become its own by a change of `engines/search/margins.py`.
"""

import argparse
from pathlib import Path

from boyi.engines.search.margins import MARGINS, VALUES
from boyi.learning.commands.extensions import SEARCHED
from boyi.learning.control.tuning import Plan, tuned
from boyi.learning.progress import Progress
from boyi.learning.report import write_report
from boyi.learning.runs import REPORT, STEP, Run

NAMES = tuple(margin.name for margin in MARGINS)


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("game", choices=SEARCHED)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--processes", type=int, default=1)
    for name in ("rounds", "pairs", "nodes", "seed"):
        parser.add_argument(f"--{name}", type=int, default=getattr(Plan, name))
    for name in ("width", "stride"):
        parser.add_argument(f"--{name}", type=float, default=getattr(Plan, name))


def run(args: argparse.Namespace) -> None:
    """Play, and tell what came of it."""
    plan = Plan(args.game, args.rounds, args.pairs, args.nodes, args.width, args.stride, args.seed)
    if min(plan.rounds, plan.pairs, plan.nodes, args.processes) < 1:
        raise ValueError("numbers of rounds, pairs, nodes and processes are positive")
    with Run(args.folder, plan) as run:
        kept = run.restore()
        margins = kept.get("margins", VALUES.astype(float))
        first = int(kept.get(STEP, 0))
        with Progress("margins", plan.rounds, "rounds", first) as progress:
            for done in tuned(margins, plan, first, args.processes):
                run.log({"step": done, **dict(zip(NAMES, margins.tolist(), strict=True))})
                run.keep(done, {"margins": margins})
                progress.at(done)
        write_report(args.folder / REPORT, f"{plan.game}: margins of the search", run.settings, run.logged())
    for margin, found in zip(MARGINS, margins, strict=True):
        print(f"{margin.name}: {margin.value} -> {found:.0f}")
