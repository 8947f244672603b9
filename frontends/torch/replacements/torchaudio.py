"""Operators of torchaudio: recursive filters, the transducer's loss, alignment of labels.

References
----------
torchaudio documentation, ``torchaudio.functional``. A. Graves, "Sequence Transduction with
Recurrent Neural Networks", 2012.
"""

from __future__ import annotations

import numpy as np

import frontends.torch as torch
from frontends.torch.policy import FILTERED_ELEMENTS


def is_align_available() -> bool:
    """Return True: labels can be aligned."""
    return True


def cuda_version() -> None:
    """Return None: nothing is compiled for CUDA."""


def _filter_recursively(x, coefficients, before):
    """Compute ``y[n] = x[n] - sum of coefficients[k] * y[n - 1 - k]`` along the last dimension.

    A block of samples is a product with the filter's impulse response, and what the samples before
    it add to them is one with its powers.

    Parameters
    ----------
    x : Tensor, shape (N, C, T)
    coefficients : Tensor, shape (C, order)
    before : Tensor, shape (N, C, order)
        The results before the first, the last one first.
    """
    channels, order = coefficients.shape
    if order == 0:
        return x.clone()
    size = min(FILTERED_ELEMENTS, max(x.size(2), 1))
    step = torch.zeros(channels, order, order, dtype=x.dtype, device=x.device)
    step[:, 0] = -coefficients  # what a state becomes: results move on by one
    step[:, 1:, :-1] = torch.eye(order - 1, dtype=x.dtype, device=x.device)
    effect = step[:, :1]  # (C, samples, order), of the state before on each sample
    power = step
    while effect.size(1) < size:
        effect = torch.cat([effect, effect @ power], 1)
        power = power @ power
    effect = effect[:, :size]
    response = torch.cat([torch.ones_like(effect[:, :1, 0]), effect[:, :-1, 0]], 1)
    lag = torch.arange(size, device=x.device)
    lag = lag[:, None] - lag
    response = (response[:, lag.clamp(min=0)] * (lag >= 0)).transpose(1, 2)
    effect = effect.transpose(1, 2)
    found, state = [], before
    for block in x.split(size, 2):
        count = block.size(2)
        y = (block.transpose(0, 1) @ response[:, :count, :count]).transpose(0, 1)
        y = y + (state.transpose(0, 1) @ effect[:, :, :count]).transpose(0, 1)
        state = torch.cat([y.flip(2), state], 2)[..., :order]
        found.append(y)
    return torch.cat(found, 2)


def _lfilter_core_loop(waveform, a_coeffs_flipped, padded_output) -> None:
    """Filter recursively, into `padded_output`, which begins with the results before."""
    order = a_coeffs_flipped.size(1) - 1
    coefficients = a_coeffs_flipped.flip(1)[:, 1:]
    before = padded_output[:, :, :order].flip(2)
    padded_output[:, :, order:] = _filter_recursively(waveform, coefficients, before)


def _overdrive_core_loop(waveform, temp, last_in, last_out, output_waveform) -> None:
    """Mix a signal with the highs of a distorted one, into `output_waveform`."""
    changes = torch.cat([(temp[:, 0] - last_in)[:, None], temp.diff(dim=1)], 1)
    decay = torch.full((1, 1), -0.995, dtype=temp.dtype, device=temp.device)
    highs = _filter_recursively(changes[:, None], decay, last_out[:, None, None])
    output_waveform[:] = waveform * 0.5 + highs[:, 0] * 0.75


def rnnt_loss_forward(
    logits, targets, logit_lengths, target_lengths, blank: int, clamp: float,
    fused_log_softmax: bool = True,
):  # fmt: skip
    """Return the transducer's loss of each sequence, and its gradient with respect to `logits`.

    Parameters
    ----------
    logits : Tensor, shape (N, T, U + 1, classes)
    targets : Tensor, shape (N, U)
    logit_lengths, target_lengths : Tensor, shape (N,)
    clamp : float
        What the gradient is cut at, if positive.
    """
    with torch.enable_grad():
        scores = logits.detach().requires_grad_()
        log_probs = scores.log_softmax(3) if fused_log_softmax else scores
        costs = _transducer_costs(log_probs, targets, logit_lengths, target_lengths, blank)
        (gradient,) = torch.autograd.grad(costs.sum(), scores)
    if clamp > 0:
        gradient = gradient.clamp(-clamp, clamp)
    return costs.detach(), gradient


