"""Types of elements that PyTorch's kernels refuse, though the core computes with them.

One table for functions of the core's, looked at when operands are promoted, and one for those that
have bodies of their own. A row has the kinds of types that are refused, and PyTorch's words: a
kernel's name, or a sentence in which ``{}`` stands for the type.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NoReturn

import numpy as np

from ivy_core.binding.dialect import Dimensionless
from ivy_core.dtypes import DTYPES, Dtype, to_numpy_dtype

from ..tensors.dtypes import dtype, shown
from ..tensors.tensor import Tensor

_KINDS = {
    "b": ("bool",),
    "u": ("uint8",),
    "i": tuple(name for name, kind in DTYPES.items() if kind.kind in "iu"),
    "s": tuple(n for n, kind in DTYPES.items() if kind.kind in "iu" and n != "int64"),
    "h": ("float16", "bfloat16"),
    "H": ("float16",),
    "c": ("complex64", "complex128"),
}

# by the core's names: what the promoted operands may not be
_OF_OPERANDS = {
    "abs": ("b", "abs_cpu"),
    "atan2": ("c", "atan2_cpu"),
    "ceil": ("b", "ceil_vml_cpu"),
    "deg2rad": ("c", "deg2rad is not supported for complex tensors."),
    "floor": ("b", "floor_vml_cpu"),
    "fmax": ("c", "fmax not implemented for complex tensors."),
    "fmin": ("c", "fmin not implemented for complex tensors."),
    "fmod": ("b", "fmod_cpu"),
    "greater": ("c", "gt_cpu"),
    "greater_equal": ("c", "ge_cpu"),
    "heaviside": ("c", "heaviside is not yet implemented for complex tensors."),
    "hypot": ("bic", "hypot_cpu"),
    "less": ("c", "lt_cpu"),
    "less_equal": ("c", "le_cpu"),
    "logaddexp": ("bi", "logaddexp_cpu"),
    "logaddexp2": ("bic", "logaddexp2_cpu"),
    "matmul": ("b", "addmm_impl_cpu_"),
    "maximum": ("c", "maximum not implemented for complex tensors."),
    "minimum": ("c", "minimum not implemented for complex tensors."),
    "nextafter": ("bi", "nextafter_cpu"),
    "pow": ("b", "pow"),
    "rad2deg": ("c", "rad2deg is not supported for complex tensors."),
    "remainder": ("c", "remainder_cpu"),
    "trunc": ("b", "trunc_vml_cpu"),
}

# by the names of functions: what their first tensor may not be, or two operands of _OF_TWO
_OF_FUNCTIONS = {
    "torch.addcmul": ("b", "addcmul_cpu_out"),
    "torch.aminmax": ("c", "aminmax_cpu"),
    "torch.argmax": ("b", "argmax(): does not support bool input"),
    "torch.argmin": ("b", "argmin(): does not support bool input"),
    "torch.bucketize": ("bc", "searchsorted_out_cpu"),
    "torch.cdist": ("bic", "cdist only supports floating-point dtypes, X1 got: {}",
                    "h", "cdist"),
    "torch.cholesky_inverse": ("bih", "cholesky_inverse_out_cpu"),
    "torch.cholesky_solve": ("bih", "cholesky_solve_cpu"),
    "torch.cross": ("b", "cross"),
    "torch.cummax": ("c", "cummax_cpu"),
    "torch.cummin": ("c", "cummin_cpu"),
    "torch.cumulative_trapezoid": (
        "b",
        "cumulative_trapezoid: received a bool input for `y`, but bool is not supported",
    ),
    "torch.digamma": ("c", "digamma"),
    "torch.dist": (
        "bi",
        "norm(): input dtype should be either floating point or complex. Got {} instead.",
    ),
    "torch.dot": ("b", "dot"),
    "torch.frac": ("bi", "frac_cpu"),
    "torch.frexp": ("bic", "torch.frexp() only supports floating-point dtypes"),
    "torch.geqrf": ("bih", "geqrf_cpu"),
    "torch.gradient": (
        "u", "torch.gradient does not support uint8 input.",
        "b", "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` "
        "or `logical_xor()` operator instead.",
    ),
    "torch.histc": ("bi", "histogram_cpu"),
    "torch.i0": ("c", "i0_vml_cpu"),
    "torch.igamma": ("bic", "igamma_cpu"),
    "torch.igammac": ("bic", "igammac_cpu"),
    "torch.inner": ("b", "dot"),
    "torch.kthvalue": ("bc", "kthvalue_cpu"),
    "torch.lerp": ("bi", "lerp_kernel_scalar"),
    "torch.logcumsumexp": ("bi", "logcumsumexp_out_cpu"),
    "torch.logit": ("c", "logit_cpu"),
    "torch.median": ("bc", "median_cpu"),
    "torch.mode": ("c", "mode_cpu"),
    "torch.mvlgamma": ("b", "The input tensor may not be a boolean tensor."),
    "torch.nanmean": ("c", "nansum on CPU does not support complex inputs"),
    "torch.nanmedian": ("bc", "median_cpu"),
    "torch.ormqr": ("bih", "ormqr_cpu"),
    "torch.polar": ("H", "polar_cpu"),
    "torch.renorm": (
        "bi",
        "linalg.vector_norm: Expected a floating point or complex tensor as input. Got {}",
    ),
    "torch.round": ("bc", "round_vml_cpu"),
    "torch.searchsorted": ("bc", "searchsorted_out_cpu"),
    "torch.stft": ("h", "MKL FFT doesn't support tensors of type: {}"),
    "torch.tensordot": ("b", "addmm_impl_cpu_"),
    "torch.topk": ("b", "topk does not support bool dtypes on CPU",
                   "c", "topk does not support complex dtypes on CPU"),
    "torch.trace": ("b", "trace"),
    "torch.trapezoid": ("b", "trapezoid: received a bool input for `y`, but bool is not supported"),
    "torch.trapz": ("b", "trapezoid: received a bool input for `y`, but bool is not supported"),
    "torch.triangular_solve": ("bih", "triangular_solve_cpu"),
    "torch.unique": ("c", "unique"),
    "torch.unique_consecutive": ("c", "unique_consecutive"),
    "torch.xlogy": ("c", "xlogy_cpu"),
    "torch.linalg.cross": ("b", "cross"),
    "torch.linalg.tensorinv": (
        "bi",
        "linalg.inv: Expected a floating point or complex tensor as input. Got {}",
    ),
    "torch.linalg.tensorsolve": (
        "bi",
        "linalg.solve: Expected a floating point or complex tensor as input. Got {}",
    ),
    "torch.linalg.vander": (
        "bh",
        "linalg.vander supports floating point, complex, and integer tensors, but got {}",
    ),
    "torch.linalg.vecdot": (
        "bi",
        "linalg.vecdot: Expected a floating point or complex tensor as input. Got {}",
    ),
    "torch.nn.functional.adaptive_max_pool1d": ("bi", "adaptive_max_pool2d"),
    "torch.nn.functional.adaptive_max_pool2d": ("bi", "adaptive_max_pool2d"),
    "torch.nn.functional.adaptive_max_pool3d": ("bi", "adaptive_max_pool3d_cpu"),
    "torch.nn.functional.avg_pool3d": ("h", "avg_pool3d_out_frame"),
    "torch.nn.functional.bilinear": ("b", "bmm"),
    "torch.nn.functional.conv_transpose1d": ("s", "slow_conv_transpose2d_out_cpu"),
    "torch.nn.functional.conv_transpose2d": ("s", "slow_conv_transpose2d_out_cpu"),
    "torch.nn.functional.conv_transpose3d": ("s", "slow_conv_transpose3d_out_cpu"),
    "torch.nn.functional.ctc_loss": ("h", "ctc_loss_cpu"),
    "torch.nn.functional.fractional_max_pool2d": ("bic", "fractional_max_pool2d_out_frame"),
    "torch.nn.functional.fractional_max_pool3d": ("bic", "fractional_max_pool3d_out_frame"),
    "torch.nn.functional.kl_div": ("i", "kl_div: Integral inputs not supported.",
                                    "c", "kl_div: Complex inputs not supported."),
    "torch.nn.functional.max_unpool1d": ("bic", "max_unpool2d"),
    "torch.nn.functional.max_unpool2d": ("bic", "max_unpool2d"),
    "torch.nn.functional.max_unpool3d": ("bic", "max_unpool3d"),
    "torch.nn.functional.mse_loss": ("c", "mse_cpu"),
    "torch.nn.functional.multi_margin_loss": ("h", "multi_margin_loss_cpu_kernel"),
    "torch.nn.functional.multilabel_margin_loss": (
        "h",
        "multilabel_margin_loss_forward_out_frame",
    ),
    "torch.nn.functional.multilabel_soft_margin_loss": ("bic", "log_sigmoid_cpu"),
    "torch.nn.functional.nll_loss": ("bic", "nll_loss_out_frame"),
    "torch.nn.functional.pdist": ("h", "pdist"),
    "torch.nn.functional.rms_norm": ("bi", "rms_norm"),
    "torch.nn.functional.scaled_dot_product_attention": ("c", "softmax_lastdim_kernel_impl"),
    "torch.nn.functional.soft_margin_loss": (
        "i",
        "result type Float can't be cast to the desired output type {}",
    ),
    "torch.nn.functional.unfold": ("i", "im2col_out_cpu"),
    "torch.special.log_ndtr": ("hc", "log_ndtr_cpu"),
    "torch.special.ndtr": ("c", "erf_vml_cpu"),
    "torch.special.xlog1py": ("c", "xlog1py_cpu"),
    "torch.special.zeta": ("hc", "zeta_cpu"),
    **{
        f"torch.special.{name}": ("hc", f"{name}_cpu")
        for name in (
            "airy_ai", "bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1",
            "chebyshev_polynomial_t", "chebyshev_polynomial_u", "chebyshev_polynomial_v",
            "chebyshev_polynomial_w", "erfcx", "hermite_polynomial_h", "hermite_polynomial_he",
            "laguerre_polynomial_l", "legendre_polynomial_p", "modified_bessel_i0",
            "modified_bessel_i1", "modified_bessel_k0", "modified_bessel_k1", "ndtri",
            "scaled_modified_bessel_k0", "scaled_modified_bessel_k1",
            "shifted_chebyshev_polynomial_t", "shifted_chebyshev_polynomial_u",
            "shifted_chebyshev_polynomial_v", "shifted_chebyshev_polynomial_w",
            "spherical_bessel_j0",
        )
    },
    **{f"torch.special.{name}": ("c", f"{name}_cpu") for name in ("i1",)},
}  # fmt: skip


# functions whose kernels compute in the type that their two operands promote to
_OF_TWO = frozenset({
    "bucketize", "igamma", "igammac", "searchsorted", "xlog1py", "xlogy", "zeta",
    *(name.rpartition(".")[2] for name in _OF_FUNCTIONS if "_polynomial_" in name),
})  # fmt: skip


def _refused_names(kinds: str) -> frozenset[str]:
    return frozenset(name for kind in kinds for name in _KINDS[kind])


_REFUSED_OPERANDS = {
    core: (_refused_names(kinds), words) for core, (kinds, words) in _OF_OPERANDS.items()
}


def _raise_refusal(words: str, kind: dtype | Dtype) -> NoReturn:
    if " " in words:
        raise RuntimeError(words.format(shown(kind)))
    raise NotImplementedError(f"\"{words}\" not implemented for '{shown(kind)}'")


def refuse_operands(core: str, common: Dtype) -> None:
    """Raise PyTorch's error if a function of the core's has no kernel there for operands."""
    row = _REFUSED_OPERANDS.get(core)
    if row is not None and common.name in row[0]:
        _raise_refusal(row[1], common)


def _row_of(name: str) -> dict[str, str]:
    """Return refused types and PyTorch's words; torch.special's aliases refuse as torch's own."""
    row = _OF_FUNCTIONS.get(name) or _OF_FUNCTIONS.get(name.replace(".special.", "."), ())
    pairs = zip(row[::2], row[1::2], strict=True)
    return {each: words for kinds, words in pairs for each in _refused_names(kinds)}


