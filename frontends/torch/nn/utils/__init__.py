"""``torch.nn.utils``: clipping, vectors of parameters, norms of weights, sequences.

References
----------
PyTorch documentation, ``torch.nn``, Utilities.
"""

import importlib as _importlib

from . import rnn
from .clip_grad import (
    clip_grad_norm,
    clip_grad_norm_,
    clip_grad_value_,
    clip_grads_with_norm_,
    get_total_norm,
)
from .convert_parameters import parameters_to_vector, vector_to_parameters
from .spectral_norm import remove_spectral_norm, spectral_norm
from .weight_norm import remove_weight_norm, weight_norm

__all__ = [
    "clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_",
    "get_total_norm", "parameters_to_vector", "remove_spectral_norm", "remove_weight_norm", "rnn",
    "spectral_norm", "vector_to_parameters", "weight_norm",
]  # fmt: skip

# made of modules, which are themselves made with the files above: imported when asked for
_ABOVE_MODULES = frozenset({"fusion", "parametrizations", "parametrize", "prune", "stateless"})
_IN_THEM = {
    "fuse_conv_bn_eval": "fusion", "fuse_conv_bn_weights": "fusion",
    "fuse_linear_bn_eval": "fusion", "fuse_linear_bn_weights": "fusion", "skip_init": "initial",
}  # fmt: skip


def __getattr__(name: str):
    if name in _ABOVE_MODULES:
        return _importlib.import_module(f".{name}", __name__)
    if name in _IN_THEM:
        return getattr(_importlib.import_module(f".{_IN_THEM[name]}", __name__), name)
    if name == "init":
        from frontends.torch.nn import init

        return init
    raise AttributeError(f"module 'torch.nn.utils' has no attribute {name!r}")
