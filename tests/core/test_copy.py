"""The option ``copy`` of the array API standard."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from tests.core.arrays import array

WITH_COPY = {
    "asarray": lambda x, **copy: ivy.asarray(x, **copy),
    "astype": lambda x, **copy: ivy.astype(x, "float64", **copy),
    "expand_dims": lambda x, **copy: ivy.expand_dims(x, axis=0, **copy),
    "flip": lambda x, **copy: ivy.flip(x, **copy),
    "moveaxis": lambda x, **copy: ivy.moveaxis(x, 0, 1, **copy),
    "permute_dims": lambda x, **copy: ivy.permute_dims(x, (1, 0), **copy),
    "reshape": lambda x, **copy: ivy.reshape(x, (4,), **copy),
    "squeeze": lambda x, **copy: ivy.squeeze(x, **copy),
    "unstack": lambda x, **copy: ivy.unstack(x, **copy)[0],
}  # fmt: skip


@pytest.mark.checklist("I22", "I23")
@pytest.mark.parametrize("name", WITH_COPY)
def test_copy_of_the_array_api_standard(backend, name):
    function = WITH_COPY[name]
    for options, aliases in (({"copy": True}, False), ({"copy": False}, True), ({}, True)):
        x = array(backend, np.zeros((2, 2)))
        result = function(x, **options)
        aliases = aliases and not (name == "astype" and not options)  # its default is a copy
        result[...] = 1.0
        assert (np.asarray(x).sum() > 0) == aliases, options
        x[...] = 5.0
        assert (np.asarray(result).max() == 5.0) == aliases, options


@pytest.mark.checklist("I23")
def test_copy_false_where_only_a_copy_would_do_is_refused(backend):
    x = array(backend, np.zeros((2, 3)))
    with pytest.raises(ValueError):
        ivy.reshape(ivy.permute_dims(x, (1, 0)), (6,), copy=False)
    with pytest.raises(ValueError):
        ivy.asarray([1.0, 2.0], copy=False)
