"""Properties of tensors: their kinds, sizes and types; and the limits of numeric types."""

from __future__ import annotations

from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.array import Array
from ivy_core.backends.holder import read
from ivy_core.binding.dialect import Dimensionless

from ..dispatch import native
from ..dispatch.errors import entry
from ..dispatch.func_wrapper import ivy
from ..dispatch.promotion import common_dtype
from ..tensors.dtypes import as_dtype, dtype, dtype_named, get_default_dtype
from ..tensors.tensor import Tensor


def _query(name: str, answer, text: str):
    """Declare a query of tensors alone: ``answer(input)``; ``text`` begins its docstring."""

    def function(input) -> bool:
        if not isinstance(input, Array):
            raise TypeError(
                f"{name}(): argument 'input' (position 1) must be Tensor, not "
                f"{type(input).__name__}"
            )
        return answer(input)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{text}\n\nReferences: PyTorch documentation, torch.{name}."
    return entry(function)


is_complex = _query("is_complex", lambda x: x.dtype.is_complex, "Return whether it is complex.")
is_floating_point = _query(
    "is_floating_point", lambda x: x.dtype.is_floating_point, "Return whether it has fractions."
)
is_signed = _query(
    "is_signed", lambda x: x.dtype.is_signed, "Return whether its numbers may be negative."
)
is_nonzero = _query("is_nonzero", lambda x: bool(x), "Return whether its one element is true.")
numel = _query("numel", lambda x: x.shape.numel(), "Return the number of elements.")
get_device = _query(
    "get_device", lambda x: x.get_device(), "Return the index of the device; -1 for the CPU."
)


def _query_of_real_tensor(name: str, text: str):
    """Declare a query that asks a real tensor; the answer for any other is False."""

    def answer(x) -> bool:
        data = read(x)
        return getattr(data, name)() if isinstance(data, native.tensor_class) else False

    return _query(name, answer, text)


is_conj = _query_of_real_tensor(
    "is_conj", "Return whether conjugation is put off; it never is on other backends."
)
is_neg = _query_of_real_tensor(
    "is_neg", "Return whether negation is put off; it never is on other backends."
)
is_inference = _query_of_real_tensor(
    "is_inference", "Return whether it was made in inference mode."
)


@entry
def is_same_size(input, other) -> bool:
    """Return whether two tensors have one shape.

    References: PyTorch documentation, torch.is_same_size.
    """
    return input.shape == other.shape


def _promotion_operand(value):
    """Return a number's class, a tensor's dtype or, of a 0-d one, Dimensionless of its dtype."""
    if not isinstance(value, Array):
        return type(value)
    kind = as_dtype(value.dtype).core
    return kind if value.ndim else Dimensionless(kind)


@entry
@citing(None)
def result_type(*operands, **named) -> dtype:
    """Return the type that an operation of two operands computes in.

    By name they are ``tensor`` and ``other``, ``scalar`` and ``tensor``, or ``scalar1`` and
    ``scalar2``.

    References: PyTorch documentation, torch.result_type.

    >>> torch.result_type(torch.tensor([1, 2]), 1.0)
    torch.float32
    """
    if named or len(operands) != 2:
        operands = _operands_by_name(operands, named)
    return dtype_named(common_dtype([_promotion_operand(v) for v in operands]).name)


def _operands_by_name(operands: tuple, named: dict) -> list:
    """Return two operands of which some are given by name; raise TypeError for other names."""
    for names in (("tensor", "other"), ("scalar", "tensor"), ("scalar1", "scalar2")):
        found = dict(zip(names, operands, strict=False))
        if len(operands) + len(named) == 2 and (found | named).keys() == set(names):
            found |= named
            if all(
                isinstance(value, Tensor) == (name == "tensor")
                for name, value in found.items()
                if name != "other"
            ):
                return [found[name] for name in names]
    shown = [type(each).__name__ for each in operands]
    shown += [f"{name}={type(each).__name__}" for name, each in named.items()]
    raise TypeError(
        "result_type() received an invalid combination of arguments - got "
        f"({', '.join(shown)}), but expected one of:\n * (Tensor tensor, Tensor other)\n"
        " * (Number scalar, Tensor tensor)\n * (Tensor tensor, Number other)\n"
        " * (Number scalar1, Number scalar2)"
    )


