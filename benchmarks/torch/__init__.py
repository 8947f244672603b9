"""The PyTorch frontend: single calls, everyday operations, a perceptron and its training."""
