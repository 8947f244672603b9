"""Who computes an eager call on JAX, NumPy or a kernel, and that both give what is promised."""

from __future__ import annotations

import operator
import subprocess
import sys
import threading
import warnings

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.common.patience import patience
from ivy_core.backends.loading import load_backend
from ivy_core.registry import FUNCTIONS

pytestmark = pytest.mark.parametrize("backend", ["jax"], indirect=True)

EXACT = (
    "abs add bitwise_and bitwise_count bitwise_invert bitwise_left_shift bitwise_or "
    "bitwise_right_shift bitwise_xor ceil conj copysign divide equal fabs floor greater "
    "greater_equal isfinite isnan less less_equal logical_and logical_not logical_or logical_xor "
    "multiply negative not_equal positive rint sign signbit sqrt square subtract trunc"
).split()
REAL = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64".split()
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 0.5, 3.0, -7.25]


def parameters(name):
    return FUNCTIONS[name].array_parameters


@pytest.fixture
def compilations(backend, monkeypatch):
    import jax

    from ivy_core.backends.jax.runtime import stored_programs

    monkeypatch.setattr(stored_programs, "_folder", None)  # what is found there is not compiled
    patience.begin(1, 0)  # another test may have trained before
    seen = []

    def listen(event, seconds, **_):
        if event == "/jax/core/compile/backend_compile_duration":
            seen.append(seconds)

    jax.monitoring.register_event_duration_secs_listener(listen)
    yield seen
    jax.monitoring.unregister_event_duration_listener(listen)


