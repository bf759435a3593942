"""Sounds: what is heard at the table, synthesised by the program itself; no sound device is normal."""
