"""Compiled functions of packages that take arrays of a frontend, and those that are left alone."""

from __future__ import annotations

import types

from frontends.common.compiled import let_arrays_cross


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
