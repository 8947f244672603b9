"""How a function of PyTorch's API is declared and called: arguments, promotion, errors, host."""
