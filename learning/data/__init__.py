"""What is learned from: games, positions with labels, self-play."""
