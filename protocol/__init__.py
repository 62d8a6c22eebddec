"""Protocols: text to messages and back, for both sides, and sessions on stdin and stdout."""
