"""``torch.multiprocessing.queue``: Python's own queues send tensors as these do."""

from multiprocessing.queues import Queue, SimpleQueue

__all__ = ["Queue", "SimpleQueue"]