def random_bits(dtype, count=4096, seed=0):
    rng = np.random.default_rng(seed)
    if dtype == "bool":
        return rng.integers(0, 2, count).astype(bool)
    dtype = np.dtype(dtype)
    made = np.frombuffer(rng.bytes(count * dtype.itemsize), dtype).copy()
    if dtype.kind == "f":
        made[: count // 4] = rng.standard_normal(count // 4)
        made[count // 4 : count // 2] = rng.choice(SPECIAL, count // 4)
        made[(np.abs(made) < np.finfo(dtype).tiny) & (made != 0)] = 1  # no subnormal numbers
    return made


def assert_same_bits(found, wanted, *operands):
    assert found.dtype == wanted.dtype and found.shape == wanted.shape
    if found.dtype.kind != "f":
        np.testing.assert_array_equal(found, wanted)
        return
    tiny = np.abs(found) < np.finfo(found.dtype).tiny  # XLA gives no subnormal numbers
    bits = f"u{found.dtype.itemsize}"
    same = (found.view(bits) == wanted.view(bits)) | (np.isnan(found) & np.isnan(wanted)) | tiny
    assert same.all(), [operand[~same][:3] for operand in (*operands, found, wanted)]


@pytest.mark.parametrize("name", EXACT)
def test_exact_functions_give_the_same_bits_from_both(backend, light, name):
    function = getattr(ivy, name)
    tried = 0
    for dtype in REAL:
        operands = [random_bits(dtype, seed=1)]
        if len(parameters(name)) == 2:
            operands.append(random_bits(dtype, seed=2))
        if "shift" in name:
            with np.errstate(all="ignore"):
                operands[1] = (operands[1] % 7).astype(dtype)
        arrays = [ivy.array(operand) for operand in operands]
        try:
            found = function(*arrays)
        except ivy.IvyException:
            continue  # not defined for the dtype
        with ivy.set_host_execution_mode(False):
            compiled = function(*arrays)
        assert_same_bits(np.asarray(found), np.asarray(compiled), *operands)
        tried += 1
    assert tried >= 5


@pytest.mark.parametrize("shapes", [((256, 65), (256, 1)), ((1, 65), (256, 65)), ((256, 65), ())])
@pytest.mark.parametrize("name", [name for name in EXACT if len(parameters(name)) == 2])
def test_exact_functions_give_the_same_bits_where_they_broadcast(backend, light, name, shapes):
    dtype = "int32" if "bitwise" in name else "float64"
    operands = [random_bits(dtype, int(np.prod(shape)), 3).reshape(shape) for shape in shapes]
    if "shift" in name:
        operands[1] = operands[1] % 7
    arrays = [ivy.array(operand) for operand in operands]
    for first, second in (arrays, arrays[::-1]):
        found = getattr(ivy, name)(first, second)
        for _ in range(200):  # a kernel may be compiled
            last = getattr(ivy, name)(first, second)
        assert_same_bits(np.asarray(found), np.asarray(last))


def test_the_list_of_exact_functions_is_the_one_tested(backend):
    from ivy_core.backends.jax.host import call as host_execution

    assert sorted(host_execution.EXACT) == sorted(EXACT)
    known = host_execution.EXACT | host_execution.BY_SIZE | host_execution.ON_HOST
    assert known <= load_backend("jax").implementations.keys()
    assert not host_execution.EXACT & host_execution.BY_SIZE


def test_small_arrays_of_many_shapes_compile_nothing(compilations):
    x = [ivy.array(np.arange(float(n + 1))) for n in range(50)]
    before = len(compilations)
    for each in x:
        y = ivy.add(each, each)
        y = ivy.exp(ivy.subtract(y, 1.0))
        ivy.sum(y), ivy.mean(y, axis=0), ivy.max(y), ivy.matmul(y, y)
        ivy.where(ivy.greater(y, 1.0), y, each), ivy.std(y)
        ivy.stack([y, each]), ivy.concat([y, each]), ivy.astype(y, "int32"), ivy.array(y)
        ivy.take(y, ivy.array([0, -1])), ivy.take_along_axis(y, ivy.argsort(y))
    assert len(compilations) == before


MOVING = {
    "stack": lambda x, y, i: ivy.stack([x, y, x], axis=1),
    "concat": lambda x, y, i: ivy.concat([x, y], axis=1),
    "concat of two dtypes": lambda x, y, i: ivy.concat([x, i]),
    "take": lambda x, y, i: ivy.take(x, i[:, 0], axis=1),
    "take, flat": lambda x, y, i: ivy.take(x, i),
    "take_along_axis": lambda x, y, i: ivy.take_along_axis(x, i, axis=1),
    "astype": lambda x, y, i: ivy.astype(x, "complex128"),
    "astype of ints": lambda x, y, i: ivy.astype(i, "float16"),
    "array": lambda x, y, i: ivy.array(x),
}


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "bool", "uint8", "bfloat16"])
@pytest.mark.parametrize("move", MOVING)
def test_elements_are_moved_alike_by_host_and_kernel(backend, move, dtype):
    def made(seed):
        values = np.random.default_rng(seed).normal(size=(5, 5)) * 3
        return ivy.astype(ivy.array(values), dtype)

    x, y = made(1), made(2)
    i = ivy.array(np.random.default_rng(3).integers(-5, 5, size=(5, 5)))
    found = MOVING[move](x, y, i)
    with ivy.set_host_execution_mode(False):
        compiled = MOVING[move](x, y, i)
    assert found.dtype == compiled.dtype and found.shape == compiled.shape
    assert np.array_equal(np.asarray(found).view("u1"), np.asarray(compiled).view("u1"))


def test_the_real_part_of_a_small_complex_array_is_taken_without_a_warning(backend):
    z = ivy.array([1 + 2j, 3j])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.asarray(ivy.astype(z, "float32")).tolist() == [1.0, 0.0]
        assert np.asarray(ivy.astype(z, "bool")).tolist() == [True, True]


@pytest.mark.parametrize("join", ["stack", "concat"])
def test_joined_arrays_refuse_what_the_kernel_refuses(backend, join):
    with pytest.raises(ivy.IvyValueError):
        getattr(ivy, join)([ivy.zeros(2), ivy.zeros((3, 1))])
    with pytest.raises(ivy.IvyValueError):
        getattr(ivy, join)([])
    with pytest.raises(ivy.IvyIndexError):
        getattr(ivy, join)([ivy.zeros(2), ivy.zeros(2)], axis=5)


