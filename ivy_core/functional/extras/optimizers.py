"""Steps of optimizers, as functions of weights and gradients."""

from __future__ import annotations

import ivy_core as ivy
from ivy_core.registry import compositional


@compositional
def adam_step(
    dcdw: Array,
    mw: Array,
    vw: Array,
    step: Array | float,
    /,
    *,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-7,
    out: Array | None = None,
) -> tuple[Array, Array, Array]:
    """Compute Adam's effective gradient, ``alpha * mw / (sqrt(vw) + epsilon)``.

    Parameters
    ----------
    dcdw, shape (...), floating: Gradient of the cost by the weights.
    mw, shape (...), floating: Running mean of the gradients.
    vw, shape (...), floating: Running mean of the squared gradients.
    step : int, float, or Array of one element
        Number of the step, from 1 on.
    beta1, beta2 : float, optional
        How much of ``mw`` and of ``vw`` is kept.
    epsilon: Added to divisors.
    out: Array to fill with the effective gradient.

    Returns
    -------
    tuple of three Arrays
        The effective gradient, and ``mw`` and ``vw`` after the step.

    References: Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015.

    >>> step, mw, vw = ivy.adam_step(ivy.asarray([1.0, -2.0]), ivy.zeros(2), ivy.zeros(2), 1)
    >>> ivy.round(step, decimals=4), mw
    (ivy.array([ 1., -1.]), ivy.array([ 0.1, -0.2]))
    """
    mw = ivy.add(beta1 * mw, (1 - beta1) * dcdw)
    vw = ivy.add(beta2 * vw, (1 - beta2) * dcdw**2)
    if not isinstance(step, (int, float)):
        step = ivy.astype(step, mw.dtype)  # an int64 step must not widen float32 weights
    alpha = (1 - beta2**step) ** 0.5 / (1 - beta1**step + epsilon)
    divisor = ivy.sqrt(ivy.maximum(vw, 0.0)) + epsilon
    return ivy.divide(alpha * mw, divisor, out=out), mw, vw


@compositional
def optimizer_update(
    w: Array,
    effective_grad: Array,
    lr: Array | float,
    /,
    *,
    stop_gradients: bool = True,
    out: Array | None = None,
) -> Array:
    """Move weights against an effective gradient, ``w - lr * effective_grad``.

    Parameters
    ----------
    w, shape (...), floating: Weights.
    effective_grad, shape (...), floating: Gradient that the optimizer made of that of the cost.
    lr : float or Array
        Learning rate.
    stop_gradients: Whether the new weights are cut off from the computation of the old ones.
    out: Array to fill.

    Returns: Array, the new weights

    References: Ivy: ivy.optimizer_update.

    >>> ivy.optimizer_update(ivy.asarray([1.0, 2.0]), ivy.asarray([0.5, -0.5]), 0.1)
    ivy.array([0.95, 2.05])
    """
    if not stop_gradients:
        return ivy.subtract(w, effective_grad * lr, out=out)
    return ivy.stop_gradient(ivy.subtract(w, effective_grad * lr), out=out)


@compositional(like=optimizer_update)
def gradient_descent_update(
    w: Array,
    dcdw: Array,
    lr: Array | float,
    /,
    *,
    stop_gradients: bool = True,
    out: Array | None = None,
) -> Array:
    """Take a step of gradient descent, ``w - lr * dcdw``.

    Parameters
    ----------
    dcdw, shape (...), floating: Gradient of the cost by the weights.

    References: PyTorch: torch.optim.SGD.

    >>> ivy.gradient_descent_update(ivy.asarray([1.0, 2.0]), ivy.asarray([0.5, -0.5]), 0.1)
    ivy.array([0.95, 2.05])
    """
    return ivy.optimizer_update(w, dcdw, lr, stop_gradients=stop_gradients, out=out)


