"""``fully_shard``: modules whose parameters are gathered when they are called.

References
----------
PyTorch documentation, ``torch.distributed.fsdp.fully_shard``.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Iterable

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn.modules.module import Module
from frontends.torch.utils._pytree import tree_map
from ivy_core.backend_handler import active_backend

from ..device_mesh import init_device_mesh
from ..groups import get_world_size, init_process_group, is_initialized
from .parameter_groups import Context, DataMesh, ParameterGroup, ShardedParameter
from .policies import CPUOffloadPolicy, MixedPrecisionPolicy, OffloadPolicy

_classes: dict[type, type] = {}


class _State:
    """State of modules that have gone through ``fully_shard`` together.

    Parameters
    ----------
    modules : list of Module
    group : ParameterGroup
    reshards : bool or None
        Whether the whole parameters are given up after a forward; None: except in the root.
    """

    def __init__(self, modules: list, group: ParameterGroup, reshards: bool | None) -> None:
        self.members, self.group, self.reshards = modules, group, reshards
        self.is_root: bool | None = None
        self.depth = 0  # calls that are running

    def before(self, module, args: tuple, kwargs: dict) -> tuple:
        """Gather the parameters before a call."""
        if self.is_root is None:
            self._become_root()
        group = self.group
        self.depth += 1
        group.unshard()
        if torch.is_grad_enabled():
            group.context.expect(group.gathered)
        policy = group.policy
        if policy.cast_forward_inputs and policy.param_dtype is not None:
            args, kwargs = cast_floats((args, kwargs), policy.param_dtype)
        return args, kwargs

    def after(self, result):
        """Give up the whole parameters after a call."""
        self.depth = max(0, self.depth - 1)  # an error before the call has it called, too
        reshards = not self.is_root if self.reshards is None else self.reshards
        if not torch.is_grad_enabled() and not active_backend().is_eager():
            reshards = True  # the next call of the program is to find the parts
        if reshards and not self.depth:
            self.group.reshard()
        wanted = self.group.policy.output_dtype
        return result if wanted is None else cast_floats(result, wanted)

    def _become_root(self) -> None:
        """Make this the root of all modules within."""
        self.is_root = True
        if len(self.members) > 1:
            raise RuntimeError(f"FSDP requires a single root module but got {self.members}")
        context, seen = self.group.context, [self]
        for name, module in self.members[0].named_modules():
            state = _state_of(module)
            if state is None or state in seen:
                continue
            if state.is_root is not None:
                raise RuntimeError(
                    f"FSDP state has already been lazily initialized for {name}\n"
                    "FSDP requires running forward through the root module first"
                )
            state.is_root = False
            seen.append(state)
        context.groups = [state.group for state in seen]
        owners: dict[int, ParameterGroup] = {}
        names = {id(x): name for name, x in self.members[0].named_parameters()}
        for number, group in enumerate(context.groups):
            group.context, group.number = context, number
            for each in group.parameters:
                if id(each.original) in owners:
                    raise ValueError(
                        f"Parameter '{names.get(id(each.sharded))}' is shared with a parameter "
                        "already managed by another FSDP group. For shared/tied parameters, use "
                        "fully_shard([module_a, module_b]) to place them in the same FSDP group."
                    )
                owners[id(each.original)] = group


def _state_of(module) -> _State | None:
    return module.__dict__.get("_fully_sharded_")


def cast_floats(values, dtype):
    """Return arguments or results with their tensors of floats in a dtype."""

    def cast(x):
        is_float = isinstance(x, torch.Tensor) and x.dtype.is_floating_point
        return x.to(dtype) if is_float else x

    return tree_map(cast, values)


@citing("torch.distributed.fsdp.{}")
class UnshardHandle:
    """Handle of a gathering that was begun: it is done when ``unshard`` returns."""

    def wait(self) -> None:
        """Return at once."""


@citing("torch.distributed.fsdp.{}")
class FSDPModule:
    """Base that ``fully_shard`` adds to the class of a module."""

    def __new__(cls, *args, **kwargs):
        """Make an instance of the class that the module had, e.g. of a part of a Sequential."""
        original = cls.__mro__[2]
        made = original.__new__(original, *args, **kwargs)
        made.__init__(*args, **kwargs)
        return made

    def __deepcopy__(self, memo):
        raise AssertionError(
            "FSDP does not support deepcopy. Please use state dict for serialization."
        )

    def _groups(self, recurse: bool = False) -> list[ParameterGroup]:
        modules = self.modules() if recurse else [self]
        states = [_state_of(each) for each in modules]
        return list(dict.fromkeys([state.group for state in states if state is not None]))

    def unshard(self, async_op: bool = False) -> UnshardHandle | None:
        """Gather the module's parameters; not those of modules within that have their own."""
        for group in self._groups():
            group.unshard()
        return UnshardHandle() if async_op else None

    def reshard(self) -> None:
        """Give up the whole parameters: the module has its parts of them again."""
        for group in self._groups():
            group.reshard()

    def reset_iter_state(self) -> None:
        """Give up what an iteration that failed has left: whole parameters and their gradients."""
        state = _state_of(self)
        if not state.is_root:
            raise RuntimeError("reset_iter_state: call it on the root module")
        state.group.context.forget()
        for group in state.group.context.groups:
            group.reshard()
            group.forget()

    def set_requires_gradient_sync(
        self, requires_gradient_sync: bool, *, recurse: bool = True
    ) -> None:
        """Set whether gradients are exchanged; if not, each rank adds up its own."""
        for group in self._groups(recurse):
            group.reduces = group.reduces_copies = requires_gradient_sync

    def set_requires_all_reduce(self, requires_all_reduce: bool, *, recurse: bool = True) -> None:
        """Set whether the ranks that have copies of a part exchange its gradient."""
        for group in self._groups(recurse):
            group.reduces_copies = requires_all_reduce

    def set_reshard_after_forward(self, reshard_after_forward: bool, recurse: bool = True) -> None:
        """Set whether the whole parameters are given up after a forward."""
        if not isinstance(reshard_after_forward, bool):
            raise ValueError(
                f"reshard_after_forward should be a bool, got {type(reshard_after_forward)}"
            )
        for module in self.modules() if recurse else [self]:
            state = _state_of(module)
            if state is not None:
                state.reshards = reshard_after_forward

    def set_reshard_after_backward(
        self, reshard_after_backward: bool, *, recurse: bool = True
    ) -> None:
        """Set whether the whole parameters are given up after a backward."""
        for group in self._groups(recurse):
            group.reshards_after_backward = reshard_after_backward

    def set_reduce_scatter_unused_params(
        self, reduce_scatter_unused_params: bool, *, recurse: bool = True
    ) -> None:
        """Set whether groups that no loss has reached in this rank are exchanged all the same."""
        for group in self._groups(recurse):
            group.reduces_unused = reduce_scatter_unused_params

    def set_gradient_divide_factor(self, factor: float) -> None:
        """Set by what the sums of gradients are divided; by default the number of ranks."""
        for group in self._groups():
            group.factor = factor

    def set_reduce_scatter_divide_factor(self, factor: float) -> None:
        """Old name of ``set_gradient_divide_factor``."""
        warnings.warn("Use `set_gradient_divide_factor` instead", FutureWarning, stacklevel=2)
        self.set_gradient_divide_factor(factor)

    # Of when PyTorch exchanges, and by what: here an exchange is done when it is called.

    def set_is_last_backward(self, is_last_backward: bool) -> None:
        """Do nothing: a backward waits for its exchanges."""

    def set_modules_to_forward_prefetch(self, modules: list) -> None:
        """Check the modules, and gather none of them earlier."""
        _check_all_sharded(modules)

    def set_modules_to_backward_prefetch(self, modules: list) -> None:
        """Check the modules, and gather none of them earlier."""
        _check_all_sharded(modules)

    def set_post_optim_event(self, event) -> None:
        """Do nothing: an optimizer's step is done when it returns."""

    def set_unshard_in_backward(self, unshard_in_backward: bool) -> None:
        """Do nothing: a backward has what its forward has kept."""

    def set_force_sum_reduction_for_comms(self, enable: bool) -> None:
        """Do nothing: averages are sums, divided afterwards."""

    def set_custom_all_gather(self, comm) -> None:
        """Raise NotImplementedError: the backend gathers."""
        raise NotImplementedError("FSDPModule.set_custom_all_gather is not supported")

    def set_custom_reduce_scatter(self, comm) -> None:
        """Raise NotImplementedError: the backend reduces."""
        raise NotImplementedError("FSDPModule.set_custom_reduce_scatter is not supported")

    def set_all_reduce_hook(self, hook, *, stream=None) -> None:
        """Raise NotImplementedError: gradients are reduced in one exchange."""
        raise NotImplementedError(
            "FSDPModule.set_all_reduce_hook is not supported; change gradients after backward()"
        )

    def _apply(self, *args, **kwargs):
        self.reshard()
        found = super()._apply(*args, **kwargs)
        for group in self._groups():
            for each in group.parameters:
                each.take_registered()
        return found


