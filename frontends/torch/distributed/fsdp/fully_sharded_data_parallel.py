"""``FullyShardedDataParallel``: modules whose parameters are gathered when they are called.

References
----------
PyTorch documentation, ``torch.distributed.fsdp.FullyShardedDataParallel``.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
import warnings
from collections.abc import Callable, Iterable, Iterator

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn.modules.module import Module
from frontends.torch.utils._pytree import tree_map
from ivy_core.backend_handler import active_backend

from ..collectives import all_reduce, exchange_together
from ..device_mesh import DeviceMesh
from ..groups import ProcessGroup, checked_group
from ..tensor.dtensors import DTensor
from . import optimizer_states
from .api import (
    BackwardPrefetch,
    CPUOffload,
    FullOptimStateDictConfig,
    FullStateDictConfig,
    LocalOptimStateDictConfig,
    LocalStateDictConfig,
    MixedPrecision,
    OptimStateDictConfig,
    OptimStateKeyType,
    ShardedOptimStateDictConfig,
    ShardedStateDictConfig,
    ShardingStrategy,
    StateDictConfig,
    StateDictSettings,
    StateDictType,
)
from .flat_parameters import FlatGroup, FlatParts, FlatRanks, alone, clean_name
from .policies import MixedPrecisionPolicy
from .sharded_modules import cast_floats
from .wrap import wrap_modules

_PREFIX = "_fsdp_wrapped_module."
_HYBRID = (ShardingStrategy.HYBRID_SHARD, ShardingStrategy._HYBRID_SHARD_ZERO2)
_CONFIGS = {
    StateDictType.FULL_STATE_DICT: (FullStateDictConfig, FullOptimStateDictConfig),
    StateDictType.LOCAL_STATE_DICT: (LocalStateDictConfig, LocalOptimStateDictConfig),
    StateDictType.SHARDED_STATE_DICT: (ShardedStateDictConfig, ShardedOptimStateDictConfig),
}


@citing("torch.distributed.fsdp.{}")
class FullyShardedDataParallel(Module):
    """A module of whose parameters each rank has a part, and all of them while it is called.

    Parameters
    ----------
    module : Module
    process_group : ProcessGroup, optional
        By default all ranks; of hybrid strategies a pair: ranks with parts, ranks with copies.
    sharding_strategy : ShardingStrategy, optional
        By default ``FULL_SHARD``, which here is ``SHARD_GRAD_OP``, too: a backward has what its
        forward has kept.
    cpu_offload : CPUOffload, optional
        Not supported on accelerators.
    auto_wrap_policy : callable or policy, optional
        Which modules within become units of their own.
    mixed_precision : MixedPrecision, optional
    ignored_modules, ignored_states : iterable, optional
        Modules or parameters that stay as they are.
    param_init_fn : callable, optional
        ``param_init_fn(module)`` makes what is on the meta device; by default
        ``reset_parameters``.
    device_id : int or device, optional
        To which the module goes.
    sync_module_states : bool
        Whether parameters and buffers become those of the first rank.
    use_orig_params : bool
        Whether ``parameters()`` are the original ones, each with what this rank has of it, in
        place of one flat parameter a unit.
    device_mesh : DeviceMesh, optional
        In place of ``process_group``.
    backward_prefetch, forward_prefetch, limit_all_gathers
        Without effect: when PyTorch exchanges.

    >>> from ivy_core import with_backend
    >>> from frontends.torch.distributed.fsdp import FullyShardedDataParallel, ShardingStrategy
    >>> with with_backend("jax"):
    ...     torch.distributed.init_process_group("gloo")
    ...     model = FullyShardedDataParallel(
    ...         torch.nn.Linear(2, 4), sharding_strategy=ShardingStrategy.NO_SHARD
    ...     )
    ...     torch.distributed.destroy_process_group()
    ...     [(name, tuple(p.shape)) for name, p in model.named_parameters()]
    [('_fsdp_wrapped_module._flat_param', (12,))]
    """

    def __init__(
        self, module, process_group=None, sharding_strategy: ShardingStrategy | None = None,
        cpu_offload: CPUOffload | None = None, auto_wrap_policy: Callable | None = None,
        backward_prefetch: BackwardPrefetch | None = BackwardPrefetch.BACKWARD_PRE,
        mixed_precision: MixedPrecision | None = None, ignored_modules: Iterable | None = None,
        param_init_fn: Callable | None = None, device_id=None, sync_module_states: bool = False,
        forward_prefetch: bool = False, limit_all_gathers: bool = True,
        use_orig_params: bool = False, ignored_states: Iterable | None = None,
        device_mesh: DeviceMesh | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        if isinstance(module, (torch.nn.ModuleList, torch.nn.ModuleDict)):
            warnings.warn(
                "FSDP will not all-gather parameters for containers that do not implement "
                f"forward: {module}",
                stacklevel=2,
            )
        modules, kept_out = _ignored(module, ignored_modules, ignored_states)
        strategy = sharding_strategy or ShardingStrategy.FULL_SHARD
        ranks, strategy, group = _ranks(process_group, device_mesh, strategy, auto_wrap_policy)
        if auto_wrap_policy is not None:
            is_pair = strategy in _HYBRID and device_mesh is None
            options = {
                "process_group": (ranks.parts, ranks.copies) if is_pair else process_group,
                "sharding_strategy": sharding_strategy, "cpu_offload": cpu_offload,
                "backward_prefetch": backward_prefetch, "mixed_precision": mixed_precision,
                "param_init_fn": param_init_fn, "device_id": device_id,
                "sync_module_states": sync_module_states, "forward_prefetch": forward_prefetch,
                "limit_all_gathers": limit_all_gathers, "use_orig_params": use_orig_params,
                "ignored_states": kept_out, "device_mesh": device_mesh,
            }  # fmt: skip
            wrap_modules(
                module, auto_wrap_policy, modules, kept_out, options, FullyShardedDataParallel
            )
        self.sharding_strategy, self.process_group = strategy, group
        self.rank, self.world_size = group.rank(), group.size()
        self.mixed_precision = mixed_precision or MixedPrecision()
        if self.mixed_precision.keep_low_precision_grads:
            raise NotImplementedError(
                "FullyShardedDataParallel: keep_low_precision_grads is not supported; gradients "
                "have the parameters' dtype: cast them after backward()"
            )
        self.cpu_offload = cpu_offload or CPUOffload()
        self.backward_prefetch, self.forward_prefetch = backward_prefetch, forward_prefetch
        self.limit_all_gathers, self._use_orig_params = limit_all_gathers, use_orig_params
        self._device_mesh, self._ignored_modules = device_mesh, modules
        self._ignored_params = kept_out
        self._fsdp_settings_ = StateDictSettings(
            StateDictType.FULL_STATE_DICT, FullStateDictConfig(), FullOptimStateDictConfig()
        )
        self._is_root: bool | None = None
        self._fsdp_depth_ = 0
        self._fsdp_is_summoned_ = False
        self._make_units_parameters(module, ranks, param_init_fn, device_id, sync_module_states)
        self._fsdp_wrapped_module = module
        self.register_state_dict_pre_hook(_before_state_dict)
        self._register_state_dict_hook(_after_state_dict)
        self.register_load_state_dict_pre_hook(_before_loading)
        self.register_load_state_dict_post_hook(_after_loading)

    def _make_units_parameters(
        self, module, ranks: FlatRanks, init: Callable | None, device_id, syncs: bool
    ) -> None:
        """Cut the parameters that are of no unit yet over the ranks."""
        nested = _units(module)
        within = {each for unit in nested for each in unit.modules()} | self._ignored_modules
        own = [each for each in module.modules() if each not in within]
        _check_ties(module, nested)
        _materialize(own, init)
        chosen = list(dict.fromkeys(
            p for each in own for p in each._parameters.values()
            if p is not None and p not in self._ignored_params
        ))  # fmt: skip
        if any(isinstance(p, DTensor) for p in chosen):
            raise NotImplementedError(
                "FullyShardedDataParallel: parameters that are DTensors are not supported; use "
                "torch.distributed.fsdp.fully_shard with a slice of the mesh"
            )
        buffers = [b for each in own for b in each._buffers.values() if b is not None]
        if device_id is not None:
            _move([*chosen, *buffers], device_id)
        if syncs:
            exchange_together("broadcast", [*chosen, *buffers], self.process_group)
        self.compute_device = chosen[0].device if chosen else torch.device("cpu")
        if self.cpu_offload.offload_params and self.compute_device.type != "cpu":
            raise NotImplementedError(
                "FullyShardedDataParallel: CPUOffload is not supported on accelerators; parts "
                "stay there"
            )
        self._fsdp_buffers_ = {
            (each, name): b.dtype
            for each in own
            for name, b in each._buffers.items()
            if b is not None and b.is_floating_point()
        }
        self._fsdp_group_: FlatGroup | None = None
        if chosen:
            dtypes = self.mixed_precision
            flat = FlatParts(module, chosen, ranks, self._use_orig_params, dtypes.param_dtype)
            policy = MixedPrecisionPolicy(dtypes.param_dtype, dtypes.reduce_dtype)
            self._fsdp_group_ = FlatGroup(flat, policy)

    @property
    def module(self):
        """The module that was given."""
        found = self._fsdp_wrapped_module
        return getattr(found, "_checkpoint_wrapped_module", found)

    def __getattr__(self, name: str):
        try:
            return super().__getattr__(name)
        except AttributeError:
            if name == "_fsdp_wrapped_module":
                raise  # before it is there
            return getattr(self._fsdp_wrapped_module, name)

    def __getitem__(self, key):
        return self._fsdp_wrapped_module[key]

    def _begin(self) -> None:
        """Make this the root of all units within, unless that is decided."""
        if self._is_root is not None:
            return
        self._is_root, units = True, _units(self)
        groups = [unit._fsdp_group_ for unit in units if unit._fsdp_group_ is not None]
        for unit in units[1:]:
            if unit._is_root:
                raise AssertionError(
                    "Non-root FSDP instance's `_is_root` should not have been set yet or should "
                    "have been set to `False`"
                )
            unit._is_root = False
        for number, group in enumerate(groups):
            group.context, group.number = groups[0].context, number
        if groups:
            groups[0].context.groups = groups
        for unit in units:
            unit._cast_buffers()

    def _cast_buffers(self) -> None:
        dtype = self.mixed_precision.buffer_dtype
        if dtype is not None:
            for module, name in self._fsdp_buffers_:
                module._buffers[name] = module._buffers[name].to(dtype)

    def forward(self, *args, **kwargs):
        self._begin()
        args, kwargs = self._inputs((args, kwargs))
        group = self._fsdp_group_
        if group is None or group.is_summoned:
            return self._fsdp_wrapped_module(*args, **kwargs)
        self._fsdp_depth_ += 1
        try:
            group.unshard()
            if torch.is_grad_enabled():
                group.context.expect(group.gathered)
            result = self._fsdp_wrapped_module(*args, **kwargs)
            if torch.is_grad_enabled() and active_backend().is_eager():
                group.return_in_backward(result)
            return result
        finally:
            self._fsdp_depth_ -= 1
            if not self._fsdp_depth_:
                group.reshard()

    def _inputs(self, given: tuple) -> tuple:
        """Return arguments where the unit computes, and in its dtype."""
        device, dtypes = self.compute_device, self.mixed_precision
        if self._is_root and device.type != "cpu":
            given = tree_map(lambda x: x.to(device) if isinstance(x, torch.Tensor) else x, given)
        casts = dtypes.cast_forward_inputs or self._is_root and dtypes.cast_root_forward_inputs
        if casts and dtypes.param_dtype is not None:
            given = cast_floats(given, dtypes.param_dtype)
        return given

    def check_is_root(self) -> bool:
        """Return whether no other unit has this one within."""
        self._begin()
        return self._is_root

    @staticmethod
    def fsdp_modules(module, root_only: bool = False) -> list[FullyShardedDataParallel]:
        """List the units within a module, itself included.

        Parameters
        ----------
        module : Module
        root_only : bool
            Whether those are left out that are within others.
        """
        found = _units(module)
        if not root_only:
            return found
        within = {each for unit in found for each in _units(unit)[1:]}
        return [unit for unit in found if unit not in within]

    def apply(self, fn: Callable):
        """Call ``fn`` with each module, while this unit has its whole parameters."""
        with _summoned(self, writes=True):
            return super().apply(fn)

    def _apply(self, *args, **kwargs):
        if self._fsdp_group_ is not None:
            self._fsdp_group_.reshard()
        return super()._apply(*args, **kwargs)

    @staticmethod
    @contextlib.contextmanager
    def summon_full_params(
        module, recurse: bool = True, writeback: bool = True, rank0_only: bool = False,
        offload_to_cpu: bool = False, with_grads: bool = False,
    ) -> Iterator[None]:  # fmt: skip
        """Have units have their whole parameters.

        Parameters
        ----------
        module : Module
        recurse : bool
            Whether units within the module have theirs, too.
        writeback : bool
            Whether what is written into them stays.
        rank0_only : bool
            Whether the first rank alone has them.
        offload_to_cpu : bool
            Not supported on accelerators.
        with_grads : bool
            Whether their gradients are whole, too; with ``use_orig_params``.

        Raises: NotImplementedError for options that do not go together.
        """
        if writeback and rank0_only:
            raise NotImplementedError("writeback=True and rank0_only=True is not supported yet")
        units = _units(module)
        if not recurse:
            units = [module] if module in units else []
        with contextlib.ExitStack() as stack:
            for unit in units:
                if with_grads and (offload_to_cpu or not unit._use_orig_params):
                    raise NotImplementedError(
                        f"with_grads={with_grads}, use_orig_params={unit._use_orig_params}, "
                        f"offload_to_cpu={offload_to_cpu} is not supported yet"
                    )
                if offload_to_cpu and unit.compute_device.type != "cpu":
                    raise NotImplementedError(
                        "summon_full_params: offload_to_cpu is not supported on accelerators; "
                        "use state_dict with FullStateDictConfig(offload_to_cpu=True)"
                    )
                is_here = not rank0_only or unit.rank == 0
                stack.enter_context(_summoned(unit, writeback, with_grads, is_here))
            yield

    def named_parameters(self, *args, **kwargs):
        for name, parameter in super().named_parameters(*args, **kwargs):
            yield clean_name(name) if self._fsdp_is_summoned_ else name, parameter

    def named_buffers(self, *args, **kwargs):
        for name, buffer in super().named_buffers(*args, **kwargs):
            yield clean_name(name) if self._fsdp_is_summoned_ else name, buffer

    @contextlib.contextmanager
    def no_sync(self) -> Iterator[None]:
        """Leave gradients to each rank: they add up, and are averaged in the first step after.

        Raises: RuntimeError unless this is the root.
        """
        if not self.check_is_root():
            raise RuntimeError(
                "`no_sync()` on inner FSDP instances is not supported. Please call `no_sync()` on "
                "root FSDP module."
            )
        groups = [u._fsdp_group_ for u in _units(self) if u._fsdp_group_ is not None]
        before = [group.reduces for group in groups]
        for group in groups:
            group.reduces = False
        try:
            yield
        finally:
            for group, flag in zip(groups, before, strict=True):
                group.reduces = flag

    @torch.no_grad()
    def clip_grad_norm_(self, max_norm: float, norm_type: float = 2.0):
        """Scale the gradients of all ranks' parts so that their norm is at most ``max_norm``.

        Parameters
        ----------
        max_norm, norm_type : float

        Returns: Tensor, the norm that they had

        Raises: RuntimeError unless this is the root.
        """
        if not self.check_is_root():
            raise RuntimeError(
                "`clip_grad_norm_()` should only be called on the root FSDP instance"
            )
        units = [unit for unit in _units(self) if unit._fsdp_group_ is not None]
        in_parts = [u for u in units if u.sharding_strategy is not ShardingStrategy.NO_SHARD]
        if not in_parts:
            return torch.nn.utils.clip_grad_norm_(self.parameters(), max_norm, norm_type)
        norm_type = float(norm_type)
        cut = [p for unit in in_parts for p in unit._fsdp_group_.flat.pieces]
        known = {id(p) for p in cut}
        whole = [p for p in self.parameters() if id(p) not in known]
        here, there = (_norm(some, norm_type) for some in (cut, whole))
        if norm_type == math.inf:
            total = torch.maximum(here, there)
            all_reduce(total, torch.distributed.ReduceOp.MAX, self.process_group)
        else:
            total = here**norm_type
            all_reduce(total, group=self.process_group)
            total = (total + there**norm_type) ** (1 / norm_type)
        grads = [p.grad for p in (*cut, *whole) if p.grad is not None]
        scale = torch.clamp(float(max_norm) / (total + 1e-6), max=1.0)
        for grad in grads:
            grad.mul_(scale.to(grad.dtype))
        if not grads:
            warnings.warn(
                f"Called FSDP.clip_grad_norm_() on rank {self.rank} with no gradients -- returning "
                f"the total norm in the default dtype {total.dtype}",
                stacklevel=2,
            )
            return total
        return total.to(functools.reduce(torch.promote_types, [grad.dtype for grad in grads]))

    def register_comm_hook(self, state, hook) -> None:
        """Raise NotImplementedError: gradients are exchanged as they are."""
        raise NotImplementedError(
            "FullyShardedDataParallel.register_comm_hook is not supported: choose the dtype of "
            "exchanges by MixedPrecision(reduce_dtype=...)"
        )

    @staticmethod
    def set_state_dict_type(
        module, state_dict_type: StateDictType, state_dict_config: StateDictConfig | None = None,
        optim_state_dict_config: OptimStateDictConfig | None = None,
    ) -> StateDictSettings:  # fmt: skip
        """Set what the units within a module give and take as states.

        Parameters
        ----------
        module : Module
        state_dict_type : StateDictType
        state_dict_config, optim_state_dict_config : optional
            Of the classes that go with the type.

        Returns: StateDictSettings, the earlier ones

        Raises: RuntimeError for options of another type; NotImplementedError for
        ``LOCAL_STATE_DICT``.
        """
        if state_dict_type is StateDictType.LOCAL_STATE_DICT:
            raise NotImplementedError(
                "FullyShardedDataParallel: LOCAL_STATE_DICT is not supported; use "
                "SHARDED_STATE_DICT or FULL_STATE_DICT"
            )
        chosen = [
            cls() if given is None else given
            for cls, given in zip(
                _CONFIGS[state_dict_type], (state_dict_config, optim_state_dict_config), strict=True
            )
        ]
        names = "state_dict_config", "optim_state_dict_config"
        for name, cls, given in zip(names, _CONFIGS[state_dict_type], chosen, strict=True):
            if type(given) is not cls:
                raise RuntimeError(f"Expected {name} of type {cls} but got {type(given)}")
        before = None
        for unit in _units(module):
            before = before or unit._fsdp_settings_
            unit._fsdp_settings_ = StateDictSettings(state_dict_type, *chosen)
        return before

    @staticmethod
    def get_state_dict_type(module) -> StateDictSettings:
        """Return the kind of states that the units within a module give and take.

        Raises: AssertionError if they do not agree.
        """
        found = [unit._fsdp_settings_ for unit in _units(module)]
        if any(each != found[0] for each in found):
            raise AssertionError(
                f"All FSDP modules must have the same state dict settings.Got {found}."
            )
        return found[0] if found else StateDictSettings(None, None, None)

    @staticmethod
    @contextlib.contextmanager
    def state_dict_type(
        module, state_dict_type: StateDictType, state_dict_config: StateDictConfig | None = None,
        optim_state_dict_config: OptimStateDictConfig | None = None,
    ) -> Iterator[None]:  # fmt: skip
        """Set what units give and take as states, within the context."""
        own = FullyShardedDataParallel
        before = own.set_state_dict_type(
            module, state_dict_type, state_dict_config, optim_state_dict_config
        )
        try:
            yield
        finally:
            for unit in _units(module):
                unit._fsdp_settings_ = before

    # The states of optimizers, by names of parameters.

    @staticmethod
    def optim_state_dict(model, optim, optim_state_dict: dict | None = None, group=None) -> dict:
        """Return an optimizer's state by names of parameters, as ``state_dict_type`` says.

        Parameters
        ----------
        model : Module
        optim : Optimizer
        optim_state_dict : dict, optional
            By default ``optim.state_dict()``.
        group : ProcessGroup, optional
        """
        settings = FullyShardedDataParallel.get_state_dict_type(model)
        config = settings.optim_state_dict_config
        return optimizer_states.gathered_state(
            model, _units(model), optim, optim_state_dict,
            is_full=settings.state_dict_type is not StateDictType.SHARDED_STATE_DICT,
            first_only=getattr(config, "rank0_only", False), group=group,
        )  # fmt: skip

    @staticmethod
    def full_optim_state_dict(
        model, optim, optim_input=None, rank0_only: bool = True, group=None
    ) -> dict:
        """Return an optimizer's state of whole tensors, by names of parameters.

        Parameters
        ----------
        model : Module
        optim : Optimizer
        optim_input : optional
            Deprecated, without effect.
        rank0_only : bool
            Whether other ranks than the first one get an empty dict.
        group : ProcessGroup, optional
        """
        return optimizer_states.gathered_state(
            model, _units(model), optim, None, is_full=True, first_only=rank0_only, group=group
        )

    @staticmethod
    def sharded_optim_state_dict(model, optim, group=None) -> dict:
        """Return an optimizer's state of DTensors, by names of parameters."""
        return optimizer_states.gathered_state(
            model, _units(model), optim, None, is_full=False, first_only=False, group=group
        )

    @staticmethod
    def optim_state_dict_to_load(
        model, optim, optim_state_dict: dict, is_named_optimizer: bool = False,
        load_directly: bool = False, group=None,
    ) -> dict:  # fmt: skip
        """Return a state by names of parameters as ``optim.load_state_dict`` takes it.

        Parameters
        ----------
        model : Module
        optim : Optimizer
        optim_state_dict : dict
        is_named_optimizer : bool
            Not supported.
        load_directly : bool
            Whether it is loaded, too.
        group : ProcessGroup, optional
        """
        if is_named_optimizer:
            raise NotImplementedError(
                "optim_state_dict_to_load: is_named_optimizer is not supported; use an optimizer "
                "of torch.optim"
            )
        config = FullyShardedDataParallel.get_state_dict_type(model).optim_state_dict_config
        found = optimizer_states.local_state(
            model, _units(model), optim, optim_state_dict,
            of_first=getattr(config, "rank0_only", False), group=group,
        )  # fmt: skip
        if load_directly:
            optim.load_state_dict(found)
        return found

    @staticmethod
    def shard_full_optim_state_dict(
        full_optim_state_dict: dict, model, optim_input=None, optim=None
    ) -> dict:
        """Return a state of whole tensors as ``optim.load_state_dict`` takes it."""
        return optimizer_states.local_state(model, _units(model), optim, full_optim_state_dict)

    @staticmethod
    def flatten_sharded_optim_state_dict(sharded_optim_state_dict: dict, model, optim) -> dict:
        """Return a state of DTensors as ``optim.load_state_dict`` takes it."""
        return optimizer_states.local_state(model, _units(model), optim, sharded_optim_state_dict)

    @staticmethod
    def scatter_full_optim_state_dict(
        full_optim_state_dict: dict | None, model, optim_input=None, optim=None, group=None
    ) -> dict:
        """Return the first rank's state of whole tensors as ``optim.load_state_dict`` takes it."""
        return optimizer_states.local_state(
            model, _units(model), optim, full_optim_state_dict, of_first=True, group=group
        )

    @staticmethod
    def rekey_optim_state_dict(
        optim_state_dict: dict, optim_state_key_type: OptimStateKeyType, model, optim_input=None,
        optim=None,
    ) -> dict:  # fmt: skip
        """Return a state by names in place of numbers of a model's parameters, or the opposite."""
        return optimizer_states.rekeyed_state(
            optim_state_dict, optim_state_key_type is OptimStateKeyType.PARAM_NAME, model, optim
        )


