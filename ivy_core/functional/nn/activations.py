"""Activation functions of neural networks.

Booleans and integers are brought to the default floating dtype, but where an activation picks or
bounds elements and so keeps integers. What becomes of complex elements says ``complex_mode``:

* ``"jax"``: the formula of the real ones; where that compares, complex numbers are ordered by their
  real parts, and by their imaginary parts where those are equal, as jax.numpy does;
* ``"split"``: real and imaginary parts go through the function each by itself;
* ``"magnitude"``: the absolute value goes through the function, the angle stays.
"""

from __future__ import annotations

import math

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backends.common.activations import COMPLEX_MODES, SELU_ALPHA, SELU_SCALE
from ivy_core.backends.common.axes import axis_of
from ivy_core.dtypes import Dtype
from ivy_core.registry import compositional, handle_nestable, handle_partial_mixed_function, mixed
from ivy_core.utils.assertions import check_elem_in_list
from ivy_core.utils.exceptions import IvyBroadcastShapeError, IvyValueError

from ..operands import as_array, as_inexact, check_real, filled


def _check_complex_mode(function, complex_mode):
    check_elem_in_list(
        complex_mode,
        COMPLEX_MODES,
        message=f"{function}: complex_mode {complex_mode!r} was given; "
        f"{', '.join(map(repr, COMPLEX_MODES))} are allowed",
    )


def _apply_to_complex_parts(function, x, complex_mode, out):
    """Apply a real function to real and imaginary part ("split"), or to the absolute value."""
    if complex_mode == "split":
        parts = function(ivy.real(x)), function(ivy.imag(x))
    else:
        length, angle = function(ivy.abs(x)), ivy.angle(x)
        parts = ivy.multiply(length, ivy.cos(angle)), ivy.multiply(length, ivy.sin(angle))
    return filled(out, _complex_from_parts(*parts))


def _complex_from_parts(real, imag):
    return ivy.add(real, ivy.multiply(imag, 1j))


def _greater_than_real(x, bound, equal=False):
    """Return a mask of the elements above a real number, in the order of complex numbers."""
    compare = ivy.greater_equal if equal else ivy.greater
    if not x.dtype.is_complex:
        return compare(x, bound)
    real = ivy.real(x)
    level = ivy.logical_and(ivy.equal(real, bound), compare(ivy.imag(x), 0))
    return ivy.logical_or(ivy.greater(real, bound), level)


@mixed
@handle_partial_mixed_function
@handle_nestable
def celu(
    x: Array, /, *, alpha: float = 1.0, complex_mode: str = "jax", out: Array | None = None
) -> Array:
    """Continuously differentiable exponential linear unit.

    ``x`` where it is positive, else ``alpha * expm1(x / alpha)``.

    Parameters
    ----------
    x, any dtype: Values.
    alpha: Minus the limit at minus infinity; not 0.
    complex_mode : {'jax', 'split', 'magnitude'}, optional
        What becomes of complex elements: see above.

    Returns: of the same shape; floating, or complex as ``x``.

    Raises: IvyValueError if ``alpha`` is 0.
        If there is no such ``complex_mode``.

    References
    ----------
    Barron, "Continuously differentiable exponential linear units", arXiv:1704.07483. PyTorch,
    ``torch.nn.functional.celu``.

    >>> ivy.celu(ivy.asarray([-1.0, 0.0, 2.0]))
    ivy.array([-0.63212056,  0.        ,  2.        ])
    """
    _check_complex_mode("celu", complex_mode)
    if not alpha:
        raise IvyValueError(f"celu: alpha {alpha} was given; it must not be 0")
    x = as_inexact(x)
    if x.dtype.is_complex and complex_mode != "jax":
        return _apply_to_complex_parts(
            lambda part: ivy.celu(part, alpha=alpha), x, complex_mode, out
        )
    positive = _greater_than_real(x, 0)
    below = ivy.divide(ivy.where(positive, 0, x), alpha)  # expm1 of large values would overflow
    return ivy.where(positive, x, ivy.multiply(ivy.expm1(below), alpha), out=out)


