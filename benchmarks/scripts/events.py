"""Read the numbers that a script has written for TensorBoard."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

from frontends.torch.utils.tensorboard.records import read_records

_SIZES = {1: 8, 5: 4}  # of a field's value, by its kind


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """Return an int of parts of seven bits, and where it ends."""
    found = shift = 0
    while True:
        found |= (message[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if message[at - 1] < 0x80:
            return found, at


def _fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yield the fields of a protocol buffer: numbers, and ints or bytes."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        kind = key & 7
        if kind == 0:
            value, at = _varint(message, at)
            yield key >> 3, value
            continue
        size, at = (_SIZES[kind], at) if kind in _SIZES else _varint(message, at)
        yield key >> 3, message[at : at + size]
        at += size


def scalars(folder: Path) -> Iterator[tuple[str, int, float]]:
    """Yield the name, step and number of each scalar of the event files below a folder."""
    for file in sorted(folder.rglob("*tfevents*")):
        for record in read_records(file):
            event = dict(_fields(record))
            if 5 not in event:
                continue
            value = dict(_fields(dict(_fields(event[5]))[1]))
            if 2 in value:
                yield value[1].decode(), event.get(2, 0), struct.unpack("<f", value[2])[0]


__all__ = ["scalars"]
