"""Every format is told by its content, and its faults are named."""

import base64

import pytest

from boyi.engines import load_game
from boyi.protocol.records.readers import read
from tests.support.protocol.xqf_files import Step, places, xqf_file

GAMES = {name: load_game(name) for name in ("chess", "xiangqi", "connect6", "einstein")}
LAYOUT = "25 24 23 20 19 15 1 2 3 6 7 11"

TEXTS = {
    ("chess", "pgn"): '[White "Ann"]\n[Result "1-0"]\n\n1. e4 {good} (1. d4 d5 (1... Nf6)) e5 2. Nf3 1-0\n',
    ("chess", "uci"): "e2e4 e7e5 g1f3",
    ("xiangqi", "pgn"): '[Red "Ann"]\n\n1. H2-E2 {good} (1. B2-E2 B9-C7) H9-G7 2. H0-G2 *\n',
    ("xiangqi", "iccs"): "1. h2e2 h9g7 2. H0-G2",
    ("xiangqi", "wxf"): "1. C2.5 H8+7 2. H2+3",
    ("xiangqi", "chinese"): "1. 炮二平五 马８进７ 2. 马二进三",
    ("connect6", "sgf"): "(;FF[4]GM[511]SZ[19]PB[a\\]b];B[JJ];W[JK];W[KK])",
    ("connect6", "sau"): "Black: JJ@@\nWhite: JKKK\n",
    ("connect6", "row"): "j10,j9,k9",
    ("connect6", "stones"): "JJ JKKK",
    (
        "einstein",
        "ecui",
    ): f"ini {LAYOUT}\n01 B 3 23 17 240.00\n02 R 2 02 08 240.00\n03 B 1 25 19 239.00\nendgame\n",
}


@pytest.mark.parametrize(("game", "form"), TEXTS)
def test_a_text_is_read(game, form):
    tree = read(GAMES[game], TEXTS[game, form])
    assert tree.form == form
    assert len(tree.main_line()) == 3


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_read(game):
    start = GAMES[game].start
    assert read(GAMES[game], start).start == start
    assert read(GAMES[game], f"position fen {start}").form == "uci"


@pytest.mark.parametrize("game", ["chess", "xiangqi"])
def test_variations_and_comments_are_kept(game):
    tree = read(GAMES[game], TEXTS[game, "pgn"])
    line = [tree.nodes.index(node) for node in tree.main_line()]
    assert tree.nodes[0].comment == "good"
    assert [node for i, node in enumerate(tree.nodes) if i not in line and node.parent == -1]
    assert next(iter(tree.tags.values())) == "Ann"


def test_moves_are_told_as_people_write_them():
    assert [node.text for node in read(GAMES["chess"], "e2e4 e7e5 g1f3").nodes] == ["e4", "e5", "Nf3"]
    assert read(GAMES["xiangqi"], "h2e2").nodes[0].text == "炮二平五"


FAULTS = {
    ("chess", "1. e4 e5 2. Ke3"): "illegal san",
    ("chess", "hello"): "there is no game",
    ("chess", "8/8/8/8/8/8/8/8 w - - 0 1"): "white has no king",
    ("chess", "e2e4 e2e4"): "move 2: illegal move e2e4",
    ("xiangqi", "1. H2-E9"): "move 1: illegal move h2e9",
    ("xiangqi", "1. H2-E2 (1. B2-E2"): "a variation does not end",
    ("xiangqi", "1. H2-E2 )"): "a variation ends that was not begun",
    ("connect6", "hello"): "is no stone",
    ("connect6", "JJ JJ"): "move 2: no stone can be placed",
    ("einstein", "hello"): "line 1 is none of a record",
    ("einstein", f"ini {LAYOUT}\n01 B 3 23 01 240.00\n"): "move 1: illegal move 23-1",
    ("einstein", "  "): "there is nothing in it",
}


@pytest.mark.parametrize(("game", "text"), FAULTS)
def test_a_fault_is_named(game, text):
    with pytest.raises(ValueError, match=FAULTS[game, text]):
        read(GAMES[game], text)


@pytest.mark.parametrize("version", [10, 11, 18])
def test_xqf_is_read(version):
    reply = Step("h9g7", other=Step("b9c7", "an alternative", Step("b2c2")), next=Step("h0g2", "红方跳马"))
    data = xqf_file(
        Step("h2e2", next=reply, other=Step("b2e2")),
        version,
        intro="an intro",
        names=((304, "胡荣华"), (80, "A")),
    )
    tree = read(GAMES["xiangqi"], data)
    assert (tree.form, tree.start, tree.intro) == ("xqf", None, "an intro")
    assert [node.move for node in tree.main_line()] == ["h2e2", "h9g7", "h0g2"]
    assert [(node.parent, node.move) for node in tree.nodes] == [
        (-1, "h2e2"), (0, "h9g7"), (1, "h0g2"), (0, "b9c7"), (3, "b2c2"), (-1, "b2e2"),
    ]  # fmt: skip
    assert tree.nodes[2].comment == "红方跳马"
    assert tree.tags == {"Title": "A", "Red": "胡荣华", "Result": "1-0"}


@pytest.mark.parametrize("told", [True, False])
def test_xqf_may_begin_anywhere(told):
    men = [255] * 32
    men[4], men[0], men[20] = 40, 0, 59
    tree = read(GAMES["xiangqi"], xqf_file(Step("f9f8"), men=men, black_first=told))
    assert tree.start == "5k3/9/9/9/9/9/9/9/9/R3K4 b - - 0 1"
    assert [node.move for node in tree.nodes] == ["f9f8"]


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"XQ" + bytes(100), "heading"),
        (xqf_file(Step("h2e2", next=Step("h9g7")))[:-4], "in the middle"),
        (xqf_file(Step("h2e9")), "illegal move"),
        (xqf_file(Step("h2e2"), men=[*places()[:-1], 0]), "two men"),
        (b"\0\1\2", "no text"),
    ],
)
def test_a_fault_of_a_file_is_named(data, fault):
    with pytest.raises(ValueError, match=fault):
        read(GAMES["xiangqi"], data)


def test_no_file_is_more_than_a_fault():
    """Whatever is changed in a file, it is read or refused."""
    good = xqf_file(Step("h2e2", "a", Step("h9g7", other=Step("b9c7"))))
    for at in [*range(60), *range(1024, len(good))]:
        for value in (0, 0x7F, 0xFF):
            data = bytearray(good)
            data[at] = value
            try:
                read(GAMES["xiangqi"], bytes(data))
            except ValueError as error:
                assert "\n" not in str(error)


def test_old_chinese_text_is_understood():
    data = TEXTS["xiangqi", "chinese"].encode("gb18030")
    assert len(read(GAMES["xiangqi"], base64.b64decode(base64.b64encode(data))).nodes) == 3
