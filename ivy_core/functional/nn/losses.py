"""Loss functions.

``reduction`` says what becomes of the losses of the elements: ``"none"`` leaves them, ``"sum"`` and
``"mean"`` reduce them. Predictions and targets broadcast, and promote as NumPy has it.
"""

from __future__ import annotations

import math

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.registry import compositional, handle_nestable, handle_partial_mixed_function, mixed
from ivy_core.utils.assertions import check_elem_in_list
from ivy_core.utils.exceptions import IvyValueError

from ..operands import half_dtype

_REDUCTIONS = ("none", "sum", "mean")


def _check_reduction(function, reduction, allowed=_REDUCTIONS):
    check_elem_in_list(
        reduction,
        allowed,
        message=f"{function}: reduction {reduction!r} was given; "
        f"{', '.join(map(repr, allowed))} are allowed",
    )


def _out_before_reduction(reduction, out):
    """Return ``out`` if no reduction follows, which would fill it; else None."""
    return out if reduction == "none" else None


def _reduce_loss(loss, reduction, out, axis=None):
    """Reduce by "mean" or "sum"; else return ``loss`` itself and leave ``out`` alone."""
    if reduction == "mean":
        return ivy.mean(loss, axis=axis, out=out)
    return ivy.sum(loss, axis=axis, out=out) if reduction == "sum" else loss


@compositional(follows="ivy")
def cross_entropy(
    true: Array,
    pred: Array,
    /,
    *,
    axis: int | None = -1,
    epsilon: float = 1e-7,
    reduction: str = "mean",
    out: Array | None = None,
) -> Array:
    """Cross entropy between labels and predicted probabilities, ``-reduce(true * log(pred))``.

    Parameters
    ----------
    true, real: Probabilities of the classes; a one and zeros where the class is known.
    pred, real: Predicted probabilities.
    axis : int or None, optional
        Axis of the classes, which is reduced; None is all axes.
    epsilon: ``pred`` is clipped to ``[epsilon, 1 - epsilon]``.
    reduction : {'mean', 'sum', 'none'}, optional
        How the classes are reduced.

    Returns: of the broadcast shape without the axis; with it if nothing is reduced.

    Raises: IvyValueError if there is no such reduction.

    >>> true, pred = ivy.asarray([0, 0, 1, 0]), ivy.asarray([0.125, 0.125, 0.5, 0.25])
    >>> ivy.cross_entropy(true, pred, reduction="sum") / ivy.log(2.0)
    ivy.array(1.)
    """
    _check_reduction("cross_entropy", reduction)
    logarithm = ivy.log(ivy.clip(pred, epsilon, 1 - epsilon))
    weighted = ivy.multiply(true, logarithm)
    return ivy.negative(_reduce_loss(weighted, reduction, None, axis), out=out)


@compositional(follows="ivy", like=cross_entropy)
@handle_nestable
def sparse_cross_entropy(
    true: Array,
    pred: Array,
    /,
    *,
    axis: int = -1,
    epsilon: float = 1e-7,
    reduction: str = "mean",
    out: Array | None = None,
) -> Array:
    """Cross entropy between labels that are numbers of classes and predicted probabilities.

    Parameters
    ----------
    true, integer: Class of each element; its shape is that of ``pred`` without the axis.
    axis: Axis of the classes in ``pred``, which is reduced.

    Returns: of the shape of ``true``; of that of ``pred`` if nothing is reduced.

    >>> pred = ivy.asarray([[0.25, 0.75], [0.5, 0.5]])
    >>> ivy.sparse_cross_entropy(ivy.asarray([0, 1]), pred, reduction="sum") / ivy.log(2.0)
    ivy.array([2., 1.])
    """
    _check_reduction("sparse_cross_entropy", reduction)
    if not isinstance(pred, Array):
        pred = ivy.asarray(pred)
    dtype = pred.dtype if pred.dtype.is_float else None
    known = ivy.one_hot(true, pred.shape[axis], axis=axis, dtype=dtype)
    return ivy.cross_entropy(known, pred, axis=axis, epsilon=epsilon, reduction=reduction, out=out)


