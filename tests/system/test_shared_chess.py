"""Chess against positions of the data folder beside the project: tactics that every engine should see."""

from pathlib import Path

import chess
import pytest

from boyi.engines import load_game
from tests.support.engines.listening import Listener

pytestmark = pytest.mark.shared
DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "chess"
POSITIONS, SOLVED = 60, 45


def positions(name: str) -> list[tuple[chess.Board, set[chess.Move]]]:
    """Positions and their solutions."""
    path = DATA / name
    if not path.exists():
        pytest.skip(f"there is no {path}")
    found = []
    for line in path.read_text().splitlines():
        board, operations = chess.Board.from_epd(line)
        best = operations.get("bm")
        assert isinstance(best, list)
        found.append((board, set(best)))
    return found


def test_most_tactics_are_seen_in_a_fifth_of_a_second():
    listener, missed = Listener(load_game("chess"), Hash=16), []
    for board, solutions in positions("wac_300.epd")[:POSITIONS]:
        listener.engine.new_game()
        listener.engine.set_position(board.fen(), [])
        move = listener.best(movetime=200).move
        assert move is not None
        if chess.Move.from_uci(move) not in solutions:
            missed.append(board.fen())
    assert len(missed) <= POSITIONS - SOLVED, missed
