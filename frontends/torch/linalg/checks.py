"""Checks of the arguments of matrix functions."""

from __future__ import annotations

from frontends.torch.dispatch.docstrings import citing
from ivy_core.utils.exceptions import IvyException

from ..autograd.bodies import note_unlooked
from ..dispatch.errors import LinAlgError
from ..dispatch.func_wrapper import ivy
from ..dispatch.outputs import shown
from ..tensors.tensor import Tensor


@citing(None)
def matrices(x: Tensor, name: str, argument: str = "A") -> Tensor:
    """Refuse what is no stack of matrices of fractions.

    Raises: RuntimeError for fewer than two dimensions, whole numbers, or half precision.
    """
    if x.ndim < 2:
        raise RuntimeError(f"{name}: The input tensor {argument} must have at least 2 dimensions.")
    floats(x, name)
    return x


def floats(x: Tensor, name: str) -> None:
    """Refuse whole numbers and half precision."""
    if x.dtype.kind in "iub":
        raise RuntimeError(
            f"{name}: Expected a floating point or complex tensor as input. Got {shown(x.dtype)}"
        )
    if x.dtype.itemsize < 4:
        raise RuntimeError(f"{name}: Low precision dtypes not supported. Got {shown(x.dtype)}")


@citing(None)
def square(x: Tensor, name: str, argument: str = "A") -> Tensor:
    """Refuse what is no stack of square matrices of fractions.

    Raises: RuntimeError for other shapes or types.
    """
    if x.ndim < 2:
        raise RuntimeError(f"{name}: The input tensor {argument} must have at least 2 dimensions.")
    if x.shape[-1] != x.shape[-2]:
        raise RuntimeError(
            f"{name}: {argument} must be batches of square matrices, but they are "
            f"{x.shape[-2]} by {x.shape[-1]} matrices"
        )
    floats(x, name)
    return x


def refuse_singular(call, name: str):
    """Make a call and raise its failure in PyTorch's words."""
    note_unlooked()  # in a trace nothing fails
    try:
        return call()
    except (IvyException, ArithmeticError) as err:
        if name.endswith("linalg.solve"):
            raise LinAlgError(
                f"{name}: The solver failed because the input matrix is singular."
            ) from err
        raise LinAlgError(
            f"{name}: The diagonal element 1 is zero, the inversion could not be completed because "
            "the input matrix is singular."
        ) from err


def info_of(x: Tensor) -> Tensor:
    """Return zeros, one a matrix: nothing went wrong."""
    return ivy.zeros(tuple(x.shape[:-2]), dtype="int32")
