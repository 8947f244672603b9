"""Defaults for names of the contract and functions that a backend lacks.

All of it is right on every backend, and made of what each has: ``from_host``, ``to_host``,
``to_native_dtype``. Functions composed of other functions are in
:mod:`ivy_core.functional.composed`.
"""

from __future__ import annotations

import types
from collections.abc import Callable

import numpy as np

from ivy_core.devices import Device, device_named
from ivy_core.dtypes import DTYPES, as_dtype, to_numpy_dtype
from ivy_core.utils.exceptions import (
    IvyDeviceError,
    IvyNotImplementedException,
    IvyTypeError,
    IvyValueError,
)

from ..contract import NAMES
from ..holder import Holder, read, unwrapped
from ..placement import placement_named, single_device
from .lens_folding import fold_read, fold_write, windows_by_index

_SCALARS = (bool, int, float, complex)
_NUMPYS_OWN = 24  # dtypes of NumPy's own have lower numbers than those of ml_dtypes


class Defaults:
    """Defaults of the contract's names for one backend; see there for what each does.

    Parameters
    ----------
    backend : module
    native_array : type
        The class of its arrays.
    """

    NativeShape = tuple
    DTYPES = tuple(name for name in DTYPES if name != "bfloat16")  # NumPy's

    def __init__(self, backend: types.ModuleType, native_array: type):
        self.backend, self.NativeArray = backend, native_array
        self.implementations, self.namespaces, self.one_calls = {}, {}, {}

    # to and from the framework

    def is_native(self, value, /):
        return isinstance(value, self.backend.NativeArray)

    def to_native(self, value, /):
        if isinstance(value, Holder):
            value = read(value)
        if self.backend.is_native(value) or type(value) in _SCALARS:
            return value
        if isinstance(value, (np.ndarray, np.generic)):
            return self.backend.from_host(np.asarray(value))
        if isinstance(value, (list, tuple)) or hasattr(value, "__array__"):
            return self.backend.from_host(np.asarray(value))
        raise IvyTypeError(f"an array is needed, not {type(value).__name__}")

    def from_scalar(self, value, dtype, /):
        return self.backend.from_host(np.asarray(value, self._numpy_dtype(dtype)))

    def memory_on_host(self, native, /):
        return native if isinstance(native, np.ndarray) else None

    def scalar_on_host(self, native, /):
        memory = self.backend.memory_on_host(native)
        return None if memory is None else memory[()]

    def is_eager(self):
        return True

    def adopt(self, memory, like=None, /):
        return self.backend.from_host(memory)

    def taken_from_host(self, array, like=None, /):
        return self.backend.from_host(array)

    def call_on_host(self, function, values, options, like, most, /):
        look, cls, count, unwrapped = self.backend.memory_on_host, type(like), 0, []
        for value in values:
            if type(value) is cls:
                value = look(value)
                if value is None or value.dtype.num >= _NUMPYS_OWN:
                    return None
                count += value.size
            elif type(value) is np.ndarray:
                count += value.size
            unwrapped.append(value)
        if count > most:
            return None
        result = function(*unwrapped, **options)
        if (
            type(result) is np.ndarray
            and result.base is None
            and result.dtype.num < _NUMPYS_OWN
            and result.dtype.kind in "biufc"
            and result.flags.c_contiguous
            and not any(each is result for each in unwrapped)
        ):
            return self.backend.taken_from_host(result, like), None
        return result, unwrapped

    def shown_on_host(self, show, base, native, most, /):
        return None

    def release_memory(self):
        pass

    def compose(self, implementations, /):
        pass

    def cast(self, native, dtype, /):
        host = self.backend.to_host(native)
        return self.backend.from_host(host.astype(self._numpy_dtype(dtype)))

    def copy_native(self, native, /):
        return self.backend.from_host(np.array(self.backend.to_host(native)))

    ivy_dtype = staticmethod(as_dtype)

    def bitcast_native(self, x, dtype, /):
        host = np.ascontiguousarray(self.backend.to_host(x))
        return self.backend.from_host(host.view(self._numpy_dtype(dtype)))

    def strides_of(self, native, /):
        return None

    def to_dlpack(self, native, stream, max_version, dl_device, copy, /):
        given = {"stream": stream, "max_version": max_version, "dl_device": dl_device, "copy": copy}
        return native.__dlpack__(**{name: v for name, v in given.items() if v is not None})

    def dlpack_device(self, native, /):
        return native.__dlpack_device__()

    def _numpy_dtype(self, dtype):
        """Return the NumPy dtype of a dtype in any form; None for None."""
        return None if dtype is None else to_numpy_dtype(self.backend.ivy_dtype(dtype))

    # devices

    def to_native_device(self, device, /):
        device = single_device(device, self.backend.NAME, self.backend.devices())
        if device not in (None, "cpu", "cpu:0"):
            raise IvyDeviceError(
                f"{self.backend.NAME}: device {device!r} is not available; allowed is 'cpu'"
            )
        return "cpu"

    def placement_of(self, native, /):
        return placement_named("cpu")

    def devices(self):
        return [device_named("cpu")]

    def own_parts(self, native, /):
        return [((0,) * len(native.shape), self.backend.to_host(native))]

    def from_parts(self, shape, dtype, device, read, /):
        whole = read(tuple(map(slice, shape)))
        return self.backend.implementations["array"](whole, device=device, copy=None)

    def process_group(self):
        return None

    # writes

    def is_read_only(self, native, /):
        return False

    def assign(self, native, value, /):
        self._raise_not_implemented("assign")

    def in_place(self, core, /):
        return None

    def into(self, core, /):
        return None

    def is_assignable(self, native, /):
        return False

    def needs_gradient(self, native, /):
        return False

    def fitted(self, value, dtype, shape, /):
        value = np.asarray(self._to_numpy(value))
        wanted = self._numpy_dtype(dtype)
        if value.dtype.kind == "c" and wanted.kind not in "cb":
            value = value.real
        value = value.astype(wanted)
        while value.ndim > len(shape):
            value = value[0]
        return self.backend.from_host(np.array(np.broadcast_to(value, shape)))

    def unreported(self, function, /):
        return function

    def alias_fills_out(self, function, /):
        return False

    def fills_out(self, function, args, out, /):
        return False

    # views

    def read_stack(self, x, stack, starts, /):
        return fold_read(self.backend, x, stack, starts)

    def write_stack(self, base, stack, starts, value, shape, /):
        x = base._data
        value = self.backend.fitted(value, x.dtype, shape)
        return fold_write(self.backend, x, stack, starts, value)

    def is_worth_compiling(self, kind, x, stack, /):
        return False

    def slice_read(self, x, key, starts, shape, /):
        return self._compute_on_host(x, lambda host: host[basic_index(key, starts)].reshape(shape))

    def slice_write(self, x, key, starts, value, /):
        host = np.array(self.backend.to_host(x))
        seen = host[basic_index(key, starts)]
        host[basic_index(key, starts)] = self._to_numpy(value).reshape(np.shape(seen))
        return self.backend.from_host(host)

    def reshape_native(self, x, shape, /):
        return self._compute_on_host(x, lambda host: host.reshape(shape))

    def permute_native(self, x, axes, /):
        return self._compute_on_host(x, lambda host: host.transpose(axes))

    def broadcast_native(self, x, shape, /):
        return self._compute_on_host(x, lambda host: np.broadcast_to(host, shape))

    def take_native(self, x, index, axis, /):
        return self._compute_on_host(x, lambda host: np.take(host, index, axis))

    def windows_native(self, x, window, axes, /):
        return windows_by_index(self.backend, x, window, axes)

    def real_native(self, x, /):
        return self._compute_on_host(x, np.real)

    def imag_native(self, x, /):
        return self._compute_on_host(x, np.imag)

    def complex_native(self, real, imag, /):
        return self._compute_on_host(real, lambda host: host + 1j * self.backend.to_host(imag))

    # native views

    def listed(self, native, /):
        return None

    def copied_from(self, native, base, /):
        return self.copy_native(native)

    def get_native(self, native, index, /):
        return None

    def copy_into(self, target, value, /):
        self.backend.assign(target, value)

    def assign_lens(self, native, lens, value, /):
        self._raise_not_implemented("assign_lens")

    def put_on_host(self, native, index, value, /):
        return False

    def write_by_host(self, native, function, args, /):
        return False

    def view_native(self, native, lens, /):
        return None

    # indices with arrays

    def get_advanced(self, x, index, /):
        return self._compute_on_host(x, lambda host: host[index])

    def set_advanced(self, x, index, value, /):
        host = np.array(self.backend.to_host(x))
        host[index] = self._to_numpy(value)
        if not self.backend.CAPABILITIES.mutable:
            return self.backend.from_host(host)
        self.backend.assign(x, self.backend.from_host(host))
        return x

    # tracing

    def is_tracer(self, native, /):
        return False

    def is_recorded(self, native, /):
        return self.backend.is_tracer(native)

    def stays_on_devices(self, native, /):
        return self.backend.is_tracer(native)

    def is_unknown(self, native, /):
        return False

    def in_one_trace(self, a, b, /):
        return True

    def compiled(self, function, /, *, first_on_host=False, name=None, donated=(), handed_over=()):
        return function

    def prepare(self, compiled, /, *args):
        return False

    def take_over(self, compiled, /, *args):
        return None

    def joins_traced(self):
        return False

    def joined_flat(self, natives, /):
        self._raise_not_implemented("joined_flat")

    def parts_of_flat(self, native, shapes, /):
        self._raise_not_implemented("parts_of_flat")

    def count_compiled_steps(self, compiled, /, *args):
        return 0

    def layer_gradients(self, name, operands, grad, wanted, options, /):
        return None

    def computes_first_calls(self):
        return False

    def solve_on_host(self, system, parameters, wanted, /):
        values = [self.backend.to_host(native) for native in (*parameters, wanted)]
        return self.backend.from_host(system.solve(values[:-1], values[-1]))

    def count_steps(self, function, natives, /):
        return 1

    def trace_shapes(self, function, specs, /):
        function(*[self.backend.from_host(np.zeros(shape, dtype)) for shape, dtype in specs])

    def unmapped(self, native, /):
        return native

    def counted_from_start(self, index, length, /):
        self._raise_not_implemented("counted_from_start")

    def made_by(self, value, /):
        self._raise_not_implemented("made_by")

    def get_traced(self, x, index, /):
        self._raise_not_implemented("get_traced")

    def set_traced(self, x, index, value, /):
        self._raise_not_implemented("set_traced")

    def _to_numpy(self, value) -> np.ndarray:
        return self.backend.to_host(value) if self.backend.is_native(value) else np.asarray(value)

    def _compute_on_host(self, x, function):
        return self.backend.from_host(np.asarray(function(self.backend.to_host(x))))

    def _raise_not_implemented(self, name):
        raise IvyNotImplementedException(
            f"{self.backend.NAME}: {name}: the backend lacks it, and it has no default"
        )


