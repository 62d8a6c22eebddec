"""What the four works and KnightCap's authors published, on one page: theirs beside ours, with the commands.

bin/train reproduce all FOLDER --xiangqi-games GAMES --chess-games GAMES.pgn.gz --suite SUITE.epd

takes hours. Broken off, the same call goes on; parts that are done are not done again. With --small all of it
is tried in minutes, on games and puzzles of our own and in numbers from which nothing follows.
"""

import argparse
import importlib
import io
import json
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from boyi.arena.files import read_json
from boyi.engines.files import write_atomically
from boyi.learning.extras import require_train
from boyi.learning.report import TABLES, ReportTable, markdown, write_report
from boyi.learning.reproductions.material import own_games, own_suite

Needs = tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """One reproduction: what it shows of which work, and how it is called."""

    name: str
    work: str
    published: Needs
    """What was published, as the list of the page names it."""
    words: Callable[[Path, argparse.Namespace], list[str]]
    """Its arguments, given its folder and ours."""
    small: tuple[str, ...]


PARTS = (
    Part(
        "xiangqi-td",
        "A. Xiangqi: TD(λ) (Wang, Cheng, Wang)",
        ("won, drawn and lost of twelve networks of 91 x N x 1 against the traditional evaluation",),
        lambda folder, args: [str(folder), "--games", *map(str, args.xiangqi_games)],
        ("--units", "30", "--openings", "4", "--worded", "2", "--depth", "1"),
    ),
    Part(
        "connect6-td",
        "B. Connect6: TD(0) (Shen)",
        ("new weights of roads, and their match against the old ones",),
        lambda folder, args: [str(folder)],
        ("--games", "10", "--rounds", "2", "--round-games", "20", "--duels", "4"),
    ),
    Part(
        "chessmaps",
        "C. Chess: Chessmaps (Greer et al.)",
        (
            "prediction of the sector of the move played",
            "prediction by other layouts of sectors",
            "the five squares that matter most to constant inputs",
            "the fixed ranking of equal sectors",
            "nodes over ten positions, by order",
            "nodes of each position",
        ),
        lambda folder, args: [str(args.chess_games)],
        (
            "--taught",
            "30",
            "--unseen",
            "10",
            "--hidden",
            "8",
            "--passes",
            "1",
            "--depth",
            "2",
            "--speed-depth",
            "4",
        ),
    ),
    Part(
        "chess-extensions",
        "C. Chess: learned extensions (Björnsson and Marsland)",
        ("learned weights of classes of moves", "nodes over a suite", "round robin of six settings"),
        lambda folder, args: [str(folder), "--suite", str(args.suite)],
        (
            "--games",
            "2",
            "--tc",
            "depth=2",
            "--nodes",
            "300",
            "--puzzles",
            "3",
            "--steps",
            "1",
            "--self-games",
            "60",
        ),
    ),
    Part(
        "einstein",
        "D. EinStein: Monte Carlo with a policy network (Tsao)",
        (
            "accuracy of policy networks by kind, features and symmetries",
            "networks as prior of the search",
            "playout policies against each other",
            "rectangles as bias of UCB",
        ),
        lambda folder, args: [str(folder)],
        (
            "--label-games",
            "20",
            "--label-nodes",
            "50",
            "--steps",
            "2",
            "--policy-steps",
            "2",
            "--rectangle-games",
            "500",
            "--lessons",
            "600",
            "--passes",
            "1",
            "--matches",
            "2",
            "--few",
            "20",
            "--many",
            "30",
            "--milliseconds",
            "0.02",
            "--longer",
            "0.1",
            "--networks",
            "I",
            "--wide",
        ),
    ),
    Part(
        "online",
        "KnightCap: TD-Leaf in games with others (Baxter, Tridgell, Weaver)",
        ("rating before and after 308 games, from material alone",),
        lambda folder, args: [str(folder)],
        ("--games", "4", "--nodes", "50", "--pairs", "2"),
    ),
)
NEEDED = ("xiangqi_games", "chess_games", "suite")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("folder", type=Path, help="where everything goes; report.html is the page")
    parser.add_argument("--xiangqi-games", nargs="+", type=Path, help="expert games of xiangqi")
    parser.add_argument("--chess-games", type=Path, help="games of masters")
    parser.add_argument("--suite", type=Path, help="positions with solutions, .epd")
    parser.add_argument("--small", action="store_true", help="try all of it in minutes")
    parser.add_argument("--only", nargs="+", choices=[part.name for part in PARTS], help="some parts alone")