def _units(module) -> list[FullyShardedDataParallel]:
    return [each for each in module.modules() if isinstance(each, FullyShardedDataParallel)]


def _ignored(module, modules: Iterable | None, states: Iterable | None) -> tuple[set, set]:
    """Return the modules and the parameters that stay as they are."""
    if modules is not None and states is not None:
        raise ValueError(
            "Cannot pass both ignored_modules and ignored_states at the same time. Please just "
            "pass ignored_states."
        )
    given = list(modules if states is None else states) if (modules or states) else []
    kinds = {isinstance(each, Module) for each in given}
    if len(kinds) > 1:
        raise ValueError(
            "ignored_states expects all list[nn.Parameter] or all list[nn.Module] elements"
        )
    roots = given if True in kinds else []
    for each in roots:
        if isinstance(each, FullyShardedDataParallel):
            raise ValueError("`ignored_modules` should not include FSDP modules")
    found = {each for root in roots for each in root.modules()}
    for unit in _units(module):
        found |= unit._ignored_modules
    parameters = {p for each in found for p in each._parameters.values() if p is not None}
    parameters |= set(given) if False in kinds else set()
    for unit in _units(module):
        parameters |= unit._ignored_params
    return found, parameters


def _ranks(given, mesh, strategy: ShardingStrategy, policy) -> tuple:
    """Return the ranks of a unit, the strategy that is right for as many, and their group."""
    if given is not None and mesh is not None:
        raise ValueError(
            "Cannot pass both process_group and device_mesh at the same time. Please just pass "
            "only one of process_group or device_mesh."
        )
    if mesh is not None and any(mesh.ranks_along(d) != mesh.size(d) for d in range(mesh.ndim)):
        raise NotImplementedError(
            "FullyShardedDataParallel: the mesh is of the devices of one process; start a process "
            "for each device (torchrun), or use torch.distributed.fsdp.fully_shard"
        )
    if strategy in _HYBRID:
        return _hybrid_ranks(given, mesh, strategy, policy)
    group = mesh.get_group(0) if mesh is not None else checked_group(given)
    if group.size() == 1 and strategy is not ShardingStrategy.NO_SHARD:
        warnings.warn(
            f"FSDP is switching to use `NO_SHARD` instead of {strategy} since the world size is 1.",
            stacklevel=4,
        )
        strategy = ShardingStrategy.NO_SHARD
    elif strategy is ShardingStrategy.NO_SHARD:
        warnings.warn(
            "The `NO_SHARD` sharding strategy is deprecated. If having issues, please use "
            "`DistributedDataParallel` instead.",
            FutureWarning,
            stacklevel=4,
        )
    if strategy is not ShardingStrategy.NO_SHARD:
        return FlatRanks(group), strategy, group
    return FlatRanks(alone(group), group if group.size() > 1 else None), strategy, group


