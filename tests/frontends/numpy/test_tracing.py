"""Code with in-place writes and views, written with the frontend, under the tracers."""

from __future__ import annotations

import numpy as np
import pytest

import frontends.numpy as fnp
from ivy_core.backends.holder import read
from ivy_core.backends.loading import load_backend

VALUES = np.arange(20.0).reshape(5, 4)


def program(np, x):
    """Write through views, slices and a broadcast; return a new array and change the argument."""
    row = x[1:-1]
    row += x[2:] * 2.0
    x[0] = np.sin(x[1])
    x[:, ::2][3] = 5.0
    x[-1, 1] -= 1.0
    flat = x.reshape(-1)
    flat[3] = 7.0
    return np.add(x, 1.0) * x[:, ::-1]


@pytest.fixture(scope="module")
def expected():
    x = VALUES.copy()
    return program(np, x), x


def traced(native):
    """Return what the program computes, and the array it was given as it is afterwards."""
    x = fnp.asarray(native)
    result = program(fnp, x)
    return read(result), read(x)


def _compile(backend, traced=traced):
    if backend == "numpy":
        return traced, VALUES.copy()
    if backend == "jax":
        import jax

        return jax.jit(traced), jax.numpy.array(VALUES)
    if backend == "torch":
        import torch

        return torch.compile(traced, backend="eager"), torch.tensor(VALUES)
    import tensorflow as tf

    return tf.function(traced), tf.constant(VALUES)


def test_a_compiled_program_gives_what_numpy_gives(backend, expected):
    function, native = _compile(backend)
    for _ in range(2):  # the second call runs what the first has traced
        if backend in ("numpy", "torch"):
            native = (
                native + 0
            )  # written in place: the first call must not change the second's input
        result, x = function(native if backend != "torch" else native.clone())
        np.testing.assert_allclose(np.asarray(result), expected[0], rtol=1e-12)
        np.testing.assert_allclose(np.asarray(x), expected[1], rtol=1e-12)
        native = _compile(backend)[1]


def test_functions_that_stay_numpys_own_can_be_traced(backend):
    def evaluated(native):
        x = fnp.asarray(native)
        return read(fnp.polynomial.chebyshev.chebval(x, [1.0, 2.0, 3.0]))

    function, native = _compile(backend, evaluated)
    expected = np.polynomial.chebyshev.chebval(VALUES, [1.0, 2.0, 3.0])
    np.testing.assert_allclose(np.asarray(function(native)), expected, rtol=1e-12)


# traced integers, masks and index arrays


def at_integers(np, x, i):
    """Write at a traced integer in every basic form, through views and functions."""
    row = x[i]
    row += 5
    x[i : i + 2] *= 2
    x[i, 1:] = 7
    x[..., i] -= 1
    x[i][i] = 99
    x[i : i + 2, i] = np.asarray([1.0, 2.0])
    x[i * 2 : (i + 1) * 2, 0] = -3
    np.add(x[i], 1, out=x[i])
    np.add.at(x, i, 3)
    x[i - 2] += 1  # counts from the end
    x[i + 1 : i - 1 : -1] += 10
    view = x[:, ::-1][i : i + 3][::2]
    view[-1] = 4
    x[i] = [x[0, 0], x[i, i] + 1, 2.0, i]
    x[i : i + 2, :2] = [[i, 1], (x[0, 1], 3)]
    x.flat[i + 6] = 11
    x[0, 1] = x.flat[-i - 4]
    x[[i, 0]] = x[[0, i]]
    return x * 2 + x[i, i]


def at_masks(np, x, i):
    """Write through masks and index arrays whose values are not known."""
    places = i * np.asarray([0, 2])
    x[places] = x[places] * 2
    x[places, 1] += 3
    x[::-1, places] = 6
    x[[0, 2], places] = np.asarray([7.0, 9.0])
    x[1:][:, places] -= 1
    np.add.at(x, (places, 0), 1.5)
    x[x > 8] = 0
    x[x[:, 0] > 3] = np.asarray([1.0, 2.0, 3.0, 4.0])
    return np.where(x > 0, x, -x)


