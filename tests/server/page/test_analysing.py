"""Analysis on the page: pasted records of every format, set-ups, engine lines, variations, review, export."""

import io
from pathlib import Path

import chess.pgn
import pytest

from boyi.engines import load_game
from boyi.protocol.records.connect6 import Connect6Game, write_sau
from boyi.protocol.records.ecui import write_ecui
from boyi.protocol.records.einstein_game import EinsteinGame, EinsteinPly
from boyi.protocol.records.wtn import WtnHeading, write_wtn
from tests.support.protocol.xqf_files import Step, xqf_file
from tests.support.server.visiting import Visitor, cells_of

pytestmark = pytest.mark.browser

CHESS = '[White "Ada"]\n[Black "Eva"]\n[Result "*"]\n\n1. e4 (1. d4 d5 2. c4) e5 2. Nf3 {a comment} Nc6 *\n'
XIANGQI = load_game("xiangqi").start
EINSTEIN = "25 24 23 20 19 15 1 2 3 6 7 11 b 3"
PLIES = (EinsteinPly(0, 6, 15, 10), EinsteinPly(1, 6, 11, 16), EinsteinPly(0, 6, 10, 5))
EINSTEIN_GAME = EinsteinGame(((25, 24, 23, 20, 19, 15), (1, 2, 3, 6, 7, 11)), PLIES)
PASTED = {
    "fen": ("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0),
    "pgn": ("chess", CHESS, 4),
    "uci": ("chess", "e2e4 e7e5 g1f3", 3),
    "xiangqi fen": ("xiangqi", XIANGQI, 0),
    "iccs": ("xiangqi", "h2e2 h9g7 h0g2", 3),
    "wxf": ("xiangqi", "C2.5 H8+7 H2+3", 3),
    "chinese": ("xiangqi", "炮二平五 马8进7 马二进三", 3),
    "sgf": ("connect6", "(;FF[4];B[JJ];W[KKLL];B[IIHH])", 3),
    "stones": ("connect6", "JJ KK LL II HH", 3),
    "einstein position": ("einstein", EINSTEIN, 0),
    "ecui": ("einstein", write_ecui([EINSTEIN_GAME]), 3),
    "wtn": ("einstein", write_wtn(EINSTEIN_GAME, WtnHeading("Ada", "Eva", "", "")), 3),
    "sau": ("connect6", write_sau(Connect6Game(("JJ", "KK", "LL", "II", "HH"))), 3),
}


def paste(visitor: Visitor, game: str, text: str) -> None:
    visitor.go(f"#/analysis?game={game}")
    visitor.browser.run("document.querySelector('textarea').value = arguments[0]", text)
    visitor.browser.press("Read it")
    visitor.browser.until(
        lambda: "were read" in visitor.browser.text("#announcer") or visitor.browser.text(".fault")
    )


def main_line(visitor: Visitor) -> list[str]:
    """The moves of the tree that stand in no variation."""
    script = "return [...document.querySelectorAll('.tree > .ply bdi')].map((one) => one.textContent)"
    return list(visitor.browser.run(script))


@pytest.mark.parametrize("name", PASTED)
def test_a_pasted_text_is_read(visitor: Visitor, name: str) -> None:
    game, text, moves = PASTED[name]
    paste(visitor, game, text)
    assert visitor.browser.text("#announcer") == f"{moves} moves were read"
    assert len(main_line(visitor)) == moves


def test_variations_and_comments_are_shown(visitor: Visitor) -> None:
    paste(visitor, "chess", CHESS)
    assert main_line(visitor) == ["e4", "e5", "Nf3", "Nc6"]
    assert visitor.browser.text(".tree .branch").split() == ["1.", "d4", "d5", "2.", "c4"]
    assert visitor.browser.text(".tree .comment") == "a comment"
    visitor.browser.press("c4", ".tree")
    visitor.browser.press("Make it the main line")
    assert main_line(visitor) == ["d4", "d5", "c4"]
    visitor.browser.press("Remove from here on")
    assert main_line(visitor) == ["d4", "d5"]


def test_a_file_of_xqf_is_read(visitor: Visitor, tmp_path: Path) -> None:
    (tmp_path / "game.xqf").write_bytes(xqf_file(Step("h2e2", next=Step("h9g7", other=Step("b9c7")))))
    visitor.go("#/analysis?game=xiangqi")
    visitor.browser.find("input[type=file]").send_keys(str(tmp_path / "game.xqf"))
    visitor.until_text("#announcer", "2 moves were read")
    assert len(visitor.browser.all(".tree .branch button")) == 1


def test_a_faulty_text_is_told(visitor: Visitor) -> None:
    visitor.go("#/analysis?game=chess")
    visitor.browser.find("textarea").send_keys("1. e4 e5 2. Ke3")
    visitor.browser.press("Read it")
    visitor.browser.until(
        lambda: visitor.browser.run(
            "return [...document.querySelectorAll('.fault')].some((one) => one.textContent)"
        )
    )
    visitor.browser.faults()


def test_a_faulty_set_up_is_told(visitor: Visitor) -> None:
    visitor.go("#/analysis?game=chess")
    visitor.browser.press("Set up a position")
    visitor.browser.press("Clear the board", "main")
    visitor.browser.tap(*cells_of("chess", "e1"))
    visitor.browser.press("Use this position")
    visitor.browser.until(lambda: visitor.browser.text("[aria-label='Set up a position'] .fault"))
    assert "black has no king" in visitor.browser.text("[aria-label='Set up a position'] .fault")
    visitor.browser.faults()
    visitor.browser.find(".palette [aria-label='Black king']").click()
    visitor.browser.tap(*cells_of("chess", "e8"))
    visitor.browser.find(".palette [aria-label='White pawn']").click()
    visitor.browser.tap(*cells_of("chess", "e2"))
    visitor.browser.press("Use this position")
    visitor.browser.until(lambda: not visitor.browser.all(".palette") and visitor.browser.all(".mine"))
    visitor.browser.tap(*cells_of("chess", "e2e4"))
    visitor.browser.until(lambda: main_line(visitor) == ["e4"])


@pytest.mark.parametrize("game", ["chess", "xiangqi", "connect6", "einstein"])
def test_an_engine_tells_its_lines(visitor: Visitor, game: str) -> None:
    text = {"chess": "", "xiangqi": "", "connect6": "JJ", "einstein": EINSTEIN}[game]
    if text:
        paste(visitor, game, text)
    else:
        visitor.go(f"#/analysis?game={game}")
    visitor.browser.choose("[aria-label='Lines of the engine'] select", "2")
    visitor.browser.press("Start the engine")
    visitor.browser.until(lambda: len(visitor.browser.all(".pv")) >= 2)
    assert visitor.browser.text(".pv .worth")
    assert visitor.browser.find(".evalbar").is_displayed() and visitor.browser.all(".arrow")
    visitor.browser.press("Stop")
    before = len(main_line(visitor))
    visitor.browser.run("document.querySelector('.pv button').click()")
    visitor.browser.until(lambda: len(main_line(visitor)) > before)


def test_a_blunder_is_found(visitor: Visitor) -> None:
    paste(visitor, "chess", "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0")
    visitor.browser.choose("[aria-label='What did I do wrong?'] select", "100")
    visitor.browser.press("Review the game")
    visitor.browser.until(
        lambda: visitor.browser.text("[aria-label='What did I do wrong?'] .thinking").startswith("Done")
    )
    assert "Nf6" in visitor.browser.text(".losses")
    assert visitor.browser.all(".losses .blunder") and visitor.browser.all(".plot .curve")


CATCH_SAVED = """
window.saved = null;
URL.createObjectURL = (blob) => (blob.text().then((text) => (window.saved = text)), "#/x");
HTMLAnchorElement.prototype.click = () => {};
"""


def exported(visitor: Visitor, form: str) -> str:
    """What the page saves in a format."""
    visitor.browser.run(CATCH_SAVED)
    visitor.browser.find(f"[data-format='{form}']")
    visitor.browser.run(f"document.querySelector(\"[data-format='{form}']\").click()")
    return str(visitor.browser.until(lambda: visitor.browser.run("return window.saved")))


@pytest.mark.parametrize(
    "name", ["pgn", *(pytest.param(name, marks=pytest.mark.long) for name in ("iccs", "stones", "ecui"))]
)
def test_exports_read_back_equal(visitor: Visitor, name: str) -> None:
    game, text, moves = PASTED[name]
    paste(visitor, game, text)
    for form in set(visitor.ask("api/formats")[game]["write"]) - {"fen"}:
        paste(visitor, game, text)
        before = main_line(visitor)
        record = exported(visitor, form)
        paste(visitor, game, record)
        assert main_line(visitor) == before and len(before) == moves, form
        if (game, form) == ("chess", "pgn"):
            read = chess.pgn.read_game(io.StringIO(record))
            assert read is not None and [move.uci() for move in read.mainline_moves()] == [
                "e2e4",
                "e7e5",
                "g1f3",
                "b8c6",
            ]


def test_an_analysis_is_shared_by_its_address(visitor: Visitor) -> None:
    paste(visitor, "chess", CHESS)
    visitor.browser.run(
        "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }"
    )
    visitor.browser.press("Copy the link of this analysis")
    link = visitor.browser.until(lambda: visitor.browser.run("return window.copied"))
    visitor.browser.open(link)
    visitor.browser.until(lambda: len(main_line(visitor)) == 4)


def test_pictures_are_there() -> None:
    folder = Path(__file__).parents[3] / "server" / "pictures"
    sizes = {path.name: path.stat().st_size for path in folder.iterdir()}
    assert sizes and max(sizes.values()) < 60_000
