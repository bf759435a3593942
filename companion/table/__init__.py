"""What every game shares: seats, prompts, answers, the ledger, the journal and the session."""
