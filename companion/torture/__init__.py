"""Whole evenings in which everything that can go wrong does, all of it decided by one seed."""
