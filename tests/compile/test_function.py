"""``ivy.compile`` itself: its cache, what it tells, what it refuses, and what runs eagerly."""

from __future__ import annotations

import copy
import io
import logging
import pickle
import subprocess
import sys
import types
import warnings

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from ivy_core.compilation.call import function as functions
from ivy_core.compilation.call.function import CompileError, CompileWarning
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

COMPILES = {"jax", "tensorflow", "torch"}


def same(got, want):
    real.testing.assert_allclose(real.asarray(got), want, rtol=1e-12)


@pytest.fixture
def compiles(backend):
    if backend not in COMPILES:
        pytest.skip(f"{backend}: functions are called as they are")


def add_scaled(x, factor, times=1):
    for _ in range(times):
        x = x + factor
    return x


@ivy.compile
def doubled(x):
    return x + x


def test_copies_and_pickles_are_by_reference_as_of_functions(compiles):
    same(doubled(ours.arange(3.0)), [0.0, 2.0, 4.0])
    assert copy.copy(doubled) is doubled
    assert copy.deepcopy({"step": doubled})["step"] is doubled
    assert pickle.loads(pickle.dumps(doubled)) is doubled
    inner = ivy.compile(lambda x: x)
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(inner)


def test_programs_are_found_by_kind_of_arguments(compiles):
    function = ivy.compile(add_scaled, fallback="raise")
    for factor in (0.5, 1.5, -2.0):  # floats are traced
        same(function(ours.ones(2), factor), [1 + factor] * 2)
    assert function.cache_info() == (2, 1, 128, 1)
    same(function(ours.ones(2), 1.0, 3), [4, 4])  # an int is not
    same(function(ours.ones(3), 1.0, times=3), [4, 4, 4])
    same(function(ours.ones(2, dtype=real.float32), 1.0), [2, 2])
    same(function(ours.ones(2), 1), [2, 2])
    assert function.cache_info().misses == 5
    function.cache_clear()
    assert function.cache_info() == (0, 0, 128, 0)


@pytest.mark.parametrize("kind", ["float16", "float32", "float64", "complex64", "complex128"])
def test_scalars_of_numpy_are_traced_as_floats_are(compiles, kind):
    """Their dtypes are kept, where Python's floats take those of the arrays."""

    def scaled(np, x, s, nest):
        y = x.astype("float32") * s
        for _ in range(3):
            y = y + nest["shift"][0]
        return y, s * 2, s, s.item(), s.dtype, x * (s if abs(s) > 1.5 else -s)

    function = ivy.compile(scaled, fallback="raise")
    for value in (1.0, 2.0, 3.5):
        s, shift = getattr(real, kind)(value), real.float32(value)
        got = function(ours, ours.ones(2), s, {"shift": [shift]})
        want = scaled(real, real.ones(2), s, {"shift": [shift]})
        assert got[2] is s
        for mine, theirs in zip(got, want, strict=True):
            assert type(mine).__name__ == type(theirs).__name__
            assert getattr(mine, "dtype", None) == getattr(theirs, "dtype", None)
            if mine is not got[4]:
                same(mine, theirs)
    assert function.cache_info() == (2, 1, 128, 1)


def test_scalars_of_numpy_that_python_has_to_know_are_static(compiles):
    def powers(np, x, s):
        return x ** np.arange(int(round(s.tolist())))

    function = ivy.compile(powers, fallback="raise")
    for n in (2.0, 3.0, 2.0):
        same(function(ours, ours.full(1, 2.0), real.float64(n)), 2.0 ** real.arange(n))
    assert function.cache_info()[:2] == (1, 2)


def test_a_static_float_has_a_program_for_each_value(compiles):
    function = ivy.compile(add_scaled, static="factor", fallback="raise")
    for factor in (0.5, 1.5, 0.5):
        same(function(ours.ones(2), factor), [1 + factor] * 2)
    assert function.cache_info()[:2] == (1, 2)


class Setting:
    def __init__(self, value):
        self.value = value


def sign_of(np, x, value):
    return np.copysign(x, value)


