"""Embeddings.

References
----------
PyTorch documentation, ``torch.nn``, Sparse Layers.
"""

from __future__ import annotations

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn import functional as F
from frontends.torch.nn import init
from frontends.torch.nn.parameter import Parameter

from .module import Module


class _Table(Module):
    """A table of vectors, one of which may be for padding: it stays 0."""

    def reset_parameters(self) -> None:
        """Draw all vectors anew from the normal distribution, but for the padding's."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with torch.no_grad():
                self.weight[self.padding_idx].fill_(0)


def _set_padding_index(table, padding_idx, count: int, name: str) -> None:
    """Set ``padding_idx`` to None or counted from 0; AssertionError if out of range."""
    if padding_idx is not None:
        if not -count <= padding_idx < max(count, 1):
            raise AssertionError(f"{name} must be within num_embeddings")
        padding_idx = padding_idx % count if count else padding_idx
    table.padding_idx = padding_idx


def _init_weight(table, weight, freeze: bool, device, dtype) -> None:
    """Set ``weight`` to a Parameter, new and initialized or of the given values."""
    shape = [table.num_embeddings, table.embedding_dim]
    if weight is None:
        made = torch.empty(shape, device=device, dtype=dtype)
        table.weight = Parameter(made, requires_grad=not freeze)
        table.reset_parameters()
    else:
        if list(weight.shape) != shape:
            raise AssertionError("Shape of weight does not match num_embeddings and embedding_dim")
        table.weight = Parameter(weight, requires_grad=not freeze)


def _options_as_text(table, *names) -> str:
    """Return the sizes, and the options ``names`` that are not the defaults, as text."""
    defaults = {"norm_type": 2, "scale_grad_by_freq": False, "sparse": False}
    parts = [str(table.num_embeddings), str(table.embedding_dim)]
    for name in names:
        value = getattr(table, name)
        if name == "mode" or value is not None and value != defaults.get(name):
            parts.append(f"{name}={value!r}")
    return ", ".join(parts)


@citing("``torch.nn.{}``")
class Embedding(_Table):
    """Vectors by their numbers.

    Parameters
    ----------
    num_embeddings, embedding_dim : int
        How many vectors of which size.
    padding_idx : int, optional
        The vector that begins at 0 and gets no gradient.
    max_norm, norm_type : float, optional
        Vectors looked up are scaled down to this norm.
    scale_grad_by_freq, sparse : bool

    Attributes
    ----------
    weight : Parameter, shape (num_embeddings, embedding_dim)
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        _weight=None,
        _freeze: bool = False,
        device=None,
        dtype=None,
    ):
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        _set_padding_index(self, padding_idx, num_embeddings, "Padding_idx")
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        _init_weight(self, _weight, _freeze, device, dtype)
        self.sparse = sparse

    def forward(self, input):
        return F.embedding(
            input,
            self.weight,
            self.padding_idx,
            self.max_norm,
            self.norm_type,
            self.scale_grad_by_freq,
            self.sparse,
        )

    def extra_repr(self) -> str:
        return _options_as_text(
            self, "padding_idx", "max_norm", "norm_type", "scale_grad_by_freq", "sparse"
        )

    @classmethod
    def from_pretrained(
        cls,
        embeddings,
        freeze=True,
        padding_idx=None,
        max_norm=None,
        norm_type=2.0,
        scale_grad_by_freq=False,
        sparse=False,
    ):
        """Return an embedding of the given vectors, which learns if ``freeze`` is False."""
        if embeddings.dim() != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
        return cls(
            *embeddings.shape,
            padding_idx=padding_idx,
            max_norm=max_norm,
            norm_type=norm_type,
            scale_grad_by_freq=scale_grad_by_freq,
            sparse=sparse,
            _weight=embeddings,
            _freeze=freeze,
        )


class EmbeddingBag(_Table):
    """Sums, means or maxima of bags of vectors. PyTorch: ``torch.nn.EmbeddingBag``."""

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        mode: str = "mean",
        sparse: bool = False,
        _weight=None,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
        device=None,
        dtype=None,
    ):
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        _set_padding_index(self, padding_idx, num_embeddings, "padding_idx")
        _init_weight(self, _weight, False, device, dtype)
        self.mode, self.sparse = mode, sparse
        self.include_last_offset = include_last_offset

    def forward(self, input, offsets=None, per_sample_weights=None):
        """Return a vector a bag; ``offsets`` says where bags begin if ``input`` is flat."""
        return F.embedding_bag(
            input,
            self.weight,
            offsets,
            self.max_norm,
            self.norm_type,
            self.scale_grad_by_freq,
            self.mode,
            self.sparse,
            per_sample_weights,
            self.include_last_offset,
            self.padding_idx,
        )

    def extra_repr(self) -> str:
        return _options_as_text(
            self, "max_norm", "norm_type", "scale_grad_by_freq", "mode", "padding_idx"
        )

    @classmethod
    def from_pretrained(
        cls,
        embeddings,
        freeze: bool = True,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        mode: str = "mean",
        sparse: bool = False,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
    ):
        """Return bags of the given vectors, which learn if ``freeze`` is False."""
        if embeddings.dim() != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
        made = cls(
            *embeddings.shape,
            max_norm=max_norm,
            norm_type=norm_type,
            scale_grad_by_freq=scale_grad_by_freq,
            mode=mode,
            sparse=sparse,
            _weight=embeddings,
            include_last_offset=include_last_offset,
            padding_idx=padding_idx,
        )
        made.weight.requires_grad_(not freeze)
        return made
