"""Gradients of functions of the core, against those that PyTorch has of its own functions."""

from __future__ import annotations

import numpy as np

import ivy_core as ivy


def by_one_program(function):
    """Return a function of a nest of Arrays that JAX compiles whole.

    JAX differentiates an operation at a time, and compiles a kernel for each: up to a hundred.
    """
    import jax

    def native(variables):
        found = function(jax.tree.map(ivy.Array, variables))
        return jax.tree.map(ivy.to_native, found, is_leaf=ivy.is_array)

    def given(variables):
        natives = jax.tree.map(ivy.to_native, variables, is_leaf=ivy.is_array)
        return jax.tree.map(ivy.Array, jax.jit(native)(natives))

    return given


def gradients_match(backend, function, reference, *arrays, rtol=1e-9, atol=1e-9) -> None:
    """Assert that the gradients of the weighted sum of a result are those of PyTorch.

    Parameters
    ----------
    function, reference : callable
        Of Arrays, and of tensors: each returns one array.
    *arrays : ndarray, floating
        What both are given, and differentiated by.
    """
    if backend == "numpy":
        return  # it has no gradients
    import torch  # where no PyTorch is installed, tests of the core run on NumPy all the same

    tensors = [torch.from_numpy(a.copy()).requires_grad_() for a in arrays]
    result = reference(*tensors)
    weights = np.cos(np.arange(result.numel(), dtype=arrays[0].dtype)).reshape(result.shape)
    (result * torch.from_numpy(weights)).sum().backward()
    expected = [np.zeros_like(a) if t.grad is None else t.grad.numpy()
                for a, t in zip(arrays, tensors, strict=True)]  # fmt: skip

    def weighted(given):
        return ivy.sum(function(*given) * ivy.asarray(weights))

    def gradients(given):
        return ivy.execute_with_gradients(weighted, given, xs_grad_idxs=None)[1]

    if backend == "jax":
        gradients = by_one_program(gradients)
    found = gradients([ivy.asarray(a) for a in arrays])
    for each, wanted in zip(found, expected, strict=True):
        np.testing.assert_allclose(np.asarray(each), wanted, rtol=rtol, atol=atol)
