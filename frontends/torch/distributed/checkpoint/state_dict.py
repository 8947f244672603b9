"""States of models and optimizers by the names of parameters, in parts or whole.

References
----------
PyTorch documentation, ``torch.distributed.checkpoint.state_dict``.
"""

from __future__ import annotations

import dataclasses
import warnings

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from ..collectives import broadcast
from ..data_parallel import DistributedDataParallel
from ..fsdp.sharded_modules import FSDPModule
from ..groups import get_rank, is_initialized
from ..objects import broadcast_object_list
from ..tensor.distribution import distribute_tensor
from ..tensor.dtensors import DTensor

_WRAPPERS = ("_orig_mod", "_checkpoint_wrapped_module")
_STATE, _GROUPS, _PARAMS = "state", "param_groups", "params"


@citing("torch.distributed.checkpoint.state_dict.{}")
@dataclasses.dataclass
class StateDictOptions:
    """Options of ``get_state_dict`` and ``set_state_dict``.

    Parameters
    ----------
    full_state_dict : bool
        Whether tensors are whole, in place of DTensors.
    cpu_offload : bool
        Whether they are on the CPU; whole ones in the first rank alone.
    ignore_frozen_params : bool
        Whether parameters that need no gradient are left out.
    keep_submodule_prefixes : bool
        Whether names of ``submodules`` begin with those of the submodules.
    strict : bool
        Whether what is missing is an error.
    broadcast_from_rank0 : bool
        Whether the first rank's whole state counts; the others give an empty one.
    flatten_optimizer_state_dict : bool
        Whether the state of an optimizer is one dict of names with dots.
    dsd_fqn_modifiers : str
        Without effect.
    """

    full_state_dict: bool = False
    cpu_offload: bool = False
    ignore_frozen_params: bool = False
    keep_submodule_prefixes: bool = True
    strict: bool = True
    broadcast_from_rank0: bool = False
    flatten_optimizer_state_dict: bool = False
    dsd_fqn_modifiers: str = "_fqn_modifiers"


def _checked(options: StateDictOptions | None, model) -> StateDictOptions:
    """Return options that fit together; have the model's parameters in parts."""
    options = options or StateDictOptions()
    if options.broadcast_from_rank0 and not options.full_state_dict:
        raise ValueError("full_state_dict must be True when broadcast_from_rank0 is True.")
    for module in model.modules():
        if isinstance(module, FSDPModule):
            module.reshard()
    return options


def _plain_name(model, name: str) -> str:
    """Return a name without the parts that wrappers add."""
    found, module = [], model
    for part in name.split("."):
        wraps = isinstance(module, DistributedDataParallel) and part == "module"
        if not wraps and part not in _WRAPPERS:
            found.append(part)
        module = getattr(module, part, None)
    return ".".join(found)


def _names_of_parameters(model) -> dict[int, str]:
    return {id(p): _plain_name(model, name) for name, p in model.named_parameters()}


def _mapped(value, change):
    """Return a nest with each tensor changed."""
    if isinstance(value, torch.Tensor):
        return change(value)
    if isinstance(value, dict):
        return {key: _mapped(each, change) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)([_mapped(each, change) for each in value])
    return value


def _as_wanted(state: dict, options: StateDictOptions) -> dict:
    """Return a state with whole tensors, or on the CPU; {} where the first rank alone has it."""

    def whole(x):
        x = x.full_tensor() if isinstance(x, DTensor) else x
        return x.cpu() if options.cpu_offload else x

    if options.full_state_dict:
        found = _mapped(state, whole)
        alone = options.cpu_offload and is_initialized()
        return found if not alone or get_rank() == 0 else {}
    return _mapped(state, lambda x: x.cpu()) if options.cpu_offload else state


def _of_submodules(state: dict, model, submodules, options: StateDictOptions) -> dict:
    """Return the entries of some submodules."""
    warnings.warn(
        "Getting submodules only model/optim state_dict is deprecated and will be removed in 2.5. "
        "This feature can be achieved by manually filtering out the state_dict returned from "
        "get_state_dict.",
        FutureWarning,
        stacklevel=3,
    )
    found: dict = {}
    for name, module in model.named_modules():
        if any(module is each for each in submodules):
            prefix = f"{_plain_name(model, name)}."
            begin = 0 if options.keep_submodule_prefixes else len(prefix)
            found |= {key[begin:]: x for key, x in state.items() if key.startswith(prefix)}
    return found