@mixed
@handle_partial_mixed_function
@handle_nestable
def elu(
    x: Array, /, *, alpha: float = 1.0, complex_mode: str = "jax", out: Array | None = None
) -> Array:
    """Exponential linear unit: ``x`` where it is positive, else ``alpha * expm1(x)``.

    Parameters
    ----------
    x, any dtype: Values.
    alpha: Minus the limit at minus infinity.
    complex_mode : {'jax', 'split', 'magnitude'}, optional
        What becomes of complex elements: see above.

    Returns: of the same shape; floating, or complex as ``x``.

    Raises: IvyValueError if there is no such ``complex_mode``.

    References
    ----------
    Clevert, Unterthiner, Hochreiter, "Fast and accurate deep network learning by exponential linear
    units", arXiv:1511.07289. PyTorch, ``torch.nn.functional.elu``.

    >>> ivy.elu(ivy.asarray([-1.0, 0.0, 2.0]))
    ivy.array([-0.63212056,  0.        ,  2.        ])
    """
    _check_complex_mode("elu", complex_mode)
    x = as_inexact(x)
    if x.dtype.is_complex and complex_mode != "jax":
        return _apply_to_complex_parts(
            lambda part: ivy.elu(part, alpha=alpha), x, complex_mode, out
        )
    positive = _greater_than_real(x, 0)
    below = ivy.expm1(ivy.where(positive, 0, x))  # of large values it would overflow
    return ivy.where(positive, x, ivy.multiply(below, alpha), out=out)


@mixed(like=elu)
@handle_partial_mixed_function
@handle_nestable
def gelu(
    x: Array, /, *, approximate: bool = False, complex_mode: str = "jax", out: Array | None = None
) -> Array:
    """Gaussian error linear unit: ``x`` times the probability that a normal variable is less.

    Parameters
    ----------
    approximate : bool, optional
        Whether the distribution function is approximated by a hyperbolic tangent; always so for
        complex ``x``.

    References: Hendrycks, Gimpel, "Gaussian error linear units", arXiv:1606.08415. PyTorch,
    ``torch.nn.functional.gelu``.

    >>> ivy.gelu(ivy.asarray([-1.0, 0.0, 1.0]))
    ivy.array([-0.15865525,  0.        ,  0.84134475])
    """
    _check_complex_mode("gelu", complex_mode)
    x = as_inexact(x)
    if x.dtype.is_complex and complex_mode != "jax":
        return _apply_to_complex_parts(
            lambda part: ivy.gelu(part, approximate=approximate), x, complex_mode, out
        )
    if not approximate and not x.dtype.is_complex:
        # erfc, because 1 + erf has no digits left far below zero
        tail = ivy.erfc(ivy.multiply(x, -math.sqrt(0.5)))
        return ivy.multiply(ivy.multiply(x, 0.5), tail, out=out)
    cubic = ivy.multiply(ivy.add(ivy.multiply(ivy.square(x), 0.044715), 1), x)
    tanh = ivy.tanh(ivy.multiply(cubic, math.sqrt(2 / math.pi)))
    return ivy.multiply(ivy.multiply(x, 0.5), ivy.add(tanh, 1), out=out)


@compositional
@handle_nestable
def hardsilu(x: Array, /, *, out: Array | None = None) -> Array:
    """Piecewise form of :func:`silu`, ``x * relu6(x + 3) / 6``; the same as :func:`hardswish`.

    Parameters
    ----------
    x, any dtype: Values.

    Returns: of the same shape; floating, or complex as ``x``.

    Raises: IvyTypeError if ``x`` is complex.

    References: Howard et al., "Searching for MobileNetV3", arXiv:1905.02244. PyTorch,
    ``torch.nn.functional.hardswish``.

    >>> ivy.hardsilu(ivy.asarray([-4.0, 0.0, 1.5, 4.0]))
    ivy.array([-0.   ,  0.   ,  1.125,  4.   ])
    """
    return ivy.hardswish(x, out=out)


