"""Parameters that lie in parts over ranks, gathered together and reduced together.

Between steps a rank has its part of each parameter, a DTensor. Before a module is called its
parameters are gathered by one exchange: leaves without a name, which the module has for as long as
it computes. Their gradients are averaged by one exchange, of which each rank keeps its part.
"""

from __future__ import annotations

import dataclasses
import weakref

import frontends.torch as torch
from frontends.torch.autograd.engine import queue_callback
from ivy_core.backend_handler import active_backend
from ivy_core.compilation.trace.trace import Unsupported

from ..collectives import exchange_rows, exchange_together, is_traced
from ..tensor.dtensors import DTensor, made
from ..tensor.placement_types import REPLICATE, Shard, StridedShard, part_of
from ..tensor.redistribution import on_devices
from .policies import MixedPrecisionPolicy

_OF_OTHERS = (
    "fully_shard: the ranks average gradients of different modules; each rank has to call them in "
    "the same order"
)


@dataclasses.dataclass
class DataMesh:
    """The ranks of ``fully_shard``.

    Parameters
    ----------
    mesh : DeviceMesh
        Of one dimension, or of two: copies, and parts of each.
    """

    mesh: object

    @property
    def parts(self):
        """The group of the ranks that have parts of a parameter."""
        return self.mesh.get_group(self.mesh.ndim - 1)

    @property
    def copies(self):
        """The group of the ranks that have the same part; None if there is one of each."""
        return self.mesh.get_group(0) if self.mesh.ndim == 2 else None

    @property
    def is_of_devices(self) -> bool:
        """Whether the mesh is of the devices of one process, which is the only rank."""
        dims = range(self.mesh.ndim)
        return any(self.mesh.ranks_along(dim) != self.mesh.size(dim) for dim in dims)

    @property
    def index(self) -> int:
        """The index of this rank's part."""
        return self.mesh.get_coordinate()[-1]


