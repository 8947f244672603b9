"""Views that come out of a forward for many lengths: their lenses, as sums of the length.

A decoder that returns ``head(x)[:, -1]`` returns a view of all rows. Its program gives the rows,
and a call makes the view of them again, at the place where the forward has it at that length.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from frontends.torch.autograd.rebuilding import GraphForm
from ivy_core.arrays.lenses import Bitcast, Broadcast, Diagonal, Index, Permute, Reshape
from ivy_core.backends.common.affine import Affine, NotAffineError, affine_of

# which consist of ints, names and dtypes alone
_FIELDS = {kind: tuple(kind.__dataclass_fields__)
           for kind in (Bitcast, Broadcast, Diagonal, Index, Permute, Reshape)}  # fmt: skip
_PLAIN = frozenset({bool, str, type(None), type(Ellipsis)})


class _Parts(NamedTuple):
    """A lens, a slice or a tuple: its kind, and what that is made of."""

    kind: type
    parts: tuple

    def at(self, length: int):
        parts = [each.at(length) if type(each) in _GROWS else each for each in self.parts]
        return tuple(parts) if self.kind is tuple else self.kind(*parts)


_GROWS = frozenset({Affine, _Parts})


class FormsAtLengths:
    """Forms of what a forward returns, without values, at each length.

    Parameters
    ----------
    lengths : sequence of int
    forms : sequence of GraphForm
        At these lengths.

    Raises
    ------
    NotAffineError
        If views are others by the length.
    """

    def __init__(self, lengths: Sequence[int], forms: Sequence[GraphForm]):
        self._form = forms[-1]
        self._known: dict[int, GraphForm] = {}
        views = list(zip(*[[each.view for each in form.outputs] for form in forms], strict=True))
        self._views = None
        if any(each is not None for several in views for each in several):
            self._views = [_alike(lengths, several) for several in views]

    def at(self, length: int) -> GraphForm:
        """Return that of a length."""
        if self._views is None:
            return self._form
        form = self._known.get(length)
        if form is None:
            form = self._known[length] = copy.copy(self._form)
            pairs = zip(form.outputs, self._views, strict=True)
            form.outputs = [
                each if view is None else each._replace(view=view.at(length))
                for each, view in pairs
            ]
        return form


def _alike(lengths: Sequence[int], values: Sequence):
    """Return the constant, Affine or :class:`_Parts` that has these values at some lengths."""
    first = values[0]
    if isinstance(first, int) and not isinstance(first, bool):
        return affine_of(lengths, list(map(int.__int__, values)))
    kind = type(first)
    if any(type(each) is not kind for each in values):
        raise NotAffineError("a view of another kind comes out of it by the length")
    if kind in _PLAIN or isinstance(first, np.dtype):
        if any(each != first for each in values):
            raise NotAffineError("a view of another kind comes out of it by the length")
        return first
    if isinstance(first, tuple):
        parts, kind = values, tuple
    elif kind is slice:
        parts = [(each.start, each.stop, each.step) for each in values]
    elif kind in _FIELDS:
        parts = [[getattr(each, name) for name in _FIELDS[kind]] for each in values]
    else:
        raise NotAffineError(f"a view of it is a {kind.__name__}")
    if len(set(map(len, parts))) > 1:
        raise NotAffineError("a view of another kind comes out of it by the length")
    return _Parts(kind, tuple([_alike(lengths, each) for each in zip(*parts, strict=True)]))


__all__ = ["FormsAtLengths"]
