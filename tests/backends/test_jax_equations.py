"""Equations of a program added to another one as they are: what JAX gives that binds them anew."""

from __future__ import annotations

import numpy as np
import pytest

on_jax = pytest.mark.parametrize("backend", ["jax"], indirect=True)


def _functions():
    import jax
    from jax import lax
    from jax import numpy as jnp

    def layer(x, w):
        y = jnp.where(x > 0, x, 0.1 * x) @ w
        return jax.nn.softmax(y.astype("float64")).sum(0), y[1:, ::2].reshape(-1)

    def loop(x, w):
        return lax.fori_loop(0, 3, lambda n, carry: jnp.sin(carry) + n, x), x[np.array([1, 0])]

    def nothing_known(x, w):
        return x * 2 + np.arange(4, dtype=np.float32), jnp.concatenate([w, w]), jnp.pad(x, 1)

    return layer, loop, nothing_known


@on_jax
@pytest.mark.parametrize("number", range(3))
def test_a_program_computed_again_is_the_one_that_jax_binds(number, backend, monkeypatch):
    import jax

    from ivy_core.backends.jax.compiler import equations
    from ivy_core.backends.jax.compiler.rewriter import Rewriter

    shapes = [jax.ShapeDtypeStruct(shape, np.float32) for shape in ((4, 4), (4, 4))]
    program = jax.make_jaxpr(_functions()[number])(*shapes)
    found = Rewriter().rewrite(program)
    monkeypatch.setattr(equations, "repeated", lambda equation, operands: None)
    assert str(found) == str(Rewriter().rewrite(program))
    assert found.out_avals == program.out_avals


@on_jax
def test_operands_of_another_kind_or_known_ones_are_left_to_jax(backend):
    import jax
    from jax import numpy as jnp

    from ivy_core.backends.jax.compiler.equations import Values, applied_anew

    one = jax.ShapeDtypeStruct((2, 3), np.float32)
    program = jax.make_jaxpr(lambda x: (jnp.sin(x) * x).sum(1))(one)

    def again(x):
        values = Values(program, [x])
        for equation in program.jaxpr.eqns:
            values.set(equation, applied_anew(equation, values.operands(equation)))
        return values.results()

    kinds = jax.ShapeDtypeStruct((5, 3), np.float32), jax.ShapeDtypeStruct((2, 3), np.float64)
    assert [jax.eval_shape(again, each)[0].dtype for each in kinds] == [np.float32, np.float64]
    assert jax.eval_shape(again, kinds[0])[0].shape == (5,)
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    np.testing.assert_allclose(again(jnp.asarray(x))[0], (np.sin(x) * x).sum(1), rtol=1e-6)
