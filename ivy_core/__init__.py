"""A unified functional API for arrays over NumPy, JAX, PyTorch and TensorFlow.

The functions live in :mod:`ivy_core.functional`, one file per category; which backend runs them is
decided by :func:`set_backend`, else by the arrays that they are given.
"""

from __future__ import annotations

import sys as _sys

from .utils import collector as _collector

_held = _collector.importing()  # collections took 30 of the 110 ms until the end of this file
next(_held)

# isort: split
import numpy as _np

from . import backend_handler as _handler
from . import distributed, linalg, utils
from . import modes as _modes
from .arrays.array import Array
from .arrays.host import array_protocol
from .arrays.libraries import adapt_libraries as _adapt_libraries
from .arrays.methods import add_ivy_array_instance_methods
from .backend_handler import (
    current_backend,
    current_backend_str,
    get_backend,
    previous_backend,
    set_backend,
    set_framework,
    unset_backend,
    with_backend,
)
from .backends.placement import Mesh, Placement
from .binding.dialect import ARRAY as _ARRAY
from .binding.namespaces import CONSTANTS as _CONSTANTS
from .compilation.auto.automatic import compilation_records, compile_automatically
from .compilation.call.function import compile
from .compilation.export.files import load_compiled
from .compilation.graph.tracing import trace_graph
from .container import Container, add_ivy_container_instance_methods
from .container.pytree import register_with_frameworks as _register_pytrees
from .devices import Device
from .dtypes import DTYPES as _DTYPES
from .dtypes import Dtype
from .functional import CATEGORIES as _CATEGORIES
from .functional.settings.introspection import Shape
from .functional.settings.namespace_info import __array_namespace_info__
from .native_types import NativeArray, NativeDevice, NativeDtype
from .registry import FUNCTIONS as _FUNCTIONS
from .registry import function_kind
from .utils import assertions, exceptions
from .utils.exceptions import (
    InplaceUpdateException,
    IvyAttributeError,
    IvyBackendException,
    IvyBackendNotInstalled,
    IvyBroadcastShapeError,
    IvyDeviceError,
    IvyDtypePromotionError,
    IvyError,
    IvyException,
    IvyIndexError,
    IvyInvalidBackendException,
    IvyLinAlgError,
    IvyNotImplementedException,
    IvyTypeError,
    IvyValueError,
)
from .utils.tracebacks import trim as _trim

e = _np.e
inf = _np.inf
nan = _np.nan
newaxis = None
__array_api_version__ = "2024.12"
pi = _np.pi

globals().update(_DTYPES)

__all__ = [
    "Array", "Container", "Device", "Dtype", "InplaceUpdateException", "IvyAttributeError",
    "IvyBackendException", "IvyBackendNotInstalled", "IvyBroadcastShapeError", "IvyDeviceError",
    "IvyDtypePromotionError", "IvyError", "IvyException", "IvyIndexError",
    "IvyInvalidBackendException", "IvyLinAlgError", "IvyNotImplementedException", "IvyTypeError",
    "IvyValueError", "Mesh", "NativeArray", "NativeDevice", "NativeDtype", "Placement",
    "__array_namespace_info__", "Shape", "add_ivy_array_instance_methods",
    "add_ivy_container_instance_methods", "array_protocol", "assertions", "compilation_records",
    "compile", "compile_automatically", "current_backend", "current_backend_str", "distributed",
    "e", "exceptions", "function_kind", "get_backend", "inf", "linalg", "load_compiled", "nan",
    "newaxis", "pi", "previous_backend", "set_backend", "set_framework", "trace_graph",
    "unset_backend", "utils", "with_backend", *_DTYPES, *_FUNCTIONS,
]  # fmt: skip

_CONSTANTS.update({_name: globals()[_name] for _name in __all__ if _name not in _FUNCTIONS})
add_ivy_array_instance_methods(Array, _CATEGORIES)
_register_pytrees(Container)
_adapt_libraries()
add_ivy_container_instance_methods(Container, _CATEGORIES)
add_ivy_container_instance_methods(Container, _CATEGORIES, static=True)
_handler.publish(_sys.modules[__name__], _ARRAY)
_held.close()


def __getattr__(name: str):
    """Return a mode in force, as in ``ivy.min_base``."""
    try:
        return _modes.value(name)
    except AttributeError as err:
        _trim(err)
        raise