class ShardedParameter:
    """One parameter in parts.

    Parameters
    ----------
    parameter : Parameter
        The whole one; a DTensor where it is cut over other ranks already.
    places : list of (Module, str)
        The modules that have it, and by which names.
    ranks : DataMesh
    dim : int
        The dimension that is cut.
    """

    def __init__(self, parameter, places: list, ranks: DataMesh, dim: int) -> None:
        self.places, self.ranks, self.dim = places, ranks, dim
        self.original = weakref.ref(parameter)  # by which tied parameters are known
        own = parameter.detach()
        self.shape = tuple(parameter.shape)
        self.inner = own._spec if isinstance(own, DTensor) else None
        if self.inner is not None and ranks.is_of_devices:
            raise NotImplementedError(
                "fully_shard: the mesh is of the devices of one process, and parameters are "
                "DTensors already; start a process for each device (torchrun)"
            )
        local = own._local_tensor if self.inner is not None else own
        self.local_shape = tuple(local.shape)
        self.count = ranks.parts.size()
        if dim and self.local_shape[dim] % self.count:
            raise NotImplementedError(
                f"FSDP does not support uneven sharding on dim {dim}: "
                f"{list(self.local_shape)} (world size: {self.count})"
            )
        begin, length = part_of(self.local_shape[dim], self.count, ranks.index)
        self.longest = -(-self.local_shape[dim] // self.count)
        part = local.narrow(dim, begin, length).clone()
        self.sharded = torch.nn.Parameter(self._as_dtensor(part), parameter.requires_grad)
        self.whole = None
        self.register(self.sharded)

    def _as_dtensor(self, part) -> DTensor:
        mesh, cut = self.ranks.mesh, Shard(self.dim)
        placements = [REPLICATE] * (mesh.ndim - 1) + [cut]
        if self.inner is not None:
            within = self.inner.placements
            also = [each for each in within if isinstance(each, Shard) and each.dim == self.dim]
            if also:
                times = self.inner.mesh.size()
                placements[-1] = StridedShard(self.dim, split_factor=times)
            placements += within
            mesh = _joined_mesh(mesh, self.inner.mesh)
        return made(on_devices(part, mesh, placements), mesh, placements, self.shape)

    def register(self, parameter) -> None:
        """Have the modules have a parameter, the part or the whole one."""
        for module, name in self.places:
            module._parameters[name] = parameter

    def take_registered(self) -> None:
        """Take what was registered in place of the part: by ``to_empty`` or ``assign=True``."""
        module, name = self.places[0]
        found = module._parameters.get(name)
        if found is self.sharded or found is self.whole or not isinstance(found, DTensor):
            return
        self.sharded = found
        self.register(found)

    dtype = property(lambda self: self.sharded.dtype)

    @property
    def part(self):
        """This rank's tensor."""
        return self.sharded._local_tensor

    def part_to_join(self, dtype):
        """Return this rank's part with the cut dimension first, as long as those of all others."""
        part = self.part
        if self.dim:
            part = part.movedim(self.dim, 0)
        if dtype is not None:
            part = part.to(dtype)
        return _lengthened(part, self.longest)

    def whole_of(self, x):
        """Return the leaf of what the parts of all ranks are, one behind the other."""
        if x.shape[0] != self.local_shape[self.dim]:
            x = x[: self.local_shape[self.dim]].clone()
        if self.dim:
            x = x.movedim(0, self.dim).contiguous()
        if self.inner is not None:
            x = made(x, self.inner.mesh, self.inner.placements, self.shape)
        return torch.nn.Parameter(x, self.sharded.requires_grad)

    def whole_on_devices(self, dtype):
        """Return the leaf of which the devices of this process have parts."""
        x = self.part.detach() if dtype is None else self.part.detach().to(dtype)
        mesh = self.ranks.mesh
        return torch.nn.Parameter(mesh.placed(x, [None] * mesh.ndim), self.sharded.requires_grad)

    def add_gradient_on_devices(self, grad) -> None:
        """Add a gradient of the whole parameter to that which the devices have parts of."""
        part = self.part
        grad = on_devices(grad.to(part.dtype), self.ranks.mesh, self.sharded.placements)
        part.grad = grad if part.grad is None else part.grad + grad

    def gradient_to_split(self, grad, dtype):
        """Return a gradient of the whole parameter, as long as the parts of all ranks.

        None is a gradient of zeros.
        """
        if grad is None:
            others = [n for at, n in enumerate(self.local_shape) if at != self.dim]
            return torch.zeros([self.longest * self.count, *others], dtype=dtype)
        if self.dim:
            grad = grad.movedim(self.dim, 0)
        if grad.dtype != dtype:
            grad = grad.to(dtype)
        return _lengthened(grad, self.longest * self.count)

    def add_gradient(self, grad) -> None:
        """Add this rank's part of a reduced gradient to that of its part."""
        part = self.part
        length = part.shape[self.dim]
        if length != self.longest:
            grad = grad[:length].clone()
        if self.dim:
            grad = grad.movedim(0, self.dim).contiguous()
        if grad.dtype != part.dtype:
            grad = grad.to(part.dtype)
        part.grad = grad if part.grad is None else part.grad + grad


class Gathered:
    """Whole parameters of a group, for a forward and its backward.

    It does not keep them: the modules do, and the graphs that are still to be run backwards.

    Parameters
    ----------
    group : ParameterGroup
    leaves : list of Parameter
    """

    def __init__(self, group: ParameterGroup, leaves: list) -> None:
        self.group = group
        # a DTensor's history is that of its part
        self._leaves = [weakref.ref(getattr(leaf, "_local_tensor", leaf)) for leaf in leaves]
        self.trained = [at for at, leaf in enumerate(leaves) if leaf.requires_grad]
        self.fired: set[int] = set()
        self.versions = group.versions()
        for at in self.trained:
            leaf = self._leaves[at]()
            leaf.register_post_accumulate_grad_hook(lambda _, at=at: self._note(at))

    def _note(self, at: int) -> None:
        """Note that a gradient is there; the last one has those of the group exchanged."""
        self.fired.add(at)
        self.group.context.run(self)

    @property
    def is_ready(self) -> bool:
        """Whether all gradients are there."""
        return len(self.fired) == len(self.trained)

    def is_of_trace(self) -> bool:
        """Return whether the whole parameters are those of a program that is being traced."""
        leaves = [leaf for each in self._leaves if (leaf := each()) is not None]
        return all(map(is_traced, leaves))

    def take_gradients(self) -> dict:
        """Return the gradients of whole parameters by their index, None where there is none."""
        found: dict = dict.fromkeys(self.trained)
        for at in self.fired:
            leaf = self._leaves[at]()
            if leaf is not None:
                found[at], leaf.grad = leaf.grad, None
        self.fired = set()
        return found


class Context:
    """State that the groups of one model share.

    Attributes
    ----------
    groups : list of ParameterGroup
    """

    def __init__(self) -> None:
        self.groups: list[ParameterGroup] = []
        # Those in use, in the order of their forward: gradients are exchanged in the opposite one,
        # the same in all ranks, whichever parameters a loss reaches.
        self._order: list[weakref.ref] = []
        self._is_queued = False

    def expect(self, gathered: Gathered) -> None:
        """Note that whole parameters are computed with, for which gradients may come."""
        known = self._living()
        if gathered.trained and gathered not in known:
            self._order[:] = [*map(weakref.ref, known), weakref.ref(gathered)]

    def _living(self) -> list[Gathered]:
        found = [each() for each in self._order]
        return [each for each in found if each is not None]

    def run(self, gathered: Gathered) -> None:
        """Exchange the gradients that are there, as far as it is their turn."""
        if not self._is_queued:
            self._is_queued = True
            queue_callback(self._finish)
        self.expect(gathered)  # it is known, but where a graph is run backwards again
        order = self._living()
        if order[-1].is_ready:
            while order and order[-1].is_ready:
                order[-1].group.reduce(order.pop())
            self._order[:] = map(weakref.ref, order)

    def _finish(self) -> None:
        """Exchange what is left when a pass is through, and have the parts registered."""
        self._is_queued, left = False, []
        for each in reversed(self._living()):
            if each.fired or each.group.reduces_unused:
                each.group.reduce(each)
            else:
                left.append(weakref.ref(each))
        self._order[:] = left[::-1]
        for group in self.groups:
            if group.reshards_after_backward:
                group.reshard()

    def forget(self) -> None:
        """Give up what an iteration that failed has left."""
        self._order.clear()
        self._is_queued = False


class _Flags:
    """Tensors of flags by their values and dtypes: made once."""

    _is_opaque = True  # to ivy.compile: they are constants

    def __init__(self) -> None:
        self._known: dict = {}

    def tensor_of(self, told: list[float], dtype):
        """Return flags as a tensor."""
        if not active_backend().is_eager():
            return torch.tensor(told, dtype=dtype)
        key = *told, dtype
        if key not in self._known:
            self._known[key] = torch.tensor(told, dtype=dtype)
        return self._known[key]


class ParameterGroup:
    """Parameters of modules that are gathered by one exchange.

    Parameters
    ----------
    parameters : list of ShardedParameter
    ranks : DataMesh
    policy : MixedPrecisionPolicy
    context : Context
    number : int
        The same in all ranks.
    """

    gathered_class = Gathered

    def __init__(
        self, parameters: list, ranks: DataMesh, policy: MixedPrecisionPolicy, context: Context,
        number: int,
    ) -> None:  # fmt: skip
        self.parameters, self.ranks, self.policy = parameters, ranks, policy
        self.context, self.number = context, number
        self.gathered: Gathered | None = None
        self.forget()
        self.reduces = self.reduces_copies = self.reshards_after_backward = True
        self.reduces_unused, self.factor = False, None
        self.flags = _Flags()

    def forget(self) -> None:
        """Give up gradients that were to be exchanged later."""
        self.kept: list = [None] * len(self.parameters)
        self.partial: list = [None] * len(self.parameters)  # which the copies have still to sum

    def versions(self) -> list[int]:
        """Count the writes to each part."""
        return [each.part._version for each in self.parameters]

    def unshard(self) -> None:
        """Gather the parameters and have the modules have them."""
        for each in self.parameters:
            each.take_registered()
        now = self.gathered
        if now is not None and now.versions == self.versions():
            if not active_backend().is_eager() and not now.is_of_trace():
                raise Unsupported("it computes with parameters that were gathered before the call")
            return
        with torch.no_grad():
            leaves = self._gather()
        for each, leaf in zip(self.parameters, leaves, strict=True):
            each.whole = leaf
            each.register(leaf)
        self.gathered = self.gathered_class(self, leaves)

    def _gather(self) -> list:
        """Return the whole parameters, by one exchange for those of a dtype."""
        leaves: list = [None] * len(self.parameters)
        dtypes = [self.policy.param_dtype if _is_real(each) else None for each in self.parameters]
        pairs = list(zip(self.parameters, dtypes, strict=True))
        if self.ranks.is_of_devices:
            return [each.whole_on_devices(dtype) for each, dtype in pairs]
        parts = [each.part_to_join(dtype) for each, dtype in pairs]
        for dtype in dict.fromkeys(part.dtype for part in parts):
            chosen = [at for at, part in enumerate(parts) if part.dtype == dtype]
            found = exchange_rows("join", [parts[at] for at in chosen], self.ranks.parts)
            for at, x in zip(chosen, found, strict=True):
                leaves[at] = self.parameters[at].whole_of(x)
        return leaves

    def reshard(self) -> None:
        """Have the modules have the parts."""
        if self.gathered is None:
            return
        self.gathered = None
        for each in self.parameters:
            each.whole = None
            each.register(each.sharded)

    def reduce(self, gathered: Gathered) -> None:
        """Exchange the gradients of whole parameters; keep those of this rank's parts."""
        grads = {}
        with torch.no_grad():
            for at, grad in gathered.take_gradients().items():
                if grad is not None and self.policy.reduce_dtype is not None:
                    grad = grad.to(self.policy.reduce_dtype)
                kept, self.kept[at] = self.kept[at], None
                if kept is not None:
                    grad = kept if grad is None else kept + grad
                grads[at] = grad
            if not self.reduces:
                for at, grad in grads.items():
                    self.kept[at] = grad
                return
            self._exchange(grads)
        if self.reshards_after_backward and self.gathered is gathered:
            self.reshard()

    def _exchange(self, grads: dict) -> None:
        if self.ranks.is_of_devices:
            for at, grad in grads.items():
                if grad is not None:
                    grad = grad if self.factor is None else grad / self.factor
                    self.parameters[at].add_gradient_on_devices(grad)
            return
        by_dtype: dict = {}
        for at, grad in grads.items():
            by_dtype.setdefault(self._dtype_of_reduction(at), []).append((at, grad))
        for dtype, pairs in by_dtype.items():
            given = [self.parameters[at].gradient_to_split(grad, dtype) for at, grad in pairs]
            # which are there, and whose they are: the ranks have to agree on that
            number, count = self.number % 128, self.ranks.parts.size()
            told = [float(grad is not None) for _, grad in pairs] + [float(number)]
            given.append(self.flags.tensor_of(told * count, dtype))
            what = "avg" if self.factor is None else "sum"
            *found, last = exchange_rows(f"split {what}", given, self.ranks.parts)
            if self.factor is not None:
                last, found = last / count, [x / self.factor for x in found]
            if is_traced(last):
                if any(grad is None for _, grad in pairs):
                    raise Unsupported("which parameters the ranks have used is known while it runs")
                # a program raises no error of its own: wrong gradients must not pass for right ones
                is_own = last[-1] == number
                found = [torch.where(is_own, x, float("nan")) for x in found]
            else:
                told = last.tolist()
                if told[-1] != number:
                    raise RuntimeError(_OF_OTHERS)
            self._take(found, pairs, told)

    def _dtype_of_reduction(self, at: int):
        each = self.parameters[at]
        own = self.policy.param_dtype if _is_real(each) else None
        return self.policy.reduce_dtype or own or each.dtype

    def _take(self, found: list, pairs: list, told: list) -> None:
        """Take this rank's parts of reduced gradients."""
        copies, taken = self.ranks.copies, {}
        for (at, _), used, grad in zip(pairs, told, found, strict=False):
            if used or self.partial[at] is not None:
                taken[at] = grad if self.partial[at] is None else grad + self.partial[at]
                self.partial[at] = None
        if copies is not None and not self.reduces_copies:
            for at, grad in taken.items():
                self.partial[at] = grad
            return
        if copies is not None and taken:
            exchange_together("avg" if self.factor is None else "sum", list(taken.values()), copies)
        for at, grad in taken.items():
            self.parameters[at].add_gradient(grad)


def _joined_mesh(first, second):
    """Return the mesh along the dimensions of two that are slices of one."""
    root = first._root_or_self()
    names = (*(first.mesh_dim_names or (None,)), *(second.mesh_dim_names or (None,)))
    if None in names or second._root_or_self() != root:
        raise ValueError(
            "FSDP requires the DP and model parallel TP/EP mesh to have the same parent mesh but "
            f"got: DP's global mesh: {root}, TP/EP's global mesh: {second._root_or_self()}"
        )
    return root[names]


def _is_real(parameter: ShardedParameter) -> bool:
    return parameter.dtype.is_floating_point


def _lengthened(x, length: int):
    """Return a tensor that zeros are added to, up to a length; itself if it has that."""
    missing = length - x.shape[0]
    return torch.cat([x, x.new_zeros([missing, *x.shape[1:]])]) if missing else x


__all__ = ["Context", "DataMesh", "Gathered", "ParameterGroup", "ShardedParameter"]
