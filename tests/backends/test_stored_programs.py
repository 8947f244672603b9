"""Programs on disk under keys that need no tracing: found where they serve, and only there."""

from __future__ import annotations

import ast
import enum
import functools
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.parametrize("backend", ["jax"], indirect=True)
ROOT = Path(__file__).resolve().parents[2]
BACKEND = ROOT / "ivy_core/backends/jax"

PROGRAM = """
import json, sys
import jax, numpy
lowered = []
jax.monitoring.register_event_duration_secs_listener(
    lambda event, _, **more: lowered.append(more.get("fun_name")) if "mlir" in event else None
)
import frontends.numpy as np, frontends.torch as torch, ivy_core
ivy_core.set_backend("jax")
x = np.asarray(numpy.random.default_rng(0).random((6, 6)))
a = np.linalg.solve(x + 6 * np.eye(6), x)
b = np.sort(np.exp(x) @ x.T, axis=1)
b[1:3, ::2] = a[0, :3] + 1j.imag
b[:, 0] += np.linalg.svd(x)[1]
c = torch.tensor(numpy.asarray(x), dtype=torch.float32).reshape(1, 1, 6, 6)
d = torch.nn.functional.interpolate(c, size=(9, 5), mode="bilinear", align_corners=False)
d = torch.nn.functional.conv2d(d, torch.ones(2, 1, 3, 3))
e = np.where(x > 0.5, x, -x).sum(axis=0, dtype=np.float32)
print(json.dumps([numpy.asarray(each).tobytes().hex() for each in (a, b, d, e)]))
print(json.dumps(lowered))
"""


def run(folder, **environment):
    """Return a program's results, and the functions that were lowered for it."""
    variables = {
        **os.environ, "IVY_JAX_CACHE": str(folder), "IVY_HOST_EXECUTION": "0", **environment,
    }  # fmt: skip
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, env=variables, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    results, lowered = done.stdout.splitlines()
    return json.loads(results), json.loads(lowered)


def programs(folder) -> list[Path]:
    return sorted(Path(folder).rglob("*-program"))


def test_a_second_process_traces_nothing_and_gives_the_same_bits(tmp_path, backend):
    results, lowered = run(tmp_path)
    kept = programs(tmp_path)
    assert len(kept) > 12 and len(lowered) >= len(kept)
    again, anew = run(tmp_path)
    assert again == results
    assert len(anew) <= len(lowered) - len(kept)
    # damaged files are compiled anew, and whole again after it
    sizes = [path.stat().st_size for path in kept]
    for index, path in enumerate(kept):
        content = path.read_bytes()
        path.write_bytes(content[:50] if index % 2 else content[:-9] + bytes(9))
    repaired, _ = run(tmp_path)
    assert repaired == results
    assert [path.stat().st_size > 100 for path in kept] == [size > 100 for size in sizes]


def test_without_a_folder_no_program_is_kept(tmp_path, backend):
    run(tmp_path, IVY_JAX_CACHE="0", XDG_CACHE_HOME=str(tmp_path))
    assert programs(tmp_path) == []


