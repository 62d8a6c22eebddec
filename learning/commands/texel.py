"""Fit the numbers of a game's hand-crafted evaluation to samples."""

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

from boyi.engines import load_game
from boyi.engines.weights import WeightFile, save
from boyi.learning import texel
from boyi.learning.nets.subjects import SUBJECTS, load_subject
from boyi.learning.progress import Progress
from boyi.learning.samples import UNDECIDED, load

HELD_BACK = 20
"""Every so many-th game is for testing alone."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.add_argument("game", choices=SUBJECTS)
    parser.add_argument("data", type=Path, help="folder of samples")
    parser.add_argument("weights", type=Path, help="weight file to write")
    parser.add_argument("--samples", type=int, default=100_000, help="how many are drawn by lot")
    parser.add_argument("--mix", type=float, default=0.5, help="weight of scores; the rest is results")
    parser.add_argument("--pull", type=float, default=1e-7, help="of the numbers towards their place")
    parser.add_argument("--seed", type=int, default=1)


def run(args: argparse.Namespace) -> None:
    """Draw samples, lay them out, fit, write."""
    if not args.weights.parent.is_dir():
        raise ValueError(f"no folder {args.weights.parent}")
    game, subject = load_game(args.game), load_subject(args.game)
    samples = load(subject.sample, args.data)
    samples = np.random.default_rng(args.seed).permutation(samples)[: args.samples]
    scores, results = samples["score"].astype(float), samples["result"] / 2
    decided = samples["result"] != UNDECIDED
    weights = game.part(game.evaluators[subject.teacher])()
    with Progress("slopes", len(samples), "positions") as progress:
        sheet = texel.lay_out(game, weights, subject.letters, samples, results, progress.at)
    scale = texel.best_scale(sheet.part(np.flatnonzero(decided))) if decided.any() else float(subject.scale)
    chances = 1 / (1 + np.exp(-scores / scale))
    mixed = args.mix * chances + (1 - args.mix) * results
    sheet = replace(sheet, wanted=np.where(decided, mixed, chances))
    held = samples["game"] % HELD_BACK == 0
    train, test = sheet.part(np.flatnonzero(~held)), sheet.part(np.flatnonzero(held))
    change = texel.fit(train, scale, args.pull)
    before, after = (test.error(each, scale) for each in (np.zeros_like(change), change))
    origin = {"method": "regression", "samples": len(samples), "mix": args.mix, "pull": args.pull}
    save(args.weights, WeightFile(game.name, subject.teacher, texel.fitted(weights, change), None, 1, origin))
    print(f"{args.weights}: error on test {before:.5f} before, {after:.5f} now, scale {scale:.0f}")
