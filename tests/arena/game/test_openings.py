"""Openings from files of every kind, and files that hold none."""

import struct

import chess
import chess.polyglot
import pytest

from boyi.arena.errors import ArenaError
from boyi.arena.game.openings import Opening, OpeningSuite
from boyi.arena.game.rules import Rulebook
from boyi.engines import load_game
from tests.support.engines.strange_files import STRANGE

SICILIAN = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"
ITALIAN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -"
MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -"


@pytest.fixture(scope="module")
def check():
    return Rulebook(load_game("chess")).check


@pytest.fixture
def draw(tmp_path, check):
    def draw(name: str, content: str | bytes, count: int = 10, seed: int = 1, **rest) -> list[Opening]:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return OpeningSuite(str(path), **rest).draw("chess", seed, count, check)

    return draw


def test_without_a_file_games_begin_at_the_start(check):
    assert OpeningSuite().draw("chess", 1, 50, check) == [Opening("startpos", None, ())]


def test_starts_by_lot(check):
    def draw(seed: int) -> list[Opening]:
        return OpeningSuite().draw("einstein", seed, 3, check, lambda rng: str(rng.random()))

    assert [opening.name for opening in draw(1)] == ["lot 1", "lot 2", "lot 3"]
    assert len({opening.start for opening in draw(1)}) == 3
    assert draw(1) == draw(1) != draw(2)


def test_epd_with_operations_and_with_counters(draw):
    text = f'# a remark\n\n{SICILIAN} bm Nf3; id "one";\n{ITALIAN} 3 4\n{ITALIAN} hmvc 3; fmvn 4;\n'
    found = draw("some.epd", text, order="sequential")
    assert [opening.start for opening in found] == [f"{SICILIAN} 0 1", f"{ITALIAN} 3 4", f"{ITALIAN} 0 1"]
    assert [opening.name for opening in found] == ["some 3", "some 4", "some 5"]


def test_lines_of_positions_and_moves(draw):
    text = f"startpos moves e2e4 c7c5\n{ITALIAN} 3 3 moves g8f6\nstartpos\n"
    found = draw("some.txt", text, order="sequential")
    assert found[0] == Opening("some 1", None, ("e2e4", "c7c5"))
    assert found[1] == Opening("some 2", f"{ITALIAN} 3 3", ("g8f6",))
    assert found[2] == Opening("some 3")


PGN = """[Event "one"]

1. e4 {best by test} e5 (1... c5) 2. Nf3 Nc6 1/2-1/2

[Event "two"]
[SetUp "1"]
[FEN "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"]

3... Nf6 *
"""


def test_games_up_to_a_ply(draw):
    whole = draw("some.pgn", PGN, order="sequential")
    assert [opening.moves for opening in whole] == [("e2e4", "e7e5", "g1f3", "b8c6"), ("g8f6",)]
    assert whole[1].start is not None
    assert whole[1].start.startswith(ITALIAN)
    assert draw("some.pgn", PGN, order="sequential", plies=3)[0].moves == ("e2e4", "e7e5", "g1f3")


def book(*lines: tuple[str, int]) -> bytes:
    """A Polyglot book of lines of moves, each with a weight."""
    entries = set()
    for line, weight in lines:
        board = chess.Board()
        for text in line.split():
            move = board.parse_uci(text)
            raw = move.to_square | move.from_square << 6
            entries.add((chess.polyglot.zobrist_hash(board), raw, weight))
            board.push(move)
    return b"".join(struct.pack(">QHHI", key, raw, weight, 0) for key, raw, weight in sorted(entries))


def test_walks_through_a_book_are_distinct(draw):
    data = book(("e2e4 e7e5 g1f3", 5), ("e2e4 c7c5 g1f3", 5), ("d2d4 d7d5", 5), ("a2a3 a7a6", 0))
    found = draw("some.bin", data, count=20)
    assert sorted(opening.moves for opening in found) == [
        ("d2d4", "d7d5"),
        ("e2e4", "c7c5", "g1f3"),
        ("e2e4", "e7e5", "g1f3"),
    ]
    assert {len(opening.moves) for opening in draw("some.bin", data, plies=1)} == {1}


def test_the_seed_decides_the_order(draw):
    text = "".join(f"startpos moves {move}\n" for move in ("e2e4", "d2d4", "c2c4", "g1f3", "b2b3", "f2f4"))
    assert draw("some.txt", text, seed=7) == draw("some.txt", text, seed=7)
    assert len({tuple(draw("some.txt", text, seed=seed)) for seed in range(5)}) > 1
    assert len(draw("some.txt", text, count=4)) == 4
    assert sorted(draw("some.txt", text, seed=3)) == sorted(draw("some.txt", text, order="sequential"))


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("a.epd", "", "a.epd: there is no opening in it"),
        ("a.epd", "\n# only a remark\n", "there is no opening in it"),
        ("a.pgn", "\n\n", "there is no opening in it"),
        ("a.bin", b"", "there is no opening in it"),
        ("a.bin", b"noise", "a.bin: invalid file size"),
        ("a.epd", f"{SICILIAN}\nnonsense\n", "a.epd, line 2: this is no opening"),
        ("a.txt", "startpos moves e2e4 e2e4\n", "a.txt, line 1: this is no opening: illegal move e2e4"),
        ("a.epd", MATE, "a.epd, line 1: this is no opening: the game is over"),
        ("a.pgn", '[Event "x"]\n\n1. e4 Ke7 *\n', "a.pgn, game 1: this is no opening: illegal san"),
        ("a.txt", b"\xff\xfe\x00", "this is no text"),
    ],
)
def test_a_file_without_openings(draw, name, content, complaint):
    with pytest.raises(ArenaError, match=complaint) as caught:
        draw(name, content)
    assert "\n" not in str(caught.value)


def test_no_file_at_all(tmp_path, check):
    with pytest.raises(ArenaError, match=r"none\.epd: No such file"):
        OpeningSuite(str(tmp_path / "none.epd")).draw("chess", 1, 5, check)


@pytest.mark.parametrize(("field", "value"), [("order", "alphabetical"), ("plies", -1)])
def test_a_suite_that_makes_no_sense(field, value):
    with pytest.raises(ValueError, match=f"{value}"):
        OpeningSuite("x", **{field: value})


@pytest.mark.parametrize("suffix", [".txt", ".epd", ".pgn", ".bin"])
@pytest.mark.parametrize("kind", STRANGE)
def test_no_openings_come_from_a_strange_path(tmp_path, kind, suffix):
    path = STRANGE[kind](tmp_path / f"strange{suffix}")
    with pytest.raises(ArenaError) as raised:
        OpeningSuite(str(path)).draw("chess", 1, 4, lambda opening: None)
    assert "\n" not in str(raised.value)
