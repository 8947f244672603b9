"""searching."""
