"""Arrays and Containers to and from files."""

from __future__ import annotations

import os

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backends.loading import backend_of
from ivy_core.registry import standalone
from ivy_core.utils.assertions import check_elem_in_list
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

_FORMATS = {".npz": "npz", ".h5": "h5py", ".hdf5": "h5py", ".json": "json"}
_KEY = "__array__"  # the only key of a file that holds one array
_TYPES = (None, "array", "container")


def _format_of_file(function, filepath, format):
    """Return the given file format, or the one of the file's ending (never pickle)."""
    if format is not None:
        return format
    ending = os.path.splitext(os.fspath(filepath))[1].lower()
    if ending not in _FORMATS:
        raise IvyValueError(
            f"{function}: the file {os.fspath(filepath)!r} has the ending {ending!r}, which says "
            f"no format; {', '.join(_FORMATS)} do, or give format='npz', 'h5py', 'json' or, for "
            "leaves of any class in files that you trust, 'pickled'"
        )
    return _FORMATS[ending]


@standalone
def save(item, filepath, format: str | None = None) -> None:
    """Write an array or a Container to a file; one that is there is replaced as a whole.

    Parameters
    ----------
    item : Array, native array, or Container
        What is written; the leaves of a Container may be numbers, text and None, too.
    filepath : str or path
        The file.
    format : {'npz', 'h5py', 'json', 'pickled'}, optional
        How it is written; by default as the ending says: ``.npz``, ``.h5``, ``.hdf5``, ``.json``.
        The first three hold data alone; a pickle is written only if it is asked for by name.

    Raises
    ------
    IvyTypeError
        If it is none of these, or the format cannot hold a leaf; the file is as it was.
    IvyValueError
        If there is no such format, or the ending says none.

    Examples
    --------
    >>> import tempfile
    >>> import ivy_core as ivy
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ivy.save(ivy.asarray([1.0, 2.0]), f"{folder}/x.npz")
    ...     ivy.load(f"{folder}/x.npz")
    ivy.array([1., 2.])
    """
    if not isinstance(item, ivy.Container):
        if not isinstance(item, Array) and backend_of(item) is None:
            raise IvyTypeError(
                f"save: an object of type {type(item).__name__} was given; "
                "arrays and Containers can be saved"
            )
        item = ivy.Container({_KEY: item})
    elif list(item) == [_KEY]:
        raise IvyValueError(f"save: {_KEY!r} is the only key; it stands for a file of one array")
    item.cont_save(filepath, format=_format_of_file("save", filepath, format))


@standalone
def load(filepath, format: str | None = None, type: str | None = None):
    """Return the array or the Container in a file.

    Parameters
    ----------
    filepath : str or path
        A file that :func:`save` has written.
    format : {'npz', 'h5py', 'json', 'pickled'}, optional
        How it was written; by default as the ending says. Reading a pickle can run any code: name
        it for files that you trust.
    type : {'array', 'container'}, optional
        What is expected; None takes either.

    Returns
    -------
    Array or Container
        Arrays are those of the backend that is set.

    Raises: IvyTypeError if something else is in the file than is expected.
    Raises: IvyValueError if there is no such format or type, or the ending says no format.

    Examples
    --------
    >>> import tempfile
    >>> import ivy_core as ivy
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ivy.save(ivy.Container(a=ivy.asarray([1, 2])), f"{folder}/x.npz")
    ...     ivy.load(f"{folder}/x.npz")
    {
        a: ivy.array([1, 2])
    }
    """
    check_elem_in_list(
        type,
        _TYPES,
        message=f"load: type {type!r} was given; {', '.join(map(repr, _TYPES))} are allowed",
    )
    found = ivy.Container.cont_load(filepath, format=_format_of_file("load", filepath, format))
    kind = "array" if list(found) == [_KEY] else "container"
    if type not in (None, kind):
        raise IvyTypeError(
            f"load: type {type!r} was given, but the file {os.fspath(filepath)!r} holds {kind!r}"
        )
    return found[_KEY] if kind == "array" else found
