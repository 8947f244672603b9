"""Windows that slide over the spatial axes of an array: options, paddings, lengths.

Convolutions and poolings share these. Whatever is said here follows from shapes and options alone;
no value of an array is read.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence

from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

_LAST = {1: ("NWC", "NLC"), 2: ("NHWC",), 3: ("NDHWC",)}
_FIRST = {1: ("NCW", "NCL"), 2: ("NCHW",), 3: ("NCDHW",)}


def frozen(value):
    """Return an option with tuples in place of lists, so that plans can be kept by it."""
    if isinstance(value, (list, tuple)):
        return tuple([frozen(v) for v in value])
    return value


def whole(function: str, name: str, value) -> int:
    """Return an option as an int.

    Raises
    ------
    IvyTypeError
        If it is none.
    """
    try:
        return operator.index(value)
    except TypeError:
        raise IvyTypeError(f"{function}: {name} {value!r} was given; integers are needed") from None


def per_axis(function: str, name: str, value, dims: int, least: int = 1) -> tuple[int, ...]:
    """Return an option as one int for each spatial axis.

    Raises
    ------
    IvyValueError
        If there are too few or too many, or one is below ``least``.
    IvyTypeError
        If one is no integer.
    """
    several = isinstance(value, Sequence) and not isinstance(value, str)
    given = tuple([whole(function, name, v) for v in (value if several else (value,))])
    if len(given) not in (1, dims):
        raise IvyValueError(
            f"{function}: {len(given)} {name} were given for {dims} spatial axes; "
            f"one is needed, or {dims}"
        )
    if min(given) < least:
        raise IvyValueError(f"{function}: {name} {value} were given; {least} is the least")
    return given if len(given) == dims else given * dims


def channels_are_last(function: str, name: str, value, dims: int) -> bool:
    """Return whether a data format has the channels behind the spatial axes.

    Raises
    ------
    IvyValueError
        If there is no such format for so many spatial axes.
    """
    if value == "channel_last" or value in _LAST[dims]:
        return True
    if value == "channel_first" or value in _FIRST[dims]:
        return False
    allowed = ", ".join(map(repr, (*_LAST[dims], *_FIRST[dims], "channel_last", "channel_first")))
    raise IvyValueError(
        f"{function}: {name} {value!r} was given for {dims} spatial axes; {allowed} are allowed"
    )


def extent(kernel: int, dilation: int) -> int:
    """Return over how many elements a dilated kernel reaches.

    Examples
    --------
    >>> from ivy_core.backends.common.sliding import extent
    >>> extent(3, 1), extent(3, 2)
    (3, 5)
    """
    return (kernel - 1) * dilation + 1


def same_padding(length: int, reach: int, stride: int) -> tuple[int, int]:
    """Return the padding with which there is a window for each stride: TensorFlow's 'SAME'.

    What is odd goes to the end. With a stride of one it is PyTorch's ``padding='same'``.
    """
    windows = -(-length // stride)
    needed = max((windows - 1) * stride + reach - length, 0)
    return needed // 2, needed - needed // 2


def named_padding(function: str, padding) -> str | None:
    """Return 'SAME' or 'VALID' for a padding that is given by name, None for numbers.

    Raises
    ------
    IvyValueError
        If it has another name.
    """
    if not isinstance(padding, str):
        return None
    name = padding.upper()
    if name not in ("SAME", "VALID"):
        raise IvyValueError(
            f"{function}: padding {padding!r} was given; 'SAME', 'VALID', an integer, integers or "
            "pairs of them are allowed"
        )
    return name


def paddings(
    function: str,
    padding,
    lengths: tuple[int, ...],
    reaches: tuple[int, ...],
    strides: tuple[int, ...],
) -> tuple[tuple[int, int], ...]:
    """Count the elements that are put before and behind each spatial axis.

    Parameters
    ----------
    padding : str, int, sequence of int, or sequence of (int, int)
        'SAME', 'VALID', or numbers of elements.
    lengths, reaches, strides : tuple of int
        Of the axes, of the kernel along them with its dilation, and of the windows' steps.

    Raises
    ------
    IvyValueError
        If the name is unknown, a number is negative, or their number does not fit.
    """
    name = named_padding(function, padding)
    if name == "VALID":
        return ((0, 0),) * len(lengths)
    if name == "SAME":
        axes = zip(lengths, reaches, strides, strict=True)
        return tuple([same_padding(*axis) for axis in axes])
    return pairs(function, padding, len(lengths))


def pairs(function: str, padding, dims: int) -> tuple[tuple[int, int], ...]:
    """Return a padding of numbers as a pair for each spatial axis; see :func:`paddings`."""
    several = isinstance(padding, Sequence)
    given = tuple(padding) if several else (padding,)
    if len(given) not in (1, dims):
        raise IvyValueError(
            f"{function}: {len(given)} paddings were given for {dims} spatial axes; "
            f"one is needed, or {dims}"
        )
    found = []
    for each in given:
        pair = tuple(each) if isinstance(each, Sequence) else (each, each)
        if len(pair) != 2:
            raise IvyValueError(
                f"{function}: padding {padding!r} was given; a pair has 2 numbers, not {len(pair)}"
            )
        found.append(tuple([whole(function, "padding", n) for n in pair]))
    if min(map(min, found)) < 0:
        raise IvyValueError(f"{function}: padding {padding!r} was given; 0 is the least")
    return tuple(found) if len(found) == dims else tuple(found) * dims