def _check_all_sharded(modules: Iterable) -> None:
    if not all(isinstance(each, FSDPModule) for each in modules):
        other = next(each for each in modules if not isinstance(each, FSDPModule))
        raise ValueError(f"Expects FSDPModule but got {type(other)}")


@citing("torch.distributed.fsdp.{}")
def fully_shard(
    module,
    *,
    mesh=None,
    reshard_after_forward: bool | int | None = None,
    shard_placement_fn: Callable | None = None,
    mp_policy: MixedPrecisionPolicy = MixedPrecisionPolicy(),  # noqa: B008 - it is frozen
    offload_policy: OffloadPolicy = OffloadPolicy(),  # noqa: B008 - it has nothing to change
    ignored_params: set | None = None,
    dp_mesh_dims=None,
):
    """Cut the parameters of a module over the ranks, and return it.

    Those of modules within that have gone through this before stay theirs: layers first, the model
    last. The module's class becomes one that is an :class:`FSDPModule`, too.

    Parameters
    ----------
    module : Module or list of Module
        Several have their parameters gathered together.
    mesh : DeviceMesh, optional
        Of one dimension; of two: copies, and parts of each. By default all ranks.
    reshard_after_forward : bool, optional
        Whether the whole parameters are given up after a forward; by default except in the root.
    shard_placement_fn : callable, optional
        ``shard_placement_fn(parameter)`` gives the placement of one, or None: ``Shard(0)``.
    mp_policy : MixedPrecisionPolicy
    offload_policy : OffloadPolicy
    ignored_params : set of Parameter, optional
        Which stay as they are.

    Raises: ValueError for containers without a forward, parameters without dimensions and meshes of
    three dimensions; NotImplementedError for what is not supported.

    >>> from ivy_core import with_backend
    >>> from frontends.torch.distributed.fsdp import fully_shard
    >>> with with_backend("jax"):
    ...     torch.distributed.init_process_group("gloo")
    ...     layer = fully_shard(torch.nn.Linear(2, 4))
    ...     torch.distributed.destroy_process_group()
    ...     type(layer).__name__, layer.weight.placements
    ('FSDPLinear', (Shard(dim=0),))
    """
    modules = list(module) if isinstance(module, (list, tuple)) else [module]
    for each in modules:
        containers = torch.nn.ModuleList, torch.nn.ModuleDict
        if isinstance(each, containers) and type(each).forward is Module.forward:
            raise ValueError(
                f"fully_shard does not support containers that do not implement forward: {each}"
            )
    if dp_mesh_dims is not None:
        raise NotImplementedError(
            "fully_shard: dp_mesh_dims is not supported; pass the slice of the mesh as mesh="
        )
    ranks = DataMesh(_checked_mesh(mesh, modules))
    reshards = _checked_reshards(reshard_after_forward, ranks)
    if isinstance(offload_policy, CPUOffloadPolicy) and ranks.mesh.device_type != "cpu":
        raise NotImplementedError(
            "fully_shard: CPUOffloadPolicy is not supported on accelerators; parts stay there"
        )
    for each in modules:
        if _state_of(each) is not None:
            raise AssertionError(
                "Each distinct composable distributed API can only be applied to a module once. "
                f"The following API has already been applied to the following module: {each}"
            )
    places = _places(modules, ignored_params or set())
    parameters = []
    for parameter, found in places:
        placement = None if shard_placement_fn is None else shard_placement_fn(parameter)
        dim = _dim_of(placement, parameter)
        parameters.append(ShardedParameter(parameter, found, ranks, dim))
    group = ParameterGroup(parameters, ranks, mp_policy, Context(), 0)
    group.context.groups.append(group)
    state = _State(modules, group, reshards)
    for each in modules:
        each.__dict__["_fully_sharded_"] = state
        each.register_forward_pre_hook(state.before, prepend=True, with_kwargs=True)
        each.register_forward_hook(lambda _, args, result: state.after(result), always_call=True)
        each.register_state_dict_pre_hook(lambda *_: group.reshard())
        each.register_load_state_dict_pre_hook(lambda *_: group.reshard())
        each.__class__ = _class_for(type(each))
    return module


