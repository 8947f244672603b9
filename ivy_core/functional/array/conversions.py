"""Conversions of nests: between Arrays and native arrays, and from one framework to another."""

from __future__ import annotations

from typing import Any

import numpy as np

from ivy_core.arrays.array import Array
from ivy_core.arrays.views import new_array
from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for, backend_of
from ivy_core.registry import compositional, standalone

from ..nest.nest import classes, derived_classes, mapper
from ..operands import as_array
from .general import to_ivy


@standalone(convenience=True)
def args_to_ivy(
    *args: Any, include_derived: bool | dict[str, bool] | None = None, **kwargs: Any
) -> tuple[list, dict]:
    """Return arguments with every native array in them held in an Array.

    Parameters
    ----------
    *args, **kwargs : any
        The arguments; nests in them are looked into.
    include_derived : bool or dict, optional
        Whether to look into subclasses of 'list', 'tuple' and 'dict' as well.

    Returns
    -------
    args : list
    kwargs : dict

    References: Array API standard 2024.12, "Data interchange mechanisms".

    >>> native = ivy.to_native(ivy.asarray([1]))
    >>> ivy.args_to_ivy([native, 2], axis=0)
    ([[ivy.array([1]), 2]], {'axis': 0})
    """
    convert = mapper(to_ivy, derived_classes("args_to_ivy", include_derived))
    return [convert(x) for x in args], {name: convert(x) for name, x in kwargs.items()}


@standalone(convenience=True, of_anything=True)
def to_new_backend(
    x: Any,
    native: bool = True,
    nested: bool = False,
    include_derived: bool | dict[str, bool] | None = None,
    cont_inplace: bool = False,
    to_ignore: type | tuple[type, ...] | None = None,
    shallow: bool = False,
) -> Any:
    """Return an array of another framework as one of the backend that is set.

    Parameters
    ----------
    x : any
        Array or native array of any framework, or a nest of such. Anything else is returned as it
        is, and so is an array of the backend that is set (NumPy, if none is).
    native : bool
        Whether native arrays are returned; if not, Arrays.
    nested : bool
        Whether to look into nests.
    include_derived : bool or dict, optional
        Whether to look into subclasses of 'list', 'tuple' and 'dict' as well.
    cont_inplace : bool
        Whether Containers are changed in place.
    to_ignore : type or tuple of type, optional
        Classes that are left as they are.
    shallow : bool
        Whether lists and mappings are changed in place as well.

    Returns
    -------
    any
        What was converted is a copy on the backend's default device, with the dtype of ``x``.

    Raises
    ------
    IvyValueError
        If ``include_derived`` names another class than 'list', 'tuple' and 'dict'.

    References: Array API standard 2024.12, "Data interchange mechanisms".

    >>> x = ivy.get_backend("torch").asarray([1.0, 2.0])
    >>> with ivy.with_backend("numpy"):
    ...     ivy.to_new_backend({"a": x}, nested=True)
    {'a': array([1., 2.])}
    """
    move = _converter_of_arrays(native, to_ignore)
    if not nested:
        return move(x)
    derived = derived_classes("to_new_backend", include_derived)
    return mapper(move, derived, classes(to_ignore), False, shallow, cont_inplace)(x)


def _converter_of_arrays(native: bool, to_ignore):
    """Return a converter of arrays to the set backend, which leaves everything else as it is."""
    backend, ignored = active_backend((), {}), classes(to_ignore)

    def move(leaf):
        if (
            issubclass(type(leaf), np.generic)
            or isinstance(leaf, ignored)
            or backend_of(leaf) is None
        ):
            return leaf
        held = read(leaf) if isinstance(leaf, Array) else leaf
        if not backend.is_native(held):
            held = backend.from_host(backend_for(held).to_host(held))
        elif isinstance(leaf, Array) and not native:
            return leaf
        if native:
            return held
        return new_array(type(leaf) if isinstance(leaf, Array) else Array, held)

    return move


@standalone(convenience=True)
def args_to_new_backend(
    *args: Any,
    native: bool = True,
    shallow: bool = True,
    include_derived: bool | dict[str, bool] | None = None,
    cont_inplace: bool = False,
    to_ignore: type | tuple[type, ...] | None = None,
    **kwargs: Any,
) -> tuple[list, dict]:
    """Return arguments with every array in them as one of the backend that is set.

    Parameters
    ----------
    *args, **kwargs : any
        The arguments; nests in them are looked into.
    native, include_derived, cont_inplace, to_ignore
        As in :func:`to_new_backend`.
    shallow : bool
        Whether lists and mappings are changed in place.

    Returns
    -------
    args : list
    kwargs : dict

    References: Array API standard 2024.12, "Data interchange mechanisms".

    >>> x = ivy.get_backend("torch").asarray([1.0, 2.0])
    >>> with ivy.with_backend("numpy"):
    ...     ivy.args_to_new_backend(x, native=False, axis=0)
    ([ivy.array([1., 2.])], {'axis': 0})
    """
    derived = derived_classes("args_to_new_backend", include_derived)
    move = _converter_of_arrays(native, to_ignore)
    convert = mapper(move, derived, classes(to_ignore), False, shallow, cont_inplace)
    return [convert(x) for x in args], {name: convert(x) for name, x in kwargs.items()}


@compositional
def to_dlpack(x: Array, /):
    """Return an array as a DLPack capsule, for :func:`from_dlpack` of any library.

    Parameters
    ----------
    x, any dtype but bfloat16 on NumPy: What is exported; the capsule shares its memory.

    Returns
    -------
    PyCapsule
        It can be consumed once.

    References: DLPack, https://dmlc.github.io/dlpack/latest/python_spec.html. PyTorch,
    ``torch.utils.dlpack.to_dlpack``.

    >>> type(ivy.to_dlpack(ivy.asarray([1.0, 2.0]))).__name__
    'PyCapsule'
    """
    x = as_array(x)
    return x.__dlpack__()
