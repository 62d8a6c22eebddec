"""The matches of EinStein's reproduction: rectangles as bias, networks as prior, playout policies."""

import itertools
from collections.abc import Iterator, Mapping

from boyi.learning.einstein.matches.matches import MatchRow

PLAIN = "mcts?Evaluator=race&Playout=stepwise&Prior Visits=1"
"""UCB alone: no first looks, moves of playouts by die, piece and direction."""
POLICY = "policy network as prior"
RIVALS = {"UCB alone": PLAIN, "first looks by distance": "mcts?Evaluator=race"}
"""The second looks at distances and captures first, and its playouts favour both."""
PLAYOUTS = ("stepwise", "scored", "uniform", "die", "piece")
"""The published policies; `stepwise` is said to be the best in a tree."""
THESIS = "the thesis' player"
FLAT = "plain Monte Carlo"
MINMAX = "minmax?Evaluator=race&Playout=stepwise&Tree Depth=2&Hash=1"
STRONG = 20_000
"""Nodes of the default player, with which what can be won at all is measured."""

Weights = Mapping[str, object]
"""Evaluators -> files of their weights."""


def _with(weights: Weights, name: str, rest: str) -> str:
    """A player with an evaluator's learned weights."""
    return f"mcts?Evaluator={name}&EvalFile={weights[name]}&{rest}"


def bias_rows(weights: Weights, simulations: Mapping[int, int]) -> Iterator[MatchRow]:
    """Values of rectangles as bias and start of new nodes, at some numbers of simulations -> games."""
    players = {
        "rectangles, wins and games": _with(
            weights, "rectangles", "Playout=stepwise&Prior Visits=40&Prior Bias=2000"
        ),
        "rectangles, TD(0)": "mcts?Evaluator=tuples&Playout=stepwise&Prior Visits=100&Exploration=20",
    }
    for (name, player), (number, games) in itertools.product(players.items(), simulations.items()):
        told = f"{name}: {number} simulations against UCB alone"
        yield MatchRow(told, player, PLAIN, games, (number, number))
    few = min(simulations)
    told = f"for comparison, expectimax of {STRONG} nodes against UCB alone, {few} simulations"
    yield MatchRow(told, "expectimax", PLAIN, max(simulations[few] // 5, 2), (STRONG, few))


def prior_players(weights: Weights) -> dict[str, str]:
    """Players with a prior, by name."""
    network = _with(weights, "network", "Prior Visits=40")
    return {
        "network as prior": network,
        "network as prior and judge of leaves": f"{network}&Leaf=evaluator",
        "n-tuples as prior": "mcts?Evaluator=tuples&Prior Visits=40",
        POLICY: _with(weights, "policy", "Prior Visits=40"),
    }


def prior_rows(
    players: Mapping[str, str],
    speeds: Mapping[str, float],
    milliseconds: float,
    games: int,
    rivals: Mapping[str, str] = RIVALS,
) -> Iterator[MatchRow]:
    """Every player with a prior against every rival, at equal time by their speeds."""
    for (rival, other), (name, player) in itertools.product(rivals.items(), players.items()):
        first, second = (max(1, round(milliseconds * speeds[each])) for each in (name, rival))
        told = f"{name} against {rival}: {milliseconds:g} ms, {first} and {second} simulations"
        yield MatchRow(told, player, other, games, (first, second))


def policy_rows(
    player: str, speeds: Mapping[str, float], simulations: int, milliseconds: float, games: tuple[int, int]
) -> Iterator[MatchRow]:
    """The convolutional network as prior against UCB alone: at equal simulations, and with more time."""
    told = f"{POLICY} against UCB alone: {simulations} simulations each"
    yield MatchRow(told, player, PLAIN, games[0], (simulations, simulations))
    only = {"UCB alone": PLAIN}
    yield from prior_rows({POLICY: player}, speeds, milliseconds, games[1], only)


def thesis_players(weights: Weights) -> dict[str, str]:
    """The player of the thesis, by two networks, and those that it is measured by."""
    return {
        THESIS: f"guided?Evaluator=policy&EvalFile={weights['policy']}&Hash=1",
        "guided by n-tuples": "guided?Evaluator=tuples&Hash=1",
        "min-max with playouts": MINMAX,
        FLAT: "mc",
    }


def thesis_rows(
    players: Mapping[str, str], speeds: Mapping[str, float], playouts: int, milliseconds: float, games: int
) -> Iterator[MatchRow]:
    """The thesis' player and what is like it against plain Monte Carlo, at equal playouts and equal time."""
    for name, player in players.items():
        if name == FLAT:
            continue
        told = f"{name} against {FLAT}: {playouts} playouts each"
        yield MatchRow(told, player, players[FLAT], games, (playouts, playouts))
    yield from prior_rows(
        {name: player for name, player in players.items() if name != FLAT},
        speeds, milliseconds, games, {FLAT: players[FLAT]},
    )  # fmt: skip


def playout_rows(simulations: int, games: int, tree: str = "UCB") -> Iterator[MatchRow]:
    """Every playout policy against every other, in a tree by UCB or in a min-max tree."""
    player, title = (PLAIN, "") if tree == "UCB" else (MINMAX, f"{tree}: ")
    for one, other in itertools.combinations(PLAYOUTS, 2):
        first, second = (player.replace("stepwise", manner) for manner in (one, other))
        yield MatchRow(f"{title}{one} against {other}", first, second, games, (simulations, simulations))
