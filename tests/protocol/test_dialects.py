"""The table of dialects: what it names is there, and each engine serves its own."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boyi.engines import load_game
from boyi.protocol.dialects import DIALECTS, DRIVEN, load_served
from boyi.protocol.messages import Bye, Idle, Note, Ready, Refused, Unknown


@pytest.mark.parametrize("name", DIALECTS)
def test_a_dialect_is_found_under_its_name(name: str):
    entry = DIALECTS[name]
    assert entry.load(load_game(entry.games[0])).name == name


def test_every_driver_is_found():
    drivers = [DIALECTS[name].load_driver() for name in DRIVEN]
    assert len({*drivers}) == len(drivers)


@pytest.mark.parametrize(
    ("game", "served"),
    [
        ("chess", ["uci", "xboard"]),
        ("xiangqi", ["ucci", "cyclone", "uci-variant", "xboard"]),
        ("connect6", ["sau", "cloudict", "botzone", "uci"]),
        ("einstein", ["ecui", "course", "ntu", "uci"]),
    ],
)
def test_an_engine_serves_the_dialects_of_its_game_alone_first(game: str, served: list[str]):
    assert [dialect.name for dialect in load_served(load_game(game))] == served


WORDS = re.compile(r"\S+").findall("""
    uci ucci xboard isready position fen startpos moves go ponder infinite depth time nodes mate perft stop
    quit setoption option name value Hash edit # c . setboard new force undo remove analyze usermove level st
    sd ping protover banmoves probe e2e4 h2e2 Pa4 xa4 0 -1 1 99999999999999999999 40 5:00 / //// 9/9 8/8 w b r
    - START MOVE END PLACE BLACK JJ KKLL { } [ ] [[0,0,0,0,0]] [0]|1 0|6 : | ; , 1.5 A1 B6 \0 \ufffd ²
""")
NEARLY = st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=6).map(" ".join)
LINES = (NEARLY | st.text(max_size=40)).map(lambda line: line.replace("\n", " "))


@pytest.mark.parametrize(("name", "game"), [(n, g) for n, entry in DIALECTS.items() for g in entry.games])
@settings(max_examples=150, deadline=None)
@given(lines=st.lists(LINES, max_size=8))
def test_no_lines_break_a_dialect(name: str, game: str, lines: list[str]):
    dialect = DIALECTS[name].load(load_game(game))
    for line in lines:
        dialect.greets(line)
        dialect.parse_event(line)
        command = dialect.parse_command(line)
        for event in (
            Refused(command, line),
            Refused(Unknown(line, ""), ""),
            Note(line),
            Ready(),
            Idle(),
            Bye(),
        ):
            assert not any("\n" in told for told in dialect.render_event(event))
        dialect.render_command(command)
