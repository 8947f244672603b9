"""Sequences of several lengths: padded to one array, or packed without padding.

References
----------
PyTorch documentation, ``torch.nn.utils.rnn``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing


class _Packed(NamedTuple):
    data: object
    batch_sizes: object
    sorted_indices: object
    unsorted_indices: object


@citing("``torch.nn.utils.rnn.{}``")
class PackedSequence(_Packed):
    """Sequences step by step: all first elements, then all second ones, and so on.

    Attributes
    ----------
    data : Tensor, shape (sum of lengths, ...)
    batch_sizes : Tensor, shape (longest length,), int64
        How many sequences have an element at each step.
    sorted_indices, unsorted_indices : Tensor or None
        The order of the sequences by length, and back.
    """

    __slots__ = ()

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        if batch_sizes is None:
            if not (isinstance(data, (list, tuple)) and len(data) == 2):
                raise AssertionError("Expected data to be a list or tuple of length 2")
            data, batch_sizes = data
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args, **kwargs):
        """Return the sequence with its data moved or cast."""
        data = self.data.to(*args, **kwargs)
        if data is self.data:
            return self
        orders = [
            None if order is None else order.to(data.device)
            for order in (self.sorted_indices, self.unsorted_indices)
        ]
        return type(self)(data, self.batch_sizes, *orders)

    def cpu(self):
        """Return the sequence on the CPU."""
        return self.to(device="cpu")

    def cuda(self, *args, **kwargs):
        """Return the sequence on a CUDA device."""
        return self.to(device="cuda")

    def double(self):
        """Return the sequence as float64."""
        return self.to(dtype=torch.double)

    def float(self):
        """Return the sequence as float32."""
        return self.to(dtype=torch.float)

    def half(self):
        """Return the sequence as float16."""
        return self.to(dtype=torch.half)

    def long(self):
        """Return the sequence as int64."""
        return self.to(dtype=torch.long)

    def int(self):
        """Return the sequence as int32."""
        return self.to(dtype=torch.int)

    @property
    def is_cuda(self) -> bool:
        """Whether the data is on a CUDA device."""
        return self.data.is_cuda

    def is_pinned(self) -> bool:
        """Return whether the data lies in pinned memory."""
        return self.data.is_pinned()


def invert_permutation(permutation):
    """Return the order that undoes an order, or None for None."""
    return None if permutation is None else torch.argsort(permutation)


@citing("``torch.nn.utils.rnn.{}``")
def pack_padded_sequence(input, lengths, batch_first: bool = False, enforce_sorted: bool = True):
    """Pack padded sequences.

    Parameters
    ----------
    input : Tensor, shape (longest, N, ...), or (N, longest, ...) if ``batch_first``
    lengths : Tensor or list of int, shape (N,)
    batch_first : bool
    enforce_sorted : bool
        Whether the lengths must fall; else the sequences are sorted, and the order kept.

    Returns: PackedSequence

    >>> from frontends.torch.nn.utils.rnn import pack_padded_sequence
    >>> packed = pack_padded_sequence(torch.tensor([[1, 2, 3], [4, 5, 0]]), [3, 2], True)
    >>> packed.data.tolist(), packed.batch_sizes.tolist()
    ([1, 4, 2, 5, 3], [2, 2, 1])
    """
    counts = np.asarray(lengths.tolist() if isinstance(lengths, torch.Tensor) else lengths)
    counts = counts.astype(np.int64)
    order = None
    batch_dim = 0 if batch_first else 1
    if not enforce_sorted:
        order = np.argsort(-counts, kind="stable")
        counts = counts[order]
        order = torch.tensor(order.tolist(), dtype=torch.int64, device=input.device)
        input = input.index_select(batch_dim, order)
    batch, longest = input.size(batch_dim), input.size(1 - batch_dim)
    if len(counts) != batch:
        raise RuntimeError(
            f"Expected `len(lengths)` to be equal to batch_size, but got {len(counts)} "
            f"(batch_size={batch})"
        )
    if (counts[1:] > counts[:-1]).any():
        raise RuntimeError(
            "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. "
            "You can pass `enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to "
            "sidestep this requirement if you do not need ONNX exportability."
        )
    if (counts <= 0).any():
        raise RuntimeError(
            "Length of all samples has to be greater than 0, but found an element in 'lengths' "
            "that is <= 0"
        )
    there = np.arange(counts[0])[:, None] < counts  # (step, sequence)
    step, sequence = np.nonzero(there)
    positions = sequence * longest + step if batch_first else step * batch + sequence
    flat = input.reshape(batch * longest, *input.shape[2:])
    data = flat.index_select(0, torch.tensor(positions.tolist(), device=input.device))
    return PackedSequence(data, torch.tensor(there.sum(1).tolist()), order, None)


@citing("``torch.nn.utils.rnn.{}``")
def pad_packed_sequence(
    sequence, batch_first: bool = False, padding_value: float = 0.0, total_length=None
):
    """Return packed sequences as one padded array, and their lengths.

    Parameters
    ----------
    sequence : PackedSequence
    batch_first : bool
    padding_value : float
    total_length : int, optional
        To which they are padded; the longest sequence by default.
    """
    sizes = np.asarray(sequence.batch_sizes.tolist())
    longest = len(sizes)
    if total_length is not None:
        if total_length < longest:
            raise ValueError(
                "Expected total_length to be at least the length of the longest sequence in "
                f"input, but got total_length={total_length} and max sequence length being "
                f"{longest}"
            )
        longest = total_length
    batch = int(sizes[0])
    there = np.arange(batch) < sizes[:, None]  # (step, sequence)
    data = sequence.data
    positions = np.full((longest, batch), data.size(0))  # the padding is the row behind the data
    positions[: len(sizes)][there] = np.arange(data.size(0))
    lengths = there.sum(0)
    back = sequence.unsorted_indices
    if back is not None:
        order = np.asarray(back.tolist())
        positions, lengths = positions[:, order], lengths[order]
    if batch_first:
        positions = positions.T
    padding = torch.full((1, *data.shape[1:]), padding_value, dtype=data.dtype, device=data.device)
    index = torch.tensor(positions.ravel().tolist(), device=data.device)
    flat = torch.cat([data, padding]).index_select(0, index)
    return flat.reshape(*positions.shape, *data.shape[1:]), torch.tensor(lengths.tolist())


@citing("``torch.nn.utils.rnn.{}``")
def pad_sequence(
    sequences, batch_first: bool = False, padding_value: float = 0.0, padding_side: str = "right"
):
    """Stack sequences of several lengths, padded to the longest.

    Parameters
    ----------
    sequences : list of Tensor, shape (length, ...)
    batch_first : bool
        Whether the result is (N, longest, ...) in place of (longest, N, ...).
    padding_value : float
    padding_side : {"right", "left"}
    """
    if not isinstance(sequences, Iterable):
        raise RuntimeError(
            "pad_sequence: Expected iterable for input sequences, but got arg of type: "
            f"{type(sequences)}"
        )
    sequences = tuple(sequences)
    if not sequences:
        raise RuntimeError("received an empty list of sequences")
    if padding_side not in ("left", "right"):
        raise RuntimeError(
            f"Expected padding_side to be one of left or right, but got {padding_side}."
        )
    longest = max(sequence.size(0) for sequence in sequences)
    padded = []
    for sequence in sequences:
        missing = longest - sequence.size(0)
        if missing:
            padding = sequence.new_full((missing, *sequence.shape[1:]), padding_value)
            pair = [sequence, padding] if padding_side == "right" else [padding, sequence]
            sequence = torch.cat(pair)
        padded.append(sequence)
    return torch.stack(padded, dim=0 if batch_first else 1)


def unpad_sequence(padded_sequences, lengths, batch_first: bool = False) -> list:
    """Return the sequences of a padded array, each with its own length."""
    if not batch_first:
        padded_sequences = padded_sequences.transpose(0, 1)
    counts = lengths.tolist()
    return [sequence[:count] for sequence, count in zip(padded_sequences, counts, strict=True)]


def pack_sequence(sequences, enforce_sorted: bool = True):
    """Pack sequences of several lengths. PyTorch: ``torch.nn.utils.rnn.pack_sequence``."""
    lengths = [sequence.size(0) for sequence in sequences]
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences) -> list:
    """Return the sequences of a packed one. PyTorch: ``nn.utils.rnn.unpack_sequence``."""
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
