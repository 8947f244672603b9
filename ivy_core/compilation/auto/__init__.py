"""Functions that are compiled unasked, where that is worth it."""
