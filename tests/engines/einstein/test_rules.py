"""The rules of EinStein, against an independent program and against words."""

import os
import random
import re
from collections.abc import Iterator

import pytest

from boyi.engines import load_game
from boyi.engines.einstein.moves import roll
from boyi.engines.einstein.placement import layout
from boyi.engines.einstein.symmetry import build, exchange, mirror, orbit, relabel
from boyi.engines.jit import Record
from boyi.engines.play import legal_moves, play, result, take_back, try_move
from boyi.engines.rules import LOST, ONGOING

GAMES = int(os.environ.get("BOYI_ORACLE_GAMES", "150"))
"""BOYI_ORACLE_GAMES=5000 plays as many as anyone may wish."""


@pytest.fixture(scope="module")
def notation():
    return load_game("einstein").notation


def names(notation, text: str) -> set[str]:
    pos = notation.read(text, {})
    return {notation.text(pos, move) for move in legal_moves(pos)}


def test_a_die_moves_its_piece_in_three_directions(notation):
    start = "25 24 23 20 19 15 1 2 3 6 7 11"
    assert names(notation, f"{start} b 6") == {"6:15-14", "6:15-10", "6:15-9"}
    assert names(notation, f"{start} r 5") == {"5:7-8", "5:7-12", "5:7-13"}


def test_a_die_without_its_piece_moves_the_next_smaller_or_the_next_larger(notation):
    pieces = "23 0 0 0 24 20 1 2 9 6 0 11"
    for die in (2, 3, 4):
        assert {name[0] for name in names(notation, f"{pieces} b {die}")} == {"1", "5"}
    assert {name[0] for name in names(notation, f"{pieces} b 6")} == {"6"}
    assert {name[0] for name in names(notation, "0 0 15 0 24 20 1 2 9 6 0 11 b 1")} == {"3"}
    assert {name[0] for name in names(notation, "7 0 15 0 0 0 1 2 9 6 0 11 b 6")} == {"3"}


def test_before_the_roll_any_piece_may_move(notation):
    assert {name[0] for name in names(notation, "23 0 0 0 24 20 1 2 9 6 0 11 b 0")} == {"1", "5", "6"}


def test_pieces_at_the_edge_have_one_way(notation):
    assert names(notation, "5 0 0 0 0 0 21 0 0 0 0 0 b 3") == {"1:5-4"}
    assert names(notation, "5 0 0 0 0 0 21 0 0 0 0 0 r 3") == {"1:21-22"}


def test_any_piece_on_the_goal_is_taken(notation):
    pos = notation.read("13 8 0 0 0 0 7 1 0 0 0 0 b 1", {})
    play(pos, notation.move(pos, "1:13-8"))
    assert notation.write(pos) == "8 0 0 0 0 0 7 1 0 0 0 0 r 0"
    play(pos, notation.move(pos, "7-8"))
    assert notation.write(pos) == "0 0 0 0 0 0 8 1 0 0 0 0 b 0"
    assert result(pos) == LOST
    assert notation.ending(pos) == "all pieces taken"


def test_the_corner_wins(notation):
    pos = notation.read("7 0 0 0 0 0 19 0 0 0 0 0 b 4", {})
    play(pos, notation.move(pos, "7-1"))
    assert result(pos) == LOST
    assert legal_moves(pos) == []
    assert notation.ending(pos) == "corner reached"


def test_the_die_is_rolled_once_and_only_in_a_game_that_goes_on(notation):
    rng, seen = random.Random(3), set()
    for _ in range(200):
        pos = notation.read("7 0 0 0 0 0 19 0 0 0 0 0 b 0", {})
        roll(pos, rng)
        seen.add(die := int(pos.die))
        roll(pos, rng)
        assert int(pos.die) == die
    assert seen == {1, 2, 3, 4, 5, 6}
    over = notation.read("1 0 0 0 0 0 19 0 0 0 0 0 r 0", {})
    roll(over, rng)
    assert int(over.die) == 0


