"""Games as they might have been played, for tests of what is told of them."""

import itertools
from collections.abc import Iterable, Sequence

from boyi.arena.game.result import GameResult

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


def game(number: int, pair: int, players: tuple[str, str], score: float, **rest) -> GameResult:
    reason = rest.pop("reason", "threefold repetition" if score == DRAW else "mate")
    return GameResult(number, pair, players, score, reason, 60, f"opening {pair}", 12.5, **rest)


def pairs_of(
    first: str, second: str, scores: Iterable[tuple[float, float]], pair: int = 0
) -> list[GameResult]:
    """Pairs of games, colours swapped, from the first player's scores in them."""
    games = []
    for number, (white, black) in enumerate(scores, pair):
        games.append(game(2 * number, number, (first, second), white))
        games.append(game(2 * number + 1, number, (second, first), 1 - black))
    return games


def round_robin(names: Sequence[str], rounds: int, scores: Sequence[tuple[float, float]]) -> list[GameResult]:
    """Everybody against everybody so many times; the scores are dealt out in turn."""
    dealt = itertools.cycle(scores)
    couples = [couple for _ in range(rounds) for couple in itertools.combinations(names, 2)]
    return [
        result
        for pair, (first, second) in enumerate(couples)
        for result in pairs_of(first, second, [next(dealt)], pair)
    ]