def basic_index(key, starts) -> tuple:
    """Return NumPy's form of a basic index, given as the lenses have it.

    Examples
    --------
    >>> basic_index(((2, -1), None, "int"), (1, 3))
    (slice(1, None, -1), None, 3)
    """
    found, at = [], 0
    for entry in key:
        if entry is None:
            found.append(None)
            continue
        start = starts[at]
        at += 1
        if entry == "int":
            found.append(start)
        elif not entry[0]:
            found.append(slice(0, 0))
        else:
            length, step = entry[:2]
            stop = start + (length - 1) * step + (1 if step > 0 else -1)
            found.append(slice(start, None if stop < 0 else stop, step))
    return tuple(found)


# The numpy backend does it on the host: what is made of no array, and what picks by an index
ON_HOST = frozenset({
    "arange", "array", "empty", "eye", "from_dlpack", "frombuffer", "full", "linspace", "ones",
    "tril_indices", "triu_indices", "zeros",
    "fftfreq", "rfftfreq",
    "bernoulli", "multinomial", "randint", "random_normal", "random_uniform", "seed", "shuffle",
    "put_along_axis", "take", "take_along_axis",
})  # fmt: skip


class Functions:
    """Functions for a backend that lacks them, made of the contract's names alone."""

    def __init__(self, backend: types.ModuleType):
        self.backend = backend

    def as_ivy_dev(self, device, /):
        return Device(self.backend.to_native_device(device))

    def as_native_dev(self, device, /):
        return self.backend.to_native_device(device)

    def as_native_dtype(self, dtype_in, /):
        return self.backend.to_native_dtype(dtype_in)

    def available_devices(self):
        return self.backend.devices()

    def broadcast_to(self, x, /, shape):
        return self.backend.broadcast_native(x, shape)

    def dev(self, x, /, *, as_native=False):
        placement = self.backend.placement_of(x)
        return self.backend.to_native_device(placement) if as_native else placement.device

    def gpu_is_available(self):
        return self.num_gpus() > 0

    def imag(self, x, /):
        return self.backend.imag_native(x)

    def is_variable(self, x, /, *, exclusive=False):
        return self.backend.is_assignable(x)

    def num_gpus(self):
        return sum(str(device).startswith(("gpu", "cuda")) for device in self.backend.devices())

    def real(self, x, /):
        return self.backend.real_native(x)

    def requires_gradient(self, x):
        return self.backend.needs_gradient(x)

    def to_device(self, x, device, /, *, stream=None):
        if stream is not None:
            raise IvyValueError(f"to_device: stream must be None, not {stream!r}")
        return x  # on the one device that there is

    def stop_gradient(self, x, /, *, preserve_type=True):
        return x

    def tpu_is_available(self):
        return any(str(device).startswith("tpu") for device in self.backend.devices())

    def valid_dtype(self, dtype_in, /):
        return dtype_in is None or as_dtype(dtype_in) in self.backend.DTYPES


