"""A session with no display: the same table, narrated line by line."""
