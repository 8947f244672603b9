"""Gradient attributes of a tensor: ``requires_grad``, ``grad``, ``backward`` and their kin.

Each asks PyTorch's own tensor where the torch backend holds one, and the tape elsewhere. ``attach``
puts them onto the class; nothing of it is on the way of a plain call.
"""

from __future__ import annotations

import sys
import warnings
from collections import OrderedDict

from frontends.torch.dispatch.docstrings import citing
from ivy_core.backends.holder import held
from ivy_core.compilation.call.states import reading
from ivy_core.compilation.trace import trace as tracing
from ivy_core.compilation.trace.trace import Unsupported

from ..tensors.meta_tensors import refuse_other_data
from ..tensors.tensor import GradTensor, Tensor
from .inplace_views import share_memory
from .meta import (
    VersionCounter,
    detached,
    facts_of,
    meta_of,
    requires_grad,
    track,
    version,
    views_of,
)
from .nodes import RemovableHandle, add_hook, grad_fn_of
from .tape import is_inexact, retain, stop_retaining

_NOT_A_LEAF = "you can only change requires_grad flags of leaf variables.{more}"
_USE_DETACH = (
    " If you want to use a computed variable in a subgraph that doesn't require differentiation "
    "use var_no_grad = var.detach()."
)
_GRAD_OF_NO_LEAF = (
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad "
    "attribute won't be populated during autograd.backward(). If you indeed want the .grad field "
    "to be populated for a non-leaf Tensor, use .retain_grad() on the non-leaf Tensor. If you "
    "access the non-leaf Tensor by mistake, make sure you access the leaf Tensor instead. See "
    "github.com/pytorch/pytorch/pull/30531 for more information."
)
_CANNOT_DETACH = (
    "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel "
    "(DDP) for training, and gradient_as_bucket_view is set as True, gradients are views of DDP "
    "buckets, and hence detach_() cannot be called on these gradients. To fix this error, please "
    "refer to the Optimizer.zero_grad() function in torch/optim/optimizer.py as the solution."
)


def real(x: Tensor):
    """Return PyTorch's own tensor that a tensor of the torch backend holds; else None."""
    native = getattr(x, "_data", None)
    torch = sys.modules.get("torch")
    return native if torch is not None and isinstance(native, torch.Tensor) else None


class _RealGrad:
    """The box of PyTorch's gradient of a tensor: ``x.grad is x.grad``."""

    __slots__ = ("box",)

    def __init__(self, box: Tensor):
        self.box = box


def boxed_grad(x: Tensor, native):
    if native.grad is None:
        return None
    kept = getattr(x, "_autograd", None)
    if kept is None or kept.box._data is not native.grad:
        box = object.__new__(Tensor)
        box._data = native.grad
        kept = x._autograd = _RealGrad(box)
    return kept.box


def _get_requires_grad(self) -> bool:
    native = real(self)
    return requires_grad(self) if native is None else native.requires_grad


def _set_requires_grad(self, wanted: bool) -> None:
    requires_grad_(self, wanted)


@citing("torch.Tensor.{}")
def requires_grad_(self, requires_grad: bool = True):
    """Say whether gradients of a leaf are wanted, and return it.

    >>> torch.ones(2).requires_grad_().requires_grad
    True
    """
    native = real(self)
    if native is not None:
        native.requires_grad_(requires_grad)
        return self
    wanted = bool(requires_grad)
    meta = getattr(self, "_autograd", None)
    if not wanted and meta is not None and meta.grad_fn is not None:
        raise RuntimeError(_NOT_A_LEAF.format(more=_USE_DETACH))
    if wanted:
        if not is_inexact(held(self).dtype):
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
        track(self).requires_grad = True
    elif isinstance(self, GradTensor):
        self._autograd.requires_grad = False
        _make_plain_tensor(self)
    return self


def _make_plain_tensor(x: Tensor) -> None:
    """Make a GradTensor a plain Tensor again, unless it is a view or has views."""
    if type(x) is GradTensor and x._autograd.view is None and not views_of(x):
        x.__class__ = Tensor


def _get_is_leaf(self) -> bool:
    native = real(self)
    return grad_fn_of(self) is None if native is None else native.is_leaf


