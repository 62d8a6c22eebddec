"""Chessmaps: who controls which square, and quiet moves ordered by the sectors they influence."""
