"""Names for the frameworks' own classes; looking at one imports none of them.

``isinstance`` on them asks which framework a class comes from. A namespace that is bound to one
backend has that framework's own classes in their place:
:func:`ivy_core.backends.frameworks.native_classes`.
"""

from __future__ import annotations

import sys

from .arrays.array import Array
from .backend_handler import active_backend
from .backends.frameworks import FRAMEWORKS, native_classes
from .backends.loading import backend_of, backend_of_class


def shape_class(native_array: type) -> type:
    """Return the class of shapes beside a framework's class of arrays.

    Beside :class:`NativeArray`, which stands for all of them, it is that of the backend in force.

    Examples
    --------
    >>> import numpy as np
    >>> shape_class(np.ndarray)
    <class 'tuple'>
    """
    backend = active_backend() if native_array is NativeArray else backend_of_class(native_array)
    return backend.NativeShape


class _Native(type):
    """Class of classes that stand for one class of each framework."""

    def __instancecheck__(cls, instance) -> bool:
        return isinstance(instance, cls._loaded_native_classes())

    def __subclasscheck__(cls, subclass) -> bool:
        return type.__subclasscheck__(cls, subclass) or issubclass(
            subclass, cls._loaded_native_classes()
        )

    def _loaded_native_classes(cls) -> tuple[type, ...]:
        """Return the class of this kind of each framework that has been imported so far."""
        loaded = [name for name, row in FRAMEWORKS.items() if row.module in sys.modules]
        return tuple([native_classes(name)[cls.__name__] for name in loaded])

    def __call__(cls, *args, **kwargs):
        raise TypeError(f"{cls.__name__} cannot be made: it stands for classes of the frameworks")


class _NativeArrays(_Native):
    def __instancecheck__(cls, instance) -> bool:
        return not isinstance(instance, Array) and backend_of(instance) is not None


class NativeArray(metaclass=_NativeArrays):
    """Array of any framework that is a backend; TensorFlow's variables count.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> x = ivy.asarray([1])
    >>> isinstance(x.data, NativeArray), isinstance(x, NativeArray)
    (True, False)
    """


class NativeDevice(metaclass=_Native):
    """A framework's name of a device: its device object, or a string.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> isinstance(ivy.as_native_dev("cpu"), NativeDevice), isinstance(0, NativeDevice)
    (True, False)
    """


class NativeDtype(metaclass=_Native):
    """Data type of a framework.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> isinstance(ivy.asarray([1]).data.dtype, NativeDtype), isinstance("int64", NativeDtype)
    (True, False)
    """
