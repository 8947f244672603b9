"""Metadata of a checkpoint: the sizes of tensors, and of the parts that were written."""

from __future__ import annotations

from dataclasses import dataclass, field

from frontends.torch.dispatch.docstrings import citing

from ...tensors.size import Size


@citing("torch.distributed.checkpoint.{}")
@dataclass
class ChunkStorageMetadata:
    """A part of a tensor.

    Parameters
    ----------
    offsets, sizes : Size
        Where it begins, and how long it is, along each dimension.
    """

    offsets: Size
    sizes: Size


@citing("torch.distributed.checkpoint.{}")
@dataclass
class TensorStorageMetadata:
    """A tensor, and its parts.

    Parameters
    ----------
    size : Size
    chunks : list of ChunkStorageMetadata
    """

    size: Size
    chunks: list[ChunkStorageMetadata]


@citing("torch.distributed.checkpoint.{}")
@dataclass
class BytesStorageMetadata:
    """A value that is no tensor."""


@citing("torch.distributed.checkpoint.{}")
@dataclass
class Metadata:
    """The names in a checkpoint, and what each of them is.

    Parameters
    ----------
    state_dict_metadata : dict
    """

    state_dict_metadata: dict = field(default_factory=dict)


def metadata_of(index: dict) -> Metadata:
    """Make the metadata of a folder of its index."""
    found: dict = {}
    for name, _ in index["tree"].get("dict", ()):
        known = index["arrays"].get(name)
        if known is None:
            found[name] = BytesStorageMetadata()
            continue
        chunks = [
            ChunkStorageMetadata(Size(part["begin"]), Size(part["shape"]))
            for part in known["parts"]
        ]
        found[name] = TensorStorageMetadata(Size(known["shape"]), chunks)
    return Metadata(found)