def _transducer_costs(log_probs, targets, logit_lengths, target_lengths, blank: int):
    """Return minus the log probability of each target: the sum over all paths on the grid (T, U).

    Cells of an antidiagonal depend on the one before alone. They are at [..., u] here.
    """
    count, times, labels, _ = log_probs.shape
    skip = log_probs[..., blank]
    index = targets.long()[:, None, :, None].expand(-1, times, -1, -1)
    emit = log_probs[:, :, :-1].gather(3, index).squeeze(3)
    nothing = torch.full_like(skip[:, 0, :1], float("-inf"))
    cells = torch.arange(labels, device=log_probs.device)
    alpha = torch.cat([torch.zeros_like(nothing), nothing.expand(-1, labels - 1)], 1)
    diagonals = [alpha]
    for n in range(1, times + labels - 1):
        time = n - cells  # of each cell
        earlier = (time - 1).clamp(0, times - 1)
        stayed = alpha + skip[:, earlier, cells]
        stayed = stayed.masked_fill((time < 1) | (time >= times), float("-inf"))
        here = time[1:].clamp(0, times - 1)
        moved = alpha[:, :-1] + emit[:, here, cells[:-1]]
        moved = moved.masked_fill((time[1:] < 0) | (time[1:] >= times), float("-inf"))
        alpha = _log_sum(stayed, torch.cat([nothing, moved], 1))
        diagonals.append(alpha)
    last, ends = logit_lengths.long() - 1, target_lengths.long()
    each = torch.arange(count, device=log_probs.device)
    return -(torch.stack(diagonals)[last + ends, each, ends] + skip[each, last, ends])


def _log_sum(x, y):
    """Compute ``log(exp(x) + exp(y))``, without NaN in the gradient where both are -inf."""
    none = (x == float("-inf")) & (y == float("-inf"))
    found = torch.logaddexp(x.masked_fill(none, 0), y.masked_fill(none, 0))
    return found.masked_fill(none, float("-inf"))


def forced_align(log_probs, targets, input_lengths, target_lengths, blank: int):
    """Return the labels of the most probable path that gives the targets, and `log_probs`.

    The shape of `log_probs` is (1, T, classes), that of `targets` (1, L).
    """
    if log_probs.size(0) != 1:
        raise RuntimeError("The batch dimension for log_probs must be 1 at the current version.")
    times = int(input_lengths[0])
    scores = log_probs.detach()[0, :times].numpy()
    labels = targets[0, : int(target_lengths[0])].numpy()
    repeats = int((labels[1:] == labels[:-1]).sum())
    if times < len(labels) + repeats:
        raise RuntimeError(
            "targets length is too long for CTC. Found targets length: "
            f"{len(labels)}, log_probs length: {times}, and number of repeats: {repeats}"
        )
    states = np.full(2 * len(labels) + 1, blank, labels.dtype)
    states[1::2] = labels
    # from a label to the next one without a blank: not where they are equal
    jumps = np.zeros(len(states), bool)
    jumps[3::2] = labels[1:] != labels[:-1]
    best = np.full(len(states), -np.inf, scores.dtype)
    best[:2] = scores[0, states[:2]]
    moves = np.zeros((times, len(states)), np.int8)
    for t in range(1, times):
        ways = np.full((3, len(states)), -np.inf, scores.dtype)
        ways[0], ways[1, 1:] = best, best[:-1]
        ways[2, 2:] = np.where(jumps[2:], best[:-2], -np.inf)
        moves[t] = ways.argmax(0)
        best = ways.max(0) + scores[t, states]
    state = len(states) - 1 - int(len(states) > 1 and best[-2] > best[-1])
    path = np.full(log_probs.size(1), blank, labels.dtype)
    for t in reversed(range(times)):
        path[t] = states[state]
        state -= moves[t, state]
    return torch.tensor(path[None], device=log_probs.device), log_probs


__all__ = [
    "_lfilter_core_loop", "_overdrive_core_loop", "cuda_version", "forced_align",
    "is_align_available", "rnnt_loss_forward",
]  # fmt: skip
