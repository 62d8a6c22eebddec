"""A host of lichess' protocols with games and an engine behind it, as the server has them."""

from boyi.server.games.hall import Hall
from boyi.server.games.ledger import GameLedger
from boyi.server.games.opponents import Opponents
from boyi.server.games.rulebooks import Rulebooks
from boyi.server.lichess.routes import LichessHost
from tests.support.server.rooms import RandomEngine, Room


class LichessHall:
    """To be made in the loop that serves it. The engine moves at random."""

    def __init__(self, folder):
        self.engine = RandomEngine("chess", "chess")
        room = Room(self.engine)
        self.hall = Hall(GameLedger(folder), Rulebooks(), Opponents(room))
        self.host = LichessHost(self.hall, room, folder=folder / "lichess", at_once=2, megabytes=16)
        self.routes, self.close = self.host.routes, self.host.close

    async def open(self):
        await self.hall.open()

    async def run(self):
        try:
            await self.host.run()
        finally:
            await self.hall.close()
