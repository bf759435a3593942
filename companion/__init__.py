"""Klondike Companion: the bank, the score and the rules at a real game table."""

__version__ = "0.1.0"
