"""Programs that a later process finds on disk by their text: the same answers, never stale."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.parametrize("backend", ["jax"], indirect=True)


@pytest.fixture
def folder(tmp_path, monkeypatch, backend):
    from ivy_core.backends.jax.runtime import stored_programs

    monkeypatch.setattr(stored_programs, "_folder", tmp_path)
    return tmp_path


def steps(x, y):
    import jax.numpy as jnp

    return [jnp.sin(x) @ y + np.float32(0.5), (x > 0).sum(), y * 2]


def compiled(function, *kinds, donated=()):
    """Return a program that was compiled as a step of training is, and whether it was found."""
    from ivy_core.backends.jax.compiler import programs
    from ivy_core.backends.jax.runtime import kept_programs

    made = programs.Compiled(programs.traced(function, kinds), donated)
    made.compile_in_stages(is_quick=True)
    lowered = made.lower()
    lowered.compile()
    return made.call, type(lowered) is kept_programs._Found


def arrays(*shapes, dtype=np.float32):
    generator = np.random.default_rng(0)
    return [generator.standard_normal(shape).astype(dtype) for shape in shapes]


def test_a_program_that_was_found_gives_the_same_bits(folder):
    import jax
    import jax.numpy as jnp

    given = list(map(jnp.asarray, arrays((4, 3), (3, 5))))
    first, was_found = compiled(steps, *given)
    assert not was_found
    expected = first(*given)
    again, was_found = compiled(steps, *given)
    assert was_found
    for arguments in (given, given, list(map(np.asarray, given))):
        for mine, other in zip(again(*arguments), expected, strict=True):
            assert mine.dtype == other.dtype and mine.weak_type == other.weak_type
            np.testing.assert_array_equal(mine, other)
    committed = [jax.device_put(each, jax.devices()[0]) for each in given]
    np.testing.assert_array_equal(again(*committed)[0], expected[0])
    assert [each.committed for each in again(*committed)] == [True, True, True]
    assert [each.committed for each in again(*given)] == [False, False, False]


def test_how_a_function_is_differentiated_is_no_part_of_a_program(folder):
    import jax
    import jax.numpy as jnp

    def function(x):
        return [jax.nn.relu(x), jax.grad(lambda y: jax.nn.relu(y).sum())(x)]

    def one_that_differs(x):
        return [jax.nn.relu6(x), jax.grad(lambda y: jax.nn.relu(y).sum())(x)]

    (given,) = map(jnp.asarray, arrays((4, 3)))
    assert not compiled(function, given)[1]
    assert not compiled(one_that_differs, given)[1]
    again, was_found = compiled(function, given)
    assert was_found
    np.testing.assert_array_equal(again(given)[0], np.maximum(given, 0))


def test_a_call_of_other_kinds_is_refused_as_before(folder):
    from ivy_core.backends.jax.compiler.programs import Unlike

    given = arrays((4, 3), (3, 5))
    for _ in range(2):
        call, was_found = compiled(steps, *given)
        with pytest.raises(Unlike):
            call(*arrays((2, 3), (3, 5)))
        with pytest.raises(Unlike):
            call(*arrays((4, 3), (3, 5), dtype=np.float64))
    assert was_found


def test_no_other_program_is_found(folder, monkeypatch):
    import jax
    import jax.numpy as jnp

    def is_found(function, *kinds, **options):
        return compiled(function, *kinds, **options)[1]

    def shifted(amount):
        return lambda x, y: [x + amount, y]

    given = arrays((4, 3), (3, 5))
    table, other = arrays((40,), (40,))
    assert [is_found(shifted(1.0), *given) for _ in range(2)] == [False, True]
    assert not is_found(shifted(2.0), *given)
    assert not is_found(shifted(-0.0), *given) and not is_found(shifted(0.0), *given)
    assert not is_found(shifted(1.0), *arrays((4, 3), (3, 5), dtype=np.float64))
    assert not is_found(shifted(1.0), *arrays((4, 2), (3, 5)))
    assert not is_found(shifted(1.0), 1.0, given[1])
    assert not is_found(lambda x, y: [y, x + 1.0], *given)
    assert not is_found(lambda x, y: [x + table[:3], y], *given)
    assert not is_found(lambda x, y: [x + other[:3], y], *given)
    assert not is_found(shifted(1.0), *given, donated=(0,))
    with jax.default_matmul_precision("float32"):
        assert not is_found(shifted(1.0), *given)
    monkeypatch.setattr("ivy_core.backends.jax.runtime.stored_programs._process_key", lambda: "b")
    assert not is_found(shifted(1.0), *given)
    assert is_found(shifted(1.0), *given)
    assert not is_found(lambda x, y: [jnp.where(x > 0, x, 0), y], *given)


def test_where_jax_looks_for_nans_it_finds_them(folder):
    import jax
    import jax.numpy as jnp

    zero = jnp.zeros(3)
    for _ in range(2):
        call, was_found = compiled(lambda x: [x / x], zero)
        assert np.isnan(call(zero)[0]).all()
        with jax.debug_nans(True), pytest.raises(FloatingPointError):
            call(zero)
        assert np.isnan(call(zero)[0]).all()
    assert was_found


def test_a_donated_argument_is_gone(folder):
    import jax.numpy as jnp

    x, y = map(jnp.asarray, arrays((64, 64), (64, 64)))
    for is_second in (False, True):
        call, was_found = compiled(lambda x, y: [x + y, y.sum()], x, y, donated=(0,))
        given = x + 0
        expected = np.asarray(x + y)
        np.testing.assert_array_equal(call(given, y)[0], expected)
        assert was_found == is_second and given.is_deleted() and not y.is_deleted()


def test_a_damaged_file_is_compiled_anew(folder):
    given = arrays((4, 3), (3, 5))
    expected = compiled(steps, *given)[0](*given)
    (path,) = folder.glob("*-program")
    path.write_bytes(path.read_bytes()[:-7] + bytes(7))
    call, was_found = compiled(steps, *given)
    assert not was_found
    np.testing.assert_array_equal(call(*given)[0], expected[0])
    assert compiled(steps, *given)[1]


SCRIPT = """\
import torch
from torch import nn

torch.manual_seed(1)
model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.1), nn.Linear(8, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(600):
    x = torch.randn(8, 4)
    optimizer.zero_grad()
    loss = ((model(x) - RATE * x.sum(1, keepdim=True)) ** 2).mean()
    loss.backward()
    optimizer.step()
    if step % 100 == 99:
        print(f"{loss.item():.3f}")
"""


def test_a_script_that_was_edited_between_processes_does_what_it_says(tmp_path, backend):
    script = tmp_path / "script.py"
    environment = {
        **os.environ, "IVY_JAX_CACHE": f"{tmp_path}/jax", "IVY_AUTO_CACHE": f"{tmp_path}/auto",
    }  # fmt: skip

    def printed(rate, *options):
        script.write_text(SCRIPT.replace("RATE", rate))
        command = [sys.executable, "-m", "transpile", str(script), "--to", "jax", "--run", *options]
        done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return np.array(list(map(float, done.stdout.split())))

    first = printed("1.0", "--compile", "auto")
    np.testing.assert_allclose(printed("1.0", "--compile", "auto"), first, atol=2e-3)
    edited = printed("3.0", "--compile", "auto")
    np.testing.assert_allclose(edited, printed("3.0"), atol=2e-3)
    assert abs(edited - first).max() > 0.1