def signs_of(np, x, values):
    return [np.copysign(x, -1.0 if np.signbit(value) else 1.0) for value in values]


def of_setting(np, x, setting):
    return x * (1.0 / setting.value if setting.value else np.signbit(setting.value))


def start_of(np, x, numbers):
    return x + numbers.start


def kinds_of(np, x, numbers):
    return x + sum(10 if type(n) is bool else 100 if type(n) is float else 1 for n in numbers)


@pytest.mark.parametrize(
    ("function", "values"),
    [
        (sign_of, [0.0, -0.0, real.float64(0.0), real.float64(-0.0)]),
        (signs_of, [(0.0, 1.0), (-0.0, 1.0), [-0.0, 1.0], [0.0, 1.0]]),
        (of_setting, [Setting(0.0), Setting(-0.0), Setting(2.0)]),
        (start_of, [range(0), range(5, 5), range(5)]),
        (kinds_of, [{1}, {True}, {1.0}, frozenset([1]), frozenset([True])]),
        (kinds_of, [{1: 0}, {True: 0}, {1.0: 0}]),
    ],
)
@pytest.mark.parametrize("static", [None, "value"])
def test_values_that_are_equal_and_not_the_same(compiles, function, values, static):
    def given(x, value):
        return function(ours, x, value)

    compiled = ivy.compile(given, static=static, fallback="silent")
    for value in values * 2:
        got = real.asarray(compiled(ours.arange(1.0, 3.0), value))
        want = real.asarray(function(real, real.arange(1.0, 3.0), value))
        same(got, want)
        assert (real.signbit(got) == real.signbit(want)).all()


def test_not_a_number_is_one_static_value(compiles):
    compiled = ivy.compile(add_scaled, static="factor", fallback="raise")
    for _ in range(3):
        assert real.isnan(real.asarray(compiled(ours.ones(2), float("nan")))).all()
    assert compiled.cache_info()[:2] == (2, 1)


def test_programs_are_evicted(compiles, monkeypatch):
    monkeypatch.setattr("ivy_core.compilation.call.function.MOST_PROGRAMS", 3)
    function = ivy.compile(add_scaled, fallback="raise")
    for n in range(1, 6):
        same(function(ours.ones(n), 1.0), [2] * n)
    assert function.cache_info().currsize == 3


def test_dtypes_are_those_of_numpy(compiles):
    def mixed(np, x, s):
        for i in range(6):
            x[i] = x[i] * i + s
        return x * s, x + 1, x[0] * 2, s * 2, x[1] * x[2:]

    compiled = ivy.compile(mixed, fallback="raise")
    for dtype in ("float32", "float64", "int16", "complex64"):
        s = 3.0 if dtype != "int16" else 3
        want = mixed(real, real.arange(6).astype(dtype), s)
        got = compiled(ours, ours.arange(6).astype(dtype), s)
        for mine, theirs in zip(got, want, strict=True):
            assert type(mine).__name__ == type(theirs).__name__
            assert getattr(mine, "dtype", None) == getattr(theirs, "dtype", None)
            same(mine, theirs)


def test_numbers_promote_as_such_behind_scalars_of_arrays(compiles):
    """What dtypes give beside an array without dimensions says nothing of a number's."""

    def by_element(np, x, z):
        return x * z[0]

    def by_number(np, x, s):
        return x * s

    single = ours.ones(2, dtype="float32")
    assert ivy.compile(by_element, fallback="raise")(ours, single, ours.ones(3)).dtype == "float64"
    for s in (2.0, -1.0):
        assert ivy.compile(by_number, fallback="raise")(ours, single, s).dtype == "float32"


def test_explain_tells_what_became_of_loops(compiles):
    def loops(np, x):
        for i in range(3):
            x[i] += 1
        for i in range(50):
            x[i % 3] += 1
        for i in range(6):  # ivy: unroll
            x[0] += i
        for i in range(2):  # ivy: roll
            x[1] += i
        return x

    line = loops.__code__.co_firstlineno
    before = ours.zeros(3)
    notes = ivy.compile(loops, fallback="raise").explain(ours, before)
    same(before, [0, 0, 0])
    found = {note.line - line: note.what for note in notes}
    assert found == {1: "unrolled", 3: "rolled", 5: "unrolled", 7: "rolled"}
    assert notes.eager == ()
    assert "test_function.py" in str(notes)
    assert {n.what for n in ivy.compile(loops, loops="unroll").explain(ours, before)} >= {
        "unrolled"
    }


