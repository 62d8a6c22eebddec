"""Online learning: which games count, how batches are filled, and what passes the gate."""

import json
from itertools import islice
from typing import Any

import pytest

from boyi.engines import load_game
from boyi.engines.weights import load, purpose
from boyi.engines.xiangqi.evaluation.networks import MLP_RECORDS, random_mlp
from boyi.learning.__main__ import main
from boyi.learning.data.sources import RecordFault
from boyi.learning.data.sources.self_games import RandomPlay
from boyi.learning.online import promotion
from boyi.learning.online.batches import BatchMaker
from boyi.learning.online.gate import CandidateGate
from boyi.learning.online.held_out import own_games
from boyi.learning.online.judged import JudgedGame, read_judged

GAMES = 12
HONEST = 8
"""Rounds after which a network knows more than nothing."""
FIRST = random_mlp(30).first.sum()
"""By what untrained weights are known."""
SMALL = 30
"""Units of the network that learns here."""


@pytest.fixture(scope="session")
def played():
    """Finished games of random moves that somebody has won."""
    found = (game for game in RandomPlay(load_game("xiangqi"), 5).games(0) if game.result)
    return list(islice(found, GAMES))


def line(game, /, **changes):
    """The arena's line of a game, or the server's if it says what the server does of it."""
    values = {
        "players": ["somebody", "boyi"],
        "score": (game.result + 1) / 2,
        "fault": "",
        "record": [None, [[move, 1, None, None, None, 0, 0] for move in game.moves]],
    } | changes
    return json.dumps(values) + "\n"


def served(client="c", **changes):
    """What the server says of a game."""
    seats = [{"client": client}, {"client": ""}]
    return {"game": "xiangqi", "consent": True, "take_backs": 0, "seats": seats} | changes


def kind(found):
    return found.kind if isinstance(found, RecordFault) else ""


def test_what_counts(played):
    whole, record = played[0], json.loads(line(played[0]))["record"]
    opened = [load_game("xiangqi").start, record[1]]
    left, short = [None, record[1][:-1]], [None, record[1][:19]]
    seen = [None, [*left[1][:-1], [*left[1][-1][:3], None, 3, 9, 0]]]
    mover = 1 - 2 * ((len(left[1]) - 1) % 2)
    said: dict[str, list[dict[str, Any]]] = {
        "": [{}, {"record": opened}, {"server": served()}, {"record": seen, "score": (mover + 1) / 2}],
        "consent": [{"server": served(consent=False)}, {"server": served(consent=None)}],
        "start": [{"record": opened, "server": served()}],
        "taken back": [{"server": served(take_backs=1)}],
        "short": [{"record": short}],
        "undecided": [
            {"record": left},
            {"score": (1 - whole.result) / 2},
            {"record": seen, "score": (1 - mover) / 2},
        ],
        "other": [{"server": served(game="chess")}],
        "unfinished": [{"fault": "the engine crashed"}],
        "broken": [
            {"server": None},
            {"server": {}},
            {"record": [None, [["a0a9", 1, None, None, None, 0, 0]] * 30]},
        ],
    }
    for wanted, cases in said.items():
        for changes in cases:
            found = read_judged(load_game("xiangqi"), line(whole, **changes), "here")
            assert kind(found) == wanted, (changes, found)


def test_lines_that_are_none_are_passed_over():
    for text in ("", "{", "[]", "null", '{"record": 3}', '{"record": [null, [[]]], "score": 1, "fault": ""}'):
        assert isinstance(read_judged(load_game("xiangqi"), text, "here"), RecordFault)


def test_one_client_gives_a_small_share_of_a_batch(played, tmp_path):
    ledger = tmp_path / "games.jsonl"
    often = "".join(line(game, server=served("one")) for game in played)
    others = "".join(line(game, server=served(f"c{number}")) for number, game in enumerate(played))
    ledger.write_text(often)
    assert BatchMaker(load_game("xiangqi"), [ledger], size=10, share=0.1).next() is None
    ledger.write_text(often + others + others[:50])
    batch = BatchMaker(load_game("xiangqi"), [ledger], size=10, share=0.1).next()
    assert batch is not None
    assert [judged.clients for judged in batch.games].count(("one",)) == 1
    assert batch.left_out["too many of a client"] == GAMES - 1
    later = BatchMaker(load_game("xiangqi"), [ledger], batch.read, GAMES - 9)
    rest = later.next()
    assert rest is not None
    assert all(isinstance(judged, JudgedGame) for judged in rest.games)
    assert later.next() is None
    assert later.read == [len((often + others).encode())]  # what is half written is read later


