"""In which order PyTorch's results lie in memory: the strides of a result, by those of operands.

All in tuples of ints, without tensors: a layout is a shape and how many elements of memory it is
from one element to the next along each dimension.
"""

from __future__ import annotations

from collections.abc import Sequence

from frontends.torch.dispatch.docstrings import citing

from .layouts import channels_last, channels_last_3d, contiguous_format, memory_format

Layout = tuple[tuple[int, ...], tuple[int, ...]]


def steps_in_order(shape: Sequence[int]) -> tuple[int, ...]:
    """Return the steps of elements that lie one behind the other.

    Examples
    --------
    >>> steps_in_order((2, 3, 4))
    (12, 4, 1)
    """
    return steps_along(shape, range(len(shape)))


def steps_along(shape: Sequence[int], axes: Sequence[int]) -> tuple[int, ...]:
    """Return the steps of a dense layout whose axes lie in an order, the outermost first.

    Examples
    --------
    >>> steps_along((2, 3, 4), (2, 0, 1))
    (3, 1, 6)
    """
    steps, step = [0] * len(shape), 1
    for axis in reversed(axes):
        steps[axis] = step
        step *= max(shape[axis], 1)
    return tuple(steps)


def from_outermost(shape: Sequence[int], operands: Sequence[Sequence[int]]) -> list[int]:
    """Return the axes of a result from that of the longest steps to that of the shortest.

    What TensorIterator does: the first operand that tells two axes apart decides; axes without
    steps, as of ``expand``, tell nothing, and stay between those beside them.

    Parameters
    ----------
    shape : sequence of int
        That of the result.
    operands : sequence of sequences of int
        The steps of each along the axes of the result.

    Examples
    --------
    >>> from_outermost((4, 3), [(1, 4)]), from_outermost((4, 3), [(0, 1), (1, 4)])
    ([1, 0], [1, 0])
    """
    axes = list(reversed(range(len(shape))))
    for first in range(1, len(axes)):
        here = first
        for other in reversed(range(first)):
            found = _compare_axes(axes[other], axes[here], shape, operands)
            if found > 0:
                axes[other], axes[here], here = axes[here], axes[other], other
            elif found < 0:
                break
    return axes[::-1]


def _compare_axes(a: int, b: int, shape, strides_of_operands) -> int:
    """Return 1, -1 by the larger step in the first operand to tell; 1 if equal, longer; else 0."""
    for steps in strides_of_operands:
        first, second = steps[a], steps[b]
        if not first or not second:
            continue
        if first != second:
            return 1 if first > second else -1
        if shape[a] > shape[b]:
            return 1
    return 0


def is_in_order(shape: Sequence[int], steps: Sequence[int]) -> bool:
    """Return whether elements lie in C order, one behind the other."""
    expected = 1
    for length, step in zip(reversed(shape), reversed(steps), strict=True):
        if length != 1:
            if step != expected:
                return 0 in shape
            expected *= length
    return True


def is_dense(shape: Sequence[int], steps: Sequence[int]) -> bool:
    """Return whether elements lie in some order without gaps, none of them twice."""
    expected = 1
    for step, length in sorted((s, n) for n, s in zip(shape, steps, strict=True) if n > 1):
        if step != expected:
            return 0 in shape
        expected *= length
    return True


_FORMATS = {4: (channels_last, (0, 2, 3, 1)), 5: (channels_last_3d, (0, 2, 3, 4, 1))}


@citing(None)
def steps_of_format(shape: Sequence[int], wanted: memory_format) -> tuple[int, ...]:
    """Return the steps of a dense layout of a memory format.

    Raises: RuntimeError if tensors of that many dimensions have no such format.
    """
    if wanted is contiguous_format:
        return steps_in_order(shape)
    form, axes = _FORMATS.get(len(shape), (None, ()))
    if form is not wanted:
        rank = 4 if wanted is channels_last else 5
        raise RuntimeError(f"required rank {rank} tensor to use {wanted.name} format")
    return steps_along(shape, axes)


def has_format(shape: Sequence[int], steps: Sequence[int], wanted: memory_format) -> bool:
    """Return whether a layout is dense in a memory format: ``is_contiguous(memory_format=...)``."""
    if wanted is contiguous_format:
        return is_in_order(shape, steps)
    form, axes = _FORMATS.get(len(shape), (None, ()))
    if form is not wanted:
        return False
    if 0 in shape:
        return True
    expected = 1
    for axis in reversed(axes):
        if shape[axis] != 1:
            if steps[axis] != expected:
                return False
            expected *= shape[axis]
    return True


def suggested(shape: Sequence[int], steps: Sequence[int]) -> memory_format:
    """Return the memory format that a layout is like; such of channels may have gaps."""
    form, axes = _FORMATS.get(len(shape), (None, ()))
    if form is None or not steps[1] or 0 in shape:
        return contiguous_format
    least = 0
    for axis in reversed(axes):
        if steps[axis] < least or axis == 0 and least == steps[1]:
            return contiguous_format
        least = steps[axis] * max(shape[axis], 1)
    return form


def of_elements(layouts: Sequence[Layout], shape: Sequence[int]) -> tuple[int, ...]:
    """Return the steps of what is computed element by element of operands that broadcast.

    Examples
    --------
    >>> of_elements([((4, 3), (1, 4)), ((), ())], (4, 3))
    (1, 4)
    """
    shape = tuple(shape)
    if 0 in shape or any(len(each) > len(shape) for each, _ in layouts):  # or it is reduced
        return steps_in_order(shape)
    if all(tuple(each) == shape for each, _ in layouts):
        if all(is_in_order(*each) for each in layouts):
            return steps_in_order(shape)
        if len(shape) == 4 and all(has_format(*each, channels_last) for each in layouts):
            return steps_of_format(shape, channels_last)
        first = layouts[0][1]
        if all(steps == first for _, steps in layouts) and is_dense(shape, first):
            return first
    operands = [_broadcast_steps(each, steps, shape) for each, steps in layouts]
    return steps_along(shape, from_outermost(shape, operands))


def _broadcast_steps(own_shape, steps, shape) -> tuple[int, ...]:
    """Return an operand's steps along the axes that ``shape`` has: 0 where it is broadcast."""
    more = len(shape) - len(own_shape)
    pairs = zip(own_shape, steps, shape[more:], strict=True)
    return (0,) * more + tuple([0 if n == 1 != m else step for n, step, m in pairs])


def preserved(shape: Sequence[int], steps: Sequence[int]) -> tuple[int, ...]:
    """Return the steps of a tensor that is made like another: ``preserve_format``."""
    if is_in_order(shape, steps) and 0 in shape:
        return steps_in_order(shape)
    if is_dense(shape, steps):
        return tuple(steps)
    return steps_along(shape, from_outermost(shape, [steps]))


__all__ = [
    "Layout", "from_outermost", "has_format", "is_dense", "is_in_order", "of_elements",
    "preserved", "steps_along", "steps_in_order", "steps_of_format", "suggested",
]  # fmt: skip
