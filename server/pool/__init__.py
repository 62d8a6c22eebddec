"""The engines' processes, and whose turn it is to search."""