def test_a_batch_is_filled_while_its_ledger_grows(played, tmp_path):
    ledger = tmp_path / "games.jsonl"
    lines = [line(game) for game in played]
    ledger.write_text("".join([line(played[0], fault="broken off"), *lines[:5]]))
    batches = BatchMaker(load_game("xiangqi"), [ledger], size=GAMES - 2)
    assert batches.next() is None
    with ledger.open("a") as file:
        file.write("".join(lines[5:]))
    batch = batches.next()
    assert batch is not None
    assert [judged.game.moves for judged in batch.games] == [game.moves for game in played[: GAMES - 2]]
    assert batch.left_out == {"unfinished": 1}
    assert batches.next() is None
    with ledger.open("a") as file:
        file.write("".join(lines[: GAMES - 4]))
    after = batches.next()
    assert after is not None
    assert len(after.games) == GAMES - 2
    assert not after.left_out


@pytest.fixture
def learn(played, tmp_path, monkeypatch):
    """Run the command over games, with a match that ends as is said; its runs' folder and the place."""

    def run(results, decision):
        tests = list[list[str]]()

        def decide(folder, words):
            tests.append(words)
            return decision, "a state"

        monkeypatch.setattr(promotion, "decide", decide)
        ledger, held_out = tmp_path / "games.jsonl", tmp_path / "held_out.jsonl"
        lines = [line(game, score=(result + 1) / 2) for game, result in zip(played, results, strict=True)]
        ledger.write_text("".join(lines))
        held_out.write_text("".join(line(game) for game in played))
        assert main(words(tmp_path)) == 0
        return tmp_path, tests

    return run


@pytest.fixture
def again(tmp_path):
    """Run the command once more, over lines that have come to the ledger."""

    def run(more):
        with (tmp_path / "games.jsonl").open("a") as ledger:
            ledger.write(more)
        assert main(words(tmp_path)) == 0

    return run


def words(folder):
    names = ("run", "place.safetensors", "games.jsonl", "held_out.jsonl")
    run, place, ledger, held_out = (str(folder / name) for name in names)
    return [
        "online", run, place, "--ledgers", ledger, "--held-out", held_out, "--evaluator", f"mlp{SMALL}",
        "--size", str(GAMES), "--rate", "0.005",
    ]  # fmt: skip


def place(folder):
    return load(folder / "place.safetensors", "xiangqi", f"mlp{SMALL}", MLP_RECORDS[SMALL])


def test_a_candidate_that_wins_its_match_is_put_in_place(played, learn, capsys):
    folder, tests = learn([game.result for game in played], "H1")
    assert "round 1: accepted: a state" in capsys.readouterr().out
    assert place(folder).step == GAMES
    assert len(tests) == 1
    learn([game.result for game in played], "H1")
    assert "no whole batch is left" in capsys.readouterr().out
    with (folder / "run" / "log.jsonl").open() as log:
        (entry,) = map(json.loads, log)
    assert entry["held-out error after"] < entry["held-out error before"]
    assert "accepted: a state" in (folder / "run" / "report.html").read_text()


def test_a_candidate_that_does_not_win_stays_out(played, learn, capsys):
    folder, tests = learn([game.result for game in played], "H0")
    assert "round 1: refused: a state" in capsys.readouterr().out
    assert len(tests) == 1
    assert not (folder / "place.safetensors").exists()


def test_games_whose_results_are_flipped_do_not_count(played, learn, capsys):
    folder, tests = learn([-game.result for game in played], "H1")
    assert "no whole batch is left" in capsys.readouterr().out
    assert not tests
    assert not (folder / "place.safetensors").exists()


