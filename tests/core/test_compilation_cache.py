"""What JAX compiles is kept on disk, unless the user has said otherwise."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("jax") is None, reason="jax is not installed"
)
ROOT = Path(__file__).resolve().parents[2]
OPTIONS = ("IVY_JAX_CACHE", "JAX_COMPILATION_CACHE_DIR", "JAX_ENABLE_COMPILATION_CACHE")
PROGRAM = """
import sys
import jax
counts = {}
jax.monitoring.register_event_listener(
    lambda event, **_: counts.update({event: counts.get(event, 0) + 1})
)
import frontends.numpy as np, ivy_core
ivy_core.set_backend("jax")
x = np.arange(6.0).reshape(2, 3)
x[0, 1:] += np.sqrt(x[1, :2]) * 2
step = jax.jit(lambda x: (x @ x.T).sum() + 1)
print(sum(float(step(ivy_core.to_native(part))) for part in (x, x[:, 1:].copy())))
names = "cache_hits", "cache_misses"
print(*[counts.get(f"/jax/compilation_cache/{name}", 0) for name in names])
"""


def start(**environment):
    base = {name: value for name, value in os.environ.items() if name not in OPTIONS}
    base["IVY_HOST_EXECUTION"] = "0"  # else NumPy computes so small a program
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        env={**base, **environment},
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def finish(process) -> tuple[str, int, int]:
    """Return the program's result, how much it found in the cache, and how much it stored."""
    shown, errors = process.communicate(timeout=300)
    assert errors == "" and process.returncode == 0
    result, counts = shown.splitlines()
    return result, *map(int, counts.split())


def run(**environment):
    return finish(start(**environment))


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*-cache") if path.is_file()]


def test_processes_share_a_folder_and_compile_what_is_broken_alone(tmp_path):
    together = [start(XDG_CACHE_HOME=str(tmp_path)) for _ in range(2)]
    (result,) = {finish(process)[0] for process in together}
    folder = tmp_path / "ivy-frontends" / "jax"
    stored = files(folder)
    assert len(stored) > 1
    assert run(XDG_CACHE_HOME=str(tmp_path)) == (result, len(stored), 0)
    for path in stored[1:]:
        path.write_bytes(path.read_bytes()[:20])
    assert run(IVY_JAX_CACHE=str(folder)) == (result, 1, len(stored) - 1)


def test_a_folder_that_cannot_be_written_is_no_failure(tmp_path):
    (tmp_path / "file").write_text("")
    _, hits, misses = run(IVY_JAX_CACHE=str(tmp_path / "file" / "folder"))
    assert (hits, misses) == (0, 0)


@pytest.fixture
def cache(monkeypatch):
    """Return the module, looking at a JAX of which nothing has been set."""
    from ivy_core.backends.jax.runtime import compilation_cache

    class Config(types.SimpleNamespace):
        def update(self, name, value):
            setattr(self, name, value)

    config = Config(jax_compilation_cache_dir=None, jax_enable_compilation_cache=True)
    fake = types.SimpleNamespace(config=config, __version__="0.0")
    monkeypatch.setattr(compilation_cache, "jax", fake)
    for name in (*OPTIONS, "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS"):
        monkeypatch.delenv(name, raising=False)
    return compilation_cache


def test_the_folder_is_the_users_and_private(cache, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = cache.enable()
    assert folder.is_relative_to(tmp_path / "ivy-frontends") and folder.stat().st_mode & 0o077 == 0
    assert cache.jax.config.jax_compilation_cache_dir == str(folder)
    assert cache.jax.config.jax_persistent_cache_min_compile_time_secs == 0


@pytest.mark.parametrize("value", ["0", "off", "False"])
def test_the_variable_switches_it_off(cache, monkeypatch, value):
    monkeypatch.setenv("IVY_JAX_CACHE", value)
    assert cache.enable() is None
    assert cache.jax.config.jax_compilation_cache_dir is None


def test_what_the_user_has_set_in_jax_stays(cache, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache.jax.config.jax_compilation_cache_dir = "/elsewhere"
    assert cache.enable() is None
    assert cache.jax.config.jax_compilation_cache_dir == "/elsewhere"
    cache.jax.config.jax_compilation_cache_dir = None
    cache.jax.config.jax_enable_compilation_cache = False
    assert cache.enable() is None and not list(tmp_path.iterdir())
    cache.jax.config.jax_enable_compilation_cache = True
    cache.jax.config.jax_persistent_cache_min_compile_time_secs = 3.0
    monkeypatch.setenv("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "3")
    assert cache.enable() is not None
    assert cache.jax.config.jax_persistent_cache_min_compile_time_secs == 3.0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_folder_that_others_can_write_is_not_used(cache, tmp_path, monkeypatch):
    monkeypatch.setenv("IVY_JAX_CACHE", str(tmp_path))
    folder = cache.enable()
    folder.chmod(0o777)
    cache.jax.config.jax_compilation_cache_dir = None
    assert cache.enable() is None


def test_the_entries_used_longest_ago_are_deleted_once_a_day(cache, tmp_path):
    folder = tmp_path / "version"
    folder.mkdir()
    for age in range(5):
        path = folder / f"{age}-cache"
        path.write_bytes(bytes(10))
        os.utime(path, (10_000 - age, 10_000 - age))
    cache.prune(tmp_path, max_bytes=30)
    assert sorted(p.name for p in files(tmp_path)) == ["0-cache", "1-cache", "2-cache"]
    cache.prune(tmp_path, max_bytes=0)
    assert len(files(tmp_path)) == 3
    os.utime(tmp_path / "pruned", (0, 0))
    cache.prune(tmp_path, max_bytes=0)
    assert files(tmp_path) == []


def test_arrays_from_the_host_are_copies_and_compile_nothing():
    import jax
    import numpy as np

    from ivy_core.backends.jax.runtime import memory

    compiled = []
    jax.monitoring.register_event_duration_secs_listener(
        lambda event, *_, **__: compiled.append(event) if "backend_compile" in event else None
    )
    for size in (*range(70, 100), 10**6):
        host = np.arange(size)
        array = memory.from_host(host)
        host[:] = 0
        assert np.array_equal(np.asarray(array), np.arange(size))
    host = np.arange(71)
    assert compiled == []
    for _ in range(100):
        array = memory.from_host(host)
    assert compiled == [] and np.array_equal(np.asarray(array), host)


def test_an_array_from_the_host_is_a_constant_of_a_traced_program():
    import jax
    import numpy as np

    from ivy_core.backends.jax.runtime.memory import from_host

    shown = str(jax.make_jaxpr(lambda x: x + from_host(np.arange(3.0)))(np.ones(3)))
    assert float(jax.jit(lambda x: (x + from_host(np.arange(3.0))).sum())(np.ones(3))) == 6.0
    assert "add" in shown and "add b c" not in shown


def test_what_is_written_to_the_host_array_afterwards_does_not_arrive():
    """JAX reads host memory while the program goes on; that was the user's in some of many runs."""
    import numpy as np

    from ivy_core.backends.loading import load_backend

    jax, wrong = load_backend("jax"), []
    for value in range(600):
        host = np.arange(50_000) + value
        array = jax.to_native(host)
        host[:] = -1
        if np.asarray(array)[-1] != 49_999 + value:
            wrong.append(value)
    assert wrong == []
