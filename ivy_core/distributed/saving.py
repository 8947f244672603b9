"""Saving and loading nests of arrays in parts: a folder with one file a process, and an index.

Each process writes the parts that its devices have, and reads the pieces that they need: no array
is gathered. The index says, by the name of an array, where its parts are in the files. It is JSON,
and the parts are records of NumPy's ``.npy`` format one after the other: nothing is unpickled. A
folder is written beside its path, and renamed when all of it is there.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import math
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ivy_core.arrays.array import Array
from ivy_core.arrays.views import new_array
from ivy_core.backend_handler import active_backend, dialects
from ivy_core.backends.holder import held
from ivy_core.backends.loading import backend_for, backend_of
from ivy_core.backends.placement import Mesh, Placement
from ivy_core.container import Container
from ivy_core.defaults import current
from ivy_core.dtypes import DTYPES, to_numpy_dtype
from ivy_core.utils.exceptions import IvyException, IvyTypeError, IvyValueError

_FORMAT = "arrays in parts, 1"
_INDEX = "index.json"
_DAY = 86400.0
_NUMBERS = itertools.count()  # of the calls of `save`: the same in all processes
_KINDS = {"list": list, "tuple": tuple}
_VALUES = (type(None), bool, int, float, str)


@dataclass(frozen=True)
class Cut:
    """A leaf of a nest that is an array of which the parts of this process are known.

    Parameters
    ----------
    shape : tuple of int
        That of the whole array.
    dtype : numpy.dtype
    parts : list of (tuple of int, numpy.ndarray)
        Where each part begins, and its elements.
    package : str
        Of which frontend it is loaded as an array: ``numpy``, ``torch``, or none.
    """

    shape: tuple[int, ...]
    dtype: np.dtype
    parts: list[tuple[tuple[int, ...], np.ndarray]]
    package: str = ""


# writing


def save(path, tree, *, alone: bool = False) -> None:
    """Write a nest of arrays into a folder, each process the parts that it has.

    All processes call it with the same path, on a file system that all see. A folder of an earlier
    ``save`` is replaced as a whole; anything else that is there is left alone.

    Parameters
    ----------
    path : str or path
        The folder.
    tree : nest
        Dicts with keys of text or ints, Containers, lists and tuples of arrays, numbers, text and
        None.
    alone : bool, optional
        Whether this process writes by itself, all of what it has.

    Raises
    ------
    IvyTypeError
        If the nest has something else in it.
    IvyValueError
        If something is at the path that ``save`` has not written.
    IvyException
        If a process cannot write, in all of them; what was there stays.

    Examples
    --------
    >>> import tempfile
    >>> import ivy_core as ivy
    >>> with tempfile.TemporaryDirectory() as folder, ivy.with_backend("numpy"):
    ...     ivy.distributed.save(f"{folder}/state", {"x": ivy.asarray([1.0, 2.0]), "step": 3})
    ...     ivy.distributed.load(f"{folder}/state")
    {'x': ivy.array([1., 2.]), 'step': 3}
    """
    path = os.path.abspath(os.fspath(path))
    partial = f"{path}.partial"
    group = None if alone else active_backend().process_group()
    index = 0 if group is None else group.index
    arrays: dict[str, object] = {}
    shape_of_tree = _encoded(tree, "", arrays)
    step = f"saving/{next(_NUMBERS)}"
    with failing_together(group, f"{step}/begin"):
        if index == 0:
            _check_replaceable(path)
            shutil.rmtree(partial, ignore_errors=True)  # of a run that was ended
            os.makedirs(partial)
    with failing_together(group, f"{step}/write"):
        _write_parts(partial, index, arrays, shape_of_tree)
    with failing_together(group, f"{step}/end"):
        if index == 0:
            count = 1 if group is None else group.count
            _write_index(partial, count)
            _replace(path, partial)


def _encoded(tree, name: str, arrays: dict):
    """Return a nest as JSON keeps it; its arrays are put into ``arrays``, by name."""
    if isinstance(tree, (Array, Cut)) or backend_of(tree) is not None:
        name = name or "array"
        if name in arrays:
            raise IvyValueError(f"save: two arrays have the name {name!r}; rename a key")
        arrays[name] = tree
        return {"array": name}
    if isinstance(tree, _VALUES):
        return {"value": tree}
    if isinstance(tree, complex):
        return {"complex": [tree.real, tree.imag]}
    for kind, cls in _KINDS.items():
        if type(tree) is cls:
            return {kind: [_encoded(x, _joined(name, i), arrays) for i, x in enumerate(tree)]}
    if isinstance(tree, Mapping):
        for key in tree:
            if type(key) not in (str, int):
                raise IvyTypeError(f"save: key {key!r} was given; text and ints are allowed")
        kind = "container" if isinstance(tree, Container) else "dict"
        return {kind: [[k, _encoded(x, _joined(name, k), arrays)] for k, x in tree.items()]}
    raise IvyTypeError(
        f"save: {name or 'the nest'} is of type {type(tree).__name__}; arrays, numbers, text, "
        "None, and dicts, Containers, lists and tuples of them can be saved"
    )


def _joined(name: str, key) -> str:
    return f"{name}/{key}" if name else str(key)


def _file_of(process: int) -> str:
    return f"process-{process}.npy"


def cut_of(array) -> Cut:
    """Return an array with the parts that this process has.

    Examples
    --------
    >>> cut_of(np.ones((2, 3))).shape
    (2, 3)
    """
    if isinstance(array, Cut):
        return array
    native = held(array) if isinstance(array, Array) else array
    dtype = str(getattr(native.dtype, "name", native.dtype)).rpartition(".")[2]
    parts = backend_for(native).own_parts(native)
    shape = tuple(map(int, native.shape))
    return Cut(shape, to_numpy_dtype(DTYPES[dtype]), parts, _class_name(array))


def _write_parts(folder: str, process: int, arrays: dict, tree: dict) -> None:
    """Write the parts of one process into its file, and beside it where each of them begins."""
    written: dict[str, list] = {}
    described: dict[str, dict] = {}
    with open(os.path.join(folder, _file_of(process)), "xb") as file:
        for name, array in arrays.items():
            known = cut_of(array)
            described[name] = {
                "dtype": known.dtype.name,
                "shape": list(known.shape),
                "class": known.package,
                "parts": written.setdefault(name, []),
            }
            for begins, part in known.parts:
                entry = {"file": _file_of(process), "offset": file.tell(), "begin": list(begins)}
                written[name].append(entry | {"shape": list(part.shape)})
                np.save(file, _plain(part), allow_pickle=False)
        file.flush()
        os.fsync(file.fileno())
        known = {"bytes": file.tell(), "arrays": described, "tree": tree}
    _write_json(os.path.join(folder, f"process-{process}.json"), known)


def _plain(part: np.ndarray) -> np.ndarray:
    """Return elements of a dtype that NumPy's format knows: ``bfloat16`` as integers."""
    return part.view(f"u{part.itemsize}") if part.dtype.kind == "V" else part


