"""Names of nodes, as PyTorch calls what it records: ``AddBackward0``."""

from __future__ import annotations

from collections.abc import Callable


def _camel(name: str) -> str:
    name = name.removeprefix("__").removesuffix("__").rpartition(".")[2].rstrip("_")
    return "".join([part[:1].upper() + part[1:] for part in name.split("_")])


def _dims(args, kwargs, at: int = 1, names=("dim", "axis")) -> bool:
    given = args[at] if len(args) > at else None
    if given is None:
        given = next((kwargs[name] for name in names if kwargs.get(name) is not None), None)
    return given is not None


def _ndims(args):
    return [each.ndim for each in args if hasattr(each, "ndim")]


def _matmul(args, kwargs):
    return {(1, 1): "Dot", (2, 1): "Mv", (2, 2): "Mm", (1, 2): "Squeeze"}.get(
        tuple(_ndims(args)[:2]), "UnsafeView"
    ) + "Backward0"


def _linear(args, kwargs):
    bias = len(args) > 2 and args[2] is not None or kwargs.get("bias") is not None
    if args[0].ndim == 2:
        return "AddmmBackward0" if bias else "MmBackward0"
    return "ViewBackward0" if bias else "UnsafeViewBackward0"


def _reduction(name):
    return lambda args, kwargs: f"{name}Backward{int(_dims(args, kwargs))}"


def _squeeze(args, kwargs):
    dim = args[1] if len(args) > 1 else kwargs.get("dim")
    form = 0 if dim is None else 1 if isinstance(dim, int) else 2
    return f"SqueezeBackward{form}"


def _extreme(name):
    def choose(args, kwargs):
        if len(args) > 1 and hasattr(args[1], "ndim"):
            return f"{name}imumBackward0"
        return f"{name}Backward{0 if _dims(args, kwargs) else 1}"

    return choose


def _pow(args, kwargs):
    if not hasattr(args[0], "ndim"):
        return "PowBackward1"
    return "PowBackward1" if hasattr(args[1], "ndim") else "PowBackward0"


def _getitem(args, kwargs):
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


def _clamp(args, kwargs):
    tensors = [x for x in (*args[1:], *kwargs.values()) if hasattr(x, "ndim")]
    return f"ClampBackward{int(not tensors)}"


def _scatter(args, kwargs):
    source = args[3] if len(args) > 3 else kwargs.get("src", kwargs.get("value"))
    return f"ScatterBackward{int(not hasattr(source, 'ndim'))}"


def _by_tensor(name: str):
    """Return the namer of a function that has a node for numbers, and another for tensors."""

    def choose(args, kwargs):
        other = args[1] if len(args) > 1 else next(iter(kwargs.values()), None)
        return f"{name}Backward{int(hasattr(other, 'ndim'))}"

    return choose


def _given(name: str, at: int, args, kwargs, default=None):
    return args[at] if len(args) > at else kwargs.get(name, default)


def _loss(alone: str, batchmean: str = "Div"):
    """Return the namer of a loss that ends in its reduction; ``alone`` is its last step before."""
    steps = {"none": alone, "sum": "Sum", "batchmean": batchmean}

    def choose(args, kwargs):
        words = [each for each in (*args, *kwargs.values()) if isinstance(each, str)]
        reduction = next((word for word in words if word in steps), "mean")
        return f"{steps.get(reduction, 'Mean')}Backward0"

    return choose


def _nll_loss(args, kwargs):
    ndim = args[0].ndim
    if ndim == 3 and _given("reduction", 6, args, kwargs) == "none":
        return "ViewBackward0"  # PyTorch computes it as an image of one row
    return "NllLossBackward0" if ndim < 3 else "NllLoss2DBackward0"


def _cross_entropy(args, kwargs):
    target = _given("target", 1, args, kwargs)
    if target.dtype.is_floating_point:  # probabilities
        reduction = _given("reduction", 6, args, kwargs, "mean")
        return "DivBackward1" if reduction == "mean" else "NegBackward0"
    if _given("label_smoothing", 7, args, kwargs):
        return "AddBackward0"
    return _nll_loss(args, kwargs)


def _interpolate(args, kwargs):
    x, mode = args[0], _given("mode", 3, args, kwargs, "nearest")
    if mode == "area":
        return f"AdaptiveAvgPool{x.ndim - 2}DBackward0"
    kinds = {"nearest": f"Nearest{x.ndim - 2}D", "linear": "Linear1D", "bilinear": "Bilinear2D",
             "nearest-exact": f"NearestExact{x.ndim - 2}D", "bicubic": "Bicubic2D",
             "trilinear": "Trilinear3D"}  # fmt: skip
    return f"Upsample{kinds.get(mode, '')}Backward0"


