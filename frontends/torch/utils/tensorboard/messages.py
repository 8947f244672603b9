"""Protocol buffers by hand: a message is the bytes of its fields, each behind its number.

References
----------
Protocol Buffers documentation, *Encoding*.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

# What the lowest three bits of a field's key say of its value
_KINDS = {"varint": 0, "double": 1, "data": 2, "single": 5}


class Message(bytes):
    """The bytes of a message, with the method by which a protocol buffer gives its own."""

    def SerializeToString(self) -> bytes:
        """Return the bytes, as messages of the package protobuf do."""
        return bytes(self)


def _varint(value: int) -> bytes:
    """Return an int in parts of seven bits, the lowest first; a negative one as 64 bits."""
    value &= (1 << 64) - 1
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)


def _key(number: int, kind: str) -> bytes:
    return _varint(number << 3 | _KINDS[kind])


def integer(number: int, value: int) -> bytes:
    """Return a field with an int, a bool or an enumeration's number."""
    return _key(number, "varint") + _varint(int(value))


def double(number: int, value: float) -> bytes:
    """Return a field with a float of eight bytes."""
    return _key(number, "double") + struct.pack("<d", value)


def single(number: int, value: float) -> bytes:
    """Return a field with a float of four bytes; one that is too large becomes infinite."""
    try:
        packed = struct.pack("<f", value)
    except OverflowError:
        packed = struct.pack("<f", float("inf") if value > 0 else float("-inf"))
    return _key(number, "single") + packed


def doubles(number: int, values: Iterable[float]) -> bytes:
    """Return a field with many floats of eight bytes."""
    values = list(values)
    return data(number, struct.pack(f"<{len(values)}d", *values)) if values else b""


def data(number: int, value: bytes | str) -> bytes:
    """Return a field with bytes, a text or another message."""
    value = value.encode() if isinstance(value, str) else value
    return _key(number, "data") + _varint(len(value)) + value


__all__ = ["Message", "data", "double", "doubles", "integer", "single"]
