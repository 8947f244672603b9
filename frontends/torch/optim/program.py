"""Steps that come again are compiled: one program of the backend for all parameters of a group.

An operation of JAX or TensorFlow costs several microseconds whatever it computes, and Adam takes
ten of them a parameter. What differs from step to step, the learning rate and the corrections by
the number of steps, comes in as numbers, so that a program serves until shapes or options change.
"""

from __future__ import annotations

from collections import OrderedDict
from operator import attrgetter

import numpy as np

from frontends.torch.autograd import tape
from frontends.torch.dispatch.native import boxed_tensor
from frontends.torch.policy import KEPT_PROGRAMS_OF_OPTIMIZER, STEPS_BEFORE_COMPILING
from frontends.torch.tensors.tensor import read
from ivy_core.arrays.write import store, store_fresh
from ivy_core.backends.holder import held
from ivy_core.backends.loading import backend_for, backend_of_class

_DTYPES = ("float32", "float64")
_DTYPE = attrgetter("dtype")


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
        first = held(members[0][0])
        ops = backend_of_class(type(first)) or backend_for(first)
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
        arrays, dtypes, shapes = [], set(), []  # loops: a comprehension would be another frame
        for param, grad, state in members:
            each = (param, grad, *map(state.__getitem__, names))
            natives = list(map(held, each))
            arrays.append(each)
            dtypes.update(map(_DTYPE, natives))
            shapes.append(tuple(natives[0].shape))
        dtype = members[0][0].dtype.name
        if dtype not in _DTYPES or len(dtypes) > 1:
            return False
        key = ops.NAME, dtype, optimizer.options_of_(group), tuple(shapes)
        call = self._program_of_step(ops, key, optimizer, group)
        if call is None:
            return False
        numbers = ops.from_host(np.array(optimizer.numbers_(group, count), dtype=dtype))
        results = call(numbers, [list(map(read, each)) for each in arrays])
        step = ops.from_host(np.float32(count)) if optimizer.counts_ else None
        for (param, _, state), found in zip(members, results, strict=True):
            for target, value in zip((param, *(state[name] for name in names)), found, strict=True):
                store_fresh(target, value)
                tape.wrote(target)
            if step is not None:
                store(state["step"], step)
        return True

    def _program_of_step(self, ops, key, optimizer, group: dict):
        """Return a compiled step for ``key``; None until it has been asked for often enough."""
        found = self.known.get(key)
        if found is None or type(found) is int:
            count = 1 if found is None else found + 1
            self.known[key] = count
            if len(self.known) > KEPT_PROGRAMS_OF_OPTIMIZER:
                self.known.popitem(last=False)
            if count <= STEPS_BEFORE_COMPILING:
                return None
            options = {name: value for name, value in group.items() if name != "params"}

            def function(numbers, natives):
                scalars = [boxed_tensor(numbers[i]) for i in range(numbers.shape[0])]
                return [
                    [
                        read(x)
                        for x in optimizer.changed_(options, scalars, *map(boxed_tensor, each))
                    ]
                    for each in natives
                ]

            found = self.known[key] = ops.compiled(function)
        self.known.move_to_end(key)
        return found
