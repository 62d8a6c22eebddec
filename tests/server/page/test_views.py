"""Every view: nothing that keeps people out, nothing that hangs over, small and quick, in three languages."""

from typing import Any

import pytest
from axe_core_python.selenium import Axe

from tests.support.server.browser import Browser
from tests.support.server.visiting import Visitor

pytestmark = pytest.mark.browser

PERSON, OPEN = {"kind": "person", "name": "Ada"}, {"kind": "open"}
VIEWS: dict[str, str | dict[str, Any]] = {
    "play": "#/",
    "analysis": "#/analysis?game=chess&moves=e2e4 e7e5 g1f3",
    "editor": "#/analysis?game=xiangqi",
    "watch": "#/watch",
    "chess": {"game": "chess", "players": [PERSON, OPEN], "clock": {"base": 60000, "increment": 1000}},
    "xiangqi": {"game": "xiangqi", "players": [PERSON, OPEN]},
    "connect6": {"game": "connect6", "players": [PERSON, OPEN]},
    "einstein": {"game": "einstein", "players": [PERSON, OPEN], "dice": "hand"},
}
MOST_BYTES = 150_000
OVERFLOW = """
const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
const over = [...document.querySelectorAll("main *, header *")].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && box.right > innerWidth + 1 && !one.closest(".scroller, .hidden, .skip, svg, .moves");
});
return [wide, over.map((one) => one.outerHTML.slice(0, 80))];
"""


def visit(visitor: Visitor, view: str) -> None:
    there = VIEWS[view]
    if isinstance(there, dict):
        visitor.begin(**there)
    else:
        visitor.go(there)
    if view == "editor":
        visitor.browser.press("Set up a position")
    for details in visitor.browser.all("details"):
        visitor.browser.run("arguments[0].open = true", details)


def violations(browser: Browser) -> list[tuple[str, str]]:
    """What axe finds on the page as it stands, in light and in dark."""
    axe, found = Axe(), []
    for dark in (False, True):
        browser.dark(dark)
        found += axe.run(browser.driver)["violations"]
    return [(fault["id"], fault["nodes"][0]["html"][:120]) for fault in found]


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_keeps_people_out_or_hangs_over(visitor: Visitor, view: str) -> None:
    visitor.browser.size(390, 844, phone=True)
    visit(visitor, view)
    assert visitor.browser.run(OVERFLOW) == [0, []]
    visitor.browser.size(1400, 844)
    assert visitor.browser.run(OVERFLOW) == [0, []]
    assert violations(visitor.browser) == []


def test_the_first_load_is_small_and_quick(visitor: Visitor) -> None:
    visitor.go("#/")
    sizes = "return performance.getEntriesByType('resource').map((one) => [one.name, one.decodedBodySize])"
    page = "return performance.getEntriesByType('navigation')[0].decodedBodySize"
    loaded = [size for name, size in visitor.browser.run(sizes) if "/api/" not in name]
    assert 20_000 < sum(loaded) + visitor.browser.run(page) < MOST_BYTES
    paint = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
    assert visitor.browser.until(lambda: visitor.browser.run(paint)) < 1000


def test_the_language_is_changed(visitor: Visitor) -> None:
    visitor.go("#/")
    for language, title in (("de", "Neue Partie"), ("zh", "新对局"), ("en", "New game")):
        visitor.browser.choose("#language", language)
        visitor.until_text("h1", title)
        assert visitor.browser.run("return document.documentElement.lang") == language
    visitor.go("#/")
    assert visitor.browser.text("h1") == "New game"


def test_sound_is_off_until_it_is_wanted(visitor: Visitor) -> None:
    visitor.go("#/")
    button = visitor.browser.find("#header button")
    assert button.get_attribute("aria-pressed") == "false"
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    button.click()


def test_the_keyboard_reaches_the_board(visitor: Visitor) -> None:
    visit(visitor, "chess")
    assert visitor.browser.run("return document.querySelectorAll('.board [tabindex=\"0\"]').length") == 1
    assert visitor.browser.run("return document.querySelectorAll('.board [role=row]').length") == 8
    assert visitor.browser.run("return document.querySelectorAll('.board [role=gridcell]').length") == 64
