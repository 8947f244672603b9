"""Names of PyTorch that no public module has, and what serves where a PyTorch lacks one.

Which of the two it is, is decided once, when this is imported. The answers are the same; but where
PyTorch does not tell whether operations are recorded, all values count as recorded, which is
slower, and without its fake tensors nothing is compiled: :data:`CAN_TRACE`.
"""

from __future__ import annotations

import contextlib
import importlib
import operator
from collections.abc import Callable

import torch


def _private_name(module: str, name: str):
    """Look up a private name of a PyTorch module; None if it is gone."""
    try:
        return getattr(importlib.import_module(f"torch.{module}"), name, None)
    except ImportError:
        return None


def _return_unchanged(value):
    return value


# Whether operations are recorded or transformed now: by a mode, or by torch.func.
modes = _private_name("_C", "_len_torch_dispatch_stack")
transformation = _private_name("_C._functorch", "peek_interpreter_stack")
is_wrapped = _private_name("_C._functorch", "is_functorch_wrapped_tensor")
is_mapped = _private_name("_C._functorch", "is_batchedtensor")
unwrapped = _private_name("_C._functorch", "get_unwrapped")
without_transformations = _private_name("_C", "_DisableFuncTorch") or contextlib.nullcontext
is_compiling = torch.compiler.is_dynamo_compiling
FakeTensor = _private_name("_subclasses.fake_tensor", "FakeTensor")
FunctionalTensor = _private_name("_subclasses.functional_tensor", "FunctionalTensor")
TELLS_TRACES = None not in (
    modes, transformation, is_wrapped, is_mapped, unwrapped, FakeTensor, FunctionalTensor,
)  # fmt: skip
if not TELLS_TRACES:
    FakeTensor = FunctionalTensor = torch.Tensor

    def modes() -> int:
        return 1

    def transformation() -> None:
        return None

    def is_wrapped(native) -> bool:
        return False

    is_mapped, unwrapped = is_wrapped, _return_unchanged


# What `make_fx` and `torch.export` record: how a traced integer was computed. Without it two
# traced indices are never known to be equal.
get_proxy_mode = _private_name("fx.experimental.proxy_tensor", "get_proxy_mode")
get_proxy_slot = _private_name("fx.experimental.proxy_tensor", "get_proxy_slot")
from_functional = getattr(torch, "_from_functional_tensor", _return_unchanged)
if get_proxy_mode is None or get_proxy_slot is None:

    def get_proxy_mode() -> None:
        return None


# Tracing: fake tensors, the mode that records what is called, and what each operator writes to.
FakeTensorMode = _private_name("_subclasses.fake_tensor", "FakeTensorMode")
TorchDispatchMode = _private_name("utils._python_dispatch", "TorchDispatchMode")
without_modes = _private_name("utils._python_dispatch", "_disable_current_modes")
tree_flatten = _private_name("utils._pytree", "tree_flatten")
tree_map_only = _private_name("utils._pytree", "tree_map_only")
_exclude_keys = _private_name("_C", "_ExcludeDispatchKeyGuard")
_key_set, _keys = _private_name("_C", "DispatchKeySet"), _private_name("_C", "DispatchKey")
OperatorOverload = type(torch.ops.aten.add.Tensor)
_HAS_SCHEMA = hasattr(torch.ops.aten.add.Tensor, "_schema")
_HAS_IDENTITY = hasattr(torch.UntypedStorage, "_cdata")

# Whether functions can be compiled.
CAN_TRACE = TELLS_TRACES and _HAS_SCHEMA and _HAS_IDENTITY and None not in (
    FakeTensorMode, TorchDispatchMode, without_modes, tree_flatten, tree_map_only, _exclude_keys,
    _key_set, _keys,
)  # fmt: skip
if TorchDispatchMode is None:
    TorchDispatchMode = object  # of a class that is never made

schema_of = operator.attrgetter("_schema")
_NOTED_VIEWS = _key_set(_keys.ADInplaceOrView) if CAN_TRACE else None


def without_view_history() -> contextlib.AbstractContextManager:
    """Have autograd note no views that are made in a ``with`` block."""
    return _exclude_keys(_NOTED_VIEWS)


def storage_identity(tensor) -> int:
    """Identify a tensor's memory: tensors on one memory, fake ones too, have one identity."""
    return tensor.untyped_storage()._cdata


if not _HAS_IDENTITY:

    def storage_identity(tensor) -> int:
        return tensor.untyped_storage().data_ptr()


_count_writes = _private_name("_C", "_increment_version")
if _count_writes is None:
    count_write = torch.autograd.graph.increment_version
else:

    def count_write(tensor) -> None:
        """Count a write to a tensor's memory that PyTorch did not make."""
        _count_writes((tensor,))


def version_of(tensor) -> int | None:
    """Count the writes to a tensor's memory; None where PyTorch does not tell."""
    return getattr(tensor, "_version", None)


def base_of(tensor):
    """Return the tensor that this one is a view of, as autograd sees it; None if of none."""
    return getattr(tensor, "_base", None)


is_view: Callable = getattr(torch.Tensor, "_is_view", None)
if is_view is None:  # of a tensor that shows all of its memory nothing else is to be kept

    def is_view(tensor) -> bool:
        return tensor.untyped_storage().nbytes() != tensor.numel() * tensor.itemsize


def dynamo_exception() -> type[Exception]:
    """Import the exception that ``torch.compile`` raises for a function that it refuses."""
    return _private_name("_dynamo.exc", "TorchDynamoException") or RuntimeError


# Draws of a generator; the public distributions draw of the global one.
standard_gamma = getattr(torch, "_standard_gamma", None)
sample_dirichlet = getattr(torch, "_sample_dirichlet", None)


def _seeded_sampler(distribution: Callable) -> Callable:
    """Return a function that samples a distribution with a generator's seed."""

    def draw(parameters, generator):
        seed = int(torch.randint(2**62, (), generator=generator, device=generator.device))
        with torch.random.fork_rng([] if parameters.is_cpu else [parameters.device]):
            torch.manual_seed(seed)
            return distribution(parameters).sample()

    return draw


if standard_gamma is None:
    standard_gamma = _seeded_sampler(
        lambda alpha: torch.distributions.Gamma(alpha, torch.ones_like(alpha))
    )
if sample_dirichlet is None:
    sample_dirichlet = _seeded_sampler(torch.distributions.Dirichlet)
