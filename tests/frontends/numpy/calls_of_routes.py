"""Sixty calls of NumPy's API whose routes ``routes.txt`` holds, and the program that shows them.

``python -m tests.frontends.numpy.calls_of_routes BACKEND`` prints one line a call; with
``IVY_DEBUG=routes`` each is followed by its route on the standard error.
"""

from __future__ import annotations

import sys

CALLS = """
np.add(x, y)
np.add(x, 2.5)
np.add(large, large)
np.add(x, y, out=z)
np.add(x, wrong)
np.add([1.0, 2.0], x[:2])
np.sin(x)
np.exp(large)
np.maximum(large, 0.5)
np.power(x, 2)
np.bitwise_and(i, 3)
np.matmul(m, m)
np.floor_divide(i, 3)
x + y
x * 2
x > 0.5
-x
x @ x
np.sum(x)
np.sum(x, axis=0)
np.sum(large)
np.sum(i)
np.sum(m, axis=1, keepdims=True)
np.mean(x)
np.mean(large)
np.max(m, axis=0)
np.argmax(x)
np.any(i)
np.std(m, axis=0)
np.var(large)
np.cumsum(x)
np.median(x)
np.percentile(x, 30)
x.sum()
x.mean()
x.max()
m.sum(axis=1)
m.argmax(axis=0)
np.reshape(x, (2, 4))
np.transpose(m)
np.squeeze(m)
np.broadcast_to(x, (3, 8))
np.concatenate([x, y])
np.stack((x, y), axis=1)
np.vstack([large, large])
np.roll(x, 2)
np.tile(x, 3)
np.repeat(x, 2)
np.where(x > 0.5, x, y)
np.where(large > 0.5, large, 0.0)
np.clip(x, 0.2, 0.8)
np.sort(x)
np.unique(i)
np.argsort(large)
np.searchsorted(x, 0.5)
np.diff(x)
np.dot(m, m)
np.outer(x, y)
np.cross(x[:3], y[:3])
np.trace(m)
np.linalg.inv(m)
np.linalg.solve(m, m)
np.fft.fft(x)
np.einsum("ij,jk->ik", m, m)
np.zeros((2, 3))
np.arange(10)
np.linspace(0, 1, 5)
np.full((3,), 2.0)
np.zeros_like(x)
np.array([1.0, 2.0])
np.eye(3)
np.pad(x, 2)
np.isclose(x, y)
np.allclose(x, y)
np.histogram(x, bins=4)
np.interp(0.5, x, y)
np.convolve(x, y)
np.add.reduce(x)
np.array(["a", "b"])
""".split("\n")[1:-1]


def main(backend: str) -> None:
    """Make each call once and print it."""
    import numpy as real

    import frontends.numpy as np
    import ivy_core as ivy

    ivy.set_backend(backend)
    rng = real.random.default_rng(0)
    values = {"x": rng.random(8), "y": rng.random(8), "z": rng.random(8), "m": rng.random((4, 4))}
    values |= {"i": real.arange(12), "large": rng.random(300_000), "wrong": rng.random(5)}
    values = {name: np.asarray(value) for name, value in values.items()}
    for call in CALLS:
        print(f"> {call}", file=sys.stderr, flush=True)
        try:
            eval(call, {"np": np, **values})
        except ValueError:
            pass


if __name__ == "__main__":
    main(sys.argv[1])
