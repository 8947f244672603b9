"""NumPy's own functions on the arrays of a backend whose arrays are NumPy's own.

Where such a backend is set, a function that has a namesake in NumPy is that namesake: it is given
the native arrays, and what it gives is boxed. Its answers, views, ``out`` and errors are NumPy's.
What a call holds that NumPy does not know (a Container, a function of the user's, an array of
another framework) sends it to our own body, as an observer of writes does.

Whether it applies is worked out when a backend is set: ``contexts.common``.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

from ivy_core import contexts, modes
from ivy_core.arrays import write
from ivy_core.arrays.memory import host_view
from ivy_core.backends.holder import held, read
from ivy_core.backends.loading import backend_of_class
from ivy_core.contexts import common
from ivy_core.dtypes import HOST_SCALARS
from ivy_core.utils.exceptions import IvyException, means_axis
from ivy_core.utils.routes import entry_of, exit_named
from ivy_core.utils.tracebacks import replace_exception, trim

from .errors import NUMPY_ERRORS
from .fallback import from_host
from .ndarray import ivy, ndarray
from .options import WRITTEN, are_options, is_option
from .protocols import as_arrays, has_override, may_override
from .scalar_types import HELD_DTYPES, BackendScalar

SUPPORTED = HELD_DTYPES

# By exact class: what NumPy is given as it is.
PLAIN = frozenset({
    bool, int, float, complex, str, bytes, type(None), type(Ellipsis), range, type(np._NoValue),
    *HOST_SCALARS, *[type(dtype) for dtype in SUPPORTED],
})  # fmt: skip
# ... and what a result stays.
GIVEN = frozenset({
    bool, int, float, complex, str, bytes, type(None), *[type(dtype) for dtype in SUPPORTED],
    *HOST_SCALARS,
})  # fmt: skip


# A framework's operation costs 1 to 5 us whatever it computes: for so few elements a function that
# is composed of many of them takes longer than NumPy on one core.
SMALL = 4096


class NotNative(Exception):
    """A value that NumPy's function cannot be given."""


_FLOAT64, _AXIS = np.dtype(np.float64), (int, type(None))


def mean_of_few(a, axis=None, **kwargs):
    """Return NumPy's mean; of float64 along one axis, or all, without its frames."""
    if kwargs or not a.size or a.dtype is not _FLOAT64 or type(axis) not in _AXIS:
        return np.ndarray.mean(a, axis, **kwargs)
    total = np.add.reduce(a, axis)
    return total / (a.size if axis is None else a.shape[axis])


# What says that NumPy's function has not done it, and that our body shall say why.
REFUSALS = (NotNative, TypeError, ValueError, LookupError, ArithmeticError)


def applies() -> bool:
    """Return whether NumPy's own functions run in this context."""
    if not contexts.are_different():
        return contexts.common.on_host
    backend = contexts.selected.get().backend  # with none set, the arrays decide
    return backend is None or backend.CAPABILITIES.on_host


def lent(value):
    """Unwrap a value for NumPy's function: native arrays for those in it.

    Raises
    ------
    NotNative
        If it holds what NumPy must not be given.
    """
    kind = type(value)
    if kind is ndarray:
        try:
            value = value._data
        except AttributeError:  # a view on a backend that has no native ones
            raise NotNative from None
        if type(value) is np.ndarray:
            return value
        if isinstance(value, np.generic):
            return np.asarray(value)
        raise NotNative
    if kind is type and value in _CLASSES:
        return value
    if kind is list or kind is tuple:
        if PLAIN.issuperset(map(type, value)):
            return value
        return kind([v if type(v) in PLAIN else lent(v) for v in value])
    if kind is np.ndarray or kind in PLAIN:
        return value
    if kind is slice:
        return slice(lent(value.start), lent(value.stop), lent(value.step))
    if kind is BackendScalar:
        if isinstance(value._data, (np.ndarray, np.generic)):
            return value._data[()]
        raise NotNative
    if isinstance(value, (np.generic, np.dtype)):
        return value
    if isinstance(value, np.ndarray) and not isinstance(value, np.memmap):
        if not has_override(value):  # of a derived class (a masked array): NumPy computes with it
            return value
    raise NotNative


# ... and for a class that stands for a data type
_CLASSES = frozenset({*HOST_SCALARS, bool, int, float, complex, object, str})


