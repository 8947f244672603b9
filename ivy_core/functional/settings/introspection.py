"""Contents of functions and memory: arguments, caches, live arrays."""

from __future__ import annotations

import functools
import gc
import importlib
import inspect
import itertools
import pickle
import reprlib
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend_str
from ivy_core.backends.holder import read, waiting
from ivy_core.backends.loading import backend_of, load_backend, loaded_backends
from ivy_core.binding.nestable import is_container
from ivy_core.dtypes import DTYPES
from ivy_core.native_types import shape_class
from ivy_core.registry import compositional, mixed, standalone
from ivy_core.utils.exceptions import IvyIndexError, IvyValueError
from ivy_core.utils.nests import as_container

from .device_memory import DEVICE_KINDS

_CACHED_CALLS = 128


class _Shapes(type):
    """Class of Shape: a plain tuple of ints, as arrays give their shape, is an instance of it."""

    def __instancecheck__(cls, instance) -> bool:
        return type.__instancecheck__(cls, instance) or (
            type(instance) is tuple and all(n is None or type(n) is int for n in instance)
        )


class Shape(tuple, metaclass=_Shapes):
    """Shape of an array: a tuple of ints that names itself when shown.

    The tuples that arrays give as their ``shape`` are instances too.

    Parameters
    ----------
    lengths : int, sequence of int, shape of any framework, or Array
        Length of each axis; None stands for one that is not known yet.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.to_ivy_shape([2, 3])
    ivy.Shape(2, 3)
    >>> isinstance(ivy.zeros((2, 3)).shape, ivy.Shape)
    True
    """

    __slots__ = ()

    def __new__(cls, lengths=()):
        if type(lengths) is cls:
            return lengths
        if isinstance(lengths, Array) or backend_of(lengths) is not None:
            lengths = np.asarray(lengths).tolist()
        if isinstance(lengths, int):
            lengths = (lengths,)
        return super().__new__(cls, [n if n is None else int(n) for n in lengths])

    def __repr__(self) -> str:
        return f"ivy.Shape({', '.join(map(str, self))})"


@standalone(convenience=True)
def arg_info(fn: Callable, *, name: str | None = None, idx: int | None = None) -> dict[str, Any]:
    """Position and declaration of one parameter of a function.

    Parameters
    ----------
    fn: The function.
    name: Name of the parameter.
    idx: Its position; exactly one of the two is given.

    Returns
    -------
    dict
        ``"idx"``: the position; ``"param"``: the ``inspect.Parameter``.

    Raises
    ------
    IvyValueError
        If not exactly one of the two is given, or there is no parameter of that name.
    IvyIndexError
        If there is no parameter at that position.

    References: Python, ``inspect.signature``.

    >>> ivy.arg_info(ivy.default, name="rev")["idx"], ivy.arg_info(ivy.default, idx=0)["param"].name
    (3, 'x')
    """
    if (name is None) == (idx is None):
        raise IvyValueError(
            f"arg_info: name {name!r} and idx {idx!r} were given; exactly one of them is allowed"
        )
    parameters = list(inspect.signature(fn).parameters.values())
    if idx is not None:
        if not -len(parameters) <= idx < len(parameters):
            raise IvyIndexError(
                f"arg_info: idx {idx} was given; the function has {len(parameters)} parameters"
            )
        return {"idx": idx % len(parameters), "param": parameters[idx]}
    for position, parameter in enumerate(parameters):
        if parameter.name == name:
            return {"idx": position, "param": parameter}
    allowed = ", ".join(p.name for p in parameters)
    raise IvyValueError(f"arg_info: name {name!r} was given; allowed are {allowed}")


@standalone(convenience=True)
def arg_names(receiver: Callable) -> list[str]:
    """Names of the parameters of a function or a class.

    Parameters
    ----------
    receiver: What is called.

    Returns: list of str

    References: Python, ``inspect.signature``.

    >>> ivy.arg_names(ivy.tan)
    ['x', 'out']
    """
    return list(inspect.signature(receiver).parameters)