@compositional
def binary_cross_entropy(
    true: Array,
    pred: Array,
    /,
    *,
    from_logits: bool = False,
    epsilon: float = 0.0,
    reduction: str = "mean",
    pos_weight: Array | None = None,
    axis: int | None = None,
    out: Array | None = None,
) -> Array:
    """Cross entropy of yes-or-no labels, ``-(true * log(pred) + (1 - true) * log(1 - pred))``.

    Parameters
    ----------
    true, real: Probability of a yes.
    pred, real: Its prediction; a logarithm of zero counts as -100.
    from_logits : bool, optional
        Whether ``pred`` holds log odds instead; the loss is then computed without overflow.
    epsilon: How far the labels are smoothed, in [0, 1]: ``true`` moves as much towards a half.
    reduction : {'mean', 'sum', 'none'}, optional
        What becomes of the losses.
    pos_weight, real: Weight of a yes, with logits; it broadcasts.
    axis: Axis to reduce; None is all of them.

    Returns: Array

    Raises
    ------
    IvyValueError
        If there is no such reduction, ``epsilon`` is not in [0, 1], or weights are given without
        logits.

    References
    ----------
    PyTorch, ``torch.nn.functional.binary_cross_entropy`` and ``binary_cross_entropy_with_logits``.

    >>> true, pred = ivy.asarray([0, 1]), ivy.asarray([0.5, 0.25])
    >>> ivy.binary_cross_entropy(true, pred, reduction="none") / ivy.log(2.0)
    ivy.array([1., 2.])
    """
    _check_reduction("binary_cross_entropy", reduction)
    if not 0.0 <= epsilon <= 1.0:
        raise IvyValueError(
            f"binary_cross_entropy: epsilon {epsilon} was given; it must be in [0, 1]"
        )
    if pos_weight is not None and not from_logits:
        raise IvyValueError(
            "binary_cross_entropy: pos_weight was given with probabilities; it needs logits"
        )
    if epsilon:
        true = ivy.add(ivy.multiply(true, 1.0 - epsilon), 0.5 * epsilon)
    negatives = ivy.subtract(1, true)
    filled = _out_before_reduction(reduction, out)
    if from_logits:
        # -log(sigmoid(x)), and -log(1 - sigmoid(x)) is x more
        positive = ivy.logaddexp(0.0, ivy.negative(pred))
        if pos_weight is not None:
            weight = ivy.add(1, ivy.multiply(ivy.subtract(pos_weight, 1), true))
            positive = ivy.multiply(weight, positive)
        loss = ivy.add(ivy.multiply(negatives, pred), positive, out=filled)
    else:
        gain = ivy.multiply(true, _bounded_log(pred))
        rest = ivy.multiply(negatives, _bounded_log(ivy.subtract(1, pred)))
        loss = ivy.negative(ivy.add(gain, rest), out=filled)
    return _reduce_loss(loss, reduction, out, axis)


def _bounded_log(x):
    """Return log(x), at least -100; its gradient is finite everywhere."""
    zero = ivy.less_equal(x, 0)
    logarithm = ivy.maximum(ivy.log(ivy.where(zero, 1, x)), -100)
    return ivy.where(zero, -100, logarithm)


@compositional(follows="torch.nn.functional")
def hinge_embedding_loss(
    input: Array,
    target: Array,
    *,
    margin: float = 1.0,
    reduction: str = "mean",
    out: Array | None = None,
) -> Array:
    """Distances of pairs that belong together, and what the others' lack to a margin.

    Parameters
    ----------
    input, real: Distances.
    target, real: 1 for pairs that belong together, -1 for those that do not.
    margin: The margin.
    reduction : {'mean', 'sum', 'none'}, optional
        What becomes of the losses.

    Returns: Array

    Raises: IvyValueError if there is no such reduction.

    >>> x, y = ivy.asarray([0.5, 0.75, 2.0]), ivy.asarray([1, -1, -1])
    >>> ivy.hinge_embedding_loss(x, y, reduction="none")
    ivy.array([0.5 , 0.25, 0.  ])
    """
    _check_reduction("hinge_embedding_loss", reduction)
    apart = ivy.maximum(ivy.subtract(margin, input), 0)
    # as PyTorch: a target that is neither 1 nor -1 counts as both
    apart = ivy.where(ivy.equal(target, 1), 0, apart)
    together = ivy.where(ivy.equal(target, -1), 0, input)
    loss = ivy.add(apart, together, out=_out_before_reduction(reduction, out))
    return _reduce_loss(loss, reduction, out)


@compositional
def soft_margin_loss(
    input: Array,
    target: Array,
    /,
    *,
    reduction: str = "mean",
    out: Array | None = None,
) -> Array:
    """Logistic loss of two classes, ``log(1 + exp(-target * input))``, without overflow.

    Parameters
    ----------
    input, real: Predictions; their sign is the class.
    target, real: Classes, 1 or -1.
    reduction : {'mean', 'sum', 'none'}, optional
        What becomes of the losses.

    Returns: Array

    Raises: IvyValueError if there is no such reduction.

    References
    ----------
    PyTorch, ``torch.nn.functional.soft_margin_loss``, which overflows for large predictions.

    >>> ivy.soft_margin_loss(ivy.asarray([0.0, 1000.0]), ivy.asarray([1, -1]), reduction="sum")
    ivy.array(1000.69314718)
    """
    _check_reduction("soft_margin_loss", reduction)
    exponent = ivy.negative(ivy.multiply(target, input))
    loss = ivy.logaddexp(0.0, exponent, out=_out_before_reduction(reduction, out))
    return _reduce_loss(loss, reduction, out)