def lent_options(options: dict) -> dict:
    """Return keyword arguments as NumPy's function is given them."""
    for value in options.values():
        if type(value) not in PLAIN:
            return {
                name: value if type(value) in PLAIN else lent(value)
                for name, value in options.items()
            }
    return options


def lent_without_out(options: dict) -> dict:
    """Return keyword arguments for a function of NumPy's that does not fill its ``out``."""
    if options.get("out") is not None:
        raise NotNative
    return lent_options(options)


def given_back(result, natives=(), args=(), options=None, given=None):
    """Box the arrays of a NumPy function's result.

    An array that the call was given is the same object again.
    """
    if type(result) in GIVEN:
        return result
    if not natives and not given:
        return _boxed(result, _NOBODY)
    owners = {id(native): value for native, value in zip(natives, args, strict=True)}
    if given:
        owners.update((id(given[name]), value) for name, value in options.items())
        if type(options.get("out")) is np.ndarray and result is options["out"]:
            return result
    return _boxed(result, owners)


_NOBODY: dict = {}


def _boxed(result, owners):
    kind = type(result)
    if kind is np.ndarray:
        if owners:
            owner = owners.get(id(result))
            if type(owner) is ndarray:
                return owner
        if result.dtype in SUPPORTED:
            array = object.__new__(ndarray)
            array._data = result
            return array
        return result
    if kind is tuple or kind is list:
        return kind([_boxed(each, owners) for each in result])
    if kind in GIVEN:
        return result
    if isinstance(result, tuple) and hasattr(result, "_fields"):
        return kind(*[_boxed(each, owners) for each in result])
    return from_host(result)


@exit_named("NumPy on the memory")
def on_memory(real: Callable, args, kwargs, most_elements: int | None = None):
    """Call a function of NumPy's on the memory of another framework's arrays; adopt the result.

    It is for functions whose results do not depend on who computes them, or which no framework has,
    and that give fresh arrays. They write nothing, so whoever calls may go on where this fails.

    Raises
    ------
    NotNative
        If there is an argument without memory of its own on the host: a traced one, one on another
        device, one that gradients are recorded for.
    """
    if not WRITTEN.isdisjoint(kwargs):
        raise NotNative
    if args and type(args[0]) is ndarray and PLAIN.issuperset(map(type, args[1:])):
        if not kwargs or PLAIN.issuperset(map(type, kwargs.values())):
            return _on_one_memory(real, args, kwargs, most_elements)
    look = _Looking()
    natives = [value if type(value) in PLAIN else look(value) for value in args]
    given = kwargs
    if not PLAIN.issuperset(map(type, kwargs.values())):
        given = {n: v if type(v) in PLAIN else look(v) for n, v in kwargs.items()}
    if look.like is None or most_elements is not None and look.count > most_elements:
        raise NotNative
    found = real(*natives, **given)
    return _adopted(found, (*natives, *given.values()), look.backend, look.like)


def refused_by_numpy(err: Exception, real: Callable, args, kwargs) -> Exception | None:
    """Call NumPy's function after a failed call and return its error, for its words.

    Frameworks say the same mistake each in its own. None where NumPy is not to be asked (of many
    elements, of such as the host has not got, or what writes), takes the call, or says the same;
    and for an axis that is not there, which each framework says as well as NumPy does.
    """
    if isinstance(err, IndexError) and means_axis(str(err)):
        return None
    try:
        with np.errstate(all="ignore"):
            on_memory(real, args, kwargs, _ASKED)
    except NotNative:
        return None
    except MISTAKES as own:
        return None if str(own) in str(err) else own
    return None


_ASKED = 1 << 14  # elements
# What a call that is refused raises: PyTorch most of it as RuntimeError.
MISTAKES = (TypeError, ValueError, LookupError, ArithmeticError, RuntimeError)


def _on_one_memory(real, args, kwargs, most_elements):
    """Do the same where the first argument is the only array, in less time."""
    native = held(args[0])
    backend, chosen = backend_of_class(type(native)), contexts.selected.get().backend
    if chosen is not backend and chosen is not None:
        raise NotNative
    memory = backend.memory_on_host(native)
    if memory is None or most_elements is not None and memory.size > most_elements:
        raise NotNative
    found = real(memory, *args[1:], **kwargs)
    if type(found) in HOST_SCALARS:
        return found
    return _adopted(found, (memory,), backend, native)


