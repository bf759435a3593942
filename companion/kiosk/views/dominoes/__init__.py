"""The domino game on the screen: the layout as it lies on the table, and what is told beside it."""
