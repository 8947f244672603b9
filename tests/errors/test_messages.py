"""The text of an error, by trace mode and backend, beside what the framework itself says."""

from __future__ import annotations

import contextlib
import importlib
import re

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.loading import load_backend
from ivy_core.registry import FUNCTIONS, NON_WRAPPED_FUNCTIONS

MODES = ("full", "ivy", "frontend")
V, M, W = np.ones(3), np.ones((2, 3)), np.ones((3, 2))
SQUARE = np.zeros((2, 2))

# By function: a mistake, and the same call of each framework. A framework that has no such mistake
# (it stops later, or not at all) is left out.
MISTAKES = {
    "all": (
        lambda xp, a: xp.all(a(V), axis=2),
        {
            "numpy": lambda np, a: np.all(a(V), axis=2),
            "jax": lambda jax, a: jax.numpy.all(a(V), axis=2),
            "torch": lambda torch, a: torch.all(a(V), dim=2),
            "tensorflow": lambda tf, a: tf.reduce_all(a(V) != 0, axis=2),
        },
    ),
    "any": (
        lambda xp, a: xp.any(a(V), axis=2),
        {
            "numpy": lambda np, a: np.any(a(V), axis=2),
            "jax": lambda jax, a: jax.numpy.any(a(V), axis=2),
            "torch": lambda torch, a: torch.any(a(V), dim=2),
            "tensorflow": lambda tf, a: tf.reduce_any(a(V) != 0, axis=2),
        },
    ),
    "sum": (
        lambda xp, a: xp.sum(a(V), axis=2),
        {
            "numpy": lambda np, a: np.sum(a(V), axis=2),
            "jax": lambda jax, a: jax.numpy.sum(a(V), axis=2),
            "torch": lambda torch, a: torch.sum(a(V), dim=2),
            "tensorflow": lambda tf, a: tf.reduce_sum(a(V), axis=2),
        },
    ),
    "max": (
        lambda xp, a: xp.max(a(M), axis=-3),
        {
            "numpy": lambda np, a: np.max(a(M), axis=-3),
            "jax": lambda jax, a: jax.numpy.max(a(M), axis=-3),
            "torch": lambda torch, a: torch.amax(a(M), dim=-3),
            "tensorflow": lambda tf, a: tf.reduce_max(a(M), axis=-3),
        },
    ),
    "argmax": (
        lambda xp, a: xp.argmax(a(V), axis=2),
        {
            "numpy": lambda np, a: np.argmax(a(V), axis=2),
            "torch": lambda torch, a: torch.argmax(a(V), dim=2),
        },
    ),
    "sort": (
        lambda xp, a: xp.sort(a(V), axis=2),
        {
            "numpy": lambda np, a: np.sort(a(V), axis=2),
            "torch": lambda torch, a: torch.sort(a(V), dim=2),
        },
    ),
    "add": (
        lambda xp, a: xp.add(a(V), a(np.ones(2))),
        {
            "numpy": lambda np, a: np.add(a(V), a(np.ones(2))),
            "jax": lambda jax, a: jax.numpy.add(a(V), a(np.ones(2))),
            "torch": lambda torch, a: torch.add(a(V), a(np.ones(2))),
            "tensorflow": lambda tf, a: tf.raw_ops.AddV2(x=a(V), y=a(np.ones(2))),
        },
    ),
    "multiply": (
        lambda xp, a: xp.multiply(a(V), a(np.ones(2))),
        {
            "numpy": lambda np, a: np.multiply(a(V), a(np.ones(2))),
            "jax": lambda jax, a: jax.numpy.multiply(a(V), a(np.ones(2))),
            "torch": lambda torch, a: torch.mul(a(V), a(np.ones(2))),
            "tensorflow": lambda tf, a: tf.raw_ops.Mul(x=a(V), y=a(np.ones(2))),
        },
    ),
    "matmul": (
        lambda xp, a: xp.matmul(a(M), a(M)),
        {
            "numpy": lambda np, a: np.matmul(a(M), a(M)),
            "jax": lambda jax, a: jax.numpy.matmul(a(M), a(M)),
            "torch": lambda torch, a: torch.matmul(a(M), a(M)),
        },
    ),
    "concat": (
        lambda xp, a: xp.concat([a(np.ones((2, 2))), a(np.ones((3, 3)))]),
        {
            "numpy": lambda np, a: np.concatenate([a(np.ones((2, 2))), a(np.ones((3, 3)))]),
            "jax": lambda jax, a: jax.numpy.concatenate([a(np.ones((2, 2))), a(np.ones((3, 3)))]),
            "torch": lambda torch, a: torch.cat([a(np.ones((2, 2))), a(np.ones((3, 3)))]),
        },
    ),
    "cholesky": (
        lambda xp, a: xp.cholesky(a(SQUARE - np.eye(2))),
        {
            "numpy": lambda np, a: np.linalg.cholesky(a(SQUARE - np.eye(2))),
            "torch": lambda torch, a: torch.linalg.cholesky(a(SQUARE - np.eye(2))),
        },
    ),
    "inv": (
        lambda xp, a: xp.inv(a(SQUARE)),
        {
            "numpy": lambda np, a: np.linalg.inv(a(SQUARE)),
            "torch": lambda torch, a: torch.linalg.inv(a(SQUARE)),
            "tensorflow": lambda tf, a: tf.linalg.inv(a(SQUARE)),
        },
    ),
    "logaddexp": (
        lambda xp, a: xp.logaddexp(a(V), a(np.ones(2))),
        {
            "numpy": lambda np, a: np.logaddexp(a(V), a(np.ones(2))),
            "jax": lambda jax, a: jax.numpy.logaddexp(a(V), a(np.ones(2))),
            "torch": lambda torch, a: torch.logaddexp(a(V), a(np.ones(2))),
        },
    ),
}
OPERATION = re.compile(r"^\{\{function_node [^}]*\}\} ?| ?\[Op:\w+\](?: name: ?\S*)?\s*$")


