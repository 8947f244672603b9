"""A census of PyTorch's functions on JAX, eagerly, at small size: each against PyTorch's own."""
