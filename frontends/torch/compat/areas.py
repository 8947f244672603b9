"""The table of files that define the package's functions."""

from __future__ import annotations

import importlib
import types

from ..operations import pointwise

# A file is imported when one of its functions is first asked for.
AREAS = {
    "operations.creation": """
        arange as_tensor asarray complex empty empty_like empty_permuted empty_strided eye
        from_numpy frombuffer from_dlpack full full_like linspace logspace ones ones_like polar
        scalar_tensor tensor
        zeros zeros_like
    """,
    "operations.views": """
        adjoint as_strided as_strided_scatter broadcast_to chunk clone diag diag_embed diagflat
        diagonal diagonal_scatter dsplit flatten flip fliplr flipud hsplit moveaxis movedim narrow
        permute ravel repeat_interleave reshape roll rot90 select select_scatter slice_scatter split
        split_with_sizes squeeze swapaxes swapdims t tensor_split tile transpose tril tril_indices
        triu triu_indices unbind unflatten unsafe_chunk unsafe_split unsafe_split_with_sizes
        unsqueeze view_as_complex view_as_real vsplit
    """,
    "operations.reductions": """
        all amax amin aminmax any argmax argmin count_nonzero cummax cummin cumprod cumsum dist
        logcumsumexp logsumexp max mean min nanmean nansum norm prod std std_mean sum var var_mean
    """,
    "operations.joining": """
        atleast_1d atleast_2d atleast_3d block_diag broadcast_shapes broadcast_tensors
        cartesian_prod cat column_stack combinations concat concatenate dstack hstack meshgrid
        row_stack stack vstack
    """,
    "operations.nn_toplevel": """
        adaptive_max_pool1d affine_grid_generator alpha_dropout alpha_dropout_ batch_norm
        binary_cross_entropy_with_logits celu constant_pad_nd convolution cosine_embedding_loss
        ctc_loss dropout dropout_ embedding feature_alpha_dropout feature_alpha_dropout_
        feature_dropout feature_dropout_ grid_sampler grid_sampler_2d grid_sampler_3d group_norm
        hinge_embedding_loss instance_norm kl_div layer_norm log_softmax margin_ranking_loss
        max_pool1d max_pool1d_with_indices max_pool2d max_pool3d poisson_nll_loss relu relu_
        rms_norm rrelu selu softmax threshold triplet_margin_loss
    """,
    "nn.functional.recurrent": """
        gru gru_cell lstm lstm_cell rnn_relu rnn_relu_cell rnn_tanh rnn_tanh_cell
    """,
    "operations.spectral": """
        bartlett_window blackman_window hamming_window hann_window istft kaiser_window stft
    """,
    "nn.functional.activations": "celu_ hardshrink prelu selu_ threshold_",
    "nn.functional.dropouts": "rrelu_",
    "nn.functional.products": "bilinear",
    "nn.functional.convolutions": """
        conv1d conv2d conv3d conv_tbc conv_transpose1d conv_transpose2d conv_transpose3d
    """,
    "nn.functional.pooling": "adaptive_avg_pool1d avg_pool1d",
    "nn.functional.distances": "cosine_similarity pairwise_distance pdist",
    "nn.functional.vision": """
        channel_shuffle native_channel_shuffle pixel_shuffle pixel_unshuffle
    """,
    "operations.linear_algebra": """
        addbmm addmm addmv addr baddbmm bmm cdist chain_matmul corrcoef cov cross
        cumulative_trapezoid diff dot einsum ger inner kron matmul mm mv outer renorm tensordot
        trace trapezoid trapz vander vdot
    """,
    "operations.miscellaneous": "fill gradient narrow_copy range unravel_index",
    "operations.properties": """
        finfo get_device iinfo is_complex is_conj is_floating_point is_inference is_neg is_nonzero
        is_same_size is_signed numel result_type typename
    """,
    "operations.matrix_functions": """
        cholesky cholesky_inverse cholesky_solve det geqrf inverse logdet lu lu_solve lu_unpack
        matrix_exp matrix_power orgqr ormqr pinverse qr slogdet svd triangular_solve
    """,
    "operations.scatter_gather": """
        argwhere gather index_add index_copy index_fill index_put index_reduce index_select
        masked_fill masked_scatter masked_select nonzero nonzero_static put scatter scatter_add
        scatter_reduce take take_along_dim
    """,
    "operations.sorting": """
        argsort bincount bucketize histc isin kthvalue median mode msort nanmedian nanquantile
        quantile searchsorted sort topk unique unique_consecutive
    """,
    "autograd.grad_mode": """
        enable_grad inference_mode is_grad_enabled is_inference_mode_enabled no_grad
        set_grad_enabled
    """,
    "autograd.anomaly_mode": "is_anomaly_enabled",
    "random.functions": """
        bernoulli binomial multinomial normal poisson rand rand_like randint randint_like randn
        randn_like randperm
    """,
    "random.generator": """
        Generator default_generator get_rng_state initial_seed manual_seed seed set_rng_state
    """,
    "operations.legacy": """
        cond detach detach_copy eig frobenius_norm lstsq matrix_rank norm_except_dim nuclear_norm
        slice_copy solve symeig to_dlpack while_loop
    """,
    "func.transforms": "vmap",
    "operations.histograms": "histogram histogramdd",
    "operations.low_rank": "pca_lowrank svd_lowrank",
    "tensors.printing": "set_printoptions",
    "serialization": "load save",
    "amp": "GradScaler autocast get_autocast_dtype is_autocast_enabled",
    "compat.settings": """
        are_deterministic_algorithms_enabled compile get_float32_matmul_precision
        get_num_interop_threads get_num_threads is_deterministic_algorithms_warn_only_enabled
        set_float32_matmul_precision set_num_interop_threads set_num_threads
        use_deterministic_algorithms
    """,
    "tensors.legacy_types": """
        BFloat16Tensor BoolTensor ByteTensor CharTensor DoubleTensor FloatTensor HalfTensor
        IntTensor LongTensor ShortTensor set_default_tensor_type
    """,
}
AREAS["operations.pointwise"] = " ".join(pointwise.__all__)
HOMES = {name: area for area, names in AREAS.items() for name in names.split()}


def home_of(name: str) -> types.ModuleType | None:
    """Return the file that defines a function, imported; None where there is no such function.

    Examples
    --------
    >>> home_of("cat").__name__
    'frontends.torch.operations.joining'
    """
    area = HOMES.get(name)
    return None if area is None else importlib.import_module(f"frontends.torch.{area}")


__all__ = ["AREAS", "HOMES", "home_of"]
