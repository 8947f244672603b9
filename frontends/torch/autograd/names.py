"""Names of nodes, as PyTorch calls what it records: ``AddBackward0``."""

from __future__ import annotations

from collections.abc import Callable

from frontends.common.sections import read_sections

# functions whose formulas are for one result; along a dimension, what is written later is no harm
OF_ALL_ELEMENTS = frozenset({"max", "median", "min", "nanmedian"})
# functions of several views that PyTorch makes one by one, so that each may be written to
OF_SLICES = frozenset({"dsplit", "hsplit", "tensor_split", "vsplit"})


def _camel_case_of_function(name: str) -> str:
    """Return ``IndexAdd`` for ``Tensor.index_add_``: no module, no underscores."""
    name = name.removeprefix("__").removesuffix("__").rpartition(".")[2].rstrip("_")
    return "".join([part[:1].upper() + part[1:] for part in name.split("_")])


def _has_dim(args, kwargs, at: int = 1, names=("dim", "axis")) -> bool:
    """Return whether positional argument ``at``, or one of the keywords ``names``, is not None."""
    given = args[at] if len(args) > at else None
    if given is None:
        for name in names:
            given = kwargs.get(name) if given is None else given
    return given is not None


def _ndims_of_tensors(args) -> list[int]:
    return [each.ndim for each in args if hasattr(each, "ndim")]


def _matmul_node_name(args, kwargs) -> str:
    return {(1, 1): "Dot", (2, 1): "Mv", (2, 2): "Mm", (1, 2): "Squeeze"}.get(
        tuple(_ndims_of_tensors(args)[:2]), "UnsafeView"
    ) + "Backward0"


def _linear_node_name(args, kwargs) -> str:
    bias = len(args) > 2 and args[2] is not None or kwargs.get("bias") is not None
    if args[0].ndim == 2:
        return "AddmmBackward0" if bias else "MmBackward0"
    return "ViewBackward0" if bias else "UnsafeViewBackward0"


def _reduction_namer(name) -> Callable:
    """Return a function of (args, kwargs) that gives ``SumBackward1`` with a dim, else ``...0``."""
    return lambda args, kwargs: f"{name}Backward{int(_has_dim(args, kwargs))}"


def _squeeze_node_name(args, kwargs) -> str:
    dim = args[1] if len(args) > 1 else kwargs.get("dim")
    form = 0 if dim is None else 1 if isinstance(dim, int) else 2
    return f"SqueezeBackward{form}"


def _extreme_namer(name) -> Callable:
    """Return the namer of max or min: ``MaximumBackward0`` for two tensors, else by ``dim``."""

    def choose(args, kwargs):
        if len(args) > 1 and hasattr(args[1], "ndim"):
            return f"{name}imumBackward0"
        return f"{name}Backward{0 if _has_dim(args, kwargs) else 1}"

    return choose


def _pow_node_name(args, kwargs) -> str:
    if not hasattr(args[0], "ndim"):
        return "PowBackward1"
    return "PowBackward1" if hasattr(args[1], "ndim") else "PowBackward0"


def _getitem_node_name(args, kwargs) -> str:
    """Return ``IndexBackward0`` for an advanced index, else the name of its last basic step."""
    index = args[1] if type(args[1]) is tuple else (args[1],)
    name = "Alias"
    for each in index:
        if each is None:
            name = "Unsqueeze"
        elif isinstance(each, slice):
            name = name if each == slice(None) else "Slice"
        elif each is not Ellipsis:
            if type(each) is bool or getattr(each, "shape", ()) or isinstance(each, (list, range)):
                return "IndexBackward0"
            name = "Select"
    return f"{name}Backward0"


def _clamp_node_name(args, kwargs) -> str:
    tensors = [x for x in (*args[1:], *kwargs.values()) if hasattr(x, "ndim")]
    return f"ClampBackward{int(not tensors)}"


def _scatter_node_name(args, kwargs) -> str:
    source = args[3] if len(args) > 3 else kwargs.get("src", kwargs.get("value"))
    return f"ScatterBackward{int(not hasattr(source, 'ndim'))}"


def _tensor_or_number_namer(name: str) -> Callable:
    """Return a namer: ``{name}Backward1`` if the second argument is a tensor, 0 if a number."""

    def choose(args, kwargs):
        other = args[1] if len(args) > 1 else next(iter(kwargs.values()), None)
        return f"{name}Backward{int(hasattr(other, 'ndim'))}"

    return choose


def _argument_or_default(name: str, at: int, args, kwargs, default=None):
    """Return the argument at position ``at`` or of keyword ``name``, else ``default``."""
    return args[at] if len(args) > at else kwargs.get(name, default)


def _loss_namer(alone: str, batchmean: str = "Div") -> Callable:
    """Return the namer of a loss that ends in its reduction; ``alone`` is its last step before."""
    steps = {"none": alone, "sum": "Sum", "batchmean": batchmean}

    def choose(args, kwargs):
        words = [each for each in (*args, *kwargs.values()) if isinstance(each, str)]
        reduction = next((word for word in words if word in steps), "mean")
        return f"{steps.get(reduction, 'Mean')}Backward0"

    return choose


