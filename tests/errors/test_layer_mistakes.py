"""Mistakes of layers, transforms and tensors: one class and one message on all four backends."""

from __future__ import annotations

import re
import warnings

import pytest

import ivy_core as ivy
from ivy_core.utils import exceptions

INDEX, SHAPES, DTYPES = "IvyIndexError", "IvyBroadcastShapeError", "IvyDtypePromotionError"
VALUE, TYPE, MATRIX = "IvyValueError", "IvyTypeError", "IvyLinAlgError"

# What is said to be given; what is allowed follows it. `arrays` has the names.
MISTAKES = {
    # convolutions
    "ivy.conv2d(image, kernel[:, :, :3], 1, 0)":
        (VALUE, "4 channels and 1 groups were given for filters of 3 channels"),
    "ivy.conv1d(image, kernel[0], 1, 0)":
        (VALUE, "an array of shape (1, 4, 5, 4) and filters of shape (3, 4, 2) were given"),
    "ivy.conv2d(image, kernel[0], 1, 0)":
        (VALUE, "an array of shape (1, 4, 5, 4) and filters of shape (3, 4, 2) were given"),
    "ivy.conv2d(image, kernel, 1, -1)": (VALUE, "padding -1 was given"),
    "ivy.conv2d(image, kernel, 0, 0)": (VALUE, "strides 0 were given"),
    "ivy.conv2d(image, kernel, (1, 1, 1), 0)": (VALUE, "3 strides were given for 2 spatial axes"),
    'ivy.conv2d(image, kernel, 1, "LOUD")': (VALUE, "padding 'LOUD' was given"),
    "ivy.conv2d(image, kernel, 1, 0, dilations=0)": (VALUE, "dilations 0 were given"),
    "ivy.conv2d(image, ivy.ones((9, 9, 4, 2)), 1, 0)":
        (VALUE, "a kernel over 9 elements was given for an axis of 4, padding and dilation"),
    'ivy.conv2d(image, kernel, 1, 0, data_format="NWHC")':
        (VALUE, "data_format 'NWHC' was given for 2 spatial axes"),
    "ivy.conv2d(image, kernel, 1, 0, bias=v)":
        (VALUE, "bias of shape (3,) was given for 2 features"),
    'ivy.conv2d(image, kernel, 1, 0, filter_format="middle")':
        (VALUE, "filter_format 'middle' was given"),
    "ivy.conv_general_dilated(image, kernel, 1, 0, feature_group_count=3)":
        (VALUE, "4 channels and 3 groups were given for filters of 4 channels"),
    "ivy.conv_general_dilated(image, kernel[:, :, :2], 1, 0, feature_group_count=4)":
        (VALUE, "4 channels and 4 groups were given for filters of 2 channels"),
    "ivy.conv_general_dilated(image, kernel, 1, 0, feature_group_count=0)":
        (VALUE, "0 groups were given"),
    "ivy.conv(image, kernel, 1, 0, dims=4)": (VALUE, "dims 4 was given"),
    "ivy.conv2d_transpose(image, kernel, 1, 0)":
        (VALUE, "4 channels and 1 groups were given for filters of 2 channels"),
    "ivy.conv2d_transpose(image, turned, 1, -1)": (VALUE, "padding -1 was given"),
    "ivy.conv2d_transpose(image, turned, 1, 0, output_padding=3)":
        (VALUE, "output_padding 3 was given for a stride of 1 and a dilation of 1"),
    "ivy.conv2d_transpose(image, turned, 1, 0, output_shape=(1, 2, 2, 2))":
        (VALUE, "output_shape (1, 2, 2, 2) was given, of which a convolution makes 1 elements"),
    "ivy.depthwise_conv2d(image, kernel[:, :, :3, 0], 1, 0)":
        (VALUE, "4 channels and 3 groups were given for filters of 1 channels"),
    # pooling, patches, windows that slide
    "ivy.max_pool2d(image, 9, 1, 0)":
        (VALUE, "a kernel over 9 elements was given for an axis of 4 and 0 of padding"),
    "ivy.max_pool2d(image, 2, 1, 2)":
        (VALUE, "padding of 2 elements was given for a kernel over 2"),
    "ivy.max_pool2d(image, 2, 1, -1)": (VALUE, "padding -1 was given"),
    "ivy.max_pool2d(image, 0, 1, 0)": (VALUE, "kernel 0 were given"),
    "ivy.max_pool2d(image, 2, 0, 0)": (VALUE, "strides 0 were given"),
    "ivy.max_pool2d(image, 2, 1, 0, dilation=0)": (VALUE, "dilations 0 were given"),
    'ivy.max_pool2d(image, 2, 1, "LOUD")': (VALUE, "padding 'LOUD' was given"),
    "ivy.max_pool2d(image, (2, 2, 2), 1, 0)": (VALUE, "3 kernel were given for 2 spatial axes"),
    "ivy.max_pool2d(v, 2, 1, 0)": (VALUE, "an array of shape (3,) was given"),
    'ivy.max_pool1d(image, 2, 1, 0, data_format="NHWC")':
        (VALUE, "data_format 'NHWC' was given for 1 spatial axes"),
    "ivy.avg_pool2d(image, 9, 1, 0)":
        (VALUE, "a kernel over 9 elements was given for an axis of 4 and 0 of padding"),
    "ivy.avg_pool2d(image, 2, 1, 2)":
        (VALUE, "padding of 2 elements was given for a kernel over 2"),
    "ivy.avg_pool2d(image, 2, 1, 0, divisor_override=0)": (VALUE, "divisor_override 0 was given"),
    "ivy.avg_pool3d(image, 2, 1, 0)":
        (VALUE, "a kernel over 2 elements was given for an axis of 1 and 0 of padding"),
    "ivy.avg_pool1d(image[0], 9, 1, 0)":
        (VALUE, "a kernel over 9 elements was given for an axis of 5 and 0 of padding"),
    'ivy.pool(image, 2, "MEDIAN")': (VALUE, "pool_type 'MEDIAN' was given"),
    'ivy.adaptive_pool(image, 2, "MEDIAN")': (VALUE, "pool_type 'MEDIAN' was given"),
    "ivy.adaptive_avg_pool2d(image, (2, 2, 2))": (VALUE, "3 sizes were given for 2 spatial axes"),
    "ivy.adaptive_avg_pool2d(image, -1)": (VALUE, "-1 windows were given for an axis of 4"),
    "ivy.adaptive_max_pool1d(v, 2)": (VALUE, "an array of shape (3,) was given"),
    "ivy.lp_pool2d(image, 2, 9)":
        (VALUE, "a kernel over 9 elements was given for an axis of 4 and 0 of padding"),
    "ivy.lp_pool2d(image, 0, 2)": (VALUE, "norm_type 0 was given"),
    "ivy.max_unpool2d(image, places[:, :3], 2)":
        (VALUE, "an array of shape (1, 4, 5, 4) and indices of shape (1, 3, 5, 4) were given"),
    'ivy.max_unpool2d(image, ivy.astype(places, "float64"), 2)':
        (TYPE, "indices of float64 were given"),
    "ivy.max_unpool2d(image, places, 2, output_size=(1, 1))":
        (VALUE, "output_size (1, 1) was given"),
    "ivy.max_unpool2d(v, i, 2)":
        (VALUE, "an array of shape (3,) and indices of shape (3,) were given"),
    "ivy.im2col(image, 9)":
        (VALUE, "a kernel over 9 elements was given for an axis of 5, padding and dilation"),
    "ivy.im2col(v, 2)": (VALUE, "an array of shape (3,) and a kernel of 2 axes were given"),
    "ivy.im2col(image, 2, padding=-1)": (VALUE, "padding -1 was given"),
    "ivy.im2col(image, 2, stride=0)": (VALUE, "stride 0 were given"),
    "ivy.col2im(ivy.ones((1, 5, 4)), 3, 2)":
        (VALUE, "5 rows were given for patches of 4 elements, which must divide them"),
    "ivy.col2im(ivy.ones((1, 4, 5)), 3, 2)": (VALUE, "5 patches were given"),
    "ivy.sliding_window(m, 9)":
        (VALUE, "a window over 9 elements was given for an axis of 2, with padding and dilation"),
    'ivy.sliding_window(m, 2, padding="LOUD")': (VALUE, "padding 'LOUD' was given"),
    "ivy.reduce_window(m, 0.0, ivy.add, 9)":
        (VALUE, "a window over 9 elements was given for an axis of 2, with padding and dilation"),
    "ivy.reduce_window(m, 0.0, ivy.add, (1, 1, 1))":
        (VALUE, "3 kernel were given for 2 spatial axes"),
    # interpolation
    'ivy.interpolate(image, 4, mode="loud")': (VALUE, "mode 'loud' was given"),
    "ivy.interpolate(image, (4, 4, 4))":
        (VALUE, "3 sizes or factors were given for 2 spatial axes"),
    "ivy.interpolate(image, 0)": (VALUE, "lengths (5, 4) and 0 were given"),
    "ivy.interpolate(image, None)": (VALUE, "one of size and scale_factor is needed, and only one"),
    "ivy.interpolate(image, 4, scale_factor=2.0)":
        (VALUE, "one of size and scale_factor is needed, and only one"),
    "ivy.interpolate(v, 4)": (VALUE, "mode 'linear' does not fit an array of shape (3,)"),
    'ivy.interpolate(image, 4, mode="trilinear")':
        (VALUE, "mode 'trilinear' does not fit an array of shape (1, 4, 5, 4)"),
    'ivy.interpolate(image, 4, mode="nearest", antialias=True)':
        (VALUE, "mode 'nearest' has no antialias"),
    'ivy.get_interpolate_kernel("loud")': (VALUE, "mode 'loud' was given"),
    "ivy.grid_sample(image, grid[..., :1])":
        (VALUE, "x of shape (1, 4, 5, 4) and grid of shape (1, 2, 2, 1) were given"),
    "ivy.grid_sample(image, grid[:, 0])":
        (VALUE, "x of shape (1, 4, 5, 4) and grid of shape (1, 2, 2) were given"),
    "ivy.grid_sample(image, ivy.zeros((3, 2, 2, 2)))":
        (VALUE, "x of shape (1, 4, 5, 4) and grid of shape (3, 2, 2, 2) were given"),
    'ivy.grid_sample(image, grid, mode="loud")': (VALUE, "mode 'loud' was given"),
    'ivy.grid_sample(image, grid, padding_mode="loud")': (VALUE, "padding_mode 'loud' was given"),
    "ivy.affine_grid(ivy.zeros((1, 2, 2)), (1, 1, 4, 4))":
        (VALUE, "matrices of shape (1, 2, 2) and size (1, 1, 4, 4) were given"),
    "ivy.affine_grid(ivy.zeros((1, 2, 3)), (1, 1, 4))":
        (VALUE, "matrices of shape (1, 2, 3) and size (1, 1, 4) were given"),
    "ivy.affine_grid(ivy.zeros((2, 2, 3)), (1, 1, 4, 4))":
        (VALUE, "matrices of shape (2, 2, 3) and size (1, 1, 4, 4) were given"),
    "ivy.interp(v, v, v[:2])": (VALUE, "xp of shape (3,) and fp of shape (2,) were given"),
    "ivy.interp(v, m, m)": (VALUE, "xp of shape (2, 3) and fp of shape (2, 3) were given"),
    # recurrent networks
    "ivy.lstm(x, (h, h), W[:3], 1, 0.0, False, False)":
        (VALUE, "3 weights were given for 1 layers in 1 directions"),
    "ivy.lstm(x, (h, h[:, :1]), W, 1, 0.0, False, False)":
        (VALUE, "initial states of shapes (1, 2, 4), (1, 1, 4) were given"),
    "ivy.lstm(x, (h, ivy.zeros((1, 2, 5))), W, 1, 0.0, False, False)":
        (VALUE, "initial states of shapes (1, 2, 4), (1, 2, 5) were given"),
    "ivy.lstm(x[..., :2], (h, h), W, 1, 0.0, False, False)":
        (VALUE, "weights of shapes (16, 3), (16, 4), (16,), (16,) were given for layer 0"),
    "ivy.lstm(x[0, 0], (h, h), W, 1, 0.0, False, False)": (VALUE, "input of shape (3,) was given"),
    "ivy.lstm(x, (h, h), W, 2, 0.0, False, False)":
        (VALUE, "4 weights were given for 2 layers in 1 directions"),
    "ivy.lstm(x, (h, h), W, 1, 0.0, False, True)":
        (VALUE, "4 weights were given for 1 layers in 2 directions"),
    "ivy.lstm(x, (h, h), W, 1, 1.5, True, False)": (VALUE, "dropout 1.5 was given"),
    "ivy.lstm(x, (h,), W, 1, 0.0, False, False)":
        (VALUE, "initial states of shapes (1, 2, 4) were given"),
    "ivy.lstm(x[:0], (h, h), W, 1, 0.0, False, False)":
        (VALUE, "input of shape (0, 2, 3) was given"),
    "ivy.gru(x, h, W, 1, 0.0, False, False)":
        (VALUE, "weights of 16 rows were given for 3 gates, which must divide them"),
    "ivy.rnn_tanh(x, h, W, 1, 0.0, False, False)":
        (VALUE, "weights of shapes (16, 3), (16, 4), (16,), (16,) were given for layer 0"),
    "ivy.rnn_relu(x, h[0], R, 1, 0.0, False, False)":
        (VALUE, "initial states of shapes (2, 4) were given"),
    "ivy.lstm_update(x, h[0], h[0], W[0], W[1])":
        (VALUE, "x of shape (4, 2, 3) and states of shape (2, 4) were given"),
    # spectra, windows
    "ivy.stft(v, 0, 1)": (VALUE, "frames of 0 samples each 1, and transforms of 1 were given"),
    "ivy.stft(v, 2, 0)": (VALUE, "frames of 2 samples each 0, and transforms of 2 were given"),
    "ivy.stft(v, 2, 1, fft_length=1)":
        (VALUE, "frames of 2 samples each 1, and transforms of 1 were given"),
    "ivy.stft(v, 2, 1, window=v)":
        (VALUE, "a window of shape (3,) was given for frames of 2 samples"),
    "ivy.stft(ivy.asarray(1.0), 2, 1)": (VALUE, "a signal without axes was given"),
    "ivy.istft(m + 0j, 2, 1)": (VALUE, "transforms of shape (2, 3) were given"),
    "ivy.istft(m + 0j, 4, 0)":
        (VALUE, "frames of 4 samples each 0, and transforms of 4 were given"),
    "ivy.dct(v, type=5)": (VALUE, "type 5 was given"),
    'ivy.dct(v, norm="loud")': (VALUE, "norm 'loud' was given"),
    "ivy.dct(v, axis=1)": (INDEX, "axis 1 was given for 1 axes"),
    "ivy.dct(v, n=0)": (VALUE, "a transform of 0 values was asked for"),
    "ivy.dct(v[:1], type=1)": (VALUE, "a transform of 1 values was asked for"),
    "ivy.idct(v, type=0)": (VALUE, "type 0 was given"),
    'ivy.dft(m, norm="loud")': (VALUE, "norm 'loud' is not defined"),
    "ivy.hann_window(-1)": (VALUE, "length -1 was given"),
    "ivy.kaiser_bessel_derived_window(7)": (VALUE, "length 7 was given"),
    'ivy.hann_window(4, dtype="int32")': (TYPE, "dtype int32 was given"),
    "ivy.kaiser_window(-3)": (VALUE, "length -3 was given"),
    "ivy.hamming_window(-3)": (VALUE, "length -3 was given"),
    "ivy.blackman_window(-3)": (VALUE, "length -3 was given"),
    "ivy.mel_weight_matrix(0, 5, 8000.0)":
        (VALUE, "0 bands, 5 frequencies and a sample rate of 8000.0 were given"),
    "ivy.mel_weight_matrix(2, 5, 4000.0)": (VALUE, "edges 0.0 and 3000.0 were given"),
    # layers, activations, norms
    "ivy.embedding(m, v)": (TYPE, "indices of float64 were given"),
    "ivy.embedding(v, i)": (VALUE, "weights of shape (3,) were given"),
    "ivy.embedding(m, ivy.asarray([0]), padding_idx=7)": (INDEX, "padding_idx 7 was given"),
    "ivy.dropout1d(v, 0.5)": (VALUE, "x of shape (3,) was given"),
    "ivy.dropout2d(image, 1.5)": (VALUE, "prob 1.5 was given"),
    'ivy.dropout2d(image, 0.5, data_format="HCN")': (VALUE, "data_format 'HCN' was given"),
    "ivy.prelu(m, v[:2])": (SHAPES, "slope of shape (2,) was given for x of shape (2, 3)"),
    'ivy.gelu(v, complex_mode="loud")': (VALUE, "complex_mode 'loud' was given"),
    'ivy.relu(v, complex_mode="loud")': (VALUE, "complex_mode 'loud' was given"),
    "ivy.hardtanh(v, max_val=-1.0, min_val=1.0)":
        (VALUE, "min_val 1.0 and max_val -1.0 were given"),
    "ivy.group_norm(image, 3)": (VALUE, "3 groups were given for 4 channels"),
    "ivy.multi_head_attention(x, num_heads=2)": (VALUE, "2 heads were given for 3 features"),
    "ivy.multi_head_attention(x, num_heads=0)": (VALUE, "0 heads were given for 3 features"),
    "ivy.linear(v, m[:, :2])": (VALUE, "x of shape (3,) and weight of shape (2, 2) were given"),
    # segments, statistics, draws
    "ivy.unsorted_segment_sum(m, i, 3)":
        (SHAPES, "segment_ids of shape (3,) were given for data of shape (2, 3)"),
    "ivy.unsorted_segment_sum(v, v, 3)": (TYPE, "segment_ids of float64 were given"),
    "ivy.unsorted_segment_sum(v, i, -1)": (VALUE, "-1 segments were given"),
    "ivy.unsorted_segment_mean(v, i[:2], 3)":
        (SHAPES, "segment_ids of shape (2,) were given for data of shape (3,)"),
    "ivy.multigammaln(v, 0)": (VALUE, "dimension 0 was given"),
    "ivy.gradient(v[:1])": (VALUE, "axis 0 has 1 samples"),
    "ivy.cov(ivy.zeros((2, 2, 2)))": (VALUE, "an array of 3 dimensions was given"),
    "ivy.cov(m, fweights=v[:2])": (VALUE, "fweights of shape (2,) were given"),
    "ivy.histogram(v, bins=0)": (VALUE, "0 bins were asked for"),
    "ivy.histogram(v, bins=3, range=(2.0, 1.0))": (VALUE, "the range from 2.0 to 1.0 falls"),
    "ivy.top_k(v, 4)": (VALUE, "k 4 was given for an axis of 3 elements"),
    "ivy.top_k(v, -1)": (VALUE, "k -1 was given for an axis of 3 elements"),
    "ivy.choose(ivy.asarray([5]), m)": (VALUE, "numbers of choices from 5 to 5 given"),
    "ivy.beta(-1.0, 1.0)": (VALUE, "a must be positive in each element"),
    "ivy.gamma(-1.0, 1.0)": (VALUE, "alpha must be positive in each element"),
    "ivy.poisson(v, shape=(2,))": (SHAPES, "parameters of shapes (3,) do not fit shape (2,)"),
    "ivy.polyval(m, v)": (VALUE, "coefficients of shape (2, 3) were given"),
    "ivy.sparsify_tensor(v, -1)": (VALUE, "card -1 was given"),
    # linear algebra, tensors, boxes
    "ivy.fill_diagonal(v, 1.0)": (VALUE, "an array of shape (3,) was given"),
    "ivy.fold(m, 0, (4, 4))": (VALUE, "6 elements were given for the shape (4, 4) of 16"),
    "ivy.mode_dot(m, v[:2], 1)":
        (VALUE, "2 elements of a factor of shape (2,) and 3 along mode 1 were given"),
    "ivy.khatri_rao([m])": (VALUE, "arrays of shapes [(2, 3)] were given"),
    "ivy.khatri_rao([m, ivy.ones((2, 2))])":
        (VALUE, "arrays of shapes [(2, 3), (2, 2)] were given"),
    "ivy.kronecker([])": (VALUE, "no arrays were given"),
    "ivy.general_inner_product(m, v)": (VALUE, "tensors of shapes (2, 3) and (3,) were given"),
    "ivy.partial_fold(m, 0, (9, 9))": (VALUE, "6 elements were given for the shape (9, 9) of 81"),
    "ivy.partial_vec_to_tensor(m, (9, 9))":
        (VALUE, "6 elements were given for the shape (9, 9) of 81"),
    "ivy.tensor_train(m, [1, 2])": (VALUE, "ranks [1, 2] were given for 2 modes"),
    "ivy.tucker(m, [1, 1, 1])": (VALUE, "ranks [1, 1, 1] were given for modes of lengths [2, 3]"),
    "ivy.truncated_svd(v)": (VALUE, "an array of shape (3,) and n_eigenvecs=None were given"),
    "ivy.higher_order_moment(v, 0)": (VALUE, "order 0 was given"),
    "ivy.lu_solve(ivy.eye(2), i[:2], ivy.ones((3, 1)))":
        (VALUE, "matrices of 2 rows and right hand sides of 3 rows given"),
    "ivy.solve_triangular(ivy.eye(2), ivy.ones((3, 1)))":
        (VALUE, "matrices of 2 rows and right hand sides of 3 rows given"),
    "ivy.solve_triangular(m, v)":
        (MATRIX, "the last two dimensions must be equal, they are 2 and 3"),
    "ivy.tensorsolve(m, v)": (MATRIX, "2 equations for 3 unknowns and 3 right hand sides given"),
    "ivy.matrix_exp(m)": (MATRIX, "the last two dimensions must be equal, they are 2 and 3"),
    "ivy.cond(v)": (MATRIX, "1 dimensions given, at least two are needed"),
    'ivy.cond(m, p="loud")': (VALUE, "p 'loud' is not defined"),
    "ivy.eigh_tridiagonal(v, v)": (VALUE, "alpha of shape (3,) and beta of shape (3,) given"),
    "ivy.vector_to_skew_symmetric_matrix(v[:2])": (VALUE, "an array of shape (2,) was given"),
    "ivy.diagflat(v, num_rows=2)":
        (VALUE, "3 elements on diagonal 0 of 2 rows and 3 columns given"),
    "ivy.pad_sequence([])": (VALUE, "sequences of shapes [] were given"),
    "ivy.pad_sequence([m, v])": (VALUE, "sequences of shapes [(2, 3), (3,)] were given"),
    'ivy.pad_sequence([v], padding_side="middle")': (VALUE, "padding_side 'middle' is not defined"),
    'ivy.trim_zeros(v, trim="x")': (VALUE, "trim 'x' is not defined"),
    "ivy.unravel_index(ivy.asarray([9]), (2, 2))":
        (VALUE, "numbers of elements of shape (2, 2) from 9 to 9 given"),
    "ivy.as_strided(v, (4,), (8,))":
        (VALUE, "a view of shape (4,) would reach elements 0 to 3 of the memory of an array of 3"),
    "ivy.as_strided(v, (2, 2), (8,))": (VALUE, "shape (2, 2) and strides (8,) given"),
    "ivy.nms(m)": (VALUE, "boxes of shape (2, 3) were given"),
    "ivy.nms(ivy.ones((2, 4)), v)": (VALUE, "scores of shape (3,) were given for 2 boxes"),
    "ivy.roi_align(image, m, 2)": (VALUE, "boxes of shape (2, 3) were given"),
    "ivy.roi_align(v, ivy.ones((1, 5)), 2)": (VALUE, "an array of shape (3,) was given"),
    "ivy.roi_align(image, ivy.ones((1, 5)), 0)": (VALUE, "output_size 0 were given"),
    "ivy.eye_like(v)": (VALUE, "an array of shape (3,) was given"),
}  # fmt: skip
# The framework says what is wrong: the class is the same, the words are not.
IN_OTHER_WORDS = {
    "ivy.dft(m, axis=5)": INDEX,
    "ivy.fft2(v)": INDEX,
    "ivy.embedding(m, ivy.asarray([0, 2]))": INDEX,
    "ivy.softmax(v, axis=1)": INDEX,
    'ivy.softplus(v, beta="x")': TYPE,
    "ivy.hann_window(2.5)": TYPE,
    "ivy.unsorted_segment_max(v, i, 2.5)": TYPE,
    "ivy.lerp(v, m[:, :2], 0.5)": SHAPES,
    "ivy.betaln(v, v[:2])": SHAPES,
    "ivy.erf(1j * v)": DTYPES,
    "ivy.gradient(v, axis=1)": INDEX,
    "ivy.top_k(v, 1, axis=2)": INDEX,
    "ivy.unfold(m, 2)": INDEX,
    "ivy.matricize(m, [5])": INDEX,
    "ivy.multi_mode_dot(m, [v, v, v])": INDEX,
    "ivy.adjoint(v)": VALUE,
    "ivy.unique_consecutive(m, axis=5)": INDEX,
    "ivy.dirichlet(ivy.asarray([-1.0, 1.0]))": VALUE,
    "ivy.complex(v, v[:2])": SHAPES,
    "ivy.chebyshev_polynomial_t(v, v[:2])": SHAPES,
    "ivy.batch_norm(m, v[:2], v[:2])": VALUE,
    "ivy.layer_norm(m, [5])": INDEX,
    "ivy.scaled_dot_product_attention(x, x[..., :2], x)": VALUE,
    "ivy.scaled_dot_product_attention(x, x, x[:, :1])": VALUE,
}
ALLOWED = re.compile(
    "allowed|needed|must|least|at most|only one|all are positive|would|does not fit|between"
    "|has no|there are|divide|for frames of|the table has|do not fit|the array has"
    "|for [12] (spatial )?axes"
)


