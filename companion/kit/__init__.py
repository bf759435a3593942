"""The printable kit: its sheets, and the codes on them."""
