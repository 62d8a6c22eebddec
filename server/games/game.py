"""One live game: what its events have made of it, and what its players may do next.

Nothing here waits, writes or counts time by itself. A wish becomes events, or a `Refusal`; the events are
written down by others, and then `apply` makes them so.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from boyi.arena.game.adjudication import Verdict
from boyi.arena.game.rules import Rulebook
from boyi.engines.report import Info
from boyi.protocol.connect6.turns import read_turn
from boyi.protocol.records.wording import in_words
from boyi.server.games import events as ev
from boyi.server.games.boards import Boards, GameBoard
from boyi.server.games.clocks import GameClock
from boyi.server.games.players import Seat
from boyi.server.refusal import Refusal


@dataclass(slots=True)
class LivePly:
    """A move of the game, what both clocks showed before it, and what was thrown for it."""

    played: ev.Played
    before: tuple[float | None, float | None]


class LiveGame:
    """A game and its seats."""

    def __init__(self, name: str, begun: ev.Begun) -> None:
        """Begin it."""
        self.id = name
        self.begun = begun
        self.seats: list[Seat] = list(begun.seats)
        self.plies: list[LivePly] = []
        self.clock = GameClock(begun.clock)
        self.die = begun.die
        """What is thrown for the side to move; 0 if it is not, or in games without dice."""
        self.result: ev.GameResultView | None = None
        self.rematch: str | None = None
        self.take_backs = 0
        """How often moves were taken back."""
        self.draw_offer: int | None = None
        self.takeback_offer: int | None = None
        self.touched = time.monotonic()
        """When something last happened, in seconds."""

    # -- what it looks like ----------------------------------------------------------------------

    @property
    def by_hand(self) -> bool:
        """Whether the players throw the dice themselves."""
        return self.begun.dice == "hand"

    @property
    def complete(self) -> bool:
        """Whether both seats are taken."""
        return not any(seat.waits for seat in self.seats)

    @property
    def moves(self) -> tuple[str, ...]:
        """All moves in the game's own notation."""
        return tuple(ply.played.move for ply in self.plies)

    def board(self, rules: Rulebook, boards: Boards) -> GameBoard:
        """The board with all moves made."""
        board = boards.get(self.id, len(self.plies))
        if board is None:
            board = self._make_board(rules)
            boards.keep(self.id, board)
        if self.die and not board.referee.die:
            board.referee.enter_die(self.die)
        return board

    def _make_board(self, rules: Rulebook) -> GameBoard:
        dice = [ply.played.die for ply in self.plies] + [self.die]
        board = GameBoard(rules, self.begun.start, self.by_hand, dice[0])
        for ply, thrown in zip(self.plies, dice[1:], strict=True):
            if self.by_hand and ply.played.die:
                board.referee.enter_die(ply.played.die)
            board.play(ply.played.move, thrown if not self.by_hand else None)
        return board

    def seat_of(self, token: str) -> int:
        """The side whose token this is; Refusal if it is neither's."""
        for side, seat in enumerate(self.seats):
            if seat.held_by(token):
                return side
        raise Refusal(403, "this token is not of a player of this game")

    # -- what may happen -------------------------------------------------------------------------

    def join(self, seat: Seat) -> ev.Joined:
        """Somebody takes the open seat."""
        for side, there in enumerate(self.seats):
            if there.open:
                return ev.Joined(side, seat)
        raise Refusal(409, "no seat of this game is open")

    def check_goes_on(self) -> None:
        """Refusal if the game is over or has not begun."""
        if self.result is not None:
            raise Refusal(409, "the game is over")
        if not self.complete:
            raise Refusal(409, "the game begins when both seats are taken")

    def play(
        self,
        rules: Rulebook,
        boards: Boards,
        side: int,
        text: str,
        now: float,
        die: int,
        longest: int,
    ) -> Sequence[ev.GameEvent]:
        """A move of a player, or a whole turn; Refusal if it is not theirs or not legal."""
        self.check_goes_on()
        spent = self.clock.spent(now)
        return self._play(rules, boards, side, text, spent, None, die, longest)

    def answer(
        self,
        rules: Rulebook,
        boards: Boards,
        side: int,
        move: str,
        spent: float,
        info: Info | None,
        longest: int,
    ) -> Sequence[ev.GameEvent]:
        """A move of an engine, which took so many milliseconds; Refusal if it is not legal."""
        self.check_goes_on()
        return self._play(rules, boards, side, move, spent, info, 0, longest)

    def _play(
        self,
        rules: Rulebook,
        boards: Boards,
        side: int,
        text: str,
        spent: float,
        info: Info | None,
        die: int,
        longest: int,
    ) -> Sequence[ev.GameEvent]:
        board = self.board(rules, boards)
        if board.referee.side != side:
            raise Refusal(409, "it is not your turn")
        found: list[ev.GameEvent] = []
        if die and self.by_hand and not self.die:
            found.append(self._throw(board, die))
        stones = (read_turn(text) or (text,)) if rules.game.name == "connect6" else (text,)
        try:
            for number, stone in enumerate(stones):
                if board.referee.side != side or board.referee.ended():
                    raise Refusal(400, "that is more than the turn has")
                last = number == len(stones) - 1
                found.append(self._make(rules, board, stone, spent if last else 0.0, info if last else None))
        except BaseException:
            boards.drop(self.id)
            raise
        if (verdict := self._ended(board, longest, len(stones))) is not None:
            found.append(over(verdict))
        return found

    def _make(
        self, rules: Rulebook, board: GameBoard, text: str, spent: float, info: Info | None
    ) -> ev.Played:
        referee = board.referee
        side, die = referee.side, referee.die
        if rules.game.chance and not die:
            raise Refusal(409, "the die is not thrown yet")
        try:
            move = rules.notation.move(referee.pos, text)
            words = in_words(rules.game, referee.pos, move)
            spelt = board.play(text)
        except ValueError as error:
            raise Refusal(400, str(error)) from None
        clocks = self.clock.after_move(side, spent, referee.side != side or referee.ended() is not None)
        score = None if info is None else info.score
        return ev.Played(
            side,
            spelt,
            words,
            round(spent),
            clocks,
            None if score is None else score.value,
            None if score is None else score.mate,
            0 if info is None else info.depth,
            die,
            referee.die,
        )

    def _ended(self, board: GameBoard, longest: int, added: int) -> Verdict | None:
        verdict = board.referee.ended()
        if verdict is None and len(self.plies) + added >= 2 * longest:
            return Verdict(0.5, f"{longest} moves")
        return verdict

    def _throw(self, board: GameBoard, die: int) -> ev.Thrown:
        board.referee.enter_die(die)
        return ev.Thrown(die)

    def throw(self, rules: Rulebook, boards: Boards, die: int) -> Sequence[ev.GameEvent]:
        """A die that was thrown by hand."""
        self.check_goes_on()
        if not (self.by_hand and rules.game.chance):
            raise Refusal(409, "the server throws the dice of this game")
        if self.die:
            raise Refusal(409, "the die is thrown already")
        return [self._throw(self.board(rules, boards), die)]

    def resign(self, side: int) -> Sequence[ev.GameEvent]:
        """A player gives the game up."""
        self.check_goes_on()
        return [over(Verdict(float(side), "resignation"))]

    def agree(self, side: int) -> Sequence[ev.GameEvent]:
        """A player offers a draw, or takes the other's offer."""
        self.check_goes_on()
        if self.draw_offer == 1 - side or self._engine_agrees(1 - side):
            return [over(Verdict(0.5, "agreement"))]
        self.draw_offer = None if self.seats[1 - side].engine else side
        return []

    def _engine_agrees(self, side: int) -> bool:
        """Whether an engine plays a side and last thought that it is not ahead."""
        if self.seats[side].engine is None:
            return False
        scores = [ply.played.score for ply in self.plies if ply.played.side == side]
        return bool(scores) and scores[-1] is not None and scores[-1] <= 0

    def take_back(self, side: int) -> Sequence[ev.GameEvent]:
        """A player wants the last turn of theirs back: an offer, unless an engine sits opposite."""
        self.check_goes_on()
        if self.takeback_offer == 1 - side:
            return [ev.TakenBack(self.plies_before(1 - side))]
        plies = self.plies_before(side)
        if self.seats[1 - side].engine is not None:
            return [ev.TakenBack(plies)]
        self.takeback_offer = side
        return []

    def plies_before(self, asker: int) -> int:
        """How many plies there were before the asker's last turn; Refusal if there was none."""
        sides = [ply.played.side for ply in self.plies]
        if asker not in sides:
            raise Refusal(409, "there is no move of yours to take back")
        at = len(sides) - sides[::-1].index(asker)
        while at and sides[at - 1] == asker:
            at -= 1
        return at

    # -- what has happened -----------------------------------------------------------------------

    def apply(self, event: ev.GameEvent, now: float) -> None:
        """Make an event so; `now` is when the next player's time begins to run."""
        self.touched = now
        match event:
            case ev.Joined(side, seat):
                self.seats[side] = seat
            case ev.Played():
                self.plies.append(LivePly(event, self.clock.left))
                self.clock.put(event.clocks)
                self.die = event.thrown
                self.draw_offer = self.takeback_offer = None
            case ev.Thrown(die):
                self.die = die
            case ev.TakenBack(plies):
                first = self.plies[plies]
                self.clock.put(first.before)
                self.die = first.played.die
                del self.plies[plies:]
                self.take_backs += 1
                self.draw_offer = self.takeback_offer = None
            case ev.Over(result):
                self.result = result
                self.clock.put(self.clock.faces(now))
                self.draw_offer = self.takeback_offer = None
            case ev.Rematched(name):
                self.rematch = name

    def swapped(self, at: str, die: int = 0) -> ev.Begun:
        """How the rematch begins: colours swapped, both persons' seats without tokens."""
        first, second = self.seats
        return msgspec.structs.replace(
            self.begun, seats=(Seat(second.player), Seat(first.player)), at=at, die=die, predecessor=self.id
        )


def over(verdict: Verdict) -> ev.Over:
    """The end of a game by a verdict."""
    winner = None if verdict.score == 0.5 else int(verdict.score == 0)
    return ev.Over(ev.GameResultView(verdict.score, verdict.reason, winner))
