"""Chess against engines of other people, where they are installed."""

import random
import shutil
from pathlib import Path

import chess
import chess.engine
import pytest

from boyi.engines.chess import notation
from boyi.engines.play import perft
from tests.support.protocol.talking import CHESS, Talk

pytestmark = pytest.mark.foreign
PLIES = 60


def find(name: str) -> str:
    """The path of an engine; Debian keeps them where PATH often does not look."""
    path = shutil.which(name) or shutil.which(name, path="/usr/games:/usr/local/games")
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def random_board(rng: random.Random) -> chess.Board:
    board = chess.Board.from_chess960_pos(rng.randrange(960)) if rng.random() < 0.5 else chess.Board()
    for _ in range(rng.randrange(10, 70)):
        if board.is_game_over():
            board.pop()
            break
        board.push(rng.choice(list(board.legal_moves)))
    return board


def test_random_positions_have_as_many_lines_as_stockfish_counts():
    rng = random.Random("lines")
    with Talk((find("stockfish"),)) as stockfish:
        for _ in range(20):
            board = random_board(rng)
            stockfish.say(f"setoption name UCI_Chess960 value {str(board.chess960).lower()}")
            stockfish.say(f"position fen {board.fen()}", "go perft 3")
            count = int(stockfish.hear("^Nodes searched")[-1].split(":")[1])
            assert perft(notation.read(board.fen()), 3) == count, board.fen()


@pytest.mark.parametrize(
    ("command", "white"),
    [(("gnuchess", "--uci"), True), (("glaurung",), False)],
    ids=["gnuchess", "glaurung"],
)
def test_a_short_game(command, white):
    """A tenth of a second for both sides together, driven by a third program, which knows the rules."""
    theirs = [find(command[0]), *command[1:]]
    limit, board = chess.engine.Limit(time=0.05), chess.Board()
    with (
        chess.engine.SimpleEngine.popen_uci(list(CHESS), timeout=200) as ours,
        chess.engine.SimpleEngine.popen_uci(theirs, timeout=30) as other,
    ):
        while not board.is_game_over(claim_draw=True) and board.ply() < PLIES:
            mover = ours if board.turn == white else other
            played = mover.play(board, limit, game="this").move
            assert played is not None
            board.push(played)
    assert board.ply() > 10


def test_debian_s_folder_is_looked_into(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("PATH", str(tmp_path))
    if Path("/usr/games/stockfish").exists():
        assert find("stockfish") == "/usr/games/stockfish"
    with pytest.raises(pytest.skip.Exception, match="nothing is not installed"):
        find("nothing")