def _hybrid_ranks(given, mesh, strategy: ShardingStrategy, policy) -> tuple:
    if mesh is not None:
        if mesh.ndim != 2:
            raise ValueError(f"Expected device_mesh to have ndim=2 but got {mesh.ndim}")
        copies, parts = mesh.get_group(0), mesh.get_group(1)
    elif given is None:
        if policy is None:
            raise ValueError(
                f"Manual wrapping with {strategy} requires explicit specification of process group "
                "or device_mesh."
            )
        raise NotImplementedError(
            f"FullyShardedDataParallel: {strategy} does not know the ranks of a machine; pass "
            'device_mesh=init_device_mesh("cpu", (machines, ranks of each), '
            'mesh_dim_names=("copies", "parts"))'
        )
    else:
        is_pair = isinstance(given, tuple) and len(given) == 2
        if not is_pair or not all(isinstance(each, ProcessGroup) for each in given):
            raise ValueError(
                "Expected process_group to be passed in as either None or "
                f"Tuple[dist.ProcessGroup, dist.ProcessGroup] but got {type(given)}"
            )
        parts, copies = given
    return FlatRanks(parts, copies if copies.size() > 1 else None), strategy, parts


def _check_ties(module, nested: list) -> None:
    """Raise ValueError if a parameter is of a unit within and of another module, too."""
    homes = {}
    for unit in nested:
        if unit._fsdp_group_ is not None:
            for member in unit._fsdp_group_.flat.members:
                homes |= dict.fromkeys(((id(each), name) for each, name in member.places), True)
    for prefix, each in module.named_modules():
        for name, p in each._parameters.items():
            is_cut = p is not None and getattr(p, "_is_cut_by_fsdp_", False)
            if is_cut and name != "_flat_param" and (id(each), name) not in homes:
                raise ValueError(
                    f"FullyShardedDataParallel: the parameter '{prefix}.{name}' is shared with one "
                    "that a unit within has already; have the same unit have both"
                )


