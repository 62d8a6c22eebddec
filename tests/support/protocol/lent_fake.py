"""The fake engine as a process that is lent; its arguments are fields of `Habits`, as name=value."""

import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from boyi.protocol import uci
from boyi.protocol.serving.settings import StartSettings
from boyi.protocol.serving.stdio import serve
from tests.support.protocol.fake_engine import GAME, Habits, find

if __name__ == "__main__":
    fields = dict(argument.split("=") for argument in sys.argv[1:])
    habits = Habits(**{name: float(value) for name, value in fields.items()})  # type: ignore[arg-type]
    serve(GAME, [uci.DIALECT], partial(find, habits), StartSettings(lent=True))
