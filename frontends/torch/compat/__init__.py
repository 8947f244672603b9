"""Settings of the process and accelerators, as PyTorch shows them."""