@exit_named("NumPy on the memory of few elements")
def on_few(real: Callable, args, kwargs, most: float = SMALL, compiled_only: bool = True):
    """Call a function of NumPy's as :func:`on_memory` does, in one frame; or return NotImplemented.

    For arrays, numbers and options alone; whatever else there is, or NumPy refuses, is left to the
    caller.

    Parameters
    ----------
    most : float
        Up to how many elements.
    compiled_only : bool
        Whether only arrays of frameworks whose calls are slow are taken.
    """
    values, like = [], None
    for value in args:
        kind = type(value)
        if kind is ndarray:
            try:
                native = value = value._data
            except AttributeError:  # a functional view that nobody has looked at
                native = value._view.base._data
            if like is None:
                like, cls = native, type(native)
                backend = backend_of_class(cls)
                if backend is None or compiled_only and not backend.CAPABILITIES.compiles:
                    return NotImplemented
                chosen = _selected().backend
                if chosen is not backend and chosen is not None:
                    return NotImplemented
            elif type(native) is not cls and backend_of_class(type(native)) is not backend:
                return NotImplemented
            if value is not native:
                value = _shown(value, backend, most)
                if value is None:
                    return NotImplemented
        elif kind not in PLAIN and not is_option(value):
            return NotImplemented
        values.append(value)
    if like is None or not _modes.host_execution:
        return NotImplemented
    if kwargs:
        plain = _NAMES.issuperset(kwargs) and _CLASSES.issuperset(map(type, kwargs.values()))
        if not plain and not are_options(kwargs):
            return NotImplemented
    try:
        found = backend.call_on_host(real, values, kwargs, like, most)
    except REFUSALS:  # nothing was written: who asks says what is wrong
        return NotImplemented
    if found is None:
        return NotImplemented
    result, memories = found
    if memories is None:
        array = _new(ndarray)
        array._data = result
        return array
    return _adopted(result, memories, backend, like)


_new, _selected, _modes = object.__new__, contexts.selected.get, modes.current
# options that are no arrays, told without a frame of Python's
_NAMES, _CLASSES = frozenset({"axis", "keepdims"}), frozenset({int, bool, tuple, type(None)})


def _shown(view, backend, most):
    """Read a functional view as the native array would have it if it were kept.

    None where that is not on the host, or of more than ``most`` elements.
    """
    if backend.CAPABILITIES.mutable:
        return backend.memory_on_host(read(view))
    host = host_view(view, backend)
    if host is None or host.size > most:
        return None
    # sums and products of memory in another order are other sums
    return host if host.flags.c_contiguous else host.copy()


class _Looking:
    """Looks at arrays' memory on the host: arrays of one framework, that of the context."""

    __slots__ = ("backend", "count", "like")

    def __init__(self):
        self.backend = self.like = None
        self.count = 0

    def __call__(self, value):
        kind = type(value)
        if kind is ndarray:
            native = held(value)
            if self.like is None:
                self.like, self.backend = native, backend_of_class(type(native))
                chosen = contexts.selected.get().backend
                if chosen is not self.backend and chosen is not None:
                    raise NotNative
            elif backend_of_class(type(native)) is not self.backend:
                raise NotNative
            memory = self.backend.memory_on_host(native)
            if memory is None:
                raise NotNative
            self.count += memory.size
            return memory
        if (kind is list or kind is tuple) and any(type(each) is ndarray for each in value):
            return kind([self(each) for each in value])
        return value if kind in PLAIN else lent(value)


def _is_lent(result, natives) -> bool:
    """Return whether what a function gave is, or looks at, what it was given (edges of bins)."""
    is_view = not result.flags.owndata
    for native in natives:
        if native is result:
            return True
        if is_view and type(native) is np.ndarray and np.may_share_memory(result, native):
            return True
    return False


def _adopted(result, natives, backend, like):
    kind = type(result)
    if kind in GIVEN:
        return result
    if kind is np.ndarray:
        if result.dtype not in SUPPORTED:
            return result
        if not result.flags.c_contiguous or _is_lent(result, natives):
            result = result.copy()
        array = object.__new__(ndarray)
        array._data = backend.adopt(result, like)
        return array
    if isinstance(result, (tuple, list)):
        parts = [_adopted(each, natives, backend, like) for each in result]
        return kind(*parts) if hasattr(result, "_fields") else kind(parts)
    return from_host(result)


