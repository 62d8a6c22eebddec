"""A match of chess between two UCI engines, driven by python-chess: paired openings, colours swapped.

    bin/run boyi.arena.versus A B --games 200 --tc 10+0.1 --openings FILE.epd

An engine is a command, and options after it: "stockfish?UCI_LimitStrength=true&UCI_Elo=2500".
"""

import argparse
import asyncio
import itertools
import math
import random
import shlex
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.engine
import chess.pgn

MARGIN = 0.1
"""Seconds an engine may overstep its clock by before it loses."""

DRAWISH, DRAWN_AFTER = 8, 80
"""A game is called a draw when both scores stay this small for ten moves after this many plies."""


@dataclass(frozen=True)
class Contender:
    """An engine: how to start it and what to set."""

    command: tuple[str, ...]
    options: dict[str, str]

    @staticmethod
    def read(text: str) -> "Contender":
        """From a command with options behind a question mark."""
        command, _, query = text.partition("?")
        pairs = (item.partition("=") for item in query.split("&") if item)
        return Contender(tuple(shlex.split(command)), {name: value for name, _, value in pairs})


@dataclass(frozen=True)
class Played:
    """One finished game: points of the first engine, how it ended, its record."""

    points: float
    reason: str
    record: chess.pgn.Game


async def start(contender: Contender) -> chess.engine.UciProtocol:
    """Start an engine and set its options."""
    _, engine = await chess.engine.popen_uci(list(contender.command))
    await asyncio.wait_for(engine.ping(), 120)
    await engine.configure(dict(contender.options))
    return engine


async def play(engines: Sequence[chess.engine.UciProtocol], fen: str, base: float, step: float) -> Played:
    """One game from a position; `engines[0]` has White."""
    board, clocks, quiet = chess.Board(fen), [base, base], 0
    game = object()
    while (outcome := board.outcome(claim_draw=True)) is None:
        mover = 0 if board.turn else 1
        limit = chess.engine.Limit(
            white_clock=max(clocks[0], 0.001),
            black_clock=max(clocks[1], 0.001),
            white_inc=step,
            black_inc=step,
        )
        begun = time.monotonic()
        try:
            answer = await asyncio.wait_for(
                engines[mover].play(board, limit, game=game, info=chess.engine.INFO_SCORE), clocks[mover] + 5
            )
        except (TimeoutError, chess.engine.EngineError) as error:
            return _lost(board, mover, f"{type(error).__name__} {error}")
        clocks[mover] -= time.monotonic() - begun
        if clocks[mover] < -MARGIN:
            return _lost(board, mover, "time")
        clocks[mover] = max(clocks[mover], 0) + step
        if answer.move is None:
            return _lost(board, mover, "no move")
        score = answer.info.get("score")
        quiet = quiet + 1 if score and abs(score.relative.score(mate_score=10**5) or 0) <= DRAWISH else 0
        board.push(answer.move)
        if quiet >= 20 and board.ply() >= DRAWN_AFTER:
            return Played(0.5, "drawish", chess.pgn.Game.from_board(board))
    points = 0.5 if outcome.winner is None else float(outcome.winner)
    return Played(points, outcome.termination.name.lower(), chess.pgn.Game.from_board(board))


def _lost(board: chess.Board, mover: int, reason: str) -> Played:
    return Played(
        float(mover), f"{reason} ({'black' if mover else 'white'})", chess.pgn.Game.from_board(board)
    )


def elo(score: float) -> float:
    """The difference in rating that a share of the points stands for."""
    bent = min(max(score, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / bent - 1)


def summary(pairs: Sequence[float]) -> str:
    """Share of the points and rating difference with 95 % bounds, from the points of pairs of games."""
    shares = [points / 2 for points in pairs]
    mean = sum(shares) / len(shares)
    spread = math.sqrt(sum((s - mean) ** 2 for s in shares) / max(len(shares) - 1, 1) / len(shares))
    low, high = elo(mean - 1.96 * spread), elo(mean + 1.96 * spread)
    return f"{100 * mean:.1f} % of {2 * len(pairs)} games, Elo {elo(mean):+.0f} [{low:+.0f}, {high:+.0f}]"


def openings(path: Path | None, seed: int) -> Iterator[str]:
    """Positions of an EPD or FEN file in random order, over and over; the start without a file."""
    lines = (
        [line.strip() for line in path.read_text().splitlines() if line.strip()]
        if path
        else [chess.STARTING_FEN]
    )
    random.Random(seed).shuffle(lines)
    return itertools.cycle(" ".join(line.split()[:4]) + " 0 1" for line in lines)


async def worker(
    arguments: argparse.Namespace, fens: Iterator[str], pairs: list[float], tally: dict[str, int]
) -> None:
    """Play pairs of games until enough are played."""
    base, _, step = arguments.tc.partition("+")
    first, second = [await start(Contender.read(text)) for text in (arguments.first, arguments.second)]
    try:
        while 2 * len(pairs) < arguments.games and (fen := next(fens)):
            white = await play((first, second), fen, float(base), float(step or 0))
            black = await play((second, first), fen, float(base), float(step or 0))
            pairs.append(white.points + 1 - black.points)
            for mine, played in ((True, white), (False, black)):
                _file(arguments, mine, played)
                tally[played.reason] = tally.get(played.reason, 0) + 1
            print(f"{summary(pairs)}  {tally}", flush=True)
    finally:
        await first.quit()
        await second.quit()


def _file(arguments: argparse.Namespace, mine: bool, played: Played) -> None:
    if arguments.pgn is None:
        return
    names = (arguments.first, arguments.second) if mine else (arguments.second, arguments.first)
    played.record.headers.update(White=names[0], Black=names[1], Termination=played.reason)
    played.record.headers["Result"] = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[played.points]
    with arguments.pgn.open("a") as file:
        print(played.record, end="\n\n", file=file)


async def run(arguments: argparse.Namespace) -> None:
    """Play the match, several games at a time."""
    fens, pairs, tally = openings(arguments.openings, arguments.seed), list[float](), dict[str, int]()
    await asyncio.gather(*(worker(arguments, fens, pairs, tally) for _ in range(arguments.concurrency)))
    print(f"{arguments.first} against {arguments.second} at {arguments.tc}: {summary(pairs)}")


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--tc", default="10+0.1", help="seconds + increment")
    parser.add_argument("--openings", type=Path)
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pgn", type=Path)
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
