"""Universal functions: objects over one core function each, with NumPy's keywords and methods."""
