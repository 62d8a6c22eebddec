"""Arena: matches, tournaments, ratings, the server and its page."""