def test_length_of_a_program_does_not_grow_with_the_rounds(compiles):
    def many(x, n):
        for _ in range(n):
            x[1:] += x[:-1]
        return x

    lowered = [
        len(ivy.compile(many).lower(ours.ones(4), n).as_text().splitlines()) for n in (10, 1000)
    ]
    assert lowered[0] == lowered[1]


def test_the_warning_says_where_numbers_are_drawn(compiles):
    def noisy(np, x):
        return x + float(real.random.random())  # NumPy's own, by its own name

    with pytest.warns(CompileWarning, match=r"test_function.py:\d+\): random\(\) draws random"):
        ivy.compile(noisy)(ours, ours.zeros(2))


def test_print_keeps_its_order_and_its_text(compiles, capfd):
    def talk(np, x):
        print("begin", x.shape)
        for i in range(6):
            if x[i] > 2:
                print("item", i, x[i], sep="|")
        print(x, end="!\n")

    import jax

    for _ in range(2):
        talk(real, real.arange(6.0))
        jax.effects_barrier()
        want = capfd.readouterr().out
        ivy.compile(talk, fallback="raise")(ours, ours.arange(6.0))
        jax.effects_barrier()
        assert capfd.readouterr().out == want


def test_errors_are_those_of_the_function(backend):
    def wrong(x, y):
        z = x + 1
        return z + y

    with pytest.raises(ValueError) as caught:
        ivy.compile(wrong)(ours.ones(2), ours.ones(3))
    lines = [entry.name for entry in caught.traceback]
    assert "wrong" in lines
    with pytest.raises(TypeError):
        ivy.compile(wrong)(ours.ones(2))


def test_what_cannot_be_compiled_says_why(compiles):
    def told(x):
        return float(f"{x[0]:.1f}")

    with pytest.warns(CompileWarning, match=r"told runs eagerly \(.*test_function.py:\d+\)"):
        assert ivy.compile(told)(ours.ones(1)) == 1.0
    with pytest.raises(CompileError, match="told cannot be compiled"):
        ivy.compile(told, fallback="raise")(ours.ones(1))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ivy.compile(told, fallback="silent")(ours.ones(1)) == 1.0

    def generator(x):
        yield x

    with pytest.warns(CompileWarning, match="is a generator"):
        assert len(list(ivy.compile(generator)(ours.ones(1)))) == 1

    namespace = {}
    exec("def sourceless(x): return x + 1", namespace)
    with pytest.warns(CompileWarning, match="sourceless runs eagerly"):
        same(ivy.compile(namespace["sourceless"])(ours.ones(1)), [2])

    def unhashable(x, options):
        return x + 1

    with pytest.warns(CompileWarning, match="class bytearray has no hash"):
        same(ivy.compile(unhashable)(ours.ones(1), bytearray(2)), [2])


def test_a_function_that_fails_for_many_arguments_is_left_alone(compiles):
    calls = []

    def told(x, n):
        calls.append(n)
        return float(f"{x[0]:.1f}") + n

    function = ivy.compile(told, fallback="silent")
    for n in range(8):
        assert function(ours.ones(1), n) == 1.0 + n
    assert calls == list(range(8))
    assert function.cache_info().currsize < 8


def of_a_list(x, numbers):
    for n in numbers:
        x = x + n
    return x


def of_a_comprehension(x, numbers):
    return sum([x * 0 + n for n in numbers]) + x


def of_an_enumeration(x, numbers):
    for (i,), zero in ours.ndenumerate(ours.zeros(len(numbers))):
        x = x + (i + zero)
    return x


def of_a_while_statement(x, numbers):
    left = list(numbers)
    while left:
        x = x + left.pop()
    return x


