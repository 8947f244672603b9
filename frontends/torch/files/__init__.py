"""PyTorch's files, read and written: archives, pickles, storages."""
