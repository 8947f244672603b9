"""What travels between eight devices: ``python -m benchmarks.collectives [--json] [name ...]``.

Programs for NumPy run on arrays in parts, compiled by :func:`ivy.compile` or eagerly, and are held
against one device. The table has the collectives of their compiled texts: how many of each kind,
and of how many elements the largest one is. What stands within a loop counts once.
"""

from __future__ import annotations

import argparse
import collections
import json
import math
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

DEVICES = 8
KINDS = ("all-gather", "all-reduce", "all-to-all", "collective-permute", "reduce-scatter")
_NAMED = re.compile(rf"= (.*?) ({'|'.join(KINDS)})(?:-start)?\(")
_SHAPE = re.compile(r"(\w+)\[([\d,]*)\]")
_BITS = re.compile(r"\d+")  # in the name of a dtype: c64 has 64
_GROUP = re.compile(r"replica_groups=\{\{([\d,]*)\}")
_GROUPS = re.compile(r"replica_groups=\[\d+,(\d+)\]")
_MESH = re.compile(r"replica_groups=mesh\[([^]]*)\] \{([^}]*)\}")


def heat(np, u):
    """Heat on a plate of any shape, with in-place slice writes."""
    for _ in range(4):
        v = u.copy()
        v[1:-1, 1:-1] = u[1:-1, 1:-1] + 0.2 * (
            u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4.0 * u[1:-1, 1:-1]
        )
        u = v
    return u


def life(np, x):
    """Conway's game on a torus, by rolled copies."""
    for _ in range(3):
        count = 0.0
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                if down or right:
                    count = count + np.roll(np.roll(x, down, axis=0), right, axis=1)
        x = np.where((count == 3) | ((x == 1) & (count == 2)), 1.0, 0.0)
    return x


def n_body(np, points):
    """Bodies that attract each other, all pairs at once."""
    speed = np.zeros_like(points)
    for _ in range(3):
        apart = points[None, :, :] - points[:, None, :]
        force = apart / ((apart**2).sum(axis=2) + 0.1)[:, :, None] ** 1.5
        speed = speed + 0.01 * force.sum(axis=1)
        points = points + 0.01 * speed
    return points


def k_means(np, points):
    """Lloyd's iteration with four centers."""
    centers = points[:4].copy()
    for _ in range(3):
        labels = np.argmin(((points[:, None, :] - centers[None]) ** 2).sum(axis=2), axis=1)
        for k in range(4):
            mine = (labels == k)[:, None]
            centers[k] = (points * mine).sum(axis=0) / mine.sum()
    return centers


def conjugate_gradient(np, a, b):
    """Solve for a positive definite matrix."""
    x = np.zeros_like(b)
    r = b - a @ x
    p, old = r, r @ r
    for _ in range(5):
        q = a @ p
        step = old / (p @ q)
        x = x + step * p
        r = r - step * q
        new = r @ r
        p, old = r + new / old * p, new
    return x


def power_iteration(np, a):
    vector = np.ones(a.shape[0])
    for _ in range(5):
        vector = a @ vector
        vector = vector / np.linalg.norm(vector)
    return vector


def matrix_chain(np, a, b):
    return a @ b @ a


def fft_filter(np, image):
    """Low pass in two dimensions."""
    spectrum = np.fft.fft2(image)
    rows = np.fft.fftfreq(image.shape[0])[:, None]
    columns = np.fft.fftfreq(image.shape[1])[None, :]
    return np.fft.ifft2(np.where(rows**2 + columns**2 < 0.04, spectrum, 0.0)).real


def fft_of_rows(np, image):
    """Transform along the axis that is cut, there and back."""
    spectrum = np.fft.fft(image, axis=0)
    return np.fft.ifft(spectrum * 0.5, axis=0).real


def monte_carlo(np, x, y):
    return 4.0 * np.mean(x * x + y * y < 1.0)


def histogram(np, x):
    return np.histogram(x, bins=32, range=(0.0, 1.0))[0]


def bin_counts(np, labels):
    return np.bincount(labels, minlength=16)


def digits(np, x):
    return np.digitize(x, np.linspace(0.0, 1.0, 9))


def sort(np, x):
    return np.sort(x)


def unique(np, labels):
    return np.unique(labels)


