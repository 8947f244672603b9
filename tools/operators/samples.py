"""Arguments of the rows of the table, where none is found by trying.

A name is that of a function, or of a function and a variant: ``"pad, at the edge"``.
"""

from __future__ import annotations

import numpy as np

from ivy_core.registry import FUNCTIONS

FLOATS = np.array([[0.5, 0.25], [0.75, 0.125]])
IMAGE = np.arange(32.0).reshape(1, 2, 4, 4) / 10
CANDIDATES = [
    FLOATS, FLOATS[0], np.array([[3, 1], [2, 5]]), np.array([3, 1]), np.array([True, False]),
    FLOATS + 1.5, np.array([[2.0, 0.5], [0.5, 1.0]]), np.array([1.0, 2.0, 3.0]),
]  # fmt: skip


def _doubled(x):
    return x * 2.0


def _sum(x, y):
    return x + y


def _stepped(x, states):
    return x + states[0], [states[0] * 2.0]


def _one_doubled(n, values):
    return (values[0] * 2.0,)


SAMPLES = {
    "all_equal": ([FLOATS, FLOATS], {}),
    "asarray": ([FLOATS], {}),
    "atleast_1d": ([np.array(0.5)], {}),
    "atleast_2d": ([FLOATS[0]], {}),
    "atleast_3d": ([FLOATS], {}),
    "broadcast_arrays": ([FLOATS, FLOATS[0]], {}),
    "empty": ([(2, 3)], {}),
    "from_dlpack": ([FLOATS], {}),
    "indices": ([(2, 2)], {}),
    "shuffle": ([FLOATS], {"seed": 3}),
    "scatter_flat": ([np.array([1, 0]), FLOATS[0]], {"size": 2, "reduction": "replace"}),
    "scatter_nd": ([np.array([[1], [0]]), FLOATS[0]], {"shape": (2,), "reduction": "replace"}),
    "split_func_call": ([_doubled, [FLOATS], "concat"], {"chunk_size": 1}),
    "arange": ([3], {}),
    "array": ([FLOATS], {}),
    "array_split": ([FLOATS, 2], {}),
    "bernoulli": ([FLOATS], {"seed": 3}),
    "batch_norm": ([FLOATS, FLOATS[0], FLOATS[1]], {}),
    "can_cast": ([FLOATS, "float32"], {}),
    "contract": (["ij,jk->ik", [FLOATS, FLOATS]], {}),
    "dropout": ([FLOATS, 0.5], {"seed": 3}),
    "dsplit": ([FLOATS[None], 2], {}),
    "expand": ([FLOATS, (3, 2, 2)], {}),
    "eye": ([2], {}),
    "fftfreq": ([4], {}),
    "frombuffer": ([FLOATS.tobytes(), "float64"], {}),
    "full": ([(2, 3), 4.0], {}),
    "hsplit": ([FLOATS, 2], {}),
    "instance_norm": ([IMAGE, FLOATS[0], FLOATS[1]], {"data_format": "NCS"}),
    "lexsort": ([[FLOATS[0], FLOATS[1]]], {}),
    "meshgrid": ([FLOATS[0], FLOATS[1]], {}),
    "multi_head_attention": (
        [IMAGE[0]],
        {"num_heads": 2, "in_proj_weights": np.eye(12, 4), "out_proj_weights": np.eye(4)},
    ),
    "multinomial": ([3, 2], {"probs": np.array([[0.2, 0.3, 0.5]]), "seed": 3}),
    "ones": ([(2, 3)], {}),
    "pad": ([FLOATS, [(1, 1), (0, 1)]], {}),
    "put_along_axis": ([FLOATS, np.array([[0, 1]]), np.array([[9.0, 8.0]]), 0], {}),
    "randint": ([np.array([0, 4]), np.array([6, 5])], {"seed": 3}),
    "random_normal": ([], {"mean": FLOATS[0], "std": FLOATS[1], "seed": 3}),
    "random_uniform": ([], {"low": FLOATS[0], "high": FLOATS[1] + 1, "seed": 3}),
    "result_type": ([FLOATS, np.array([3, 1])], {}),
    "rfftfreq": ([4], {}),
    "set_item": ([FLOATS, 0, 5.0], {}),
    "sliding_window_view": ([FLOATS[0], 2], {}),
    "ssim_loss": ([IMAGE, IMAGE / 2], {}),
    "to_device": ([FLOATS, "cpu"], {}),
    "to_placement": ([FLOATS, "cpu"], {}),
    "to_scalar": ([FLOATS[:1, :1]], {}),
    "tril_indices": ([3], {}),
    "triu_indices": ([3], {}),
    "value_is_nan": ([FLOATS[:1, 0]], {}),
    "vsplit": ([FLOATS, 2], {}),
    "zeros": ([(2, 3)], {}),
    "astype": ([FLOATS, "float32"], {}),
    "batched_outer": ([[FLOATS, FLOATS]], {}),
    "bitwise_left_shift": ([np.array([3, 1]), np.array([1, 2])], {}),
    "bitwise_right_shift": ([np.array([3, 1]), np.array([1, 2])], {}),
    "broadcast_to": ([FLOATS, (3, 2, 2)], {}),
    "clip_matrix_norm": ([FLOATS, 0.5], {}),
    "clip_vector_norm": ([FLOATS, 0.5], {}),
    "concat": ([[FLOATS, FLOATS]], {}),
    "einops_rearrange": ([FLOATS, "a b -> b a"], {}),
    "einops_reduce": ([FLOATS, "a b -> b", "sum"], {}),
    "einops_repeat": ([FLOATS, "a b -> a b c"], {"c": 2}),
    "einsum": (["ij->i", FLOATS], {}),
    "expand_dims": ([FLOATS], {"axis": 0}),
    "gather": ([FLOATS, np.array([0, 1])], {}),
    "permute_dims": ([FLOATS, (1, 0)], {}),
    "reshape": ([FLOATS, (4,)], {}),
    "squeeze": ([FLOATS[None], 0], {}),
    "stack": ([[FLOATS, FLOATS]], {}),
    "take": ([FLOATS, np.array([1, 0])], {"axis": 0}),
    "tile": ([FLOATS, (2, 1)], {}),
    "repeat": ([FLOATS, 2], {}),
    "roll": ([FLOATS, 1], {}),
    "swapaxes": ([FLOATS, 0, 1], {}),
    "moveaxis": ([FLOATS, 0, 1], {}),
    "column_stack": ([[FLOATS, FLOATS]], {}),
    "concat_from_sequence": ([[FLOATS, FLOATS]], {}),
    "constant_pad": ([FLOATS, [(1, 0), (0, 1)]], {}),
    "dstack": ([[FLOATS, FLOATS]], {}),
    "full_like": ([FLOATS, 2.0], {}),
    "hstack": ([[FLOATS, FLOATS]], {}),
    "interpolate": ([FLOATS[None], 4], {}),
    "layer_norm": ([FLOATS, [1]], {}),
    "local_response_norm": ([np.ones((1, 2, 2, 4)), 2], {}),
    "matrix_power": ([FLOATS, 2], {}),
    "multi_dot": ([[FLOATS, FLOATS]], {}),
    "one_hot": ([np.array([1, 0]), 3], {}),
    "quantile": ([FLOATS, 0.5], {}),
    "take_along_axis": ([FLOATS, np.array([[0, 1]]), 0], {}),
    "unflatten": ([FLOATS], {"dim": 0, "shape": (2, 1)}),
    "vstack": ([[FLOATS, FLOATS]], {}),
    "zero_pad": ([FLOATS, [(1, 0), (0, 1)]], {}),
    "where": ([np.array([True, False]), FLOATS[0], FLOATS[1]], {}),
    # special functions, draws, statistics
    "beta": ([FLOATS, FLOATS], {"seed": 3}),
    "dirichlet": ([FLOATS], {"seed": 3}),
    "gamma": ([FLOATS, FLOATS], {"seed": 3}),
    "gradient": ([FLOATS], {"axis": 0}),
    "histogram": ([FLOATS], {"bins": 3, "range": (0.0, 1.0)}),
    "lerp": ([FLOATS, FLOATS + 1, FLOATS[0]], {}),
    "multigammaln": ([FLOATS + 1, 2], {}),
    "poisson": ([FLOATS], {"seed": 3}),
    "polygamma": ([np.array([1, 2]), FLOATS], {}),
    "soft_thresholding": ([FLOATS, FLOATS[1]], {}),
    "sparsify_tensor": ([FLOATS, 2], {}),
    "zeta": ([FLOATS + 2, FLOATS], {}),
    # activations
    "threshold": ([FLOATS], {"threshold": 0.5, "value": 2.0}),
    # windows
    "blackman_window": ([6], {}),
    "hamming_window": ([6], {}),
    "hann_window": ([6], {}),
    "kaiser_bessel_derived_window": ([6], {}),
    "kaiser_window": ([6], {}),
    "mel_weight_matrix": ([2, 5, 8000.0], {}),
    "vorbis_window": ([6], {}),
    # construction
    "eye_like": ([FLOATS], {}),
    "polyval": ([FLOATS[0], FLOATS], {}),
    # layers
    "dropout1d": ([IMAGE[0], 0.5], {"seed": 3}),
    "dropout2d": ([IMAGE, 0.5], {"seed": 3}),
    "dropout3d": ([IMAGE, 0.5], {"seed": 3}),
    "embedding": ([FLOATS, np.array([1, 0, 1])], {}),
    # segments
    "unsorted_segment_max": ([FLOATS, np.array([1, 0]), 2], {}),
    "unsorted_segment_mean": ([FLOATS, np.array([1, 0]), 2], {}),
    "unsorted_segment_min": ([FLOATS, np.array([1, 0]), 2], {}),
    "unsorted_segment_sum": ([FLOATS, np.array([1, 0]), 2], {}),
    # convolutions
    "conv": ([IMAGE, IMAGE[0, :, :, :, None], 1, "SAME"], {}),
    "conv1d": ([IMAGE[0], IMAGE[0, :, :, :1], 1, 1], {}),
    "conv1d_transpose": ([IMAGE[0], IMAGE[0, :, :1], 2, "VALID"], {}),
    "conv2d": ([IMAGE, IMAGE[0, :, :, :, None], 1, "SAME"], {}),
    "conv2d_transpose": ([IMAGE, IMAGE, 2, "SAME"], {}),
    "conv3d": ([IMAGE[None], IMAGE[..., None], 1, "SAME"], {}),
    "conv3d_transpose": ([IMAGE[None], IMAGE[None], 1, "VALID"], {}),
    "conv_general_dilated": ([IMAGE, IMAGE[0, :, :, :, None], 1, "SAME"], {}),
    "conv_general_transpose": ([IMAGE, IMAGE, 2, "SAME"], {}),
    "depthwise_conv2d": ([IMAGE, IMAGE[0], 1, "SAME"], {}),
    "nms": ([np.array([[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.75], [2.0, 2.0, 3.0, 3.0]])], {}),
    "roi_align": ([IMAGE, np.array([[0.0, 0.5, 1.0, 2.5, 0.0]]), 2], {}),
    "col2im": ([IMAGE[0], 5, (2,)], {}),
    "im2col": ([IMAGE, 2], {}),
    "reduce_window": ([FLOATS, 0.0, _sum, 2], {"padding": "SAME"}),
    "sliding_window": ([FLOATS, 2], {}),
    # pooling
    "adaptive_max_pool_with_indices": ([IMAGE, 2], {}),
    "adaptive_pool": ([IMAGE, 3, "AVG"], {}),
    "max_pool_with_indices": ([IMAGE, 2], {}),
    "pool": ([IMAGE, 2, "MAX"], {}),
    "adaptive_avg_pool1d": ([IMAGE[0], 2], {}),
    "adaptive_max_pool1d": ([IMAGE[0], 2], {}),
    "avg_pool1d": ([IMAGE[0], 2, 2, "SAME"], {}),
    "lp_pool1d": ([IMAGE[0], 2, 2], {}),
    "max_pool1d": ([IMAGE[0], 2, 2, "SAME"], {}),
    "max_unpool1d": ([IMAGE[0][..., :1], np.zeros_like(IMAGE[0][..., :1], dtype="i8"), 2], {}),
    "adaptive_avg_pool2d": ([IMAGE, 2], {}),
    "adaptive_max_pool2d": ([IMAGE, 2], {}),
    "avg_pool2d": ([IMAGE, 2, 2, "SAME"], {}),
    "lp_pool2d": ([IMAGE, 2, 2], {}),
    "max_pool2d": ([IMAGE, 2, 2, "SAME"], {}),
    "max_unpool2d": ([IMAGE[..., :2], np.zeros_like(IMAGE[..., :2], dtype="i8"), 2], {}),
    "adaptive_avg_pool3d": ([IMAGE[None], 2], {}),
    "adaptive_max_pool3d": ([IMAGE[None], 2], {}),
    "avg_pool3d": ([IMAGE[None], 2, 2, "SAME"], {}),
    "lp_pool3d": ([IMAGE[None], 2, (1, 2, 2)], {}),
    "max_pool3d": ([IMAGE[None], 2, 2, "SAME"], {}),
    "max_unpool3d": ([IMAGE[None], np.zeros_like(IMAGE[None], dtype="i8"), 2], {}),
    # recurrent networks
    "gru": (
        [IMAGE[0], np.zeros((1, 4, 2)), [np.eye(6, 4), np.eye(6, 2)], 1, 0.0, False, False],
        {"has_ih_bias": False, "has_hh_bias": False},
    ),
    "lstm": (
        [
            IMAGE[0], [np.zeros((1, 4, 2)), np.ones((1, 4, 2))], [np.eye(8, 4), np.eye(8, 2)],
            1, 0.0, False, False,
        ],
        {"has_ih_bias": False, "has_hh_bias": False},
    ),
    "lstm_update": (
        [IMAGE[0], np.zeros((2, 2)), np.ones((2, 2)), np.eye(4, 8), np.eye(2, 8)],
        {},
    ),
    "rnn": ([_stepped, IMAGE[0], [FLOATS[:, :1]]], {}),
    "rnn_relu": (
        [IMAGE[0], np.zeros((1, 4, 2)), [np.eye(2, 4), np.eye(2)], 1, 0.0, False, False],
        {"has_ih_bias": False, "has_hh_bias": False},
    ),
    "rnn_tanh": (
        [IMAGE[0], np.zeros((1, 4, 2)), [np.eye(2, 4), np.eye(2)], 1, 0.0, False, False],
        {"has_ih_bias": False, "has_hh_bias": False},
    ),
    # interpolation and spectra
    "affine_grid": ([np.array([[[1.0, 0.5, 0.0], [0.0, 1.0, 0.25]]]), (1, 1, 2, 3)], {}),
    "area_interpolate": ([IMAGE, 2, (2, 2), (2.0, 2.0)], {}),
    "dft": ([FLOATS], {}),
    "grid_sample": ([IMAGE, np.full((1, 2, 2, 2), 0.25)], {}),
    "interp": ([FLOATS, np.array([0.0, 0.5, 1.0]), np.array([1.0, 3.0, 2.0])], {}),
    "istft": ([np.ones((3, 3)) + 0j, 4, 2], {}),
    "nearest_interpolate": ([IMAGE, 2, (2, 3), (2.0, 1.25), True], {}),
    "stft": ([np.arange(8.0), 4, 2], {}),
    # linear systems, and matrices of vectors
    "eigh_tridiagonal": ([FLOATS[0], FLOATS[1, :1]], {}),
    "lu_solve": ([FLOATS, np.array([1, 1]), FLOATS], {}),
    "tensordot": ([FLOATS, FLOATS], {"axes": 1}),
    "tensorsolve": ([FLOATS, FLOATS[0]], {}),
    "vector_to_skew_symmetric_matrix": ([np.array([1.0, 2.0, 3.0])], {}),
    # selecting, scans, sequences
    "as_strided": ([FLOATS, (3,), (8,)], {}),
    "choose": ([np.array([1, 0]), FLOATS], {}),
    "invert_permutation": ([np.array([1, 2, 0])], {}),
    "optional_get_element": ([FLOATS], {}),
    "pad_sequence": ([[FLOATS, FLOATS]], {}),
    "reduce": ([FLOATS, 1.0, _sum], {}),
    "top_k": ([FLOATS, 1], {}),
    "unravel_index": ([np.array([1, 0]), (2, 2)], {}),
    # tensors
    "fold": ([FLOATS, 1, (2, 2)], {}),
    "higher_order_moment": ([FLOATS, 2], {}),
    "initialize_tucker": ([FLOATS, [1, 2], [0, 1]], {}),
    "khatri_rao": ([[FLOATS, FLOATS]], {}),
    "kronecker": ([[FLOATS, FLOATS]], {}),
    "make_svd_non_negative": ([FLOATS, FLOATS, FLOATS[0], FLOATS], {}),
    "matricize": ([FLOATS, [1]], {}),
    "mode_dot": ([FLOATS, FLOATS, 1], {}),
    "multi_mode_dot": ([FLOATS, [FLOATS, FLOATS]], {}),
    "partial_fold": ([FLOATS, 0, (2, 2)], {}),
    "partial_tucker": ([FLOATS, [1, 2]], {}),
    "partial_unfold": ([FLOATS[None]], {}),
    "partial_vec_to_tensor": ([FLOATS, (2, 2)], {}),
    "tensor_train": ([FLOATS, 1], {}),
    "tt_matrix_to_tensor": ([[FLOATS[None, ..., None], FLOATS[None, ..., None]]], {}),
    "tucker": ([FLOATS, 1], {}),
}  # fmt: skip
"""The first arguments of a function: each is made with them by every check."""