def at_new(np, x, i):
    """Write traced values into arrays that the traced function has made itself."""
    made = [
        np.zeros(4), np.array([1.0, 2.0, 3.0, 4.0]), np.arange(4.0), np.linspace(0.0, 1.0, 4),
        np.full(4, 2.0), np.ones_like(x[0]), np.concatenate([np.zeros(2), np.ones(2)]),
        np.asarray(x[0]).copy(),
    ]  # fmt: skip
    for each in made:
        each[i] = x[i, i]
        each[2:] += x[i, :2]
    total = np.asarray(0.0)
    total[...] = x[i, 0]
    total += 1
    return sum(made) + total


def forms(backend):
    """Return the ways in which a backend traces: name -> what makes a function of native arrays."""
    if backend == "jax":
        import jax

        def mapped(function):
            outer = jax.vmap(function)
            return lambda x, i: [part[0] for part in outer(x[None], i[None])]

        def looped(function):
            def run(x, i):
                zeros = [jax.numpy.zeros(s.shape, s.dtype) for s in jax.eval_shape(function, x, i)]
                return jax.lax.fori_loop(i, i + 1, lambda k, _: list(function(x + 0, k)), zeros)

            return jax.jit(run)

        return {
            "jit": jax.jit, "vmap": mapped, "jit of vmap": lambda f: jax.jit(mapped(f)),
            "loop": looped, "vjp": lambda f: lambda x, i: jax.vjp(lambda x: f(x, i), x)[0],
        }  # fmt: skip
    if backend == "tensorflow":
        import tensorflow as tf

        return {"function": lambda f: tf.function(f, autograph=False), "autograph": tf.function}
    if backend == "torch":
        return _torch_forms()
    return {"eager": lambda function: function}


def _torch_forms():
    import torch
    from torch.fx.experimental.proxy_tensor import make_fx

    def recorded(mode):
        def make(function):
            def run(x, i):
                program = make_fx(function, tracing_mode=mode)(x * 0 - 1, i * 0)
                program(x.clone(), i * 0)  # a run leaves nothing behind for the next
                return program(x, i)

            return run

        return make

    def exported(function):
        class Module(torch.nn.Module):
            def forward(self, x, i):
                return function(x, i)

        def run(x, i):
            program = torch.export.export(Module(), (x * 0 - 1, i * 0), strict=False)
            return program.module()(x, i)

        return run

    def mapped(function):
        return lambda x, i: [p[0] for p in torch.vmap(function)(x[None], i[None])]

    def differentiated(function):
        # the functional kind may not write to what it is given from outside
        return lambda x, i: torch.func.vjp(lambda x: function(x + 0, i), x)[0]

    return {
        **{f"make_fx {mode}": recorded(mode) for mode in ("real", "fake", "symbolic")},
        "export": exported, "vmap": mapped, "vjp": differentiated,
    }  # fmt: skip


def native(backend, a):
    return load_backend(backend).from_host(np.asarray(a))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("steps", [at_integers, at_masks, at_new], ids=lambda f: f.__name__)
def test_writes_at_traced_places_are_those_of_numpy(backend, steps):
    a = VALUES[:4].copy()
    expected = steps(np, a, 1), a

    def traced_steps(x, i):
        x = fnp.asarray(x)
        return read(steps(fnp, x, fnp.asarray(i))), read(x)

    for name, form in forms(backend).items():
        if (backend, name, steps) == ("torch", "vmap", at_new):
            continue  # PyTorch refuses to write mapped values into arrays that are not
        x, i = native(backend, VALUES[:4].copy()), native(backend, 1)
        for found, wanted in zip(form(traced_steps)(x, i), expected, strict=True):
            found = found.detach() if hasattr(found, "detach") else found
            np.testing.assert_allclose(np.asarray(found), wanted, rtol=1e-12, err_msg=name)


def test_dynamo_runs_writes_at_tensors(backend):
    if backend != "torch":
        return
    import torch

    def traced_steps(x, i):
        x = fnp.asarray(x)
        row = x[i]
        row += 5
        x[i, 1:] += 1
        x[x > 9] = 0
        return read(x)

    x, i = native(backend, VALUES.copy()), native(backend, 1)
    expected = traced_steps(x.clone(), i)
    found = torch.compile(traced_steps, backend="eager")(x, i)
    np.testing.assert_array_equal(found.numpy(), expected.numpy())


on_tracers = pytest.mark.parametrize("backend", ["jax", "tensorflow"], indirect=True)


