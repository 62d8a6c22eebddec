"""`arena compliance ENGINE`: does an engine keep the rules of its protocol?"""

import argparse
import sys
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import PurePath

from rich.console import Console

from boyi.arena import specs
from boyi.arena.compliance import show
from boyi.arena.compliance.check import Result
from boyi.arena.compliance.dialects import DIALECTS, OWN
from boyi.arena.compliance.server import PORT, ServerInterview
from boyi.arena.errors import ArenaError
from boyi.engines import load_game
from boyi.engines.game import Game
from boyi.protocol.client import TALKS, EngineSpec

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
    contender = specs.from_text(arguments.engine)
    own = _own_game(contender)
    chosen = arguments.dialect or ("dialect=" in arguments.engine and contender.dialect)
    dialect = chosen or OWN.get(arguments.game or own, contender.dialect)
    if dialect not in DIALECTS:
        raise ArenaError(f"no checks of {dialect!r} (there are some of: {', '.join(DIALECTS)})")
    examination = DIALECTS[dialect]
    game = arguments.game or own or examination.games[0]
    if game not in examination.games:
        raise ArenaError(f"{contender.name}: there are no checks of {dialect} for {game}")
    if dialect in TALKS:
        contender = replace(contender, dialect=dialect)
    spec = replace(contender.spec(), dialect=dialect)
    if own and examination.words is not None:
        words = (*specs.as_words(spec.options), *examination.words)
        spec = replace(spec, command=(*spec.command, *words), options={})
    if examination.interview is ServerInterview and not any(PORT in word for word in spec.command):
        raise ArenaError(f"{contender.name}: its command has no {PORT}, to which it is to connect")
    return Candidate(spec, load_game(game))


def _own_game(contender: specs.Contender) -> str:
    """The game of our own engine, by its bare name or by its program; empty if it is another's."""
    name = contender.command if contender.command in OWN else PurePath(contender.spec().command[0]).name
    return name if name in OWN else ""


def _show(arguments: argparse.Namespace, examined: Candidate) -> list[Result]:
    """Examine and show, as a terminal or a machine would have it."""
    strict, spec = arguments.strict, examined.spec
    with closing(DIALECTS[spec.dialect].examine(spec, examined.game)) as coming:
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
