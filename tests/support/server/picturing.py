"""Makes the documents' pictures from the page itself: `bin/run --dev tests/support/server/picturing.py`.

Chinese signs need a font that has them; without one the pieces of xiangqi carry Latin letters.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))  # it is run as a file

from tests.support.server.browser import Browser, chromium
from tests.support.server.page_server import ROOT, serving
from tests.support.server.visiting import Visitor

FOLDER = ROOT / "server" / "pictures"
GAME = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3"
XIANGQI = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 b0c2 h7i7"
SIX = "JJ IIKK JKKJ IKHJ LJHK"


def show_analysis(browser: Browser, visitor: Visitor) -> None:
    """Chess with lines of the engine."""
    visitor.go(f"#/analysis?game=chess&moves={GAME}")
    browser.choose("[aria-label='Lines of the engine'] select", "3")
    browser.press("Start the engine")
    browser.until(lambda: "Depth 1" in browser.text(".card .thinking") and len(browser.all(".pv")) == 3)


def show_game(browser: Browser, visitor: Visitor) -> None:
    """Xiangqi between two people."""
    people = [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Eva"}]
    made = visitor.begin(game="xiangqi", players=people, clock={"base": 600_000, "increment": 5000})
    for number, move in enumerate(XIANGQI.split()):
        visitor.ask(f"api/games/{made['id']}/moves", {"move": move}, made["tokens"][number % 2])
    browser.until(lambda: len(browser.all(".moves button")) == len(XIANGQI.split()))


def show_phone(browser: Browser, visitor: Visitor) -> None:
    """Connect6 on a phone."""
    browser.size(390, 760, phone=True)
    visitor.go(f"#/analysis?game=connect6&moves={SIX}")
    browser.until(lambda: browser.all(".dot"))


PICTURES = {
    "analysis": (show_analysis, 1180, 760),
    "game": (show_game, 1180, 860),
    "phone": (show_phone, 390, 760),
}


def main() -> None:
    """Make every picture."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as url, chromium() as browser:
        for name, (show, width, height) in PICTURES.items():
            browser.size(width, height)
            show(browser, Visitor(browser, url))
            browser.run("scrollTo(0, 0); document.activeElement.blur()")
            browser.picture(FOLDER / f"{name}.webp")
            print(f"{FOLDER / name}.webp: {(FOLDER / f'{name}.webp').stat().st_size} bytes")


if __name__ == "__main__":
    main()
