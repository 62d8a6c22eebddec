"""The server's side of lichess' Bot API, for games of chess, so that lichess' bots play here."""
