"""What learns in each game: its values are the engine's own, its gradients those of finite differences."""

import random
from itertools import islice

import numpy as np
import pytest

from boyi.engines import load_game
from boyi.engines.play import bound_value, legal_moves, play, result
from boyi.engines.rules import ONGOING
from boyi.learning.connect6.learner import WINNING
from boyi.learning.data.games import GameReader, TrainingGame
from boyi.learning.data.sources.self_games import RandomOpponent, SelfPlay
from boyi.learning.evaluators import LEARNING, known_evaluator, learner_of
from boyi.learning.td.learners import NetworkSpec
from boyi.learning.td.leaves import leaf_finder, see_leaves
from boyi.learning.td.trainer import turns
from boyi.learning.tuning.linear import CENTIPAWNS

SCALES = {"chess": CENTIPAWNS, "connect6": WINNING}
"""Score whose value is tanh(1)."""
STEPS = {"chess": 64.0, "connect6": 1e-3, "einstein": 1e-4}
"""By what a number is changed: chess rounds its numbers."""
GAMES = tuple(STEPS)


def _learner(name):
    return learner_of(NetworkSpec(name, known_evaluator(name, "")))


def _played(name, plies, seed=4):
    """A game of random moves, as far as so many plies; the first player is said to have won it."""
    game, rng, moves = load_game(name), random.Random(seed), list[str]()
    start = game.part(game.starts)(rng) if game.starts else ""
    pos = game.notation.read(start or game.start, {})
    while len(moves) < plies and result(pos) == ONGOING:
        if game.chance:
            game.part(game.chance)(pos, rng)
        move = rng.choice(legal_moves(pos))
        moves.append(game.notation.text(pos, move))
        play(pos, move)
    return TrainingGame(start, tuple(moves), 1)


def _positions(name, plies):
    return turns(GameReader(load_game(name)).positions(_played(name, plies)))


def _worth(name, score):
    """What a score of the engine is worth, from -1 to 1."""
    return score / 10_000 if name == "einstein" else np.tanh(score / SCALES[name])


@pytest.mark.parametrize("name", GAMES)
def test_a_value_is_what_the_engine_says(name):
    game, played, learner = load_game(name), _played(name, 9), _learner(name)
    pos, meant = game.notation.read(played.start or game.start, {}), list[float]()
    weights, mover = learner.export(), None
    for text in (*played.moves, None):
        if pos.side != mover:
            mover = int(pos.side)
            meant.append(_worth(name, bound_value(pos.copy(), weights)) * (1 - 2 * mover))
        if text:
            play(pos, game.notation.move(pos, text))
    values = learner.see(_positions(name, 9)).values
    assert len(values) == {"chess": 10, "connect6": 6, "einstein": 10}[name]
    assert np.abs(values).max() > 0.005
    assert values == pytest.approx(meant, abs=0.003)


@pytest.mark.parametrize("name", GAMES)
def test_a_gradient_is_that_of_finite_differences(name):
    learner, samples = _learner(name), _positions(name, 5)
    credits, step = np.random.default_rng(3).normal(size=len(samples)), STEPS[name]
    slopes = learner.see(samples).pull(credits)
    assert slopes.shape == learner.numbers.shape
    steepest = np.argsort(-np.abs(slopes))[:6]
    for place in (*steepest, 0):
        kept, sums = learner.numbers[place], list[float]()
        for sign in (1, -1):
            learner.numbers[place] = kept + sign * step
            sums.append(float(learner.see(samples).values @ credits))
        learner.numbers[place] = kept
        tolerance = 0.1 * abs(slopes[steepest[0]]) if name == "chess" else 1e-7
        assert (sums[0] - sums[1]) / (2 * step) == pytest.approx(slopes[place], rel=0.02, abs=tolerance)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_exported_is_what_was_begun_with_and_a_change_arrives(name):
    game, learner = load_game(name), _learner(name)
    builtin = game.part(game.evaluators[known_evaluator(name, "")])()
    assert learner.export().tobytes() == builtin.tobytes()
    learner.numbers[2] += 5
    assert learner.export().tobytes() != builtin.tobytes()


def test_a_finished_game_of_einstein_is_worth_its_result_and_teaches_nothing():
    played = _played("einstein", 400)
    samples, learner = _positions("einstein", 400), _learner("einstein")
    pos = load_game("einstein").notation.read(played.start, {})
    for text in played.moves:
        play(pos, load_game("einstein").notation.move(pos, text))
    seen = learner.see(samples)
    assert result(pos) != ONGOING
    assert seen.values[-1] == (1 if pos.side else -1)  # whoever moved last has won
    last = np.zeros(len(samples))
    last[-1] = 1
    assert not seen.pull(last).any()


@pytest.mark.parametrize("name", ["connect6", "einstein"])
def test_leaves_of_games_with_searches_of_their_own(name):
    game, played, learner = load_game(name), _played(name, 4), _learner(name)
    weights = learner.export()
    leaves = leaf_finder(game, weights, 1).find(played, weights)
    seen, owners = see_leaves(learner, leaves), int(leaves.owners[-1]) + 1
    assert np.bincount(leaves.owners, leaves.shares) == pytest.approx(np.ones(owners))
    assert len(seen.values) == owners
    credits = np.random.default_rng(5).normal(size=owners)
    spread = credits[leaves.owners] * leaves.shares
    assert seen.pull(credits) == pytest.approx(learner.see(leaves.samples).pull(spread))


def test_the_value_of_a_throw_to_come_is_the_mean_of_the_best_after_each():
    game, learner = load_game("einstein"), _learner("einstein")
    weights, pos = learner.export(), game.notation.read(game.start, {})
    leaves = leaf_finder(game, weights, 1).find(TrainingGame(game.start, (), 1), weights)
    found = list[float]()
    for die in range(1, 7):
        thrown, best = pos.copy(), -2.0
        thrown.die = die
        for move in legal_moves(thrown):
            after = thrown.copy()
            play(after, move)
            best = max(best, -bound_value(after, weights) / 10_000)
        found.append(best)
    assert see_leaves(learner, leaves).values[0] == pytest.approx(np.mean(found), abs=0.001)


@pytest.mark.parametrize("name", LEARNING)
def test_the_learner_plays_itself_and_random_moves_in_every_game(name):
    game, learner = load_game(name), _learner(name)
    for kind in (SelfPlay, RandomOpponent):
        source = kind(game, learner.export, 1, 1)
        (played,) = islice(source.games(0), 1)
        positions = GameReader(game).positions(played)
        assert len(positions) == len(played.moves) + 1 > 5
        assert list(islice(source.games(0), 1)) == [played]


def test_random_moves_lose_against_searches_with_either_side():
    game = load_game("chess")
    source = RandomOpponent(game, _learner("chess").export, 1, 2)
    results = [played.result for played in islice(source.games(0), 4)]
    assert results == [1, -1, 1, -1]


def test_who_does_not_learn_is_named():
    with pytest.raises(ValueError, match="no evaluator 'nnue' learns here"):
        known_evaluator("chess", "nnue")
    with pytest.raises(ValueError, match="no game 'go'"):
        known_evaluator("go", "")
