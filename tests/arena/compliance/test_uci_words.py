"""The grammar of an engine's lines, and the positions that the checks use."""

import chess
import pytest

from boyi.arena.compliance.base.position import Setup, is_legal, random_game, replay
from boyi.arena.compliance.base.samples import CHESS
from boyi.arena.compliance.uci.grammar import info_fault, option_fault
from boyi.engines import load_game

GAME = load_game("chess")


@pytest.mark.parametrize(
    "line",
    [
        "info",
        "info depth 1 seldepth 2 multipv 1 score cp -31 nodes 5 nps 7 hashfull 0 time 3 pv e2e4 e7e5",
        "info depth 12 score mate -3 lowerbound pv a7a8q",
        "info score cp 20 upperbound wdl 1 990 9 depth 3",
        "info string score cp x, depth and what not",
        "info depth 3 string pv is what comes next",
        "info currmove e1e8 currmovenumber 3",
        "info currline 1 e2e4 e7e5 cpuload 900",
        "info depth 3 colour blue",
    ],
)
def test_an_info_that_is_well_formed(line):
    assert info_fault(line) == ""


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("info depth", "depth"),
        ("info depth x score cp 3", "depth x"),
        ("info depth -1", "depth -1"),
        ("info depth 3 score 20", "score 20"),
        ("info depth 3 score cp", "score cp"),
        ("info depth 3 score cp 1.5", "score cp 1.5"),
        ("info depth 3 score cp 2 exact", "score cp 2 exact"),
        ("info depth 3 score mate", "score mate"),
        ("info depth 3 nodes many pv e2e4", "nodes many"),
        ("info depth 3 pv", "pv"),
        ("info depth 3 pv e2e4 Nf6", "pv e2e4 Nf6"),
        ("info currmove Nf3", "currmove Nf3"),
        ("info seldepth 4 nodes 3", "seldepth without depth"),
        ("info depth 3 wdl 1 2", "wdl 1 2"),
    ],
)
def test_an_info_that_is_not(line, fault):
    assert info_fault(line) == fault


@pytest.mark.parametrize(
    "line",
    [
        "option name Hash type spin default 16 min 1 max 1024",
        "option name Clear Hash type button",
        "option name Ponder type check default true",
        "option name Style type combo default very calm var very calm var wild",
        "option name Path type string default <empty>",
        "option name Path type string default",
    ],
)
def test_an_option_that_is_well_formed(line):
    assert option_fault(line) == ""


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("option type spin default 1 min 1 max 2", "no name"),
        ("option name Hash", "no type ''"),
        ("option name Hash type number default 3", "no type 'number'"),
        ("option name Hash type spin default 16", "default, min and max are not all numbers"),
        ("option name Hash type spin default 0 min 1 max 2", "its default is out of bounds"),
        ("option name Ponder type check default yes", "its default is neither true nor false"),
        ("option name Style type combo default mad var calm", "its default is none of its choices"),
        ("option name Path type string", "it has no default"),
        ("option name Clear type button default 1", "a button has no value"),
    ],
)
def test_an_option_that_is_not(line, fault):
    assert option_fault(line) == fault


def board(setup: Setup) -> chess.Board:
    """The position according to another program."""
    result = chess.Board(setup.fen or chess.STARTING_FEN, chess960=setup in CHESS.shuffled)
    for move in setup.moves:
        result.push_uci(move)
    return result


def test_games_after_unusual_moves_leave_few_replies():
    setups = [setup for group in CHESS.special.values() for setup in group] + list(CHESS.shuffled)
    for setup in setups:
        found = board(setup)
        assert replay(GAME, setup).side == (0 if found.turn else 1)
        assert 1 <= found.legal_moves.count() <= 5


def test_mates_are_mates():
    for setup, move in CHESS.mates:
        found = board(setup)
        assert [m.uci() for m in found.legal_moves if is_mate(found, m)] == [move]
    doomed = board(CHESS.doomed)
    for escape in list(doomed.legal_moves):
        doomed.push(escape)
        assert any(is_mate(doomed, reply) for reply in doomed.legal_moves)
        doomed.pop()


def is_mate(found: chess.Board, move: chess.Move) -> bool:
    found.push(move)
    mate = found.is_checkmate()
    found.pop()
    return mate


def test_ends_are_ends_and_what_looks_impossible_is():
    assert [board(setup).outcome() is None for setup in CHESS.ended] == [False, False]
    assert not chess.Board(CHESS.impossible).is_valid()
    assert all(is_legal(GAME, CHESS.openings[0], move) for move in CHESS.restricted)
    assert is_legal(GAME, Setup(), CHESS.first_move)
    assert not is_legal(GAME, Setup(), CHESS.illegal_move)
    assert [board(setup).turn for setup in CHESS.openings[:2]] == [chess.BLACK, chess.WHITE]


def test_the_long_game_is_long_and_the_same_every_time():
    setup = random_game(GAME, 400, CHESS.long_game_seed)
    assert len(setup.moves) == 400
    assert setup == random_game(GAME, 400, CHESS.long_game_seed)
    assert not board(setup).is_game_over()
