"""Meshes of ranks: ``init_device_mesh``, and groups of the ranks along each of its dimensions.

References
----------
PyTorch documentation, ``torch.distributed.device_mesh``.
"""

from __future__ import annotations

import math
import os
import warnings
from collections.abc import Sequence

import numpy as np

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.tensors.tensor import ivy
from ivy_core.backends.placement import Placement
from ivy_core.utils.exceptions import IvyException

from .groups import (
    GroupMember,
    ProcessGroup,
    get_process_group_ranks,
    get_rank,
    get_world_size,
    group,
    init_process_group,
    is_initialized,
    new_group,
)

_entered: list[DeviceMesh] = []  # meshes of ``with`` blocks
_SEVERAL = "Optional kwarg `mesh_dim` needs to be specified when device_mesh.ndim > 1."


@citing("torch.distributed.device_mesh.{}")
class DeviceMesh:
    """A grid of ranks; those along one of its dimensions are a group.

    Parameters
    ----------
    device_type : str
    mesh : Tensor or nested list of int
        The ranks.
    mesh_dim_names : tuple of str, optional
        The names of its dimensions.
    """

    _is_opaque = True  # to ivy.compile: a fact

    def __init__(
        self, device_type: str, mesh=None, *, mesh_dim_names=None, backend_override=None,
        _init_backend: bool = True, _root=None,
    ) -> None:  # fmt: skip
        if mesh is None:
            raise TypeError("The mesh argument is required except for PRIVATE USAGE ONLY!")
        ranks = mesh.tolist() if isinstance(mesh, torch.Tensor) else mesh
        self._ranks = np.array(ranks, dtype=np.int32)
        if len(set(self._ranks.flat)) != self._ranks.size:
            raise AssertionError("Please use a non-overlapping layout when creating a DeviceMesh.")
        self._steps = _steps_of(self._ranks.shape)
        self._device_type = device_type
        self._names = tuple(mesh_dim_names) if mesh_dim_names else None
        self._root, self._flattened = _root, {}
        self._devices = None if _root is None else _root._devices
        self._groups: list = []
        if _init_backend:
            if not is_initialized():
                init_process_group()
            if self.size() > get_world_size():
                self._devices = self._local_devices()
                self._groups = [group.WORLD] * self.ndim
            else:
                self._groups = [_group_along(self._ranks, dim) for dim in range(self.ndim)]
        found = np.argwhere(self._ranks == get_rank())
        self._where = tuple(found[0].tolist()) if len(found) else None
        if self._devices is not None:
            self._where = (0,) * self.ndim

    def _local_devices(self):
        """Return the mesh of this process's devices, where it is the only one and has so many.

        Raises: RuntimeError else.
        """
        world, hint = get_world_size(), ""
        if world == 1:
            try:
                return ivy.mesh(self.shape, self._axis_names())
            except IvyException:  # there are fewer devices, or the backend takes one: say so below
                hint = f" One process may have them as devices: transpile --devices {self.size()}."
        raise RuntimeError(
            f"Mesh should not be bigger than default world size {world}, but found {self.size()} "
            f"ranks!{hint}"
        )

    def _axis_names(self) -> tuple[str, ...]:
        return self._names or tuple([f"dim_{dim}" for dim in range(self.ndim)])

    def ranks_along(self, mesh_dim: int) -> int:
        """Count the ranks along a dimension: one where one process has all devices of the mesh."""
        return 1 if self._devices is not None else self._ranks.shape[mesh_dim]

    def placed(self, x, dims: Sequence[int | None]):
        """Return a tensor in parts on the devices of this process, where the mesh is of those.

        Parameters
        ----------
        x : Tensor
        dims : sequence of int or None
            The dimension of the tensor that each dimension of the mesh cuts.
        """
        if self._devices is None:
            return x
        names = self._axis_names()
        partition: list[list[str]] = [[] for _ in range(x.ndim)]
        for name, dim in zip(names, dims, strict=True):
            if dim is not None:
                partition[dim].append(name)
        entries = [tuple(each) or None for each in partition]
        return x.to_placement(Placement(self._devices, entries))

    device_type = property(lambda self: self._device_type)
    mesh_dim_names = property(lambda self: self._names)
    ndim = property(lambda self: self._ranks.ndim)
    shape = property(lambda self: self._ranks.shape)

    @property
    def mesh(self):
        """The ranks, as a tensor."""
        return torch.tensor(self._ranks.tolist(), dtype=torch.int32)

    def size(self, mesh_dim: int | None = None) -> int:
        """Count the ranks, or those along a dimension."""
        return self._ranks.size if mesh_dim is None else self._ranks.shape[mesh_dim]

    def get_rank(self) -> int:
        """Return the rank of this process."""
        return get_rank()

    def get_coordinate(self) -> tuple[int, ...] | None:
        """Return the indices of this rank, None where it is not in the mesh."""
        return self._where

    def get_local_rank(self, mesh_dim: int | str | None = None) -> int:
        """Return the index of this rank along a dimension."""
        if self.ndim > 1 and mesh_dim is None:
            raise RuntimeError(f"Found the DeviceMesh have {self.ndim} dimensions", _SEVERAL)
        return get_rank(self.get_group(0 if mesh_dim is None else mesh_dim))

    def get_group(self, mesh_dim: int | str | None = None) -> ProcessGroup:
        """Return the group of the ranks along a dimension, with this one."""
        if not self._groups:
            raise RuntimeError("DeviceMesh process groups not initialized!")
        if self.ndim > 1 and mesh_dim is None:
            raise RuntimeError(
                f"Found the DeviceMesh have {self.ndim} dimensions",
                _SEVERAL,
                "If you want to get the list of all the ProcessGroups in the DeviceMesh,"
                "please use `get_all_groups()` instead.",
            )
        flattened = self._root_or_self()._flattened
        if mesh_dim in flattened:
            return flattened[mesh_dim].get_group()
        at = self._dim_named(mesh_dim) if isinstance(mesh_dim, str) else mesh_dim or 0
        return self._groups[at]

    def get_all_groups(self) -> list[ProcessGroup]:
        """List the groups along each dimension."""
        return [self.get_group(dim) for dim in range(self.ndim)]

    def _dim_named(self, name: str) -> int:
        if not self._names:
            raise KeyError("No `mesh_dim_names` found.")
        if name not in self._names:
            raise KeyError(
                f"Mesh dimension '{name}' does not exist.",
                f"Available mesh dimensions are: mesh_dim_names={self._names}",
            )
        return self._names.index(name)

    def _root_or_self(self) -> DeviceMesh:
        return self if self._root is None else self._root

    def __getitem__(self, mesh_dim_names: str | tuple[str, ...]) -> DeviceMesh:
        if not self._names:
            raise RuntimeError("Cannot slice a DeviceMesh without mesh_dim_names!")
        names = mesh_dim_names
        names = (names,) if isinstance(names, str) else tuple(names)
        if names == self._names:
            return self
        flattened = self._flattened if self._root is None else {}
        valid = [*self._names, *flattened]
        if not all(name in valid for name in names):
            raise KeyError(
                f"Invalid mesh_dim_names {names} specified. Valid mesh_dim_names are {valid}."
            )
        if len(names) == 1 and names[0] in flattened:
            warnings.warn(
                "Slicing a flattened dim from root mesh will be deprecated in PT 2.11. "
                "Users need to bookkeep the flattened mesh directly. ",
                stacklevel=2,
            )
            return flattened[names[0]]
        dims = [self._dim_named(name) for name in names]
        if dims != sorted(dims):
            raise KeyError(
                f"Invalid mesh_dim_names {names} specified. "
                "Mesh dim indices should be in ascending order."
            )
        return self._slice(dims, names)

    def _slice(self, dims: list[int], names: tuple[str, ...]) -> DeviceMesh:
        """Return the mesh along some dimensions that has this rank."""
        where = self.get_coordinate() or (0,) * self.ndim
        index = tuple([slice(None) if dim in dims else where[dim] for dim in range(self.ndim)])
        made = DeviceMesh(
            self._device_type, self._ranks[index], mesh_dim_names=names, _init_backend=False,
            _root=self._root_or_self(),
        )  # fmt: skip
        made._groups = [self._groups[dim] for dim in dims]
        made._steps = tuple([self._steps[dim] for dim in dims])
        return made

    def _flatten(self, mesh_dim_name: str | None = None, backend_override=None) -> DeviceMesh:
        """Return a mesh of one dimension with the ranks of this one."""
        if not self._names:
            raise RuntimeError("Cannot flatten a DeviceMesh without mesh_dim_names!")
        name = mesh_dim_name or "_".join(self._names)
        if self.ndim == 1 and name in self._names:
            return self
        root = self._root_or_self()
        if name in root._names:
            raise ValueError(
                f"{name} already exists for submesh of the {root}. ",
                f"The mesh_dim_names of submesh and flattened mesh are {root._names}. "
                f"Please specify another valid mesh_dim_name.",
            )
        if name in root._flattened:
            if root._flattened[name]._ranks.tolist() == self._ranks.ravel().tolist():
                return root._flattened[name]
            raise ValueError(
                f"Flatten mesh with mesh_dim_name {name} has been created before, "
                f"Please specify another valid mesh_dim_name."
            )
        if root._devices is not None:
            raise NotImplementedError(
                "_flatten of a mesh of one process's devices is not supported: make the mesh anew"
            )
        dims = [root._names.index(each) for each in self._names]
        others = [dim for dim in range(root.ndim) if dim not in dims]
        lines = root._ranks.transpose(*others, *dims).reshape(-1, self.size())
        made = DeviceMesh(
            self._device_type, self._ranks.ravel(), mesh_dim_names=(name,), _init_backend=False,
            _root=root,
        )  # fmt: skip
        made._groups = [_group_along(lines, 1)]
        in_order = self._steps == tuple([n * self._steps[-1] for n in _steps_of(self.shape)])
        made._steps = self._steps[-1:] if in_order else (self._steps,)
        root._flattened[name] = made
        return made

    @staticmethod
    def from_group(group, device_type: str, mesh=None, *, mesh_dim_names=None) -> DeviceMesh:
        """Return a mesh of a group's ranks, or of several groups, one a dimension."""
        if isinstance(group, ProcessGroup):
            ranks = get_process_group_ranks(group)
            given = mesh.tolist() if isinstance(mesh, torch.Tensor) else mesh
            if given is not None and list(given) != ranks:
                raise ValueError(f"Invalid mesh {mesh} for ProcessGroup with ranks {ranks}")
            made = DeviceMesh(
                device_type, ranks, mesh_dim_names=mesh_dim_names, _init_backend=False
            )
            made._groups = [group]
            return made
        groups = list(group)
        if not groups:
            raise ValueError("Expects at least one ProcessGroup to be passed")
        if mesh is None:
            raise ValueError("Must pass mesh if passing multiple ProcessGroups")
        if mesh_dim_names is None:
            raise ValueError("Must pass mesh_dim_names if passing multiple ProcessGroups")
        made = DeviceMesh(device_type, mesh, mesh_dim_names=mesh_dim_names, _init_backend=False)
        if made.ndim != len(groups):
            raise ValueError(
                "Expects mesh with ndim equal to number of ProcessGroups but got mesh "
                f"{made._ranks.tolist()} and {len(groups)} ProcessGroups"
            )
        made._groups = groups
        return made

    def __enter__(self) -> DeviceMesh:
        _entered.append(self)
        return self

    def __exit__(self, *error) -> None:
        _entered.pop()

    def __repr__(self) -> str:
        named = zip(self._names or (), self.shape, strict=False)
        sizes = ", ".join(f"{name}={size}" for name, size in named)
        sizes = f"({sizes})" if self._names else f"{tuple(self.shape)}"
        pairs = zip(self._steps, self.shape, strict=True)
        steps = tuple([() if length == 1 else step for step, length in pairs])
        text = f"DeviceMesh({sizes}, '{self._device_type}', stride={steps}"
        if os.environ.get("TORCH_DISTRIBUTED_DEBUG", "") == "DETAIL":
            text += f", Mesh: {self._ranks.tolist()}"
        return f"{text})"

    def _key(self) -> tuple:
        root = tuple(self._root_or_self()._ranks.flat)
        return root, tuple(self._ranks.flat), self.shape, self._device_type, self._names

    def __hash__(self) -> int:
        return hash(self._key())

    def __eq__(self, other) -> bool:
        return self is other or isinstance(other, DeviceMesh) and self._key() == other._key()

    def __deepcopy__(self, memo) -> DeviceMesh:
        return self  # its groups are those of running processes

    def __reduce__(self):
        root = self._root
        known = None if root is None else (root._ranks.tolist(), root._names)
        return _restored, (self._device_type, self._ranks.tolist(), self._names, known)