def test_a_jax_of_another_version_keeps_to_its_own_jit(tmp_path, backend):
    program = "import jax; jax.__version_info__ = (99, 0, 0)\n" + PROGRAM
    variables = {**os.environ, "IVY_JAX_CACHE": str(tmp_path), "IVY_HOST_EXECUTION": "0"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=variables, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert programs(tmp_path) == [] and list(tmp_path.rglob("*-cache"))


@pytest.fixture
def store(tmp_path, monkeypatch, backend):
    """Return the module, keeping in a folder of its own."""
    from ivy_core.backends.jax.runtime import stored_programs

    monkeypatch.setattr(stored_programs, "_folder", tmp_path)
    return stored_programs


def path_of(store, function, *args, static=(), closure=None, **options):
    """Return where the program of a call is kept, or None."""
    import jax

    info = jax.jit(function, static_argnums=static, **options)._jit_info
    return store.find(closure, function, info, args, {})[0]


def shifted(amount):
    def shift(x):
        return x + amount

    return shift


class Way(enum.Enum):
    UP = 1
    DOWN = 2


def named_ours(function):
    """Return a function as one of the library's: those of others have no key."""
    function.__module__ = "ivy_core.backends.jax.ops.elementwise"
    return function


def test_keys_tell_programs_apart(store):
    import jax
    import jax.numpy as jnp

    x = jnp.ones(3, jnp.float32)

    def plain(x):
        return x + 1

    plain = named_ours(plain)
    base = path_of(store, plain, x)
    others = {
        "shape": path_of(store, plain, jnp.ones(4, jnp.float32)),
        "dtype": path_of(store, plain, jnp.ones(3, jnp.int32)),
        "a number": path_of(store, plain, 1.0),
        "a weak type": path_of(store, plain, jnp.asarray(1.0)),
        "committed": path_of(store, plain, jax.device_put(x, jax.devices()[0])),
        "nested": path_of(store, plain, (x,)),
        "donated": path_of(store, plain, x, donate_argnums=0),
        "closure": path_of(store, named_ours(shifted(1)), x),
        "another closure": path_of(store, named_ours(shifted(2)), x),
        "told closure": path_of(store, named_ours(shifted(2)), x, closure=("a", 1)),
        "another told": path_of(store, named_ours(shifted(2)), x, closure=("a", 2)),
        "first lambda": path_of(store, *(named_ours(f) for f in (lambda x: x,)), x),
    }
    one, two = (named_ours(f) for f in (lambda x: x + 2, lambda x: x + 3))
    others |= {"one line": path_of(store, one, x), "same line": path_of(store, two, x)}

    def with_static(x, how):
        return x

    statics = (1, 1.0, True, "1", None, (1, 2), (1, (2,)), np.dtype("int8"), np.float32, Way.UP)
    with_static = named_ours(with_static)
    for value in (*statics, slice(1, 2), frozenset({1}), functools.partial(jnp.add, 1)):
        found = path_of(store, with_static, x, value, static=1)
        if value is not Way.UP:  # a class that no key tells the code of
            others[f"static {value!r} {type(value)}"] = found
    with jax.default_matmul_precision("float32"):
        others["precision"] = path_of(store, plain, x)
    with jax.enable_x64(False):
        others["32 bits"] = path_of(store, plain, x)
    assert None not in others.values()
    assert len({base, *others.values()}) == 1 + len(others)
    assert path_of(store, plain, np.ones(3, np.float32)) == base  # one program serves
    assert base == path_of(store, plain, x + 1)


def test_what_no_key_tells_is_left_to_jax(store):
    import jax
    import jax.numpy as jnp

    x = jnp.ones(3)

    def plain(x):
        return x

    assert path_of(store, plain, x) is None  # not of the library
    assert path_of(store, named_ours(shifted(jnp.ones(3))), x) is None
    assert path_of(store, named_ours(shifted(object())), x) is None
    assert path_of(store, named_ours(plain), np.zeros(2, [("a", int)])) is None
    assert path_of(store, named_ours(plain), jax.random.key(0)) is None
    with jax.debug_nans(True):
        assert path_of(store, named_ours(plain), x) is None
    seen = []
    jax.jit(lambda x: seen.append(path_of(store, named_ours(plain), x)) or x)(x)
    assert seen == [None]


def test_compiled_functions_are_traced_and_differentiated_as_jaxs(store):
    import jax
    import jax.numpy as jnp

    def function(x, power):
        return {"power": x**power, "pair": (x.sum(), None)}

    function = store.jit(named_ours(function), static_argnums=1)
    x = jnp.arange(3.0)
    for _ in range(2):  # compiled, then found
        found = function(x, 2)
        np.testing.assert_array_equal(found["power"], [0, 1, 4])
        assert found["pair"][0] == 3 and found["pair"][1] is None
        function.clear_cache()
    assert len(programs(store._folder)) == 1
    assert "stablehlo" in function.lower(x, 2).as_text()
    gradient = jax.grad(lambda x: function(x, 3)["power"].sum())(x)
    np.testing.assert_array_equal(gradient, [0, 3, 12])
    np.testing.assert_array_equal(jax.jit(lambda x: function(x, 2)["power"])(x), [0, 1, 4])
    np.testing.assert_array_equal(jax.vmap(lambda x: function(x, 2)["power"])(x), [0, 1, 4])
    np.testing.assert_array_equal(function(np.arange(3), 2)["power"], [0, 1, 4])


def test_a_donated_argument_is_gone(store):
    import jax.numpy as jnp

    def add_one(x):
        return x + 1

    add_one = store.jit(named_ours(add_one), donate_argnums=0)
    for _ in range(2):
        x = jnp.arange(1000.0)
        np.testing.assert_array_equal(add_one(x), np.arange(1000.0) + 1)
        assert x.is_deleted()
        add_one.clear_cache()
    assert len(programs(store._folder)) == 1


def test_a_program_that_cannot_run_is_compiled_anew(store):
    import jax.numpy as jnp

    def twice(x):
        return x * 2

    function = store.jit(named_ours(twice))
    function(jnp.ones(300))
    (path,) = programs(store._folder)
    other = path_of(store, twice, jnp.ones(500))
    other.write_bytes(path.read_bytes())  # whole, but of another length
    np.testing.assert_array_equal(function(jnp.ones(500)), np.full(500, 2.0))
    assert other.read_bytes() != path.read_bytes()


def test_what_was_compiled_before_its_call_is_not_kept(store):
    """JAX may have loaded it from its own cache: written again it would lack functions."""
    import jax.numpy as jnp

    def thrice(x):
        return x * 3

    x = jnp.ones(300)
    function = store.jit(named_ours(thrice))
    function.lower(x).compile()
    np.testing.assert_array_equal(function(x), np.full(300, 3.0))
    assert programs(store._folder) == []


def test_results_of_a_class_are_left_to_jaxs_cache(store):
    import jax.numpy as jnp

    decomposed = jnp.linalg.eigh
    function = store.jit(decomposed)
    values, _ = function(jnp.eye(2))
    np.testing.assert_array_equal(values, [1, 1])
    (path,) = programs(store._folder)
    assert path.stat().st_size == 0 and path_of(store, decomposed, jnp.eye(2)) is None


def test_a_library_whose_files_cannot_be_read_keeps_none(store, monkeypatch):
    import jax.numpy as jnp

    assert path_of(store, jnp.sin, jnp.ones(3)) is not None
    monkeypatch.setattr(store, "__file__", "/in/an/archive.zip/ivy_core/backends/jax/runtime/x.py")
    store._process_key.cache_clear()
    try:
        assert store.traced_files() == [] and path_of(store, jnp.sin, jnp.ones(3)) is None
    finally:
        store._process_key.cache_clear()


def test_the_key_reads_every_file_that_a_kernel_can_be_traced_through(store):
    read = set(store.traced_files())
    top = ROOT / "ivy_core/__init__.py"  # imports all, for the user
    reached, new = set(), {*(BACKEND / "ops").glob("*.py"), *(BACKEND / "kernels").glob("*.py")}
    while new:
        path = new.pop()
        reached.add(path)
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                new |= {found for found in imported(path, node) if found not in {*reached, top}}
    assert len(reached) > 60
    assert reached - read == set()


def imported(path: Path, node: ast.ImportFrom) -> set[Path]:
    """Return the library's files that an import names."""
    folder = ROOT if node.level == 0 else path.parents[node.level - 1]
    if node.level == 0 and not (node.module or "").startswith("ivy_core"):
        return set()
    base = folder.joinpath(*(node.module or "").split("."))
    candidates = [base, *(base / alias.name for alias in node.names)]
    files = [c.with_suffix(".py") for c in candidates] + [c / "__init__.py" for c in candidates]
    return {file for file in files if file.is_file()}
