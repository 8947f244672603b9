"""Functions of functions: the loop over slices or elements is Python's, the data the backend's."""

from __future__ import annotations

import functools
from typing import Any

import numpy as _np

from frontends.common.conversion import is_recorded
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for
from ivy_core.utils.exceptions import IvyValueError

from .arguments import axis_of
from .conversion import as_array
from .errors import entry
from .fallback import UnsupportedDtype, from_host, to_host
from .func_wrapper import asarray, is_real_subclass, ivy, numpy_function, stacked
from .ndarray import ndarray
from .protocols import overridable

ArrayLike = Scalar = Any
_NO_VALUE = _np._NoValue


class vectorize:
    """Function of arrays made of a Python function of scalars.

    Parameters
    ----------
    pyfunc : callable, optional
        Function of one element each; without it, ``vectorize(...)`` is a decorator.
    otypes : str or list of dtype, optional
        Dtypes of the results; found with a first call by default.
    doc : str, optional
        Docstring.
    excluded : set of str or int, optional
        Arguments that are passed as they are.
    cache : bool
        Whether to keep the result of the first call that finds the dtypes.
    signature : str, optional
        Core dimensions, as in ``(m,n),(n)->(m)``.

    References: NumPy reference, numpy.vectorize.

    Examples
    --------
    >>> import frontends.numpy as np
    >>> np.vectorize(lambda x: x if x > 0 else 0)([-1, 2])
    array([0, 2])
    """

    @entry(name="vectorize")
    def __init__(
        self,
        pyfunc=_NO_VALUE,
        otypes=None,
        doc=None,
        excluded=None,
        cache=False,
        signature=None,
    ):
        self.options_ = {"otypes": otypes, "doc": doc, "excluded": excluded, "cache": cache}
        self.options_["signature"] = signature
        self.otypes, self.excluded, self.cache = otypes, excluded, cache
        self.signature = signature
        self.pyfunc = None
        if pyfunc is _NO_VALUE:
            self.real_ = None
            _np.vectorize(**self.options_)  # raises for wrong options before the decorator is used
        else:
            _set_function(self, pyfunc)

    def __get__(self, instance, owner=None):
        return self

    @entry(name="vectorize")
    def __call__(self, *args, **kwargs):
        if self.real_ is None:
            _set_function(self, args[0])
            return self
        if self.signature is None and not kwargs and not self.excluded:
            if any(map(is_recorded, args)):
                return _call_for_each(self, args)
        return from_host(self.real_(*to_host(args), **to_host(kwargs)))


def _call_for_each(vectorized, args):
    """Call the function for each element, without the host, where a gradient is recorded."""
    arrays = [asarray(value) for value in args]
    shape = _np.broadcast_shapes(*[x.shape for x in arrays])
    columns = [ivy.reshape(ivy.broadcast_to(x, shape), (-1,)) for x in arrays]
    if not columns[0].size:
        raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
    if vectorized.otypes is None and not vectorized.cache:
        vectorized.pyfunc(*[column[0] for column in columns])  # by which NumPy learns the dtypes
    found = [vectorized.pyfunc(*elements) for elements in zip(*columns, strict=True)]
    if not isinstance(found[0], tuple):
        return _collected(vectorized.otypes, found, 0, shape)
    results = zip(*found, strict=True)
    return tuple(
        [_collected(vectorized.otypes, each, at, shape) for at, each in enumerate(results)]
    )


def _collected(otypes, values, at: int, shape):
    """Return the values of one result as an array; their dtype is the first one's, or given."""
    dtype = asarray(values[0]).dtype
    if otypes is not None:
        dtype = _np.dtype(otypes[at])
    return ivy.reshape(stacked(list(values), dtype), shape)


def _set_function(vectorized, pyfunc):
    """Set the function, NumPy's vectorize of it, and docstring, name and ``__wrapped__``."""

    @functools.wraps(pyfunc, updated=())
    def on_frontend(*args, **kwargs):
        args = [from_host(a) if isinstance(a, (_np.ndarray, _np.generic)) else a for a in args]
        kwargs = {name: from_host(value) for name, value in kwargs.items()}
        return to_host(pyfunc(*args, **kwargs))

    vectorized.pyfunc = pyfunc
    vectorized.real_ = _np.vectorize(on_frontend, **vectorized.options_)
    vectorized.__doc__ = vectorized.real_.__doc__
    vectorized.__name__ = getattr(pyfunc, "__name__", "vectorize")
    vectorized.__wrapped__ = pyfunc


