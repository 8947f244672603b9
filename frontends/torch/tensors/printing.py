"""Text of a tensor as PyTorch prints it, made of its values on the host's memory.

Nothing here knows a tensor class: what is printed is a NumPy array, the name of its dtype, and a
few facts that stand behind the values.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from frontends.torch.dispatch.docstrings import citing


@dataclass(slots=True)
class PrintOptions:
    """Options of printing tensors.

    Attributes
    ----------
    precision : int
        Digits behind the decimal point.
    threshold : float
        Elements, beyond which the middle of each dimension is left out.
    edgeitems : int
        Elements that then remain at either end of a dimension.
    linewidth : int
        Characters of a line.
    sci_mode : bool or None
        Whether numbers have exponents; None: where their magnitudes ask for it.
    """

    precision: int = 4
    threshold: float = 1000
    edgeitems: int = 3
    linewidth: int = 80
    sci_mode: bool | None = None


_PROFILES = {
    "default": {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80},
    "short": {"precision": 2, "threshold": 1000, "edgeitems": 2, "linewidth": 80},
    "full": {"precision": 4, "threshold": math.inf, "edgeitems": 3, "linewidth": 80},
}
_OPTIONS = PrintOptions()


@citing("``torch.{}``")
def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Set how tensors are printed.

    Parameters
    ----------
    precision : int, optional
        Digits behind the decimal point of floating-point numbers, 4 at first.
    threshold : float, optional
        Number of elements beyond which a tensor is summarised, 1000 at first.
    edgeitems : int, optional
        Elements shown at either end of each dimension of a summary, 3 at first.
    linewidth : int, optional
        Characters of a line, 80 at first.
    profile : {'default', 'short', 'full'}, optional
        A set of these options; the others given win over it.
    sci_mode : bool, optional
        Whether numbers have exponents; if None, where their magnitudes ask for it. It is set by
        every call, also by one that does not name it.

    Examples
    --------
    >>> import numpy
    >>> from frontends.torch.tensors.printing import set_printoptions, tensor_text
    >>> set_printoptions(precision=2)
    >>> tensor_text(numpy.asarray([1.12345], "float32"), "float32")
    'tensor([1.12])'
    >>> set_printoptions(profile="default")
    """
    for name, value in _PROFILES.get(profile, {}).items():
        setattr(_OPTIONS, name, value)
    given = {
        "precision": precision,
        "threshold": threshold,
        "edgeitems": edgeitems,
        "linewidth": linewidth,
    }
    for name, value in given.items():
        if value is not None:
            setattr(_OPTIONS, name, value)
    _OPTIONS.sci_mode = sci_mode


@citing("``torch.{}``")
def get_printoptions() -> dict[str, object]:
    """Return the options, by the names that :func:`set_printoptions` has for them.

    Examples
    --------
    >>> from frontends.torch.tensors.printing import get_printoptions
    >>> get_printoptions()["edgeitems"]
    3
    """
    return asdict(_OPTIONS)


@contextlib.contextmanager
@citing("``torch.{}``")
def printoptions(**options) -> Iterator[None]:
    """Set how tensors are printed, for a while.

    Parameters
    ----------
    **options
        Those of :func:`set_printoptions`.

    Examples
    --------
    >>> from frontends.torch.tensors.printing import get_printoptions, printoptions
    >>> with printoptions(precision=1):
    ...     get_printoptions()["precision"]
    1
    >>> get_printoptions()["precision"]
    4
    """
    before = get_printoptions()
    set_printoptions(**options)
    try:
        yield
    finally:
        set_printoptions(**before)


