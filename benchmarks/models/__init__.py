"""Training steps of whole models, written as their authors write them, against PyTorch eagerly."""
