"""EinStein as a process, on a double of its platform and with everything else that may come in."""

import os
import random
import re
import select
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.protocol.nanjing_double import NanjingPlayer, NanjingServer
from tests.support.protocol.platform_double import Platform
from tests.support.protocol.talking import Talk

EINSTEIN = (sys.executable, "-P", "-m", "boyi.engines.einstein")
GAMES = int(os.environ.get("BOYI_PLATFORM_GAMES", "6"))
"""BOYI_PLATFORM_GAMES=100 plays a whole match."""
FAST = ("--set", "Move Time=3", "--set", "Endgame Tables=none", "--set", "Hash=2")
ASK = "get B 2 23 0 15 13 24 20 1 2 9 6 0 11"
ANSWERS = {f"{start} {start - step}" for start in (23, 15) for step in (1, 5, 6)}


@pytest.fixture(scope="module")
def pair() -> Iterator[tuple[Talk, Talk]]:
    with Talk((*EINSTEIN, *FAST)) as blue, Talk((*EINSTEIN, *FAST, "--set", "Player=mcts")) as red:
        yield blue, red


def silence(talk: Talk, seconds: float) -> bool:
    """Whether nothing comes for so long."""
    assert talk.process.stdout
    return not talk._unread and not select.select([talk.process.stdout], [], [], seconds)[0]


def test_a_match_on_the_platform_without_one_fault(pair):
    platform = Platform(pair, random.Random(8))
    winners = {platform.play(first=game % 2).winner for game in range(GAMES)}
    assert winners <= {0, 1}, "no game is drawn"
    assert all(silence(talk, 0.05) for talk in pair)


def test_the_first_answer_waits_for_nothing_but_the_engine(pair):
    blue, _ = pair
    blue.say(ASK)
    assert blue.line() in ANSWERS


FAULTY = [
    "get B 7 23 0 15 13 24 20 1 2 9 6 0 11",
    "get B 2 23 0 15 13 24 20 1 2 9 6 0",
    "get B 2 23 0 15 13 24 23 1 2 9 6 0 11",
    "ini X",
    "rubbish",
    "\x01\x02",
    "get B 2 0 0 0 0 0 0 1 2 9 6 0 11",
    "get R 2 23 0 15 13 24 20 25 2 9 6 0 11",
]


@pytest.mark.parametrize("line", FAULTY)
def test_what_cannot_be_answered_is_not_and_play_goes_on(pair, line):
    blue, _ = pair
    blue.say(line)
    assert silence(blue, 0.3)
    blue.say(ASK)
    assert blue.line() in ANSWERS
    assert silence(blue, 0.05)


def run(*arguments: str, text: str = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*EINSTEIN, *arguments],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        timeout=200,
    )


def test_remarks_go_to_stderr_and_the_end_of_input_is_the_end():
    done = run(*FAST, text=f"rubbish\n{ASK}\r\n")
    assert done.returncode == 0
    assert done.stdout.strip() in ANSWERS
    assert done.stdout.count("\n") == 1
    assert "unknown command 'rubbish'" in done.stderr
    assert "Traceback" not in done.stderr


def test_exit_ends_at_once():
    assert run(*FAST, text="exit\n").returncode == 0


def test_what_was_asked_is_answered_before_the_exit():
    done = run(*FAST, text="ini B\nexit\n")
    assert sorted(done.stdout.split()) == ["15", "19", "20", "23", "24", "25"]


def test_an_exit_that_comes_while_an_answer_is_due_waits_for_it():
    with Talk((*EINSTEIN, *FAST)) as blue:
        blue.say("ini B")
        blue.line()
        blue.say("ini R", "exit")
        assert sorted(blue.line().split(), key=int) == ["1", "2", "3", "6", "7", "11"]
        assert blue.process.wait(10) == 0


def test_the_course_dialect_is_chosen_by_its_first_line():
    ask = "get R 3 E5 0 C3 D5 C5 E4 A2 B1 A1 C1 A3 B2"
    done = run(*FAST, text=f"name\nversion\ntime_setting 240\nboard_setting 5 6\nini R\n{ask}\n")
    name, version, one, two, layout, move = done.stdout.splitlines()
    assert (name, one, two) == ("BoyiEinStein", "1", "1")
    assert version[0].isdecimal()
    assert sorted(layout.split()) == ["A1", "A2", "A3", "B1", "B2", "C1"]
    assert move in ("A1 B1", "A1 A2", "A1 B2")


def test_ntus_dialect_answers_on_stderr():
    done = run(*FAST, text="0 0 180 0 1 2 5 6 10 24 23 22 19 18 14 3\n")
    assert done.stdout == ""
    assert re.findall("====>.*", done.stderr) in (["====>3 6"], ["====>3 10"], ["====>3 11"])


def test_a_settings_file_is_found_in_the_working_directory(tmp_path):
    (tmp_path / "einstein.toml").write_text('"Move Time" = 3\nPlayer = "rules"\n"Log File" = "log"\n')
    done = run(text=f"{ASK}\n", folder=tmp_path)
    assert done.stdout.strip() in ANSWERS
    assert f"> {ASK}" in (tmp_path / "log").read_text()


@pytest.mark.parametrize(
    "arguments",
    [("--set", "Player=nobody"), ("--set", "x"), ("--connect", "nowhere"), ("--connect", "127.0.0.1:1")],
)
def test_a_faulty_command_line_is_one_line_and_code_2(arguments):
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("bin/einstein: ")


def test_twenty_games_on_a_server_without_one_fault():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        command = [*EINSTEIN, *FAST, "--connect", f"127.0.0.1:{port}", "--set", "Identity=one 博弈"]
        both = [subprocess.Popen(command, stdin=subprocess.DEVNULL) for _ in range(2)]
        server = NanjingServer([NanjingPlayer.accepted(listener) for _ in range(2)], random.Random(3))
        assert [player.name for player in server.players] == ["one 博弈"] * 2
        winners = [server.play(first=game % 2).winner for game in range(20)]
        server.close()
        assert [process.wait(20) for process in both] == [0, 0]
    assert set(winners) == {0, 1}
    assert server.glued > 20


def test_a_server_that_hangs_up_is_the_end():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        command = [*EINSTEIN, *FAST, "--connect", f"127.0.0.1:{listener.getsockname()[1]}"]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            player = NanjingPlayer.accepted(listener)
            assert player.name == "boyi"
            player.link.sendall(b"[[1, 2")
            player.link.close()
            assert process.wait(20) == 0
            assert process.stderr and b"Traceback" not in process.stderr.read()
