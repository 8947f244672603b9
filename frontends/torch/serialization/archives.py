"""PyTorch's zip files: records, each of which begins at a multiple of 64 bytes.

The records of an archive lie in one folder, named after the file. ``data.pkl`` is the pickle,
``data/0`` and so on the memory of the storages, as it is.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import stat
import sys
import zipfile
from collections.abc import Iterator
from typing import IO

import numpy as np

from frontends.torch.dispatch.docstrings import citing

MAGIC = b"PK\x03\x04"
_ALIGNMENT = 64  # bytes, so that memory which is mapped suits every kernel
_PADDING = 0x4246  # the tag under which PyTorch's own archives have the blanks that align
_HEADER = 30  # bytes of a zip file's local header, before the name
_ZIP64 = 20  # bytes that zipfile adds to the header of a large record
_DAMAGED = (
    "PytorchStreamReader failed reading zip archive: {}. There is a high likelihood that your "
    "checkpoint file is corrupted. This can happen if the checkpoint was not saved properly, was "
    "transferred incorrectly, or the file was modified after saving."
)


class ArchiveWriter:
    """Writes the records of one archive.

    Parameters
    ----------
    file : file object, binary
        It has ``write`` and ``flush``; the archive begins where it stands.
    name : str
        Name of the folder that the records lie in.
    """

    def __init__(self, file: IO[bytes], name: str):
        self._sink = _Sink(file)
        self._zip = zipfile.ZipFile(self._sink, "w", zipfile.ZIP_STORED)
        self._name, self._hash = name, hashlib.sha256()

    def write(self, record: str, data: bytes | np.ndarray) -> None:
        """Write one record."""
        info = zipfile.ZipInfo(f"{self._name}/{record}")
        view = memoryview(data).cast("B")
        info.file_size = view.nbytes
        large = view.nbytes * 1.05 > zipfile.ZIP64_LIMIT
        begin = self._sink.tell() + _HEADER + len(info.filename.encode()) + 4 + _ZIP64 * large
        info.extra = _PADDING.to_bytes(2, "little")
        padding = -begin % _ALIGNMENT
        info.extra += padding.to_bytes(2, "little") + b"Z" * padding
        with self._zip.open(info, "w", force_zip64=large) as opened:
            opened.write(view)
        self._hash.update(info.filename.encode() + view.nbytes.to_bytes(8, "little"))
        if view.nbytes < 1 << 20:
            self._hash.update(view)

    def close(self) -> None:
        """Write what stands behind the records."""
        self.write("version", b"3\n")
        self.write(".data/serialization_id", str(int(self._hash.hexdigest()[:33], 16)).encode())
        self._zip.close()
        self._sink.flush()


class _Sink:
    """A file that is written from here on, and cannot be read: offsets count from its start."""

    def __init__(self, file: IO[bytes]):
        self._file, self._offset = file, 0

    def write(self, data) -> int:
        self._file.write(data)
        self._offset += memoryview(data).nbytes
        return memoryview(data).nbytes

    def tell(self) -> int:
        return self._offset

    def seekable(self) -> bool:
        return False

    def seek(self, *_):
        raise OSError("an archive is written from its beginning to its end")

    def flush(self) -> None:
        if hasattr(self._file, "flush"):
            self._file.flush()


@citing(None)
class ArchiveReader:
    """Reads the records of one archive.

    Parameters
    ----------
    file : file object, binary and seekable
        It stands where the archive begins.

    Raises: RuntimeError if it is damaged.
    """

    def __init__(self, file: IO[bytes]):
        try:
            self._zip = zipfile.ZipFile(file)
            self._folder = self._zip.namelist()[0].partition("/")[0]
        except (zipfile.BadZipFile, IndexError) as err:
            raise RuntimeError(_DAMAGED.format(err)) from None
        self._names = set(self._zip.namelist())
        self._file = file

    def __contains__(self, record: str) -> bool:
        return f"{self._folder}/{record}" in self._names

    def read(self, record: str) -> bytes:
        """Return one record.

        Raises
        ------
        RuntimeError
            If there is none of that name, or it is damaged.
        """
        return bytes(self.memory(record))

    def memory(self, record: str) -> np.ndarray:
        """Return one record as an array of bytes that may be written to."""
        try:
            info = self._zip.getinfo(f"{self._folder}/{record}")
        except KeyError:
            raise RuntimeError(
                f"PytorchStreamReader failed locating file {record}: file not found"
            ) from None
        found = np.empty(info.file_size, np.uint8)
        try:
            with self._zip.open(info) as opened:
                read = opened.readinto(memoryview(found)) if found.size else 0
                while read < found.size:
                    more = opened.readinto(memoryview(found)[read:])
                    if not more:
                        raise EOFError("the file ends within it")
                    read += more
        except (zipfile.BadZipFile, EOFError, OSError) as err:
            raise RuntimeError(_DAMAGED.format(f"{record}: {err}")) from None
        return found

    def mapped(self, record: str, path: str) -> np.ndarray:
        """Return one record as it lies in the file at ``path``; what is written stays in memory."""
        info = self._zip.getinfo(f"{self._folder}/{record}")
        if info.compress_type != zipfile.ZIP_STORED or not info.file_size:
            return self.memory(record)
        self._file.seek(info.header_offset + _HEADER - 4)
        lengths = np.frombuffer(self._file.read(4), "<u2")
        begin = info.header_offset + _HEADER + int(lengths.sum())
        return np.memmap(path, np.uint8, "c", begin, (info.file_size,)).view(np.ndarray)


def is_archive(file: IO[bytes]) -> bool:
    """Return whether an archive begins where ``file`` stands, and stays there.

    Examples
    --------
    >>> import io
    >>> from frontends.torch.serialization.archives import is_archive
    >>> is_archive(io.BytesIO(b"no zip"))
    False
    """
    offset = file.tell()
    found = file.read(len(MAGIC))
    file.seek(offset)
    return found == MAGIC


@contextlib.contextmanager
@citing(None)
def written_whole(path: str) -> Iterator[IO[bytes]]:
    """Open the file at ``path`` so that it is replaced when all has been written, or not at all.

    A device or a pipe, which cannot be replaced, is written to as it is.

    Raises: RuntimeError if its folder does not exist, or it is a folder itself.
    """
    path = os.path.realpath(path)
    folder = os.path.dirname(path)
    if not os.path.isdir(folder):
        raise RuntimeError(f"Parent directory {folder} does not exist.")
    if os.path.isdir(path):
        raise RuntimeError(f"open file failed with strerror: Is a directory: {path!r}")
    before = os.stat(path) if os.path.exists(path) else None
    if before is not None and not stat.S_ISREG(before.st_mode):
        with open(path, "wb") as file:
            yield file
        return
    temporary = os.path.join(folder, f".{os.path.basename(path)}.{secrets.token_hex(8)}")
    file = open(temporary, "xb")
    try:
        with file:
            yield file
        if before is not None:
            os.chmod(temporary, stat.S_IMODE(before.st_mode))
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def archive_name(path: str | None) -> str:
    """Return the name of the folder in the archive at ``path``; of one without path, 'archive'.

    Examples
    --------
    >>> from frontends.torch.serialization.archives import archive_name
    >>> archive_name("models/best.pt"), archive_name(None)
    ('best', 'archive')
    """
    if path is None:
        return "archive"
    return os.path.splitext(os.path.basename(path))[0] or "archive"


def swapped(memory: np.ndarray, itemsize: int, order: bytes) -> np.ndarray:
    """Return memory whose numbers have the byte order of this machine.

    Parameters
    ----------
    memory : numpy.ndarray, shape (bytes,), uint8
    itemsize : int
        Bytes of one number; of a complex one, of each part.
    order : bytes
        ``b'little'`` or ``b'big'``, as the file says.
    """
    if order not in (b"little", b"big"):
        raise ValueError(f"Unknown endianness type: {order.decode()}")
    if order.decode() == sys.byteorder or itemsize == 1:
        return memory
    return memory.reshape(-1, itemsize)[:, ::-1].reshape(-1).copy()


__all__ = [
    "MAGIC",
    "ArchiveReader",
    "ArchiveWriter",
    "archive_name",
    "is_archive",
    "swapped",
    "written_whole",
]
