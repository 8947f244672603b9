"""``out``: filled by the native function where the backend can, else written like anything else."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable

from ..arrays.array import Array
from ..arrays.views import is_read_only
from ..arrays.write import store, write_natively
from ..backends.holder import read
from ..backends.loading import backend_for, backend_of
from ..registry import FunctionSpec
from ..utils.exceptions import IvyBroadcastShapeError, IvyTypeError, IvyValueError


class Outputs:
    """Filling of ``out`` by one function on one backend.

    Attributes
    ----------
    is_taken : bool
        Whether the wrapper takes ``out`` out of the call and fills it.
    is_native : bool
        Whether the native function fills an array that it is given.
    """

    __slots__ = ("backend", "call", "is_native", "is_taken", "name", "native", "takes_several")

    def __init__(
        self,
        spec: FunctionSpec,
        backend: types.ModuleType,
        native: Callable,
        call: Callable,
        wrappers,
    ):
        self.name, self.native, self.call, self.backend = spec.name, native, call, backend
        self.is_taken = spec.has_out and "handle_out_argument" in wrappers
        self.takes_several = spec.returns.startswith("tuple[Array")
        self.is_native = bool(
            spec.has_out and getattr(native, "support_native_out", backend.alias_fills_out(native))
        )

    def fill(self, out, args, kwargs):
        """Call native and fill ``out``; it is as it was where something does not fit."""
        call, backend = self.call, self.backend
        if isinstance(out, (tuple, list)) and self.takes_several:
            return self._fill_outs(out, call(*args, **kwargs))
        if not isinstance(out, Array):
            raise IvyTypeError(f"{self.name}: out must be an Array, not {type(out).__name__}")
        if is_read_only(out):
            raise IvyValueError(f"{self.name}: out: assignment destination is read-only")
        if backend_of(read(out)) != backend.NAME:
            result = backend.to_host(call(*args, **kwargs))
            store(out, backend_for(read(out)).from_host(result), exact=True)
            return out
        if self.is_native and hasattr(out, "_data") and not hasattr(out, "_view"):
            if backend.fills_out(self.native, args, out._data):
                filling = functools.partial(call, out=out._data, **kwargs)
                write_natively((out,), filling, *args)
                return out
        store(out, call(*args, **kwargs), exact=True)
        return out

    def _fill_outs(self, outs, results):
        """Write results into Arrays of equal shapes and return these as a tuple, or raise."""
        for out in outs:
            if not isinstance(out, Array):
                raise IvyTypeError(f"{self.name}: out must hold Arrays, not {type(out).__name__}")
            if is_read_only(out):
                raise IvyValueError(f"{self.name}: out: assignment destination is read-only")
        given = [tuple(out.shape) for out in outs]
        made = [tuple(result.shape) for result in results]
        if given != made:
            raise IvyBroadcastShapeError(
                f"{self.name}: out has the shapes {given}, the results {made}; they must be equal"
            )
        for out, result in zip(outs, results, strict=True):
            store(out, result, exact=True)
        return tuple(outs)