def floyd_warshall(np, d):
    for k in range(d.shape[0]):
        d = np.minimum(d, d[:, k, None] + d[None, k, :])
    return d


def masked_update(np, x):
    x = x.copy()
    x[x > 0.5] *= 2.0
    x[x < 0.1] = 0.0
    return x


def mlp(np, x, y, first, second):
    """Steps of gradient descent, derived by hand."""
    for _ in range(2):
        hidden = np.tanh(x @ first)
        off = (hidden @ second - y) / x.shape[0]
        grad = hidden.T @ off
        first = first - 0.1 * (x.T @ (off @ second.T * (1.0 - hidden**2)))
        second = second - 0.1 * grad
    return first, second


def solve(np, a, b):
    return np.linalg.solve(a, b)


def inputs_of(name: str, np) -> list:
    """Draw the arrays that a program takes, each to be cut along its first axis."""
    draw = np.random.default_rng(5)
    n = 64
    definite = draw.random((n, n))
    definite = definite @ definite.T + n * np.eye(n)
    return {
        "heat": lambda: [draw.random((512, 512))],
        "heat_uneven": lambda: [draw.random((509, 517))],
        "life": lambda: [(draw.random((256, 256)) < 0.3).astype(float)],
        "n_body": lambda: [draw.random((256, 3))],
        "k_means": lambda: [draw.random((1024, 4))],
        "conjugate_gradient": lambda: [definite, draw.random(n)],
        "power_iteration": lambda: [definite],
        "matrix_chain": lambda: [draw.random((256, 256)), draw.random((256, 256))],
        "fft_filter": lambda: [draw.random((256, 128))],
        "fft_of_rows": lambda: [draw.random((256, 128))],
        "monte_carlo": lambda: [draw.random(8192), draw.random(8192)],
        "histogram": lambda: [draw.random(8192)],
        "bin_counts": lambda: [draw.integers(0, 16, 8192)],
        "digits": lambda: [draw.random(8192)],
        "sort": lambda: [draw.random(8192)],
        "unique": lambda: [draw.integers(0, 16, 8192)],
        "floyd_warshall": lambda: [draw.random((n, n))],
        "masked_update": lambda: [draw.random((256, 64))],
        "mlp": lambda: [
            draw.random((512, 32)), draw.random((512, 4)), draw.random((32, 16)),
            draw.random((16, 4)),
        ],
        "solve": lambda: [definite, draw.random(n)],
    }[name]()  # fmt: skip


PROGRAMS = {
    each.__name__: each
    for each in (
        heat, life, n_body, k_means, conjugate_gradient, power_iteration, matrix_chain, fft_filter,
        fft_of_rows, monte_carlo, histogram, bin_counts, digits, sort, unique, floyd_warshall,
        masked_update, mlp, solve,
    )
}  # fmt: skip
PROGRAMS["heat_uneven"] = heat
WHOLE = {"mlp": (2, 3)}  # arguments that are not cut: the weights


