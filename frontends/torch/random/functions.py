"""Functions and ``_`` methods that draw random numbers.

Numbers that depend on shapes alone are drawn on the host, by PyTorch's algorithms, and are those
of real PyTorch; what depends on the values of tensors is computed from such numbers with ``ivy``,
so that it can be traced.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from ivy_core.arrays.host import to_numpy
from ivy_core.arrays.placing import placed_by_default, placed_like
from ivy_core.arrays.views import new_array
from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import held, read, sample_of, waiting
from ivy_core.backends.loading import backend_for
from ivy_core.compilation.trace import trace as tracing

from ..dispatch.func_wrapper import Function, ivy, published, torch_function
from ..dispatch.inplace import in_place
from ..dispatch.outputs import cast, fill, shown
from ..operations.creation import Creation, making
from ..tensors import dtypes
from ..tensors.dtypes import dtype, get_default_dtype, host_dtype
from ..tensors.memory_order import from_outermost, preserved
from ..tensors.size import Size
from ..tensors.tensor import Tensor, strides_of
from . import counts
from .generator import Generator, drawn_in_program, twister_of
from .mt19937 import Twister

TensorLike = Number = Any
METHODS: dict[str, Callable] = {}


class _Normal(Creation):
    """``torch.normal``: with means in a tensor and one deviation, ``out`` must fit the means."""

    __slots__ = ()

    def by_body(self, args: tuple, kwargs: dict):
        given = dict(zip(self.parameters, args, strict=False)) | kwargs
        mean, out = given.get("mean"), given.get("out")
        if isinstance(out, Tensor) and isinstance(mean, Tensor):
            if not isinstance(given.get("std"), Tensor):
                _check_broadcast(mean, out)
        return super().by_body(args, kwargs)


def _check_broadcast(a: Tensor, b: Tensor) -> None:
    """Raise RuntimeError if the shapes of two tensors do not broadcast."""
    for at in range(1, min(a.ndim, b.ndim) + 1):
        first, second = a.shape[-at], b.shape[-at]
        if first != second and 1 not in (first, second):
            raise RuntimeError(
                f"The size of tensor a ({first}) must match the size of tensor b ({second}) at "
                f"non-singleton dimension {max(a.ndim, b.ndim) - at}"
            )


class _ZerosAndOnes(Function):
    """A function whose results any type of ``out`` takes: zeros and ones."""

    __slots__ = ()

    def by_body(self, args: tuple, kwargs: dict):
        out = kwargs.get("out")
        if not isinstance(out, Tensor):
            return super().by_body(args, kwargs)
        drawn = super().by_body(args, {n: v for n, v in kwargs.items() if n != "out"})
        return fill(out, cast(drawn, out.dtype), self.short_name)


def _declare_normal(body: Callable) -> Callable:
    """Declare ``torch.normal`` as a `_Normal`, which checks ``out``; return what is called."""
    return published(_Normal(body, f"torch.{body.__name__}"), None, body)


def _declare_zeros_and_ones(body: Callable) -> Callable:
    """Declare a function whose results, 0 and 1, are cast to any dtype of ``out``."""
    return published(_ZerosAndOnes(body, f"torch.{body.__name__}"), None, body)


def _draw_tensor(draw: Callable, kind: dtype, like: Tensor | None = None) -> Tensor:
    """Return the array ``draw()`` as a tensor; programs call it each run: it asks `twister_of`."""
    if tracing.current is not None:
        return new_array(Tensor, drawn_in_program(lambda: _cast_contiguous(draw(), kind)))
    host = _cast_contiguous(draw(), kind)
    backend = active_backend() if like is None else backend_for(sample_of(like))
    made = backend.adopt(host) if host.base is None else backend.taken_from_host(np.array(host))
    made = placed_by_default(made) if like is None else placed_like(made, like)
    return new_array(Tensor, made)


def _cast_contiguous(host: np.ndarray, kind: dtype) -> np.ndarray:
    wanted = host_dtype(kind.name)
    if host.dtype == wanted and host.flags.c_contiguous:
        return host
    return np.ascontiguousarray(host, wanted).reshape(host.shape)


_SIZES, _INT = frozenset({tuple, list, Size}), frozenset({int})


def _size_as_tuple(size, name: str) -> tuple[int, ...]:
    """Return a size, or one int, as a tuple; raise PyTorch's errors for ``name`` if it is none."""
    if type(size) in _SIZES and size and _INT.issuperset(map(type, size)) and min(size) >= 0:
        return tuple(size)
    size = (size,) if isinstance(size, (int, np.integer)) else size
    items = tuple(size) if hasattr(size, "__iter__") else (size,)
    for item in items:
        if not hasattr(item, "__index__"):
            raise TypeError(
                f"{name}(): argument 'size' (position 1) must be tuple of ints, not "
                f"{type(item).__name__}"
            )
    size = tuple(int(n) for n in items)
    if any(n < 0 for n in size):
        first = next(n for n in size if n < 0)
        raise RuntimeError(f"Trying to create tensor with negative dimension {first}: {list(size)}")
    return size


