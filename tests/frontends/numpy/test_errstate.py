"""Floating-point errors, and calls that fail part-way: what NumPy does, and what it leaves behind.

Each form of a call is compared with real NumPy in every error mode: the result, the arrays
afterwards, the exception, the warnings, and what a callback or a log was told. On the other
backends than NumPy, which look at no flags, a state reports as NumPy's that asks for more than the
default; there a part of the forms is drawn for each mode.
"""

from __future__ import annotations

import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as real
import pytest

import frontends.numpy as fnp
import frontends.numpy as ours
import ivy_core as ivy
from tests.frontends.numpy.differential import same

MODES = ("ignore", "warn", "raise", "call", "log")

DATA = {
    "float": lambda np: (np.array([1.0, 6, 8, 0, 3]), np.array([0.0, 2, 2, 0, 1e-3])),
    "huge": lambda np: (np.array([1e300, 2, 1e-300, 1]), np.array([1e300, 3, 1e-300, 0])),
    "int": lambda np: (np.array([5, 7, -3, 2]), np.array([0, 2, 0, 1])),
    "single": lambda np: (np.array([1e38, 1, 0], np.float32), np.array([1e38, 0, 0], np.float32)),
    "complex": lambda np: (np.array([1 + 1j, 0, 2]), np.array([0j, 0, 2])),
}
OPERATORS = {
    "+": "add", "-": "subtract", "*": "multiply", "/": "divide", "//": "floor_divide",
    "%": "remainder", "**": "power",
}  # fmt: skip
# `x` and `y` are the data, `z` and `w` what is written to, `r` the result.
BINARY = """
r = x {op} y
r = x {op} 0
r = x {op} 0.0
r = 1 {op} y
r = 1.0 {op} y
r = x {op} y.tolist()
r = x.tolist() {op} y
r = x {op} y[0:1].reshape(())
r = x[0] {op} y[0]
r = x[0] {op} 0
r = 1 {op} y[0]
r = x[0] {op} y
r = x {op} y[0]
x {op}= y; r = x
x {op}= y[0]; r = x
x {op}= 0; r = x
x {op}= y.tolist(); r = x
x {op}= y + 0.5; r = x
x {op}= y[:2]; r = x
x {op}= y[None]; r = x
x {op}= np.stack([y, y]); r = x
x[1:] {op}= y[1:]; r = x
x[1:] {op}= x[:-1]; r = x
x[[0, 0, 1]] {op}= y[:3]; r = x
r = np.{name}(x, y)
r = np.{name}(x.tolist(), y)
r = np.{name}(x[0], y[0])
r = np.{name}(1.0, 0.0)
r = np.{name}(x, y, dtype="f4")
r = np.{name}(x, y, casting="safe")
r = np.{name}(x, y, out=None, where=x.real < -99).shape
z = np.full_like(x, 9); r = np.{name}(x, y, out=z)
z = np.full_like(x, 9); r = np.{name}(x, y, out=(z,))
z = np.full_like(x, 9); r = np.{name}(x, y, z)
z = np.full_like(x, 9); r = np.{name}(x, y, out=z[::-1])
z = np.full(x.shape, 9j); r = np.{name}(x, y, out=z)
z = np.full(x.shape, 9, "i1"); r = np.{name}(x, y, out=z)
z = np.full_like(x, 9)[:2]; r = np.{name}(x, y, out=z)
z = np.full_like(x, 9); r = np.{name}(x, y, out=z, where=np.arange(x.size) % 2 == 0)
z = np.full_like(x, 9); r = np.{name}(x, y, out=z, where=np.arange(x.size) % 2 == 1)
r = np.{name}.outer(x, y)
z = np.zeros((x.size, x.size), x.dtype); r = np.{name}.outer(x, y, out=z)
r = np.{name}.reduce(x)
r = np.{name}.reduce(np.stack([x, y]))
r = np.{name}.reduce(x, initial=2)
r = np.{name}.reduce(x, initial=2, where=np.arange(x.size) != 1)
z = np.full_like(x, 9); r = np.{name}.reduce(np.stack([x, y]), out=z)
r = np.{name}.accumulate(x)
z = np.full_like(x, 9); r = np.{name}.accumulate(x, out=z)
r = np.{name}.reduceat(x, [0, 2])
z = np.full_like(x[:2], 9); r = np.{name}.reduceat(x, [0, 2], out=z)
np.{name}.at(x, [0, 1, 1], y[:3]); r = x
np.{name}.at(x, [0, 1, 1], 0); r = x
x.setflags(write=False); x {op}= y; r = x
z = x.copy(); z.setflags(write=False); r = np.{name}(x, y, out=z)
""".strip().splitlines()
UNARY = """
r = np.{name}(x - 5)
r = np.{name}(y)
r = np.{name}(x * 200)
r = np.{name}(y[0])
r = np.{name}(y[0] - 1)
r = np.{name}(-1.0)
r = np.{name}((x - 5).tolist())
z = np.full(x.shape, 9j).astype(np.result_type(x, 1.0)); r = np.{name}(x - 5, out=z)
z = np.full(x.shape, 9j).astype(np.result_type(x, 1.0)); r = np.{name}(x - 5, z)
z = np.full(x.shape, 9j).astype(np.result_type(x, 1.0)); r = np.{name}(x, out=z, where=y.real > 0)
""".strip().splitlines()
UNARY_NAMES = """
log log2 log10 log1p sqrt exp expm1 exp2 reciprocal arcsin arccosh arctanh tan sinh cosh square
negative
""".split()
REDUCTIONS = """
r = x.{name}()
r = np.{name}(x)
r = np.{name}(x.tolist())
r = x[:0].{name}()
r = np.stack([x, y, x]).{name}(axis=0)
r = np.stack([x, y, x]).{name}(axis=1)
r = np.array([np.inf, -np.inf, 1.0]).{name}()
""".strip().splitlines()
REDUCTION_NAMES = "sum prod mean var std cumsum cumprod max min".split()
OTHERS = """
r = divmod(x, y)
r = divmod(x[0], y[0])
r = np.divmod(x, y)
z = np.full_like(x, 9); w = np.full_like(x, 9); r = np.divmod(x, y, out=(z, w))
z = np.full_like(x, 9); r = np.divmod(x, y, out=(z, None))
r = x ** -1
x **= -1; r = x
x **= -y; r = x
r = (x - 5) ** 0.5
x -= 5; x **= 0.5; r = x
x **= 2; r = x
r = y[0] ** -1
z = np.full_like(x, 9); r = np.power(x, -1, out=z)
r = x @ x
r = np.stack([x, y]) @ x
r = np.dot(x, y)
r = np.vdot(x, x)
r = np.inner(x, x)
r = np.outer(x, x)
r = np.tensordot(x, x, 1)
r = np.einsum("i,i", x, x)
z = np.full_like(x, 9); r = np.stack([x, y, x]).sum(axis=0, out=z)
z = np.full_like(x, 9); r = np.stack([x, y, x]).prod(axis=0, out=z)
z = np.full_like(x, 9); r = np.stack([x, y, x]).mean(axis=0, out=z)
z = np.full_like(x, 9); r = np.cumprod(x, out=z)
r = x.sum(dtype="f2")
r = x.var(ddof=9)
r = np.std(x, ddof=x.size)
r = np.nanmean(np.array([np.nan, np.nan]))
r = np.nanvar(np.array([np.nan, np.nan]))
r = np.nanmax(np.array([np.nan, np.nan]))
r = np.nanmin(x[:0])
r = np.median(x[:0])
r = np.nanmedian(np.array([np.nan, np.nan]))
r = np.average(x[:0])
r = np.average(x, weights=x * 0)
r = np.corrcoef(np.stack([x * 0, y]))
r = np.cov(x[:1])
r = np.linalg.norm(x)
r = np.linalg.det(np.array([[1e300, 0], [0, 1e300]]))
r = np.linalg.inv(np.zeros((2, 2)))
r = np.linalg.matrix_power(np.array([[1e200, 0], [0, 1.0]]), 3)
r = np.diff(x) / np.diff(y)
r = np.array([np.nan]) < x.real[:1]
r = (x * 1e30).astype("f4")
r = np.int8(127) + np.int8(1)
r = -np.int8(-128)
r = abs(np.int8(-128))
r = np.uint8(0) - np.uint8(1)
r = np.int64(2**62) * 4
r = np.add(np.int8(127), np.int8(1))
r = np.uint8(1) + 300
z = np.array([1], "u1"); z += 300; r = z
z = np.array([127, 1], "i1"); z += np.array([1, 1], "i1"); r = z
z = np.array([1.0]); z &= 1; r = z
z = np.array([True]); z -= True; r = z
z = np.array([1]); z |= 1.5; r = z
z = np.eye(2) * 1e200; z @= z; r = z
z = np.eye(2); z @= np.ones((2, 3)); r = z
z = np.eye(2); z @= np.ones(2); r = z
r = np.divide(x[:-1], y[1:], out=x[1:])
r = np.vectorize(lambda a, b: a / b)(x, y)
r = np.hypot(x.real, 1e308)
r = np.ldexp(x.real.astype("f8"), 3000)
r = np.arctan2(x.real, 0)
r = np.linspace(0, np.inf, 3)
""".strip().splitlines()

