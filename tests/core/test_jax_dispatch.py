"""On the CPU JAX computes in the calling thread, unless the user has said otherwise."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("jax") is None, reason="jax is not installed"
)
ROOT = Path(__file__).resolve().parents[2]
VARIABLE = "JAX_CPU_ENABLE_ASYNC_DISPATCH"
# A kernel of some hundred milliseconds: has it been computed when the call comes back?
PROGRAM = """
import time
import frontends.numpy as np, ivy_core
ivy_core.set_backend("jax")
from ivy_core.backends.holder import read
x = np.ones((1500, 1500))
read(x @ x).block_until_ready()
start = time.perf_counter()
found = read(x @ x)
returned = time.perf_counter() - start
found.block_until_ready()
print(returned > 0.5 * (time.perf_counter() - start))
"""


def computes_in_the_call(**environment) -> bool:
    base = {name: value for name, value in os.environ.items() if name != VARIABLE}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**base, **environment},
        cwd=ROOT,
        text=True,
        capture_output=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip() == "True"


def test_a_call_comes_back_with_its_result():
    assert computes_in_the_call()


def test_what_the_user_has_set_stays():
    assert not computes_in_the_call(**{VARIABLE: "1"})
