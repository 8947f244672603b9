"""Program of test_jax_names.py: NumPy's answers from a JAX that lacks the names it is given."""

from __future__ import annotations

import builtins
import functools
import importlib
import sys
import types

import jax
import jax._src.core
import jax.extend.core  # it takes its names from there
import jaxlib
import numpy as np


class Lacking(types.ModuleType):
    """A module without some of its names."""

    def __init__(self, module, missing):
        super().__init__(module.__name__)
        self.__dict__.update({k: v for k, v in vars(module).items() if k not in missing})


def import_internals(missing) -> None:
    """Import what looks for the names of JAX, while it cannot find those that are missing."""
    held = jaxlib._jax, sys.modules["jax._src.core"], builtins.hasattr
    jaxlib._jax = Lacking(held[0], missing)
    sys.modules["jax._src.core"] = Lacking(held[1], missing)
    builtins.hasattr = lambda owner, name: name not in missing and held[2](owner, name)
    builtins.hasattr = functools.wraps(held[2])(builtins.hasattr)
    try:
        importlib.import_module("ivy_core.backends.jax.runtime.internals")
    finally:
        jaxlib._jax, sys.modules["jax._src.core"], builtins.hasattr = held


def check_programs() -> None:
    """Compute with the frontend and with NumPy, and compare."""
    import frontends.numpy as fnp

    for program in PROGRAMS:
        for ours, expected in zip(program(fnp), program(np), strict=True):
            mine, expected = np.asarray(ours), np.asarray(expected)
            assert mine.dtype == expected.dtype, program.__name__
            np.testing.assert_allclose(mine, expected, rtol=1e-14, err_msg=program.__name__)


def views(np):
    x = np.arange(12.0).reshape(3, 4)
    row, kept = x[1], x.T.copy()
    row += 10
    x[:, ::2] *= 2
    x.T[0, 0] = -1
    return x, row, kept, x.ravel(), np.squeeze(x[:1]), np.swapaxes(x, 0, 1) + 1


def handed_out(np):
    x = np.zeros(4)
    x[1] = 1
    before = x + 0
    x[2:] = 5
    x += x
    x[x > 9] = 3
    return before, x


def arithmetic(np):
    x, n = np.linspace(0.1, 2, 7), np.arange(7)
    return x + n, x * 2, n // 2, np.sin(x), np.cumsum(n), x.mean(), np.where(n > 3, x, -x)


def linear(np):
    a = np.array([[4.0, 1.0], [2.0, 3.0]])
    return np.linalg.inv(a), np.linalg.solve(a, a[0]), a @ a.T, np.outer(a[0], a[1])


def dtypes(np):
    return np.ones(3, np.int16) + np.ones(3, np.float32), np.arange(3) > 1, np.float32(2) * 3


def large(np):
    x = np.arange(300_000.0)
    x[1:-1] += 1
    return x[::1000], np.take(x, np.arange(299_999, -1, -1000)), x.sum()


PROGRAMS = (views, handed_out, arithmetic, linear, dtypes, large)


def check_traces() -> None:
    """A trace and a gradient know that they are such."""
    import frontends.numpy as fnp
    import ivy_core as ivy
    from ivy_core.backends.jax.runtime import memory

    assert memory.is_eager()
    seen = []

    @jax.jit
    def step(x):
        seen.append(memory.is_eager())
        y = fnp.asarray(x) * outside
        y[0] = 7.0
        return ivy.to_native(y)

    outside = fnp.array([1.0, 2.0])
    np.testing.assert_array_equal(step(jax.numpy.array([3.0, 4.0])), [7.0, 8.0])
    assert seen == [False]
    native = memory.adopt(np.array([1.0, 2.0]), step(jax.numpy.array([3.0, 4.0])))
    assert native.committed is False and memory.memory_on_host(native).tolist() == [1.0, 2.0]
    there = jax.device_put(native, jax.devices()[0])
    assert memory.adopt(np.array([1.0]), there).committed is True


if __name__ == "__main__":
    names = frozenset(sys.argv[1:])
    import ivy_core  # before names are missing

    import_internals(names)
    ivy_core.set_backend("jax")
    from ivy_core.backends.jax.runtime import internals

    assert internals.IS_COMPLETE is not bool(names - {"collect_garbage"})
    check_programs()
    check_traces()
