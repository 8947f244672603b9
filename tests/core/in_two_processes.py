"""Checks in two processes with two host devices each; ``test_processes.py`` runs them once.

Each is a NumPy program that `transpile` rewrites: it returns what it has computed, which is NumPy's
answer. Run by itself (``python in_two_processes.py``) it computes that. Prints JSON, by name.
"""

import json
import logging
import os
import random
import shutil
import sys
import tempfile
from pathlib import Path

import numpy as np

logging.basicConfig(level=logging.INFO)  # JAX's own steps are no business of a program's
A = np.arange(256.0).reshape(16, 16) % 37
PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


@program
def heat():
    u = np.zeros((16, 16))
    u[0] = 100.0
    for _ in range(5):
        u[1:-1, 1:-1] += 0.1 * (u[2:, 1:-1] + u[:-2, 1:-1] - 2 * u[1:-1, 1:-1])
    return u[:3, 2:5]


@program
def matrix_chain():
    b = A.T / 100
    for _ in range(3):
        b = b @ A / 500
    return b.sum(axis=0)


@program
def masked_update():
    x = A.copy()
    x[x > 20] = -1
    return x.sum(axis=1), x[x < 0].size


@program
def kmeans():
    points = np.random.default_rng(1).normal(size=(16, 2))
    centres = points[:2].copy()
    for _ in range(2):
        near = ((points[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
        centres = np.stack([points[near == k].mean(axis=0) for k in range(2)])
    return centres


@program
def sort_and_unique():
    values, counts = np.unique(A, return_counts=True)
    return np.sort(A, axis=0)[3], np.argsort(A[:, 1])[:4], values[:3], counts[:3]


@program
def values_on_the_host():
    shown = f"{A[2]} {A[3, 4]:.2f} {float(A.sum())}"
    return shown, A[-1].tolist(), np.median(A), np.histogram(A, bins=4)[0], bool((A > 35).any())


@program
def eigenvalues():
    return np.sort(np.abs(np.linalg.eigvals(A + A.T)))[-3:]


@program
def lengths_that_do_not_divide():
    x = np.linspace(0.0, 1.0, 7)
    return np.diff(x)[1:3], np.concatenate([x, x[:3]]).sum(), np.ones((3, 5)).mean(axis=0)


@program
def indices_with_arrays():
    x = A.copy()
    x[[1, 2], [3, 4]] = 5.0
    x[[7, 9]] += 1
    return x[[3, 1]][:, :2], x[1:10, 3]


@program
def loops_over_rows():
    return sum(float(row.sum()) for row in A)


@program
def draws():
    """Draw with seeds; those without are compared by the test, as they differ each time."""
    np.random.seed(3)
    return np.random.rand(4, 2), np.random.default_rng(3).permutation(8)


def files():
    """Return what a program sees of files that it writes, in the current folder."""
    x = np.arange(16.0)

    def update():
        total = 0
        for i in range(3):
            np.save("out/x.npy", x * i)
            total += np.load("out/x.npy").sum()
        return total

    def append():
        for i in range(2):
            with open("out/log", "a") as file:
                file.write(f"{i}\n")
                at = file.tell()
        return at, Path("out/log").read_text(), os.path.getsize("out/log")

    def change():
        with open("out/log", "r+") as file:
            return file.read(2), file.write("Z"), file.name

    def replace():
        with tempfile.NamedTemporaryFile("w", dir="out", delete=False) as file:
            file.write("whole")
        os.replace(file.name, "out/whole")
        Path(f"out/part{os.getpid()}").write_text("part")
        os.replace(f"out/part{os.getpid()}", "out/part")
        return Path("out/whole").read_text() + Path("out/part").read_text()

    def written_by_c():
        made = f"out/c{os.getpid()}"
        file = os.open(made, os.O_WRONLY | os.O_CREAT)
        os.write(file, b"whole")
        os.close(file)
        os.replace(made, "out/c")
        return Path("out/c").read_text()

    def temporary():
        with tempfile.TemporaryDirectory() as folder:
            np.savez(os.path.join(folder, "x.npz"), x=x)
            return np.load(os.path.join(folder, "x.npz"))["x"].sum()

    def mapped():
        memory = np.memmap("out/mapped", dtype=float, mode="w+", shape=(8,))
        memory[:] = 2.0
        return float(memory.sum())

    seen = []
    for step in (
        lambda: os.makedirs("out"), lambda: os.mkdir("out"), update, append, change, replace,
        written_by_c, temporary, mapped, lambda: open("out/log", "x"),
        lambda: open("no/folder", "w"), lambda: os.rename("none", "out/none"),
        lambda: sorted(os.listdir("out")),
        lambda: shutil.rmtree("out"), lambda: os.path.exists("out"),
    ):  # fmt: skip
        try:
            seen.append(to_json(step()))
        except OSError as error:
            seen.append(f"{type(error).__name__}: {error}")
    return seen


def unseeded():
    """Return draws that no seed determines, of each kind of generator."""
    return [
        np.random.rand(),
        np.random.default_rng().random(),
        float(np.random.RandomState().rand()),
        np.random.Generator(np.random.PCG64()).random(),
        random.random(),
        hash("text"),
    ]


def to_json(value):
    if isinstance(value, (tuple, list)):
        return [to_json(each) for each in value]
    return np.asarray(value).tolist()


def main():
    found = {name: to_json(run()) for name, run in PROGRAMS.items()}
    try:
        import ivy_core as ivy
    except ImportError:
        pass
    else:
        joined = ivy.distributed
        joined.initialize()  # a second time
        found["input"] = [input(), *sys.stdin]
        found["processes"] = [joined.process_count(), joined.is_initialized()]
        found["placement"] = [str(A.placement), len({*map(str, A.placement.devices)})]
        path = os.path.join(sys.argv[1], f"{joined.process_index()}.json")
        found["files"] = files()
        saved = {"a": A, "odd": np.arange(2043.0), "steps": [3, (None, "text")]}
        joined.save("parts", saved)
        joined.save("parts", saved)  # in the place of the first
        cols = ivy.Placement(A.placement.where, (None, "rows"))
        again = joined.load("parts", {"a": cols})
        found["loaded"] = [to_json(again["a"]), again["a"].placement == cols, again["steps"]]
        found["loaded"] += [float(again["odd"].sum()), sorted(os.listdir("parts"))]
        found |= {"unseeded": unseeded(), "name": tempfile.mkdtemp()}
        writing = os.open(path, os.O_WRONLY | os.O_CREAT)  # `open` would write it once
        os.write(writing, json.dumps(found).encode())
    print(json.dumps(found))


if __name__ == "__main__":
    main()