def plain(native, name):
    """Return a framework's text without what says nothing to a user.

    TensorFlow says what the operation and the node of its graph are called; a function's name that
    the text begins with stands before it already.
    """
    return OPERATION.sub("", str(native)).removeprefix(f"{name}: ")


@pytest.mark.checklist("E15", "E16", "E17", "E14")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", MISTAKES)
def test_what_the_framework_says_is_kept(backend, name, mode):
    """Mode full names the framework's class before its text, the others do not."""
    call, natives = MISTAKES[name]
    if backend not in natives:
        return
    module = load_backend(backend)
    framework = importlib.import_module(backend)
    with pytest.raises(Exception) as said:
        natives[backend](framework, module.from_host)
    native = said.value
    with ivy.set_exception_trace_mode(mode), pytest.raises(ivy.IvyException) as caught:
        call(ivy, ivy.asarray)
    if mode == "full":
        expected = f"{backend}: {name}: {type(native).__name__}: {native}"
    else:
        expected = f"{backend}: {name}: {plain(native, name)}"
    assert str(caught.value) == expected
    assert type(caught.value.native_error) is type(native)
    assert str(caught.value.native_error) == str(native)
    assert (caught.value.__cause__ is caught.value.native_error) == (mode != "frontend")


@pytest.mark.checklist("E16", "E17")
@pytest.mark.parametrize("name", MISTAKES)
def test_modes_differ_by_the_class_alone(backend, name):
    """Also where no one call of the framework is known to make the same mistake."""
    call, _ = MISTAKES[name]
    texts = {}
    for mode in MODES:
        with ivy.set_exception_trace_mode(mode), contextlib.ExitStack() as stack:
            caught = stack.enter_context(pytest.raises(ivy.IvyException))
            call(ivy, ivy.asarray)
        texts[mode] = str(caught.value)
    assert texts["ivy"] == texts["frontend"]
    short = texts["ivy"].removeprefix(f"{backend}: {name}: ")
    assert short != texts["ivy"]
    native = caught.value.native_error
    if native is None:
        assert texts["full"] == texts["ivy"]
    else:
        assert texts["full"] == f"{backend}: {name}: {type(native).__name__}: {native}"
        assert short == plain(native, name)


