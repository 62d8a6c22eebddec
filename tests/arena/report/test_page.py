"""The page of a run: well formed, complete, safe, whatever was played; and the same told in the terminal."""

import csv
import io
import json
import re
import time
from dataclasses import asdict
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.console import Console

from boyi.arena.game.record import GamePly, GameRecord
from boyi.arena.report import export, replay, terminal
from boyi.arena.report.page import MOST_FAULTS, render, write_report
from boyi.arena.stats.counts import pair_kinds
from boyi.arena.stats.sprt import Sprt, walk
from boyi.arena.stats.summary import overhead, pairing_of, variation_faults
from tests.support.arena.played import DRAW, LOSS, WIN, game, pairs_of, round_robin

MIXED = [(WIN, DRAW), (LOSS, DRAW), (WIN, LOSS), (WIN, WIN), (DRAW, DRAW), (LOSS, LOSS), (WIN, DRAW)]
VOID = {"meta", "link", "br", "hr", "img", "input"}
TEST = Sprt(0.0, 20.0)
EVIL = "<script>alert('&\")"


class Page(HTMLParser):
    """A page read back: every tag closed in its turn, its words, what it would fetch or run."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for name, value in attrs:
            assert name not in ("src", "href") and not name.startswith("on")
            assert "url(" not in (value or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def test_a_match_is_told_whole():
    results = pairs_of("ours", "theirs", MIXED * 5)
    page = Page(render(results, {"event": "Friendly", "tc": "10+0.1", "sprt": asdict(TEST)}))
    assert page.tags.count("svg") == 3  # the lead, Elo over time, the test's walk
    assert "<title>ours against theirs</title>" in render(results, {})
    told = pairing_of(results, "ours", "theirs", TEST).facts
    assert len(told) == 10
    for what, value in told.items():
        assert f"{what} {value}" in page.text
    for words in ("Friendly", "70 games", "ours against theirs", "tc 10+0.1", "sprt.elo1 20.0", "mate"):
        assert words in page.text


def test_a_table_has_a_plot_for_each_pairing_and_a_cell_for_each_couple():
    page = Page(render(round_robin("abcd", 7, MIXED), {}))
    assert page.tags.count("svg") == 1 + 2 * 6  # ratings; the lead and its course of each pairing
    assert page.tags.count("details") == 6 + 2  # the pairings, openings, settings
    assert "4 players: a, b, c, d" in page.text
    assert "7.5/14" in page.text
    assert "never met" not in page.text


def test_a_test_is_the_first_player_s_whichever_game_ended_first():
    results = pairs_of("old", "new", [(LOSS, WIN)] * 9)
    settings = {"engines": [{"name": "new"}, {"name": "old"}], "sprt": asdict(TEST)}
    assert "new against old" in Page(render(results, settings)).text
    assert "old against new" in Page(render(results, {})).text


def test_nothing_happened_yet():
    page = Page(render([], {"tc": "1+0"}))
    assert "No game has been finished" in page.text
    assert "tc 1+0" in page.text


@pytest.mark.parametrize("score", [WIN, DRAW, LOSS])
def test_one_game(score):
    page = Page(render([game(0, 0, ("a", "b"), score)], {"sprt": asdict(TEST)}))
    assert page.tags.count("svg") == 3
    assert "games 1" in page.text
    assert "nan" not in page.text


def test_names_faults_and_settings_are_only_text():
    results = pairs_of(EVIL, "b", MIXED)
    results.append(game(99, 50, (EVIL, "b"), LOSS, reason=EVIL, fault=f"illegal move: {EVIL}"))
    text = render(results, {"event": EVIL, EVIL: EVIL, "engines": [{"name": EVIL}]})
    page = Page(text)
    assert "script" not in page.tags
    assert "<script" not in text
    assert f"illegal move: {EVIL}" in page.text
    assert f"engines.1.name {EVIL}" in page.text


def test_groups_that_never_met_and_swept_ones_are_named():
    results = pairs_of("a", "b", MIXED) + pairs_of("x", "y", [(WIN, WIN)], pair=50)
    page = Page(render(results, {}))
    assert "fall into 2 groups that never met" in page.text
    assert "one drawn game added" in page.text


def test_faults_are_listed_up_to_a_number():
    results = [game(i, i, ("a", "b"), LOSS, fault=f"fault {i}.") for i in range(MOST_FAULTS + 3)]
    page = Page(render(results, {}))
    assert f"fault {MOST_FAULTS - 1}." in page.text
    assert f"fault {MOST_FAULTS}." not in page.text
    assert "And 3 more." in page.text


def test_overhead_and_variations():
    results = [
        game(i, i, ("a", "b"), DRAW, overhead_ms=ms, pv_faults=(i, 1)) for i, ms in enumerate((0.0, 1.5, 0.5))
    ]
    assert overhead(results) == 1.0
    assert overhead(results[:1]) is None
    assert variation_faults(results) == {"a": 3, "b": 3}
    page = Page(render(results, {}))
    assert "1.00 ms per move" in page.text


def test_the_page_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path, results = tmp_path / "report.html", pairs_of("a", "b", MIXED)
    write_report(results[:2], {}, path)
    before = path.read_text()
    monkeypatch.setattr("os.fsync", _full_disk)
    with pytest.raises(OSError, match="No space"):
        write_report(results, {}, path)
    assert path.read_text() == before


def _full_disk(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_what_is_no_text_is_told_with_escapes(tmp_path: Path):
    path = tmp_path / "report.html"
    write_report([game(0, 0, ("a", "b"), LOSS, fault="bestmove \udcff")], {}, path)
    assert "bestmove \\udcff" in Page(path.read_text(encoding="utf-8")).text


def test_a_long_table_is_written_soon(tmp_path: Path):
    results = round_robin("abcdefgh", 36, MIXED)
    begun = time.process_time()
    write_report(results, {"event": "long"}, tmp_path / "report.html")
    assert len(results) > 2000
    assert time.process_time() - begun < 2


def told(renderable) -> str:
    console = Console(width=160, record=True, file=io.StringIO())
    console.print(renderable)
    return console.export_text()


def test_sections_without_content_are_left_out():
    whole = render(pairs_of("a", "b", MIXED), {})
    for section in ("ratings", "cross-table", "faults", "overhead", "games"):
        assert f'id="{section}"' not in whole
    assert 'id="openings"' in whole
    assert 'id="openings"' not in render(pairs_of("a", "b", MIXED[:1]), {})


def test_what_nothing_bounds_is_an_arrow():
    swept = render(pairs_of("a", "b", [(WIN, WIN)] * 3), {})
    half = render(pairs_of("a", "b", [(WIN, WIN)] * 9 + [(WIN, LOSS)]), {})
    level = render(pairs_of("a", "b", MIXED * 9), {})
    heads = [len(re.findall(r"M[-\d.]+ [-\d.]+L[-\d.]+ [-\d.]+L", text)) for text in (swept, half, level)]
    assert heads[0] >= 3 and heads[1] >= 3  # the lead has two ends, its course an arrow
    assert "+∞ ± ∞" in swept and "… ∞)" in half
    assert "nan" not in swept + half + level and "inf" not in re.sub("infinite", "", swept + half)


START = {"chess": None, "einstein": "25 24 23 20 19 15 1 2 3 6 7 11 b 0"}


def _record(game: str, moves: str) -> GameRecord:
    plies = [GamePly(move, 10 * i, 1000, 5 * i, die=i % 6 + 1) for i, move in enumerate(moves.split())]
    return GameRecord(START.get(game), tuple(plies))


def test_games_can_be_played_through():
    results = pairs_of("</script>", "b", MIXED)
    records = [(result, _record("chess", "e2e4 e7e5")) for result in results]
    text = render(results, {"game": "chess"}, records)
    assert 'id="games"' in text
    (found,) = re.findall(r'id="games-data">(.*?)</script>', text)
    data = json.loads(found)
    assert [game["m"] for game in data["games"]] == ["e2e4 e7e5"] * len(results)
    assert data["games"][0]["p"] == ["</script>", "b"]
    assert data["games"][0]["e"] == [0, 5]
    assert text.count("</script>") == 2


def test_faults_come_first_where_games_are_too_many(monkeypatch):
    monkeypatch.setattr("boyi.arena.report.replay.MOST_GAMES", 3)
    results = [*pairs_of("a", "b", MIXED), game(99, 50, ("a", "b"), LOSS, fault="a fault")]
    found = replay.view("chess", [(result, _record("chess", "e2e4")) for result in results])
    assert found is not None
    assert [game["n"] for game in json.loads(found["data"])["games"]] == [1, 2, 100]
    assert found["left"] == len(results) - 3


def test_all_is_told_to_programs():
    results = [*pairs_of("a", "b", [(WIN, WIN)] * 2), game(99, 50, ("a", "b"), LOSS, fault="a, fault")]
    told = json.loads(export.as_json(results, {"sprt": asdict(TEST)}))
    assert (told["games"], told["faults"][0]["number"]) == (5, 99)
    (pairing,) = told["pairings"]
    assert (pairing["wins"], pairing["losses"], pairing["points"]) == (4, 1, 4.0)
    assert pairing["sprt"]["decision"] is None
    assert {opening["name"]: opening["games"] for opening in told["openings"]}["opening 0"] == 2
    assert json.loads(export.as_json([], {}))["pairings"] == []
    rows = list(csv.DictReader(io.StringIO(export.as_csv(results))))
    assert [row["fault"] for row in rows] == [""] * 4 + ["a, fault"]
    assert rows[1]["first"] == "b" and rows[1]["score"] == "0.0"


def test_standings_in_the_terminal():
    text = told(terminal.standings(round_robin(["[red]", "b", "c"], 7, MIXED), anchor="b", at=2000))
    assert "[red]" in text
    assert "+2000.0 ± 0.0" in text
    assert "never met" not in text
    apart = pairs_of("a", "b", [(WIN, WIN)]) + pairs_of("x", "y", MIXED, pair=50)
    assert "2 groups never met" in told(terminal.standings(apart, samples=0))
    assert "draw added" in told(terminal.standings(apart, samples=0))
    assert "0 games" in told(terminal.standings([]))


def test_a_pairing_in_the_terminal():
    results = pairs_of("a", "b", MIXED)
    text = told(terminal.pairing(results, "a", "b", TEST))
    for value in pairing_of(results, "a", "b", TEST).facts.values():
        assert value in text
    assert told(terminal.pairing(results, "a", "b", walk(TEST, pair_kinds(results, "a", "b")))) == text
    assert "0" in told(terminal.pairing([], "a", "b", TEST))
