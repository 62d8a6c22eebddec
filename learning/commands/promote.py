"""Put a run's weights in place if, and only if, a sequential test in the arena says that they are better.

bin/train promote RUN weights.safetensors --tc 1+0.01 --openings openings.epd

The weights of the run's last step play those in place, or the built-in ones where no file is. Engines that
play with the file take it up before their next search. Broken off, the same call goes on with the test.
"""

import argparse
import hashlib
from pathlib import Path
from typing import Any

from boyi.arena.__main__ import COMPLAINED
from boyi.arena.__main__ import main as arena
from boyi.arena.sprt import walk
from boyi.arena.store import ledger, read_settings
from boyi.arena.summary import state
from boyi.arena.tally import pair_kinds
from boyi.engines import GAMES, load_game
from boyi.engines.weights import WeightError, WeightFile, load, purpose, save
from boyi.learning.runs import SETTINGS, latest

NEW, OLD = "new", "old"
FLAGS = ("tc", "openings", "games", "concurrency", "elo0", "elo1")
"""What goes to the arena as it is."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("run", type=Path, help="folder of a run")
    parser.add_argument("place", type=Path, help="the weight file that engines play with")
    parser.add_argument("--tc", default="2+0.02", help="time control (2+0.02)")
    parser.add_argument("--openings", help="where games begin")
    parser.add_argument("--games", default="4000", help="at most; without a decision nothing is replaced")
    parser.add_argument("--concurrency", default="1", help="games at a time (1)")
    parser.add_argument("--elo0", default="0", help="lead that is not worth it (0)")
    parser.add_argument("--elo1", default="10", help="lead that is (10)")


def run(args: argparse.Namespace) -> None:
    """Test, and replace the file if the test says so."""
    found = latest(args.run)
    candidate = _weights_of(found)
    if _same(args.place, candidate):
        print(f"{args.place}: holds the weights of {found} already")
        return
    folder = args.run / f"promotion-{candidate.step:08}-{_mark(args.place)}"
    decision, told = decide(folder, _words(args, candidate.game, candidate.evaluator, found))
    if decision == "H1":
        save(args.place, candidate)
        print(f"{args.place}: now the weights of {found} ({told})")
    else:
        print(f"{args.place}: stays as it is ({told})")


def _weights_of(path: Path) -> WeightFile:
    """The weights of a file, for whatever its header says; ValueError if no engine plays with them."""
    name, evaluator = purpose(path)
    game = load_game(name) if name in GAMES else None
    if game is None or evaluator not in game.evaluators:
        raise ValueError(f"{path}: no engine plays with weights of {name!r}, {evaluator!r}")
    return load(path, name, evaluator, game.part(game.evaluators[evaluator])().dtype)


def _same(place: Path, candidate: WeightFile) -> bool:
    """Whether a file holds these very weights."""
    try:
        there = load(place, candidate.game, candidate.evaluator, candidate.weights.dtype)
    except WeightError:
        return False
    return there.step == candidate.step and bool(there.weights.tobytes() == candidate.weights.tobytes())


def _mark(place: Path) -> str:
    """A short name for what is in place, so that a test against other weights is another test."""
    return hashlib.sha256(place.read_bytes()).hexdigest()[:8] if place.exists() else "built-in"


def _words(args: argparse.Namespace, game: str, evaluator: str, found: Path) -> list[str]:
    """The players, the new one first, and how they play."""
    base = f"{game}?Evaluator={evaluator}"
    new = f"{base}&name={NEW}&EvalFile={found.absolute()}"
    old = f"{base}&name={OLD}" + (f"&EvalFile={args.place.absolute()}" if args.place.exists() else "")
    flags = [(f"--{name}", str(getattr(args, name))) for name in FLAGS if getattr(args, name) is not None]
    return [new, old, *(word for flag in flags for word in flag)]


def decide(folder: Path, words: list[str]) -> tuple[str, str]:
    """The decision of a sequential test in a folder, "" if there is none, and its state in words. Blocks."""
    begun = (folder / SETTINGS).exists()
    code: Any = arena(["resume", str(folder)] if begun else ["sprt", *words, "--folder", str(folder)])
    if code == COMPLAINED:
        raise ValueError("the arena could not hold the test")
    if code:
        raise ValueError(f"the test was broken off; to go on with it, say the same again (exit code {code})")
    test = read_settings(folder).sprt
    if test is None:
        raise ValueError(f"{folder} holds no test")
    way = walk(test, pair_kinds(ledger(folder).results(), NEW, OLD))
    return way.decision, state(way)
