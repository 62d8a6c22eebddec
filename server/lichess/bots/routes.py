"""The addresses of the Bot API."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from boyi.server.lichess.bodies import answer, bearer, done, read_body, read_bytes
from boyi.server.lichess.bots.accounts import Account, Accounts
from boyi.server.lichess.bots.challenges import ChallengeDesk, host_url
from boyi.server.lichess.bots.events import EventHub
from boyi.server.lichess.bots.games import BotGame, BotGames
from boyi.server.lichess.bots.terms import user_words
from boyi.server.lichess.bots.wording import profile
from boyi.server.lichess.engine_routes import polite_routes
from boyi.server.lichess.streams import NDJSON, Streams
from boyi.server.refusal import Refusal

SCOPES = "bot:play,challenge:read,challenge:write,engine:read,engine:write"


class AccountForm(Struct):
    """What an account is opened with."""

    username: str


@dataclass(frozen=True)
class BotDesk:
    """What stands behind the addresses."""

    accounts: Accounts
    games: BotGames
    events: EventHub
    challenges: ChallengeDesk
    streams: Streams
    may_open: Callable[[Request], bool]
    """Whether who asks may open an account."""

    def routes(self) -> list[Route]:
        """The addresses."""
        mine = polite_routes(
            ("POST", "/api/lichess/accounts", self.open_account),
            ("GET", "/api/account", self.account),
            ("GET", "/api/account/playing", self.playing),
            ("POST", "/api/bot/account/upgrade", self.accept_quietly),
            ("POST", "/api/token/test", self.test_tokens),
            ("GET", "/api/users/status", self.status),
            ("GET", "/api/user/{name}", self.user),
            ("GET", "/api/bot/online", self.online),
            ("GET", "/api/stream/event", self.stream_events),
            ("GET", "/api/bot/game/stream/{id}", self.stream_game),
            ("POST", "/api/bot/game/{id}/move/{move}", self.move),
            ("GET", "/api/bot/game/{id}/chat", self.show_chat),
            ("POST", "/api/bot/game/{id}/chat", self.chat),
            ("POST", "/api/bot/game/{id}/abort", self.abort),
            ("POST", "/api/bot/game/{id}/resign", self.resign),
            ("POST", "/api/bot/game/{id}/draw/{accept}", self.draw),
            ("POST", "/api/bot/game/{id}/takeback/{accept}", self.takeback),
            ("GET", "/game/export/{id}", self.export),
        )
        return [*mine, *self.challenges.routes()]

    async def open_account(self, request: Request) -> Response:
        """Open an account; its token is told this once."""
        if not self.may_open(request):
            raise Refusal(401, "only who may use this server opens accounts")
        form = await read_body(request, AccountForm)
        return answer({"username": form.username, "token": self.accounts.add(form.username)}, 201)

    async def account(self, request: Request) -> Response:
        """Who am I?"""
        return answer(profile(self._me(request), host_url(request)))

    async def playing(self, request: Request) -> Response:
        """What do I play?"""
        me = self._me(request)
        return answer({"nowPlaying": [await self.games.summary(game, me) for game in self.games.of(me)]})

    async def accept_quietly(self, request: Request) -> Response:
        """What is so already."""
        self._me(request)
        return done()

    async def test_tokens(self, request: Request) -> Response:
        """Which of some tokens are good, and for what."""
        told: dict[str, Any] = {}
        for token in (await read_bytes(request)).decode(errors="replace").split(",")[:1000]:
            owner = self.accounts.owner(token.strip())
            told[token.strip()] = owner and {"userId": owner.id, "scopes": SCOPES, "expires": None}
        return answer(told)

    async def status(self, request: Request) -> Response:
        """Who is there?"""
        told = []
        for name in request.query_params.get("ids", "").split(",")[:100]:
            with contextlib.suppress(Refusal):
                account = self.accounts.named(name.strip())
                told.append({**user_words(account), "online": self._online(account)})
        return answer(told)

    async def user(self, request: Request) -> Response:
        """Who is that?"""
        return answer(profile(self.accounts.named(request.path_params["name"]), host_url(request)))

    async def online(self, request: Request) -> Response:
        """Who can be challenged at once: the engines of this server, which always can."""
        lines = [msgspec.json.encode(profile(engine, host_url(request))) for engine in self.accounts.engines]
        return Response(b"\n".join(lines) + b"\n", media_type=NDJSON)

    async def stream_events(self, request: Request) -> Response:
        """Challenges, and games that begin and end, from now on; first those that stand already."""
        me, url = self._me(request), host_url(request)
        first: list[Any] = [
            {"type": "gameStart", "game": await self.games.summary(game, me)} for game in self.games.of(me)
        ]
        for challenge in self.challenges.standing():
            if me.id in (challenge.challenger.id, challenge.opponent.id):
                first.append({"type": "challenge", "challenge": challenge.words(url, "created", me)})
        return self.streams.live(self.events.listen(me.id, first))

    async def stream_game(self, request: Request) -> Response:
        """A game of ours, from now to its end."""
        return self.streams.live(self.games.stream(*self._game(request)))

    async def move(self, request: Request) -> Response:
        """Play a move; a draw may be offered with it."""
        game, me = self._game(request)
        offers = request.query_params.get("offeringDraw", "").lower() == "true"
        await self.games.act(game, me, "move", request.path_params["move"])
        if offers:
            with contextlib.suppress(Refusal):  # the game may be over by the move
                await self.games.act(game, me, "draw")
        return done()

    async def show_chat(self, request: Request) -> Response:
        """Nobody talks here."""
        self._game(request)
        return answer([])

    async def chat(self, request: Request) -> Response:
        """Take what is said, and pass it to nobody."""
        self._game(request)
        await read_bytes(request)
        return done()

    async def abort(self, request: Request) -> Response:
        """Call a game off that has hardly begun."""
        return await self._act(request, "abort")

    async def resign(self, request: Request) -> Response:
        """Give a game up."""
        return await self._act(request, "resign")

    async def draw(self, request: Request) -> Response:
        """Offer a draw or agree to one; a refusal is silence."""
        return await self._answer_offer(request, "draw")

    async def takeback(self, request: Request) -> Response:
        """Ask for a move back or allow it; a refusal is silence."""
        return await self._answer_offer(request, "takeback")

    async def export(self, request: Request) -> Response:
        """A game as PGN."""
        record = await self.games.record(request.path_params["id"])
        return PlainTextResponse(record, media_type="application/x-chess-pgn")

    async def _act(self, request: Request, deed: Any) -> Response:
        game, me = self._game(request)
        await self.games.act(game, me, deed)
        return done()

    async def _answer_offer(self, request: Request, deed: Any) -> Response:
        if request.path_params["accept"] in ("yes", "true", "1"):
            return await self._act(request, deed)
        self._game(request)
        return done()

    def _me(self, request: Request) -> Account:
        return self.accounts.of(bearer(request))

    def _game(self, request: Request) -> tuple[BotGame, Account]:
        me = self._me(request)
        return self.games.get(request.path_params["id"], me), me

    def _online(self, account: Account) -> bool:
        return account.house or self.events.online(account.id)
