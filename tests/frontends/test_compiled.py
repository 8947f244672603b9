"""Compiled functions of packages that take arrays of a frontend, and those that are left alone."""

from __future__ import annotations

import types

import frontends.numpy as np
from frontends.common.compiled import crossing, let_arrays_cross


def test_what_frees_the_objects_of_swig_is_left_to_its_c_code():
    """SWIG reads the C flags of ``delete_*`` when it registers a class."""
    for registers in (True, False):
        module = types.ModuleType(len.__module__)
        module.delete_part = module.count = len
        if registers:
            module.part_swigregister = len
        let_arrays_cross(module)
        assert (module.delete_part is len) == registers
        assert module.count is not len and module.count("four") == 4


def test_arrays_in_columns_cross_in_columns(backend):
    """C code of two axes asks for Fortran's order, where a program has made it."""
    x = np.arange(6.0).reshape(2, 3)
    layouts = crossing(lambda *arrays: [each.flags.f_contiguous for each in arrays], "layouts")
    assert layouts(np.asfortranarray(x), x, x.T) == [True, False, True]
