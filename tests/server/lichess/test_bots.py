"""The Bot API's server side, played by lichess' own client for Python, and as lichess-bot calls it."""

import contextlib
import itertools
import queue
import random
import threading
from typing import Any, ClassVar

import berserk
import chess
import httpx
import pytest
import requests

from tests.support.server.hosting import hosted
from tests.support.server.lichess_hall import LichessHall

NAMES = (f"bot{number}" for number in itertools.count())


@contextlib.contextmanager
def serving(folder):
    """The address of a host; every bot is done once it has ended."""
    with hosted(lambda: LichessHall(folder)) as address:
        yield address
    while Bot.all:
        Bot.all.pop().close()


@pytest.fixture
def url(tmp_path):
    with serving(tmp_path) as address:
        yield address


class Bot:
    """One account with what it is told."""

    all: ClassVar[list["Bot"]] = []

    def __init__(self, url):
        self.all.append(self)
        self.threads: list[threading.Thread] = []
        self.url, self.name = url, next(NAMES)
        header = {"Authorization": "Bearer anybody"}  # a page of another site could not send one
        account = httpx.post(f"{url}/api/lichess/accounts", json={"username": self.name}, headers=header)
        self.token = account.json()["token"]
        self.session = berserk.TokenSession(self.token)
        self.client = berserk.Client(self.session, base_url=url)
        self.http = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {self.token}"}, timeout=30)
        self.events = self.listen(self.client.bots.stream_incoming_events)
        self.post("/api/bot/account/upgrade")

    def listen(self, stream, *words):
        told: queue.SimpleQueue[Any] = queue.SimpleQueue()

        def work():
            try:
                with contextlib.suppress(requests.RequestException):  # the server ends with the test
                    for event in stream(*words):
                        told.put(event)
            finally:
                told.put(None)

        self.threads.append(threading.Thread(target=work))
        self.threads[-1].start()
        return told

    def close(self):
        for thread in self.threads:
            thread.join(10)
        self.session.close()
        self.http.close()

    def expect(self, kind):
        while (event := self.events.get(timeout=10))["type"] != kind:
            pass
        return event

    def post(self, path, **more):
        return self.http.post(path, **more)

    def game(self, id):
        return self.listen(self.client.bots.stream_game_state, id)


@pytest.fixture
def bots(url):
    return Bot(url), Bot(url)


def begin(bots, **terms):
    """A game in which the first has the white pieces; its id and both streams, after `gameFull`."""
    white, black = bots
    terms = {"rated": False, "clock_limit": 60, "clock_increment": 1, "color": "white"} | terms
    made = white.client.challenges.create(black.name, **terms)
    assert black.expect("challenge")["challenge"]["id"] == made["id"]
    black.client.bots.accept_challenge(made["id"])
    id = white.expect("gameStart")["game"]["gameId"]
    assert black.expect("gameStart")["game"]["color"] == "black"
    streams = white.game(id), black.game(id)
    return id, streams, [stream.get(timeout=10) for stream in streams]


def play(bot, stream, id, colour, rng, length):
    """Random moves whenever it is our turn, as any bot does; the last state."""
    full, sent = None, -1
    while (event := stream.get(timeout=100)) is not None:
        full = full or event
        state = event.get("state", event)
        fen = None if full["initialFen"] == "startpos" else full["initialFen"]
        board = chess.Board(fen or chess.STARTING_FEN, chess960=full["variant"]["key"] == "chess960")
        for move in state["moves"].split():
            board.push_uci(move)
        if state["status"] != "started":
            return state
        if board.turn == colour and board.ply() > sent:
            sent = board.ply()
            if len(board.move_stack) >= length:
                bot.client.bots.resign_game(id)
            else:
                bot.client.bots.make_move(id, board.uci(rng.choice(sorted(board.legal_moves, key=str))))
    return state