@functools.lru_cache(maxsize=1024)
def _axes_in_memory(shape: tuple, steps: tuple, made_like: bool) -> tuple[list[int], bool]:
    """Return axes from the outermost one in memory, and whether that is C's order."""
    if made_like:
        steps = preserved(shape, steps)
    expected, contiguous = Size(shape).numel(), True
    for length, step in zip(shape, steps, strict=True):
        expected //= max(length, 1)
        contiguous &= step == expected or length == 1
    return from_outermost(shape, [steps]), contiguous


class _Order:
    """The order in which PyTorch fills a tensor, or one to be ``made_like`` it: its memory's."""

    def __init__(self, x: Tensor, made_like: bool = False):
        self.shape, self.dtype, self.count = tuple(x.shape), x.dtype, x.shape.numel()
        self.axes, self.contiguous = _axes_in_memory(self.shape, tuple(strides_of(x)), made_like)

    def filled(self, numbers: np.ndarray) -> np.ndarray:
        """Return numbers in the tensor's shape."""
        if self.axes == sorted(self.axes):
            return numbers.reshape(self.shape)
        there = numbers.reshape([self.shape[axis] for axis in self.axes])
        return there.transpose(np.argsort(self.axes))


def _unsupported_dtype_error(kernel: str, kind: dtype) -> NotImplementedError:
    return NotImplementedError(f"\"{kernel}\" not implemented for '{shown(kind)}'")


# numbers of a shape: what the functions and the methods share


def _uniform(twister: Twister, order: _Order, low: float = 0.0, high: float = 1.0) -> np.ndarray:
    """Return numbers in [low, high) in the tensor's shape, filled in its memory order."""
    kind = order.dtype
    if kind.is_complex:
        real = kind.to_real().name
        parts = twister.uniform(2 * order.count, real, low, high)
        return order.filled(parts.view(host_dtype(kind.name)))
    if not kind.is_floating_point:
        raise _unsupported_dtype_error("check_uniform_bounds", kind)
    if low > high:
        raise RuntimeError(
            f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}"
        )
    return order.filled(twister.uniform(order.count, kind.name, low, high))


def _normal(twister: Twister, order: _Order, mean: float = 0.0, std: float = 1.0) -> np.ndarray:
    """Return normal numbers in the tensor's shape; a complex one's parts have half the variance."""
    kind = order.dtype
    if std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    if kind.is_complex:  # the variances of both parts add up; each part has the mean
        real = kind.to_real().name
        parts = twister.normal(2 * order.count, real, 0.0, std / 2**0.5, order.contiguous) + mean
        return order.filled(parts.astype(host_dtype(real)).view(host_dtype(kind.name)))
    if not kind.is_floating_point:
        raise _unsupported_dtype_error("normal_kernel_cpu", kind)
    return order.filled(twister.normal(order.count, kind.name, mean, std, order.contiguous))


_DIGITS = {"float64": 53, "float32": 24, "float16": 11, "bfloat16": 8}
_NAMES_IN_C = {
    "uint8": "unsigned char", "int8": "signed char", "int16": "short", "int32": "int",
    "int64": "long", "bool": "bool", "float16": "c10::Half", "float32": "float",
    "float64": "double", "bfloat16": "c10::BFloat16",
}  # fmt: skip


