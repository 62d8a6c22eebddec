"""Perft as data: each game's file of positions and the number of lines from each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from boyi.engines import GAMES, load_game
from boyi.engines.engine import Engine
from boyi.engines.jit import copy
from boyi.engines.options import Options
from boyi.engines.play import legal_moves, perft, try_move

DATA = Path(__file__).parents[1] / "data"
QUICK = 5_000_000
"""Leaves that the default run counts at most, for one position."""


def entries(name: str) -> Iterator[tuple[str, list[int], str]]:
    """Position, counts and description of each line of a game's file."""
    for line in (DATA / f"{name}.perft").read_text().splitlines():
        if line and not line.startswith("#"):
            text, counts, title = (part.strip() for part in line.split("|"))
            yield text, [int(count) for count in counts.split()], title


def cases() -> Iterator[object]:
    """Every count of every game; the large ones are slow."""
    for name in GAMES:
        for text, counts, title in entries(name):
            quick = sum(count <= QUICK for count in counts)
            yield pytest.param(name, text, counts[:quick], id=f"{name}: {title}")
            if counts[quick:]:
                deeper = [0] * quick + counts[quick:]
                yield pytest.param(name, text, deeper, id=f"{name}: {title}, deeper", marks=pytest.mark.slow)


@pytest.mark.parametrize(("name", "text", "counts"), [*cases()])
def test_the_number_of_lines(name: str, text: str, counts: list[int]) -> None:
    pos = load_game(name).notation.read(text, {})
    for depth, count in enumerate(counts, 1):
        if count:
            assert perft(pos, depth) == count, f"at depth {depth}"


def test_every_game_has_its_file(game):
    assert len(list(entries(game.name))) >= 5


def test_a_count_is_the_sum_over_the_moves(game, notation):
    for text in game.bench[:4]:
        pos, total = notation.read(text, {}), 0
        for move in legal_moves(pos):
            below = copy(pos)
            try_move(below, move)
            total += perft(below, 2)
        assert total == perft(pos, 3)


def test_no_depth_is_one_line(game, notation):
    pos = notation.read(game.start, {})
    assert perft(pos, 0) == 1


def test_the_engine_divides_a_count_by_moves(game, notation):
    engine = Engine(game, Options(game.options), print, print, print)
    engine.load()
    pos = notation.read(game.start, {})
    division = dict(engine.perft(3))
    assert set(division) == {notation.text(pos, move) for move in legal_moves(pos)}
    assert sum(division.values()) == perft(pos, 3)
