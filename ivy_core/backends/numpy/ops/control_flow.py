"""Control flow of the NumPy backend: Python's own."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common import control_flow
from ivy_core.utils.nests import map_leaves


def _copy_if_array(leaf):
    """Return a copy of an array, any other leaf itself."""
    return leaf.copy() if isinstance(leaf, np.ndarray) else leaf


def if_else(cond, body_fn, orelse_fn, vars):
    # copies: a function may write into what it is given
    return control_flow.if_else(cond, body_fn, orelse_fn, map_leaves(_copy_if_array, vars))


def while_loop(test_fn, body_fn, vars):
    values = control_flow.positional(map_leaves(_copy_if_array, vars))
    return control_flow.while_loop(test_fn, body_fn, values)