def _integers(twister: Twister, order: _Order, low: int | None, high: int | None) -> np.ndarray:
    """Return integers in [low, high), without bounds all that the dtype counts to, as ndarray."""
    kind = order.dtype
    if kind.is_complex:
        if low is None:
            raise _unsupported_dtype_error("random_kernel_cpu", kind)
        raise RuntimeError(
            "check_random_bounds handles only integral, floating-point and boolean types"
        )
    if low is None and kind.is_floating_point:
        return order.filled(twister.floats_of_integers(order.count, kind.name))
    if low is None:
        bits = 1 if kind.kind == "b" else 8 * kind.itemsize - (kind.kind == "i")
        return order.filled(twister.any_integers(order.count, bits, kind.itemsize == 8))
    if kind.is_floating_point:
        least, most = -(2 ** _DIGITS[kind.name]), 2 ** _DIGITS[kind.name]
    elif kind.kind == "b":
        least, most = 0, 1
    else:
        about = np.iinfo(kind.name)
        least, most = int(about.min), int(about.max)
    high = most + 1 if high is None else high
    if low >= high:
        raise RuntimeError(
            f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}"
        )
    for name, bound in (("from", low), ("to - 1", high - 1)):
        if not least <= bound <= most and not kind.is_floating_point:
            raise RuntimeError(f"{name} is out of bounds for {_NAMES_IN_C[kind.name]}")
    return order.filled(twister.integers(order.count, low, high))


class _Fresh:
    """The order of a tensor that is made: as it lies."""

    def __init__(self, size: tuple[int, ...], kind: dtype):
        self.shape, self.dtype, self.contiguous = size, kind, True
        self.count = Size(size).numel()

    def filled(self, numbers: np.ndarray) -> np.ndarray:
        return numbers.reshape(self.shape)


# functions of a shape


@making(variadic=0)
def rand(size, *, generator=None, out=None, dtype=None) -> Tensor:
    """Return numbers of the uniform distribution over [0, 1).

    Parameters
    ----------
    *size : int, or one sequence of int
        Shape of the result.
    generator : Generator, optional
        What draws.
    dtype : dtype, optional
        A floating or complex type; the default one.
    out, device, layout, requires_grad, pin_memory
        As in PyTorch.

    References
    ----------
    PyTorch documentation, torch.rand.

    Examples
    --------
    >>> import frontends.torch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.rand(3)
    tensor([0.4963, 0.7682, 0.0885])
    """
    kind = dtype or get_default_dtype()
    order = _Fresh(_size_as_tuple(size, "rand"), kind)
    return _draw_tensor(lambda: _uniform(twister_of(generator, "rand"), order), kind)


@making(variadic=0)
def randn(size, *, generator=None, out=None, dtype=None) -> Tensor:
    """Return normal numbers of mean 0 and variance 1.

    Parameters
    ----------
    *size : int, or one sequence of int
        Shape of the result.
    generator : Generator, optional
        What draws.
    dtype : dtype, optional
        A floating or complex type; the default one.
    out, device, layout, requires_grad, pin_memory
        As in PyTorch.

    References
    ----------
    PyTorch documentation, torch.randn.

    Examples
    --------
    >>> import frontends.torch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.randn(3)
    tensor([ 1.5410, -0.2934, -2.1788])
    """
    kind = dtype or get_default_dtype()
    order = _Fresh(_size_as_tuple(size, "randn"), kind)
    return _draw_tensor(lambda: _normal(twister_of(generator, "randn"), order), kind)


def _is_int_or_scalar_tensor(value) -> bool:
    return isinstance(value, (int, np.integer)) or (isinstance(value, Tensor) and not value.ndim)


def _as_int(value, name: str, position: int, function: str) -> int:
    """Return an integer, not a float, as int; TypeError for anything else."""
    if not hasattr(value, "__index__"):
        raise TypeError(
            f"{function}(): argument '{name}' (position {position}) must be int, not "
            f"{type(value).__name__}"
        )
    return value.__index__()