@pytest.mark.parametrize(
    "terms",
    [{}, {"variant": "chess960"}, {"variant": "fromPosition", "position": "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"}],
)
def test_two_bots_play_a_game_to_its_end(bots, terms):
    white, black = bots
    made = white.client.challenges.create(
        black.name, rated=False, clock_limit=60, clock_increment=1, color="white", **terms
    )
    black.client.bots.accept_challenge(black.expect("challenge")["challenge"]["id"])
    assert made["variant"]["key"] == terms.get("variant", "standard")
    id = white.expect("gameStart")["game"]["gameId"]
    ends: list[dict[str, Any]] = [{}, {}]

    def work(side):
        ends[side] = play(bots[side], bots[side].game(id), id, side == 0, random.Random(side), 60)

    threads = [threading.Thread(target=work, args=(side,)) for side in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert ends[0] == ends[1] and ends[0]["status"] in ("resign", "mate", "draw", "stalemate")
    for bot in bots:
        game = bot.expect("gameFinish")["game"]
        assert game["gameId"] == id and game["status"]["name"] == ends[0]["status"]
    assert white.http.get("/api/account/playing").json() == {"nowPlaying": []}
    assert "1." in white.http.get(f"/game/export/{id}").text


def test_a_game_begins_with_all_that_a_bot_must_know(bots):
    id, _, (full, other) = begin(bots)
    assert full | {"state": 0} == other | {"state": 0}
    assert (full["id"], full["type"], full["initialFen"], full["speed"]) == (
        id,
        "gameFull",
        "startpos",
        "bullet",
    )
    assert full["clock"] == {"initial": 60_000, "increment": 1000} and full["rated"] is False
    assert [full[colour]["name"] for colour in ("white", "black")] == [bot.name for bot in bots]
    state = full["state"]
    assert 50_000 < state.pop("wtime") <= 60_000  # it runs
    assert state == {
        "type": "gameState", "moves": "", "btime": 60_000, "winc": 1000, "binc": 1000, "status": "started"
    }  # fmt: skip
    (playing,) = bots[1].http.get("/api/account/playing").json()["nowPlaying"]
    assert (playing["gameId"], playing["isMyTurn"], playing["opponent"]["username"]) == (
        id,
        False,
        bots[0].name,
    )


def test_draws_and_takebacks_are_offered_and_agreed_to(bots):
    (white, black), (id, (stream, _), _) = bots, begin(bots)
    white.client.bots.make_move(id, "e2e4")
    assert stream.get(timeout=10)["moves"] == "e2e4"
    white.post(f"/api/bot/game/{id}/takeback/yes")
    assert stream.get(timeout=10)["wtakeback"] is True
    assert black.post(f"/api/bot/game/{id}/takeback/no").json() == {"ok": True}
    black.post(f"/api/bot/game/{id}/takeback/yes")
    assert stream.get(timeout=10)["moves"] == ""
    white.post(f"/api/bot/game/{id}/move/d2d4?offeringDraw=true")
    while not (state := stream.get(timeout=10)).get("wdraw"):
        pass
    assert state["moves"] == "d2d4"
    black.post(f"/api/bot/game/{id}/draw/yes")
    assert stream.get(timeout=10)["status"] == "draw"
    assert stream.get(timeout=10) is None


def test_chat_is_taken_and_dropped_and_a_game_is_called_off(bots):
    (white, black), (id, (_, stream), _) = bots, begin(bots)
    white.client.bots.post_message(id, "hello <script>", spectator=True)
    assert white.post(f"/api/bot/game/{id}/chat", data={"room": "player", "text": "hi"}).json() == {
        "ok": True
    }
    assert white.http.get(f"/api/bot/game/{id}/chat").json() == []
    black.client.bots.abort_game(id)
    assert stream.get(timeout=10)["status"] == "aborted"
    assert black.expect("gameFinish")["game"]["status"] == {"id": 25, "name": "aborted"}


def test_a_game_that_is_well_under_way_can_not_be_called_off(bots):
    id, _, _ = begin(bots)
    for bot, move in zip(bots, ("e2e4", "e7e5"), strict=True):
        bot.client.bots.make_move(id, move)
    told = bots[0].post(f"/api/bot/game/{id}/abort")
    assert told.status_code == 400 and "resigned" in told.json()["error"]


@pytest.mark.parametrize(
    ("path", "terms"),
    [
        ("/api/challenge/boyi", {"clock.limit": 60, "clock.increment": 1, "color": "black"}),
        ("/api/challenge/boyi", {"color": "white", "variant": "chess960"}),
        ("/api/challenge/ai", {"level": 3, "clock.limit": 30, "clock.increment": 0, "color": "white"}),
    ],
)
def test_a_bot_plays_against_the_engine_of_the_server(url, path, terms):
    bot = Bot(url)
    assert bot.post(path, data=terms).status_code in (200, 201)
    game = bot.expect("gameStart")["game"]
    id, colour = game["gameId"], game["color"]
    assert colour == terms["color"]
    end = play(bot, bot.game(id), id, colour == "white", random.Random(5), 20)
    assert end["status"] in ("resign", "mate", "draw", "stalemate")
    assert bot.expect("gameFinish")["game"]["opponent"]["username"] == "boyi"


def test_challenges_are_declined_and_taken_back(bots):
    white, black = bots
    made = white.client.challenges.create(black.name, rated=True, clock_limit=180, clock_increment=0)
    told = black.expect("challenge")["challenge"]
    assert (told["direction"], told["rated"], told["speed"], told["timeControl"]["limit"]) == (
        "in",
        False,
        "blitz",
        180,
    )
    assert [found["id"] for found in black.http.get("/api/challenge").json()["in"]] == [made["id"]]
    black.post(f"/api/challenge/{made['id']}/decline", content="reason=tooFast", headers={
        "Content-Type": "application/x-www-form-urlencoded"
    })  # fmt: skip
    assert white.expect("challengeDeclined")["challenge"]["declineReasonKey"] == "tooFast"
    made = white.client.challenges.create(black.name, rated=False)
    black.expect("challenge")
    white.client.challenges.cancel(made["id"])
    assert black.expect("challengeCanceled")["challenge"]["id"] == made["id"]
    assert black.post(f"/api/challenge/{made['id']}/accept").status_code == 404


def test_accounts_and_tokens_are_as_lichess_bot_asks_for_them(url, bots):
    white, _ = bots
    told = httpx.post(f"{url}/api/token/test", content=f"{white.token},nonsense").json()
    assert told["nonsense"] is None and "bot:play" in told[white.token]["scopes"].split(",")
    account = white.http.get("/api/account").json()
    assert (account["username"], account["title"]) == (white.name, "BOT") and "blitz" in account["perfs"]
    assert white.client.account.get()["id"] == white.name
    assert httpx.get(f"{url}/api/users/status?ids={white.name},nobody").json()[0]["online"] is True
    assert httpx.get(f"{url}/api/user/{white.name}").json()["username"] == white.name
    assert httpx.get(f"{url}/api/bot/online").json()["username"] == "boyi"


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/challenge/nobody", {}, 404),
        ("/api/challenge/boyi", {"variant": "atomic"}, 400),
        ("/api/challenge/boyi", {"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, 400),
        ("/api/challenge/boyi", {"clock.limit": 60}, 400),
        ("/api/challenge/boyi", {"clock.limit": -1, "clock.increment": 0}, 400),
        ("/api/challenge/boyi", {"days": 3}, 400),
        ("/api/challenge/boyi", [], 400),
        ("/api/challenge/x/accept", {}, 404),
        ("/api/bot/game/x/move/e2e4", {}, 404),
        ("/api/bot/game/..%2f..%2fetc/resign", {}, 404),
        ("/api/lichess/accounts", {"username": "boyi"}, 409),
        ("/api/lichess/accounts", {"username": "<script>"}, 400),
        ("/api/lichess/accounts", {"username": "x" * 70_000}, 413),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(bots, path, body, status):
    told = bots[0].post(path, json=body)
    assert told.status_code == status
    if told.headers["content-type"] == "application/json":
        assert told.json()["error"]


def test_a_move_out_of_turn_or_against_the_rules_changes_nothing(url, bots):
    id, _, _ = begin(bots)
    assert bots[1].post(f"/api/bot/game/{id}/move/e7e5").status_code == 409
    assert bots[0].post(f"/api/bot/game/{id}/move/e2e5").status_code == 400
    assert Bot(url).post(f"/api/bot/game/{id}/move/e2e4").status_code == 404
    assert httpx.post(f"{url}/api/bot/game/{id}/move/e2e4").status_code == 401
    assert bots[0].game(id).get(timeout=10)["state"]["moves"] == ""


def test_accounts_and_games_outlive_the_server(tmp_path):
    with serving(tmp_path) as url:
        bots = Bot(url), Bot(url)
        id, _, _ = begin(bots)
        bots[0].client.bots.make_move(id, "e2e4")
    with serving(tmp_path) as url:
        header = {"Authorization": f"Bearer {bots[1].token}"}
        assert httpx.post(f"{url}/api/bot/game/{id}/move/e7e5", headers=header).json() == {"ok": True}
        (playing,) = httpx.get(f"{url}/api/account/playing", headers=header).json()["nowPlaying"]
        assert playing["lastMove"] == "e7e5"
