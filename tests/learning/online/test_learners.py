"""What learns online in every game: it moves what it should, and the gate stops results that are flipped."""

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest

from boyi.engines import load_game
from boyi.engines.jit import copy
from boyi.learning.online.gate import CandidateGate, objection
from boyi.learning.online.held_out import own_games
from boyi.learning.online.learners import LEARNERS, learner_of
from boyi.learning.run import Run

GAMES = 40
KINDS = [
    ("chess", "nnue"),
    ("xiangqi", "nnue"),
    ("xiangqi", "mlp100"),
    ("connect6", "roads"),
    ("einstein", "hybrid"),
    ("einstein", "tuples"),
]
"""What learns, a kind of learner each."""
FIXED = {"nnue": ("rows", "bias"), "hybrid": ("inputs", "hidden", "value", "bias", "sooner", "later")}
"""What stays as it is while the rest learns, by evaluator."""


@dataclass(frozen=True)
class NoSettings:
    """Of a run that is a means to an end."""


@cache
def played(name, evaluator):
    """Games to their end."""
    return own_games(load_game(name), evaluator, GAMES, seed=5)


def weights_of(name, evaluator):
    game = load_game(name)
    return game.part(game.evaluators[evaluator])()


def learned(kind, weights, games, folder):
    name, evaluator = kind
    with Run(folder, NoSettings()) as run:
        return learner_of(name, evaluator, 0.0, 0.9).learn(weights, games, run)


def gate_of(name, evaluator):
    return CandidateGate(load_game(name), learner_of(name, evaluator, 0.0, 0.9), played(name, evaluator))


def forged(games, share):
    """The games, of which a share has the other result; every second one of these lacks its last move."""
    decided = [number for number, game in enumerate(games) if game.result]
    chosen = np.random.default_rng(7).permutation(decided)[: round(share * len(games))]
    made = list(games)
    for place, number in enumerate(chosen):
        game = games[number]
        moves = game.moves[:-1] if place % 2 else game.moves
        made[number] = replace(game, result=-game.result, moves=moves)
    return made


@pytest.mark.parametrize("kind", KINDS)
def test_flipped_results_are_refused_each_time(kind):
    gate, weights, games = gate_of(*kind), weights_of(*kind), played(*kind)
    assert objection(GAMES, len(gate.believable(weights, games))) == ""
    for share in (0.05, 0.2, 1.0):
        believed = gate.believable(weights, forged(games, share))
        assert f"of {GAMES} games ended unlike their results" in objection(GAMES, len(believed)), share


def test_a_game_that_was_left_when_it_was_decided_is_believed():
    kind = ("xiangqi", "nnue")
    games = [replace(game, moves=game.moves[:-1]) for game in played(*kind) if game.result]
    gate, weights = gate_of(*kind), weights_of(*kind)
    believed = gate.believable(weights, games)
    assert 0 < len(believed) < len(games)
    assert gate.believable(weights, [replace(game, result=-game.result) for game in believed]) == []


@pytest.mark.parametrize("kind", KINDS)
def test_it_comes_nearer_to_what_it_learns_from(kind, tmp_path):
    weights, games, gate = weights_of(*kind), played(*kind), gate_of(*kind)
    before = copy(weights)
    candidate = learned(kind, weights, games, tmp_path)
    assert weights.tobytes() == before.tobytes()
    assert gate.error(candidate) < gate.error(weights)
    for name in FIXED.get(kind[1], ()):
        assert (candidate[name] == weights[name]).all()


@pytest.mark.parametrize("kind", KINDS)
def test_a_candidate_begins_with_the_weights_that_are_given(kind, tmp_path):
    weights = weights_of(*kind)
    once = learned(kind, weights, played(*kind)[:3], tmp_path / "a")
    assert learned(kind, once, [], tmp_path / "b").tobytes() == once.tobytes()
    again = learned(kind, weights, played(*kind)[:3], tmp_path / "c")
    assert again.tobytes() == once.tobytes()


def test_values_are_of_the_first_player_and_at_most_one():
    for kind in KINDS:
        values = learner_of(*kind, 0.0, 0.9).values(weights_of(*kind), played(*kind))
        assert len(values) == GAMES
        assert all(np.abs(each).max() <= 1 for each in values)
        ends = [each[-1] * game.result for each, game in zip(values, played(*kind), strict=True)]
        assert np.mean(ends) > 0.1, kind


def test_every_games_default_evaluator_learns():
    known = {name: next(iter(load_game(name).evaluators)) for name, _ in LEARNERS}
    assert set(known) == {"chess", "xiangqi", "connect6", "einstein"}
    assert set(known.items()) <= set(LEARNERS)


def test_what_does_not_learn_is_named():
    with pytest.raises(ValueError, match="no 'race' of einstein learns online"):
        learner_of("einstein", "race", 0.0, 0.9)
