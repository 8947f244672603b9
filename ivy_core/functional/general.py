"""general."""