@citing("torch.distributed.checkpoint.state_dict.{}")
@torch.no_grad()
def get_model_state_dict(
    model, *, submodules: set | None = None, options: StateDictOptions | None = None
) -> dict:
    """Return the state of a model, by names without those of wrappers.

    Parameters
    ----------
    model : Module
    submodules : set of Module, optional
        Deprecated: whose entries alone are returned.
    options : StateDictOptions, optional

    >>> from ivy_core import with_backend
    >>> from frontends.torch.distributed.checkpoint.state_dict import get_model_state_dict
    >>> with with_backend("jax"):
    ...     list(get_model_state_dict(torch.nn.Linear(2, 1)))
    ['weight', 'bias']
    """
    options = _checked(options, model)
    state = {_plain_name(model, key): x for key, x in model.state_dict().items()}
    if submodules:
        state = _of_submodules(state, model, submodules, options)
    if options.ignore_frozen_params:
        for name, parameter in model.named_parameters():
            if not parameter.requires_grad:
                state.pop(_plain_name(model, name), None)
    return _as_wanted(state, options)


@citing("torch.distributed.checkpoint.state_dict.{}")
@torch.no_grad()
def get_optimizer_state_dict(
    model, optimizers, *, submodules: set | None = None, options: StateDictOptions | None = None
) -> dict:
    """Return the state of optimizers, by names of parameters in place of numbers.

    Parameters
    ----------
    model : Module
    optimizers : Optimizer or iterable of Optimizer
        One that has no state yet gets that of a step with gradients of zero.
    submodules : set of Module, optional
        Without effect, as in PyTorch.
    options : StateDictOptions, optional
    """
    options = _checked(options, model)
    names, found = _names_of_parameters(model), {_STATE: {}, _GROUPS: []}
    for optimizer in _as_list(optimizers):
        _begin_state(optimizer)
        state, by_number = optimizer.state_dict(), _names_by_number(optimizer, names)
        found[_STATE] |= {by_number[number]: each for number, each in state[_STATE].items()}
        for group in state[_GROUPS]:
            named = [by_number[number] for number in group[_PARAMS]]
            found[_GROUPS].append({**group, _PARAMS: named})
    if options.flatten_optimizer_state_dict:
        found = _flattened(found)
    return _as_wanted(found, options)


@citing("torch.distributed.checkpoint.state_dict.{}")
def get_state_dict(
    model, optimizers, *, submodules: set | None = None, options: StateDictOptions | None = None
) -> tuple[dict, dict]:
    """Return the states of a model and of its optimizers.

    Parameters
    ----------
    model : Module
    optimizers : Optimizer or iterable of Optimizer
    submodules : set of Module, optional
        Deprecated: whose entries of the model's state alone are returned.
    options : StateDictOptions, optional
    """
    several = _as_list(optimizers)
    return (
        get_model_state_dict(model, submodules=submodules, options=options),
        get_optimizer_state_dict(model, several, options=options) if several else {},
    )


def _as_list(optimizers) -> list:
    is_one = isinstance(optimizers, torch.optim.Optimizer)
    return [optimizers] if is_one else list(optimizers)


def _names_by_number(optimizer, names: dict[int, str]) -> dict[int, str]:
    """Return the names of an optimizer's parameters by the numbers of its state."""
    members = [p for group in optimizer.param_groups for p in group[_PARAMS]]
    return {number: names[id(p)] for number, p in enumerate(members) if id(p) in names}


def _begin_state(optimizer) -> None:
    """Have an optimizer without a state get one: of a step of length 0, with gradients of 0."""
    members = [p for group in optimizer.param_groups for p in group[_PARAMS]]
    if optimizer.state or any(p.grad is not None for p in members):
        return
    rates = [group.get("lr") for group in optimizer.param_groups]
    for parameter in members:
        if parameter.requires_grad:
            parameter.grad = torch.zeros_like(parameter)
    for group, rate in zip(optimizer.param_groups, rates, strict=True):
        if rate is not None:
            group["lr"] = torch.zeros_like(rate) if isinstance(rate, torch.Tensor) else 0.0
    optimizer.step()
    for group, rate in zip(optimizer.param_groups, rates, strict=True):
        if rate is not None:
            group["lr"] = rate
    optimizer.zero_grad(set_to_none=True)


