"""Gradients of NumPy programs as they are written, against central differences by real NumPy."""

from __future__ import annotations

import numpy as real
import pytest
import scipy.optimize

import frontends.numpy as ours
import ivy_core as ivy
from ivy_core.utils.exceptions import IvyRecordedException

POINT = real.array([0.52, 0.37, 0.91, 0.13, 0.74, 0.66])
differentiating = pytest.mark.parametrize(
    "backend", ("jax", "torch", "tensorflow"), indirect=True, scope="module"
)


def central_differences(function, point):
    """Return the gradient of a function of ``(numpy, array)`` that returns one number."""
    found = real.zeros_like(point)
    for at in range(point.size):
        for sign in (1, -1):
            moved = point.copy()
            moved.flat[at] += sign * 1e-6
            found.flat[at] += sign * float(function(real, moved)) / 2e-6
    return found


def assert_differentiable(program, point=POINT, compiled=False):
    """Assert that ``ivy.grad`` of a program gives its slopes, and leaves the argument alone."""
    given = ours.array(point)

    def function(x):
        return program(ours, x)

    function.__name__ = getattr(program, "__name__", "program")
    gradient = ivy.grad(ivy.compile(function) if compiled else function)(given)
    assert type(gradient) is ours.ndarray
    expected = central_differences(program, point)
    real.testing.assert_allclose(real.asarray(gradient), expected, rtol=1e-6, atol=1e-6)
    real.testing.assert_array_equal(real.asarray(given), point)


