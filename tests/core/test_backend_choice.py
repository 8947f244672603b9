"""Choosing a backend by a function of its own, at random, and taking arrays along."""

from __future__ import annotations

import pytest

import ivy_core as ivy


def test_each_backend_has_a_function(backend):
    other = "torch" if backend == "numpy" else "numpy"
    ivy.set_backend(other)
    assert getattr(ivy, f"set_{backend}_backend")().backend == backend
    assert ivy.current_backend_str() == backend
    ivy.unset_backend()
    assert ivy.current_backend_str() == other
    ivy.unset_backend()


def test_a_random_backend_is_none_that_is_excluded(backend):
    others = [name for name in ("numpy", "torch", "jax", "tensorflow") if name != backend]
    assert ivy.choose_random_backend(excluded=others) == backend
    assert ivy.current_backend_str() == backend
    ivy.unset_backend()
    with pytest.raises(ivy.IvyValueError, match="no installed backend is left"):
        ivy.choose_random_backend(excluded=[backend, *others])
    with pytest.raises(ivy.IvyValueError, match="nunpy: no such backend"):
        ivy.choose_random_backend(excluded=["nunpy"])


def test_arrays_follow_the_backend_while_it_is_dynamic(backend):
    x = ivy.asarray([1.0, 2.0])
    other = "torch" if backend == "numpy" else "numpy"
    with ivy.dynamic_backend_as(True):
        assert ivy.dynamic_backend
        ivy.set_backend(other)
        assert type(x.data).__module__.startswith(other) and x.to_list() == [1.0, 2.0]
        ivy.set_backend(backend, dynamic=False)  # what is said at the call counts
        assert type(x.data).__module__.startswith(other)
        ivy.unset_backend()
        ivy.unset_backend()
    ivy.set_backend(other)
    y = ivy.asarray([3.0])
    ivy.set_backend(backend)
    assert type(y.data).__module__.startswith(other)
    ivy.unset_backend()
    ivy.unset_backend()
