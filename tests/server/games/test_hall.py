"""The hall by itself: what is kept, what is forgotten, what a full disk does."""

import asyncio
import contextlib
import errno

import pytest

from boyi.server.errors import ServerError
from boyi.server.games import hall as halls
from boyi.server.games.archive import REMEMBERED
from boyi.server.games.boards import KEPT
from boyi.server.games.clocks import GameClock
from boyi.server.games.events import Begun, ClockWish
from boyi.server.games.hall import Hall
from boyi.server.games.ledger import GameLedger
from boyi.server.games.opponents import Opponents
from boyi.server.games.players import PersonPlayer, clean_name, seat_of
from boyi.server.games.rulebooks import Rulebooks
from boyi.server.games.watchers import Watcher
from boyi.server.refusal import Refusal
from tests.support.server.rooms import Room
from tests.support.server.web import run

DAY = 86_400.0


class FakeTime:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


def hall_in(folder, clock=None):
    made = FakeTime() if clock is None else clock
    return Hall(GameLedger(folder), Rulebooks(), Opponents(Room()), 600, made), made


def wish(**more):
    (first, one), (second, other) = seat_of(PersonPlayer("a")), seat_of(PersonPlayer("b"))
    return Begun("chess", None, (first, second), "", **more), (one, other)


def moves(hall, *texts):
    def wish_of(text):
        def made(game, rules, now):
            return game.play(rules, hall.boards, len(game.plies) % 2, text, now, 0, 600)

        return made

    return map(wish_of, texts)


def test_a_day_and_a_week_of_idling_leave_nothing_behind(tmp_path):
    async def test():
        hall, clock = hall_in(tmp_path)
        await hall.open()
        for _ in range(2 * KEPT):
            await hall.create(wish(public=True)[0])
        assert hall.going_on == 2 * KEPT and len(hall.boards) == KEPT
        table = next(iter(hall._tables.values()))
        for _ in range(int(DAY / 30)):  # somebody comes and goes all day long
            clock.now += 30
            watcher = Watcher()
            table.audience.add(watcher)
            table.audience.remove(watcher)
            await hall.sweep()
        assert hall.going_on == 2 * KEPT and len(table.audience) == 0
        assert len(asyncio.all_tasks()) < 5
        clock.now += 7 * DAY
        await hall.sweep()
        assert hall.going_on == 0
        clock.now += DAY
        await hall.sweep()
        assert not hall._tables and not len(hall.boards)
        found = await hall.find(table.game.id)  # looked up in the ledger
        assert found.game.result.reason == "abandoned" and found.game.result.score is None
        for summary in hall.public():
            await hall.find(summary.id)
        assert len(hall._archive._revived) <= REMEMBERED
        await hall.close()

    run(test())


def test_one_client_does_not_take_all_games(tmp_path, monkeypatch):
    monkeypatch.setattr(halls, "MOST_OF_CLIENT", 2)

    async def test():
        hall, _ = hall_in(tmp_path)
        for _ in range(2):
            await hall.create(wish(client="x")[0])
        with pytest.raises(Refusal, match="2 games of yours go on already"):
            await hall.create(wish(client="x")[0])
        await hall.create(wish(client="y")[0])
        await hall.close()

    run(test())


def test_a_finished_game_is_shown_again_as_it_was(tmp_path):
    async def test():
        hall, _ = hall_in(tmp_path)
        table = await hall.create(wish(clock=ClockWish(60_000, 1000), public=True)[0])
        for move in moves(hall, "f2f3", "e7e5", "g2g4", "d8h4"):
            state = await hall.change(table, move)
        await hall.close()
        again, _ = hall_in(tmp_path)
        other = await again.state(await again.find(table.game.id))
        for field in ("moves", "position", "result", "players", "clocks", "legal", "check"):
            assert getattr(other, field) == getattr(state, field), field
        assert again.public()[0].plies == 4
        await again.close()

    run(test())


def test_what_can_t_be_kept_does_not_count(tmp_path, monkeypatch):
    async def test():
        hall, _ = hall_in(tmp_path)
        table = await hall.create(wish()[0])
        full = OSError(errno.ENOSPC, "No space left on device")

        def fail(path, data):
            raise full

        with monkeypatch.context() as patch:
            patch.setattr("boyi.server.games.ledger.append_durably", fail)
            with pytest.raises(Refusal, match="No space left") as refused:
                await hall.change(table, next(moves(hall, "e2e4")))
            assert refused.value.status == 503
            assert table.game.plies == []
        state = await hall.change(table, next(moves(hall, "d2d4")))
        assert [ply.move for ply in state.moves] == ["d2d4"]
        await hall.close()

    run(test())


async def in_use(folder):
    with pytest.raises(ServerError, match="in use by another server"):
        GameLedger(folder)


def test_a_ledger_that_is_in_use_or_damaged_is_not_touched(tmp_path):
    async def test():
        hall, _ = hall_in(tmp_path)
        await hall.create(wish()[0])
        await in_use(tmp_path)
        await hall.close()
        path = tmp_path / "events.jsonl"
        path.write_bytes(b'["x", 3]\n' + path.read_bytes())
        before = path.read_bytes()
        with contextlib.closing(GameLedger(tmp_path)) as ledger:
            with pytest.raises(ServerError, match="damaged after byte 0"):
                Hall(ledger, Rulebooks(), Opponents(Room()))
            assert path.read_bytes() == before

    run(test())


def test_clocks():
    clock = GameClock(ClockWish(10_000, 500))
    clock.start(0, 100.0)
    assert list(clock.faces(101.0)) == [9000, 10_000]
    assert clock.deadline() == 110.0
    clock.put(clock.after_move(0, 1000, turn_ends=True))
    assert list(clock.left) == [9500, 10_000]
    assert clock.running is None
    clock.start(1, 200.0)
    assert [clock.overdue(at) for at in (210.05, 210.1)] == [False, True]
    assert GameClock(None).faces(5.0) == (None, None)


@pytest.mark.parametrize(
    ("name", "shown"), [("  a\nb ", "a b"), ("\u202ex\0y\u200b", "xy"), ("炮" * 99, "炮" * 60)]
)
def test_names(name, shown):
    assert clean_name(name) == shown
