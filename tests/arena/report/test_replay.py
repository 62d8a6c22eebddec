"""The page's boards, in a real browser: every game is played through, and ends as the rules say."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from boyi.arena.game.record import GamePly, GameRecord
from boyi.arena.game.result import GameResult
from boyi.arena.report.page import write_report
from boyi.engines import load_game
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHESS = "e2e4 d7d5 e4e5 f7f5 e5f6 b8c6 f6g7 c8g4 g7h8q d8d7 g1f3 e8c8 f1e2 h7h6 e1g1"
"""En passant, a promotion, castling to both sides."""
PROBE = """
<script>
const shown = new Replay(document.createElement("div"), JSON.parse(
  document.getElementById("games-data").textContent));
const last = shown.start();
for (const move of shown.moves) shown.adaptor.play(last, move);
shown.go(1);
shown.toggle();
shown.show(0);
document.title = JSON.stringify({cells: last.cells, side: last.side, curves: shown.cursors.length,
  moves: shown.spans.length, pieces: shown.board.querySelectorAll("text,circle").length});
</script>
"""
pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")]


def walk(name: str) -> list[str]:
    """A game of moves that are always the middle one."""
    game, moves = load_game(name), list[str]()
    pos = game.notation.read(game.start, {})
    while result(pos) == ONGOING and len(moves) < 30:
        if game.chance:
            pos.die = len(moves) % 6 + 1
        legal = legal_moves(pos)
        move = legal[len(legal) // 2]
        moves.append(game.notation.text(pos, move))
        play(pos, move)
    return moves


def board_of(name: str, moves: list[str]) -> tuple[list[list[str]], int]:
    """Where the pieces stand after the moves by our own rules, as the page writes them."""
    game = load_game(name)
    pos = game.notation.read(game.start, {})
    for number, move in enumerate(moves):
        if game.chance:
            pos.die = number % 6 + 1
        play(pos, game.notation.move(pos, move))
    fields, side = game.notation.write(pos).split(), int(pos.side)
    if name != "einstein":
        return [cells(row) for row in fields[0].split("/")], side
    found = [[""] * 5 for _ in range(5)]
    for piece, square in enumerate(map(int, fields[:12])):
        if square:
            found[(square - 1) // 5][(square - 1) % 5] = f"{'br'[piece // 6]}{piece % 6 + 1}"
    return found, side


def cells(row: str) -> list[str]:
    found, number = list[str](), ""
    for letter in [*row, ""]:
        if letter.isdigit():
            number += letter
            continue
        found += [""] * int(number or 0)
        number = ""
        found += [letter] if letter else []
    return found


@pytest.mark.parametrize("name", ["chess", "xiangqi", "connect6", "einstein"])
def test_a_game_ends_as_the_rules_say(name: str, tmp_path: Path):
    moves = CHESS.split() if name == "chess" else walk(name)
    plies = tuple(
        GamePly(move, 20, 1000, 3 * i, die=i % 6 + 1 if name == "einstein" else 0)
        for i, move in enumerate(moves)
    )
    played = GameResult(0, 0, ("a", "b"), 1.0, "six", len(moves), "startpos", 1.0)
    path = tmp_path / "report.html"
    write_report([played], {"game": name}, path, [(played, GameRecord(None, plies))])
    path.write_text(path.read_text("utf-8").replace("</body>", f"{PROBE}</body>"), "utf-8")
    dumped = subprocess.run(
        [str(CHROMIUM), "--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom",
         f"--user-data-dir={tmp_path / 'profile'}", path.as_uri()],
        capture_output=True, text=True, check=True, timeout=300,
    ).stdout  # fmt: skip
    title = dumped.partition("<title>")[2].partition("</title>")[0]
    seen, (board, side) = json.loads(title.replace("&amp;", "&")), board_of(name, moves)
    assert seen["cells"] == board
    assert seen["side"] == side
    assert seen["moves"] == len(moves)
    assert seen["curves"] == 2
    assert seen["pieces"] >= sum(bool(piece) for row in board for piece in row)