# Reductions that give the same bits whoever computes them, each with the kinds of dtypes for which
# that is so: sums and products of floating-point numbers depend on their order.
_REALS, _WHOLE = frozenset("biuf"), frozenset("biu")
EXACT = {
    "all": _REALS, "any": _REALS, "argmax": _REALS, "argmin": _REALS, "max": _REALS,
    "min": _REALS, "prod": _WHOLE, "sum": _WHOLE,
}  # fmt: skip


@exit_named("NumPy on the memory, an exact reduction")
def of_few_exactly(kinds, a, method, axis=None):
    """Return a reduction of EXACT, of few elements, by NumPy's method on the host's memory.

    A kernel of a framework, and what makes a scalar of its result, take twice as long. None where
    nothing is computed: of other kinds of dtypes, elsewhere than on the host, of too many elements.
    """
    if a.dtype.kind not in kinds or not modes.current.host_execution:
        return None
    data = a._data
    backend = backend_of_class(type(data))
    memory = backend.memory_on_host(data)
    if memory is None or not 0 < memory.size <= SMALL:
        return None
    if axis is None:
        return method(memory)
    array = _new(ndarray)
    array._data = backend.taken_from_host(method(memory, axis), data)
    return array


# The reductions of EXACT that NumPy also computes faster along one axis; the others it does not,
# because its loops along a short axis are slow.
EXACT_ALONG = frozenset({"argmax", "argmin"})
# Methods of which other arguments than ``where`` may be arrays.
_OF_SEVERAL_ARRAYS = frozenset({"choose", "clip", "compress", "dot", "put", "searchsorted"})


def method(
    name: str, own: Callable, few: Callable | None = None, reduction: str | None = None
) -> Callable:
    """Return a method of ndarray: that of NumPy's arrays where they are native, else ``own``.

    ``few`` is what it is on the memory of few elements (:func:`on_few`). ``reduction`` is the
    function of the core that reduces a whole array, where the framework compiles nothing.
    """
    real, new, array, is_numpy = getattr(np.ndarray, name), object.__new__, np.ndarray, common
    functions, exact, lines = ivy.__dict__, EXACT.get(name), name in EXACT_ALONG
    takes_arrays = name in _OF_SEVERAL_ARRAYS

    @functools.wraps(own)
    def call(self, *args, **kwargs):
        if is_numpy.on_host and type(self) is ndarray and write.observer is None:
            try:
                try:
                    native = self._data
                    if type(native) is not array:
                        raise NotNative
                    natives = args
                    for value in args:
                        if type(value) not in PLAIN:
                            natives = [lent(value) for value in args]
                            break
                    given = lent_options(kwargs) if kwargs else kwargs
                except (NotNative, AttributeError):  # a functional view may have no data
                    pass
                else:
                    result = real(native, *natives, **given)
                    kind = type(result)
                    if kind is array:
                        if result is native:
                            return self
                        if natives is args and given is kwargs and result.dtype in SUPPORTED:
                            y = new(ndarray)
                            y._data = result
                            return y
                    elif kind in GIVEN:
                        return result
                    return given_back(result, natives, args, kwargs, given)
            except Exception as err:
                try:
                    NUMPY_ERRORS.raise_translated(err, name)
                except Exception as raised:
                    replace_exception(raised, err)
                    raise
        try:
            backend = None
            if few and type(self) is ndarray:
                backend = backend_of_class(type(getattr(self, "_data", None)))
            compiles = backend is None or backend.CAPABILITIES.compiles
            along = kwargs.get("axis") if len(kwargs) == 1 else None
            whole = not kwargs and not args
            if exact is not None and not compiles and (whole or lines and type(along) is int):
                if not args:
                    found = of_few_exactly(exact, self, real, along)
                    if found is not None:
                        return found
            if not compiles and reduction and not args and (whole or type(along) is int):
                try:
                    return functions[reduction](self, **kwargs)
                except IvyException:
                    pass  # the function says it in NumPy's words
            # not `out` by position
            if compiles and few and len(args) < 2 and type(self) is ndarray:
                found = on_few(few, (self, *args), kwargs)
                if found is not NotImplemented:
                    return found
            if (takes_arrays or "where" in kwargs) and may_override(args, kwargs):
                args, kwargs = as_arrays(args), as_arrays(kwargs)  # methods ask no protocol
            return own(self, *args, **kwargs)
        except Exception as err:
            trim(err)  # it has been said
            raise

    return entry_of(f"ndarray.{name}", call)
