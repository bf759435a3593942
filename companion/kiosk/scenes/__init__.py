"""Scenes: the whole screens of the kiosk."""