@citing("``torch.set_printoptions``")
def tensor_text(
    values: np.ndarray,
    dtype: str,
    *,
    default_dtype: str = "float32",
    class_name: str = "tensor",
    device: str | None = None,
    grad_fn: str | None = None,
    requires_grad: bool = False,
    tangent: object = None,
) -> str:
    """Format a tensor for ``repr`` and ``str``.

    Parameters
    ----------
    values : numpy.ndarray, any shape
        The elements.
    dtype : str
        Name of the tensor's data type, ``'float32'``; ``values`` may be of a wider one.
    default_dtype : str, optional
        Name of the floating data type that needs not to be said.
    class_name : str, optional
        Name of a subclass; ``'tensor'`` for the classes Tensor and Parameter themselves.
    device : str, optional
        Name of the device, unless it is the default one.
    grad_fn : str, optional
        Name of the function in the graph that the tensor comes from, ``'AddBackward0'``.
    requires_grad : bool, optional
        Whether it wants gradients; said where there is no ``grad_fn``.
    tangent : object, optional
        Tangent of a dual tensor.

    Returns: str

    Examples
    --------
    >>> import numpy
    >>> from frontends.torch.tensors.printing import tensor_text
    >>> tensor_text(numpy.asarray([1.0, 2.5]), "float64", requires_grad=True)
    'tensor([1.0000, 2.5000], dtype=torch.float64, requires_grad=True)'
    """
    prefix = f"{class_name}("
    suffixes = [] if device is None else [f"device='{device}'"]
    if values.size:
        contents = _format_values(values, dtype, len(prefix))
        if not _OPTIONS.edgeitems:
            suffixes.append(f"size={values.shape}")
        if dtype not in (default_dtype, _complex_of(default_dtype), "int64", "bool"):
            suffixes.append(f"dtype=torch.{dtype}")
    else:
        contents = "[]"
        if values.ndim != 1:
            suffixes.append(f"size={values.shape}")
        if dtype != default_dtype:  # without elements, an integer dtype cannot be seen either
            suffixes.append(f"dtype=torch.{dtype}")
    if grad_fn is not None:
        suffixes.append(f"grad_fn=<{grad_fn}>")
    elif requires_grad:
        suffixes.append("requires_grad=True")
    if tangent is not None:
        suffixes.append(f"tangent={tangent}")
    return _append_suffixes(prefix + contents, suffixes, len(prefix))


@citing("``torch.set_printoptions``")
def sparse_text(
    indices: dict[str, np.ndarray],
    values: np.ndarray,
    dtype: str,
    size: tuple[int, ...],
    layout: str,
    *,
    default_dtype: str = "float32",
    device: str | None = None,
    grad_fn: str | None = None,
    requires_grad: bool = False,
) -> str:
    """Format a sparse tensor for ``repr`` and ``str``.

    Parameters
    ----------
    indices : dict of numpy.ndarray
        The arrays of indices, by the names that PyTorch gives them in this layout.
    values : numpy.ndarray, shape (nnz, ...)
    dtype : str
        Name of the values' data type.
    size : tuple of int
    layout : str
        ``'torch.sparse_coo'``.
    default_dtype, device, grad_fn, requires_grad
        As of :func:`tensor_text`.

    Returns: str

    Examples
    --------
    >>> import numpy
    >>> from frontends.torch.tensors.printing import sparse_text
    >>> numbers = numpy.asarray([1, 2])
    >>> print(sparse_text({"indices": numbers[None]}, numbers, "int64", (3,), "torch.sparse_coo"))
    tensor(indices=tensor([[1, 2]]),
           values=tensor([1, 2]),
           size=(3,), nnz=2, layout=torch.sparse_coo)
    """
    parts, indent = [], len("tensor(")
    for name, each in {**indices, "values": values}.items():
        kind = dtype if name == "values" else "int64"
        text = _format_values(each, kind, indent + len(f"{name}=tensor(")) if each.size else "[]"
        parts.append(f"{name}=tensor({text}{'' if each.size else f', size={each.shape}'})")
    suffixes = [] if device is None else [f"device='{device}'"]
    suffixes += [f"size={size}", f"nnz={values.shape[0]}"]
    if dtype not in (default_dtype, _complex_of(default_dtype), "int64", "bool"):
        suffixes.append(f"dtype=torch.{dtype}")
    suffixes.append(f"layout={layout}")
    if grad_fn is not None:
        suffixes.append(f"grad_fn=<{grad_fn}>")
    elif requires_grad:
        suffixes.append("requires_grad=True")
    contents = "tensor(" + (",\n" + " " * indent).join(parts)
    return _append_suffixes(contents, suffixes, indent, on_new_line=layout == "torch.sparse_coo")


def _complex_of(default_dtype: str) -> str:
    """Return the name of the complex dtype that goes with a default dtype."""
    return "complex128" if default_dtype == "float64" else "complex64"


def parameter_text(text: str) -> str:
    """Return the text of a Parameter, whose tensor prints as ``text``.

    Examples
    --------
    >>> from frontends.torch.tensors.printing import parameter_text
    >>> print(parameter_text("tensor([1.], requires_grad=True)"))
    Parameter containing:
    tensor([1.], requires_grad=True)
    """
    return f"Parameter containing:\n{text}"


def _append_suffixes(
    text: str, suffixes: Sequence[str], indent: int, on_new_line: bool = False
) -> str:
    """Return text, each suffix behind a comma, on a new line if the last is full, and ``)``."""
    parts = [text]
    length = len(text) - text.rfind("\n") + 1
    for at, suffix in enumerate(suffixes):
        if on_new_line and not at or length + len(suffix) + 2 > _OPTIONS.linewidth:
            parts.append(",\n" + " " * indent + suffix)
            length = indent + len(suffix)
        else:
            parts.append(", " + suffix)
            length += len(suffix) + 2
    return "".join(parts) + ")"


