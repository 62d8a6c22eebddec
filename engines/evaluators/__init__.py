"""Evaluators that more than one game can use."""