def run(args: argparse.Namespace) -> None:
    """Do what is left, and write the page after each part."""
    if args.small:
        _make_material(args)
    elif missing := [name.replace("_", "-") for name in NEEDED if getattr(args, name) is None]:
        raise ValueError(f"give --{', --'.join(missing)}, or --small to try it with material of our own")
    parts = [part for part in PARTS if not args.only or part.name in args.only]
    if any(part.name == "einstein" for part in parts):
        require_train()
    args.folder.mkdir(parents=True, exist_ok=True)
    for number, part in enumerate(parts, 1):
        print(f"part {number} of {len(parts)}: {part.name}", flush=True)
        _do(part, args)
        _report(args)
    print(f"page: {args.folder / 'report.html'}")


def _make_material(args: argparse.Namespace) -> None:
    """Games and puzzles of our own where none are given."""
    place = args.folder / "material"
    place.mkdir(parents=True, exist_ok=True)
    args.xiangqi_games = args.xiangqi_games or [own_games("xiangqi", 30, place / "xiangqi.jsonl")]
    args.chess_games = args.chess_games or own_games("chess", 40, place / "chess.jsonl")
    args.suite = args.suite or own_suite(place / "suite.epd")


class Tee(io.StringIO):
    """Keeps what is printed and passes it on."""

    def __init__(self, on: io.TextIOBase) -> None:
        """`on` is where it is passed to."""
        super().__init__()
        self._on = on

    def write(self, text: str) -> int:
        """Keep it, pass it on."""
        self._on.write(text)
        self._on.flush()
        return super().write(text)


def _words(part: Part, args: argparse.Namespace) -> list[str]:
    """The arguments of a part."""
    return [*part.words(args.folder / part.name, args), *(part.small if args.small else ())]


def _do(part: Part, args: argparse.Namespace) -> None:
    """A part and its tables, unless they are there for the same arguments. Blocks."""
    place, words = args.folder / f"{part.name}.json", _words(part, args)
    if place.exists() and read_json(place)["words"] == words:
        return
    module = importlib.import_module(f"boyi.learning.reproductions.{part.name.replace('-', '_')}")
    parser = argparse.ArgumentParser(prog=part.name)
    module.arguments(parser)
    told = Tee(sys.stdout)  # type: ignore[arg-type]
    with redirect_stdout(told):
        module.run(parser.parse_args(words))
    file = args.folder / part.name / TABLES
    found = read_json(file) if file.exists() else list(tables_in(told.getvalue()))
    write_atomically(place, json.dumps({"words": words, "tables": found}, ensure_ascii=False, indent=1))


def tables_in(text: str) -> Iterator[tuple[str, list[str], list[list[str]]]]:
    """Title, heading and rows of each table in Markdown; the first word of a heading is its title."""
    rows: list[list[str]] = []
    found: list[tuple[list[str], list[list[str]]]] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            rows = []
        elif rows and set("".join(cells)) == {"-"}:  # the row before was a heading
            heading, rows = rows.pop(), []
            found.append((heading, rows))
        else:
            rows.append(cells)
    yield from ((heading[0], heading, rows) for heading, rows in found)


def _report(args: argparse.Namespace) -> None:
    """The page and its text, of all parts that are done."""
    tables, remarks, contents = list[ReportTable](), list[str](), list[Sequence[object]]()
    for part in PARTS:
        place = args.folder / f"{part.name}.json"
        if not place.exists():
            continue
        kept = read_json(place)
        remarks.append(f"{part.work}: {shlex.join(['bin/train', 'reproduce', part.name, *kept['words']])}")
        found = [
            ReportTable(f"{part.work}: {title}", heading, rows) for title, heading, rows in kept["tables"]
        ]
        contents += [(part.work, what, part.name, len(found)) for what in part.published]
        tables += found
    listed = ReportTable("What was published", ("work", "published", "command", "tables of ours"), contents)
    if args.small:
        remarks.insert(0, "A small trial: nothing follows from these figures.")
    settings = {"small": args.small}
    write_report(args.folder / "report.html", "Published tables", settings, (), [listed, *tables], remarks)
    texts = [f"## {table.title}\n\n{markdown(table.heading, table.rows)}" for table in [listed, *tables]]
    write_atomically(args.folder / "report.md", "\n\n".join(["# Published tables", *remarks, *texts, ""]))
