"""Xiangqi's texts: FEN with every fault named, ICCS, and Chinese columns."""

import re

import pytest

from boyi.engines.play import legal_moves, play
from boyi.engines.xiangqi import START, columns, fen, notation
from tests.support.engines.walks import walks

KINGS = "4k4/9/9/9/{}/9/9/9/9/3K5 w"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("4k4/9/9/9/9/9/9/9/3K5 w", "10 ranks, not 9"),
        ("4k4/9/9/9/8/9/9/9/9/3K5 w", "rank 5 has 8 squares"),
        ("4k4/9/9/9/91/9/9/9/9/3K5 w", "rank 5 has 10 squares"),
        (KINGS.format("4x4"), "'x' is no piece"),
        (KINGS.format("9") + "w", "side to move"),
        (KINGS.format("9") + " - - x 1", "counters"),
        ("9/9/9/9/9/9/9/9/9/3K5 w", "Black has no king"),
        ("4k4/4k4/9/9/9/9/9/9/9/3K5 w", "Black has 2 kings"),
        (KINGS.format("RRR6"), "Red has 3 rooks"),
        (KINGS.format("4K4"), "Red has 2 kings"),
        ("4k4/9/9/9/9/K8/9/9/9/9 w", "Red's king can't stand on a4"),
        (KINGS.format("4A4"), "Red's advisor can't stand on e5"),
        (KINGS.format("4B4"), "Red's elephant can't stand on e5"),
        ("4k4/9/9/9/9/9/9/9/9/P2K5 w", "Red's pawn can't stand on a0"),
        ("4k4/9/9/9/9/9/9/9/P8/3K5 w", "Red's pawn can't stand on a1"),
        ("4k4/9/9/9/9/9/9/1P7/9/3K5 w", "Red's pawn can't stand on b2"),
        (KINGS.format("9").replace("9/3K5", "1P7/3K5"), "Red's pawn can't stand on b1"),
        ("4k4/9/9/9/9/1P7/9/9/9/3K5 w", "Red's pawn can't stand on b4"),
        ("4k4/9/9/3p5/9/9/9/9/9/3K5 w", "Black's pawn can't stand on d6"),
        ("4k4/p8/9/9/9/9/9/9/9/3K5 w", "Black's pawn can't stand on a8"),
        ("4k4/9/9/9/9/9/9/9/B8/3K5 w", "Red's elephant can't stand on a1"),
        ("4k4/9/9/9/9/9/9/9/9/B2K5 w", "Red's elephant can't stand on a0"),
        ("b3k4/9/9/9/9/9/9/9/9/3K5 w", "Black's elephant can't stand on a9"),
        ("4ka3/9/9/3a5/9/9/9/9/9/3K5 w", "Black's advisor can't stand on d6"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "kings face each other"),
        ("4k4/9/9/9/4R4/9/9/9/9/3K5 w", "side not to move is in check"),
    ],
)
def test_faults_are_named(text, fault):
    with pytest.raises(ValueError, match=fault):
        notation.read(text)


RED_SQUARES = {
    "A": "d0 f0 d1 e1 f1 d2 e2 f2",
    "B": "c0 g0 a2 e2 i2 c4 g4",
    "P": "a2 c2 e2 g2 i2 a3 c3 e3 g3 i3 a4 c4 e4 g4 i4",
    "K": "d0 e0 f0 d1 e1 f1 d2 e2 f2",
}
"""Where Red's pieces may stand, in Red's half of the board."""


@pytest.mark.parametrize(("letter", "names"), RED_SQUARES.items())
def test_pieces_stand_only_where_they_may(letter, names):
    """Black's squares are the mirror image; beyond the river pawns are free, and nothing else goes there."""
    for turned in (False, True):
        free = {square for square in range(90) if can_stand(letter, square, turned)}
        beyond = {square for square in free if square >= 45}
        assert {fen.name(square) for square in free - beyond} == set(names.split())
        assert len(beyond) == (44 if letter == "P" else 0)  # the other king has one