# boundaries

OF_THE_NAMESPACE = {  # declared beside the functions, see ivy_core/__init__.py
    "__array_namespace_info__", "add_ivy_array_instance_methods",
    "add_ivy_container_instance_methods", "function_kind", "set_framework", "unset_backend",
}  # fmt: skip
# What is left unwrapped and can be given something wrong: such a call of each.
WRONG = {
    "arg_info": lambda: ivy.arg_info(ivy.add),
    "array_protocol": lambda: ivy.array_protocol("no method"),
    "check_scalar": lambda: ivy.check_scalar("x", False, False),
    "compile": lambda: ivy.compile("no function"),
    "compile_automatically": lambda: ivy.compile_automatically(3),
    "load_compiled": lambda: ivy.load_compiled(__file__),
    "trace_graph": lambda: ivy.trace_graph("no function"),
    "choose_random_backend": lambda: ivy.choose_random_backend(["no such backend"]),
    "dynamic_backend_as": lambda: ivy.dynamic_backend_as("x"),
    "generate_einsum_equation": lambda: ivy.generate_einsum_equation("x"),
    "get_interpolate_kernel": lambda: ivy.get_interpolate_kernel("no such mode"),
    "ndindex": lambda: ivy.ndindex("x"),
    "function_kind": lambda: ivy.function_kind("no such function"),
    "get_backend": lambda: ivy.get_backend("no such backend"),
    "set_array_decimal_values": lambda: ivy.set_array_decimal_values("x"),
    "set_array_mode": lambda: ivy.set_array_mode("no such mode"),
    "set_array_significant_figures": lambda: ivy.set_array_significant_figures("x"),
    "set_backend": lambda: ivy.set_backend("no such backend"),
    "set_default_complex_dtype": lambda: ivy.set_default_complex_dtype("float32"),
    "set_default_dtype": lambda: ivy.set_default_dtype("no such dtype"),
    "set_default_float_dtype": lambda: ivy.set_default_float_dtype("int32"),
    "set_default_int_dtype": lambda: ivy.set_default_int_dtype("float32"),
    "set_default_uint_dtype": lambda: ivy.set_default_uint_dtype("int32"),
    "set_dynamic_backend": lambda: ivy.set_dynamic_backend("x"),
    "set_exception_trace_mode": lambda: ivy.set_exception_trace_mode("no such mode"),
    "set_framework": lambda: ivy.set_framework("no such backend"),
    "set_host_execution_mode": lambda: ivy.set_host_execution_mode("x"),
    "set_inplace_mode": lambda: ivy.set_inplace_mode("no such mode"),
    "set_min_base": lambda: ivy.set_min_base("x"),
    "set_min_denominator": lambda: ivy.set_min_denominator("x"),
    "set_nan_policy": lambda: ivy.set_nan_policy("x"),
    "set_nestable_mode": lambda: ivy.set_nestable_mode("x"),
    "set_precise_mode": lambda: ivy.set_precise_mode("x"),
    "set_queue_timeout": lambda: ivy.set_queue_timeout("x"),
    "set_shape_array_mode": lambda: ivy.set_shape_array_mode("x"),
    "set_show_func_wrapper_trace_mode": lambda: ivy.set_show_func_wrapper_trace_mode("x"),
    "set_soft_device_mode": lambda: ivy.set_soft_device_mode("x"),
    "set_tmp_dir": lambda: ivy.set_tmp_dir(3),
    "set_warning_level": lambda: ivy.set_warning_level("x"),
    "vec_sig_fig": lambda: ivy.vec_sig_fig([1.0], 0),
    "warn": lambda: ivy.warn(3),
    "with_backend": lambda: ivy.with_backend("no such backend").__enter__(),
}
ODD = object()
# And those that take anything, or nothing.
ANYTHING = {
    "__array_namespace_info__": lambda: ivy.__array_namespace_info__(),
    "add_ivy_array_instance_methods": lambda: ivy.add_ivy_array_instance_methods(type("A", (), {}), []),  # noqa: E501
    "add_ivy_container_instance_methods": lambda: ivy.add_ivy_container_instance_methods(type("C", (dict,), {}), []),  # noqa: E501
    "arg_names": lambda: ivy.arg_names(print),
    "args_to_ivy": lambda: ivy.args_to_ivy(ODD, x=ODD),
    "args_to_native": lambda: ivy.args_to_native(ODD, x=ODD),
    "args_to_new_backend": lambda: ivy.args_to_new_backend(ODD, x=ODD),
    "cache_fn": lambda: ivy.cache_fn(lambda x: x)(ODD),
    "compilation_records": lambda: ivy.compilation_records(),
    "current_backend": lambda: ivy.current_backend(ODD),
    "current_backend_str": lambda: ivy.current_backend_str(),
    "default": lambda: ivy.default(ODD, ODD),
    "exists": lambda: ivy.exists(ODD),
    "get_all_arrays_in_memory": lambda: ivy.get_all_arrays_in_memory(),
    "get_referrers_recursive": lambda: ivy.get_referrers_recursive(ODD, max_depth=0),
    "is_array": lambda: ivy.is_array(ODD),
    "is_ivy_array": lambda: ivy.is_ivy_array(ODD),
    "is_ivy_container": lambda: ivy.is_ivy_container(ODD),
    "is_native_array": lambda: ivy.is_native_array(ODD),
    "isscalar": lambda: ivy.isscalar(ODD),
    "match_kwargs": lambda: ivy.match_kwargs({"odd": ODD}, print),
    "nested_map": lambda: ivy.nested_map(lambda x: x, ODD),
    "num_arrays_in_memory": lambda: ivy.num_arrays_in_memory(),
    "previous_backend": lambda: (ivy.set_backend("numpy"), ivy.previous_backend()),
    "print_all_arrays_in_memory": lambda: ivy.print_all_arrays_in_memory(),
    "set_jax_backend": lambda: (ivy.set_jax_backend(), ivy.unset_backend()),
    "set_numpy_backend": lambda: (ivy.set_numpy_backend(), ivy.unset_backend()),
    "set_tensorflow_backend": lambda: (ivy.set_tensorflow_backend(), ivy.unset_backend()),
    "set_torch_backend": lambda: (ivy.set_torch_backend(), ivy.unset_backend()),
    "to_ivy": lambda: ivy.to_ivy(ODD),
    "to_native": lambda: ivy.to_native(ODD),
    "to_new_backend": lambda: ivy.to_new_backend(ODD),
    "try_else_none": lambda: ivy.try_else_none(ODD),
    "unset_backend": lambda: (ivy.set_backend("numpy"), ivy.unset_backend()),
} | {
    name: getattr(ivy, name) for name in ivy.__all__
    if name.startswith("unset_") and name in NON_WRAPPED_FUNCTIONS
}  # fmt: skip


def public_functions():
    found = {name: getattr(ivy, name) for name in ivy.__all__}
    return {n: f for n, f in found.items() if callable(f) and not isinstance(f, type)}


@pytest.mark.checklist("E18")
def test_every_public_function_is_a_boundary_or_left_unwrapped(backend):
    unwrapped = {
        name
        for name, function in public_functions().items()
        if getattr(function, "handle_exceptions", None) is not True
    }
    assert unwrapped <= WRONG.keys() | ANYTHING.keys()
    assert NON_WRAPPED_FUNCTIONS | OF_THE_NAMESPACE == WRONG.keys() | ANYTHING.keys()
    assert len(FUNCTIONS) - len(NON_WRAPPED_FUNCTIONS) > 400


@pytest.mark.checklist("E18")
@pytest.mark.parametrize("name", WRONG)
def test_what_is_left_unwrapped_raises_classes_of_the_library_itself(name):
    with pytest.raises(ivy.IvyException):
        WRONG[name]()


@pytest.mark.checklist("E18")
@pytest.mark.parametrize("name", ANYTHING)
def test_what_is_left_unwrapped_else_takes_anything(name, few_objects, capsys):
    with ivy.with_backend("numpy"):
        ANYTHING[name]()
