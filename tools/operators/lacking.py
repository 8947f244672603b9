"""Which check a row of the table goes without, and why."""

from __future__ import annotations

_MOVES = "moves or picks elements, which it leaves as they are"
_NO_NUMBERS = "computes no floating-point numbers"
_STEP = "depends on the dtype; tests/core/test_elementwise.py compares it bit by bit"
_EXACT = "is true or false, or an integer"
CATEGORIES_WITHOUT_REFERENCE = {
    "backend_choice": _NO_NUMBERS,
    "backend_handler": _NO_NUMBERS,
    "bitwise": _EXACT,
    "control_flow": "runs functions of the caller's",
    "conversions": _MOVES,
    "data_type": _MOVES,
    "device": _MOVES,
    "device_memory": _NO_NUMBERS,
    "dtype_support": _NO_NUMBERS,
    "general": _MOVES,
    "indexing": _MOVES,
    "inplace": "is the operation that it does in place",
    "introspection": _NO_NUMBERS,
    "joining": _MOVES,
    "manipulation": _MOVES,
    "meta": "runs functions of the caller's",
    "methods": _NO_NUMBERS,
    "modes": _NO_NUMBERS,
    "namespace_info": _NO_NUMBERS,
    "nest": _NO_NUMBERS,
    "policies": _NO_NUMBERS,
    "printing": _NO_NUMBERS,
    "random": "draws; its distributions are tested in tests/core/test_random.py",
    "registry": _NO_NUMBERS,
    "saving": _MOVES,
    "searching": _MOVES,
    "set": _MOVES,
    "sorting": _MOVES,
    "trace_modes": _NO_NUMBERS,
    "transforms": "runs functions of the caller's",
}
"""Categories none of whose functions has a case, with the reason."""

WITHOUT_REFERENCE = {
    "compilation_records": _NO_NUMBERS,
    "compile": "runs functions of the caller's",
    "compile_automatically": "runs functions of the caller's",
    "load_compiled": "runs functions of the caller's",
    "trace_graph": "runs functions of the caller's",
    **dict.fromkeys(
        (
            "all", "allclose", "any", "argmax", "binarizer", "equal", "gcd", "greater",
            "greater_equal", "has_nans", "is_variable", "isclose", "isfinite", "isinf",
            "isnan", "isreal", "lcm", "less", "less_equal", "logical_and", "logical_not",
            "logical_or", "logical_xor", "matrix_rank", "nms", "not_equal",
            "requires_gradient", "signbit", "tril_indices", "triu_indices", "value_is_nan",
        ),
        _EXACT,
    ),
    **dict.fromkeys(
        (
            "adjoint", "arange", "array", "array_protocol", "asarray", "copysign", "diag",
            "diagflat", "diagonal", "einops_rearrange", "einops_repeat", "empty", "empty_like",
            "eye", "eye_like", "fftshift", "fold", "from_dlpack", "frombuffer", "full",
            "full_like", "ifftshift", "im2col", "indices", "matricize",
            "matrix_transpose", "max_unpool1d", "max_unpool2d", "max_unpool3d",
            "meshgrid", "native_array", "one_hot", "ones", "ones_like", "pad_sequence",
            "partial_fold", "partial_tensor_to_vec", "partial_unfold",
            "partial_vec_to_tensor", "sliding_window", "sparsify_tensor", "stop_gradient",
            "tril", "trilu", "trim_zeros", "triu", "unfold",
            "vector_to_skew_symmetric_matrix", "zeros", "zeros_like",
        ),
        _MOVES,
    ),
    "nextafter": _STEP,
    "spacing": _STEP,
    "bincount": "counts; with weights it is a sum of segments, which is measured",
    **dict.fromkeys(
        (
            "dropout", "dropout1d", "dropout2d", "dropout3d", "random_cp",
            "random_parafac2", "random_tr", "random_tt", "random_tucker",
        ),
        "draws",
    ),
    "initialize_tucker": "is the first step of tucker",
    "svd_flip": "changes signs",
    "make_svd_non_negative": "picks signs, and scales by norms",
    "generate_einsum_equation": _NO_NUMBERS,
    "get_interpolate_kernel": "gives a function",
    **dict.fromkeys(
        (
            "bind_custom_gradient_function", "execute_with_gradients", "grad", "hessian", "jac",
            "jvp", "rnn", "value_and_grad", "vjp",
        ),
        "runs a function of the caller's",
    ),
}  # fmt: skip
"""Functions of the other categories that have no case, with the reason."""

