"""HTTP and websockets: one table of routes, messages checked against types, guards before all of it."""
