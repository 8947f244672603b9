"""Complex numbers of Python's, and bools as ints, that only the program knows."""

from __future__ import annotations

import math

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy

X = real.array([0.75, 0.25, 0.5])


def number_of(x):
    return float(x[0]) + 1j * float(x[1])


def orbit(x):
    c, z, count = number_of(x), 0j, 0
    while abs(z) < 2 and count < 50:
        z = z * z + c.conjugate()
        count += 1
    return count, z, z.conjugate(), (z * z.conjugate()), x[2].item().conjugate()


def counts(x):
    large, small = bool(x[0] > 0.5), bool(x[1] > 0.5)
    return large + large, large + small, large.conjugate(), small.real, large * 3, large.imag


def same(found, wanted):
    assert list(map(type, found)) == list(map(type, wanted))
    real.testing.assert_allclose(found, wanted, rtol=1e-14)


@pytest.mark.filterwarnings("ignore:.*runs eagerly")
@pytest.mark.parametrize("program", [orbit, counts], ids=lambda each: each.__name__)
def test_numbers_are_pythons(backend, program):
    fallback = "warn" if backend == "tensorflow" else "raise"  # it has no parts of such numbers
    same(ivy.compile(program, fallback=fallback)(np.array(X)), program(X))


NOT_OF_COMPLEX = {
    "float": float, "int": int, "less": lambda z: z < 1, "max": lambda z: max(z, 1),
    "sqrt": math.sqrt, "floor": lambda z: z // 1, "mod": lambda z: z % 1,
}  # fmt: skip


@pytest.mark.filterwarnings("ignore:.*runs eagerly")
@pytest.mark.parametrize("function", NOT_OF_COMPLEX.values(), ids=NOT_OF_COMPLEX)
def test_what_is_of_real_numbers_raises(backend, function):
    def call(x):
        return function(number_of(x))

    with pytest.raises(TypeError) as wanted:
        call(X)
    with pytest.raises(TypeError) as found:
        ivy.compile(call)(np.array(X))
    assert str(found.value) == str(wanted.value)


@pytest.mark.filterwarnings("ignore:.*runs eagerly")
@pytest.mark.parametrize("dtype", ["float64", "int64", "complex128", "bool"])
@pytest.mark.parametrize("index", [0, slice(1, 3)], ids=["element", "slice"])
def test_an_array_of_real_numbers_takes_none(backend, index, dtype):
    found = []
    for library, call in ((real, lambda f: f), (np, ivy.compile)):

        def write(x, library=library):
            y = library.zeros(3, dtype=dtype)
            y[index] = x[0].item() * 1j
            return y

        try:
            found.append(call(write)(library.array(X)).tolist())
        except TypeError:
            found.append(TypeError)
    assert found[0] == found[1]
