"""Klondike patience: cards, positions and moves as the rule book has them (S1-S14), and its solver."""