@mixed(like=elu)
@handle_partial_mixed_function
@handle_nestable
def hardswish(x: Array, /, *, complex_mode: str = "jax", out: Array | None = None) -> Array:
    """Piecewise form of :func:`silu`, ``x * relu6(x + 3) / 6``.

    References: Howard et al., "Searching for MobileNetV3", arXiv:1905.02244. PyTorch,
    ``torch.nn.functional.hardswish``.

    >>> ivy.hardswish(ivy.asarray([0.0, 1.5, 4.0]))
    ivy.array([0.   , 1.125, 4.   ])
    """
    _check_complex_mode("hardswish", complex_mode)
    x = as_inexact(x)
    if x.dtype.is_complex and complex_mode != "jax":
        return _apply_to_complex_parts(ivy.hardswish, x, complex_mode, out)
    return ivy.divide(ivy.multiply(x, ivy.relu6(ivy.add(x, 3))), 6, out=out)


@mixed(like=elu)
@handle_partial_mixed_function
@handle_nestable
def leaky_relu(
    x: Array, /, *, alpha: float = 0.2, complex_mode: str = "jax", out: Array | None = None
) -> Array:
    """``x`` where it is positive, else ``alpha * x``.

    Parameters
    ----------
    alpha: Slope below zero.

    References
    ----------
    Maas, Hannun, Ng, "Rectifier nonlinearities improve neural network acoustic models", 2013.
    PyTorch, ``torch.nn.functional.leaky_relu``.

    >>> ivy.leaky_relu(ivy.asarray([-1.0, 0.0, 2.0]))
    ivy.array([-0.2,  0. ,  2. ])
    """
    _check_complex_mode("leaky_relu", complex_mode)
    x = as_inexact(x)
    if x.dtype.is_complex and complex_mode != "jax":
        return _apply_to_complex_parts(
            lambda part: ivy.leaky_relu(part, alpha=alpha), x, complex_mode, out
        )
    return ivy.where(_greater_than_real(x, 0, equal=True), x, ivy.multiply(x, alpha), out=out)


@mixed(follows="torch.nn.functional")
@handle_partial_mixed_function
@handle_nestable
def log_softmax(
    x: Array,
    /,
    *,
    axis: int | None = None,
    dtype: Dtype | None = None,
    complex_mode: str = "jax",
    out: Array | None = None,
) -> Array:
    """Logarithm of :func:`softmax`, ``x - log(sum(exp(x)))``, without overflow on the way.

    Parameters
    ----------
    x, any dtype: Values.
    axis: Axis along which they sum to one; None is the last one.
    dtype: What ``x`` is converted to first.
    complex_mode : {'jax', 'split', 'magnitude'}, optional
        What becomes of complex elements: see above.

    Returns: of the same shape; floating, or complex as ``x``.

    Raises: IvyIndexError if the axis is out of bounds.
    Raises: IvyValueError if there is no such ``complex_mode``.

    >>> ivy.log_softmax(ivy.asarray([0.0, 0.0]))
    ivy.array([-0.69314718, -0.69314718])
    """
    _check_complex_mode("log_softmax", complex_mode)
    if dtype is not None:
        x = ivy.astype(as_array(x), dtype, copy=False)
        return ivy.log_softmax(x, axis=axis, complex_mode=complex_mode, out=out)
    x = as_inexact(x)
    if x.dtype.is_complex and complex_mode != "jax":
        return _apply_to_complex_parts(
            lambda part: ivy.log_softmax(part, axis=axis), x, complex_mode, out
        )
    if not x.ndim and axis in (None, 0, -1):  # a number is a row of one
        return ivy.squeeze(ivy.log_softmax(ivy.expand_dims(x)), axis=0, out=out)
    axis = axis_of(-1 if axis is None else axis, x.ndim)
    if x.shape[axis] == 0:  # which has no largest element
        return filled(out, ivy.copy_array(x))
    shifted = ivy.subtract(x, _max_of_axis(x, axis))
    total = ivy.log(ivy.sum(ivy.exp(shifted), axis=axis, keepdims=True))
    return ivy.subtract(shifted, total, out=out)