@on_tracers
def test_the_length_of_a_slice_must_be_known(backend):
    form = next(iter(forms(backend).values()))
    x, i = native(backend, VALUES.copy()), native(backend, 1)
    for index in (
        lambda i: np.s_[i:], lambda i: np.s_[:i], lambda i: np.s_[0:i], lambda i: np.s_[i : 2 * i],
        lambda i: np.s_[0, i:],
    ):  # fmt: skip
        with pytest.raises(IndexError, match="length of a slice must be known"):
            form(lambda x, i: (read(fnp.asarray(x)[index(fnp.asarray(i))]),))(x, i)  # noqa: B023


@on_tracers
def test_an_array_of_outside_takes_no_traced_values(backend):
    form = next(iter(forms(backend).values()))
    outer = fnp.arange(4.0)
    view, reversed_view = outer[1:], outer[::-1]
    writes = [
        lambda v: outer.__setitem__(0, v), lambda v: view.__setitem__(0, v),
        lambda v: outer.__setitem__([0, 1], v), lambda v: outer.__setitem__(outer > v, 0.0),
        lambda v: outer.__iadd__(v), lambda v: np.add(outer, v, out=outer),
        lambda v: fnp.multiply(outer, v, out=outer),
        lambda v: fnp.copyto(outer, v), lambda v: outer.fill(v), lambda v: fnp.add.at(outer, 0, v),
        lambda v: reversed_view.__setitem__(..., v), lambda v: fnp.put(outer, [0], v),
        lambda v: outer.__setitem__(fnp.asarray(v).astype(int), 1.0),
    ]  # fmt: skip
    for number, write in enumerate(writes):

        def function(x, i):
            write(fnp.asarray(x)[0, 1])  # noqa: B023
            return x, i

        with pytest.raises(Exception, match="made outside of a traced function"):
            form(function)(native(backend, VALUES.copy()), native(backend, 1))
        np.testing.assert_array_equal(np.asarray(outer), np.arange(4.0), str(number))
        np.testing.assert_array_equal(np.asarray(view), np.arange(1.0, 4.0), str(number))


@on_tracers
def test_a_loops_body_may_not_write_to_what_its_function_holds(backend):
    def body(x):
        def step(k, _):
            x[0] = k  # an array of the traced function, not of the loop's body
            return k + 1, _

        return step

    def function(native):
        x = fnp.asarray(native)
        if backend == "jax":
            import jax

            jax.lax.fori_loop(0, 3, lambda k, _: body(x)(k, _)[0], 0)
        else:
            import tensorflow as tf

            tf.while_loop(lambda k, _: k < 3, body(x), (tf.constant(0), tf.constant(0)))
        return read(x)

    form = next(iter(forms(backend).values()))
    with pytest.raises(Exception, match="made outside of a traced function"):
        form(function)(native(backend, np.zeros(3)))


@on_tracers
def test_what_is_read_of_outside_leaves_nothing_there(backend):
    outer = fnp.arange(4.0)
    view = outer[::-1]

    def function(x, i):
        # of known values alone, where the transformation knows `i`: a scalar of NumPy's
        total = fnp.asarray(outer[fnp.asarray(i)] + outer[1:].sum())
        return read(view * fnp.asarray(x)[0, 1]), read(total)

    for form in forms(backend).values():
        found = form(function)(native(backend, VALUES.copy()), native(backend, 1))
        np.testing.assert_array_equal(np.asarray(found[0]), [3.0, 2.0, 1.0, 0.0])
        np.testing.assert_array_equal(np.asarray(view), [3.0, 2.0, 1.0, 0.0])
        np.testing.assert_array_equal(np.asarray(outer), np.arange(4.0))


def test_a_view_of_a_loops_array_is_read_in_each_trace_anew(backend):
    if backend != "jax":
        return
    import jax

    def function(native):
        x = fnp.asarray(native)
        row = x[1:]

        def step(k, total):
            return total + read(row[0]) * k

        inside = jax.lax.fori_loop(0, 3, step, 0.0)
        return inside + read(row[0])  # what the loop has read is no value here

    assert jax.jit(function)(np.arange(3.0)) == 4.0


def test_pytorchs_own_rule_for_arrays_of_outside(backend):
    if backend != "torch":
        return
    import torch

    outer = fnp.zeros(3)
    for transform in (lambda f: torch.func.grad(lambda z: f(z).sum()), torch.vmap):

        def function(z):
            outer[0] = z if z.ndim == 0 else z.sum()
            return z + 0

        with pytest.raises(RuntimeError):
            transform(function)(torch.ones(2))
        np.testing.assert_array_equal(np.asarray(outer), np.zeros(3))