@pytest.mark.parametrize(
    "function", [of_a_list, of_a_comprehension, of_an_enumeration, of_a_while_statement]
)
def test_writing_out_has_a_budget(compiles, function):
    numbers, x = [float(n) for n in range(300)], ours.ones(2)
    with pytest.warns(CompileWarning, match="takes longer than compile_budget=0.002 s"):
        same(ivy.compile(function, compile_budget=0.002)(x, numbers), [44851.0] * 2)
    compiled = ivy.compile(function, fallback="raise", compile_budget=600.0)
    same(compiled(x, numbers[:9]), [37.0] * 2)


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_what_is_rolled_after_its_first_round_costs_no_budget(backend):
    def halved(x):
        left = 1.0
        while left > 0.1:
            x *= 0.5
            left = abs(x[0])
        return left

    x = ours.ones(3) * 2.0
    assert ivy.compile(halved, fallback="raise", compile_budget=1e-6)(x) == 0.0625
    same(x, [0.0625] * 3)


def test_the_budget_grows_with_what_a_call_takes(compiles, monkeypatch):
    monkeypatch.setattr(functions, "COMPILE_BUDGET_SECONDS", 1e-3)
    monkeypatch.setattr(functions, "COMPILE_BUDGET_CALLS", 1e6)
    compiled = ivy.compile(of_a_list)
    numbers = [float(n) for n in range(40)]
    with pytest.warns(CompileWarning, match="takes longer than compile_budget=0.001 s"):
        compiled(ours.ones(2), numbers)
    same(compiled(ours.ones(2), numbers), [781.0] * 2)
    assert compiled.record().status == "compiled"


def test_bad_options_are_refused():
    with pytest.raises(IvyTypeError, match="a function is needed"):
        ivy.compile(3)
    with pytest.raises(IvyTypeError, match="a function is needed"):
        ivy.compile(real.ndarray)
    with pytest.raises(IvyTypeError, match="no source"):
        ivy.compile(real.add)
    with pytest.raises(IvyValueError, match="loops must be one of"):
        ivy.compile(add_scaled, loops="always")
    with pytest.raises(IvyValueError, match="compile_budget must be positive"):
        ivy.compile(add_scaled, compile_budget=0)
    with pytest.raises(IvyValueError, match="no parameter 'y'"):
        ivy.compile(add_scaled, static="y")


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_gradients_and_maps_go_through(backend):
    import jax

    def energy(x):
        total = 0.0
        for i in range(8):
            total = total + x[i] ** 2 * i
        return total

    x = real.arange(8.0)
    program = ivy.compile(energy, fallback="raise")
    program(ours.asarray(x))

    def native(values):
        return program(ours.asarray(values))._data

    same(jax.grad(native)(jax.numpy.asarray(x)), 2 * x * real.arange(8))


def test_one_compiled_function_calls_another(compiles):
    @ivy.compile(fallback="raise")
    def inner(x, i):
        if x[i] > 2:
            return x[i] * 2
        return x[i]

    @ivy.compile(fallback="raise")
    def outer(x):
        for i in range(6):
            x[i] = inner(x, i)

    x = ours.arange(6.0)
    outer(x)
    same(x, [0, 1, 2, 6, 8, 10])


def test_malt_is_imported_when_it_is_needed():
    code = "import sys, ivy_core; print('malt' in sys.modules, 'jax' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["False", "False"]


# A value in one case, none in another: which of them it is may be known in the program alone


def found_in_a_loop(x, n):  # noqa: RET503  that it ends without one is what is tested
    for i in range(n):
        if x[i] > 2:
            return True


def given_if_large(x, n):  # noqa: RET503  that it ends without one is what is tested
    if x[0] > 2:
        return x


def chosen(x, n):  # noqa: RET503  that it ends without one is what is tested
    if x[0] > 100:
        return 1
    elif x[1] > 1:
        return 2


def either(x, n):
    for i in range(n):
        if x[i] > 2:
            return x * 2
    return x


def until_large(x, n):
    while True:
        x = x * 2
        if x[0] > 50:
            return x


def nothing(x, n):
    x[0] = 3
    if x[1] > 100:
        return
    x[1] = 5


