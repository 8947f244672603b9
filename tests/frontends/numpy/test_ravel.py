"""ravel copies strided memory, even where a reshape would see it (found by the state machine)."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as ours

VIEWS = {
    "all": lambda x: x,
    "rows reversed": lambda x: x[::-1],
    "both reversed": lambda x: x[::-1, ::-1],
    "columns reversed": lambda x: x[:, ::-1],
    "T": lambda x: x.T,
    "rows": lambda x: x[1:],
    "columns": lambda x: x[:, 1:],
    "steps": lambda x: x[::2, 0],
    "row": lambda x: x[0],
    "element": lambda x: x[1:2, 1:2],
    "column": lambda x: x[:, 0:1],
}


@pytest.mark.parametrize("order", "CFAK")
@pytest.mark.parametrize("name", VIEWS)
def test_ravel_is_a_view_where_numpys_is(backend, name, order):
    a = real.arange(12.0).reshape(3, 4)
    x = ours.array(a)
    expected, actual = VIEWS[name](a).ravel(order), VIEWS[name](x).ravel(order)
    VIEWS[name](a)[...] = -1
    VIEWS[name](x)[...] = -1
    real.testing.assert_array_equal(real.asarray(actual), expected)
