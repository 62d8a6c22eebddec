"""The form of a new game: every game, every mode, and what a game may begin with."""

import pytest

from tests.support.server.visiting import Visitor

pytestmark = pytest.mark.browser


def fill(visitor: Visitor, game: str, mode: str) -> None:
    visitor.go("#/")
    visitor.browser.choose(f"input[name=game][value={game}]", game)
    visitor.browser.choose(f"input[name=mode][value={mode}]", mode)


def start(visitor: Visitor) -> None:
    visitor.browser.press("Start the game")
    visitor.browser.find(".panel")


def test_an_engine_is_chosen_with_its_strength(visitor: Visitor) -> None:
    fill(visitor, "chess", "engine")
    visitor.browser.find("input[autocomplete=nickname]").send_keys("Ada")
    visitor.browser.run(
        """const slider = document.querySelector("input[type=range]");
        slider.value = slider.min; slider.dispatchEvent(new Event("input"))"""
    )
    least = visitor.browser.find("input[type=range]").get_attribute("min")
    visitor.until_text("fieldset.engine output", f"Elo {least}")
    visitor.browser.choose("input[name=side][value='1']", "1")
    start(visitor)
    visitor.until_moves(1)
    engine, person = visitor.state()["players"]
    assert (engine["kind"], engine["elo"], person["name"]) == ("engine", int(least or 0), "Ada")
    assert visitor.browser.text(".seat.tomove .name") == "Ada"
    assert visitor.browser.find(".board .cell").get_attribute("data-index") == "63"


def test_chess960_begins_from_a_drawn_row(visitor: Visitor) -> None:
    fill(visitor, "chess", "person")
    visitor.browser.press("Draw a start of Chess960")
    visitor.browser.choose("form .field select", "180+2")
    start(visitor)
    state = visitor.state()
    assert state["start"].endswith("w " + " ".join(state["start"].split()[2:]))
    assert (state["clocks"], state["increment"]) == ([180_000, 180_000], 2000)
    assert visitor.browser.find(".panel button.quiet").is_displayed()
    assert visitor.browser.text(".status").startswith("Waiting")


def test_a_board_of_its_own_size(visitor: Visitor) -> None:
    fill(visitor, "connect6", "person")
    for name, value in {"width": 6, "height": 5, "in_a_row": 4, "turn": 1, "first": 1}.items():
        visitor.browser.choose(f"input[name={name}]", str(value))
    visitor.browser.until(lambda: len(visitor.browser.all(".boardbox .cell")) == 30)
    start(visitor)
    visitor.browser.until(lambda: len(visitor.browser.all(".board .cell")) == 30)
    assert visitor.state()["position"] == "6/6/6/6/6 b 1 4 1"


def test_pieces_are_placed_freely(visitor: Visitor) -> None:
    fill(visitor, "einstein", "person")
    visitor.browser.choose("input[name=placement][value=free]", "free")
    visitor.browser.choose("input[name=dice][value=hand]", "hand")
    visitor.browser.choose(".six select", "15")
    start(visitor)
    assert visitor.state()["position"].split()[:6] == ["15", "24", "23", "20", "19", "25"]
    assert visitor.state()["dice"] == "hand"


def test_engines_play_each_other(visitor: Visitor) -> None:
    fill(visitor, "xiangqi", "engines")
    for one in visitor.browser.all("fieldset.engine"):
        visitor.browser.run("arguments[0].querySelectorAll('select')[1].value = '100'", one)
    start(visitor)
    visitor.browser.until(lambda: len(visitor.browser.all(".moves button")) >= 4)
    assert visitor.browser.find(".evalbar").is_displayed()
    assert not visitor.browser.find(".panel form").is_displayed()


def test_a_start_that_is_none_is_told(visitor: Visitor) -> None:
    fill(visitor, "chess", "person")
    visitor.browser.find("input[name=start]").send_keys("8/8/8/8/8/8/8/8 w - - 0 1")
    visitor.browser.press("Start the game")
    visitor.until_text("form .fault", "king")
    visitor.browser.faults()
