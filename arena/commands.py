"""What each subcommand of the arena does."""

import argparse
import asyncio
import gc
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any

from rich.console import Console

from boyi.arena import cli
from boyi.arena.errors import ArenaError
from boyi.arena.files import as_arena_error
from boyi.arena.game.engine_log import EngineLogs, LogFiles
from boyi.arena.game.result import GameResult
from boyi.arena.game.rules import Rulebook
from boyi.arena.game.schedule import schedule
from boyi.arena.report import export, terminal
from boyi.arena.report.page import write_report
from boyi.arena.runs import engines as specs
from boyi.arena.runs.cluster_venue import ClusterVenue, with_speed
from boyi.arena.runs.engines import EngineConfig
from boyi.arena.runs.live import RunProgress, progress
from boyi.arena.runs.record_writer import forget_records, record_process, write_records
from boyi.arena.runs.settings import RunSettings
from boyi.arena.runs.store import Store, ledger, read_settings
from boyi.arena.runs.tournament import FINISHED, Tournament
from boyi.arena.runs.venue import LocalVenue, Venue
from boyi.arena.stats.sprt import Decision
from boyi.arena.stats.summary import overhead
from boyi.engines import GAMES, load_game
from boyi.engines.files import read_toml
from boyi.protocol.driving.loops import fastest_loop

RUNS = Path("runs")
MANY = 100
"""Games to be played for which it pays to have records written by another process."""
VERDICTS: Mapping[Decision, int] = {"H1": 0, "H0": 1, "": 3}
"""Exit codes of a test that was played to its end: the lead is there, it is not, it is not known."""
LONGEST_TEST = 40_000
"""Games after which a test ends without a decision, unless --games says otherwise."""


def play_match(arguments: argparse.Namespace) -> int:
    """Play a match, or a test."""
    named = {engine.name: engine for engine in _engines_of(arguments.engines)}
    words = (arguments.first, arguments.second)
    engines = [named[word] if word in named else specs.from_text(word) for word in words]
    usual: dict[str, Any] = {"game": _game(engines)}
    if arguments.command == "sprt":
        usual |= {"games": LONGEST_TEST, "sprt": {}}
    tables = usual | cli.settings_tables(arguments) | {"engines": [vars(engine) for engine in engines]}
    return _start_run(RunSettings.read(tables, "settings"), arguments)


def _game(engines: list[EngineConfig]) -> str:
    """The game that the first of our own engines plays; chess, if there is none."""
    return next((engine.command for engine in engines if engine.command in GAMES), "chess")


def _engines_of(path: Path | None) -> Sequence[EngineConfig]:
    """The engines of a file."""
    return specs.from_list(_toml(path).get("engines", []), str(path)) if path else ()


def play_tournament(arguments: argparse.Namespace) -> int:
    """Play the run that a file describes."""
    return _start_run(RunSettings.read(_toml(arguments.file), str(arguments.file)), arguments)


def _toml(path: Path) -> dict[str, Any]:
    try:
        with as_arena_error(path):
            return read_toml(path)
    except ValueError as error:
        raise ArenaError(f"{path}: {error}") from None


def _start_run(settings: RunSettings, arguments: argparse.Namespace) -> int:
    game = load_game(settings.rules.game)
    settings = settings.with_openings(game.openings).with_full_paths()
    settings = with_speed(settings, arguments.cluster, _remark)
    rules = settings.rules
    book = Rulebook(game)
    couples = len(settings.engines) * (len(settings.engines) - 1) // 2
    pairs = couples * (rules.games + 1) // 2
    starts = game.part(game.starts) if game.starts else None
    openings = settings.openings.draw(rules.game, rules.seed, pairs, book.check, starts)
    folder = arguments.folder or _new_folder()
    return _run(Store.create(folder, settings, openings), book, arguments.cluster)


def _new_folder() -> Path:
    """A folder named by the time, which is printed, for somebody may want to go on with it."""
    folder = RUNS / f"{datetime.now():%Y%m%d-%H%M%S}"
    print(f"folder: {folder}", flush=True)
    return folder


