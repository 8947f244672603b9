"""Functions of PyTorch's arrays that several files of ``ops`` share."""
