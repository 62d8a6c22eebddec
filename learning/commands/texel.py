"""Fit the numbers of a game's hand-crafted evaluation to samples."""

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

from boyi.arena.progress import Progress
from boyi.engines import load_game
from boyi.engines.weights import WeightFile, save
from boyi.learning.data.samples import UNDECIDED, load
from boyi.learning.nnue.networks import NETWORKS
from boyi.learning.tuning import texel

TEST_EVERY = 20
"""Every so many-th game is for validation alone."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", choices=NETWORKS)
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
    game, network = load_game(args.game), NETWORKS[args.game]
    samples = load(network.sample, args.data)
    samples = np.random.default_rng(args.seed).permutation(samples)[: args.samples]
    scores, results = samples["score"].astype(float), samples["result"] / 2
    decided = samples["result"] != UNDECIDED
    weights = game.part(game.evaluators[network.teacher])()
    with Progress("slopes", len(samples), "positions") as progress:
        linear = texel.linearise(game, weights, network.letters, samples, results, progress.at)
    scale = texel.best_scale(linear.part(np.flatnonzero(decided))) if decided.any() else float(network.scale)
    chances = 1 / (1 + np.exp(-scores / scale))
    mixed = args.mix * chances + (1 - args.mix) * results
    linear = replace(linear, wanted=np.where(decided, mixed, chances))
    in_test = samples["game"] % TEST_EVERY == 0
    train, test = linear.part(np.flatnonzero(~in_test)), linear.part(np.flatnonzero(in_test))
    change = texel.fit(train, scale, args.pull)
    before, after = (test.error(each, scale) for each in (np.zeros_like(change), change))
    origin = {"method": "regression", "samples": len(samples), "mix": args.mix, "pull": args.pull}
    save(
        args.weights,
        WeightFile(game.name, network.teacher, texel.apply_change(weights, change), None, 1, origin),
    )
    print(f"{args.weights}: error on test {before:.5f} before, {after:.5f} now, scale {scale:.0f}")