def _write_json(path: str, value) -> None:
    with open(path, "x") as file:
        json.dump(value, file)
        file.flush()
        os.fsync(file.fileno())


def _write_index(folder: str, processes: int) -> None:
    """Write one index of what all processes have written.

    Ranks may have arrays that others have not, at the top of their nests.
    """
    sizes, arrays, tree = {}, {}, {}
    for process in range(processes):
        path = os.path.join(folder, f"process-{process}.json")
        if not os.path.exists(path):
            raise IvyValueError(
                f"save: process 0 does not see the file {path!r} that process {process} has "
                "written; give a folder on a file system that all machines share"
            )
        with open(path) as file:
            known = json.load(file)
        sizes[_file_of(process)] = known["bytes"]
        tree = tree or known["tree"]
        if "dict" in tree and "dict" in known["tree"]:
            there = {key for key, _ in tree["dict"]}
            tree["dict"] += [pair for pair in known["tree"]["dict"] if pair[0] not in there]
        for name, described in known["arrays"].items():
            former = arrays.setdefault(name, described)
            if former is not described:
                if former["shape"] != described["shape"] or former["dtype"] != described["dtype"]:
                    raise IvyValueError(
                        f"save: {name!r} is {described['dtype']} {described['shape']} in process "
                        f"{process}, but {former['dtype']} {former['shape']} in an earlier one"
                    )
                former["parts"] += described["parts"]
        os.remove(path)
    found = {"format": _FORMAT, "files": sizes, "arrays": arrays, "tree": tree}
    _write_json(os.path.join(folder, _INDEX), found)


