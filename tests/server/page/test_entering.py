"""Entering moves: promotion, drags, a second tap on a phone, dice by hand, typed moves, stones of a turn."""

import pytest
from selenium.webdriver.common.keys import Keys

from tests.support.server.visiting import Visitor, cells_of

pytestmark = pytest.mark.browser

PERSON = {"kind": "person", "name": "Ada"}


def engine(game: str) -> dict[str, object]:
    return {"kind": "engine", "engine": game, "options": {}, "elo": None, "movetime": None, "nodes": 50}


def first_move(visitor: Visitor) -> str:
    visitor.browser.until(lambda: visitor.state()["moves"])
    return str(visitor.state()["moves"][0]["move"])


def test_a_pawn_becomes_what_its_player_chooses(visitor: Visitor) -> None:
    visitor.begin(game="chess", start="8/P6k/8/8/8/8/8/K7 w - - 0 1", players=[PERSON, engine("chess")])
    visitor.browser.tap(*cells_of("chess", "a7a8"))
    visitor.browser.find("dialog [aria-label='White knight']").click()
    assert first_move(visitor) == "a7a8n"


def test_a_promotion_may_be_called_off(visitor: Visitor) -> None:
    visitor.begin(game="chess", start="8/P6k/8/8/8/8/8/K7 w - - 0 1", players=[PERSON, engine("chess")])
    visitor.browser.tap(*cells_of("chess", "a7a8"))
    visitor.browser.press("Cancel", "dialog")
    assert visitor.state()["moves"] == []
    visitor.browser.tap(*cells_of("chess", "a1a2"))
    assert first_move(visitor) == "a1a2"


def test_a_piece_is_dragged(visitor: Visitor) -> None:
    visitor.begin(game="chess", players=[PERSON, engine("chess")])
    visitor.browser.drag(*cells_of("chess", "e2e5"))
    assert visitor.state()["moves"] == []
    visitor.browser.drag(*cells_of("chess", "e2e4"))
    assert first_move(visitor) == "e2e4"


def test_on_a_phone_the_second_tap_plays(visitor: Visitor) -> None:
    visitor.browser.size(390, 844, phone=True)
    visitor.begin(game="connect6", players=[PERSON, engine("connect6")])
    visitor.browser.tap(*cells_of("connect6", "JJ"))
    assert visitor.browser.all(".ghost")
    visitor.browser.tap(*cells_of("connect6", "KJ"))
    assert len(visitor.browser.all(".ghost")) == 1
    assert visitor.state()["moves"] == []
    visitor.browser.tap(*cells_of("connect6", "KJ"))
    assert first_move(visitor) == "KJ"


def test_a_stone_of_a_turn_may_be_taken_up_again(visitor: Visitor) -> None:
    start = "/".join(["9"] * 9) + " b 2 6 2"
    visitor.begin(game="connect6", start=start, players=[PERSON, engine("connect6")])
    visitor.browser.tap(0, 0, 1, 2)
    visitor.browser.until(lambda: len(visitor.state()["moves"]) >= 2)
    board = visitor.state()
    assert sorted(move["move"] for move in board["moves"])[:1] != ["AA"]
    assert visitor.browser.text(".moves button").strip() == "BA CA"


def test_dice_are_entered_by_hand(visitor: Visitor) -> None:
    visitor.begin(game="einstein", dice="hand", players=[PERSON, engine("einstein")])
    visitor.browser.until(lambda: "die first" in visitor.browser.text(".status"))
    visitor.browser.find(".diebutton[aria-label='3']").click()
    visitor.browser.until(lambda: visitor.browser.text(".status") == "Your move")
    assert visitor.state()["die"] == 3
    visitor.move("einstein", visitor.state()["legal"][0])
    assert first_move(visitor)
    visitor.browser.until(visitor.browser.all(".diebutton")[0].is_displayed)
    visitor.browser.find(".diebutton[aria-label='6']").click()
    visitor.browser.until(lambda: len(visitor.state()["moves"]) == 2)


def test_a_move_is_typed_and_a_wrong_one_refused(visitor: Visitor) -> None:
    visitor.begin(game="chess", players=[PERSON, engine("chess")])
    box = visitor.browser.find(".panel form input")
    box.send_keys("e2e5", Keys.ENTER)
    visitor.browser.until(lambda: visitor.browser.text(".panel .fault"))
    visitor.browser.faults()  # the refused request is in the browser's log
    box.send_keys("e2e4", Keys.ENTER)
    assert first_move(visitor) == "e2e4"
    visitor.browser.until(lambda: not visitor.browser.text(".panel .fault"))


def test_moves_are_read_out(visitor: Visitor) -> None:
    start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    visitor.begin(game="chess", start=start, players=[PERSON, {"kind": "person", "name": "Eva"}])
    visitor.browser.tap(*cells_of("chess", "e2e4"))
    visitor.browser.until(lambda: visitor.browser.text("#announcer") == "White pawn from e2 to e4")
    names = [cell.get_attribute("aria-label") for cell in visitor.browser.all("[role=gridcell]")]
    assert "e4, White pawn, last move" in names and "a1, empty" in names
