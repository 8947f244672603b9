"""The one table of frameworks: a backend's name, its packages, and what its classes are called."""

from __future__ import annotations

import sys
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Framework:
    """What is known of a framework before it is imported.

    Parameters
    ----------
    name : str
        Name of the backend, and of the module that is imported.
    packages : tuple of str
        Top-level packages that define its classes.
    distribution : str
        What is installed to have it.
    array, device, dtype : str or type
        Its classes of arrays, devices and data types, by their names in the module; NumPy and
        TensorFlow name devices by strings.
    """

    name: str
    packages: tuple[str, ...]
    distribution: str
    array: str | type
    device: str | type
    dtype: str | type

    def native_class(self, kind: str) -> type:
        """Return the class of ``array``, ``device`` or ``dtype``; the framework is loaded.

        Examples
        --------
        >>> FRAMEWORKS["numpy"].native_class("array")
        <class 'numpy.ndarray'>
        """
        found = getattr(self, kind)
        if isinstance(found, str):
            place, found = found, sys.modules[self.name]
            for part in place.split("."):
                found = getattr(found, part)
        return found


FRAMEWORKS = {
    framework.name: framework
    for framework in (
        Framework("numpy", ("numpy",), "numpy", "ndarray", str, "dtype"),
        Framework("jax", ("jax", "jaxlib"), "jax", "Array", "Device", "numpy.dtype"),
        Framework("torch", ("torch",), "torch", "Tensor", "device", "dtype"),
        Framework("tensorflow", ("tensorflow",), "tensorflow", "Tensor", str, "DType"),
    )
}
BACKENDS = tuple(FRAMEWORKS)


def native_classes(backend: str) -> dict[str, type]:
    """Return the native classes of a backend whose framework is loaded, by their public names.

    Examples
    --------
    >>> native_classes("numpy")["NativeArray"]
    <class 'numpy.ndarray'>
    """
    framework = FRAMEWORKS[backend]
    return {
        "NativeArray": framework.native_class("array"),
        "NativeDevice": framework.native_class("device"),
        "NativeDtype": framework.native_class("dtype"),
    }


BACKEND_OF_PACKAGE = {
    package: framework.name for framework in FRAMEWORKS.values() for package in framework.packages
}
