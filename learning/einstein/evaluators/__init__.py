"""EinStein's evaluators, trained by self-play."""
