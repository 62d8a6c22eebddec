"""Connect6 against the data folder beside the project: games of people, and positions won by threats."""

import csv
import time
from pathlib import Path

import numpy as np
import pytest

from boyi.engines.connect6 import notation
from boyi.engines.connect6.position import empty
from boyi.engines.connect6.shape import CONNECT6
from boyi.engines.jit import copy
from boyi.engines.play import play
from boyi.engines.rules import LOST, WON
from boyi.protocol.connect6.turns import read_turn
from boyi.protocol.records.connect6 import WRITERS, read, read_row
from tests.support.engines import connect6_kernels as kernels
from tests.support.engines.plain_connect6 import wins

pytestmark = pytest.mark.shared
DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "connect6"
SECOND = 1.0
SHARE = 0.98


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table."""
    path = DATA / name
    if not path.exists():
        pytest.skip(f"there is no {path}")
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_every_game_of_people_replays_with_the_right_winner():
    start = empty(CONNECT6)
    games = rows("human_games_8282.csv")
    for row in games:
        game = read_row(row["moves"], row["winner"])
        moves = np.array([1 + (notation.point(start, stone) or 0) for stone in game.stones])
        pos = copy(start)
        outcome = kernels.replayed(pos, moves)
        winner = {LOST: 1 - int(pos.side), WON: int(pos.side)}.get(int(outcome))
        assert winner is not None, row["game_id"]
        assert winner == game.winner, row["game_id"]
    assert len(games) == 8282


def test_games_of_people_survive_every_format():
    for row in rows("human_games_8282.csv")[::200]:
        game = read_row(row["moves"], row["winner"])
        for write in WRITERS.values():
            assert read(write(game)).stones == game.stones


def positions():
    """The positions won by double threats."""
    for row in rows("double_threat_wins_224.csv"):
        pos = notation.read(CONNECT6.start)
        for turn in row["position"].split():
            for stone in read_turn(turn) or ():
                play(pos, notation.move(pos, stone))
        yield row["id"], pos


def prove_all(step: int) -> None:
    """Prove positions within a second of processor time each, and have a plain program check the proofs."""
    prover, proven, count = kernels.Prover(), 0, 0
    for name, pos in positions():
        board, side = kernels.plain(pos), int(pos.side)
        prover.thread.memo[:] = 0
        start = time.process_time()
        claimed = prover.claim(board, side) is not None
        proven += claimed and time.process_time() - start < SECOND
        if claimed and count % step == 0:
            assert wins(board, side, prover.claim), name
        count += 1
    assert proven >= SHARE * count
    assert count == 224


def test_wins_by_double_threats_are_proven_within_a_second():
    prove_all(step=8)


@pytest.mark.long
def test_every_proof_holds_against_every_defence():
    prove_all(step=1)
