"""EinStein's players against each other: layouts, tables of matches."""
