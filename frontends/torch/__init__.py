"""The PyTorch API on any backend: ``import frontends.torch as torch``.

A name is where PyTorch's documentation says it is. What is not native runs in real PyTorch on the
host, where that is installed, and comes back, with one warning per function
(:func:`set_fallback`).

Functions are imported, an area at a time, when one of the area is first asked for.
"""

from __future__ import annotations

import importlib as _importlib
import importlib.util as _util
import math as _math


from . import dtypes as _dtypes
from . import layouts as _layouts
from . import linear_algebra as _linear_algebra
from . import methods as _methods
from . import operators as _operators
from . import pointwise as _pointwise
from . import areas as _areas
from .autograd import calls as _calls
from . import copies as _copies
from . import creation as _creation
from .devices import device, get_default_device, set_default_device
from .dtypes import dtype, get_default_dtype, set_default_dtype
from .fallback import set_fallback
from .layouts import layout, memory_format
from .namespaces import look_up as _look_up
from .outputs import can_cast
from .promotion import promote_types
from .size import Size
from .tensors import Tensor

globals().update(_dtypes.SPELLINGS)
globals().update(_layouts.NAMES)
_operators.attach_operators({**vars(_pointwise), "matmul": _linear_algebra.matmul})
_methods.attach_methods()
tensor = _creation.tensor  # the most used of all: no lookup
e, pi, inf, nan = _math.e, _math.pi, _math.inf, _math.nan
newaxis = None

# Which file defines which functions; a file is imported when one of them is first asked for.
_AREAS = {
    "creation": """
        arange as_tensor asarray complex empty empty_like empty_strided eye from_numpy frombuffer
        from_dlpack full full_like linspace logspace ones ones_like polar scalar_tensor tensor
        zeros zeros_like
    """,
    "shaping": """
        adjoint as_strided as_strided_scatter broadcast_to chunk clone diag diag_embed diagflat
        diagonal diagonal_scatter dsplit flatten flip fliplr flipud hsplit moveaxis movedim narrow
        permute ravel repeat_interleave reshape roll rot90 select select_scatter slice_scatter split
        split_with_sizes squeeze swapaxes swapdims t tensor_split tile transpose tril tril_indices
        triu triu_indices unbind unflatten unsafe_chunk unsafe_split unsafe_split_with_sizes
        unsqueeze view_as_complex view_as_real vsplit
    """,
    "reductions": """
        all amax amin aminmax any argmax argmin count_nonzero cummax cummin cumprod cumsum dist
        logcumsumexp logsumexp max mean min nanmean nansum norm prod std std_mean sum var var_mean
    """,
    "joining": """
        atleast_1d atleast_2d atleast_3d block_diag broadcast_shapes broadcast_tensors
        cartesian_prod cat column_stack combinations concat concatenate dstack hstack meshgrid
        row_stack stack vstack
    """,
    "linear_algebra": """
        addbmm addmm addmv addr baddbmm bmm cdist chain_matmul corrcoef cov cross
        cumulative_trapezoid diff dot einsum ger inner kron matmul mm mv outer renorm tensordot
        trace trapezoid trapz vander vdot
    """,
    "miscellaneous": "fill gradient narrow_copy range unravel_index",
    "properties": """
        finfo get_device iinfo is_complex is_conj is_floating_point is_inference is_neg is_nonzero
        is_same_size is_signed numel result_type
    """,
    "matrix_functions": """
        cholesky cholesky_inverse cholesky_solve det inverse logdet lu_solve lu_unpack matrix_exp
        matrix_power orgqr pinverse qr slogdet svd triangular_solve
    """,
    "neural": """
        alpha_dropout alpha_dropout_ batch_norm binary_cross_entropy_with_logits celu
        constant_pad_nd cosine_embedding_loss dropout dropout_ feature_alpha_dropout
        feature_alpha_dropout_ feature_dropout feature_dropout_ group_norm hinge_embedding_loss
        instance_norm kl_div layer_norm log_softmax margin_ranking_loss poisson_nll_loss relu relu_
        rms_norm rrelu selu softmax threshold
    """,
    "nn.functional.activations": "celu_ hardshrink prelu selu_ threshold_",
    "nn.functional.dropouts": "rrelu_",
    "nn.functional.products": "bilinear",
    "places": """
        argwhere gather index_add index_copy index_fill index_put index_reduce index_select
        masked_fill masked_scatter masked_select nonzero nonzero_static put scatter scatter_add
        scatter_reduce take take_along_dim
    """,
    "sorting": """
        argsort bincount bucketize histc isin kthvalue median mode msort nanmedian nanquantile
        quantile searchsorted sort topk unique unique_consecutive
    """,
    "autograd.grad_mode": """
        enable_grad inference_mode is_grad_enabled is_inference_mode_enabled no_grad
        set_grad_enabled
    """,
    "autograd.anomaly_mode": "is_anomaly_enabled",
    "draws": """
        bernoulli binomial multinomial normal poisson rand rand_like randint randint_like randn
        randn_like randperm
    """,
    "random_state": """
        Generator default_generator get_rng_state initial_seed manual_seed seed set_rng_state
    """,
    "printing": "set_printoptions",
    "serialization": "load save",
}
_AREAS["pointwise"] = " ".join(_pointwise.__all__)
_HOMES = {name: area for area, names in _AREAS.items() for name in names.split()}
_SUBMODULES = frozenset({
    "autograd", "distributions", "fft", "func", "linalg", "nn", "optim", "overrides", "random",
    "return_types", "serialization", "special", "testing", "utils",
})  # fmt: skip
__version__ = "2.13.0"


def __getattr__(name: str):
    """Find a name that is not there yet: of an area, a submodule, or PyTorch's own object."""
    if name in _areas.HOMES:
        return _imported(_areas.HOMES[name])[name]
    if name in _SUBMODULES and _util.find_spec(f"{__name__}.{name}") is not None:
        return _importlib.import_module(f".{name}", __name__)
    value = _copies.find(name) or _look_up("torch", name)
    globals()[name] = value
    return value


def _imported(area: str) -> dict[str, object]:
    """Put the functions of an area here, next to what a user may have put in their place."""
    module, here = _importlib.import_module(f".{area}", __name__), globals()
    found = {name: getattr(module, name) for name in _areas.AREAS[area].split()}
    for name, function in found.items():
        here.setdefault(name, function)
    return found


def is_tensor(obj) -> bool:
    """Return whether an object is a tensor.

    References
    ----------
    PyTorch documentation, torch.is_tensor.

    Examples
    --------
    >>> import frontends.torch as torch
    >>> torch.is_tensor(torch.tensor(1)), torch.is_tensor(1)
    (True, False)
    """
    return isinstance(obj, Tensor)


def __dir__():
    return sorted({*globals(), *_areas.HOMES, *_SUBMODULES})