VARIANTS = {
    "adam_step, a number of steps": ([FLOATS, FLOATS, FLOATS, 3], {}),
    "adam_update, numbers": ([FLOATS, FLOATS, 0.1, FLOATS, FLOATS, 3], {}),
    "array, lists": ([[[1, 2], [3, 4]]], {}),
    "array, another dtype": ([[[1, 2], [3, 4]]], {"dtype": "float32"}),
    "asarray, another dtype": ([FLOATS], {"dtype": "float32"}),
    "associative_scan, floats": ([FLOATS, _sum], {}),
    "binary_cross_entropy, zeros and ones": ([np.round(FLOATS), FLOATS], {}),
    "fftfreq, odd": ([5], {}),
    "fftfreq, scaled": ([4], {"d": 0.5, "dtype": "float32"}),
    "fourier_encode, a number": ([FLOATS, 4.0], {"num_bands": 2}),
    "frombuffer, int16": ([bytes(range(8))], {"dtype": "int16"}),
    "gather_nd, batches": ([FLOATS, np.array([[1], [0]])], {"batch_dims": 1}),
    "get_item, a column": ([FLOATS, (slice(None), 1)], {}),
    "get_item, a mask": ([FLOATS, FLOATS > 0.3], {}),
    "gradient_descent_update, a number": ([FLOATS, FLOATS, 0.1], {}),
    "group_norm, groups": ([np.stack([FLOATS, FLOATS + 1], 0), 2], {}),
    "indices, oblong": ([(2, 3)], {}),
    "instance_norm, channels last": (
        [np.stack([FLOATS, FLOATS + 1], 0), FLOATS[0], FLOATS[1]], {"data_format": "NSC"},
    ),
    "isin, a row": ([FLOATS, FLOATS[0]], {}),
    "isin, inverted": ([FLOATS, FLOATS[0]], {"invert": True}),
    "lamb_update, numbers": ([FLOATS, FLOATS, 0.1, FLOATS, FLOATS, 3], {}),
    "lars_update, a number": ([FLOATS, FLOATS, 0.1], {}),
    "linear, bias": ([FLOATS, FLOATS], {"bias": FLOATS[0]}),
    "logspace, a number": ([FLOATS, 2.0, 3], {}),
    "lp_normalize, cubes": ([FLOATS], {"p": 3}),
    "multi_head_attention, causal": ([FLOATS[None]], {"num_heads": 2, "is_causal": True}),
    "optimizer_update, a number": ([FLOATS, FLOATS, 0.1], {}),
    "pad, all around": ([FLOATS, 1], {}),
    "pad, by nothing": ([FLOATS, 0], {}),
    "pad, at the edge": ([FLOATS, ((1, 0), (0, 2))], {"mode": "edge"}),
    "pad, by a ramp": ([FLOATS, 2], {"mode": "linear_ramp", "end_values": 1.0}),
    "pad, oddly": ([FLOATS, 1], {"mode": "reflect", "reflect_type": "odd"}),
    "pad, oddly by two": ([FLOATS, 2], {"mode": "reflect", "reflect_type": "odd"}),
    "pad, by a mean": ([FLOATS, 1], {"mode": "mean"}),
    "promote_types_of_inputs, a row": ([FLOATS, FLOATS[0]], {}),
    "rfftfreq, odd": ([5], {}),
    "scaled_dot_product_attention, causal": ([FLOATS, FLOATS, FLOATS], {"is_causal": True}),
    "scatter_flat, sums": ([np.array([0, 2]), FLOATS[0]], {"size": 4}),
    "scatter_nd, sums": ([np.array([[0], [2]]), FLOATS, (4, 2)], {}),
    "sliding_window_view, of rows": ([FLOATS, (1, 2)], {}),
    "sparse_cross_entropy, classes": ([np.array([1, 0]), FLOATS], {}),
    "ssim_loss, one channel": ([FLOATS[None, None], FLOATS[None, None] + 0.1], {}),
    "stable_pow, a number": ([FLOATS, 2.0], {}),
    "tensordot, all axes": ([FLOATS, FLOATS], {}),
    "type_promote_arrays, a row": ([FLOATS, FLOATS[0]], {}),
    "wasserstein_loss_discriminator, a row": ([FLOATS, FLOATS[0]], {}),
}  # fmt: skip
"""More arguments of the same functions: what a case of the first table does not show."""

