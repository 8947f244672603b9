"""Control flow of the PyTorch backend: Python's own, which torch.compile reads."""

from __future__ import annotations

import torch

from ivy_core.backends.common import control_flow
from ivy_core.utils.nests import map_leaves


def _clone_if_tensor(leaf):
    return leaf.clone() if isinstance(leaf, torch.Tensor) else leaf


def if_else(cond, body_fn, orelse_fn, vars):
    # clones: a function may write into what it is given
    return control_flow.if_else(cond, body_fn, orelse_fn, map_leaves(_clone_if_tensor, vars))


def while_loop(test_fn, body_fn, vars):
    values = control_flow.positional(map_leaves(_clone_if_tensor, vars))
    return control_flow.while_loop(test_fn, body_fn, values)