def _flattened(state: dict) -> dict:
    """Return the state of optimizers as one dict of names with dots."""
    found: dict = {}

    def enter(prefix: str, values: dict) -> None:
        for key, value in values.items():
            if isinstance(value, dict):
                enter(f"{prefix}.{key}", value)
            elif not isinstance(value, (torch.Tensor, int, float)):
                raise NotImplementedError(
                    "Flattening optimizer state_dict only supports tensor, int, float, dict states "
                    f"now. Type is {type(value)}."
                )
            else:
                found[f"{prefix}.{key}"] = value

    for name, values in state[_STATE].items():
        enter(f"{_STATE}.{name}", values)
    for group in state[_GROUPS]:
        for name in group[_PARAMS]:
            options = {key: value for key, value in group.items() if key != _PARAMS}
            found |= {f"{_GROUPS}.{name}.{key}": value for key, value in options.items()}
    return found


def _unflattened(state: dict, template: dict) -> dict:
    """Return the state that was made one dict, in the form of another state."""

    def taken(prefix: str, values: dict) -> dict:
        return {
            key: taken(f"{prefix}.{key}", value)
            if isinstance(value, dict)
            else state[f"{prefix}.{key}"]
            for key, value in values.items()
        }

    found = {name: taken(f"{_STATE}.{name}", each) for name, each in template[_STATE].items()}
    groups = []
    for group in template[_GROUPS]:
        options = [key for key in group if key != _PARAMS]
        rows = [{key: state[f"{_GROUPS}.{name}.{key}"] for key in options}
                for name in group[_PARAMS]]  # fmt: skip
        if any(row != rows[0] for row in rows):
            raise RuntimeError(
                "All the parameters in the same parameter group should have the same saved "
                f"param_group value, but those of {group[_PARAMS]} differ."
            )
        groups.append({_PARAMS: group[_PARAMS], **(rows[0] if rows else {})})
    return {_STATE: found, _GROUPS: groups}


def _laid(value, like, options: StateDictOptions):
    """Return a tensor lying as another does; the first rank's whole one where that counts."""
    if not isinstance(like, torch.Tensor):
        return _of_first_rank(value) if options.broadcast_from_rank0 else value
    if isinstance(value, DTensor):
        return value
    if options.broadcast_from_rank0:
        sent = torch.empty(like.shape, dtype=like.dtype, device=like.device)
        if get_rank() == 0:
            sent.copy_(value)
        broadcast(sent, src=0)
        value = sent
    if not isinstance(like, DTensor):
        return value
    value = value.detach().to(like.device)
    return distribute_tensor(value, like.device_mesh, like.placements, src_data_rank=None)


def _of_first_rank(value):
    told = [value]
    broadcast_object_list(told, src=0)
    return told[0]


def _is_whole_elsewhere(options: StateDictOptions) -> bool:
    """Return whether another rank has the state that counts."""
    return options.broadcast_from_rank0 and get_rank() != 0


@citing("torch.distributed.checkpoint.state_dict.{}")
@torch.no_grad()
def set_model_state_dict(model, model_state_dict: dict, *, options: StateDictOptions | None = None):
    """Have a model take a state that :func:`get_model_state_dict` gives.

    Parameters
    ----------
    model : Module
    model_state_dict : dict
        Empty in other ranks than the first with ``broadcast_from_rank0``.
    options : StateDictOptions, optional

    Returns
    -------
    NamedTuple
        ``missing_keys`` and ``unexpected_keys``.
    """
    options = _checked(options, model)
    own = {_plain_name(model, key): (key, x) for key, x in model.state_dict().items()}
    chosen = list(model_state_dict)
    if options.broadcast_from_rank0:
        chosen = _of_first_rank(chosen)
    elif not model_state_dict and options.strict:
        raise RuntimeError(
            "The option indicates that model state_dict is required to save or load, but model "
            "state_dict is empty."
        )
    state = {}
    for name in chosen:
        value = None if _is_whole_elsewhere(options) else model_state_dict[name]
        if name in own:
            key, like = own[name]
            state[key] = _laid(value, like, options)
        else:
            state[name] = value
    if options.ignore_frozen_params:
        for name, parameter in model.named_parameters():
            if not parameter.requires_grad and name not in state:
                state[name] = parameter.detach()
    return model.load_state_dict(state, strict=options.strict)