@making
def randint(*bounds, generator=None, out=None, dtype=None, low=None, high=None, size=None):
    """Return integers of the uniform distribution over an interval.

    Parameters
    ----------
    low : int, optional
        The least, 0.
    high : int
        One above the greatest.
    size : sequence of int
        Shape of the result.
    generator : Generator, optional
        What draws.
    dtype : dtype, optional
        int64 unless something else is asked for.
    out, device, layout, requires_grad, pin_memory
        As in PyTorch.

    References
    ----------
    PyTorch documentation, torch.randint.

    Examples
    --------
    >>> import frontends.torch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.randint(3, 10, (4,))
    tensor([7, 6, 3, 5])
    """
    bounds = list(bounds)
    if size is None and bounds and not _is_int_or_scalar_tensor(bounds[-1]):
        size = bounds.pop()
    if high is None and bounds:
        high = bounds.pop()
    if low is None:
        low = bounds.pop() if bounds else 0
    if bounds or high is None or size is None:
        raise TypeError(
            "randint() received an invalid combination of arguments: expected (int high, tuple of "
            "ints size) or (int low, int high, tuple of ints size)"
        )
    low, high = _as_int(low, "low", 1, "randint"), _as_int(high, "high", 1, "randint")
    kind = dtype or dtypes.int64
    order = _Fresh(_size_as_tuple(size, "randint"), kind)
    return _draw_tensor(lambda: _integers(twister_of(generator, "randint"), order, low, high), kind)


@making
def randperm(n, *, generator=None, out=None, dtype=None) -> Tensor:
    """Return the integers from 0 to ``n - 1`` in a random order.

    Parameters
    ----------
    n : int
        How many.
    generator : Generator, optional
        What draws.
    dtype : dtype, optional
        int64 unless something else is asked for.
    out, device, layout, requires_grad, pin_memory
        As in PyTorch.

    References
    ----------
    PyTorch documentation, torch.randperm.

    Examples
    --------
    >>> import frontends.torch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.randperm(5)
    tensor([4, 0, 1, 3, 2])
    """
    n, kind = _as_int(n, "n", 1, "randperm"), dtype or dtypes.int64
    _size_as_tuple(n, "randperm")
    if not kind.is_floating_point and n - 1 > np.iinfo(kind.name).max:
        raise RuntimeError(f"value cannot be converted to type {kind.name}_t without overflow")
    return _draw_tensor(lambda: twister_of(generator, "randperm").permutation(n), kind)


# functions of a tensor's shape


def _memory_order_like(input: Tensor, kind: dtype) -> _Order:
    """Return the order in which a new tensor like ``input``, of the dtype ``kind``, is filled."""
    order = _Order(input, made_like=True)
    order.dtype = kind
    return order


@making
def rand_like(input: TensorLike, *, generator=None, dtype=None) -> Tensor:
    """Return numbers of the uniform distribution over [0, 1), in the shape of a tensor."""
    kind = dtype or input.dtype
    order = _memory_order_like(input, kind)
    return _draw_tensor(lambda: _uniform(twister_of(generator, "rand_like"), order), kind, input)


@making
def randn_like(input: TensorLike, *, generator=None, dtype=None) -> Tensor:
    """Return normal numbers of mean 0 and variance 1, in the shape of a tensor."""
    kind = dtype or input.dtype
    order = _memory_order_like(input, kind)
    return _draw_tensor(lambda: _normal(twister_of(generator, "randn_like"), order), kind, input)


@making
def randint_like(input: TensorLike, *bounds, generator=None, dtype=None, low=None, high=None):
    """Return integers from ``low``, or 0, to ``high`` without it, in the shape of a tensor."""
    bounds = list(bounds)
    high = bounds.pop() if high is None and bounds else high
    low = bounds.pop() if low is None and bounds else low or 0
    low, high = _as_int(low, "low", 2, "randint_like"), _as_int(high, "high", 2, "randint_like")
    kind = dtype or input.dtype
    order = _memory_order_like(input, kind)
    return _draw_tensor(
        lambda: _integers(twister_of(generator, "randint_like"), order, low, high), kind, input
    )


# functions of the values of tensors