def arrays():
    ones = ivy.ones
    return {
        "v": ivy.asarray([1.0, 2.0, 3.0]),
        "m": ivy.asarray([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
        "i": ivy.asarray([1, 2, 3]),
        "image": ones((1, 4, 5, 4)),
        "kernel": ones((2, 3, 4, 2)),
        "turned": ones((2, 3, 2, 4)),
        "places": ivy.zeros((1, 4, 5, 4), dtype="int64"),
        "grid": ivy.zeros((1, 2, 2, 2)),
        "x": ones((4, 2, 3)),
        "h": ivy.zeros((1, 2, 4)),
        "W": [ones((16, 3)), ones((16, 4)), ones((16,)), ones((16,))],
        "R": [ones((4, 3)), ones((4, 4)), ones((4,)), ones((4,))],
    }


def failure(expression):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(exceptions.IvyException) as caught:
            eval(compile(expression, "<mistake>", "eval"), {"ivy": ivy, **arrays()})
    return caught.value


@pytest.mark.checklist("E13")
@pytest.mark.parametrize("expression", MISTAKES)
def test_class_and_message(backend, expression):
    name, said = MISTAKES[expression]
    err = failure(expression)
    assert type(err).__name__ == name
    assert isinstance(err, getattr(exceptions, name))
    assert said in str(err)
    assert ALLOWED.search(str(err)), str(err)


@pytest.mark.checklist("E13")
@pytest.mark.parametrize("expression", IN_OTHER_WORDS)
def test_class_alone(backend, expression):
    assert type(failure(expression)).__name__ == IN_OTHER_WORDS[expression]
