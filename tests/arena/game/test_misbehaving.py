"""Engines that misbehave in matches: each game ends in time with the right verdict, nothing is left."""

import json
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from boyi.arena.__main__ import main
from boyi.arena.game.result import GameResult
from tests.support.arena.processes import appear, survivors
from tests.support.pulse import stretched

KILL = signal.Signals["SIGKILL"]
ENGINE = Path(__file__).parents[2] / "support" / "fakes" / "misbehaving.py"
GAMES = 2
TIME, MARGIN, GRACE = 0.8, 0.03, 2.0
"""Seconds: each player's clock, what is forgiven, and what the arena itself may take."""
LONG_TIME = 8.0
"""The clock of an engine that talks too much to be fast."""

LOST = {
    "crash ucinewgame": "crash",
    "crash position": "crash",
    "crash go": "crash",
    "crash after bestmove": "crash",
    "hangs": "stall",
    "ignores stop": "stall",
    "deaf to SIGTERM": "stall",
    "floods stdout": "stall",
    "floods stderr": "stall",
    "plays illegal": "illegal move",
    "plays nonsense": "illegal move",
    "plays 0000": "no move",
    "plays (none)": "no move",
    "late": "time",
}
"""Mode -> how its games are lost."""
DRAWN = ("lies in its line", "ten megabytes", "ignores quit", "leaves a child")
"""Modes whose faults cost no game."""
NO_START = {
    "silent": "no answer within 0.5 s",
    "dead at start": "exit code 3",
    "crash uci": "exit code 3",
    "crash isready": "exit code 3",
    "speaks another dialect": "it does not speak UCI",
}
"""Modes of engines that can't be made ready -> what is said of them."""


def command(mode: str, token: str) -> str:
    return shlex.join([sys.executable, "-I", "-S", str(ENGINE), mode, token])


def named(mode: str, token: str, **settings: object) -> str:
    """An engine on the command line, called by its mode."""
    return command(mode, token) + "?" + "&".join(f"{name}={value}" for name, value in settings.items())


def match(folder: Path, engines: list[str]) -> list[str]:
    """A match from the usual start, which is all that our fakes know."""
    return ["match", *engines, "--openings", "startpos", "--folder", str(folder / "run")]


def results_of(folder: Path) -> list[GameResult]:
    lines = (folder / "games.jsonl").read_text().splitlines()
    return [GameResult.from_json(json.loads(line)) for line in lines]


def log_of(folder: Path, mode: str) -> str:
    name = re.sub(r"\W+", "_", mode)
    return next((folder / "logs").glob(f"*-{name}.log")).read_text()


@dataclass(frozen=True)
class Run:
    """A gauntlet of a good engine against all others, several games at a time."""

    games: Mapping[str, list[GameResult]]
    """By the name of the other player."""
    folder: Path
    left: list[int]
    """Processes that were still there after its end."""