# Expressions of a vector `x`, and of what is made of it: `X` 3 x 3, `z` zeros, `w` twos.
EXPRESSIONS = {
    "lists of elements": """
        np.array([x[0] * x[1], x[2]]) ; np.array([[x[0], 1.0], [x[1], x[2]]]) ; np.array(list(x))
        np.asarray([v for v in x]) ; np.array([x, x * x]) ; np.array((x[0], 2.0), dtype=float)
        np.sum([x[0], x[1]]) ; np.mean([x[0] * 2, 3.0]) ; np.max([x[0], x[1]]) ; np.prod(list(x))
        np.linalg.norm([x[0], x[1]]) ; np.dot([x[0], x[1]], [1.0, 2.0])
        np.concatenate([[x[0]], x[1:3]]) ; np.vstack([[x[0], x[1]], [x[2], 0.0]])
        np.matmul([[x[0], 1.0], [0.5, x[1]]], [x[2], 1.0]) ; np.outer([x[0], 2.0], [x[1]])
        np.fromiter((v for v in x), float) ; np.hstack([x[0], x[1:3]])
        sum(x) ; max(x) ; sorted(x)[1]
    """,
    "ufuncs' methods": """
        np.add.at(z, [0, 1, 1], x[:3]) or z ; np.multiply.at(w, [0, 1, 1], x[:3]) or w
        np.subtract.at(z, [2, 0, 0], x[:3]) or z ; np.multiply.reduceat(x, [0, 2, 4])
        np.add.reduceat(x, [0, 3]) ; np.logaddexp.reduce(x) ; np.multiply.accumulate(x)
        np.hypot.outer(x[:2], x[2:]) ; np.maximum.accumulate(x)
    """,
    "writes": """
        np.put(z, [1, 2], x[:2]) or z ; np.copyto(z, x) or z ; np.place(z, z == 0, x) or z
        np.putmask(z, z == 0, x) or z ; np.fill_diagonal(Z, x[0]) or Z ; z.fill(x[0]) or z
        np.put_along_axis(Z, ii, X[:, :1], 1) or Z ; z.put([0], x[1]) or z
        z.__setitem__([0, 2], x[:2]) or z ; z.__setitem__(z == 0, x[0]) or z
        z.__setitem__(slice(2), (x[0], 1.1)) or z ; Z.__setitem__(1, [x[0], 2, x[1]]) or Z
        Z.__setitem__(..., [[x[0], 0, 1.1], x[:3], [1, 2, x[1]]]) or Z
        z.__setitem__([0, 2], [x[0], True]) or z ; Z.__setitem__(Z == 0, [x[0]]) or Z
        x.__setitem__(x > 0.7, x[:2]) or x ; np.put(x, [0, 1], x[4:]) or x
        np.put_along_axis(x, ii[:2, 0], x[:2], 0) or x ; x.__setitem__([4, 5, 0], x[3:]) or x
    """,
    "elements that are written more than once": """
        z.__setitem__([0, 0, 1], x[:3]) or z ; z.__setitem__([0, -6, 0], x[0]) or z
        np.put(z, [0, 3, 0], x[:3]) or z ; x[::2].__setitem__([2, 1, -1], x[3:] * 2) or x
        Z.__setitem__((slice(None), [2, 2]), X[:, :2]) or Z ; Z.__setitem__([1, 1], x[0]) or Z
        Z.__setitem__(([0, 0, 2], 1), x[:3]) or Z ; Z.__setitem__((ii[:, 0] * 0, ...), X) or Z
        Z.__setitem__(([0, 0, 1], slice(2), None), X[:, :2, None]) or Z
        np.put_along_axis(Z, ii * 0 + ii.T // 2, X, 1) or Z
        z.__setitem__((x * 3).astype(int), x) or z ; x.__setitem__([0, 1, 0], x[3:] * x[:3]) or x
    """,
    "numbers between": """
        np.linspace(x[0], x[1], 4) ; np.logspace(x[0], x[1], 3) ; np.geomspace(x[0], x[1], 3)
        np.arange(x[0], x[0] + 3) ; np.full(3, x[0]) ; np.pad(x, 1, constant_values=x[0])
        np.interp(x[0] * 2, [0.0, 1.0, 2.0], [1.0, 3.0, 2.0])
        np.interp(1.3, [0.0, 1.0, 2.0], x[:3])
        np.pad(x, 2, mode="linear_ramp", end_values=2.0)
    """,
    "statistics": """
        np.histogram(x, bins=3)[1] ; np.bincount([0, 1, 1], weights=x[:3]) ; np.median(x)
        np.percentile(x, 40) ; np.cov(x, x**2) ; np.average(x, weights=x) ; np.nanstd(x) ; np.ptp(x)
        np.partition(x, 2) ; np.unique(x) ; np.roots([1.0, -3.0, 0.1]) * x[0]
    """,
    "functions of functions": """
        np.vectorize(lambda v: v * v)(x) ; np.vectorize(lambda v: v if v > 0.5 else 2.0)(x)
        np.apply_along_axis(lambda row: row * row, 0, X) ; [v for _, v in np.ndenumerate(x)]
        np.piecewise(x, [x > 0.5], [lambda v: v * v, 1.0]) ; [v * v for v in X.flat]
    """,
    "parts of numbers": """
        np.frexp(x)[0] ; np.modf(x * 3)[0] ; np.heaviside(x - 0.5, 0.0) * x
        np.floor_divide(x, 0.3) + x ; divmod(x, 0.3)[1] ; round(x[0]) * x[1] ; int(x[0] * 9) * x[1]
        np.round(x, 1) * x[0] ; x.tolist and x[2] ; np.abs(x + 1j * x) ; np.angle(x + 2j)
    """,
    "memory of another dtype": """
        (x + 1j * x[::-1]).view(float) ; np.abs(x.copy().view(complex))
        (x - 2j).conj().view(float) ; np.nextafter(x, 1.0)
        (X + 1j).T.copy().view(float)[:, ::2]
        z.view(complex).__setitem__(1, x[0] + 1j * x[1]) or z
        (x + 0j).view(float).__setitem__(slice(1, None, 2), x) or x
    """,
    "polynomials, borders": """
        np.polymul(x[:3], x[3:]) ; np.poly1d(x[:3])(x[3]) ; np.polydiv(x, x[:3])[0]
        np.trim_zeros(x) ; np.real(np.roots([1, -3 - x[0], x[1]]))
        np.trim_zeros(np.append(0.0, x * (x > 0.6)))
        np.pad(x, (2, 3), "reflect", reflect_type="odd")
        np.pad(x, (1, 6), "symmetric", reflect_type="odd")
        np.pad(X, ((1, 2), (0, 1)), "reflect", reflect_type="odd")
        np.pad(x, 2, "linear_ramp", end_values=x[0])
        np.pad(X, 1, "linear_ramp", end_values=[[x[0], 1.0], [2.0, x[1]]])
    """,
    "draws": """
        np.random.RandomState(1).normal(x, x) ; np.random.default_rng(0).normal(x, x)
        np.random.default_rng(0).exponential(x) ; np.random.default_rng(0).uniform(0, x)
        np.random.default_rng(0).uniform(x, 2.0, size=(2, 6))
        np.random.RandomState(2).gumbel(x, 0.5)
        np.random.RandomState(3).lognormal(x, x) ; np.random.default_rng(5).laplace(0.0, scale=x)
    """,
}  # fmt: skip


