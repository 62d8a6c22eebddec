"""The engines over the network: other programs, other machines, browsers."""
