"""The annals: what the evenings were, told from the journal alone; statistics, records, exports."""
