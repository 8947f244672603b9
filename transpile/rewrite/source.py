"""Python source files: bytes to text and back without losing a byte, and atomic writing."""

from __future__ import annotations

import contextlib
import io
import os
import re
import stat
import tokenize
from dataclasses import dataclass
from pathlib import Path

from transpile.errors import TranspileError

BOM = "\ufeff"
_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a source file, a byte order mark included, and the encoding it is kept in."""

    text: str
    encoding: str = "utf-8"

    def encode(self, text: str) -> bytes:
        """Return `text` as bytes in this source's encoding."""
        return text.encode(self.encoding)


def decode(data: bytes, filename: str) -> Source:
    """Decode a source file as its byte order mark or coding cookie says (UTF-8 without either).

    Parameters
    ----------
    data : bytes
        The whole file.
    filename : str
        Its name, for error messages.

    Returns
    -------
    Source
        The text, line endings and byte order mark kept.

    Raises
    ------
    TranspileError
        Where the bytes are not text in that encoding, or the encoding is not known.

    Examples
    --------
    >>> decode(b"# coding: latin-1\\nname = '\\xe9'\\n", "a.py").encoding
    'iso-8859-1'
    """
    encoding = _detect_encoding(data, filename)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise _bad_byte_error(error, filename) from None
    except LookupError as error:  # a codec, but not one for text: `# coding: hex`
        raise TranspileError(str(error), file=filename, line=1, column=1) from None
    if text.encode(encoding) != data:  # stateful codecs may spell one text in several ways
        raise TranspileError(f"cannot be written back in {encoding} unchanged", file=filename)
    return Source(text, encoding)


def read_source(path: Path, filename: str) -> Source:
    """Read and decode the Python file at `path`, called `filename` in messages.

    Raises
    ------
    TranspileError
        Where it is no readable file, or a notebook, or `decode` refuses its bytes.
    """
    if path.suffix == ".ipynb":
        raise TranspileError("is a notebook, not a script", file=filename)
    return decode(read_file(path, filename)[0], filename)


@dataclass(frozen=True, slots=True)
class Stamp:
    """Identity, size and time of a file, which tell whether it has changed."""

    device: int
    inode: int
    size: int
    modified: int

    @classmethod
    def of(cls, status: os.stat_result) -> Stamp:
        """Return the stamp of a file whose status is known."""
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def read_file(path: Path, filename: str) -> tuple[bytes, Stamp]:
    """Read the file at `path`, called `filename` in messages; return its source and its stamp.

    Raises
    ------
    TranspileError
        Where it cannot be read, or another program writes to it meanwhile.
    """
    try:
        with open(path, "rb") as file:
            before = Stamp.of(os.fstat(file.fileno()))
            data = file.read()
            status = os.fstat(file.fileno())
    except FileNotFoundError:
        raise TranspileError("no such file", file=filename) from None
    except IsADirectoryError:
        raise TranspileError("is a folder, not a file", file=filename) from None
    except OSError as error:
        raise TranspileError(f"cannot be read: {error.strerror}", file=filename) from None
    if stat.S_ISREG(status.st_mode) and Stamp.of(status) != before:
        raise TranspileError("changed while it was read", file=filename)
    return data, before


def write_atomically(
    path: Path,
    data: bytes,
    *,
    mode_of: Path | None,
    filename: str,
    unchanged: Stamp | None = None,
    force: bool = True,
) -> None:
    """Put `data` at `path` so that no reader, and no crash, ever sees half of it.

    Parameters
    ----------
    path : Path
        The target; a symbolic link stays one, and the file it points to is replaced. A device or a
        pipe is written to.
    data : bytes
        The new content.
    mode_of : Path or None
        The file whose permission bits a new target takes; an existing one keeps its own.
    filename : str
        The target's name in messages.
    unchanged : Stamp, optional
        What the target must still be; without it, any content is replaced.
    force : bool
        Whether to replace a file that is there, a read-only one too.

    Raises
    ------
    TranspileError
        Where the target cannot be written; what was there before is then still there.
    """
    import tempfile  # it loads the modules of random numbers and compression

    target = Path(os.path.realpath(path))
    try:
        status = target.stat() if target.exists() else None
        if status is not None and not stat.S_ISREG(status.st_mode):
            target.write_bytes(data)  # replacing it would make /dev/null a file
            return
        if status is not None and not force:
            _check_replaceable(status, unchanged, filename)
        mode = _file_mode(status if status is not None or mode_of is None else mode_of.stat())
        descriptor, temporary = tempfile.mkstemp(dir=target.parent, prefix=".transpile-")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            _copy_owner(temporary, status)
            os.chmod(temporary, mode)
            if unchanged is not None and Stamp.of(target.stat()) != unchanged:
                raise TranspileError("changed meanwhile, left as it is", file=filename)
            os.replace(temporary, target)
        except BaseException:  # an interrupt too must leave nothing behind
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)
            raise
    except OSError as error:
        raise TranspileError(f"cannot be written: {error.strerror}", file=filename) from None


def _check_replaceable(status: os.stat_result, unchanged: Stamp | None, filename: str) -> None:
    """Raise unless a file that is there was read before (has a stamp) and may be written."""
    if unchanged is None:
        raise TranspileError("exists already; --force overwrites it", file=filename)
    if not status.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        # Its folder may well allow to replace it, but the file is write-protected.
        raise TranspileError("is read-only; --force overwrites it", file=filename)


def _copy_owner(temporary: str, status: os.stat_result | None) -> None:
    """Give the new file the owner of the old one, where the system permits it."""
    own = os.stat(temporary)
    if status is None or (own.st_uid, own.st_gid) == (status.st_uid, status.st_gid):
        return
    with contextlib.suppress(PermissionError):
        os.chown(temporary, status.st_uid, status.st_gid)


def _file_mode(status: os.stat_result | None) -> int:
    """Return the permissions of the old file; without one those that the umask leaves."""
    if status is not None:
        return stat.S_IMODE(status.st_mode)
    umask = os.umask(0)  # reading the mask means setting it
    os.umask(umask)
    return 0o666 & ~umask


def _detect_encoding(data: bytes, filename: str) -> str:
    """Return a source's encoding, that of a byte order mark as utf-8; raise for a bad one."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        try:
            data.decode()
        except UnicodeDecodeError as bad_byte:
            raise _bad_byte_error(bad_byte, filename) from None
        cookie = _COOKIE.search(data)
        line = data.count(b"\n", 0, cookie.start()) + 1 if cookie else 1
        raise TranspileError(str(error), file=filename, line=line, column=1) from None
    # The mark stays in the text, so that it is written back like any other character.
    return "utf-8" if encoding == "utf-8-sig" else encoding


def _bad_byte_error(error: UnicodeDecodeError, filename: str) -> TranspileError:
    before = error.object[: error.start]
    return TranspileError(
        f"not valid {error.encoding}: byte 0x{error.object[error.start]:02x}",
        file=filename,
        line=before.count(b"\n") + 1,
        column=error.start - before.rfind(b"\n"),
    )
