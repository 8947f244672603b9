"""``torch.testing``: tensors compared by tests.

References
----------
PyTorch documentation, ``torch.testing``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from frontends.torch.dispatch.docstrings import citing

from .operations.creation import as_tensor
from .tensors.tensor import to_numpy

# (relative, absolute), by type of numbers; others are compared exactly
_TOLERANCES = {
    "float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7), "complex64": (1.3e-6, 1e-5), "complex128": (1e-7, 1e-7),
}  # fmt: skip


@citing("torch.testing.{}")
def assert_close(
    actual,
    expected,
    *,
    allow_subclasses: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_layout: bool = True,
    check_stride: bool = False,
    msg: str | Callable | None = None,
) -> None:
    """Assert that two results are close: tensors, numbers, and sequences or mappings of them.

    Parameters
    ----------
    actual, expected : Tensor, array, number, sequence or mapping
    allow_subclasses : bool
        Whether their classes may differ.
    rtol, atol : float, optional
        Both or none; by default as the types of numbers have it.
    equal_nan : bool
        Whether nan is close to nan.
    check_device, check_dtype, check_layout, check_stride : bool
        What of two tensors must be the same.
    msg : str or callable, optional
        Text of the error; a function is given the usual one.

    Raises
    ------
    AssertionError
        If they are not close; the text says how many elements differ, and by how much.
    ValueError
        If one tolerance is given without the other.

    >>> torch.testing.assert_close(torch.tensor([1.0]), torch.tensor([1.0 + 1e-7]))
    """
    if (rtol is None) != (atol is None):
        raise ValueError(
            "Both 'rtol' and 'atol' must be either specified or omitted, "
            f"but got no {'rtol' if rtol is None else 'atol'}."
        )
    checks = {
        "device": check_device, "dtype": check_dtype, "layout": check_layout,
        "stride": check_stride,
    }  # fmt: skip
    wanted = {"rtol": rtol, "atol": atol, "equal_nan": equal_nan, "checks": checks}
    complaint = _mismatch_text(actual, expected, wanted, allow_subclasses, "")
    if complaint is None:
        return
    if callable(msg):
        complaint = msg(complaint)
    raise AssertionError(complaint if msg is None or callable(msg) else msg)


def _mismatch_text(actual, expected, options, allow_subclasses: bool, where: str) -> str | None:
    """Return the text of the first difference, ending in ``where``; None if all is close."""
    if isinstance(actual, Mapping) and isinstance(expected, Mapping):
        if actual.keys() != expected.keys():
            missing = sorted(expected.keys() - actual.keys(), key=str)
            further = sorted(actual.keys() - expected.keys(), key=str)
            return (
                f"The keys of the mappings do not match:\n"
                f"Missing keys in the actual mapping: {missing}\n"
                f"Additional keys in the actual mapping: {further}{where}"
            )
        pairs = [(f"[{key!r}]", actual[key], expected[key]) for key in expected]
    elif _is_sequence(actual) and _is_sequence(expected):
        if len(actual) != len(expected):
            return f"The length of the sequences mismatch: {len(actual)} != {len(expected)}{where}"
        pairs = [(f"[{at}]", a, e) for at, (a, e) in enumerate(zip(actual, expected, strict=True))]
    else:
        return _leaf_mismatch_text(actual, expected, options, allow_subclasses, where)
    for index, a, e in pairs:
        item = where or f"\n\nThe failure occurred for item {index}"
        found = _mismatch_text(a, e, options, allow_subclasses, item)
        if found is not None:
            return found
    return None


def _is_sequence(value) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _leaf_mismatch_text(actual, expected, options, allow_subclasses, where) -> str | None:
    """Return the text of a difference, None if close; TypeError for other classes."""
    numbers = isinstance(actual, (int, float, complex)) and isinstance(
        expected, (int, float, complex)
    )
    if actual is None or expected is None or isinstance(actual, str) or isinstance(expected, str):
        if actual == expected:
            return None
        return f"{actual!r} is no tensor-like that could be close to {expected!r}{where}"
    if not (allow_subclasses or numbers) and type(actual) is not type(expected):
        raise TypeError(f"{type(actual)} and {type(expected)} were given; they must be the same")
    if numbers:  # in Python's own precision
        kind = np.result_type(actual, expected)
        return _array_mismatch_text(
            *(np.asarray(each, kind) for each in (actual, expected)), options, where
        )
    first, other = as_tensor(actual), as_tensor(expected)
    if first.shape != other.shape:
        return (
            f"The values for attribute 'shape' do not match: {first.shape} != {other.shape}.{where}"
        )
    for name, is_checked in options["checks"].items():
        one, two = (
            getattr(each, name)() if name == "stride" else getattr(each, name)
            for each in (first, other)
        )
        if is_checked and one != two:
            return f"The values for attribute '{name}' do not match: {one} != {two}.{where}"
    return _array_mismatch_text(to_numpy(first.detach()), to_numpy(other.detach()), options, where)


def _array_mismatch_text(a: np.ndarray, e: np.ndarray, options: dict, where: str) -> str | None:
    """Return the text of differences, None if close; rtol None: both tolerances by dtype."""
    rtol, atol = options["rtol"], options["atol"]
    if rtol is None:
        found = [_TOLERANCES.get(each.dtype.name, (0.0, 0.0)) for each in (a, e)]
        rtol, atol = (max(pair) for pair in zip(*found, strict=True))
    a, e = (each.astype(np.int64) if each.dtype.kind in "biu" else each for each in (a, e))
    with np.errstate(all="ignore"):
        close = (a == e) | (np.isfinite(a - e) & (np.abs(a - e) <= atol + rtol * np.abs(e)))
        if options["equal_nan"]:
            close |= np.isnan(a) & np.isnan(e)
        if close.all():
            return None
        error = np.abs(a - e)
        relative = error / np.abs(e)
        if a.dtype.kind == "i":
            relative = relative.astype(np.float32)
    exact = not rtol and not atol
    allowed = ("", "") if exact else (f" (up to {atol} allowed)", f" (up to {rtol} allowed)")
    if not a.ndim:
        equal = "equal" if exact else "close"
        return (
            f"Scalars are not {equal}!\n\nExpected {e} but got {a}.\n"
            f"Absolute difference: {error}{allowed[0]}\n"
            f"Relative difference: {relative}{allowed[1]}"
            f"{where}"
        )
    wrong = ~close
    count, total = int(wrong.sum()), wrong.size
    greatest = []
    for values in (error, relative):
        at = np.unravel_index(np.argmax(np.where(wrong, values, -1.0)), a.shape)
        greatest.append((values[at].item(), tuple(int(i) for i in at)))
    return (
        f"Tensor-likes are not {'equal' if exact else 'close'}!\n\n"
        f"Mismatched elements: {count} / {total} ({count / total:.1%})\n"
        f"Greatest absolute difference: {greatest[0][0]} at index {greatest[0][1]}{allowed[0]}\n"
        f"Greatest relative difference: {greatest[1][0]} at index {greatest[1][1]}{allowed[1]}"
        f"{where}"
    )