def _class_name(array) -> str:
    """Return the package whose arrays an array is one of: ``numpy``, ``torch``, or ours."""
    for package, cls in _classes().items():
        if isinstance(array, cls):
            return package
    return ""


def _classes() -> dict[str, type]:
    """Return the classes of arrays of the frontends that are imported, by package."""
    found = [dialect.array for dialect in dialects() if dialect.array is not Array]
    return {cls.__module__.removeprefix("frontends.").partition(".")[0]: cls for cls in found}


def _check_replaceable(path: str) -> None:
    """Raise if something is at a path that :func:`save` has not written."""
    if os.path.lexists(path) and not os.path.isfile(os.path.join(path, _INDEX)):
        raise IvyValueError(
            f"save: {path!r} is there, and is no folder that save has written; give another path"
        )


def _replace(path: str, partial: str) -> None:
    """Put the folder that is written in the place of an earlier one."""
    former = f"{path}.former"
    shutil.rmtree(former, ignore_errors=True)
    if os.path.lexists(path):
        os.rename(path, former)
    os.rename(partial, path)
    shutil.rmtree(former, ignore_errors=True)


@contextlib.contextmanager
def failing_together(group, step: str):
    """Wait until all processes have done a step; where one of them fails, all raise.

    Raises
    ------
    IvyException
        In those that have not failed themselves.
    """
    is_alone = group is None or group.count == 1
    try:
        yield
    except Exception as error:
        if not is_alone:
            group.tell(step, f"{type(error).__name__}: {error}")
            group.meet(step, _DAY)
        raise
    if is_alone:
        return
    group.meet(step, _DAY)
    for process, text in sorted(group.told(step).items()):
        raise IvyException(f"save: process {process} has failed: {text}")


# reading


def load(path, placement=None):
    """Return the nest of arrays that :func:`save` has written; each process reads what it needs.

    It takes any number of processes and devices: those that have saved may have been others.

    Parameters
    ----------
    path : str or path
        The folder.
    placement : Placement, device, or dict of them, optional
        Where the arrays shall lie: all of them, or by name, as ``"layers/0/weight"``, those that
        are named. A partition of more axes than an array has is cut short. By default they lie
        where new arrays do.

    Returns
    -------
    nest
        Of arrays of the backend that is set, of the classes that were saved: tensors of PyTorch's
        frontend where that is imported, and so on.

    Raises
    ------
    FileNotFoundError
        If there is no such folder, or a file of it is missing.
    IvyValueError
        If the folder was not written to its end, or does not hold what its index says.

    Examples
    --------
    >>> import tempfile
    >>> import ivy_core as ivy
    >>> with tempfile.TemporaryDirectory() as folder, ivy.with_backend("numpy"):
    ...     ivy.distributed.save(f"{folder}/x", ivy.asarray([1, 2]))
    ...     ivy.distributed.load(f"{folder}/x", placement="cpu")
    ivy.array([1, 2])
    """
    path = os.path.abspath(os.fspath(path))
    index = read_index(path)
    arrays = {name: read_array(path, index, name, placement) for name in index["arrays"]}
    return _decoded(index["tree"], arrays)


def read_index(path: str) -> dict:
    """Return the index of a folder, checked against the files that are there.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(f"{folder}/x", {"step": 3})
    ...     read_index(f"{folder}/x")["arrays"]
    {}
    """
    file = os.path.join(path, _INDEX)
    if not os.path.isfile(file):
        partial = path if path.endswith(".partial") else f"{path}.partial"
        if os.path.isdir(partial):
            raise IvyValueError(f"load: {partial!r} was not written to its end; save it again")
        if os.path.isdir(path):
            raise IvyValueError(f"load: {path!r} has no {_INDEX}: it is no folder of save's")
    with open(file) as stream:
        index = json.load(stream)
    if index.get("format") != _FORMAT:
        raise IvyValueError(
            f"load: {file!r} has the format {index.get('format')!r}; {_FORMAT!r} can be read"
        )
    for name, size in index["files"].items():
        part = os.path.join(path, os.path.basename(name))
        if not os.path.isfile(part):
            raise FileNotFoundError(f"load: the file {part!r} is missing, with parts of arrays")
        if os.path.getsize(part) != size:
            raise IvyValueError(
                f"load: the file {part!r} has {os.path.getsize(part)} bytes; {size} were written"
            )
    return index


