"""People who meet on the page: two play by a link, others watch, one is lost and comes back, time is up."""

import json
from collections.abc import Iterator

import pytest

from tests.support.server.browser import Browser, chromium
from tests.support.server.visiting import Visitor, cells_of

pytestmark = pytest.mark.browser

ADA, OPEN = {"kind": "person", "name": "Ada"}, {"kind": "open"}


@pytest.fixture(scope="module")
def second(url: str) -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def third(url: str) -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def play(person: Visitor, move: str) -> None:
    person.browser.until(lambda: person.browser.text(".status") == "Your move")
    person.browser.tap(*cells_of("chess", move))


def moves_of(visitor: Visitor) -> str:
    return str(
        visitor.browser.run(
            "return [...document.querySelectorAll('.moves bdi')].map((one) => one.textContent).join(' ')"
        )
    )


def invite(visitor: Visitor, other: Browser, **wish: object) -> Visitor:
    """Begin a game on the page's board and let another browser take the open seat."""
    made = visitor.begin(game="chess", players=[ADA, OPEN], **wish)
    guest = Visitor(other, visitor.url)
    guest.go(f"#/join/{made['id']}")
    guest.browser.find("form input").send_keys("Eva")
    guest.browser.press("Take the seat")
    guest.browser.find(".board .cell")
    return guest


def test_two_play_and_a_third_watches(visitor: Visitor, second: Browser, third: Browser) -> None:
    guest = invite(visitor, second)
    watcher = Visitor(third, visitor.url)
    watcher.go(f"#/game/{visitor.game}")
    for number, move in enumerate(("f2f3", "e7e5", "g2g4", "d8h4")):
        play((visitor, guest)[number % 2], move)
    for one in (visitor, guest, watcher):
        one.until_text(".status", "Black wins")
        assert moves_of(one) == "f3 e5 g4 Qh4#"
    assert not watcher.browser.find(".panel form").is_displayed()
    assert [name.text for name in watcher.browser.all(".seat .name")] == ["Eva", "Ada"]


@pytest.mark.long
def test_a_rematch_has_the_colours_swapped(visitor: Visitor, second: Browser) -> None:
    guest = invite(visitor, second)
    visitor.browser.press("Resign")
    visitor.browser.press("Resign", "dialog")
    first = visitor.game
    visitor.browser.press("Rematch")
    visitor.browser.until(lambda: visitor.game != first)
    guest.browser.until(lambda: "rematch" in guest.browser.text(".offer"))
    guest.browser.press("Rematch")
    guest.browser.until(lambda: guest.game == visitor.game)
    play(guest, "e2e4")
    play(visitor, "e7e5")
    guest.browser.until(lambda: moves_of(guest) == "e4 e5")


def test_who_was_killed_comes_back_by_the_token(visitor: Visitor, second: Browser, url: str) -> None:
    guest = invite(visitor, second)
    play(visitor, "e2e4")
    with chromium() as lost:
        lost.open(guest.browser.driver.current_url)
        lost.until(lambda: lost.text(".status") == "Your move")
    with chromium() as back:
        back.open(guest.browser.driver.current_url)
        returned = Visitor(back, url)
        play(returned, "c7c5")
        visitor.browser.until(lambda: moves_of(visitor) == "e4 c5")


@pytest.mark.long
def test_a_move_is_taken_back_if_the_other_agrees(visitor: Visitor, second: Browser) -> None:
    guest = invite(visitor, second)
    play(visitor, "e2e4")
    guest.browser.until(lambda: moves_of(guest) == "e4")
    visitor.browser.press("Take back")
    guest.browser.press("Allow the take back")
    visitor.browser.until(lambda: moves_of(visitor) == "")
    assert visitor.state()["side"] == 0
    play(visitor, "d2d4")
    guest.browser.until(lambda: moves_of(guest) == "d4")


@pytest.mark.long
def test_a_draw_is_offered_and_accepted(visitor: Visitor, second: Browser) -> None:
    guest = invite(visitor, second)
    play(visitor, "e2e4")
    play(guest, "e7e5")
    visitor.browser.until(lambda: moves_of(visitor) == "e4 e5")
    visitor.browser.press("Offer a draw")
    guest.browser.press("Accept the draw")
    visitor.browser.until(lambda: "Draw" in visitor.browser.text(".status"))


def test_against_an_engine_both_plies_and_the_clock_come_back(visitor: Visitor) -> None:
    engine = {"kind": "engine", "engine": "chess", "nodes": 50}
    visitor.begin(game="chess", players=[ADA, engine], clock={"base": 60_000, "increment": 0})
    play(visitor, "e2e4")
    visitor.browser.until(lambda: len(visitor.state()["moves"]) == 2)
    before = visitor.state()["clocks"]
    visitor.browser.press("Take back")
    visitor.browser.until(lambda: visitor.state()["moves"] == [])
    assert visitor.state()["clocks"][1] >= before[1]
    play(visitor, "d2d4")
    visitor.browser.until(lambda: len(visitor.state()["moves"]) == 2)


def test_a_clock_runs_out(visitor: Visitor, second: Browser) -> None:
    guest = invite(visitor, second, clock={"base": 1500, "increment": 0})
    for one in (visitor, guest):
        one.until_text(".status", "Black wins · on time")
    assert visitor.browser.text(".seat:last-child .clock") in ("0:00.0", "0:01.5")


TURNING = r"""
const marked = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && /\u202e/.test(node.data));
return [...document.querySelectorAll("main *")].filter((one) => marked(one) && one.tagName !== "BDI").length;
"""
"""Texts that turn the direction of writing and are not set apart."""
STRANGE = (
    '<script>document.title = "taken"</script>',
    '<img src=x onerror="document.title = 1">',
    "\u202egnp.exe\u202c & <b>",
)


def test_names_are_never_markup(visitor: Visitor) -> None:
    name = " ".join(STRANGE)[:60]
    visitor.begin(game="chess", players=[{"kind": "person", "name": name}, OPEN], public=True)
    for place in (f"#/game/{visitor.game}", "#/watch"):
        visitor.go(place)
        visitor.browser.until(
            lambda: "<" in visitor.browser.text("main") or "exe" in visitor.browser.text("main")
        )
        assert (
            visitor.browser.run("return document.querySelectorAll('main script, main img, main b').length")
            == 0
        )
        assert visitor.browser.run("return document.title") not in ("taken", "1")
        assert visitor.browser.run(TURNING) == 0


def test_records_are_never_markup(visitor: Visitor) -> None:
    quoted = " ".join(STRANGE).replace('"', "'")
    record = f'[White "{quoted}"]\n[Event "{quoted}"]\n\n1. e4 {{{quoted}}} e5 *\n'
    visitor.go("#/analysis?game=chess")
    visitor.browser.run("document.querySelector('textarea').value = arguments[0]", record)
    visitor.browser.press("Read it")
    visitor.browser.until(lambda: visitor.browser.all(".tree .comment"))
    assert (
        visitor.browser.run("return document.querySelectorAll('main script, main img, main b').length") == 0
    )
    assert visitor.browser.run("return document.title").endswith("boyi")


def test_a_seat_is_not_told_to_watchers(visitor: Visitor) -> None:
    made = visitor.begin(game="chess", players=[ADA, OPEN], public=True)
    token = next(token for token in made["tokens"] if token)
    assert token not in json.dumps(visitor.state()) and token not in json.dumps(visitor.ask("api/games"))
