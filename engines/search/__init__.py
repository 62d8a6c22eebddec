"""One search for all games: it dispatches on the type of the position."""
