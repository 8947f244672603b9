"""Decorators for functions of networks: with ``inplace=``, or composed of others."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable

import numpy as np

from frontends.torch.autograd import tape
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.dispatch.func_wrapper import (
    Composed,
    Function,
    plain_tensor,
    published,
    torch_name,
)
from frontends.torch.dispatch.inplace import write_result
from frontends.torch.dispatch.outputs import shown
from frontends.torch.tensors.dtypes import dtype as torch_dtype
from frontends.torch.tensors.tensor import Tensor, to_numpy


class Activation(Function, repeats=True):
    """A function of each element that may write its result into its argument: ``inplace=``."""

    __slots__ = ()

    def by_body(self, args: tuple, kwargs: dict):
        if kwargs.get("inplace") or self._asks_inplace_by_position(args):
            args = list(args)
            options = {name: value for name, value in kwargs.items() if name != "inplace"}
            for given, name in zip(args[1:], self.parameters[1:], strict=False):
                if name != "inplace":
                    options[name] = given
            target = args[0] if args else options.pop("input")
            return write_result(self, target, (), options)
        return super().by_body(args, kwargs)

    def takes_plainly(self, args: tuple, kwargs: dict) -> bool:
        if kwargs.get("inplace") or self._asks_inplace_by_position(args):
            return False
        return super().takes_plainly(args, kwargs)

    def _asks_inplace_by_position(self, args: tuple) -> bool:
        at = self.parameters.index("inplace")
        return len(args) > at and bool(args[at])


class Writing(Function):
    """A function of the package that writes its result into its argument: ``relu_``."""

    __slots__ = ()

    def by_body(self, args: tuple, kwargs: dict):
        options = dict(kwargs)
        target = args[0] if args else options.pop("input")
        return write_result(self, target, tuple(args[1:]), options)


class CallingBack(Composed):
    """A composed function that calls one of the user's, which takes tensors of this frontend.

    Real PyTorch would hand it its own tensors: the body runs on each backend.
    """

    __slots__ = ()

    def general(self, args: tuple, kwargs: dict):
        return self.by_body(args, kwargs)


class Checked(Function):
    """A function that looks at values before it computes: an index that is out of range.

    Where nothing can be read, in a trace, nothing is looked at.
    """

    __slots__ = ("check",)

    def by_body(self, args: tuple, kwargs: dict):
        bound = {**dict(zip(self.parameters, args, strict=False)), **kwargs}
        self.check(**bound)
        return super().by_body(args, kwargs)


def checked(check: Callable) -> Callable:
    """Declare a function whose arguments a check looks at first.

    Parameters
    ----------
    check : callable
        Takes the arguments of the call by name; raises where a value is not allowed.
    """

    def declare(body: Callable) -> Callable:
        function = Checked(body, torch_name(body))
        function.check = check
        return published(function, None, body)

    return declare


def values_of(x) -> np.ndarray | None:
    """Return the values of a tensor on the host; None where a trace hides them."""
    if not isinstance(x, Tensor) or tape.is_traced(x):
        return None
    return to_numpy(plain_tensor(x))


def activation(body: Callable) -> Callable:
    """Declare a function with the option ``inplace``, which its body need not look at."""
    return published(Activation(body, torch_name(body)), None, body)


def writing(body: Callable, name: str) -> Callable:
    """Declare the function that writes the result of a body into its argument.

    Parameters
    ----------
    name : str
        PyTorch's dotted name, ``torch.nn.functional.relu_``.
    """
    function = Writing(body, name)
    function.differentiated_as = name.rpartition(".")[2].rstrip("_")
    return published(function, None, body)


def composed(
    body: Callable | None = None, *, name: str | None = None, calls_back: bool = False
) -> Callable:
    """Declare a function whose body is written with functions of the frontend.

    Parameters
    ----------
    name : str, optional
        PyTorch's dotted name; found from the module and the name of the body.
    calls_back : bool
        Whether it calls a function of the user's.
    """
    if body is None:
        return functools.partial(composed, name=name, calls_back=calls_back)
    kind = CallingBack if calls_back else Composed
    return published(kind(body, name or torch_name(body)), None, body)


def require_floats(x: Tensor, kernel: str) -> None:
    """Refuse tensors of other than floating-point numbers, in the words of PyTorch's kernels."""
    require_kind(x.dtype, kernel, x.dtype.is_floating_point)


def require_inexact(x: Tensor, kernel: str) -> None:
    """Refuse tensors of neither floating-point nor complex numbers."""
    require_kind(x.dtype, kernel, x.dtype.is_floating_point or x.dtype.is_complex)


@citing(None)
def require_kind(kind: torch_dtype, kernel: str, is_taken: bool) -> None:
    """Say that a kernel does not take a type.

    Raises: NotImplementedError unless ``is_taken``.
    """
    if not is_taken:
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{shown(kind)}'")


@citing(None)
def reduction_of(reduction: str, size_average, reduce) -> str:
    """Choose a loss's reduction: the older options win, with a warning.

    Raises: ValueError if there is no such reduction.
    """
    if size_average is not None or reduce is not None:
        average = size_average is None or size_average
        reduction = "none" if reduce is False else "mean" if average else "sum"
        warnings.warn(
            "size_average and reduce args will be deprecated, please use "
            f"reduction='{reduction}' instead.",
            stacklevel=6,
        )
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return reduction


__all__ = [
    "Activation", "Checked", "Composed", "Writing", "activation", "checked", "composed",
    "reduction_of", "require_floats", "require_inexact", "require_kind", "values_of", "writing",
]  # fmt: skip