@_declare_normal
def normal(mean: TensorLike | Number, std: TensorLike | Number = 1.0, size=None, *, generator=None,
           out=None, dtype=None) -> Tensor:  # fmt: skip
    """Return normal numbers.

    Parameters
    ----------
    mean, std : Tensor or float
        Means and standard deviations.
    size : sequence of int, optional
        Shape of the result, for two numbers.
    generator : Generator, optional
        What draws.

    Raises
    ------
    RuntimeError
        If a standard deviation is negative.

    References
    ----------
    PyTorch documentation, torch.normal.

    Examples
    --------
    >>> import frontends.torch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.normal(torch.tensor([0.0, 100.0]), 1.0)
    tensor([ 1.5410, 99.7066])
    """
    if not isinstance(mean, Tensor) and not isinstance(std, Tensor):
        if size is None:
            raise TypeError(
                "normal() received an invalid combination of arguments: two numbers need a size"
            )
        kind = dtype or get_default_dtype()
        order = _Fresh(_size_as_tuple(size, "normal"), kind)
        return _draw_tensor(
            lambda: _normal(twister_of(generator, "normal"), order, mean, std), kind
        )
    first = mean if isinstance(mean, Tensor) else std
    if dtype is not None and not dtype.is_floating_point and not dtype.is_complex:
        raise _unsupported_dtype_error("normal_kernel_cpu", dtype)  # that of `out`
    if isinstance(std, Tensor):
        _raise_if_any(std < 0, "normal expects all elements of std >= 0.0")
    elif std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    sizes = [tuple(each.shape) for each in (mean, std) if isinstance(each, Tensor)]
    order = _Fresh(np.broadcast_shapes(*sizes), first.dtype)
    drawn = _draw_tensor(
        lambda: _normal(twister_of(generator, "normal"), order), first.dtype, first
    )
    return drawn * std + mean


def _raise_if_any(wrong: Tensor, message: str) -> None:
    """Raise RuntimeError if an element of ``wrong`` is True, unless it is being traced."""
    native = held(wrong)
    if not backend_for(native).is_tracer(native) and bool(to_numpy(wrong).any()):
        raise RuntimeError(message)


def _check_probabilities(p: Tensor) -> None:
    message = "Expected p_in >= 0 && p_in <= 1 to be true, but got false."
    if type(held(p)) in waiting and tracing.current is None:
        host = to_numpy(p)
        if not ((host >= 0) & (host <= 1)).all():  # nan is refused, too
            raise RuntimeError(message)
        return
    _raise_if_any((p < 0) | (p > 1), message)


def _draw_bernoulli(order: _Order, p: Tensor, generator, name: str) -> Tensor:
    """Return bools, True with probability ``p``; set ``order.dtype`` to that of the draws."""
    if not p.dtype.is_floating_point:
        raise _unsupported_dtype_error("bernoulli_tensor_cpu_p_", p.dtype)
    _check_probabilities(p)
    kind = order.dtype = p.dtype if p.dtype.name == "float64" else dtypes.float32
    return _draw_tensor(lambda: _uniform(twister_of(generator, name), order), kind, p) < cast(
        p, kind
    )


@_declare_zeros_and_ones
def bernoulli(input: TensorLike, p: Number = None, *, generator=None, out=None) -> Tensor:
    """Return ones with the probabilities in a tensor, or with one probability, else zeros.

    Parameters
    ----------
    input : Tensor, floating
        Probabilities; of their shape and type the result is.
    p : float, optional
        One for all elements instead.
    generator : Generator, optional
        What draws.

    Raises
    ------
    RuntimeError
        If a probability is not in [0, 1].

    References
    ----------
    PyTorch documentation, torch.bernoulli.

    Examples
    --------
    >>> import frontends.torch as torch
    >>> torch.bernoulli(torch.tensor([0.0, 1.0]))
    tensor([0., 1.])
    """
    if p is not None:
        order = _Fresh(tuple(input.shape), input.dtype)
        return _draw_bernoulli_of_one_p(order, input, p, generator)
    order = _Fresh(tuple(input.shape), input.dtype)
    return cast(_draw_bernoulli(order, input, generator, "bernoulli"), input.dtype)


def _draw_bernoulli_of_one_p(order: _Order, input: Tensor, p: float, generator) -> Tensor:
    if not 0 <= p <= 1:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")
    chance = _Chance(order, p, generator)
    if tracing.current is not None:  # a byte an element: the program makes numbers of them
        mask = drawn_in_program(lambda: _draw_chances([chance])[0], (_draw_chances, chance))
        return cast(new_array(Tensor, mask), input.dtype)
    return _draw_tensor(lambda: _draw_chances([chance])[0], input.dtype, input)


class _Chance(NamedTuple):
    """A draw of bools: the tensor that they fill, their probability, and what draws."""

    order: _Order
    p: float
    generator: Generator | None


def _draw_chances(chances: list[_Chance]) -> list[np.ndarray]:
    """Return the bools of draws one behind the other, those of one generator drawn at once."""
    found = []
    for _, each in groupby(chances, lambda chance: id(chance.generator)):
        together = list(each)
        twister = twister_of(together[0].generator, "bernoulli")
        drawn = twister.bernoullis([(chance.order.count, chance.p) for chance in together])
        for chance, mask in zip(together, drawn, strict=True):
            found.append(_cast_contiguous(chance.order.filled(mask), dtypes.bool_))
    return found


