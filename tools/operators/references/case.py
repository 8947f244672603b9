"""What a case of ``tools/accuracy.py`` is, and how its arguments are drawn."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..nests import map_leaves


class NameOfDtype:
    """The class of ``DTYPE``."""


DTYPE = NameOfDtype()
"""Stands among the options for the name of the dtype that is measured."""


@dataclass(frozen=True)
class Drawn:
    """An array that a seeded generator makes, the same for each backend and dtype."""

    make: Callable[[np.random.Generator], np.ndarray]


@dataclass(frozen=True)
class Case:
    """A function, arguments for it, and who says what it should give.

    Attributes
    ----------
    function : str
        Name of the function.
    by : str
        Whose answer counts, as ``"scipy.special.erf"``; it is looked up when it is needed. A
        package alone, as ``"numpy"``, is for a formula that ``call`` writes with it.
    arguments : sequence
        Positional arguments; each ``Drawn`` among them, in lists too, is drawn.
    options : mapping
        Arguments by name, of the function alone; ``DTYPE`` among them becomes the dtype's name.
    named : mapping
        Arrays by name, of the function and of ``call``.
    call : callable, optional
        Called with what ``by`` names and the arguments, in double precision: what is expected.
        Without it the function is called with the arguments as they are.
    seen : callable, optional
        Called with the function's result and the arguments, all NumPy's in double precision: what
        is compared instead of the result, as the product of the factors of a matrix.
    relative : {'element', 'one', 'largest'}
        What an error is divided by: the element that is expected, the same but at least one, or the
        largest element of the array.
    variant : str
        Tells cases of one function apart.
    always_double : bool
        Whether the result is float64 whatever the arguments are, as NumPy has it.
    """

    function: str
    by: str
    arguments: Sequence[Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    named: Mapping[str, Any] = field(default_factory=dict)
    call: Callable[..., Any] | None = None
    seen: Callable[..., Any] | None = None
    relative: str = "element"
    variant: str = ""
    always_double: bool = False

    @property
    def name(self) -> str:
        """The function, and the variant where there is one."""
        return f"{self.function}, {self.variant}" if self.variant else self.function

    def expected(
        self,
        arguments: Sequence[Any],
        named: Mapping[str, Any],
        tensor: Callable[[np.ndarray], Any] | None = None,
    ) -> Any:
        """Return what the reference gives for arguments in double precision.

        ``tensor`` makes a tensor of an array for a function of PyTorch's, of another dtype.
        """
        reference = _find(self.by, tensor)
        with np.errstate(all="ignore"):
            if self.call is not None:
                return self.call(reference, *arguments, **named)
            return reference(*arguments, **named)


def _find(path: str, tensor: Callable[[np.ndarray], Any] | None = None):
    """Return what a dotted name means; a function of PyTorch's takes and gives NumPy's arrays.

    It computes on the memory of the arrays, so that what it changes in place is seen.
    """
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for name in parts[length:]:
            found = getattr(found, name)
        return _on_numpy(found, tensor) if parts[0] == "torch" and callable(found) else found
    raise LookupError(path)


def _on_numpy(function, tensor=None):
    import torch

    def shared(x):
        return torch.from_numpy(np.ascontiguousarray(x))

    def array(x):
        return x.numpy() if tensor is None or not x.is_floating_point() else x.double().numpy()

    def called(*args, **kwargs):
        args, kwargs = map_leaves((args, kwargs), np.ndarray, tensor or shared)
        with torch.no_grad():
            made = function(*args, **kwargs)
        return map_leaves(made, torch.Tensor, array)

    return called


def normal(*shape: int, scale: float = 1.0, shift: float = 0.0) -> Drawn:
    """Numbers of a normal distribution."""
    return Drawn(lambda rng: rng.normal(shift, scale, shape or 1000))


def between(low: float, high: float, *shape: int) -> Drawn:
    """Numbers that are equally likely everywhere in an interval."""
    return Drawn(lambda rng: rng.uniform(low, high, shape or 1000))


def powers(low: float, high: float, *shape: int, signed: bool = True) -> Drawn:
    """Numbers whose decimal exponents are equally likely in an interval; of both signs."""

    def make(rng):
        signs = rng.choice([-1.0, 1.0], shape or 1000) if signed else 1.0
        return signs * 10.0 ** rng.uniform(low, high, shape or 1000)

    return Drawn(make)


def waves(*shape: int) -> Drawn:
    """Complex numbers of a normal distribution."""
    return Drawn(lambda rng: rng.normal(size=shape) + 1j * rng.normal(size=shape))


def integers(low: int, high: int, *shape: int) -> Drawn:
    """Integers from ``low`` to below ``high``."""
    return Drawn(lambda rng: rng.integers(low, high, shape or 1000))


def counts(low: int, high: int, *shape: int) -> Drawn:
    """Whole numbers from ``low`` to below ``high``, as floating-point numbers."""
    return Drawn(lambda rng: rng.integers(low, high, shape or 1000).astype(np.float64))


def probabilities(*shape: int) -> Drawn:
    """Positive numbers whose sum along the last axis is one."""

    def make(rng):
        made = rng.uniform(0.05, 1, shape)
        return made / made.sum(-1, keepdims=True)

    return Drawn(make)


def definite(size: int, *batch: int) -> Drawn:
    """Symmetric positive definite matrices of a condition of some tens."""

    def make(rng):
        made = rng.normal(size=(*batch, size, size))
        return made @ np.swapaxes(made, -1, -2) / size + np.eye(size)

    return Drawn(make)


def regular(size: int, *batch: int) -> Drawn:
    """Square matrices of a condition of some tens."""
    return Drawn(lambda rng: rng.normal(size=(*batch, size, size)) / size + np.eye(size))


def of(function: Callable[[np.random.Generator], np.ndarray]) -> Drawn:
    """Whatever a function makes with the generator."""
    return Drawn(function)
