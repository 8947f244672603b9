"""The cases of ``tools/accuracy.py``, and why other functions have none."""

from __future__ import annotations

from tools.accuracy_cases import elementwise, layers, linear, signals, special

CASES = (
    *elementwise.CASES,
    *special.CASES,
    *layers.CASES,
    *linear.CASES,
    *signals.CASES,
)

_MOVES = "moves or picks elements, which it leaves as they are"
_NO_NUMBERS = "computes no floating-point numbers"
_STEP = "depends on the dtype; tests/core/test_elementwise.py compares it bit by bit"
_EXACT = "is true or false, or an integer"
WITHOUT_CATEGORIES = {
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

WITHOUT = {
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
    **dict.fromkeys(
        (
            "nextafter", "spacing",
        ),
        _STEP,
    ),
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
            "bind_custom_gradient_function", "execute_with_gradients", "grad", "jac",
            "jvp", "rnn", "value_and_grad", "vjp",
        ),
        "runs a function of the caller's",
    ),
}  # fmt: skip
"""Functions of the other categories that have no case, with the reason."""
