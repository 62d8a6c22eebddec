"""Positions that old XBoard clients set up square by square."""

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boyi.engines.chess import GAME as CHESS
from boyi.engines.xiangqi import GAME as XIANGQI
from boyi.protocol import xboard
from boyi.protocol.messages import Position, Probe, Quit, Refused, Several, Unknown
from boyi.protocol.xboard.edit import Edit, edit_lines
from boyi.protocol.xboard.game import NOTHING, XBoardGame

ENDING = ["#", "Kg1", "Pa7", "c", "Kg8", "."]


def game(*lines: str) -> XBoardGame:
    """A game of chess that has heard some lines."""
    made = XBoardGame("normal", CHESS.start)
    for line in lines:
        made.parse_command(line)
    return made


def edited(fen: str, *lines: str) -> str:
    edit = Edit(fen, ())
    assert all(edit.take(line) for line in lines)
    return edit.fen()


def test_nothing_is_asked_for_before_the_dot():
    made = game("new", "force", "edit")
    assert [made.parse_command(line) for line in ENDING[:-1]] == [NOTHING] * 5
    assert made.parse_command(".") == Position("6k1/P7/8/8/8/8/8/6K1 w - - 0 1")
    assert made.parse_command(".") == NOTHING  # which asks how an analysis goes, now


@pytest.mark.parametrize("before", [["usermove a2a3"], ["a2a3"], ["black", "force"]])
def test_black_moves_after_a_move_or_by_an_old_word(before: list[str]):
    assert game("new", "force", *before, "edit", *ENDING[:-1]).parse_command(".") == Position(
        "6k1/P7/8/8/8/8/8/6K1 b - - 0 1"
    )


@pytest.mark.parametrize("after", [["black", "new"], ["black", "a2a3", "undo"]])
def test_the_old_word_is_forgotten_with_its_position(after: list[str]):
    told = game("new", "force", *after, "edit", *ENDING[:-1]).parse_command(".")
    assert told == Position("6k1/P7/8/8/8/8/8/6K1 w - - 0 1")


def test_moves_go_on_from_there():
    made = game("new", "force", "edit", *ENDING)
    made.parse_command("usermove a7a8q")
    assert made.parse_command("hint") == Probe("6k1/P7/8/8/8/8/8/6K1 w - - 0 1", ("a7a8q",))
    assert made.parse_command("undo") == Position("6k1/P7/8/8/8/8/8/6K1 w - - 0 1", ())


def test_a_position_that_is_refused_leaves_the_one_before():
    made = game("new", "force", "e2e4", "edit", "#")
    command = made.parse_command(".")
    made.render_event(Refused(command, "no king"))
    assert made.parse_command("hint") == Probe(None, ("e2e4",))


def test_what_changes_no_board_is_named_and_the_end_is_heard():
    made = game("edit")
    for line in ("joho", "Pa9", "Pi1", "P", "pa44"):
        assert made.parse_command(line) == Unknown(line, "that changes no board; a dot ends edit")
    assert made.parse_command("quit") == Quit()


def test_an_edit_after_a_position_that_makes_no_sense():
    assert game("force", "setboard joho", "edit").parse_command(".") == Position(CHESS.start)


def test_an_analysis_goes_on():
    assert isinstance(game("analyze", "edit", *ENDING[:-1]).parse_command("."), Several)


CASTLING = {
    ("Ke1", "Rh1"): "K",
    ("Ke1", "Ra1", "c", "Ke8", "Ra8", "Rh8"): "Qkq",
    ("Ke1", "c", "Rh1"): "-",
    ("Kd1", "Rh1"): "-",
}


@pytest.mark.parametrize(("pieces", "rights"), CASTLING.items())
def test_castling_is_allowed_from_home(pieces: tuple[str, ...], rights: str):
    assert edited(CHESS.start, "#", *pieces).split()[2] == rights


def test_squares_are_emptied_and_changed():
    assert edited(CHESS.start, "xe2", "Pe4") == ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1")


def test_xiangqi_counts_ranks_from_zero():
    pieces = ["#", "Ke0", "Hb0", "c", "Kd9", "Ei9", "Ca5"]
    assert edited(XIANGQI.start, *pieces) == "3k4e/9/9/9/c8/9/9/9/9/1H2K4 w - - 0 1"
    assert edited(XIANGQI.start.replace(" w ", " r ")).split()[1] == "w"


@pytest.mark.parametrize("fen", ["/ w", f"{'9' * 9999}{'/' * 9999} w", "/".join("1" * 99) + " w", "8"])
def test_what_is_no_board_is_refused(fen: str):
    with pytest.raises(ValueError):
        Edit(fen, ())


@pytest.mark.parametrize("start", ["/ w", "////// b", "99999999999999 w", "2²w w"])
def test_a_refused_position_is_no_board_to_edit(start: str):
    """The usual one is edited instead, whatever the position that was refused in the meantime."""
    known = xboard.dialect(CHESS)
    for line in (f"setboard {start}", "edit"):
        known.parse_command(line)
    command = known.parse_command(".")
    assert isinstance(command, Position)
    assert command.fen
    assert command.fen.startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 1000), max_size=60))
def test_an_uncleared_board_is_the_present_one(choices: list[int]):
    """As python-chess has it: castling, pawns taken in passing and promotions are carried out."""
    board, moves = chess.Board(), list[str]()
    for choice in choices:
        legal = sorted(move.uci() for move in board.legal_moves)
        if not legal:
            break
        special = [text for text in legal if is_special(board, text)]
        moves.append((special or legal)[choice % len(special or legal)])
        board.push_uci(moves[-1])
    rows, side = Edit(CHESS.start, moves).fen().split()[:2]
    assert f"{rows} {side}" == board.fen(en_passant="fen").rsplit(" ", 4)[0]


def is_special(board: chess.Board, text: str) -> bool:
    move = chess.Move.from_uci(text)
    return bool(board.is_castling(move) or board.is_en_passant(move) or move.promotion)


@pytest.mark.parametrize("fen", [*CHESS.bench[:8], *XIANGQI.bench[:8]])
def test_what_a_client_says_is_understood(fen: str):
    first, *lines, last = edit_lines(fen)
    assert (first, last) == ("edit", ".")
    assert edited(fen, *lines).split()[:2] == fen.split()[:2]
