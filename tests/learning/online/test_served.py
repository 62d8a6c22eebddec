"""What was learned and accepted reaches those who play over the server, between two games."""

import asyncio

from boyi.engines.weights import WeightFile, save
from boyi.engines.xiangqi.evaluation.weights import traditional
from boyi.learning.__main__ import main
from boyi.learning.online import promotion
from boyi.server.gate.gate import Gate
from boyi.server.pool.admission import Admission
from tests.support.server import talks
from tests.support.server.pools import pool_of, settings_of
from tests.support.server.talks import OpenGate

ENGINE = """
[[engines]]
name = "learner"
command = "xiangqi"
options = {{ Evaluator = "traditional", EvalFile = '{place}' }}
"""


def weight_file(step):
    weights = traditional()
    weights.value[3] += step
    return WeightFile("xiangqi", "traditional", weights, None, step)


def test_a_running_engine_takes_the_accepted_file_between_two_games(tmp_path, monkeypatch):
    monkeypatch.setattr(talks, "PATIENCE", 300.0)  # an engine of ours starts, on whatever machine
    run, place = tmp_path / "run", tmp_path / "place.safetensors"
    run.mkdir()
    save(place, weight_file(3))
    save(run / "traditional-00000007.safetensors", weight_file(7))
    monkeypatch.setattr(promotion, "decide", lambda folder, words: ("H1", "a state"))
    settings, word = settings_of(tmp_path)
    assert settings.engines is not None
    with settings.engines.open("a") as file:
        file.write(ENGINE.format(place=place))

    async def play(visitor):
        visitor.say("ucinewgame", "position startpos", "go depth 1")
        return "\n".join(await visitor.hear("bestmove"))

    async def talk():
        pool = pool_of(settings, "learner")
        admission = Admission(1, 1, 1)
        gate = Gate(settings, pool, admission)
        door = OpenGate(gate, await gate.open(), word, admission)
        try:
            visitor = await door.play("learner")
            visitor.say("uci", "isready")
            assert "training step 3" in "\n".join(await visitor.hear("readyok")) + await play(visitor)
            assert await asyncio.to_thread(main, ["promote", str(run), str(place)]) == 0
            assert "training step 7" in await play(visitor)
            await visitor.close()
        finally:
            await gate.close()
            await pool.close()

    asyncio.run(talk())
