"""Published tables, each by one command."""
