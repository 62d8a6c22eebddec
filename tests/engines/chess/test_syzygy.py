"""Endgame tables at the root: what is made of their answers, with tables that are made up."""

import os
from pathlib import Path

import chess
import chess.syzygy
import pytest

from boyi.engines.chess import notation
from boyi.engines.chess.syzygy import SyzygyTables
from boyi.engines.play import legal_moves
from tests.support.engines.listening import Listener

ROOK = "8/8/8/8/8/2k5/8/K6R w - - 0 1"
Answers = dict[str, tuple[int, int]]
"""Result and distance to zeroing after a move, as a table gives them: for the side then to move."""


class FakeTablebase:
    """Answers by the move that led to a position; what it was not told of is missing."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers

    def _answer(self, board: chess.Board) -> tuple[int, int]:
        name = board.peek().uci()
        if name not in self.answers:
            raise chess.syzygy.MissingTableError(name)
        return self.answers[name]

    def probe_wdl(self, board: chess.Board) -> int:
        return self._answer(board)[0]

    def probe_dtz(self, board: chess.Board) -> int:
        return self._answer(board)[1]


def tables(answers: Answers) -> SyzygyTables:
    made = SyzygyTables.__new__(SyzygyTables)
    made._tables = FakeTablebase(answers)  # type: ignore[assignment]
    return made


def advised(fen: str, answers: Answers, only: list[str] | None = None) -> list[str]:
    pos = notation.read(fen)
    legal = [move for move in legal_moves(pos) if not only or notation.text(pos, move) in only]
    return [notation.text(pos, move) for move in tables(answers).advise(pos, legal)]


def test_moves_that_keep_the_best_result_the_quickest_first():
    answers = {"h1h3": (-2, -9), "h1h8": (-2, -3), "h1h7": (0, 0), "a1a2": (-1, -101), "h1g1": (-2, -20)}
    assert advised(ROOK, answers, list(answers)) == ["h1h8", "h1h3", "h1g1"]


def test_a_draw_is_kept_where_nothing_wins_but_which_move_is_left_to_the_search():
    answers = {"h1h3": (0, 0), "h1h8": (2, 3), "a1a2": (1, 101), "h1g1": (0, 0)}
    pos = notation.read(ROOK)
    moves = [notation.move(pos, name) for name in answers]
    assert advised(ROOK, answers, list(answers)) == []
    assert tables(answers).keeping(pos, moves) == [moves[0], moves[3]]


def test_a_blessed_loss_is_better_than_a_loss_and_a_loss_is_put_off():
    answers = {"h1h3": (2, 4), "h1h8": (2, 30), "a1a2": (2, 12)}
    assert advised(ROOK, answers, list(answers)) == ["h1h8", "a1a2", "h1h3"]
    assert advised(ROOK, {**answers, "h1g1": (1, 101)}, [*answers, "h1g1"]) == ["h1g1"]


def test_mate_comes_first():
    fen = "k7/8/1K6/8/8/8/8/7R w - - 0 1"
    answers = {"h1h7": (-2, -1), "h1h2": (-2, -5)}
    assert advised(fen, answers, ["h1h2", "h1h7", "h1h8"]) == ["h1h8", "h1h7", "h1h2"]


def test_a_move_that_resets_the_clock_comes_before_one_that_does_not():
    fen = "8/8/8/8/8/1k6/4P3/K7 w - - 0 1"
    answers = {"e2e4": (-2, -7), "a1b1": (-2, -3)}
    assert advised(fen, answers, list(answers)) == ["e2e4", "a1b1"]


def test_one_missing_answer_is_no_advice():
    assert advised(ROOK, {"h1h3": (-2, -9)}, ["h1h3", "h1h8"]) == []


@pytest.mark.parametrize("fen", [chess.STARTING_FEN, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"])
def test_too_many_pieces_or_a_right_to_castle_are_not_even_asked_about(fen):
    class Untouchable(FakeTablebase):
        def _answer(self, board: chess.Board) -> tuple[int, int]:
            raise AssertionError("asked")

    pos = notation.read(fen)
    made = tables({})
    made._tables = Untouchable({})  # type: ignore[assignment]
    assert made.advise(pos, legal_moves(pos)) == []


def test_a_folder_without_tables_is_refused(tmp_path: Path):
    with pytest.raises(OSError, match="no endgame tables"):
        SyzygyTables(str(tmp_path))
    with pytest.raises(OSError):
        SyzygyTables(str(tmp_path / "nowhere"))


def test_a_folder_that_is_not_there_does_not_take_the_others_with_it(tmp_path: Path):
    for name in ("KRvK.rtbw", "KRvK.rtbz"):
        (tmp_path / name).touch()
    assert (
        SyzygyTables(f"{tmp_path / 'nowhere'}{os.pathsep}{tmp_path}").keeping(notation.read(ROOK), []) == []
    )


def test_an_engine_searches_for_the_best_of_the_moves_that_hold_a_draw(chess_game):
    listener = Listener(chess_game)
    fen = "8/8/8/2n5/4R3/1k6/8/7K w - - 0 1"
    listener.engine.set_position(fen, [])
    pos = notation.read(fen)
    answers = {notation.text(pos, move): (0, 0) for move in legal_moves(pos)}
    listener.engine._parts.oracles["tables"] = tables({**answers, "e4e8": (2, 5)})
    best = listener.best(depth=6).move
    assert best is not None
    assert best.startswith("e4"), "the rook is attacked"
    assert best != "e4e8"
    assert listener.infos[-1].pv[0] == best


def test_an_engine_plays_what_the_tables_say_and_at_once(chess_game):
    listener = Listener(chess_game)
    listener.engine.set_position(ROOK, [])
    pos = notation.read(ROOK)
    answers = {notation.text(pos, move): (-2, -9) for move in legal_moves(pos)}
    listener.engine._parts.oracles["tables"] = tables({**answers, "h1h5": (-2, -1)})
    assert listener.seconds(movetime=1500) < 0.5
    assert listener.bests[-1].move == "h1h5"


def test_an_analysis_looks_at_every_move_that_keeps_the_result(chess_game):
    listener = Listener(chess_game)
    listener.engine.set_position(ROOK, [])
    pos = notation.read(ROOK)
    answers = {notation.text(pos, move): (0, 0) for move in legal_moves(pos)}
    listener.engine._parts.oracles["tables"] = tables({**answers, "h1h5": (-2, -1), "h1h6": (-2, -3)})
    listener.options.set("MultiPV", "9")
    listener.go(infinite=True)
    listener.until(lambda: any(info.depth > 5 for info in listener.infos))
    listener.close()
    assert {info.pv[0] for info in listener.infos} == {"h1h5", "h1h6"}


def test_damaged_tables_are_closed_and_the_engine_thinks_for_itself(chess_game, tmp_path):
    for name in ("KRvK.rtbw", "KRvK.rtbz"):
        (tmp_path / name).touch()
    listener = Listener(chess_game, SyzygyPath=tmp_path)
    listener.engine.set_position(ROOK, [])
    assert listener.best(depth=6).move
    assert listener.infos[-1].depth == 6
    assert ["tables closed" in note for note in listener.notes] == [True]
    assert listener.best(depth=2).move
    assert len(listener.notes) == 1


def test_a_folder_without_tables_is_said_and_does_no_harm(chess_game, tmp_path):
    listener = Listener(chess_game, SyzygyPath=tmp_path)
    assert str(tmp_path) in listener.notes[0]
    assert listener.best(depth=2).move
