"""SciPy's functions that fill an array: given one of the core's, they fill that one."""

from __future__ import annotations

import numpy as np
import pytest

import frontends.numpy  # noqa: F401 - whose adapters stand around these functions, too
import ivy_core as ivy

ndimage = pytest.importorskip("scipy.ndimage")
distance = pytest.importorskip("scipy.spatial.distance")

IMAGE = np.arange(15.0).reshape(3, 5) ** 2
CALLS = {
    "by name": lambda x, out: ndimage.sobel(x, axis=1, output=out),
    "by position": lambda x, out: ndimage.gaussian_filter(x, 1.0, 0, out),
    "weights": lambda x, out: ndimage.correlate(x, x[:2, :2], output=out),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_an_output_is_filled(backend, call):
    wanted, out = np.zeros((3, 5)), ivy.zeros((3, 5), dtype="float64")
    call(IMAGE, wanted)
    alias, result = out[1], call(ivy.asarray(IMAGE), out)
    assert result is out
    np.testing.assert_array_equal(np.asarray(out), wanted)
    np.testing.assert_array_equal(np.asarray(alias), wanted[1])


def test_an_output_may_be_a_view_or_the_input_itself(backend):
    x, stack = ivy.array(IMAGE), ivy.zeros((2, 3, 5), dtype="float64")
    ndimage.sobel(x, output=stack[1])
    ndimage.sobel(x, output=x)
    wanted = ndimage.sobel(IMAGE)
    np.testing.assert_array_equal(np.asarray(stack), [np.zeros((3, 5)), wanted])
    np.testing.assert_array_equal(np.asarray(x), wanted)


def test_an_output_that_does_not_fit_stays_as_it_was(backend):
    out = ivy.zeros((2, 2))
    with pytest.raises(RuntimeError, match="shape"):
        ndimage.sobel(ivy.asarray(IMAGE), output=out)
    assert out.to_list() == [[0, 0], [0, 0]]


def test_results_beside_an_output_are_arrays_too(backend):
    mask, distances = IMAGE > 4, ivy.zeros((3, 5), dtype="float64")
    indices = ndimage.distance_transform_edt(
        ivy.asarray(mask), return_indices=True, distances=distances
    )
    wanted, places = ndimage.distance_transform_edt(mask, return_indices=True)
    assert type(indices) is ivy.Array
    np.testing.assert_array_equal(np.asarray(distances), wanted)
    np.testing.assert_array_equal(np.asarray(indices), places)


@pytest.mark.parametrize("metric", ["euclidean", "cosine"])
def test_distances_are_filled_in(backend, metric):
    points, pairs = ivy.asarray(IMAGE), ivy.zeros(3, dtype="float64")
    table = ivy.zeros((3, 3), dtype="float64")
    assert distance.pdist(points, metric, out=pairs) is pairs
    assert distance.cdist(points, points, metric, out=table) is table
    np.testing.assert_array_equal(np.asarray(pairs), distance.pdist(IMAGE, metric))
    np.testing.assert_array_equal(np.asarray(table), distance.cdist(IMAGE, IMAGE, metric))
