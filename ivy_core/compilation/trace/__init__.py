"""The trace of a converted function: statements, values, regions, checks."""
