"""States of models and optimizers by the names of parameters, whatever the model is wrapped in.

References
----------
PyTorch documentation, ``torch.distributed.checkpoint.state_dict``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from ...nn.parallel import DistributedDataParallel
from ...tensors.tensor import Tensor
from ..groups import get_rank, is_initialized
from ..tensor.distribution import distribute_tensor
from ..tensor.dtensors import DTensor

_WRAPPERS = {"_orig_mod", "_checkpoint_wrapped_module"}
_UNSUPPORTED = {
    "keep_submodule_prefixes": True, "broadcast_from_rank0": False,
    "flatten_optimizer_state_dict": False,
}  # fmt: skip


@citing("torch.distributed.checkpoint.state_dict.{}")
@dataclass
class StateDictOptions:
    """Options of the functions that give and take states.

    Parameters
    ----------
    full_state_dict : bool
        Whether a DTensor is the whole tensor in the state.
    cpu_offload : bool
        Whether tensors are on the CPU; whole ones are rank 0's alone then.
    ignore_frozen_params : bool
        Whether parameters without gradients are left out.
    keep_submodule_prefixes, broadcast_from_rank0, flatten_optimizer_state_dict
        Have to be as they are by default.
    strict : bool
        Whether a model takes a state of all its names alone.
    """

    full_state_dict: bool = False
    cpu_offload: bool = False
    ignore_frozen_params: bool = False
    keep_submodule_prefixes: bool = True
    strict: bool = True
    broadcast_from_rank0: bool = False
    flatten_optimizer_state_dict: bool = False


def _checked(options: StateDictOptions | None, submodules=None) -> StateDictOptions:
    options = options or StateDictOptions()
    for name, needed in _UNSUPPORTED.items():
        if getattr(options, name) is not needed:
            raise NotImplementedError(
                f"StateDictOptions: {name}={getattr(options, name)!r} is not supported; leave it "
                f"{needed}"
            )
    if submodules:
        raise NotImplementedError("submodules are not supported; ask for the whole model's state")
    return options


def _clean(model, name: str) -> str:
    """Return a parameter's name without the parts that wrappers add."""
    kept, module = [], model
    for part in name.split("."):
        is_wrapper = part == "module" and isinstance(module, DistributedDataParallel)
        if not is_wrapper and part not in _WRAPPERS:
            kept.append(part)
        module = getattr(module, part, None)
    return ".".join(kept)


def _told(value, options: StateDictOptions):
    """Return a nest of tensors as the options have it."""
    if isinstance(value, dict):
        return {key: _told(each, options) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)([_told(each, options) for each in value])
    if isinstance(value, DTensor) and options.full_state_dict:
        value = value.full_tensor()
    if isinstance(value, Tensor) and options.cpu_offload:
        value = value.detach().cpu()
    return value


def _of_rank(state: dict, options: StateDictOptions) -> dict:
    """Return the state, or an empty one where whole tensors on the CPU are rank 0's alone."""
    found = _told(state, options)
    alone = options.full_state_dict and options.cpu_offload and is_initialized()
    return {} if alone and get_rank() else found


@citing("torch.distributed.checkpoint.state_dict.{}")
def get_model_state_dict(
    model, *, submodules=None, options: StateDictOptions | None = None
) -> dict:
    """Return a model's state by names without those of wrappers.

    Raises: NotImplementedError for options that have to be left.

    Examples
    --------
    >>> from frontends.torch.distributed.checkpoint.state_dict import get_model_state_dict
    >>> sorted(get_model_state_dict(torch.nn.Linear(2, 1)))
    ['bias', 'weight']
    """
    options = _checked(options, submodules)
    frozen = set()
    if options.ignore_frozen_params:
        frozen = {name for name, each in model.named_parameters() if not each.requires_grad}
    state = {
        _clean(model, name): value
        for name, value in model.state_dict().items()
        if name not in frozen
    }
    return _of_rank(state, options)


@citing("torch.distributed.checkpoint.state_dict.{}")
def get_optimizer_state_dict(
    model, optimizers, *, submodules=None, options: StateDictOptions | None = None
) -> dict:
    """Return the state of an optimizer, or of several, by the names of the model's parameters.

    One without a state makes it first, by a step that changes no parameter.

    Raises: NotImplementedError for options that have to be left.
    """
    options, names = _checked(options, submodules), _names(model)
    found: dict = {"state": {}, "param_groups": []}
    for optimizer in _listed(optimizers):
        _make_state(optimizer)
        state = optimizer.state_dict()
        known = [names[id(each)] for group in optimizer.param_groups for each in group["params"]]
        places = [at for group in state["param_groups"] for at in group["params"]]
        by_place = dict(zip(places, known, strict=True))
        found["state"] |= {by_place[at]: value for at, value in state["state"].items()}
        found["param_groups"] += [
            group | {"params": [by_place[at] for at in group["params"]]}
            for group in state["param_groups"]
        ]
    return _of_rank(found, options)