def _get_grad_fn(self):
    """Return the node that computed a tensor, None for a leaf; PyTorch's own for its tensors."""
    native = real(self)
    return grad_fn_of(self) if native is None else native.grad_fn


def _get_output_nr(self) -> int:
    """Return a tensor's index among the results of its node; 0 for a leaf."""
    native = real(self)
    if native is not None:
        return native.output_nr
    meta = getattr(self, "_autograd", None)
    return 0 if meta is None else meta.output_nr


def _get_version(self) -> int:
    native = real(self)
    return version(self) if native is None else native._version


def _get_grad(self) -> Tensor | None:
    """Return ``grad`` or None; on a tensor that is no leaf and retains none, warn."""
    native = real(self) if "torch" in sys.modules else None
    if native is not None:
        return boxed_grad(self, native)
    if reading.ignores_gradients and tracing.current is not None:
        raise Unsupported("it reads a gradient")  # by a name that does not tell
    if not isinstance(self, GradTensor):
        meta = getattr(self, "_autograd", None)
        return None if meta is None else meta.grad
    meta = self._autograd
    if meta.grad is None and not meta.retains_grad and meta.grad_fn is not None:
        warnings.warn(_GRAD_OF_NO_LEAF, UserWarning, stacklevel=2)
    return meta.grad


def _set_grad(self, grad) -> None:
    """Set ``grad`` to a Tensor or None; raise if it is ``self`` or of another shape or dtype."""
    native = real(self) if "torch" in sys.modules else None
    if native is not None:
        native.grad = real(grad) if isinstance(grad, Tensor) else grad
        if isinstance(grad, Tensor):
            self._autograd = _RealGrad(grad)
        elif getattr(self, "_autograd", None) is not None:
            self._autograd = None  # the box would keep the memory of the gradient
        return
    if grad is None:
        meta = getattr(self, "_autograd", None)
        if meta is not None:
            meta.grad = None
        return
    if not isinstance(grad, Tensor):
        raise TypeError(
            f"assigned grad expected to be a Tensor or None but got grad of type "
            f"{type(grad).__name__}"
        )
    if grad is self:
        raise RuntimeError("can't assign Variable as its own grad")
    if tuple(grad.shape) != tuple(self.shape):
        raise RuntimeError(
            f"attempting to assign a gradient of size '{list(grad.shape)}' to a tensor of size "
            f"'{list(self.shape)}'. Please ensure that the gradient and the tensor are the same "
            "size"
        )
    if grad.dtype != self.dtype:
        raise RuntimeError(
            f"attempting to assign a gradient with dtype '{_c_dtype_name(grad.dtype)}' to a tensor "
            f"with grad_dtype '{_c_dtype_name(self.dtype).capitalize()}'. The gradient must match "
            "the tensor's grad_dtype (defaults to the tensor's dtype). You can set the tensor's "
            "grad_dtype attribute with a specific dtype, or None to allow any dtype. Set "
            "grad_dtype with caution. Diverging the dtypes of a tensor and its gradient may break "
            "downstream systems that assume they match."
        )
    meta_of(self).grad = grad


def _c_dtype_name(dtype) -> str:
    """Return C's name of float16, float32, float64 or int64; any other dtype's own name."""
    name = str(dtype).partition(".")[2]
    return {"float32": "float", "float64": "double", "float16": "half", "int64": "long"}.get(
        name, name
    )


@citing("torch.Tensor.{}")
def detach(self):
    """Return a tensor on the same memory that has no history."""
    native = real(self)
    if native is None:
        return detached(self)
    return _box(native.detach())


def _box(native) -> Tensor:
    """Return a new plain Tensor around a tensor of PyTorch's own."""
    x = object.__new__(Tensor)
    x._data = native
    return x


@citing("torch.Tensor.{}")
def detach_(self):
    """Cut a tensor off its history, in place."""
    native = real(self)
    if native is not None:
        native.detach_()
        return self
    if facts_of(self) is not None:
        raise RuntimeError(_CANNOT_DETACH)
    if isinstance(self, GradTensor):
        meta = self._autograd
        if meta.retains_grad:
            stop_retaining(self)
        meta.grad_fn, meta.output_nr, meta.requires_grad = None, 0, False
        meta.retains_grad = False
        _make_plain_tensor(self)
    return self


