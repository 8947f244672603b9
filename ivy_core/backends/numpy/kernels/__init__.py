"""Functions of NumPy's arrays that several files of ``ops`` share."""
