"""Convenience functions: they change no array, and nothing of them is in a computation's graph."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS

VALUES = {
    "array_mode": True, "default_complex_dtype": "complex64", "default_dtype": "float32",
    "default_float_dtype": "float32", "default_int_dtype": "int32", "default_uint_dtype": "uint8",
    "exception_trace_mode": "ivy", "host_execution_mode": False, "inplace_mode": "strict",
    "min_base": 1e-5, "min_denominator": 1e-5, "nestable_mode": False, "precise_mode": True,
    "queue_timeout": 1.0, "shape_array_mode": True, "show_func_wrapper_trace_mode": False,
    "soft_device_mode": False, "array_decimal_values": 2, "array_significant_figures": 3,
    "dynamic_backend": False, "nan_policy": "warns", "warning_level": "ivy_only",
    "tmp_dir": "/tmp",
}  # fmt: skip


def _within(name):
    """Return a call that sets a mode and takes it back."""

    def run(x):
        getattr(ivy, f"set_{name}")(VALUES[name])
        getattr(ivy, f"unset_{name}")()

    return run


def _other_backend(x):
    ivy.set_backend("numpy")
    ivy.previous_backend()
    with ivy.with_backend("numpy"):
        pass


def _chosen(choose):
    """Return a call that chooses a backend and takes it back."""

    def run(x):
        choose()
        ivy.previous_backend()

    return run


def _warned(x):
    with ivy.set_warning_level("none"):
        ivy.warn("nothing")


def _cached(x):
    return ivy.cache_fn(lambda x: x)(x), ivy.cache_fn(lambda n: n)(3, cache=True)


def _loaded(x):
    with pytest.raises(ValueError, match="no compiled function is in this file"):
        ivy.load_compiled(__file__)


# By function: a call with an array where it takes any.
CALLS = {
    "compile": lambda x: ivy.compile(_other_backend),
    "compile_automatically": lambda x: ivy.compile_automatically(lambda x: x)(x),
    "compilation_records": lambda x: ivy.compilation_records(),
    "trace_graph": lambda x: ivy.trace_graph(lambda: 3)(),
    "load_compiled": _loaded,
    "__array_namespace_info__": lambda x: ivy.__array_namespace_info__(),
    "add_ivy_array_instance_methods": lambda x: ivy.add_ivy_array_instance_methods(
        type("Mine", (), {}), []
    ),
    "add_ivy_container_instance_methods": lambda x: ivy.add_ivy_container_instance_methods(
        type("Mine", (dict,), {}), []
    ),
    "function_kind": lambda x: ivy.function_kind("add"),
    "ndindex": lambda x: list(ivy.ndindex(x.shape)),
    "set_framework": _other_backend,
    "unset_backend": _other_backend,
    "arg_info": lambda x: ivy.arg_info(ivy.add, name="x1"),
    "arg_names": lambda x: ivy.arg_names(ivy.add),
    "array_protocol": lambda x: ivy.array_protocol(lambda self: x)(None),
    "args_to_ivy": lambda x: ivy.args_to_ivy(x, [x.data], y={"a": x}),
    "args_to_native": lambda x: ivy.args_to_native(x, [x.data], y={"a": x}),
    "args_to_new_backend": lambda x: ivy.args_to_new_backend(x, [x.data], y={"a": x}),
    "cache_fn": _cached,
    "current_backend": lambda x: ivy.current_backend(x, [x.data]),
    "current_backend_str": lambda x: ivy.current_backend_str(),
    "default": lambda x: (ivy.default(x, 1), ivy.default(None, x)),
    "exists": lambda x: ivy.exists(x),
    "get_all_arrays_in_memory": lambda x: ivy.get_all_arrays_in_memory(),
    "get_backend": lambda x: ivy.get_backend(),
    "get_referrers_recursive": lambda x: ivy.get_referrers_recursive({"a": 1}, max_depth=0),
    "is_array": lambda x: (ivy.is_array(x), ivy.is_array(x.data)),
    "is_ivy_array": lambda x: (ivy.is_ivy_array(x), ivy.is_ivy_array(x.data)),
    "is_ivy_container": lambda x: ivy.is_ivy_container(ivy.Container(a=x)),
    "is_native_array": lambda x: (ivy.is_native_array(x), ivy.is_native_array(x.data)),
    "isscalar": lambda x: ivy.isscalar(x),
    "match_kwargs": lambda x: ivy.match_kwargs({"x1": x}, ivy.add),
    "nested_map": lambda x: ivy.nested_map(lambda leaf: leaf, {"a": [x, x.data]}),
    "num_arrays_in_memory": lambda x: ivy.num_arrays_in_memory(),
    "previous_backend": _other_backend,
    "print_all_arrays_in_memory": lambda x: ivy.print_all_arrays_in_memory(),
    "seed": lambda x: ivy.seed(seed_value=3),
    "set_backend": _other_backend,
    "to_ivy": lambda x: (ivy.to_ivy(x.data), ivy.to_ivy([x.data], nested=True)),
    "to_ivy_shape": lambda x: ivy.to_ivy_shape(x.shape),
    "to_native": lambda x: (ivy.to_native(x), ivy.to_native([x], nested=True)),
    "to_native_shape": lambda x: ivy.to_native_shape(x.shape),
    "to_new_backend": lambda x: (ivy.to_new_backend(x), ivy.to_new_backend(x.data)),
    "try_else_none": lambda x: ivy.try_else_none(lambda y: y, x),
    "with_backend": _other_backend,
    "choose_random_backend": _chosen(lambda: ivy.choose_random_backend(["jax", "tensorflow"])),
    "check_scalar": lambda x: ivy.check_scalar(3),
    "generate_einsum_equation": lambda x: ivy.generate_einsum_equation(2),
    "get_interpolate_kernel": lambda x: ivy.get_interpolate_kernel("lanczos3"),
    "dynamic_backend_as": lambda x: ivy.dynamic_backend_as(True).__exit__(),
    "set_jax_backend": _chosen(ivy.set_jax_backend),
    "set_numpy_backend": _chosen(ivy.set_numpy_backend),
    "set_tensorflow_backend": _chosen(ivy.set_tensorflow_backend),
    "set_torch_backend": _chosen(ivy.set_torch_backend),
    "vec_sig_fig": lambda x: ivy.vec_sig_fig([1.0]),
    "warn": _warned,
} | {f"{way}_{name}": _within(name) for name in VALUES for way in ("set", "unset")}  # fmt: skip


@pytest.mark.checklist("F27")
def test_there_is_a_call_of_each_convenience_function():
    labelled = {name for name, spec in FUNCTIONS.items() if spec.convenience}
    assert labelled <= set(CALLS)


@pytest.mark.checklist("F27")
def test_the_label_is_independent_of_the_kind():
    labelled = {spec.kind for spec in FUNCTIONS.values() if spec.convenience}
    others = {spec.kind for spec in FUNCTIONS.values() if not spec.convenience}
    assert len(labelled) > 1 and labelled < others


@pytest.mark.checklist("F27")
@pytest.mark.parametrize("name", CALLS)
def test_arrays_stay_as_they_are(backend, name, few_objects, capsys):
    x = ivy.asarray([[1.5, 2.5], [3.5, 4.5]])
    view, held = x[::-1], x.data
    CALLS[name](x)
    assert x.data is held and x.shape == (2, 2) and x.dtype == "float64"
    np.testing.assert_array_equal(np.asarray(x), [[1.5, 2.5], [3.5, 4.5]])
    view[0] = 9.0
    np.testing.assert_array_equal(np.asarray(x), [[1.5, 2.5], [9.0, 9.0]])


@pytest.mark.checklist("F27")
@pytest.mark.parametrize("name", CALLS)
def test_nothing_is_recorded(backend, name, few_objects, capsys):
    assert operations(backend, CALLS[name]) == []


@pytest.mark.checklist("F27")
def test_what_computes_is_recorded(backend):
    if backend != "numpy":
        assert operations(backend, lambda x: ivy.add(x, x)) != []


def operations(backend, function):
    """Return the operations on arrays that a graph of ``function`` holds, or a tape sees."""
    if backend == "jax":
        import jax

        traced = jax.make_jaxpr(lambda x: (function(ivy.Array(x)), x)[1])
        return list(traced(np.ones((2, 2))).eqns)
    if backend == "tensorflow":
        import tensorflow as tf

        traced = tf.function(lambda x: (function(ivy.Array(x)), x)[1], autograph=False)
        graph = traced.get_concrete_function(tf.TensorSpec((2, 2), "float64")).graph
        return [op for op in graph.get_operations() if op.inputs and op.type != "Identity"]
    if backend == "torch":
        import torch
        from torch.utils._python_dispatch import TorchDispatchMode

        class Noting(TorchDispatchMode):
            def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
                of_arrays = any(isinstance(value, torch.Tensor) for value in args)
                if of_arrays and "detach" not in str(operation):
                    found.append(operation)
                return operation(*args, **(kwargs or {}))

        found = []
        x = torch.ones((2, 2), dtype=torch.float64, requires_grad=True)
        with Noting():
            function(ivy.Array(x))
        return found
    function(ivy.asarray(np.ones((2, 2))))
    return []  # NumPy has no graph
