"""Types that :class:`torch.autocast` has operations compute in: 16 bits, float32, the widest.

A block of it belongs to a thread. Where real PyTorch computes its own is entered, and this one is
not asked.

References
----------
PyTorch documentation, ``torch.amp``, "CPU Op-Specific Behavior".
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from ..tensors.dtypes import float32
from ..tensors.tensor import Tensor
from .grad_mode import mode

_LOWER = """
addbmm addmm baddbmm bmm chain_matmul conv_tbc linalg.matmul linalg.multi_dot linalg.vecdot lstm
matmul mm nn.functional.conv1d nn.functional.conv2d nn.functional.conv3d
nn.functional.conv_transpose1d nn.functional.conv_transpose2d nn.functional.conv_transpose3d
nn.functional.linear nn.functional.prelu nn.functional.scaled_dot_product_attention prelu rnn_relu
rnn_relu_cell rnn_tanh rnn_tanh_cell tensordot
"""
_FLOAT32 = """
cdist cholesky cholesky_inverse cholesky_solve fft.fft fft.fft2 fft.fftn fft.hfft fft.hfft2
fft.hfftn fft.ifft fft.ifft2 fft.ifftn fft.ihfft fft.ihfft2 fft.ihfftn fft.irfft fft.irfft2
fft.irfftn fft.rfft fft.rfft2 fft.rfftn geqrf grid_sampler_2d grid_sampler_3d inverse
linalg.cholesky linalg.cholesky_ex linalg.cond linalg.eig linalg.eigh linalg.eigvals
linalg.eigvalsh linalg.householder_product linalg.inv linalg.inv_ex linalg.lstsq
linalg.matrix_rank linalg.qr linalg.solve linalg.svd linalg.svdvals linalg.tensorinv
linalg.tensorsolve lu lu_solve nanquantile nn.functional.adaptive_avg_pool3d
nn.functional.adaptive_max_pool3d nn.functional.avg_pool3d nn.functional.binary_cross_entropy
nn.functional.binary_cross_entropy_with_logits nn.functional.cosine_embedding_loss
nn.functional.cross_entropy nn.functional.ctc_loss nn.functional.fractional_max_pool2d
nn.functional.fractional_max_pool3d nn.functional.grid_sample
nn.functional.hinge_embedding_loss nn.functional.huber_loss nn.functional.kl_div
nn.functional.l1_loss nn.functional.linear_cross_entropy nn.functional.margin_ranking_loss
nn.functional.max_pool3d nn.functional.max_unpool1d nn.functional.max_unpool2d
nn.functional.max_unpool3d nn.functional.mse_loss nn.functional.multi_margin_loss
nn.functional.multilabel_margin_loss nn.functional.nll_loss nn.functional.poisson_nll_loss
nn.functional.smooth_l1_loss nn.functional.soft_margin_loss nn.functional.triplet_margin_loss
orgqr ormqr pinverse polar prod qr quantile stft svd trace triangular_solve view_as_complex
"""
# compute in float32 and end in a product of matrices in 16 bits
_RESULT_LOWER = "corrcoef cov linalg.matrix_power linalg.pinv matrix_power"
_WIDEST = "cat concat concatenate index_copy stack"


def _reflects(args: tuple, kwargs: dict) -> bool:
    """Return whether ``pad`` is called for what lies inside, not for a constant."""
    chosen = kwargs.get("mode", args[2] if len(args) > 2 else "constant")
    return chosen in ("reflect", "replicate")


def _contracts(args: tuple, kwargs: dict) -> bool:
    """Return whether ``einsum`` sums over a letter of two operands: a product of matrices."""
    equation = args[0] if args and isinstance(args[0], str) else kwargs.get("equation", "")
    inputs, _, output = equation.replace(" ", "").partition("->")
    operands = inputs.split(",")
    shared = {c for c in set(inputs) - set(",.") if sum(c in each for each in operands) > 1}
    return bool(shared - set(output)) if "->" in equation else bool(shared)


def _has_factors(args: tuple, kwargs: dict) -> bool:
    """Return whether ``matrix_power`` multiplies at all."""
    return abs(kwargs.get("n", args[1] if len(args) > 1 else 0)) > 1


def _keeps_axes(args: tuple, kwargs: dict) -> bool:
    """Return whether ``tensordot`` leaves an axis: else it is a sum of products, not of rows."""
    dims = kwargs.get("dims", args[2] if len(args) > 2 else 2)
    summed = dims if isinstance(dims, int) else len(dims[0])
    return any(x.ndim != summed for x in _tensors_in((args[:2], kwargs)))


def _gives_values_alone(args: tuple, kwargs: dict) -> bool:
    """Return whether ``max_pool3d`` is called for values without their places."""
    return not kwargs.get("return_indices")


_RULES: dict[str, str] = {
    f"torch.{name}": kind
    for kind, names in {
        "lower": _LOWER, "float32": _FLOAT32, "result": _RESULT_LOWER, "widest": _WIDEST,
    }.items()
    for name in names.split()
}  # fmt: skip
_RULES |= {"torch.nn.functional.pad": "float32", "torch.einsum": "lower"}
_CONDITIONS: dict[str, Callable[[tuple, dict], bool]] = {
    "torch.nn.functional.pad": _reflects,
    "torch.einsum": _contracts,
    "torch.tensordot": _keeps_axes,
    "torch.nn.functional.max_pool3d": _gives_values_alone,
    "torch.matrix_power": _has_factors,
    "torch.linalg.matrix_power": _has_factors,
}


def precision_of(name: str) -> str | None:
    """Return the kind of type that autocast computes a function in; None for its arguments' own.

    Examples
    --------
    >>> precision_of("torch.matmul"), precision_of("torch.Tensor.prod"), precision_of("torch.add")
    ('lower', 'float32', None)
    """
    return _RULES.get(name.replace("torch.Tensor.", "torch."))


class _Blocks(threading.local):
    """The blocks of a thread, the innermost last."""

    now: tuple = ()
    kept: dict | None = None  # parameters by identity, as they have been cast within the outermost


class Casting:
    """The number of blocks in all threads, which a call asks first."""

    __slots__ = ("count",)

    def __init__(self):
        self.count = 0


casting = Casting()
_blocks = _Blocks()
_counting = threading.Lock()  # a count that another thread overwrites would miss a block


def enter(block) -> None:
    """Begin a block in this thread.

    Parameters
    ----------
    block : torch.autocast
    """
    if not _blocks.now:
        _blocks.kept = {}
    _blocks.now = (*_blocks.now, block)
    with _counting:
        casting.count += 1


def leave() -> None:
    """End the innermost block of this thread."""
    with _counting:
        casting.count -= 1
    _blocks.now = _blocks.now[:-1]
    if not _blocks.now:
        _blocks.kept = None


def innermost_block(device: str):
    """Return this thread's innermost block for a type of device; None without one."""
    return next((each for each in reversed(_blocks.now) if each.device == device), None)