@mixed(follows="torch.nn.functional", like=log_softmax)
@handle_partial_mixed_function
@handle_nestable
def softmax(
    x: Array,
    /,
    *,
    axis: int | None = None,
    dtype: Dtype | None = None,
    complex_mode: str = "jax",
    out: Array | None = None,
) -> Array:
    """Exponentials as parts of their sum, ``exp(x) / sum(exp(x))``, without overflow on the way.

    >>> ivy.softmax(ivy.asarray([0.0, 0.0]))
    ivy.array([0.5, 0.5])
    """
    _check_complex_mode("softmax", complex_mode)
    if dtype is not None:
        x = ivy.astype(as_array(x), dtype, copy=False)
        return ivy.softmax(x, axis=axis, complex_mode=complex_mode, out=out)
    x = as_inexact(x)
    if x.dtype.is_complex and complex_mode != "jax":
        return _apply_to_complex_parts(
            lambda part: ivy.softmax(part, axis=axis), x, complex_mode, out
        )
    if not x.ndim and axis in (None, 0, -1):  # a number is a row of one
        return ivy.squeeze(ivy.softmax(ivy.expand_dims(x)), axis=0, out=out)
    axis = axis_of(-1 if axis is None else axis, x.ndim)
    if x.shape[axis] == 0:  # which has no largest element
        return filled(out, ivy.copy_array(x))
    powers = ivy.exp(ivy.subtract(x, _max_of_axis(x, axis)))
    return ivy.divide(powers, ivy.sum(powers, axis=axis, keepdims=True), out=out)


@mixed(like=elu)
@handle_partial_mixed_function
@handle_nestable
def logit(
    x: Array, /, *, eps: float | None = None, complex_mode: str = "jax", out: Array | None = None
) -> Array:
    """Inverse of the logistic function, ``log(x / (1 - x))``.

    Parameters
    ----------
    eps : float, optional
        ``x`` is first bounded to ``[eps, 1 - eps]``; None leaves it, and what is outside of [0, 1]
        gives nan.

    References: PyTorch, ``torch.special.logit``.

    >>> ivy.logit(ivy.asarray([0.25, 0.5, 1.0]))
    ivy.array([-1.09861229,  0.        ,         inf])
    """
    _check_complex_mode("logit", complex_mode)
    x = as_inexact(x)
    if x.dtype.is_complex and complex_mode != "jax":
        return _apply_to_complex_parts(lambda part: ivy.logit(part, eps=eps), x, complex_mode, out)
    if eps is not None and not x.dtype.is_complex:
        x = ivy.minimum(ivy.maximum(x, eps), 1 - eps)
    return ivy.log(ivy.divide(x, ivy.subtract(1, x)), out=out)


@mixed(follows="torch.nn.functional", like=elu)
@handle_partial_mixed_function
@handle_nestable
def logsigmoid(x: Array, /, *, complex_mode: str = "jax", out: Array | None = None) -> Array:
    """Logarithm of :func:`sigmoid`, ``-log(1 + exp(-x))``, without overflow on the way.

    >>> ivy.logsigmoid(ivy.asarray([-1000.0, 0.0]))
    ivy.array([-1.00000000e+03, -6.93147181e-01])
    """
    _check_complex_mode("logsigmoid", complex_mode)
    x = as_inexact(x)
    if x.dtype.is_complex and complex_mode != "jax":
        return _apply_to_complex_parts(ivy.logsigmoid, x, complex_mode, out)
    return ivy.negative(_softplus(ivy.negative(x)), out=out)