@compositional(follows="torch.nn.functional")
def l1_loss(
    input: Array,
    target: Array,
    /,
    *,
    reduction: str = "mean",
    out: Array | None = None,
) -> Array:
    """Absolute errors, ``abs(input - target)``.

    Parameters
    ----------
    input, target : Array, any numeric dtype
        Predictions and what they should be.
    reduction : {'mean', 'sum', 'none'}, optional
        What becomes of the losses.

    Returns: Array

    Raises: IvyValueError if there is no such reduction.

    >>> ivy.l1_loss(ivy.asarray([1.0, 2.0]), ivy.asarray([3.0, -2.0]))
    ivy.array(3.)
    """
    _check_reduction("l1_loss", reduction)
    loss = ivy.abs(ivy.subtract(input, target), out=_out_before_reduction(reduction, out))
    return _reduce_loss(loss, reduction, out)


@mixed(follows="torch.nn.functional")
@handle_partial_mixed_function
def smooth_l1_loss(
    input: Array,
    target: Array,
    /,
    *,
    beta: float = 1.0,
    reduction: str = "mean",
    out: Array | None = None,
) -> Array:
    """Absolute errors less a constant, but ``0.5 * error ** 2 / beta`` for errors below ``beta``.

    Parameters
    ----------
    input, target : Array, real
        Predictions and what they should be.
    beta: Where the loss goes over from one form to the other, without a step.
    reduction : {'mean', 'sum', 'none'}, optional
        What becomes of the losses.

    Returns: Array

    Raises: IvyValueError if there is no such reduction, or ``beta`` is negative.

    >>> ivy.smooth_l1_loss(ivy.asarray([0.5, 3.0]), ivy.asarray([0.0, 0.0]), reduction="none")
    ivy.array([0.125, 2.5  ])
    """
    _check_reduction("smooth_l1_loss", reduction)
    if beta < 0:
        raise IvyValueError(f"smooth_l1_loss: beta {beta} was given; it must not be negative")
    if not beta:
        return ivy.l1_loss(input, target, reduction=reduction, out=out)
    error = ivy.abs(ivy.subtract(input, target))
    near = ivy.multiply(ivy.square(error), 0.5 / beta)
    far = ivy.subtract(error, 0.5 * beta)
    loss = ivy.where(ivy.less(error, beta), near, far, out=_out_before_reduction(reduction, out))
    return _reduce_loss(loss, reduction, out)


@mixed(follows="torch.nn.functional")
@handle_partial_mixed_function
def huber_loss(
    true: Array,
    pred: Array,
    /,
    *,
    delta: float = 1.0,
    reduction: str = "mean",
    out: Array | None = None,
) -> Array:
    """Half the squared errors, but ``delta * (abs(error) - 0.5 * delta)`` for errors above it.

    Parameters
    ----------
    true, pred : Array, real
        Predictions and what they should be.
    delta: Where the loss goes over from one form to the other, without a step.
    reduction : {'mean', 'sum', 'none'}, optional
        What becomes of the losses.

    Returns: Array

    Raises: IvyValueError if there is no such reduction, or ``delta`` is not positive.

    >>> ivy.huber_loss(ivy.asarray([0.5, 5.0]), ivy.asarray([0.0, 0.0]), reduction="none")
    ivy.array([0.125, 4.5  ])
    """
    _check_reduction("huber_loss", reduction)
    if delta <= 0:
        raise IvyValueError(f"huber_loss: delta {delta} was given; it must be positive")
    error = ivy.abs(ivy.subtract(true, pred))
    near = ivy.multiply(ivy.square(error), 0.5)
    far = ivy.multiply(ivy.subtract(error, 0.5 * delta), delta)
    loss = ivy.where(
        ivy.less_equal(error, delta), near, far, out=_out_before_reduction(reduction, out)
    )
    return _reduce_loss(loss, reduction, out)