def blocks_in_force() -> tuple:
    """Return (type of device, dtype) of this thread's blocks, that programs are told apart by."""
    if not casting.count:
        return ()
    return tuple([(each.device, each.casts_here_() and each.fast_dtype) for each in _blocks.now])


def call_in_precision(function, args: tuple, kwargs: dict):
    """Call a function with arguments cast as the blocks of this thread say.

    Parameters
    ----------
    function
        What the frontend declares of it, its ``precision`` not None.
    args, kwargs
        As a user gives them.

    Returns
    -------
    Tensor or nest of tensors
        NotImplemented where no block says anything of this call.
    """
    blocks = _blocks.now
    if not blocks or kwargs.get("out") is not None:
        return NotImplemented
    condition = _CONDITIONS.get(function.name.replace("torch.Tensor.", "torch."))
    if condition is not None and not condition(args, kwargs):
        return NotImplemented
    given = [x for x in _tensors_in((args, kwargs)) if x.is_floating_point()]
    given = [x for x in given if x.dtype.itemsize < 8]
    block = innermost_block(given[0].device.type) if given else None
    if block is None or not block.casts_here_():
        return NotImplemented
    lower, precision = block.fast_dtype, function.precision
    target = lower
    if precision in ("float32", "result"):
        target = float32
    elif precision == "widest":
        dtypes = {x.dtype for x in given}
        target = float32 if len(dtypes) > 1 else dtypes.pop()
    _blocks.now = ()  # what the body calls computes in the types that it has been given
    try:
        keeps = target is lower and block.keeps_casts_()
        args, kwargs = [cast_nest(each, target, keeps) for each in (args, kwargs)]
        result = function.general(args, kwargs)
        return result.to(lower) if precision == "result" else result
    finally:
        _blocks.now = blocks


def _tensors_in(nest) -> Iterator:
    if isinstance(nest, (list, tuple)):
        for each in nest:
            yield from _tensors_in(each)
    elif isinstance(nest, dict):
        yield from _tensors_in(tuple(nest.values()))
    elif isinstance(nest, Tensor):
        yield nest


def cast_nest(nest, target, keeps: bool):
    """Return arguments with the floating tensors of less than 64 bits in a dtype."""
    if type(nest) in (list, tuple):
        return type(nest)([cast_nest(each, target, keeps) for each in nest])
    if type(nest) is dict:
        return {name: cast_nest(each, target, keeps) for name, each in nest.items()}
    if not isinstance(nest, Tensor) or not nest.is_floating_point():
        return nest
    if nest.dtype is target or nest.dtype.itemsize == 8:
        return nest
    if not (keeps and nest.requires_grad and nest.is_leaf):
        return nest.to(target)
    # PyTorch casts a parameter once in a block, so that its gradients add up in 16 bits
    kept, key = _blocks.kept, (id(nest), target, mode.enabled)
    if key not in kept or kept[key][0] is not nest or kept[key][1] != nest._version:
        kept[key] = nest, nest._version, nest.to(target)
    return kept[key][2]
