"""The rules as they are applied to what engines say."""

import dataclasses
import random
import sys
import types

import pytest

from boyi.arena.game.adjudication import Verdict
from boyi.arena.game.openings import Opening
from boyi.arena.game.rules import Referee, Rulebook
from boyi.engines import load_game
from boyi.engines.rules import ONGOING

CHESS = load_game("chess")
KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8")


@pytest.fixture(scope="module")
def rules():
    return Rulebook(CHESS)


def after(rules: Rulebook, moves: str, start: str | None = None) -> Referee:
    referee = Referee(rules, Opening("", start), random.Random(1))
    for text in moves.split():
        referee.play(text)
    return referee


@pytest.mark.parametrize(
    ("start", "moves", "score", "reason"),
    [
        (None, "f2f3 e7e5 g2g4 d8h4", 0.0, "mate"),
        (None, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7", 1.0, "mate"),
        (None, " ".join(KNIGHTS * 2), 0.5, "threefold repetition"),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", 0.5, "stalemate"),
        ("8/8/8/8/8/2k5/1p6/K7 w - - 0 1", "a1a2 b2b1n", 0.5, "insufficient material"),
        ("7k/8/8/8/8/8/R7/K7 w - - 99 80", "a2b2", 0.5, "fifty moves"),
        ("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8", 1.0, "mate"),
    ],
)
def test_how_games_end(rules, start, moves, score, reason):
    words = moves.split()
    assert after(rules, " ".join(words[:-1]), start).ended() is None
    assert after(rules, moves, start).ended() == Verdict(score, reason)


def test_who_is_to_move(rules):
    assert after(rules, "").side == 0
    assert after(rules, "e2e4").side == 1
    assert after(rules, "", "7k/8/6K1/8/8/8/8/R7 b - - 0 1").side == 1


def test_moves_are_kept_in_one_spelling(rules):
    castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    for text in ("e1g1", "e1h1", "E1G1"):
        referee = Referee(rules, Opening("", castling), random.Random(1))
        assert referee.play(text) == "e1g1"


def test_a_guess_from_another_position_is_not_believed(rules):
    castling, running = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/4K3/R3R3 w - - 0 1"
    first, second = (Referee(rules, Opening("", fen), random.Random(1)) for fen in (castling, running))
    first.play("e1g1")
    assert second.play("e1g1") == "e1g1"
    third = Referee(rules, Opening("", castling), random.Random(1))
    third.play("e1g1")
    assert third.now().startswith("r3k2r/8/8/8/8/8/8/R4RK1 b")


@pytest.mark.parametrize("text", ["e2e5", "", "knight takes", "e7e5", "e2e4q"])
def test_an_illegal_move(rules, text):
    with pytest.raises(ValueError, match="illegal move"):
        after(rules, "").play(text)


@pytest.mark.parametrize(
    ("line", "playable"),
    [
        (["e2e4", "e7e5", "g1f3"], True),
        ([], True),
        (["e2e4", "e2e4"], False),
        (["e2e4", "nonsense"], False),
        (["f2f3", "e7e5", "g2g4", "d8h4"], True),
        (["f2f3", "e7e5", "g2g4", "d8h4", "a2a3"], False),
        ([*KNIGHTS] * 20, True),
        ([*(KNIGHTS * 25), "nonsense"], True),
    ],
    ids=["good", "none", "twice", "nonsense", "to mate", "past mate", "repeating", "too long to look"],
)
def test_lines_of_play(rules, line, playable):
    referee = after(rules, "")
    before = referee.now()
    assert rules.playable(referee.pos, line) is playable
    assert referee.now() == before


@pytest.fixture
def dice(monkeypatch):
    """Chess in which a die is thrown before each move; the throws."""
    thrown: list[int] = []
    module = types.ModuleType("dice_of_a_test")
    module.throw = lambda pos, rng: thrown.append(rng.randrange(6))  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "dice_of_a_test", module)
    return dataclasses.replace(CHESS, chance="dice_of_a_test:throw"), thrown


def test_dice_come_from_the_lot_alone(dice):
    game, thrown = dice
    book = Rulebook(game)

    def throws(moves: str) -> list[int]:
        thrown.clear()
        referee = Referee(book, Opening(), random.Random("1 7"))
        for text in moves.split():
            book.playable(referee.pos, [text])
            referee.play(text)
        return list(thrown)

    assert throws("e2e4 e7e5 g1f3") == throws("d2d4 d7d5 c2c4")
    assert len(throws("e2e4 e7e5 g1f3")) == 4


def test_behind_dice_only_the_first_move_of_a_line_counts(dice):
    game, _ = dice
    book = Rulebook(game)
    pos, _, _ = book.set_up(Opening(), random.Random(1))
    assert book.playable(pos, ["e2e4", "nonsense"])
    assert not book.playable(pos, ["nonsense"])


def test_an_opening_of_a_game_with_dice_is_any_moves():
    """Whatever was thrown for them; what is thrown for the next move is the game's own luck."""
    einstein = Rulebook(load_game("einstein"))
    opening = Opening("", None, ("4:20-14", "3:3-9"))
    einstein.check(opening)
    thrown = set()
    for seed in range(20):
        pos, outcome, legal = einstein.set_up(opening, random.Random(seed))
        assert (outcome, int(pos.side), bool(legal)) == (ONGOING, 0, True)
        thrown.add(int(pos.die))
    assert len(thrown) > 3
