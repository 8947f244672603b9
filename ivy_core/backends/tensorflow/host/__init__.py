"""NumPy's computations on the memory of TensorFlow's arrays, and their conditions."""
