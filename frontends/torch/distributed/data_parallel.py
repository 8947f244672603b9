"""``DistributedDataParallel``: each rank has the module and its part of the data.

References
----------
PyTorch documentation, ``torch.nn.parallel.DistributedDataParallel``.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import frontends.torch as torch
from frontends.torch.autograd.engine import queue_callback
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn.modules.module import Module
from ivy_core.compilation.trace.trace import Unsupported

from .collectives import exchange, exchange_together, is_traced
from .groups import checked_group
from .objects import all_gather_object

_UNFINISHED = (
    "Expected to have finished reduction in the prior iteration before starting a new one. This "
    "error indicates that your module has parameters that were not used in producing loss. You "
    "can enable unused parameter detection by passing the keyword argument "
    "`find_unused_parameters=True` to `torch.nn.parallel.DistributedDataParallel`, and by making "
    "sure all `forward` function outputs participate in calculating loss."
)


@citing("``torch.nn.parallel.{}``")
class DistributedDataParallel(Module):
    """A module whose gradients are the averages of those of all ranks.

    Parameters
    ----------
    module : Module
        Its parameters and buffers become those of the group's first rank.
    broadcast_buffers : bool
        Whether the buffers become those of the first rank before each call.
    process_group : ProcessGroup, optional
        By default all ranks.
    find_unused_parameters : bool
        Whether a loss may leave out parameters.
    static_graph : bool
        The same, for a loss that always leaves out the same ones.
    device_ids, output_device, dim, bucket_cap_mb, check_reduction, gradient_as_bucket_view
        How PyTorch computes it: here gradients of one dtype are exchanged at once.

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     torch.distributed.init_process_group("gloo")
    ...     layer = torch.nn.Linear(2, 1, bias=False)
    ...     model = torch.nn.parallel.DistributedDataParallel(layer)
    ...     model(torch.tensor([[1.0, 2.0]])).sum().backward()
    ...     torch.distributed.destroy_process_group()
    ...     layer.weight.grad
    tensor([[1., 2.]])
    """

    def __init__(
        self, module, device_ids=None, output_device=None, dim: int = 0,
        broadcast_buffers: bool = True, init_sync: bool = True, process_group=None,
        bucket_cap_mb=None, find_unused_parameters: bool = False, check_reduction: bool = False,
        gradient_as_bucket_view: bool = False, static_graph: bool = False,
        delay_all_reduce_named_params=None, param_to_hook_all_reduce=None, mixed_precision=None,
        device_mesh=None, skip_all_reduce_unused_params: bool = False,
    ):  # fmt: skip
        super().__init__()
        for given, name in (
            (delay_all_reduce_named_params, "delay_all_reduce_named_params"),
            (mixed_precision, "mixed_precision"), (device_mesh, "device_mesh"),
        ):  # fmt: skip
            if given is not None:
                raise NotImplementedError(f"DistributedDataParallel: {name} is not supported")
        self.process_group = checked_group(process_group)
        ignored = set(getattr(module, "_ddp_params_and_buffers_to_ignore", ()))
        named = {k: p for k, p in module.named_parameters() if k not in ignored}
        if not any(p.requires_grad for p in named.values()):
            raise RuntimeError(
                "DistributedDataParallel is not needed when a module doesn't have any parameters "
                "that require a gradient."
            )
        self.module, self.dim = module, dim
        self.device_ids, self.output_device = device_ids, output_device
        self.device = next(iter(named.values())).device
        self.broadcast_buffers = broadcast_buffers
        self.find_unused_parameters = find_unused_parameters or static_graph
        self.static_graph, self.gradient_as_bucket_view = static_graph, gradient_as_bucket_view
        self.require_backward_grad_sync = self.require_forward_param_sync = True
        parameters = [p for p in named.values() if p.requires_grad]
        self._ddp_gradients_ = _Gradients(
            parameters, self.process_group, self.find_unused_parameters
        )
        self._ddp_buffers_ = [b for k, b in module.named_buffers() if k not in ignored]
        if self.process_group.size() == 1:
            return
        if init_sync:
            self._ddp_check_shapes_(named)
            self._ddp_broadcast_([*named.values(), *self._ddp_buffers_])
        for number, parameter in enumerate(parameters):
            hook = _NoteGradient(self._ddp_gradients_, number)
            parameter.register_post_accumulate_grad_hook(hook)

    def _ddp_check_shapes_(self, named: dict) -> None:
        """Raise unless all ranks have parameters of the same shapes."""
        own = [(name, tuple(p.shape), str(p.dtype)) for name, p in named.items()]
        found = [None] * self.process_group.size()
        all_gather_object(found, own, self.process_group)
        for index, theirs in enumerate(found):
            if theirs != own:
                parted = next(
                    (pair for pair in zip(own, theirs, strict=False) if pair[0] != pair[1]),
                    (f"{len(own)} parameters", f"{len(theirs)}"),
                )
                raise RuntimeError(
                    f"DDP expects same model across all ranks, but Rank {self.process_group.rank()}"
                    f" has {parted[0]}, while rank {index} has {parted[1]}."
                )

    def _ddp_broadcast_(self, tensors: list) -> None:
        """Have tensors become those of the first rank."""
        exchange_together("broadcast", tensors, self.process_group)

    def forward(self, *inputs, **kwargs):
        several, syncs = self.process_group.size() > 1, self.require_backward_grad_sync
        if several and torch.is_grad_enabled() and syncs:
            self._ddp_gradients_.check_finished()
        if several and self.require_forward_param_sync and self.broadcast_buffers:
            self._ddp_broadcast_(self._ddp_buffers_)
        found = self.module(*inputs, **kwargs)
        self.require_forward_param_sync = syncs and torch.is_grad_enabled()
        if torch.is_grad_enabled():
            self._ddp_gradients_.are_expected = syncs
        return found

    @contextlib.contextmanager
    def no_sync(self) -> Iterator[None]:
        """Leave gradients to each rank: they add up, and are averaged in the first step after."""
        before, self.require_backward_grad_sync = self.require_backward_grad_sync, False
        try:
            yield
        finally:
            self.require_backward_grad_sync = before

    def register_comm_hook(self, state, hook) -> None:
        """Raise NotImplementedError: gradients are exchanged as they are."""
        raise NotImplementedError(
            "DistributedDataParallel.register_comm_hook is not supported: gradients are exchanged "
            "in their own dtype; reduce what you need with torch.distributed.all_reduce"
        )

    def join(self, *args, **kwargs):
        """Raise NotImplementedError: ranks take the same number of steps."""
        raise NotImplementedError(
            "DistributedDataParallel.join is not supported: give all ranks the same number of "
            "steps (DistributedSampler does)"
        )


class _Gradients:
    """Gradients of one pass backwards: averaged when the last of them is there.

    Parameters
    ----------
    parameters : list of Parameter
    group : ProcessGroup
    may_miss_some : bool
        Whether a pass may leave out parameters.

    Attributes
    ----------
    are_expected : bool
        Whether the pass that follows is one to average the gradients of.
    """

    _is_opaque = True  # to ivy.compile: between two passes it is as it was

    def __init__(self, parameters: list, group, may_miss_some: bool):
        self._parameters, self._group, self._may_miss_some = parameters, group, may_miss_some
        self._fired: set[int] = set()
        self._is_traced = self.are_expected = False

    def check_finished(self) -> None:
        """Raise RuntimeError if the last pass has left out parameters."""
        if self._fired and not self._is_traced:
            raise RuntimeError(_UNFINISHED)
        self._fired.clear()  # a trace was given up within a pass

    def note(self, number: int) -> None:
        """Note that the gradient of a parameter is there; with the last one average all."""
        if not self.are_expected:
            return
        if not self._fired:
            self._is_traced = is_traced(self._parameters[number].grad)
            if self._is_traced:
                if self._may_miss_some:
                    raise Unsupported("which parameters a loss has used is known while it runs")
                queue_callback(self._check_traced_pass)
            elif self._may_miss_some:
                queue_callback(self._average_used)
        self._fired.add(number)
        if len(self._fired) == len(self._parameters) and not self._may_miss_some:
            self._average(range(len(self._parameters)))

    def _check_traced_pass(self) -> None:
        """Raise Unsupported if the pass has left out parameters: a program would not say so."""
        if self._fired:
            self._fired.clear()
            raise Unsupported("a pass backwards leaves out parameters that ranks have in common")

    def _average_used(self) -> None:
        """Average the gradients of those parameters that some rank has used."""
        flags = [int(at in self._fired) for at in range(len(self._parameters))]
        used = exchange("max", torch.tensor(flags, dtype=torch.int32), self._group).tolist()
        self._average([at for at, flag in enumerate(used) if flag])

    def _average(self, numbers) -> None:
        """Replace gradients by the averages of all ranks."""
        chosen = [self._parameters[at] for at in numbers]
        with torch.no_grad():
            for parameter in chosen:
                if parameter.grad is None:
                    parameter.grad = torch.zeros_like(parameter)
        exchange_together("avg", [parameter.grad for parameter in chosen], self._group)
        self._fired.clear()
        self.are_expected = False


class _NoteGradient:
    """Hook that tells of a parameter's gradient."""

    is_traceable = True  # what it does is part of a compiled step
    _is_opaque = True

    def __init__(self, gradients: _Gradients, number: int):
        self._gradients, self._number = gradients, number

    def __call__(self, parameter) -> None:
        self._gradients.note(self._number)


__all__ = ["DistributedDataParallel"]
