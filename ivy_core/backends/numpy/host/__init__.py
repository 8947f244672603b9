"""Which way the NumPy backend computes what there are several ways for."""
