"""Exact endings: python-chess' rules, files that are whole or not believed, a search that asks."""

import random
import subprocess
import sys
import threading
from pathlib import Path

import chess
import numpy as np
import pytest

from boyi.arena.inprocess.engine_player import search_once
from boyi.engines import load_game
from boyi.engines.chess import notation
from boyi.engines.chess.endgame import store
from boyi.engines.chess.endgame.layout import BEGIN, BYTES, IN_BYTE, MATERIALS, PAIRS, SIZE, Material
from boyi.engines.chess.endgame.lookup import attach, look_up
from boyi.engines.chess.endgame.searcher import TabledSearcher
from boyi.engines.chess.endgame.solve import solve
from boyi.engines.chess.position import EMPTY
from boyi.engines.evaluation import choice_of
from boyi.engines.jit import COMPILED
from boyi.engines.limits import Budget
from boyi.engines.play import play
from boyi.engines.play import result as play_result
from boyi.engines.rules import DRAWN, LOST, ONGOING, WON
from boyi.engines.search.bounds import WINNING
from boyi.engines.search.table import MATE_BOUND

pytestmark = pytest.mark.skipif(not COMPILED, reason="millions of positions are too many for plain Python")
NAMES = [material.name for material in MATERIALS]
PLAIN = 3
"""Tables of three pieces."""


@pytest.fixture(scope="module")
def endings() -> np.ndarray:
    """Tables of three pieces, and of queen against rook; the others hold nothing."""
    found = np.zeros(BYTES, np.uint8)
    for table in (*range(PLAIN), NAMES.index("KQKR")):
        solve(found, table)
    return found


def result(board: chess.Board, endings: np.ndarray) -> int:
    """Of the side to move, by the rules or the tables; by recursion where a pawn may be taken en passant."""
    if board.is_checkmate():
        return LOST
    if board.is_stalemate() or board.is_insufficient_material():
        return DRAWN
    if board.has_legal_en_passant():
        return recursion(board, endings)
    pos = notation.read(board.fen())
    attach(pos, endings)
    return int(look_up(pos))


def recursion(board: chess.Board, endings: np.ndarray) -> int:
    """The result by what moves lead to."""
    best = LOST if board.is_check() or any(board.legal_moves) else DRAWN
    for move in list(board.legal_moves):
        board.push(move)
        best = max(best, WON + LOST - result(board, endings))
        board.pop()
    return best


def random_ending(rng: random.Random, material: Material) -> chess.Board:
    """Either side has the stronger pieces, and either is to move."""
    while True:
        board, squares = chess.Board(None), rng.sample(range(64), 4)
        board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.BLACK))
        board.set_piece_at(squares[2], chess.Piece(material.first + 1, chess.WHITE))
        if material.second != EMPTY:
            board.set_piece_at(squares[3], chess.Piece(material.second + 1, not material.versus))
        board.turn = rng.random() < 0.5
        board = board.mirror() if rng.random() < 0.5 else board
        if board.is_valid():
            return board


def faults(endings: np.ndarray, table: int, samples: int) -> list[str]:
    """Random positions of a table whose entries are not what the recursion says."""
    rng, found = random.Random(table), []
    for _ in range(samples):
        board = random_ending(rng, MATERIALS[table])
        if result(board, endings) != recursion(board, endings):
            found.append(board.fen())
    return found


