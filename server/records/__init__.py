"""Positions and records as clients send them and want them back."""
