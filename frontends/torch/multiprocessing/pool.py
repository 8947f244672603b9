"""``torch.multiprocessing.pool``: Python's own pools send tensors as this does."""

from multiprocessing.pool import Pool

__all__ = ["Pool"]