@compositional(like=optimizer_update)
def lars_update(
    w: Array,
    dcdw: Array,
    lr: Array | float,
    /,
    *,
    decay_lambda: float = 0,
    stop_gradients: bool = True,
    out: Array | None = None,
) -> Array:
    """Take a step of layer-wise adaptive rate scaling (LARS).

    The rate is scaled by ``norm(w) / (norm(dcdw) + decay_lambda * norm(w))``, the gradient is
    ``dcdw + decay_lambda * w``.

    Parameters
    ----------
    w, shape (...), floating: Weights of one layer.
    dcdw, shape (...), floating: Gradient of the cost by the weights.
    decay_lambda: Factor of weight decay.

    References: You, Gitman and Ginsburg, "Large Batch Training of Convolutional Networks", 2017.

    >>> ivy.lars_update(ivy.asarray([3.0, 4.0]), ivy.asarray([0.0, 2.0]), 0.1)
    ivy.array([3. , 3.5])
    """
    norm, divisor = ivy.vector_norm(w), ivy.vector_norm(dcdw)
    if decay_lambda > 0:
        divisor = divisor + decay_lambda * norm
        dcdw = dcdw + decay_lambda * w
    lr = ivy.stable_divide(norm * lr, divisor)
    return ivy.gradient_descent_update(w, dcdw, lr, stop_gradients=stop_gradients, out=out)


@compositional
def adam_update(
    w: Array,
    dcdw: Array,
    lr: Array | float,
    mw_tm1: Array,
    vw_tm1: Array,
    step: Array | int,
    /,
    *,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-7,
    stop_gradients: bool = True,
    out: Array | None = None,
) -> tuple[Array, Array, Array]:
    """Take a step of Adam.

    Parameters
    ----------
    w, shape (...), floating: Weights.
    dcdw, shape (...), floating: Gradient of the cost by the weights.
    lr : float or Array
        Learning rate.
    mw_tm1, vw_tm1 : Array, shape (...), floating
        Running means of the gradients, and of their squares, before the step.
    step : int, float, or Array of one element
        Number of the step, from 1 on.
    beta1, beta2 : float, optional
        How much of the running means is kept.
    epsilon: Added to divisors.
    stop_gradients: Whether the new weights are cut off from the computation of the old ones.
    out: Array to fill with the new weights.

    Returns
    -------
    tuple of three Arrays
        The new weights, and the running means after the step.

    References: Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015.

    >>> w, g, zero = ivy.asarray([1.0, 2.0]), ivy.asarray([0.5, -0.5]), ivy.zeros(2)
    >>> w, mw, vw = ivy.adam_update(w, g, 0.1, zero, zero, 1)
    >>> ivy.round(w, decimals=4)
    ivy.array([0.9, 2.1])
    """
    effective_grad, mw, vw = ivy.adam_step(
        dcdw, mw_tm1, vw_tm1, step, beta1=beta1, beta2=beta2, epsilon=epsilon
    )
    w = ivy.optimizer_update(w, effective_grad, lr, stop_gradients=stop_gradients, out=out)
    return w, mw, vw


@compositional(like=adam_update)
def lamb_update(
    w: Array,
    dcdw: Array,
    lr: Array | float,
    mw_tm1: Array,
    vw_tm1: Array,
    step: Array | int,
    /,
    *,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-7,
    max_trust_ratio: int | float = 10,
    decay_lambda: float = 0,
    stop_gradients: bool = True,
    out: Array | None = None,
) -> tuple[Array, Array, Array]:
    """Take a step of LAMB: Adam's, scaled by ``norm(w) / norm(step)`` for each layer.

    Parameters
    ----------
    w, shape (...), floating: Weights of one layer.
    max_trust_ratio: Upper bound of the scale.
    decay_lambda: Factor of weight decay, which is added to Adam's step.

    References
    ----------
    You et al., "Large Batch Optimization for Deep Learning: Training BERT in 76 minutes", 2020.

    >>> w, g, zero = ivy.asarray([3.0, 4.0]), ivy.asarray([0.5, -0.5]), ivy.zeros(2)
    >>> w, mw, vw = ivy.lamb_update(w, g, 0.1, zero, zero, 1)
    >>> ivy.round(w, decimals=4)
    ivy.array([2.6464, 4.3536])
    """
    effective_grad, mw, vw = ivy.adam_step(
        dcdw, mw_tm1, vw_tm1, step, beta1=beta1, beta2=beta2, epsilon=epsilon
    )
    if decay_lambda > 0:
        effective_grad = effective_grad + decay_lambda * w
    ratio = ivy.stable_divide(ivy.vector_norm(w), ivy.vector_norm(effective_grad))
    lr = ivy.minimum(ratio, max_trust_ratio) * lr
    w = ivy.optimizer_update(w, effective_grad, lr, stop_gradients=stop_gradients, out=out)
    return w, mw, vw