def resume_run(arguments: argparse.Namespace) -> int:
    """Go on with a run."""
    store = Store.reopen(arguments.folder)
    store.settings = with_speed(store.settings, arguments.cluster, _remark)
    return _run(store, Rulebook(store.game), arguments.cluster)


def _remark(text: str) -> None:
    print(f"arena: {text}", file=sys.stderr, flush=True)


def _run(store: Store, book: Rulebook, cluster: str) -> int:
    """Play a run to its end, or to a signal, and report what came of it; the exit code."""
    with store:
        tournament, ended_by = _play(store, book, cluster)
        if ended_by == FINISHED:
            _report(store.folder, store.settings, list(tournament.state.results.values()))
            return 0 if store.settings.sprt is None else VERDICTS[tournament.state.decision]
    name = signal.Signals(ended_by).name
    _remark(f"broken off by {name}; to go on: arena resume {store.folder}")
    return 128 + ended_by


def _play(store: Store, book: Rulebook, cluster: str) -> tuple[Tournament, int]:
    view = progress(store.settings, _total(store.settings))
    try:
        if cut := store.ledger.repair():
            forget_records(store.folder)
            view.remark(f"cut {cut} bytes of a game that was not written to its end")
        tournament = Tournament(store, _venue(store, book, view, cluster), view)
        gc.freeze()  # what was loaded stays: the collector need not walk it again and again
        records = record_process(store.folder) if tournament.left >= MANY else nullcontext()
        with records, asyncio.Runner(loop_factory=fastest_loop()) as runner:
            return tournament, runner.run(tournament.run())
    finally:
        view.close()


def _venue(store: Store, book: Rulebook, view: RunProgress, cluster: str) -> Venue:
    """Where a run is played."""
    settings = store.settings
    logs = LogFiles(store.logs, [engine.name for engine in settings.engines], view.remark)
    if cluster:
        return ClusterVenue(cluster, store, logs, view.remark)
    all_lines = settings.rules.log == "all"
    return LocalVenue(settings, store.openings, book, EngineLogs(logs.append, all_lines))


def _total(settings: RunSettings) -> int | None:
    """How many games there will be; None if that is decided on the way."""
    rules, names = settings.rules, [engine.name for engine in settings.engines]
    if settings.sprt is not None or rules.format == "knock-out":
        return None
    return len(schedule(rules.format, names, rules.games)({}))


def report_stats(arguments: argparse.Namespace) -> int:
    """Report what came of a run, finished or not; its records and its page are written anew.

    For programs nothing is written but what they asked for, on stdout.
    """
    settings = read_settings(arguments.folder)
    results = list(ledger(arguments.folder).results())
    if arguments.json:
        print(export.as_json(results, settings.to_json()))
    elif arguments.csv:
        print(export.as_csv(results), end="")
    else:
        _report(arguments.folder, settings, results)
    return 0


def _report(folder: Path, settings: RunSettings, results: list[GameResult]) -> None:
    """Print the tables, write the records and the page."""
    if not results:
        print(f"no game has been finished in {folder}")
        return
    console, names = Console(highlight=False), [engine.name for engine in settings.engines]
    if len(names) == 2:
        console.print(terminal.pairing(results, names[0], names[1], settings.sprt))
    else:
        console.print(terminal.standings(results))
    write_records(folder, settings)
    page = folder / "report.html"
    with as_arena_error(page):
        write_report(results, settings.to_json(), page, ledger(folder).records())
    print(f"overhead per move: {overhead(results) or 0:.2f} ms; page: {page}")


def check_compliance(arguments: argparse.Namespace) -> int:
    """Examine an engine."""
    from boyi.arena.compliance import main  # noqa: PLC0415  nothing else needs it

    code: int = main(arguments)
    return code


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "match": play_match,
    "sprt": play_match,
    "tournament": play_tournament,
    "resume": resume_run,
    "stats": report_stats,
    "compliance": check_compliance,
}
