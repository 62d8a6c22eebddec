"""Which idle engine processes are kept."""

import asyncio
from types import SimpleNamespace
from typing import Any

from boyi.arena.runs import pool
from boyi.engines import load_game


class Engine:
    """Stands for a process that ended its game well."""

    alive = True

    def __init__(self, name: str, gone: list[str]) -> None:
        self.spec, self._gone = SimpleNamespace(name=name), gone

    async def quit(self, patience: float) -> None:
        self._gone.append(self.spec.name)


def test_one_of_each_engine_stays_before_a_second_of_any(monkeypatch):
    monkeypatch.setattr(pool, "SPARE", 2)
    gone, nothing = list[str](), SimpleNamespace()
    keeper: Any = pool.Pool([], load_game("chess"), nothing, 0)  # type: ignore[arg-type]

    async def give(*names: str) -> list[str]:
        for name in names:
            await keeper.give(SimpleNamespace(engine=Engine(name, gone)))
        return gone

    assert asyncio.run(give("a", "b", "b")) == ["b"]
    assert asyncio.run(give("c")) == ["b", "a"]  # no two are alike: the longest idle goes