def test_an_exact_kernel_is_compiled_when_it_has_come_often(compilations):
    from ivy_core.backends.jax.host.policy import EXACT_HOST_CALLS, HOST_ELEMENTS_OF_SOME

    x = ivy.array(np.ones((3, 1, HOST_ELEMENTS_OF_SOME)))
    before = len(compilations)
    for _ in range(EXACT_HOST_CALLS):
        first = ivy.multiply(x, x)
    assert len(compilations) == before
    for _ in range(3):
        last = ivy.multiply(x, x)
    assert len(compilations) == before + 1
    np.testing.assert_array_equal(np.asarray(first), np.asarray(last))


LARGE = {
    "log": (np.log, "float64"), "pow": (np.power, "float64", "float32"),
    "atan2": (np.arctan2, "float32", "float32"), "add": (np.add, "int32", "float64"),
    "floor_divide": (np.floor_divide, "int64", "int16"), "less": (np.less, "float64", "int64"),
    "logical_and": (np.logical_and, "bool", "bool"), "negative": (np.negative, "float64"),
}  # fmt: skip


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.parametrize("turned", [False, True])
def test_numpy_writes_large_results_where_jax_takes_them(compilations, name, turned):
    ufunc, *dtypes = LARGE[name]
    draws = np.random.default_rng(7)
    operands = [draws.uniform(1, 90, (330, 300 + 30 * turned)).astype(d) for d in dtypes]
    if len(operands) == 2 and not turned:
        operands[1] = operands[1][:1]  # one row for all
    given = [ivy.array(x) for x in operands]
    if turned:
        operands, given = [x.T for x in operands], [ivy.permute_dims(x, (1, 0)) for x in given]
    before = len(compilations)
    found = getattr(ivy, name)(*given)
    assert len(compilations) == before
    wanted = ufunc(*operands)
    assert found.dtype == str(wanted.dtype) and found.shape == wanted.shape
    np.testing.assert_array_equal(np.asarray(found), wanted)
    taken = found + found if wanted.dtype != bool else ~found  # by a kernel, or by NumPy again
    np.testing.assert_array_equal(taken, wanted + wanted if wanted.dtype != bool else ~wanted)
    found[0] = 1
    assert np.asarray(found[0]).tolist() == [1] * wanted.shape[1]
    np.testing.assert_array_equal(np.asarray(found[1:]), wanted[1:])
    for x, was in zip(given, operands, strict=True):
        np.testing.assert_array_equal(np.asarray(x), was)


@pytest.mark.parametrize("dtypes", ["float64 float32", "int64 float64", "float64 int32"])
def test_large_casts_are_numpys_where_jax_takes_them(backend, dtypes):
    before, after = dtypes.split()
    values = (np.random.default_rng(3).normal(size=(300, 250)) * 9).astype(before)
    x = ivy.array(values)
    for given, wanted in ((x, values), (ivy.permute_dims(x, (1, 0)), values.T)):
        found = ivy.astype(given, after)
        np.testing.assert_array_equal(np.asarray(found), wanted.astype(after))
        found[1] = 5
        assert np.asarray(found[1]).tolist() == [5] * wanted.shape[1]
        np.testing.assert_array_equal(np.asarray(x), values)


SWEPT = {
    "matmul": lambda np_, a, n: np_.matmul(a[:n, :n], a[0, :n]),
    "outer": lambda np_, a, n: np_.outer(a[0, :n], a[1, :n]),
    "sum": lambda np_, a, n: np_.sum(a[:n, :n], axis=1),
    "max": lambda np_, a, n: np_.max(a[:n, 1 : n + 1], axis=0),
    "tensordot": lambda np_, a, n: np_.tensordot(a[:n, :n], a[:n, 0], axes=1),
    "where": lambda np_, a, n: np_.where(a[:n, :n] > 0.0, a[:n, :n], 0.5),
}


