"""Special functions of each element."""

from __future__ import annotations

from typing import Any

from ..dispatch.func_wrapper import ivy, torch_function
from ..operations import pointwise, reductions
from ..operations.pointwise import copy_of_function, in_floats
from ..tensors.tensor import Tensor

TensorLike = Number = Any

# PyTorch's name and the core's, where one call of the core is the whole function
_OF_ONE = {
    "airy_ai": "airy_ai", "bessel_j0": "j0", "bessel_j1": "j1", "bessel_y0": "y0",
    "bessel_y1": "y1", "entr": "entr", "erfcx": "erfcx", "i0e": "i0e", "i1": "i1", "i1e": "i1e",
    "log_ndtr": "log_ndtr", "modified_bessel_i0": "i0", "modified_bessel_i1": "i1",
    "modified_bessel_k0": "k0", "modified_bessel_k1": "k1", "ndtr": "ndtr", "ndtri": "ndtri",
    "scaled_modified_bessel_k0": "k0e", "scaled_modified_bessel_k1": "k1e",
    "spherical_bessel_j0": "spherical_bessel_j0",
}  # fmt: skip
_POLYNOMIALS = """
    chebyshev_polynomial_t chebyshev_polynomial_u chebyshev_polynomial_v chebyshev_polynomial_w
    hermite_polynomial_h hermite_polynomial_he laguerre_polynomial_l legendre_polynomial_p
    shifted_chebyshev_polynomial_t shifted_chebyshev_polynomial_u shifted_chebyshev_polynomial_v
    shifted_chebyshev_polynomial_w
""".split()


def _declare_function(name: str, body):
    """Return the public ``torch.special.<name>`` of a body, with name and docs."""
    body.__name__ = body.__qualname__ = name
    body.__doc__ = (
        f"Compute PyTorch's ``{name}`` of each element.\n\n"
        f"    References: PyTorch documentation, torch.special.{name}."
    )
    return torch_function(body, name=f"torch.special.{name}")


def _declare_unary(name: str, core: str):
    def body(input: TensorLike, *, out=None) -> Tensor:
        return getattr(ivy, core)(in_floats(input))

    return _declare_function(name, body)


def _declare_polynomial(name: str):
    """Declare the core's polynomial ``name``; a degree that is a fraction is cut off."""

    def body(input: TensorLike | Number, n: TensorLike | Number, *, out=None) -> Tensor:
        x = in_floats(input) if isinstance(input, Tensor) else input
        if isinstance(n, Tensor):  # degrees may be given as fractions, which are cut off
            n = ivy.astype(n, "int64") if n.dtype.kind in "fb" else n
        else:
            n = int(n)
        return getattr(ivy, name)(x, n)

    return _declare_function(name, body)


for _name, _core in _OF_ONE.items():
    globals()[_name] = _declare_unary(_name, _core)
for _name in _POLYNOMIALS:
    globals()[_name] = _declare_polynomial(_name)


@torch_function(name="torch.special.xlog1py")
def xlog1py(input: TensorLike | Number, other: TensorLike | Number, *, out=None) -> Tensor:
    """Compute ``input * log1p(other)``, zero where ``input`` is."""
    return ivy.xlog1py(input, other)


@torch_function(name="torch.special.zeta")
def zeta(input: TensorLike | Number, other: TensorLike | Number, *, out=None) -> Tensor:
    """Compute the Hurwitz zeta function."""
    return ivy.zeta(input, other)


def _declare_softmax(name: str, core: str):
    def body(input: TensorLike, dim: int, *, dtype=None) -> Tensor:
        x = in_floats(input) if dtype is None else input.to(dtype)
        return getattr(ivy, core)(x, axis=dim)

    return _declare_function(name, body)


softmax, log_softmax = (
    _declare_softmax("softmax", "softmax"),
    _declare_softmax("log_softmax", "log_softmax"),
)


def spelled(name: str, of: str):
    """Return a function of the package under a name of torch.special's."""
    home = pointwise if hasattr(pointwise, of) else reductions
    function = getattr(home, of).function
    body = copy_of_function(function.body, name)
    return torch_function(body, name=f"torch.special.{name}", core=function.core)


__all__ = [  # noqa: PLE0604  (names of the tables, all of them strings)
    *_OF_ONE, *_POLYNOMIALS, "log_softmax", "softmax", "spelled", "xlog1py", "zeta",
]  # fmt: skip
