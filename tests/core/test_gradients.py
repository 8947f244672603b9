"""Gradients against analytic derivatives; optimizers against PyTorch's and the papers' formulas."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import (
    IvyIndexError,
    IvyNotImplementedException,
    IvyTypeError,
    IvyValueError,
)

A = np.array([0.5, -1.25, 2.0])
M = np.array([[1.0, 2.0, -1.0], [0.5, -0.25, 3.0]])


def on(*backends):
    """Run a test on some backends only."""
    return pytest.mark.parametrize("backend", backends, indirect=True, scope="module")


differentiating = on("jax", "torch", "tensorflow")


@pytest.fixture
def native_variable(backend):
    """Return a function that makes an Array of a PyTorch leaf or of a tf.Variable."""

    def make(values):
        if backend == "torch":
            import torch

            return ivy.Array(torch.tensor(values, requires_grad=True))
        import tensorflow as tf

        return ivy.Array(tf.Variable(values))

    return make


def cost(x):
    return ivy.sum(ivy.sin(x) * x**2)


def d_cost(a):
    return np.cos(a) * a**2 + 2 * a * np.sin(a)


@on("numpy")
def test_numpy_refuses(backend):
    x = ivy.asarray(A)
    calls = (
        lambda: ivy.grad(cost),
        lambda: ivy.jac(cost),
        lambda: ivy.value_and_grad(cost),
        lambda: ivy.execute_with_gradients(cost, x),
        lambda: ivy.vjp(cost, x),
        lambda: ivy.jvp(cost, (x,), (x,)),
    )
    for call in calls:
        with pytest.raises(IvyNotImplementedException, match="jax, torch and tensorflow"):
            call()


@differentiating
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_grad(backend, assert_matches, dtype):
    a = A.astype(dtype)
    assert_matches(ivy.grad(cost)(ivy.asarray(a)), d_cost(a))
    value, gradient = ivy.value_and_grad(cost)(ivy.asarray(a))
    assert_matches(value, np.asarray((np.sin(a) * a**2).sum()))
    assert_matches(gradient, d_cost(a))


@differentiating
@pytest.mark.parametrize("compiles", [False, True], ids=["eagerly", "compiled"])
def test_writes_to_arrays_of_outside(backend, assert_matches, compiles):
    """They hold afterwards what they would hold had the function been called."""
    seen, view = ivy.zeros(3), None

    def energy(x):
        seen[:] = 2 * x
        own = ivy.zeros(3)
        own[1:] = x[:-1]
        seen[0] += own[1]
        return ivy.sum(x**2) + ivy.sum(own**2)

    def both(x):
        return ivy.grad(energy)(x) + 1, ivy.value_and_grad(energy)(x)[0] + seen[1]

    view = seen[1:]
    found = (ivy.compile(both) if compiles and backend == "jax" else both)(ivy.asarray(A))
    wanted = 4 * A + 1
    wanted[-1] = 2 * A[-1] + 1
    assert_matches(found[0], wanted)
    assert_matches(found[1], (A**2).sum() + (A[:-1] ** 2).sum() + 2 * A[1])
    assert_matches(seen, 2 * A + np.array([A[0], 0, 0]))
    assert_matches(view + 1, 2 * A[1:] + 1)


@on("jax")
def test_writes_of_inner_gradients(backend, assert_matches):
    seen = ivy.zeros(())

    def cube(x):
        seen[...] = x
        return x**3

    def slope(x):
        found = ivy.grad(cube)(x * 2)
        return found * seen

    # 3 (2x)^2 * 2x, and its derivative
    assert_matches(ivy.grad(slope)(ivy.asarray(0.5)), np.float64(24 * 3 * 0.5**2))
    assert_matches(seen, np.float64(1.0))


@on("jax")
def test_writes_to_arrays_of_outside_that_cannot_stand(backend, assert_matches):
    """Then nothing is left behind: of a map with a value for each entry, and after an error."""
    seen = ivy.zeros(3)

    def fails(x):
        seen[:] = x
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        ivy.grad(fails)(ivy.asarray(A))
    assert_matches(seen, np.zeros(3))

    def maps(x):
        own = ivy.zeros(3)
        own[0] = x
        seen[1] = x
        return own * x

    with pytest.raises(ivy.InplaceUpdateException, match="one value for each entry"):
        ivy.vmap(maps)(ivy.asarray(A))
    with pytest.raises(ivy.InplaceUpdateException, match="one value for each entry"):
        ivy.vmap(ivy.grad(lambda x: ivy.sum(maps(x))))(ivy.asarray(A))
    assert_matches(seen + 1, np.ones(3))


@differentiating
def test_grad_of_integers_and_scalars(backend, assert_matches):
    assert_matches(ivy.grad(lambda x: ivy.sum(x**3))(ivy.asarray([1, 2])), np.array([3.0, 12.0]))
    assert_matches(ivy.grad(lambda x: x**2 * 3)(2.0), np.asarray(12.0))
    assert_matches(ivy.grad(lambda x: 3.0)(ivy.asarray(A)), np.zeros(3))
    assert_matches(ivy.grad(lambda x: ivy.sum(x, keepdims=True))(ivy.asarray(A)), np.ones(3))


@differentiating
def test_grad_by_chosen_arguments(backend, assert_matches):
    def f(x, y, *, scale):
        return ivy.sum(x * y**2) * scale

    x, y = ivy.asarray(A), ivy.asarray(A + 1)
    assert_matches(ivy.grad(f, argnums=1)(x, y, scale=3.0), 6 * A * (A + 1))
    by_both = ivy.grad(f, argnums=(0, -1))(x, y, scale=3.0)
    assert isinstance(by_both, tuple)
    assert_matches(by_both, (3 * (A + 1) ** 2, 6 * A * (A + 1)))
    # the same array twice: a partial derivative each
    assert_matches(ivy.grad(f, argnums=(0, 1))(x, x, scale=1.0), (A**2, 2 * A**2))
    with pytest.raises(IvyIndexError):
        ivy.grad(f, argnums=2)(x, y, scale=1.0)


@differentiating
def test_grad_by_nests(backend, assert_matches):
    params = {"w": ivy.asarray(M), "b": [ivy.asarray(A[:2]), "relu"]}

    def f(p, x):
        return ivy.sum((ivy.matmul(p["w"], x) + p["b"][0]) ** 2)

    gradient = ivy.grad(f)(params, ivy.asarray(A))
    residual = 2 * (M @ A + A[:2])
    assert list(gradient) == ["w", "b"] and gradient["b"][1] is None
    assert_matches(gradient["w"], np.outer(residual, A))
    assert_matches(gradient["b"][0], residual)


@differentiating
@pytest.mark.parametrize(
    "result", [lambda x: x, lambda x: x > 0, lambda x: ivy.astype(x, "complex128")]
)
def test_grad_of_no_real_number(backend, result):
    x = ivy.asarray(A)
    f = lambda x: result(x) if result(x).dtype == "float64" else result(x)[0]
    with pytest.raises(IvyValueError if result(x).dtype == "float64" else IvyTypeError):
        ivy.grad(f)(x)


@differentiating
def test_grad_of_complex_numbers(backend, assert_matches):
    z = np.array([1 + 2j, -0.5j])
    # the direction in which abs(z)**2 rises, and the derivative of z**3
    square = lambda z: ivy.sum(ivy.real(z * ivy.conj(z)))
    assert_matches(ivy.grad(square)(ivy.asarray(z)), 2 * z)
    assert_matches(ivy.jac(lambda z: z**3)(ivy.asarray(z)), np.diag(3 * z**2))
    _, pull = ivy.vjp(lambda z: z**3, ivy.asarray(z))
    (pulled,) = pull(ivy.asarray(z))
    assert_matches(pulled, z * np.conj(3 * z**2))
    _, moved = ivy.jvp(lambda z: z**3, (ivy.asarray(z),), (ivy.asarray(z),))
    assert_matches(moved, 3 * z**3)


@differentiating
def test_higher_orders(backend, assert_matches):
    f = lambda x: ivy.sum(x**4)
    second = ivy.grad(lambda x: ivy.sum(ivy.grad(f)(x) ** 2))
    assert_matches(second(ivy.asarray(A)), 2 * 4 * A**3 * 12 * A**2)
    third = ivy.grad(ivy.grad(ivy.grad(lambda x: x**5)))
    assert_matches(third(ivy.asarray(1.5)), np.asarray(60 * 1.5**2))
    assert_matches(ivy.jac(ivy.grad(f))(ivy.asarray(A)), np.diag(12 * A**2))
    # differentiated by a variable of the outer function that the inner one closes over
    outer = ivy.grad(lambda y: ivy.sum(ivy.grad(lambda x: ivy.sum(x**2 * y**3))(y)))
    assert_matches(outer(ivy.asarray(A)), 8 * A**3)
    mixed = ivy.grad(lambda x: ivy.sum(ivy.jvp(lambda x: x**3, (x,), (x,))[1]))
    assert_matches(mixed(ivy.asarray(A)), 9 * A**2)
    pulled = ivy.grad(lambda x: ivy.sum(ivy.vjp(lambda x: x**3, x)[1](x)[0]))
    assert_matches(pulled(ivy.asarray(A)), 9 * A**2)


@differentiating
def test_writes_in_place(backend, assert_matches):
    def f(x):
        x[0] = x[1] * 2
        x[1:] *= 3
        y = ivy.zeros((3,))
        y[1:] = x[:2] ** 2
        return ivy.sum(y)

    x = ivy.asarray(A)
    assert_matches(ivy.grad(f)(x), np.array([0.0, 8 * A[1] + 18 * A[1], 0.0]))
    assert_matches(x, A)  # the caller's array stays as it was


@differentiating
def test_writes_over_what_the_gradient_needs(backend, assert_matches):
    def f(x):
        y = x**2
        x[0] = 5.0
        return ivy.sum(y * x)

    expected = np.array([10 * A[0], 3 * A[1] ** 2, 3 * A[2] ** 2])
    assert_matches(ivy.grad(f)(ivy.asarray(A)), expected)
    curved = np.diag([10.0, 6 * A[1], 6 * A[2]])
    assert_matches(ivy.jac(ivy.grad(f))(ivy.asarray(A)), curved)


@differentiating
def test_writes_through_views(backend, assert_matches):
    def f(x):
        turned = ivy.flip(x)
        turned[0] = turned[0] * turned[1]
        column = ivy.reshape(x, (3, 1))
        column += 1
        return ivy.sum(x**2)

    a = A
    last = 2 * (a[2] * a[1] + 1)
    expected = np.array([2 * (a[0] + 1), 2 * (a[1] + 1) + last * a[2], last * a[1]])
    assert_matches(ivy.grad(f)(ivy.asarray(a)), expected)


@differentiating
def test_advanced_indices(backend, assert_matches):
    picked = lambda x: ivy.sum(x[ivy.asarray([0, 0, 2])] ** 2)
    assert_matches(ivy.grad(picked)(ivy.asarray(A)), np.array([4 * A[0], 0, 2 * A[2]]))
    masked = lambda x: ivy.sum(x[x > 0] ** 2)
    assert_matches(ivy.grad(masked)(ivy.asarray(A)), 2 * A * (A > 0))

    def f(x):
        y = ivy.zeros((3,))
        y[ivy.asarray([0, 2])] = x[:2] ** 2
        y[y == 0] = 1.0
        return ivy.sum(y * x)

    a = A
    expected = np.array([3 * a[0] ** 2, 1 + 2 * a[1] * a[2], a[1] ** 2])
    assert_matches(ivy.grad(f)(ivy.asarray(A)), expected)


@differentiating
def test_branches_on_values(backend, assert_matches):
    f = lambda x: ivy.if_else(ivy.sum(x) > 0, lambda x: ivy.sum(x**2), lambda x: ivy.sum(x), (x,))
    assert_matches(ivy.grad(f)(ivy.asarray(A)), 2 * A)
    assert_matches(ivy.grad(f)(ivy.asarray(-A)), np.ones(3))

    def power(x):
        return ivy.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * x), (0, x))[1]

    assert_matches(ivy.grad(power)(ivy.asarray(1.5)), np.asarray(4 * 1.5**3))


@differentiating
def test_compiled(backend, assert_matches, compiled):
    assert_matches(compiled(ivy.grad(cost), A), d_cost(A))
    hessian = ivy.jac(ivy.grad(lambda x: ivy.sum(x**3)))
    assert_matches(compiled(hessian, A), np.diag(6 * A))


@differentiating
def test_jac(backend, assert_matches):
    x, m = ivy.asarray(A), ivy.asarray(M)
    assert_matches(ivy.jac(lambda x: ivy.matmul(m, x))(x), M)
    assert_matches(ivy.jac(lambda x: ivy.sum(x**2))(x), 2 * A)
    tall = ivy.jac(lambda s: s * m)(ivy.asarray(2.0))
    assert_matches(tall, M)
    long = np.linspace(0, 1, 40)
    assert_matches(ivy.jac(lambda x: ivy.sin(x))(ivy.asarray(long)), np.diag(np.cos(long)))


@differentiating
def test_jac_of_nests(backend, assert_matches):
    def f(p):
        return {"sum": p[0] + p[1], "product": (p[0] * p[1],)}

    x, y = ivy.asarray(A), ivy.asarray(A + 3)
    found = ivy.jac(f)([x, y])
    one = np.eye(3)
    assert_matches(found["sum"], [one, one])
    assert_matches(found["product"][0], [np.diag(A + 3), np.diag(A)])
    with pytest.raises(IvyTypeError):
        ivy.jac(lambda x: x > 0)(x)


@differentiating
def test_vjp(backend, assert_matches):
    def f(x, y):
        return {"matmul": ivy.matmul(x, y), "mean": ivy.mean(y), "sign": y > 0}

    value, pull = ivy.vjp(f, ivy.asarray(M), ivy.asarray(A))
    assert_matches(value["matmul"], M @ A)
    assert_matches(value["sign"], A > 0)
    cotangent = np.array([2.0, -1.0])
    ones = {"matmul": ivy.asarray(cotangent), "mean": ivy.asarray(3.0), "sign": ivy.asarray(A > 0)}
    for _ in range(2):
        assert_matches(pull(ones), (np.outer(cotangent, A), M.T @ cotangent + 1.0))
    with pytest.raises(IvyValueError):
        pull(ivy.asarray(cotangent))
    with pytest.raises(IvyValueError):
        pull({**ones, "mean": ivy.asarray(A)})


@differentiating
def test_jvp(backend, assert_matches):
    def f(x, y):
        return ivy.matmul(x, y), ivy.sum(x), y > 0

    dm, da = M[::-1].copy(), A[::-1].copy()
    primals, tangents = (ivy.asarray(M), ivy.asarray(A)), (ivy.asarray(dm), ivy.asarray(da))
    value, moved = ivy.jvp(f, primals, tangents)
    assert_matches(value[0], M @ A)
    assert_matches(moved[:2], (dm @ A + M @ da, np.asarray(dm.sum())))
    assert moved[2] is None
    with pytest.raises(IvyValueError):
        ivy.jvp(f, primals, tangents[:1])


def test_custom_gradient(backend, assert_matches):
    def upstream_times_inputs(kept, upstream):
        (x, y), result = kept[:2], kept[2]
        return upstream["y"] * x + ivy.sum(result["y"]), upstream["y"] * y

    f = ivy.bind_custom_gradient_function(lambda x, y: {"y": x - y}, upstream_times_inputs)
    x, y = ivy.asarray(A), ivy.asarray(A + 1)
    assert_matches(f(x, y)["y"], np.full(3, -1.0))
    if backend == "numpy":
        return
    cost = lambda x, y: ivy.sum(2 * f(x * 3, y)["y"])
    a, b = 3 * A, A + 1
    expected = (3 * (2 * a + (a - b).sum()), 2 * b)
    assert_matches(ivy.grad(cost, argnums=(0, 1))(x, y), expected)
    same = ivy.bind_custom_gradient_function(lambda x: x, lambda kept, g: g * kept[0] ** 2)
    assert_matches(ivy.grad(lambda x: ivy.sum(same(x)))(x), A**2)
    assert_matches(ivy.jac(ivy.grad(lambda x: ivy.sum(same(x))))(x), np.diag(2 * A))
    wrong = ivy.bind_custom_gradient_function(lambda x: x, lambda kept, g: ivy.sum(g))
    with pytest.raises(ValueError):
        ivy.grad(lambda x: ivy.sum(wrong(x)))(x)


@differentiating
def test_execute_with_gradients(backend, assert_matches):
    value, gradient = ivy.execute_with_gradients(lambda x: ivy.mean(x**2), ivy.asarray([[1, 4, 6]]))
    assert_matches(value, np.asarray(53 / 3))
    assert_matches(gradient, np.array([[2.0, 8.0, 12.0]]) / 3)
    with pytest.raises(IvyValueError, match="one element"):
        ivy.execute_with_gradients(lambda x: x, ivy.asarray(A))
    value, gradient = ivy.execute_with_gradients(lambda x: ivy.sum(x) > 0, ivy.asarray(A))
    assert_matches(value, np.asarray(True))
    assert len(gradient) == 0


@differentiating
def test_execute_with_chosen_variables(backend, assert_matches):
    def f(xs):
        return ivy.sum(xs[0] * xs[1]["w"] * xs[1]["b"])

    xs = [ivy.asarray(A), {"w": ivy.asarray(A + 1), "b": ivy.asarray([1, 2, 3])}]
    b = np.array([1.0, 2.0, 3.0])
    by = {None: None, "default": ((0,),), "w": [[1, "w"]], "second": [[1]]}
    found = {
        name: ivy.execute_with_gradients(f, xs, xs_grad_idxs=idxs)[1] for name, idxs in by.items()
    }
    assert_matches(found["default"], (A + 1) * b)
    assert_matches(found[None][0], (A + 1) * b)
    assert list(found["w"]) == ["w"]
    assert_matches(found["w"]["w"], A * b)
    assert_matches(found["second"]["b"], A * (A + 1))
    assert_matches(found[None][1]["b"], A * (A + 1))


@differentiating
def test_execute_with_chosen_results(backend, assert_matches):
    def f(x):
        return [ivy.sum(x**2), {"mean": ivy.mean(x), "x": x}]

    x = ivy.asarray(A)
    value, found = ivy.execute_with_gradients(f, x)
    assert_matches(value[1]["x"], A)
    assert list(found) == ["0"]
    assert_matches(found["0"], 2 * A)
    found = ivy.execute_with_gradients(f, x, ret_grad_idxs=None)[1]
    assert list(found) == ["0", "1_mean"]
    assert_matches(found["1_mean"], np.full(3, 1 / 3))
    with pytest.raises(IvyValueError):
        ivy.execute_with_gradients(f, x, ret_grad_idxs=[[1, "x"]])


@differentiating
def test_execute_with_containers(backend, assert_matches):
    xs = ivy.Container(a=ivy.asarray([1, 4, 6]), b=ivy.asarray([2, 6, 9]))
    value, found = ivy.execute_with_gradients(lambda x: ivy.mean(ivy.square(x)), xs)
    assert_matches(value.a, np.asarray(53 / 3))
    assert_matches(found.a.a, np.array([2.0, 8.0, 12.0]) / 3)
    assert_matches(found.a.b, np.zeros(3))
    assert_matches(found.b.b, np.array([4.0, 12.0, 18.0]) / 3)
    value, found = ivy.execute_with_gradients(lambda x: ivy.sum(x.a * x.b), xs)
    assert_matches(found.a, np.array([2.0, 6.0, 9.0]))
    found = ivy.execute_with_gradients(lambda x: ivy.sum(x.a * x.b), xs, xs_grad_idxs=[["b"]])[1]
    assert isinstance(found, ivy.Container) and list(found) == ["b"]
    assert_matches(found.b, np.array([1.0, 4.0, 6.0]))


@differentiating
def test_an_array_at_two_places_is_one_variable(backend, assert_matches):
    x = ivy.asarray(A)
    _, found = ivy.execute_with_gradients(
        lambda xs: ivy.sum(xs[0] * xs[1]), [x, x], xs_grad_idxs=None
    )
    assert_matches(found, [2 * A, 2 * A])


@differentiating
def test_retained_gradients(backend, assert_matches):
    def slope(x, retain):
        value, gradient = ivy.execute_with_gradients(
            lambda x: ivy.sum(x**3), x, retain_grads=retain
        )
        return ivy.sum(gradient) + value

    x = ivy.asarray(A)
    assert_matches(ivy.grad(lambda x: slope(x, True))(x), 6 * A + 3 * A**2)
    assert_matches(ivy.grad(lambda x: slope(x, False))(x), np.zeros(3))


@on("torch")  # only its tensors carry theirs
def test_results_have_no_history(backend):
    x = ivy.asarray(A)
    value, gradient = ivy.value_and_grad(cost)(x)
    assert not value.data.requires_grad and not gradient.data.requires_grad
    assert not x.data.requires_grad


def test_stop_gradient(backend, assert_matches):
    x = ivy.asarray(A)
    copy = ivy.stop_gradient(x)
    copy[0] = 7.0
    assert_matches(x, A)
    out = ivy.zeros((3,))
    assert ivy.stop_gradient(x, out=out) is out
    assert_matches(out, A)
    if backend != "numpy":
        f = lambda x: ivy.sum(x * ivy.stop_gradient(x**2))
        assert_matches(ivy.grad(f)(x), A**2)


@pytest.mark.checklist("F39")
def test_is_variable(backend, native_variable):
    x = ivy.asarray(A)
    assert ivy.is_variable(x) is (backend == "jax")
    assert ivy.is_variable(x, exclusive=True) is False
    assert ivy.requires_gradient(x) is False
    if backend in ("torch", "tensorflow"):
        v = native_variable([1.0, 2.0])
        assert ivy.is_variable(v) and ivy.is_variable(v, exclusive=True)
        assert ivy.is_variable(v.data) and ivy.requires_gradient(v)
        assert not ivy.is_variable(v * 2)
        assert ivy.is_variable(ivy.stop_gradient(v))
        assert not ivy.is_variable(ivy.stop_gradient(v, preserve_type=False))
    if backend in ("torch", "jax"):
        seen = []
        ivy.grad(lambda x: seen.append(ivy.requires_gradient(x)) or ivy.sum(x))(x)
        assert seen == [True]


@on("torch", "tensorflow")
def test_grad_by_variables(backend, assert_matches, native_variable):
    v = native_variable(A)
    assert_matches(ivy.grad(cost)(v), d_cost(A))
    assert_matches(ivy.execute_with_gradients(cost, v)[1], d_cost(A))
    assert ivy.is_variable(v)


# optimizers


def adam(w, g, lr, mw, vw, step, beta1=0.9, beta2=0.999, epsilon=1e-7):
    mw, vw = beta1 * mw + (1 - beta1) * g, beta2 * vw + (1 - beta2) * g**2
    alpha = np.sqrt(1 - beta2**step) / (1 - beta1**step + epsilon)
    effective = alpha * mw / (np.sqrt(vw) + epsilon)
    return w - lr * effective, mw, vw, effective


W, G = np.array([[1.0, -2.0], [0.5, 3.0]]), np.array([[0.1, 0.2], [-0.3, 4.0]])


def test_adam(backend, assert_matches):
    mw, vw = W / 10, W**2
    w, g, m, v = (ivy.asarray(x) for x in (W, G, mw, vw))
    expected = adam(W, G, 0.1, mw, vw, 3)
    assert_matches(ivy.adam_update(w, g, 0.1, m, v, 3), expected[:3])
    assert_matches(ivy.adam_update(w, g, ivy.asarray(0.1), m, v, ivy.asarray(3)), expected[:3])
    assert_matches(ivy.adam_step(g, m, v, 3), (expected[3], *expected[1:3]))
    out = ivy.zeros((2, 2))
    assert ivy.adam_step(g, m, v, 3, out=out)[0] is out
    assert_matches(out, expected[3])
    out = ivy.zeros((2, 2))
    assert ivy.adam_update(w, g, 0.1, m, v, 3, out=out)[0] is out
    assert_matches(out, expected[0])


def test_adam_is_pytorchs(backend, assert_matches):
    torch = pytest.importorskip("torch")
    parameter = torch.nn.Parameter(torch.tensor(W))
    optimizer = torch.optim.Adam([parameter], lr=0.05, betas=(0.8, 0.95), eps=1e-12)
    w, mw, vw = ivy.asarray(W), ivy.zeros((2, 2)), ivy.zeros((2, 2))
    for step in range(1, 4):
        parameter.grad = torch.tensor(G * step)
        optimizer.step()
        w, mw, vw = ivy.adam_update(
            w, ivy.asarray(G * step), 0.05, mw, vw, step, beta1=0.8, beta2=0.95, epsilon=1e-12
        )
    assert_matches(w, parameter.detach().numpy(), rtol=1e-9)


def test_adam_keeps_the_weights_dtype(backend):
    w, g = ivy.asarray(W.astype("f4")), ivy.asarray(G.astype("f4"))
    zero = ivy.zeros_like(w)
    for step in (1, ivy.asarray(1)):
        for result in ivy.adam_update(w, g, 0.1, zero, zero, step):
            assert result.dtype == "float32"


def test_gradient_descent(backend, assert_matches):
    w, g = ivy.asarray(W), ivy.asarray(G)
    for update in (ivy.gradient_descent_update, ivy.optimizer_update):
        for stop in (True, False):
            assert_matches(update(w, g, 0.1, stop_gradients=stop), W - 0.1 * G)
            out = ivy.zeros((2, 2))
            assert update(w, g, 0.1, stop_gradients=stop, out=out) is out
            assert_matches(out, W - 0.1 * G)
    lr = np.array([0.1, 1.0])
    assert_matches(ivy.optimizer_update(w, g, ivy.asarray(lr)), W - lr * G)


def test_lars(backend, assert_matches):
    w, g = ivy.asarray(W), ivy.asarray(G)
    norm_w, norm_g = np.linalg.norm(W), np.linalg.norm(G)
    assert_matches(ivy.lars_update(w, g, 0.1), W - 0.1 * norm_w / norm_g * G)
    rate = 0.1 * norm_w / (norm_g + 0.01 * norm_w)
    expected = W - rate * (G + 0.01 * W)
    assert_matches(ivy.lars_update(w, g, 0.1, decay_lambda=0.01), expected)


def test_lamb(backend, assert_matches):
    w, g, zero = ivy.asarray(W), ivy.asarray(G), ivy.zeros((2, 2))
    effective = adam(W, G, 1, np.zeros((2, 2)), np.zeros((2, 2)), 1)[3]
    ratio = np.linalg.norm(W) / np.linalg.norm(effective)
    assert_matches(ivy.lamb_update(w, g, 0.1, zero, zero, 1)[0], W - 0.1 * ratio * effective)
    bounded = ivy.lamb_update(w, g, 0.1, zero, zero, 1, max_trust_ratio=1)[0]
    assert_matches(bounded, W - 0.1 * effective)
    decayed = effective + 0.5 * W
    ratio = np.linalg.norm(W) / np.linalg.norm(decayed)
    found, mw, vw = ivy.lamb_update(w, g, 0.1, zero, zero, 1, decay_lambda=0.5)
    assert_matches(found, W - 0.1 * ratio * decayed)
    assert_matches(mw, 0.1 * G)
    assert_matches(vw, 0.001 * G**2)


@differentiating
def test_updates_stop_gradients(backend, assert_matches):
    w = ivy.asarray(W)
    for stop, expected in ((True, np.zeros((2, 2))), (False, np.full((2, 2), 0.9))):
        f = lambda w: ivy.sum(ivy.gradient_descent_update(w, w, 0.1, stop_gradients=stop))  # noqa: B023
        assert_matches(ivy.grad(f)(w), expected)


def test_optimizers_compiled(backend, assert_matches, compiled):
    zero = np.zeros((2, 2))
    expected = adam(W, G, 0.1, zero, zero, 1)[0]
    step = lambda w, g, t: ivy.adam_update(w, g, 0.1, ivy.zeros_like(w), ivy.zeros_like(w), t)[0]
    assert_matches(compiled(step, W, G, np.array(1)), expected)


def test_optimizers_map_over_containers(backend, assert_matches):
    w = ivy.Container(a=ivy.asarray(W), b=ivy.asarray(2 * W))
    g, zero = ivy.asarray(G), ivy.zeros((2, 2))
    expected = [adam(x, G, 0.1, np.zeros((2, 2)), np.zeros((2, 2)), 1)[0] for x in (W, 2 * W)]
    assert_matches(ivy.gradient_descent_update(w, g, 0.1).b, 2 * W - 0.1 * G)
    new, mw, _ = ivy.adam_update(w, g, 0.1, zero, zero, 1)
    assert_matches(new.a, expected[0])
    assert_matches(mw, 0.1 * G)
    m = ivy.Container(a=zero, b=zero)
    new, mw, _ = ivy.lamb_update(w, g, 0.1, m, m, ivy.asarray(1))
    assert_matches(mw.b, 0.1 * G)


def test_without_a_set_backend(backend, assert_matches):
    x = ivy.asarray(A)
    ivy.unset_backend()
    try:
        if backend == "numpy":
            with pytest.raises(IvyNotImplementedException):
                ivy.grad(cost)(x)
        else:
            assert_matches(ivy.grad(cost)(x), d_cost(A))
            assert_matches(ivy.execute_with_gradients(cost, x)[1], d_cost(A))
            assert_matches(ivy.vjp(cost, x)[1](ivy.asarray(x[0] * 0 + 2))[0], 2 * d_cost(A))
    finally:
        ivy.set_backend(backend)
