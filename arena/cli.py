"""The options of the command line: one table, from which the parser and the settings are made."""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from boyi.arena.farm.opening import add_cluster
from boyi.engines import GAMES
from boyi.engines.command_line import add_version


class Flag(NamedTuple):
    """An option `--name`, the table of settings that it belongs to, and its kind."""

    name: str
    table: str
    kind: type
    help: str

    @property
    def key(self) -> str:
        """The name of the flag's value in the settings."""
        return "file" if self.name == "openings" else self.name.replace("-", "_")


PLAY = (
    Flag("game", "", str, "what is played (chess)"),
    Flag("games", "", int, "how many games; colours change after each"),
    Flag("tc", "", str, "time control: 10+0.1, 40/60+0.5, st=1, nodes=5000, depth=8 (10+0.1)"),
    Flag("margin", "", float, "seconds over the time that are forgiven (0.05)"),
    Flag("patience", "", float, "seconds for a move without a clock (60)"),
    Flag("concurrency", "", int, "games at a time (1)"),
    Flag("seed", "", int, "what openings and dice are drawn by (1)"),
    Flag("speed", "", float, "nodes/s that the time control is meant for, on a cluster (this machine's)"),
    Flag("restarts", "", int, "failed starts in a row before the run stops (3)"),
    Flag("log", "", str, "which lines the engine logs keep: faults or all (faults)"),
    Flag("event", "", str, "name of the run in its records"),
    Flag(
        "openings",
        "openings",
        str,
        "EPD, PGN, Polyglot book, a position on each line, or startpos (the game's own in books/)",
    ),
    Flag("order", "openings", str, "order of the openings: random or sequential (random)"),
    Flag("plies", "openings", int, "moves of a game or book that are played (all, of a book 8)"),
    Flag("win-score", "adjudication", int, "centipawns that end a game when both players see them"),
    Flag("win-moves", "adjudication", int, "moves in a row that they must see them (4)"),
    Flag("draw-score", "adjudication", int, "centipawns within which a game is drawn"),
    Flag("draw-moves", "adjudication", int, "moves in a row that both must see them (8)"),
    Flag("draw-from", "adjudication", int, "first move at which that counts (40)"),
    Flag("length", "adjudication", int, "moves after which a game is drawn"),
    Flag("tables", "adjudication", str, "folder of endgame tables that end games"),
)
TEST = (
    Flag("elo0", "sprt", float, "lead under the null hypothesis (0)"),
    Flag("elo1", "sprt", float, "lead under the alternative (5)"),
    Flag("alpha", "sprt", float, "how often the alternative may be accepted by mistake (0.05)"),
    Flag("beta", "sprt", float, "how often the null hypothesis may be (0.05)"),
    Flag("model", "sprt", str, "which Elo is meant: normalized or logistic (normalized)"),
)


FLAGS = {"match": PLAY, "sprt": PLAY + TEST}
MATCHES = {"match": "two engines against each other", "sprt": "the same, until it is clear who is stronger"}


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """One line and exit code 2."""
        self.exit(2, f"arena: {message} (see {self.prog} --help)\n")


def parser(description: str | None) -> Parser:
    """Every command; which one was given stands under `command`."""
    whole = Parser("arena", description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_version(whole)
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, help in MATCHES.items():
        _add_match(commands.add_parser(name, help=help), FLAGS[name])
    tournament = commands.add_parser("tournament", help="a run described in a file")
    tournament.add_argument("file", type=Path, metavar="FILE.toml")
    _add_folder(tournament)
    resume = commands.add_parser("resume", help="go on with a run")
    resume.add_argument("folder", type=Path)
    add_cluster(resume)
    _add_stats(commands.add_parser("stats", help="what came of a run"))
    _add_compliance(commands.add_parser("compliance", help="does an engine keep to its dialect?"))
    for command in commands.choices.values():
        add_version(command)
    return whole


def _add_match(parser: argparse.ArgumentParser, flags: Iterable[Flag]) -> None:
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--engines", type=Path, metavar="FILE.toml", help="where engines are named")
    _add_folder(parser)
    for flag in flags:
        parser.add_argument(f"--{flag.name}", type=flag.kind, help=flag.help)


def _add_stats(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="all that the page tells but its games, as JSON")
    form.add_argument("--csv", action="store_true", help="a line for each game, as CSV")


def _add_compliance(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("engine", help='as for a match: chess, "gnuchess --uci", "stockfish?Hash=16"')
    parser.add_argument("--dialect", help="the protocol; for our engines their first, for others uci")
    parser.add_argument("--game", choices=GAMES, help="what it plays, if neither its name nor dialect tells")
    parser.add_argument("--strict", action="store_true", help="excuse nothing that the protocol requires")
    parser.add_argument("--json", action="store_true", help="all results as JSON")


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--folder", type=Path, help="of the run (a new one in runs/)")
    add_cluster(parser)


def settings_tables(arguments: argparse.Namespace) -> dict[str, Any]:
    """The tables of settings that a command line names; what it leaves out is left out."""
    tables: dict[str, Any] = {}
    for flag in FLAGS[arguments.command]:
        value = getattr(arguments, flag.name.replace("-", "_"))
        if value is not None:
            table = tables.setdefault(flag.table, {}) if flag.table else tables
            table[flag.key] = value
    return tables