@pytest.fixture(scope="module")
def gauntlet(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder, token = tmp_path_factory.mktemp("gauntlet"), "token-of-the-gauntlet"
    file, run = folder / "gauntlet.toml", folder / "run"
    lines = [
        f'format = "gauntlet"\ngames = {GAMES}\nmargin = {MARGIN}\nconcurrency = 4',
        '[openings]\nfile = "startpos"',
    ]
    for mode in ("well", *LOST, *DRAWN):
        clock = LONG_TIME if mode == "ten megabytes" else TIME
        words = json.dumps(shlex.split(command(mode, token)))
        lines.append(f'[[engines]]\nname = "{mode}"\ncommand = {words}\ntc = "{clock}"')
    file.write_text("\n".join(lines))
    assert main(["tournament", str(file), "--folder", str(run)]) == 0
    results, left = results_of(run), survivors(token)
    games = {mode: [game for game in results if mode in game.players] for mode in (*LOST, *DRAWN)}
    return Run(games, run, left)


@pytest.mark.parametrize("mode", LOST)
def test_a_fault_loses_the_game_for_its_reason(mode, gauntlet):
    games = gauntlet.games[mode]
    assert [game.reason for game in games] == [LOST[mode]] * GAMES
    assert all(game.score == float(game.players[0] == "well") for game in games)


@pytest.mark.parametrize("mode", LOST)
def test_a_fault_is_told_with_the_game_and_logged(mode, gauntlet):
    faults = [game.fault for game in gauntlet.games[mode]]
    assert all(faults)
    log = log_of(gauntlet.folder, mode)
    assert all(mode in fault and fault in log for fault in faults)


@pytest.mark.parametrize("mode", DRAWN)
def test_a_fault_outside_the_game_costs_nothing(mode, gauntlet):
    games = gauntlet.games[mode]
    assert [(game.score, game.reason, game.plies) for game in games] == [
        (0.5, "threefold repetition", 8)
    ] * GAMES


def test_lies_in_a_line_are_counted_for_the_liar(gauntlet):
    faults = [
        dict(zip(game.players, game.pv_faults, strict=True)) for game in gauntlet.games["lies in its line"]
    ]
    assert faults == [{"well": 0, "lies in its line": 4}] * GAMES


@pytest.mark.parametrize("mode", [*LOST, *DRAWN])
def test_a_game_ends_within_its_time(mode, gauntlet):
    clock = LONG_TIME if mode == "ten megabytes" else TIME
    bound = stretched(clock + MARGIN + GRACE)
    assert all(game.seconds < bound for game in gauntlet.games[mode])


def test_no_process_is_left_of_a_run(gauntlet):
    assert gauntlet.left == []


def test_an_engine_is_started_again_for_the_next_game(tmp_path):
    engines = [named(mode, "token-of-restarts", name=mode) for mode in ("well", "crash go")]
    assert main([*match(tmp_path, engines), "--games", "3", "--log", "all"]) == 0
    assert [game.reason for game in results_of(tmp_path / "run")] == ["crash"] * 3
    starts = {mode: log_of(tmp_path / "run", mode).count("# process ") for mode in ("well", "crash go")}
    assert starts == {"well": 1, "crash go": 3}
    assert survivors("token-of-restarts") == []


def test_an_overstepped_clock_is_forgiven_within_the_margin(tmp_path):
    engines = [named(mode, "token-of-margins", name=mode) for mode in ("late", "well")]
    assert main([*match(tmp_path, engines), "--games", "1", "--tc", "0.1", "--margin", "0.5"]) == 0
    assert [game.reason for game in results_of(tmp_path / "run")] == ["threefold repetition"]


@pytest.mark.parametrize("mode", NO_START)
def test_an_engine_that_can_t_be_made_ready_ends_the_run(mode, tmp_path, capsys):
    engines = [named(each, "token-of-starts", name=each, patience=0.5) for each in ("well", mode)]
    begun = time.monotonic()
    assert main([*match(tmp_path, engines), "--games", "2"]) == 2
    assert time.monotonic() - begun < stretched(0.5 + GRACE)
    complaint = capsys.readouterr().err
    assert complaint.count("\n") == 1
    assert mode in complaint
    assert NO_START[mode] in complaint
    assert survivors("token-of-starts") == []


@pytest.mark.parametrize(
    ("number", "mode", "processes"),
    [
        (signal.SIGINT, "deaf to SIGTERM", 3),
        (signal.SIGTERM, "leaves a child", 4),
        (KILL, "hangs", 3),
    ],
)
def test_no_process_outlives_an_arena_that_is_ended_in_a_game(number, mode, processes, tmp_path):
    """The first engine thinks for as long as it lives; the arena's own command line has the token too."""
    token = f"token-of-{number.name}"
    engines = [named(each, token, name=each, tc="100") for each in ("ignores stop", mode)]
    words = [sys.executable, "-P", "-m", "boyi.arena", "match", *engines, "--folder", str(tmp_path / "run")]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as arena:
        appear(token, processes)
        time.sleep(0.2)
        arena.send_signal(number)
        _, complaint = arena.communicate(timeout=GRACE)
    assert arena.returncode == (-number if number == KILL else 128 + number)
    assert "Traceback" not in complaint
    assert survivors(token) == []
    assert results_of(tmp_path / "run") == []