def forged(game):
    """A game that was left before its end, with the other result, and an engine's word for that."""
    plies = [[move, 1, None, None, None, 0, 0] for move in game.moves[:-1]]
    mover = 1 - 2 * ((len(plies) - 1) % 2)
    plies[-1][4] = 1 if mover == -game.result else -1
    return line(game, score=(1 - game.result) / 2, record=[None, plies])


def test_forged_games_do_not_get_as_far_as_a_match(played, learn, again, capsys):
    folder, tests = learn([game.result for game in played], "H1")
    for _ in range(HONEST - 1):
        again("".join(line(game) for game in played))
    before, rounds = (folder / "place.safetensors").read_bytes(), len(tests)
    again("".join(map(forged, played)))
    said = f"round {HONEST + 1}: refused: {GAMES} of {GAMES} games ended unlike their results"
    assert said in capsys.readouterr().out
    assert len(tests) == rounds
    assert (folder / "place.safetensors").read_bytes() == before


def test_what_is_worse_on_held_out_games_does_not_get_as_far_as_a_match(played, learn, monkeypatch, capsys):
    monkeypatch.setattr(CandidateGate, "error", lambda gate, weights: float(weights.first.sum() != FIRST))
    folder, tests = learn([game.result for game in played], "H1")
    assert "round 1: refused: worse on held-out games" in capsys.readouterr().out
    assert not tests
    assert not (folder / "place.safetensors").exists()


def test_what_was_in_place_is_kept(played, learn, again):
    folder, _ = learn([game.result for game in played], "H1")
    before = (folder / "place.safetensors").read_bytes()
    again("".join(line(game) for game in reversed(played)))
    kept = folder / "run" / "round-0002" / "before.safetensors"
    assert kept.read_bytes() == before
    assert (folder / "run" / "log.jsonl").read_text().count('"verdict"') == 2


def test_what_makes_no_sense_is_named(tmp_path, capsys):
    command = ["online", str(tmp_path / "run"), str(tmp_path / "place"), "--ledgers", str(tmp_path / "none")]
    assert main([*command, "--size", "0"]) == 2
    assert main([*command, "--evaluator", "traditional"]) == 2
    assert main([*command, "--held-out", str(tmp_path / "nothing.jsonl")]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 3


def test_what_counts_in_games_of_other_lengths_and_scores():
    for name, moves, plies in (("einstein", "19-13 2-8", 2), ("connect6", "j10 j11 j12", 3)):
        game = load_game(name)
        text = json.dumps(
            {"score": 1.0, "record": [None, [[move, 1, None, None, 1, 0, 0] for move in moves.split()]]}
        )
        assert len(moves.split()) == plies
        assert kind(read_judged(game, text, "here")) == "short"


@pytest.mark.parametrize(("name", "evaluator"), [("connect6", "roads"), ("einstein", "hybrid")])
def test_other_games_go_the_same_way(name, evaluator, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(promotion, "decide", lambda folder, words: ("H1", "a state"))
    monkeypatch.setattr(CandidateGate, "error", lambda gate, weights: 0.5)
    games = [game for game in own_games(load_game(name), evaluator, GAMES, seed=3) if len(game.moves) >= 20]
    ledger, place = tmp_path / "games.jsonl", tmp_path / "place.safetensors"
    ledger.write_text("".join(line(game, record=record_of(game)) for game in games))
    command = [
        "online",
        str(tmp_path / "run"),
        str(place),
        "--ledgers",
        str(ledger),
        "--held-out",
        str(ledger),
    ]
    assert main([*command, "--game", name, "--evaluator", evaluator, "--size", str(len(games))]) == 0
    assert "round 1: accepted: a state" in capsys.readouterr().out
    assert purpose(place) == (name, evaluator)
    assert main([*command, "--game", name, "--evaluator", evaluator, "--size", str(len(games))]) == 0
    assert "no whole batch is left" in capsys.readouterr().out


def record_of(game):
    return [game.start, [[move, 1, None, None, None, 0, 0] for move in game.moves]]