def _materialize(modules: list, init: Callable | None) -> None:
    """Make the parameters and buffers that are on the meta device."""
    for each in modules:
        own = itertools.chain(each._parameters.values(), each._buffers.values())
        if not any(x is not None and x.is_meta for x in own):
            continue
        if init is not None:
            init(each)
            continue
        with torch.no_grad():
            each.to_empty(device="cpu", recurse=False)
            each.reset_parameters()


def _move(tensors: list, device_id) -> None:
    """Have tensors be on a device."""
    device = device_id if isinstance(device_id, torch.device) else torch.device(device_id)
    if device.type != "cpu":
        for x in tensors:
            x.data = x.data.to(device)


def _norm(parameters: list, norm_type: float):
    """Return the norm of the gradients that this rank has, in float32."""
    found = [
        torch.linalg.vector_norm(p.grad.detach(), norm_type, dtype=torch.float32)
        for p in parameters
        if p.grad is not None
    ]
    if not found:
        return torch.tensor(0.0, device=parameters[0].device if parameters else None)
    return torch.linalg.vector_norm(torch.stack(found), norm_type, dtype=torch.float32)


@contextlib.contextmanager
def _summoned(unit, writes: bool, with_grads: bool = False, is_here: bool = True) -> Iterator[None]:
    """Have a unit have its whole parameters; other ranks help where it is not here."""
    unit._begin()
    group = unit._fsdp_group_
    if group is None or group.is_summoned:
        yield
        return
    if not is_here:
        with torch.no_grad():
            group.reshard()
            group.whole()
    else:
        group.summon()
        if with_grads:
            group.summon_gradients()
    unit._fsdp_is_summoned_ = True
    try:
        yield
    finally:
        unit._fsdp_is_summoned_ = False
        if is_here:
            if with_grads and writes:
                group.write_gradients()
            group.dismiss(writes)