def _format_values(values: np.ndarray, dtype: str, indent: int) -> str:
    """Return elements in brackets, in columns of one width, summarised above the threshold."""
    is_float = dtype.startswith(("float", "bfloat"))
    if is_float and values.dtype.kind != "f":  # bfloat16: widening is exact
        values = values.astype(np.float32)
    summarised = values.size > _OPTIONS.threshold
    shown = _summary_elements(values) if summarised else values
    if dtype.startswith("complex"):
        real, imaginary = _Column(shown.real), _Column(shown.imag)
        width = real.width + imaginary.width + 1

        def written(value: complex) -> str:
            second = imaginary.written(value.imag).lstrip()
            return f"{real.written(value.real)}{'' if second[0] in '+-' else '+'}{second}j"

    else:
        column = _Column(shown)
        width, written = column.width, column.written
    return _format_nested(values, indent, summarised, width + 2, written)


def _summary_elements(values: np.ndarray) -> np.ndarray:
    """Return the elements that a summary shows, which decide how wide a column is."""
    edge = _OPTIONS.edgeitems
    if not edge:
        # PyTorch looks at a vector's elements all the same; what is printed is "..." alone
        return values if values.ndim <= 1 else values.ravel()[:0]
    for axis, length in enumerate(values.shape):
        if length > 2 * edge:
            values = values.take([*range(edge), *range(length - edge, length)], axis)
    return values


class _Column:
    """Format shared by the numbers of one tensor, so that they are aligned."""

    def __init__(self, values: np.ndarray):
        self.is_float = values.dtype.kind == "f"
        self.whole, self.exponents, self.width = True, False, 1
        if not self.is_float:
            self.width = max([1, *[len(str(v)) for v in values.ravel().tolist()]])
            return
        known = values[np.isfinite(values) & (values != 0)].astype(np.float64)
        if not known.size:
            return
        sizes = np.abs(known)
        low, high = float(sizes.min()), float(sizes.max())
        self.whole = bool((known == np.ceil(known)).all())
        if _OPTIONS.sci_mode is None:
            self.exponents = _divide_like_hardware(high, low) > 1000 or high > 1e8 or low < 1e-4
        else:
            self.exponents = bool(_OPTIONS.sci_mode)
        if self.exponents:
            spec, more = f".{_OPTIONS.precision}e", 0
        elif self.whole:
            spec, more = ".0f", 1  # the point behind a whole number
        else:
            spec, more = f".{_OPTIONS.precision}f", 0
        self.width = max([1, *[len(format(v, spec)) + more for v in known.tolist()]])

    def written(self, value: float) -> str:
        if not self.is_float:
            text = str(value)
        elif self.exponents:
            text = format(value, f"{self.width}.{_OPTIONS.precision}e")
        elif self.whole:
            text = format(value, ".0f")
            if math.isfinite(value):
                text += "."
        else:
            text = format(value, f".{_OPTIONS.precision}f")
        return text.rjust(self.width)


def _divide_like_hardware(high: float, low: float) -> float:
    """Return ``high / low`` as floating-point hardware has it: inf instead of an OverflowError."""
    with np.errstate(over="ignore"):
        return float(np.float64(high) / np.float64(low))


def _format_nested(
    values: np.ndarray,
    indent: int,
    summarised: bool,
    step: int,
    written: Callable[[complex], str],
) -> str:
    """Return elements in brackets; ``step`` is the characters that one takes with its comma."""
    if not values.ndim:
        return written(values.item())
    edge = _OPTIONS.edgeitems
    shortened = summarised and len(values) > 2 * edge
    ends = (values[:edge], values[len(values) - edge :]) if shortened else (values,)
    if values.ndim == 1:
        texts = [[written(v) for v in part.tolist()] for part in ends]
        if shortened:
            texts.insert(1, [" ..." if edge else "..."])
        items = [text for part in texts for text in part]
        per_line = max(1, (_OPTIONS.linewidth - indent) // step)
        lines = [", ".join(items[i : i + per_line]) for i in range(0, len(items), per_line)]
        return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"
    rows = [
        [_format_nested(row, indent + 1, summarised, step, written) for row in part]
        for part in ends
    ]
    if shortened:
        rows.insert(1, ["..."])
    between = "," + "\n" * (values.ndim - 1) + " " * (indent + 1)
    return "[" + between.join([row for part in rows for row in part]) + "]"


__all__ = [
    "PrintOptions",
    "get_printoptions",
    "parameter_text",
    "printoptions",
    "sparse_text",
    "set_printoptions",
    "tensor_text",
]
