"""Conversations in XBoard's protocol, with a fake engine at the other end."""

from boyi.protocol import uci, xboard
from tests.support.protocol.conversation import Conversation, eventually
from tests.support.protocol.fake_engine import GAME, Habits


class Talk(Conversation):
    """A client that waits by pings."""

    pings = 0

    def __init__(self, habits: Habits | None = None) -> None:
        super().__init__(habits, dialects=(uci.DIALECT, xboard.dialect(GAME)))
        self.say("xboard")

    def ask(self, *lines: str) -> list[str]:
        """What is answered to some lines."""
        self.pings += 1
        self.say(*lines, f"ping {self.pings}")
        self.hear(f"pong {self.pings}")
        answers, self.lines = self.lines, []
        return answers[: answers.index(f"pong {self.pings}")]


def test_a_game():
    with Talk() as client:
        assert client.ask("protover 2")[-1] == "feature done=1"
        assert client.ask("new", "level 0 1 0", "usermove d7d5") == ["move e2e4"]
        assert client.engine.moves == ["d7d5", "e2e4"]
        assert client.ask("post", "usermove d5d4") == ["1 13 0 100 2 1 0\te2e4 e7e5", "move e2e4"]
        assert client.ask("force", "usermove a7a6", "undo", "remove") == []
        assert client.engine.moves == ["d7d5", "e2e4"]
        assert client.ask("hint") == ["Hint: d7d5"]


def test_what_is_wrong_is_named_and_nothing_else_happens():
    with Talk() as client:
        assert client.ask("new", "usermove e9e5") == ["Illegal move (illegal move 'e9e5'): e9e5"]
        assert client.ask("setboard joho") == ["tellusererror Illegal position: bad FEN 'joho'"]
        assert client.ask("joho 1") == ["Error (unknown command 'joho'): joho 1"]
        assert client.ask("option Nothing=3") == ["Error (no option 'Nothing')"]
        assert client.ask("usermove d7d5") == ["move e2e4"]
        assert client.engine.moves == ["d7d5", "e2e4"]


def test_analysis_tells_no_move():
    with Talk() as client:
        assert client.ask("new", "force", "analyze", "usermove d7d5")[-1] == "1 13 0 100 2 1 0\te2e4 e7e5"
        assert eventually(lambda: client.engine.searching and client.engine.moves == ["d7d5"])
        assert client.ask("exit") == []
        assert eventually(lambda: not client.engine.searching)


def test_an_illegal_move_leaves_analysis_on():
    with Talk() as client:
        fen = "8/8/8/8/8/8/8/8 b"
        client.ask(f"setboard {fen}", "analyze")
        assert client.ask("usermove d9d5") == ["Illegal move (illegal move 'd9d5'): d9d5"]
        assert client.engine.searching
        assert client.engine.fen == fen
        client.ask("usermove d7d5", "undo")
        assert eventually(lambda: client.engine.searching and client.engine.fen == fen)
        assert client.ask("exit", "nopost", "go") == ["move e2e4"]


def test_a_new_game_leaves_analysis_on():
    with Talk() as client:
        client.ask("new", "force", "analyze", "usermove d7d5")
        assert client.ask("new", "usermove c7c5")[-1] == "1 13 0 100 2 1 0\te2e4 e7e5"
        assert eventually(lambda: client.engine.searching and client.engine.moves == ["c7c5"])


def test_a_search_is_left_at_once_and_its_move_is_not_told():
    with Talk() as client:
        client.say("new", "st 600", "go")
        assert eventually(lambda: bool(client.engines) and client.engine.searching)
        assert client.ask("force", "usermove d7d5") == []
        assert client.engine.moves[-1] == "d7d5"
        client.say("go", "?")
        client.hear("move e2e4")
