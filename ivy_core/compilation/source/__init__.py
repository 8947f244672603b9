"""The source of a function: converted statements, names, effects; malt is used here alone."""