FORMS = (
    [line.format(op=op, name=name) for op, name in OPERATORS.items() for line in BINARY]
    + [line.format(name=name) for name in UNARY_NAMES for line in UNARY]
    + [line.format(name=name) for name in REDUCTION_NAMES for line in REDUCTIONS]
    + OTHERS
)


def observed(np, form, data, mode):
    """Run a form; return its error, and all else that can be compared."""
    told = []

    class Log:
        def write(self, message):
            told.append(message)

    names = {"np": np}
    with real.errstate(all="ignore"):
        names["x"], names["y"] = DATA[data](np)
    error = None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        before = np.seterrcall(Log() if mode == "log" else lambda *what: told.append(what))
        try:
            with np.errstate(all=mode):
                exec(form, names)
        except Exception as err:
            error = err
        finally:
            np.seterrcall(before)
    said = [(w.category, str(w.message)) for w in caught]
    return error, (said, told), {name: names.get(name) for name in "xyzwr"}


def shown(value):
    """Return a value as text that differs where a dtype, a shape or the sign of a zero differs."""
    if isinstance(value, tuple):
        return [shown(v) for v in value]
    if value is None:
        return None
    host = real.asarray(value)
    return host.dtype.str, host.shape, repr(host.tolist())


def only_numpy(backend):
    if backend != "numpy":
        pytest.skip("the framework does not look at the floating-point flags")