def _pad(args, kwargs):
    widths, mode = _given("pad", 1, args, kwargs), _given("mode", 2, args, kwargs, "constant")
    kind = {"reflect": "Reflection", "replicate": "Replication"}.get(mode)
    if kind is None:
        return "CopySlices" if mode == "circular" else "ConstantPadNdBackward0"
    return f"{kind}Pad{len(widths) // 2}DBackward0"


def _channels(args, kwargs):
    return "ViewBackward0" if _given("apart", 6, args, kwargs) else "NativeBatchNormBackward0"


def _adaptive_average(args, kwargs):
    size = _given("output_size", 1, args, kwargs)
    whole = all(n == 1 for n in (size if isinstance(size, (tuple, list)) else (size,)))
    return "MeanBackward1" if whole else "AdaptiveAvgPool2DBackward0"


def _einsum(args, kwargs):
    operands = args[1] if isinstance(args[1], (tuple, list)) else args[1:]
    return "SumBackward1" if len(operands) == 1 else "ViewBackward0"


def _unfold(args, kwargs):
    of_tensor = len(args) == 4 or len(args) + len(kwargs) == 4 and "step" in kwargs
    return "UnfoldBackward0" if of_tensor else "Im2ColBackward0"


def _recurrent(args, kwargs):
    """Return the name of the output's node; that of the states would be ``StackBackward0``."""
    kind, (both_ways, batch_first, sizes) = args[3], args[6:9]
    if sizes is not None or both_ways and not batch_first:
        return "CatBackward0"
    if batch_first:
        return f"TransposeBackward{int(kind != 'lstm')}"
    return "MkldnnRnnLayerBackward0" if kind == "lstm" else "StackBackward0"


