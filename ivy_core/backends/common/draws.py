"""Random draws: the shape and the dtype of what is drawn, and the checks of its parameters."""

from __future__ import annotations

import numpy as np

from ivy_core.defaults import current
from ivy_core.dtypes import Dtype, as_dtype, promote_dtypes
from ivy_core.utils.assertions import check_less
from ivy_core.utils.exceptions import IvyBroadcastShapeError, IvyTypeError, IvyValueError


def drawn_shape(function: str, shape, *parameters) -> tuple[int, ...]:
    """Return the shape to draw: ``shape``, or what the parameters broadcast to.

    Raises
    ------
    IvyBroadcastShapeError
        If the parameters do not broadcast, or not to ``shape``.
    """
    shapes = [tuple(p.shape) for p in parameters if hasattr(p, "shape")]
    try:
        own = np.broadcast_shapes(*shapes)
        if shape is None or np.broadcast_shapes(own, shape) == tuple(shape):
            return own if shape is None else tuple(shape)
    except ValueError:
        pass
    given = ", ".join(map(str, shapes))
    wanted = "one shape" if shape is None else f"shape {tuple(shape)}"
    raise IvyBroadcastShapeError(f"{function}: parameters of shapes {given} do not fit {wanted}")


def float_dtype(function: str, dtype, *parameters) -> Dtype:
    """Return the dtype to draw: ``dtype``, or that of floating parameters, or the default.

    Raises
    ------
    IvyTypeError
        If ``dtype`` is not floating.
    """
    if dtype is None:
        found = [as_dtype(p.dtype) for p in parameters if hasattr(p, "dtype")]
        found = [each for each in found if each.is_float]
        return promote_dtypes(tuple(found)) if found else current.float
    dtype = as_dtype(dtype)
    if not dtype.is_float:
        raise IvyTypeError(f"{function}: dtype {dtype} was given; floating dtypes are allowed")
    return dtype


def int_dtype(function: str, dtype) -> Dtype:
    """Return the dtype to draw: ``dtype``, or the default integer one.

    Raises
    ------
    IvyTypeError
        If ``dtype`` is not an integer one.
    """
    dtype = current.int if dtype is None else as_dtype(dtype)
    if not dtype.is_int:
        raise IvyTypeError(f"{function}: dtype {dtype} was given; integer dtypes are allowed")
    return dtype


def check_order(function: str, low, high, strict: bool = False) -> None:
    """Raise unless ``low`` is at most ``high``, below it if ``strict``; traced arrays pass.

    Raises
    ------
    IvyValueError
        If it is not so, for any element.
    """
    try:
        check_less(low, high, allow_equal=not strict)
    except IvyValueError as err:
        raise IvyValueError(f"{function}: bounds out of order were given; {err}") from None


def check_fits(function: str, low, high, dtype: Dtype) -> None:
    """Raise unless the integers from ``low`` to below ``high`` fit ``dtype``.

    Raises
    ------
    IvyValueError
        If they do not, for any element.
    """
    info = np.iinfo(str(dtype))
    try:
        if info.min > np.iinfo(np.int64).min:
            check_less(int(info.min), low, allow_equal=True)
        if info.max < np.iinfo(np.int64).max:
            check_less(high, int(info.max) + 1, allow_equal=True)
    except IvyValueError as err:
        raise IvyValueError(f"{function}: bounds beyond {dtype} were given; {err}") from None


def check_probability(function: str, probs) -> None:
    """Raise unless probabilities lie in [0, 1]; traced arrays pass.

    Raises
    ------
    IvyValueError
        If one does not.
    """
    try:
        check_less(0, probs, allow_equal=True)
        check_less(probs, 1, allow_equal=True)
    except IvyValueError as err:
        raise IvyValueError(f"{function}: no probability was given; {err}") from None


def check_one(probs, logits) -> None:
    """Raise unless one of two parametrisations is given.

    Raises
    ------
    IvyValueError
        If none or both are.
    """
    if (probs is None) == (logits is None):
        given = "neither" if probs is None else "both"
        raise IvyValueError(f"bernoulli: {given} of probs and logits was given; one is needed")


def check_population(population_size: int, num_samples: int, probs, replace: bool) -> None:
    """Raise unless samples of a population can be drawn.

    Raises
    ------
    IvyValueError
        If the probabilities are not one for each member, or there are fewer members than samples
        that are all to differ.
    """
    if probs is not None and (not probs.shape or probs.shape[-1] != population_size):
        raise IvyValueError(
            f"multinomial: probs of shape {tuple(probs.shape)} were given for a population of "
            f"{population_size}; the last axis must be as long"
        )
    if not replace and num_samples > population_size:
        raise IvyValueError(
            f"multinomial: {num_samples} samples without replacement were asked for; "
            f"the population has {population_size}"
        )


def check_positive(function: str, **parameters) -> None:
    """Raise unless parameters are positive; traced arrays pass.

    Raises
    ------
    IvyValueError
        If an element of one is not.
    """
    for name, value in parameters.items():
        try:
            check_less(0, value)
        except IvyValueError as err:
            raise IvyValueError(
                f"{function}: {name} must be positive in each element; {err}"
            ) from None


def dirichlet_shape(alpha, size) -> tuple[int, ...]:
    """Return the shape of draws of a Dirichlet distribution: ``size`` and that of ``alpha``.

    Raises
    ------
    IvyValueError
        If ``alpha`` has no axis.
    """
    if len(alpha.shape) == 0:
        raise IvyValueError(
            "dirichlet: alpha has 0 dimensions; at least 1 is needed, for the shares of a whole"
        )
    size = () if size is None else (size,) if isinstance(size, int) else tuple(size)
    return (*size, *alpha.shape)
