"""What an engine thinks with: an evaluation, a search, a book, endgame tables; as the options want them."""

import itertools
from collections.abc import Callable

from boyi.engines import warmup
from boyi.engines.evaluation import Evaluation
from boyi.engines.game import ORDERING, Game, Oracle
from boyi.engines.jit import Record
from boyi.engines.options import Options, Value
from boyi.engines.play import pieces

FOLLOWED = ("Evaluator", "EvalFile", "Hash")
"""Options that are followed from the start."""


class Parts:
    """An engine's evaluation, search and oracles; `apply` changes them, while no search runs."""

    def __init__(self, game: Game, options: Options, on_note: Callable[[str], None]) -> None:
        """Import and compile all that the game needs. Blocks: half a second, at first half a minute."""
        self._game, self._options, self._on_note = game, options, on_note
        self.evaluation = Evaluation(game)
        self.searcher = game.thinker()
        self.oracles: dict[str, Oracle] = {}
        """`book` and `tables`, as far as they are open."""
        self._prices: list[int] = []
        """Prices that came with the weights in use, if any did."""
        if options.string("Evaluator") != self.evaluation.evaluator or options.string("EvalFile"):
            self._choose_weights()
        else:
            warmup.ensure(game, self.evaluation, "", on_note)
        self.apply("Hash", options.number("Hash"))

    def apply(self, name: str, value: Value) -> None:
        """Take a new value of an option."""
        match name:
            case "Hash":
                had = self.searcher.resize(int(value))
                if had < int(value):
                    self._on_note(f"memory suffices for a table of {had} MB only")
            case "Clear Hash":
                self.searcher.forget()
            case "Threads":
                self.searcher.set_threads(int(value))
            case _ if name == ORDERING:
                self._order_quiet_moves(str(value))
            case "Evaluator" | "EvalFile":
                self._choose_weights()
            case "BookFile":
                self._open("book", self._game.book, str(value))
            case self._game.tables_option:
                self._open("tables", self._game.tables, str(value))

    def refresh(self) -> None:
        """Take the weight file in use again if it was replaced."""
        before = self.evaluation.weights
        if note := self.evaluation.refresh():
            self._announce(note, before)

    def weights(self) -> Record:
        """The weights in use, as the options want them."""
        weights = self.evaluation.weights
        if self._game.fitted:
            weights = self._game.part(self._game.fitted)(weights, self._options)
        return weights

    def prices(self, pos: Record) -> list[int]:
        """What move classes cost in a position: some may have a price of their own in endgames."""
        prices = [self._options.number(name) for name in self._game.costs]
        if not self._game.endgame or pieces(pos) > self._game.endgame:
            return prices
        late = (self._options.number(name) for name in self._game.endgame_costs)
        return [own if own >= 0 else price for own, price in zip(late, prices, strict=True)]

    def _choose_weights(self) -> None:
        options, before = self._options, self.evaluation.weights
        note = self.evaluation.choose(options.string("Evaluator"), options.string("EvalFile"))
        self._announce(note, before)
        ordering = options.string(ORDERING) if self._game.orderings else ""
        warmup.ensure(self._game, self.evaluation, ordering, self._on_note)

    def _announce(self, note: str, before: Record) -> None:
        """Report which weights play. With others than before what searches remember is worth nothing."""
        self._on_note(note)
        if self.evaluation.weights is not before:
            self.searcher.forget()
            self._take_prices(self.evaluation.costs)

    def _take_prices(self, prices: list[int]) -> None:
        """Take the prices of move classes that came with weights; those of weights before them go."""
        if prices == self._prices:
            return
        self._prices = prices
        names = (*self._game.costs, *self._game.endgame_costs)
        usual = Options(self._game.options)
        for name, price in itertools.zip_longest(names, prices[: len(names)]):
            self._options.set(name, str(usual[name] if price is None else price), by_owner=True)

    def _order_quiet_moves(self, ordering: str) -> None:
        """Search on in another way; what the old search remembered is lost."""
        self.searcher = self._game.thinker(ordering)
        self.searcher.resize(self._options.number("Hash"))
        self.searcher.set_threads(self._options.number("Threads"))
        warmup.ensure(self._game, self.evaluation, ordering, self._on_note)

    def _open(self, name: str, place: str, path: str) -> None:
        """Open a book or tables; an empty path closes them."""
        self.oracles.pop(name, None)
        if path and place:
            try:
                self.oracles[name] = self._game.part(place)(path)
            except (OSError, ValueError) as error:
                self._on_note(f"can't open {path}: {error}")