@pytest.mark.parametrize("name", ["KQK", "KRK", "KPK", "KQKR"])
def test_random_entries_are_what_a_recursion_says(endings, name):
    table = NAMES.index(name)
    assert faults(endings, table, 150) == []
    spoilt, begin = endings.copy(), int(BEGIN[table]) // IN_BYTE
    spoilt[begin : begin + int(SIZE[table]) // IN_BYTE] ^= 0b10101010
    assert faults(spoilt, table, 150) != []


@pytest.mark.long
@pytest.mark.parametrize("table", range(len(MATERIALS)), ids=NAMES)
def test_all_tables_are_what_a_recursion_says(table):
    assert faults(store.ChessTables().wait("four"), table, 2000) == []


KNOWN = {
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1": WON,
    "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1": DRAWN,
    "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1": LOST,
    "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1": DRAWN,
    "k7/8/1K6/P7/8/8/8/8 w - - 0 1": DRAWN,
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1": DRAWN,
    "8/8/8/8/3k4/8/8/KR6 b - - 0 1": LOST,
    "8/8/8/8/3k4/2R5/8/K7 b - - 0 1": DRAWN,
    "8/8/8/3k4/8/8/8/KQ5r w - - 0 1": WON,
    "7k/8/8/8/8/8/8/KQ5r b - - 0 1": DRAWN,
}
UNKNOWN = {
    "a right to castle": "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "five pieces": "4k3/8/8/8/8/8/4P3/1R2K2R w - - 0 1",
    "kings alone": "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "two lone minors": "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1",
}


@pytest.mark.parametrize("fen", KNOWN)
def test_what_players_know(endings, fen):
    assert result(chess.Board(fen), endings) == KNOWN[fen]
    assert result(chess.Board(fen).mirror(), endings) == KNOWN[fen]


@pytest.mark.parametrize("fen", UNKNOWN.values(), ids=UNKNOWN)
def test_what_no_table_has(endings, fen):
    pos = notation.read(fen)
    attach(pos, endings)
    assert look_up(pos) == ONGOING


def test_a_position_without_tables_knows_nothing():
    assert look_up(notation.read("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")) == ONGOING


def test_sizes():
    assert PAIRS == (462, 1806)
    assert len(MATERIALS) == 33
    assert BYTES == 45_349_584
    assert not (BEGIN % IN_BYTE).any()


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def write_number(endings: np.ndarray, table: int) -> None:
    """Stands for working out a table."""
    begin = int(BEGIN[table]) // IN_BYTE
    endings[begin : begin + int(SIZE[table]) // IN_BYTE] = table + 1


def test_tables_are_kept_and_read_again(home, monkeypatch):
    monkeypatch.setattr(store, "solve", write_number)
    assert store.load() is None
    built = store.build()
    again = store.load()
    assert again is not None
    assert np.array_equal(again, built)
    assert built[0] == 1
    assert built[-1] == len(MATERIALS)
    assert len(list((home / "boyi").glob("*.z"))) == len(MATERIALS)


class BrokenOffError(Exception):
    """A build's process ends here."""


def test_a_build_that_was_broken_off_is_gone_on_with(home, monkeypatch):
    solved = list[int]()

    def break_off(endings: np.ndarray, table: int) -> None:
        solved.append(table)
        if solved.count(5) == 1 and table == 5:
            raise BrokenOffError
        write_number(endings, table)

    monkeypatch.setattr(store, "solve", break_off)
    with pytest.raises(BrokenOffError):
        store.build()
    (home / "boyi" / "chess-endings-KQK-v1.z.17-4.part").touch()
    store.build()
    assert solved == [*range(6), *range(5, len(MATERIALS))]
    left = {path.suffix for path in (home / "boyi").iterdir()}
    assert left == {".z", ".lock"}


@pytest.mark.parametrize("spoil", [lambda b: b[:-100], lambda b: b"rubbish", lambda b: b""])
def test_a_spoilt_file_is_not_believed(home, monkeypatch, spoil):
    monkeypatch.setattr(store, "solve", write_number)
    store.build()
    store.path(7).write_bytes(spoil(store.path(7).read_bytes()))
    assert store.load() is None
    store.build()
    assert store.load() is not None


def test_without_a_place_on_disk_tables_are_only_in_memory(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(store, "solve", write_number)
    assert store.build()[-1] == len(MATERIALS)


BUILD = """
from boyi.engines.chess.endgame import store
solve = store.solve
def once(endings, table):
    if table == 0:
        print("begun", flush=True)
    if table < 3:
        solve(endings, table)
store.solve = once
print(store.build().size)
"""


def test_two_processes_build_once(home):
    command, root = [sys.executable, "-c", BUILD], Path(__file__).parents[3]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) for _ in range(2)]
    told = [process.communicate(timeout=300)[0].split() for process in both]
    assert sorted(told) == sorted([["begun", str(BYTES)], [str(BYTES)]])


def test_an_engine_plays_without_tables_until_they_are_there(home, monkeypatch, capfd):
    there = threading.Event()

    def build() -> np.ndarray:
        there.wait(10)
        return np.full(7, 4, np.uint8)

    monkeypatch.setattr(store, "build", build)
    tables = store.ChessTables()
    assert tables.get("none") is store.NONE
    assert tables.get("four") is store.NONE
    there.set()
    assert tables.wait("four").size == 7
    assert "building" in capfd.readouterr().err


@pytest.fixture(scope="module")
def searcher(endings):
    made = TabledSearcher(load_game("chess").history_size)
    made.resize(4)
    made._endings = SharedTables(endings)
    return made


class SharedTables(store.ChessTables):
    """Tables that are there."""

    def __init__(self, endings: np.ndarray) -> None:
        super().__init__()
        self.endings, self.asked = endings, 0

    def get(self, choice: str) -> np.ndarray:
        self.asked += 1
        return self.endings if choice == "four" else store.NONE


def think(searcher: TabledSearcher, fen: str, nodes: int, choice: str = "four") -> int:
    weights = choice_of(load_game("chess")).weights
    searcher.forget()
    options = {"Endgame Tables": choice}
    return search_once(searcher, notation.read(fen), weights, Budget(nodes=nodes), options=options).score


def test_a_search_asks_tables(searcher):
    """Also where there is one piece more, by what captures lead to."""
    assert think(searcher, "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", 3000) == 0
    assert think(searcher, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 2000) > WINNING
    assert think(searcher, "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", 2000) < -WINNING
    assert abs(think(searcher, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 300, "none")) < WINNING
    assert think(searcher, "8/8/8/4k3/8/8/4Pq2/4K3 w - - 0 1", 3000) == 0


@pytest.mark.parametrize("fen", ["8/8/8/8/3k4/8/8/KR6 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"])
def test_a_won_ending_is_brought_home(searcher, fen):
    game, pos = load_game("chess"), notation.read(fen)
    weights = choice_of(game).weights
    searcher.forget()
    for _ in range(80):
        if play_result(pos) != ONGOING:
            break
        options = {"Endgame Tables": "four"}
        play(pos, search_once(searcher, pos, weights, Budget(nodes=3000), options=options).moves[0])
    assert notation.ending(pos) == "mate"


def test_a_known_win_is_no_mate_yet(searcher):
    assert WINNING < think(searcher, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1", 100) < MATE_BOUND


DRAWISH = {
    "two knights": ("4k3/8/8/8/8/8/8/2N1K1N1 w - - 0 1", 0),
    "the wrong bishop": ("8/8/8/8/5b2/6kp/8/6K1 w - - 0 1", 0),
    "the wrong bishop, king in the corner": ("k7/8/1K6/P7/8/8/8/4B3 w - - 0 1", 0),
    "bishops of opposite colours": ("8/5k2/4b3/8/4PP2/4K1B1/8/8 w - - 0 1", 39),
    "a king before the rook's pawn": ("4k3/8/r7/3PK3/8/8/8/7R b - - 0 1", 0),
}


@pytest.mark.long
@pytest.mark.parametrize("name", DRAWISH)
def test_what_is_hardly_won_is_near_nought(searcher, monkeypatch, name):
    monkeypatch.setattr(searcher, "_endings", SharedTables(store.ChessTables().wait("four")))
    fen, right = DRAWISH[name]
    assert abs(think(searcher, fen, 100_000) - right) <= 40


def test_with_many_pieces_no_tables_are_fetched(searcher):
    before = searcher._endings.asked
    think(searcher, load_game("chess").start, 100)
    assert searcher._endings.asked == before
