"""Functions of neural networks: layers, activations, losses, norms, pooling."""