# Where docs/differences.md has a framework's answer: whole numbers to negative powers, divided by
# zero, and a norm, which NumPy computes by `dot`.
_FRAMEWORKS_OWN = {
    "int": ("**", "power", "reciprocal"), "huge": ("norm",), "single": ("norm",),
    "complex": ('sum(dtype="f2")',),  # PyTorch warns once a process in words of its own
}  # fmt: skip
DRAWN = 9  # one form of so many, on the other backends than NumPy


def forms_of(backend, data, mode):
    """Return the forms that are tried; mode and data shift which are drawn."""
    if backend == "numpy":
        return FORMS
    first = (list(DATA).index(data) * len(MODES) + MODES.index(mode)) % DRAWN
    own = _FRAMEWORKS_OWN.get(data, ())
    return [form for form in FORMS[first::DRAWN] if not any(name in form for name in own)]


def are_equal(backend, wanted, found):
    """Return whether values are equal: to the last digits where another framework computes."""
    if isinstance(wanted, tuple):
        return all(are_equal(backend, a, b) for a, b in zip(wanted, found, strict=True))
    if backend == "numpy" or wanted is None or found is None:
        return shown(wanted) == shown(found)
    wanted, found = real.asarray(wanted), real.asarray(found)
    is_close = real.allclose(wanted, found, rtol=1e-6, equal_nan=True)
    return is_close and wanted.dtype == found.dtype and wanted.shape == found.shape


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("data", DATA)
def test_every_form_fails_as_numpy_does(backend, data, mode):
    differing = {}
    for form in forms_of(backend, data, mode):
        wanted, words, values = observed(real, form, data, mode)
        error, found_words, found = observed(fnp, form, data, mode)
        if type(wanted) is not type(error) and not (wanted and isinstance(error, type(wanted))):
            differing[form] = wanted, error
        elif words != found_words:
            differing[form] = words, found_words
        elif unequal := [n for n in values if not are_equal(backend, values[n], found[n])]:
            differing[form] = [(n, values[n], found[n]) for n in unequal]
        elif isinstance(wanted, FloatingPointError) and str(wanted) not in str(error):
            differing[form] = wanted, error
    assert not differing