@mixed(follows="torch.nn.functional")
@handle_partial_mixed_function
def kl_div(
    input: Array,
    target: Array,
    /,
    *,
    reduction: str = "mean",
    log_target: bool = False,
    out: Array | None = None,
) -> Array:
    """Kullback-Leibler divergence, ``target * (log(target) - input)``.

    Parameters
    ----------
    input, real: Logarithms of the predicted probabilities.
    target, real: Probabilities.
    reduction : {'mean', 'sum', 'batchmean', 'none'}, optional
        What becomes of the summands; 'batchmean' divides their sum by the length of the first axis.
    log_target: Whether ``target`` holds logarithms, too.

    Returns: Array

    Raises: IvyValueError if there is no such reduction.

    >>> pred, target = ivy.asarray([0.5, 0.5]), ivy.asarray([0.0, 1.0])
    >>> ivy.kl_div(ivy.log(pred), target, reduction="sum") / ivy.log(2.0)
    ivy.array(1.)
    """
    _check_reduction("kl_div", reduction, (*_REDUCTIONS, "batchmean"))
    filled = _out_before_reduction(reduction, out)
    if log_target:
        loss = ivy.multiply(ivy.exp(target), ivy.subtract(target, input), out=filled)
    else:
        zero = ivy.equal(target, 0)
        entropy = ivy.multiply(target, ivy.log(ivy.where(zero, 1, target)))
        loss = ivy.subtract(entropy, ivy.multiply(target, input), out=filled)
    if reduction == "batchmean":
        return ivy.sum(ivy.mean(loss, axis=0), out=out)
    return _reduce_loss(loss, reduction, out)


@compositional
def log_poisson_loss(
    true: Array,
    pred: Array,
    /,
    *,
    compute_full_loss: bool = False,
    axis: int | None = -1,
    reduction: str = "none",
    out: Array | None = None,
) -> Array:
    """Loss of the logarithm of a Poisson distribution's mean, ``exp(pred) - true * pred``.

    Parameters
    ----------
    true, real: Counts.
    pred, real: Predicted logarithms of the mean.
    compute_full_loss : bool, optional
        Whether ``log(true!)`` is added, by Stirling's approximation (counts up to one have none).
    axis : int or None, optional
        Axis to reduce; None is all of them.
    reduction : {'none', 'sum', 'mean'}, optional
        What becomes of the losses.

    Returns: Array

    Raises: IvyValueError if there is no such reduction.

    References: TensorFlow, ``tf.nn.log_poisson_loss``.

    >>> ivy.log_poisson_loss(ivy.asarray([2.0, 3.0]), ivy.asarray([0.0, 0.0]))
    ivy.array([1., 1.])
    """
    _check_reduction("log_poisson_loss", reduction)
    half = half_dtype(true, pred)
    if half is not None:  # in which the difference cancels
        true, pred = (ivy.astype(x, "float32") for x in (true, pred))
        options = {"compute_full_loss": compute_full_loss, "axis": axis, "reduction": reduction}
        return ivy.astype(log_poisson_loss(true, pred, **options), half, out=out)
    filled = _out_before_reduction(reduction, out)
    product = ivy.multiply(true, pred)
    if compute_full_loss:
        loss = ivy.add(
            ivy.subtract(ivy.exp(pred), product), _stirling_log_factorial(true), out=filled
        )
    else:
        loss = ivy.subtract(ivy.exp(pred), product, out=filled)
    return _reduce_loss(loss, reduction, out, axis)


def _stirling_log_factorial(count):
    """Return the logarithm of the factorial, approximately; 0 up to one."""
    few = ivy.less_equal(count, 1)
    count = ivy.where(few, 1, count)
    logarithm = ivy.log(count)
    value = ivy.add(
        ivy.subtract(ivy.multiply(count, logarithm), count),
        ivy.multiply(ivy.add(logarithm, math.log(2 * math.pi)), 0.5),
    )
    return ivy.where(few, 0, value)


@compositional(follows="torch.nn.functional")
def poisson_nll_loss(
    input: Array,
    target: Array,
    *,
    log_input: bool = True,
    full: bool = False,
    eps: float = 1e-8,
    reduction: str = "mean",
    out: Array | None = None,
) -> Array:
    """Negative logarithm of a Poisson distribution's likelihood.

    Parameters
    ----------
    input, real: Predicted logarithms of the mean.
    target, real: Counts.
    log_input: If False, ``input`` holds the means themselves.
    full : bool, optional
        Whether ``log(target!)`` is added, by Stirling's approximation (counts up to one have none).
    eps: Added to a mean before its logarithm is taken.
    reduction : {'mean', 'sum', 'none'}, optional
        What becomes of the losses.

    Returns: Array

    Raises: IvyValueError if there is no such reduction.

    >>> ivy.poisson_nll_loss(ivy.asarray([0.0, 0.0]), ivy.asarray([2.0, 3.0]), reduction="sum")
    ivy.array(2.)
    """
    _check_reduction("poisson_nll_loss", reduction)
    filled = _out_before_reduction(reduction, out)
    mean = ivy.exp(input) if log_input else input
    logarithm = input if log_input else ivy.log(ivy.add(input, eps))
    product = ivy.multiply(target, logarithm)
    if full:
        loss = ivy.add(ivy.subtract(mean, product), _stirling_log_factorial(target), out=filled)
    else:
        loss = ivy.subtract(mean, product, out=filled)
    return _reduce_loss(loss, reduction, out)