# States of models: hooks of the units. A unit's parameters are whole while its state is made, and
# its names lose what the unit adds to them.


def _before_state_dict(unit, prefix, keep_vars) -> None:
    unit._begin()
    if unit._fsdp_group_ is not None and not unit._fsdp_group_.is_summoned:
        unit._fsdp_group_.summon()
        unit.__dict__["_fsdp_is_saving_"] = True


def _after_state_dict(unit, state: dict, prefix: str, metadata) -> dict:
    _rename(state, prefix + _PREFIX, prefix)
    settings, group = unit._fsdp_settings_, unit._fsdp_group_
    if group is None:
        return state
    config = settings.state_dict_config
    is_full = settings.state_dict_type is not StateDictType.SHARDED_STATE_DICT
    is_cut = unit.sharding_strategy is not ShardingStrategy.NO_SHARD
    is_left_out = is_cut and is_full and getattr(config, "rank0_only", False) and unit.rank != 0
    in_parts = is_cut and not is_full
    wanted = {prefix + name: None for member in group.flat.members for name in member.names}
    for at, module in unit._fsdp_wrapped_module.named_modules():
        for name in module._buffers:
            if (module, name) in unit._fsdp_buffers_:
                key = prefix + clean_name(f"{at}.{name}".lstrip("."))
                wanted[key] = unit._fsdp_buffers_[module, name]
    for key, dtype in wanted.items():
        if key not in state:  # a buffer may be left out of states
            continue
        if is_left_out:
            del state[key]
            continue
        x = state[key].detach()
        if dtype is not None:
            x = x.to(dtype)
        else:
            x = optimizer_states.in_parts(x, unit) if in_parts else x.clone()
        state[key] = x.cpu() if config.offload_to_cpu else x
    if unit.__dict__.pop("_fsdp_is_saving_", False):
        group.dismiss(writes=False)
    return state


