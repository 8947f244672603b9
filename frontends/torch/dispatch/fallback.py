"""Host fallback: what is not native on a backend runs in real PyTorch, and comes back."""

from __future__ import annotations

from collections.abc import Callable

from frontends.common import compiled
from frontends.common.host import HostFallback, ValueConverter
from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.array import Array
from ivy_core.arrays.write import store
from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for

from ..autograd import tape
from ..autograd.hosted import record_hosted
from ..autograd.meta import requires_grad
from ..compat import standins
from ..random.generator import default_generator
from ..tensors.tensor import Tensor, to_numpy
from . import native
from .errors import entry

to_host, from_host = ValueConverter(), ValueConverter()


def _box_on_backend_of(value, like: Array | None):
    """Box a nest of real results on the backend of ``like``; on the active one if that is None."""
    found = native.boxed(value)
    return _copy_real_to_backend(
        found, active_backend() if like is None else backend_for(read(like))
    )


def _copy_real_to_backend(nest, backend):
    """Return PyTorch's results with each boxed real tensor copied to ``backend`` by the host."""
    if isinstance(nest, Tensor):
        host = _real_tensor_to_numpy(read(nest))
        return native.new_tensor(Tensor, backend.from_host(host))
    if type(nest) in (list, tuple):
        return type(nest)([_copy_real_to_backend(v, backend) for v in nest])
    if isinstance(nest, tuple) and hasattr(nest, "_fields"):
        return type(nest)([_copy_real_to_backend(v, backend) for v in nest])
    return nest


def _real_tensor_to_numpy(tensor):
    """Return a real tensor's values as a NumPy array; raise if it is sparse or quantized."""
    if tensor.layout != native.real_module().strided or tensor.is_quantized:
        kind = str(tensor.layout) if not tensor.is_quantized else str(tensor.dtype)
        raise standins.refuse(f"torch.sparse: a tensor of {kind}")
    return to_numpy(native.boxed_tensor(tensor.detach().resolve_conj().resolve_neg()))


def _find_first_tensor(values) -> Array | None:
    """Return the first Array, depth first through lists and tuples; None if there is none."""
    for value in values:
        if isinstance(value, Array):
            return value
        if isinstance(value, (list, tuple)) and (found := _find_first_tensor(value)) is not None:
            return found
    return None


class _Hosted:
    """A call on the host: copies of the tensors, and what is written into them taken back."""

    __slots__ = ("recorded", "unwrapped")

    def __init__(self, recorded: bool = False):
        self.unwrapped: list[tuple[Array, object, int]] = []
        self.recorded = recorded  # whether PyTorch's engine is to know which gradients are wanted

    def unwrap(self, value):
        if isinstance(value, Array):
            there = native.on_host(value)
            if self.recorded and requires_grad(value):
                there.requires_grad_()
            self.unwrapped.append((value, there, there._version))
            return there
        if type(value) in (list, tuple):
            return type(value)([self.unwrap(v) for v in value])
        if type(value) is dict:
            return {key: self.unwrap(v) for key, v in value.items()}
        return native.unwrap(value)

    def write_back(self) -> None:
        for ours, there, version in self.unwrapped:
            if there._version != version:
                store(ours, backend_for(read(ours)).from_host(_real_tensor_to_numpy(there)))

    def rewrap(self, result, like):
        for ours, there, _ in self.unwrapped:
            if result is there:
                return ours
        return _box_on_backend_of(result, like)


def call_real(function: Callable, args: tuple, kwargs: dict):
    """Call a function of real PyTorch's with real tensors for ours; what it gives stays real.

    On PyTorch's backend they are those that ours hold. Elsewhere they are copies, of which what is
    written comes back.
    """
    hosted = _Hosted()
    unwrap = native.unwrap if _first_tensor_is_real((*args, *kwargs.values())) else hosted.unwrap
    default_generator.as_real_()
    result = function(*map(unwrap, args), **{name: unwrap(kwargs[name]) for name in kwargs})
    hosted.write_back()
    return next((ours for ours, there, _ in hosted.unwrapped if result is there), result)


def _first_tensor_is_real(values) -> bool:
    first = _find_first_tensor(values)
    return first is not None and isinstance(read(first), native.tensor_class)


def call_on_host(function: Callable, args: tuple, kwargs: dict):
    """Call a function of real PyTorch's on copies of the tensors; what it wrote is written.

    What it draws follows what was drawn here, which goes on behind it.
    """
    default_generator.as_real_()
    hosted = _Hosted(tape.wants_gradients(args, kwargs))
    there = [hosted.unwrap(value) for value in args]
    options = {name: hosted.unwrap(value) for name, value in kwargs.items()}
    with native.real_module().set_grad_enabled(hosted.recorded):
        result = function(*there, **options)
    hosted.write_back()
    found = hosted.rewrap(result, _find_first_tensor((*args, *kwargs.values())))
    if not hosted.recorded:
        return found
    unwrapped, name = [(ours, there) for ours, there, _ in hosted.unwrapped], function.__name__
    return record_hosted(function, args, kwargs, unwrapped, result, found, name, call_on_host)


class _Fallback(HostFallback):
    """The calls that run in real PyTorch: on PyTorch's backend they are PyTorch's own."""

    __slots__ = ()

    def call(self, function: Callable, args, kwargs):
        return call_on_host(function, tuple(args), kwargs)


_HOST = _Fallback("torch", "PyTorch", to_host, from_host, entry)
compiled.register(Tensor, _HOST)


def announce(name: str) -> None:
    """Say once that a function runs on the host, or refuse it, as :func:`set_fallback` says."""
    _HOST._warn_of_fallback(name)


@entry
@citing(None)
def set_fallback(mode: str) -> str:
    """Choose what happens when a function runs on the host in real PyTorch.

    Parameters
    ----------
    mode : {'warn', 'error', 'silent'}
        Warn once per function (the default), raise FallbackError, or say nothing.

    Returns: the mode before.

    Raises: IvyValueError if there is no such mode.

    >>> previous = torch.set_fallback("silent")
    >>> torch.set_fallback(previous)
    'silent'
    """
    return _HOST.set_mode(mode)
