"""The classes of tensors by their type of numbers: ``torch.LongTensor`` and its kin.

They are what PyTorch had before ``dtype``: each makes tensors of one type, tells whether a tensor
has it (``isinstance``), and names it for ``Tensor.type`` and ``set_default_tensor_type``.
"""

from __future__ import annotations

from frontends.torch.dispatch.docstrings import citing

from ..operations.creation import empty, tensor
from . import dtypes
from .layouts import strided
from .size import Size
from .tensor import Tensor


class LegacyType(type):
    """Metaclass: a tensor is an instance of the class that has its type of numbers."""

    dtype: dtypes.dtype

    def __instancecheck__(cls, instance) -> bool:
        return (
            isinstance(instance, Tensor)
            and instance.dtype is cls.dtype
            and instance.layout is strided
        )

    def __call__(cls, *data, device=None) -> Tensor:
        """Return a tensor of sizes, or of values.

        Parameters
        ----------
        *data : int, one Size, or one sequence
            Sizes give a tensor of these sizes, not initialised, a sequence its values.
        device : device-like, optional

        Returns
        -------
        Tensor
            Of the class's type; on the memory of a tensor that is given.

        Raises
        ------
        TypeError
            If a tensor of another type is given.
        """
        if len(data) == 1 and isinstance(data[0], Size):
            return empty(tuple(data[0]), dtype=cls.dtype, device=device)
        if len(data) == 1 and isinstance(data[0], Tensor):
            if data[0].dtype is not cls.dtype:
                raise TypeError(f"expected a tensor of {cls.dtype} (got {data[0].dtype})")
            return data[0].detach()
        if len(data) == 1 and not isinstance(data[0], int):
            return tensor(data[0], dtype=cls.dtype, device=device)
        return empty(data if data else (0,), dtype=cls.dtype, device=device)

    def __repr__(cls) -> str:
        return f"<class 'torch.{cls.__name__}'>"


_NOT_THERE = frozenset({"complex64", "complex128", "uint16", "uint32", "uint64"})  # in PyTorch
LEGACY_TYPES = {
    text: LegacyType(text, (), {"dtype": dtypes.dtype_named(name), "__module__": "torch"})
    for name, text in dtypes.LEGACY_NAMES.items()
    if name not in _NOT_THERE
}
globals().update(LEGACY_TYPES)


@citing("torch.{}")
def set_default_tensor_type(t) -> None:
    """Set the type of new floating tensors by a class, or by its name.

    Parameters
    ----------
    t : class or str
        ``torch.DoubleTensor`` or ``"torch.DoubleTensor"``.

    Raises: TypeError if it is no such class, or its numbers are not floating.

    >>> torch.set_default_tensor_type(torch.DoubleTensor)
    >>> torch.ones(1).dtype
    torch.float64
    >>> torch.set_default_tensor_type("torch.FloatTensor")
    """
    chosen = LEGACY_TYPES.get(t.rpartition(".")[2]) if isinstance(t, str) else t
    if not isinstance(chosen, LegacyType):
        raise TypeError(f"invalid type object: {t!r} is no class of tensors such as FloatTensor")
    if not chosen.dtype.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    dtypes.set_default_dtype(chosen.dtype)


__all__ = [  # noqa: PLE0604  (names, all of them strings)
    *LEGACY_TYPES,
    "LEGACY_TYPES",
    "LegacyType",
    "set_default_tensor_type",
]
