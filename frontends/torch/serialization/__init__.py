"""``torch.serialization``: objects with tensors in files, as real PyTorch reads and writes them."""

from __future__ import annotations

from frontends.torch.dispatch.docstrings import citing

import contextlib
import io
import os
import pickle
import sys
import types
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import IO

import numpy as np

from ..dispatch.errors import entry
from .archives import ArchiveReader, archive_name, is_archive, written_whole
from .checkpoints import (
    Loader,
    Reading,
    read_archive,
    read_legacy,
    write_archive,
    write_legacy,
)
from .tensor_files import ACCESS
from .weights_unpickler import names_in

_of_user: dict[str, object] = {}  # what weights may name besides, by the user's word
_NUMPY_ARRAYS = "frontends.numpy.ndarray"
_TRUE = ("1", "y", "yes", "true")
_TRUST = (
    "Since PyTorch 2.6 `torch.load` has `weights_only=True` by default. With `weights_only=False` "
    "the file is read whole, and may run any code: do so only if you trust its source."
)


@entry
@citing("``torch.{}``")
def save(
    obj: object,
    f: str | os.PathLike | IO[bytes],
    pickle_module: types.ModuleType = pickle,
    pickle_protocol: int = 2,
    _use_new_zipfile_serialization: bool = True,
    _disable_byteorder_record: bool = False,
) -> None:
    """Save an object in a file that PyTorch loads.

    Tensors that share memory share it again when they are loaded. A file at a path is replaced
    when all has been written, or stays as it was.

    Parameters
    ----------
    obj : object
        What can be pickled: tensors, a ``state_dict``, containers of them.
    f : str, path-like or file object
        Where to; a file object has ``write`` and ``flush``.
    pickle_module : module, optional
        Whose pickler is used.
    pickle_protocol : int, optional
        Of the pickle; 2 is what ``weights_only=True`` reads.

    Raises: RuntimeError if the folder does not exist, or tensors of two dtypes share memory.

    Examples
    --------
    >>> import io
    >>> import frontends.torch as torch
    >>> file = io.BytesIO()
    >>> torch.save({"weight": torch.ones(2)}, file)
    >>> _ = file.seek(0)
    >>> torch.load(file)
    {'weight': tensor([1., 1.])}
    """
    path = _path_or_none(f)
    if path is None and not hasattr(f, "write"):
        raise AttributeError(
            "expected 'f' to be string, path, or a file-like object with a 'write' attribute"
        )
    if not _use_new_zipfile_serialization and pickle_module is not pickle:
        raise ValueError("torch.save: the legacy format is written by the module pickle alone")

    def write(file):
        if not _use_new_zipfile_serialization:
            write_legacy(obj, file, ACCESS, protocol=pickle_protocol)
            return
        write_archive(
            obj,
            file,
            archive_name(path),
            ACCESS,
            pickle_module=pickle_module,
            protocol=pickle_protocol,
            byteorder=not _disable_byteorder_record,
        )

    if path is None:
        write(f)
    else:
        with written_whole(path) as file:
            write(file)


