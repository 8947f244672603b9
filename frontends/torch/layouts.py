"""Layouts, memory formats and quantisation schemes: names that PyTorch takes as options."""

from __future__ import annotations


class _Name:
    """An option that has a name alone; there is one object of each."""

    __slots__ = ("name",)

    def __init__(self, name: str):
        self.name = name

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> str | tuple:
        return (_named, (self.name,))

    def __deepcopy__(self, memo):
        return self


class layout(_Name):
    """How a tensor lies in memory; all of ours are ``torch.strided``."""


class memory_format(_Name):
    """In which order elements lie: the frameworks decide, and take the wish for none."""


layout.__module__ = memory_format.__module__ = "torch"
strided = layout("strided")
sparse_coo, sparse_csr = layout("sparse_coo"), layout("sparse_csr")
contiguous_format = memory_format("contiguous_format")
preserve_format = memory_format("preserve_format")
channels_last = memory_format("channels_last")
channels_last_3d = memory_format("channels_last_3d")
NAMES = {
    each.name: each
    for each in (
        strided, sparse_coo, sparse_csr, contiguous_format, preserve_format, channels_last,
        channels_last_3d,
    )
}  # fmt: skip


def _named(name: str) -> _Name:
    return NAMES[name]
