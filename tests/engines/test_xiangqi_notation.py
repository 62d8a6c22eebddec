"""Xiangqi's texts: FEN with every fault named, ICCS, and Chinese columns."""

import pytest

from boyi.engines.play import legal_moves, play
from boyi.engines.xiangqi import START, columns, notation
from tests.engines.walks import walks

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
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "kings face each other"),
        ("4k4/9/9/9/4R4/9/9/9/9/3K5 w", "side not to move is in check"),
    ],
)
def test_faults_are_named(text, fault):
    with pytest.raises(ValueError, match=fault):
        notation.read(text)


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


def test_columns_tell_all_moves_apart(xiangqi_game, lot):
    for pos in walks(xiangqi_game, lot, games=1, plies=15):
        names = {columns.write(pos, move): move for move in legal_moves(pos)}
        assert len(names) == len(legal_moves(pos)), notation.write(pos)
        for name, move in lot.sample(sorted(names.items()), min(3, len(names))):
            assert columns.read(pos, name) == move
            assert columns.read(pos, columns.letters(pos, move)) == move


@pytest.mark.parametrize("name", ["炮二平二", "炮二", "C2", "C2.5.", "前炮进一", "Z2.5", "C0.5"])
def test_what_columns_do_not_mean(name):
    with pytest.raises(ValueError, match="illegal move"):
        notation.move(notation.read(START), name)
