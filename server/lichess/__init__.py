"""Lichess' protocols: engines for analysis boards, as broker and as provider, and a host for bots."""
