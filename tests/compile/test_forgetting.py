"""Functions that are compiled and dropped: nothing of them is kept."""

from __future__ import annotations

import collections
import functools
import gc
import sys
import types
import weakref

import psutil
import pytest

import frontends.numpy as np
import ivy_core as ivy

COMPILES = {"jax", "tensorflow", "torch"}
CACHED = type(functools.cache(len))
NAMES_CODE = {"jax", "tensorflow"}  # whose traces keep the code that an operation comes from
FEW, MANY = 4, 1000
MORE_BYTES = 250_000  # that a function may leave with the framework: JAX keeps its last traces

TEXT = """
import numpy as np


def halved(x, shift):
    return x / {number}.5 + shift


def relax(x, shift):
    for i in range(20):
        if x[i % 4] > 1.0:
            x[i % 4] -= 0.5
        else:
            x += halved(x, shift)
    return x.sum()
"""


def only_with_full(params) -> bool:
    return params.get("count") == MANY


def compile_one(folder, number):
    """Compile and call a function of a file of its own; return what must not outlive this."""
    path = folder / f"forgotten_{number}.py"
    path.write_text(TEXT.format(number=number).replace("import numpy", "import frontends.numpy"))
    module = types.ModuleType(path.stem)
    module.__file__ = str(path)
    sys.modules[path.stem] = module
    try:
        exec(compile(path.read_text(), str(path), "exec"), vars(module))
        function = ivy.compile(module.relax, fallback="raise")
        for shift in (0.25, 0.5):
            function(np.ones(4), shift)
        return [weakref.ref(each) for each in (module, module.relax, module.halved, function)]
    finally:
        del sys.modules[path.stem]
        path.unlink()


def sizes() -> dict:
    """Return how much the tables of our modules, and of the converter's, hold."""
    found = {}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] not in ("ivy_core", "frontends", "malt"):
            continue
        for attribute, value in list(vars(module).items()):
            if isinstance(value, dict | list | set | collections.deque | weakref.WeakSet):
                found[name, attribute] = len(value)
            elif isinstance(value, CACHED):
                filled = value.cache_info()
                # one with a bound may fill up to that
                found[name, attribute] = 0 if filled.maxsize else filled.currsize
    return found


def collect(backend):
    if backend == "jax":
        sys.modules["jax"].clear_caches()
    for _ in range(3):
        gc.collect()


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("count", [FEW, MANY])
def test_functions_that_are_dropped_leave_nothing(backend, count, few_objects, tmp_path):
    if backend not in COMPILES:
        pytest.skip(f"{backend}: functions are called as they are")
    process = psutil.Process()
    for number in range(3):  # what is loaded and kept once
        compile_one(tmp_path, number)
    loaded = 0
    while loaded < len(sys.modules):  # vars() of the frontend's modules loads what they lack
        loaded = len(sys.modules)
        sizes()
    collect(backend)
    before, modules, bytes_before = sizes(), set(sys.modules), process.memory_info().rss
    dropped = [ref for number in range(3, 3 + count) for ref in compile_one(tmp_path, number)]
    collect(backend)
    assert [ref() for ref in dropped if ref() is not None] == []
    grown = {key: size for key, size in sizes().items() if size > before.get(key, 0)}
    if backend in NAMES_CODE:
        assert grown.pop(("ivy_core.compilation.source.source_map", "_maps"), 0) <= 4096
    assert grown == {}
    ours = ("__autograph", "forgotten", "ivy_core", "frontends")
    assert [name for name in set(sys.modules) - modules if name.startswith(ours)] == []
    if count == MANY:
        assert process.memory_info().rss - bytes_before < MORE_BYTES * count
