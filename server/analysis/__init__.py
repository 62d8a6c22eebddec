"""Searches of any position, their lines told as they come; and the review of a game."""
