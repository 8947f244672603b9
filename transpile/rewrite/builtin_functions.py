"""The functions of NumPy and PyTorch that are written in C, and bind no instance as an attribute.

Their counterparts in the frontends are functions of Python, which do. Ufuncs and NumPy's functions
that hand calls on (``numpy.concatenate``) have in the frontend what they have in NumPy.
"""

_NAMES = {
    "numpy": """
        arange array asanyarray asarray ascontiguousarray asfortranarray datetime_data empty
        from_dlpack frombuffer fromfile fromiter frompyfunc fromstring isnat nested_iters
        promote_types zeros
    """,
    "numpy.random": """
        beta binomial bytes chisquare choice dirichlet exponential f gamma geometric get_state
        gumbel hypergeometric laplace logistic lognormal logseries multinomial
        multivariate_normal negative_binomial noncentral_chisquare noncentral_f normal pareto
        permutation poisson power rand randint randn random random_integers random_sample
        rayleigh set_state shuffle standard_cauchy standard_exponential standard_gamma
        standard_normal standard_t triangular uniform vonmises wald weibull zipf
    """,
    "numpy.char": """
        compare_chararrays
    """,
    "torch": """
        abs abs_ absolute acos acos_ acosh acosh_ adaptive_avg_pool1d adaptive_max_pool1d add
        addbmm addcdiv addcmul addmm addmv addmv_ addr adjoint affine_grid_generator alias_copy
        all allclose alpha_dropout alpha_dropout_ amax amin aminmax angle any arange arccos
        arccos_ arccosh arccosh_ arcsin arcsin_ arcsinh arcsinh_ arctan arctan2 arctan_ arctanh
        arctanh_ argmax argmin argsort argwhere as_strided as_strided_ as_strided_copy
        as_strided_scatter as_tensor asarray asin asin_ asinh asinh_ atan atan2 atan_ atanh
        atanh_ autocast_decrement_nesting autocast_increment_nesting avg_pool1d baddbmm
        bartlett_window batch_norm batch_norm_backward_elemt batch_norm_backward_reduce
        batch_norm_elemt batch_norm_gather_stats batch_norm_gather_stats_with_counts
        batch_norm_stats batch_norm_update_stats bernoulli bilinear
        binary_cross_entropy_with_logits bincount binomial bitwise_and bitwise_left_shift
        bitwise_not bitwise_or bitwise_right_shift bitwise_xor blackman_window bmm broadcast_to
        bucketize can_cast cat ccol_indices_copy ceil ceil_ celu celu_ channel_shuffle cholesky
        cholesky_inverse cholesky_solve choose_qparams_optimized chunk clamp clamp_ clamp_max
        clamp_max_ clamp_min clamp_min_ clear_autocast_cache clip clip_ clone col_indices_copy
        column_stack combinations complex concat concatenate conj conj_physical conj_physical_
        constant_pad_nd conv1d conv2d conv3d conv_tbc conv_transpose1d conv_transpose2d
        conv_transpose3d convolution copysign corrcoef cos cos_ cosh cosh_ cosine_embedding_loss
        cosine_similarity count_nonzero cov cross crow_indices_copy ctc_loss
        cudnn_affine_grid_generator cudnn_batch_norm cudnn_convolution
        cudnn_convolution_add_relu cudnn_convolution_relu cudnn_convolution_transpose
        cudnn_grid_sampler cudnn_is_acceptable cummax cummin cumprod cumsum cumulative_trapezoid
        deg2rad deg2rad_ dequantize det detach detach_ detach_copy diag diag_embed diagflat
        diagonal diagonal_copy diagonal_scatter diff digamma dist div divide dot dropout
        dropout_ dsmm dsplit dstack embedding embedding_bag embedding_renorm_ empty empty_like
        empty_permuted empty_quantized empty_strided eq equal erf erf_ erfc erfc_ erfinv exp
        exp2 exp2_ exp_ expand_copy expm1 expm1_ eye fake_quantize_per_channel_affine
        fake_quantize_per_tensor_affine fbgemm_linear_fp16_weight
        fbgemm_linear_fp16_weight_fp32_activation fbgemm_linear_int8_weight
        fbgemm_linear_int8_weight_fp32_activation fbgemm_linear_quantize_weight
        fbgemm_pack_gemm_matrix_fp16 fbgemm_pack_quantized_matrix feature_alpha_dropout
        feature_alpha_dropout_ feature_dropout feature_dropout_ fill fill_ fix fix_ flatten flip
        fliplr flipud float_power floor floor_ floor_divide fmax fmin fmod fork frac frac_ frexp
        frobenius_norm from_file from_numpy frombuffer full full_like
        fused_moving_avg_obs_fake_quant gather gcd gcd_ ge geqrf ger get_autocast_cpu_dtype
        get_autocast_dtype get_autocast_gpu_dtype get_autocast_ipu_dtype get_autocast_xla_dtype
        get_default_dtype get_device get_num_interop_threads get_num_threads gradient greater
        greater_equal grid_sampler grid_sampler_2d grid_sampler_3d group_norm gru gru_cell gt
        hamming_window hann_window hardshrink hash_tensor heaviside hinge_embedding_loss histc
        histogram histogramdd hsmm hsplit hspmm hstack hypot i0 i0_ igamma igammac imag
        import_ir_module import_ir_module_from_buffer index_add index_copy index_fill index_put
        index_put_ index_reduce index_select indices_copy init_num_threads inner instance_norm
        int_repr inverse is_anomaly_check_nan_enabled is_anomaly_enabled
        is_autocast_cache_enabled is_autocast_cpu_enabled is_autocast_enabled
        is_autocast_ipu_enabled is_autocast_xla_enabled is_complex is_conj is_distributed
        is_floating_point is_grad_enabled is_inference is_inference_mode_enabled is_neg
        is_nonzero is_same_size is_signed is_vulkan_available isclose isfinite isin isinf isnan
        isneginf isposinf isreal istft kaiser_window kl_div kron kthvalue layer_norm lcm lcm_
        ldexp ldexp_ le lerp less less_equal lgamma linspace log log10 log10_ log1p log1p_ log2
        log2_ log_ log_softmax logaddexp logaddexp2 logcumsumexp logdet logical_and logical_not
        logical_or logical_xor logit logit_ logspace logsumexp lstm lstm_cell lt lu_solve
        lu_unpack margin_ranking_loss masked_fill masked_scatter masked_select matmul matrix_exp
        matrix_power max max_pool1d max_pool1d_with_indices max_pool2d max_pool3d maximum mean
        median merge_type_from_type_comment min minimum miopen_batch_norm miopen_convolution
        miopen_convolution_add_relu miopen_convolution_relu miopen_convolution_transpose
        miopen_ctc_loss miopen_depthwise_convolution miopen_rnn mkldnn_adaptive_avg_pool2d
        mkldnn_convolution mkldnn_linear_backward_weights mkldnn_max_pool2d mkldnn_max_pool3d
        mkldnn_rnn_layer mm mode moveaxis movedim msort mul multinomial multiply mv mvlgamma
        nan_to_num nan_to_num_ nanmean nanmedian nanquantile nansum narrow narrow_copy
        native_batch_norm native_channel_shuffle native_dropout native_group_norm
        native_layer_norm native_norm ne neg neg_ negative negative_ nextafter nonzero
        nonzero_static norm_except_dim normal not_equal nuclear_norm numel ones ones_like orgqr
        ormqr outer pairwise_distance parse_ir parse_schema parse_type_comment pdist permute
        permute_copy pinverse pixel_shuffle pixel_unshuffle poisson poisson_nll_loss polar
        polygamma positive pow prelu prod promote_types put q_per_channel_axis
        q_per_channel_scales q_per_channel_zero_points q_scale q_zero_point qr quantile
        quantize_per_channel quantize_per_tensor quantize_per_tensor_dynamic
        quantized_batch_norm quantized_gru quantized_gru_cell quantized_lstm quantized_lstm_cell
        quantized_max_pool1d quantized_max_pool2d quantized_max_pool3d quantized_rnn_relu_cell
        quantized_rnn_tanh_cell rad2deg rad2deg_ rand rand_like randint randint_like randn
        randn_like randperm range ravel real reciprocal reciprocal_ relu relu_ remainder renorm
        repeat_interleave reshape resize_as_ resize_as_sparse_ resolve_conj resolve_neg
        result_type rms_norm rnn_relu rnn_relu_cell rnn_tanh rnn_tanh_cell roll rot90 round
        round_ row_indices_copy row_stack rrelu rrelu_ rsqrt rsqrt_ rsub saddmm scalar_tensor
        scatter scatter_add scatter_reduce searchsorted segment_reduce select select_copy
        select_scatter selu selu_ set_anomaly_enabled set_autocast_cache_enabled
        set_autocast_cpu_dtype set_autocast_cpu_enabled set_autocast_dtype set_autocast_enabled
        set_autocast_gpu_dtype set_autocast_ipu_dtype set_autocast_ipu_enabled
        set_autocast_xla_dtype set_autocast_xla_enabled set_flush_denormal
        set_num_interop_threads set_num_threads sgn sigmoid sigmoid_ sign signbit sin sin_ sinc
        sinc_ sinh sinh_ slice_copy slice_inverse slice_scatter slogdet smm softmax sort
        sparse_bsc_tensor sparse_bsr_tensor sparse_compressed_tensor sparse_coo_tensor
        sparse_csc_tensor sparse_csr_tensor split_copy split_with_sizes split_with_sizes_copy
        spmm sqrt sqrt_ square square_ squeeze squeeze_copy sspaddmm stack std std_mean sub
        subtract sum svd swapaxes swapdims sym_constrain_range sym_constrain_range_for_size t
        t_copy take take_along_dim tan tan_ tanh tanh_ tensor tensor_split threshold threshold_
        tile to_dlpack topk trace transpose transpose_copy trapezoid trapz triangular_solve tril
        tril_indices triplet_margin_loss triu triu_indices true_divide trunc trunc_ unbind
        unbind_copy unflatten unfold_copy unify_type_list unsafe_chunk unsafe_split
        unsafe_split_with_sizes unsqueeze unsqueeze_copy values_copy vander var var_mean vdot
        view_as_complex view_as_complex_copy view_as_real view_as_real_copy view_copy vsplit
        vstack wait where xlogy xlogy_ zero_ zeros zeros_like
    """,
    "torch.nn.functional": """
        adaptive_avg_pool1d avg_pool1d avg_pool2d avg_pool3d bilinear celu_ channel_shuffle
        conv1d conv2d conv3d conv_tbc conv_transpose1d conv_transpose2d conv_transpose3d
        cosine_similarity elu_ gelu hardshrink hardtanh_ has_torch_function
        has_torch_function_unary has_torch_function_variadic leaky_relu_ linear logsigmoid
        native_channel_shuffle one_hot pairwise_distance pdist pixel_shuffle pixel_unshuffle
        prelu relu_ rrelu_ scaled_dot_product_attention selu_ softplus softshrink threshold_
    """,
    "torch.linalg": """
        cholesky cholesky_ex cond cross det diagonal eig eigh eigvals eigvalsh
        householder_product inv inv_ex ldl_factor ldl_factor_ex ldl_solve lstsq lu lu_factor
        lu_factor_ex lu_solve matmul matrix_exp matrix_norm matrix_power matrix_rank multi_dot
        norm pinv qr slogdet solve solve_ex solve_triangular svd svdvals tensorinv tensorsolve
        vander vecdot vector_norm
    """,
    "torch.special": """
        airy_ai bessel_j0 bessel_j1 bessel_y0 bessel_y1 chebyshev_polynomial_t
        chebyshev_polynomial_u chebyshev_polynomial_v chebyshev_polynomial_w digamma entr erf
        erfc erfcx erfinv exp2 expit expm1 gammainc gammaincc gammaln hermite_polynomial_h
        hermite_polynomial_he i0 i0e i1 i1e laguerre_polynomial_l legendre_polynomial_p log1p
        log_ndtr log_softmax logit logsumexp modified_bessel_i0 modified_bessel_i1
        modified_bessel_k0 modified_bessel_k1 multigammaln ndtr ndtri polygamma psi round
        scaled_modified_bessel_k0 scaled_modified_bessel_k1 shifted_chebyshev_polynomial_t
        shifted_chebyshev_polynomial_u shifted_chebyshev_polynomial_v
        shifted_chebyshev_polynomial_w sinc softmax spherical_bessel_j0 xlog1py xlogy zeta
    """,
    "torch.fft": """
        fft fft2 fftfreq fftn fftshift hfft hfft2 hfftn ifft ifft2 ifftn ifftshift ihfft ihfft2
        ihfftn irfft irfft2 irfftn rfft rfft2 rfftfreq rfftn
    """,
    "torch.sparse": """
        addmm log_softmax mm sampled_addmm softmax spdiags spsolve
    """,
    "torch.nested": """
        to_padded_tensor
    """,
}

BUILT_IN = frozenset(
    f"{module}.{name}" for module, names in _NAMES.items() for name in names.split()
)
