"""Bodies of loops that Inductor compiles where that is asked for, against NumPy."""

from __future__ import annotations

import shutil
import threading

import numpy as real

import frontends.numpy as np
import ivy_core as ivy


def diffused(u, v, rounds):
    for _ in range(rounds):
        v[1:-1] = 0.25 * (u[:-2] + u[2:]) + 0.5 * u[1:-1]
        u[1:-1] = np.where(v[1:-1] > 0.5, v[1:-1], -v[1:-1])


def test_stencil(backend, monkeypatch):
    monkeypatch.setenv("IVY_TORCH_INDUCTOR", "1")
    plain = [real.linspace(0.0, 1.0, 50) ** 2, real.zeros(50)]
    given = [np.asarray(each) for each in plain]
    compiled = ivy.compile(diffused, loops="roll")
    threads = set(threading.enumerate())
    for _ in range(2):
        compiled(*given, 30)
        with monkeypatch.context() as patched:
            patched.setitem(globals(), "np", real)
            diffused(*plain, 30)
    for got, want in zip(given, plain, strict=True):
        real.testing.assert_allclose(real.asarray(got), want, rtol=1e-12)
    if backend == "torch":
        text = compiled.lower(*given, 30).as_text()
        assert ("def kernel_0" in text) == any(map(shutil.which, ("g++", "clang++")))
        assert set(threading.enumerate()) == threads  # beside others nothing is compiled unasked
