"""Being an engine: a session on stdin and stdout, whatever the dialect."""
