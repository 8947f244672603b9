"""The kernels as a user of NumPy writes them."""
