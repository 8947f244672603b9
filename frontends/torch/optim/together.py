"""Steps that are traced: the small parameters of a group change as a few vectors.

Elements change by themselves, and each step of a program takes time to trace, to compile and to
run, whatever it computes: Adam takes ten a parameter. So small parameters are joined, and what
becomes of them is taken apart. Large ones change one by one: to copy them would take longer.

Measured with JAX 0.10.2, a layer of a transformer of 32 with AdamW and clipped gradients, one by
one and joined: 917 and 477 steps of the trace, CPU seconds to trace 0.37 and 0.16, to lower 0.07
and 0.05, to compile quickly 0.28 and 0.18, thoroughly 1.24 and 1.00; a call 1.12 and 1.03 ms, and
compiled thoroughly 0.47 and 0.33.
"""

from __future__ import annotations

from collections.abc import Callable

from frontends.torch.autograd import tape
from frontends.torch.dispatch.native import boxed_tensor
from frontends.torch.policy import (
    ELEMENTS_OF_JOINED_PARAMETER,
    ELEMENTS_OF_JOINED_PARAMETER_IN_OPTIMIZER,
    ELEMENTS_OF_JOINED_VECTOR,
    LEAST_JOINED_ARRAYS,
)
from frontends.torch.tensors.tensor import Tensor, read
from ivy_core.arrays.write import store
from ivy_core.backends.loading import backend_for

_DTYPES = ("float32", "float64")


def joined(tensors: list):
    """Join the elements of some traced tensors of one dtype."""
    return boxed_tensor(backend_for(read(tensors[0])).joined_flat(list(map(read, tensors))))


def write_parts(flat, targets: list, times: int = 1) -> None:
    """Write the elements of such a tensor over some tensors, in order.

    ``times`` says how many writes of a step this one stands for, which versions count.
    """
    native = read(flat)
    parts = backend_for(native).parts_of_flat(native, [tuple(x.shape) for x in targets])
    for target, part in zip(targets, parts, strict=True):
        store(target, part)
        for _ in range(times):
            tape.wrote(target)


def small_of(tensors: list, most: int = ELEMENTS_OF_JOINED_PARAMETER) -> tuple[list, list]:
    """Return (those of some tensors that are to be joined, the others).

    In a trace, of a backend that gains by it, those of at most ``most`` elements are joined.

    Examples
    --------
    >>> import frontends.torch as torch
    >>> small_of([torch.ones(2), torch.ones(3), torch.ones(4)])[0]
    []
    """
    if len(tensors) < LEAST_JOINED_ARRAYS or not _are_joined(tensors):
        return [], tensors
    dtype, small, others = tensors[0].dtype, [], []
    for x in tensors:
        is_small = x.dtype is dtype and 0 < x.numel() <= most
        (small if is_small else others).append(x)
    if len(small) < LEAST_JOINED_ARRAYS or dtype.name not in _DTYPES:
        return [], tensors
    return small, others


def _are_joined(tensors: list) -> bool:
    if any(hasattr(x, "_local_tensor") for x in tensors):  # a DTensor refuses to give its data
        return False
    ops = backend_for(read(tensors[0]))
    return not ops.is_eager() and ops.joins_traced()


def changed_rows(changed: Callable, rows: list[list]) -> list[list]:
    """Return parameters and their states after an optimizer's step by itself, as native arrays.

    Parameters
    ----------
    changed : callable
        Takes a parameter, its gradient and what is kept of it, and returns a list without the
        second; it changes elements by themselves.
    rows : list of list of Tensor
        Its arguments, traced, for each parameter; all of one dtype.
    """
    params = [row[0] for row in rows]
    small = {*map(id, small_of(params, ELEMENTS_OF_JOINED_PARAMETER_IN_OPTIMIZER)[0])}
    together = [row for row in rows if id(row[0]) in small]
    parts = iter(())
    if together:
        flat = changed(*map(joined, zip(*together, strict=True)))
        shapes = [tuple(row[0].shape) for row in together]
        ops = backend_for(read(flat[0]))
        columns = [ops.parts_of_flat(read(each), shapes) for each in flat]
        parts = iter(zip(*columns, strict=True))
    return [
        list(next(parts)) if id(row[0]) in small else list(map(read, changed(*row))) for row in rows
    ]


