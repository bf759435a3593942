"""Frames in, readings out."""
