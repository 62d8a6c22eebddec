"""No win and no loss is announced that is not one: each is played out against every defence."""

import random

import numpy as np
import pytest

from boyi.engines import load_game
from boyi.engines.connect6 import notation
from boyi.engines.connect6.position import empty
from boyi.engines.connect6.search import root
from boyi.engines.connect6.search.state import THREAD, points
from boyi.engines.connect6.shape import CONNECT6
from boyi.engines.jit import Record, copy, new
from boyi.engines.limits import Budget
from boyi.engines.play import legal_moves, play, result
from boyi.engines.search.table import MATE_BOUND
from boyi.protocol.connect6.turns import read_turn
from tests.support.engines import connect6_kernels as kernels
from tests.support.engines.connect6_referee import Referee, Turn
from tests.support.engines.thinking import think

NODES, GENEROUS = 3_000, 400_000
OPENING, LONGEST = 7, 60
"""Stones placed at random near the centre, and stones after which a game is broken off."""


@pytest.fixture(scope="module")
def game():
    return load_game("connect6")


class Engine:
    """What the engine's own proofs say to play: the oracle of the referee."""

    def __init__(self) -> None:
        self._thread = new(THREAD)
        self._thread.limit = 1 << 60

    def __call__(self, stones: np.ndarray, colour: int) -> Turn | None:
        pos = notation.place(CONNECT6, "".join(".bw"[stone] for stone in stones), colour, 2)
        turn = int(root.find_win(pos, self._thread, 24, GENEROUS, GENEROUS))
        return None if turn < 0 else tuple(dict.fromkeys(points(turn)))


def referee() -> Referee:
    return Referee(CONNECT6.columns, CONNECT6.rows, CONNECT6.length, Engine())


def is_true(judge: Referee, pos: Record, score: int, moves: tuple[int, ...]) -> bool:
    """Whether what is announced of a position holds."""
    stones, side = np.array(pos.board[: pos.points]), int(pos.side)
    if score > 0:
        return judge.wins(stones, side, tuple(move - 1 for move in moves[:2]))
    return judge.loses(stones, side)


def near_centre(pos: Record, rng: random.Random) -> int:
    near = [m for m in legal_moves(pos) if max(abs((m - 1) % 19 - 9), abs((m - 1) // 19 - 9)) < 4]
    return rng.choice(near)


def check_games(game, rng: random.Random, wanted: int) -> tuple[int, int]:
    """Search so many positions of games with itself: how many verdicts there were, how many false."""
    judge, searched, verdicts, false = referee(), 0, 0, 0
    while searched < wanted:
        pos = empty(CONNECT6)
        for _ in range(OPENING):
            play(pos, near_centre(pos, rng))
        while not result(pos) and pos.stones < LONGEST and searched < wanted:
            best = think(game, copy(pos), Budget(nodes=NODES)).best
            searched += 1
            if abs(best.score) > MATE_BOUND:
                verdicts += 1
                false += not is_true(judge, pos, best.score, best.moves)
            for move in best.moves[:2]:
                if not result(pos):
                    play(pos, move)
    return verdicts, false


def test_every_verdict_in_games_of_the_engine_with_itself_holds(game, rng):
    verdicts, false = check_games(game, rng, 40)
    assert verdicts > 5
    assert false == 0


@pytest.mark.long
def test_five_hundred_positions_without_a_false_verdict(game, rng):
    verdicts, false = check_games(game, rng, 500)
    assert verdicts > 50
    assert false == 0


def after(turns: str) -> Record:
    """The position after some turns, of which the first is a single stone."""
    pos = empty(CONNECT6)
    for turn in turns.split():
        for stone in read_turn(turn) or ():
            play(pos, notation.move(pos, stone))
    return pos


CLAIMED = "JJ@@ IKJL HHHJ KKLJ HKIM MKHI"
"""Black seems to win by FJGJ, a single threat, until all second stones are tried: IJLK refutes it."""


def test_a_win_that_a_second_stone_refutes_is_not_announced(game):
    for nodes in (5_000, 30_000):
        assert think(game, after(CLAIMED), Budget(nodes=nodes)).best.score <= MATE_BOUND


def test_a_loss_is_announced_of_a_complete_list_alone(game):
    """Of threats that one stone stops the other stone may be anywhere."""
    best = think(game, after(f"{CLAIMED} FJGJ"), Budget(nodes=10_000)).best
    assert best.score >= -MATE_BOUND


DEFENCES = (
    ("JH@@ LMNH LJMK KIMJ NILL OIKK", "LFLG"),
    ("GF@@ GNKM FLII HLIN HJJN GKIL", "JIHM"),
)
"""Positions in which passing loses to double threats, and a turn that loses, too."""


@pytest.mark.parametrize(("turns", "losing"), DEFENCES)
def test_defences_against_a_free_turn_are_found(game, turns, losing):
    """No sequence of double threats wins after the turn that is played, but one does after another turn."""
    prover = kernels.Prover()
    pos = after(turns)
    enemy = 1 - int(pos.side)
    assert prover.claim(kernels.plain(after(f"{turns} {losing}")), enemy)
    for move in think(game, copy(pos), Budget(nodes=40_000)).best.moves[:2]:
        play(pos, move)
    assert prover.claim(kernels.plain(pos), enemy) is None


def test_the_game_goes_on_for_who_seems_lost(game):
    """An unproven loss does not end the search before its nodes are used."""
    thought = think(game, after(f"{CLAIMED} FJGJ IJLK"), Budget(nodes=20_000))
    assert abs(thought.best.score) <= MATE_BOUND
    assert thought.searcher.nodes > 10_000
