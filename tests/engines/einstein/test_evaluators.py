"""Evaluators of EinStein: what their numbers mean, and how they lead a Monte Carlo tree."""

import numpy as np
import pytest

from boyi.engines import load_game
from boyi.engines.einstein.evaluation.evaluate import policy
from boyi.engines.einstein.evaluation.hybrid import HIDDEN, ROW, ROWS, hybrid
from boyi.engines.einstein.evaluation.hybrid import UNIT as HYBRID_UNIT
from boyi.engines.einstein.evaluation.network import UNIT, fresh, network
from boyi.engines.einstein.evaluation.policy import network as policy_network
from boyi.engines.einstein.evaluation.race import race
from boyi.engines.einstein.evaluation.rectangles import RECTANGLE_COUNTS, rectangles
from boyi.engines.einstein.evaluation.tuples import FLATTEST, ONE, tuples
from boyi.engines.einstein.notation import read
from boyi.engines.einstein.squares import PIECES
from boyi.engines.einstein.symmetry import mirror, relabel
from boyi.engines.jit import Record, entry, new
from boyi.engines.limits import Budget
from boyi.engines.play import bound_value, legal_moves, take_back, try_move
from boyi.engines.search.task import Task

GAME = load_game("einstein")
CERTAIN = 10_000
UNROLLED = [" ".join([*text.split()[:-1], "0"]) for text in GAME.bench]


@entry
def first_look(pos: Record, weights: Record, chances: np.ndarray) -> None:
    policy(pos, weights, chances)


@pytest.mark.parametrize("text", UNROLLED[::4])
def test_the_board_may_be_mirrored_and_numbers_reversed(text):
    """The networks have to learn that, or some of it; their inputs tell squares, one's also numbers."""
    pos = read(text)
    for weights in (race(), tuples(), rectangles()):
        value = bound_value(pos, weights)
        assert bound_value(mirror(pos), weights) == value
        for side in (0, 1):
            assert bound_value(relabel(pos, side), weights) == value


@pytest.mark.parametrize("make", [race, hybrid, tuples, rectangles, network, policy_network])
def test_a_finished_game_is_certain(make):
    weights = make()
    assert bound_value(read("1 0 0 0 0 0 19 0 0 0 0 0 r 0"), weights) == -CERTAIN
    assert bound_value(read("7 0 0 0 0 0 0 0 0 0 0 0 b 0"), weights) == CERTAIN
    assert all(-CERTAIN < bound_value(read(text), weights) < CERTAIN for text in UNROLLED)


@pytest.mark.parametrize("text", UNROLLED[::4])
def test_the_hybrid_does_not_tell_reversed_numbers_apart(text):
    pos, weights = read(text), hybrid()
    value = bound_value(pos, weights)
    for side in (0, 1):
        if len(set(ROW[int(pos.alive[side])])) == PIECES:
            continue  # all six: the set is its own reflection, and pieces keep their rows
        reflected = int(f"{int(pos.alive[side]):06b}"[::-1], 2)
        if reflected != int(pos.alive[side]):
            assert bound_value(relabel(pos, side), weights) == value


def test_the_hybrid_adds_up_by_hand():
    weights, pos = hybrid(), read("7 0 0 0 0 0 19 0 0 0 0 0 r 0")
    for name in ("cells", "men", "race"):
        weights[name] = 0
    rows = weights.inputs.reshape(2, ROWS, 25, HIDDEN).astype(int)
    hidden = np.maximum(weights.hidden + rows[0, ROW[1, 0], 18] + rows[1, ROW[1, 0], 6], 0)
    odds = (int(hidden @ weights.value.astype(int)) + int(weights.bias)) * ONE // HYBRID_UNIT**2
    wanted = 2 * CERTAIN / (1 + np.exp(-odds / ONE)) - CERTAIN
    assert bound_value(pos, weights) == pytest.approx(wanted, abs=1)


def test_a_race_that_cannot_be_lost_is_certain():
    assert bound_value(read("7 0 0 0 0 0 1 0 0 0 0 0 b 0"), race()) == CERTAIN