def _rename(state: dict, before: str, after: str) -> None:
    """Have keys begin otherwise, in the same order."""
    for key in [key for key in state if key.startswith(before)]:
        state[after + key[len(before) :]] = state.pop(key)


def _before_loading(unit, state: dict, prefix: str, *rest) -> None:
    unit._begin()
    if unit._fsdp_group_ is not None and not unit._fsdp_group_.is_summoned:
        unit._fsdp_group_.summon()
        unit.__dict__["_fsdp_is_loading_"] = True
    for key, x in state.items():
        if isinstance(x, DTensor) and key.startswith(prefix):
            state[key] = x.full_tensor()
    _rename(state, prefix, prefix + _PREFIX)


def _after_loading(unit, incompatible) -> None:
    if unit.__dict__.pop("_fsdp_is_loading_", False):
        unit._fsdp_group_.dismiss(writes=True)


__all__ = [
    "BackwardPrefetch", "CPUOffload", "FullOptimStateDictConfig", "FullStateDictConfig",
    "FullyShardedDataParallel", "LocalOptimStateDictConfig", "LocalStateDictConfig",
    "MixedPrecision", "OptimStateDictConfig", "OptimStateKeyType", "ShardedOptimStateDictConfig",
    "ShardedStateDictConfig", "ShardingStrategy", "StateDictConfig", "StateDictSettings",
    "StateDictType",
]  # fmt: skip
