"""Challenges: made, seen, accepted, declined and taken back. They lapse when nobody answers."""

import time
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boyi.server.lichess.bodies import answer, bearer, done, read_body
from boyi.server.lichess.bots.accounts import Account, Accounts
from boyi.server.lichess.bots.events import EventHub
from boyi.server.lichess.bots.games import BotGame, BotGames
from boyi.server.lichess.bots.terms import Challenge, ChallengeForm, propose
from boyi.server.lichess.engine_routes import polite_routes
from boyi.server.refusal import Refusal

KEPT = 300.0
"""Seconds for which a challenge stands."""
MOST_CHALLENGES = 50
"""Of one challenger at once."""
ELOS = (1200, 1400, 1600, 1800, 2000, 2200, 2400, None)
"""Of the levels 1 to 8 of an engine of this server."""
REASONS = (
    *("generic", "later", "tooFast", "tooSlow", "timeControl", "rated", "casual", "standard", "variant"),
    *("noBot", "onlyBot"),
)


class DeclineForm(Struct):
    """Why a challenge is declined."""

    reason: str = "generic"


@dataclass
class ChallengeDesk:
    """The challenges that stand, and their addresses."""

    accounts: Accounts
    games: BotGames
    events: EventHub
    challenges: dict[str, tuple[float, Challenge]] = field(default_factory=dict)
    """By their ids, with the time of the monotonic clock when they lapse."""

    def routes(self) -> list[Route]:
        """The addresses."""
        return polite_routes(
            ("GET", "/api/challenge", self.list_challenges),
            ("POST", "/api/challenge/ai", self.play_house),
            ("POST", "/api/challenge/{id}/accept", self.accept),
            ("POST", "/api/challenge/{id}/decline", self.decline),
            ("POST", "/api/challenge/{id}/cancel", self.cancel),
            ("POST", "/api/challenge/{name}", self.challenge),
        )

    async def list_challenges(self, request: Request) -> Response:
        """The challenges that stand, of us and to us."""
        me, url = self.accounts.of(bearer(request)), host_url(request)
        told: dict[str, list[Any]] = {"in": [], "out": []}
        for challenge in self.standing():
            if me.id == challenge.opponent.id:
                told["in"].append(challenge.words(url, "created", me))
            elif me.id == challenge.challenger.id:
                told["out"].append(challenge.words(url, "created", me))
        return answer(told)

    async def challenge(self, request: Request) -> Response:
        """Challenge somebody. An engine of this server accepts at once."""
        me, opponent = self.accounts.of(bearer(request)), self.accounts.named(request.path_params["name"])
        challenge = propose(me, opponent, await read_body(request, ChallengeForm))
        if opponent.house:
            await self._begin(challenge)
            return answer(challenge.words(host_url(request), "accepted", me))
        if sum(found.challenger.id == me.id for found in self.standing()) >= MOST_CHALLENGES:
            raise Refusal(429, f"at most {MOST_CHALLENGES} challenges stand at once")
        self.challenges[challenge.id] = (time.monotonic() + KEPT, challenge)
        self._tell(challenge, "challenge", "created", host_url(request))
        return answer(challenge.words(host_url(request), "created", me))

    async def play_house(self, request: Request) -> Response:
        """Play with an engine of this server at a level."""
        me, form = self.accounts.of(bearer(request)), await read_body(request, ChallengeForm)
        challenge = propose(me, self.accounts.engines[0], form)
        game = await self._begin(challenge, ELOS[form.level - 1])
        told = await self.games.summary(game, me)
        return answer({**told, "source": "ai", "player": "white", "createdAt": game.created}, 201)

    async def accept(self, request: Request) -> Response:
        """Accept a challenge to us."""
        challenge = self._take(request, self.accounts.of(bearer(request)), mine=False)
        await self._begin(challenge)
        return done()

    async def decline(self, request: Request) -> Response:
        """Decline a challenge to us."""
        me, form = self.accounts.of(bearer(request)), await read_body(request, DeclineForm)
        challenge = self._take(request, me, mine=False)
        key = form.reason if form.reason in REASONS else "generic"
        told = {
            **challenge.words(host_url(request), "declined"),
            "declineReason": key,
            "declineReasonKey": key,
        }
        for player in (challenge.challenger, challenge.opponent):
            self.events.tell(player.id, {"type": "challengeDeclined", "challenge": told})
        return done()

    async def cancel(self, request: Request) -> Response:
        """Take a challenge of ours back."""
        challenge = self._take(request, self.accounts.of(bearer(request)), mine=True)
        self._tell(challenge, "challengeCanceled", "canceled", host_url(request))
        return done()

    async def _begin(self, challenge: Challenge, elo: int | None = None) -> BotGame:
        return await self.games.begin(challenge.terms, (challenge.white, challenge.black), elo)

    def standing(self) -> list[Challenge]:
        """The challenges that have not lapsed."""
        now = time.monotonic()
        self.challenges = {id: kept for id, kept in self.challenges.items() if kept[0] > now}
        return [challenge for _, challenge in self.challenges.values()]

    def _take(self, request: Request, me: Account, mine: bool) -> Challenge:
        for challenge in self.standing():
            owner = challenge.challenger if mine else challenge.opponent
            if challenge.id == request.path_params["id"] and owner.id == me.id:
                del self.challenges[challenge.id]
                return challenge
        raise Refusal(404, "No such challenge")

    def _tell(self, challenge: Challenge, what: str, status: str, url: str) -> None:
        for player in (challenge.challenger, challenge.opponent):
            self.events.tell(player.id, {"type": what, "challenge": challenge.words(url, status, player)})


def host_url(request: Request) -> str:
    """Where this server is, as the client sees it."""
    return str(request.base_url).rstrip("/")
