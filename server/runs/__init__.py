"""Runs of the arena and of the trainer in a folder, to be looked at while they grow."""