@citing("torch.distributed.checkpoint.state_dict.{}")
@torch.no_grad()
def set_optimizer_state_dict(
    model, optimizers, optim_state_dict: dict, *, options: StateDictOptions | None = None
) -> None:
    """Have optimizers take a state that :func:`get_optimizer_state_dict` gives.

    Parameters
    ----------
    model : Module
    optimizers : Optimizer or iterable of Optimizer
    optim_state_dict : dict
        Empty in other ranks than the first with ``broadcast_from_rank0``.
    options : StateDictOptions, optional

    Raises: RuntimeError if the state of a parameter is missing and ``strict``.
    """
    options = _checked(options, model)
    in_parts = dataclasses.replace(
        options, full_state_dict=False, cpu_offload=False, broadcast_from_rank0=False,
        flatten_optimizer_state_dict=False,
    )  # fmt: skip
    names = _names_of_parameters(model)
    for optimizer in _as_list(optimizers):
        own = get_optimizer_state_dict(model, optimizer, options=in_parts)
        given = optim_state_dict
        if options.flatten_optimizer_state_dict and not _is_whole_elsewhere(options):
            given = _unflattened(given, own)
        given = given if not _is_whole_elsewhere(options) else {_STATE: {}, _GROUPS: []}
        state = _taken(given, own, options)
        numbers = {name: number for number, name in _names_by_number(optimizer, names).items()}
        optimizer.load_state_dict({
            _STATE: {numbers[name]: each for name, each in state[_STATE].items()},
            _GROUPS: [
                {**group, _PARAMS: [numbers[name] for name in group[_PARAMS]]}
                for group in state[_GROUPS]
            ],
        })  # fmt: skip


def _taken(given: dict, own: dict, options: StateDictOptions) -> dict:
    """Return the part of a state that is of one optimizer, lying as its own state does."""
    elsewhere, state, groups = _is_whole_elsewhere(options), {}, []
    there = list(given[_STATE])
    if options.broadcast_from_rank0:
        there = _of_first_rank(there)
    for name, values in own[_STATE].items():
        if name not in there:
            if options.strict:
                raise RuntimeError(
                    f"Missing optimizer state for parameter '{name}' in checkpoint. The parameter "
                    "requires gradients but has no saved optimizer state. To load anyway, use "
                    "StateDictOptions(strict=False)."
                )
            continue
        found = {} if elsewhere else given[_STATE][name]
        state[name] = {
            key: _laid(found.get(key), like, options) for key, like in values.items()
        } | {key: value for key, value in found.items() if key not in values}
    for group in own[_GROUPS]:
        first = next(iter(group[_PARAMS]), None)
        options_of = next((each for each in given[_GROUPS] if first in each[_PARAMS]), None)
        if options_of is None and not elsewhere:
            raise RuntimeError(f"the optimizer's state has no group with the parameter {first}")
        options_of = options_of or {}
        options_of = {key: value for key, value in options_of.items() if key != _PARAMS}
        if options.broadcast_from_rank0:
            options_of = _of_first_rank(options_of)
        groups.append({**group, **options_of})
    return {_STATE: state, _GROUPS: groups}


@citing("torch.distributed.checkpoint.state_dict.{}")
def set_state_dict(
    model, optimizers, *, model_state_dict: dict, optim_state_dict: dict,
    options: StateDictOptions | None = None,
):  # fmt: skip
    """Have a model and its optimizers take the states that :func:`get_state_dict` gives.

    Parameters
    ----------
    model : Module
    optimizers : Optimizer or iterable of Optimizer
    model_state_dict, optim_state_dict : dict
    options : StateDictOptions, optional

    Returns
    -------
    NamedTuple
        ``missing_keys`` and ``unexpected_keys`` of the model's.
    """
    several = _as_list(optimizers)
    found = set_model_state_dict(model, model_state_dict, options=options)
    if several:
        set_optimizer_state_dict(model, several, optim_state_dict, options=options)
    return found


__all__ = [
    "StateDictOptions", "get_model_state_dict", "get_optimizer_state_dict", "get_state_dict",
    "set_model_state_dict", "set_optimizer_state_dict", "set_state_dict",
]  # fmt: skip