@standalone(convenience=True)
def match_kwargs(
    kwargs: dict[str, Any], *receivers: Callable, allow_duplicates: bool = False
) -> list[dict[str, Any]] | dict[str, Any]:
    """Keyword arguments, sorted out by the functions that have a parameter of the name.

    Parameters
    ----------
    kwargs : dict
        The arguments.
    *receivers : callable
        The functions or classes.
    allow_duplicates : bool, optional
        Whether an argument goes to each function that has it; if not, to the first one.

    Returns
    -------
    list of dict, or dict
        The arguments of each function; those of the only one if there is but one.

    References: Python, ``inspect.signature``.

    >>> ivy.match_kwargs({"axis": 0, "dtype": "int8"}, ivy.cumsum, ivy.all)
    [{'axis': 0, 'dtype': 'int8'}, {}]
    """
    left, found = dict(kwargs), []
    for receiver in receivers:
        names = arg_names(receiver)
        found.append({name: value for name, value in left.items() if name in names})
        if not allow_duplicates:
            left = {name: value for name, value in left.items() if name not in names}
    return found[0] if len(found) == 1 else found


@standalone(convenience=True)
def try_else_none(fn: Callable, *args: Any, **kwargs: Any) -> Callable | None:
    """Return a function if it can be called so, else None.

    Parameters
    ----------
    fn: What is tried.
    *args, **kwargs : any
        What it is called with.

    Returns
    -------
    callable or None
        None if the call raises.

    References: Python, "Built-in Exceptions", ``Exception``.

    >>> ivy.try_else_none(int, "1"), ivy.try_else_none(int, "one")
    (<class 'int'>, None)
    """
    try:
        fn(*args, **kwargs)
    except Exception:  # whatever a call may raise is what is asked about
        return None
    return fn


class _Same:
    """An object as part of a key: equal to itself only, and alive as long as the key."""

    __slots__ = ("_obj",)

    def __init__(self, obj):
        self._obj = obj

    def __eq__(self, other):
        return isinstance(other, _Same) and self._obj is other._obj

    def __hash__(self):
        return id(self._obj)


class _TracedError(Exception):
    """A traced array has no values to compare."""


def _hashable_key(value):
    """Return something hashable that is equal for equal arguments only.

    Arrays and Python's own values count by value (1 is neither 1.0 nor True), anything else that
    cannot be hashed by identity.
    """
    cls = type(value)
    if cls is float:
        return cls, value.hex()  # tells -0.0 from 0.0, and nan is equal to nan
    if cls is complex:
        return cls, value.real.hex(), value.imag.hex()
    if isinstance(value, Array) or backend_of(value) is not None:
        return _key_by_array_value(value)
    if isinstance(value, (list, tuple)):
        return cls, *[_hashable_key(each) for each in value]
    if isinstance(value, dict):
        return cls, *[(_hashable_key(name), _hashable_key(each)) for name, each in value.items()]
    if isinstance(value, (set, frozenset)):
        return cls, frozenset([_hashable_key(each) for each in value])
    if isinstance(value, slice):
        return cls, _hashable_key(value.start), _hashable_key(value.stop), _hashable_key(value.step)
    try:
        hash(value)
    except TypeError:
        return cls, _Same(value)
    return cls, value


def _key_by_array_value(array):
    """Return a hashable key of an array's elements; raise _TracedError for a tracer."""
    import hashlib  # with its 3 ms, needed here only

    native = read(array) if isinstance(array, Array) else array
    backend = load_backend(backend_of(native))
    if backend.is_tracer(native):
        raise _TracedError
    host = np.ascontiguousarray(backend.to_host(native))
    digest = hashlib.blake2b(host.reshape(-1).view(np.uint8), digest_size=20).digest()
    key = (type(array), backend.NAME, str(native.dtype), host.shape, digest)
    # gradients flow to the very array that was given
    recorded = backend.needs_gradient(native)
    return (*key, _Same(native)) if recorded else key


