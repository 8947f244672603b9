"""Memory of devices, what is on them, and calls split to fit them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import ivy_core as ivy
from ivy_core import modes
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.backends.loading import backend_of
from ivy_core.registry import compositional, primary, standalone
from ivy_core.utils.assertions import check_elem_in_list, check_isinstance, check_less
from ivy_core.utils.exceptions import IvyValueError

from ..operands import as_array
from .device import Device, get_all_ivy_arrays_on_dev
from .dtype_support import refusals

DEVICE_KINDS = ("cpu", "gpu", "tpu")
split_factors: dict[str, float] = {}


@primary
def clear_cached_mem_on_dev(device: Device, /) -> None:
    """Give memory back to a device that the backend keeps for later use.

    Parameters
    ----------
    device : str or native device
        The device. Only PyTorch on a GPU has something to give back.

    Raises: IvyTypeError if the backend has no such device.

    References: PyTorch, ``torch.cuda.empty_cache``.

    >>> ivy.clear_cached_mem_on_dev("cpu")
    """
    return current_backend().clear_cached_mem_on_dev(device)


@primary
def dev_util(device: Device, /) -> float:
    """Part of the time that a device is busy, in percent.

    Parameters
    ----------
    device : str or native device
        The device. The CPU is watched for a tenth of a second.

    Returns: between 0 and 100, of all processes together.

    Raises: IvyTypeError if the backend has no such device.
    Raises: IvyNotImplementedException if the backend does not tell: JAX and TensorFlow on a GPU.

    References: psutil, ``psutil.cpu_percent``; PyTorch, ``torch.cuda.utilization``.

    >>> 0 <= ivy.dev_util("cpu") <= 100
    True
    """
    return current_backend().dev_util(device)


@compositional
def function_supported_devices(fn: Callable, recurse: bool = True) -> tuple[str, ...]:
    """Kinds of devices of this machine that a function runs on, with the current backend.

    Parameters
    ----------
    fn: A function of ivy, or one written with such functions.
    recurse: Whether the functions that it calls are looked at too.

    Returns
    -------
    tuple of str
        Of ``"cpu"``, ``"gpu"``, ``"tpu"`` those that the backend finds here and that neither the
        function nor what it calls refuses.

    See Also
    --------
    function_unsupported_devices : the others.

    >>> with ivy.with_backend("numpy"):
    ...     ivy.function_supported_devices(ivy.sin)
    ('cpu',)
    """
    here = {name.partition(":")[0].replace("cuda", "gpu") for name in ivy.available_devices()}
    refused = refusals(ivy, fn, recurse, "unsupported_devices")
    return tuple([kind for kind in DEVICE_KINDS if kind in here and kind not in refused])


@compositional
def function_unsupported_devices(fn: Callable, recurse: bool = True) -> tuple[str, ...]:
    """Kinds of devices that a function does not run on, here and with the current backend.

    Parameters
    ----------
    fn: A function of ivy, or one written with such functions.
    recurse: Whether the functions that it calls are looked at too.

    Returns
    -------
    tuple of str
        Of ``"cpu"``, ``"gpu"``, ``"tpu"`` those that :func:`function_supported_devices` leaves out.

    >>> with ivy.with_backend("numpy"):
    ...     ivy.function_unsupported_devices(ivy.sin)
    ('gpu', 'tpu')
    """
    supported = ivy.function_supported_devices(fn, recurse)
    return tuple([kind for kind in DEVICE_KINDS if kind not in supported])


@compositional
def handle_soft_device_variable(*args, fn: Callable, **kwargs):
    """Call a function with all arrays among its arguments moved to the default device.

    Parameters
    ----------
    *args, **kwargs : any
        Arguments of ``fn``; arrays in nested lists, tuples and dicts are moved too.
    fn: What to call.

    Returns
    -------
    any
        What ``fn`` returns.

    >>> ivy.handle_soft_device_variable(ivy.asarray([1, 2]), 3, fn=ivy.add)
    ivy.array([4, 5])
    """
    device = ivy.default_device()

    def moved(value):
        if isinstance(value, Array) or backend_of(value) is not None:
            return value if ivy.dev(value) == device else ivy.to_device(value, device)
        if isinstance(value, dict):
            return type(value)({key: moved(each) for key, each in value.items()})
        if type(value) in (list, tuple):
            return type(value)([moved(each) for each in value])
        return value

    return fn(*moved(args), **moved(kwargs))


@standalone
def num_ivy_arrays_on_dev(device: str, /) -> int:
    """Number of arrays alive now on a device.

    Parameters
    ----------
    device : str or native device
        Name of the device, as :func:`dev` gives it.

    Returns: int

    >>> before = ivy.num_ivy_arrays_on_dev("cpu")
    >>> x = ivy.asarray([1, 2])
    >>> ivy.num_ivy_arrays_on_dev("cpu") - before
    1
    """
    return len(get_all_ivy_arrays_on_dev(device))


@compositional
def percent_used_mem_on_dev(device: Device, /, *, process_specific: bool = False) -> float:
    """Part of a device's memory that is in use, in percent.

    Parameters
    ----------
    device : str or native device
        The device.
    process_specific: Count only what this process uses.

    Returns: between 0 and 100.

    Raises: IvyTypeError if the backend has no such device.

    >>> 0 < ivy.percent_used_mem_on_dev("cpu", process_specific=True) < 100
    True
    """
    used = ivy.used_mem_on_dev(device, process_specific=process_specific)
    return 100 * used / ivy.total_mem_on_dev(device)


@compositional
def print_all_ivy_arrays_on_dev(*, device: str | None = None, attr_only: bool = True) -> None:
    """Print all arrays alive on a device, a line each.

    Parameters
    ----------
    device : str or native device, optional
        The device, the default device if None.
    attr_only: Print shape and data type only; not the values.

    >>> import contextlib, io
    >>> x = ivy.zeros((2, 12345))
    >>> with contextlib.redirect_stdout(io.StringIO()) as printed:
    ...     ivy.print_all_ivy_arrays_on_dev(device="cpu")
    >>> "((2, 12345), ivy.float64)" in printed.getvalue()
    True
    """
    for x in get_all_ivy_arrays_on_dev(ivy.default_device() if device is None else device):
        print((x.shape, x.dtype) if attr_only else x)


@standalone(convenience=True)
def set_soft_device_mode(mode: bool) -> modes.Setting:
    """Set whether functions move their arrays to the default device first.

    Parameters
    ----------
    mode: True: they do. False, the default: they run where their arrays are.

    Returns
    -------
    context manager
        Takes the setting back at the end of a ``with`` block.

    Raises: IvyTypeError if it is no bool.

    >>> with ivy.set_soft_device_mode(True):
    ...     ivy.soft_device_mode
    True
    """
    check_isinstance(
        mode, bool, f"set_soft_device_mode: {mode!r} was given; True and False are allowed"
    )
    return modes.set("soft_device", mode)


@compositional
def set_split_factor(factor: float, device: str | None = None) -> None:
    """Set which part of its input :func:`split_func_call` hands to a function at once.

    Parameters
    ----------
    factor: 0 is the smallest possible part, 1 all of it.
    device : str or native device, optional
        The device that it is set for, the default device if None.

    Raises: IvyValueError if the factor is negative.

    >>> ivy.set_split_factor(0.5, device="cpu")
    >>> ivy.split_factor("cpu")
    0.5
    >>> ivy.set_split_factor(0.0, device="cpu")
    """
    check_less(0, factor, allow_equal=True, as_array=False)
    split_factors[ivy.default_device(device)] = factor


@compositional
def split_factor(device: str | None = None, /) -> float:
    """Part of its input that :func:`split_func_call` hands to a function at once.

    Parameters
    ----------
    device : str or native device, optional
        The device that it is set for, the default device if None.

    Returns: what :func:`set_split_factor` has set, 0.0 where nothing is.

    >>> ivy.split_factor()
    0.0
    """
    return split_factors.get(ivy.default_device(device), 0.0)


@compositional
def split_func_call(
    func: Callable,
    inputs: Sequence[Array],
    mode: str,
    /,
    *,
    max_chunk_size: int | None = None,
    chunk_size: int | None = None,
    input_axes: int | Iterable[int] = 0,
    output_axes: int | Iterable[int] | None = None,
    stop_gradients: bool = False,
    device: str | None = None,
) -> Array | tuple[Array, ...]:
    """Call a function on one part of its inputs after the other, and unite what it returns.

    Memory for intermediate results is then needed for one part only.

    Parameters
    ----------
    func: Function of the inputs; it returns an array or a tuple of arrays.
    inputs: What to split.
    mode : {'concat', 'mean', 'sum'}
        How results are united. 'mean' weights each by the length of its part.
    max_chunk_size: Longest part; the length of the longest input if None.
    chunk_size : int, optional
        Length of each part but the last. If None, ``max_chunk_size`` times the split factor of the
        device, at least 1.
    input_axes : int or sequence of int, optional
        The axis along which each input is split.
    output_axes : int or sequence of int, optional
        The axis along which each result is concatenated; the first input's axis if None.
    stop_gradients: Whether no gradients flow through the results.
    device : str or native device, optional
        Whose split factor counts, the default device if None.

    Returns
    -------
    Array or tuple of Array
        As ``func`` returns it for the whole inputs.

    Raises
    ------
    IvyValueError
        If there is no such mode, the chunk size is below 1, or the inputs are not of one length.

    See Also
    --------
    set_split_factor : sets how large the parts are.

    >>> x = ivy.asarray([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    >>> ivy.split_func_call(lambda x: ivy.sum(x, axis=1), [x], "concat", chunk_size=2)
    ivy.array([ 3.,  7., 11.])
    """
    check_elem_in_list(
        mode,
        ("concat", "mean", "sum"),
        message=f"split_func_call: mode {mode!r} was given; 'concat', 'mean', 'sum' are allowed",
    )
    inputs = [as_array(x) for x in inputs]
    axes = [input_axes] * len(inputs) if isinstance(input_axes, int) else list(input_axes)
    lengths = [x.shape[axis] for x, axis in zip(inputs, axes, strict=True)]
    if len(set(lengths)) != 1:
        raise IvyValueError(
            f"split_func_call: inputs of lengths {lengths} along axes {axes} were given; "
            "one length is allowed"
        )
    length = lengths[0]
    if chunk_size is None:
        longest = length if max_chunk_size is None else max_chunk_size
        chunk_size = max(1, round(longest * min(1.0, ivy.split_factor(device))))
    if chunk_size < 1:
        raise IvyValueError(
            f"split_func_call: chunk_size {chunk_size} was given; 1 and more is allowed"
        )

    def part(start, stop):
        pieces = [
            x[(slice(None),) * (axis % x.ndim) + (slice(start, stop),)]
            for x, axis in zip(inputs, axes, strict=True)
        ]
        results = func(*pieces)
        results = results if isinstance(results, (tuple, list)) else (results,)
        return [ivy.stop_gradient(r) for r in results] if stop_gradients else list(results)

    if chunk_size >= length:
        results = part(0, length)
        return results[0] if len(results) == 1 else tuple(results)
    bounds = [(i, min(i + chunk_size, length)) for i in range(0, length, chunk_size)]
    if mode == "concat":
        parts = list(zip(*[part(*each) for each in bounds], strict=True))
        if output_axes is None or isinstance(output_axes, int):
            output_axes = [axes[0] if output_axes is None else output_axes] * len(parts)
        results = [ivy.concat(list(p), axis=a) for p, a in zip(parts, output_axes, strict=True)]
    else:
        results = None
        for start, stop in bounds:
            found = part(start, stop)
            if mode == "mean":
                found = [ivy.multiply(r, (stop - start) / length) for r in found]
            results = (
                found
                if results is None
                else [ivy.add(a, b) for a, b in zip(results, found, strict=True)]
            )
    return results[0] if len(results) == 1 else tuple(results)


@primary
def total_mem_on_dev(device: Device, /) -> float:
    """Size of a device's memory, in gigabytes (10**9 bytes).

    Parameters
    ----------
    device : str or native device
        The device.

    Returns: on a GPU with JAX and TensorFlow: what the framework may take of it.

    Raises: IvyTypeError if the backend has no such device.

    References: psutil, ``psutil.virtual_memory``; PyTorch, ``torch.cuda.mem_get_info``; JAX,
    ``jax.Device.memory_stats``.

    >>> ivy.total_mem_on_dev("cpu") > ivy.used_mem_on_dev("cpu") > 0
    True
    """
    return current_backend().total_mem_on_dev(device)


@standalone(convenience=True)
def unset_soft_device_mode() -> None:
    """Take back the last :func:`set_soft_device_mode`; without one, do nothing.

    >>> _ = ivy.set_soft_device_mode(True)
    >>> ivy.unset_soft_device_mode()
    >>> ivy.soft_device_mode
    False
    """
    modes.unset("soft_device")


@primary
def used_mem_on_dev(device: Device, /, *, process_specific: bool = False) -> float:
    """Size of a device's memory that is in use, in gigabytes (10**9 bytes).

    Parameters
    ----------
    device : str or native device
        The device.
    process_specific : bool, optional
        Count only what this process uses. JAX and TensorFlow do so on a GPU in any case: they do
        not know of others.

    Returns: float

    Raises: IvyTypeError if the backend has no such device.

    References: psutil, ``psutil.virtual_memory``; PyTorch, ``torch.cuda.mem_get_info``; JAX,
    ``jax.Device.memory_stats``; TensorFlow, ``tf.config.experimental.get_memory_info``.

    >>> 0 < ivy.used_mem_on_dev("cpu", process_specific=True) < ivy.total_mem_on_dev("cpu")
    True
    """
    return current_backend().used_mem_on_dev(device, process_specific=process_specific)
