"""What NumPy computes on the memory of TensorFlow's arrays, and when."""
