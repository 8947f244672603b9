"""Containers to and from files: HDF5, NumPy's archives, JSON, and pickles where they are asked for.

A file is written beside the one that it replaces, so that no reader ever finds half of one. Only
pickles can hold leaves of any class; reading one can run any code, so it takes its name to do it.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Mapping

import numpy as np

from ..arrays.array import Array
from ..arrays.host import to_numpy
from ..arrays.views import new_array
from ..binding.nestable import is_container
from ..utils.exceptions import IvyValueError
from .config import as_config
from .files import (
    backend_of_namespace,
    decoded,
    encoded,
    from_lists,
    host_of,
    jsonable,
    leaves_of,
    replacing,
)
from .hdf5 import datasets, load_h5py, opened, read_group, shuffle, write_group
from .leaves import is_array, mapped

FORMATS = ("h5py", "pickled", "json", "npz")
_KINDS = "__kinds__"  # entry of an archive: what its entries are that are no arrays
_ARRAYS = "__arrays__"  # key of a JSON file: dtype and shape of its lists that are arrays


class ContainerStorage:
    """The methods of a Container which write and read files."""

    __slots__ = ()

    def cont_save(self, filepath, format: str = "h5py") -> None:
        """Write the Container to a file; one that is there is replaced.

        Parameters
        ----------
        filepath : str or path
            The file.
        format : {'h5py', 'pickled', 'json', 'npz'}
            How it is written.

        Raises: IvyValueError if there is no such format.
        Raises: IvyTypeError if the format cannot hold a leaf; the file is as it was.

        Examples
        --------
        >>> import tempfile
        >>> import ivy_core as ivy
        >>> x = ivy.Container(a=ivy.asarray([1, 2]), b={"c": 3.5})
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     x.cont_save(f"{folder}/x.npz", format="npz")
        ...     ivy.Container.cont_load(f"{folder}/x.npz", format="npz")
        {
            a: ivy.array([1, 2]),
            b: {
                c: 3.5
            }
        }
        """
        _check_format("cont_save", format)
        if format == "h5py":
            self.cont_to_disk_as_hdf5(filepath, mode="w")
        else:
            getattr(self, f"cont_to_disk_as_{format}")(filepath)

    @classmethod
    def cont_load(cls, filepath, format: str = "h5py"):
        """Return the Container in a file.

        Parameters
        ----------
        filepath : str or path
            The file.
        format : {'h5py', 'pickled', 'json', 'npz'}
            How it was written. Reading a pickle can run any code: name it for files you trust.

        Raises: IvyValueError if there is no such format.
        """
        _check_format("cont_load", format)
        name = "hdf5" if format == "h5py" else format
        return getattr(cls, f"cont_from_disk_as_{name}")(filepath)

    # HDF5

    def cont_to_disk_as_hdf5(
        self, h5_obj_or_filepath, starting_index: int = 0, mode: str = "a", max_batch_size=None
    ) -> None:
        """Write the Container to an HDF5 file: a group a Container, a dataset a leaf.

        Parameters
        ----------
        h5_obj_or_filepath : str, path, h5py.File or h5py.Group
            The file. One given as a path is replaced when all is written; in an open one the
            datasets are written as they come.
        starting_index : int
            Row of the datasets at which the arrays' first row goes.
        mode : {'a', 'r+', 'w', 'w-', 'x'}
            As h5py has it: add to a file, or make one; add to one that is there; make a new one;
            make one that is not there yet.
        max_batch_size : int, optional
            Rows that the datasets have room for. If None they grow as needed.

        Raises
        ------
        IvyValueError
            If there is no such mode; if the rows do not fit ``max_batch_size``, or a dataset in the
            file has another dtype or other dimensions.
        IvyTypeError
            If a leaf is neither an array nor a number, text or None.
        IvyBackendNotInstalled
            If h5py is not installed.

        References
        ----------
        h5py, "Datasets": resizable datasets.
        """
        h5py = load_h5py("cont_to_disk_as_hdf5")
        place = (starting_index, max_batch_size)
        if not isinstance(h5_obj_or_filepath, (str, os.PathLike)):
            write_group(h5py, h5_obj_or_filepath, self, "", place)
            return
        modes = ("a", "r+", "w", "w-", "x")
        if mode not in modes:
            raise IvyValueError(
                f"cont_to_disk_as_hdf5: mode {mode!r} was given; allowed are {', '.join(modes)}"
            )
        there = os.path.exists(h5_obj_or_filepath)
        if there if mode in ("w-", "x") else mode == "r+" and not there:
            fault = FileExistsError if there else FileNotFoundError
            raise fault(f"mode {mode!r} was given, and {h5_obj_or_filepath} is {_IS_THERE[there]}")
        with (
            replacing(h5_obj_or_filepath, keep=mode in ("a", "r+")) as path,
            h5py.File(path, "a", track_order=True) as file,
        ):
            write_group(h5py, file, self, "", place)

    @classmethod
    def cont_from_disk_as_hdf5(
        cls, h5_obj_or_filepath, slice_obj=slice(None), alphabetical_keys: bool = True, ivyh=None
    ):
        """Return the Container in an HDF5 file.

        Parameters
        ----------
        h5_obj_or_filepath : str, path, h5py.File or h5py.Group
            The file.
        slice_obj : slice, int or tuple of these
            Part of each array that is read; nothing else is loaded.
        alphabetical_keys : bool
            Whether keys are sorted; if not, they keep the file's order.
        ivyh : module or str, optional
            Namespace, or name, of the backend of the arrays and of the Container; None is the one
            that is set.

        Raises: IvyIndexError if ``slice_obj`` does not fit an array.
        Raises: IvyBackendNotInstalled if h5py is not installed.

        References
        ----------
        h5py, "Reading & writing data".
        """
        h5py = load_h5py("cont_from_disk_as_hdf5")
        with opened(h5py, h5_obj_or_filepath, "r") as group:
            entries = read_group(h5py, group, slice_obj, backend_of_namespace(ivyh), "")
        return cls(entries, alphabetical_keys=alphabetical_keys, ivyh=ivyh)

    @staticmethod
    def h5_file_size(h5_obj_or_filepath) -> int:
        """Return the bytes of all datasets of an HDF5 file.

        Parameters
        ----------
        h5_obj_or_filepath : str, path, h5py.File or h5py.Group
            The file.

        Returns
        -------
        int
            Bytes of the elements, those not written yet included.
        """
        h5py = load_h5py("h5_file_size")
        with opened(h5py, h5_obj_or_filepath, "r") as group:
            return sum(dataset.nbytes for dataset in datasets(h5py, group) if dataset.shape)

    @staticmethod
    def shuffle_h5_file(h5_obj_or_filepath, seed_value: int = 0) -> None:
        """Shuffle the rows of the arrays in an HDF5 file, all arrays of one length alike.

        Parameters
        ----------
        h5_obj_or_filepath : str, path, h5py.File or h5py.Group
            The file. One given as a path is replaced when all is written.
        seed_value : int
            Seed of the order: that of ``random.Random(seed_value).shuffle``.
        """
        h5py = load_h5py("shuffle_h5_file")
        if isinstance(h5_obj_or_filepath, (str, os.PathLike)):
            if not os.path.exists(h5_obj_or_filepath):
                raise FileNotFoundError(f"{h5_obj_or_filepath} is not there")
            with replacing(h5_obj_or_filepath, keep=True) as path, h5py.File(path, "r+") as file:
                shuffle(h5py, file, seed_value)
        else:
            shuffle(h5py, h5_obj_or_filepath, seed_value)

    # NumPy's archives

    def cont_to_disk_as_npz(self, npz_filepath) -> None:
        """Write the Container to an archive of NumPy's, an entry a leaf, named by its key chain.

        Parameters
        ----------
        npz_filepath : str or path
            The file.

        Raises: IvyTypeError if a leaf is neither an array nor a number, text or None.

        References
        ----------
        NumPy, ``numpy.savez``.
        """
        import json
        import zipfile

        arrays, kinds = {}, {}
        for chain, value in leaves_of(self, ""):
            arrays[chain], kind = encoded(value, chain)
            if kind:
                kinds[chain] = kind
        if _KINDS in arrays:
            raise IvyValueError(f"cont_to_disk_as_npz: {_KINDS!r} is a key; it is the file's own")
        arrays[_KINDS] = np.array(json.dumps(kinds))
        # not numpy.savez: there 'file' and 'allow_pickle' could be no keys
        with replacing(npz_filepath) as path, zipfile.ZipFile(path, "w") as archive:
            for chain, host in arrays.items():
                with archive.open(f"{chain}.npy", "w", force_zip64=True) as entry:
                    np.lib.format.write_array(entry, np.asanyarray(host), allow_pickle=False)

    @classmethod
    def cont_from_disk_as_npz(cls, npz_filepath, ivyh=None):
        """Return the Container in an archive of NumPy's.

        Parameters
        ----------
        npz_filepath : str or path
            The file; that of another program too, if it holds no objects.
        ivyh : module or str, optional
            Namespace, or name, of the backend of the arrays and of the Container; None is the one
            that is set.

        References
        ----------
        NumPy, ``numpy.load``.
        """
        import json

        backend = backend_of_namespace(ivyh)
        with np.load(npz_filepath, allow_pickle=False) as file:
            kinds = json.loads(file[_KINDS].item()) if _KINDS in file.files else {}
            pairs = [
                (chain, decoded(file[chain], kinds.get(chain), backend, chain))
                for chain in file.files
                if chain != _KINDS
            ]
        return cls._from_chains(pairs, as_config({"ivyh": ivyh}))

    # JSON

    def cont_to_jsonable(self, return_dict=None):
        """Return the Container with leaves that JSON has.

        Parameters
        ----------
        return_dict : Container or dict, optional
            Filled with the entries, and returned.

        Returns
        -------
        Container, or return_dict
            Arrays have become lists (of pairs, real and imaginary part, if they are complex), other
            sequences lists, and what JSON has not its text.

        >>> ivy.Container(a=ivy.asarray([1, 2]), b=(3, None)).cont_to_jsonable().cont_to_dict()
        {'a': [1, 2], 'b': [3, None]}
        """
        made = self.cont_copy() if return_dict is None else return_dict
        for key, value in self.items():
            made[key] = value.cont_to_jsonable() if is_container(value) else jsonable(value)
        return made

    def cont_to_disk_as_json(self, json_filepath) -> None:
        """Write the Container to a JSON file, as :meth:`cont_to_jsonable` gives it.

        The key ``__arrays__`` says which lists are arrays, of which dtype and shape.

        Parameters
        ----------
        json_filepath : str or path
            The file.

        References
        ----------
        Python, ``json``: nan and infinities are written as it does.
        """
        if _ARRAYS in self:
            raise IvyValueError(f"cont_to_disk_as_json: {_ARRAYS!r} is a key; it is the file's own")
        arrays = {}
        for chain, value in leaves_of(self, ""):
            if is_array(value):
                host = host_of(value)
                arrays[chain] = [host.dtype.name, list(host.shape)]
        import json

        content = {**self.cont_to_jsonable(), **({_ARRAYS: arrays} if arrays else {})}
        with replacing(json_filepath) as path, open(path, "w", encoding="utf-8") as file:
            json.dump(content, file, indent=4)

    @classmethod
    def cont_from_disk_as_json(cls, json_filepath, ivyh=None):
        """Return the Container in a JSON file.

        Parameters
        ----------
        json_filepath : str or path
            The file; in that of another program lists stay lists.
        ivyh : module or str, optional
            Namespace, or name, of the backend of the arrays and of the Container; None is the one
            that is set.

        Raises: IvyValueError if the file holds no object, or ``__arrays__`` does not fit its lists.
        """
        import json

        with open(json_filepath, encoding="utf-8") as file:
            content = json.load(file)
        if not isinstance(content, dict):
            raise IvyValueError(
                f"cont_from_disk_as_json: {json_filepath} holds a {type(content).__name__}; a JSON "
                "object is needed"
            )
        arrays = content.pop(_ARRAYS, {})
        made = cls(content, ivyh=ivyh)
        backend = backend_of_namespace(ivyh)
        for chain, told in arrays.items():
            try:
                host = from_lists(made[chain], *told)
            except (LookupError, TypeError, ValueError, AttributeError) as err:
                raise IvyValueError(
                    f"cont_from_disk_as_json: {_ARRAYS} says {told} of {chain!r}, which misfits"
                ) from err
            made[chain] = Array(backend.from_host(host))
        return made

    # pickles

    def cont_to_disk_as_pickled(self, pickle_filepath) -> None:
        """Write the Container to a file as Python pickles it: leaves of any class, and settings.

        Parameters
        ----------
        pickle_filepath : str or path
            The file.

        References
        ----------
        Python, ``pickle``.
        """
        with replacing(pickle_filepath) as path, open(path, "wb") as file:
            pickle.dump(self, file, pickle.HIGHEST_PROTOCOL)

    @classmethod
    def cont_from_disk_as_pickled(cls, pickle_filepath, ivyh=None):
        """Return the Container in a pickle. It can run any code: read only files you trust.

        Parameters
        ----------
        pickle_filepath : str or path
            The file: a Container, or a dict.
        ivyh : module or str, optional
            Namespace, or name, of the backend of the Arrays and of the Container; None is the one
            that is set.

        Raises: IvyValueError if the file holds something else.

        References
        ----------
        Python, ``pickle``.
        """
        with open(pickle_filepath, "rb") as file:
            content = pickle.load(file)
        if not isinstance(content, Mapping):
            raise IvyValueError(
                f"cont_from_disk_as_pickled: {pickle_filepath} holds a {type(content).__name__}; a "
                "Container or a dict is needed"
            )
        made = content if is_container(content) else cls(content)
        if ivyh is None:
            return made
        backend = backend_of_namespace(ivyh)
        made = mapped(lambda leaf: _leaf_on_backend(leaf, backend), made)
        made.cont_update_config(ivyh=ivyh)
        return made


_IS_THERE = {True: "there already", False: "not there"}


def _check_format(function: str, format: str) -> None:
    if format not in FORMATS:
        raise IvyValueError(
            f"{function}: format {format!r} was given; allowed are {', '.join(FORMATS)}"
        )


def _leaf_on_backend(leaf, backend):
    """Return an Array copied to a backend (its class stays); other leaves as they are."""
    if not isinstance(leaf, Array):
        return leaf
    return new_array(type(leaf), backend.from_host(to_numpy(leaf)))
