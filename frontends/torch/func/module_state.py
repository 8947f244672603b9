"""Modules called with other parameters than their own."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from frontends.torch.dispatch.docstrings import citing

from ..operations.joining import stack
from ..tensors.tensor import Tensor


@citing("torch.func.{}")
def functional_call(
    module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False
):
    """Call a module with other parameters and buffers in place of its own.

    Parameters
    ----------
    module : nn.Module
    parameter_and_buffer_dicts : dict of str to Tensor, or sequence of such
    args : tuple or any, optional
        Arguments of the module; one that is no tuple is the only one.
    kwargs : dict, optional
    tie_weights : bool, optional
        Whether a parameter that the module has under several names is replaced under all.
    strict : bool, optional
        Whether all of them must be given, and no others.
    """
    if isinstance(parameter_and_buffer_dicts, dict):
        given = parameter_and_buffer_dicts
    elif isinstance(parameter_and_buffer_dicts, Sequence):
        given = _join_states(parameter_and_buffer_dicts)
    else:
        raise ValueError(
            "Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got "
            f"{type(parameter_and_buffer_dicts)}"
        )
    if args is None:
        args = ()
    elif not isinstance(args, tuple):
        args = (args,)
    with swapped_state(module, given, tie_weights, strict):
        return module(*args, **(kwargs or {}))


def _join_states(dicts: Sequence) -> dict:
    """Return the entries of several dicts as one; a name that two of them have is refused."""
    joined: dict = {}
    for each in dicts:
        for key in each:
            if key in joined:
                raise ValueError(
                    f"{key} appears in multiple dictionaries; behavior of functional call is "
                    "ambiguous"
                )
        joined.update(each)
    return joined


def _find_state(module) -> dict:
    """Return a dict from the path of each parameter and buffer to its tensor, shared ones too."""
    return {
        f"{prefix}.{key}" if prefix else key: value
        for prefix, part in module.named_modules(remove_duplicate=False)
        for holder in (part._parameters, part._buffers)
        for key, value in holder.items()
        if value is not None
    }


def _with_tied_names(state: dict, given: dict) -> dict:
    """Return ``given`` with an entry for each other name of a shared tensor that it replaces."""
    names_of: dict = {}
    for name, value in state.items():
        names_of.setdefault(id(value), []).append(name)
    replaced = dict(given)
    for names in names_of.values():
        named = sorted(name for name in names if name in given)
        if len({id(given[name]) for name in named}) > 1:
            raise ValueError(
                f"functional_call got multiple values for keys {named}, which are tied. "
                "Consider using tie_weights=False"
            )
        if named:
            replaced.update(dict.fromkeys(names, given[named[0]]))
    return replaced


def _check_names(module, state: dict, given: dict) -> None:
    """Raise RuntimeError unless ``given`` has the names of ``state`` and no others."""
    parts = [
        f"{kind} key(s): {', '.join(map(repr, names))}."
        for kind, names in (
            ("Unexpected", [name for name in given if name not in state]),
            ("Missing", [name for name in state if name not in given]),
        )
        if names
    ]
    if parts:
        raise RuntimeError(
            f"Error(s) in reparametrizing for {module._get_name()}:\n\t" + "\n\t".join(parts)
        )


_ABSENT = object()


def _swap_tensor(module, path: str, value):
    """Set the tensor at a path of a module; return the one before, or ``_ABSENT``.

    A name that is neither a parameter nor a buffer is an attribute, which ``_ABSENT`` deletes.
    """
    *parts, name = path.split(".")
    if not name:
        raise KeyError('tensor name can\'t be empty string ""')
    for part in parts:
        if not hasattr(module, part):
            raise AttributeError(f"{module._get_name()} has no attribute `{part}`")
        module = getattr(module, part)
    if value is not None and value is not _ABSENT and not isinstance(value, Tensor):
        raise TypeError(f"{value} is not an instance of torch.Tensor")
    for holder in (module._parameters, module._buffers):
        if name in holder:
            before = holder[name]
            holder[name] = value
            return before
    before = getattr(module, name, _ABSENT)
    if before is not _ABSENT and not isinstance(before, Tensor):
        raise TypeError(f"attribute `{name}`: {before} is not an instance of torch.Tensor")
    if value is _ABSENT:
        delattr(module, name)
    else:
        setattr(module, name, value)
    return before


@contextlib.contextmanager
def swapped_state(module, given: dict, tie_weights: bool = False, strict: bool = False):
    """Set parameters and buffers to the ``given`` ones within the block; a context manager.

    What the block puts in their place stands in ``given`` behind it, as in PyTorch: a buffer that
    ``forward`` replaces is not lost.
    """
    state = _find_state(module)
    replaced = _with_tied_names(state, given) if tie_weights else dict(given)
    if strict:
        _check_names(module, state, replaced)
    before: dict = {}
    try:
        for name, value in replaced.items():
            before[name] = _swap_tensor(module, name, value)
        yield
    finally:
        for name, value in reversed(before.items()):
            left = _swap_tensor(module, name, value)
            if name in given and left is not given[name] and left is not _ABSENT:
                given[name] = left


@citing("torch.func.{}")
def stack_module_state(models):
    """Return the parameters and the buffers of several models of one kind, stacked."""
    models = list(models)
    if not models:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")

    def stacked(states):
        found = {}
        for name in states[0]:
            value = stack([state[name].detach() for state in states])
            found[name] = value.requires_grad_() if states[0][name].requires_grad else value
        return found

    return (
        stacked([dict(model.named_parameters()) for model in models]),
        stacked([dict(model.named_buffers()) for model in models]),
    )


__all__ = ["functional_call", "stack_module_state", "swapped_state"]
