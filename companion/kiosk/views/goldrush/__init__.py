"""The gold-rush board game on the screen: the track, the creeks, the deeds, and what happens on them."""
