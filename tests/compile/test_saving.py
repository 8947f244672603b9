"""Compiled functions in files: what comes back, what is refused, and files that are none."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from ivy_core.compilation.call.function import CompileError
from ivy_core.compilation.export.saving import LoadError

on_jax = pytest.mark.parametrize("backend", ["jax"], indirect=True)
weights = ours.asarray([1.0, 2.0, 4.0])
memory = ours.zeros(2)


def same(got, want):
    if isinstance(want, dict):
        assert list(got) == list(want)
        got, want = list(got.values()), list(want.values())
    if isinstance(want, (list, tuple)):
        assert type(got) is type(want) and len(got) == len(want)
        for one, other in zip(got, want, strict=True):
            same(one, other)
        return
    assert type(got).__name__ == type(want).__name__
    if want is not None:
        real.testing.assert_array_equal(real.asarray(got), real.asarray(want))


def step(x, state, factor=2.0, rounds=20):
    for i in range(rounds):
        x[i % 3] += weights[i % 3] * factor
    state["last"] = x[0] * 2
    state["calls"] += 1
    return x[1:], {"sum": x.sum(), "list": [x * 2, rounds]}, None, factor * 3, x > 50


def shifted(x, part):
    part += x[0]
    return [x, part[::-1]]


def mixed(x, native, times):
    x[0] = 9
    return x, x[::2], native * times, times > 1


def dtypes(x):
    return x.astype("complex64") * 1j, x.astype("int8"), x.astype("float16") * 3


CALLS = {
    "loops, effects and globals": (step, lambda: ((ours.zeros(3), {"calls": 1}), {"factor": 1.5})),
    "a view and its base": (shifted, lambda: (_base_and_part(), {})),
    "NumPy's own arrays and JAX's": (
        mixed, lambda: ((real.zeros(3), ivy.asarray([1.0]).data, 2.5), {}),
    ),
    "other types": (dtypes, lambda: ((ours.arange(4.0),), {})),
}  # fmt: skip


def _base_and_part():
    x = ours.asarray([1.0, 2.0, 3.0])
    return x, x[1:]


@on_jax
@pytest.mark.parametrize("name", CALLS)
def test_a_function_comes_back(backend, name, tmp_path):
    function, make = CALLS[name]
    path = tmp_path / "function.ivy"
    args, kwargs = make()
    ivy.compile(function).save(path, *args, **kwargs)
    (args, kwargs), (others, _) = make(), make()
    loaded = ivy.load_compiled(path)
    assert loaded.__name__ == function.__name__
    for _ in range(2):
        same(loaded(*args, **kwargs), function(*others, **kwargs))
        same(list(args), list(others))
        if "calls" not in str(others):
            continue
        break  # the number of calls is no array: another one is another program


@on_jax
def test_what_is_saved_is_not_run(backend, tmp_path):
    x, state = ours.zeros(3), {"calls": 1}
    ivy.compile(step).save(tmp_path / "f", x, state)
    same(x, ours.zeros(3))
    assert state == {"calls": 1}


@on_jax
def test_results_that_see_an_argument_write_to_it(backend, tmp_path):
    ivy.compile(shifted).save(tmp_path / "f", *_base_and_part())
    x, part = _base_and_part()
    given, flipped = ivy.load_compiled(tmp_path / "f")(x, part)
    assert given is x
    flipped[0] = 77
    same(x, ours.asarray([1.0, 3.0, 77.0]))


@on_jax
def test_another_process_loads_it_without_the_source(backend, tmp_path):
    path = tmp_path / "f"
    ivy.compile(lambda x: (x * 2.0, x.sum())).save(path, ivy.asarray([1.0, 2.0]))
    code = (
        "import sys, ivy_core as ivy; sys.modules['malt'] = None; ivy.set_backend('jax')\n"
        f"print(ivy.load_compiled({str(path)!r})(ivy.asarray([3.0, 4.0])))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "(ivy.array([6., 8.]), ivy.array(7.))"


@on_jax
def test_other_arguments_are_refused(backend, tmp_path):
    ivy.compile(step).save(tmp_path / "f", ours.zeros(3), {"calls": 1})
    loaded = ivy.load_compiled(tmp_path / "f")
    for args, said in (
        ((ours.zeros(4), {"calls": 1}), r"shape \(3,\) where shape \(4,\)"),
        ((ours.zeros(3, "float32"), {"calls": 1}), "float64 where float32"),
        ((ours.zeros(3), {"calls": 2}), "1 where 2"),
        ((ours.zeros(3), [1]), "dict where list"),
        ((ours.zeros(3),), "for more arguments"),
        ((ours.zeros(3), {"calls": 1}, 2.0), "for fewer arguments"),
    ):
        with pytest.raises(ValueError, match=f"step: was saved .*{said}"):
            loaded(*args)
    with ivy.with_backend("numpy"), pytest.raises(ValueError, match="arrays of jax are needed"):
        loaded(ours.zeros(3), {"calls": 1})


class Thing:
    pass


def writes_to_a_global(x):
    memory[0] = x[0]


def gives_an_object(x):
    thing = Thing()
    thing.x = x + 1
    return thing


def prints(x):
    print(x)
    return x + 1


def is_eager(x):
    return float(f"{x[0]:.1f}")


def gives_an_unknown_length(x):
    return x[x > 0]


REFUSED = {
    writes_to_a_global: "it writes to an array that is no argument",
    gives_an_object: "class Thing belongs to it",
    is_eager: "eager",
    prints: "JAX exports no such program",
    gives_an_unknown_length: "an array comes out whose length only the program knows",
}


@on_jax
@pytest.mark.parametrize("function", REFUSED, ids=lambda f: f.__name__)
def test_what_cannot_be_saved_says_why(backend, function, tmp_path):
    with pytest.raises(CompileError, match=f"{function.__name__} cannot be saved: .*"
                       f"{REFUSED[function]}"):  # fmt: skip
        ivy.compile(function, fallback="silent").save(tmp_path / "f", ours.ones(2))
    assert not (tmp_path / "f").exists()
    same(memory, ours.zeros(2))


def sums_and_products(x, y, w):
    y[:] = x @ w
    return (x * 2).sum() + (y + x).sum() + (y * y).sum(), w.T @ x


@on_jax
def test_a_program_in_a_file_is_the_one_that_is_called(backend, tmp_path):
    """On the CPU it is written as XLA is quick there: three sums are one pass."""
    import jax

    path = tmp_path / "sums.ivy"
    values = real.random.default_rng(3).normal(size=(3, 128, 128))
    compiled = ivy.compile(sums_and_products, fallback="raise")
    want = compiled(*map(ours.asarray, values))
    compiled.save(path, *map(ours.asarray, values))
    for got, wanted in zip(ivy.load_compiled(path)(*map(ours.asarray, values)), want, strict=True):
        real.testing.assert_array_equal(real.asarray(got), real.asarray(wanted))
    with zipfile.ZipFile(path) as archive:
        program = jax.export.deserialize(bytearray(archive.read("program")))
    live = compiled.lower(*map(ours.asarray, values)).as_text()
    for step in ("stablehlo.reduce(", "stablehlo.optimization_barrier"):
        assert program.mlir_module().count(step) == live.count(step) == 1


@on_jax
def test_a_program_with_barriers_comes_back(backend, tmp_path):
    """Files have no operation for the barriers that keep XLA from computing long chains again."""

    @ivy.compile
    def residuals(x, w):
        for _ in range(4):
            x = 0.5 * (0.5 * x + w) + w
            x = 0.5 * (0.5 * x + w) + w
        return x @ w, w @ x, x.sum(0) * x

    given = ours.arange(16.0).reshape(4, 4), ours.ones((4, 4))
    given = [ours.tile(each, (3, 3)) for each in given]
    assert "unfused" in residuals.explain(*given, stage="passes")
    residuals.save(tmp_path / "residuals.ivy", *given)
    loaded = ivy.load_compiled(tmp_path / "residuals.ivy")
    for one, other in zip(loaded(*given), residuals(*given), strict=True):
        real.testing.assert_allclose(real.asarray(one), real.asarray(other), rtol=1e-12)


@pytest.mark.parametrize("backend", ["numpy", "torch", "tensorflow"], indirect=True)
def test_other_backends_have_no_files(backend, tmp_path):
    with pytest.raises(CompileError, match="only programs of JAX are saved"):
        ivy.compile(is_eager).save(tmp_path / "f", ours.ones(2))


@on_jax
def test_files_that_hold_no_function_are_refused(backend, tmp_path):
    path = tmp_path / "f"
    ivy.compile(step).save(path, ours.zeros(3), {"calls": 1})
    parts = {}
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    description = json.loads(parts["description.json"])
    assert description["versions"].keys() == {"jax"}

    def changed(**others):
        with zipfile.ZipFile(path, "w") as archive:
            for name, held in {**parts, **others}.items():
                if held is not None:
                    archive.writestr(name, held)

    def described(**others):
        return {"description.json": json.dumps({**description, **others})}

    result = ["value", ["pickle", "gASV"]]
    for others, said in (
        (described(format=99), r"has format 99, this version of ivy reads format 1"),
        (described(backend="torch"), "no programs of 'torch'"),
        (
            described(versions={"jax": "0.1.0"}) | {"program": b"none"},
            "saved by jax 0.1.0, and jax",
        ),
        (described(classes=[["os.system", 0]]), r"gives arrays of os.system: import os.system"),
        ({"description.json": "[]"}, "cannot be read"),
        ({"description.json": "{}"}, "cannot be read"),
        ({"program": None}, "no compiled function is in this file"),
    ):
        changed(**others)
        with pytest.raises(LoadError, match=said):
            ivy.load_compiled(path)
    changed(**described(result=result))
    with pytest.raises(LoadError, match="holds 'pickle', which this version does not know"):
        ivy.load_compiled(path)(ours.zeros(3), {"calls": 1})
    path.write_bytes(b"no archive")
    with pytest.raises(LoadError, match="no compiled function"):
        ivy.load_compiled(path)
    with pytest.raises(FileNotFoundError):
        ivy.load_compiled(tmp_path / "nothing")
