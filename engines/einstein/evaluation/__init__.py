"""What a position of EinStein is worth: races, n-tuples, rectangles, networks, rules of thumb."""
