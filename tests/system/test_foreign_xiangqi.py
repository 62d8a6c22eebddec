"""Xiangqi against programs of other people, where they are installed."""

import functools
import os
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from boyi.engines import load_game
from boyi.engines.jit import Record
from boyi.engines.play import legal_moves, perft, play, result
from boyi.engines.rules import DRAWN, LOST, ONGOING, WON
from boyi.engines.xiangqi import START, notation
from boyi.engines.xiangqi.pieces import EMPTY
from boyi.engines.xiangqi.position import source, target
from tests.support.engines.listening import Listener
from tests.support.engines.walks import walk
from tests.support.protocol.talking import Talk
from tests.system.test_foreign_chess import find

pytestmark = pytest.mark.foreign
GAMES = int(os.environ.get("BOYI_ORACLE_GAMES", "20"))
"""BOYI_ORACLE_GAMES=2000 plays as many as anyone may wish."""
THEIR_LIMIT = 100
"""Plies without a capture after which pyffish calls a draw; we count to 120."""
EAGER = 0.5
"""How often a random game takes something if it can; without that, games go on for 400 plies."""
SAMPLED = 10
"""Plies between looks at pyffish's result where it can't have changed: each call takes 1.6 ms."""


def test_random_positions_have_as_many_lines_as_fairy_stockfish_counts():
    rng = random.Random("lines")
    with Talk((find("fairy-stockfish"),)) as other:
        other.say("uci", "setoption name UCI_Variant value xiangqi")
        for _ in range(12):
            *_, pos = walk(notation.read(START), rng.randrange(10, 90), rng)
            fen = notation.write(pos)
            other.say(f"position fen {fen}", "go perft 3")
            count = int(other.hear("^Nodes searched")[-1].split(":")[1])
            assert perft(notation.read(fen), 3) == count, fen


def foreign_value(ended: bool, value: int) -> int:
    """pyffish's result for the side to move in our words."""
    if not ended:
        return ONGOING
    return DRAWN if value == 0 else WON if value > 0 else LOST


@functools.cache
def foreign(move: int) -> str:
    """A move as pyffish writes it."""
    origin, goal = source(move), target(move)
    return "".join(f"{'abcdefghi'[square % 9]}{square // 9 + 1}" for square in (origin, goal))


@dataclass
class Pair:
    """One game, kept by us and by pyffish; by pyffish from the last capture on."""

    pos: Record = field(default_factory=lambda: notation.read(START))
    fen: str = START
    moves: list[str] = field(default_factory=list)
    keys: set[int] = field(default_factory=set)
    returned: bool = False

    def play(self, move: int) -> None:
        """Make a move in both."""
        self.keys.add(int(self.pos.key))
        captures = self.pos.board[target(move)] != EMPTY
        play(self.pos, move)
        self.moves.append(foreign(move))
        self.returned = int(self.pos.key) in self.keys
        if captures:
            self.fen, self.moves = notation.write(self.pos), []
            self.keys.clear()

    def story(self) -> str:
        """Where the game stands, for a message."""
        return f"{self.fen} moves {' '.join(self.moves)}"

    def compare_moves(self, ffish: Any) -> list[int]:
        """The legal moves, if both agree."""
        legal = sorted(legal_moves(self.pos))
        theirs = ffish.legal_moves("xiangqi", self.fen, self.moves)
        assert sorted(theirs) == sorted(map(foreign, legal)), self.story()
        return legal

    def compare_result(self, ffish: Any, legal: list[int]) -> str:
        """How the game ended, if both agree; nothing if it goes on."""
        stands, ends = result(self.pos), notation.ending(self.pos)
        if not legal:
            theirs = ffish.game_result("xiangqi", self.fen, self.moves)
            assert foreign_value(True, theirs) == stands == LOST, self.story()
            return ends
        if ends == "no attackers":
            return ends  # pyffish plays on until its limit
        count = len(self.moves)
        if stands == ONGOING and not self.returned and count < THEIR_LIMIT and count % SAMPLED:
            return ""
        theirs = foreign_value(*ffish.is_optional_game_end("xiangqi", self.fen, self.moves))
        if theirs == DRAWN and stands == ONGOING and count >= THEIR_LIMIT:
            return "their limit"
        assert theirs == stands, self.story()
        return ends


def compare(rng: random.Random) -> str:
    """One random game in step with pyffish: the same moves and the same end, which it tells."""
    ffish, pair = pytest.importorskip("pyffish"), Pair()
    while True:
        legal = pair.compare_moves(ffish)
        if ended := pair.compare_result(ffish, legal):
            return ended
        captures = [move for move in legal if pair.pos.board[target(move)] != EMPTY]
        pair.play(rng.choice(captures if captures and rng.random() < EAGER else legal))


@pytest.mark.timeout(36000)
def test_random_games_are_played_alike_by_pyffish():
    ends = Counter(compare(random.Random(f"pyffish {number}")) for number in range(GAMES))
    print(dict(ends))
    assert ends.total() == GAMES
    assert len(ends) > 2, "games that end alike prove little"


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