@citing("torch.Tensor.{}")
def register_hook(self, hook) -> RemovableHandle:
    """Have ``hook(grad)`` called with each gradient of the tensor; what it returns replaces it."""
    native = real(self)
    if native is not None:
        return native.register_hook(_hook_for_real_tensor(hook))
    if not requires_grad(self):
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    node = grad_fn_of(self)
    meta = self._autograd
    if node is not None:
        return add_hook(node.hooks_of_(meta.output_nr), hook)
    if meta.hooks is None:
        meta.hooks = OrderedDict()
    return add_hook(meta.hooks, hook)


def _hook_for_real_tensor(hook):
    """Return a hook for PyTorch's own tensors that gives ``hook`` boxed gradients."""

    def called(grad):
        changed = hook(_box(grad))
        return real(changed) if isinstance(changed, Tensor) else changed

    called.__name__ = getattr(hook, "__name__", "hook")
    return called


@citing("torch.Tensor.{}")
def register_post_accumulate_grad_hook(self, hook) -> RemovableHandle:
    """Have ``hook(tensor)`` called whenever ``grad`` of this leaf has been added to."""
    native = real(self)
    if native is not None:
        return native.register_post_accumulate_grad_hook(lambda _: hook(self))
    if not requires_grad(self):
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if grad_fn_of(self) is not None:
        raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
    meta = self._autograd
    if meta.post_hooks is None:
        meta.post_hooks = OrderedDict()
    return add_hook(meta.post_hooks, hook)


@citing("torch.Tensor.{}")
def retain_grad(self) -> None:
    """Have ``grad`` of a tensor that is no leaf filled too."""
    native = real(self)
    if native is not None:
        native.retain_grad()
        return
    if not requires_grad(self):
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    if self._autograd.grad_fn is not None and not self._autograd.retains_grad:
        retain(self)


def _get_retains_grad(self) -> bool:
    native = real(self)
    if native is not None:
        return native.retains_grad
    meta = getattr(self, "_autograd", None)
    return meta is not None and meta.retains_grad


def _get_data(self):
    """Return a detached tensor on the same memory, with a version counter of its own."""
    native = real(self)
    if native is not None:
        return _box(native.data)
    x = detached(self)
    meta = meta_of(x)
    meta.counter = VersionCounter()  # writes to it are none of the history's business
    x._view.stack[-1].counter = meta.counter
    return x


def _set_data(self, other) -> None:
    """Let a tensor show the memory of ``other``; TypeError if that is no Tensor."""
    if not isinstance(other, Tensor):
        raise TypeError(f"Variable data has to be a tensor, but got {type(other).__name__}")
    native = real(self)
    if native is not None:
        native.data = real(other)
        return
    if other.is_meta:
        refuse_other_data()
    if other is not self:
        share_memory(self, other)


def _is_view(self) -> bool:
    native = real(self)
    return native._is_view() if native is not None else facts_of(self) is not None


def _get_base(self) -> Tensor | None:
    native = real(self)
    if native is not None:
        return None if native._base is None else _box(native._base)
    facts = facts_of(self)
    return None if facts is None else facts.base


ATTRIBUTES = {
    "requires_grad": property(_get_requires_grad, _set_requires_grad),
    "grad": property(_get_grad, _set_grad, lambda self: _set_grad(self, None)),
    "_grad": property(_get_grad, _set_grad, lambda self: _set_grad(self, None)),
    "grad_fn": property(_get_grad_fn),
    "is_leaf": property(_get_is_leaf),
    "output_nr": property(_get_output_nr),
    "_version": property(_get_version),
    "retains_grad": property(_get_retains_grad),
    "data": property(_get_data, _set_data),
    "_base": property(_get_base),
    "_is_view": _is_view,
    "requires_grad_": requires_grad_,
    "detach": detach,
    "detach_": detach_,
    "register_hook": register_hook,
    "register_post_accumulate_grad_hook": register_post_accumulate_grad_hook,
    "retain_grad": retain_grad,
}


def attach(cls: type) -> None:
    """Put the attributes of autograd onto the class of tensors."""
    for name, value in ATTRIBUTES.items():
        setattr(cls, name, value)


attach(Tensor)
__all__ = ["ATTRIBUTES", "attach", "real"]
