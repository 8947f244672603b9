"""``DTensor``: a tensor that lies on a mesh of ranks, each of which has a plain tensor of it.

What a rank has takes part in autograd as any tensor does; its gradient lies as the tensor does, and
whole where the tensor is still to be reduced. Functions reach a DTensor by ``__torch_function__``,
which asks :mod:`.operations` how their operands have to lie.

References
----------
PyTorch documentation, ``torch.distributed.tensor.DTensor``.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import frontends.torch as torch
from frontends.common.shown_classes import SHOWN_CLASSES
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn.parameter import Parameter, sharing
from frontends.torch.tensors.memory_order import steps_in_order
from frontends.torch.tensors.size import Size
from frontends.torch.tensors.tensor import Tensor
from ivy_core.backend_handler import active_backend
from ivy_core.compilation.trace.trace import Unsupported

from ..device_mesh import DeviceMesh, current_mesh
from .placement_types import REPLICATE, Partial, Placement, Shard, normalized, of_gradient
from .redistribution import Placements, moved, on_devices, redistributed, with_gradient_moved
from .rules import Settings

# What calls functions with DTensors: operations.py enters it here.
callers: dict[str, Callable] = {}


@dataclasses.dataclass(frozen=True)
class TensorMeta:
    """Shape, strides and dtype of a whole tensor."""

    shape: Any
    stride: tuple[int, ...]
    dtype: Any


@dataclasses.dataclass(frozen=True, eq=False)
class DTensorSpec:
    """Mesh and placements of a tensor, with its shape and dtype.

    Parameters
    ----------
    mesh : DeviceMesh
    placements : tuple of Placement
        One for each dimension of the mesh.
    shape : Size
    dtype : dtype
    """

    mesh: DeviceMesh
    placements: Placements
    shape: Size
    dtype: Any

    _is_opaque = True  # to ivy.compile: a fact

    @functools.cached_property
    def _hash(self) -> int:
        return hash((self.mesh, self.placements, self.shape, self.dtype))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other) -> bool:
        return (
            self is other
            or isinstance(other, DTensorSpec)
            and (
                self._hash == other._hash
                and self.placements == other.placements
                and self.shape == other.shape
                and self.dtype == other.dtype
                and self.mesh == other.mesh
            )
        )

    device_mesh = property(lambda self: self.mesh)
    ndim = property(lambda self: len(self.shape))

    @property
    def tensor_meta(self) -> TensorMeta:
        """Shape, strides in C order, and dtype of the whole tensor."""
        return TensorMeta(self.shape, tuple(steps_in_order(self.shape)), self.dtype)


@citing("torch.distributed.tensor.{}")
class DTensor(Tensor):
    """A tensor in parts, whole or still to be reduced on a mesh of ranks.

    Make one by :func:`distribute_tensor` or :meth:`from_local`.

    >>> from ivy_core import with_backend
    >>> from frontends.torch.distributed.tensor import Shard, distribute_tensor
    >>> with with_backend("jax"):
    ...     mesh = torch.distributed.init_device_mesh("cpu", (1,))
    ...     x = distribute_tensor(torch.ones(2), mesh, [Shard(0)])
    ...     torch.distributed.destroy_process_group()
    ...     (x + x).placements
    (Shard(dim=0),)
    """

    __slots__ = ("_local_tensor", "_spec", "_gradient")

    def __new__(cls, local_tensor, spec: DTensorSpec, *, requires_grad: bool = False):
        made = object.__new__(cls)
        made._local_tensor, made._spec, made._gradient = local_tensor, spec, None
        return made

    __init__ = object.__init__  # __new__ takes the arguments, that of a class derived from it too

    @property
    def _data(self):
        raise NotImplementedError(
            "this use of a DTensor is not supported; use what x.to_local() or x.full_tensor() gives"
        )

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return callers["function"](func, args, kwargs or {})

    # facts

    placements: Placements = property(lambda self: self._spec.placements)
    device_mesh: DeviceMesh = property(lambda self: self._spec.mesh)
    shape = property(lambda self: self._spec.shape)
    ndim = property(lambda self: len(self._spec.shape))
    dtype = property(lambda self: self._local_tensor.dtype)
    device = property(lambda self: self._local_tensor.device)
    layout = property(lambda self: torch.strided)
    is_meta = property(lambda self: self._local_tensor.is_meta)

    def stride(self, dim: int | None = None):
        """Count the elements of the whole tensor from one to the next along each dimension."""
        part, shape = self._local_tensor, self.shape
        steps = list(steps_in_order(shape))
        if not part.is_contiguous():
            steps = list(part.stride())
            for placement in self.placements:
                if isinstance(placement, Shard) and part.shape[placement.dim]:
                    cut, own = placement.dim, part.shape[placement.dim]
                    for other, step in enumerate(steps):
                        if other != cut and step >= steps[cut] > 0:
                            steps[other] = step // own * shape[cut]
        return tuple(steps) if dim is None else steps[dim]

    def is_contiguous(self, *, memory_format=None) -> bool:
        """Return whether the elements of the part lie in order."""
        options = {} if memory_format is None else {"memory_format": memory_format}
        return self._local_tensor.is_contiguous(**options)

    def storage_offset(self) -> int:
        return 0

    def data_ptr(self) -> int:
        return self._local_tensor.data_ptr()

    # parts

    @staticmethod
    def from_local(
        local_tensor, device_mesh=None, placements=None, *, run_check: bool = False, shape=None,
        stride=None, grad_placements=None,
    ) -> DTensor:  # fmt: skip
        """Return the tensor of which each rank gives what it has.

        Parameters
        ----------
        local_tensor : Tensor
        device_mesh : DeviceMesh, optional
            By default that of the ``with`` block.
        placements : sequence of Placement, optional
            By default each rank has the whole tensor.
        run_check : bool
            Whether the first rank's tensor is sent to those that have the whole one.
        shape, stride : tuple of int, optional
            Of the whole tensor; needed where parts differ in length.
        grad_placements : sequence of Placement, optional
            How the gradient of ``local_tensor`` is to lie.

        Raises: RuntimeError if it is a DTensor already, or one of ``shape`` and ``stride`` lacks.
        """
        if isinstance(local_tensor, DTensor):
            raise RuntimeError(
                "the local_tensor argument only accepts torch.Tensor but got "
                f"{torch_name(local_tensor)} value."
            )
        mesh = device_mesh or current_mesh()
        if placements is None:
            placements = [REPLICATE] * mesh.ndim
        placements = normalized(placements, local_tensor.ndim)
        refuse_mixed_partial(placements)
        if bool(shape) != bool(stride):
            raise RuntimeError(
                f"Found shape:{shape}, stride:{stride}.",
                "Please pass both shape and stride at the same time.",
            )
        if mesh.get_coordinate() is None:
            local_tensor = local_tensor.new_empty(0, requires_grad=local_tensor.requires_grad)
        elif run_check:
            for at, placement in enumerate(placements):
                if placement.is_replicate():
                    copied = local_tensor.detach().clone()
                    torch.distributed.broadcast(copied, group=mesh.get_group(at), group_src=0)
                    local_tensor.detach().copy_(copied)
        if not shape:
            shape = list(local_tensor.shape)
            for at, placement in enumerate(placements):
                if isinstance(placement, Shard):
                    if placement.dim >= local_tensor.ndim:
                        raise AssertionError(
                            f"Sharding dim {placement.dim} greater than tensor ndim "
                            f"{local_tensor.ndim} for placement number {at}."
                        )
                    shape[placement.dim] *= mesh.ranks_along(at)
        part = on_devices(local_tensor.view_as(local_tensor), mesh, placements)
        if grad_placements is not None:
            source, target = of_gradient(placements), tuple(grad_placements)
            part = with_gradient_moved(part, tuple(shape), mesh, source, target)
        return made(part, mesh, placements, shape)

    def to_local(self, *, grad_placements=None):
        """Return this rank's tensor: its part, or the whole one.

        Parameters
        ----------
        grad_placements : sequence of Placement, optional
            How the gradient of the result lies; by default as the tensor does.
        """
        part = self._local_tensor
        if not torch.is_grad_enabled():
            return part
        part = part.view_as(part)
        if grad_placements is not None:
            source, target = tuple(grad_placements), of_gradient(self.placements)
            part = with_gradient_moved(part, self.shape, self.device_mesh, source, target)
        return part

    def redistribute(
        self, device_mesh=None, placements=None, *, async_op: bool = False, forward_dtype=None,
        backward_dtype=None,
    ) -> DTensor:  # fmt: skip
        """Return the tensor lying otherwise on its mesh.

        Parameters
        ----------
        placements : sequence of Placement
        forward_dtype : dtype, optional
            In which it is exchanged and returned.

        Raises: RuntimeError without placements, or where the tensor would have to be reduced later.
        """
        mesh = device_mesh or self.device_mesh
        if placements is None:
            raise RuntimeError("placements is needed for redistribute!")
        if mesh != self.device_mesh:
            raise NotImplementedError("Cross device mesh comm not supported yet!")
        if backward_dtype is not None:
            raise NotImplementedError(
                "redistribute: backward_dtype is not supported; gradients have their own dtype"
            )
        for placement, now in zip(placements, self.placements, strict=True):
            if isinstance(placement, Partial) and placement != now:
                raise RuntimeError(
                    f"Can not redistribute from {now} to {placement}, redistributing to Partial is "
                    "for internal use only!"
                )
        x = self if forward_dtype in (None, self.dtype) else self.to(forward_dtype)
        return lying(x, normalized(placements, self.ndim))

    def full_tensor(self, *, grad_placements=None):
        """Return the whole tensor, in each rank."""
        whole = lying(self, (REPLICATE,) * self.device_mesh.ndim)
        return whole.to_local(grad_placements=grad_placements)

    # gradients: those of what this rank has

    requires_grad = property(
        lambda self: self._local_tensor.requires_grad,
        lambda self, wanted: self._local_tensor.requires_grad_(wanted) and None,
    )
    is_leaf = property(lambda self: self._local_tensor.is_leaf)
    grad_fn = property(lambda self: self._local_tensor.grad_fn)
    output_nr = property(lambda self: self._local_tensor.output_nr)
    retains_grad = property(lambda self: self._local_tensor.retains_grad)
    _version = property(lambda self: self._local_tensor._version)
    _base = property(lambda self: None)

    def requires_grad_(self, requires_grad: bool = True) -> DTensor:
        self._local_tensor.requires_grad_(requires_grad)
        return self

    def _get_grad(self):
        part = self._local_tensor.grad
        if part is None:
            return None
        if self._gradient is None or self._gradient._local_tensor is not part:
            self._gradient = self.with_gradient_of(part)
        return self._gradient

    def _set_grad(self, grad) -> None:
        if grad is not None and not isinstance(grad, DTensor):
            raise RuntimeError("the gradient of a DTensor has to be a DTensor")
        if grad is not None:
            grad = lying(grad, of_gradient(self.placements))
        self._local_tensor.grad = None if grad is None else grad._local_tensor
        self._gradient = grad

    grad = _grad = property(_get_grad, _set_grad, lambda self: self._set_grad(None))

    def parts_of_gradient(self, grad):
        """Return this rank's tensor of a gradient that is given for this one."""
        if not isinstance(grad, DTensor):
            return grad
        return lying(grad, of_gradient(self.placements))._local_tensor

    def with_gradient_of(self, part) -> DTensor:
        """Return the gradient of this tensor of which a rank's own is given."""
        return made(part, self.device_mesh, of_gradient(self.placements), self.shape)

    def register_hook(self, hook):
        """Have ``hook(grad)`` called with each gradient, a DTensor."""

        def called(part):
            changed = hook(self.with_gradient_of(part))
            return self.parts_of_gradient(changed)

        return self._local_tensor.register_hook(called)

    def register_post_accumulate_grad_hook(self, hook):
        """Have ``hook(tensor)`` called whenever the gradient of this leaf has been added to."""
        return self._local_tensor.register_post_accumulate_grad_hook(lambda _: hook(self))

    def retain_grad(self) -> None:
        self._local_tensor.retain_grad()

    def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None) -> None:
        """Compute the gradients of all leaves; each rank calls it."""
        if gradient is None and self.shape.numel() != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        torch.autograd.backward(self, gradient, retain_graph, create_graph, inputs=inputs)

    def detach(self) -> DTensor:
        return self._with_part(self._local_tensor.detach())

    def detach_(self) -> DTensor:
        self._local_tensor.detach_()
        return self

    def _get_data(self) -> DTensor:
        return self._with_part(self._local_tensor.data)

    def _set_data(self, other) -> None:
        if not isinstance(other, DTensor):
            raise RuntimeError(
                "Attempted to call `variable.set_data(tensor)`, but `variable` and `tensor` have "
                "incompatible tensor type."
            )
        if other._spec != self._spec and not active_backend().is_eager():
            raise Unsupported("x.data = y has a tensor in parts lie otherwise")
        self._local_tensor.data, self._spec = other._local_tensor, other._spec

    data = property(_get_data, _set_data)

    def _is_view(self) -> bool:
        return False

    def _with_part(self, part) -> DTensor:
        """Return a DTensor that lies likewise, of another tensor of this rank's."""
        return DTensor(part, self._spec)

    def cut_like(self, whole) -> DTensor:
        """Return a whole tensor that each rank has as a DTensor that lies as this one."""
        on, there = self.device_mesh, self.placements
        part = moved(whole, self.shape, on, (REPLICATE,) * on.ndim, there)
        return self._with_part(part.clone())

    def _as_leaf_of_(self, cls: type, requires_grad: bool) -> DTensor:
        """Return a leaf on the same memory that is a parameter or buffer, as a class says."""
        part = sharing(Tensor, self._local_tensor, requires_grad)
        kind = _ParameterInParts if issubclass(cls, Parameter) else DTensor
        return kind(part, self._spec)

    # dtypes and devices

    def to(self, *args, **options) -> DTensor:
        args = [each._local_tensor if isinstance(each, DTensor) else each for each in args]
        part = self._local_tensor.to(*args, **options)
        return self if part is self._local_tensor else self._with_part(part)

    def type_as(self, other) -> DTensor:
        return self.to(other.dtype)

    def _to_torch_dtype(self, torch_dtype) -> DTensor:
        return self.to(torch_dtype)

    def type(self, dtype=None, non_blocking: bool = False, **options):
        if dtype is None:
            return self._local_tensor.type()
        return self._with_part(self._local_tensor.type(dtype))

    def cpu(self, memory_format=None) -> DTensor:
        return self.to("cpu")

    def cuda(self, device=None, non_blocking=False, memory_format=None) -> DTensor:
        return self.to("cuda" if device is None else device)

    def is_conj(self) -> bool:
        return self._local_tensor.is_conj()

    def is_neg(self) -> bool:
        return self._local_tensor.is_neg()

    def is_inference(self) -> bool:
        return self._local_tensor.is_inference()

    def contiguous(self, *, memory_format=None) -> DTensor:
        return self if self.is_contiguous() else self._with_part(self._local_tensor.contiguous())

    # values

    def item(self):
        if self.shape.numel() != 1:
            raise RuntimeError(
                f"a Tensor with {self.shape.numel()} elements cannot be converted to Scalar"
            )
        return self._local_tensor.item()  # what is still to be reduced is not: PyTorch's answer

    def tolist(self):
        if not self.ndim:
            return self.item()
        raise RuntimeError(".tolist() is not supported for tensor subclasses, got DTensor")

    def numpy(self, *, force: bool = False):
        raise RuntimeError(".numpy() is not supported for tensor subclasses.")

    def __array__(self, dtype=None, copy=None):
        return self.numpy()

    def __bool__(self) -> bool:
        return bool(self.item() if self.shape.numel() == 1 else self._whole_for_truth())

    def _whole_for_truth(self):
        return self._local_tensor.new_empty(self.shape)  # whose error is PyTorch's

    is_nonzero = __bool__

    def __int__(self) -> int:
        return int(self.item())

    def __float__(self) -> float:
        return float(self.item())

    def __complex__(self) -> complex:
        return complex(self.item())

    def __index__(self) -> int:
        return self.item().__index__()

    def __iter__(self):
        return iter(self.unbind(0))

    # Python's protocols

    def __repr__(self, *, tensor_contents=None) -> str:
        return (
            f"DTensor(local_tensor={self._local_tensor.detach()}, device_mesh={self.device_mesh}, "
            f"placements={self.placements})"
        )

    __str__ = __repr__

    def __format__(self, format_spec: str) -> str:
        return object.__format__(self, format_spec)

    def __deepcopy__(self, memo: dict) -> DTensor:
        if id(self) not in memo:
            if not self.is_leaf:
                raise RuntimeError(
                    "Only Tensors created explicitly by the user (graph leaves) support the "
                    "deepcopy protocol at the moment."
                )
            part = self._local_tensor.detach().clone().requires_grad_(self.requires_grad)
            copied = memo[id(self)] = type(self)(part, self._spec)
            grad = self.grad
            if grad is not None:
                copied.grad = grad._with_part(grad._local_tensor.clone())
        return memo[id(self)]

    def __copy__(self) -> DTensor:
        return type(self)(self._local_tensor, self._spec)

    def __reduce_ex__(self, protocol: int):
        facts = type(self), self.device_mesh, self.placements, tuple(self.shape)
        return _restored, (self._local_tensor.detach(), self.requires_grad, *facts)

    def _facts(self) -> tuple:
        """List what a compiled function has to know: part, class, spec, and ``with`` blocks."""
        settings = Settings.takes_plain, Settings.losses_in_parts
        return self._local_tensor, type(self), self._spec, *settings

    @staticmethod
    def _of_facts(part, cls: type, spec: DTensorSpec, *settings) -> DTensor:
        return cls(part, spec)