def exchanges(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield kind, bytes and devices of a group of each collective in a compiled text.

    The bytes are those of its results on each device; what stands within a loop counts once.

    Examples
    --------
    >>> list(exchanges("%a = f64[2,8]{1,0} all-gather(%b), replica_groups={{0,1},{2,3}}"))
    [('all-gather', 128, 2)]
    >>> list(exchanges("%a = (f32[4], f32[]) all-reduce(%b, %c), replica_groups=[1,8]<=[8]"))
    [('all-reduce', 20, 8)]
    >>> list(exchanges("%a = f32[4] all-reduce(%b), replica_groups=mesh['x'=2,'y'=4] {'y'}"))
    [('all-reduce', 16, 4)]
    """
    for line in text.splitlines():
        for shapes, kind in _NAMED.findall(line):
            sizes = []
            for dtype, lengths in _SHAPE.findall(shapes):
                count = math.prod(map(int, filter(None, lengths.split(","))))
                sizes.append(count * int(_BITS.search(dtype)[0] if dtype != "pred" else 8) // 8)
            # an asynchronous collective has its operands among its results
            is_begun = f" {kind}-start(" in line
            yield kind, max(sizes) if is_begun else sum(sizes), _group_size(line)


def _group_size(line: str) -> int:
    """Return how many devices take part in a collective; 1 where the text lists pairs of them."""
    if listed := _GROUP.search(line):
        return listed[1].count(",") + 1
    if counted := _GROUPS.search(line):
        return int(counted[1])
    if meshed := _MESH.search(line):
        lengths = dict(each.split("=") for each in meshed[1].split(","))
        return math.prod(int(lengths[name]) for name in meshed[2].split(","))
    return 1


def collectives(text: str) -> dict[str, tuple[int, int]]:
    """Return (count, elements of the largest) of each kind of collective in a compiled text.

    Examples
    --------
    >>> collectives("%a.1 = f64[2,8]{1,0} all-gather(%b), channel_id=1")
    {'all-gather': (1, 16)}
    """
    found: dict = collections.defaultdict(list)
    for shapes, kind in _NAMED.findall(text):
        lengths = [filter(None, each.split(",")) for _, each in _SHAPE.findall(shapes)]
        found[kind].append(max(math.prod(map(int, each)) for each in lengths))
    return {kind: (len(found[kind]), max(found[kind])) for kind in KINDS if kind in found}


def measure(name: str, way: str, folder: Path) -> dict:
    """Return a program's collectives on arrays in parts, and how far it is off NumPy's answer."""
    import numpy

    import frontends.numpy as np
    import ivy_core as ivy

    ivy.set_backend("jax")
    program = PROGRAMS[name]
    placement = ivy.Placement(ivy.mesh((DEVICES,), ("parts",)), ("parts",))
    values = inputs_of(name, numpy)
    expected = program(numpy, *[each.copy() for each in values])

    run = ivy.compile(program) if way == "compiled" else program
    arrays = [np.asarray(each) for each in values]
    whole = WHOLE.get(name, ())
    arrays = [x if at in whole else x.to_placement(placement) for at, x in enumerate(arrays)]
    before = set(folder.glob("*after_optimizations.txt"))
    result = run(np, *arrays)
    result = result if isinstance(result, tuple) else (result,)
    expected = expected if isinstance(expected, tuple) else (expected,)
    off = 0.0
    for one, other in zip(result, expected, strict=True):
        one, other = numpy.asarray(one), numpy.asarray(other)
        assert one.shape == other.shape, (name, one.shape, other.shape)
        relative = numpy.abs(one - other) / numpy.maximum(numpy.abs(other), 1.0)
        off = max(off, float(relative.max()))
    texts = [p.read_text() for p in sorted(set(folder.glob("*after_optimizations.txt")) - before)]
    found = collectives("\n".join(texts))
    return {"name": name, "way": way, "off": off, "collectives": found, "kernels": len(texts)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help=", ".join(PROGRAMS))
    parser.add_argument("--way", choices=("compiled", "eager"), default="compiled")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--keep", help="a folder for the compiled texts", default=None)
    options = parser.parse_args()
    if "IVY_COLLECTIVES" not in os.environ:
        with tempfile.TemporaryDirectory() as folder:
            folder = options.keep or folder
            flags = f"--xla_force_host_platform_device_count={DEVICES} --xla_dump_to={folder}"
            environment = {
                **os.environ, "NPROC": "128", "IVY_COLLECTIVES": folder, "JAX_PLATFORMS": "cpu",
                "XLA_FLAGS": f"{os.environ.get('XLA_FLAGS', '')} {flags} --xla_dump_hlo_as_text",
                "JAX_ENABLE_COMPILATION_CACHE": "false",
            }  # fmt: skip
            command = [sys.executable, "-m", "benchmarks.collectives", *sys.argv[1:]]
            sys.exit(subprocess.run(command, env=environment, check=False).returncode)
    folder = Path(os.environ["IVY_COLLECTIVES"])
    if not options.json:
        print("| program | way | kernels | collectives (largest, elements) | off |")
        print("| --- | --- | --: | --- | --: |")
    for name in options.names or PROGRAMS:
        row = measure(name, options.way, folder)
        if options.json:
            print(json.dumps(row))
            continue
        shown = [f"{count} {kind} ({size})" for kind, (count, size) in row["collectives"].items()]
        print(
            f"| {name} | {row['way']} | {row['kernels']} | {', '.join(shown) or 'none'} | "
            f"{row['off']:.1e} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
