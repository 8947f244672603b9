"""What checks on eight host devices have in common: arrays in parts, and their list."""

from __future__ import annotations

import contextlib

import numpy as np

import ivy_core as ivy

A = np.arange(1.0, 257.0).reshape(16, 16) % 37
CHECKS = {}


def check(function):
    """Register a check under its name."""
    CHECKS[function.__name__] = function
    return function


def grid():
    return ivy.Placement(ivy.mesh((4, 2), ("rows", "cols")), ("rows", "cols"))


def sharded(a=A, placement=None):
    return ivy.asarray(a).to_placement(placement or grid())


@contextlib.contextmanager
def nothing_gathers():
    """Fail when the values of an array on several devices come to the host.

    One or two numbers may: a count, the lowest and the highest of some indices. JAX's own
    ``transfer_guard_device_to_host`` does not see host devices.
    """
    import jax.numpy as jnp

    cls = type(jnp.zeros(()))
    real = cls._value

    def value(self):
        if len(self.sharding.device_set) > 1 and self.size > 2:
            raise AssertionError(f"an array of shape {self.shape} came to the host")
        return real.fget(self)

    cls._value = property(value)
    try:
        yield
    finally:
        cls._value = real


def same(x, expected, placement="unasked"):
    if placement != "unasked":
        assert x.placement == placement, f"{x.placement} is not {placement}"
    host = np.asarray(x)
    assert host.dtype == np.asarray(expected).dtype, (host.dtype, np.asarray(expected).dtype)
    np.testing.assert_allclose(host, expected, rtol=1e-12)


def rows(placement):
    return ivy.Placement(placement.where, placement.partition[:1])


def cols(placement):
    return ivy.Placement(placement.where, placement.partition[1:])