@citing("torch.distributed.checkpoint.state_dict.{}")
def get_state_dict(
    model, optimizers, *, submodules=None, options: StateDictOptions | None = None
) -> tuple[dict, dict]:
    """Return :func:`get_model_state_dict` and :func:`get_optimizer_state_dict`."""
    return (
        get_model_state_dict(model, submodules=submodules, options=options),
        get_optimizer_state_dict(model, optimizers, submodules=submodules, options=options),
    )


@citing("torch.distributed.checkpoint.state_dict.{}")
def set_model_state_dict(model, model_state_dict: dict, *, options: StateDictOptions | None = None):
    """Fill a model with a state of :func:`get_model_state_dict`.

    Raises: RuntimeError where names or sizes differ, as ``load_state_dict`` does.
    """
    options, own = _checked(options), model.state_dict()
    state = dict(model_state_dict)
    for name, target in own.items():
        clean = _clean(model, name)
        if clean in state:
            value = state.pop(clean)
            state[name] = _like(value, target)
    return model.load_state_dict(state, strict=options.strict)


@citing("torch.distributed.checkpoint.state_dict.{}")
def set_optimizer_state_dict(
    model, optimizers, optim_state_dict: dict, *, options: StateDictOptions | None = None
) -> None:
    """Fill an optimizer, or several, with a state of :func:`get_optimizer_state_dict`.

    Raises: RuntimeError for a parameter that the state does not have.
    """
    _checked(options)
    names = _names(model)
    for optimizer in _listed(optimizers):
        _make_state(optimizer)
        state = optimizer.state_dict()
        groups = []
        for own, group in zip(optimizer.param_groups, state["param_groups"], strict=True):
            known = [names[id(each)] for each in own["params"]]
            saved = _group_with(optim_state_dict["param_groups"], known)
            for name, at, parameter in zip(known, group["params"], own["params"], strict=True):
                if name in optim_state_dict["state"]:
                    values = optim_state_dict["state"][name]
                    state["state"][at] = {
                        key: _like(value, parameter) for key, value in values.items()
                    }
            groups.append(saved | {"params": group["params"]})
        optimizer.load_state_dict({"state": state["state"], "param_groups": groups})


@citing("torch.distributed.checkpoint.state_dict.{}")
def set_state_dict(
    model,
    optimizers,
    *,
    model_state_dict: dict,
    optim_state_dict: dict,
    options: StateDictOptions | None = None,
):
    """Do :func:`set_model_state_dict` and :func:`set_optimizer_state_dict`."""
    found = set_model_state_dict(model, model_state_dict, options=options)
    set_optimizer_state_dict(model, optimizers, optim_state_dict, options=options)
    return found


def _names(model) -> dict[int, str]:
    """Return the clean names of a model's parameters, by identity."""
    return {id(each): _clean(model, name) for name, each in model.named_parameters()}


def _listed(optimizers) -> Iterable:
    return [optimizers] if isinstance(optimizers, torch.optim.Optimizer) else list(optimizers)


def _make_state(optimizer) -> None:
    """Have an optimizer make its state, by a step of zero gradients and of no length."""
    parameters = [each for group in optimizer.param_groups for each in group["params"]]
    if optimizer.state or any(each.grad is not None for each in parameters):
        return
    for each in parameters:
        if each.requires_grad:
            each.grad = torch.zeros_like(each)
    rates = [group.get("lr") for group in optimizer.param_groups]
    for group in optimizer.param_groups:
        if "lr" in group:
            is_tensor = isinstance(group["lr"], Tensor)
            group["lr"] = torch.zeros_like(group["lr"]) if is_tensor else 0.0
    optimizer.step()
    for group, rate in zip(optimizer.param_groups, rates, strict=True):
        if "lr" in group:
            group["lr"] = rate
    optimizer.zero_grad(set_to_none=True)


def _group_with(groups: list[dict], names: list[str]) -> dict:
    """Return the saved group of parameters of some names; RuntimeError if there is none."""
    for group in groups:
        if set(names) <= set(group["params"]):
            return group
    raise RuntimeError(f"the state of the optimizer has no group with the parameters {names}")


def _like(value, target):
    """Return a whole tensor as a DTensor where its parameter is one of the same shape."""
    is_whole = isinstance(value, Tensor) and not isinstance(value, DTensor)
    if is_whole and isinstance(target, DTensor) and value.shape == target.shape:
        return distribute_tensor(value, target.device_mesh, target.placements)
    return value


__all__ = [
    "StateDictOptions", "get_model_state_dict", "get_optimizer_state_dict", "get_state_dict",
    "set_model_state_dict", "set_optimizer_state_dict", "set_state_dict",
]  # fmt: skip
