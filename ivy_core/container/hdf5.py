"""Containers in HDF5 files: a group a Container, a dataset a leaf, which can grow by rows."""

from __future__ import annotations

import contextlib
import os
from types import ModuleType

import numpy as np

from ..binding.nestable import is_container
from ..utils.exceptions import IvyBackendNotInstalled, IvyIndexError, IvyValueError
from .chains import joined
from .files import check_key, decoded, encoded

_KIND = "ivy_kind"  # attribute of a dataset that is no array


def load_h5py(function: str) -> ModuleType:
    """Return h5py, imported when it is first used; an error names what to install."""
    try:
        import h5py
    except ImportError as err:
        raise IvyBackendNotInstalled(
            f"{function}: h5py is not installed: pip install 'ivy-frontends[hdf5]'"
        ) from err
    return h5py


@contextlib.contextmanager
def opened(h5py, file, mode: str):
    """Yield the group that is given, or that of the file at a path."""
    if isinstance(file, (str, os.PathLike)):
        with h5py.File(file, mode) as opened:
            yield opened
    else:
        yield file


def write_group(h5py, group, container, chain: str, place) -> None:
    """Write a Container into a group; ``place`` is the first row, and the number of rows."""
    for key, value in container.items():
        check_key(key, chain)
        here = joined(chain, key)
        there = group.get(key)
        if is_container(value):
            if isinstance(there, h5py.Dataset):
                raise IvyValueError(f"cont_to_disk_as_hdf5: {here!r} is a leaf in the file")
            if there is None:
                there = group.create_group(key, track_order=True)
            write_group(h5py, there, value, here, place)
            continue
        if isinstance(there, h5py.Group):
            raise IvyValueError(f"cont_to_disk_as_hdf5: {here!r} is a Container in the file")
        host, kind = encoded(value, here)
        if host.ndim:
            _write_rows(group, key, host, kind, here, *place)
            continue
        if there is not None:
            del group[key]
        if kind == "str":
            host = value
        dataset = group.create_dataset(key, data=h5py.Empty("f4") if kind == "none" else host)
        if kind is not None:
            dataset.attrs[_KIND] = kind


def _write_rows(group, key, host, kind, chain: str, start: int, room: int | None) -> None:
    """Write an array into a dataset's rows from ``start`` on: it has ``room`` rows, None: grows."""
    stop = start + len(host)
    if start < 0 or room is not None and stop > room:
        raise IvyValueError(
            f"cont_to_disk_as_hdf5: rows {start} to {stop} of {chain!r} do not fit max_batch_size "
            f"{room}"
        )
    dataset = group.get(key)
    if dataset is None:
        shape = (stop if room is None else room, *host.shape[1:])
        # rows can be added later; an axis without elements cannot be chunked
        growing = {"maxshape": (None, *host.shape[1:])} if 0 not in host.shape[1:] else {}
        dataset = group.create_dataset(key, shape, host.dtype, **growing)
        if kind is not None:
            dataset.attrs[_KIND] = kind
    elif (
        dataset.shape is None
        or dataset.shape[1:] != host.shape[1:]
        or not dataset.shape
        or dataset.dtype != host.dtype
        or dataset.attrs.get(_KIND) != kind
    ):
        raise IvyValueError(
            f"cont_to_disk_as_hdf5: {chain!r} is {host.dtype} of shape {host.shape}; in the file "
            f"it is {dataset.dtype} of shape {dataset.shape}"
        )
    if stop > dataset.shape[0]:
        if dataset.maxshape[0] is not None:
            raise IvyValueError(
                f"cont_to_disk_as_hdf5: {chain!r} has {dataset.shape[0]} rows in the file, and "
                f"cannot grow to {stop}"
            )
        dataset.resize(stop, axis=0)
    if host.size:
        dataset[start:stop] = host


def read_group(h5py, group, slice_obj, backend, chain: str) -> dict:
    """Return the nested dicts that a group holds."""
    entries = {}
    for key in group:
        value, here = group[key], joined(chain, key)
        if isinstance(value, h5py.Group):
            entries[key] = read_group(h5py, value, slice_obj, backend, here)
            continue
        kind = value.attrs.get(_KIND)
        if kind == "str" or kind is None and h5py.check_string_dtype(value.dtype) is not None:
            text = value.asstr()[slice_obj if value.shape else ()]
            entries[key] = text if isinstance(text, str) else text.tolist()
            continue
        if value.shape is None:
            entries[key] = None
            continue
        try:
            host = np.asarray(value[slice_obj if value.shape else ()])
        except (IndexError, TypeError, ValueError) as err:
            raise IvyIndexError(
                f"cont_from_disk_as_hdf5: slice_obj {slice_obj} does not fit {here!r} of shape "
                f"{value.shape}: {err}"
            ) from err
        entries[key] = decoded(host, kind, backend, here)
    return entries


def datasets(h5py, group):
    """Yield the datasets of a group, at any level."""
    for value in group.values():
        if isinstance(value, h5py.Group):
            yield from datasets(h5py, value)
        else:
            yield value


def shuffle(h5py, group, seed) -> None:
    """Shuffle the rows of all datasets, those of one length alike."""
    import random

    for dataset in datasets(h5py, group):
        if dataset.shape:
            order = list(range(dataset.shape[0]))
            random.Random(seed).shuffle(order)
            dataset[...] = dataset[...][order]
