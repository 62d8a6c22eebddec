"""Once an engine is loaded nothing is compiled any more: whatever it is asked runs on its clock."""

import pytest
from numba.core import event

from boyi.engines import GAMES, load_game
from boyi.engines.jit import COMPILED
from tests.support.engines.listening import Listener

pytestmark = pytest.mark.skipif(not COMPILED, reason="plain Python compiles nothing")


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_compiled_after_loading(name: str) -> None:
    game = load_game(name)
    listener = Listener(game)
    engine = listener.engine
    with event.install_recorder("numba:compile") as recorder:
        for limits in ({"depth": 3}, {"depth": 4}, {"nodes": 500}, {"movetime": 50}):
            best = listener.best(**limits)
        listener.options.set("MultiPV", "2")
        listener.options.set("Hash", "2")
        listener.best(depth=3)
        engine.recall(None, ())
        engine.picture()
        engine.explain()
        assert list(engine.perft(2))
        assert best.move
        engine.advance([best.move])
        listener.best(depth=3)
        engine.flip()
        engine.new_game()
        listener.best(depth=3)
    compiled = {str(record.data["dispatcher"].py_func.__qualname__) for _, record in recorder.buffer}
    assert compiled == set()
