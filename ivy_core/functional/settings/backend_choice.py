"""Choosing a backend by a function of its own, at random, and taking arrays along."""

from __future__ import annotations

import types
from collections.abc import Iterable

from ivy_core import modes
from ivy_core.backend_handler import set_backend
from ivy_core.backends.frameworks import choices
from ivy_core.registry import standalone
from ivy_core.utils.assertions import check_isinstance
from ivy_core.utils.exceptions import IvyBackendNotInstalled, IvyValueError


@standalone(convenience=True)
def set_numpy_backend() -> types.ModuleType:
    """Set the backend to NumPy.

    Returns
    -------
    module
        The namespace bound to it.

    >>> ivy.set_numpy_backend().backend
    'numpy'
    >>> _ = ivy.unset_backend()
    """
    return set_backend("numpy")


@standalone(convenience=True)
def set_jax_backend() -> types.ModuleType:
    """Set the backend to JAX.

    Returns
    -------
    module
        The namespace bound to it.

    Raises: IvyBackendNotInstalled if the framework is not installed.

    >>> ivy.set_jax_backend().backend
    'jax'
    >>> _ = ivy.unset_backend()
    """
    return set_backend("jax")


@standalone(convenience=True, like=set_jax_backend)
def set_torch_backend() -> types.ModuleType:
    """Set the backend to PyTorch.

    >>> ivy.set_torch_backend().backend
    'torch'
    >>> _ = ivy.unset_backend()
    """
    return set_backend("torch")


@standalone(convenience=True, like=set_jax_backend)
def set_tensorflow_backend() -> types.ModuleType:
    """Set the backend to TensorFlow.

    >>> ivy.set_tensorflow_backend().backend
    'tensorflow'
    >>> _ = ivy.unset_backend()
    """
    return set_backend("tensorflow")


@standalone(convenience=True)
def choose_random_backend(excluded: Iterable[str] | None = None) -> str:
    """Set a backend drawn at random from those that are installed.

    Parameters
    ----------
    excluded : iterable of str, optional
        Names of backends that shall not be drawn.

    Returns: name of the backend that is set now.

    Raises: IvyValueError if a name is that of no backend, or none is left to draw.

    >>> ivy.choose_random_backend(excluded=["jax", "tensorflow", "torch"])
    'numpy'
    >>> _ = ivy.unset_backend()
    """
    excluded = {excluded} if isinstance(excluded, str) else set(excluded or ())
    if unknown := excluded - set(choices()):
        raise IvyValueError(
            f"choose_random_backend: {', '.join(sorted(unknown))}: no such backend; "
            f"allowed are {', '.join(choices())}"
        )
    names = [name for name in choices() if name not in excluded]
    import random  # costs the start of every program a millisecond, and few call this

    random.shuffle(names)
    for name in names:
        try:
            set_backend(name)
        except IvyBackendNotInstalled:  # as good as excluded: the next one
            continue
        return name
    raise IvyValueError(
        "choose_random_backend: no installed backend is left but for those excluded: "
        f"{', '.join(sorted(excluded)) or 'none'}"
    )


@standalone(convenience=True)
def set_dynamic_backend(flag: bool) -> modes.Setting:
    """Set whether :func:`set_backend` takes the arrays alive to the new backend.

    Parameters
    ----------
    flag : bool
        True: it converts them in place, unless its ``dynamic`` says otherwise. False, the
        default: they stay what they are.

    Returns
    -------
    context manager
        Takes the setting back at the end of a ``with`` block.

    Raises: IvyTypeError if it is no bool.

    >>> _ = ivy.set_backend("numpy")
    >>> x = ivy.asarray([1, 2])
    >>> with ivy.set_dynamic_backend(True):
    ...     _ = ivy.set_backend("torch")
    >>> ivy.is_native_array(x.data), type(x.data).__module__
    (True, 'torch')
    >>> _ = ivy.unset_backend()
    """
    check_isinstance(
        flag, bool, f"set_dynamic_backend: {flag!r} was given; True and False are allowed"
    )
    return modes.set("dynamic_backend", flag)


@standalone(convenience=True)
def unset_dynamic_backend() -> None:
    """Take back the last :func:`set_dynamic_backend`; without one, do nothing.

    >>> _ = ivy.set_dynamic_backend(True)
    >>> ivy.unset_dynamic_backend()
    >>> ivy.dynamic_backend
    False
    """
    modes.unset("dynamic_backend")


@standalone(convenience=True)
def dynamic_backend_as(value: bool) -> modes.Setting:
    """Return a context manager in whose block :func:`set_dynamic_backend` has been called.

    Parameters
    ----------
    value: What to set.

    Returns
    -------
    context manager
        Takes the setting back at the end of the block.

    Raises: IvyTypeError if it is no bool.

    >>> with ivy.dynamic_backend_as(True):
    ...     ivy.dynamic_backend
    True
    """
    return set_dynamic_backend(value)
