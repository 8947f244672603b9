"""The NumPy backend's own ufuncs, called on the arrays as they lie.

A scalar is no array of the core's fast path, but NumPy itself takes it as it is.
"""

from __future__ import annotations

import warnings

import numpy as np

from ivy_core.arrays import write
from ivy_core.arrays.array import Array
from ivy_core.arrays.views import new_array
from ivy_core.backends.loading import backend_for, load_backend

from .. import watching
from ..fallback import UnsupportedDtype, to_host
from ..func_wrapper import NUMPY as NUMPY
from ..func_wrapper import asarray, ivy
from ..ndarray import ndarray
from ..scalar_types import HELD_DTYPES
from .gufunc import OWN_FUNCTIONS
from .loops import DIRECT_CLASSES, NUMBERS, check_exponent, is_foreign
from .out import UNDEFINED_ELEMENTS

MISSING = type("_Missing", (), {"__repr__": lambda self: "<no value>"})()  # no operand was given
NO_RESULT = object()  # what stands for the result of a call that was not made
# How a call of NumPy's ufunc on native arrays fails; an array may also have no native one.
FAILURES = (AttributeError, TypeError, ValueError, ArithmeticError, Warning)
_NO_VALUE = np._NoValue
_bound = ivy.__dict__

native_functions: dict = {}  # bound core function -> NumPy's own, None if the backend is another


def find_native(bound, core):
    """Return the native function where natives promote Python numbers and scalars by themselves.

    What counts is where ``bound`` comes from, not which backend is set: other threads change that.
    """
    backend, native = load_backend("numpy"), None
    namespace = backend.namespaces.get(NUMPY)
    if namespace is not None and namespace.__dict__.get(core) is bound:
        native = backend.implementations.get(core)
    native_functions[bound] = native
    return native


def is_watched() -> bool:
    """Return whether NumPy reports floating-point errors, which is done once."""
    return not _UNWATCHED.issuperset(np.geterr().values())


_UNWATCHED = frozenset({"ignore", "warn", "raise"})


def computes_natively(core: str) -> bool:
    """Return whether the backend is NumPy: a ufunc there is NumPy's own, in every form.

    NumPy then promotes, checks, warns, raises and writes by itself, once: no call is repeated.
    """
    if core in OWN_FUNCTIONS:  # it calls matmul
        core = "matmul"
    bound = _bound[core]
    native = native_functions.get(bound, MISSING)
    if native is MISSING:
        native = find_native(bound, core)
    return native is not None


def compute_directly(function, x1, x2):
    """Compute with scalars or Python numbers; NotImplemented where ``general_path`` must."""
    core = function.core_name
    bound = _bound.get(core)
    if bound is None:
        return NotImplemented
    native = native_functions.get(bound, MISSING)
    if native is MISSING:
        native = find_native(bound, core)
    if native is not None:
        try:
            a = x1 if type(x1) in NUMBERS else x1._data
            b = x2 if type(x2) in NUMBERS else x2._data
        except AttributeError:  # a functional view, of another backend's array
            return NotImplemented
        return boxed(native(a, b))
    if core == "pow":
        check_exponent(x1, x2)
    return bound(x1, x2)


def fill_natively(function, args, out):
    """Let NumPy fill ``out``, one of our arrays; NO_RESULT if this needs a closer look."""
    target = out[0] if type(out) is tuple and len(out) == 1 else out
    if (
        type(target) is not ndarray
        or not DIRECT_CLASSES.issuperset(map(type, args))
        or function.nout != 1
    ):
        return NO_RESULT
    try:
        natives = [x if type(x) in NUMBERS else x._data for x in args]
        data = target._data
    except AttributeError:  # a functional view, of another backend's array
        return NO_RESULT
    if type(data) is not np.ndarray:
        return NO_RESULT
    if write.observer is None:
        function.real_ufunc(*natives, out=data)
    else:
        write.write_natively((target,), function.real_ufunc, *natives, out=data)
    return target


_fills: dict = {}  # {(class of native arrays, core function): what fills an array of that class}
watching.on_exchange.append(_fills.clear)


def fill_by_framework(core: str, out, *operands) -> bool:
    """Let the framework of ``out`` compute into its memory; False, and nothing is written, if not.

    Operands that are no arrays of that framework, or numbers, take the general way.
    """
    data = getattr(out, "_data", None)
    key = type(data), core
    fill = _fills.get(key, MISSING)
    if fill is MISSING:
        none = data is None or watching.watch.is_on  # who computes so reports no error
        fill = _fills[key] = None if none else backend_for(data).into(core)
    if fill is None or write.observer is not None:
        return False
    return fill(data, *[getattr(x, "_data", None) if type(x) is ndarray else x for x in operands])


def call_natively(function, real, args, kwargs):
    """Call NumPy's own ufunc, or a method of it, on the arrays as they lie.

    What stands in ``out`` is filled by NumPy and given back. Gives NO_RESULT, before anything is
    called, where an array belongs to another backend.
    """
    natives, nin = [], function.nin if real is function.real_ufunc else 1
    for x in args[:nin]:
        if type(x) not in NUMBERS:
            if is_foreign(x):
                raise UnsupportedDtype
            x = getattr(asarray(x), "_data", None)
            if not isinstance(x, (np.ndarray, np.generic)):
                return NO_RESULT
        natives.append(x)
    outs = args[nin:] if real is function.real_ufunc else ()
    if "out" in kwargs:
        outs = kwargs["out"] if type(kwargs["out"]) is tuple else (kwargs["out"],)
    elif kwargs.get("where", True) is not True and real is function.real_ufunc and not outs:
        warnings.warn(UNDEFINED_ELEMENTS, stacklevel=4)
        outs = (None,) * function.nout
        kwargs = kwargs | {"out": outs}
    if any(
        isinstance(o, Array) and type(getattr(o, "_data", None)) is not np.ndarray for o in outs
    ):
        return NO_RESULT
    options = {name: _option_for_numpy(name, value) for name, value in kwargs.items()}
    natives += [_unwrap_out(o) for o in args[nin:]]
    if write.observer is None:
        result = real(*natives, **options)
    else:
        filled = tuple([o for o in outs if isinstance(o, Array)])
        result = write.write_natively(filled, real, *natives, **options)
    if function.nout == 1:
        return _box_result(result) if not outs or outs[0] is None else outs[0]
    outs = (*outs, *(None,) * (function.nout - len(outs)))
    return tuple([_box_result(r) if o is None else o for r, o in zip(result, outs, strict=True)])


def _box_result(result):
    """Return a native result as one of ours; as it is where no backend can hold it."""
    return boxed(result) if getattr(result, "dtype", None) in HELD_DTYPES else result


def _option_for_numpy(name, value):
    """Return the value of a keyword as NumPy takes it."""
    if name == "out":
        if isinstance(value, tuple):
            return tuple([_unwrap_out(o) for o in value])
        return _unwrap_out(value)
    if name in ("signature", "sig") and isinstance(value, tuple):
        return tuple([None if d is None else np.dtype(d) for d in value])
    if name == "dtype" and value is not None:
        return np.dtype(value)
    return value if value is _NO_VALUE else to_host(value)


def _unwrap_out(out):
    return out._data if isinstance(out, Array) else out


def boxed(result):
    """Return the result of one of NumPy's own functions as ndarray; a scalar as it is."""
    if type(result) is np.ndarray and result.dtype in HELD_DTYPES:
        return new_array(ndarray, result) if result.ndim else result[()]
    if type(result) is tuple:
        return tuple([boxed(r) for r in result])
    return result