@mixed(like=elu)
@handle_partial_mixed_function
@handle_nestable
def mish(x: Array, /, *, complex_mode: str = "jax", out: Array | None = None) -> Array:
    """``x * tanh(softplus(x))``.

    References
    ----------
    Misra, "Mish: a self regularized non-monotonic activation function", arXiv:1908.08681. PyTorch,
    ``torch.nn.functional.mish``.

    >>> ivy.mish(ivy.asarray([-1.0, 0.0, 1.0]))
    ivy.array([-0.30340146,  0.        ,  0.86509839])
    """
    _check_complex_mode("mish", complex_mode)
    x = as_inexact(x)
    if x.dtype.is_complex and complex_mode != "jax":
        return _apply_to_complex_parts(ivy.mish, x, complex_mode, out)
    return ivy.multiply(x, ivy.tanh(_softplus(x)), out=out)


@compositional
@handle_nestable
def prelu(
    x: Array, slope: Array | float, /, *, axis: int | None = None, out: Array | None = None
) -> Array:
    """``x`` where it is positive, else ``slope * x``.

    Parameters
    ----------
    x, any real dtype: Values.
    slope, any real dtype: Slopes below zero; they broadcast to the shape of ``x``.
    axis: Axis of ``x`` along which a vector of slopes lies; None is the last one. PyTorch has 1.

    Returns: of the shape of ``x`` and the promoted dtype.

    Raises: IvyBroadcastShapeError if the slopes do not broadcast to the shape of ``x``.
    Raises: IvyIndexError if the axis is out of bounds.
    Raises: IvyTypeError if an operand is complex.

    References: He, Zhang, Ren, Sun, "Delving deep into rectifiers", arXiv:1502.01852. PyTorch,
    ``torch.nn.functional.prelu``. ONNX, ``PRelu``.

    >>> ivy.prelu(ivy.asarray([-1.0, 0.0, 2.0]), 0.25)
    ivy.array([-0.25,  0.  ,  2.  ])
    """
    x = as_array(x)
    check_real("prelu", x)
    if isinstance(slope, (int, float)):  # takes the dtype of x
        return ivy.where(ivy.greater(x, 0), x, ivy.multiply(x, slope), out=out)
    slope = as_array(slope)
    check_real("prelu", slope)
    if axis is not None and slope.ndim == 1 and slope.size != 1:
        after = x.ndim - 1 - axis_of(axis, x.ndim)
        slope = ivy.reshape(slope, (-1, *(1,) * after))
    pairs = zip(reversed(x.shape), reversed(slope.shape), strict=False)
    if slope.ndim > x.ndim or any(n not in (1, length) for length, n in pairs):
        raise IvyBroadcastShapeError(
            f"prelu: slope of shape {slope.shape} was given for x of shape {x.shape}; "
            "it must broadcast to that"
        )
    return ivy.where(ivy.greater(x, 0), x, ivy.multiply(x, slope), out=out)


@mixed(follows="torch.nn.functional")
@handle_partial_mixed_function
@handle_nestable
def relu(x: Array, /, *, complex_mode: str = "jax", out: Array | None = None) -> Array:
    """``x`` where it is positive, else zero.

    Parameters
    ----------
    x, any numeric or boolean dtype: Values.
    complex_mode : {'jax', 'split', 'magnitude'}, optional
        What becomes of complex elements: see above.

    Returns: of the same shape; integers stay integers.

    Raises: IvyValueError if there is no such ``complex_mode``.

    >>> ivy.relu(ivy.asarray([-1.0, 0.0, 2.0]))
    ivy.array([0., 0., 2.])
    """
    _check_complex_mode("relu", complex_mode)
    x = as_array(x)
    if not x.dtype.is_complex:
        return ivy.maximum(x, 0, out=out)
    if complex_mode != "jax":
        return _apply_to_complex_parts(ivy.relu, x, complex_mode, out)
    return ivy.where(_greater_than_real(x, 0), x, 0, out=out)


