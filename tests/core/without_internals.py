"""A program run once with all names of TensorFlow's own that our backend uses, and without some.

Without all of them, and without each that the command line asks for. They are gone when the backend
is imported, in a process of its own. It prints JSON:
by the name that was taken away, whether the host computes at all, and what the program gave.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import types

import tensorflow as tf

NAMES = [
    ("framework.ops", "EagerTensor"), ("pywrap_tfe", "TFE_Py_TapeSetIsEmpty"),
    ("eager.record", "should_record_backprop"), ("eager.context", "context"),
    ("client.device_lib", "list_local_devices"),
]  # fmt: skip
MEMORY = "EagerTensor._numpy_internal"


class Without(types.ModuleType):
    """A module of TensorFlow's as whoever imports it from now on sees it: a name is missing."""

    def __init__(self, module, name):
        super().__init__(module.__name__)
        self._module, self._missing = module, name

    def __getattr__(self, name):
        if name == self._missing:
            raise AttributeError(name)
        return getattr(self._module, name)


def take_away(module: str, name: str) -> None:
    path = f"tensorflow.python.{module}"
    sys.modules[path] = Without(importlib.import_module(path), name)


def take_memory_away() -> None:
    from tensorflow.python.framework import ops

    memory = ops.EagerTensor._numpy_internal
    base = ops.EagerTensor.__base__
    del ops.EagerTensor._numpy_internal, base._numpy_internal
    base._numpy = lambda self: memory(self)  # for TensorFlow's own `numpy`


def program() -> list:
    import frontends.numpy as np
    import ivy_core as ivy

    ivy.set_backend("tensorflow")
    from ivy_core.backends.tensorflow.runtime import internals

    x = np.arange(2000.0).reshape(40, 50)
    kept, view = np.asarray(x) + 0, x[1:-1]
    x[3, 4] = -1.0
    x[1:3] += x[2:4]
    view[0, :5] = [1, 2, 3, 4, 5]
    x[x < 0] = 0.5
    variable = ivy.Array(tf.Variable([1.0, 2.0]))
    with tf.GradientTape() as tape:
        watched = tf.constant([3.0, 5.0])
        tape.watch(watched)
        squares = ivy.sum(ivy.multiply(ivy.Array(watched), ivy.Array(watched)))

    @tf.function(autograph=False)
    def traced(y):
        return ivy.add(ivy.Array(y), ivy.sum(ivy.Array(y))).data

    with tf.device("CPU:0"):
        scoped = np.zeros(3) + 1
    found = [
        x, kept, view, x.sum(), x[3, 4], np.sort(x[::-1, 0]), np.median(x),
        np.linalg.det(x[:3, :3]), np.sqrt(np.array([4, 9])), scoped, np.array([0.5] * 2000)[-1],
        variable + 1.0, ivy.Array(tape.gradient(squares.data, watched)), ivy.Array(traced(watched)),
    ]  # fmt: skip
    arrays = [[str(each.dtype), list(each.shape), each.tolist()] for each in map(np.asarray, found)]
    return [internals.IS_COMPLETE, arrays]


def run(take: list) -> list:
    """Return what the program gives in a child process, in which names are taken away before."""
    readable, writable = os.pipe()
    child = os.fork()  # TensorFlow has been imported, and has started no thread yet
    if not child:
        try:
            for each in take:
                take_memory_away() if each == MEMORY else take_away(*each)
            with os.fdopen(writable, "w") as pipe:
                json.dump(program(), pipe)
            os._exit(0)
        finally:
            os._exit(1)
    os.close(writable)
    with os.fdopen(readable) as pipe:
        text = pipe.read()
    assert os.waitpid(child, 0)[1] == 0, f"without {take}"
    return json.loads(text)


if __name__ == "__main__":
    everything = [MEMORY, *NAMES]
    alone = {each if each == MEMORY else ".".join(each): [each] for each in everything}
    cases = {"nothing": [], "everything": everything}
    cases |= {name: alone[name] for name in sys.argv[1:] or alone}
    print(json.dumps({name: run(take) for name, take in cases.items()}))