# What a small array does by NumPy on the host, where NumPy looks at the flags.
SMALL = (
    [line.format(op=op, name=name) for op, name in OPERATORS.items() for line in BINARY[:24]]
    + [line.format(name=name) for name in UNARY_NAMES for line in UNARY[:9]]
    + ["r = (x * 1e30).astype('f4')", "r = x.real[::2] / y.real[::2]", "r = x / y[:, None]"]
    + ["r = (x * np.inf).astype('i4')", "r = str(x * np.inf)", "r = np.sinc(x * 0)"]
)  # fmt: skip


def default_warnings(np, form, data):
    """Return the warnings of a form in the default state, and whether it raised."""
    names, has_failed = {"np": np}, False
    with real.errstate(all="ignore"), np.errstate(all="ignore"):
        names["x"], names["y"] = DATA[data](np)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            exec(form, names)
        except Exception:
            has_failed = True
    return [(w.category, str(w.message)) for w in caught], has_failed


def only_flags(backend):
    if backend == "torch":
        pytest.skip("the framework computes small arrays itself, and looks at no flags")


@pytest.mark.parametrize("data", DATA)
def test_small_arrays_warn_in_the_default_state(backend, data):
    only_flags(backend)
    differing = {}
    for form in SMALL[list(DATA).index(data) % 3 :: 1 if backend == "numpy" else 3]:
        wanted, has_failed = default_warnings(real, form, data)
        found, _ = default_warnings(fnp, form, data)
        is_cast = backend == "tensorflow" and "astype" in form  # TensorFlow's own
        if wanted != found and not has_failed and not is_cast:
            differing[form] = wanted, found
    assert not differing


@pytest.mark.parametrize("form", (
    "r = np.mean([])", "r = np.mean(x[:0])", "r = np.var([1.0], ddof=1)", "r = np.std([], axis=0)",
    "r = np.median([])", "r = np.cov([1.0])", "r = np.cov(np.stack([x, y]), ddof=9)",
    "r = np.polyfit([1, 1], [1, 2], 1)", "r = np.polyfit(x[:2], y[:2], 3)",
    "x[:] = y * 1j", "x[[0, 1]] = np.array([1j, 2])", "r = np.nanmax(y[:2] * np.nan)",
))  # fmt: skip
def test_warnings_of_no_flags_come_on_every_backend(backend, form):
    wanted, _ = default_warnings(real, form, "float")
    found, _ = default_warnings(fnp, form, "float")
    assert wanted
    assert wanted[0] in found


@pytest.mark.parametrize("form", (
    "r = np.nanmean([np.nan, np.nan])", "r = np.nanmean([[np.nan, 1.0], [np.nan, 2.0]], axis=0)",
    "r = np.nanmean([])", "r = np.nanmean([np.inf, -np.inf])", "r = np.nanvar([np.nan])",
    "r = np.nanstd([1.0, np.nan], ddof=1)", "r = np.nanmax([np.nan])",
    "r = np.nanmin([[np.nan, 1.0], [np.nan, np.nan]], axis=1)", "r = np.nanmedian([np.nan])",
    "r = np.nanquantile([np.nan, np.nan], [0.2, 0.5])", "r = np.nanmean([1.0, np.nan])",
))  # fmt: skip
def test_functions_without_nan_warn_of_lists_as_numpy_does(backend, form):
    wanted, _ = default_warnings(real, form, "float")
    found, _ = default_warnings(fnp, form, "float")
    if backend == "torch" or "inf" in form:  # no flags of kernels
        wanted = [(kind, text) for kind, text in wanted if "encountered in" not in text]
        found = [(kind, text) for kind, text in found if "encountered in" not in text]
    assert found == wanted


@pytest.mark.parametrize("form", (
    "r = np.divide(x, y, out=np.zeros(5), where=y != 0)", "np.log(x, out=z, where=x > 2)",
    "r = np.divide(x, y, out=np.zeros(5), where=x > 0)", "np.log(x, out=z, where=x < 2)",
    "r = np.sqrt(-x, out=np.zeros(5), where=x > 6)", "np.sqrt(-x, out=z, where=x == 0)",
))  # fmt: skip
def test_a_mask_chooses_what_is_warned_of(backend, form):
    wanted, _ = default_warnings(real, form, "float")
    assert default_warnings(fnp, form, "float")[0] == wanted


