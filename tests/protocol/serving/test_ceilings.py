"""Ceilings: what is offered, taken and refused under them, in every dialect and from every source."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from boyi.engines import GAMES, load_game
from boyi.engines.options import NO_CEILINGS, PATHS, Ceilings, Option, Options
from boyi.protocol.dialects import load_served
from boyi.protocol.serving.interpreter import Interpreter
from boyi.protocol.serving.output import Output
from boyi.protocol.serving.settings import StartSettings, gather, parser

CEILINGS = Ceilings((("Hash", 16), ("Threads", 1)), (PATHS,))
FILES = {"chess": 4, "xiangqi": 3, "connect6": 3, "einstein": 3}
"""Options that name a file, by game."""


class Said:
    """What an engine without kernels says in a dialect."""

    def __init__(self, game: str, dialect: str) -> None:
        limited = StartSettings(ceilings=CEILINGS).limit(load_game(game))
        spoken = next(found for found in load_served(limited) if found.name == dialect)
        self.lines = list[str]()
        self.dialect = spoken
        self.interpreter = Interpreter(limited, Output(spoken, self._take, self._take))

    def _take(self, text: str) -> None:
        self.lines += text.splitlines()

    def say(self, *lines: str) -> list[str]:
        self.lines.clear()
        for line in lines:
            self.interpreter.obey(self.dialect.parse_command(line), 0.0)
        return self.lines


@pytest.mark.parametrize("game", GAMES)
def test_every_path_says_that_it_is_one(game: str):
    """A new option whose help speaks of a path has to say so in its declaration, too."""
    options = load_game(game).options
    named = {option.name for option in options if option.names_file}
    spoken = {option.name for option in options if {"path", "folders", "file"} & {*option.help.split()}}
    assert named == spoken - {"OwnBook"} and len(named) == FILES[game]
    assert all(option.kind == "string" for option in options if option.names_file)


@pytest.mark.parametrize(
    ("game", "dialect", "hello", "hash_offer"),
    [
        ("chess", "uci", "uci", "option name Hash type spin default 16 min 1 max 16"),
        ("xiangqi", "ucci", "ucci", "option hashsize type spin default 16 min 0 max 16"),
        ("xiangqi", "cyclone", "uci", "option name Hash type spin default 16 min 1 max 16"),
        ("connect6", "uci", "uci", "option name Hash type spin default 16 min 1 max 16"),
        ("einstein", "uci", "uci", "option name Hash type spin default 16 min 1 max 16"),
    ],
)
def test_what_is_offered(game: str, dialect: str, hello: str, hash_offer: str):
    offers = Said(game, dialect).say(hello)
    assert hash_offer in offers
    assert not [line for line in offers if "option" in line and ("File" in line or "Path" in line)]
    assert "bookfiles" not in "".join(offers)


def test_xboard_offers_no_paths_and_takes_no_more_memory_than_there_may_be():
    said = Said("chess", "xboard")
    offers = said.say("protover 2")
    assert not [line for line in offers if "File" in line or "Path" in line]
    assert said.say("memory 500") == ["# option Hash takes 1 to 16; set to 16"]
    assert said.say("cores 8") == ["# option Threads takes 1 to 1; set to 1"]
    assert said.say("option Log File=/tmp/x") == ["Error (no option 'Log File')"]


@pytest.mark.parametrize(
    ("game", "dialect", "line", "answer"),
    [
        ("chess", "uci", "setoption name Log File value /tmp/x", "info string no option 'Log File'"),
        ("chess", "uci", "setoption name syzygypath value /tmp", "info string no option 'syzygypath'"),
        (
            "chess",
            "uci",
            "setoption name Hash value 1000",
            "info string option Hash takes 1 to 16; set to 16",
        ),
        ("xiangqi", "ucci", "setoption bookfiles /tmp/x", "info message no option 'BookFile'"),
        ("xiangqi", "ucci", "setoption LogFile /tmp/x", "info message no option 'LogFile'"),
        ("xiangqi", "ucci", "setoption hashsize 0", "info message option Hash takes 1 to 16; set to 16"),
        ("xiangqi", "cyclone", "setoption name EvalFile value x", "info string no option 'EvalFile'"),
    ],
)
def test_what_is_refused_and_bent(game: str, dialect: str, line: str, answer: str):
    said = Said(game, dialect)
    assert said.say(line) == [answer]
    assert said.interpreter.options["Log File"] == said.interpreter.options["BookFile"] == ""


def gathered(folder: Path, environment: dict[str, str], *words: str) -> dict[str, object]:
    """The options as they are at the start."""
    game = load_game("chess")
    arguments = parser(game, load_served(game)).parse_args(words)
    settings = gather(game, arguments, environment, folder)
    options = Options(settings.limit(game).options)
    settings.apply(options)
    return dict(options)


WORDS = ("--cap", "Hash=16", "--cap", "threads=1", "--forbid", PATHS)


def test_the_environment_and_the_file_are_below_the_ceilings(tmp_path: Path):
    assert gathered(tmp_path, {"BOYI_CHESS_HASH": "500"}, *WORDS)["Hash"] == 16
    with pytest.raises(ValueError, match="no option 'Log File'"):
        gathered(tmp_path, {"BOYI_CHESS_LOG_FILE": "/tmp/x"}, *WORDS)
    (tmp_path / "chess.toml").write_text("Threads = 9\n")
    assert gathered(tmp_path, {}, *WORDS)["Threads"] == 1
    (tmp_path / "chess.toml").write_text('BookFile = "x"\n')
    with pytest.raises(ValueError, match="no option 'BookFile'"):
        gathered(tmp_path, {}, *WORDS)


def test_who_sets_the_ceilings_may_set_what_is_forbidden_to_others(tmp_path: Path):
    found = gathered(tmp_path, {}, *WORDS, "--set", "BookFile=x.bin", "--set", "Hash=500")
    assert (found["BookFile"], found["Hash"]) == ("x.bin", 16)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["--cap", "Hash"], "--cap wants NAME=VALUE"),
        (["--cap", "Hash=many"], "--cap wants NAME=NUMBER, not 'Hash=many'"),
        (["--cap", "Hush=4"], "no option 'Hush'"),
        (["--cap", "Ponder=1"], "option Ponder is no number"),
        (["--cap", "Hash=0"], "option Hash can't be below 1"),
        (["--forbid", "Hush"], "no option 'Hush'"),
    ],
)
def test_faults_are_named(tmp_path: Path, words: list[str], fault: str):
    with pytest.raises(ValueError, match=fault):
        gathered(tmp_path, {}, *words)


def few() -> Iterator[Option]:
    yield Option("Size", "spin", 5, 1, 9)
    yield Option("Book", "string", "", names_file=True)


def test_without_ceilings_nothing_is_bent():
    assert NO_CEILINGS.over(few()) == tuple(few())


def test_a_cap_above_the_maximum_changes_nothing():
    assert Ceilings((("size", 100),)).over(few()) == tuple(few())
