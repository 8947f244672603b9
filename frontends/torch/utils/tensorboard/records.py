"""Files of records, each with its length and checksums, as TensorFlow and TensorBoard read them.

References
----------
TensorFlow documentation, *TFRecord and tf.train.Example*: the format of a record.
RFC 3720, appendix B.4: CRC-32C.
"""

from __future__ import annotations

import struct
import threading
import time
import weakref
from collections.abc import Iterator
from pathlib import Path

_POLYNOMIAL = 0x82F63B78  # of CRC-32C, its bits turned around
_MASK = 0xA282EAD8  # added, so that a checksum of checksums is no constant


def _entry(value: int) -> int:
    for _ in range(8):
        value = value >> 1 ^ _POLYNOMIAL if value & 1 else value >> 1
    return value


_TABLE = [_entry(each) for each in range(256)]


def checksum(data: bytes) -> int:
    """Return the masked CRC-32C of some bytes.

    Examples
    --------
    >>> hex(checksum(b"123456789"))
    '0xc78ab0e5'
    """
    found, table = 0xFFFFFFFF, _TABLE
    for byte in data:
        found = table[(found ^ byte) & 0xFF] ^ found >> 8
    found ^= 0xFFFFFFFF
    return (found >> 15 | found << 17 & 0xFFFFFFFF) + _MASK & 0xFFFFFFFF


class RecordFile:
    """A file that records are added to; it is flushed by time, on request, and at the end.

    Parameters
    ----------
    path : Path
    flush_secs : float
        Seconds after which what was added is handed to the operating system with the next record.
    """

    def __init__(self, path: Path, flush_secs: float):
        self._file = path.open("wb")
        self._seconds = flush_secs
        self._flushed = time.monotonic()
        self._lock = threading.Lock()
        # A program that ends without `close` has its last records written.
        self._finalizer = weakref.finalize(self, self._file.close)

    def add(self, data: bytes) -> None:
        """Add a record."""
        length = struct.pack("<Q", len(data))
        parts = length, struct.pack("<I", checksum(length)), data, struct.pack("<I", checksum(data))
        with self._lock:
            self._file.write(b"".join(parts))
            if time.monotonic() - self._flushed >= self._seconds:
                self._flush()

    def flush(self) -> None:
        """Hand what was added to the operating system."""
        with self._lock:
            self._flush()

    def _flush(self) -> None:
        if not self._file.closed:
            self._file.flush()
        self._flushed = time.monotonic()

    def close(self) -> None:
        """Write what was added and close the file; a second call does nothing."""
        with self._lock:
            self._finalizer()


def read_records(path: Path) -> Iterator[bytes]:
    """Yield the records of a file.

    Raises
    ------
    ValueError
        If a checksum is not that of the bytes.
    """
    content = path.read_bytes()
    at = 0
    while at < len(content):
        (length,) = struct.unpack_from("<Q", content, at)
        data = content[at + 12 : at + 12 + length]
        (found,) = struct.unpack_from("<I", content, at + 12 + length)
        if found != checksum(data):
            raise ValueError(f"{path}: the record at byte {at} has another checksum")
        yield data
        at += length + 16


__all__ = ["RecordFile", "checksum", "read_records"]
