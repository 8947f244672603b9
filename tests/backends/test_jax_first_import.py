"""Modules of JAX's import that wait until they are used."""

import subprocess
import sys

import pytest

PARTS = {
    "waits": """
import sys
from ivy_core.backends.jax.runtime import first_import
import ivy_core as ivy
ivy.set_backend("jax")
assert (ivy.ones(3) + 1).sum() == 6
assert {type(sys.modules[name]).__name__ for name in first_import.LATER} == {"_Later"}
assert "_Finder" not in {type(each).__name__ for each in sys.meta_path}
assert sys.modules["filelock"].__file__.endswith("__init__.py")
assert type(sys.modules["filelock"]).__name__ == "_Later"
""",
    "is used": """
import filelock, pickle, threading, types
assert type(filelock) is not types.ModuleType
locks = []
threads = [threading.Thread(target=lambda: locks.append(filelock.FileLock)) for _ in range(8)]
[each.start() for each in threads], [each.join() for each in threads]
assert locks == [filelock.FileLock] * 8 and type(filelock) is types.ModuleType
assert type(filelock.__spec__.loader).__name__ == "SourceFileLoader"
assert pickle.loads(pickle.dumps(filelock.Timeout)) is filelock.Timeout
import importlib
importlib.reload(filelock)
""",
    "is replaced": """
import filelock
filelock.FileLock = None
assert filelock.FileLock is None and filelock.SoftFileLock
""",
    "serves other devices": """
import jax, jax.numpy as jnp
from jax.experimental import pallas
from jax.experimental.pallas import tpu
def add(x, out):
    out[...] = x[...] + x[...]
x = jnp.ones((8, 128), jnp.float32)
kernel = pallas.pallas_call(add, out_shape=x, interpret=True)
assert (kernel(x) == 2).all()
on_tpu = jax.jit(pallas.pallas_call(add, out_shape=x))
lowered = on_tpu.trace(x).lower(lowering_platforms=("tpu",))
assert "tpu_custom_call" in lowered.as_text()
from jax import export, profiler
assert export.export(jax.jit(lambda x: x))(x).serialize() and profiler.trace
""",
    "limits JAX's cache": """
import jax, jax.numpy as jnp, tempfile
from jax._src.lru_cache import LRUCache
with tempfile.TemporaryDirectory() as folder:
    cache = LRUCache(folder, max_size=1000)
    cache.put("a", b"1")
    assert cache.get("a") == b"1"
""",
}


@pytest.mark.parametrize("part", PARTS)
def test_modules_wait_until_they_are_used(part):
    before = "import ivy_core.backends.jax.runtime.first_import\n" if part != "waits" else ""
    done = subprocess.run([sys.executable, "-c", before + PARTS[part]], capture_output=True)
    assert done.returncode == 0, done.stderr.decode()


def test_what_was_imported_before_is_left_as_it_is():
    code = (
        "import filelock, types\nimport ivy_core as ivy\nivy.set_backend('jax')\n"
        "assert type(filelock) is types.ModuleType\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
