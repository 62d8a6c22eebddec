"""Search with dice: Monte Carlo trees, and expectimax with Star1 and Star2."""