def program_of(expression):
    """Return a program that weights what an expression gives."""
    code = compile(expression.strip(), expression, "eval")

    def program(np, a):
        x = a * 1.0
        names = {
            "np": np, "x": x, "z": np.zeros(6), "w": np.ones(6) * 2, "Z": np.zeros((3, 3)),
            "X": np.reshape(np.concatenate([x, x[:3] * x[3:]]), (3, 3)),
            "ii": np.array([[0], [2], [1]]),
        }  # fmt: skip
        found = np.ravel(np.array(eval(code, names)))
        return (found * (np.cos(np.arange(float(found.size))) + 1.5)).sum()

    return program


@differentiating
@pytest.mark.parametrize("topic", EXPRESSIONS)
def test_expressions(backend, topic):
    for line in EXPRESSIONS[topic].strip().splitlines():
        for expression in line.split(" ; "):
            try:
                assert_differentiable(program_of(expression))
            except Exception as err:
                err.add_note(expression)
                raise


def complex_parts(np, a):
    waves = np.zeros(4, complex)
    waves[1:] += np.sqrt(a[:3] - 0.6 + 1j * a[3:])
    waves[:2] *= np.reciprocal(a[:2] + 1j * a[2:4])
    waves[2] **= 0.5
    return (waves.real * [1, 2, 3, 4]).sum() + (waves * np.conj(waves)).real.sum() + waves.imag[3]


def diffusion(np, a):
    u = a.copy()
    for _ in range(5):
        u[1:-1] += 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2])
    return (u**2).sum()


def masked_writes(np, a):
    b = np.zeros(a.shape)
    b[a > 0.5] = a[a > 0.5] ** 2
    b[a <= 0.5] *= 2
    b[::2] -= a[::2]
    return np.sin(b).sum()


def results_in_memory(np, a):
    o = np.empty_like(a)
    np.multiply(a, 3.0, out=o)
    np.exp(o, out=o, where=a < 0.6)
    return o.mean()


def views_of_views(np, a):
    m = a.reshape(2, 3).copy()
    row = m[0]
    row *= 2
    m.T[1] = row[:2] * a[:2]  # the products' operands are written over
    diagonal = np.einsum("ii->i", m[:, :2])
    diagonal += a[3]
    return (m * np.arange(6).reshape(2, 3)).sum()


def branches(np, a):
    total, x = 0.0, a.copy()
    for i in range(len(x)):
        if x[i] > 0.5:
            x[i] = x[i] ** 2
        else:
            x[i] -= 1
        total += x[i] * i
    return total


def rounds_by_value(np, a):
    x = a[0]
    while x < 10:
        x = x * 1.5 + a[1] ** 2
    return x


def linear_system(np, a):
    matrix = np.eye(2) * 3
    matrix[0, 1], matrix[1, 0] = a[0], a[1]
    matrix[np.diag_indices(2)] += a[2:4]
    x = np.linalg.solve(matrix, a[4:])
    return x @ x


def scattered(np, a):
    x = a.copy()
    np.put(x, [0, 2], a[3:5] * 2)
    np.clip(x, 0.2, 0.8, out=x)
    x.flat[3] = a[0] * a[1]
    np.copyto(x, a, where=[True, False, False, False, True, False])
    return x.prod()


def elimination(np, a):
    m = np.outer(a[:3], a[3:]) + np.diag(a[:3] + 2)
    for k in range(2):
        m[k + 1 :, k] /= m[k, k]
        m[k + 1 :, k + 1 :] -= np.outer(m[k + 1 :, k], m[k, k + 1 :])
    return np.log(np.abs(np.diag(m))).sum()


def queue_times(np, a):
    waits = np.zeros(6)
    for i in range(1, 6):
        waits[i] = max(0.0, waits[i - 1] + a[i - 1] - 0.4)
    return waits.sum() + np.sort(waits)[::-1][:2].prod()


PROGRAMS = [
    diffusion, masked_writes, results_in_memory, views_of_views, branches, rounds_by_value,
    linear_system, scattered, elimination, queue_times, complex_parts,
]  # fmt: skip


@differentiating
@pytest.mark.filterwarnings("ignore:.* runs eagerly")
def test_complex_numbers_in_a_compiled_gradient(backend):
    gradient = ivy.compile(ivy.grad(lambda a: complex_parts(ours, a)))(ours.array(POINT))
    expected = central_differences(complex_parts, POINT)
    real.testing.assert_allclose(real.asarray(gradient), expected, rtol=1e-6, atol=1e-6)


