"""Exact endings of chess: how they are worked out, kept on disk and asked by the search."""