_ROWS, _ONES, _PIXELS = FLOATS.astype("f4"), np.ones(2, "f4"), IMAGE.astype("f4")
_WIDE = np.ones(2)  # beside float32 arrays: no native function mixes the two
_ACTIVATIONS = [
    name
    for name, spec in FUNCTIONS.items()
    if spec.kind == "mixed" and spec.category in ("activations", "thresholding")
]
_OPTIONS = {"threshold": {"threshold": 0.5, "value": 2.0}}

COVERED = {
    **{name: ([_ROWS], _OPTIONS.get(name, {})) for name in _ACTIVATIONS},
    "associative_scan": ([_ROWS, _sum], {}),
    "batch_norm": ([_ROWS, _ONES * 0, _ONES], {}),
    "container_types": ([], {}),
    "dropout": ([_ROWS, 0.5], {}),
    "for_loop": ([range(2), _one_doubled, (_ROWS,)], {}),
    "group_norm": ([_PIXELS, 1], {"data_format": "NCS"}),
    "huber_loss": ([_ROWS, _ROWS / 2], {}),
    "instance_norm": ([_PIXELS, _ONES * 0, _ONES], {"data_format": "NCS"}),
    "interpolate": ([_PIXELS, (8, 8)], {"mode": "bilinear"}),
    "kl_div": ([np.log(_ROWS), _ROWS], {}),
    "layer_norm": ([_ROWS, [1]], {}),
    "linear": ([_ROWS, _ROWS], {}),
    "local_response_norm": ([_PIXELS, 3], {}),
    "multi_head_attention": (
        [_PIXELS[0, :, :2]],
        {"num_heads": 2, "in_proj_weights": np.eye(12, 4, dtype="f4"),
         "out_proj_weights": np.eye(4, dtype="f4")},
    ),
    "multiprocessing": ([], {}),
    "pad": ([_ROWS, [(1, 1), (0, 1)]], {}),
    "scaled_dot_product_attention": ([_PIXELS, _PIXELS, _PIXELS], {}),
    "smooth_l1_loss": ([_ROWS, _ROWS / 2], {}),
    "stft": ([_ROWS, 2, 1], {}),
    "unique_consecutive": ([_ROWS], {}),
}  # fmt: skip
"""Of each mixed function: arguments that every native implementation covers."""

