"""Positions and records over HTTP: read, written, and read back equal."""

import base64
import io
import random

import chess.pgn
import pytest

from boyi.arena.game.record import GamePly
from boyi.engines import load_game
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING
from boyi.server.messages import FileContent, PositionWish
from boyi.server.records.positions import look_up
from boyi.server.records.writers import WRITERS, formats, write
from boyi.server.refusal import Refusal
from tests.support.protocol.xqf_files import Step, xqf_file
from tests.support.server.web import run, served

GAMES = ("chess", "xiangqi", "connect6", "einstein")
TAGS = {"White": "Ann ]\"[ O'Neil", "Black": "炮 <script>", "Result": "1-0", "Event": "a; [test]"}
STARTS = {
    "chess": "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1",
    "xiangqi": "3ak4/4a4/9/9/9/9/9/9/4A4/R3KA3 b - - 3 7",
    "connect6": "7/7/7/3b3/7/7/7 w 2 6 2",
    "einstein": "0 24 23 20 19 15 1 2 3 6 7 0 r 0",
}


def walk(name, start, count, seed=1):
    """Random moves, with clocks and values."""
    game, rng = load_game(name), random.Random(seed)
    pos, plies = game.notation.read(start or game.start, {}), list[GamePly]()
    while len(plies) < count and result(pos) == ONGOING:
        die = 0
        if game.chance:
            die = pos.die = rng.randint(1, 6)
        move = rng.choice(legal_moves(pos))
        text = game.notation.text(pos, move)
        plies.append(GamePly(text, 1000, 60_000 - len(plies), rng.randint(-300, 300), None, 7, int(die)))
        play(pos, move)
    return plies


ALL = [(name, form) for name in GAMES for form in WRITERS[name]]


@pytest.mark.parametrize("start", ["usual", "other"])
@pytest.mark.parametrize("count", [0, 3, 24])
@pytest.mark.parametrize(("name", "form"), ALL)
def test_what_is_written_reads_back_equal(name, form, count, start):
    begins = STARTS[name] if start == "other" else None
    plies = walk(name, begins, count)
    if begins and form in ("littlegolem", "sau", "row", "wtn"):
        with pytest.raises(Refusal, match=r"this format begins|six pieces"):
            write(name, form, TAGS, begins, plies)
        return
    _, text = write(name, form, TAGS, begins, plies)
    answer = look_up(PositionWish(name, text))
    told = look_up(PositionWish(name, begins or "", [ply.move for ply in plies], [ply.die for ply in plies]))
    assert answer.position.split()[:2] == told.position.split()[:2]
    if form == "fen":
        return
    assert answer.moves == [ply.move for ply in plies]
    if load_game(name).chance:
        assert answer.dice == [ply.die for ply in plies]
    if form in ("pgn", "sgf"):
        assert answer.tags["Result"] == "1-0"


def test_python_chess_reads_our_pgn():
    plies = walk("chess", None, 60)
    _, text = write("chess", "pgn", TAGS, None, plies)
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None and not game.errors
    assert [move.uci() for move in game.mainline_moves()] == [ply.move for ply in plies]
    assert game.headers["Black"] == TAGS["Black"]


def test_chess960_is_written_and_read():
    start = "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1"
    plies = walk("chess", start, 60, seed=5)
    _, text = write("chess", "pgn", TAGS, start, plies)
    assert look_up(PositionWish("chess", text)).moves == [ply.move for ply in plies]


def test_what_is_told_of_a_position():
    answer = look_up(PositionWish("xiangqi", "1. 炮二平五 {好} (1. 炮八平五)", variations=True))
    assert (answer.texts, answer.texts_latin) == (["炮二平五"], ["C2.5"])
    assert answer.tree
    assert [(node.parent, node.move, node.comment) for node in answer.tree] == [
        (-1, "h2e2", "好"), (-1, "b2e2", ""),
    ]  # fmt: skip
    mated = look_up(PositionWish("chess", "1. f3 e5 2. g4 Qh4#"))
    assert mated.check and mated.legal == [] and mated.result and mated.result.winner == 1
    thrown = look_up(PositionWish("einstein", dice=[3]))
    assert thrown.die == 3 and {move[0] for move in thrown.legal or ()} == {"3"}
    assert look_up(PositionWish("connect6")).legal is None


FAULTS = [
    (PositionWish("chess", "hello"), "there is no game"),
    (PositionWish("chess", moves=["e2e4", "e2e4"]), "move 2: illegal move"),
    (PositionWish("xiangqi", FileContent("@@")), "no base64"),
    (PositionWish("xiangqi", FileContent(base64.b64encode(b"\0\1").decode())), "no text"),
    (PositionWish("connect6", "(;B[ZZ])"), "no stone"),
]


@pytest.mark.parametrize(("wish", "fault"), FAULTS)
def test_a_fault_is_named(wish, fault):
    with pytest.raises(Refusal, match=fault):
        look_up(wish)


@pytest.mark.parametrize(
    ("name", "form", "plies", "fault"),
    [
        ("chess", "sgf", [], "chess is not written as 'sgf', but as pgn"),
        ("chess", "pgn", [GamePly("e2e5")], "move 1: illegal move"),
        ("einstein", "wtn", [GamePly("2:24-18")], "the die of every move"),
    ],
)
def test_what_can_t_be_written_is_told(name, form, plies, fault):
    with pytest.raises(Refusal, match=fault):
        write(name, form, {}, None, plies)


def test_all_of_it_over_http(tmp_path):
    async def test():
        async with served(tmp_path) as one:
            assert await one.get("/api/formats") == formats()
            data = base64.b64encode(xqf_file(Step("h2e2", next=Step("h9g7")))).decode()
            answer = await one.post("/api/positions", {"game": "xiangqi", "text": {"base64": data}})
            assert (answer["format"], answer["moves"]) == ("xqf", ["h2e2", "h9g7"])
            moves = [{"move": move} for move in answer["moves"]]
            record = await one.post("/api/records", {"game": "xiangqi", "moves": moves, "format": "wxf"})
            assert record == {"name": "game.txt", "text": "1. C2.5 H8+7\n"}
            names = [engine["name"] for engine in await one.get("/api/engines")]
            assert names == list(GAMES)

    run(test())