class _Places(Function, repeats=True):
    """A function whose ``out`` is of int64."""

    __slots__ = ()

    def by_body(self, args: tuple, kwargs: dict):
        out = kwargs.get("out")
        if isinstance(out, Tensor) and out.dtype is not dtypes.int64:
            raise RuntimeError(f"multinomial expects Long tensor out, got: {shown(out.dtype)}")
        return super().by_body(args, kwargs)


def _declare_creation(body: Callable) -> Callable:
    """Declare a function that makes tensors, to which no gradient flows; return what is called."""
    function = _Places(body, f"torch.{body.__name__}", differentiable=False)
    function.host = _pick_one_on_host
    return published(function, None, body)


def _are_weights(x: Tensor) -> bool:
    """Return whether all elements are finite and none is negative, and each row has a sum.

    What is traced, or may overflow, is not looked at: False.
    """
    if type(getattr(x, "_data", None)) not in waiting:
        native = read(x)
        if backend_for(native).is_tracer(native):
            return False
    host = to_numpy(x)
    with np.errstate(all="ignore"):
        total = host.sum(-1)
        return bool(host.size and host.min() >= 0 and total.min() > 0 and total.max() < np.inf)


def _refuse_weights(input: Tensor, is_drawn_again: bool) -> None:
    """Raise PyTorch's RuntimeError for weights that are none."""
    infinite = (input != input) | (input == float("inf"))
    if is_drawn_again:
        words = "invalid multinomial distribution (encountering probability entry"
        _raise_if_any(input < 0, f"{words} < 0)")
        _raise_if_any(infinite, f"{words} = infinity or NaN)")
    else:
        wrong = (input < 0) | infinite
        _raise_if_any(wrong, "probability tensor contains either `inf`, `nan` or element < 0")
    _raise_if_any(
        ivy.sum(input, axis=-1) <= 0, "invalid multinomial distribution (sum of probabilities <= 0)"
    )


_MOST = {kind: float(np.finfo(kind).max) for kind in "fd"}  # the largest number


def _pick_one_on_host(input, num_samples, replacement=False, *, generator=None):
    """Return one index drawn by the weights of each row, in NumPy's words.

    NotImplemented for what is no weight, or whose sum may overflow: nothing is drawn then.
    """
    kind = input.dtype
    if kind.char not in "fd" or input.ndim not in (1, 2) or not input.size:
        return NotImplemented
    if type(num_samples) is not int or num_samples != 1 or tracing.current is not None:
        return NotImplemented
    most = np.maximum.reduce(input, -1)  # without the frame of a method
    least, largest = (most, most) if most.size == 1 else (most.min(), most.max())
    if not (np.minimum.reduce(input, None) >= 0 and least > 0):
        return NotImplemented
    if not largest < _MOST[kind.char] / input.size:
        return NotImplemented
    waiting = twister_of(generator, "multinomial").exponential(input.size)
    with np.errstate(all="ignore"):
        found = input / waiting.astype(kind, copy=False).reshape(input.shape)
    return found.argmax(-1, keepdims=True)


