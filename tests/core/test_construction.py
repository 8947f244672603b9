"""Arrays made of others' parts and shapes, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

EDGES = np.array([1.0, -0.0, 0.0, np.inf, -np.inf, np.nan])


def made_of(real, imag):
    made = np.empty(np.broadcast_shapes(np.shape(real), np.shape(imag)), "c16")
    made.real, made.imag = real, imag
    return made


def test_complex(backend, assert_matches):
    a, b = EDGES, EDGES[:, None]
    result = ivy.complex(ivy.asarray(a), ivy.asarray(b))
    expected = made_of(a, b)
    assert_matches(result, expected)
    for part in ("real", "imag"):
        signs = np.signbit(getattr(np.asarray(result), part))
        np.testing.assert_array_equal(signs, np.signbit(getattr(expected, part)))
    assert_matches(ivy.complex(ivy.asarray(1.5), ivy.asarray(2.0)), np.array(1.5 + 2j))
    assert_matches(ivy.complex(ivy.zeros((0, 2)), ivy.zeros((1,))), np.zeros((0, 2), "c16"))
    out = ivy.zeros((2,), dtype="complex128")
    assert ivy.complex(ivy.asarray([1.0, 2.0]), ivy.asarray([3.0, 4.0]), out=out) is out
    assert out.to_list() == [1 + 3j, 2 + 4j]


@pytest.mark.parametrize(
    ("first", "second", "dtype"),
    [("float32", "float32", "c8"), ("float16", "float32", "c8"), ("float16", "float16", "c8"),
     ("float32", "float64", "c16"), ("int32", "int8", "c16"), ("bool", "bool", "c16")],
)  # fmt: skip
def test_dtypes_of_complex(backend, assert_matches, first, second, dtype):
    a, b = np.array([1, 0]), np.array([0, 1])
    result = ivy.complex(ivy.asarray(a.astype(first)), ivy.asarray(b.astype(second)))
    assert_matches(result, (a + 1j * b).astype(dtype))
    with pytest.raises(IvyTypeError, match="complex128 .*real"):
        ivy.complex(ivy.asarray([1j]), ivy.asarray([1.0]))


def test_complex_traced_and_differentiated(backend, compiled, assert_matches):
    a, b = np.array([1.0, 2.0]), np.array([3.0, -4.0])
    assert_matches(compiled(ivy.complex, a, b), a + 1j * b)
    if backend == "numpy":
        return  # it has no gradients
    slope = ivy.grad(lambda x: ivy.sum(ivy.square(ivy.abs(ivy.complex(x, ivy.asarray(b))))))
    assert_matches(slope(ivy.asarray(a)), 2 * a)


def test_eye_like(backend, assert_matches):
    a = np.zeros((2, 3, 4), "f4")
    for k in (-1, 0, 2):
        expected = np.broadcast_to(np.eye(3, 4, k, "f4"), a.shape)
        assert_matches(ivy.eye_like(ivy.asarray(a), k=k), expected)
        assert_matches(ivy.eye_like(ivy.asarray(a[0]), k=k, dtype="int64"), np.eye(3, 4, k, int))
    out = ivy.zeros((3, 4))
    assert ivy.eye_like(ivy.asarray(a[0]), out=out) is out
    assert_matches(out, np.eye(3, 4))
    with pytest.raises(IvyValueError, match=r"\(4,\) .*two axes"):
        ivy.eye_like(ivy.asarray(a[0, 0]))


def test_trilu(backend, assert_matches):
    a = np.arange(24.0).reshape(2, 3, 4)
    for k in (-1, 0, 2):
        assert_matches(ivy.trilu(ivy.asarray(a), k=k), np.triu(a, k))
        assert_matches(ivy.trilu(ivy.asarray(a), k=k, upper=False), np.tril(a, k))
    out = ivy.zeros(a.shape)
    assert ivy.trilu(ivy.asarray(a), out=out) is out
    assert_matches(out, np.triu(a))


def test_polyval(backend, assert_matches):
    x = np.array([[0.5, -2.0], [3.0, 0.0]])
    for coeffs in (np.array([3.0, 0.0, -1.0]), np.array([2, 1]), np.zeros(0), np.array([1 + 2j])):
        result = ivy.polyval(ivy.asarray(coeffs), ivy.asarray(x))
        assert_matches(result, np.polyval(coeffs, x))
    assert_matches(ivy.polyval([3, 0, 1], 5), np.array(76))
    assert ivy.polyval([1.0], ivy.zeros((0, 2))).shape == (0, 2)
    with pytest.raises(IvyValueError, match=r"\(2, 2\) .*one axis"):
        ivy.polyval(ivy.asarray(x), 1.0)


@pytest.mark.parametrize("shape", [(2, 3), (4,), (), (2, 0)])
def test_indices_and_elements(backend, shape):
    a = np.arange(np.prod(shape)).reshape(shape)
    assert list(ivy.ndindex(shape)) == list(np.ndindex(shape))
    found = [(index, ivy.to_scalar(x)) for index, x in ivy.ndenumerate(ivy.asarray(a))]
    assert found == list(np.ndenumerate(a))
    assert list(ivy.ndindex(3)) == [(0,), (1,), (2,)]
    with pytest.raises(IvyValueError, match="negative"):
        ivy.ndindex((2, -1))


class Capsule:
    """What a library that takes objects with ``__dlpack__`` only can read a capsule by."""

    def __init__(self, capsule):
        self.capsule = capsule

    def __dlpack__(self, **_):
        return self.capsule

    def __dlpack_device__(self):
        return (1, 0)


@pytest.mark.parametrize("dtype", ["float32", "int64"])
def test_capsules(backend, dtype):
    a = np.arange(6).reshape(2, 3).astype(dtype)
    capsule = ivy.to_dlpack(ivy.asarray(a))
    np.testing.assert_array_equal(np.from_dlpack(Capsule(capsule)), a)
