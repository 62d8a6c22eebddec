"""`arena compliance ENGINE`: does an engine keep the rules of its protocol?"""

import argparse
import sys
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import PurePath

from rich.console import Console

from boyi.arena.compliance import output
from boyi.arena.compliance.base.check import Result
from boyi.arena.compliance.base.tcp_process import PORT
from boyi.arena.compliance.examinations import EXAMINATIONS
from boyi.arena.errors import ArenaError
from boyi.arena.runs import engines
from boyi.engines import GAMES, load_game
from boyi.engines.game import Game
from boyi.protocol.dialects import DIALECTS, served_names
from boyi.protocol.driving.spec import EngineSpec

PASSED, FAILED, UNTRIED = 0, 1, 2


@dataclass(frozen=True)
class Candidate:
    """Who is to be examined, and in which game."""

    spec: EngineSpec
    game: Game


def main(arguments: argparse.Namespace) -> int:
    """Examine an engine; 0 if it keeps the rules, 1 if it breaks some, 2 if it could not be tried."""
    try:
        results = _show(arguments, candidate(arguments))
    except ArenaError as error:
        print(f"arena: {error}", file=sys.stderr)
        return UNTRIED
    return FAILED if any(result.counts(arguments.strict) for result in results) else PASSED


def candidate(arguments: argparse.Namespace) -> Candidate:
    """The engine, the dialect and the game, as far as one follows from the other."""
    contender = engines.from_text(arguments.engine)
    own = _find_own_game(contender)
    chosen = arguments.dialect or ("dialect=" in arguments.engine and contender.dialect)
    known = arguments.game or own
    dialect = chosen or (served_names(known)[0] if known else contender.dialect)
    if dialect not in EXAMINATIONS:
        raise ArenaError(f"no checks of {dialect!r} (there are some of: {', '.join(EXAMINATIONS)})")
    entry = DIALECTS[dialect]
    game = known or entry.games[0]
    if game not in entry.games:
        raise ArenaError(f"{contender.name}: there are no checks of {dialect} for {game}")
    if entry.driver:
        contender = replace(contender, dialect=dialect)
    spec = replace(contender.spec(), dialect=dialect)
    if own and not entry.driver:
        words = (*engines.option_words(spec.options), *EXAMINATIONS[dialect].words)
        spec = replace(spec, command=(*spec.command, *words), options={})
    if entry.tcp and not any(PORT in word for word in spec.command):
        raise ArenaError(f"{contender.name}: its command has no {PORT}, to which it is to connect")
    return Candidate(spec, load_game(game))


def _find_own_game(contender: engines.EngineConfig) -> str:
    """The game of our own engine, by its bare name or by its program; empty if it is another's."""
    name = contender.command if contender.command in GAMES else PurePath(contender.spec().command[0]).name
    return name if name in GAMES else ""


def _show(arguments: argparse.Namespace, examined: Candidate) -> list[Result]:
    """Examine and show, as a terminal or a machine would have it."""
    strict, spec = arguments.strict, examined.spec
    with closing(EXAMINATIONS[spec.dialect].run(spec, examined.game)) as coming:
        if arguments.json:
            results = list(coming)
            print(output.to_json(spec.name, results, strict))
            return results
        console = Console()
        results = _table(console, coming, strict) if console.is_terminal else _lines(coming, strict)
    print(output.summary(spec.name, results, strict))
    return results


def _table(console: Console, coming: Iterable[Result], strict: bool) -> list[Result]:
    results = list[Result]()
    with console.status("") as status:
        for result in coming:
            results.append(result)
            status.update(f"{len(results)} checks, the last: {result.name}")
    console.print(output.table(results, strict))
    output.print_failures(console, results, strict)
    return results


def _lines(coming: Iterable[Result], strict: bool) -> list[Result]:
    results = list[Result]()
    for result in coming:
        results.append(result)
        print("\n".join(output.lines(result, strict)), flush=True)
    return results