@entry
@citing("``torch.{}``")
def load(
    f: str | os.PathLike | IO[bytes],
    map_location: Callable | str | dict | None = None,
    pickle_module: types.ModuleType | None = None,
    *,
    weights_only: bool | None = None,
    mmap: bool | None = None,
    **pickle_load_args,
):
    """Load an object from a file of :func:`save`, or of real PyTorch's.

    Parameters
    ----------
    f : str, path-like or file object
        Where from; a file object has ``read``, ``readline``, ``tell`` and ``seek``.
    map_location : str, torch.device, Placement, dict or callable, optional
        Where tensors shall live: a device or a placement for all of them, one for each one's
        device, or a function of the memory and its device, which returns memory
        (``storage.cpu()``) or None.
    pickle_module : module, optional
        Whose unpickler is used, with ``weights_only=False``.
    weights_only : bool, optional
        Whether the file may hold tensors, containers, numbers and text alone, besides what
        :func:`add_safe_globals` allows; True by default. A file that is read with False can run
        any code.
    mmap : bool, optional
        Whether memory is mapped from the file, at a path.
    **pickle_load_args
        What the unpickler takes besides, with ``weights_only=False``.

    Returns: object

    Raises
    ------
    pickle.UnpicklingError
        If the file names what is not allowed.
    RuntimeError
        If it is damaged, or a device is not there.

    Examples
    --------
    >>> import io
    >>> import frontends.torch as torch
    >>> file = io.BytesIO()
    >>> torch.save([torch.arange(3), "text"], file)
    >>> _ = file.seek(0)
    >>> torch.load(file, map_location="cpu")
    [tensor([0, 1, 2]), 'text']
    """
    weights_only = _wants_weights_only(weights_only, pickle_module)
    if weights_only and pickle_module is not None:
        raise RuntimeError("Can not safely load weights when explicit pickle_module is specified")
    if weights_only and pickle_load_args:
        warnings.warn("pickle_load_args only works if `weights_only=False`.", stacklevel=3)
    options = {"encoding": "utf-8", **pickle_load_args}
    module = None if weights_only else pickle_module or pickle
    reading = Reading(ACCESS, map_location, _allowed_by_user(), module, options)
    path = _path_or_none(f)
    with (
        _open_for_reading(f, path) as file,
        _explain_weights_only_errors() if weights_only else contextlib.nullcontext(),
    ):
        if is_archive(file):
            archive = ArchiveReader(file)
            if "constants.pkl" in archive:
                raise RuntimeError(
                    "the file is a TorchScript archive, which PyTorch's torch.jit.load reads; "
                    "save a state_dict with torch.save to load it here"
                )
            if mmap and path is None:
                raise ValueError("f must be a file path in order to use the mmap argument")
            return read_archive(archive, reading, path if mmap else None)
        if mmap:
            raise RuntimeError(
                f"mmap can only be used with files saved with `torch.save({path or ''}, "
                "_use_new_zipfile_serialization=True), please torch.save your checkpoint with "
                "this option in order to use mmap."
            )
        return read_legacy(file, reading)


def _path_or_none(f) -> str | None:
    """Return a path as str; None if ``f`` is none, and so a file object."""
    return os.fsdecode(f) if isinstance(f, (str, bytes, os.PathLike)) else None


@contextlib.contextmanager
def _open_for_reading(f, path: str | None) -> Iterator[IO[bytes]]:
    """Yield the file at ``path`` or, if it is None, ``f``, which must be seekable."""
    if path is not None:
        with open(path, "rb") as file:
            yield file
        return
    for name in ("seek", "tell", "read"):
        if not hasattr(f, name):
            raise AttributeError(
                f"'{type(f).__name__}' object has no attribute '{name}'. You can only torch.load "
                "from a file that is seekable. Please pre-load the data into a buffer like "
                "io.BytesIO and try to load from it instead."
            )
    try:
        f.seek(f.tell())
    except io.UnsupportedOperation as err:
        raise io.UnsupportedOperation(
            f"{err}. You can only torch.load from a file that is seekable. Please pre-load the "
            "data into a buffer like io.BytesIO and try to load from it instead."
        ) from None
    yield f


def _wants_weights_only(wish: bool | None, pickle_module) -> bool:
    """Return ``wish``, or True if the environment forces it; None: True without pickle module."""

    def is_set(name):
        return os.environ.get(name, "0").lower() in _TRUE

    forced, lifted = map(
        is_set, ("TORCH_FORCE_WEIGHTS_ONLY_LOAD", "TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD")
    )
    if forced and lifted:
        raise RuntimeError(
            "Only one of `TORCH_FORCE_WEIGHTS_ONLY_LOAD` or `TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD` "
            "should be set, but both were set."
        )
    if forced:
        return True
    if wish is not None:
        return wish
    return pickle_module is None and not lifted


@contextlib.contextmanager
def _explain_weights_only_errors() -> Iterator[None]:
    """Raise an UnpicklingError of a ``with`` block again, with advice on trusted files."""
    try:
        yield
    except pickle.UnpicklingError as err:
        raise pickle.UnpicklingError(
            f"Weights only load failed. {_TRUST}\n\tWeightsUnpickler error: {err}"
        ) from None


