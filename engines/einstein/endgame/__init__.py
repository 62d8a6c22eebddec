"""Exact endings of EinStein: how they are worked out, kept on disk and looked up."""