def read_array(path: str, index: dict, name: str, placement=None) -> Array:
    """Return an array of a folder by its name; see :func:`load`.

    Examples
    --------
    >>> import tempfile
    >>> import ivy_core as ivy
    >>> with tempfile.TemporaryDirectory() as folder, ivy.with_backend("numpy"):
    ...     save(f"{folder}/x", {"a": ivy.asarray([1, 2])})
    ...     read_array(f"{folder}/x", read_index(f"{folder}/x"), "a")
    ivy.array([1, 2])
    """
    known, backend = index["arrays"][name], active_backend()
    if isinstance(placement, Mapping):
        placement = placement.get(name)
    placement = current.device if placement is None else placement
    shape = tuple(known["shape"])
    if isinstance(placement, Placement) and isinstance(placement.where, Mesh):
        placement = Placement(placement.where, placement.partition[: len(shape)])
    device = backend.to_native_device(placement)
    dtype = to_numpy_dtype(DTYPES[known["dtype"]])
    native = backend.from_parts(shape, dtype, device, reader_of(path, index, name))
    return new_array(_classes().get(known["class"], Array), native)


def reader_of(path: str, index: dict, name: str) -> Callable:
    """Return the function that reads elements by slices, of those files alone that have them.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(f"{folder}/x", {"a": np.arange(4)})
    ...     reader_of(f"{folder}/x", read_index(f"{folder}/x"), "a")((slice(1, 3),))
    array([1, 2])
    """
    known = index["arrays"][name]
    dtype = to_numpy_dtype(DTYPES[known["dtype"]])

    def read(slices: tuple[slice, ...]) -> np.ndarray:
        bounds = [each.indices(n)[:2] for each, n in zip(slices, known["shape"], strict=True)]
        found = np.empty([end - begin for begin, end in bounds], dtype)
        filled = 0
        for part in known["parts"]:
            target, source = [], []
            for (begin, end), at, length in zip(bounds, part["begin"], part["shape"], strict=True):
                first, last = max(begin, at), min(end, at + length)
                target.append(slice(first - begin, max(last, first) - begin))
                source.append(slice(first - at, max(last, first) - at))
            piece = found[tuple(target)]
            if piece.size:
                elements = _opened(path, part)
                if list(elements.shape) != part["shape"] or elements.itemsize != dtype.itemsize:
                    raise IvyValueError(
                        f"load: a part of {name!r} has shape {elements.shape}, with elements of "
                        f"{elements.itemsize} bytes, not the shape {tuple(part['shape'])} and "
                        f"{dtype.itemsize} bytes of the index"
                    )
                found[tuple(target)] = elements[tuple(source)].view(dtype)
                filled += piece.size
        if filled != math.prod(found.shape):
            raise IvyValueError(
                f"load: {filled} of {math.prod(found.shape)} elements of {name!r} are in the files "
                f"of {path!r}: a part is missing, or there twice"
            )
        return found

    return read


def _opened(path: str, part: dict) -> np.ndarray:
    """Return a record of NumPy's in a file, of which memory is read when it is looked at."""
    with open(os.path.join(path, os.path.basename(part["file"])), "rb") as file:
        file.seek(part["offset"])
        version = np.lib.format.read_magic(file)
        reading = "read_array_header_1_0" if version == (1, 0) else "read_array_header_2_0"
        shape, in_columns, dtype = getattr(np.lib.format, reading)(file)
        if math.prod(shape) == 0 or not shape:
            return np.fromfile(file, dtype, math.prod(shape)).reshape(shape)
        order = "F" if in_columns else "C"
        return np.memmap(file, dtype, "r", file.tell(), shape, order)


def value_of(tree: dict):
    """Return a value without arrays of an index's nest.

    Examples
    --------
    >>> value_of({"list": [{"value": 1}, {"value": None}]})
    [1, None]
    """
    return _decoded(tree, {})


def _decoded(tree: dict, arrays: dict):
    """Return the nest that :func:`_encoded` has put into words."""
    ((kind, value),) = tree.items()
    if kind == "array":
        return arrays[value]
    if kind == "complex":
        return complex(*value)
    if kind in _KINDS:
        return _KINDS[kind](_decoded(each, arrays) for each in value)
    if kind in ("dict", "container"):
        found = {key: _decoded(each, arrays) for key, each in value}
        return Container(found) if kind == "container" else found
    return value