FAULTS = {
    "1 2 3": "fields",
    "25 24 23 20 19 15 1 2 3 6 7 26 b 0": "26",
    "25 24 23 20 19 15 1 2 3 6 7 -1 b 0": "-1",
    "25 24 23 20 19 15 1 2 3 6 7 25 b 0": "one square",
    "25 24 23 20 19 15 1 2 3 6 7 11 w 0": "'w'",
    "25 24 23 20 19 15 1 2 3 6 7 11 b 7": "'7'",
    "0 0 0 0 0 0 0 0 0 0 0 0 b 1": "empty",
}


@pytest.mark.parametrize(("text", "word"), FAULTS.items())
def test_a_faulty_position_is_named(notation, text, word):
    with pytest.raises(ValueError, match=word):
        notation.read(text, {})


def played(notation, rng: random.Random, games: int) -> Iterator[Record]:
    """Positions of random games with their dice rolled."""
    for _ in range(games):
        pos = notation.read(layout(rng, alike=False), {})
        while True:
            roll(pos, rng)
            yield pos
            if result(pos) != ONGOING:
                break
            play(pos, rng.choice(legal_moves(pos)))


def test_symmetries_keep_moves_and_results(notation):
    for pos in played(notation, random.Random(5), 6):
        count, ended = len(legal_moves(pos)), result(pos)
        for other in orbit(pos):
            assert (len(legal_moves(other)), result(other)) == (count, ended)
            assert notation.write(notation.read(notation.write(other))) == notation.write(other)
        for change in (mirror, exchange, lambda p: relabel(p, 0), lambda p: relabel(p, 1)):
            assert notation.write(change(change(pos))) == notation.write(pos)


def test_symmetries_commute_with_moves(notation):
    for pos in played(notation, random.Random(6), 3):
        after = set()
        for move in legal_moves(pos):
            try_move(pos, move)
            after.add(notation.write(mirror(pos)))
            take_back(pos, move)
        mirrored, found = mirror(pos), set()
        for move in legal_moves(mirrored):
            try_move(mirrored, move)
            found.add(notation.write(mirrored))
            take_back(mirrored, move)
        assert found == after


def test_keys_are_those_of_the_squares(notation):
    for pos in played(notation, random.Random(7), 3):
        assert int(build(pos.squares, int(pos.side), int(pos.die)).key) == int(pos.key)


WAYS = (("left", "up", "diag"), ("right", "down", "diag"))
"""The other program's names of directions, by side; its white is our blue."""


def described(pos: Record, move: int) -> str:
    """A legal move as the other program writes it."""
    side, piece = int(pos.side), (move & 15) % 6 + 1
    return f"{'WB'[side]}{piece}-{WAYS[side][move >> 4 & 3]}{'*' if move >> 11 & 15 else ''}"


def taken_over(notation, state) -> Record:
    """The position that the other program shows, white to move."""
    cells = re.findall(r"\|(..)\|", str(state))
    where = {cell: square for square, cell in enumerate(cells, 1)}
    squares = [where[f"{letter}{number}"] for letter in "wb" for number in range(1, 7)]
    return notation.read(" ".join(map(str, [*squares, "b", 0])))


@pytest.mark.parametrize("seed", range(3))
def test_legal_moves_and_results_agree_with_another_program(notation, seed):
    spiel = pytest.importorskip("pyspiel")
    rng, game = random.Random(seed), spiel.load_game("einstein_wurfelt_nicht")
    for _ in range(GAMES // 3):
        state = game.new_initial_state()
        for _ in range(2):
            state.apply_action(rng.choice(state.legal_actions()))  # red's layout, then blue's
        pos = taken_over(notation, state)
        while result(pos) == ONGOING:
            assert not state.is_terminal()
            die = rng.randint(1, 6)
            state.apply_action(die - 1)
            pos.die = die
            ours = {described(pos, move): move for move in legal_moves(pos)}
            theirs = {state.action_to_string(state.current_player(), a): a for a in state.legal_actions()}
            assert set(ours) == set(theirs), notation.draw(pos)
            name = rng.choice(sorted(ours))
            play(pos, ours[name])
            state.apply_action(theirs[name])
        assert state.is_terminal()
        assert result(pos) == LOST
        assert state.returns() == ([1.0, -1.0] if pos.side == 0 else [-1.0, 1.0])