_DRAWS = "draws anew in each call"
_DECOMPOSED = "its results are factors, in lists: tests/core/test_tensor_decompositions.py"
_NEST = "its result is no array, but a nest or an answer that is a bool"
_BY_VALUE = "the shape of its result depends on values"
_CALLS_BACK = "is a function of functions"
_CAPSULE = "a capsule of memory equals none but itself"

WITHOUT_GRADIENT = {
    **dict.fromkeys(
        ("adam_update", "gradient_descent_update", "lamb_update", "lars_update",
         "optimizer_update", "stop_gradient"),
        "stop gradients, by default",
    ),
    **dict.fromkeys(("dropout", "dropout1d", "dropout2d", "dropout3d"), _DRAWS),
    **dict.fromkeys(
        ("betainc", "igamma", "igammac", "polygamma", "zeta"),
        "no derivative by the first argument; tests/core/test_special.py has the second one's",
    ),
    **dict.fromkeys(("eigh", "eigvalsh"), "read a triangle: a difference of one element is half"),
    **dict.fromkeys(
        ("max_unpool2d", "max_unpool3d"), "indices of the sample are the same; the last one counts"
    ),
    **dict.fromkeys(
        ("unique_all", "unique_counts", "unique_inverse", "unique_values"),
        "sort; numbers of equal elements have no derivative",
    ),
    **dict.fromkeys(("from_dlpack", "to_dlpack"), "share memory"),
    "astype": "the sample's is float32, of which differences are too rough",
    "divmod": "PyTorch has no derivative of its whole part",
    "empty_like": "any value",
    "frexp": "its mantissa has the derivative of a step",
    "nextafter": "a step",
    "partial_tucker": "iterates from a start that a difference changes the sign of",
}  # fmt: skip

LACKS = {
    "value": {
        "empty": "holds any value",
        "empty_like": "holds any value",
        "to_dlpack": _CAPSULE,
    },
    "gradient": WITHOUT_GRADIENT,
    "reference": WITHOUT_REFERENCE,
    "half precision": {
        "as_strided": "the sample's strides are those of float64",
        "astype": "the sample names the dtype",
        "from_dlpack": "DLPack of NumPy has no bfloat16",
        "to_dlpack": "DLPack of NumPy has no bfloat16",
        "irfftn": "float32, as complex numbers have no half precision",
        "hfft": "float32, as complex numbers have no half precision",
        "irfft": "float32, as complex numbers have no half precision",
        "split_func_call": "calls a function of the sample's",
    },
    "trace": {
        **dict.fromkeys(
            ("dropout", "random_cp", "random_parafac2", "random_tr", "random_tt", "random_tucker"),
            _DRAWS,
        ),
        **dict.fromkeys(
            ("initialize_tucker", "partial_tucker", "tensor_train", "tucker", "truncated_svd"),
            "has singular vectors, whose signs are another kernel's",
        ),
        **dict.fromkeys(("has_nans", "value_is_nan"), _NEST),
        **dict.fromkeys(("trim_zeros", "unique_consecutive"), _BY_VALUE),
        **dict.fromkeys(
            ("for_loop", "split_func_call", "fomaml_step", "maml_step", "reptile_step"), _CALLS_BACK
        ),
        "to_dlpack": _CAPSULE,
    },
    "mistakes": {
        "dropout": _DRAWS,
    },
    "container": dict.fromkeys(
        ("initialize_tucker", "partial_tucker", "tensor_train", "tucker"), _DECOMPOSED
    ),
}
"""By check, the functions that go without it, each with the reason."""

UP_TO_SIGN = frozenset({
    "initialize_tucker", "make_svd_non_negative", "qr", "svd", "tensor_train", "truncated_svd",
    "tucker",
})  # fmt: skip
"""Functions whose results are vectors up to a sign, or factors: of these the squares count."""
