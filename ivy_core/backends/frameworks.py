"""The one table of frameworks: a backend's name, its packages, and what its classes are called."""

from __future__ import annotations

import sys
from collections.abc import Callable, KeysView
from typing import NamedTuple

from ..utils import tracebacks
from ..utils.exceptions import IvyValueError


class Framework(NamedTuple):
    """Facts about a framework that are known before it is imported.

    Parameters
    ----------
    name : str
        Name of the backend, as :func:`set_backend` takes it.
    packages : tuple of str
        Top-level packages that define its classes; the first one is what is imported.
    distribution : str
        What is installed to have it.
    array, device, dtype : str or type
        Its classes of arrays, devices and data types, by their names in the first package; NumPy
        and TensorFlow name devices by strings.
    extra : str, optional
        The extra of this project that installs it; without one the distribution is named.
    internals : tuple of str, optional
        Packages that it stands on: their frames in a traceback are the framework's.
    backend : str, optional
        The package that implements the backend; one of this folder by default.
    is_internal : bool, optional
        Whether it is no choice of a user's: what records graphs.
    """

    name: str
    packages: tuple[str, ...]
    distribution: str
    array: str | type
    device: str | type = str
    dtype: str | type = "dtype"
    extra: str = ""
    internals: tuple[str, ...] = ()
    backend: str = ""
    is_internal: bool = False

    @property
    def module(self) -> str:
        """Name of the module that is imported."""
        return self.packages[0]

    @property
    def implementation(self) -> str:
        """Name of the package that implements the backend."""
        return self.backend or f"{__package__}.{self.name}"

    @property
    def installation(self) -> str:
        """Give the command that installs the framework."""
        wanted = f"'ivy-frontends[{self.extra}]'" if self.extra else self.distribution
        return f"pip install {wanted}"

    def native_class(self, kind: str) -> type:
        """Return the class of ``array``, ``device`` or ``dtype``; the framework is loaded.

        Examples
        --------
        >>> FRAMEWORKS["numpy"].native_class("array")
        <class 'numpy.ndarray'>
        """
        found = getattr(self, kind)
        if isinstance(found, str):
            path, found = found, sys.modules[self.module]
            for name in path.split("."):
                found = getattr(found, name)
        return found


FRAMEWORKS: dict[str, Framework] = {}
BACKENDS: KeysView[str] = FRAMEWORKS.keys()  # it sees what is registered later, too
BACKEND_OF_PACKAGE: dict[str, str] = {}
on_register: list[Callable[[], None]] = []  # called when a framework was added


def choices() -> list[str]:
    """Return the names of the backends that users may set."""
    return [name for name, framework in FRAMEWORKS.items() if not framework.is_internal]


def register_backend(framework: Framework) -> None:
    """Add a framework to the table: ``set_backend`` takes its name from now on.

    Nothing is imported. See docs/adding_a_backend.md for what ``framework.backend`` must hold.

    Parameters
    ----------
    framework : Framework

    Raises
    ------
    IvyValueError
        If there is another backend of that name, or one of its packages is another backend's.

    Examples
    --------
    >>> register_backend(FRAMEWORKS["numpy"])  # the same again changes nothing
    """
    known = FRAMEWORKS.get(framework.name)
    if known == framework:
        return
    owners = {BACKEND_OF_PACKAGE[p] for p in framework.packages if p in BACKEND_OF_PACKAGE}
    if known is not None or owners:
        taken = framework.name if known is not None else ", ".join(sorted(owners))
        raise IvyValueError(
            f"register_backend: {framework.name!r} with the packages "
            f"{', '.join(framework.packages)} was given; the backend {taken} has them already"
        )
    FRAMEWORKS[framework.name] = framework
    BACKEND_OF_PACKAGE.update(dict.fromkeys(framework.packages, framework.name))
    tracebacks.add_native_packages(*framework.packages, *framework.internals)
    for tell in on_register:
        tell()


_CLASSES = {"NativeArray": "array", "NativeDevice": "device", "NativeDtype": "dtype"}


def native_classes(backend: str) -> dict[str, type]:
    """Return the native classes of a backend whose framework is loaded, by their public names.

    Examples
    --------
    >>> native_classes("numpy")["NativeArray"]
    <class 'numpy.ndarray'>
    """
    framework = FRAMEWORKS[backend]
    return {name: framework.native_class(kind) for name, kind in _CLASSES.items()}


for _framework in (
    Framework("numpy", ("numpy",), "numpy", "ndarray", extra="numpy"),
    Framework(
        "jax", ("jax", "jaxlib"), "jax", "Array", "Device", "numpy.dtype", "jax",
        internals=("ml_dtypes", "opt_einsum"),
    ),
    Framework("torch", ("torch",), "torch", "Tensor", "device", extra="torch"),
    Framework(
        "tensorflow", ("tensorflow",), "tensorflow", "Tensor", dtype="DType", extra="tensorflow",
        internals=("keras", "ml_dtypes"),
    ),
):  # fmt: skip
    register_backend(_framework)