@pytest.mark.parametrize("name", SWEPT)
def test_large_arrays_of_many_shapes_compile_few_kernels(compilations, name):
    """As in a factorisation by rows: each step has shapes that never come again."""
    from ivy_core.backends.jax.host.policy import HOST_ELEMENTS

    draws = np.random.default_rng(0).normal(size=(300, 300))
    a, least = ivy.array(draws), int(HOST_ELEMENTS**0.5) + 20
    before = len(compilations)
    for n in range(least, least + 64):
        wanted = SWEPT[name](np, draws, n)
        found = np.asarray(SWEPT[name](ivy, a, n))
        assert found.dtype == wanted.dtype
        np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-12)
    assert len(compilations) <= before + 32


def test_a_shape_among_many_is_compiled_when_it_has_come_often(compilations):
    from ivy_core.backends.jax.host.policy import (
        EXACT_HOST_CALLS,
        HOST_ELEMENTS,
        KERNEL_SHAPES_OF_LENGTHS,
    )

    least = int(HOST_ELEMENTS**0.5) + 100
    for n in range(least, least + KERNEL_SHAPES_OF_LENGTHS + 1):
        x = ivy.array(np.ones((n, n)))
        chosen = ivy.greater(x, 0.0)
        ivy.where(chosen, x, 2.0)
    before = len(compilations)
    first = [ivy.where(chosen, x, 2.0) for _ in range(EXACT_HOST_CALLS - 1)][-1]
    assert len(compilations) == before
    last = [ivy.where(chosen, x, 2.0) for _ in range(3)][-1]
    assert len(compilations) == before + 1
    np.testing.assert_array_equal(np.asarray(first), np.asarray(last))


# the same bits at each call: functions of one array, of two, and of a line

ALIKE = {
    1: (
        "exp exp2 expm1 log log1p log2 log10 sqrt cbrt sin cos tan arcsin arccos arctan sinh cosh "
        "tanh arcsinh arctanh reciprocal square abs rint sinc i0 sum mean prod std var max min "
        "argmax cumsum cumprod median ptp nansum nanmean linalg.norm diff gradient sort angle "
        "trace transpose fft.fft nanstd round"
    ),
    2: (
        "add multiply divide power arctan2 hypot logaddexp fmod remainder maximum matmul dot inner "
        "vdot outer floor_divide where tensordot copysign cross convolve corrcoef"
    ),
}


@pytest.mark.parametrize("count", ALIKE)
def test_equal_calls_give_equal_bits_among_calls_of_other_shapes(backend, monkeypatch, count):
    """A counter may decide who computes only where both give the same bits."""
    import frontends.numpy as our_numpy
    from ivy_core.backends.jax.host import call as host_execution

    monkeypatch.setattr(host_execution, "EXACT_HOST_CALLS", 6)  # what counts gets there sooner
    rng = np.random.default_rng(0)
    sides = [(130, 128), (131, 128), (132, 128)]  # a little more than is small
    draws = [[rng.uniform(0.1, 0.9, side) for _ in range(count)] for side in sides]
    told = []
    for name in ALIKE[count].split():
        function = operator.attrgetter(name)(our_numpy)

        def call(index, function=function, name=name):
            operands = [our_numpy.asarray(each) for each in draws[index]]
            if name in ("matmul", "dot", "inner"):
                operands[1] = operands[1][0]
            if name in ("outer", "convolve"):
                operands = [
                    each[:, 0] if name == "outer" else each.ravel()[:200] for each in operands
                ]
            if name == "where":
                operands.insert(0, operands[0] > operands[1])
            if name == "cross":
                operands = [each.ravel()[:16500].reshape(-1, 3) for each in operands]
            return np.asarray(function(*operands))

        first = call(0)
        new = call(1), call(2)
        if any(call(0).tobytes() != first.tobytes() for _ in range(12)):
            told.append(name)
        if any(call(2).tobytes() != new[1].tobytes() for _ in range(12)):
            told.append(f"{name}, a shape that came later")
    assert not told


