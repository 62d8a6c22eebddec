"""Much work of one kind, done by processes of this machine or by a cluster of many."""