@_declare_creation
def multinomial(
    input: TensorLike, num_samples, replacement: bool = False, *, generator=None, out=None
) -> Tensor:
    """Return the indices of elements, drawn by the weights of a row.

    Parameters
    ----------
    input : Tensor, shape (n,) or (rows, n), floating
        Weights, not negative; their sum need not be 1.
    num_samples : int
        How many are drawn of each row.
    replacement : bool, optional
        Whether an element may be drawn again.
    generator : Generator, optional
        What draws.

    Returns: Tensor, shape (num_samples,) or (rows, num_samples), int64

    Raises: RuntimeError if the weights are none, or there are too few elements.

    References
    ----------
    PyTorch documentation, torch.multinomial; P. S. Efraimidis and P. G. Spirakis, "Weighted random
    sampling with a reservoir", Information Processing Letters 97, 2006.

    >>> torch.multinomial(torch.tensor([0.0, 3.0, 0.0]), 1)
    tensor([1])
    """
    if not input.dtype.is_floating_point:
        raise RuntimeError(
            f"multinomial only supports floating-point dtypes for input, got: {shown(input.dtype)}"
        )
    if input.ndim not in (1, 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if num_samples <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    count = input.shape[-1]
    if not replacement and num_samples > count:
        raise RuntimeError(
            "cannot sample n_sample > prob_dist.size(-1) samples without replacement"
        )
    if count > 1 << 24:
        raise RuntimeError("number of categories cannot exceed 2^24")
    if not _are_weights(input):
        _refuse_weights(input, replacement and num_samples > 1)
    rows = tuple(input.shape[:-1])
    if not replacement or num_samples == 1:
        order = _memory_order_like(input, input.dtype)
        waiting = _draw_tensor(
            lambda: order.filled(twister_of(generator, "multinomial").exponential(order.count)),
            input.dtype,
            input,
        )
        found = input / waiting
        if num_samples == 1:
            return cast(ivy.argmax(found, axis=-1, keepdims=True), dtypes.int64)
        picked = ivy.argsort(found, axis=-1, descending=True)[..., :num_samples]
        return ivy.astype(picked, dtypes.int64.core)
    total = ivy.cumsum(ivy.astype(input, dtypes.float64.core), axis=-1)
    order = _Fresh((*rows, num_samples), dtypes.float64)
    drawn = _draw_tensor(
        lambda: _uniform(twister_of(generator, "multinomial"), order), dtypes.float64, input
    )
    below = (total / total[..., -1:])[..., None, :] <= drawn[..., None]
    return ivy.astype(ivy.sum(ivy.astype(below, dtypes.int64.core), axis=-1), dtypes.int64.core)


def _draw_counts(draw: Callable, generator, name: str, *inputs: Tensor) -> Tensor:
    """Return counts, one for each element, in the dtype of the first input."""
    hosts = np.broadcast_arrays(*[np.asarray(to_numpy(each), np.float64) for each in inputs])
    flat = [host.reshape(-1) for host in hosts]

    def drawn() -> np.ndarray:
        return twister_of(generator, name).counts(draw, *flat).reshape(hosts[0].shape)

    return _draw_tensor(drawn, inputs[0].dtype, inputs[0])


@torch_function
def poisson(input: TensorLike, generator=None) -> Tensor:
    """Return counts of Poisson distributions, whose means a tensor has.

    Raises
    ------
    RuntimeError
        If a mean is negative.
    """
    if not input.dtype.is_floating_point:
        raise _unsupported_dtype_error("poisson_cpu", input.dtype)
    _raise_if_any(~(input >= 0), "invalid Poisson rate, expected rate to be non-negative")
    return _draw_counts(counts.poisson, generator, "poisson", input)


@torch_function
def binomial(count: TensorLike, prob: TensorLike, generator=None) -> Tensor:
    """Draw the number of successes among ``count`` trials, each with a probability."""
    if not count.dtype.is_floating_point:
        raise _unsupported_dtype_error("binomial_cpu", count.dtype)
    return _draw_counts(counts.binomial, generator, "binomial", count, prob)


# methods that write over a tensor


def _declare_inplace_method(body: Callable) -> Callable:
    """Declare a method that writes its body's result into ``self``; return it."""
    function = torch_function(body, name=f"torch.Tensor.{body.__name__}")
    METHODS[body.__name__] = in_place(function.function, body.__name__)
    return METHODS[body.__name__]


def _from_and_to(args: tuple, named: dict, defaults: tuple) -> tuple:
    """Return ``from`` and ``to``, which are no names that a parameter of Python's can have."""
    found = list(defaults)
    found[: len(args)] = args
    for name, value in named.items():
        found[("from", "to").index(name)] = value
    return tuple(found)


@_declare_inplace_method
def uniform_(self: TensorLike, *interval, generator=None, **named) -> Tensor:
    """Fill the tensor with numbers of the uniform distribution from ``from`` to ``to``.

    References: PyTorch documentation, torch.Tensor.uniform_.
    """
    low, high = _from_and_to(interval, named, (0.0, 1.0))
    order = _Order(self)
    return _draw_tensor(
        lambda: _uniform(twister_of(generator, "uniform_"), order, low, high),
        self.dtype,
        self,
    )


@_declare_inplace_method
def normal_(self: TensorLike, mean=0.0, std=1.0, *, generator=None) -> Tensor:
    """Fill the tensor with normal numbers.

    References: PyTorch documentation, torch.Tensor.normal_.
    """
    order = _Order(self)
    return _draw_tensor(
        lambda: _normal(twister_of(generator, "normal_"), order, mean, std),
        self.dtype,
        self,
    )


@_declare_inplace_method
def random_(self: TensorLike, *interval, generator=None, **named) -> Tensor:
    """Fill the tensor with integers from ``from`` to ``to - 1``; else those of its type.

    References: PyTorch documentation, torch.Tensor.random_.
    """
    if len(interval) == 1 and not named:
        interval = (0, *interval)
    elif "to" in named and "from" not in named and not interval:
        named = {"from": 0, **named}
    low, high = _from_and_to(interval, named, (None, None))
    order = _Order(self)
    return _draw_tensor(
        lambda: _integers(twister_of(generator, "random_"), order, low, high),
        self.dtype,
        self,
    )


@_declare_inplace_method
def bernoulli_(self: TensorLike, p: TensorLike | Number = 0.5, *, generator=None) -> Tensor:
    """Fill the tensor with ones, with some probability, and zeros.

    References: PyTorch documentation, torch.Tensor.bernoulli_.
    """
    if not isinstance(p, Tensor):
        return _draw_bernoulli_of_one_p(_Order(self), self, p, generator)
    p = p.expand(self.shape)
    return cast(_draw_bernoulli(_Order(self), p, generator, "bernoulli_"), self.dtype)


def _check_floating_dtype(name: str, kind: dtype) -> None:
    if not kind.is_floating_point:
        raise RuntimeError(
            f"{name} distribution is a continuous probability distribution. dtype must be a "
            f"floating point but you specified {shown(kind)}"
        )


@_declare_inplace_method
def exponential_(self: TensorLike, lambd=1.0, *, generator=None) -> Tensor:
    """Fill the tensor with numbers of the exponential distribution of a rate.

    References: PyTorch documentation, torch.Tensor.exponential_.
    """
    _check_floating_dtype("Exponential", self.dtype)
    if lambd <= 0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={lambd:g}")
    order = _Order(self)
    return _draw_tensor(
        lambda: order.filled(twister_of(generator, "exponential_").exponential(order.count, lambd)),
        self.dtype,
        self,
    )


@_declare_inplace_method
def geometric_(self: TensorLike, p, *, generator=None) -> Tensor:
    """Fill the tensor with the numbers of trials until one succeeds.

    References: PyTorch documentation, torch.Tensor.geometric_.
    """
    if not 0 < p < 1:
        raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p:g}")
    order = _Order(self)
    return _draw_tensor(
        lambda: order.filled(twister_of(generator, "geometric_").geometric(order.count, p)),
        self.dtype,
        self,
    )