@standalone(convenience=True)
def cache_fn(func: Callable) -> Callable:
    """Return a function that remembers its latest calls.

    Parameters
    ----------
    func: What to wrap.

    Returns
    -------
    callable
        Takes the arguments of ``func`` and ``cache``: with ``cache=True`` it returns the output of
        an equal earlier call, if it still knows one; else it calls ``func`` and keeps the output.
        The very object is returned, so what is written into it is seen by later calls. Arrays are
        equal by class, backend, dtype, shape and values (which are read: a digest is kept);
        Python's numbers, strings and nests by type and value; other objects as they say
        themselves, those without a hash by identity (they are kept alive). Calls with traced
        arrays are never remembered. The latest 128 outputs are kept; ``cache_clear()`` drops them.

    References: Python, ``functools.lru_cache``.

    >>> def slow_sum(x, y):
    ...     print("adding")
    ...     return x + y
    >>> cached_sum = ivy.cache_fn(slow_sum)
    >>> cached_sum(1, 2)
    adding
    3
    >>> cached_sum(1, 2, cache=True)
    3
    """
    outputs = {}

    @functools.wraps(func)
    def cached(*args, cache: bool = False, **kwargs):
        try:
            named = frozenset([(name, _hashable_key(value)) for name, value in kwargs.items()])
            key = (current_backend_str(), tuple([_hashable_key(value) for value in args]), named)
        except _TracedError:
            return func(*args, **kwargs)
        if cache and key in outputs:
            output = outputs.pop(key)
        else:
            output = func(*args, **kwargs)
            outputs.pop(key, None)
            while len(outputs) >= _CACHED_CALLS:
                del outputs[next(iter(outputs))]
        outputs[key] = output  # a dict keeps the order of insertion: the newest entry is the last
        return output

    cached.cache_clear = outputs.clear
    return cached


def _array_classes() -> tuple[type, ...]:
    """Return Array and the native classes of the backends that are in use."""
    return (Array, *[backend.NativeArray for backend in loaded_backends()])


@standalone(convenience=True)
def get_all_arrays_in_memory() -> list:
    """Arrays, and native arrays of the backends in use, that are alive now.

    Returns
    -------
    list of Array and native array
        Each once; what an Array holds, and memory that an array lies on, is not counted again.
        All objects that Python's garbage collector knows are looked through, which takes a fraction
        of a second.

    References: Python, ``gc.get_objects``.

    >>> x = ivy.asarray([1, 2])
    >>> any(y is x for y in ivy.get_all_arrays_in_memory())
    True
    """
    classes = _array_classes()
    kinds = {}  # by class: isinstance would ask proxies what they stand for, and load modules
    found, held = {}, set()
    known = gc.get_objects()
    # NumPy's arrays are not tracked by the garbage collector; objects that hold them are
    for obj in itertools.chain(known, gc.get_referents(*known)):
        cls = type(obj)
        # what a native array lies on, or what stands for one, is no array of its own
        if cls is pickle.PickleBuffer or cls in waiting:
            held.update(map(id, gc.get_referents(obj)))
            continue
        kind = kinds.get(cls)
        if kind is None:
            kind = kinds[cls] = issubclass(cls, classes)
        if not kind:
            continue
        if isinstance(obj, Array):
            if hasattr(obj, "_data"):
                held.add(id(obj._data))
                if hasattr(obj, "_memory"):
                    held.add(id(obj._memory.memory))
            elif not hasattr(obj, "_view"):
                continue  # an Array whose constructor has failed: it has no data
        found[id(obj)] = obj
    return [obj for name, obj in found.items() if name not in held]


@standalone(convenience=True)
def num_arrays_in_memory() -> int:
    """Number of arrays alive now, as :func:`get_all_arrays_in_memory` finds them.

    Returns: int

    References: Python, ``gc.get_objects``.

    >>> before = ivy.num_arrays_in_memory()
    >>> x = ivy.asarray([1, 2])
    >>> ivy.num_arrays_in_memory() - before
    1
    """
    return len(get_all_arrays_in_memory())


