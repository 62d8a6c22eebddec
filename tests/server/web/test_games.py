"""Games over HTTP and over sockets, as clients see them."""

import asyncio

import pytest

from boyi.protocol.driving.errors import EngineDied
from tests.support.server.rooms import RandomEngine, Room
from tests.support.server.web import OPEN, PERSON, heard, run, say, served

ENGINE = {"kind": "engine", "engine": "chess", "nodes": 100}


def test_two_people_play_until_mate(tmp_path):
    async def test():
        async with served(tmp_path) as one:
            made = await one.game(players=(PERSON, OPEN), clock={"base": 60_000, "increment": 1000})
            path = f"/api/games/{made['id']}"
            first, nobody = made["tokens"]
            assert nobody is None and made["state"]["players"][1]["kind"] == "open"
            assert made["state"]["running"] is None
            refused = await one.post(f"{path}/moves", {"move": "e2e4"}, first, 409)
            assert refused == {"error": "the game begins when both seats are taken"}
            joined = await one.post(f"{path}/join", {"name": "Bob"})
            second = joined["token"]
            assert (joined["side"], joined["state"]["running"]) == (1, 0)
            await one.post(f"{path}/join", {"name": "Eve"}, status=409)
            await one.post(f"{path}/moves", {"move": "e7e5"}, second, 409)
            await one.post(f"{path}/moves", {"move": "e2e5"}, first, 400)
            await one.post(f"{path}/moves", {"move": "f2f3"}, "wrong", 403)
            for move, token in (("f2f3", first), ("e7e5", second), ("g2g4", first), ("d8h4", second)):
                state = await one.post(f"{path}/moves", {"move": move}, token)
            assert state["result"] == {"score": 0.0, "reason": "mate", "winner": 1}
            assert [ply["text"] for ply in state["moves"]] == ["f3", "e5", "g4", "Qh4#"]
            assert state["check"] and state["legal"] == [] and state["running"] is None
            assert 60_000 < state["clocks"][0] <= 62_000
            await one.post(f"{path}/resign", token=first, status=409)
            record = (await one.http.get(f"{path}/record")).text
            assert "2. g4" in record and "0-1" in record and '[White "Ann"]' in record

    run(test())


def test_an_engine_answers_and_takes_back(tmp_path):
    async def test():
        async with served(tmp_path) as one:
            made = await one.game(players=(PERSON, ENGINE), clock={"base": 60_000})
            path, token = f"/api/games/{made['id']}", made["tokens"][0]
            async with one.socket(f"{path}/stream") as socket:
                await say(socket, type="hello", token=token)
                await heard(socket, lambda state: state["players"][0]["connected"])
                before = made["state"]["clocks"]
                await say(socket, type="move", token=token, move="e2e4")
                state = await heard(socket, lambda state: len(state["moves"]) == 2 and state["side"] == 0)
                assert state["moves"][1]["depth"] == 3
                await say(socket, type="takeback", token=token)
                state = await heard(socket, lambda state: not state["moves"])
                assert state["running"] == 0 and abs(state["clocks"][0] - before[0]) < 2000
                await say(socket, type="move", token=token, move="d2d4")
                await heard(socket, lambda state: len(state["moves"]) == 2)
                await say(socket, type="draw", token=token)
                state = await heard(socket, lambda state: state["result"])
                assert state["result"]["reason"] == "agreement"
            again = await one.post(f"{path}/rematch", token=token)
            assert again["side"] == 1
            async with one.socket(f"/api/games/{again['id']}/stream") as socket:
                await heard(socket, lambda state: len(state["moves"]) == 1)

    run(test())


def test_a_takeback_is_offered_to_a_person(tmp_path):
    async def test():
        async with served(tmp_path) as one:
            made = await one.game()
            path, (first, second) = f"/api/games/{made['id']}", made["tokens"]
            await one.post(f"{path}/takeback", token=first, status=409)
            for move, token in (("e2e4", first), ("e7e5", second), ("g1f3", first)):
                await one.post(f"{path}/moves", {"move": move}, token)
            state = await one.post(f"{path}/takeback", token=second)
            assert state["offers"] == {"draw": None, "takeback": 1}
            state = await one.post(f"{path}/takeback", token=first)
            assert [ply["move"] for ply in state["moves"]] == ["e2e4"]
            assert state["side"] == 1 and "e7e5" in state["legal"]

    run(test())


