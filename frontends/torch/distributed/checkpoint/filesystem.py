"""Readers and writers of checkpoints: they name the folder."""

from __future__ import annotations

import os

from frontends.torch.dispatch.docstrings import citing
from ivy_core.distributed.saving import read_index

from .metadata import Metadata, metadata_of


@citing("torch.distributed.checkpoint.{}")
class FileSystemWriter:
    """The folder that a checkpoint is written to.

    Parameters
    ----------
    path : str or path
    single_file_per_rank : bool
        Has to be True: each rank writes one file.
    sync_files, thread_count, per_thread_copy_ahead, cache_staged_state_dict
        Files are always on disk when ``save`` returns; the others say how PyTorch copies.
    overwrite : bool
        Whether a checkpoint that is there is replaced.
    """

    def __init__(
        self,
        path: str | os.PathLike,
        single_file_per_rank: bool = True,
        sync_files: bool = True,
        thread_count: int = 1,
        per_thread_copy_ahead: int = 10_000_000,
        cache_staged_state_dict: bool = False,
        overwrite: bool = True,
    ):
        if not single_file_per_rank:
            raise NotImplementedError(
                "FileSystemWriter: single_file_per_rank=False is not supported; each rank writes "
                "one file"
            )
        self.path, self.overwrite = path, overwrite

    @property
    def checkpoint_id(self):
        return self.path

    def reset(self, checkpoint_id=None) -> None:
        """Take another folder, where one is given."""
        self.path = self.path if checkpoint_id is None else checkpoint_id


@citing("torch.distributed.checkpoint.{}")
class FileSystemReader:
    """The folder that a checkpoint is read from.

    Parameters
    ----------
    path : str or path
    """

    def __init__(self, path: str | os.PathLike):
        self.path = path

    @property
    def checkpoint_id(self):
        return self.path

    def reset(self, checkpoint_id=None) -> None:
        """Take another folder, where one is given."""
        self.path = self.path if checkpoint_id is None else checkpoint_id

    def read_metadata(self) -> Metadata:
        """Return the names and sizes in the checkpoint."""
        return metadata_of(read_index(os.path.abspath(os.fspath(self.path))))
