"""`arena compliance ENGINE`: does an engine keep the rules of its protocol?"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import replace

from rich.console import Console

from boyi.arena import specs
from boyi.arena.compliance import show
from boyi.arena.compliance.check import Result
from boyi.arena.compliance.dialects import DIALECTS
from boyi.arena.compliance.samples import SAMPLES
from boyi.arena.errors import ArenaError
from boyi.engines import load_game
from boyi.protocol.client import EngineSpec

PASSED, FAILED, UNTRIED = 0, 1, 2


def main(argv: Sequence[str]) -> int:
    """Examine an engine; 0 if it keeps the rules, 1 if it breaks some, 2 if it could not be tried."""
    arguments = _parser().parse_args(argv)
    try:
        spec = _spec(arguments)
        results = _show(arguments, spec)
    except ArenaError as error:
        print(f"arena: {error}", file=sys.stderr)
        return UNTRIED
    return FAILED if any(result.counts(arguments.strict) for result in results) else PASSED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="arena compliance", description="Does an engine keep the rules of its protocol?"
    )
    parser.add_argument("engine", help='as for a match: chess, "gnuchess --uci", "stockfish?Hash=16"')
    parser.add_argument(
        "--dialect", choices=DIALECTS, help="the protocol; uci unless the engine says another"
    )
    parser.add_argument("--game", choices=SAMPLES, default="chess")
    parser.add_argument("--strict", action="store_true", help="excuse nothing that the protocol requires")
    parser.add_argument("--json", action="store_true", help="all results as JSON")
    return parser


def _spec(arguments: argparse.Namespace) -> EngineSpec:
    spec = specs.from_text(arguments.engine).spec()
    dialect = arguments.dialect or spec.dialect
    if dialect not in DIALECTS:
        raise ArenaError(
            f"there are no checks for the dialect {dialect!r} (there are: {', '.join(DIALECTS)})"
        )
    return replace(spec, dialect=dialect)


def _show(arguments: argparse.Namespace, spec: EngineSpec) -> list[Result]:
    """Examine and show, as a terminal or a machine would have it."""
    strict = arguments.strict
    coming = DIALECTS[spec.dialect](spec, load_game(arguments.game), SAMPLES[arguments.game])
    with closing(coming):
        if arguments.json:
            results = list(coming)
            print(show.to_json(spec.name, results, strict))
            return results
        console = Console()
        results = _table(console, coming, strict) if console.is_terminal else _lines(coming, strict)
    print(show.summary(spec.name, results, strict))
    return results


def _table(console: Console, coming: Iterable[Result], strict: bool) -> list[Result]:
    results = list[Result]()
    with console.status("") as status:
        for result in coming:
            results.append(result)
            status.update(f"{len(results)} checks, the last: {result.name}")
    console.print(show.table(results, strict))
    show.print_failures(console, results, strict)
    return results


def _lines(coming: Iterable[Result], strict: bool) -> list[Result]:
    results = list[Result]()
    for result in coming:
        results.append(result)
        print("\n".join(show.lines(result, strict)), flush=True)
    return results