class _Limits:
    """The limits of a numeric type."""

    def __eq__(self, other) -> bool:
        return type(self) is type(other) and self.dtype == other.dtype

    def __hash__(self) -> int:
        return hash((type(self), self.dtype))


@citing("torch.{}")
class finfo(_Limits):
    """The limits of a type of fractions, the default one if none is named.

    Attributes
    ----------
    bits, eps, max, min, tiny, smallest_normal, resolution, dtype
        As in PyTorch; of a complex type, those of its parts.

    Raises: TypeError for a type of whole numbers.

    >>> torch.finfo(torch.float16).max
    65504.0
    """

    def __init__(self, type: dtype | None = None):  # noqa: A002  (PyTorch's name)
        kind = as_dtype(type, get_default_dtype())
        if kind.kind not in "fc":
            raise TypeError(
                f"torch.finfo() requires a floating point input type. Use torch.iinfo to handle "
                f"'torch.{kind.name}'"
            )
        real = kind.to_real()
        self.dtype, self.bits = real.name, real.itemsize * 8
        if real.name in _OF_EIGHT_BITS:
            self.eps, self.max, self.min, self.tiny = _OF_EIGHT_BITS[real.name]
            self.smallest_normal, self.resolution = self.tiny, 1.0
            return
        known = ivy.finfo(real.core)
        self.eps, self.max, self.min = float(known.eps), float(known.max), float(known.min)
        self.tiny = self.smallest_normal = float(known.smallest_normal)
        self.resolution = _RESOLUTIONS[real.name]

    def __repr__(self) -> str:
        return (
            f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, "
            f"eps={self.eps:g}, smallest_normal={self.smallest_normal:g}, tiny={self.tiny:g}, "
            f"dtype={self.dtype})"
        )


# eps, max, min and the smallest normal number of types that no backend computes in
_OF_EIGHT_BITS = {
    "float8_e4m3fn": (2.0**-3, 448.0, -448.0, 2.0**-6),
    "float8_e4m3fnuz": (2.0**-3, 240.0, -240.0, 2.0**-7),
    "float8_e5m2": (2.0**-2, 57344.0, -57344.0, 2.0**-14),
    "float8_e5m2fnuz": (2.0**-3, 57344.0, -57344.0, 2.0**-15),  # eps as PyTorch gives it
    "float8_e8m0fnu": (1.0, 2.0**127, 2.0**-127, 2.0**-127),
}
_RESOLUTIONS = {"float16": 0.001, "bfloat16": 0.01, "float32": 1e-6, "float64": 1e-15}


@citing("torch.{}")
class iinfo(_Limits):
    """The limits of a type of whole numbers.

    Attributes
    ----------
    bits, max, min, dtype
        As in PyTorch.

    Raises: TypeError for a type of fractions, or of booleans.

    >>> torch.iinfo(torch.int8).max
    127
    """

    def __init__(self, type: dtype):  # noqa: A002  (PyTorch's name)
        kind = as_dtype(type)
        if kind.kind not in "iu":
            raise TypeError(
                "torch.iinfo() requires an integer input type. Use torch.finfo to handle "
                f"'torch.{kind.name}'"
            )
        self.dtype, self.bits = kind.name, kind.itemsize * 8
        signed = kind.kind == "i"
        self.max = 2 ** (self.bits - signed) - 1
        self.min = -self.max - 1 if signed else 0

    def __repr__(self) -> str:
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"


for _class in (finfo, iinfo):
    _class.__module__ = "torch"


@citing(None)
def typename(obj) -> str:
    """Return the name of an object's type, as PyTorch's messages say it.

    References: PyTorch documentation, torch.typename.

    >>> torch.typename(torch.ones(1)), torch.typename(3)
    ('torch.FloatTensor', 'int')
    """
    if isinstance(obj, Tensor):
        return obj.type()
    module = getattr(obj, "__module__", None)
    module = "" if module in (None, "builtins", "__builtin__") else f"{module}."
    name = getattr(obj, "__qualname__", None) or getattr(obj, "__name__", None)
    return module + (name or type(obj).__name__)


__all__ = [
    "finfo", "get_device", "iinfo", "is_complex", "is_conj", "is_floating_point",
    "is_inference", "is_neg", "is_nonzero", "is_same_size", "is_signed", "numel", "result_type",
    "typename",
]  # fmt: skip
