"""Commands: what each subcommand of the arena does."""

import argparse
import asyncio
import gc
import signal
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any

import uvloop
from rich.console import Console

from boyi.arena import options, specs, table
from boyi.arena.copyist import copying
from boyi.arena.errors import ArenaError
from boyi.arena.files import told
from boyi.arena.outcome import GameResult
from boyi.arena.progress import progress
from boyi.arena.report import write_report
from boyi.arena.rulebook import Rulebook
from boyi.arena.schedule import schedule
from boyi.arena.scribe import forget_records, write_records
from boyi.arena.settings import Settings
from boyi.arena.specs import Contender
from boyi.arena.store import Store, ledger, read_settings
from boyi.arena.summary import overhead
from boyi.arena.tournament import FINISHED, Tournament
from boyi.engines import GAMES, load_game

RUNS = Path("runs")
MANY = 100
"""Games to be played for which it pays to have records written by another process."""
LONGEST_TEST = 40_000
"""Games after which a test ends without a decision, unless told otherwise."""


def contest(arguments: argparse.Namespace) -> int:
    """Play a match, or a test."""
    named = {engine.name: engine for engine in _named(arguments.engines)}
    words = (arguments.first, arguments.second)
    engines = [named[word] if word in named else specs.from_text(word) for word in words]
    usual: dict[str, Any] = {"game": _game(engines)}
    if arguments.command == "sprt":
        usual |= {"games": LONGEST_TEST, "sprt": {}}
    tables = usual | options.tables(arguments) | {"engines": [vars(engine) for engine in engines]}
    return _begin(Settings.read(tables, "settings"), arguments)


def _game(engines: list[Contender]) -> str:
    """The game that the first of our own engines plays; chess, if there is none."""
    return next((engine.command for engine in engines if engine.command in GAMES), "chess")


def _named(path: Path | None) -> Sequence[Contender]:
    """The engines of a file."""
    return specs.from_list(_toml(path).get("engines", []), str(path)) if path else ()


def tournament(arguments: argparse.Namespace) -> int:
    """Play the run that a file describes."""
    return _begin(Settings.read(_toml(arguments.file), str(arguments.file)), arguments)


def _toml(path: Path) -> dict[str, Any]:
    try:
        with told(path), path.open("rb") as file:
            return tomllib.load(file)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ArenaError(f"{path}: {error}") from None


def _begin(settings: Settings, arguments: argparse.Namespace) -> int:
    settings = settings.anchored()
    rules = settings.rules
    game = load_game(rules.game)
    book = Rulebook(game)
    couples = len(settings.engines) * (len(settings.engines) - 1) // 2
    pairs = couples * (rules.games + 1) // 2
    starts = game.part(game.starts) if game.starts else None
    openings = settings.openings.draw(rules.game, rules.seed, pairs, book.check, starts)
    folder = arguments.folder or _new_folder()
    return _run(Store.create(folder, settings, openings), book)


def _new_folder() -> Path:
    """A folder named by the time, which is told, for somebody may want to go on with it."""
    folder = RUNS / f"{datetime.now():%Y%m%d-%H%M%S}"
    print(f"folder: {folder}", flush=True)
    return folder


def resume(arguments: argparse.Namespace) -> int:
    """Go on with a run."""
    store = Store.reopen(arguments.folder)
    return _run(store, Rulebook(store.game))


def _run(store: Store, book: Rulebook) -> int:
    """Play a run to its end, or to a signal; what came of it is told at the end."""
    with store:
        tournament, ended_by = _play(store, book)
        if ended_by == FINISHED:
            _tell(store.folder, store.settings, list(tournament.standing.results.values()))
            return 0
    name = signal.Signals(ended_by).name
    print(f"arena: broken off by {name}; to go on: arena resume {store.folder}", file=sys.stderr)
    return 128 + ended_by


def _play(store: Store, book: Rulebook) -> tuple[Tournament, int]:
    view = progress(store.settings, _total(store.settings))
    try:
        if cut := store.ledger.repair():
            forget_records(store.folder)
            view.remark(f"cut {cut} bytes of a game that was not written to its end")
        tournament = Tournament(store, book, view)
        gc.freeze()  # what was loaded stays: the collector need not walk it again and again
        many = copying(store.folder) if tournament.left >= MANY else nullcontext()
        with many, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return tournament, runner.run(tournament.run())
    finally:
        view.close()


def _total(settings: Settings) -> int | None:
    """How many games there will be; None if that is decided on the way."""
    rules, names = settings.rules, [engine.name for engine in settings.engines]
    if settings.sprt is not None or rules.format == "knock-out":
        return None
    return len(schedule(rules.format, names, rules.games)({}))


def stats(arguments: argparse.Namespace) -> int:
    """Tell what came of a run, finished or not; its records and its page are written anew."""
    settings = read_settings(arguments.folder)
    _tell(arguments.folder, settings, list(ledger(arguments.folder).results()))
    return 0


def _tell(folder: Path, settings: Settings, results: list[GameResult]) -> None:
    """Print the tables, write the records and the page."""
    if not results:
        print(f"no game has been finished in {folder}")
        return
    console, names = Console(highlight=False), [engine.name for engine in settings.engines]
    if len(names) == 2:
        console.print(table.pairing(results, names[0], names[1], settings.sprt))
    else:
        console.print(table.standings(results))
    write_records(folder, settings)
    page = folder / "report.html"
    with told(page):
        write_report(results, settings.to_json(), page)
    print(f"overhead per move: {overhead(results) or 0:.2f} ms; page: {page}")


def compliance(arguments: argparse.Namespace) -> int:
    """Examine an engine."""
    from boyi.arena.compliance import main  # noqa: PLC0415  nothing else needs it

    code: int = main(arguments)
    return code


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "match": contest,
    "sprt": contest,
    "tournament": tournament,
    "resume": resume,
    "stats": stats,
    "compliance": compliance,
}
