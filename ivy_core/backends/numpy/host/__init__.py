"""Choice among the NumPy backend's implementations of one computation."""