def _restored(device_type: str, ranks, names, root) -> DeviceMesh:
    """Return a mesh that was pickled; all ranks make it."""
    if root is None:
        return DeviceMesh(device_type, ranks, mesh_dim_names=names)
    return DeviceMesh(device_type, root[0], mesh_dim_names=root[1])[names]


def _steps_of(shape: Sequence[int]) -> tuple[int, ...]:
    """Count the ranks from one to the next along each dimension."""
    return tuple([math.prod(shape[dim + 1 :]) for dim in range(len(shape))])


def _group_along(ranks: np.ndarray, dim: int) -> ProcessGroup | int:
    """Make the groups along a dimension; return that of this rank."""
    own = GroupMember.NON_GROUP_MEMBER
    for line in np.moveaxis(ranks, dim, -1).reshape(-1, ranks.shape[dim]).tolist():
        if line == list(group.WORLD.ranks):
            return group.WORLD
        made = new_group(line, sort_ranks=False)
        own = made if isinstance(made, ProcessGroup) else own
    return own


def current_mesh() -> DeviceMesh:
    """Return the mesh of the innermost ``with`` block; RuntimeError outside of any."""
    if not _entered:
        raise RuntimeError("No device mesh is currently active!")
    return _entered[-1]


@citing("torch.distributed.device_mesh.{}")
def init_device_mesh(
    device_type: str,
    mesh_shape: tuple[int, ...],
    *,
    mesh_dim_names: tuple[str, ...] | None = None,
    backend_override=None,
) -> DeviceMesh:
    """Make a mesh of the ranks in their order; all of them make it.

    Where one process runs by itself and has so many devices, the mesh is of those.

    Parameters
    ----------
    device_type : str
        ``"cpu"`` or ``"cuda"``.
    mesh_shape : tuple of int
    mesh_dim_names : tuple of str, optional
        The names of its dimensions.

    Raises: RuntimeError if the names do not fit the shape, or there are fewer ranks.

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     torch.distributed.init_device_mesh("cpu", (1,), mesh_dim_names=("dp",))
    ...     torch.distributed.destroy_process_group()
    DeviceMesh((dp=1), 'cpu', stride=((),))
    """
    names = mesh_dim_names
    if names is not None:
        if len(set(names)) != len(names):
            raise RuntimeError(
                "Each mesh_dim_name must be unique. "
                f"Found repeated mesh_dim_name in mesh_dim_names {names}"
            )
        if len(mesh_shape) != len(names):
            raise RuntimeError(
                "mesh_shape and mesh_dim_names should have same length! "
                f"Found len(mesh_dim_names): {len(names)} and len(mesh_shape):{len(mesh_shape)}."
            )
    if device_type and not device_type.isalpha():
        raise RuntimeError(
            f"Device type with index is not supported but got {device_type}. ",
            "If you maintained a 'torch.device' object, it's recommended to pass in 'device.type'.",
        )
    ranks = np.arange(math.prod(mesh_shape)).reshape(tuple(mesh_shape))
    return DeviceMesh(device_type, ranks, mesh_dim_names=names)


__all__ = ["DeviceMesh", "current_mesh", "init_device_mesh"]
