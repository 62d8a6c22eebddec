"""The file that counts, and the records made from it."""

import dataclasses
import json
import os

import chess.pgn
import pytest

from boyi.arena.errors import ArenaError
from boyi.arena.game.record import GamePly, GameRecord, pgn
from boyi.arena.game.result import GameResult
from boyi.arena.runs.ledger import Ledger
from boyi.arena.runs.record_writer import BATCH, RecordWriter, forget_records

resource = pytest.importorskip("resource")

RECORD = GameRecord(None, (GamePly("e2e4", 1, 1000), GamePly("e7e5", 1, 1000)))


def result(number: int) -> GameResult:
    return GameResult(number, number // 2, ("a", "b"), 0.5, "stalemate", 2, "startpos", 0.1)


@pytest.fixture
def ledger(tmp_path):
    (tmp_path / "games.jsonl").touch()
    made = Ledger(tmp_path / "games.jsonl")
    for number in range(5):
        made.append(result(number), RECORD)
    return made


def test_what_was_entered_is_there(ledger):
    assert list(ledger.results()) == [result(number) for number in range(5)]
    assert {entry.record for entry in ledger.entries()} == {RECORD}
    assert ledger.repair() == 0


def test_a_result_is_the_same_after_json():
    full = dataclasses.replace(result(3), fault="ö\n", pv_faults=(1, 2), overhead_ms=0.5, started="now")
    assert GameResult.from_json(json.loads(json.dumps(full.to_json()))) == full


@pytest.mark.parametrize("cut", [1, 2, 40, -1])
def test_a_line_that_was_not_finished_is_cut(tmp_path, ledger, cut):
    path = tmp_path / "games.jsonl"
    whole = path.read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    keep = last + cut if cut > 0 else len(whole) + cut
    os.truncate(path, keep)
    assert [found.number for found in ledger.results()] == [0, 1, 2, 3]
    assert ledger.repair() == keep - last
    assert path.read_bytes() == whole[:last]
    ledger.append(result(4), RECORD)
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"{}\n", "is damaged after byte"),
        (b"\0\0\0\0\n", "is damaged after byte"),
        (b"[1]\n", "is damaged after byte"),
        (b"\n", "is damaged after byte"),
        (b'{"number": 7, "record": [null, []]}\n', "is damaged after byte"),
        (None, "game 1 stands there twice"),
    ],
)
def test_damage_elsewhere_stops_and_changes_nothing(tmp_path, ledger, line, complaint):
    path = tmp_path / "games.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3] = lines[1] if line is None else line
    path.write_bytes(b"".join(lines))
    with pytest.raises(ArenaError, match=complaint):
        list(ledger.results())
    assert ledger.repair() == 0
    assert path.read_bytes() == b"".join(lines)


@pytest.mark.parametrize(
    "changes",
    [
        {"score": 0.7},
        {"score": "1"},
        {"players": ["a"]},
        {"players": 5},
        {"pv_faults": [1, 2, 3]},
        {"number": "1"},
        {"colour": "red"},
    ],
    ids=str,
)
def test_a_result_that_makes_no_sense(changes):
    with pytest.raises(ValueError, match="game"):
        GameResult.from_json(result(1).to_json() | changes)


def test_a_full_disk_leaves_whole_lines(tmp_path, ledger):
    path = tmp_path / "games.jsonl"
    before = path.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20, hard))
    try:
        with pytest.raises(ArenaError, match=r"games.jsonl: File too large"):
            ledger.append(result(5), RECORD)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_bytes() == before
    ledger.append(result(5), RECORD)
    assert len(list(ledger.results())) == 6


def rounds(path) -> list[str]:
    """The numbers of the games in a PGN file, all of which can be read."""
    found = []
    with path.open() as file:
        while (game := chess.pgn.read_game(file)) is not None:
            assert not game.errors
            assert [move.uci() for move in game.mainline_moves()] == ["e2e4", "e7e5"]
            found.append(game.headers["Round"].partition(".")[2])
    return found


@pytest.fixture
def scribe(tmp_path):
    return RecordWriter(tmp_path, "an event", ("pgn", pgn))


def test_records_follow_the_ledger(tmp_path, ledger, scribe):
    for end in range(5, 9):
        scribe.catch_up(ledger)
        assert rounds(tmp_path / "games.pgn") == [str(number + 1) for number in range(end)]
        ledger.append(result(end), RECORD)


@pytest.mark.parametrize(
    "harm",
    [
        lambda path: path.unlink(),
        lambda path: os.truncate(path, 100),
        lambda path: path.write_text(path.read_text() + "half a ga"),
        lambda path: (path.parent / "records.json").unlink(),
        lambda path: (path.parent / "records.json").write_text("{"),
    ],
    ids=["deleted", "cut", "more than was told", "without state", "with a broken state"],
)
def test_records_are_made_again(tmp_path, ledger, scribe, harm):
    path = tmp_path / "games.pgn"
    scribe.catch_up(ledger)
    whole = path.read_text()
    harm(path)
    scribe.catch_up(ledger)
    assert path.read_text() == whole


def test_records_of_a_game_that_was_cut_are_made_again(tmp_path, ledger, scribe):
    scribe.catch_up(ledger)
    path = tmp_path / "games.jsonl"
    os.truncate(path, path.stat().st_size - 30)
    assert ledger.repair()
    forget_records(tmp_path)
    ledger.append(result(1234), RECORD)  # a longer line than the one it stands for
    scribe.catch_up(ledger)
    assert rounds(tmp_path / "games.pgn") == ["1", "2", "3", "4", "1235"]


def test_a_kill_spares_what_was_written(tmp_path, ledger, scribe, monkeypatch):
    for number in range(5, 2 * BATCH + 5):
        ledger.append(result(number), RECORD)
    written = []

    def write(tags, start, plies):
        written.append(tags["Round"])
        if len(written) == BATCH + 5:
            raise KeyboardInterrupt
        return pgn(tags, start, plies)

    with pytest.raises(KeyboardInterrupt):
        RecordWriter(tmp_path, "an event", ("pgn", write)).catch_up(ledger)
    scribe.catch_up(ledger)
    assert rounds(tmp_path / "games.pgn") == [str(number + 1) for number in range(2 * BATCH + 5)]
