"""Every function that NumPy lets a class override asks that class, with the function of its name.

The reference is NumPy itself: the same call of its function, with a class of the same kind.
"""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core
from tests.frontends.numpy.differential import same

PARTS = ("", "linalg", "fft", "lib.stride_tricks")


def part(np, name: str):
    for each in name.split(".") if name else ():
        np = getattr(np, each)
    return np


FUNCTIONS = [
    (home, name)
    for home in PARTS
    for name in dir(part(real, home))
    if hasattr(getattr(part(real, home), name), "_implementation") and name[0] != "_"
]


def classes(np, log: list) -> dict[str, type]:
    class Protocol:
        def __array_function__(self, function, types, args, kwargs):
            names = sorted(kind.__name__ for kind in types)
            log.append((function, names, len(args), sorted(kwargs)))
            return "answered"

    class Duck(Protocol):
        shape, ndim, size, dtype = (2,), 1, 2, real.dtype(float)

        def __len__(self):
            return 2

    class Sub(Protocol, np.ndarray):
        pass

    return {"duck": Duck, "sub": Sub}


def calls(np, f, kind: str, log: list) -> list:
    cls = classes(np, log)[kind]
    x = cls() if kind == "duck" else np.ones((2, 2)).view(cls)
    a = np.ones((2, 2))
    return [
        lambda: f(x), lambda: f(x, x), lambda: f(a, x), lambda: f([x, a]), lambda: f([a, x], 1),
        lambda: f(x, 1, 1), lambda: f(x, x, x), lambda: f(1, like=x), lambda: f(len, 0, x),
        lambda: f("i", x), lambda: f([1], [x]), lambda: f(a, out=x), lambda: f(1, x),
        lambda: f(a, 1, x), lambda: f(a, a, x), lambda: f((2,), x), lambda: f(x, [1, 2], [x]),
        lambda: f([[a, x]]), lambda: f(x, bins=3), lambda: f(a, [True, False], x),
        lambda: f(a, axis=x), lambda: f(x, dtype=float), lambda: f(x, a, 1, 0),
    ]  # fmt: skip


def outcome(call):
    try:
        return call()
    except Exception as err:
        return err


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", ["duck", "sub"])
def test_it_is_asked_with_the_function_that_the_program_knows(kind):
    asked = set()
    for home, name in FUNCTIONS:
        function, reference = getattr(part(ours, home), name), getattr(part(real, home), name)
        log, expected = [], []
        with ivy_core.with_backend("numpy"):
            references = calls(real, reference, kind, expected)
            for at, call in enumerate(calls(ours, function, kind, log)):
                expected.clear()
                log.clear()
                outcome(references[at])
                if not expected or expected[0][0] is not reference:
                    continue  # it asks nobody, or another function does within
                found = outcome(call)
                assert isinstance(found, str) and found == "answered", (home, name, at, found)
                assert log[0][0] is function, (home, name, at, log)
                assert log[0][1:] == expected[0][1:], (home, name, at, log)
                asked.add((home, name))
    assert asked == set(FUNCTIONS), set(FUNCTIONS) - asked


def test_names_of_one_function_of_numpys_are_one_function():
    for name, other in [(n, o) for n in real.__all__ for o in real.__all__ if n < o]:
        if callable(getattr(real, name)) and getattr(real, name) is getattr(real, other):
            assert getattr(ours, name) is getattr(ours, other), (name, other)


def test_arguments_that_numpy_does_not_ask_are_not_asked():
    log = []
    duck = classes(ours, log)["duck"]()
    for call in (
        lambda: ours.pad(ours.ones(2), 1, constant_values=duck),
        lambda: ours.median([duck, duck]),
        lambda: ours.zeros(duck),
    ):
        outcome(call)
    assert log == []


class Keyed:
    """A class that looks the ufunc up in a table, as units and duals do."""

    __array_priority__ = 10

    def __init__(self, np):
        self.table = {np.multiply: "product", np.add: "sum"}
        self.seen = []

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        return self.table.get(ufunc, "unknown")

    def __array_wrap__(self, array, context=None, return_scalar=False):
        return array


def test_ufuncs_are_found_beside_numpys_scalars(backend):
    x = Keyed(ours)
    assert [real.float64(2) * x, ours.float32(1) + x, ours.ones(2) * x, ours.multiply(x, 2)] == [
        "product", "sum", "product", "product",
    ]  # fmt: skip
    assert ours.multiply == real.multiply and real.multiply == ours.multiply
    assert {real.add: 1}[ours.add] == 1 and ours.multiply != real.add != ours.multiply
    for function in [f for f in ours.__dict__.values() if isinstance(f, ours.ufunc)]:
        assert function == getattr(real, function.__name__), function


def test_the_context_of_array_wrap_has_a_ufunc_that_is_found(backend):
    contexts = []

    class Tagged(ours.ndarray):
        def __array_wrap__(self, array, context=None, return_scalar=False):
            contexts.append({ours.multiply: "product"}.get(context[0]) if context else None)
            return array

    ours.multiply(ours.ones(2).view(Tagged), 2)
    assert contexts[-1] == "product"


MAKERS = {
    "array": ([1],), "asarray": ([1],), "asanyarray": ([1],), "ascontiguousarray": ([1],),
    "asfortranarray": ([1],), "require": ([1],), "zeros": (2,), "ones": (2,), "empty": (2,),
    "full": (2, 1), "eye": (2,), "identity": (2,), "tri": (2,), "arange": (3,),
    "fromfunction": (abs, (2,)), "frombuffer": (b"12345678",), "fromiter": ([1], int),
}  # fmt: skip


@pytest.mark.parametrize("name", MAKERS)
def test_like_answers_for_what_makes_arrays(backend, name):
    found = []
    for np in (real, ours):
        log: list = []
        like = classes(np, log)["duck"]()
        assert getattr(np, name)(*MAKERS[name], like=like) == "answered"
        (function, *rest) = log.pop()
        found.append((function is getattr(np, name), rest))
        for other in (3, [1], np.float64(2)):
            with pytest.raises(TypeError, match="`like` argument must be"):
                getattr(np, name)(*MAKERS[name], like=other)
        assert isinstance(getattr(np, name)(*MAKERS[name], like=np.ones(1)), np.ndarray)
    assert found[0] == found[1]
    assert found[0][0]


def test_functions_have_an_implementation_that_asks_no_operand(backend):
    def case(np):
        class Own(np.ndarray):
            def __array_function__(self, function, types, args, kwargs):
                made = function._implementation(*args, **kwargs)
                return "own", made, type(self.view(np.ndarray)).__name__

        x = np.arange(3.0).view(Own)
        y = np.zeros(3)
        np.copyto._implementation(y, np.arange(3.0))
        shown = np.array_repr._implementation(np.asarray(x))
        said, total, name = np.sum(x)
        made = np.stack._implementation([y, y])
        return y, said, float(total), name, np.shape(x)[1], made, shown

    same(case)
