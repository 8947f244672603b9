"""Losses of images, and of networks that generate them."""

from __future__ import annotations

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.registry import compositional, handle_nestable

from ..operands import as_array


@compositional
def wasserstein_loss_discriminator(
    p_real: Array, p_fake: Array, *, out: Array | None = None
) -> Array:
    """Loss of a critic, ``mean(p_fake) - mean(p_real)``.

    Parameters
    ----------
    p_real, p_fake : Array, real
        What the critic gives for real and for generated data.

    Returns: Array without dimensions

    References: Arjovsky, Chintala and Bottou, "Wasserstein GAN", 2017.

    >>> ivy.wasserstein_loss_discriminator(ivy.asarray([1.0, 3.0]), ivy.asarray([0.0, 1.0]))
    ivy.array(-1.5)
    """
    return ivy.subtract(ivy.mean(p_fake), ivy.mean(p_real), out=out)


@compositional
def wasserstein_loss_generator(pred_fake: Array, *, out: Array | None = None) -> Array:
    """Loss of a generator, ``-mean(pred_fake)``.

    Parameters
    ----------
    pred_fake, real: What the critic gives for generated data.

    Returns: Array without dimensions

    References: Arjovsky, Chintala and Bottou, "Wasserstein GAN", 2017.

    >>> ivy.wasserstein_loss_generator(ivy.asarray([1.0, 3.0]))
    ivy.array(-2.)
    """
    return ivy.negative(ivy.mean(pred_fake), out=out)


@compositional
@handle_nestable
def ssim_loss(true: Array, pred: Array, *, out: Array | None = None) -> Array:
    """Dissimilarity of images: one less their mean structural similarity.

    Means and variances are those of the 3x3 pixels around each pixel, of those that the image has.

    Parameters
    ----------
    true, pred : Array, shape (N, C, H, W), real
        Images, with values in [0, 1].

    Returns: Array without dimensions

    References
    ----------
    Wang, Bovik, Sheikh and Simoncelli, "Image quality assessment: from error visibility to
    structural similarity", 2004.

    >>> images = ivy.reshape(ivy.arange(16.0) / 15, (1, 1, 4, 4))
    >>> ivy.ssim_loss(images, images)
    ivy.array(0.)
    """
    true, pred = (as_array(x) for x in (true, pred))
    counts = _sum_3x3_neighbors(
        ivy.ones((1, 1, *true.shape[-2:]), dtype=true.dtype, device=true.device)
    )

    def local_mean(x):
        return _sum_3x3_neighbors(x) / counts

    mean_true, mean_pred = local_mean(true), local_mean(pred)
    var_true = local_mean(true * true) - mean_true * mean_true
    var_pred = local_mean(pred * pred) - mean_pred * mean_pred
    covariance = local_mean(true * pred) - mean_true * mean_pred
    c1, c2 = 0.01**2, 0.03**2
    likeness = (2 * mean_true * mean_pred + c1) * (2 * covariance + c2)
    energy = (mean_true * mean_true + mean_pred * mean_pred + c1) * (var_true + var_pred + c2)
    return ivy.subtract(1, ivy.mean(likeness / energy), out=out)


def _sum_3x3_neighbors(x):
    """Return the sums of 3x3 pixels: each pixel and those around it, 0 beyond the border."""
    x = ivy.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    x = x[..., :-2, :] + x[..., 1:-1, :] + x[..., 2:, :]
    return x[..., :-2] + x[..., 1:-1] + x[..., 2:]
