"""One game: what ends it, and what is written down."""

import asyncio
import random

import pytest

from boyi.arena.game.adjudication import Adjudication, Adjudicator
from boyi.arena.game.clock import PlayerClock, TimeControl
from boyi.arena.game.match import Match, MatchOutcome
from boyi.arena.game.openings import Opening
from boyi.arena.game.record import GamePly
from boyi.arena.game.rules import Rulebook
from boyi.arena.game.schedule import Fixture
from boyi.engines import load_game
from boyi.protocol.engines import EngineDied, EngineLied, EngineSilent, Reply
from tests.support.arena.seats import Puppet, info, seat

FOOLS = (["f2f3", "g2g4"], ["e7e5", "d8h4"])
MARGIN = 0.05
START = Opening()


@pytest.fixture(scope="module")
def rules():
    return Rulebook(load_game("chess"))


@pytest.fixture
def puppets():
    """The engines of the game last played."""
    return []


@pytest.fixture
def play(rules, puppets):
    def play(white, black, opening=START, tc="10+0.1", **adjudication) -> MatchOutcome:
        puppets[:] = Puppet("a", white), Puppet("b", black)
        clocks = [PlayerClock(TimeControl.read(tc), MARGIN, 5.0) for _ in range(2)]
        match = Match(
            rules,
            Fixture(6, 3, ("a", "b")),
            opening,
            (seat(puppets[0]), seat(puppets[1])),
            (clocks[0], clocks[1]),
            Adjudicator(Adjudication(**adjudication)),
            random.Random(1),
        )
        return asyncio.run(match.play())

    return play


def test_a_game_to_its_end(play):
    played = play(*FOOLS)
    result = played.result
    assert (result.number, result.pair, result.players) == (6, 3, ("a", "b"))
    assert (result.score, result.reason, result.plies, result.fault) == (0.0, "mate", 4, "")
    assert played.culprit is None
    assert [ply.move for ply in played.record.plies] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert played.record.plies[0] == GamePly("f2f3", 0, 10_100)
    assert 0 < result.overhead_ms < 100
    assert result.started.startswith("20")


def test_what_engines_are_asked(play, puppets):
    play(*FOOLS)
    white, black = puppets
    assert white.games == black.games == [None]
    assert [turn.moves for turn in white.turns] == [(), ("f2f3", "e7e5")]
    assert [turn.side for turn in black.turns] == [1, 1]
    first, second = black.turns[1].limits.clocks
    assert (first.time, second.time, second.increment) == (10_200, 10_100, 100)
    assert black.turns[1].now().startswith("rnb1kbnr")


def test_an_opening_with_black_to_move(play, puppets):
    start = "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1"
    played = play(["g2g4"], ["d8h4"], Opening("x", start, ("e7e5",)))
    assert (played.result.score, played.result.plies, played.result.opening) == (0.0, 3, "x")
    assert played.record.start == start
    assert played.record.plies[0] == GamePly("e7e5")
    assert [turn.moves for turn in puppets[0].turns] == [("e7e5",)]
    assert puppets[1].games == [start]


@pytest.mark.parametrize(
    ("answer", "reason", "blamed", "words"),
    [
        ("e2e5", "illegal move", True, ["a: illegal move e2e5 in rnbqkbnr/", "after go some way"]),
        ("nonsense", "illegal move", True, ["nonsense"]),
        (Reply(None, 0.1, None), "no move", True, ["rnbqkbnr/"]),
        (
            Reply("e2e4", 10.06, None),
            "time",
            True,
            ["a: 10.060 s used of 10.000 s in rnbqkbnr/", "after go some way"],
        ),
        (Reply(None, 0.1, None, resigns=True), "resignation", False, []),
        (Reply(None, 0.1, None, claims="1-0 {white mates}"), "false claim", True, ["1-0 {white mates}"]),
        (EngineDied("a", "it was ended by SIGSEGV"), "crash", True, ["a: it was ended by SIGSEGV"]),
        (EngineSilent("a", "no answer within 2 s"), "stall", True, ["no answer within 2 s"]),
        (EngineLied("a", "it speaks in tongues"), "protocol", True, ["it speaks in tongues"]),
    ],
)
def test_faults_lose_the_game(play, answer, reason, blamed, words):
    played = play([answer], [])
    assert (played.result.score, played.result.reason, played.result.plies) == (0.0, reason, 0)
    assert played.culprit == (0 if blamed else None)
    for word in words:
        assert word in played.result.fault
    second = play(["e2e4"], [EngineDied("b", "gone") if isinstance(answer, Exception) else answer])
    assert second.result.score == 1.0


def test_time_within_the_margin_is_forgiven(play):
    played = play([Reply("f2f3", 1.04, None), "g2g4"], ["e7e5", Reply("d8h4", 1.06, None)], tc="1")
    assert (played.result.score, played.result.reason) == (1.0, "time")
    assert played.record.plies[0].left == 0


@pytest.mark.parametrize("side", [0, 1])
def test_an_engine_that_dies_between_games(rules, side):
    async def die(self, start):
        raise EngineDied(self.spec.name, "it is dead")

    class Dead(Puppet):
        new_game = die

    engines = [Puppet("a", []), Puppet("b", [])]
    engines[side] = Dead("ab"[side], [])
    clock = PlayerClock(TimeControl.read("1"), MARGIN, 5.0)
    seats = seat(engines[0]), seat(engines[1])
    rng, fixture = random.Random(1), Fixture(0, 0, ("a", "b"))
    match = Match(rules, fixture, Opening(), seats, (clock, clock), Adjudicator(Adjudication()), rng)
    played = asyncio.run(match.play())
    assert (played.result.score, played.result.reason, played.culprit) == (float(side), "crash", side)


def test_lines_of_play_that_break_the_rules_are_counted(play):
    answers = [
        Reply("f2f3", 0.1, info(0, ["f2f3", "e7e5", "e2e8"])),
        Reply("g2g4", 0.1, info(0, ["e2e4", "e7e5"])),
    ]
    black = [
        Reply("e7e5", 0.1, info(0, ["e7e5", "g2g4", "d8h4"])),
        Reply("d8h4", 0.1, info(0, ["d8h4", "e1f2"], mate=1)),
    ]
    played = play(answers, black)
    assert played.result.pv_faults == (2, 1)
    assert played.record.plies[3].mate == 1


def test_a_game_that_is_called(play):
    clear = [Reply(move, 0.1, info(900)) for move in ("f2f3", "a2a3")]
    lost = [Reply(move, 0.1, info(-900)) for move in ("e7e5", "a7a6")]
    played = play(clear, lost, win_score=800, win_moves=2)
    assert (played.result.score, played.result.reason, played.result.plies) == (1.0, "adjudicated: score", 4)


def test_the_board_speaks_before_the_players(play):
    white, black = ([Reply(move, 0.1, info(0)) for move in moves] for moves in FOOLS)
    played = play(white, black, draw_score=5, draw_moves=2, draw_from=0)
    assert played.result.reason == "mate"
