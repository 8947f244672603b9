"""Declaring and calling a function of PyTorch's API: arguments, promotion, errors, host."""
