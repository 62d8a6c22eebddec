"""Short matches of our own engines in every game, in the dialects that they speak."""

import json
from pathlib import Path
from typing import Any

import pytest

from boyi.arena.__main__ import main
from boyi.arena.game.rules import Rulebook
from boyi.engines import load_game
from boyi.engines.game import Game
from boyi.engines.play import play, result
from boyi.engines.rules import DRAWN, ONGOING, WON
from boyi.protocol.records import connect6
from boyi.protocol.records.ecui import read_ecui
from tests.system.test_foreign_chess import find

FAULTS = {"time", "illegal move", "crash", "stall", "protocol", "no move", "false claim"}


def contest(folder: Path, first: str, second: str, *options: str) -> list[dict[str, Any]]:
    """The two games of a short match, checked against the rules."""
    # With patience, since kernels that nothing has used yet may have to be compiled.
    words = ["--games", "2", "--patience", "300", *options, "--folder", str(folder)]
    assert main(["match", first, second, *words]) == 0
    games = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    assert [(game["number"], game["pair"], game["fault"]) for game in games] == [(0, 0, ""), (1, 0, "")]
    assert games[0]["players"] == games[1]["players"][::-1]
    assert FAULTS.isdisjoint(game["reason"] for game in games)
    assert [game["pv_faults"] for game in games] == [[0, 0]] * 2
    for game in games:
        check(load_game(json.loads((folder / "settings.json").read_text())["game"]), game)
    return games


def check(game: Game, told: dict[str, Any]) -> None:
    """Play the record again: every move must be legal, and the board must agree with the score."""
    start, plies = told["record"]
    notation = Rulebook(game).notation
    pos = notation.read(start or game.start, {})
    for ply in plies:
        assert result(pos) == ONGOING
        if game.chance:
            pos.die = ply[-1]
        play(pos, notation.move(pos, ply[0]))
    assert len(plies) == told["plies"]
    if not told["reason"].startswith("adjudicated"):
        points = 0.5 if result(pos) == DRAWN else float((result(pos) == WON) == (int(pos.side) == 0))
        assert told["score"] == points


@pytest.mark.parametrize("dialects", [("uci", "ucci"), ("ucci", "uci")])
def test_xiangqi(tmp_path: Path, dialects: tuple[str, str]):
    first, second = (f"xiangqi?name={dialect}&dialect={dialect}&Hash=1" for dialect in dialects)
    games = contest(tmp_path, first, second, "--tc", "nodes=100", "--length", "10")
    text = (tmp_path / "games.pgn").read_text()
    moves = [ply[0] for ply in games[0]["record"][1]]
    assert text.count('[Game "Chinese Chess"]') == 2
    assert f"1. {moves[0][:2].upper()}-{moves[0][2:].upper()} {{" in text


@pytest.mark.parametrize("game", ["xiangqi", "chess"])
def test_xboard(tmp_path: Path, game: str):
    first, second = f"{game}?name=one&dialect=xboard&Hash=1", f"{game}?name=two&Hash=1"
    contest(tmp_path, first, second, "--game", game, "--tc", "depth=2", "--length", "10")


@pytest.mark.parametrize("dialects", [("uci", "sau"), ("sau", "cloudict")])
def test_connect6(tmp_path: Path, dialects: tuple[str, str]):
    """A turn of two stones is asked for stone by stone in UCI, at once in the other dialects."""
    first, second = (f"connect6?name={dialect}&dialect={dialect}&Player=greedy" for dialect in dialects)
    games = contest(tmp_path, first, second, "--tc", "st=300")
    written = [connect6.read(text) for text in (tmp_path / "games.sgf").read_text().splitlines()]
    for game, record in zip(games, written, strict=True):
        assert game["reason"] == "six in a row"
        assert record.stones == tuple(ply[0] for ply in game["record"][1])


def test_a_move_of_connect6_is_a_turn_of_each_player(tmp_path: Path):
    games = contest(
        tmp_path,
        *(f"connect6?name={name}&Player=greedy" for name in "ab"),
        "--length",
        "2",
        "--openings",
        "startpos",
    )
    assert [(game["reason"], game["plies"]) for game in games] == [("adjudicated: length", 1 + 3 * 2)] * 2


@pytest.mark.parametrize("dialects", [("uci", "uci"), ("uci", "ecui")])
def test_einstein(tmp_path: Path, dialects: tuple[str, str]):
    rules, rng = (
        f"einstein?name={player}&Player={player}&dialect={dialect}&Endgame Tables=none"
        for player, dialect in zip(("rules", "random"), dialects, strict=True)
    )
    games = contest(tmp_path, rules, rng, "--tc", "st=300")
    thrown = [[ply[-1] for ply in game["record"][1]] for game in games]
    shorter = min(map(len, thrown))
    assert thrown[0][:shorter] == thrown[1][:shorter]
    assert len(set(thrown[0])) > 2
    assert games[0]["record"][0] == games[1]["record"][0] != load_game("einstein").start
    for game, text in zip(games, (tmp_path / "games.txt").read_text().split("\n\n"), strict=False):
        (written,) = read_ecui(text)
        assert [ply.die for ply in written.plies] == [ply[-1] for ply in game["record"][1]]
        assert written.winner == (0 if game["score"] == 1 else 1)


def test_every_pair_of_einstein_has_its_own_start_and_dice(tmp_path: Path):
    players = [f"einstein?name={name}&Player=random&Endgame Tables=none" for name in "ab"]
    words = ["--games", "6", "--tc", "nodes=1", "--patience", "300", "--folder", str(tmp_path)]
    assert main(["match", *players, *words]) == 0
    games = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    starts = [game["record"][0] for game in games]
    assert starts[::2] == starts[1::2]
    assert len(set(starts)) == 3
    assert len({tuple(ply[-1] for ply in game["record"][1][:8]) for game in games}) == 3


@pytest.mark.foreign
@pytest.mark.parametrize(("dialect", "other"), [("ucci", "&usemillisec=true"), ("uci", "")])
def test_xiangqi_against_fairy_stockfish(tmp_path: Path, dialect: str, other: str):
    theirs = f"{find('fairy-stockfish')}?name=fairy&dialect={dialect}{other}"
    contest(tmp_path, "xiangqi?Hash=1", theirs, "--tc", "nodes=300", "--length", "15")
