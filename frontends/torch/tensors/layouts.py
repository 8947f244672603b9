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
    """Memory layout of a tensor: ``torch.strided``, or one of the sparse ones."""


class memory_format(_Name):
    """In which order elements lie: where arrays have no strides, those that a tensor says."""


class qscheme(_Name):
    """Scheme of quantization: named in tables of programs, supported by no function."""


layout.__module__ = memory_format.__module__ = qscheme.__module__ = "torch"
strided = layout("strided")
sparse_coo, sparse_csr, sparse_csc = map(layout, ("sparse_coo", "sparse_csr", "sparse_csc"))
contiguous_format = memory_format("contiguous_format")
preserve_format = memory_format("preserve_format")
channels_last = memory_format("channels_last")
channels_last_3d = memory_format("channels_last_3d")
_OTHERS = {
    layout: "sparse_bsr sparse_bsc jagged _mkldnn",
    qscheme: """
        per_tensor_affine per_channel_affine per_tensor_symmetric per_channel_symmetric
        per_channel_affine_float_qparams
    """,
}
NAMES = {
    each.name: each
    for each in (
        strided, sparse_coo, sparse_csr, sparse_csc, contiguous_format, preserve_format,
        channels_last, channels_last_3d,
        *(kind(name) for kind, names in _OTHERS.items() for name in names.split()),
    )
}  # fmt: skip


def _named(name: str) -> _Name:
    """Return the one object of an option's name; pickle calls it."""
    return NAMES[name]