def _nll_loss_node_name(args, kwargs) -> str:
    ndim = args[0].ndim
    if ndim == 3 and _argument_or_default("reduction", 6, args, kwargs) == "none":
        return "ViewBackward0"  # PyTorch computes it as an image of one row
    return "NllLossBackward0" if ndim < 3 else "NllLoss2DBackward0"


def _cross_entropy_node_name(args, kwargs) -> str:
    target = _argument_or_default("target", 1, args, kwargs)
    if target.dtype.is_floating_point:  # probabilities
        reduction = _argument_or_default("reduction", 6, args, kwargs, "mean")
        return "DivBackward1" if reduction == "mean" else "NegBackward0"
    if _argument_or_default("label_smoothing", 7, args, kwargs):
        return "AddBackward0"
    return _nll_loss_node_name(args, kwargs)


def _interpolate_node_name(args, kwargs) -> str:
    x, mode = args[0], _argument_or_default("mode", 3, args, kwargs, "nearest")
    if mode == "area":
        return f"AdaptiveAvgPool{x.ndim - 2}DBackward0"
    kinds = {"nearest": f"Nearest{x.ndim - 2}D", "linear": "Linear1D", "bilinear": "Bilinear2D",
             "nearest-exact": f"NearestExact{x.ndim - 2}D", "bicubic": "Bicubic2D",
             "trilinear": "Trilinear3D"}  # fmt: skip
    return f"Upsample{kinds.get(mode, '')}Backward0"


def _pad_node_name(args, kwargs) -> str:
    widths, mode = (
        _argument_or_default("pad", 1, args, kwargs),
        _argument_or_default("mode", 2, args, kwargs, "constant"),
    )
    kind = {"reflect": "Reflection", "replicate": "Replication"}.get(mode)
    if kind is None:
        return "CopySlices" if mode == "circular" else "ConstantPadNdBackward0"
    return f"{kind}Pad{len(widths) // 2}DBackward0"


def _batch_norm_node_name(args, kwargs) -> str:
    """Name the node of `_channels_normalized`: ``View...`` if ``apart`` (instance norm)."""
    return (
        "ViewBackward0"
        if _argument_or_default("apart", 6, args, kwargs)
        else "NativeBatchNormBackward0"
    )


def _trapezoid_node_name(args, kwargs) -> str:
    return f"{'Mul' if _argument_or_default('x', 1, args, kwargs) is None else 'Div'}Backward1"


def _adaptive_pool_namer(node: str) -> Callable:
    """Return a namer: ``MeanBackward1`` where each channel becomes one element, else ``node``."""

    def choose(args, kwargs):
        size = _argument_or_default("output_size", 1, args, kwargs)
        whole = all(n == 1 for n in (size if isinstance(size, (tuple, list)) else (size,)))
        return "MeanBackward1" if whole else node

    return choose


def _einsum_node_name(args, kwargs) -> str:
    operands = args[1] if isinstance(args[1], (tuple, list)) else args[1:]
    return "SumBackward1" if len(operands) == 1 else "ViewBackward0"


def _unfold_node_name(args, kwargs) -> str:
    """Return the name of the node of ``Tensor.unfold`` (4 arguments) or of ``nn.functional``'s."""
    of_tensor = len(args) == 4 or len(args) + len(kwargs) == 4 and "step" in kwargs
    return "UnfoldBackward0" if of_tensor else "Im2ColBackward0"


def _recurrent_node_name(args, kwargs) -> str:
    """Return the name of the output's node; that of the states would be ``StackBackward0``."""
    kind, (both_ways, batch_first, sizes) = args[3], args[6:9]
    if sizes is not None or both_ways and not batch_first:
        return "CatBackward0"
    if batch_first:
        return f"TransposeBackward{int(kind != 'lstm')}"
    return "MkldnnRnnLayerBackward0" if kind == "lstm" else "StackBackward0"


