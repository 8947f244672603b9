"""``torch.Size``: the shape of a tensor."""

from __future__ import annotations

import math
import operator

from frontends.torch.dispatch.docstrings import citing


@citing("``torch.{}``")
class Size(tuple):
    """Lengths of a tensor's dimensions: a tuple whose slices and sums are sizes again.

    Parameters
    ----------
    lengths : iterable of int, optional
        The lengths; none for a tensor without dimensions.

    Raises: TypeError if something among them is no integer.

    Examples
    --------
    >>> from frontends.torch.tensors.size import Size
    >>> Size([2, 3, 4])[1:], Size([2, 3]) + (4,), Size([2, 3]).numel()
    (torch.Size([3, 4]), torch.Size([2, 3, 4]), 6)
    """

    __slots__ = ()

    def __new__(cls, *lengths) -> Size:
        made = tuple.__new__(cls, *lengths)
        for item in made:
            if type(item) is not int:
                return tuple.__new__(cls, _items_as_ints(made))
        return made

    def numel(self) -> int:
        """Count the elements of a tensor of this size.

        References
        ----------
        PyTorch documentation, ``torch.Size``.

        Examples
        --------
        >>> from frontends.torch.tensors.size import Size
        >>> Size([2, 3]).numel(), Size([]).numel()
        (6, 1)
        """
        return math.prod(self)

    def __repr__(self) -> str:
        return f"torch.Size([{', '.join(map(str, self))}])"

    def __getitem__(self, index):
        found = tuple.__getitem__(self, index)
        return size_of(found) if type(index) is slice else found

    def __add__(self, other) -> Size:
        if not isinstance(other, tuple):
            raise TypeError(
                f"can only concatenate tuple (not {type(other).__name__}) to torch.Size"
            )
        return Size(tuple.__add__(self, other))

    def __radd__(self, other) -> Size:
        return Size(other + tuple(self)) if isinstance(other, tuple) else NotImplemented

    def __mul__(self, count) -> Size:
        if not hasattr(count, "__index__"):
            raise TypeError(f"can't multiply sequence by non-int of type '{type(count).__name__}'")
        return size_of(tuple.__mul__(self, count))

    __rmul__ = __mul__

    def __reduce__(self):
        return (_unpickled, (tuple(self),))


Size.__module__ = "torch"


def size_of(lengths: tuple[int, ...]) -> Size:
    """Return the size with these lengths, which are known to be integers.

    Examples
    --------
    >>> from frontends.torch.tensors.size import size_of
    >>> size_of((2, 3))
    torch.Size([2, 3])
    """
    return tuple.__new__(Size, lengths)


def _items_as_ints(items) -> list[int]:
    """Return items as integers: those of Python, of NumPy, and tensors of one."""
    found = []
    for position, item in enumerate(items):
        try:
            found.append(operator.index(item))
        except TypeError:
            raise TypeError(
                f"torch.Size() takes an iterable of 'int' (item {position} is "
                f"'{type(item).__name__}')"
            ) from None
    return found


def _unpickled(lengths) -> Size:
    # pickle looks a class up by module and name, and finds PyTorch's own under those of Size
    return Size(lengths)


__all__ = ["Size", "size_of"]
