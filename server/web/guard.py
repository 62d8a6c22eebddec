"""What stands before every request: who may ask, from which page, how many at once; what browsers are told.

A page of another site may make a visitor's browser send anything here. What it can't do is to change the
headers Host and Origin, or to add a bearer: so Host has to be ours, and Origin the same unless there is one.
"""

import hmac
from collections import Counter
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boyi.server.refusal import Refusal
from boyi.server.settings import ServerSettings
from boyi.server.web.answers import refuse, refuse_socket
from boyi.server.web.counting import Counters
from boyi.server.web.services import address_of

SAFE = ("GET", "HEAD", "OPTIONS")
FREE = ("/healthz",)
"""Paths for which no token is wanted."""
OWN_SECRETS = (
    *("/api/external-engine", "/api/bot/", "/api/account", "/api/stream/event", "/api/challenge"),
    *("/api/token/test", "/api/users/status", "/api/user/", "/game/export/"),
)
"""Beginnings of paths as lichess has them: each looks for a token or a secret of its own, never for a cookie,
so that programs and pages from anywhere may call."""
COOKIE = "boyi_token"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "media-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
STRICT_TRANSPORT = "max-age=31536000"


def name_of(host: str) -> str:
    """The name in a header Host, without the port."""
    return (host[1 : host.find("]")] if host.startswith("[") else host.partition(":")[0]).lower()


def bearer(headers: Headers) -> str:
    """The token of the header Authorization; empty if there is none."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def cookie(headers: Headers) -> str:
    """The server's token as the page's browser keeps it."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return "" if found is None else found.value


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that tells nothing."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


class Guard:
    """Looks at every request before anything else does."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, counters: Counters) -> None:
        """Let nobody by whom the settings don't let in."""
        self._app, self._settings, self._counters = app, settings, counters
        self._sockets = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request by, or say why not."""
        if scope["type"] == "http":
            await self._guard_http(scope, receive, self._with_headers(scope, send))
        elif scope["type"] == "websocket":
            await self._guard_socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _guard_http(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/" and (response := self._log_in(scope)) is not None:
            await response(scope, receive, send)
            return
        try:
            self._check(scope, scope["method"] in SAFE)
        except Refusal as refusal:
            self._counters.refusals.labels(refusal.status).inc()
            await refuse(refusal)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    async def _guard_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope, self._settings.proxied)
        try:
            self._check(scope, False)
            if self._sockets.total() >= self._settings.quotas.sockets:
                raise Refusal(429, "busy: too many connections")
            if self._sockets[address] >= self._settings.quotas.sockets_per_address:
                raise Refusal(429, "busy: too many connections from your address")
        except Refusal as refusal:
            self._counters.refusals.labels(refusal.status).inc()
            await refuse_socket(refusal, receive, send)
            return
        self._sockets[address] += 1
        self._counters.sockets.inc()
        try:
            await self._app(scope, receive, send)
        finally:
            self._counters.sockets.dec()
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    def _check(self, scope: Scope, safe: bool) -> None:
        """Refusal for what must not pass."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if name_of(host) not in self._settings.hosts:
            raise Refusal(400, "this server does not go by that name")
        if scope["path"].startswith(OWN_SECRETS):
            return
        if not safe:
            self._check_origin(headers, host)
        if self._settings.token and scope["path"] not in FREE:
            given = (bearer(headers), headers.get("x-server-token", ""), cookie(headers))
            if not any(same(token, self._settings.token) for token in given):
                raise Refusal(401, "this server wants its token")

    def _check_origin(self, headers: Headers, host: str) -> None:
        origin = headers.get("origin")
        if origin is None:
            if not bearer(headers):
                raise Refusal(403, "without an Origin a bearer token is wanted")
            return
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or parts.netloc.lower() != host.lower():
            raise Refusal(403, "this comes from a page of another site")

    def _log_in(self, scope: Scope) -> RedirectResponse | None:
        """The answer to a visit with the server's token in the address: from then on the browser keeps it."""
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if not (self._settings.token and given and same(given, self._settings.token)):
            return None
        if name_of(Headers(scope=scope).get("host", "")) not in self._settings.hosts:
            return None
        response = RedirectResponse("/", 303)
        secure = self._settings.secure or self._settings.proxied
        response.set_cookie(
            COOKIE, given, max_age=30 * 86_400, httponly=True, secure=secure, samesite="strict"
        )
        return response

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        """Send, and tell the browser what it may do with it."""

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if self._settings.secure or self._settings.proxied:
                    headers.setdefault("Strict-Transport-Security", STRICT_TRANSPORT)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        return sending