# functions whose nodes are named by the form that was called
_NAMES: dict[str, str | Callable] = {
    "__getitem__": _getitem_node_name,
    "matmul": _matmul_node_name,
    "__matmul__": _matmul_node_name,
    "linear": _linear_node_name,
    "sum": _reduction_namer("Sum"),
    "mean": _reduction_namer("Mean"),
    "prod": _reduction_namer("Prod"),
    "max": _extreme_namer("Max"),
    "min": _extreme_namer("Min"),
    "pow": _pow_node_name,
    "squeeze": _squeeze_node_name,
    "fmod": _tensor_or_number_namer("Fmod"),
    "remainder": _tensor_or_number_namer("Remainder"),
    "scatter": _scatter_node_name,
    "std": lambda args, kwargs: "StdBackward0",
    "norm": lambda args, kwargs: "LinalgVectorNormBackward0",
    "cross_entropy": _cross_entropy_node_name,
    "nll_loss": _nll_loss_node_name,
    "l1_loss": _loss_namer("Abs"),
    "poisson_nll_loss": _loss_namer("Sub"),
    "gaussian_nll_loss": _loss_namer("Mul"),
    "hinge_embedding_loss": _loss_namer("Add"),
    "cosine_embedding_loss": _loss_namer("Add"),
    "margin_ranking_loss": _loss_namer("ClampMin"),
    "multilabel_soft_margin_loss": _loss_namer("Div"),
    "triplet_margin_loss": _loss_namer("ClampMin"),
    "triplet_margin_with_distance_loss": _loss_namer("ClampMin"),
    "kl_div": lambda args, kwargs: _loss_namer(
        "Mul" if _argument_or_default("log_target", 5, args, kwargs) else "Sub"
    )(args, kwargs),
    "_likelihoods": _loss_namer("CtcLoss"),
    "_channels_normalized": _batch_norm_node_name,
    "_channels_normalized_by_own": lambda args, kwargs: "NativeBatchNormBackward0",
    "_recurrent_layers": _recurrent_node_name,
    "adaptive_avg_pool2d": _adaptive_pool_namer("AdaptiveAvgPool2DBackward0"),
    "adaptive_avg_pool3d": _adaptive_pool_namer("AdaptiveAvgPool3DBackward0"),
    "trapezoid": _trapezoid_node_name,
    "trapz": _trapezoid_node_name,
    "interpolate": _interpolate_node_name,
    "upsample": _interpolate_node_name,
    "pad": _pad_node_name,
    "einsum": _einsum_node_name,
    "unfold": _unfold_node_name,
    "lerp": lambda args, kwargs: (
        f"LerpBackward{int(hasattr(_argument_or_default('weight', 2, args, kwargs), 'ndim'))}"
    ),
    "clamp_min": _tensor_or_number_namer("ClampMin"),
    "clip": _clamp_node_name,
    "clamp_max": _tensor_or_number_namer("ClampMax"),
    "clamp": _clamp_node_name,
}
for _node, _names in read_sections(__file__, "node_names.txt").items():
    _NAMES.update(dict.fromkeys(_names.split(), _node))

# nodes whose gradients PyTorch needs no tensors for
_LINEAR = frozenset({
    "BlockDiagBackward0", "CartesianProdBackward0", "ChannelShuffleBackward0", "Col2ImBackward0",
    "Deg2RadBackward0", "DiagonalBackward0_copy", "FftC2RBackward0",
    "FracBackward0", "Im2ColBackward0", "LerpBackward0", "MeanBackward1", "PixelShuffleBackward0",
    "PixelUnshuffleBackward0", "SelectScatterBackward0", "SliceScatterBackward0",
    "UpsampleBicubic2DBackward0", "UpsampleNearest3DBackward0", "UpsampleNearestExact1DBackward0",
    "UpsampleNearestExact2DBackward0", "UpsampleTrilinear3DBackward0",
    "ConstantPadNdBackward0", "DiagEmbedBackward0", "ExpandBackward0", "FlipBackward0",
    "FmodBackward0", "RemainderBackward0", "RepeatBackward0", "RollBackward0", "Rot90Backward0",
    "ToCopyBackward0", "TraceBackward0", "TrilBackward0", "TriuBackward0", "ViewBackward0",
    "UpsampleBilinear2DBackward0", "UpsampleLinear1DBackward0", "UpsampleNearest1DBackward0",
    "UpsampleNearest2DBackward0",
})  # fmt: skip

# functions that PyTorch composes of steps that need none, by the node of the last
_LINEAR_AS_COMPOSED = frozenset({
    ("MulBackward1", "trapezoid"), ("MulBackward1", "trapz"), ("SubBackward0", "diff"),
    ("CatBackward0", "hstack"),
})  # fmt: skip

# functions that PyTorch composes, whose nodes have the name of the last step
_ENDING_IN_A_VIEW = frozenset({
    "_channels_normalized", "cross_entropy", "einsum", "inner", "linear", "nll_loss",
    "norm_except_dim", "tensordot",
})  # fmt: skip


def is_linear(node: str, function: str) -> bool:
    """Return whether nodes of a class save no tensors, as PyTorch has it: they may run twice."""
    if (node, function) in _LINEAR_AS_COMPOSED:
        return True
    return node in _LINEAR and function not in _ENDING_IN_A_VIEW


def node_name(name: str, args, kwargs) -> str:
    """Return the class name of the node of a call.

    Parameters
    ----------
    name : str
        Name of the function in PyTorch, without its module.
    args, kwargs
        What it was called with: some names tell which form of a function was meant.
    """
    found = _NAMES.get(name)
    if found is None:
        found = _NAMES.get(name.rpartition(".")[2])
    if found is None:
        return _camel_case_of_function(name) + "Backward0"
    return found if type(found) is str else found(args, kwargs)


def has_one_name(name: str) -> bool:
    """Return whether all calls of a function are called the same."""
    found = _NAMES.get(name) or _NAMES.get(name.rpartition(".")[2])
    return found is None or type(found) is str


__all__ = ["OF_ALL_ELEMENTS", "OF_SLICES", "has_one_name", "is_linear", "node_name"]