def step_small(optimizer, group: dict, members: list) -> list:
    """Step the small parameters of a group together where steps are traced.

    Parameters
    ----------
    optimizer : ElementwiseOptimizer
    group : dict
    members : list of (Tensor, Tensor, dict)
        Parameters, their gradients and their states.

    Returns
    -------
    list
        The members that are left.
    """
    params = [param for param, _, _ in members]
    small = {*map(id, small_of(params)[0])}
    if not small or group.get("differentiable") or not optimizer.by_elements_:
        return members
    if len({*map(id, params)}) < len(params) or _are_given_as_gradients(params, members):
        return members  # the second step of a parameter begins where the first one ends
    alike = [
        each for each in members if id(each[0]) in small and _is_alike(optimizer, group, *each)
    ]
    if len(alike) < LEAST_JOINED_ARRAYS:
        return members
    states = [state for _, _, state in alike]
    counts = [state["step"] for state in states if "step" in state]
    names = [name for name in states[0] if name != "step"]
    is_one_kind = all(state.keys() == states[0].keys() for state in states)
    if not is_one_kind or len({id(read(count)) for count in counts}) > 1:
        return members
    if len({*map(id, counts)}) < len(counts):
        return members  # one tensor counts the steps of several: each adds to it
    for part in _vectors_of(alike):
        _step_joined(optimizer, group, part, names)
    stepped = {id(param) for param, _, _ in alike}
    return [each for each in members if id(each[0]) not in stepped]


def _vectors_of(members: list) -> list[list]:
    """Divide members among vectors: a long one is read from memory that is farther away."""
    parts, elements = [[]], 0
    for member in members:
        elements += member[0].numel()
        if elements > ELEMENTS_OF_JOINED_VECTOR and parts[-1]:
            parts.append([])
            elements = member[0].numel()
        parts[-1].append(member)
    return parts


def _are_given_as_gradients(params: list, members: list) -> bool:
    """Return whether a gradient is a parameter, or a view of one, which a step before changes."""
    known = {*map(id, params)}
    return any(
        id(grad._view.base if hasattr(grad, "_view") else grad) in known for _, grad, _ in members
    )


def _is_alike(optimizer, group: dict, param, grad, state: dict) -> bool:
    """Return whether what is kept of a parameter is its step and tensors that are as it is."""
    expected = {"step"} if optimizer.counts_ else {*optimizer.kept_names_(group)}
    if not state.keys() >= expected:
        return False  # its first step
    kept = [value for name, value in state.items() if name != "step"]
    return all(
        isinstance(x, Tensor) and x.dtype is param.dtype and x.shape == param.shape
        for x in (grad, *kept)
    ) and not any(hasattr(x, "_view") for x in (param, *kept))  # another's step may write to it


def _step_joined(optimizer, group: dict, members: list, names: list[str]) -> None:
    """Step members by one update of vectors; ``names``: of what is kept, besides the counts."""
    params, grads, states = zip(*members, strict=True)
    counts = [state["step"] for state in states if "step" in state]
    flat = joined(params)
    grad = joined(grads)
    kept = {name: joined([state[name] for state in states]) for name in names}
    if counts:
        kept["step"] = boxed_tensor(read(counts[0]))
    before = {name: x._version for name, x in kept.items()}
    optimizer.update_(group, flat, -grad if group.get("maximize") else grad, kept)
    write_parts(flat, params, flat._version)
    for name in names:
        write_parts(
            kept[name], [state[name] for state in states], kept[name]._version - before[name]
        )
    for count in counts:
        store(count, read(kept["step"]))
        tape.wrote(count)
