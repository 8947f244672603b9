"""``numpy.testing._private``: where NumPy keeps its functions for tests."""