@mixed(like=relu)
@handle_partial_mixed_function
@handle_nestable
def relu6(x: Array, /, *, complex_mode: str = "jax", out: Array | None = None) -> Array:
    """``x`` bounded to ``[0, 6]``.

    References: Krizhevsky, "Convolutional deep belief networks on CIFAR-10", 2010. PyTorch,
    ``torch.nn.functional.relu6``.

    >>> ivy.relu6(ivy.asarray([-1.0, 2.0, 7.0]))
    ivy.array([0., 2., 6.])
    """
    _check_complex_mode("relu6", complex_mode)
    x = as_array(x)
    if not x.dtype.is_complex:
        return ivy.minimum(ivy.maximum(x, 0), 6, out=out)
    if complex_mode != "jax":
        return _apply_to_complex_parts(ivy.relu6, x, complex_mode, out)
    return ivy.where(
        _greater_than_real(x, 6), 6, ivy.where(_greater_than_real(x, 0), x, 0), out=out
    )


@mixed
@handle_partial_mixed_function
@handle_nestable
def scaled_tanh(
    x: Array, /, *, alpha: float = 1.7159, beta: float = 0.67, out: Array | None = None
) -> Array:
    """``alpha * tanh(beta * x)``.

    Parameters
    ----------
    x, any dtype, complex too: Values.
    alpha: The limit at infinity.
    beta: Factor of the argument.

    Returns: of the same shape; floating, or complex as ``x``.

    References: LeCun, Bottou, Orr, Müller, "Efficient backprop", 1998. ONNX, ``ScaledTanh``.

    >>> ivy.scaled_tanh(ivy.asarray([0.0, 1.0]))
    ivy.array([0.        , 1.00376698])
    """
    x = as_inexact(x)
    return ivy.multiply(ivy.tanh(ivy.multiply(x, beta)), alpha, out=out)


@mixed
@handle_partial_mixed_function
@handle_nestable
def selu(x: Array, /, *, out: Array | None = None) -> Array:
    """Scaled exponential linear unit, ``1.0507 * elu(x, alpha=1.6733)``.

    With these numbers activations keep mean 0 and variance 1 from layer to layer.

    Parameters
    ----------
    x, any real dtype: Values.

    Returns: of the same shape, floating.

    Raises: IvyTypeError if ``x`` is complex.

    References: Klambauer, Unterthiner, Mayr, Hochreiter, "Self-normalizing neural networks",
    arXiv:1706.02515. PyTorch, ``torch.nn.functional.selu``.

    >>> ivy.selu(ivy.asarray([-1.0, 0.0, 1.0]))
    ivy.array([-1.11133074,  0.        ,  1.05070099])
    """
    x = as_inexact(x)
    check_real("selu", x)
    return ivy.multiply(ivy.elu(x, alpha=SELU_ALPHA), SELU_SCALE, out=out)


@mixed(like=elu)
@handle_partial_mixed_function
@handle_nestable
def sigmoid(x: Array, /, *, complex_mode: str = "jax", out: Array | None = None) -> Array:
    """The logistic function, ``1 / (1 + exp(-x))``, without overflow on the way.

    References: PyTorch, ``torch.special.expit``.

    >>> ivy.sigmoid(ivy.asarray([-1000.0, 0.0, 1.0]))
    ivy.array([0.        , 0.5       , 0.73105858])
    """
    _check_complex_mode("sigmoid", complex_mode)
    x = as_inexact(x)
    if x.dtype.is_complex and complex_mode != "jax":
        return _apply_to_complex_parts(ivy.sigmoid, x, complex_mode, out)
    if x.dtype.is_complex:
        return ivy.divide(1, ivy.add(ivy.exp(ivy.negative(x)), 1), out=out)
    small = ivy.exp(ivy.negative(ivy.abs(x)))
    return ivy.divide(ivy.where(ivy.less(x, 0), small, 1), ivy.add(small, 1), out=out)


@mixed
@handle_partial_mixed_function
@handle_nestable
def silu(x: Array, /, *, out: Array | None = None) -> Array:
    """``x * sigmoid(x)``, also known as swish.

    Parameters
    ----------
    x, any dtype, complex too: Values.

    Returns: of the same shape; floating, or complex as ``x``.

    References: Elfwing, Uchibe, Doya, "Sigmoid-weighted linear units for neural network function
    approximation", arXiv:1702.03118. PyTorch, ``torch.nn.functional.silu``.

    >>> ivy.silu(ivy.asarray([-1.0, 0.0, 1.0]))
    ivy.array([-0.26894142,  0.        ,  0.73105858])
    """
    x = as_inexact(x)
    return ivy.multiply(x, ivy.sigmoid(x), out=out)


