"""Outputs of ufuncs: ``out`` and ``where``, also of a call that real NumPy answers."""

from __future__ import annotations

import types

import numpy as np

from frontends.common.conversion import host_array
from frontends.common.host import store_from_host
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy
from ivy_core.arrays.views import is_read_only
from ivy_core.arrays.write import store
from ivy_core.backends.holder import held
from ivy_core.utils.exceptions import IvyBroadcastShapeError, IvyValueError

from ..conversion import as_ndarray, scalar_if_0d
from ..fallback import UnsupportedDtype, from_host, to_host
from ..func_wrapper import asarray, ivy
from ..ndarray import ndarray
from ..protocols import HostSubclass, PlainView, has_override
from ..scalar_types import HELD_DTYPES
from ..watching import reported

UNDEFINED_ELEMENTS = (
    "'where' used without 'out': elements that the mask leaves out are undefined; pass out=None if "
    "that is meant"
)


def call_on_host(real, args, kwargs, nin):
    """Call real NumPy; ``out``, an array of the frontend, is filled afterwards."""
    outs = list(args[nin:])
    named = kwargs.get("out")
    outs += list(named) if isinstance(named, tuple) else [named]
    ours = {id(o): np.array(to_numpy(o)) for o in outs if isinstance(o, Array)}
    for o in outs:
        if id(o) in ours and is_read_only(o):
            ours[id(o)].setflags(write=False)
    hosts = ours | {id(o): np.asarray(o) for o in outs if type(o) is PlainView}

    def exchanged(value):
        if isinstance(value, tuple):
            return tuple([exchanged(v) for v in value])
        return hosts.get(id(value), value)

    args = args[:nin] + tuple([exchanged(o) for o in args[nin:]])
    if "out" in kwargs:
        kwargs = {**kwargs, "out": exchanged(named)}
    try:
        result = reported(real, to_host(args), to_host(kwargs))
    except (FloatingPointError, RuntimeWarning):
        # NumPy has written what it has computed, where it needed no memory between
        for o in outs:
            if id(o) in ours and not _overlaps(o, args, real):
                store_from_host(o, ours[id(o)])
        raise
    for o in outs:
        if id(o) in ours:
            store_from_host(o, ours[id(o)])
    back = {id(hosts.get(id(o), o)): o for o in outs if o is not None}
    if isinstance(result, tuple):
        return tuple([back[id(r)] if id(r) in back else from_host(r) for r in result])
    return back[id(result)] if id(result) in back else from_host(result)


def _overlaps(out, operands, real) -> bool:
    """Return whether an operand of a call shows memory of ``out``, in other places than it."""
    moves = getattr(real, "signature", None) is not None  # all of an operand goes into an element
    return any(
        isinstance(x, Array) and _owner(x) is _owner(out) and (moves or x is not out)
        for x in operands
    )


def _owner(x: Array):
    base = x.base
    return x if base is None else base


def as_arrays(results):
    """Return results as arrays, also those without dimensions, which ``out=...`` asks for."""
    if isinstance(results, tuple):
        return tuple(map(as_arrays, results))
    if isinstance(results, np.ndarray):  # of a derived class, or one that no backend holds
        return results
    if isinstance(results, Array) or getattr(results, "dtype", None) in HELD_DTYPES:
        return as_ndarray(results)
    return np.asarray(results)  # of objects


def outputs(out, count):
    """Return ``out`` as a tuple of arrays, None for each that is not given."""
    if out is None:
        return (None,) * count
    outs = out if isinstance(out, tuple) else (out,)
    if len(outs) != count:
        raise IvyValueError("The 'out' tuple must have exactly one entry per ufunc output")
    for o in outs:
        if o is not None and not isinstance(o, (ndarray, np.ndarray)):
            if has_override(o, "__array_ufunc__"):
                raise UnsupportedDtype(type(o).__name__)
            raise TypeError("return arrays must be of ArrayType")
        if isinstance(o, np.ndarray):
            is_derived = isinstance(o, HostSubclass) and type(o) is not PlainView
            if is_derived or o.dtype not in HELD_DTYPES:  # a program's class is asked by NumPy
                raise UnsupportedDtype
    return outs


def single_out(out):
    """Return the one array that is given as ``out``, alone or in a tuple; None if there is none."""
    return out[0] if isinstance(out, tuple) else out


def where_mask(where):
    """Return a ``where`` argument as an array of truth values."""
    if isinstance(where, (list, tuple)):
        where = host_array(where, bool)
    mask = asarray(where)
    if mask.dtype.kind != "b":
        raise TypeError(
            f"Cannot cast array data from {mask.dtype!r} to dtype('bool') according to the rule "
            "'safe'"
        )
    return mask


def masked(result, mask, out):
    """Return ``result`` where the mask says so, and elsewhere what ``out`` holds."""
    if out is None:
        return ivy.where(mask, result, ivy.zeros_like(result))
    out = asarray(out)
    if result.dtype != out.dtype and np.can_cast(result.dtype, out.dtype, "same_kind"):
        result = result.astype(out.dtype)
    return ivy.where(mask, result, out)


def fill_out(out, result, casting, name):
    """Write ``result`` into ``out``, one of our arrays or NumPy's, if the rule allows it."""
    result = asarray(result)
    if not np.can_cast(result.dtype, out.dtype, casting):
        if isinstance(getattr(np, name, None), np.ufunc) or hasattr(np.fft, name):
            # NumPy's functions of np.fft raise as its ufuncs do
            real = types.SimpleNamespace(__name__=name, nout=1)
            raise np._core._exceptions._UFuncOutputCastingError(
                real, casting, result.dtype, out.dtype, 0
            )
        raise TypeError(
            f"Cannot cast array data from {result.dtype!r} to {out.dtype!r} according to the rule "
            f"{casting!r}"
        )
    if tuple(result.shape) != out.shape:
        _check_out_shape(tuple(result.shape), out.shape)
        result = ivy.broadcast_to(result, out.shape)
    if isinstance(out, np.ndarray):
        np.copyto(out, to_numpy(result), "unsafe")
    else:
        store(out, held(result), exact=True)


def result_or_out(result, out, name: str, casting: str = "same_kind"):
    """Return ``result``, written into ``out`` if there is one."""
    out = single_out(out)
    if out is None:
        return scalar_if_0d(result)
    fill_out(out, result, casting, name)
    return out


def _check_out_shape(result_shape, out_shape) -> None:
    try:
        shape = np.broadcast_shapes(result_shape, out_shape)
    except ValueError:
        shape = None
    if shape != tuple(out_shape):
        raise IvyBroadcastShapeError(
            f"non-broadcastable output operand with shape {shape_text(out_shape)} doesn't match "
            f"the broadcast shape {shape_text(result_shape)}"
        )


def shape_text(shape):
    """Return a shape as NumPy's messages show it: without blanks."""
    return "(" + ",".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"
