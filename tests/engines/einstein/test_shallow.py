"""Trees of a set depth: what stands in them, what it is worth, and whose playouts are counted."""

import numpy as np
import pytest

from boyi.engines import load_game
from boyi.engines.einstein.endgame.lookup import NONE
from boyi.engines.einstein.endgame.solve import solve
from boyi.engines.einstein.evaluation.evaluate import choose
from boyi.engines.einstein.evaluation.policy import network, policy_outputs
from boyi.engines.einstein.evaluation.race import race
from boyi.engines.einstein.notation import read
from boyi.engines.einstein.search import shallow_tree as t
from boyi.engines.einstein.squares import MOVERS, NOWHERE, TARGET
from boyi.engines.jit import Int, Record, copy, entry, new
from boyi.engines.play import legal_moves, result, take_back, try_move
from boyi.engines.rules import ONGOING

GAME = load_game("einstein")
ROLLED = GAME.bench[1:20:6]


@entry
def chosen(pos: Record, weights: Record, among: Int, looks: np.ndarray) -> Int:
    return np.int64(choose(pos, weights, among, looks))


def planted(text: str, guided: bool, depth: int, weights: Record, endings: np.ndarray = NONE):
    """A position, its moves, and the tree below them after three rounds of playouts."""
    pos, thread, pool = read(text), new(t.THREAD), np.zeros(1 << 14, t.NODE)
    moves = np.array(legal_moves(pos), np.int64)
    thread.guided, thread.manner, thread.state[0], thread.limit = guided, 1, 5, 1
    t.plant(pos, weights, thread, pool, endings, moves, depth)
    for _ in range(3):
        thread.limit = thread.nodes + 1
        t.grow(pos, thread, pool, endings, copy(pos), len(moves))
    return pos, thread, pool


def worth(pos: Record, pool: np.ndarray, node: int, guided: bool) -> float:
    """What a node is worth to who moves there, by its leaves, in plain words."""
    this = pool[node]
    if this.sure:
        return float(this.total)
    if not this.count:
        return float(this.total / this.visits)
    move = int(this.move)
    try_move(pos, move)
    alive, answers = int(pos.alive[pos.side]), list[tuple[int, float]]()
    for child in range(this.first, this.first + this.count):
        answers.append(((int(pool[child].move) & 15) % 6, worth(pos, pool, child, guided)))
    take_back(pos, move)
    dice = [int(MOVERS[alive, die]) for die in range(1, 7)]
    if guided:
        faces = [sum(among >> piece & 1 for among in dice) for piece, _ in answers]
        return 1 - float(np.average([value for _, value in answers], weights=faces))
    return 1 - sum(max(v for piece, v in answers if among >> piece & 1) for among in dice) / 6


@pytest.mark.parametrize("text", ROLLED)
@pytest.mark.parametrize("guided", [False, True])
def test_values_go_up_as_they_are_said_to(text, guided):
    pos, thread, pool = planted(text, guided, 3, race())
    for i in range(len(legal_moves(pos))):
        assert thread.value[i] == pytest.approx(worth(pos, pool, i, guided), abs=1e-12)
    leaves = [node for node in pool[: thread.used] if not node.count and not node.sure]
    assert all(node.visits == 3 for node in leaves) and thread.nodes == 3 * len(leaves)


def test_faces_are_those_of_the_thesis():
    assert t.FACES[0b111111].tolist() == [1, 1, 1, 1, 1, 1]
    assert t.FACES[0b101101].tolist() == [2, 0, 2, 2, 0, 2]
    assert t.FACES[0b101001].tolist() == [3, 0, 0, 4, 0, 2]


@pytest.mark.parametrize("text", ROLLED)
def test_a_guided_tree_has_the_choice_for_each_set_of_movers_and_nothing_else(text):
    weights, looks = network(), np.zeros(t.SLOTS)
    pos, _, pool = planted(text, True, 2, weights)
    for i, move in enumerate(legal_moves(pos)):
        try_move(pos, move)
        if result(pos) == ONGOING:
            alive = int(pos.alive[pos.side])
            wanted = {chosen(pos, weights, int(MOVERS[alive, die]), looks) for die in range(1, 7)}
            children = pool[pool[i].first : pool[i].first + pool[i].count]
            found = [(int(move) & 15) % 6 * 3 + (int(move) >> 4 & 3) for move in children["move"]]
            assert sorted(found) == sorted(wanted)
        take_back(pos, move)


@pytest.mark.parametrize("text", ROLLED)
def test_the_networks_choice_is_its_largest_output_for_that_die(text):
    """Other evaluators choose by their looks, the policy network as it is asked of a rolled position."""
    pos, weights, outputs = read(text), network(), np.zeros(6, np.float32)
    side, alive = int(pos.side), int(pos.alive[pos.side])
    for die in range(1, 7):
        policy_outputs(pos.squares, side, die, weights, outputs)
        among = int(MOVERS[alive, die])
        pieces = [piece for piece in range(6) if among >> piece & 1]
        legal = {
            3 * piece + way: float(outputs[3 * rank + way])
            for rank, piece in enumerate(pieces)
            for way in range(3)
            if TARGET[side, pos.squares[6 * side + piece], way] != NOWHERE
        }
        assert chosen(pos, weights, among, np.zeros(t.SLOTS)) == max(legal, key=legal.__getitem__)


def test_endings_and_wins_are_exact_and_nothing_is_played_out():
    endings = solve(3)
    pos, thread, pool = planted("7 0 0 0 0 0 18 0 12 0 0 0 b 1", False, 2, race(), endings)
    assert thread.nodes == 0 and all(pool[: thread.used]["sure"])
    assert max(thread.value[: len(legal_moves(pos))]) == 1


def test_a_tree_that_does_not_fit_is_cut():
    pos, thread, pool = read(GAME.bench[0]), new(t.THREAD), np.zeros(40, t.NODE)
    moves = np.array(legal_moves(pos), np.int64)
    t.plant(pos, race(), thread, pool, NONE, moves, 5)
    thread.limit, thread.manner, thread.state[0] = 100, 1, 3
    t.grow(pos, thread, pool, NONE, copy(pos), len(moves))
    assert thread.used <= 40 and thread.nodes >= 100
    assert 0.2 < np.mean(thread.value[: len(moves)]) < 0.8
