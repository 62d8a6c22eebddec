"""Compiling games before anybody waits for them: GAME[:EVALUATOR] … as a command of its own."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

from boyi.engines import load_game, warmup
from boyi.engines.evaluation import choice_of

Tell = Callable[[str], None]


def compile_game(name: str, evaluator: str, tell: Tell) -> None:
    """Have the kernels of a game ready for an evaluator, usually its first. Blocks, perhaps for a minute."""
    game = load_game(name)
    warmup.ensure(game, choice_of(game, evaluator), "", tell)


def compile_games(names: Sequence[str]) -> None:
    """Have the kernels of games ready, and show on stderr how far that is. Blocks, perhaps for minutes."""
    with showing(len(names)) as (tell, advance):
        for name in names:
            tell(f"{name}: loading")
            compile_game(name, "", tell)
            tell(f"{name}: compiled")
            advance()


@contextmanager
def showing(count: int) -> Iterator[tuple[Tell, Callable[[], None]]]:
    """What to tell progress to, and what to call after each task: a bar, or lines for no terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield warmup.tell_on_stderr, lambda: None
        return
    columns = (SpinnerColumn(), BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=count)
        yield (
            lambda text: progress.update(task, description=text),
            lambda: progress.advance(task),
        )


if __name__ == "__main__":
    for word in sys.argv[1:]:
        game, _, evaluator = word.partition(":")
        compile_game(game, evaluator, warmup.tell_on_stderr)
