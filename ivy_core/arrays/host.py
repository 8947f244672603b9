"""Values of arrays on the host: for printing, for Python's scalars, and for NumPy's ufuncs."""

from __future__ import annotations

import functools
import sys

import numpy as np

from ..backends.holder import Holder, read
from ..backends.loading import backend_for, backend_of
from ..modes import current
from ..registry import standalone
from ..utils.exceptions import IvyRecordedException, IvyTypeError
from ..utils.nests import map_leaves
from .memory import host_view
from .outside import OutsideMemory
from .write import store, write_natively


def to_numpy(x: Holder) -> np.ndarray:
    """Return the values on the host; shares memory where the backend can, maybe read-only."""
    try:
        native = x._data
    except AttributeError:  # a functional view that has not been read: no native array is made
        ops = x._view.backend
        if not ops.CAPABILITIES.mutable and current.host_execution:
            host = host_view(x, ops)
            if host is not None:
                if type(x._view.base) is OutsideMemory:
                    return host.copy()
                host = host.view()
                host.flags.writeable = False  # it may lie on memory of the base
                return host
        native = read(x)
    if isinstance(native, np.ndarray):
        return native
    ops = backend_for(native)
    if x._stays_recorded and ops.CAPABILITIES.records:
        host = ops.memory_on_host(native)
        if host is not None:
            return host
        if ops.needs_gradient(native) or ops.unmapped(native) is not native:
            raise IvyRecordedException  # PyTorch's own graph, or a tensor of torch.func
    return np.asarray(ops.to_host(native))


def shown(x: Holder) -> np.ndarray:
    """Return the values on the host for what has no gradient: text, truth, integers.

    Unlike :func:`to_numpy` it takes what is recorded, where its values are known.
    """
    try:
        return to_numpy(x)
    except IvyRecordedException:
        native = read(x)
        backend = backend_for(native)
        if backend.CAPABILITIES.records and (inner := backend.unmapped(native)) is not native:
            if backend.is_unknown(native):  # many values, of torch.vmap
                raise
            return np.asarray(backend.to_host(inner))
        stop = backend.implementations["stop_gradient"]
        return np.asarray(backend.to_host(stop(native, preserve_type=False)))


@standalone(convenience=True)
def array_protocol(method):
    """Decorate the ``__array__`` of a class whose body makes its array with this package.

    NumPy's C calls the method, and takes no array but its own. ``transpile`` puts this above such
    methods.

    Parameters
    ----------
    method : callable
        It returns an Array; what else it returns stays as it is, and so does what is traced.

    Returns
    -------
    callable
        A method that returns NumPy's own array. The one decorated is its attribute
        ``unconverted``: conversions of this package call that, and keep the array where it is.

    Raises
    ------
    IvyTypeError
        If what is decorated cannot be called.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> class Pair:
    ...     @ivy.array_protocol
    ...     def __array__(self, dtype=None, copy=None):
    ...         return ivy.asarray([1.0, 2.0])
    >>> np.sqrt(np.float64(2)) * Pair()
    array([1.41421356, 2.82842712])
    """

    if not callable(method):
        raise IvyTypeError(f"array_protocol: a method is expected, {method!r} was given")

    @functools.wraps(method)
    def __array__(self, *args, **kwargs):
        made = method(self, *args, **kwargs)
        if not isinstance(made, Holder) or backend_for(read(made)).is_tracer(read(made)):
            return made
        return np.asarray(made)

    __array__.unconverted = method
    return __array__


def holds_nan(value) -> bool:
    """Return whether an Array or a native array has nan among its values, or a number is nan.

    What is being traced has no values, and anything else holds none.
    """
    native = read(value) if isinstance(value, Holder) else value
    if isinstance(native, (float, complex)):
        return native != native
    if backend_of(native) is None:
        return False
    backend = backend_for(native)
    if not backend.is_native(native) or backend.is_tracer(native):
        return False
    host = np.asarray(backend.to_host(native))
    return host.dtype.kind not in "biu" and bool(np.isnan(host).any())


def apply_on_host(call, writes_first: bool, inputs, options):
    """Call a method of a NumPy ufunc on the values; Arrays that it writes to are written."""
    outs = options.get("out", ()) if not writes_first else inputs[:1]
    hosts = {id(o): _as_writable_numpy(o) for o in outs if isinstance(o, Holder)}

    def hosted(value):
        if isinstance(value, tuple):
            return tuple([hosted(v) for v in value])
        return to_numpy(value) if isinstance(value, Holder) else value

    def written(value):
        return hosts.get(id(value), value)

    options = {name: hosted(value) for name, value in options.items() if name != "out"}
    native = [o for o in outs if id(o) in hosts and hosts[id(o)] is read(o)]
    if writes_first:
        write_natively(native, call, written(inputs[0]), *hosted(inputs[1:]), **options)
        result = None
    else:
        given = {"out": tuple([written(o) for o in outs])} if outs else {}
        result = write_natively(native, call, *hosted(inputs), **options, **given)
    for o in outs:
        if id(o) in hosts and hosts[id(o)] is not read(o):
            store(o, backend_for(read(o)).from_host(hosts[id(o)]))
    results = result if isinstance(result, tuple) else (result,)
    boxed = [
        o if o is not None else _box_numpy_result(r)
        for o, r in zip(outs or (None,) * len(results), results, strict=True)
    ]
    if writes_first:
        return None
    return tuple(boxed) if isinstance(result, tuple) else boxed[0]


def call_to_fill(function, filled, args, kwargs):
    """Call a library's function on the values; the Arrays that it fills are written.

    What it returns is in Arrays, too: what it filled is the very Array that it was given.
    """
    hosts = {id(x): _as_writable_numpy(x) for x in filled}
    arrays = {id(hosts[id(x)]): x for x in filled}

    def hosted(value):
        return hosts.get(id(value), to_numpy(value)) if isinstance(value, Holder) else value

    native = [x for x in filled if hosts[id(x)] is read(x)]
    args, kwargs = map_leaves(hosted, args), map_leaves(hosted, kwargs)
    result = write_natively(native, function, *args, **kwargs)
    for x in filled:
        if hosts[id(x)] is not read(x):
            store(x, backend_for(read(x)).from_host(hosts[id(x)]))

    def boxed(value):
        return arrays[id(value)] if id(value) in arrays else _box_numpy_result(value)

    return map_leaves(boxed, result)


def _as_writable_numpy(x: Holder) -> np.ndarray:
    """Return NumPy's array itself where that is what ``x`` holds, else a copy of the values."""
    native = read(x)
    return native if isinstance(native, np.ndarray) else np.array(to_numpy(x))


def _box_numpy_result(result):
    """Box a result of NumPy's in an Array; return it unchanged where no backend has its dtype."""
    dtype = getattr(result, "dtype", None)
    if dtype is None or dtype.kind not in "biufc":
        return result
    return sys.modules["ivy_core"].asarray(result)
