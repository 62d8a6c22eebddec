"""The gate: engines over TCP or TLS, in every dialect that they speak on stdin and stdout."""