@standalone(convenience=True)
def print_all_arrays_in_memory() -> None:
    """Print class, shape and data type of all arrays alive now, a line each.

    References: Python, ``gc.get_objects``.

    Examples
    --------
    >>> import contextlib, io
    >>> import ivy_core as ivy
    >>> x = ivy.zeros((2, 12345))
    >>> with contextlib.redirect_stdout(io.StringIO()) as printed:
    ...     ivy.print_all_arrays_in_memory()
    >>> "Array (2, 12345) float64" in printed.getvalue()
    True
    """
    for x in get_all_arrays_in_memory():
        symbolic = getattr(x.shape, "rank", 0) is None  # a placeholder of TensorFlow
        print(type(x).__name__, "(...)" if symbolic else tuple(x.shape), x.dtype)


@standalone(convenience=True)
def get_referrers_recursive(
    item: object,
    *,
    depth: int = 0,
    max_depth: int | None = None,
    seen_set: set | None = None,
    local_set: set | None = None,
):
    """Objects that refer to another one, those that refer to them, and so on.

    Parameters
    ----------
    item: What is referred to.
    depth: How deep ``item`` stands itself.
    max_depth : int, optional
        How deep to follow references: 0 finds what refers to ``item`` itself. None follows all, of
        which there may be very many; each one takes a look at all objects of the interpreter.
    seen_set : set of int, optional
        Ids of objects that are told of elsewhere; those found are added. They are shown as
        ``"tracked"``.
    local_set : set of int, optional
        Ids of objects to leave out.

    Returns
    -------
    Container
        ``repr`` of the item; under the id of each referrer a Container of the same form, or, at
        the greatest depth, its ``repr`` alone.

    References: Python, ``gc.get_referrers``.

    >>> x = ivy.asarray([1, 2])
    >>> holder = [x]
    >>> found = ivy.get_referrers_recursive(x, max_depth=0)
    >>> found[str(id(holder))]
    '[ivy.array([1, 2])]'
    """
    seen = set() if seen_set is None else seen_set
    left_out = frozenset(local_set or ()) | {id(seen), id(local_set)}
    return as_container(_referrers_tree(item, depth, max_depth, seen, left_out))


def _referrers_tree(item, depth, max_depth, seen, left_out) -> dict[str, Any]:
    """Return referrers by id, as trees: "tracked" if seen before, a text at ``max_depth``."""
    found = {"repr": reprlib.repr(item)}
    referrers = gc.get_referrers(item)
    left_out |= {id(referrers)}  # the search itself refers to what it has found
    for each in referrers:
        if id(each) in left_out or isinstance(each, types.FrameType):
            continue
        if id(each) in seen:
            found[str(id(each))] = "tracked"
            continue
        seen.add(id(each))
        deeper = max_depth is None or depth < max_depth
        found[str(id(each))] = (
            _referrers_tree(each, depth + 1, max_depth, seen, left_out)
            if deeper
            else reprlib.repr(each)
        )
    return found


@standalone(convenience=True, of_anything=True)
def is_ivy_container(x: Any, /) -> bool:
    """Return whether something is a Container.

    Parameters
    ----------
    x : any

    Returns: bool

    References: Python, ``isinstance``.

    >>> ivy.is_ivy_container({"a": 1}), ivy.is_ivy_container(ivy.asarray(1))
    (False, False)
    """
    return is_container(x)


@mixed
def container_types() -> list[type]:
    """Classes of the backend that hold arrays by key, beside Python's ``dict``.

    Returns
    -------
    list of type
        ``torch.nn.ParameterDict`` on PyTorch, none on the others.

    References: PyTorch, ``torch.nn.ParameterDict``.

    >>> with ivy.with_backend("numpy"):
    ...     ivy.container_types()
    []
    """
    return []


