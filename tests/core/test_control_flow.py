"""Control flow against Python's own, eager and traced."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyValueError

A = np.array([0.5, -1.25, 2.0])


def both(compiled, function, *arrays):
    """Yield what a function returns eagerly, and what it returns traced, each a list."""
    results = function(*map(ivy.asarray, arrays))
    yield list(results)
    yield compiled(lambda *given: list(function(*given)), *arrays)


# conditions


@pytest.mark.parametrize("sign", [1, -1])
def test_if_else(backend, assert_matches, compiled, sign):
    def f(x):
        found = ivy.if_else(
            lambda x, n: ivy.sum(x) > 0,
            lambda x, n: {"y": x * 2, "n": (n + 1, ivy.max(x))},
            lambda x, n: {"y": x - 1, "n": (n, ivy.min(x))},
            (x, 5),
        )
        return found["y"], ivy.asarray(found["n"][0]), found["n"][1]

    a = sign * A
    y, n, bound = (a * 2, 6, a.max()) if sign > 0 else (a - 1, 5, a.min())
    for found in both(compiled, f, a):
        assert_matches(found, [y, np.asarray(n), np.asarray(bound)])


def test_if_else_by_names(backend, assert_matches, compiled):
    def f(x, y):
        condition = ivy.any(x > y)
        chosen = ivy.if_else(condition, lambda a, b: a, lambda b, a: b, {"b": y, "a": x})
        return (chosen, ivy.if_else(True, lambda a: a + 1, None, (x,)))

    for found in both(compiled, f, A, A + 1):
        assert_matches(found, [A + 1, A + 1])


def test_branches_promote_where_traced(backend, assert_matches, compiled):
    f = lambda x: ivy.if_else(ivy.sum(x) > 0, lambda x: x, lambda x: x / 2, (x,))
    halved = np.array([-1, -2])
    assert_matches(compiled(f, halved), halved / 2)
    assert_matches(f(ivy.asarray(halved)), halved / 2)
    expected = np.array([1, 2]) if backend in ("numpy", "torch") else np.array([1.0, 2.0])
    assert_matches(compiled(f, np.array([1, 2])), expected)


@pytest.mark.parametrize(
    "orelse", [lambda x: x[:1], lambda x: (x,), lambda x: {"a": x}, lambda x: "text"]
)
@pytest.mark.parametrize("backend", ["jax", "tensorflow"], indirect=True, scope="module")
def test_branches_must_agree_where_traced(backend, compiled, orelse):
    with pytest.raises(IvyValueError, match="if_else"):
        compiled(lambda x: ivy.if_else(ivy.sum(x) > 0, lambda x: x, orelse, (x,)), A)


# while


def test_while_loop(backend, assert_matches, compiled):
    def collatz(n):
        even = lambda n, steps: n % 2 == 0
        step = lambda n, steps: (
            ivy.if_else(even, lambda n, s: n // 2, lambda n, s: 3 * n + 1, (n, steps)),
            steps + 1,
        )
        n, steps = ivy.while_loop(lambda n, steps: n > 1, step, (n, 0))
        return n, ivy.asarray(steps)

    for found in both(compiled, collatz, np.array(27)):
        assert_matches(found, [np.array(1), np.array(111)])


def test_while_loop_over_nests(backend, assert_matches, compiled):
    def f(x):
        def body(i, state):
            state["x"][0] = state["x"][0] + i
            return i + 1, {"x": state["x"], "log": [state["log"][0] * 2]}

        i, state = ivy.while_loop(
            lambda i, state: i < 4, body, {"i": 0, "s": {"x": x, "log": [1.5]}}
        )
        return ivy.asarray(i), state["x"], ivy.asarray(state["log"][0])

    for found in both(compiled, f, A):
        assert_matches(found, [np.asarray(4), A + [6, 0, 0], np.asarray(24.0)])


def test_while_loop_takes_the_bodys_dtype(backend, assert_matches, compiled):
    def f(x):
        i, total, mean = ivy.while_loop(
            lambda i, total, mean: i < 3,
            lambda i, total, mean: (i + 1, total + x[i], (total + x[i]) / (i + 1)),
            (0, 0, 0),
        )
        return total, mean

    for found in both(compiled, f, A):
        assert_matches(found, [np.asarray(A.sum()), np.asarray(A.mean())])


@pytest.mark.parametrize("dtype", ["int32", "float32", "complex64"])
def test_scalars_widen_nothing(backend, compiled, dtype):
    def f(x):
        i, total, y, factor = ivy.while_loop(
            lambda i, total, y, factor: i < 3,
            lambda i, total, y, factor: (i + 1, total + y[i], y * i, factor * 2),
            (0, 0, x, 1.0),
        )
        z = ivy.for_loop(range(3), lambda k, args: args[0] + k, (x,))[0]
        zero = lambda y, n: ivy.all(y == 0)
        chosen = ivy.if_else(zero, lambda y, n: y * n, lambda y, n: y, (y, 2))
        return [ivy.asarray(i), total, y, ivy.asarray(factor), z, chosen]

    wanted = ["int64", dtype, dtype, "float64", dtype, dtype]
    for found in both(compiled, f, np.array([1, 2, 3], dtype)):
        assert [array.dtype for array in found] == wanted


def test_while_loop_without_a_turn(backend, assert_matches, compiled):
    f = lambda x: ivy.while_loop(lambda x: ivy.sum(x) > 99, lambda x: x * 2, {"x": x})
    for found in both(compiled, f, A):
        assert_matches(found, [A])
    assert ivy.while_loop(lambda i: i < 3, lambda i: i + 1, (0,)) == (3,)
    assert ivy.while_loop(lambda i, j: i < 3, lambda i, j: (i + 1, j * 2), (0, 1)) == (3, 8)


def test_the_bodys_values_are_counted(backend, compiled):
    for run in (lambda f: f(ivy.asarray(A)), lambda f: compiled(f, A)):
        with pytest.raises(IvyValueError, match="body_fn returned 1 values; 2 are needed"):
            run(lambda x: ivy.while_loop(lambda i, x: i < 3, lambda i, x: x, (0, x))[1])


@pytest.mark.parametrize("backend", ["jax", "tensorflow"], indirect=True, scope="module")
def test_loops_keep_shapes_where_traced(backend, compiled):
    for body in (lambda x: ivy.concat([x, x]), lambda x: {"x": x}, lambda x: ([x],)):
        with pytest.raises(IvyValueError, match="while_loop: body_fn changes"):
            compiled(lambda x: ivy.while_loop(lambda x: ivy.sum(x) > 0, body, (x,))[0], A)  # noqa: B023


# for


@pytest.mark.parametrize("items", [range(2, 9, 3), range(5, 0, -2), range(0), [1, 4]])
def test_for_loop(backend, assert_matches, compiled, items):
    def f(x):
        def body(k, args):
            y, total = args
            y[k % 3] = y[k % 3] * 2
            return y, total + k

        y, total = ivy.for_loop(items, body, (x, 0))
        return y, ivy.asarray(total)

    y = A.copy()
    for k in items:
        y[k % 3] *= 2
    for found in both(compiled, f, A):
        assert_matches(found, [y, np.asarray(sum(items))])


def test_for_loop_over_rows(backend, assert_matches, compiled):
    def f(rows, x):
        return ivy.for_loop(rows, lambda row, args: args[0] * 2 + row, (x,))

    rows = np.arange(12.0).reshape(4, 3)
    expected = A
    for row in rows:
        expected = expected * 2 + row
    for found in both(compiled, f, rows, A):
        assert_matches(found, [expected])


def test_for_loop_for_its_effect(backend):
    seen = []
    assert ivy.for_loop([5, 6], lambda k, args: seen.append(k + 1), ()) == ()
    assert seen == [6, 7]
    assert ivy.for_loop({"a": 1}, lambda k, args: args[0] + k, ("",)) == ("a",)


@pytest.mark.parametrize("backend", ["jax", "tensorflow"], indirect=True, scope="module")
def test_loops_become_the_frameworks(backend):
    x = ivy.asarray(A)
    loops = {
        "while": lambda x: ivy.while_loop(lambda i, x: i < 50, lambda i, x: (i + 1, x * 2), (0, x)),
        "scan": lambda x: ivy.for_loop(range(50), lambda k, args: (args[0] * 2,), (x,)),
    }
    cond = lambda x: (ivy.if_else(ivy.sum(x) > 0, lambda x: x, lambda x: -x, (x,)),)
    if backend == "jax":
        import jax

        def primitives(function):
            traced = jax.make_jaxpr(lambda x: function(ivy.Array(x))[-1].data)(x.data)
            return [equation.primitive.name for equation in traced.eqns]

        for name, loop in loops.items():
            assert name in primitives(loop) and primitives(loop).count("mul") <= 1
        assert "cond" in primitives(cond)
    if backend == "tensorflow":
        import tensorflow as tf

        for function in (*loops.values(), cond):
            traced = tf.function(lambda x: function(ivy.Array(x))[-1].data, autograph=False)  # noqa: B023
            names = [op.type for op in traced.get_concrete_function(x.data).graph.get_operations()]
            assert {"StatelessWhile", "StatelessIf"} & set(names) and names.count("Mul") <= 1


@pytest.mark.parametrize("backend", ["torch"], indirect=True, scope="module")
def test_torch_compiles_them(backend, assert_matches):
    import torch

    def f(x):
        y = ivy.for_loop(range(3), lambda k, args: (args[0] + k,), (ivy.Array(x),))[0]
        return ivy.if_else(True, lambda y: y * 2, lambda y: y, (y,)).data

    run = torch.compile(f, backend="eager")
    assert_matches(ivy.Array(run(torch.tensor(A))), (A + 3) * 2)


# by value, and the rest


def test_variables_are_passed_by_value(backend, assert_matches):
    def write(x):
        x[0] = 7.0
        return x

    x = ivy.asarray(A)
    written = np.array([7.0, *A[1:]])
    assert_matches(ivy.if_else(True, write, write, (x,)), written)
    once = ivy.while_loop(lambda i, x: i < 1, lambda i, x: (1, write(x)), (0, x))
    assert_matches(once[1], written)
    assert_matches(ivy.for_loop(range(1), lambda k, args: write(args[0]), (x,))[0], written)
    assert_matches(x, A)


@pytest.mark.parametrize("backend", ["jax", "torch", "tensorflow"], indirect=True, scope="module")
def test_gradients_through_loops(backend, assert_matches, compiled):
    def f(x):
        y = ivy.for_loop(range(3), lambda k, args: (args[0] * x,), (x,))[0]
        return ivy.sum(ivy.if_else(ivy.sum(x) > 0, lambda y: y * 2, lambda y: y, (y,)))

    expected = 8 * A**3
    assert_matches(ivy.grad(f)(ivy.asarray(A)), expected)
    assert_matches(compiled(ivy.grad(f), A), expected)


def test_try_except(backend, assert_matches):
    x = ivy.asarray(A)
    fails, second = lambda x: x[7], lambda x, err: (x[-1], type(err))
    value, raised = ivy.try_except(fails, second, (x,))
    assert_matches(value, np.asarray(2.0))
    assert issubclass(raised, IndexError)
    assert ivy.try_except(lambda x: "fine", second, (x,)) == "fine"
    named = ivy.try_except(lambda *, n: 1 // n, lambda err, *, n: (n, str(err)), {"n": 0})
    assert named == (0, "integer division or modulo by zero")


def test_identity(backend):
    x = ivy.asarray(A)
    y = ivy.asarray(A)
    assert ivy.cmp_is(x, x) and not ivy.cmp_is(x, y)
    assert ivy.cmp_isnot(x, y) and not ivy.cmp_isnot(x, x)


def test_without_a_set_backend(backend, assert_matches):
    x = ivy.asarray(A)
    ivy.unset_backend()
    try:
        positive = lambda x: ivy.sum(x) > 0
        assert_matches(ivy.if_else(positive, lambda x: x * 2, lambda x: x, (x,)), A * 2)
        halve = lambda x: (x / 2,)
        assert_matches(ivy.while_loop(lambda x: ivy.sum(x) > 1, halve, (x,))[0], A / 2)
        assert_matches(ivy.for_loop([1, 2], lambda k, args: args[0] * k, (x,))[0], A * 2)
    finally:
        ivy.set_backend(backend)