def add_names(backend: types.ModuleType, native_array: type) -> None:
    """Give a backend's package the names of the contract that it does not have itself."""
    defaults = Defaults(backend, native_array)
    for name in NAMES - vars(backend).keys():
        setattr(backend, name, getattr(defaults, name))


def add_functions(
    implementations: dict[str, Callable], backend: types.ModuleType, numpy: Callable
) -> None:
    """Add the functions that a backend lacks and that need no others.

    Parameters
    ----------
    implementations : dict
        Its functions by name.
    numpy : callable
        Loads and gives the numpy backend, when the first such function is called.
    """
    defaults = Functions(backend)
    for name in vars(Functions).keys() - implementations.keys():
        if name[0] != "_":
            implementations[name] = getattr(defaults, name)
    for name in ON_HOST - implementations.keys():
        implementations[name] = _make_hosted(name, backend, numpy)


def _make_hosted(name: str, backend: types.ModuleType, load_numpy: Callable) -> Callable:
    """Return a function of the numpy backend that takes and returns another backend's arrays."""

    def hosted(value):
        value = unwrapped(value)
        if backend.is_native(value):
            return backend.to_host(value)
        return type(value)(map(hosted, value)) if type(value) in (list, tuple) else value

    def moved(result):
        if isinstance(result, (np.ndarray, np.generic)):
            return backend.from_host(np.asarray(result))
        return type(result)(map(moved, result)) if type(result) in (list, tuple) else result

    def argument(parameter, value):
        if parameter == "dtype" and value is not None:
            return to_numpy_dtype(backend.ivy_dtype(value))
        return hosted(value)

    def call(*args, device=None, **kwargs):
        function = load_numpy().implementations[name]
        parameters = function.__code__.co_varnames
        args = [argument(name, value) for name, value in zip(parameters, args, strict=False)]
        kwargs = {option: argument(option, value) for option, value in kwargs.items()}
        return moved(function(*args, **kwargs))

    call.__name__ = call.__qualname__ = name
    return call