def can_stand(letter: str, square: int, turned: bool) -> bool:
    """Whether a piece of Red's is not refused for its square, or one of Black's on the turned board."""
    board = [""] * 90
    board[square] = letter
    for king, its in {"k": 86, "K": square if letter == "K" else 4}.items():
        if board[its] not in ("", king):
            return False
        board[its] = king
    signs = [sign.swapcase() for sign in reversed(board)] if turned else board
    rows = [signs[at : at + 9] for at in reversed(range(0, 90, 9))]
    text = "/".join("".join(sign or "1" for sign in row) for row in rows)
    try:
        notation.read(f"{text} w")
    except ValueError as error:
        return re.search("can't stand|no king", str(error)) is None
    return True


def test_other_programs_letters_are_understood():
    other = START.translate(str.maketrans("nNbBw", "hHeEr"))
    assert notation.write(notation.read(other)) == START
    assert notation.write(notation.read(START.split()[0])) == START


@pytest.mark.parametrize("name", ["h2e2", "H2E2", "h2-e2", "H2-E2", "炮二平五", "C2.5", "C2=5", "砲二平五"])
def test_spellings_of_one_move(name):
    pos = notation.read(START)
    assert notation.text(pos, notation.move(pos, name)) == "h2e2"


def test_an_opening_by_columns():
    pos = notation.read(START)
    moves = ["炮二平五", "马８进７", "马二进三", "车９平８", "兵七进一", "马２进３", "车一进一", "炮８退１"]
    for name in moves:
        move = notation.move(pos, name)
        assert columns.write(pos, move) == name
        play(pos, move)


@pytest.mark.parametrize(
    ("fen", "iccs", "chinese", "letters"),
    [
        ("3k5/9/9/9/9/2R6/9/9/2R6/4K4 w", "c4c6", "前车进二", "+R+2"),
        ("3k5/9/9/9/9/2R6/9/9/2R6/4K4 w", "c1a1", "后车平九", "-R.9"),
        ("4k4/2c6/9/9/2c6/9/9/9/9/3K5 b", "c5d5", "前炮平４", "+C.4"),
        ("3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w", "e6d6", "中兵平六", "=P.6"),
        ("3k5/9/2P1P4/2P1P4/9/9/9/9/9/5K3 w", "e7f7", "一兵平四", "1P.4"),
        ("3k5/9/2P1P4/2P1P4/9/9/9/9/9/5K3 w", "c6b6", "四兵平八", "4P.8"),
        ("3k5/9/9/9/9/9/9/3A5/4A4/4K4 w", "e1f0", "仕五退四", "A5-4"),
        ("3k5/9/9/9/9/9/9/4B4/9/2B1K4 w", "e2g4", "相五进三", "E5+3"),
    ],
)
def test_pieces_that_share_a_file(fen, iccs, chinese, letters):
    pos = notation.read(fen)
    move = notation.move(pos, iccs)
    assert columns.write(pos, move) == chinese
    assert columns.letters(pos, move) == letters
    assert notation.move(pos, chinese) == notation.move(pos, letters) == move


def test_columns_tell_all_moves_apart(xiangqi_game, rng):
    for pos in walks(xiangqi_game, rng, games=1, plies=15):
        names = {columns.write(pos, move): move for move in legal_moves(pos)}
        assert len(names) == len(legal_moves(pos)), notation.write(pos)
        for name, move in rng.sample(sorted(names.items()), min(3, len(names))):
            assert columns.read(pos, name) == move
            assert columns.read(pos, columns.letters(pos, move)) == move


@pytest.mark.parametrize("name", ["炮二平二", "炮二", "C2", "C2.5.", "前炮进一", "Z2.5", "C0.5"])
def test_what_columns_do_not_mean(name):
    with pytest.raises(ValueError, match="illegal move"):
        notation.move(notation.read(START), name)
