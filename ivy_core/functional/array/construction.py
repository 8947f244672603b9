"""Arrays made of the parts, the shape or the triangles of others."""

from __future__ import annotations

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.devices import Device
from ivy_core.dtypes import Dtype
from ivy_core.registry import compositional, handle_nestable, primary
from ivy_core.utils.exceptions import IvyValueError

from ..operands import as_array


@primary(promote=("real", "imag"))
def complex(real: Array, imag: Array, *, out: Array | None = None) -> Array:
    """Complex numbers of real and imaginary parts.

    Unlike ``real + 1j * imag`` it keeps infinities and signs of zeros as they are.

    Parameters
    ----------
    real, imag : Array, any real dtype
        The parts; they broadcast.

    Returns
    -------
    Array
        Of the broadcast shape; complex64 of parts of single precision or less, else complex128.

    Raises: IvyTypeError if a part is complex.

    References: PyTorch, ``torch.complex``. TensorFlow, ``tf.complex``.

    >>> ivy.complex(ivy.asarray([1.0, 2.0]), ivy.asarray([-1.0, 0.5]))
    ivy.array([1.-1.j , 2.+0.5j])
    """
    return current_backend(real, imag).complex(real, imag, out=out)


@compositional
@handle_nestable
def eye_like(
    x: Array,
    *,
    k: int = 0,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Identity matrices of the shape of an array: ones on a diagonal, zeros elsewhere.

    Parameters
    ----------
    x, shape (..., M, N): Whose shape they have.
    k: Which diagonal: above the main one if positive, below it if negative.
    dtype: That of ``x`` if None.
    device: That of ``x`` if None.

    Returns: Array, shape (..., M, N)

    Raises: IvyValueError if ``x`` has fewer than two axes.

    References: ONNX, ``EyeLike``.

    >>> ivy.eye_like(ivy.asarray([[5.0, 6.0, 7.0], [8.0, 9.0, 10.0]]), k=1)
    ivy.array([[0., 1., 0.],
               [0., 0., 1.]])
    """
    x = as_array(x)
    if x.ndim < 2:
        raise IvyValueError(
            f"eye_like: an array of shape {x.shape} was given; it must have two axes or more"
        )
    return ivy.eye(
        *x.shape[-2:],
        k=k,
        batch_shape=x.shape[:-2] or None,
        dtype=x.dtype if dtype is None else dtype,
        device=x.device if device is None else device,
        out=out,
    )


@compositional
def trilu(x: Array, /, *, k: int = 0, upper: bool = True, out: Array | None = None) -> Array:
    """Copy of a matrix, or stack of them, with zeros on one side of a diagonal.

    Parameters
    ----------
    x, shape (..., M, N): Matrices.
    k: Which diagonal: above the main one if positive, below it if negative.
    upper: Whether the triangle above the diagonal is kept, or the one below it.

    Returns: of the shape and dtype of ``x``.

    References: ONNX, ``Trilu``. Array API standard 2024.12, ``triu`` and ``tril``.

    >>> ivy.trilu(ivy.asarray([[1, 2], [3, 4]]), upper=False)
    ivy.array([[1, 0],
               [3, 4]])
    """
    return ivy.triu(x, k=k, out=out) if upper else ivy.tril(x, k=k, out=out)
