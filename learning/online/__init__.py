"""Learning from games that were judged, behind a gate: no weights play that a match did not find better."""
