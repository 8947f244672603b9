"""Look-up of a PyTorch module's names, wherever they are defined here.

A name is looked for in this order: in the file here that has the part of PyTorch's file, at the
module where PyTorch's object of that name is shown first (``torch.nn`` has what
``torch.nn.modules.batchnorm`` defines), among the lists of :mod:`standins` (decorators, questions),
among PyTorch's functions of tensors, which run on the host
(:mod:`frontends.torch.dispatch.fallback`); else it is a stand-in that raises when it is used. So
all paths lead to one object.
"""

from __future__ import annotations

import ast
import importlib

from frontends.common.sections import read_sections
from frontends.torch.dispatch.docstrings import citing
from ivy_core.utils.exceptions import IvyAttributeError

from ..dispatch.func_wrapper import on_host_function
from . import copies, name_table, paths, standins

# The files of PyTorch whose parts have files of other names here.
_FILES = read_sections(__file__, "namespaces.txt")
_NORMAL = "torch.distributions.multivariate_normal"
# Names of PyTorch's that mean what has another name here.
_SAME = {
    "torch._C.TensorBase": "tensors.tensor.Tensor",
    "torch._C._TensorBase": "tensors.tensor.Tensor",
    "torch._C._nn._parse_to": "nn.modules.module.parse_to_arguments",
    "torch._C._disabled_torch_function_impl": "overrides.call_without_overrides",
    "torch._C._fx_map_aggregate": "fx.node.map_aggregate",
    "torch._C._fx_map_arg": "fx.node.map_arg",
    "torch._C._sparse.sparse_sampled_addmm": "sparse.sampled_addmm",
    "torch.DisableTorchFunction": "overrides.DisableTorchFunctionSubclass",
    "torch.DisableTorchFunctionSubclass": "overrides.DisableTorchFunctionSubclass",
    "torch.UntypedStorage": "tensors.storage.UntypedStorage",
    "torch.TypedStorage": "tensors.storage.TypedStorage",
    "torch.legacy_contiguous_format": "tensors.layouts.contiguous_format",
    "torch.nn.functional.has_torch_function": "overrides.has_torch_function",
    "torch.nn.functional.has_torch_function_unary": "overrides.has_torch_function_unary",
    "torch.nn.functional.has_torch_function_variadic": "overrides.has_torch_function_variadic",
    f"{_NORMAL}._batch_mahalanobis": "distributions.multivariate.solved_square",
    f"{_NORMAL}._batch_mv": "distributions.multivariate.product",
    f"{_NORMAL}._precision_to_scale_tril": "distributions.multivariate.factor_of_precision",
    "torch.distributions.utils._standard_normal": "distributions.utils.standard_normal",
    "torch.distributions.utils._sum_rightmost": "distributions.utils.sum_rightmost",
    "torch.nn.init._calculate_correct_fan": "nn.init.fan_of_mode",
    "torch.nn.init._calculate_fan_in_and_fan_out": "nn.init.fan_in_and_fan_out",
    "torch.nn.modules.transformer._get_activation_fn": "nn.modules.transformer.activation_of",
    "torch.optim.optimizer._RequiredParameter": "optim.optimizer.Required",
}
# Modules whose functions are of tensors: those that no file here has run in real PyTorch.
_OF_TENSORS = frozenset({
    "torch", "torch.functional", "torch.linalg", "torch.nn.functional", "torch.special",
    "torch.fft", "torch.signal.windows", "torch.testing", "torch._C._nn", "torch._C._linalg",
    "torch._C._fft", "torch._C._special", "torch._C._VariableFunctions",
})  # fmt: skip
_MISSING = object()


@citing(None)
def find_name(namespace: str, name: str):
    """Look up a name of a PyTorch module.

    Parameters
    ----------
    namespace : str
        The module's path, such as ``torch.nn.modules.batchnorm``.
    name : str

    Raises: AttributeError if it has no such name.

    Examples
    --------
    >>> find_name("torch.nn.modules.batchnorm", "BatchNorm2d")
    <class 'frontends.torch.nn.modules.normalization.BatchNorm2d'>
    """
    if name == "__all__":
        return name_table.all_of(namespace)
    path = f"{namespace}.{name}"
    entry = name_table.names(namespace).get(name)
    if entry is None:
        if name_table.has_module(path):
            return importlib.import_module(f"frontends.{path}")
        raise IvyAttributeError(f"module {namespace!r} has no attribute {name!r}")
    found = _find_in_files(namespace, name)
    if found is not _MISSING:
        return found
    if entry.kind == "from":
        home, _, other = entry.detail.rpartition(".")
        prefix = "frontends." if home.partition(".")[0] == "torch" else ""
        return getattr(importlib.import_module(prefix + home), other)
    return standins.row(path) or _make_stand_in(path, namespace, entry)


def _find_in_files(namespace: str, name: str):
    """Look a name up in the files here for its part of PyTorch; _MISSING if none has it."""
    same = _SAME.get(f"{namespace}.{name}")
    if same is not None:
        file, _, other = same.rpartition(".")
        return getattr(importlib.import_module(f"frontends.torch.{file}"), other)
    for file in _FILES.get(namespace, "").split():
        found = vars(importlib.import_module(f"frontends.torch.{file}")).get(name, _MISSING)
        if found is not _MISSING:
            return found
    if namespace == "torch":
        return copies.find(name) or _MISSING
    return _MISSING


def _make_stand_in(path: str, namespace: str, entry: name_table.Entry):
    """Return the stand-in for a name that is PyTorch's alone, by its kind; most raise when used."""
    match entry.kind:
        case "class":
            return standins.class_(path)
        case "error":
            return standins.error(path)
        case "enum":
            return standins.enumeration(path, name_table.members_of(entry))
        case "literal":
            return ast.literal_eval(entry.detail)
        case "type":
            return standins.Annotation
        case "module":
            return importlib.import_module(entry.detail)
        case "function":
            return on_host_function(path) if namespace in _OF_TENSORS else standins.function(path)
    return standins.value(path)


paths.find_name.append(find_name)
__all__ = ["find_name"]
