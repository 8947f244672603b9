"""Windows for spectra, and weights of filter banks.

They are computed in double precision on the host, from sizes alone, and rounded once.
"""

from __future__ import annotations

import operator

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backends.common import windows
from ivy_core.devices import Device
from ivy_core.dtypes import Dtype, as_dtype
from ivy_core.registry import compositional, handle_nestable
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError


def _checked_length(function: str, size) -> int:
    size = operator.index(size)
    if size < 0:
        raise IvyValueError(f"{function}: length {size} was given; it must not be negative")
    return size


def _window_array(function: str, values, dtype, device, out):
    """Return a window's values as an array of a floating dtype; IvyTypeError for another dtype."""
    dtype = ivy.default_float_dtype() if dtype is None else as_dtype(dtype)
    if not dtype.is_float:
        raise IvyTypeError(f"{function}: dtype {dtype} was given; it must be floating")
    return ivy.asarray(values, dtype=dtype, device=device, out=out)


@compositional
@handle_nestable
def blackman_window(
    size: int,
    *,
    periodic: bool = True,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Blackman window, ``0.42 - 0.5 * cos(t) + 0.08 * cos(2 * t)``, where ``t`` goes round once.

    Parameters
    ----------
    size: Number of elements.
    periodic : bool, optional
        Whether the window is one period of an endless one, as spectra want it; False makes it
        symmetric, as the design of filters wants it.
    dtype: Floating; the default floating one if None.
    device: Where the window lies.

    Returns: Array, shape (size,)

    Raises: IvyTypeError if the dtype is not floating.
    Raises: IvyValueError if the length is negative.

    References
    ----------
    Blackman, Tukey, "The measurement of power spectra", 1958. PyTorch, ``torch.blackman_window``.

    >>> ivy.blackman_window(4) + 1.0
    ivy.array([1.  , 1.34, 2.  , 1.34])
    """
    size = _checked_length("blackman_window", size)
    values = windows.cosine_sum(size, periodic, 0.42, 0.5, 0.08)
    return _window_array("blackman_window", values, dtype, device, out)


@compositional
@handle_nestable
def hamming_window(
    window_length: int,
    *,
    periodic: bool = True,
    alpha: float = 0.54,
    beta: float = 0.46,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Hamming window, ``alpha - beta * cos(t)``, where ``t`` goes round once.

    Parameters
    ----------
    window_length: Number of elements.
    periodic : bool, optional
        Whether the window is one period of an endless one, as spectra want it; False makes it
        symmetric, as the design of filters wants it.
    alpha, beta : float, optional
        Factors of the constant and of the cosine.
    dtype: Floating; the default floating one if None.
    device: Where the window lies.

    Returns: Array, shape (window_length,)

    Raises: IvyTypeError if the dtype is not floating.
    Raises: IvyValueError if the length is negative.

    References: Hamming, "Digital filters", 1977. PyTorch, ``torch.hamming_window``.

    >>> ivy.hamming_window(4)
    ivy.array([0.08, 0.54, 1.  , 0.54])
    """
    size = _checked_length("hamming_window", window_length)
    values = windows.cosine_sum(size, periodic, alpha, beta)
    return _window_array("hamming_window", values, dtype, device, out)


@compositional(like=blackman_window)
@handle_nestable
def hann_window(
    size: int,
    *,
    periodic: bool = True,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Hann window, ``0.5 - 0.5 * cos(t)``, where ``t`` goes round once.

    References
    ----------
    Blackman, Tukey, "The measurement of power spectra", 1958. PyTorch, ``torch.hann_window``.

    >>> ivy.hann_window(4)
    ivy.array([0. , 0.5, 1. , 0.5])
    """
    size = _checked_length("hann_window", size)
    values = windows.cosine_sum(size, periodic, 0.5, 0.5)
    return _window_array("hann_window", values, dtype, device, out)


@compositional
@handle_nestable
def kaiser_bessel_derived_window(
    window_length: int,
    beta: float = 12.0,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Kaiser-Bessel-derived window: squares of elements half the length apart add up to one.

    Parameters
    ----------
    window_length: Number of elements.
    beta: Shape of the Kaiser window that it is derived from.
    dtype: Floating; the default floating one if None.
    device: Where the window lies.

    Returns: Array, shape (window_length,)

    Raises: IvyTypeError if the dtype is not floating.
    Raises: IvyValueError if the length is negative or odd.

    References
    ----------
    Princen, Johnson, Bradley, "Subband/transform coding using filter bank designs based on time
    domain aliasing cancellation", 1987. TensorFlow, ``tf.signal.kaiser_bessel_derived_window``.

    >>> ivy.kaiser_bessel_derived_window(2) ** 2
    ivy.array([0.5, 0.5])
    """
    size = _checked_length("kaiser_bessel_derived_window", window_length)
    if size % 2:
        raise IvyValueError(
            f"kaiser_bessel_derived_window: length {size} was given; it must be even"
        )
    values = windows.kaiser_bessel_derived(size, beta)
    return _window_array("kaiser_bessel_derived_window", values, dtype, device, out)


@compositional(like=hamming_window)
@handle_nestable
def kaiser_window(
    window_length: int,
    periodic: bool = True,
    beta: float = 12.0,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Kaiser window, ``i0(beta * sqrt(1 - t**2)) / i0(beta)``, where ``t`` goes from -1 to 1.

    Parameters
    ----------
    beta: Shape: 0 is a rectangle, and what is larger is narrower.

    References
    ----------
    Kaiser, Schafer, "On the use of the I0-sinh window for spectrum analysis", 1980. PyTorch,
    ``torch.kaiser_window``.

    >>> ivy.kaiser_window(3, beta=0.0)
    ivy.array([1., 1., 1.])
    """
    size = _checked_length("kaiser_window", window_length)
    values = windows.kaiser(size, periodic, beta)
    return _window_array("kaiser_window", values, dtype, device, out)


@compositional(like=hamming_window)
@handle_nestable
def vorbis_window(
    window_length: int,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Vorbis power complementary window, ``sin(pi / 2 * sin(pi * (n + 0.5) / window_length)**2)``.

    References
    ----------
    Xiph.Org Foundation, "Vorbis I specification", 4.3.1. TensorFlow, ``tf.signal.vorbis_window``.

    >>> ivy.vorbis_window(2) ** 2
    ivy.array([0.5, 0.5])
    """
    size = _checked_length("vorbis_window", window_length)
    return _window_array("vorbis_window", windows.vorbis(size), dtype, device, out)


@compositional
@handle_nestable
def mel_weight_matrix(
    num_mel_bins: int,
    dft_length: int,
    sample_rate: float,
    lower_edge_hertz: float = 0.0,
    upper_edge_hertz: float = 3000.0,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Weights that sum the frequencies of a spectrum to bands equally wide in mels.

    Each band is a triangle from the center of the one before to that of the next;
    ``spectrum @ weights`` is the spectrum in bands.

    Parameters
    ----------
    num_mel_bins: Number of bands.
    dft_length: Number of frequencies of the spectrum, from 0 to half of ``sample_rate``.
    sample_rate: Samples per second, in hertz.
    lower_edge_hertz, upper_edge_hertz : float, optional
        Where the first band begins, and the last one ends, in hertz.
    dtype: Floating; the default floating one if None.
    device: Where the matrix lies.

    Returns: Array, shape (dft_length, num_mel_bins)

    Raises
    ------
    IvyTypeError
        If the dtype is not floating.
    IvyValueError
        If a number is not positive, or edges are not ``0 <= lower < upper <= sample_rate / 2``.

    References: Davis, Mermelstein, "Comparison of parametric representations for monosyllabic word
    recognition", 1980. TensorFlow, ``tf.signal.linear_to_mel_weight_matrix``.

    >>> ivy.mel_weight_matrix(2, 5, 8000.0).shape
    (5, 2)
    """
    bins, spectrum = operator.index(num_mel_bins), operator.index(dft_length)
    if bins < 1 or spectrum < 1 or not sample_rate > 0:
        raise IvyValueError(
            f"mel_weight_matrix: {bins} bands, {spectrum} frequencies and a sample rate of "
            f"{sample_rate} were given; all must be positive"
        )
    lower, upper = lower_edge_hertz, upper_edge_hertz
    if not 0 <= lower < upper <= sample_rate / 2:
        raise IvyValueError(
            f"mel_weight_matrix: edges {lower} and {upper} were given; they must rise, from 0 to "
            f"half of the sample rate, {sample_rate / 2}"
        )
    values = windows.mel_weights(bins, spectrum, sample_rate, lower, upper)
    return _window_array("mel_weight_matrix", values, dtype, device, out)
