"""The patience solver: winnable, lost or unknown, from any position, with a line that wins (S11).

`masks` describes positions to the search and `search` is the algorithm, written once; `kernel` compiles it,
`plain` runs it as it stands, and `running` holds what one search needs.  `solving` drives them to a verdict.
`polish` makes what was found shorter, `realise` turns it into moves of the rule book, `lines` does both.
`chance` judges positions with cards that nobody has seen.
"""
