"""The patience solver: winnable, lost or unknown, from any position, with a line that wins (S11).

`masks` describes positions to the search, `search` is the algorithm and `checked` what helps it with three
cards drawn, all written once; `kernel` compiles them, `plain` runs them as they stand, and `running` holds
what one search needs.  `solving` drives them to a verdict.  `polish` makes what was found shorter, `realise`
turns it into moves of the rule book, `lines` does both.  `chance` judges positions with unseen cards.
"""