class _ParameterInParts(DTensor, Parameter):
    """A DTensor that is a parameter. To a script it is DTensor."""

    __slots__ = ()


_ParameterInParts.__name__ = _ParameterInParts.__qualname__ = "DTensor"
SHOWN_CLASSES[_ParameterInParts] = DTensor


def _restored(part, requires_grad, cls, mesh, placements, shape) -> DTensor:
    found = made(part.requires_grad_(requires_grad), mesh, placements, shape)
    found.__class__ = cls
    return found


def torch_name(x) -> str:
    """Return the text of a value's class, as PyTorch's messages have it."""
    is_own = isinstance(x, DTensor)
    return "<class 'torch.distributed.tensor.DTensor'>" if is_own else str(type(x))


def refuse_mixed_partial(placements) -> None:
    """Raise a ValueError if a tensor would have to be reduced in two ways."""
    kinds = {each.reduce_op for each in placements if isinstance(each, Partial)}
    if len(kinds) > 1:
        raise ValueError(
            "Mixed Partial reduce types are not supported in the same placement list. "
            f"Found reduce ops: {kinds}. "
            "Please ensure all Partial placements use the same reduce operation."
        )


def made(part, mesh: DeviceMesh, placements: Placements, shape) -> DTensor:
    """Return the DTensor of what this rank has; ``shape`` is that of the whole tensor."""
    return DTensor(part, DTensorSpec(mesh, tuple(placements), Size(shape), part.dtype))


def lying(x: DTensor, placements: tuple[Placement, ...]) -> DTensor:
    """Return a DTensor lying as placements say; itself if it does."""
    if x.placements == placements:
        return x
    part = redistributed(x._local_tensor, x.shape, x.device_mesh, x.placements, placements)
    return made(part, x.device_mesh, placements, x.shape)


__all__ = [
    "DTensor", "DTensorSpec", "TensorMeta", "callers", "lying", "made", "refuse_mixed_partial",
    "torch_name",
]  # fmt: skip