def test_a_rematch_is_one_game_with_colours_swapped(tmp_path):
    async def test():
        async with served(tmp_path) as one:
            made = await one.game(players=(PERSON, {"kind": "person", "name": "Bob"}))
            path, (first, second) = f"/api/games/{made['id']}", made["tokens"]
            await one.post(f"{path}/rematch", token=first, status=409)
            await one.post(f"{path}/resign", token=first)
            one_side = await one.post(f"{path}/rematch", token=first)
            assert one_side["state"]["running"] is None
            other = await one.post(f"{path}/rematch", token=second)
            assert (one_side["id"], one_side["side"]) == (other["id"], 1) and other["side"] == 0
            assert [player["name"] for player in other["state"]["players"]] == ["Bob", "Ann"]
            await one.post(f"/api/games/{other['id']}/moves", {"move": "e2e4"}, other["token"])

    run(test())


def test_the_time_runs_out(tmp_path):
    async def test():
        async with served(tmp_path) as one:
            made = await one.game(clock={"base": 150})
            async with one.socket(f"/api/games/{made['id']}/stream") as socket:
                state = await heard(socket, lambda state: state["result"])
            assert state["result"] == {"score": 0.0, "reason": "time", "winner": 1}
            assert state["clocks"][0] == 0

    run(test())


def test_whoever_can_t_win_does_not_win_on_time(tmp_path):
    async def test():
        async with served(tmp_path) as one:
            start = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
            made = await one.game(clock={"base": 100}, start=start)
            async with one.socket(f"/api/games/{made['id']}/stream") as socket:
                state = await heard(socket, lambda state: state["result"])
            assert state["result"]["score"] == 0.5

    run(test())


@pytest.mark.parametrize("dice", ["server", "hand"])
def test_dice(tmp_path, dice):
    async def test():
        async with served(tmp_path) as one:
            made = await one.game("einstein", dice=dice)
            path, tokens, state = f"/api/games/{made['id']}", made["tokens"], made["state"]
            if dice == "hand":
                assert state["die"] == 0
                await one.post(f"{path}/moves", {"move": state["legal"][0]}, tokens[0], 409)
                state = await one.post(f"{path}/die", {"die": 3}, tokens[0])
                await one.post(f"{path}/die", {"die": 3}, tokens[0], 409)
            else:
                await one.post(f"{path}/die", {"die": 3}, tokens[0], 409)
            assert 1 <= state["die"] <= 6
            assert {move[0] for move in state["legal"]} == {str(state["die"])}
            state = await one.post(f"{path}/moves", {"move": state["legal"][0]}, tokens[0])
            assert state["moves"][0]["die"] and bool(state["die"]) == (dice == "server")

    run(test())


def test_a_turn_of_connect6_is_told_whole_or_stone_by_stone(tmp_path):
    async def test():
        async with served(tmp_path) as one:
            made = await one.game("connect6", clock={"base": 60_000, "increment": 1000})
            path, (first, second) = f"/api/games/{made['id']}", made["tokens"]
            assert made["state"]["legal"] is None
            await one.post(f"{path}/moves", {"move": "JJJK"}, first, 400)
            state = await one.post(f"{path}/moves", {"move": "JJ"}, first)
            assert state["side"] == 1
            await one.post(f"{path}/moves", {"move": "JKJJ"}, second, 400)
            state = await one.post(f"{path}/moves", {"move": "JKKK"}, second)
            assert [ply["move"] for ply in state["moves"]] == ["JJ", "JK", "KK"]
            state = await one.post(f"{path}/moves", {"move": "AA"}, first)
            assert state["side"] == 0 and state["clocks"][0] < 62_000
            state = await one.post(f"{path}/moves", {"move": "BB"}, first)
            assert state["side"] == 1
            small = await one.game(
                "connect6", shape={"width": 3, "height": 3, "in_a_row": 3, "turn": 1, "first": 1}
            )
            assert small["state"]["position"] == "3/3/3 b 1 3 1"

    run(test())