def refusing(body: Callable, name: str, common_dtype: Callable) -> Callable:
    """Return the body of a function, or one that refuses what PyTorch's function ``name`` does.

    Parameters
    ----------
    body : callable
        Computes the function of tensors.
    name : str
        PyTorch's name of it, ``torch.median``.
    common_dtype : callable
        Promotes the types of two operands.
    """
    refused = _row_of(name)
    if not refused:
        return body
    promotes = name.rpartition(".")[2] in _OF_TWO

    @functools.wraps(body)
    def call(*args, **kwargs):
        if args and isinstance(args[0], Tensor):
            kind = args[0].dtype
            if promotes and len(args) > 1:
                kind = common_dtype(map(_promotion_kind, args[:2]))
            if kind.name in refused:
                _raise_refusal(refused[kind.name], kind)
        return body(*args, **kwargs)

    return call


def _promotion_kind(value):
    """Return the type of a tensor, or the class of a number, as promotion takes them."""
    if not isinstance(value, Tensor):
        return type(value)
    return value.dtype.core if value.ndim else Dimensionless(value.dtype.core)


def refusing_in_words_of_numpy(host: Callable | None, name: str) -> Callable | None:
    """Return a form for NumPy's arrays that leaves to the body what this refuses."""
    refused = frozenset(to_numpy_dtype(DTYPES[kind]) for kind in _row_of(name))
    if not refused or host is None:
        return host

    @functools.wraps(host)
    def call(*args, **kwargs):
        if args and isinstance(args[0], np.ndarray) and args[0].dtype in refused:
            return NotImplemented
        return host(*args, **kwargs)

    return call


def is_refusing(name: str) -> bool:
    """Return whether a function refuses types that its body could compute with."""
    return bool(_row_of(name))


__all__ = ["is_refusing", "refuse_operands", "refusing", "refusing_in_words_of_numpy"]