@mixed(follows="torch.nn.functional")
@handle_partial_mixed_function
@handle_nestable
def softplus(
    x: Array,
    /,
    *,
    beta: float | None = None,
    threshold: float | None = None,
    complex_mode: str = "jax",
    out: Array | None = None,
) -> Array:
    """``log(1 + exp(beta * x)) / beta``, without overflow on the way.

    Parameters
    ----------
    x, any dtype: Values.
    beta: Sharpness of the bend; None is 1.
    threshold: ``x`` itself is the result where ``beta * x`` is greater; PyTorch has 20.
    complex_mode : {'jax', 'split', 'magnitude'}, optional
        What becomes of complex elements: see above.

    Returns: of the same shape; floating, or complex as ``x``.

    Raises: IvyValueError if ``beta`` is 0.
        If there is no such ``complex_mode``.

    >>> ivy.softplus(ivy.asarray([-1000.0, 0.0, 1000.0]))
    ivy.array([0.00000000e+00, 6.93147181e-01, 1.00000000e+03])
    """
    _check_complex_mode("softplus", complex_mode)
    if beta == 0:
        raise IvyValueError("softplus: beta 0 was given; it must not be 0")
    x = as_inexact(x)
    if x.dtype.is_complex and complex_mode != "jax":
        return _apply_to_complex_parts(
            lambda part: ivy.softplus(part, beta=beta, threshold=threshold), x, complex_mode, out
        )
    scaled = x if beta is None else ivy.multiply(x, beta)
    result = _softplus(scaled)
    result = result if beta is None else ivy.divide(result, beta)
    if threshold is not None:
        result = ivy.where(ivy.greater(ivy.real(scaled), threshold), x, result)
    return filled(out, result)


@mixed(follows="torch.nn.functional")
@handle_partial_mixed_function
@handle_nestable
def softsign(x: Array, /, *, out: Array | None = None) -> Array:
    """``x / (1 + abs(x))``.

    Parameters
    ----------
    x, any dtype, complex too: Values.

    Returns: of the same shape; floating, or complex as ``x``.

    >>> ivy.softsign(ivy.asarray([-1.0, 0.0, 3.0]))
    ivy.array([-0.5 ,  0.  ,  0.75])
    """
    x = as_inexact(x)
    return ivy.divide(x, ivy.add(ivy.abs(x), 1), out=out)


def _softplus(x):
    """Return ``log(1 + exp(x))``; the angles of complex results are in ``[-pi, pi]``."""
    if not x.dtype.is_complex:
        tail = ivy.log1p(ivy.exp(ivy.negative(ivy.abs(x))))
        return ivy.add(ivy.maximum(x, 0), tail)
    positive = _greater_than_real(x, 0)
    tail = ivy.log1p(ivy.exp(ivy.where(positive, ivy.negative(x), x)))
    result = ivy.add(ivy.where(positive, x, 0), tail)
    turns = ivy.round(ivy.divide(ivy.imag(result), 2 * math.pi))
    angle = ivy.subtract(ivy.imag(result), ivy.multiply(turns, 2 * math.pi))
    return _complex_from_parts(ivy.real(result), angle)


def _max_of_axis(x, axis):
    """Return the largest element along an axis that is kept; of complex ones by real part first."""
    if not x.dtype.is_complex:
        return ivy.max(x, axis=axis, keepdims=True)
    real = ivy.real(x)
    largest = ivy.max(real, axis=axis, keepdims=True)
    level = ivy.where(ivy.equal(real, largest), ivy.imag(x), -math.inf)
    return _complex_from_parts(largest, ivy.max(level, axis=axis, keepdims=True))
