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


# by name in PyTorch; what is not here is the name in capitals, and "Backward0"
_NAMES: dict[str, str | Callable] = {
    "__getitem__": _getitem,
    "__setitem__": "IndexPutBackward0",
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
    "cross_entropy": "NllLossBackward0",
    "nll_loss": "NllLossBackward0",
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
    "clamp_min": "ClampMinBackward0",
    "clip": "ClampBackward0",
    "clamp": "ClampBackward1",
    "stack": "StackBackward0",
    "where": "WhereBackward0",
}


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


__all__ = ["node_name"]
