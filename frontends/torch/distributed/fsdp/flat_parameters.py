"""The parameters of a unit of ``FullyShardedDataParallel``: one behind the other, cut into parts.

Each rank has an equal part of them all, whichever parameters it begins and ends within. Where the
original parameters are kept, each is what the rank has of its elements, which may be none.
"""

from __future__ import annotations

import dataclasses
import math

import frontends.torch as torch
from frontends.torch.utils._pytree import tree_leaves

from ..collectives import exchange_rows
from ..groups import ProcessGroup, get_rank
from .parameter_groups import Context, Gathered, ParameterGroup
from .policies import MixedPrecisionPolicy

_ALIGNMENT = 16  # bytes, of PyTorch's, on which kept parameters begin: parts follow from it


@dataclasses.dataclass
class FlatRanks:
    """The ranks that have parts of a flat parameter.

    Parameters
    ----------
    parts : ProcessGroup
    copies : ProcessGroup, optional
        The ranks that have the same part.
    """

    parts: ProcessGroup
    copies: ProcessGroup | None = None
    is_of_devices = False

    @property
    def index(self) -> int:
        """The index of this rank's part."""
        return self.parts.rank()


_ADDED = ("_fsdp_wrapped_module.", "_checkpoint_wrapped_module.")


def clean_name(name: str) -> str:
    """Return a name without what wrappers have added to it."""
    for added in _ADDED:
        name = name.replace(added, "")
    return name


def alone(group: ProcessGroup) -> ProcessGroup:
    """Return the group of this process alone, which never waits for others."""
    return ProcessGroup((get_rank(),), group.number, group.backend, group.timeout)


@dataclasses.dataclass
class Member:
    """A parameter within a flat one.

    Parameters
    ----------
    names : list of str
        Within the unit's module, as states of the model have them.
    places : list of (Module, str)
        The modules that have it, and by which names.
    shape : tuple of int
    requires_grad : bool
    begin : int
        Of its elements within the flat one.
    """

    names: list
    places: list
    shape: tuple[int, ...]
    requires_grad: bool
    begin: int

    @property
    def count(self) -> int:
        """Its number of elements."""
        return math.prod(self.shape)

    def registered(self):
        """Return the parameter that its module has; None if it has none."""
        module, name = self.places[0]
        return module._parameters.get(name)

    def register(self, parameter) -> None:
        """Have its modules have a parameter; none at all for None."""
        for module, name in self.places:
            if parameter is None:
                module._parameters.pop(name, None)
            else:
                module._parameters[name] = parameter