def _class_for(cls: type) -> type:
    """Return the class of a module with FSDPModule among its bases."""
    if cls not in _classes:
        name = f"FSDP{cls.__name__}"
        where = "torch.distributed.fsdp._fully_shard._fsdp_init"  # of PyTorch's
        _classes[cls] = type(name, (FSDPModule, cls), {"__module__": where})
    return _classes[cls]


def _checked_mesh(mesh, modules: list):
    """Return a mesh of ranks; ValueError if it has more than two dimensions."""
    if mesh is None:
        if not is_initialized():
            init_process_group()
        first = next((p for each in modules for p in each.parameters()), None)
        kind = "cpu" if first is None or first.is_meta else first.device.type
        mesh = init_device_mesh(kind, (get_world_size(),))
    if mesh.ndim not in (1, 2):
        raise ValueError(f"fully_shard expects a 1D or 2D DeviceMesh but got {mesh}")
    if mesh.ndim == 2 and mesh.mesh_dim_names is None:
        raise AssertionError("Please init the 2D mesh for HSDP with mesh_dim_names specified")
    return mesh


def _checked_reshards(wanted, ranks: DataMesh) -> bool | None:
    """Return whether whole parameters are given up after a forward; None: except in the root."""
    if wanted is None or isinstance(wanted, bool):
        return wanted
    count = ranks.parts.size()
    if not isinstance(wanted, int):
        raise ValueError(
            "reshard_after_forward should be a bool or an int representing the group size to "
            f"reshard to, not {wanted}"
        )
    if wanted < 1 or wanted > count or count % wanted:
        raise ValueError(
            f"If passing reshard_after_forward as an int, it should be a factor of {count}, not "
            f"{wanted}"
        )
    if wanted in (1, count):
        return wanted == count
    raise NotImplementedError(
        "fully_shard: reshard_after_forward to fewer ranks is not supported; use True or False"
    )