@citing("``torch.serialization.{}``")
def add_safe_globals(safe_globals: Iterable[Callable | tuple[Callable, str]]) -> None:
    """Allow files of weights to name functions and classes, and to call them.

    Parameters
    ----------
    safe_globals : iterable
        Functions and classes, or pairs of one and the full name that files have for it.

    Examples
    --------
    >>> import fractions
    >>> import frontends.torch as torch
    >>> torch.serialization.add_safe_globals([fractions.Fraction])
    >>> torch.serialization.get_safe_globals()
    [<class 'fractions.Fraction'>]
    >>> torch.serialization.clear_safe_globals()
    """
    _of_user.update(_index_allowed_by_name(safe_globals))


def clear_safe_globals() -> None:
    """Allow nothing more than PyTorch does by itself.

    References: PyTorch documentation, ``torch.serialization.clear_safe_globals``.
    """
    _of_user.clear()


def get_safe_globals() -> list:
    """List the classes and functions that the user has allowed.

    References: PyTorch documentation, ``torch.serialization.get_safe_globals``.
    """
    return list(_of_user.values())


@citing("``torch.serialization.{}``")
class safe_globals:  # noqa: N801
    """Allow files of weights to name functions and classes, for a while.

    Parameters
    ----------
    safe_globals : iterable
        As for :func:`add_safe_globals`.

    Examples
    --------
    >>> import fractions
    >>> import frontends.torch as torch
    >>> with torch.serialization.safe_globals([fractions.Fraction]):
    ...     len(torch.serialization.get_safe_globals())
    1
    >>> torch.serialization.get_safe_globals()
    []
    """

    def __init__(self, safe_globals: Iterable[Callable | tuple[Callable, str]]):
        self.safe_globals = list(safe_globals)

    def __enter__(self) -> None:
        add_safe_globals(self.safe_globals)

    def __exit__(self, *raised) -> None:
        for name in _index_allowed_by_name(self.safe_globals):
            _of_user.pop(name, None)


def _allowed_by_user() -> dict[str, object]:
    """Return full name -> global of what the user allows, as files name it.

    Files hold NumPy's arrays under NumPy's names, where the user's ``np.ndarray`` may be the
    frontend's, and those of ``torch.save`` here name what makes an array of the frontend.
    """
    found = dict(_of_user)
    for name, each in _of_user.items():
        module = getattr(each, "__module__", None)
        if module == _NUMPY_ARRAYS and hasattr(np, each.__qualname__):
            maker = sys.modules[module].array_from_pickle
            found[name.replace(module, "numpy")] = getattr(np, each.__qualname__)
            found[f"{maker.__module__}.{maker.__qualname__}"] = maker
    return found


def _index_allowed_by_name(allowed: Iterable) -> dict[str, object]:
    """Return full name -> global; an item is a global or a pair of it and its full name."""
    found = {}
    for each in allowed:
        if not isinstance(each, tuple):
            module, name = ACCESS.name_of(each) or (each.__module__, each.__qualname__)
            found[f"{module}.{name}"] = each
            continue
        if len(each) != 2:
            raise ValueError(
                "Expected tuple of length 2 (global, str of callable full path), but got tuple of "
                f"length: {len(each)}"
            )
        if type(each[1]) is not str:
            raise TypeError(
                "Expected second item in tuple to be str of callable full path, but got: "
                f"{type(each[1])}"
            )
        found[each[1]] = each[0]
    return found


@entry
def get_unsafe_globals_in_checkpoint(f: str | os.PathLike | IO[bytes]) -> list[str]:
    """Return the names in a file that ``weights_only=True`` would refuse; nothing is called.

    References: PyTorch documentation, ``torch.serialization.get_unsafe_globals_in_checkpoint``.
    """
    with _open_for_reading(f, _path_or_none(f)) as file:
        if not is_archive(file):
            raise ValueError("Expected input to be a checkpoint returned by torch.save")
        named = names_in(io.BytesIO(ArchiveReader(file).read("data.pkl")))
    return sorted(named - {*Loader(ACCESS, None, None, {}).names(), *_allowed_by_user()})


__all__ = [
    "add_safe_globals",
    "clear_safe_globals",
    "get_safe_globals",
    "get_unsafe_globals_in_checkpoint",
    "load",
    "safe_globals",
    "save",
]
