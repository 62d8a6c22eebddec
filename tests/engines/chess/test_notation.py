"""Chess texts: every fault of a FEN by its name, moves in every spelling that clients use."""

import chess
import pytest

from boyi.engines.chess import notation
from boyi.engines.play import legal_moves, play

START = chess.STARTING_FEN

FAULTS = {
    "8/8/8/8/8/8/8/8 w - - 0 1": "king",
    "8/8/8/3K4/8/8/8/8 w - - 0 1": "black has no king",
    "8/8/8/3k4/8/8/8/8 w - - 0 1": "white has no king",
    "k7/8/8/3K4/8/8/8/7K w - - 0 1": "kings",
    "4k3/8/8/8/8/8/8/3PK3 w - - 0 1": "rank",
    "3pk3/8/8/8/8/8/8/4K3 w - - 0 1": "rank",
    "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1": "white has more than 8 pawns",
    "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1": "black has more than 8 pawns",
    "4k3/8/8/8/N7/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1": "white has more than 16 pieces",
    "4k3/nnnnnnnn/nnnnnnnn/n7/8/8/8/4K3 w - - 0 1": "black has more than 16 pieces",
    "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1": "not to move is in check",
    "4k3/8/8/8/8/8/8/4K2B w K - 0 1": "castling",
    "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1": "castling",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1": "row",
    "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": "character",
    "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": "row",
    "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": "x",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1": "turn",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KXkq - 0 1": "castling",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq j9 0 1": "en passant",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1": "half",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1": "half",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 x": "full",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 more": "more",
}
"""FENs with one fault each, and a word that the complaint must have."""


@pytest.mark.parametrize(("fen", "word"), FAULTS.items())
def test_a_fault_is_named(fen, word):
    with pytest.raises(ValueError, match=word):
        notation.read(fen)


PHANTOMS = (
    "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/3nP3/8/8/8/4K3 w - d6 0 1",
    "4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/8/4p3/8/8/4K3 b - d3 0 1",
)
"""En passant squares without a pawn that could just have come two squares."""


@pytest.mark.parametrize("fen", PHANTOMS)
def test_an_en_passant_square_without_its_pawn_gives_no_capture(fen):
    """Refused, or read as if the square were not there."""
    try:
        pos = notation.read(fen)
    except ValueError as refusal:
        assert "en passant" in str(refusal)
    else:
        names = {notation.text(pos, move) for move in legal_moves(pos)}
        assert names == {move.uci() for move in chess.Board(notation.write(pos)).legal_moves}
        assert not names & {"e5d6", "e4d3"}


@pytest.mark.parametrize("number", [1, 127, 128, 129, 130, 500, 5000])
@pytest.mark.parametrize("side", "wb")
def test_the_number_of_the_move_is_kept(number, side):
    fen = f"4k3/8/8/8/8/8/8/4K2R {side} K - 12 {number}"
    assert notation.write(notation.read(fen)) == fen


def test_a_number_of_moves_beyond_all_games_is_refused_or_cut():
    fen = START.replace("0 1", "0 99999999999999")
    try:
        pos = notation.read(fen)
    except ValueError:
        return
    assert len(legal_moves(pos)) == 20


@pytest.mark.parametrize(
    "fen", ["4k3/8/8/8/8/8/8/4K2R w K", "4k3/8/8/8/8/8/8/4K2R w", START.rsplit(" ", 2)[0]]
)
def test_fields_at_the_end_may_be_missing(fen):
    assert legal_moves(notation.read(fen))


@pytest.mark.parametrize(
    ("fen", "spellings", "goal"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", ["e1g1", "E1G1", "e1h1"], "5RK1"),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", ["e8c8", "e8a8"], "2kr4"),
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", ["f1h1"], "5RK1"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", ["a7a8q", "a7a8Q"], "Q3k3"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", ["a7a8n"], "N3k3"),
    ],
)
def test_moves_in_the_spellings_of_clients(fen, spellings, goal):
    for name in spellings:
        pos = notation.read(fen)
        play(pos, notation.move(pos, name))
        assert goal in notation.write(pos)


@pytest.mark.parametrize("name", ["e1g1", "e1c1", "a2a5", "e1e1", "a7a8", "O-O", "Ke2", "e2e4q"])
def test_moves_that_are_none(name):
    with pytest.raises(ValueError, match=name):
        notation.move(notation.read("4k3/P7/8/8/8/8/P3P3/4K3 w - - 0 1"), name)


def test_chess960_is_told_from_the_rights_or_by_the_option():
    usual = notation.read("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    asked = notation.read("4k3/8/8/8/8/8/8/4K2R w K - 0 1", {"UCI_Chess960": True})
    other = notation.read("4k3/8/8/8/8/8/8/4KR2 w F - 0 1")
    names = [{notation.text(pos, move) for move in legal_moves(pos)} for pos in (usual, asked, other)]
    assert "e1g1" in names[0]
    assert "e1h1" not in names[0]
    assert "e1h1" in names[1]
    assert "e1f1" in names[2]


def test_a_mirrored_chess960_position_still_writes_castling_as_taking_the_rook():
    pos = notation.mirror(notation.read("4k3/8/8/8/8/8/8/4KR2 w F - 0 1"))
    assert "e8f8" in {notation.text(pos, move) for move in legal_moves(pos)}
