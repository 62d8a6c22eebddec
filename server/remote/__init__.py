"""The bridge: an engine of a server, as a process that any program takes for an engine."""
