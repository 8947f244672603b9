"""``torch.autograd.Variable``: what tensors with gradients were called before they were tensors."""

from __future__ import annotations

from ..dispatch.errors import entry
from ..tensors.tensor import Tensor


class _VariableType(type):
    def __instancecheck__(cls, instance) -> bool:
        return isinstance(instance, Tensor)

    @entry
    def __call__(cls, data, requires_grad: bool = False, volatile: bool | None = None) -> Tensor:
        if not isinstance(data, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type(data).__name__}")
        return data.detach().requires_grad_(requires_grad)


class Variable(metaclass=_VariableType):
    """Return a tensor on the memory of another, a leaf that may want gradients.

    Parameters
    ----------
    data : Tensor
    requires_grad : bool

    Raises
    ------
    TypeError
        If it is given no tensor.

    References
    ----------
    PyTorch documentation, "Automatic differentiation package", Variable (deprecated).

    Examples
    --------
    >>> import frontends.torch as torch
    >>> torch.autograd.Variable(torch.ones(1), requires_grad=True)
    tensor([1.], requires_grad=True)
    """
