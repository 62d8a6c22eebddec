"""What the tests of engines share: every game in turn, and its parts once loaded."""

import random

import pytest

from boyi.engines import GAMES, load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.game import Game, Notation
from tests.support.engines.listening import Listener


@pytest.fixture(scope="session", params=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    """Each game: what is written with this fixture is a contract that every game keeps."""
    return load_game(request.param)


@pytest.fixture(scope="session")
def chess_game() -> Game:
    return load_game("chess")


@pytest.fixture(scope="session")
def xiangqi_game() -> Game:
    return load_game("xiangqi")


@pytest.fixture(scope="session")
def notation(game: Game) -> Notation:
    return game.notation


@pytest.fixture(scope="session")
def evaluation(game: Game) -> Evaluation:
    """The game's default evaluator with its built-in weights."""
    return Evaluation(game)


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    """Chance, the same in every run and another for each test."""
    return random.Random(request.node.name)


@pytest.fixture
def listener(chess_game: Game):
    """A loaded chess engine with the smallest table, and an ear for what it tells."""
    ear = Listener(chess_game)
    yield ear
    ear.close()
