"""``torch.distributed.checkpoint``: states that ranks save together, each its parts.

A checkpoint is a folder of :func:`ivy_core.distributed.save`, not one of PyTorch's format: it is
read by any number of ranks and by :func:`ivy_core.distributed.load`, and nothing is unpickled.

References
----------
PyTorch documentation, ``torch.distributed.checkpoint``.
"""

from .filesystem import FileSystemReader, FileSystemWriter
from .metadata import (
    BytesStorageMetadata,
    ChunkStorageMetadata,
    Metadata,
    TensorStorageMetadata,
)
from .states import CheckpointException, async_save, load, save

__all__ = [
    "BytesStorageMetadata", "CheckpointException", "ChunkStorageMetadata", "FileSystemReader",
    "FileSystemWriter", "Metadata", "TensorStorageMetadata", "async_save", "load", "save",
]  # fmt: skip