def test_two_hundred_equal_calls_give_equal_bits(backend):
    draws = np.random.default_rng(0).uniform(0.1, 0.9, 20_013)
    x = ivy.array(draws)
    for n in range(1, 18):
        ivy.exp(ivy.array(draws[n:]))
    first = np.asarray(ivy.exp(x))
    for _ in range(200):
        last = np.asarray(ivy.exp(x))
    np.testing.assert_array_equal(first, last)


# a call whose route is decided by its size, with the thresholds of its route in elements
AROUND = {
    "exp": ([1 << 14], lambda np_, x: np_.exp(x)),
    "sin": ([1 << 14], lambda np_, x: np_.sin(x)),
    "sum": ([1 << 14, 1 << 17, 1 << 20], lambda np_, x: np_.sum(x)),
    "dot": ([1 << 14, 1 << 20], lambda np_, x: np_.dot(x, x)),
    "power": ([1 << 14, 1 << 17], lambda np_, x: np_.power(x, 1.7)),
}


@pytest.mark.parametrize("name", AROUND)
def test_equal_calls_give_equal_bits_after_two_hundred_others(backend, name):
    import frontends.numpy as our_numpy

    sizes, call = AROUND[name]
    draws = np.random.default_rng(0).uniform(0.1, 0.9, max(sizes) + 1)
    for size in sizes:
        operands = [our_numpy.asarray(draws[:n]) for n in (size - 1, size, size + 1)]
        first = [np.asarray(call(our_numpy, x)) for x in operands]
        others = [our_numpy.asarray(draws[: size // 2 + n % 20]) for n in range(200)]
        for other in others:
            call(our_numpy, other)
        last = [np.asarray(call(our_numpy, x)) for x in operands]
        assert [y.tobytes() for y in last] == [y.tobytes() for y in first]


def test_small_arrays_never_change_sides(compilations):
    """One that XLA has not finished yet would have the next step on the host wait for it."""
    x = ivy.array(np.ones((3, 1, 7)))
    before = len(compilations)
    for _ in range(300):
        ivy.multiply(x, x)
    assert len(compilations) == before


def test_what_was_computed_on_the_host_is_kept_there_unwritable(backend):
    x = ivy.add(ivy.array([1.0, 2.0]), 1.0)
    seen = load_backend("jax").memory_on_host(x.data)
    assert not seen.flags.writeable
    y = ivy.add(x, 1.0)
    x[0] = 7.0
    np.testing.assert_array_equal(seen, [2.0, 3.0])
    np.testing.assert_array_equal(np.asarray(ivy.add(x, y)), [10.0, 7.0])
    assert np.asarray(x).tolist() == [7.0, 3.0] and np.asarray(x.data).tolist() == [7.0, 3.0]


def test_a_deleted_array_is_not_read_from_what_was_kept(backend):
    x = ivy.add(ivy.array([1.0, 2.0]), 1.0)
    x.data.delete()
    with pytest.raises(Exception, match="deleted"):
        ivy.add(x, 1.0)


def test_what_jax_has_made_is_looked_at_once_and_not_after_its_end(backend):
    jax = pytest.importorskip("jax")
    native = jax.jit(lambda a: a * 2)(np.arange(3.0))
    x = ivy.Array(native)
    np.testing.assert_array_equal(np.asarray(x + 1.0), [1, 3, 5])
    np.testing.assert_array_equal(np.asarray(x * x), [0, 4, 16])
    taken = jax.jit(lambda a: a + 1, donate_argnums=0)(native)  # nobody else refers to the memory
    np.testing.assert_array_equal(np.asarray(taken), [1, 3, 5])
    assert native.is_deleted()
    with pytest.raises(Exception, match="deleted"):
        ivy.add(x, 1.0)


def test_the_switch_leaves_everything_to_jax(compilations):
    x = ivy.array(np.ones((3, 1, 11)))
    with ivy.set_host_execution_mode(False):
        before = len(compilations)
        ivy.exp(x)
        assert len(compilations) == before + 1


def test_the_environment_sets_the_switch(backend):
    code = "import ivy_core as ivy; print(ivy.host_execution_mode)"
    env = {"IVY_HOST_EXECUTION": "0", "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr


@pytest.mark.parametrize("host, shown", [({}, "False"), ({"IVY_HOST_EXECUTION": "1"}, "True")])
def test_no_fallback_leaves_everything_to_the_framework(backend, host, shown):
    code = (
        "import ivy_core as ivy, frontends.numpy as np, frontends.torch as torch\n"
        "print(ivy.host_execution_mode, np.set_fallback('warn'), torch.set_fallback('warn'))"
    )
    env = {"IVY_FALLBACK": "error", "PYTHONPATH": ":".join(sys.path), **host}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.stdout.split() == [shown, "error", "error"], done.stderr


def test_jax_gives_no_warnings_of_arithmetic(backend):
    x = ivy.array([0.0, -1.0, 1e308])
    one = ivy.array([1.0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ivy.divide(x, ivy.zeros_like(x)), ivy.log(x), ivy.multiply(x, x), ivy.sqrt(x)
        assert np.isnan(float(ivy.var(one, correction=1)))
        ivy.nanmax(ivy.array([np.nan])), ivy.nanmean(ivy.array([np.nan]))
        ivy.mean(ivy.zeros((0,))), ivy.std(ivy.zeros((0,)))


def test_users_settings_for_warnings_stay(backend):
    x = np.zeros(2)
    ivy.divide(ivy.array(x), ivy.array(x))
    with pytest.warns(RuntimeWarning, match="invalid value"):
        np.divide(x, x)


def test_threads_compute_at_once(backend):
    x = ivy.array(np.arange(9000.0))
    wanted = np.exp(np.arange(9000.0) / 9000)
    found = []

    def work():
        for _ in range(50):
            found.append(np.asarray(ivy.exp(ivy.divide(x, 9000.0))))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 200 and all(np.array_equal(each, wanted) for each in found)


def test_what_is_traced_stays_traced(backend):
    import jax

    outside = ivy.array([1.0, 2.0])

    def function(x):
        made = ivy.add(outside, outside)  # both are known, but a program is being traced
        assert isinstance(made.data, jax.core.Tracer)
        return ivy.multiply(ivy.Array(x), made).data

    np.testing.assert_array_equal(jax.jit(function)(outside.data), [2.0, 8.0])
    grad = jax.grad(lambda x: ivy.sum(ivy.exp(ivy.Array(x))).data)(outside.data)
    np.testing.assert_allclose(grad, np.exp([1.0, 2.0]))


def test_results_share_no_memory_with_operands(backend):
    x = ivy.array(np.arange(6.0).reshape(2, 3))
    for made in (ivy.positive(x), ivy.diff(x, n=0), ivy.tile(x, (1, 1)), ivy.conj(x)):
        y = ivy.copy_array(made)
        made[0, 0] = 50.0
        assert float(x[0, 0]) == 0.0 and float(y[0, 0]) == 0.0


def test_bfloat16_is_computed_by_jax(backend):
    x = ivy.array([1.0, 2.5], dtype="bfloat16")
    assert ivy.add(x, x).dtype == "bfloat16" and ivy.exp(x).dtype == "bfloat16"
    assert np.asarray(ivy.add(x, x)).astype(float).tolist() == [2.0, 5.0]


def test_kernels_are_counted_in_a_bounded_table(backend):
    from ivy_core.backends.jax.host import call as host_execution

    for n in range(50):
        host_execution._small[n, 1]
    assert len(host_execution._small) <= 4097


# linear algebra

MATRICES = {
    "inv": lambda la, x: la.inv(x),
    "det": lambda la, x: la.det(x),
    "slogdet": lambda la, x: tuple(la.slogdet(x)),
    "svdvals": lambda la, x: la.svdvals(x),
    "eigvalsh": lambda la, x: la.eigvalsh(x),
    "eigh": lambda la, x: tuple(la.eigh(x)),
    "cholesky": lambda la, x: la.cholesky(x),
    "matrix_rank": lambda la, x: la.matrix_rank(x),
    "pinv": lambda la, x: la.pinv(x),
    "qr": lambda la, x: tuple(la.qr(x)),
    "svd": lambda la, x: tuple(la.svd(x)),
}


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128", "int32"])
@pytest.mark.parametrize(
    ("name", "shape"),
    [
        (name, shape)
        for name in MATRICES
        for shape in [(3, 3), (2, 4, 4), (0, 0), (2, 0, 0)]
        if np.prod(shape) or name not in ("pinv", "matrix_rank")  # NumPy's refuse some empty ones
    ],
    ids=str,
)
def test_matrices_are_factorised_by_the_hosts_lapack(compilations, light, name, shape, dtype):
    rng = np.random.default_rng(3)
    x = rng.standard_normal(shape)
    if dtype.startswith("complex"):
        x = x + 1j * rng.standard_normal(shape)
    x = (x @ np.swapaxes(x.conj(), -1, -2) * 4 + 9 * np.eye(shape[-1])).astype(dtype)
    if dtype == "int32":
        x = x + np.swapaxes(x, -1, -2)
    given = ivy.array(x)
    before = len(compilations)
    found = MATRICES[name](ivy, given)
    assert len(compilations) == before
    wanted = MATRICES[name](np.linalg, x)
    several = isinstance(wanted, tuple)
    for one, other in zip(*((found, wanted) if several else ([found], [wanted])), strict=True):
        assert np.asarray(one).dtype == other.dtype
        np.testing.assert_array_equal(np.asarray(one), other)


def test_errors_of_linear_algebra_are_the_librarys(compilations):
    singular = ivy.array(np.ones((2, 2)))
    before = len(compilations)
    with pytest.raises(ivy.IvyLinAlgError, match="jax: inv: [Ss]ingular matrix"):
        ivy.inv(singular)
    with pytest.raises(ivy.IvyLinAlgError, match="solve: [Ss]ingular matrix"):
        ivy.solve(singular, ivy.array([1.0, 2.0]))
    with pytest.raises(ivy.IvyLinAlgError, match="not positive definite"):
        ivy.cholesky(-singular)
    assert len(compilations) == before
    for wrong in (ivy.array(np.ones((2, 3))), ivy.array(np.ones(2))):
        with pytest.raises(ivy.IvyLinAlgError, match="inv"):
            ivy.inv(wrong)
    with pytest.raises(TypeError, match="float16 is unsupported"):
        ivy.inv(ivy.array(np.ones((2, 2), "float16")))


def test_small_writes_and_choices_of_the_frontend_compile_nothing(compilations):
    import frontends.numpy as our_numpy

    x = [our_numpy.arange(float(n)) for n in range(31, 34)]
    mask = [each > 2 for each in x]
    before = len(compilations)
    for values, chosen in zip(x, mask, strict=True):
        our_numpy.put(values, [0, 3], 7.5)
        our_numpy.place(values, chosen, [1.0, 2.0])
        our_numpy.putmask(values[1:], chosen[1:], values[:-1])
        our_numpy.copyto(values[2:], values[:-2])
        our_numpy.choose([0, 1], [values[:2], values[2:4]])
        our_numpy.compress(chosen, values), our_numpy.resize(values, (2, 7))
        our_numpy.vander(values[:5], 3), our_numpy.polyval(values[:3], 2.0)
        our_numpy.interp(2.5, values, values), our_numpy.indices((2, values.size))
    assert len(compilations) == before