def test_a_default_warning_names_the_line_of_the_user_and_may_be_an_error(backend):
    only_flags(backend)
    x, zeros = fnp.array([1.0, -1.0]), fnp.zeros(2)
    for call in (lambda: x / zeros, lambda: fnp.log(zeros), lambda: 1 / zeros):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            call()
        assert [w.category for w in caught] == [RuntimeWarning]
        if backend != "numpy":
            assert (caught[0].filename, caught[0].lineno) == (
                __file__,
                call.__code__.co_firstlineno,
            )
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with pytest.raises(RuntimeWarning, match="divide by zero encountered"):
                call()


def test_default_warnings_follow_the_state(backend):
    only_flags(backend)
    x, zeros = fnp.array([1.0, -1.0, 0.0]), fnp.zeros(3)

    def said():
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            x / zeros
        return sorted(str(w.message).split()[0] for w in caught)

    @fnp.errstate(invalid="ignore")
    def decorated():
        return said()

    found = [said()]
    with fnp.errstate(divide="ignore"):
        found.append(said())
        with fnp.errstate(divide="warn", invalid="ignore"):
            found.append(said())
        fnp.seterr(divide="warn")
        found.append(said())
    found += [said(), decorated(), said()]
    before = fnp.seterr(all="ignore")
    found.append(said())
    fnp.seterr(**before)
    found.append(said())
    with ThreadPoolExecutor(1) as pool, fnp.errstate(all="ignore"):
        found.append(pool.submit(said).result())
    both = ["divide", "invalid"]
    assert found == [both, both[1:], both[:1], both, both, both[:1], both, [], both, both]


def test_tensors_do_not_warn_as_arrays_do(backend):
    if backend == "numpy":
        pytest.skip("NumPy computes for both, and warns")
    import frontends.torch as torch

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        x = torch.tensor([1.0, 0.0]) / torch.zeros(2)
        torch.log(-x).to(torch.int32)


@pytest.mark.parametrize("count", (3, 1 << 17))
def test_arrays_of_any_size_are_watched(backend, count):
    x = fnp.linspace(1, 2, count)
    huge, y, i = x * 1e308, fnp.ones(count), fnp.ones(count, int)
    y[-1] = i[-1] = 0
    forms = {
        "x / y": "divide by zero encountered in divide", "huge * huge": "overflow encountered in",
        "fnp.log(-x)": "invalid value encountered in log", "huge.sum()": "overflow",
        "i // i": "divide by zero encountered in", "(y / x * fnp.nan).astype(int)": "cast",
        "fnp.exp(huge)": "overflow encountered in exp", "fnp.mean(huge)": "overflow",
        "x.__itruediv__(y)": "divide by zero", "fnp.divide(x, y, out=y)": "divide by zero",
        "huge @ huge": "overflow encountered in", "huge.astype('f4')": "overflow",
    }  # fmt: skip
    names = {"fnp": fnp, "x": x, "y": y, "i": i, "huge": huge}
    with fnp.errstate(all="raise", under="ignore"):
        x + y, x * y, huge / 2, fnp.exp(-x), (x + y).sum(), i + i  # nothing to say
        for form, words in forms.items():
            with pytest.raises(FloatingPointError, match=words):
                eval(form, dict(names, x=x.copy(), y=y.copy()))
    with fnp.errstate(all="ignore"):
        assert not fnp.isfinite(x / y).all()


def test_gradients_are_recorded_where_errors_are_watched(backend):
    if backend == "numpy":
        pytest.skip("NumPy computes no gradients")

    def loss(x):
        y = x * 1
        y /= fnp.exp(x)
        return fnp.sum(fnp.log(x, dtype="f8") * y)

    x = fnp.array([1.0, 2.0, 3.0])
    wanted = ivy.to_list(ivy.grad(loss)(x))
    with fnp.errstate(all="raise"):
        assert ivy.to_list(ivy.grad(loss)(x)) == wanted