def test_counts_are_shares_of_games_won():
    weights, pos = new(RECTANGLE_COUNTS), read(GAME.start)
    assert bound_value(pos, weights) == 0, "nothing counted, nothing known"
    weights.games[:], weights.wins[:], weights.stretch = 998, 748, 100
    assert bound_value(pos, weights) == round(2 * CERTAIN * (748 + 1) / 1000) - CERTAIN
    weights.stretch = 150
    assert bound_value(pos, weights) == 1.5 * (round(2 * CERTAIN * (748 + 1) / 1000) - CERTAIN)
    weights.stretch = 1000
    assert CERTAIN - 10 < bound_value(pos, weights) < CERTAIN, "a game that goes on is not certain"


def test_log_odds_are_bent_to_chances():
    weights = tuples()
    for name in ("cells", "men", "race"):
        weights[name][...] = 0
    for odds in (0, ONE, -2 * ONE, FLATTEST):
        weights.men[6, 6] = odds
        wanted = 2 * CERTAIN / (1 + np.exp(-odds / ONE)) - CERTAIN
        assert bound_value(read(GAME.start), weights) == round(wanted)


def test_the_network_adds_up_by_hand():
    weights, pos = fresh(), read("7 0 0 0 0 0 19 0 0 0 0 0 r 0")
    # red to move: its only piece, moved by all faces, stands on 19 as red sees the board; blue's on 7
    rows = weights.inputs.reshape(36, 25, -1).astype(int)
    mine, theirs = rows[0 * 3 + 2, 18], rows[(6 + 0) * 3 + 2, 6]
    hidden = np.maximum(weights.hidden + mine + theirs, 0)
    odds = int(hidden @ weights.value.astype(int)) * ONE // (UNIT * UNIT)
    wanted = 2 * CERTAIN / (1 + np.exp(-odds / ONE)) - CERTAIN
    assert bound_value(pos, weights) == round(wanted)


@pytest.mark.parametrize("make", [race, rectangles, network, hybrid, tuples, policy_network])
def test_first_looks_are_chances_and_leave_the_position_alone(make):
    weights, chances = make(), np.zeros(18)
    for text in UNROLLED[::5]:
        pos = read(text)
        before = [pos[name].tobytes() for name in ("squares", "board", "alive", "side")]
        first_look(pos, weights, chances)
        assert [pos[name].tobytes() for name in ("squares", "board", "alive", "side")] == before
        looks = [chances[3 * ((move & 15) % 6) + (move >> 4 & 3)] for move in legal_moves(pos)]
        assert all(0 < look <= 1 for look in looks)
        assert len(set(looks)) > 1


@pytest.mark.parametrize("make", [hybrid, tuples, rectangles])
def test_a_look_ahead_is_the_value_after_the_move(make):
    weights, chances, pos = make(), np.zeros(18), read(UNROLLED[3])
    first_look(pos, weights, chances)
    for move in legal_moves(pos):
        try_move(pos, move)
        value = bound_value(pos, weights)
        take_back(pos, move)
        look = chances[3 * ((move & 15) % 6) + (move >> 4 & 3)]
        assert look == pytest.approx(0.5 - value / (2 * CERTAIN))


@pytest.mark.parametrize("bias", [0, 1000])
def test_a_policy_leads_the_first_visits_of_a_tree(bias):
    """A network taught to like one move visits it first."""
    weights, pos = network(), read(GAME.start)
    weights.policy[:], weights.policy_bias[:] = 0, -4 * UNIT * UNIT
    liked = legal_moves(pos)[7]
    weights.policy_bias[3 * ((liked & 15) % 6) + (liked >> 4 & 3)] = 6 * UNIT * UNIT
    thinker, budget = GAME.thinker(), Budget(nodes=3)
    thinker.resize(1)
    thinker.prepare(budget, ())
    options = {"Player": "mcts", "Exploration": 1, "Prior Visits": 50, "Prior Bias": bias}
    task = Task(pos, weights, tuple(legal_moves(pos)), True, budget, 1, lambda line: None, options)
    assert thinker.think(task).moves == (liked,)
