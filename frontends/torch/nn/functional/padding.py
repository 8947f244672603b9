"""Borders added to tensors, or cut off."""

from __future__ import annotations

from typing import Any

from frontends.torch.dispatch.func_wrapper import ivy, torch_function
from frontends.torch.operations import host_forms
from frontends.torch.tensors.dtypes import checked_number
from frontends.torch.tensors.tensor import Tensor

TensorLike = Number = Any
_MODES = {"reflect": "reflect", "replicate": "edge", "circular": "wrap"}
_SPATIAL = {2: (2, 3), 4: (3, 4), 6: (4, 5)}  # which numbers of dimensions take which paddings


@torch_function(host=host_forms.pad)
def pad(input: TensorLike, pad, mode: str = "constant", value: Number | None = None) -> Tensor:
    """Add borders along the last dimensions, or cut them off where a width is negative.

    Parameters
    ----------
    pad : sequence of int
        Widths before and after the last dimension, then the one before it, and so on.
    mode : {'constant', 'reflect', 'replicate', 'circular'}
        What the borders hold.
    value : number, optional
        The constant: zero unless given.

    Raises
    ------
    RuntimeError, NotImplementedError
        If the widths do not fit the tensor, or there is no such mode.

    >>> torch.nn.functional.pad(torch.tensor([1, 2]), (1, 0)).tolist()
    [0, 1, 2]
    """
    widths = [int(n) for n in pad]
    if len(widths) % 2:
        raise RuntimeError("Padding length must be divisible by 2")
    if len(widths) > 2 * input.ndim:
        raise RuntimeError(
            "Padding length should be less than or equal to two times the input dimension but got "
            f"padding length {len(widths)} and input of dimension {input.ndim}"
        )
    if mode == "constant":
        return padded_by_constant(input, widths, 0 if value is None else value)
    if value is not None and value != 0:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    if mode not in _MODES:
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if (
        mode == "circular"
        and len(widths) // 2 + 2 != input.ndim
        or (mode != "circular" and input.ndim not in _SPATIAL.get(len(widths), ()))
    ):
        if input.ndim not in _SPATIAL.get(len(widths), ()):
            raise NotImplementedError(
                f"Padding size {len(widths)} is not supported for {input.ndim}D input tensor."
            )
    return _pad_from_input(input, widths, mode)


def _pad_pairs(x: Tensor, widths: list[int]) -> list[tuple[int, int]]:
    """Return (before, after) per axis of ``x``, first axis first; ``widths`` start at the last."""
    pairs = list(zip(widths[::2], widths[1::2], strict=True))[::-1]
    return [(0, 0)] * (x.ndim - len(pairs)) + pairs


def _crop_negative_pads(x: Tensor, pairs: list[tuple[int, int]]) -> Tensor:
    """Return ``x`` cut by negative pads; positive ones change nothing; raise if too short."""
    cuts = []
    for (before, after), size in zip(pairs, x.shape, strict=True):
        start, stop = max(-before, 0), size - max(-after, 0)
        if stop < start or start > size:
            raise RuntimeError("narrow(): length must be non-negative.")
        cuts.append(slice(start, stop))
    return x[tuple(cuts)]


def padded_by_constant(x: Tensor, widths: list[int], value) -> Tensor:
    """Add borders of one value, and cut off what has negative widths."""
    pairs = _pad_pairs(x, widths)
    if any(n < 0 for pair in pairs for n in pair):
        x = _crop_negative_pads(x, pairs)
    wide = [(max(before, 0), max(after, 0)) for before, after in pairs]
    if not any(n for pair in wide for n in pair):
        return ivy.copy_array(x)
    value = checked_number(value, x.dtype)
    return ivy.constant_pad(x, wide, value=bool(value) if x.dtype.kind == "b" else value)


def _pad_from_input(x: Tensor, widths: list[int], mode: str) -> Tensor:
    """Pad with elements of ``x``; ``widths`` begin with the last axis, negative ones crop."""
    pairs = _pad_pairs(x, widths)
    for at, ((before, after), size) in enumerate(zip(pairs, x.shape, strict=True)):
        if mode == "reflect" and (before >= size or after >= size) and (before or after):
            raise RuntimeError(
                "Argument #4: Padding size should be less than the corresponding input dimension, "
                f"but got: padding ({before}, {after}) at dimension {at} of input {list(x.shape)}"
            )
        if mode == "circular" and (before > size or after > size):
            raise RuntimeError("Padding value causes wrapping around more than once.")
        if mode == "circular" and size + before + after < 0:
            raise RuntimeError("Negative padding value is resulting in an empty dimension")
        if mode != "circular" and (before or after) and size + before + after < 1:
            raise RuntimeError(
                f"input (dimension {at}: {size}) is too small. Calculated output "
                f"{size + before + after}"
            )
    wide = [(max(before, 0), max(after, 0)) for before, after in pairs]
    narrow = [(min(before, 0), min(after, 0)) for before, after in pairs]
    if mode == "circular":  # what is cut off is not seen again at the other end
        x, narrow = _crop_negative_pads(x, narrow), [(0, 0)] * x.ndim
    if any(n for pair in wide for n in pair):
        x = ivy.pad(x, wide, mode=_MODES[mode])
    return _crop_negative_pads(x, narrow) if any(n for pair in narrow for n in pair) else x


__all__ = ["pad", "padded_by_constant"]