def test_warnings_that_are_asked_for_name_the_line(backend):
    if backend == "numpy":
        pytest.skip("NumPy warns from C, in the frontend's line")
    x = fnp.array([1.0, 2.0])
    with fnp.errstate(all="warn"), pytest.warns(RuntimeWarning, match="divide by zero") as caught:
        x / 0
        fnp.log(x * 0)
        x /= 0
    assert [w.filename for w in caught] == [__file__] * 3


def test_state_outside_of_blocks_is_watched_until_it_is_set_back(backend):
    x = fnp.array([1.0, 2.0])
    before = fnp.seterr(divide="raise")
    try:
        with pytest.raises(FloatingPointError, match="divide by zero encountered in divide"):
            x / 0
        with fnp.errstate(divide="ignore"):
            assert fnp.isinf(x / 0).all()
        with pytest.raises(FloatingPointError):
            x /= 0
    finally:
        fnp.seterr(**before)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert fnp.isinf(x / 0).all()


def test_an_error_is_raised_and_the_division_done_once(backend):
    x = fnp.array([1.0, 6.0, 8.0])
    with fnp.errstate(divide="raise"), pytest.raises(FloatingPointError, match="divide by zero"):
        x /= fnp.array([0.0, 2.0, 2.0])
    assert x.tolist() == [float("inf"), 3.0, 4.0]


def test_print_goes_to_stderr_once(backend, capfd):
    x = fnp.array([1.0])
    with fnp.errstate(divide="print"):
        x /= 0
        fnp.divide(1.0, fnp.zeros(1))
        fnp.log(fnp.zeros(1), out=x)
    said = capfd.readouterr().err.splitlines()
    assert said == [
        "Warning: divide by zero encountered in divide",
        "Warning: divide by zero encountered in divide",
        "Warning: divide by zero encountered in log",
    ]


def test_state_is_numpys_own(backend):
    before = fnp.geterr()
    assert before == real.geterr()
    try:
        assert fnp.seterr(divide="ignore") == before
        assert real.geterr()["divide"] == "ignore"
        with fnp.errstate(divide="raise"):
            assert fnp.geterr()["divide"] == "raise"
        assert fnp.geterr()["divide"] == "ignore"
    finally:
        fnp.seterr(**before)


def test_errstate_decorates_a_function(backend):

    @fnp.errstate(invalid="raise")
    def root(x):
        return fnp.sqrt(x)

    with pytest.raises(FloatingPointError, match="invalid value encountered in sqrt"):
        root(fnp.array([-1.0]))
    with fnp.errstate(invalid="ignore"):
        assert fnp.isnan(fnp.sqrt(fnp.array([-1.0]))).all()


def test_a_callback_that_raises_is_called_once(backend):
    for form in (
        "x / y", "x.__itruediv__(y)", "np.divide(x, y)", "np.divide(x, y, out=x)", "x[0] / y[0]",
    ):  # fmt: skip
        called = []

        def stop(kind, flag, called=called):
            called.append(kind)
            raise ValueError("stopped by the callback")

        before = fnp.seterrcall(stop)
        try:
            with (
                fnp.errstate(divide="call", invalid="ignore"),
                pytest.raises(ValueError, match="stopped by the callback"),
            ):
                eval(form, {"np": fnp, "x": fnp.array([1.0, 2]), "y": fnp.array([0.0, 2])})
        finally:
            fnp.seterrcall(before)
        assert called == ["divide by zero"]


