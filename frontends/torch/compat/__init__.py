"""The table of PyTorch's names and their files, and modules that no file stands for."""