class FlatParts:
    """Parameters as one, of which this rank has a part.

    Parameters
    ----------
    module : Module
        Of the unit.
    chosen : list of Parameter
        Those of its parameters that are of this unit.
    ranks : FlatRanks
    keeps_originals : bool
        Whether the rank's part are the original parameters, with what it has of their elements;
        else it is one parameter, ``_flat_param`` of the module.
    dtype : dtype, optional
        In which the parameters are computed with.

    Raises
    ------
    ValueError
        For parameters of several dtypes or devices, or of which some need no gradients.
    """

    def __init__(self, module, chosen: list, ranks: FlatRanks, keeps_originals: bool, dtype):
        _check(chosen, keeps_originals)
        self.ranks, self.keeps_originals = ranks, keeps_originals
        self.count = ranks.parts.size()
        self._place(module, chosen, dtype)
        self.longest = -(-self.length // self.count)
        self._begin = self.longest * ranks.index
        self.sharded = self.whole = None
        with torch.no_grad():
            self._cut(module, chosen)
        self.register(None)

    def _place(self, module, chosen: list, dtype) -> None:
        """Give each parameter its place within the flat one."""
        first = chosen[0]
        size = (first if dtype is None else torch.empty([], dtype=dtype)).element_size()
        step = _ALIGNMENT // size if self.keeps_originals else 1
        known, at, wanted = {}, 0, {id(p) for p in chosen}
        for prefix, each in module.named_modules(remove_duplicate=False):
            for name, p in each._parameters.items():
                if p is None or id(p) not in wanted:
                    continue
                if id(p) not in known:
                    at = -(-at // step) * step
                    known[id(p)] = Member([], [], tuple(p.shape), p.requires_grad, at)
                    at += p.numel()
                member = known[id(p)]
                member.names.append(clean_name(f"{prefix}.{name}".lstrip(".")))
                if (each, name) not in member.places:
                    member.places.append((each, name))
        self.members = list(known.values())
        self.length = -(-at // self.count) * self.count if self.keeps_originals else at

    def _cut(self, module, chosen: list) -> None:
        """Leave this rank its part."""
        for each in chosen:
            each._is_cut_by_fsdp_ = True  # another unit must not take it
        if self.keeps_originals:
            self.pieces = [each.registered() for each in self.members]
            for each, piece in zip(self.members, self.pieces, strict=True):
                begin, end = self._part_of(each)
                if self.count > 1:
                    piece.data = piece.detach().reshape(-1)[begin:end].clone()
            return
        x = torch.cat([each.registered().detach().reshape(-1) for each in self.members])
        part = self._lengthened(x)[self._begin : self._begin + self.longest].clone()
        self.pieces = [torch.nn.Parameter(part, self.members[0].requires_grad)]
        self._own = Member(["_flat_param"], [(module, "_flat_param")], (), True, 0)

    def _part_of(self, member: Member) -> tuple[int, int]:
        """Return the range of the elements of a parameter that this rank has."""
        begin = min(max(self._begin - member.begin, 0), member.count)
        return begin, min(max(self._begin + self.longest - member.begin, begin), member.count)

    def parameter_of(self, member: Member):
        """Return the parameter of this rank's part that has elements of a member."""
        return self.pieces[self.members.index(member) if self.keeps_originals else 0]

    dtype = property(lambda self: self.pieces[0].dtype)
    original = staticmethod(lambda: None)

    def register(self, leaves: list | None) -> None:
        """Have the modules have whole parameters; None: this rank's part."""
        if self.keeps_originals:
            for each, x in zip(self.members, leaves or self.pieces, strict=True):
                each.register(x)
            return
        self._own.register(self.pieces[0] if leaves is None else None)
        for each, x in zip(self.members, leaves or [None] * len(self.members), strict=True):
            each.register(x)

    def take_registered(self) -> None:
        """Take parameters of the same shapes that were registered in place of this rank's."""
        homes = self.members if self.keeps_originals else [self._own]
        for at, (home, piece) in enumerate(zip(homes, self.pieces, strict=True)):
            found = home.registered()
            if found is None or found is piece or self.whole is not None:
                continue
            if found.shape != piece.shape:
                raise NotImplementedError(
                    f"FullyShardedDataParallel: {home.names[0]} was replaced; replace parameters "
                    "within summon_full_params"
                )
            self.pieces[at] = found

    def part_to_join(self, dtype):
        """Return this rank's part, as long as those of all others."""
        return self.joined_part(self.pieces, dtype)

    def joined_part(self, tensors: list, dtype=None):
        """Return this rank's part of a flat tensor.

        Parameters
        ----------
        tensors : list of Tensor or None
            As this rank has parameters; None stands for zeros.
        dtype : dtype, optional
        """
        like = next((x for x in tensors if x is not None), self.pieces[0])
        if self.keeps_originals:
            rows, at = [], self._begin
            for each, x in zip(self.members, tensors, strict=True):
                begin, end = self._part_of(each)
                if begin == end:
                    continue
                start = each.begin + begin
                if start > at:
                    rows.append(like.new_zeros(start - at))
                rows.append(like.new_zeros(end - begin) if x is None else x.detach().reshape(-1))
                at = each.begin + end
            if at < self._begin + self.longest:
                rows.append(like.new_zeros(self._begin + self.longest - at))
            found = torch.cat(rows)
        else:
            found = like.detach()
        return found if dtype is None or found.dtype == dtype else found.to(dtype)

    def split(self, x, member: Member):
        """Return a parameter out of what the parts of all ranks are."""
        return x[member.begin : member.begin + member.count].reshape(member.shape).clone()

    def whole_of(self, x) -> list:
        """Return the leaves of what the parts of all ranks are, one behind the other."""
        return [
            torch.nn.Parameter(self.split(x, each), each.requires_grad) for each in self.members
        ]

    def local_of(self, x, member: Member):
        """Return this rank's elements of a whole tensor like a member."""
        if self.count == 1:
            return x.clone()
        begin, end = self._part_of(member)
        return x.reshape(-1)[begin:end].clone()

    def local_of_all(self, tensors: list):
        """Return this rank's part of whole tensors like the members; None stands for zeros."""
        x = self.joined(tensors)
        return self._lengthened(x)[self._begin : self._begin + self.longest].clone()

    def write(self, tensors: list) -> None:
        """Write whole parameters into this rank's part."""
        if not self.keeps_originals:
            self.pieces[0].copy_(self.local_of_all(tensors))
            return
        for each, piece, x in zip(self.members, self.pieces, tensors, strict=True):
            piece.copy_(self.local_of(x.detach(), each))

    def joined(self, tensors: list):
        """Return whole tensors like the members as a flat one; None stands for zeros."""
        like, rows, at = next(x for x in tensors if x is not None), [], 0
        for each, x in zip(self.members, tensors, strict=True):
            if each.begin > at:
                rows.append(like.new_zeros(each.begin - at))
            rows.append(like.new_zeros(each.count) if x is None else x.detach().reshape(-1))
            at = each.begin + each.count
        if at < self.length:
            rows.append(like.new_zeros(self.length - at))
        return torch.cat(rows)

    def _lengthened(self, x):
        missing = self.longest * self.count - x.shape[0]
        return torch.cat([x, x.new_zeros(missing)]) if missing else x

    def gradient_to_split(self, grad, dtype):
        """Return a flat gradient, as long as the parts of all ranks; None is one of zeros."""
        if grad is None:
            return torch.zeros(self.longest * self.count, dtype=dtype)
        return self._lengthened(grad if grad.dtype == dtype else grad.to(dtype))

    def add_gradient(self, grad) -> None:
        """Add this rank's part of a reduced gradient to those of its parameters."""
        if not self.keeps_originals:
            _add(self.pieces[0], grad)
            return
        for each, piece in zip(self.members, self.pieces, strict=True):
            begin, end = self._part_of(each)
            if each.requires_grad and begin < end:
                at = each.begin + begin - self._begin
                _add(piece, grad[at : at + end - begin].reshape(piece.shape).clone())


def _add(parameter, grad) -> None:
    grad = grad if grad.dtype == parameter.dtype else grad.to(parameter.dtype)
    parameter.grad = grad if parameter.grad is None else parameter.grad + grad


def _check(chosen: list, keeps_originals: bool) -> None:
    first = chosen[0]
    for each in chosen:
        if not each.is_floating_point():
            raise ValueError("Cannot flatten integer dtype tensors")
        if each.dtype != first.dtype:
            raise ValueError(
                f"Must flatten tensors with uniform dtype but got {first.dtype} and {each.dtype}"
            )
        if each.device != first.device:
            raise ValueError(
                f"Must flatten tensors on the same device but got both {first.device} and "
                f"{each.device}"
            )
        if not keeps_originals and each.requires_grad != first.requires_grad:
            raise ValueError(
                "Must flatten tensors with uniform `requires_grad` when `use_orig_params=False`"
            )


class FlatGathered(Gathered):
    """Whole parameters of a unit, whose gradients are one."""

    def __init__(self, group: FlatGroup, leaves: list) -> None:
        super().__init__(group, leaves[0])

    def leaves(self) -> list | None:
        """Return the whole parameters; None if a graph has given up some."""
        found = [each() for each in self._leaves]
        return None if any(each is None for each in found) else found

    def take_gradients(self) -> dict:
        """Return the flat gradient of the unit; None where there is none."""
        found = super().take_gradients()
        if not found:
            return {}
        flat = self.group.flat
        if all(grad is None for grad in found.values()):
            return {0: None}
        return {0: flat.joined([found.get(at) for at in range(len(flat.members))])}


class FlatGroup(ParameterGroup):
    """A unit's flat parameter, gathered and reduced by one exchange.

    Parameters
    ----------
    flat : FlatParts
    policy : MixedPrecisionPolicy
    """

    gathered_class = FlatGathered

    def __init__(self, flat: FlatParts, policy: MixedPrecisionPolicy) -> None:
        super().__init__([flat], flat.ranks, policy, Context(), 0)
        self.flat, self.is_summoned = flat, False
        self.context.groups.append(self)

    def versions(self) -> list[int]:
        """Count the writes to each parameter of this rank's part."""
        return [each._version for each in self.flat.pieces]

    def unshard(self) -> None:
        """Gather the parameters, unless they were summoned."""
        if not self.is_summoned:
            super().unshard()

    def whole(self, tensors: list | None = None) -> list:
        """Return whole tensors like the members, of all ranks' parts.

        Parameters
        ----------
        tensors : list of Tensor or None, optional
            As this rank has parameters; by default these.
        """
        flat = self.flat
        part = flat.joined_part(self.flat.pieces if tensors is None else tensors)
        (x,) = exchange_rows("join", [part], self.ranks.parts)
        return [flat.split(x, each) for each in flat.members]

    def return_in_backward(self, result) -> None:
        """Have the modules have the whole parameters again when a gradient of a result comes.

        What they have checkpointed is computed once more then, with the forward's own leaves.
        """
        gathered = self.gathered

        def put_back(grad) -> None:
            leaves = gathered.leaves()
            if self.gathered is None and leaves is not None:
                self.flat.register(leaves)
                self.flat.whole, self.gathered = leaves, gathered

        for x in tree_leaves(result):
            if isinstance(x, torch.Tensor) and x.requires_grad:
                x.register_hook(put_back)

    def summon(self) -> None:
        """Have the modules have whole parameters, until :meth:`dismiss`."""
        self.reshard()
        flat = self.flat
        flat.take_registered()
        with torch.no_grad():
            found = self.whole()
        leaves = [
            torch.nn.Parameter(x, each.requires_grad)
            for x, each in zip(found, flat.members, strict=True)
        ]
        flat.register(leaves)
        self.is_summoned = True

    def dismiss(self, writes: bool) -> None:
        """Have the modules have this rank's part again, of what the whole ones are now."""
        flat = self.flat
        if writes:
            with torch.no_grad():
                flat.write([each.registered() for each in flat.members])
        flat.register(None)
        self.is_summoned = False

    def summon_gradients(self) -> None:
        """Have the whole parameters have their whole gradients."""
        flat, dtype = self.flat, self.flat.dtype
        with torch.no_grad():
            grads = [x.grad for x in flat.pieces]
            if all(x is None for x in grads):
                grads[0] = torch.zeros_like(flat.pieces[0], dtype=dtype)
            found = self.whole(grads)
        for each, grad in zip(flat.members, found, strict=True):
            if each.requires_grad:
                each.registered().grad = grad

    def write_gradients(self) -> None:
        """Have this rank's parameters have their part of the whole gradients."""
        flat = self.flat
        for each, piece in zip(flat.members, flat.pieces, strict=True):
            grad = each.registered().grad
            if piece.grad is not None and grad is not None:
                piece.grad = flat.local_of(grad.detach(), each)


__all__ = [
    "FlatGathered",
    "FlatGroup",
    "FlatParts",
    "FlatRanks",
    "Member",
    "alone",
    "clean_name",
]