BEYOND = {
    **{name: ([_ROWS > 0.3], _OPTIONS.get(name, {})) for name in _ACTIVATIONS},
    "batch_norm": ([_ROWS, _WIDE * 0, _WIDE], {}),
    "dropout": ([_ROWS, 0.5], {"noise_shape": (2, 1)}),
    "group_norm": ([_PIXELS, 1], {"scale": _WIDE * 2, "data_format": "NCS"}),
    "huber_loss": ([_ROWS, _ROWS[0] * _WIDE], {}),
    "instance_norm": ([_PIXELS, _WIDE * 0, _WIDE], {"data_format": "NCS"}),
    "interpolate": ([_PIXELS, (8, 8)], {"mode": "gaussian"}),
    "kl_div": ([np.log(_ROWS), _ROWS[0] * _WIDE], {}),
    "layer_norm": ([_ROWS, [1]], {"scale": _WIDE * 2}),
    "linear": ([_ROWS, _ROWS], {"bias": _WIDE}),
    "local_response_norm": ([_PIXELS, 2], {}),
    "multi_head_attention": (
        [_PIXELS[0, :, :2]],
        {"num_heads": 2, "in_proj_weights": np.eye(12, 4), "out_proj_weights": np.eye(4)},
    ),
    "pad": ([_ROWS, [(1, 1), (0, 1)]], {"mode": "linear_ramp"}),
    "scaled_dot_product_attention": ([_PIXELS, _PIXELS.astype("f8"), _PIXELS], {}),
    "smooth_l1_loss": ([_ROWS, _ROWS[0] * _WIDE], {}),
    "stft": ([_ROWS, 2, 1], {"fft_length": 4}),
    "unique_consecutive": ([_ROWS.astype("c8")], {}),
}  # fmt: skip
"""Of each partial mixed function: arguments that no native implementation covers."""
