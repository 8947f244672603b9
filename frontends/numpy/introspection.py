"""Class, definition and module of an object, as a program sees them.

``type(x)`` and ``x.__module__`` answer from the object itself, in C: a function of this package
says where pickle finds it, and the class ``ndarray`` has a metaclass. In ``sys.modules`` NumPy's
modules are NumPy's own. ``transpile`` has code that it runs ask here.
"""

from __future__ import annotations

import importlib
import sys
import types

import numpy as np

from frontends.common.definitions import FINDERS
from frontends.common.shown_classes import SHOWN_CLASSES

from .ndarray import ndarray
from .protocols import PlainView
from .scalar_types import BackendScalar
from .ufuncs.dispatch import BinaryUfunc, OwnOrNumpys, UnaryUfunc, ufunc

_HERE = "frontends.numpy"
_FUNCTIONS = ("real", "real_ufunc")  # where functions and ufuncs keep NumPy's own
_FRONTENDS = "frontends"
_WHOLE = frozenset({"torch"})  # frameworks all of whose modules are the frontend's
_ROOTS = _WHOLE | {_FRONTENDS}  # packages that objects say they are of, which may be a frontend's
SHOWN_CLASSES |= {
    np.ndarray: ndarray,
    PlainView: ndarray,
    type(ndarray): type,
    np.ufunc: ufunc,
    UnaryUfunc: ufunc,
    BinaryUfunc: ufunc,
    OwnOrNumpys: type,
}


def class_of(value, /):
    """Return ``type(value)``, of NumPy's own arrays and classes that of the frontend.

    Parameters
    ----------
    value : object

    Returns
    -------
    type
        ``ndarray`` also for an array that a library has given, NumPy's class for a scalar of a
        backend's, ``type`` for the class ``ndarray``.

    Examples
    --------
    >>> import numpy
    >>> import frontends.numpy as np
    >>> from frontends.numpy.introspection import class_of
    >>> class_of(numpy.ones(2)) is np.ndarray, class_of(np.ndarray), class_of("text")
    (True, <class 'type'>, <class 'str'>)
    """
    kind = type(value)
    if kind is BackendScalar:
        return value.__class__
    return SHOWN_CLASSES.get(kind, kind)


def classed(value, /):
    """Return the value, or an object that has as ``__class__`` what :func:`class_of` says of it.

    Examples
    --------
    >>> import numpy
    >>> import frontends.numpy as np
    >>> from frontends.numpy.introspection import classed
    >>> classed(numpy.ones(2)).__class__ is np.ndarray, classed("text")
    (True, 'text')
    """
    known = SHOWN_CLASSES.get(type(value))
    if known is None:
        return value
    return object if known is type else object.__new__(known)


def original_of(value, /):
    """Return an object with the framework's names of a function or class; other values as they are.

    Parameters
    ----------
    value : object

    Returns
    -------
    object
        What has the ``__module__`` and ``__qualname__`` of the framework: of NumPy's its own
        function or class, of PyTorch's a ``Definition``.

    Examples
    --------
    >>> import frontends.numpy as np
    >>> from frontends.numpy.introspection import original_of
    >>> original_of(np.linalg.norm).__module__, original_of(np.ndarray).__module__
    ('numpy.linalg', 'numpy')
    >>> original_of(print)
    <built-in function print>
    """
    if isinstance(value, types.ModuleType):
        return value
    home = getattr(value, "__module__", None)
    if type(home) is not str:
        return value
    package, _, inner = home.partition(".")
    if package not in _ROOTS:
        return value
    if not isinstance(value, type) and not hasattr(value, "__name__"):
        cls = type(value)  # where Python looks it up for an instance
        found = original_of(cls)
        return value if found is cls else found
    find = FINDERS.get(inner.partition(".")[0] if package == _FRONTENDS else package)
    if find is not None:
        return find(value)
    if not isinstance(value, type):
        for name in _FUNCTIONS:
            real = getattr(value, name, None)
            if real is not None:
                return real
    if not (home == _HERE or home.startswith(f"{_HERE}.")):
        return value
    return _find_numpy_object(home, value)