def test_warning_as_error_leaves_what_was_written(backend):
    only_numpy(backend)
    x = fnp.array([1.0, 6.0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(RuntimeWarning, match="divide by zero"):
            x /= fnp.array([0.0, 2.0])
    assert x.tolist() == [float("inf"), 3.0]


# calls that cannot be done, on every backend

REFUSED = {
    "shape": "x += np.ones(2)",
    "more axes": "x += np.ones((1, 3))",
    "wider": "i += 0.5",
    "wider array": "i *= np.array([0.5, 1.5, 2.5])",
    "complex": "x += 1j",
    "true division": "i /= i",
    "unsigned": "u -= np.array([1, 2, 3])",
    "boolean": "b -= b",
    "bits of floats": "x &= 1",
    "list": "x += [1, 2]",
    "text": "x += 'a'",
    "nothing": "x += None",
    "out of range": "u += 300",
    "matrix": "m @= np.ones((3, 2))",
    "vector": "m @= np.ones(3)",
    "out shape": "np.add(x, np.ones((2, 3)), out=x)",
    "out cast": "np.divide(i, i, out=i)",
    "out rule": "np.add(x, x, out=x, casting='no', dtype='f4')",
    "where": "np.add(x, x, out=x, where=np.ones(2, bool))",
    "reduce": "np.add.reduce(m, axis=0, out=x[:2])",
    "accumulate": "np.add.accumulate(x, axis=1, out=x)",
    "at": "np.add.at(x, [0, 9], 1)",
    "view": "x[1:] += np.ones(3)",
    "read-only": "x.setflags(write=False); x += 1",
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_write_leaves_what_numpy_leaves(backend, name):
    def run(np):
        arrays = {
            "x": np.array([1.0, 2, 3]), "i": np.array([1, 2, 3]), "u": np.array([1, 2, 3], "u1"),
            "b": np.array([True, False, True]), "m": np.ones((3, 3)),
        }  # fmt: skip
        with pytest.raises(Exception) as caught:
            exec(REFUSED[name], {"np": np, **arrays})
        return caught.value, {key: shown(value) for key, value in arrays.items()}

    wanted, left = run(real)
    error, found = run(fnp)
    builtin = next(c for c in type(wanted).__mro__ if c.__module__ == "builtins")
    assert isinstance(error, builtin), (wanted, error)
    assert found == left


# what must happen once


def test_an_iterator_is_gone_through_once(backend):
    for dtype in ("f8", "U1", object):
        seen = []

        def counted(np, dtype=dtype, seen=seen):
            for value in "12":
                seen.append(value)
                yield value if dtype == "U1" else np.float64(value)

        found = fnp.fromiter(counted(fnp), dtype)
        assert seen == ["1", "2"]
        assert found.tolist() == real.fromiter(counted(real), dtype).tolist()


@pytest.mark.parametrize(
    "form",
    (
        "np.add(x, e)", "x + e", "x.__iadd__(e)", "x == e", "x < e", "np.add(x[:2], e)",
        "np.bitwise_and(x, e)", "np.add.reduce(e)", "np.sum(e)", "np.mean(e)", "np.where(e, x, x)",
        "np.stack([e, x])", "np.add.at(x, [0, 1, 2], e)", "np.add(x, 1, out=x, where=e > 1)",
    ),
)  # fmt: skip
def test_an_operand_of_the_users_is_converted_as_often_as_in_numpy(backend, form):
    class Operand:
        count = 0

        def __array__(self, dtype=None, copy=None):
            self.count += 1
            return real.array([1, 2, 3])

        def __gt__(self, other):
            return self

    counts = []
    for np in (real, fnp):
        operand = Operand()
        try:
            eval(form, {"np": np, "x": np.array([1.0, 2, 3]), "e": operand})
        except (TypeError, ValueError):
            pass  # np.bitwise_and of floats, e.g.: counted all the same
        counts.append(operand.count)
    assert counts[1] <= max(counts[0], 1)


def test_a_function_of_the_users_is_called_as_often_as_in_numpy(backend):
    def calls(np, values):
        called = []

        def piece(part):
            called.append(len(part))
            return values

        try:
            np.piecewise(np.array([1.0, -2, 3]), [np.array([True, False, True])], [piece, 0])
        except (TypeError, ValueError):
            pass  # text does not go into an array of floats
        return called

    for values in (5.0, real.array(["a", "b"]), real.array([None, None]), object()):
        assert calls(fnp, values) == calls(real, values)


def test_probabilities_of_another_backend_are_drawn_from_once(backend):
    def next_number(*probabilities):
        ivy.seed(seed_value=7)
        for p in probabilities:
            ivy.bernoulli(p)
        return float(ivy.random_uniform())

    once = next_number(ivy.asarray([0.5]))
    assert once != next_number()
    assert once == next_number(ivy.Array(real.asarray([0.5])))


def test_errstate(backend):
    def case(np):
        with np.errstate(divide="ignore", invalid="ignore"):
            a = np.array([1.0, 0.0]) / 0
        a[np.isnan(a)] = -1
        return a

    same(case)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with ours.errstate(all="ignore"):
            ours.log(ours.array([0.0, -1.0]))