@entry
@overridable(_np.apply_along_axis)
def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """Apply a function to each slice of one axis.

    References: NumPy reference, numpy.apply_along_axis.
    """
    if is_real_subclass(arr):
        made = lambda row: to_host(func1d(row, *args, **kwargs))
        return from_host(_np.apply_along_axis(made, axis, arr))
    arr = as_array(asarray(arr))
    axis = axis_of(axis, arr.ndim)
    moved = ivy.moveaxis(arr, axis, -1)
    outer = moved.shape[:-1]
    if 0 in outer:
        raise IvyValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    made = [func1d(moved[at], *args, **kwargs) for at in _np.ndindex(outer)]
    try:
        results = [as_array(asarray(value)) for value in made]
    except UnsupportedDtype:  # strings, objects, masked arrays: NumPy joins them
        values = iter(made)
        join = lambda row: to_host(next(values))
        return from_host(_np.apply_along_axis(join, axis, to_host(arr)))
    dtype = results[0].dtype
    results = [r.astype(dtype, copy=False) for r in results]
    inner = results[0].shape
    joined = ivy.reshape(ivy.stack(results, axis=0), (*outer, *inner))
    # the axes of a result stand where the axis of the slice was
    return ivy.moveaxis(
        joined,
        tuple(range(len(outer), len(outer) + len(inner))),
        tuple(range(axis, axis + len(inner))),
    )


@entry
@overridable(_np.apply_over_axes)
def apply_over_axes(func, a, axes):
    """Apply a function repeatedly, over one axis after the other.

    References: NumPy reference, numpy.apply_over_axes.
    """
    value = as_array(asarray(a))
    ndim = value.ndim
    for axis in _np.atleast_1d(to_host(axes)):
        axis = axis_of(int(axis), ndim)
        result = asarray(func(value, axis))
        if result.ndim != value.ndim:
            result = ivy.expand_dims(as_array(result), axis=axis)
            if result.ndim != value.ndim:
                raise IvyValueError("function is not returning an array of the correct shape")
        value = result
    return value


@numpy_function(keep_0d=True)
def piecewise(x: ArrayLike, condlist, funclist, *args, **kw):
    """Evaluate a function that is defined piece by piece.

    Parameters
    ----------
    x : ArrayLike
        Domain.
    condlist : list of bool arrays
        Where each piece holds; the last one that is true counts.
    funclist : list of callables or numbers
        The pieces; one more than conditions for everywhere else.
    *args, **kw
        Passed to the callables.

    Returns
    -------
    ndarray, of the shape and dtype of x
    """
    shape = x.shape
    x = as_array(x)
    first = condlist[0] if isinstance(condlist, (list, tuple)) and len(condlist) else condlist
    if _np.isscalar(condlist) or not isinstance(first, (list, ndarray, _np.ndarray)) and x.ndim:
        condlist = [condlist]
    conditions = [as_array(asarray(c)).astype(bool) for c in condlist]
    n = len(conditions)
    if n == len(funclist) - 1:
        anywhere = functools.reduce(lambda a, b: a | b, conditions)
        conditions.append(~anywhere)
        n += 1
    elif n != len(funclist):
        raise IvyValueError(f"with {n} condition(s), either {n} or {n + 1} functions are expected")
    if not shape:  # an element is picked as from an array of one
        x = ivy.reshape(x, (1,))
        conditions = [ivy.reshape(c, (1,)) for c in conditions]
    y = ivy.zeros_like(x)
    traced = any(backend_for(read(v)).is_tracer(read(v)) for v in (x, *conditions))
    for condition, piece in zip(conditions, funclist, strict=True):
        if traced:  # how many elements a piece has is not known: all are computed
            values = asarray(piece(x, *args, **kw) if callable(piece) else piece)
            y = ivy.where(condition, values.astype(y.dtype), y)
            continue
        if not callable(piece):
            y[condition] = piece
            continue
        values = x[condition]
        if values.size:
            y[condition] = piece(values, *args, **kw)
    return ivy.reshape(y, shape)


__all__ = ["apply_along_axis", "apply_over_axes", "piecewise", "vectorize"]