# by name in PyTorch; what is not here is the name in capitals, and "Backward0"
_NAMES: dict[str, str | Callable] = {
    "__getitem__": _getitem,
    "__setitem__": "IndexPutBackward0",
    # what the engine itself computes of gradients
    "kept_outside": "MaskedFillBackward0",
    "placed_in_zeros": "AsStridedScatterBackward0",
    "shown_inside": "AsStridedBackward0",
    "spread_over_zeros": "AsStridedScatterBackward0",
    "summed_to_size": "SumBackward1",
    "_bags": "EmbeddingBagBackward0",
    "index_put": "IndexPutBackward0",
    "matmul": _matmul,
    "__matmul__": _matmul,
    "linear": _linear,
    "sum": _reduction("Sum"),
    "mean": _reduction("Mean"),
    "prod": _reduction("Prod"),
    "max": _extreme("Max"),
    "min": _extreme("Min"),
    "pow": _pow,
    "squeeze": _squeeze,
    "__radd__": "AddBackward0",
    "__rmul__": "MulBackward0",
    "__rtruediv__": "MulBackward0",
    "__rsub__": "RsubBackward1",
    "__rpow__": "PowBackward2",
    "fmod": _by_tensor("Fmod"),
    "remainder": _by_tensor("Remainder"),
    "scatter": _scatter,
    "std": lambda args, kwargs: "StdBackward0",
    "subtract": "SubBackward0",
    "multiply": "MulBackward0",
    "divide": "DivBackward0",
    "true_divide": "DivBackward0",
    "negative": "NegBackward0",
    "absolute": "AbsBackward0",
    "concat": "CatBackward0",
    "concatenate": "CatBackward0",
    "chunk": "SplitBackward0",
    "flatten": "ViewBackward0",
    "reshape": "ViewBackward0",
    "view_as": "ViewBackward0",
    "unflatten": "ViewBackward0",
    "swapaxes": "TransposeBackward0",
    "swapdims": "TransposeBackward0",
    "movedim": "PermuteBackward0",
    "mT": "TransposeBackward0",
    "T": "PermuteBackward0",
    "H": "TransposeBackward0",
    "to": "ToCopyBackward0",
    "_as_type": "ToCopyBackward0",
    "to_copy": "ToCopyBackward0",
    "float": "ToCopyBackward0",
    "double": "ToCopyBackward0",
    "half": "ToCopyBackward0",
    "bfloat16": "ToCopyBackward0",
    "contiguous": "CloneBackward0",
    "copy": "CopyBackwards",
    "copy_": "CopyBackwards",
    "fill_": "FillBackward0",
    "zero_": "ZeroBackward0",
    "norm": lambda args, kwargs: "LinalgVectorNormBackward0",
    "cross_entropy": _cross_entropy,
    "nll_loss": _nll_loss,
    "l1_loss": _loss("Abs"),
    "poisson_nll_loss": _loss("Sub"),
    "gaussian_nll_loss": _loss("Mul"),
    "hinge_embedding_loss": _loss("Add"),
    "cosine_embedding_loss": _loss("Add"),
    "margin_ranking_loss": _loss("ClampMin"),
    "multilabel_soft_margin_loss": _loss("Div"),
    "triplet_margin_loss": _loss("ClampMin"),
    "triplet_margin_with_distance_loss": _loss("ClampMin"),
    "kl_div": lambda args, kwargs: _loss("Mul" if _given("log_target", 5, args, kwargs) else "Sub")(
        args, kwargs
    ),
    "_likelihoods": _loss("CtcLoss"),
    "_channels_normalized": _channels,
    "_recurrent_layers": _recurrent,
    "_rows": "EmbeddingBackward0",
    "max_pool2d": "MaxPool2DWithIndicesBackward0",
    "max_pool2d_with_indices": "MaxPool2DWithIndicesBackward0",
    "max_pool3d": "MaxPool3DWithIndicesBackward0",
    "max_pool3d_with_indices": "MaxPool3DWithIndicesBackward0",
    "avg_pool2d": "AvgPool2DBackward0",
    "avg_pool3d": "AvgPool3DBackward0",
    "adaptive_avg_pool2d": _adaptive_average,
    "adaptive_max_pool2d": "AdaptiveMaxPool2DBackward0",
    "adaptive_max_pool3d": "AdaptiveMaxPool3DBackward0",
    "conv_transpose1d": "ConvolutionBackward0",
    "conv_transpose2d": "ConvolutionBackward0",
    "conv_transpose3d": "ConvolutionBackward0",
    "interpolate": _interpolate,
    "upsample": _interpolate,
    "pad": _pad,
    "einsum": _einsum,
    "unfold": _unfold,
    "fold": "Col2ImBackward0",
    "prelu": "PreluKernelBackward0",
    "outer": "MulBackward0",
    "ger": "MulBackward0",
    "lstm_cell": "MulBackward0",
    "gru_cell": "AddBackward0",
    "rnn_tanh_cell": "TanhBackward0",
    "rnn_relu_cell": "ReluBackward0",
    "bilinear": "AddBackward0",
    "hstack": "CatBackward0",
    "vstack": "CatBackward0",
    "dstack": "CatBackward0",
    "column_stack": "CatBackward0",
    "row_stack": "CatBackward0",
    "real": "SelectBackward0",
    "imag": "SelectBackward0",
    "lerp": lambda args, kwargs: (
        f"LerpBackward{int(hasattr(_given('weight', 2, args, kwargs), 'ndim'))}"
    ),
    "mse_loss": "MseLossBackward0",
    "layer_norm": "NativeLayerNormBackward0",
    "group_norm": "NativeGroupNormBackward0",
    "batch_norm": "NativeBatchNormBackward0",
    "dropout": "MulBackward0",
    "conv1d": "ConvolutionBackward0",
    "conv2d": "ConvolutionBackward0",
    "conv3d": "ConvolutionBackward0",
    "softmax": "SoftmaxBackward0",
    "log_softmax": "LogSoftmaxBackward0",
    "clamp_min": _by_tensor("ClampMin"),
    "clip": _clamp,
    "clamp_max": _by_tensor("ClampMax"),
    "clamp": _clamp,
    "stack": "StackBackward0",
    "where": "WhereBackward0",
}