def _places(modules: list, ignored: set) -> list[tuple]:
    """List the parameters that modules are to have in parts, and the places of each."""
    found: dict[int, tuple] = {}
    visited: set[int] = set()
    kept_out = {id(each) for each in ignored}

    def visit(module, is_given: bool) -> None:
        if id(module) in visited or not is_given and _state_of(module) is not None:
            return
        visited.add(id(module))
        for child in module.children():
            visit(child, any(child is each for each in modules))
        for name, parameter in module._parameters.items():
            if parameter is None or id(parameter) in kept_out:
                continue
            if not parameter.ndim:
                raise ValueError(
                    f"fully_shard doesn't support scalar parameters. Change {name} to a 1D tensor "
                    "with numel equal to 1."
                )
            found.setdefault(id(parameter), (parameter, []))[1].append((module, name))

    for each in modules:
        visit(each, True)
    return list(found.values())


def _dim_of(placement, parameter) -> int:
    """Return the dimension along which a parameter is cut."""
    if placement is None:
        return 0
    if not hasattr(placement, "dim"):
        raise NotImplementedError(
            f"fully_shard: shard_placement_fn may return a Shard or None, not {placement}"
        )
    return placement.dim + parameter.ndim if placement.dim < 0 else placement.dim


@citing("torch.distributed.fsdp.{}")
def register_fsdp_forward_method(module, method_name: str) -> None:
    """Have a method of a module gather its parameters, as ``forward`` does.

    Parameters
    ----------
    module : Module
        Nothing happens to one that has not gone through :func:`fully_shard`.
    method_name : str

    Raises: ValueError if it has no such method.
    """
    if not isinstance(module, FSDPModule):
        return
    if not hasattr(module, method_name):
        raise ValueError(f"{type(module)} does not have a method {method_name}")
    original = getattr(module, method_name)

    @functools.wraps(original)
    def wrapped(*args, **kwargs):
        state = _state_of(module)
        args, kwargs = state.before(module, args, kwargs)
        return state.after(original(*args, **kwargs))

    setattr(module, method_name, wrapped)


__all__ = [
    "FSDPModule", "UnshardHandle", "cast_floats", "fully_shard", "register_fsdp_forward_method",
]  # fmt: skip
