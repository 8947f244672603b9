"""Names that JAX may lose: what has no public name is asked for in one place, and replaced."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

from ivy_core.backends.loading import load_backend

HERE = pathlib.Path(__file__).resolve().parent
BACKEND = HERE.parents[1] / "ivy_core" / "backends" / "jax"
PRIVATE = re.compile(r"jax\._src|jaxlib|\._(npy_value|committed|device|value|arrays)\b")
# where they are looked for, what runs only where all are there, and what names modules
MAY_USE = {"internals.py", "dispatch.py", "call.py", "memory.py", "first_import.py"}

MISSING = (
    "_npy_value",
    "trace_state_strong_ref",
    "ArrayImpl batched_device_put collect_garbage _npy_value _committed _device eval_trace "
    "jaxpr_as_fun",
    "",
    "ArrayImpl",
    "batched_device_put",
    "collect_garbage",
    "_committed",
    "_device",
)
# how often JAX's look for plugins of ROCm parses metadata: of one that might be such a plugin
METADATA = """
import importlib.metadata, sys

class Package(importlib.metadata.PathDistribution):
    read = 0

    @property
    def metadata(self):
        if sys._getframe(1).f_globals["__name__"].startswith("jax._src.numpy"):
            Package.read += 1
        return super().metadata

class Finder(importlib.metadata.DistributionFinder):
    def find_spec(self, *given):
        return None

    def find_distributions(self, context=None):
        import pathlib
        yield Package(pathlib.Path("jax_rocm0_none-1.0.dist-info"))
        yield Package(pathlib.Path("another-1.0.dist-info"))

Package.read_text = lambda self, name: "Name: none"
sys.meta_path.append(Finder())
importlib.metadata.entry_points = lambda **given: []
everything = importlib.metadata.distributions
import ivy_core
ivy_core.set_backend("jax")
ivy_core.ones(3)
print(Package.read, importlib.metadata.distributions is everything)
"""
on_jax = pytest.mark.parametrize("backend", ["jax"], indirect=True)


def only_with_full(params) -> bool:
    return params.get("missing") in MISSING[3:]


@on_jax
@pytest.mark.parametrize("missing", MISSING)
def test_a_jax_without_a_name_gives_the_same(missing, backend):
    program = [sys.executable, str(HERE / "jax_without_names.py"), *missing.split()]
    env = {**os.environ, "PYTHONPATH": str(HERE.parents[1])}
    ran = subprocess.run(program, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


@on_jax
def test_private_names_have_their_place(backend):
    using = {f.name for f in BACKEND.rglob("*.py") if PRIVATE.search(f.read_text())}
    assert using <= MAY_USE


@on_jax
def test_xla_has_the_options_of_a_version_that_is_not_asked(backend):
    import jax

    from ivy_core.backends.jax.compiler import schedules

    small, large = [jax.make_jaxpr(jax.numpy.sin)(np.zeros(n)) for n in (4, 1 << 21)]
    found = [schedules.least_memory(), schedules.least_compile_time()]
    found += [schedules.full_speed(small), schedules.full_speed(large)]
    assert found[2] != found[3] or found[2] is None
    assert all(schedules.is_known_to_xla(options) for options in found if options is not None)
    assert not schedules.is_known_to_xla({"xla_of_no_version": 1})


@on_jax
def test_jax_is_imported_without_reading_the_metadata_of_packages(backend):
    ran = subprocess.run(
        [sys.executable, "-c", METADATA], env={**os.environ, "PYTHONPATH": str(HERE.parents[1])},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.stdout.split() == ["1", "True"], ran.stderr


@on_jax
def test_tracers_that_do_not_tell_their_trace_share_one(backend, monkeypatch):
    class Silent:
        """A tracer of which nothing is known."""

    of_jax = load_backend("jax")
    indexing = sys.modules[of_jax.in_one_trace.__module__]
    monkeypatch.setattr(indexing, "is_tracer", lambda native: type(native) is Silent)
    assert of_jax.in_one_trace(Silent(), Silent())
    assert not of_jax.in_one_trace(Silent(), np.ones(2))
    assert of_jax.made_by(Silent())[0] == "unknown"