@differentiating
@pytest.mark.parametrize("compiled", [False, True], ids=["eagerly", "compiled"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
@pytest.mark.filterwarnings("ignore:.* runs eagerly")
def test_programs_that_write_in_place(backend, program, compiled):
    assert_differentiable(program, compiled=compiled)


@differentiating
def test_large_arrays_that_are_written_over(backend):
    """On PyTorch what a gradient needs is copied if it is small; this is not."""

    def f(x):
        y = x * x
        x *= 2
        y[:-1] *= x[1:]
        return y.sum()

    point = real.linspace(0.5, 1.5, 600_000)
    expected = 4 * point * real.append(point[1:], 0.5)
    expected[1:] += 2 * point[:-1] ** 2
    found = real.asarray(ivy.grad(f)(ours.array(point)))
    real.testing.assert_allclose(found, expected, rtol=1e-12)


REFUSED = [
    lambda np, x: np.polynomial.Polynomial(x[:3])(1.2),
    lambda np, x: np.ma.array(x).sum(),
    lambda np, x: np.random.default_rng(0).gamma(x).sum(),
    lambda np, x: np.random.default_rng(0).permutation(x)[0],
    lambda np, x: x[0].item() * x[1],
    lambda np, x: x.tolist()[0] * x[1],
    lambda np, x: float(x[0]) * x[1],
    lambda np, x: np.emath.sqrt(x - 0.5).real.sum(),
    lambda np, x: np.pad(x, 7, "reflect", reflect_type="odd").sum(),
    lambda np, x: np.frompyfunc(lambda v: v, 1, 1)(x)[0],
]


@differentiating
@pytest.mark.parametrize("program", REFUSED)
def test_what_leaves_the_record_is_refused(backend, program):
    """NumPy would compute it on the host, and the gradient would be without it, silently."""
    with pytest.raises(IvyRecordedException, match="stop_gradient"):
        ivy.grad(lambda x: program(ours, x))(ours.array(POINT))
    assert real.isfinite(float(program(ours, ours.array(POINT))))


@differentiating
def test_texts_and_constants_of_what_is_differentiated(backend):
    texts = []

    def f(x):
        texts.extend([str(x[:2]), repr(x[:2]), f"{x[0]:.1f}", str(x[1])])
        constant = float(ivy.stop_gradient(x)[0])
        return constant * x[1] if x[0] > 0.5 else x[2]

    found = ivy.grad(f)(ours.array([0.75, 2.0, 3.0]))
    real.testing.assert_array_equal(real.asarray(found), [0.0, 0.75, 0.0])
    assert texts == ["[0.75 2.  ]", "array([0.75, 2.  ])", "0.8", "2.0"]


@differentiating
def test_arrays_of_the_callers_class(backend):
    """What is differentiated is given NumPy's arrays if these were given, and its scalars come."""
    seen = []

    def f(x, y):
        seen.append((type(x), type(y)))
        return (x.copy() * y).sum()

    x, y = ours.array([1.0, 2.0]), ours.array([3.0, 4.0])
    value, slope = ivy.value_and_grad(f)(x, y)
    assert isinstance(value, real.float64) and type(slope) is ours.ndarray
    both = ivy.grad(f, argnums=(0, 1))(x, y)
    assert [type(each) for each in both] == [ours.ndarray] * 2
    jacobian = ivy.jac(lambda x: x.copy() ** 2)(x)
    assert type(jacobian) is ours.ndarray and jacobian.tolist() == [[2.0, 0.0], [0.0, 4.0]]
    value, pull = ivy.vjp(lambda x: x.copy() ** 2, x)
    assert type(value) is ours.ndarray and pull(y)[0].tolist() == [6.0, 16.0]
    value, moved = ivy.jvp(lambda x: x.copy() ** 2, (x,), (y,))
    assert type(moved) is ours.ndarray and moved.tolist() == [6.0, 16.0]
    assert ivy.vmap(lambda row: row.copy().sum())(ours.ones((2, 3))).tolist() == [3.0, 3.0]
    looped = ivy.while_loop(lambda x: x.max() < 9, lambda x: (x.copy() * 2,), (x,))
    assert type(looped[0]) is ours.ndarray and looped[0].tolist() == [8.0, 16.0]
    assert set(sum(seen, ())) == {ours.ndarray}
    plain = ivy.grad(lambda x: ivy.sum(x * x))(ivy.asarray([1.0]))
    assert type(plain) is ivy.Array


@differentiating
def test_second_derivatives(backend):
    curved = ivy.jac(ivy.grad(lambda x: diffusion(ours, x) * x[0]))(ours.array(POINT))

    def slope(np, x, at):
        return central_differences(lambda np, x: diffusion(np, x) * x[0], x)[at]

    for at in (0, 3):
        moved = [POINT.copy(), POINT.copy()]
        for sign, point in zip((1, -1), moved, strict=True):
            point[at] += sign * 1e-4
        rows = [central_differences(lambda np, x: diffusion(np, x) * x[0], p) for p in moved]
        expected = (rows[0] - rows[1]) / 2e-4
        real.testing.assert_allclose(real.asarray(curved)[at], expected, atol=1e-5)


def valley(np, x):
    steps = x.copy()[1:]
    steps -= x[:-1] ** 2
    steps *= 10 * steps
    return steps.sum() + ((1 - x[:-1]) ** 2).sum()


def valley_of_ours(x):
    return valley(ours, x)


@differentiating
def test_scipy_drives_what_the_backend_computes(backend):
    """SciPy hands on NumPy's own arrays, for which the function is given the frontend's."""
    start = real.array([-1.0, 2.0, 0.5])
    both, hessian = ivy.value_and_grad(valley_of_ours), ivy.hessian(valley_of_ours)
    value, gradient = both(start)
    assert isinstance(value, real.float64) and value == pytest.approx(valley(real, start))
    assert type(gradient) is type(hessian(start)) is ours.ndarray
    real.testing.assert_allclose(gradient, central_differences(valley, start), rtol=1e-6)
    curved = scipy.optimize.approx_fprime(start, lambda x: real.asarray(both(x)[1]))
    real.testing.assert_allclose(hessian(start), curved, rtol=1e-5, atol=1e-5)
    for given in (start, list(start)):
        found = scipy.optimize.minimize(both, given, jac=True)
        real.testing.assert_allclose(found.x, 1, atol=1e-3)
    few = {"maxiter": 2}  # as a second derivative is compiled operation by operation
    found = scipy.optimize.minimize(
        both, start, jac=True, hess=hessian, method="trust-exact", options=few
    )
    assert found.fun < 0.9 * value
    plain = ivy.grad(lambda x: ivy.sum(x * x))
    assert type(plain(ivy.asarray([1.0]))) is ivy.Array


WRITES = [
    lambda np, o, x: o.__setitem__(slice(3), x), lambda np, o, x: o.__setitem__([0, 2], x[:2]),
    lambda np, o, x: o.__setitem__(o < 9, x[0]), lambda np, o, x: np.add.at(o, [0, 1, 1], x),
    lambda np, o, x: np.put(o, [1], x[2]), lambda np, o, x: np.copyto(o, x[1]),
    lambda np, o, x: np.multiply(x, 2.0, out=o[:3]), lambda np, o, x: o.fill(x[1]),
    lambda np, o, x: o.flat.__setitem__(2, x[0]), lambda np, o, x: np.place(o, o == 0, x[:1]),
    lambda np, o, x: o[::-1][:3].__setitem__(..., x), lambda np, o, x: np.cumsum(x, out=o[:3]),
    lambda np, o, x: np.clip(o, x[0], x[1], out=o), lambda np, o, x: o[1:].__iadd__(x),
    lambda np, o, x: np.fill_diagonal(o.reshape(2, 2), x[0]),
]  # fmt: skip


@differentiating
@pytest.mark.parametrize("write", WRITES)
def test_each_way_of_writing_to_an_array_of_outside(backend, write):
    """The array has NumPy's values afterwards, and NumPy can compute with it."""

    def program(np, x, outer):
        write(np, outer, x)
        return (outer * outer).sum() + x.sum()

    start, point = [0.0, 2.0, 3.0, 1.0], real.array([1.1, 1.5, 0.7])
    outer, expected = ours.array(start), real.array(start)
    found = ivy.grad(lambda x: program(ours, x, outer))(ours.array(point))
    program(real, point.copy(), expected)
    slopes = central_differences(lambda np, x: program(np, x, np.array(start)), point)
    real.testing.assert_allclose(real.asarray(found), slopes, rtol=1e-6, atol=1e-6)
    real.testing.assert_array_equal(real.asarray(outer), expected)
    assert ours.polynomial.polynomial.polyval(1.0, outer) == pytest.approx(expected.sum())


@differentiating
def test_arrays_of_outside_forget_the_gradient(backend):
    seen, log = ours.zeros(3), ours.zeros((2, 3))
    view = log[1]

    def f(x):
        seen[:] = 2 * x
        log[1] = seen + x
        seen[0] += log[1, 1]
        return (seen * x).sum()

    x = ours.array([1.0, 2.0, 3.0])
    found = ivy.grad(f)(x)
    real.testing.assert_allclose(real.asarray(found), [4 + 3 * 2, 4 * 2 + 3, 4 * 3])
    assert seen.tolist() == [8.0, 4.0, 6.0] and view.tolist() == [3.0, 6.0, 9.0]
    assert (seen + view).tolist() == [11.0, 10.0, 15.0]
    assert ivy.grad(f)(x).tolist() == found.tolist()