# functions that PyTorch composes, or has under another name: of their last, or only, node
_COMPOSED = """
    adaptive_avg_pool1d:SqueezeBackward1
    adaptive_max_pool1d:SqueezeBackward1 adaptive_max_pool1d_with_indices:SqueezeBackward1
    adjoint:Transpose alpha_dropout:CopyBackwards arccos:Acos arccosh:Acosh arcsin:Asin
    arcsinh:Asinh arctan:Atan arctan2:Atan2 arctanh:Atanh atleast_3d:Unsqueeze
    avg_pool1d:SqueezeBackward1 broadcast_to:Expand cdouble:ToCopy cfloat:ToCopy
    chain_matmul:Clone chalf:ToCopy cholesky_ex:LinalgCholeskyEx cond:SqueezeBackward1
    corrcoef:ClampBackward1 cosine_similarity:SumBackward1 cov:Squeeze cross:LinalgCross
    cumulative_trapezoid:Cumsum deg2rad:Deg2Rad det:LinalgDet
    diag:DiagonalBackward0_copy diagflat:DiagEmbed diff:Sub dropout1d:SqueezeBackward1
    dropout2d:Mul dropout3d:SqueezeBackward1 eig:LinalgEig eigh:LinalgEigh eigvals:LinalgEig
    eigvalsh:LinalgEigh entr:SpecialEntr erfcx:SpecialErfcx
    expand_as:Expand expit:Sigmoid feature_alpha_dropout:CopyBackwards fix:Trunc fliplr:Flip
    flipud:Flip float_power:PowBackward1 frobenius_norm:NormBackward1
    gammainc:Igamma gammaincc:Igammac gammaln:Lgamma
    gumbel_softmax:Softmax hsplit:Slice i0e:SpecialI0E i1:SpecialI1
    i1e:SpecialI1E inner:View inv_ex:LinalgInvEx inverse:LinalgInvEx
    kron:UnsafeView log1p:Log1P log_ndtr:SpecialLogNdtr
    logdet:Where logsigmoid:LogSigmoid lstsq:LinalgLstsq lu:LinalgLuFactorEx
    lu_factor_ex:LinalgLuFactorEx matrix_exp:LinalgMatrixExp
    matrix_norm:LinalgVectorNorm matrix_power:CopyBackwards max_pool1d:SqueezeBackward1
    max_pool1d_with_indices:SqueezeBackward1 moveaxis:Permute msort:Sort multigammaln:Mvlgamma
    nanmean:Div nanquantile:SqueezeBackward4 narrow:Slice
    ndtr:MulBackward1 ndtri:SpecialNdtri norm_except_dim:View normalize:Div
    nuclear_norm:SumBackward1 pairwise_distance:NormBackward1 pca_lowrank:Mm
    pinv:LinalgPinv pinverse:LinalgPinv psi:Digamma qr:LinalgQr
    quantile:SqueezeBackward4 rad2deg:Rad2Deg ravel:View relu6:Hardtanh
    repeat_interleave:View reshape_as:View rms_norm:Mul
    rrelu:RreluWithNoise scaled_dot_product_attention:Mm selu:Elu slogdet:LinalgSlogdet
    softmin:Softmax softsign:Div solve_ex:LinalgSolveEx square:Pow sum_to_size:View
    svd:LinalgSvd svd_lowrank:Mm svd_with_v:LinalgSvd svdvals:LinalgSvd
    sym_sum:Add take_along_dim:Gather
    tanhshrink:Sub tensor_split:Slice tensordot:View tile:Repeat trapezoid:MulBackward1
    trapz:MulBackward1
    type_as:CopyBackwards unique:Unique2 unsafe_chunk:UnsafeSplit vander:Cat
    vecdot:SumBackward1 vector_norm:LinalgVectorNorm vsplit:Slice xlog1py:SpecialXlog1Py
    zeta:SpecialZeta
"""
for _pair in _COMPOSED.split():
    _name, _, _node = _pair.partition(":")
    _NAMES.setdefault(_name, _node if "Backward" in _node else f"{_node}Backward0")

# what is recorded of a gradient is named as the last operation of PyTorch's formula
_GRADIENTS = {
    "MulBackward0": """__abs__ __rpow__ __rtruediv__ abs absolute atan2 cos cosh erf exp
        expm1 logsumexp mul multiply norm pow prod reciprocal rsqrt silu sin sinh square std tan
        var vector_norm""",
    "DivBackward0": "arctan atan div divide log log10 log1p log2 sqrt true_divide",
    "MulBackward1": "exp2",
    "SoftmaxBackwardDataBackward0": "softmax",
    "LogSoftmaxBackwardDataBackward0": "log_softmax",
    "ThresholdBackwardBackward0": "relu",
    "SigmoidBackwardBackward0": "expit",
    "EluBackwardBackward0": "selu",
}
for _node, _names in _GRADIENTS.items():
    _NAMES.update({f"{_name}_backward": _node for _name in _names.split()})

# functions whose gradients PyTorch needs no tensors for
_LINEAR = frozenset({
    "ConstantPadNdBackward0", "DiagEmbedBackward0", "ExpandBackward0", "FlipBackward0",
    "FmodBackward0", "RemainderBackward0", "RepeatBackward0", "RollBackward0", "Rot90Backward0",
    "ToCopyBackward0", "TraceBackward0", "TrilBackward0", "TriuBackward0", "ViewBackward0",
    "UpsampleBilinear2DBackward0", "UpsampleLinear1DBackward0", "UpsampleNearest1DBackward0",
    "UpsampleNearest2DBackward0",
})  # fmt: skip


# functions that PyTorch composes, whose nodes have the name of the last step
_ENDING_IN_A_VIEW = frozenset({
    "_channels_normalized", "cross_entropy", "einsum", "inner", "nll_loss", "norm_except_dim",
    "tensordot",
})  # fmt: skip


def is_linear(node: str, function: str) -> bool:
    """Return whether nodes of a class save no tensors, as PyTorch has it: they may run twice."""
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
        return _camel(name) + "Backward0"
    return found if type(found) is str else found(args, kwargs)


def has_one_name(name: str) -> bool:
    """Return whether all calls of a function are called the same."""
    found = _NAMES.get(name) or _NAMES.get(name.rpartition(".")[2])
    return found is None or type(found) is str


__all__ = ["has_one_name", "is_linear", "node_name"]
