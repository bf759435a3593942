"""Simulation without a table: bots answer the prompts, sessions are counted, and the figures shown."""
