"""Training scripts of others, run as their authors wrote them, against PyTorch's wall time."""
