"""Weights take the place of others if, and only if, a sequential test in the arena finds them better."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from boyi.arena.__main__ import COMPLAINED
from boyi.arena.__main__ import main as arena
from boyi.arena.commands import VERDICTS
from boyi.arena.runs.store import ledger, read_settings
from boyi.arena.stats.counts import pair_kinds
from boyi.arena.stats.sprt import walk
from boyi.arena.stats.summary import sprt_summary
from boyi.engines import GAMES, load_game
from boyi.engines.weights import WeightError, WeightFile, load, purpose, save
from boyi.learning.report import TRIED
from boyi.learning.run import SETTINGS

NEW, OLD = TRIED


class Promotion(NamedTuple):
    """How a test of new weights ended."""

    accepted: bool
    summary: str


def promote(found: Path, place: Path, folder: Path, flags: Mapping[str, str]) -> Promotion | None:
    """Let the weights of a file play those in place, and put them there if they win; None if they are there.

    `flags` go to the arena as they are. Where no file is in place, the built-in weights are. Broken off, the
    same call goes on with the test, which is a folder in `folder`. ValueError names what is wrong. Blocks.
    """
    candidate = _weights_of(found)
    if _same(place, candidate):
        return None
    words = _arena_words(place, flags, candidate.game, candidate.evaluator, found)
    decision, summary = decide(folder / f"promotion-{candidate.step:08}-{_mark(place)}", words)
    if decision == "H1":
        save(place, candidate)
    return Promotion(decision == "H1", summary)


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


def _arena_words(place: Path, flags: Mapping[str, str], game: str, evaluator: str, found: Path) -> list[str]:
    """The players, the new one first, and how they play."""
    base = f"{game}?Evaluator={evaluator}"
    new = f"{base}&name={NEW}&EvalFile={found.absolute()}"
    old = f"{base}&name={OLD}" + (f"&EvalFile={place.absolute()}" if place.exists() else "")
    return [new, old, *(word for name, value in flags.items() for word in (f"--{name}", value))]


def decide(folder: Path, words: list[str]) -> tuple[str, str]:
    """The decision of a sequential test in a folder, "" if there is none, and its state in words. Blocks."""
    begun = (folder / SETTINGS).exists()
    code: Any = arena(["resume", str(folder)] if begun else ["sprt", *words, "--folder", str(folder)])
    if code == COMPLAINED:
        raise ValueError("the arena could not hold the test")
    if code not in VERDICTS.values():
        raise ValueError(f"the test was broken off; to go on with it, say the same again (exit code {code})")
    test = read_settings(folder).sprt
    if test is None:
        raise ValueError(f"{folder} holds no test")
    way = walk(test, pair_kinds(ledger(folder).results(), NEW, OLD))
    return way.decision, sprt_summary(way)
