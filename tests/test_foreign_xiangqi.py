"""Xiangqi against programs of other people, where they are installed."""

import os
import random

import pytest

from boyi.engines import load_game
from boyi.engines.perft import perft
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import DRAWN, LOST, ONGOING, WON
from boyi.engines.xiangqi import START, notation
from boyi.protocol.cyclone import shifted
from tests.engines.listening import Listener
from tests.engines.walks import walk
from tests.talking import Talk
from tests.test_foreign_chess import find

pytestmark = pytest.mark.foreign
GAMES, PLIES = int(os.environ.get("BOYI_ORACLE_GAMES", "20")), 160
"""BOYI_ORACLE_GAMES=2000 plays as many as anyone may wish."""
THEIR_LIMIT = 100
"""Plies without a capture after which pyffish calls a draw; we count to 120."""


def test_random_positions_have_as_many_lines_as_fairy_stockfish_counts():
    lot = random.Random("lines")
    with Talk((find("fairy-stockfish"),)) as other:
        other.say("uci", "setoption name UCI_Variant value xiangqi")
        for _ in range(12):
            *_, pos = walk(notation.read(START), lot.randrange(10, 90), lot)
            fen = notation.write(pos)
            other.say(f"position fen {fen}", "go perft 3")
            count = int(other.hear("^Nodes searched")[-1].split(":")[1])
            assert perft(notation.read(fen), 3) == count, fen


def foreign_value(ended: bool, value: int) -> int:
    """pyffish's result for the side to move in our words."""
    if not ended:
        return ONGOING
    return DRAWN if value == 0 else WON if value > 0 else LOST


def compare(lot: random.Random) -> None:
    """One random game in step with pyffish: the same moves and the same end."""
    ffish = pytest.importorskip("pyffish")
    pos, moves = notation.read(START), list[str]()
    while len(moves) < PLIES:
        theirs = {shifted(move, -1) for move in ffish.legal_moves("xiangqi", START, moves)}
        ours = {notation.text(pos, move) for move in legal_moves(pos)}
        stands = result(pos)
        if pos.quiet >= THEIR_LIMIT or (ours and notation.ending(pos) == "no attackers"):
            return  # ends that the two programs count differently
        if ours:
            ended = ffish.is_optional_game_end("xiangqi", START, moves)
            assert foreign_value(*ended) == stands, moves
        else:
            assert foreign_value(True, ffish.game_result("xiangqi", START, moves)) == stands == LOST
        if stands != ONGOING:
            return
        assert ours == theirs, moves
        move = lot.choice(sorted(ours))
        moves.append(shifted(move, 1))
        play(pos, notation.move(pos, move))


@pytest.mark.timeout(7200)
def test_random_games_are_played_alike_by_pyffish():
    lot = random.Random("pyffish")
    for _ in range(GAMES):
        compare(lot)


def test_a_short_game_against_fairy_stockfish():
    listener, pos, played = Listener(load_game("xiangqi")), notation.read(START), list[str]()
    with Talk((find("fairy-stockfish"),)) as other:
        other.say("ucci")
        other.hear("^ucciok")
        while result(pos) == ONGOING and len(played) < 40:
            if pos.side == 0:
                listener.engine.set_position(None, played)
                move = listener.best(nodes=3000).move
            else:
                other.say(f"position startpos moves {' '.join(played)}", "go nodes 500")
                move = other.hear("^bestmove")[-1].split()[1]
            assert move is not None
            play(pos, notation.move(pos, move))
            played.append(move)
    assert len(played) > 10
