"""Which layouts of EinStein to begin with: the matrix of all against all, and how both sides mix theirs.

    bin/run boyi.learning.einstein.matches.layouts FOLDER --depth 3 --deeper 5 --kept 60

Every layout of who moves first meets every layout of the other, by a search of `--depth` plies; numbers
reversed change nothing, nor does the mirror, which leaves 64,800 of 518,400 pairs. The matrix is a game of
two players who choose at once, and is solved. Layouts that do best against the solution are searched again,
`--deeper`, and the game of these alone is solved: it is printed as `engines/einstein/placement.py` holds it.
Whatever is broken off, the same call goes on with.
"""

import itertools
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from boyi.arena.progress import track
from boyi.engines.command_line import add_version
from boyi.engines.einstein.endgame.lookup import NONE
from boyi.engines.einstein.evaluation.hybrid import hybrid
from boyi.engines.einstein.notation import read
from boyi.engines.einstein.placement import HOMES
from boyi.engines.einstein.search.expectimax import ENTRY, SALT, THREAD, assess
from boyi.engines.einstein.squares import MIRRORED, SQUARES
from boyi.engines.files import replacing
from boyi.engines.jit import new
from boyi.learning.einstein.matches.equilibrium import Equilibrium, solve, trimmed

TABLE = 1 << 20
LEAST = 0.01
"""A layout that is chosen less often is not shown."""
Layout = tuple[int, ...]
"""Blue's squares of the pieces 1-6, counted from 1."""
CLASSES: tuple[Layout, ...] = tuple(
    layout for layout in itertools.permutations(HOMES[0]) if layout <= layout[::-1]
)
"""One layout of each two that are each other's with the numbers reversed."""
NUMBER = {each: i for i, layout in enumerate(CLASSES) for each in (layout, layout[::-1])}
MIRROR = [NUMBER[tuple(int(MIRRORED[square - 1]) + 1 for square in layout)] for layout in CLASSES]
"""The class of each class's mirror image."""


def start(first: Layout, second: Layout) -> str:
    """The start of two layouts, both as blue has them; blue moves first and has the first one."""
    return " ".join(map(str, [*first, *(SQUARES + 1 - square for square in second), "b", 0]))


class LayoutSearch:
    """Searches starts so many plies deep; what it says of one does not depend on others."""

    def __init__(self, depth: int) -> None:
        """The default evaluator, without tables of endings, which no start comes near to."""
        self._depth, self._weights = depth, hybrid()
        self._thread, self._table = new(THREAD), np.zeros(TABLE, ENTRY)
        self._thread.limit = 1 << 62

    def chance(self, first: int, second: int) -> float:
        """The chance of who moves first, by the classes of both layouts. Blocks."""
        number = first * len(CLASSES) + second + 1
        self._thread.salt = number * SALT & (1 << 64) - 1
        pos, value = read(start(CLASSES[first], CLASSES[second])), 0.5
        for depth in range(1, self._depth + 1):
            value = float(assess(pos, self._weights, self._thread, self._table, NONE, depth))
        return value


def matrix_of(path: Path) -> np.ndarray:
    """The matrix of a file, mapped for writing, all NaN in a new file; ValueError if it is none."""
    if not path.exists():
        with replacing(path) as file:
            blank = np.full((len(CLASSES), len(CLASSES)), np.nan, np.float32)
            np.lib.format.write_array(file, blank, allow_pickle=False)
    matrix: np.ndarray = np.lib.format.open_memmap(path, mode="r+")
    if matrix.shape != (len(CLASSES), len(CLASSES)) or matrix.dtype != np.float32:
        raise ValueError(f"{path} holds no matrix of layouts")
    return matrix


def fill(
    matrix: np.ndarray, pairs: Sequence[tuple[int, int]], chance: Callable[[int, int], float], title: str
) -> None:
    """Have the chances of pairs in a matrix. Blocks."""
    missing = [pair for pair in pairs if np.isnan(matrix[pair])]
    for pair in track(title, missing, "pairs"):
        matrix[pair] = chance(*pair)


def halves(rows: Iterable[int], columns: Iterable[int]) -> list[tuple[int, int]]:
    """Of all pairs, one of each two that are each other's mirror image."""
    return [pair for pair in itertools.product(rows, columns) if pair[0] < MIRROR[pair[0]]]


def with_mirror(matrix: np.ndarray) -> np.ndarray:
    """The mean of each pair and its mirror image, as far as they are known."""
    other = matrix[np.ix_(MIRROR, MIRROR)]
    known = np.where(np.isnan(matrix), other, matrix).astype(float)
    return (known + np.where(np.isnan(other), known, other)) / 2


def best(matrix: np.ndarray, found: Equilibrium, kept: int) -> tuple[list[int], list[int]]:
    """The rows and the columns that do best against an equilibrium, with their mirror images."""
    rows = np.argsort(-(matrix @ found.second), kind="stable")[:kept].tolist()
    columns = np.argsort(found.first @ matrix, kind="stable")[:kept].tolist()
    return [sorted({*each, *(MIRROR[i] for i in each)}) for each in (rows, columns)]  # type: ignore[return-value]


def described(name: str, classes: Sequence[int], shares: np.ndarray) -> Iterator[str]:
    """A strategy as source text."""
    yield f"{name}: dict[tuple[int, ...], float] = {{"
    for i in np.argsort(-shares, kind="stable"):
        if shares[i] > 0:
            yield f"    {CLASSES[classes[i]]}: {shares[i]:.3f},"
    yield "}"


def work_out(folder: Path, depth: int, deeper: int, kept: int) -> list[str]:
    """The lines that tell what comes of it. Blocks: minutes or hours."""
    folder.mkdir(parents=True, exist_ok=True)
    everyone = range(len(CLASSES))
    searched = matrix_of(folder / f"depth-{depth}.npy")
    fill(searched, halves(everyone, everyone), LayoutSearch(depth).chance, f"depth {depth}")
    whole = with_mirror(searched)
    solution = solve(whole)
    rows, columns = best(whole, solution, kept)
    deep = matrix_of(folder / f"depth-{deeper}.npy")
    fill(deep, halves(rows, columns), LayoutSearch(deeper).chance, f"depth {deeper}")
    some = with_mirror(deep)[np.ix_(rows, columns)]
    found = trimmed(some, solve(some), LEAST)
    return [
        f"# depth {depth}: {solution.at_least:.4f}, layouts at random {whole.mean():.4f}",
        f"# depth {deeper}, {len(rows)} x {len(columns)}: {found.at_least:.4f} to {found.at_most:.4f}",
        *described("FIRST", rows, found.first),
        *described("SECOND", columns, found.second),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Fill the matrix, solve it, and print both sides' strategies."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    add_version(parser)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--deeper", type=int, default=5)
    parser.add_argument("--kept", type=int, default=60, help="layouts of each side that are searched deeper")
    args = parser.parse_args(arguments)
    if min(args.depth, args.deeper, args.kept) < 1:
        parser.error("depths and the number of layouts are positive")
    try:
        print("\n".join(work_out(args.folder, args.depth, args.deeper, args.kept)))
    except (OSError, ValueError) as error:
        print(f"layouts: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
