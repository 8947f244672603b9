"""Program of test_torch_names.py: NumPy's answers from a PyTorch that lacks names it is given.

Each argument is a set of names, which are missing in a process of its own. It prints JSON, by
argument: whether functions can be compiled, whether traces are told apart, what was computed.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import types

import numpy
import torch

# by the name that is taken away: the module that has it
MODULES = {
    "_len_torch_dispatch_stack": "torch._C",
    "peek_interpreter_stack": "torch._C._functorch",
    "FakeTensor": "torch._subclasses.fake_tensor",
    "FakeTensorMode": "torch._subclasses.fake_tensor",
    "get_proxy_mode": "torch.fx.experimental.proxy_tensor",
    "_ExcludeDispatchKeyGuard": "torch._C",
    "_disable_current_modes": "torch.utils._python_dispatch",
    "tree_map_only": "torch.utils._pytree",
    "_standard_gamma": "torch",
    "_sample_dirichlet": "torch",
}


class Lacking(types.ModuleType):
    """A module without some of its names."""

    def __init__(self, module, missing):
        super().__init__(module.__name__)
        self._module, self._missing = module, missing

    def __getattr__(self, name):
        if name in self._missing:
            raise AttributeError(name)
        return getattr(self._module, name)


def import_internals(missing) -> None:
    """Import what looks for the names of PyTorch, while it cannot find those that are missing."""
    found = {MODULES[name]: importlib.import_module(MODULES[name]) for name in missing}
    sys.modules.update({path: Lacking(module, missing) for path, module in found.items()})
    try:
        importlib.import_module("ivy_core.backends.torch.runtime.internals")
    finally:
        sys.modules.update(found)


def program(np) -> list:
    x = np.arange(12.0).reshape(3, 4)
    x[1] += 10
    x[:, ::2] *= 2
    smallest = x.T[x.T > 9]
    return [x, smallest, np.sin(x).sum(0), x @ x.T, np.sort(x[::-1, 0])]


def compiled(np, ivy) -> list:
    def steps(x):
        for i in range(1, len(x)):
            x[i] += 0.5 * x[i - 1]

    x = np.arange(6.0)
    ivy.compile(steps, fallback="silent")(x)
    return [x]


def found_without(missing: frozenset) -> dict:
    import ivy_core as ivy

    import_internals(missing)
    ivy.set_backend("torch")
    import frontends.numpy as np
    from ivy_core.backends.torch.runtime import internals

    mapped = torch.func.vmap(lambda t: ivy.multiply(ivy.Array(t), 2.0).data)(torch.ones(3))
    drawn = [ivy.gamma(3.0, 2.0, shape=(2000,), seed=seed) for seed in (1, 1, 2)]
    beta = ivy.beta(2.0, 2.0, shape=(2000,), seed=1)
    return {
        "compiles": internals.CAN_TRACE,
        "tells": internals.TELLS_TRACES,
        "arrays": [numpy.asarray(each).tolist() for each in [*program(np), *compiled(np, ivy)]],
        "mapped": mapped.tolist(),
        "equal": [numpy.asarray(drawn[0] == other).all().item() for other in drawn[1:]],
        "means": [float(drawn[0].mean()), float(beta.mean())],
    }


def run(missing: frozenset) -> dict:
    """Return what is found in a child process, in which names are taken away before."""
    readable, writable = os.pipe()
    child = os.fork()  # PyTorch has been imported, and has started no thread yet
    if not child:
        try:
            with os.fdopen(writable, "w") as pipe:
                json.dump(found_without(missing), pipe)
            os._exit(0)
        finally:
            os._exit(1)
    os.close(writable)
    with os.fdopen(readable) as pipe:
        text = pipe.read()
    assert os.waitpid(child, 0)[1] == 0, f"without {missing}"
    return json.loads(text)


if __name__ == "__main__":
    for path in (  # before names are missing
        "ivy_core", "torch.fx.experimental.proxy_tensor", "torch._subclasses.functional_tensor"
    ):  # fmt: skip
        importlib.import_module(path)
    print(json.dumps({each: run(frozenset(each.split())) for each in sys.argv[1:]}))
