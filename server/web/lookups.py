"""What can be asked without a game: engines, positions, records, runs."""

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.websockets import WebSocket

from boyi.arena.game.record import GamePly
from boyi.engines import load_game
from boyi.engines.options import Option
from boyi.server.games.watchers import Watcher
from boyi.server.messages import PingWish, PositionWish, RecordWish
from boyi.server.records.positions import PositionAnswer, look_up
from boyi.server.records.writers import formats, write
from boyi.server.refusal import Refusal
from boyi.server.runs.arena_run import ArenaRun
from boyi.server.runs.training_run import TrainingRun
from boyi.server.runs.views import RunAnswer, RunCurves, RunGames, RunSummary
from boyi.server.searching import elo_range
from boyi.server.version import VERSION
from boyi.server.web.answers import messages, tell
from boyi.server.web.game_socket import PONG, watch
from boyi.server.web.services import Services

REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
"""A run's page brings its style along, and no scripts."""


class OptionView(Struct):
    """An option of an engine."""

    name: str
    kind: str
    default: bool | int | str
    least: int
    most: int
    choices: list[str]
    help: str


class EloView(Struct):
    """The ratings that an engine can be told to play at."""

    least: int
    most: int


class EngineView(Struct):
    """An engine."""

    name: str
    game: str
    title: str
    evaluators: list[str]
    options: list[OptionView]
    elo: EloView | None


class HealthView(Struct):
    """The server is well."""

    status: str
    version: str


class RecordText(Struct):
    """A record as a file."""

    name: str
    text: str


class FormatsView(Struct):
    """Formats of a game."""

    read: list[str]
    write: list[str]


async def health(services: Services, request: Request) -> HealthView:
    """Whether all is well."""
    return HealthView("ok", VERSION)


async def metrics(services: Services, request: Request) -> Response:
    """Figures for Prometheus."""
    return PlainTextResponse(services.counters.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def engines(services: Services, request: Request) -> list[EngineView]:
    """Every engine and its options."""
    found = []
    for engine in services.room.offered():
        elo, own = elo_range(engine), load_game(engine.game)
        ours = engine.name == engine.game
        found.append(
            EngineView(
                engine.name,
                engine.game,
                own.title if ours else engine.name,
                list(own.evaluators) if ours else [],
                [_option(option) for option in engine.options],
                EloView(*elo) if elo else None,
            )
        )
    return found


def _option(option: Option) -> OptionView:
    return OptionView(
        option.name, option.kind, option.default, option.least, option.most, list(option.choices), option.help
    )


async def position(services: Services, request: Request, body: PositionWish) -> PositionAnswer:
    """What a position or a record holds."""
    return await services.hall.rulebooks.run(body.game, lambda: look_up(body))


async def record(services: Services, request: Request, body: RecordWish) -> RecordText:
    """A game written in a format."""
    plies = [
        GamePly(
            ply.move, ply.spent, None if ply.left is None else round(ply.left), ply.score, ply.mate,
            ply.depth, ply.die,
        )
        for ply in body.moves
    ]  # fmt: skip
    name, text = await services.hall.rulebooks.run(
        body.game, lambda: write(body.game, body.format, body.tags, body.start or None, plies)
    )
    return RecordText(name, text)


async def known_formats(services: Services, request: Request) -> dict[str, FormatsView]:
    """What is read and written, by game."""
    return {name: FormatsView(known["read"], known["write"]) for name, known in formats().items()}


async def runs(services: Services, request: Request) -> list[RunSummary]:
    """All runs."""
    return await services.catalogue.list()


async def run(services: Services, request: Request) -> RunAnswer:
    """A run."""
    return await services.catalogue.ask(request.path_params["id"], lambda run: run.answer())


async def run_games(services: Services, request: Request) -> RunGames:
    """Finished games of a run."""
    first = request.query_params.get("from", "0")
    if not first.isdecimal() or len(first) > 9:
        raise Refusal(400, "`from` is the number of a game")

    def ask(run: ArenaRun | TrainingRun) -> RunGames:
        if isinstance(run, TrainingRun):
            raise Refusal(404, "a training run has no games to look at")
        return run.games(int(first))

    return await services.catalogue.ask(request.path_params["id"], ask)


async def run_curves(services: Services, request: Request) -> RunCurves:
    """The curves of a training run."""

    def ask(run: ArenaRun | TrainingRun) -> RunCurves:
        if isinstance(run, ArenaRun):
            raise Refusal(404, "a run of the arena has no curves")
        return run.curves()

    return await services.catalogue.ask(request.path_params["id"], ask)


async def run_report(services: Services, request: Request) -> Response:
    """The page of a run."""
    page = await services.catalogue.ask(request.path_params["id"], lambda run: run.report())
    headers = {"Content-Security-Policy": REPORT_POLICY}
    return Response(
        page.encode("utf-8", "backslashreplace"), media_type="text/html; charset=utf-8", headers=headers
    )


async def run_stream(services: Services, socket: WebSocket) -> None:
    """A run as it grows."""
    name = socket.path_params["id"]
    await socket.send_text(await services.catalogue.state(name))

    async def listen() -> None:
        async for _ in messages(socket, PingWish):
            await tell(socket, PONG)

    watcher = Watcher()
    audience = services.catalogue.audience(name)
    await watch(services, socket, audience, watcher, listen)
