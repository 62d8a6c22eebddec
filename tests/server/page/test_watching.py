"""Runs on the page: standing, boards, replay, plots, curves; and a server that goes away for a while."""

import json
import socket
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from boyi.arena.game.record import GameRecord
from boyi.arena.runs.playing import NAME, PlayingGame
from boyi.engines.files import write_atomically
from tests.server.page.test_views import OVERFLOW, violations
from tests.support.server.browser import Browser
from tests.support.server.page_server import serving
from tests.support.server.run_folders import PLAYERS, arena_run, random_game, training_run
from tests.support.server.visiting import Visitor, cells_of

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory, url: str, folder: Path) -> Iterator[str]:
    arena_run(folder / "match")
    training_run(folder / "training")
    with serving(tmp_path_factory.mktemp("data"), "--runs", str(folder)) as address:
        yield address


@pytest.fixture
def watcher(visitor: Visitor, runs: str) -> Visitor:
    return Visitor(visitor.browser, runs)


def test_a_run_is_watched(watcher: Visitor) -> None:
    browser = watcher.browser
    watcher.go("#/watch")
    browser.press("match")
    browser.until(lambda: len(browser.all(".boards .board")) >= 1 and len(browser.all(".picture")) >= 1)
    browser.until(lambda: "6 / 6" in browser.text(".status"))
    assert set(PLAYERS) == {
        cell.text for cell in browser.all("main table:first-of-type tbody td:first-child bdi")[:2]
    }
    assert not browser.all("main b")
    assert browser.run(
        "return [...document.querySelectorAll('.picture')].every((one) => one.alt && one.naturalWidth)"
    )
    for width in (390, 1400):
        browser.size(width, 844)
        assert browser.run(OVERFLOW) == [0, []]
    assert violations(browser) == []


def shows(browser: Browser, text: str) -> bool:
    """Whether a game that is being played says something."""
    return text in browser.text(".boards .running figcaption")


def test_a_game_is_seen_while_it_is_played(watcher: Visitor, folder: Path) -> None:
    browser, game = watcher.browser, random_game("einstein", 9)[1]
    watcher.go("#/watch")
    browser.press("match")
    browser.until(lambda: len(browser.all(".boards .board")) == 1)
    for count in (2, 3):
        playing = [PlayingGame(9, PLAYERS, GameRecord(None, game.plies[:count]))]
        write_atomically(folder / "match" / NAME, json.dumps(playing))
        browser.until(partial(shows, browser, f"{count} moves"))
    assert PLAYERS[0] in browser.text(".boards .running figcaption")
    assert browser.all(".boards .running .last")
    assert violations(browser) == []
    (folder / "match" / NAME).unlink()


def test_a_finished_game_is_replayed(watcher: Visitor) -> None:
    browser = watcher.browser
    watcher.go("#/watch")
    browser.press("match")
    browser.find("tbody button").click()
    browser.until(lambda: browser.all(".moves button"))
    moves = len(browser.all(".moves button"))
    browser.find("[aria-label='To the start']").click()
    assert not browser.all(".moves [aria-current]")
    browser.find("[aria-label='One move on']").click()
    assert (
        browser.run(
            "return [...document.querySelectorAll('.moves button')].findIndex((one) => one.ariaCurrent)"
        )
        == 0
    )
    browser.press("Analyse")
    browser.until(lambda: len(browser.all(".tree button")) == moves)


def test_the_curves_of_a_training_are_shown(watcher: Visitor) -> None:
    watcher.go("#/watch")
    watcher.browser.press("training")
    watcher.browser.until(lambda: len(watcher.browser.all(".curve")) == 2)
    assert watcher.browser.text("figcaption") == "loss"
    assert violations(watcher.browser) == []


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


def test_a_game_survives_its_server(window: Browser, tmp_path: Path) -> None:
    web = f"127.0.0.1:{free_port()}"
    people = [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Eva"}]
    with serving(tmp_path, web=web) as address:
        visitor = Visitor(window, address)
        made = visitor.begin(game="chess", players=people)
        window.tap(*cells_of("chess", "e2e4"))
        window.until(lambda: len(window.all(".moves button")) == 1)
    window.until(lambda: "connection is lost" in window.text(".panel .fault"))
    with serving(tmp_path, web=web) as address:
        window.until(lambda: not window.text(".panel .fault"))
        visitor.ask(f"api/games/{made['id']}/moves", {"move": "e7e5"}, made["tokens"][1])
        window.until(lambda: len(window.all(".moves button")) == 2)
        window.tap(*cells_of("chess", "g1f3"))
        window.until(lambda: len(window.all(".moves button")) == 3)
