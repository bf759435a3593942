"""The patience on the screen: cards, fans and the light on "finish for me"."""