@pytest.mark.parametrize("function", [
    found_in_a_loop, given_if_large, chosen, either, until_large, nothing,
])  # fmt: skip
def test_a_function_that_ends_without_a_value_gives_none(backend, function):
    compiled = ivy.compile(function, fallback="silent")
    for value in (0.5, 3.0, 200.0):
        x, y = real.full(20, value), ours.full(20, value)
        wanted, found = function(x, 20), compiled(y, 20)
        assert (found is None) == (wanted is None)
        if wanted is not None:
            same(found, wanted)
        same(y, x)


class Counted:
    count = 0
    calls: list = []  # noqa: RUF012  it belongs to the class, which is what is tested

    def step(self, x):
        type(self).count += 1
        return x + 1


@pytest.fixture
def logged():
    """Return the texts that a logger of the tests gets, in a list that grows."""
    texts, handler = [], logging.Handler()
    handler.emit = lambda record: texts.append(record.getMessage())
    logger = logging.getLogger("of the test")
    logger.addHandler(handler)
    yield texts
    logger.removeHandler(handler)


def test_what_is_done_outside_is_done_in_each_call(backend, tmp_path, logged):
    text = io.StringIO()

    def counting(x):
        Counted.count += 1
        return x * 2

    def appending(x):
        Counted.calls.append(1)
        return x * 2

    def through_an_object(x):
        return Counted().step(x)

    def writing(x):
        text.write("a")
        return x

    def logging_(x):
        logging.getLogger("of the test").warning("called")
        return x

    Counted.count, Counted.calls = 0, []
    with open(tmp_path / "file", "w") as file:

        def to_a_file(x):
            file.write("b")
            return x

        for function in (counting, appending, through_an_object, writing, logging_, to_a_file):
            compiled = ivy.compile(function, fallback="silent")
            for _ in range(3):
                compiled(ours.ones(2))
    assert (Counted.count, len(Counted.calls), text.getvalue()) == (6, 3, "aaa")
    assert (tmp_path / "file").read_text() == "bbb"
    assert logged == ["called"] * 3


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_a_lazy_module_is_one_argument_whatever_its_class(backend):
    class Lazy(types.ModuleType):
        """Frontends have such modules, which are plain ones once they have been loaded."""

    module = Lazy("lazy")
    module.__file__, module.scale = ours.__file__, lambda x: 2.0 * x
    compiled = ivy.compile(lambda m, x: m.scale(x), fallback="raise")
    x = ours.arange(3.0)
    program = compiled.lower(module, x).as_text()
    assert compiled(module, x).tolist() == [0.0, 2.0, 4.0]
    module.__class__ = types.ModuleType
    assert compiled(module, x).tolist() == [0.0, 2.0, 4.0]
    assert compiled.cache_info()[:2] == (1, 1)
    assert compiled.lower(module, x).as_text() == program


def annotated(x: tuple[real.ndarray, ...] | None, times: int = 2) -> list[real.ndarray]:
    if x.sum() > 0:
        y: list[int] = x + times
    else:
        y: real.ndarray = x
    return y


def test_annotations_are_no_part_of_what_is_traced(compiles):
    function = ivy.compile(annotated, fallback="raise")
    same(function(ours.ones(2)), [3, 3])
    same(function(-ours.ones(2)), [-1, -1])


def test_import_within_a_function_that_was_rewritten_is_the_frontends(compiles, tmp_path):
    """The source of its file is as the author wrote it."""
    lines = ["def scaled(x):", "    import numpy as np", "    import numpy.linalg", "    {}", ""]
    lines[3] = "    return x * (2.0 if np.add is add and numpy.linalg.norm is norm else 1.0)"
    path = tmp_path / "library.py"
    path.write_text("\n".join(lines))
    lines[1:3] = [
        "    import frontends.numpy as np",
        "    import frontends.numpy.linalg; import frontends.numpy as numpy",
    ]
    names = {"add": ours.add, "norm": ours.linalg.norm}
    exec(compile("\n".join(lines), str(path), "exec"), names)
    same(ivy.compile(names["scaled"], fallback="raise")(ours.ones(2)), [2, 2])