def test_engines_play_each_other_before_watchers(tmp_path):
    async def test():
        async with served(tmp_path) as one:
            engine = {"kind": "engine", "engine": "einstein"}
            made = await one.game("einstein", (engine, engine), public=True)
            assert made["tokens"] == [None, None]
            async with one.socket(f"/api/games/{made['id']}/stream") as socket:
                state = await heard(socket, lambda state: state["result"])
            assert state["result"]["winner"] in (0, 1)
            listed = await one.get("/api/games")
            assert [game["id"] for game in listed] == [made["id"]]

    run(test())


def test_an_engine_that_fails_loses_after_several_tries(tmp_path):
    async def test():
        engine = RandomEngine("chess", "chess", error=EngineDied("chess", "it ended"))
        async with served(tmp_path, room=Room(engine)) as one:
            made = await one.game(players=(ENGINE, PERSON))
            async with one.socket(f"/api/games/{made['id']}/stream") as socket:
                state = await heard(socket, lambda state: state["result"])
            assert state["result"] == {"score": 0.0, "reason": "engine fault", "winner": 1}
            assert len(engine.asked) > 3

    run(test())


WISHES = [
    ({"game": "go", "players": [PERSON, PERSON]}, "Invalid enum value 'go'"),
    ({"game": "chess", "players": [PERSON]}, "Expected `array` of length 2"),
    ({"game": "chess", "players": [PERSON, {"kind": "engine", "engine": "gnugo"}]}, "no engine 'gnugo'"),
    (
        {"game": "chess", "players": [PERSON, {**ENGINE, "options": {"Log File": "/etc/passwd"}}]},
        "offers no option 'Log File'",
    ),
    ({"game": "chess", "players": [PERSON, {**ENGINE, "options": {"Hash": 10**9}}]}, "Hash takes 1 to"),
    (
        {"game": "chess", "players": [PERSON, PERSON], "start": "8/8/8/8/8/8/8/8 w - - 0 1"},
        "white has no king",
    ),
    (
        {"game": "chess", "players": [PERSON, PERSON], "start": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"},
        "the game is over",
    ),
    (
        {"game": "einstein", "players": [PERSON, PERSON], "layouts": [[1] * 6, [1, 2, 3, 6, 7, 11]]},
        "the six pieces of blue stand on",
    ),
    ({"game": "connect6", "players": [PERSON, PERSON], "shape": {"width": 99}}, "columns and rows"),
]


@pytest.mark.parametrize(("wish", "fault"), WISHES)
def test_a_wish_that_can_t_be_met_is_answered(tmp_path, wish, fault):
    async def test():
        async with served(tmp_path) as one:
            answer = await one.http.post("/api/games", json=wish)
            assert answer.status_code in (400, 404) and fault in answer.json()["error"]

    run(test())


def test_a_browser_that_drops_comes_back_by_its_token(tmp_path):
    async def test():
        async with served(tmp_path) as one:
            made = await one.game()
            path, (first, second) = f"/api/games/{made['id']}", made["tokens"]
            async with one.socket(f"{path}/stream") as other:
                socket = await one.socket(f"{path}/stream")
                await say(socket, type="hello", token=first)
                await heard(other, lambda state: state["players"][0]["connected"])
                await say(socket, type="move", token=first, move="e2e4")
                await heard(other, lambda state: len(state["moves"]) == 1)
                socket.transport.abort()
                await heard(other, lambda state: not state["players"][0]["connected"])
                await one.post(f"{path}/moves", {"move": "e7e5"}, second)
                async with one.socket(f"{path}/stream") as again:
                    state = await heard(again)
                    assert len(state["moves"]) == 2
                    await say(again, type="move", token=first, move="g1f3")
                    await heard(again, lambda state: len(state["moves"]) == 3)
            await asyncio.sleep(0)

    run(test())
