"""The patience solver: winnable, lost or unknown, from any position, with a line that wins (S11).

`masks` describes positions to the search, `search` is the algorithm, written once; `kernel` compiles it and
`plain` runs it as it stands.  `solving` drives either of them, `realise` turns what it found into moves of the rule
book, `shorten` makes lines shorter, and `chance` judges positions with cards that nobody has seen.
"""