def module_key(name, /):
    """Return the name under which ``sys.modules`` has what a program knows as module `name`.

    Parameters
    ----------
    name : object
        A key of ``sys.modules``, known when the program runs.

    Returns
    -------
    object
        The frontend's module for one of NumPy's, and of PyTorch's where its frontend is loaded or
        the code that asks does not know PyTorch; the key itself if there is none.

    Examples
    --------
    >>> from frontends.numpy.introspection import module_key
    >>> [module_key("".join(parts)) for parts in (("num", "py.linalg"), ("numpy", "._core"), "os")]
    ['frontends.numpy.linalg', 'numpy._core', 'os']
    """
    if type(name) is not str:
        return name
    source = name.removeprefix(f"{_FRONTENDS}.")
    package, ours = source.partition(".")[0], f"{_FRONTENDS}.{source}"
    if ours in sys.modules:
        return ours
    loader = sys._getframe(1).f_globals.get("__loader__")
    if package in _WHOLE and package in getattr(loader, "rewrites", ()):
        return ours  # not loaded: what real PyTorch has loaded is for other code
    if package != "numpy" or source not in sys.modules:
        return name
    try:
        importlib.import_module(ours)  # NumPy loads all its modules when it is imported
    except ModuleNotFoundError:
        return name
    return ours


def import_by_name(name, globals=None, locals=None, fromlist=(), level=0):
    """Import a module as ``__import__`` does, the frontend's for one that the caller does not know.

    Parameters
    ----------
    name : str
        The module, known when the program runs.
    globals, locals, fromlist, level
        As of ``__import__``.

    Returns
    -------
    module
        The outermost package, or with `fromlist` the module itself.

    Examples
    --------
    >>> from frontends.numpy.introspection import import_by_name
    >>> import_by_name("os.path").__name__
    'os'
    """
    package = name.partition(".")[0]
    loader = sys._getframe(1).f_globals.get("__loader__")
    if level == 0 and package in getattr(loader, "rewrites", ()):
        ours = f"{_FRONTENDS}.{name}"
        try:
            module = __import__(ours, globals, locals, fromlist)
            return module if fromlist else sys.modules[f"{_FRONTENDS}.{package}"]
        except ModuleNotFoundError as err:
            if package in _WHOLE or not f"{ours}.".startswith(f"{err.name}."):
                raise  # else NumPy may have it: numpy._core
    return __import__(name, globals, locals, fromlist, level)


def generated_source(source, /):
    """Return the source that a program executes, rewritten where it is a text and the program is.

    Examples
    --------
    >>> from frontends.numpy.introspection import generated_source
    >>> generated_source("import torch")  # of code that was not rewritten
    'import torch'
    """
    loader = sys._getframe(1).f_globals.get("__loader__")
    is_text = isinstance(source, str) and hasattr(loader, "rewrite_generated")
    return loader.rewrite_generated(source) if is_text else source


def with_buffer(value, /):
    """Return the memory of an array, for ``memoryview``; other values as they are.

    Examples
    --------
    >>> import frontends.numpy as np
    >>> from frontends.numpy.introspection import with_buffer
    >>> memoryview(with_buffer(np.arange(3.0))).tolist(), with_buffer(b"text")
    ([0.0, 1.0, 2.0], b'text')
    """
    return value.data if type(value) is ndarray else value


def viewed(value, /):
    """Return the value, or an array whose method ``view`` knows the class ``ndarray``.

    NumPy's own arrays and scalars ask whether the class is derived from NumPy's array.

    Examples
    --------
    >>> import numpy
    >>> import frontends.numpy as np
    >>> from frontends.numpy.introspection import viewed
    >>> viewed(numpy.ones(2)).view(np.ndarray), viewed(numpy.float64(3.0)).view(np.ndarray)
    (array([1., 1.]), array(3.))
    """
    if type(value) is np.ndarray or isinstance(value, np.generic):
        return np.asarray(value).view(PlainView)
    return value


def _find_numpy_object(home: str, value):
    """Return NumPy's object of a value's name, in its module or a parent; else the value."""
    parts = home.split(".")[1:]
    for end in range(len(parts), 0, -1):
        module = sys.modules.get(".".join(parts[:end]))
        if isinstance(module, types.ModuleType) and hasattr(module, value.__name__):
            return getattr(module, value.__name__)
    return value


__all__ = [
    "class_of", "classed", "generated_source", "import_by_name", "module_key", "original_of",
    "viewed", "with_buffer",
]  # fmt: skip
