"""Everything with a wire or a lens, behind small protocols; it knows nothing of the companion."""