@_declare_inplace_method
def cauchy_(self: TensorLike, median=0.0, sigma=1.0, *, generator=None) -> Tensor:
    """Fill the tensor with numbers of the Cauchy distribution.

    References: PyTorch documentation, torch.Tensor.cauchy_.
    """
    _check_floating_dtype("Cauchy", self.dtype)
    if sigma <= 0:
        raise RuntimeError(f"cauchy_ expects sigma > 0.0, but found sigma={sigma:g}")
    order = _Order(self)
    return _draw_tensor(
        lambda: order.filled(twister_of(generator, "cauchy_").cauchy(order.count, median, sigma)),
        self.dtype,
        self,
    )


@_declare_inplace_method
def log_normal_(self: TensorLike, mean=1.0, std=2.0, *, generator=None) -> Tensor:
    """Fill the tensor with numbers whose logarithms are normal.

    References: PyTorch documentation, torch.Tensor.log_normal_.
    """
    if not self.dtype.is_floating_point:
        raise _unsupported_dtype_error("log_normal_cpu", self.dtype)
    if std <= 0:
        raise RuntimeError(f"log_normal_ expects std > 0.0, but found std={std:g}")
    order = _Order(self)
    return _draw_tensor(
        lambda: order.filled(
            twister_of(generator, "log_normal_").log_normal(order.count, mean, std)
        ),
        self.dtype,
        self,
    )


__all__ = [
    "METHODS", "bernoulli", "binomial", "multinomial", "normal", "poisson", "rand", "rand_like",
    "randint", "randint_like", "randn", "randn_like", "randperm",
]  # fmt: skip
