"""Steps that come again are compiled: one program of the backend for all parameters of a group.

An operation of JAX or TensorFlow costs several microseconds whatever it computes, and Adam takes
ten of them a parameter. What differs from step to step, the learning rate and the corrections by
the number of steps, comes in as numbers, so that a program serves until shapes or options change.
"""

from __future__ import annotations

import functools
import itertools
from collections import OrderedDict
from operator import attrgetter

import numpy as np

from frontends.torch.autograd import tape
from frontends.torch.dispatch.native import boxed_tensor
from frontends.torch.policy import (
    KEPT_PROGRAMS_OF_OPTIMIZER,
    STEPS_BEFORE_COMPILING,
    STEPS_WHILE_COMPILING,
)
from frontends.torch.tensors.tensor import read
from ivy_core.arrays.write import are_plain, settle, store_fresh
from ivy_core.backends.buffer import OWNS_MEMORY, are_exclusive
from ivy_core.backends.holder import held, waiting
from ivy_core.backends.loading import backend_for, backend_of_class
from ivy_core.compilation.auto import whole_step

from .together import changed_rows

_DTYPES = ("float32", "float64")
_DTYPE = attrgetter("dtype")


def have_one_count(members: list) -> bool:
    """Return whether the counts of steps of all members are one array, or some have none yet."""
    counts = [state.get("step") for _, _, state in members]
    return None in counts or len({id(held(count)) for count in counts}) == 1


def are_counted_alike(members: list) -> bool:
    """Return whether counts that are one array are one after a step, whatever its number.

    Where other numbers are kept they would become one array as well, with fewer results of a
    program than inputs that it may take the memory of.
    """
    kept = [x for _, _, state in members for name, x in state.items() if name != "step"]
    return (
        all("step" in state for _, _, state in members)
        and len({id(param) for param, _, _ in members}) == len(members)
        and not any(getattr(x, "shape", None) == () for x in kept)
    )


def share_counts(members: list, were_one: bool) -> None:
    """Have equal counts of steps be one array, as they are behind a compiled step.

    They are one input of a program then, not one for each parameter. Native arrays are immutable
    here, and NumPy's memory of one is not written to while several tensors refer to it.

    Parameters
    ----------
    members : list of (Tensor, Tensor, dict)
        Parameters, gradients and states.
    were_one : bool
        Whether the counts were one array before, and were counted alike: while a step is traced
        their numbers are not known.
    """
    ops = _backend_of(members[0][0])
    if not ops.CAPABILITIES.compiles or ops.CAPABILITIES.mutable:
        return
    counts = [state["step"] for _, _, state in members]
    is_one = len({count.item() for count in counts}) == 1 if ops.is_eager() else were_one
    if is_one:
        shared = held(counts[0])
        for count in counts:  # the first as well: what is written while a step is traced is a copy
            store_fresh(count, shared)


class _CompiledStep:
    """A compiled step.

    Attributes
    ----------
    calls : pair of callables
        Both take numbers, arrays that change and gradients; the second one uses the memory of the
        arrays that change.
    left : int or None
        Steps before it is used; None where nothing has been compiled yet.
    """

    __slots__ = ("calls", "left")

    def __init__(self, calls: tuple):
        self.calls, self.left = calls, None


def _backend_of(x):
    native = held(x)
    return backend_of_class(type(native)) or backend_for(native)


def _are_alone(ops, targets: list) -> bool:
    """Return whether nothing else shows what some tensors hold, on one device."""
    if not (OWNS_MEMORY and are_plain(targets)) or ops.stays_on_devices(targets[0]._data):
        return False
    for x in targets:
        if type(x._data) in waiting:
            settle(x)
    return are_exclusive(targets)


class Programs:
    """The compiled steps of one optimizer, those used last."""

    _is_opaque = True  # to ivy.compile: it is no part of what a step changes

    def __init__(self):
        self.known: OrderedDict = OrderedDict()

    def step(self, optimizer, group: dict, members: list) -> bool:
        """Step all members of a group at once, where that is compiled.

        Parameters
        ----------
        optimizer : ElementwiseOptimizer
            Whose ``changed_`` says what becomes of a parameter and of what is kept of it.
        members : list of (Tensor, Tensor, dict)
            Parameters, their gradients and their states.

        Returns
        -------
        bool
            False where the optimizer has to step one parameter after the other.
        """
        ops = _backend_of(members[0][0])
        if not ops.CAPABILITIES.compiles or not ops.is_eager():
            return False
        names = optimizer.kept_names_(group)
        counts = set()
        for _, _, state in members:
            if not state.keys() >= set(names):
                return False  # the first step of a parameter
            if optimizer.counts_:
                counts.add(state["step"].item())
        if len(counts) > 1:
            return False
        count = counts.pop() + 1 if counts else 0
        targets, grads, dtypes, shapes = [], [], set(), []
        for param, grad, state in members:  # a comprehension would be another frame
            each = (param, *map(state.__getitem__, names))
            targets.append(each)
            grads.append(grad)
            dtypes.update(map(_DTYPE, map(held, (*each, grad))))
            shapes.append(tuple(held(param).shape))
        dtype = members[0][0].dtype.name
        if dtype not in _DTYPES or len(dtypes) > 1:
            return False
        key = ops.NAME, dtype, optimizer.options_of_(group), tuple(shapes)
        compiled = self._compiled_step(ops, key, optimizer, group)
        if compiled is None:
            return False
        numbers = ops.from_host(np.array(optimizer.numbers_(group, count), dtype=dtype))
        call = compiled.calls[_are_alone(ops, list(itertools.chain(*targets)))]
        given = numbers, [list(map(read, each)) for each in targets], list(map(read, grads))
        if compiled.left is None:
            compiled.left = 0
            if STEPS_WHILE_COMPILING and ops.prepare(call, *given):
                compiled.left = STEPS_WHILE_COMPILING
                return False
        results = call(*given)
        step = ops.from_host(np.float32(count)) if optimizer.counts_ else None
        for (_, _, state), each, found in zip(members, targets, results, strict=True):
            for target, value in zip(each, found, strict=True):
                store_fresh(target, value)
                tape.wrote(target)
            if step is not None:
                store_fresh(state["step"], step)
        return True

    def _compiled_step(self, ops, key, optimizer, group: dict):
        """Return the compiled step for ``key``; None until it was asked for often enough."""
        found = self.known.get(key)
        if found is None or type(found) is int:
            count = 1 if found is None else found + 1
            self.known[key] = count
            if len(self.known) > KEPT_PROGRAMS_OF_OPTIMIZER:
                self.known.popitem(last=False)
            if count <= STEPS_BEFORE_COMPILING or whole_step.is_coming():
                return None
            options = {name: value for name, value in group.items() if name != "params"}

            def function(numbers, natives, grads):
                scalars = [boxed_tensor(numbers[i]) for i in range(numbers.shape[0])]
                changed = functools.partial(optimizer.changed_, options, scalars)
                rows = [
                    [each[0], grad, *each[1:]] for each, grad in zip(natives, grads, strict=True)
                ]
                return changed_rows(changed, [list(map(boxed_tensor, row)) for row in rows])

            found = _CompiledStep((ops.compiled(function), ops.compiled(function, donated=(1,))))
            self.known[key] = found
        self.known.move_to_end(key)
        if found.left:
            found.left -= 1
            return None
        return found
