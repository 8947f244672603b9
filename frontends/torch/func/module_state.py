"""Modules called with other parameters than their own."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from frontends.torch.dispatch.docstrings import citing

from ..operations.joining import stack


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
        given = {}
        for each in parameter_and_buffer_dicts:
            for key in each:
                if key in given:
                    raise ValueError(
                        f"{key} appears in multiple dictionaries; behavior of functional call is "
                        "ambiguous"
                    )
            given.update(each)
    else:
        raise ValueError(
            "Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got "
            f"{type(parameter_and_buffer_dicts)}"
        )
    if args is None:
        args = ()
    elif not isinstance(args, tuple):
        args = (args,)
    with _swap_in_state(module, given, tie_weights, strict):
        return module(*args, **(kwargs or {}))


def _find_state_slots(module) -> dict:
    """Return a dict from a parameter's or buffer's path to (the dict that holds it, its key)."""
    slots = {}
    for prefix, part in module.named_modules(remove_duplicate=False):
        for holder in (part._parameters, part._buffers):
            for key, value in holder.items():
                if value is not None:
                    slots[f"{prefix}.{key}" if prefix else key] = holder, key
    return slots


@contextlib.contextmanager
def _swap_in_state(module, given: dict, tie_weights: bool, strict: bool):
    """Set parameters and buffers to the ``given`` ones within the block; a context manager."""
    slots = _find_state_slots(module)
    if strict:
        missing = [name for name in slots if name not in given]
        unexpected = [name for name in given if name not in slots]
        if missing or unexpected:
            raise RuntimeError(
                f"Error(s) in loading state_dict: missing {missing}, unexpected {unexpected}"
            )
    replaced = dict(given)
    if tie_weights:
        values = {name: holder[key] for name, (holder, key) in slots.items()}
        for name in given:
            for other, value in values.items():
                if other not in replaced and name in values and value is values[name]:
                    replaced[other] = given[name]
    before = []
    try:
        for name, value in replaced.items():
            if name not in slots:
                raise KeyError(f"{type(module).__name__} has no parameter or buffer {name!r}")
            holder, key = slots[name]
            before.append((holder, key, holder[key]))
            holder[key] = value
        yield
    finally:
        for holder, key, value in reversed(before):
            holder[key] = value


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


__all__ = ["functional_call", "stack_module_state"]
