"""Mixed functions: the native implementation runs with its backend set, the body without one.

Looked at as it happens: which functions are entered while the call runs.
"""

from __future__ import annotations

import inspect
import sys

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backend_handler import BACKENDS, load_backend
from ivy_core.registry import FUNCTIONS

IMAGE = np.arange(32.0, dtype="float32").reshape(1, 2, 4, 4) / 10
ROWS = np.array([[0.5, 0.25], [0.75, 0.125]], "float32")
ONES = np.ones(2, "float32")
PAIR = {"data_format": "NSC"}


def _double(n, vars):
    return (vars[0] * 2.0,)


# By function: a call that every native implementation covers.
CALLS = {
    "batch_norm": lambda xp, a: xp.batch_norm(a(ROWS), a(ONES * 0), a(ONES)),
    "container_types": lambda xp, a: xp.container_types(),
    "dropout": lambda xp, a: xp.dropout(a(ROWS), 0.5),
    "for_loop": lambda xp, a: xp.for_loop(range(2), _double, (a(ROWS),)),
    "group_norm": lambda xp, a: xp.group_norm(a(IMAGE), 1, data_format="NCS"),
    "huber_loss": lambda xp, a: xp.huber_loss(a(ROWS), a(ROWS / 2)),
    "instance_norm": lambda xp, a: xp.instance_norm(
        a(IMAGE), a(ONES * 0), a(ONES), data_format="NCS"
    ),
    "interpolate": lambda xp, a: xp.interpolate(a(IMAGE), (8, 8), mode="bilinear"),
    "kl_div": lambda xp, a: xp.kl_div(a(np.log(ROWS)), a(ROWS)),
    "layer_norm": lambda xp, a: xp.layer_norm(a(ROWS), [1]),
    "linear": lambda xp, a: xp.linear(a(ROWS), a(ROWS)),
    "local_response_norm": lambda xp, a: xp.local_response_norm(a(IMAGE), 3),
    "multi_head_attention": lambda xp, a: xp.multi_head_attention(
        a(IMAGE[0, :, :2]), num_heads=2,
        in_proj_weights=a(np.eye(12, 4, dtype="float32")),
        out_proj_weights=a(np.eye(4, dtype="float32")),
    ),
    "multiprocessing": lambda xp, a: xp.multiprocessing(),
    "pad": lambda xp, a: xp.pad(a(ROWS), [(1, 1), (0, 1)]),
    "scaled_dot_product_attention": lambda xp, a: xp.scaled_dot_product_attention(
        a(IMAGE), a(IMAGE), a(IMAGE)
    ),
    "smooth_l1_loss": lambda xp, a: xp.smooth_l1_loss(a(ROWS), a(ROWS / 2)),
}  # fmt: skip
MIXED = sorted(name for name, spec in FUNCTIONS.items() if spec.kind == "mixed")


class Entered:
    """Records which Python functions are entered while it is open."""

    def __enter__(self):
        self.codes = set()
        sys.setprofile(lambda frame, event, _: self.codes.add(frame.f_code))
        return self

    def __exit__(self, *exc):
        sys.setprofile(None)

    def __contains__(self, function):
        return inspect.unwrap(function).__code__ in self.codes


def test_there_is_a_call_of_each_mixed_function():
    assert sorted(CALLS) == MIXED


@pytest.mark.checklist("F10", "F11", "F12", "F14", "F15", "F19")
@pytest.mark.parametrize("name", MIXED)
def test_the_native_implementation_runs_where_its_backend_is_set(backend, name):
    native = load_backend(backend).implementations.get(name)
    body = FUNCTIONS[name].body
    if native is not None and not inspect.isfunction(inspect.unwrap(native)):
        native = None
    with Entered() as entered:
        CALLS[name](ivy, ivy.asarray)
    if native is not None:
        assert native in entered
    assert (body in entered) == (native is None)


@pytest.mark.checklist("F11")
@pytest.mark.parametrize("library", BACKENDS)
@pytest.mark.parametrize("name", MIXED)
def test_the_body_runs_where_no_backend_is_set(no_backend, library, name):
    natives = [load_backend(b).implementations.get(name) for b in BACKENDS]
    with Entered() as entered:
        CALLS[name](ivy, ivy.get_backend(library).asarray)
    assert FUNCTIONS[name].body in entered
    assert not [n for n in natives if inspect.isfunction(n) and n in entered]


@pytest.mark.checklist("F14", "F18")
def test_where_the_predicate_does_not_hold_the_body_runs():
    with ivy.with_backend("torch"):
        weight = ivy.asarray(np.stack([ROWS, ROWS]))
        x = ivy.asarray(np.stack([ROWS, ROWS]))
        with Entered() as entered:
            result = ivy.linear(x, weight)
        native = load_backend("torch").implementations["linear"]
        assert FUNCTIONS["linear"].body in entered and native not in entered
    expected = np.einsum("...i,...ji->...j", np.stack([ROWS, ROWS])[:, :, :], ROWS)
    assert np.asarray(result).shape == expected.shape