@mixed
def multiprocessing(context: str | None = None):
    """The module to start processes with: the backend's own one where it has it.

    Parameters
    ----------
    context : {'fork', 'spawn', 'forkserver'}, optional
        How processes are started; None leaves it to Python.

    Returns
    -------
    module or context
        ``torch.multiprocessing`` on PyTorch, which shares tensors, Python's own on the others; for
        a ``context`` what its ``get_context`` returns.

    References: Python, ``multiprocessing.get_context``; PyTorch, ``torch.multiprocessing``.

    >>> with ivy.with_backend("numpy"):
    ...     ivy.multiprocessing("spawn").get_start_method()
    'spawn'
    """
    # no import statement: this function has the module's name
    processes = importlib.import_module("multiprocessing")
    return processes if context is None else processes.get_context(context)


@compositional(convenience=True)
def to_ivy_shape(shape: int | Sequence[int]) -> Shape:
    """Shape of any framework, as a tuple of ints.

    Parameters
    ----------
    shape : int, sequence of int, native shape, or Array
        What to convert; an int is the shape of one axis.

    Returns: a tuple; equal to the one that arrays give as their ``shape``.

    References: Array API standard 2024.12, ``array.shape``.

    >>> ivy.to_ivy_shape((2, 3)), ivy.to_ivy_shape([2, 3]) == ivy.zeros((2, 3)).shape
    (ivy.Shape(2, 3), True)
    """
    return Shape(shape)


@compositional(convenience=True)
def to_native_shape(shape: int | Sequence[int]):
    """Shape as the backend's own arrays give it.

    Parameters
    ----------
    shape : int, sequence of int, native shape, or Array
        What to convert; an int is the shape of one axis.

    Returns
    -------
    native shape
        ``tuple`` on NumPy and JAX, ``torch.Size``, ``tf.TensorShape``.

    References: PyTorch, ``torch.Size``; TensorFlow, ``tf.TensorShape``.

    >>> with ivy.with_backend("numpy"):
    ...     ivy.to_native_shape([2, 3])
    (2, 3)
    """
    return shape_class(ivy.NativeArray)(tuple(Shape(shape)))


@compositional
def function_supported_devices_and_dtypes(
    fn: Callable, recurse: bool = True
) -> dict[str, tuple | dict]:
    """Kinds of devices that a function runs on, each with the data types that it takes there.

    Parameters
    ----------
    fn: A function of ivy, or one written with such functions.
    recurse: Whether the functions that it calls are looked at too.

    Returns
    -------
    dict
        :func:`function_supported_dtypes` under each of :func:`function_supported_devices`.

    References: NumPy, ``numpy.ufunc.types``.

    >>> with ivy.with_backend("numpy"):
    ...     ivy.function_supported_devices_and_dtypes(ivy.bitwise_invert)["cpu"][:2]
    (ivy.bool, ivy.int8)
    """
    found = ivy.function_supported_dtypes(fn, recurse)
    return dict.fromkeys(ivy.function_supported_devices(fn, recurse), found)


@compositional(like=function_supported_devices_and_dtypes)
def function_unsupported_devices_and_dtypes(
    fn: Callable, recurse: bool = True
) -> dict[str, tuple | dict]:
    """Kinds of devices, each with the data types that a function does not take there.

    Returns
    -------
    dict
        :func:`function_unsupported_dtypes` under each device that the function runs on, all dtypes
        under any other one.

    >>> with ivy.with_backend("numpy"):
    ...     found = ivy.function_unsupported_devices_and_dtypes(ivy.logaddexp)
    >>> found["cpu"], len(found["gpu"])
    ((ivy.bfloat16, ivy.complex64, ivy.complex128), 15)
    """
    supported = ivy.function_supported_devices(fn, recurse)
    here = ivy.function_unsupported_dtypes(fn, recurse)
    everything = tuple(DTYPES.values())
    return {device: here if device in supported else everything for device in DEVICE_KINDS}
